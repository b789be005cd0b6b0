"""Certificates of periods: `grundy period 1` (docs/certificates.md). Every value is computed by the mex rule, then the facts of
the theorem are looked at, in the words of that page.
"""
import hashlib
from itertools import product
from math import gcd

from .certificate import Lines, Wrong, natural
from .heap import RuleHeaps, read_code
from .mistake import Mistake
from .solver import mex

MOST = 20_000       # values that are computed here
LOOKED = 100        # heaps of rules whose moves are compared with digits


def check(rules_bytes, data):
    """What an accepted certificate proves, in words; raises `Wrong` for any other. `rules_bytes` may be None for a code."""
    lines = Lines(data)
    if lines.take() != "grundy period 1":
        raise Wrong("no period of version 1", lines.at)
    rules, game, note = None, None, ""
    if (lines.peek() or "").startswith("code "):
        game = lines.word("code")
    else:
        position = lines.word("game")
        if rules_bytes is None or lines.word("rules sha256") != hashlib.sha256(rules_bytes).hexdigest():
            raise Wrong("the rules are others", lines.at)
        rules = RuleHeaps(rules_bytes.decode("utf-8"), position)
    theorem = lines.word("theorem")
    law = Law(*(lines.count(word) for word in ("period", "saltus", "preperiod", "from")))
    count = lines.count("values")
    told = []
    while len(told) < count:
        line = [natural(v, lines.at + 1) for v in lines.take().split(" ")]
        if len(line) != min(32, count - len(told)):
            raise Wrong("32 values a line", lines.at)
        told += line
    if lines.take() != "end" or lines.peek() is not None:
        raise Wrong("something follows the values", lines.at)
    if theorem not in THEOREMS or law.period < 1 or law.begin < 1:
        raise Wrong("no such theorem or law")
    if count > MOST:
        raise Wrong(f"no verdict: more than {MOST} values")
    try:
        if rules is not None:
            code = rules.as_code(LOOKED)
            note = f"; the rules are looked at for heaps below {LOOKED}, their form beyond is assumed"
        else:
            code = read_code(game)
    except Mistake as mistake:
        raise Wrong(mistake.what) from None
    g = code.values(count)
    if g != told:
        raise Wrong(f"heap {next(n for n in range(count) if g[n] != told[n])} has another value")
    THEOREMS[theorem](code, law, g)
    finish(law, g)
    return f"period {law.period}, saltus {law.saltus}, from heap {law.preperiod} on, by {theorem}: {count} values" + note


class Law:
    """g(n + period) = g(n) + saltus for all n >= preperiod; the theorem speaks from heap `begin` on."""

    def __init__(self, period, saltus, preperiod, begin):
        self.period, self.saltus, self.preperiod, self.begin = period, saltus, preperiod, begin

    def holds(self, g, low, high):
        return all(g[n + self.period] == g[n] + self.saltus for n in range(low, high))


def demand(fact, what):
    if not fact:
        raise Wrong(what)


def finish(law, g):
    """Neither the period nor the preperiod can be smaller."""
    demand(law.holds(g, law.preperiod, min(law.begin, len(g) - law.period)), "the law fails before the theorem begins")
    if law.preperiod:
        n = law.preperiod - 1
        demand(g[n + law.period] != g[n] + law.saltus, "the law holds one heap earlier")
    for p in range(1, law.period):
        if law.period % p == 0 and law.saltus * p % law.period == 0:
            step = law.saltus * p // law.period
            demand(any(g[n + p] != g[n] + step for n in range(law.preperiod, len(g) - p)), f"{p} is a period, too")


def repeat(code, law, g):
    P, M, t = law.period, law.begin, code.most()
    k = max(len(code.digits) - 1, 0)
    while k > 0 and code.digits[k] == 0:
        k -= 1
    demand(not code.tail and not code.unequal and law.saltus == 0, "repeat: finitely many digits, no condition on sizes, no saltus")
    demand(M == max(law.preperiod, 1) and len(g) == t * (M + P) + k, "repeat: another number of values")
    demand(law.holds(g, M, t * M + (t - 1) * P + k), "repeat: the law fails")


