"""Judges' problems, each from its statement alone: small cases, their answers by brute force, and one case at the limits.

A problem is a function that gets the numbers of one case, as the exported program reads them, and says what the judge
wants. `small` and `large` give cases. Nothing here knows how the rules are written.
"""
from functools import lru_cache
from itertools import combinations, product
import random
import sys

sys.setrecursionlimit(100_000)
PROBLEMS = {}


def problem(name, small, large):
    """Registers a brute force with its small cases and its case at the limits."""
    def register(function):
        PROBLEMS[name] = (function, small, large)
        return function
    return register


def mex(values):
    values = set(values)
    return next(v for v in range(len(values) + 1) if v not in values)


def numbers(*spans):
    """All tuples of numbers of these ranges, as cases."""
    return [" ".join(map(str, case)) for case in product(*spans)]


def rows(seed, many, longest, low, high, shape):
    """Cases made of a list by chance, the same in every run."""
    random.seed(seed)
    return [shape([random.randint(low, high) for _ in range(random.randint(1, longest))]) for _ in range(many)]


def listed(row):
    return " ".join(map(str, [len(row), *row]))


def prefixed(row):
    sums = [0]
    for number in row:
        sums.append(sums[-1] + number)
    return listed(sums)


def sets(amounts, sizes):
    """A set of amounts by every choice of at most three, with every size."""
    chosen = [c for many in (1, 2, 3) for c in combinations(amounts, many)]
    return [f"{listed(list(c))} {n}" for c in chosen for n in sizes]


def wins(takes, last_wins=True):
    """Whether who is to move with n stones wins, where `takes(n)` are allowed."""
    @lru_cache(None)
    def won(n):
        moves = takes(n)
        return any(not won(n - k) for k in moves) if moves else not last_wins
    return won


def values(moves):
    """Grundy values, where `moves(n)` are lists of heaps."""
    @lru_cache(None)
    def value(n):
        found = []
        for heaps in moves(n):
            total = 0
            for heap in heaps:
                total ^= value(heap)
            found.append(total)
        return mex(found)
    return value


def stones(name, amounts, words, limit, last_wins=True):
    won = wins(lambda n: [k for k in amounts if k <= n], last_wins)

    @problem(name, numbers(range(1, 60)), str(limit))
    def answer(n):
        return words[0] if won(n) else words[1]


stones("boj-9655", (1, 3), ("SK", "CY"), 1000)
stones("boj-9656", (1, 3), ("SK", "CY"), 1000, last_wins=False)
stones("boj-9657", (1, 3, 4), ("SK", "CY"), 1000)
stones("boj-9658", (1, 3, 4), ("SK", "CY"), 1000, last_wins=False)
stones("boj-9659", (1, 3), ("SK", "CY"), 10**12)
stones("boj-9660", (1, 3, 4), ("SK", "CY"), 10**12)
stones("lc-292", (1, 2, 3), ("true", "false"), 2**31 - 1)
stones("hdu-1847", [2**i for i in range(10)], ("Kiki", "Cici"), 1000)
stones("hackerrank-stones", (2, 3, 5), ("First", "Second"), 100)


def heaps(name, moves, words, small, large):
    value = values(moves)

    @problem(name, small, large)
    def answer(count, *sizes):
        total = 0
        for size in sizes:
            total ^= value(size)
        return words[0] if total else words[1]


def piles(most):
    return [listed(list(c)) for many in (1, 2, 3) for c in combinations(range(1, most), many)]


def fibonacci(n):
    found, a, b = [], 1, 2
    while a <= n:
        found.append(a)
        a, b = b, a + b
    return found


def nim(n):
    return [[m] for m in range(n)]


heaps("boj-11868", nim, ("koosaga", "cubelover"), piles(9), listed([10**9 - i for i in range(100)]))
heaps("lc-1908", nim, ("true", "false"), piles(8), listed([7] * 7))
heaps("boj-11871", lambda n: [[n - k] for k in range(1, n + 1) if (k % 2 == 0) == (k < n)],
      ("koosaga", "cubelover"), piles(10), listed([2147000000 - i for i in range(100)]))
heaps("boj-16877", lambda n: [[n - k] for k in fibonacci(n)], ("koosaga", "cubelover"), piles(12),
      listed([3000000 - i for i in range(100000)]))
heaps("hdu-1848", lambda n: [[n - k] for k in fibonacci(n)], ("Fibo", "Nacci"), piles(12), listed([1000, 999, 998]))
heaps("lc-294", lambda n: [[a, n - 2 - a] for a in range(n - 1)], ("true", "false"), piles(12), listed([60]))


