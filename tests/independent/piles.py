"""Games on several piles, each solved as one whole position, without the Sprague-Grundy theorem for the parts."""
from functools import reduce
from operator import xor
from solver import row, grundy, winning


def show(name, pile, extra=""):
    return f"{name}([{', '.join(map(str, pile))}]{extra})"


def lower(p, i, k):
    return p[:i] + (p[i] - k,) + p[i + 1:]


def nim(p):
    return [(f"{i}:take({k})", [lower(p, i, k)]) for i in range(len(p)) for k in range(1, p[i] + 1)]


def slides(p):
    return [(f"slide({i}, {k})", [lower(p, i, k)]) for i in range(len(p)) for k in range(1, p[i] + 1)]


def wythoff(p):
    out = [(f"one({i}, {k})", [lower(p, i, k)]) for i in (0, 1) for k in range(1, p[i] + 1)]
    return out + [(f"both({k})", [(p[0] - k, p[1] - k)]) for k in range(1, min(p) + 1)]


def moore(p):
    out = [(f"one({i}, {x})", [lower(p, i, x)]) for i in range(len(p)) for x in range(1, p[i] + 1)]
    for i in range(len(p)):
        for j in range(i + 1, len(p)):
            out += [(f"two({i}, {j}, {x}, {y})", [lower(lower(p, i, x), j, y)]) for x in range(1, p[i] + 1) for y in range(1, p[j] + 1)]
    return out


def staircase(p):
    """p[i] coins on step i + 1; coins of step 1 leave the staircase."""
    out = [(f"floor({k})", [lower(p, 0, k)]) for k in range(1, p[0] + 1)]
    for i in range(1, len(p)):
        out += [(f"down({i}, {k})", [lower(lower(p, i, k), i - 1, -k)]) for k in range(1, p[i] + 1)]
    return out


