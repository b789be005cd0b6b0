"""Tests of the rule files against the programs of games/: GRUNDY=target/debug/grundy python3 tests/independent/test_games.py

Each program there prints `expect` lines, found from the rules in words. A rule file holds exactly the lines that are printed of its
game, and the first implementation agrees with them. It is asked here about all but the boards that take it long; `grundy check games`
asks about those too.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
GRUNDY = os.environ.get("GRUNDY", os.path.join(HERE, "../../target/debug/grundy"))
SHARED = {"said.py", "board.py", "graph.py"}
SLOW = {"boards.py", "board_play.py", "lines.py", "turns.py"}


def lines(text):
    """The `expect` lines of a rule file or of a program, each on one line."""
    whole = re.sub(r"\n +", " ", text)
    return [re.sub(r"\s+", " ", line.strip()).replace("[ ", "[") for line in whole.splitlines() if line.startswith("expect ")]


def printed():
    """What the programs print, by the name of the game, and the games that take long."""
    programs = [p for p in sorted(glob.glob(os.path.join(HERE, "games", "*.py"))) if os.path.basename(p) not in SHARED]
    running = [subprocess.Popen([sys.executable, p], stdout=subprocess.PIPE, text=True) for p in programs]
    of, slow = {}, set()
    for program, run in zip(programs, running):
        text = run.communicate()[0]
        if run.returncode:
            raise AssertionError(f"{program} failed")
        for line in lines(text):
            game = re.match(r"expect \w+ (\w+)", line).group(1)
            of.setdefault(game, []).append(line)
            if os.path.basename(program) in SLOW:
                slow.add(game)
    return of, slow


class Library(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.printed, cls.slow = printed()
        cls.file = {}
        for path in glob.glob(os.path.join(HERE, "../../games/*.game")):
            with open(path, encoding="utf-8") as opened:
                text = opened.read()
            for game in re.findall(r"(?m)^game (\w+)", text):
                cls.file[game] = (path, text)

    def test_the_rule_files_hold_what_the_programs_print(self):
        for game, wanted in self.printed.items():
            self.assertEqual(lines(self.file[game][1]), wanted, game)

    def test_the_program_agrees(self):
        # Claims and symmetries are checked with the library; here only the answers count.
        with tempfile.TemporaryDirectory() as folder:
            asked = self.printed.keys() - self.slow
            for game in asked:
                path, text = self.file[game]
                kept = "\n".join(line for line in text.split("\n") if not re.match(r"  (claim|symmetry|split) ", line))
                with open(os.path.join(folder, os.path.basename(path)), "w", encoding="utf-8") as copy:
                    copy.write(kept)
            said = subprocess.run([GRUNDY, "check", folder, "--quiet"], capture_output=True, text=True)
            self.assertEqual(said.returncode, 0, said.stdout[-2000:])
            self.assertIn(f"{len(asked)} files, 0 errors, 0 refuted, 0 left open", said.stdout)


if __name__ == "__main__":
    unittest.main()
