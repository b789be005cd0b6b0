"""What a notebook shows, and the notebooks of docs/notebooks, which run from top to bottom."""

import html.parser
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import xml.dom.minidom

import grundy

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[3] / "docs" / "notebooks"

HOSTILE = """game Hostile
  players Ann, Bob
  state board: player?[grid(1, 3)] = none show "<&>"
  move put(c in grid(1, 3)) if board[c] == none: board[c] = me
"""


class Texts(html.parser.HTMLParser):
    """The tags of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append(tag)


class Shown(unittest.TestCase):
    def test_pictures_are_whole_documents(self) -> None:
        kayles = grundy.library["kayles"]
        shown = [
            kayles(7),
            grundy.library["tic-tac-toe"]("XX.|OO.|..."),
            kayles(4).draw("tree"),
            kayles(4).draw("graph"),
            kayles.sequence(100),
            grundy.value("{2||1|0}"),
            grundy.library["wythoff"].draw(over="p[0]=0..9,p[1]=0..9"),
            grundy.matrix("rock-paper-scissors"),
            grundy.nimbers("nim", 8),
            grundy.load(HOSTILE)(),
        ]
        for one in shown:
            svg = one._repr_svg_()
            self.assertIsNotNone(svg, one)
            xml.dom.minidom.parseString(svg)

    def test_formats(self) -> None:
        board = grundy.library["chomp"](R=2, C=3)
        self.assertTrue(board.draw(format="png").data.startswith(b"\x89PNG"))
        self.assertIn("tikzpicture", str(board.draw(format="tikz")))
        self.assertIn("digraph", str(board.draw("graph", format="dot")))
        self.assertIn("<iframe", board.draw("tree", format="html")._repr_html_())
        for wrong in ("gif", "", "\ud800"):
            with self.assertRaises((ValueError, TypeError)):
                board.draw(format=wrong)

    def test_nothing_of_a_game_becomes_html(self) -> None:
        game = grundy.load(HOSTILE)
        page = game().widget()
        usual = Texts()
        usual.feed(grundy.library["nim"](3).widget().html)
        tags = Texts()
        tags.feed(page.html)
        self.assertEqual(tags.tags, usual.tags)
        data = page.html.split('id="data">')[1].split("</script>")[0]
        self.assertNotIn("<", data)
        self.assertEqual(json.loads(data)["states"][0][1], ["<<<"])
        self.assertNotIn("<<<", page._repr_html_())
        for one in (game, game().solve(), game().moves(), game.facts()):
            tags = Texts()
            tags.feed(one._repr_html_())
            self.assertLessEqual(set(tags.tags), {"pre", "table", "tr", "td", "th", "p"})


@unittest.skipUnless(shutil.which("node"), "no node here")
class Played(unittest.TestCase):
    def said(self, position: grundy.Position) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "page.html")
            position.widget().save(path)
            script = pathlib.Path(__file__).with_name("page.js")
            done = subprocess.run(["node", str(script), str(path)], capture_output=True, text=True, timeout=60, check=True)
        return done.stdout.splitlines()

    def test_the_page_plays(self) -> None:
        board = grundy.library["tic-tac-toe"]("XX.|OO.|...")
        self.assertEqual(
            self.said(board), ["Left to move", "Right has lost", "back: Left to move", "anew: Left to move"]
        )
        # Who is lost against best play loses against the page.
        lost = self.said(grundy.library["nim"](1, 2, 3))
        self.assertEqual(lost[-3], "the first player has lost")


class Notebooks(unittest.TestCase):
    def test_they_run(self) -> None:
        import nbclient
        import nbformat

        found = sorted(NOTEBOOKS.glob("*.ipynb"))
        self.assertGreaterEqual(len(found), 3)
        for path in found:
            with self.subTest(path.name):
                notebook = nbformat.read(path, as_version=4)
                nbformat.validate(notebook)
                client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(NOTEBOOKS)}})
                client.execute()


if __name__ == "__main__":
    unittest.main()
