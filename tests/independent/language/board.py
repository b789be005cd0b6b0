"""Board: cells, steps, lines and connections."""
import itertools

from .element import members, walk
from .mistake import Undefined

ORTH = frozenset([(-1, 0), (0, -1), (0, 1), (1, 0)])
DIAG = frozenset([(-1, -1), (-1, 1), (1, -1), (1, 1)])
KING = ORTH | DIAG


def grid(rows, columns):
    return frozenset((r, c) for r in range(rows) for c in range(columns))


def lines(cells, length, steps=KING):
    """All runs of `length` cells or tuples by one of the steps, each once: a set of sets."""
    cells, out = members(cells), set()
    for cell in cells:
        for step in members(steps):
            run = frozenset(along(cell, i, step) for i in range(length))
            if run <= cells and (len(run) == length or length < 1):
                out.add(run)
    return frozenset(out) if length > 0 else frozenset()


def along(cell, i, step):
    return tuple(x + i * d for x, d in zip(cell, step, strict=True))


def ray(cell, step, cells):
    """The cells one step after the other while they are among these; no step leads nowhere."""
    cells, out, at = members(cells), set(), along(cell, 1, step)
    while at in cells and at not in out:
        out.add(at)
        at = along(at, 1, step)
    return frozenset(out)


def until(cell, step, cells):
    """The first cell, one step after the other, that is not among these."""
    cells, at, seen = members(cells), along(cell, 1, step), set()
    while at in cells:
        if at in seen:
            raise Undefined
        seen.add(at)
        at = along(at, 1, step)
    return at


def flood(begin, cells, steps):
    """What is reached from `begin` within the cells by the steps, in either direction."""
    cells, steps = members(cells), members(steps)
    seen = set(members(begin) & cells)
    todo = list(seen)
    while todo:
        here = todo.pop()
        for step in steps:
            for way in (1, -1):
                there = along(here, way, step)
                if there in cells and there not in seen:
                    seen.add(there)
                    todo.append(there)
    return frozenset(seen)


def subsets(elements, low=0, high=None):
    """All subsets with so many elements."""
    elements = sorted(members(elements))
    return frozenset(frozenset(chosen) for size in range(max(0, low), 1 + (len(elements) if high is None else min(high, len(elements))))
                     for chosen in itertools.combinations(elements, size))


def reach(begin, pairs):
    """All that can be reached from `begin`, itself included, along the pairs in either direction."""
    near = {}
    for a, b, *_ in walk(pairs):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    seen = set(members(begin))
    todo = list(seen)
    while todo:
        for b in near.get(todo.pop(), ()):
            if b not in seen:
                seen.add(b)
                todo.append(b)
    return frozenset(seen)


def nodes(graph):
    return range(len(graph))


def next_of(graph, vertex):
    if not 0 <= vertex < len(graph):
        raise Undefined
    return graph[vertex]
