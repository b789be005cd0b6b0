"""Checks tests/known/values.tsv by the definitions alone: its own reader of the notation, canonical forms (values.py), sums, order, stops, walls, heating,
nim products by mex, and positions by the rules in words (partizan.py). Rows that agree say so in their source; a row that does not is an error.

    python3 tests/independent/algebra.py          rewrites the source column

Not reached: loopy values and atomic weights, whose rows keep the plain source.
"""
import functools
import pathlib
import re
import sys
from fractions import Fraction

from partizan import clobber, cutcake, hackenbush, toads
from theorems import number, times
from values import DOWN, STAR, TABLE, UP, ZERO, add, canonical, le, number as as_number, outcome, value

sys.setrecursionlimit(100_000)
FILE = pathlib.Path(__file__).parent.parent / "known" / "values.tsv"
CHECKED = "; by definition, tests/independent/algebra.py"
TOKEN = re.compile(r"\s*(?:(?P<name>(?!v(?![A-Za-z]))[A-Za-z]+)|(?P<op>\+-|:=|<>|<=|>=|==|[-+:(){},<>]|\|+)|(?P<times>(?<=\s)\*(?=\s))|(?P<nus>[0-9^v*/]+))")


class Unreached(Exception):
    pass


def negative(g, memo={}):
    if g not in memo:
        memo[g] = canonical([negative(x) for x in TABLE[g][1]], [negative(x) for x in TABLE[g][0]])
    return memo[g]


def nimber(n):
    while len(STAR) <= n:
        STAR.append(canonical(STAR, STAR))
    return STAR[n]


def literal(text):
    """A number, ups, a nimber, joined without spaces."""
    match = re.fullmatch(r"(\d+(?:/\d+)?)?(?:([\^v]+)(\d*))?(?:(\*)(\d*))?", text)
    x, arrows, count, star, nim = match.groups()
    total = number(Fraction(x)) if x else ZERO
    if arrows:
        n = int(count) if count else len(arrows)
        total = add(total, times(n, UP if arrows[0] == "^" else DOWN))
    return add(total, nimber(int(nim) if nim else 1)) if star else total


class Reader:
    """Recursive descent: comparison, sum, product, ordinal sum, prefix, braces and calls."""

    def __init__(self, text):
        self.tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise Unreached(text)
            self.tokens.append((match.lastgroup, match.group(match.lastgroup)))
            at = match.end()
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else (None, None)

    def take(self, text=None):
        kind, word = self.peek()
        if text is not None and word != text:
            raise Unreached(f"{text} expected, {word} found")
        self.at += 1
        return kind, word

    def whole(self):
        left = self.sum()
        if self.peek()[1] in ("<>", "<", ">", "<=", ">=", "=="):
            relation = self.take()[1]
            right = self.sum()
            below, above = le(left, right), le(right, left)
            return {"<": below and not above, ">": above and not below, "<=": below, ">=": above, "==": below and above, "<>": not below and not above}[relation]
        if self.peek()[0] is not None:
            raise Unreached(self.peek()[1])
        return left

    def sum(self):
        total = self.product()
        while self.peek()[1] in ("+", "-"):
            sign = self.take()[1]
            term = self.product()
            total = add(total, term if sign == "+" else negative(term))
        return total

    def product(self):
        left = self.ordinal()
        while self.peek()[0] == "times":
            self.take()
            left = times(int(as_number(left)), self.ordinal())
        return left

    def ordinal(self):
        left = self.prefix()
        # From left to right; the sum is associative.
        while self.peek()[1] == ":":
            self.take()
            left = ordinal_sum(left, self.prefix())
        return left

    def prefix(self):
        kind, word = self.peek()
        if word == "-":
            self.take()
            return negative(self.prefix())
        if word == "+":
            self.take()
            return self.prefix()
        if word == "+-":
            self.take()
            g = self.prefix()
            return canonical([g], [negative(g)])
        return self.primary()

    def primary(self):
        kind, word = self.take()
        if kind == "nus":
            return literal(word)
        if word == "(":
            g = self.sum()
            self.take(")")
            return g
        if word == "{":
            return self.brace()
        if kind == "name" and self.peek()[1] == "(":
            self.take("(")
            arguments = [self.sum()]
            while self.peek()[1] == ",":
                self.take()
                arguments.append(self.sum())
            self.take(")")
            return call(word, arguments)
        raise Unreached(word)

    def brace(self):
        """More bars bind looser than fewer, and bars looser than commas."""
        segments, bars = [[]], []
        while True:
            kind, word = self.peek()
            if word == "}":
                self.take()
                break
            if word and set(word) == {"|"}:
                self.take()
                bars.append(len(word))
                segments.append([])
            elif word == ",":
                self.take()
            else:
                segments[-1].append(self.sum())
        while bars:
            k = min(range(len(bars)), key=lambda i: bars[i])
            segments[k:k + 2] = [[canonical(segments[k], segments[k + 1])]]
            del bars[k]
        return segments[0][0]


