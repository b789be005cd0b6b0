"""Layout: a component as a number, its fields in machine words of 64 bits.

docs/certificates.md says "its machine words, as the fields lie in them, the last word first". What that means was found by looking
at certificates of small positions:

- Fields lie in the order of the rules, from the lowest bit of the first word up.
- An element counts by its place in its set, from 0 (`none` is 0): a set of m elements takes as few bits as m - 1 needs.
- A set field has one bit for each element of its index set, in increasing order.
- An array of two-bit elements lies in two rows: the low bits of all entries, then the high bits. Any other array lies entry by entry.
- A `nat` takes as many bits as the largest number it can reach from the position of the certificate; in a game that is met only
  on the way, 63 bits.
- A number, or a row of two-bit elements of at most 64 entries, that would cross into the next word begins there, if the
  layout then takes no more words than one without gaps; otherwise there are no gaps.

A wrong guess cannot make a wrong certificate pass: a layout only says which positions the numbers of a certificate stand for.
"""
from itertools import islice, product

from .element import Array, Numbers
from .mistake import Mistake
from .rules import Component
from .sets import ArrayOf, Optional, Plain, SetOf, TupleOf

WORD = 64


def naturals(one):
    """Whether a set is unbounded, so that its width is not known from the rules."""
    inner = one.inner if isinstance(one, (ArrayOf, Optional)) else one
    inner = inner.inner if isinstance(inner, Optional) else inner
    return isinstance(inner, Plain) and isinstance(inner.elements, Numbers)


class Layout:
    """`tops` gives the largest number for each `nat` field, by name."""

    def __init__(self, instance, tops):
        self.instance = instance
        rows = []                   # (bits, may not cross into the next word) of every piece, in order
        self.fields = []            # how each field is read: (kind, set, elements, width)
        for name, held in instance.field_sets().items():
            if isinstance(held, SetOf):
                elements = list(held.inner.walk())
                self.fields.append(("set", held, elements, 1))
                rows += [(1, False)] * len(elements)
                continue
            inner = held.inner if isinstance(held, ArrayOf) else held
            elements = self.elements(inner, tops.get(name, 0))
            width = max(0, extent(elements) - 1).bit_length()
            if isinstance(held, ArrayOf):
                self.fields.append(("array", held, elements, width))
                if width == 2:
                    rows += [(len(held.places), len(held.places) <= WORD)] * 2
                else:
                    rows += [(width, False)] * len(held.places)
            else:
                self.fields.append(("one", held, elements, width))
                rows.append((width, True))
        gaps, tight = self.place(rows, True), self.place(rows, False)
        self.begins = gaps if words(gaps, rows) <= words(tight, rows) else tight

    @staticmethod
    def elements(held, top):
        """What is counted: the elements of a finite set, or all numbers to the largest."""
        if isinstance(held, Optional):
            return [None, *Layout.elements(held.inner, top)]
        if isinstance(held, TupleOf):
            return held.walk()
        if isinstance(held.elements, Numbers):
            return range(held.elements.low or 0, max(top, held.elements.low or 0) + 1)
        return held.elements if isinstance(held.elements, range) else list(held.walk())

    @staticmethod
    def place(rows, gaps):
        at, out = 0, []
        for bits, whole in rows:
            if gaps and whole and bits and at // WORD != (at + bits - 1) // WORD:
                at += -at % WORD
            out.append(at)
            at += bits
        return out

    def read(self, number):
        """The component with this number."""
        begins, values, left = iter(self.begins), [], number

        def take(at, width):
            nonlocal left
            bits = number >> at & (1 << width) - 1
            left &= ~(bits << at)
            return bits

        def element(elements, place):
            if place >= extent(elements):
                raise Mistake(f"{number:x} is no position")
            return elements.start + place if isinstance(elements, range) else elements[place]

        for kind, held, elements, width in self.fields:
            if kind == "set":
                values.append(frozenset(x for x in elements if take(next(begins), 1)))
            elif kind == "one":
                values.append(element(elements, take(next(begins), width)))
            else:
                size = len(held.places)
                if width == 2:
                    low, high = take(next(begins), size), take(next(begins), size)
                    places = [low >> i & 1 | (high >> i & 1) << 1 for i in range(size)]
                else:
                    places = [take(at, width) for at in islice(begins, size)]
                values.append(Array(held.places, [element(elements, p) for p in places]))
        if left:
            raise Mistake(f"{number:x} has bits that belong to no field")
        return Component(self.instance, tuple(values))


def extent(elements):
    """How many there are; ranges may be longer than `len` can say."""
    return max(0, elements.stop - elements.start) if isinstance(elements, range) else len(elements)


def words(begins, rows):
    end = begins[-1] + rows[-1][0] if rows else 0
    return -(-end // WORD)


def layouts(instance, components):
    """Layouts that the numbers of a certificate may have, likely ones first: only the widths of `nat` fields are open."""
    held = instance.field_sets()
    names = [name for name, one in held.items() if naturals(one)]
    largest = {}
    for name, at in ((name, list(held).index(name)) for name in names):
        values = [y for c in components for y in (c.values[at].items if isinstance(c.values[at], Array) else [c.values[at]])]
        largest[name] = max((y for y in values if y is not None), default=0)
    seen = set()
    everywhere = max(largest.values(), default=0)
    total = sum(largest.values())
    choices = [largest, {n: everywhere for n in names}, {n: total for n in names}]
    choices += [dict(zip(names, tops)) for tops in islice(product(*[[(1 << w) - 1 for w in range(largest[n].bit_length(), 7)] for n in names]), 200)]
    for tops in choices:
        key = tuple(tops[n].bit_length() for n in names)
        if key not in seen:
            seen.add(key)
            yield Layout(instance, tops)


def met_on_the_way(instance):
    """The layout of a game that is no part of the position: every `nat` has a word."""
    return Layout(instance, {name: 2 ** (WORD - 1) - 2 for name, one in instance.field_sets().items() if naturals(one)})