def alone(name, moves, words, limit):
    value = values(moves)

    @problem(name, numbers(range(0, 40)), str(limit))
    def answer(n):
        return words[0] if value(n) else words[1]


alone("boj-13034", lambda n: [[a, n - 2 - a] for a in range(n - 1)], ("1", "2"), 1000)
alone("lc-1025", lambda n: [[n - x] for x in range(1, n) if n % x == 0], ("true", "false"), 1000)
alone("lc-1510", lambda n: [[n - x * x] for x in range(1, n + 1) if x * x <= n], ("true", "false"), 100000)


@lru_cache(None)
def cross_wins(strip):
    """Three in a row, played out on the strip itself."""
    for i, cell in enumerate(strip):
        if cell == ".":
            after = strip[:i] + "X" + strip[i + 1:]
            if "XXX" in after or not cross_wins(after):
                return True
    return False


@problem("boj-3596", numbers(range(3, 15)), "2000")
def crosses(n):
    return "1" if cross_wins("." * n) else "2"


def ends(row):
    @lru_cache(None)
    def best(lo, hi):
        return max(row[lo] - best(lo + 1, hi), row[hi - 1] - best(lo, hi - 1)) if lo < hi else 0
    return best(0, len(row))


def from_ends(name, small, large, say=str):
    @problem(name, small, large)
    def answer(count, *row):
        return say(ends(row))


from_ends("boj-11062", rows(1, 60, 7, 1, 9, listed), listed([i * 37 % 10000 for i in range(1000)]))
from_ends("edpc-l", rows(2, 60, 7, 1, 9, listed), listed([i * 37 % 10**9 for i in range(3000)]))
from_ends("lc-877", rows(3, 60, 7, 1, 9, listed), listed([i * 37 % 500 for i in range(500)]),
          lambda d: "true" if d > 0 else "false")
from_ends("lc-486", rows(4, 60, 7, 1, 9, listed), listed([i * 37 % 10**7 for i in range(20)]),
          lambda d: "true" if d >= 0 else "false")


def amounts(name, words, small, large):
    @problem(name, small, large)
    def answer(count, *rest):
        won = wins(lambda n: [k for k in rest[:count] if k <= n])
        return words[0] if won(rest[count]) else words[1]


hundred = list(range(1, 101))
amounts("cses-1729", ("W", "L"), sets(range(1, 7), range(0, 16)), f"{listed(hundred)} 1000000")
amounts("edpc-k", ("First", "Second"), sets(range(1, 7), range(0, 16)), f"{listed(hundred)} 100000")
amounts("uva-10404", ("Stan", "Ollie"), [case for case in sets(range(1, 6), range(1, 16)) if " 1 " in case],
        f"{listed(list(range(1, 11)))} 1000000")


@problem("poj-2960", [f"{case.rsplit(' ', 1)[0]} 2 {case.rsplit(' ', 1)[1]} {n}"
                      for case in sets(range(1, 6), range(0, 9)) for n in (3, 7)],
         f"{listed(hundred)} {listed([10000 - i for i in range(100)])}")
def s_nim(count, *rest):
    value = values(lambda n: [[n - k] for k in rest[:count] if k <= n])
    total = 0
    for size in rest[count + 1:]:
        total ^= value(size)
    return "W" if total else "L"


@problem("abc-270-d", sets(range(1, 7), range(0, 16)), f"{listed(hundred)} 10000")
def greedy(count, *rest):
    @lru_cache(None)
    def best(n):
        return max((k - best(n - k) for k in rest[:count] if k <= n), default=0)
    return str(best(rest[count]))


@problem("lc-1406", rows(5, 80, 8, -5, 9, listed), listed([i * 37 % 2001 - 1000 for i in range(50000)]))
def front(count, *row):
    @lru_cache(None)
    def best(i):
        taken = [sum(row[i:i + x]) - best(i + x) for x in (1, 2, 3) if i + x <= count]
        return max(taken) if taken else 0
    d = best(0)
    return "Alice" if d > 0 else "Bob" if d < 0 else "Tie"


@problem("lc-1690", rows(6, 60, 6, 1, 9, prefixed), prefixed([i * 37 % 1000 + 1 for i in range(1000)]))
def remaining(count, *sums):
    row = [b - a for a, b in zip(sums, sums[1:])]

    @lru_cache(None)
    def best(lo, hi):
        if lo == hi:
            return 0
        return max(sum(row[lo + 1:hi]) - best(lo + 1, hi), sum(row[lo:hi - 1]) - best(lo, hi - 1))
    return str(best(0, len(row)))


