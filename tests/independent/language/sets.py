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

    def adopt(self, x, show_text=None):
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

    def adopt(self, x, show_text=None):
        return None if x is None else self.inner.adopt(x)


class SetOf:
    def __init__(self, inner):
        self.inner = inner

    def holds(self, x):
        return isinstance(x, frozenset) and all(map(self.inner.holds, x))

    def full(self):
        return frozenset(self.inner.walk())

    def walk(self):
        raise Mistake("a set of sets is walked")

    def adopt(self, x, show_text=None):
        if x is ALL:
            return self.full()
        if isinstance(x, str):
            signs = spread(x, self.inner.walk())
            shows(signs, show_text, 2)
            return frozenset(c for c, sign in signs.items() if sign == show_text[1])
        return frozenset(map(self.inner.adopt, walk(x)))

    def written(self, x, show_text):
        """How an element is written in a position: as a picture where that can be."""
        text = picture({c: show_text[c in x] for c in self.inner.walk()}) if show_text else None
        return show(x) if text is None else f'"{text}"'


class ArrayOf:
    """`indices` are the index sets; with one of them an index is its element, with several a tuple."""

    def __init__(self, inner, indices):
        self.inner = inner
        keys = indices[0].walk() if len(indices) == 1 else product(*(i.walk() for i in indices))
        self.places = {key: at for at, key in enumerate(keys)}

    def holds(self, x):
        return isinstance(x, Array) and len(x.items) == len(self.places) and all(map(self.inner.holds, x.items))

    def walk(self):
        raise Mistake("a set of arrays is walked")

    def adopt(self, x, show_text=None):
        if isinstance(x, Array) and len(x.items) == len(self.places):
            return Array(self.places, map(self.inner.adopt, x.items))
        if isinstance(x, dict):
            if set(x) != set(self.places):
                raise Mistake("an array is not given cell by cell")
            return Array(self.places, [self.inner.adopt(x[key]) for key in self.places])
        if isinstance(x, str):
            values = list(self.inner.walk())
            signs = spread(x, self.places)
            shows(signs, show_text, len(values))
            return Array(self.places, [values[show_text.index(signs[key])] for key in self.places])
        if isinstance(x, Listing):
            items = x
            while items and all(isinstance(row, Listing) for row in items):     # rows of rows
                items = [y for row in items for y in row]
            if len(items) != len(self.places):
                raise Mistake(f"{show(x)} has {len(items)} entries where {len(self.places)} are wanted")
            return Array(self.places, map(self.inner.adopt, items))
        return Array(self.places, [self.inner.adopt(x)] * len(self.places))

    def written(self, x, show_text):
        if show_text:
            values = list(self.inner.walk())
            text = picture({key: show_text[values.index(y)] for key, y in zip(self.places, x.items)})
            if text is not None:
                return f'"{text}"'
        return show(x)


class ListOf:
    def __init__(self, inner):
        self.inner = inner

    def holds(self, x):
        return isinstance(x, Listing)

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
        return [Record(x, self.names) for x in product(*(s.walk() for s in self.inner))]

    def adopt(self, x, show_text=None):
        if not isinstance(x, tuple) or len(x) != len(self.inner):
            raise Mistake(f"{show(x)} is no tuple of {len(self.inner)}")
        return Record((s.adopt(y) for s, y in zip(self.inner, x)), self.names)


class Digraph:
    """`"0->1 2;1->2"`: the successors of each vertex."""

    def holds(self, x):
        return isinstance(x, Listing)

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

    def written(self, x, show_text):
        return '"' + ";".join(f"{v}->{' '.join(map(str, walk(ws)))}" for v, ws in enumerate(x)) + '"'


class Edges(Listing):
    """A graph without directions: the neighbours of each vertex."""
    directed = False


class Undirected:
    """`"0-1-2-0, 2-3"`: walks along edges that lead both ways, and vertices without any."""

    def holds(self, x):
        return isinstance(x, Edges)

    def adopt(self, x, show_text=None):
        if isinstance(x, Edges):
            return x
        if not isinstance(x, str):
            raise Mistake(f"{show(x)} is no graph")
        near = {}
        for walk_text in filter(None, map(str.strip, x.replace(";", ",").split(","))):
            vertices = [int(word) for word in walk_text.split("-")]
            for v in vertices:
                near.setdefault(v, set())
            for v, w in zip(vertices, vertices[1:]):
                if v == w:
                    raise Mistake(f"an edge from {v} to itself")
                near[v].add(w)
                near[w].add(v)
        return Edges(frozenset(near.get(v, ())) for v in range(1 + max(near, default=-1)))

    def written(self, x, show_text):
        pairs = [f"{v}-{w}" for v, ws in enumerate(x) for w in walk(ws) if v < w]
        return '"' + ", ".join(pairs + [str(v) for v, ws in enumerate(x) if not ws]) + '"'


class Open:
    """A parameter without a set holds what it is given; numbers are natural."""

    def holds(self, x):
        return not isinstance(x, int) or x >= 0

    def adopt(self, x, show_text=None):
        if not self.holds(x):
            raise Mistake(f"{show(x)} is less than 0")
        return x


def shape(keys):
    """(rows, columns) of a board or strip with these indices, or None: other index sets have no picture."""
    keys = list(keys)
    if all(isinstance(k, int) for k in keys):
        return 1, len(keys)
    if not all(isinstance(k, tuple) and len(k) == 2 and isinstance(k[0], int) and isinstance(k[1], int) for k in keys):
        return None
    height, width = 1 + max(k[0] for k in keys), 1 + max(k[1] for k in keys)
    return (height, width) if keys == [(r, c) for r in range(height) for c in range(width)] else None


def spread(picture, keys):
    """The character of a picture at each index of a board or strip."""
    keys, rows = list(keys), picture.split("|")
    size = shape(keys)
    if size is None:
        raise Mistake("pictures are of boards and strips")
    if len(rows) != size[0] or any(len(row) != size[1] for row in rows):
        raise Mistake(f'the picture "{picture}" does not fit {size[0]} x {size[1]}')
    return dict(zip(keys, "".join(rows)))


def picture(signs):
    """The picture with these characters by index, or None."""
    size = shape(signs)
    if size is None:
        return None
    text = "".join(signs.values())
    return "|".join(text[r * size[1]:(r + 1) * size[1]] for r in range(size[0]))


def shows(signs, show_text, values):
    if show_text is None or len(show_text) != values:
        raise Mistake("a picture of something without `show`")
    for sign in signs.values():
        if sign not in show_text:
            raise Mistake(f"the picture has {sign!r}, not one of {show_text!r}")
