"""Several heaps as one position."""
from itertools import combinations

from said import nimbers, partizan, say, solve


def put(p, *changes):
    q = list(p)
    for i, x in changes:
        q[i] = x
    return tuple(q)


def ryuo(p):
    out = [put(p, (i, x)) for i in (0, 1) for x in range(p[i])]
    return out + ([(p[0] - 1, p[1] - 1)] if min(p) else [])


memo = nimbers("RyuoNim", ryuo, [(1, 1), (2, 3), (4, 9), (7, 7), (5, 8), (12, 3)])
assert all(g == 3 * (x // 3 ^ y // 3) + (x + y) % 3 for (x, y), g in memo.items())


def delete(p):
    return [(a, n - a) for n in p for a in range(1, n)]


def pair(game, moves, positions):
    from said import grundy
    memo = {}
    for p in positions:
        say("grundy", f"{game}{p}", grundy(p, lambda q: [("", [r]) for r in moves(q)], memo))
    return memo


pair("DeleteNim", delete, [(1, 1), (1, 2), (3, 5), (4, 7), (6, 6), (8, 8), (7, 12)])


def bar(cells):
    """A bar as a set of cells (column, height); straight cuts, the piece with (0, 0) stays."""
    out = set()
    for x in range(1, max(c[0] for c in cells) + 1):
        out.add(frozenset(c for c in cells if c[0] < x))
    for h in range(1, max(c[1] for c in cells) + 1):
        out.add(frozenset(c for c in cells if c[1] < h))
    return out


def chocolate():
    from said import grundy
    memo = {}
    for y, z in [(0, 5), (1, 2), (2, 5), (3, 7), (3, 8), (4, 9)]:
        cells = frozenset((i, h) for i in range(z + 1) for h in range(min(y, i // 2) + 1))
        g = grundy(cells, lambda q: [("", [r]) for r in bar(q)], memo)
        assert g == y ^ z
        say("grundy", f"Chocolate({y}, {z})", g)


chocolate()


def greedy(p):
    return [put(p, (i, x)) for i in range(len(p)) if p[i] == max(p) for x in range(p[i])]


nimbers("GreedyNim", greedy, [(1, 2, 3), (3, 5, 5), (4, 4, 4), (2, 3, 5), (1, 1, 0), (2, 6, 6)])


def slow(k):
    return lambda p: [tuple(x - (i in s) for i, x in enumerate(p)) for s in combinations(range(len(p)), k) if all(p[i] for i in s)]


nimbers("ExactSlowNim", slow(2), [(1, 1, 1), (2, 2, 2), (3, 4, 5), (1, 4, 4), (2, 3, 7), (1, 2, 3, 4), (2, 2, 3, 3)])


def circular(p):
    out, m = set(), len(p)
    for i in range(m):
        j = (i + 1) % m
        for x in range(p[i] + 1):
            for y in range(p[j] + 1):
                out.add(put(p, (i, x), (j, y)))
    return out - {p}


memo = nimbers("CircularNim", circular, [(1, 2, 1, 2), (1, 2, 3, 2), (2, 2, 2, 2), (1, 1, 2, 2), (1, 1, 1), (1, 2, 3), (1, 1, 1, 1, 1)])
assert all((g == 0) == (p[0] == p[2] and p[1] == p[3]) for p, g in memo.items() if len(p) == 4)


def passing(p):
    """The last number is how many passes are left."""
    heaps = p[:-1]
    out = [put(p, (i, x)) for i in range(len(heaps)) for x in range(heaps[i])]
    return out + ([put(p, (len(heaps), 0))] if p[-1] and any(heaps) else [])


def with_a_pass():
    from said import grundy
    memo = {}
    for p in [(0, 1), (1, 1), (4, 1), (5, 1), (1, 2, 3, 1), (1, 2, 4, 1), (2, 3, 5, 1)]:
        say("grundy", f"NimWithAPass({list(p[:-1])})", grundy(p, lambda q: [("", [r]) for r in passing(q)], memo))


with_a_pass()


def end_nim(p, player):
    heaps = [i for i in range(len(p)) if p[i]]
    if not heaps:
        return []
    i = heaps[0 if player == 0 else -1]
    return [put(p, (i, x)) for x in range(p[i])]


partizan("EndNim", end_nim, [(2,), (1, 1), (1, 2), (2, 2), (1, 1, 1), (1, 2, 1)], lambda p: str(list(p)))
solve("EndNim", end_nim, None, [(p, str(list(p))) for p in [(2, 3, 1), (1, 3, 2), (3, 1, 3), (2, 1, 2, 2)]], plies=False)


def end_wythoff(p):
    heaps = [i for i in range(len(p)) if p[i]]
    out = [put(p, (i, x)) for i in set(heaps[:1] + heaps[-1:]) for x in range(p[i])]
    if len(heaps) > 1:
        a, b = heaps[0], heaps[-1]
        out += [put(p, (a, p[a] - k), (b, p[b] - k)) for k in range(1, min(p[a], p[b]) + 1)]
    return out


nimbers("EndWythoff", end_wythoff, [(3, 5), (1, 1, 1), (2, 1, 3), (1, 2, 4), (3, 1, 1), (2, 0, 1), (1, 2, 2, 1)])
