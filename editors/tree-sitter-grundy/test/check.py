"""The grammar of tree-sitter without its command: compiles the parser that it wrote, compares the trees of test/corpus, and reads every
game of the library, every contest problem and the language page, in which no part may be missing or wrong. `tree-sitter test` runs the same
corpus."""

import ctypes
import pathlib
import re
import subprocess
import sys
import tempfile

import tree_sitter

HERE = pathlib.Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent


def language(folder: str) -> tree_sitter.Language:
    library = f"{folder}/grundy.so"
    sources = [str(HERE / "src" / name) for name in ("parser.c", "scanner.c")]
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-I", str(HERE / "src"), "-o", library, *sources], check=True)
    function = ctypes.CDLL(library).tree_sitter_grundy
    function.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return tree_sitter.Language(capsule(function(), b"tree_sitter.Language", None))


def shape(node: tree_sitter.Node) -> str:
    """The tree as the corpus writes it: named nodes without the names of fields."""
    inner = [shape(child) for child in node.children if child.is_named or child.is_missing]
    return "(" + " ".join([node.type, *inner]) + ")"


def corpus(text: str):
    parts = re.split(r"^=+\n(.*)\n=+\n", text, flags=re.M)[1:]
    for name, case in zip(parts[::2], parts[1::2]):
        rules, tree = re.split(r"^---\n", case, flags=re.M)
        yield name, rules, re.sub(r"\s+", " ", tree).replace(" )", ")").strip()


def faults(node: tree_sitter.Node):
    if node.is_error or node.is_missing:
        yield node.start_point
    elif node.has_error:
        for child in node.children:
            yield from faults(child)


def main() -> int:
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        grundy = language(folder)
        parser = tree_sitter.Parser(grundy)
        cases = 0
        for file in sorted((HERE / "test" / "corpus").glob("*.txt")):
            for name, rules, tree in corpus(file.read_text()):
                cases += 1
                found = shape(parser.parse(rules.encode()).root_node)
                if found != tree:
                    wrong.append(f"{file.name}: {name}\n  wanted {tree}\n  found  {found}")
        texts = [*ROOT.glob("games/*.game"), *ROOT.glob("tests/contest/*.game"), ROOT / "tests/data/language-page.game"]
        for file in sorted(texts):
            for line, column in faults(parser.parse(file.read_bytes()).root_node):
                wrong.append(f"{file.relative_to(ROOT)}:{line + 1}:{column + 1}: not understood")
        # Every pattern of the colours speaks of nodes that there are.
        tree_sitter.Query(grundy, (HERE / "queries" / "highlights.scm").read_text())
        # What is not rules is read to its end all the same.
        for text in (b"", b"game", b"((((", b"\xff\xfe\x00", b"game A\n\tmove\n  x\n y", b"# \xf0\x9f\x8e\xb2", b"a;" * 5000):
            parser.parse(text)
    print("\n".join(wrong) or f"{cases} trees, {len(texts)} texts")
    return 1 if wrong or cases < 4 or len(texts) < 150 else 0


if __name__ == "__main__":
    sys.exit(main())
