"""Canonical forms of short games, from the definitions (On Numbers and Games ch. 10).

Equal forms are the same object. Names are those of the page docs/values.md: numbers, `*2`, `^3`, `1v*`, else braces.
"""
import re
from fractions import Fraction
from functools import lru_cache


class Form:
    """A game in canonical form; `left` and `right` are sets of forms."""
    __slots__ = ("left", "right", "__weakref__")

    def __init__(self, left, right):
        self.left, self.right = left, right


FORMS = {}


def form(left, right):
    key = frozenset(left), frozenset(right)
    if key not in FORMS:
        FORMS[key] = Form(*key)
    return FORMS[key]


ZERO = form((), ())


@lru_cache(maxsize=None)
def le(g, h):
    """g <= h: no left option of g is >= h, no right option of h is <= g."""
    return g is h or not any(le(h, x) for x in g.left) and not any(le(x, g) for x in h.right)


def canonical(left, right):
    """The canonical form of the game with these options, which are canonical."""
    left, right = set(left), set(right)
    while True:
        g = Form(frozenset(left), frozenset(right))
        through = next(((x, y) for x in left for y in x.right if le(y, g)), None)
        if through:
            left.remove(through[0])
            left |= through[1].left
            continue
        through = next(((x, y) for x in right for y in x.left if le(g, y)), None)
        if through:
            right.remove(through[0])
            right |= through[1].right
            continue
        break
    left = {x for x in left if not any(x is not y and le(x, y) for y in left)}
    right = {x for x in right if not any(x is not y and le(y, x) for y in right)}
    return form(left, right)


@lru_cache(maxsize=None)
def plus(g, h):
    return canonical({plus(x, h) for x in g.left} | {plus(g, x) for x in h.left},
                     {plus(x, h) for x in g.right} | {plus(g, x) for x in h.right})


@lru_cache(maxsize=None)
def negative(g):
    return form({negative(x) for x in g.right}, {negative(x) for x in g.left})


@lru_cache(maxsize=None)
def number(x):
    """The form of a dyadic fraction."""
    if x.denominator == 1:
        n = x.numerator
        return ZERO if n == 0 else form({number(Fraction(n - 1))}, ()) if n > 0 else form((), {number(Fraction(n + 1))})
    step = Fraction(1, x.denominator)
    return form({number(x - step)}, {number(x + step)})


@lru_cache(maxsize=None)
def as_number(g):
    """The number that a form is, or None."""
    left, right = [as_number(x) for x in g.left], [as_number(x) for x in g.right]
    if len(left) > 1 or len(right) > 1 or None in left or None in right:
        return None
    if not left and not right:
        return Fraction(0)
    if not right:
        return left[0] + 1
    if not left:
        return right[0] - 1
    return (left[0] + right[0]) / 2 if left[0] < right[0] else None


@lru_cache(maxsize=None)
def nimber(n):
    below = {nimber(i) for i in range(n)}
    return form(below, below)


@lru_cache(maxsize=None)
def ups(n):
    """n times up, for n of either sign."""
    if n < 0:
        return negative(ups(-n))
    return ZERO if n == 0 else plus(ups(n - 1), form({ZERO}, {nimber(1)}))


@lru_cache(maxsize=None)
def stop(g, left):
    """The left (right) stop of a form."""
    x = as_number(g)
    if x is not None:
        return x
    return max(stop(y, False) for y in g.left) if left else min(stop(y, True) for y in g.right)


@lru_cache(maxsize=None)
def birthday(g):
    return 1 + max((birthday(x) for x in g.left | g.right), default=-1)


@lru_cache(maxsize=None)
def infinitesimal(g):
    """(number, ups, star) if a form is their sum, else None."""
    if as_number(g) is not None:
        return as_number(g), 0, 0
    x = stop(g, True)
    if x != stop(g, False):
        return None
    rest = plus(g, number(-x))
    born = birthday(rest)
    for n in sorted(range(-born, born + 1), key=abs):
        for m in range(born + 1):
            if plus(ups(n), nimber(m)) is rest:
                return x, n, m
    return None


def rank(g):
    """Options are written in this order: number plus ups plus nimber first, others by their names."""
    parts = infinitesimal(g)
    return (0, parts, "") if parts else (1, (), name(g))


