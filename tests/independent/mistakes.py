"""Re-checks what docs/mistakes-found.md says about the five documents the library started from. Silent if all of it holds."""
from functools import reduce
from itertools import product
from operator import xor
from can_i_win_tables import GAMES, table
from heaps import odd_even, subtraction
from loops import chase
from piles import mats, without_zero
from solver import Solved, grundy, winning


def tree(n, total, stop):
    """Nodes and finished plays of the Can I Win tree, with or without stopping at the total."""
    def walk(used, s):
        if (stop and s >= total) or len(used) == n:
            return 1, 1
        parts = [walk(used | {k}, s + k) for k in range(1, n + 1) if k not in used]
        return 1 + sum(a for a, _ in parts), sum(b for _, b in parts)
    return walk(frozenset(), 0)


def document_0():
    assert [len(table(n, t)) for n, t in GAMES] == [16, 16, 32, 32, 1024, 1024]
    assert tree(4, 8, False)[0] == 65 and tree(5, 12, False)[0] == 326
    assert [tree(*g, True) for g in ((4, 8), (4, 9), (5, 11), (5, 12))] == [(53, 24), (59, 24), (206, 108), (242, 114)]


def document_1():
    assert 12 ^ 23 == 27 and 12 ^ 10 ^ 13 == 11
    assert 10 ^ 14 ^ 4 == 0 and 10 ^ 10 ^ 4 == 4  # the page prints 10 beside 1110 in binary
    arcs = {"A": "BCD", "B": "E", "C": "F", "D": "CF", "E": "", "F": "G", "G": ""}
    memo = {}
    g = {v: grundy(v, lambda x: [(w, [w]) for w in arcs[x]], memo) for v in arcs}
    assert g == dict(A=3, B=1, C=0, D=2, E=0, F=1, G=0)  # D leads to the terminal side and is 2: "F(y) = 1" is too much said
    blocked = {(2, 3), (4, 3), (5, 1)}  # x from the left, y from the bottom, 6 x 4

    def steps(at):
        out = [(at[0] + 1, at[1]), (at[0], at[1] + 1), (at[0] + 1, at[1] + 1)]
        return [(str(t), [t]) for t in out if t[0] <= 6 and t[1] <= 4 and t not in blocked]
    memo, nawls = {}, [(2, 1), (2, 4), (5, 3)]
    values = [grundy(at, steps, memo) for at in nawls]
    assert values == [3, 0, 2]
    total = reduce(xor, values)
    wins = [(at, t[0]) for at in nawls for _, t in steps(at) if total ^ grundy(at, steps, memo) ^ grundy(t[0], steps, memo) == 0]
    assert wins == [((2, 1), (3, 1)), ((2, 4), (3, 4))]  # two winning moves: the odd count is a fact about Nim heaps only


def document_2():
    assert [label for label, _ in odd_even(9)] == ["some(2)", "some(4)", "some(6)", "some(8)", "whole"]
    x = 0b0100011
    assert sorted({heap - (heap ^ x) for heap in range(1, 256) if heap ^ x < heap}) == [29, 31, 33, 35]
    memo = {}
    for n in range(200):
        assert grundy(n, odd_even, memo) == ((n + 1) // 2 if n % 2 else max(0, n // 2 - 1))


def document_3():
    memo = {}
    line = "".join("PN"[grundy(n, subtraction({1, 3, 4}), memo) != 0] for n in range(12))
    assert line == "PNPNNNNPNPNN"  # twelve letters; the slide prints eleven
    assert 24 ^ 22 ^ 11 == 5 and 22 ^ 5 == 19
    memo = {}
    for p in product(range(6), repeat=3):
        s = reduce(xor, p)
        assert (grundy(p, without_zero, memo) != 0) == (s >= 2 or (s == 0 and any(n % 2 for n in p)))


def document_4():
    assert winning(100, subtraction(range(1, 8)), {}) == ["take(4)"]
    memo = {}
    for x, y in product(range(81), repeat=2):
        if x % 2 != y % 2:
            first = True
        elif x % 2:
            first = False
        else:
            a, b, rounds = x, y, 0
            while a and b:
                a, b = max(a, b), min(a, b)
                rounds, a = rounds + a // b, a % b
            first = (rounds + a + b) % 2 == 1
        assert (grundy((x, y), mats, memo) != 0) == first
    for n, rounds in ((1, 0), (2, 1), (3, 3), (4, 5)):
        moves, verdict, start = chase(n)
        s = Solved(start, moves, verdict, starters=(0,))
        assert s.result[(start, 0)] == 1 and (s.plies[(start, 0)] + 1) // 2 == rounds


if __name__ == "__main__":
    document_0()
    document_1()
    document_2()
    document_3()
    document_4()
