"""Tests of the second reader of tablebases: GRUNDY=target/debug/grundy python3 tests/independent/test_tablebase.py

What is expected comes from plain programs that know the rules in words, not from rule files.
"""
import os
import subprocess
import sys
import tempfile
import unittest
from functools import lru_cache

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from tablebase import Damaged, Tablebase

GRUNDY = os.environ.get("GRUNDY", os.path.join(HERE, "../../target/debug/grundy"))
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def build(folder, *words):
    file = os.path.join(folder, "a.tb")
    subprocess.run([GRUNDY, "tablebase", "build", *words, "-o", file], check=True, stdout=subprocess.DEVNULL)
    return file


@lru_cache(maxsize=None)
def noughts(board, mover):
    """Who wins and after how many moves; None where nobody does. 0 is a free cell."""
    if any(all(board[cell] == 3 - mover for cell in line) for line in LINES):
        return "loss", 0
    free = [cell for cell in range(9) if board[cell] == 0]
    if not free:
        return "draw", None
    after = [noughts(board[:cell] + (mover,) + board[cell + 1 :], 3 - mover) for cell in free]
    wins = [plies + 1 for result, plies in after if result == "loss"]
    if wins:
        return "win", min(wins)
    if any(result == "draw" for result, _ in after):
        return "draw", None
    return "loss", max(plies + 1 for _, plies in after)


class Reading(unittest.TestCase):
    def test_every_position_of_noughts_and_crosses(self):
        noughts((0,) * 9, 1)
        reached = [(board, mover) for (board, mover) in REACHED]
        self.assertEqual(len(reached), 5478)
        for which in ([], ["--positions", "reached"]):
            with tempfile.TemporaryDirectory() as folder:
                table = Tablebase(build(folder, "tic-tac-toe", *which))
                for board, mover in reached:
                    self.assertEqual(table.look_up(board, mover == 2), noughts(board, mover), board)

    def test_outcomes_by_number(self):
        with tempfile.TemporaryDirectory() as folder:
            table = Tablebase(build(folder, "tic-tac-toe", "--holds", "outcome"))
            for board, mover in REACHED:
                self.assertEqual(table.look_up(board, mover == 2), noughts(board, mover)[0], board)

    def test_grundy_values_of_a_heap_are_its_size(self):
        with tempfile.TemporaryDirectory() as folder:
            table = Tablebase(build(folder, "nim", "Nim(300)", "--holds", "grundy"))
            self.assertEqual([table.look_up([size]) for size in range(301)], list(range(301)))

    def test_damage_is_seen(self):
        with tempfile.TemporaryDirectory() as folder:
            file = build(folder, "tic-tac-toe")
            with open(file, "rb") as read:
                whole = read.read()
            for at in range(0, len(whole), 37):
                with open(file, "wb") as out:
                    out.write(whole[:at] + bytes([whole[at] ^ 64]) + whole[at + 1 :])
                with self.assertRaises(Damaged):
                    table = Tablebase(file)
                    for block in range(len(table.index)):
                        table.block(block)


def reach():
    todo, seen = [((0,) * 9, 1)], set()
    while todo:
        board, mover = todo.pop()
        if (board, mover) in seen:
            continue
        seen.add((board, mover))
        if noughts(board, mover)[1] == 0:
            continue
        todo += [
            (board[:cell] + (mover,) + board[cell + 1 :], 3 - mover) for cell in range(9) if board[cell] == 0
        ]
    return seen


REACHED = reach()

if __name__ == "__main__":
    unittest.main()