def ordinal_sum(g, h):
    (gl, gr), (hl, hr) = TABLE[g], TABLE[h]
    return canonical(list(gl) + [ordinal_sum(g, x) for x in hl], list(gr) + [ordinal_sum(g, x) for x in hr])


def call(name, arguments):
    numbers = [as_number(g) for g in arguments]
    g = arguments[0]
    if name == "Tiny":
        return canonical([ZERO], [canonical([ZERO], [negative(g)])])
    if name == "Miny":
        return negative(call("Tiny", arguments))
    if name in ("Pow", "PowTo", "Uptimal"):
        to = lambda n: functools.reduce(lambda s, _: canonical([s], [STAR[1]]), range(n), ZERO)
        power = lambda n: add(to(n), negative(to(n - 1)))
        if name == "Uptimal":
            return functools.reduce(add, [times(int(x), power(i + 1)) for i, x in enumerate(numbers)], ZERO)
        return (to if name == "PowTo" else power)(int(numbers[1]))
    if name == "Simplest":
        # The first number born between the two: days one by one.
        born = [Fraction(0)]
        while True:
            inside = [x for x in born if numbers[0] < x < numbers[1]]
            if inside:
                return number(min(inside, key=abs))
            born = sorted(set(born) | {born[0] - 1, born[-1] + 1} | {(a + b) / 2 for a, b in zip(born, born[1:])})
    if name == "Cool":
        return cool(g, numbers[1])
    if name == "Heat":
        return heat(g, arguments[1])
    if name == "Overheat":
        return overheat(g, arguments[1], arguments[2])
    if name == "Norton" and numbers[0] is not None and numbers[0].denominator == 1:
        return times(int(numbers[0]), arguments[1])
    raise Unreached(name)


def nimbers(expression, expected):
    """Products, inverses and square roots, on the numbers of the nimbers."""
    name, *rest = re.split(r"[(,)]", expression)
    a, *b = (int(word.strip("*") or 1) for word in rest if word)
    answer = int(expected.strip("*") or 1)
    if name == "NimProduct":
        return nim_product(a, b[0]) == answer
    return nim_product(a, answer) == 1 if name == "NimInverse" else nim_product(answer, answer) == a


@functools.cache
def nim_product(a, b):
    """Conway's definition: the least number not (a' b) + (a b') + (a' b'). Squares of large Fermat powers by his theorem (ONAG ch. 6)."""
    if a == 0 or b == 0:
        return 0
    if a == b and a in (256, 65536):
        return 3 * a // 2
    taken = {nim_product(x, b) ^ nim_product(a, y) ^ nim_product(x, y) for x in range(a) for y in range(b)}
    return next(n for n in range(4 * max(a, b) ** 2 + 4) if n not in taken)


def heat(g, t):
    if as_number(g) is not None:
        return g
    left, right = TABLE[g]
    return canonical([add(heat(x, t), t) for x in left], [add(heat(x, t), negative(t)) for x in right])


def overheat(g, s, t):
    x = as_number(g)
    if x is not None and x.denominator == 1:
        return times(int(x), s) if x >= 0 else negative(times(int(-x), s))
    left, right = TABLE[g]
    return canonical([add(overheat(x, s, t), t) for x in left], [add(overheat(x, s, t), negative(t)) for x in right])


def cool(g, t):
    if as_number(g) is not None:
        return g
    mean, temperature = foot(g)
    if t > temperature:
        return number(mean)
    left, right = TABLE[g]
    return canonical([add(cool(x, t), number(-t)) for x in left], [add(cool(x, t), number(t)) for x in right])


@functools.cache
def walls(g):
    """Left and right wall from temperature 0 up: lists of (t, value), constant after the last."""
    x = as_number(g)
    if x is not None:
        return (((Fraction(0), x),),) * 2
    left = scaffold([walls(y)[1] for y in TABLE[g][0]], max, -1)
    right = scaffold([walls(y)[0] for y in TABLE[g][1]], min, 1)
    knots = sorted({t for t, _ in left} | {t for t, _ in right})
    knots.append(knots[-1] + 1)
    out = [], []
    for a, b in zip(knots, knots[1:] + [None]):
        low, high = at(right, a), at(left, a)
        if high <= low:
            # They met before: the scaffolds are straight between knots.
            return mast(out, a, left, right)
        out[0].append((a, high))
        out[1].append((a, low))
        if b is None:
            # Beyond the last knot the left scaffold falls and the right rises, each by one.
            t = a + (high - low) / 2
            return tuple(tuple(wall) + ((t, (high + low) / 2),) for wall in out)


def mast(out, after, left, right):
    if not out[0]:
        x = at(left, after)
        return (((Fraction(0), x),),) * 2
    before = out[0][-1][0]
    gap = lambda t: at(left, t) - at(right, t)
    t = before + (after - before) * gap(before) / (gap(before) - gap(after))
    x = at(left, t)
    return tuple(tuple(wall) + ((t, x),) for wall in out)


