"""Board: cells, steps, lines and connections."""
from .element import members, walk
from .mistake import Undefined

ORTH = frozenset([(-1, 0), (0, -1), (0, 1), (1, 0)])
DIAG = frozenset([(-1, -1), (-1, 1), (1, -1), (1, 1)])
KING = ORTH | DIAG


def grid(rows, columns):
    return frozenset((r, c) for r in range(rows) for c in range(columns))


def lines(cells, length):
    """All straight runs of `length` cells, each once: a set of sets."""
    cells, out = members(cells), set()
    for r, c in cells:
        for down, across in [(0, 1), (1, -1), (1, 0), (1, 1)]:
            run = frozenset((r + i * down, c + i * across) for i in range(length))
            if run <= cells:
                out.add(run)
    return frozenset(out)


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
