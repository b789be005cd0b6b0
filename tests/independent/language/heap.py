"""Heap games: a code, the moves it allows, and Grundy values by the mex rule.

Digit k says what may be left after taking k: bit j, that it may lie as exactly j non-empty heaps (docs/sequences.md).
"""
import re

from .element import LEFT
from .mistake import Mistake
from .rules import Rules
from .solver import has_values, mex
from .turn import Position

MOST_HEAPS = 15


class Heaps:
    """`digits` from 0 on, `tail` repeated after them; `unequal`: the heaps left by one move all differ."""

    def __init__(self, digits, tail=(), unequal=False):
        self.digits, self.tail, self.unequal = list(digits), list(tail), unequal

    def digit(self, k):
        if k < len(self.digits):
            return self.digits[k]
        return self.tail[(k - len(self.digits)) % len(self.tail)] if self.tail else 0

    def most(self):
        """The most heaps that a move leaves, at least 1."""
        return max([1] + [d.bit_length() - 1 for d in (*self.digits, *self.tail)])

    def values(self, count):
        """Grundy values of the heaps 0 to count - 1."""
        g = []
        sums = [[set()] for _ in range(self.most() + 1)]      # sums[j][r]: nim-sums of j non-empty heaps of r in all
        sums[0][0] = {0}
        for n in range(count):
            reached = set()
            for k in range(n + 1):
                d, rest = self.digit(k), n - k
                if rest == 0:
                    reached |= {0} if d & 1 else set()
                    continue
                for j in range(1, d.bit_length()):
                    if d >> j & 1 and not (k == 0 and j == 1):
                        reached |= self.split(g, rest) if self.unequal and j == 2 else sums[j][rest] if rest < n else self.split_all(g, sums, rest, j)
            g.append(mex(reached))
            if n:
                sums[0].append(set())
                for j in range(1, len(sums)):
                    sums[j].append({g[a] ^ x for a in range(1, n + 1) for x in sums[j - 1][n - a]})
        return g

    def split_all(self, g, sums, rest, j):
        """Nim-sums of two or more heaps of `rest` in all, each smaller than `rest`, whose own value is not known yet."""
        return {g[a] ^ x for a in range(1, rest) for x in (sums[j - 1][rest - a])}

    @staticmethod
    def split(g, rest):
        return {g[a] ^ g[rest - a] for a in range(1, (rest + 1) // 2)}


def read_code(text):
    """`S{1,3,4}`, `AllBut{2}`, `0.77`, `4.3...`, `0.1[37]...`, `4.0u`, `0x0.f`, `0.(31)`."""
    found = re.fullmatch(r"(S|AllBut)\{(.*)\}", text)
    if found:
        takes = set()
        for piece in filter(None, found.group(2).replace(" ", "").split(",")):
            low, _, high = piece.partition("..")
            takes |= set(range(int(low), int(high or low) + 1))
        if found.group(1) == "S":
            return Heaps([3 if k in takes else 0 for k in range(max(takes, default=0) + 1)])
        return Heaps([0] + [0 if k in takes else 3 for k in range(1, max(takes, default=0) + 1)], [3])
    base, rest = (16, text[2:]) if text.startswith("0x") else (8, text)
    unequal = rest.endswith("u")
    rest = rest.removesuffix("u")
    repeats = rest.endswith("...")
    rest = rest.removesuffix("...")
    found = re.fullmatch(r"([0-9a-f]?)\.((?:[0-9a-f]|\(\d+\))*)(?:\[((?:[0-9a-f]|\(\d+\))+)\])?", rest)
    if not found or found.group(3) and not repeats:
        raise Mistake(f"{text} is no code")

    def digits(part):
        out = [int(x[1:-1]) if x.startswith("(") else int(x, base) for x in re.findall(r"\(\d+\)|[0-9a-f]", part or "")]
        if any(d >= 2 << MOST_HEAPS for d in out):
            raise Mistake(f"{text} leaves more than {MOST_HEAPS} heaps")
        return out
    before, tail = digits(found.group(1) or "0") + digits(found.group(2)), digits(found.group(3))
    if repeats and not tail:
        before, tail = before[:-1], before[-1:]
    return Heaps(before, tail, unequal)


class RuleHeaps:
    """The heaps of a game with one number; digits are read off its moves at the sizes looked at, and compared at each."""

    def __init__(self, rules_text, position):
        component, = Rules(rules_text).position(position).components
        self.instance = component.instance
        if not has_values([component]) or len(component.values) != 1 or not isinstance(component.values[0], int):
            raise Mistake("not a heap of an impartial game")

    def options(self, n):
        """The multisets of non-empty heaps that a move from n leaves."""
        component = self.instance.component({self.instance.game.fields[0].name: n})
        out = set()
        for _, o in Position([component]).options(LEFT):
            if any(c.instance is not self.instance for c in o.components):
                raise Mistake("a move leaves something else than heaps")
            out.add(tuple(sorted(c.values[0] for c in o.components if c.values[0])))
        return out

    def as_code(self, to):
        """Heaps whose digits give exactly the moves of all sizes below `to`; the rules beyond are not looked at. Digits that repeat
        from the first half on are taken to repeat for ever."""
        options = [self.options(n) for n in range(to)]
        digits = [0] * to
        for n, all_of in enumerate(options):
            for heaps in all_of:
                digits[n - sum(heaps)] |= 1 << len(heaps)
        for n, all_of in enumerate(options):
            for k in range(n + 1):
                d = digits[k]
                wanted = {heaps for heaps in all_of if sum(heaps) == n - k}
                if d >> 3 or wanted != set(possible(d, n - k)) - ({(n,)} if k == 0 else set()):
                    raise Mistake("the moves are not those of a code of at most two heaps")
        seen = to - 3       # beyond, too little is left to be parted
        for q in range(1, to // 4):
            h = next((h for h in range(to) if all(digits[i] == digits[i + q] for i in range(h, seen - q))), to)
            if h <= to // 2:
                return Heaps(digits[:h], digits[h:h + q] if any(digits[h:h + q]) else ())
        raise Mistake("the digits do not repeat")


def possible(digit, rest):
    """All ways to leave `rest` in at most two heaps as a digit allows."""
    if rest == 0:
        return [()] if digit & 1 else []
    out = [(rest,)] if digit & 2 else []
    return out + ([(a, rest - a) for a in range(1, rest // 2 + 1)] if digit & 4 else [])