def scaffold(options, best, slope):
    knots = sorted({t for wall in options for t, _ in wall})
    knots = knots + [knots[-1] + 64]
    crossings = set(knots)
    for a, b in zip(knots, knots[1:]):
        for i, p in enumerate(options):
            for q in options[:i]:
                d, e = at(p, a) - at(q, a), at(p, b) - at(q, b)
                if d * e < 0:
                    crossings.add(a + (b - a) * d / (d - e))
    return [(t, best(at(wall, t) for wall in options) + slope * t) for t in sorted(crossings)]


def at(wall, t):
    for (a, x), (b, y) in zip(wall, wall[1:]):
        if a <= t <= b:
            return x + (y - x) * (t - a) / (b - a)
    return wall[0][1] if t < wall[0][0] else wall[-1][1]


def foot(g):
    x = as_number(g)
    if x is not None:
        return x, Fraction(-1, x.denominator)
    t, mean = walls(g)[0][-1]
    return mean, t


def stop(g, p):
    x = as_number(g)
    if x is not None:
        return x
    return (max if p == 0 else min)(stop(y, 1 - p) for y in TABLE[g][p])


@functools.cache
def birthday(g):
    return 1 + max((birthday(x) for side in TABLE[g] for x in side), default=-1)


def domineering_mask(rows, columns):
    """Who wins, on bit masks."""
    places = [[], []]
    for r in range(rows):
        for c in range(columns):
            here = 1 << (r * columns + c)
            if r + 1 < rows:
                places[0].append(here | here << columns)
            if c + 1 < columns:
                places[1].append(here | here << 1)

    @functools.cache
    def wins(free, p):
        return any(free & m == m and not wins(free & ~m, 1 - p) for m in places[p])
    full = (1 << rows * columns) - 1
    return {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}[(wins(full, 0), wins(full, 1))]


MEMO = {}


def position(text):
    game, arguments = text.split("(", 1)
    arguments = arguments[:-1]
    memo = MEMO.setdefault(game, {})
    if game == "Domineering":
        from partizan import domineering
        r, c = (int(n) for n in re.findall(r"\d+", arguments))
        if r * c > 16:
            raise Unreached(text)
        return value(frozenset((i, j) for i in range(r) for j in range(c)), domineering, memo)
    if game == "Cutcake":
        return value(tuple(int(n) for n in arguments.split(",")), cutcake, memo)
    if game == "Hackenbush":
        edges = re.findall(r"\((\d+),\s*(\d+),\s*(\w)", arguments)
        return value(frozenset((i, int(u), int(v), h) for i, (u, v, h) in enumerate(edges)), hackenbush, memo)
    moves = {"ToadsAndFrogs": toads, "Clobber": clobber}[game]
    return value(arguments.strip('"'), moves, memo)


def check(expression, quantity, expected):
    """Whether the definition agrees; raises Unreached where it does not reach."""
    is_position = re.match(r"(Domineering|Cutcake|Hackenbush|ToadsAndFrogs|Clobber)\(", expression)
    if is_position and quantity == "outcome":
        r, c = (int(n) for n in re.findall(r"\d+", expression))
        return domineering_mask(r, c) == expected
    if expression.startswith("Reduced("):
        # The difference is infinitesimal, and the answer has no simpler one: it is a number or a switch of numbers.
        g, r = Reader(expression[len("Reduced"):]).whole(), Reader(expected).whole()
        d = add(g, negative(r))
        return stop(d, 0) == stop(d, 1) == 0
    if expression.startswith("Nim"):
        return nimbers(expression, expected)
    g = position(expression) if is_position else Reader(expression).whole()
    if quantity == "truth":
        return g is (expected == "true")
    if quantity in ("canonical", "value"):
        return g == Reader(expected).whole()
    if quantity == "outcome":
        return outcome(g) == expected
    found = {"mean": lambda: foot(g)[0], "temperature": lambda: foot(g)[1], "left_stop": lambda: stop(g, 0), "right_stop": lambda: stop(g, 1),
             "birthday": lambda: birthday(g)}
    if quantity not in found:
        raise Unreached(quantity)
    return found[quantity]() == Fraction(expected)


def main():
    lines, reached, left = [], 0, []
    for number_of_line, line in enumerate(FILE.read_text().splitlines()):
        parts = line.split("\t")
        if line.startswith("#") or number_of_line < 2:
            lines.append(line)
            continue
        expression, quantity, expected, source = parts
        source = source.removesuffix(CHECKED)
        try:
            assert check(expression, quantity, expected), line
            source += CHECKED
            reached += 1
        except (Unreached, KeyError, AttributeError) as why:
            left.append(f"{expression} ({why})")
        lines.append("\t".join((expression, quantity, expected, source)))
    FILE.write_text("\n".join(lines) + "\n")
    print(f"{reached} rows by definition; {len(left)} not reached: " + "; ".join(left))


if __name__ == "__main__":
    main()
