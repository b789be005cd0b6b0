"""Sets that declare parameters and fields: what they hold, where they start, and how written arguments become elements."""
from itertools import product

from .element import Array, Listing, Name, Numbers, Record, members, show, walk
from .mistake import Mistake

ALL = Name("all", 0, "all")     # the word `all`, until a set says of what


class Plain:
    """The elements of a finite set, or of unbounded numbers."""

    def __init__(self, elements):
        self.elements = elements if isinstance(elements, (range, Numbers)) else members(elements)

    def holds(self, x):
        return x in self.elements

    def walk(self):
        if isinstance(self.elements, Numbers):
            raise Mistake("an unbounded set is walked")
        return walk(self.elements)

    def first(self):
        if isinstance(self.elements, Numbers):
            return self.elements.low or 0
        for x in self.walk():
            return x
        raise Mistake("a field has an empty set")

    def adopt(self, x, show_text=None):
        if isinstance(x, str) and show_text and len(x) == 1 and x in show_text:
            x = self.walk()[show_text.index(x)]
        if not self.holds(x):
            raise Mistake(f"{show(x)} is not in its set")
        return x


class Optional:
    def __init__(self, inner):
        self.inner = inner

    def holds(self, x):
        return x is None or self.inner.holds(x)

    def walk(self):
        return [None, *self.inner.walk()]

    def first(self):
        return None

    def adopt(self, x, show_text=None):
        if isinstance(x, str) and show_text and len(x) == 1 and x in show_text:
            x = self.walk()[show_text.index(x)]
        return None if x is None else self.inner.adopt(x)


class SetOf:
    def __init__(self, inner):
        self.inner = inner

    def holds(self, x):
        return isinstance(x, frozenset) and all(map(self.inner.holds, x))

    def first(self):
        return frozenset()

    def full(self):
        return frozenset(self.inner.walk())

    def walk(self):
        raise Mistake("a set of sets is walked")

    def adopt(self, x, show_text=None):
        if x is ALL:
            return self.full()
        if isinstance(x, str):
            signs = spread(x, {c: i for i, c in enumerate(self.inner.walk())})
            shows(signs, show_text, 2)
            return frozenset(c for c, sign in signs.items() if sign == show_text[1])
        x = frozenset(map(self.inner.adopt, walk(x)))
        return x


class ArrayOf:
    """`indices` are the index sets; with one of them an index is its element, with several a tuple."""

    def __init__(self, inner, indices):
        self.inner, self.sizes = inner, [len(i.walk()) for i in indices]
        keys = indices[0].walk() if len(indices) == 1 else product(*(i.walk() for i in indices))
        self.places = {key: at for at, key in enumerate(keys)}

    def holds(self, x):
        return isinstance(x, Array) and len(x.items) == len(self.places) and all(map(self.inner.holds, x.items))

    def walk(self):
        raise Mistake("a set of arrays is walked")

    def first(self):
        return Array(self.places, [self.inner.first() for _ in self.places])

    def adopt(self, x, show_text=None):
        if isinstance(x, Array) and len(x.items) == len(self.places):
            return Array(self.places, map(self.inner.adopt, x.items))
        if isinstance(x, str):
            values = list(self.inner.walk())
            signs = spread(x, self.places)
            shows(signs, show_text, len(values))
            return Array(self.places, [values[show_text.index(signs[key])] for key in self.places])
        if isinstance(x, Listing):
            items = flat(x, self.sizes) if len(self.sizes) > 1 else x
            if len(items) != len(self.places) and all(isinstance(row, Listing) for row in x):
                items = [y for row in x for y in row]
            if len(items) != len(self.places):
                raise Mistake(f"{show(x)} has {len(items)} entries where {len(self.places)} are wanted")
            return Array(self.places, map(self.inner.adopt, items))
        return Array(self.places, [self.inner.adopt(x)] * len(self.places))


class ListOf:
    def __init__(self, inner):
        self.inner = inner

    def holds(self, x):
        return isinstance(x, Listing)

    def first(self):
        return Listing()

    def walk(self):
        raise Mistake("a set of lists is walked")

    def adopt(self, x, show_text=None):
        if not isinstance(x, Listing):
            raise Mistake(f"{show(x)} is no list")
        return Listing(map(self.inner.adopt, x))


class TupleOf:
    def __init__(self, entries):
        self.names, self.inner = tuple(n for n, _ in entries), [s for _, s in entries]

    def holds(self, x):
        return isinstance(x, tuple) and len(x) == len(self.inner) and all(s.holds(y) for s, y in zip(self.inner, x))

    def walk(self):
        return list(product(*(s.walk() for s in self.inner)))

    def first(self):
        return Record((s.first() for s in self.inner), self.names)

    def adopt(self, x, show_text=None):
        if not isinstance(x, tuple) or len(x) != len(self.inner):
            raise Mistake(f"{show(x)} is no tuple of {len(self.inner)}")
        return Record((s.adopt(y) for s, y in zip(self.inner, x)), self.names)


class Digraph:
    """`"0->1 2;1->2"`: the successors of each vertex."""

    def holds(self, x):
        return isinstance(x, Listing)

    def first(self):
        raise Mistake("a digraph has no first")

    walk = first

    def adopt(self, x, show_text=None):
        if isinstance(x, Listing):
            return x
        if not isinstance(x, str):
            raise Mistake(f"{show(x)} is no digraph")
        after = {}
        for line in filter(None, map(str.strip, x.split(";"))):
            vertex, arrow, rest = line.partition("->")
            if not arrow:
                raise Mistake(f"{line} lacks an arrow")
            after.setdefault(int(vertex), set()).update(map(int, rest.replace(",", " ").split()))
        size = 1 + max([*after, *(w for ws in after.values() for w in ws)], default=-1)
        return Listing(frozenset(after.get(v, ())) for v in range(size))


class Open:
    """A parameter without a set holds what it is given."""

    def holds(self, x):
        return True

    def first(self):
        raise Mistake("a parameter lacks its value")

    walk = first

    def adopt(self, x, show_text=None):
        return x


def flat(x, sizes):
    """The entries of lists in lists, as deep as there are index sets."""
    if not sizes:
        return [x]
    if not isinstance(x, Listing) or len(x) != sizes[0]:
        raise Mistake(f"{show(x)} where a list of {sizes[0]} is wanted")
    return [z for y in x for z in flat(y, sizes[1:])]


def spread(picture, places):
    """The character of a picture at each index of a board or strip."""
    rows = picture.split("|")
    keys = list(places)
    if keys and isinstance(keys[0], tuple):
        height, width = 1 + max(k[0] for k in keys), 1 + max(k[1] for k in keys)
        if len(rows) != height or any(len(row) != width for row in rows) or len(keys) != height * width:
            raise Mistake(f'the picture "{picture}" does not fit {height} x {width}')
        return {(r, c): rows[r][c] for r, c in keys}
    if len(rows) != 1 or len(picture) != len(keys):
        raise Mistake(f'the picture "{picture}" does not fit {len(keys)} cells')
    return dict(zip(keys, picture))


def shows(signs, show_text, values):
    if show_text is None or len(show_text) != values:
        raise Mistake("a picture of something without `show`")
    for sign in signs.values():
        if sign not in show_text:
            raise Mistake(f"the picture has {sign!r}, not one of {show_text!r}")