def heights(code, law, g):
    P, S, M, h, t = law.period, law.saltus, law.begin, len(code.digits), code.most()
    demand(not code.tail and not code.unequal and 3 <= t <= 6, "heights: finitely many digits, three to six heaps")
    demand(S > 0 and S & (S - 1) == 0 and M == max(law.preperiod, 1) and len(g) == 3 * (M + P) + h, "heights: saltus or number of values")
    demand(law.holds(g, M, len(g) - P), "heights: the law fails")

    def height(n):
        return g[n] // S

    def low(n):
        return g[n] % S

    def defect(n):
        return P * height(n) - n
    below, classes = range(1, M + P), range(M, M + P)
    low_heaps = [n for n in below if height(n) == 0]
    low_classes = [n for n in classes if height(n) == 0]

    def combined(groups):
        """{(nim-sum of low parts, sum of defects)} with one heap of each group."""
        out = {(0, 0)}
        for group in groups:
            pairs = {(low(n), defect(n)) for n in group}
            out = {(x ^ y, d + e) for x, d in out for y, e in pairs}
        return out
    left = {j: combined([below] * j) for j in range(1, t + 1)}
    three = combined([low_classes] * 3)
    led = {j: combined([classes] + [low_heaps] * (j - 1)) for j in (1, 2, 3)}
    takes = list(enumerate(code.digits))
    for n in classes:
        for k, d in takes:
            for j in range(1, t + 1):
                if d >> j & 1:
                    for x, total in left[j]:
                        over = total - (k + defect(n))
                        demand(x != low(n) or over < 0 or over % (2 * P), f"heights: a split may have the value of heap {n}")
        for x in range(S):
            firsts = {(total - k - defect(n)) // P for k, d in takes if d >> 3 & 1 for y, total in three if y == x and (total - k - defect(n)) % P == 0}
            seconds = {-(total - k - defect(n)) // P for k, d in takes for j in (1, 2, 3) if d >> j & 1
                       for y, total in led[j] if y == x and (total - k - defect(n)) % P == 0}
            far = max([0] + [-D for D in firsts] + list(seconds)) + 3       # beyond, only the parity of w matters
            for w in range(1 if x >= low(n) else 0, far + 2):
                demand(w in seconds or any(D >= -w and (D + w) % 2 == 0 for D in firsts), f"heights: a number below heap {n} is not reached")


def shift(code, law, g):
    P, S, M, h = law.period, law.saltus, law.begin, len(code.digits)
    q = len(code.tail)
    demand(code.tail and h >= 1 and q <= 64 and not code.unequal and code.most() == 1, "shift: takes by remainder, no splits")
    demand(M > h and M >= law.preperiod, "shift: begins too early")
    L = P * q // gcd(P, q)
    demand(len(g) == M + L + (P if L > P else 0), "shift: another number of values")

    def allowed(k):
        return code.digit(h + (k - h) % q)         # the digit of all amounts from h on with this remainder

    def state(n):
        reached = []
        for c in range(q):
            values = {g[m] for m in range(1, n - h + 1) if allowed(c - m) & 2}
            reached.append(values | ({0} if allowed(c) & 1 else set()))
        least = [mex(w) for w in reached]
        u = min(least)
        above = tuple(tuple(sorted(x - u for x in w if x > m)) for w, m in zip(reached, least))
        before = tuple(max(-1, g[n - i] - u) for i in range(1, h))
        return (n % q, tuple(x - u for x in least), above, before), u
    (one, u), (two, v) = state(M), state(M + L)
    demand(one == two and (v - u) * P == S * L, "shift: the state does not come again")
    demand(L == P or law.holds(g, M, M + L), "shift: the law fails")


def block(code, law, g):
    P, S = law.period, law.saltus
    splits = [j for j in range(len(code.digits)) if code.digits[j] & 4]
    demand(code.tail and all(code.digit(k) & 3 == 3 for k in range(1, len(code.digits) + len(code.tail) + 1)), "block: any amount may be taken")
    demand(all(d < 4 for d in code.tail) and all(d < 8 for d in code.digits) and not code.unequal, "block: splits in two after amounts below h")
    demand(P == S and P & (P - 1) == 0 and law.begin == 1 and law.preperiod <= 1 and len(g) == P + 1, "block: saltus or number of values")
    demand(sorted(g[1:]) == list(range(1, P + 1)), "block: not a permutation")
    for r in range(1, P + 1):
        reached = set(g[:r]) | {g[a] ^ g[r - j - a] for j in splits for a in range(1, r - j) if g[r - j - a] < P}
        demand(set(range(g[r])) <= reached, f"block: a number below heap {r} is not reached")
        for a, b in product(range(1, P + 1), repeat=2):
            if g[r] % P == (g[a] % P) ^ (g[b] % P):
                for j in splits:
                    over = r - a - b - j + P * (g[a] // P + g[b] // P - g[r] // P)
                    demand(over < 0 or over % (2 * P), f"block: a split may have the value of heap {r}")


THEOREMS = {"repeat": repeat, "heights": heights, "shift": shift, "block": block}