@lru_cache(maxsize=None)
def name(g):
    """How a form is written."""
    parts = infinitesimal(g)
    if parts:
        x, n, m = parts
        arrow = ("^" if n > 0 else "v") + (str(abs(n)) if abs(n) > 1 else "") if n else ""
        star = ("*" + (str(m) if m > 1 else "")) if m else ""
        return (str(x) if x or not arrow + star else "") + arrow + star
    if g.right == {negative(x) for x in g.left}:
        options = ",".join(map(name, sorted(g.left, key=rank)))
        return f"+-({options})" if len(g.left) > 1 else "+-" + options
    for word, h in (("Tiny", g), ("Miny", negative(g))):
        if tiny_of(h):
            return f"{word}({tiny_of(h)})"
    return "{" + barred(g)[0] + "}"


def tiny_of(g):
    """x if a form is {0||0|-x} with a number x > 0, else None."""
    if g.left == {ZERO} and len(g.right) == 1:
        inner = next(iter(g.right))
        if inner.left == {ZERO} and len(inner.right) == 1:
            x = as_number(next(iter(inner.right)))
            return -x if x is not None and x < 0 else None
    return None


def barred(g):
    """What stands between the braces of a form, and the most bars in a row there: an only option in braces drops them."""
    sides, most = [], 0
    for side in (g.left, g.right):
        only = next(iter(side)) if len(side) == 1 else None
        if only is not None and name(only).startswith("{"):
            text, bars = barred(only)
            most = max(most, bars)
        else:
            text = ",".join(map(name, sorted(side, key=rank)))
        sides.append(text)
    return ("|" * (most + 1)).join(sides), most + 1


def read(text):
    """The form written so: numbers, `*2`, `^3`, `v`, these joined (`1^*`), braces with one or more bars, `+-x`, `Tiny(x)`, `Miny(x)`."""
    form_read, rest = read_one(text.replace(" ", ""))
    if rest:
        raise ValueError(f"{text} is no value")
    return form_read


def read_one(text):
    if text.startswith("{"):
        return read_braces(text[1:])
    if text.startswith("+-"):
        if text[2:].startswith("("):
            options, rest = read_options(text[3:])
            rest = rest[1:]
        else:
            one, rest = read_one(text[2:])
            options = [one]
        return canonical(options, map(negative, options)), rest
    for word, sign in (("Tiny(", 1), ("Miny(", -1)):
        if text.startswith(word):
            x, rest = read_one(text[len(word):])
            tiny = canonical({ZERO}, {canonical({ZERO}, {negative(x)})})
            return tiny if sign > 0 else negative(tiny), rest[1:]
    found = re.match(r"(-?\d+(?:/\d+)?)?([\^v]\d*)?(\*\d*)?", text)
    x, arrow, star = found.groups()
    if not found.group():
        raise ValueError(f"{text} is no value")
    count = int(arrow[1:] or 1) * (1 if arrow[0] == "^" else -1) if arrow else 0
    return plus(plus(number(Fraction(x or 0)), ups(count)), nimber(int(star[1:] or 1) if star else 0)), text[found.end():]


def read_options(text):
    out = []
    while text and text[0] not in "|})":
        one, text = read_one(text)
        out.append(one)
        text = text[1:] if text.startswith(",") else text
    return out, text


def read_braces(text):
    """What follows `{`: options between bars, of which the longest run parts first."""
    pieces = []         # options and the bars after them
    while True:
        options, text = read_options(text)
        bars = len(text) - len(text.lstrip("|"))
        pieces.append((options, bars))
        text = text[bars:]
        if bars == 0:
            return joined(pieces)[0], text[1:]


def joined(pieces):
    """The options that these pieces make: one game if there are bars among them."""
    most = max(bars for _, bars in pieces[:-1]) if len(pieces) > 1 else 0
    if most == 0:
        return pieces[0][0]
    at = next(i for i, (_, bars) in enumerate(pieces) if bars == most)
    left, right = pieces[:at] + [(pieces[at][0], 0)], pieces[at + 1:]
    return [canonical(joined(left), joined(right))]