@problem("lc-1140", rows(7, 60, 7, 1, 9, prefixed), prefixed([i * 37 % 1000 + 1 for i in range(100)]))
def second(count, *sums):
    row = [b - a for a, b in zip(sums, sums[1:])]

    @lru_cache(None)
    def best(i, m):
        takes = [sum(row[i:i + x]) - best(i + x, max(m, x)) for x in range(1, 2 * m + 1) if i + x <= len(row)]
        return max(takes) if takes else 0
    return str(best(0, 1))


@problem("lc-464", numbers(range(1, 6), range(1, 18)), "20 200")
def can_i_win(most, total):
    @lru_cache(None)
    def won(used, so_far):
        for k in range(1, most + 1):
            if k not in used and (so_far + k >= total or not won(used | {k}, so_far + k)):
                return True
        return False
    return "true" if sum(range(most + 1)) >= total and won(frozenset(), 0) else "false"


@problem("hdu-1846", numbers(range(1, 6), range(0, 25)), "999 1000")
def brave(m, n):
    return "first" if wins(lambda n: [k for k in range(1, m + 1) if k <= n])(n) else "second"


@lru_cache(None)
def pair_won(x, y, kind):
    moves = []
    if kind == "coin":
        moves = [(x - 1, y), (x, y - 1), (x - 1, y - 1)]
    if kind == "wythoff":
        moves = [(x - k, y) for k in range(1, x + 1)] + [(x, y - k) for k in range(1, y + 1)]
        moves += [(x - k, y - k) for k in range(1, min(x, y) + 1)]
    if kind == "euclid" and min(x, y) > 0:
        low, high = min(x, y), max(x, y)
        moves = [(low, high - k * low) for k in range(1, high // low + 1)]
    if kind == "boxes":
        moves = [(k, z - k) for z in (x, y) for k in range(1, z)]
    return any(min(a, b) >= 0 and not pair_won(a, b, kind) for a, b in moves)


def pairs(name, kind, words, small, large):
    @problem(name, numbers(small, small), large)
    def answer(x, y):
        return words[0] if pair_won(x, y, kind) else words[1]


pairs("hdu-2147", "coin", ("Wonderful!", "What"), range(0, 12), "1999 1998")
pairs("hdu-1527", "wythoff", ("1", "0"), range(0, 16), "1000000000 618033988")
pairs("euclid", "euclid", ("Stan", "Ollie"), range(1, 18), "1000000000 618033989")
pairs("boj-11867", "boxes", ("A", "B"), range(1, 12), "100 99")


@problem("hdu-2516", numbers(range(2, 40)), str(2**31 - 1))
def twice(n):
    @lru_cache(None)
    def won(left, most):
        return any(k == left or not won(left - k, 2 * k) for k in range(1, min(left, most) + 1))
    return "First" if won(n, n - 1) else "Second"


@problem("cf-1738c", numbers(range(0, 7), range(0, 7)), "50 50")
def addicts(even, odd):
    @lru_cache(None)
    def alice(even, odd, parity, turn):
        if even + odd == 0:
            return parity == 0
        after = []
        if even:
            after.append(alice(even - 1, odd, parity, not turn))
        if odd:
            after.append(alice(even, odd - 1, parity ^ turn, not turn))
        return any(after) if turn else all(after)
    return "Alice" if alice(even, odd, 0, True) else "Bob"


@problem("poj-2068", [f"{listed(list(m))} {s}" for m in product((1, 2, 3), repeat=2) for s in range(1, 12)]
         + [f"4 1 2 3 1 {s}" for s in range(1, 12)], f"{listed([16 - i % 5 for i in range(20)])} 8192")
def teams(count, *rest):
    @lru_cache(None)
    def won(s, seat):
        return s == 0 or any(not won(s - k, (seat + 1) % count) for k in range(1, min(s, rest[seat]) + 1))
    return "1" if won(rest[count], 0) else "0"


@problem("hackerrank-chessboard", [f"1 {x} {y}" for x in range(6) for y in range(6)] + ["2 3 4 7 7", "3 1 2 9 9 14 14"],
         "1000 " + " ".join(f"{i % 15} {i * 7 % 15}" for i in range(1000)))
def chessboard(count, *rest):
    @lru_cache(None)
    def value(x, y):
        near = [(x - 2, y + 1), (x - 2, y - 1), (x + 1, y - 2), (x - 1, y - 2)]
        return mex(value(a, b) for a, b in near if 0 <= a < 15 and 0 <= b < 15)
    total = 0
    for x, y in zip(rest[::2], rest[1::2]):
        total ^= value(x, y)
    return "First" if total else "Second"


for judge, words, large in (("cses-1730", ("first", "second"), listed([10**9 - i for i in range(200000)])),
                            ("poj-2234", ("Yes", "No"), listed([10**7 - i for i in range(20)])),
                            ("luogu-p2197", ("Yes", "No"), listed([10000 - i % 7 for i in range(10000)])),
                            ("uva-10165", ("Yes", "No"), listed([2**31 - i for i in range(10000)])),
                            ("hdu-1849", ("Rabbit", "Grass"), listed([10000 - i for i in range(1000)]))):
    heaps(judge, nim, words, piles(9), large)
heaps("cses-1098", lambda n: [[n - k] for k in (1, 2, 3) if k <= n], ("first", "second"), piles(9),
      listed([10**9 - i for i in range(200000)]))
heaps("hdu-3032", lambda n: nim(n) + [[a, n - a] for a in range(1, n)], ("Alice", "Bob"), piles(10),
      listed([2**31 - 1 - i for i in range(10000)]))
heaps("cf-705b", lambda n: [[a, n - a] for a in range(1, n)], ("1", "2"), piles(9), listed([10**9 - i for i in range(100000)]))
heaps("uva-1482", lambda n: [[n - k] for k in range(1, n // 2 + 1)], ("YES", "NO"), piles(13),
      listed([2 * 10**18 - i for i in range(100)]))
pairs("luogu-p2252", "wythoff", ("1", "0"), range(0, 16), "1000000000 618033988")


@problem("hdu-2188", numbers(range(1, 6), range(1, 25)), "9999 10000")
def donation(m, goal):
    @lru_cache(None)
    def won(given):
        return any(given + k >= goal or not won(given + k) for k in range(1, m + 1))
    return "Grass" if won(0) else "Rabbit"


@problem("poj-2311", numbers(range(2, 5), range(2, 4)), "200 199")
def cutting(w, h):
    @lru_cache(None)
    def won(sheets):
        for i, (a, b) in enumerate(sheets):
            rest = sheets[:i] + sheets[i + 1:]
            cuts = [((c, b), (a - c, b)) for c in range(1, a)] + [((a, c), (a, b - c)) for c in range(1, b)]
            for parts in cuts:
                if (1, 1) in parts or not won(tuple(sorted(rest + parts))):
                    return True
        return False
    return "WIN" if won(((w, h),)) else "LOSE"


@problem("spoj-mcoins", numbers(range(2, 5), range(5, 8), range(1, 20)), "2 9 1000000")
def tower(k, l, n):
    return "A" if wins(lambda n: [x for x in (1, k, l) if x <= n])(n) else "B"


@problem("abc-297-g", [f"{l} {more} {listed(list(c))}" for l in (1, 2, 3) for more in range(4)
                       for c in combinations(range(0, 14, 2), 2)],
         f"1000 4000 {listed([10**9 - i for i in range(200000)])}")
def between(low, more, count, *sizes):
    value = values(lambda n: [[n - k] for k in range(low, low + more + 1) if k <= n])
    total = 0
    for size in sizes:
        total ^= value(size)
    return "First" if total else "Second"


@problem("cf-1194d", numbers(range(3, 10), range(0, 40)), "999999999 1000000000")
def paper(k, n):
    return "Alice" if wins(lambda n: [x for x in (1, 2, k) if x <= n])(n) else "Bob"


@problem("hdu-2897", numbers(range(1, 5), range(0, 5), range(1, 30)), "30000 30000 65535")
def meeting(p, more, n):
    @lru_cache(None)
    def won(left):
        if left == 0:
            return True
        takes = [k for k in range(p, p + more + 1) if k <= left] or [left]
        return any(not won(left - k) for k in takes)
    return "WIN" if won(n) else "LOST"


@problem("cf-1537d", numbers(range(1, 70)), "1000000000")
def deleting(n):
    return "Alice" if wins(lambda n: [d for d in range(2, n) if n % d == 0])(n) else "Bob"


@problem("uva-12293", numbers(range(2, 40)), "1000000000")
def boxes(n):
    @lru_cache(None)
    def won(a, b):
        high = max(a, b)
        return any(not won(high - k, k) for k in range(1, high))
    return "Alice" if won(n, 1) else "Bob"


@problem("typical90-031", [f"1 {w} {b}" for w in range(4) for b in range(9)]
         + ["2 3 4 2 2", "3 1 1 2 5 3 0"], "100000 " + " ".join(f"{i % 51} {i * 7 % 51}" for i in range(100000)))
def vs(count, *rest):
    @lru_cache(None)
    def value(w, b):
        moves = [value(w, b - k) for k in range(1, b // 2 + 1)]
        if w:
            moves.append(value(w - 1, b + w))
        return mex(moves)
    total = 0
    for w, b in zip(rest[::2], rest[1::2]):
        total ^= value(w, b)
    return "First" if total else "Second"
