"""Runs the brute-force programs of this folder and records what they print in tests/known/NAME.tsv.

    python3 tests/independent/record.py [NAME ...]        all of them: ten minutes on one core

Columns: query, position, answer, source, weight. `light` rows are cheap for a plain interpreter; `heavy` ones need a solver.
`winning_moves` and `best_moves` list moves parted by "; ", in a sum with the number of the summand before a colon.
"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
KNOWN = HERE.parent / "known"
PROGRAMS = ["heaps", "piles", "coins", "walks", "boards", "partizan", "theorems", "lines", "loops", "scores", "can_i_win_tables", "large", "heavy", "cram"]
COMPILED = ("heavy", "cram")


def output(name):
    if name not in COMPILED:
        return subprocess.run([sys.executable, HERE / f"{name}.py"], check=True, capture_output=True, text=True).stdout
    binary = HERE / f"{name}.out"
    subprocess.run(["g++", "-O2", "-std=c++20", "-o", binary, HERE / f"{name}.cpp"], check=True)
    try:
        return subprocess.run([binary], check=True, capture_output=True, text=True).stdout
    finally:
        binary.unlink()


def record(name, text):
    source = f"brute force, tests/independent/{name}.{'cpp' if name in COMPILED else 'py'}"
    seen, lines = set(), ["query\tposition\tanswer\tsource\tweight"]
    for line in text.splitlines():
        # A sixth column is a source of the row's own.
        _, query, position, answer, weight, *own = line.split("\t")
        if (query, position) not in seen:
            seen.add((query, position))
            lines.append("\t".join((query, position, answer, *(own or [source]), weight)))
    (KNOWN / f"{name.replace('_', '-')}.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    for program in sys.argv[1:] or PROGRAMS:
        record(program, output(program))
