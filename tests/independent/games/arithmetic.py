"""Games of numbers: partizan Euclid, Eatcake, Sylver coinage, Juniper Green, thirty-one with cards, wider Wythoff."""
from said import grundy, nimbers, partizan, say


def euclid(pq, player):
    p, q = pq
    if q == 0 or q >= p or p % q == 0:
        return []
    return [(q, p % q) if player == 0 else (q, q - p % q)]


partizan("PartizanEuclid", euclid, [(7, 2), (5, 3), (12, 7), (13, 8), (12, 5), (29, 12), (31, 22)], lambda p: f"{p[0]}, {p[1]}")


def eatcake(cake, player):
    r, c = cake
    if player == 0:
        return [[(r, a), (r, c - 1 - a)] for a in range(c)] if r else []
    return [[(a, c), (r - 1 - a, c)] for a in range(r)] if c else []


partizan("Eatcake", eatcake, [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 5), (4, 2)], lambda p: f"{p[0]}, {p[1]}")


def named(numbers, top=60):
    """Which numbers up to top are sums of these."""
    sums = {0}
    for n in range(1, top):
        if any(n - k in sums for k in numbers if k <= n):
            sums.add(n)
    return frozenset(n for n in range(1, top) if n not in sums)


def sylver(numbers):
    """A position is the set of gaps; naming n makes new sums of everything."""
    def moves(gaps):
        top = max(gaps, default=0) + 1
        held = set(range(1, top)) - gaps
        return [named(held | {n}, top) for n in gaps if n > 1]
    memo = {}
    gaps = named(numbers)
    g = grundy(gaps, lambda q: [("", [r]) for r in moves(q)], memo)
    say("winner", "SylverCoinage({" + ", ".join(map(str, sorted(gaps))) + "})", "first" if g else "second")


for pair in [(2, 3), (4, 5), (4, 5, 11), (3, 7), (3, 4), (3, 5, 7), (5, 6, 7)]:
    sylver(pair)


def juniper(n, opening=None):
    def moves(state):
        at, free = state
        if at is None:
            return [(k, free - {k}) for k in free if k % 2 == 0]
        return [(k, free - {k}) for k in free if k % at == 0 or at % k == 0]
    free = frozenset(range(1, n + 1))
    g = grundy((opening, free - {opening}), lambda q: [("", [r]) for r in moves(q)], {})
    say("winner", f"JuniperGreen(N={n})", "first" if g else "second")


for n in (2, 4, 7, 10, 12):
    juniper(n)


def cards(suits, total):
    memo = {}

    def wins(left, said):
        if left not in memo:
            memo[left] = any(left[k - 1] and said + k <= total and not wins(left[: k - 1] + (left[k - 1] - 1,) + left[k:], said + k)
                             for k in range(1, 7))
        return memo[left]
    won = wins((suits,) * 6, 0)
    say("winner", f"CardThirtyOne(K={suits}, total={total})", "first" if won else "second")
    return [k for k in range(1, 7) if not wins(tuple(suits - (j == k) for j in range(1, 7)), k)]


for suits, total in ((1, 10), (1, 21), (2, 14), (2, 15), (4, 22), (4, 31)):
    openings = cards(suits, total)
assert openings == [1, 2, 5], openings  # Mott-Smith, for four suits and 31


def wide(p):
    x, y = p
    out = [(i, y) for i in range(x)] + [(x, j) for j in range(y)]
    return out + [(i, j) for i in range(x) for j in range(y) if abs((x - i) - (y - j)) < 2]


memo = nimbers("WideWythoff", wide, [(1, 3), (2, 6), (4, 8), (4, 9), (5, 12), (3, 3)])
A, B = [0], [0]
while A[-1] < 5:
    A.append(min(n for n in range(99) if n not in A + B))
    B.append(A[-1] + 2 * (len(A) - 1))
assert all((g == 0) == ((min(p), max(p)) in zip(A, B)) for p, g in memo.items() if min(p) < 5 and p[0] <= p[1])
