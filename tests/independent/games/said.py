"""What the programs of this folder share: the line they print, and the solvers of the folder above."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from solver import Solved, grundy, margin, mex  # noqa: E402,F401  (for the programs)
from values import name, outcome, value  # noqa: E402,F401


def say(query, position, answer):
    """One line as it stands in a rule file."""
    print(f'expect {query} {position} == ' + (f'"{answer}"' if query == "value" else str(answer)))


def nimbers(game, moves, positions):
    """The Grundy values of positions, each written between brackets as Python writes it; `moves` lists positions."""
    memo = {}
    for position in positions:
        inside = ", ".join(map(str, position)) if isinstance(position, tuple) else position
        text = f"{game}([{inside}])" if isinstance(position, tuple) else f"{game}({inside})"
        say("grundy", text, grundy(position, lambda p: [("", q if isinstance(q, list) else [q]) for q in moves(p)], memo))
    return memo


def solve(game, moves, verdict, texts, names=("Left", "Right"), forever="draw", plies=True):
    """Who wins and how soon from each of `texts`, pairs of a position and how the rule file writes it; `moves(position, player)`
    lists positions."""
    tables = []
    for position, text in texts:
        solved = next((t for t in tables if {(position, 0), (position, 1)} <= t.result.keys()), None)
        if solved is None:
            solved = Solved(position, lambda q, p: [("", r) for r in moves(q, p)], verdict, forever)
            tables.append(solved)
        place = f"{game}({text})" if text else game
        # Where the answers for the two starters do not fit one word, it is that of Left as starter.
        alone = {0: "first", 1: "second", "draw": "draw"}[solved.result[(position, 0)]]
        say("winner", place, solved.winner(position, names) or alone)
        if plies and (position, 0) in solved.plies and solved.result[(position, 0)] != "draw":
            say("plies", place, solved.plies[(position, 0)])


def partizan(game, moves, positions, write=lambda p: f'"{p}"'):
    """Canonical forms; `moves(position, player)` lists positions, or lists of summands."""
    memo = {}
    for position in positions:
        g = value(position, lambda q, p: [("", r if isinstance(r, list) else [r]) for r in moves(q, p)], memo)
        say("value", f"{game}({write(position)})", name(g))