def euclid(p):
    out = []
    for i in (0, 1):
        if p[1 - i] > 0:
            out += [(f"cut({i}, {k})", [lower(p, i, k * p[1 - i])]) for k in range(1, p[i] // p[1 - i] + 1)]
    return out


def mats(p):
    out = [(f"one({i})", [lower(p, i, 1)]) for i in (0, 1) if p[i] > 0]
    return out + [(f"match({i})", [lower(p, i, p[1 - i])]) for i in (0, 1) if p[i] >= p[1 - i] > 0]


def rows(p):
    for j, a in enumerate(p):
        if a:
            return [(f"cut({j}, {k})", [lower(p, j, k)]) for k in range(1, a + 1)]
    return []


def without_zero(p):
    return [(f"take({i}, {k})", [lower(p, i, k)]) for i in range(len(p)) for k in range(1, p[i] + 1) if reduce(xor, lower(p, i, k), 0) != 0]


def fibonacci(state):
    n, most = state
    return [(f"take({k})", [(n - k, 2 * k)]) for k in range(1, min(n, most) + 1)]


def misere(p, memo):
    if p not in memo:
        memo[p] = not any(p) or any(not misere(q[0], memo) for _, q in nim(p))
    return memo[p]


def all_of(name, moves, positions, moves_for=(), extra=""):
    memo = {}
    for p in positions:
        row(name, "grundy", show(name, p, extra), grundy(p, moves, memo))
    for p in moves_for:
        row(name, "winning_moves", show(name, p, extra), "; ".join(winning(p, moves, memo)))
    return memo


def main():
    memo = {}
    for p in ((12, 10, 13), (10, 14, 4), (24, 22, 11), (3, 5, 7), (1, 2, 3), (5, 5), (1, 4, 5, 6)):
        text = " + ".join(f"Nim({n})" for n in p)
        if reduce(lambda a, b: a * (b + 1), p, 1) < 3000:
            row("Nim", "grundy", text, grundy(p, nim, memo))
        zero = [label for label, q in nim(p) if reduce(xor, q[0]) == 0]
        row("Nim", "winner", text, "first" if zero else "second")
        row("Nim", "winning_moves", text, "; ".join(zero))
        row("Nim", "winning_move_count", text, len(zero))
    memo = {}
    for p in ((1,), (2,), (1, 1), (1, 1, 1), (2, 1), (2, 2), (3, 1, 1), (3, 4, 5), (1, 2, 3), (2, 3, 4), (1, 4, 5)):
        text = " + ".join(f"MisereNim({n})" for n in p)
        row("MisereNim", "winner", text, "first" if misere(p, memo) else "second")
        if len(p) > 1:
            row("MisereNim", "winning_moves", text, "; ".join(label for label, q in nim(p) if not misere(q[0], memo)))
    square = [(a, b) for a in range(9) for b in range(9)]
    all_of("Wythoff", wythoff, square + [(8, 12), (8, 13), (11, 18), (14, 23)], ((8, 12), (5, 5), (7, 10)))
    all_of("MooreNim", moore, [(1, 2, 3), (2, 2, 2), (1, 1, 1), (3, 3, 3), (1, 2, 3, 3), (3, 4, 5, 6)[:3], (2, 3, 3, 2)], ((1, 2, 2), (3, 3, 2)))
    all_of("StaircaseNim", staircase, [(1, 2, 3), (0, 3, 0), (2, 0, 2), (1, 1, 1), (0, 2, 3)], ((1, 2, 3),), extra=", T=12")
    all_of("EuclidGame", euclid, [(25, 7), (7, 5), (8, 5), (5, 3), (12, 12), (10, 3), (34, 21), (9, 4), (0, 5)], ((25, 7), (10, 3)))
    memo = all_of("Mats", mats, [], ((2, 2), (5, 8), (6, 4), (10, 4)))
    for p in [(0, 0), (1, 0), (2, 2), (3, 5), (4, 6), (6, 4), (8, 12), (5, 8), (20, 14), (18, 10)]:
        row("Mats", "winner", show("Mats", p), "first" if grundy(p, mats, memo) else "second")
    for p in [(100, 64), (150, 90), (300, 300), (300, 214), (298, 120)]:
        row("Mats", "winner", show("Mats", p), "first" if grundy(p, mats, memo) else "second", "heavy")
    all_of("Row", rows, [(1, 5, 2, 3), (4, 1, 1, 2), (1, 3, 1, 1), (4, 5, 1), (2, 4, 5, 1), (5, 4, 5, 1), (0, 2, 2), (1, 3, 0), (2, 2, 2), (0, 5, 1)],
           ((1, 5, 2, 3), (4, 1, 1, 2)))
    memo = all_of("NimWithoutZero", without_zero, [], ((1, 2), (2, 3, 1), (3, 3), (2, 2, 3)))
    for p in [(1, 1), (2, 2), (3, 3), (1, 2), (1, 2, 3), (2, 4, 6), (1, 1, 1), (1, 4, 5), (2, 3), (4, 5)]:
        row("NimWithoutZero", "winner", show("NimWithoutZero", p), "first" if grundy(p, without_zero, memo) else "second")
    all_of("Nimble", slides, [(2, 5, 6), (3, 5, 6), (1, 1, 4), (7, 0, 7)], ((2, 5, 6),))
    memo = {}
    for n in range(1, 35):
        wins = winning((n, n - 1), fibonacci, memo)
        row("FibonacciNim", "winner", f"FibonacciNim({n})", "first" if wins else "second")
        if n in (4, 10, 12, 20):
            row("FibonacciNim", "winning_moves", f"FibonacciNim({n})", "; ".join(wins))
    memo = {}
    for n in (31, 30, 29, 1, 4, 5):
        row("ThirtyOne", "winner", f"ThirtyOne({n})", "first" if misere_take(n, 3, memo) else "second")
    row("ThirtyOne", "winning_moves", "ThirtyOne", "; ".join(f"say({k})" for k in (1, 2, 3) if not misere_take(31 - k, 3, memo)))
    hundred = {0: False}
    for n in range(1, 101):
        hundred[n] = any(not hundred[max(0, n - k)] for k in range(1, 11))
    for n in (100, 99, 11, 10, 22, 1):
        row("HundredGame", "winner", f"HundredGame({n})", "first" if hundred[n] else "second")
    row("HundredGame", "winning_moves", "HundredGame", "; ".join(f"say({k})" for k in range(1, 11) if not hundred[max(0, 100 - k)]))


def misere_take(n, most, memo):
    if n not in memo:
        memo[n] = n == 0 or any(not misere_take(n - k, most, memo) for k in range(1, min(n, most) + 1))
    return memo[n]


if __name__ == "__main__":
    main()
