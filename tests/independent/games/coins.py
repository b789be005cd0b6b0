"""Coin turning: Twins, Triplets, Moebius, Grunt. A row is a set of the places that show heads."""
from itertools import combinations

from said import grundy, say


def report(game, n, turned, rows):
    """`turned(a)` lists the sets of coins that may be turned with a as the rightmost."""
    memo = {}
    for row in rows:
        moves = lambda heads: [("", [heads ^ frozenset(s)]) for a in heads for s in turned(a)]
        text = "{" + ", ".join(map(str, row)) + "}"
        say("grundy", f"{game}({text}, N={n})", grundy(frozenset(row), moves, memo))


report("Twins", 8, lambda a: [(a, b) for b in range(1, a)], [(1,), (2,), (5,), (8,), (2, 5, 8), (3, 4)])
report("Triplets", 8, lambda a: [(a, *s) for s in combinations(range(a), 2)], [(1,), (2,), (3,), (5,), (7,), (3, 5, 6)])
report("Moebius", 9, lambda a: [(a, *s) for k in range(5) for s in combinations(range(a), k)], [(0,), (4,), (5,), (6,), (8,), (1, 3, 5)])
report("Grunt", 9, lambda a: [(0, x, a - x, a) for x in range(1, a) if 2 * x < a], [(0,), (2,), (3,), (5,), (7,), (8,), (4, 7, 8)])
