"""Canonical forms of short games, from the definitions (On Numbers and Games ch. 10).

Equal forms are the same object. Names are those of the page docs/values.md: numbers, `*2`, `^3`, `1v*`, else braces.
"""
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
def name(g):
    """How a form is written."""
    x = as_number(g)
    if x is not None:
        return str(x)
    if stop(g, True) == stop(g, False):
        x = stop(g, True)
        rest = plus(g, number(-x))
        born = birthday(rest)
        for n in sorted(range(-born, born + 1), key=abs):
            for m in range(born + 1):
                if plus(ups(n), nimber(m)) is rest:
                    arrow = ("^" if n > 0 else "v") + (str(abs(n)) if abs(n) > 1 else "") if n else ""
                    star = ("*" + (str(m) if m > 1 else "")) if m else ""
                    return (str(x) if x else "") + arrow + star
    return "{" + ",".join(sorted(map(name, g.left))) + "|" + ",".join(sorted(map(name, g.right))) + "}"
