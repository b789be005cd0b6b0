"""Board: cells, steps, lines and connections."""
from .element import Listing, members, walk

ORTH = frozenset([(-1, 0), (0, -1), (0, 1), (1, 0)])
DIAG = frozenset([(-1, -1), (-1, 1), (1, -1), (1, 1)])
KING = ORTH | DIAG


def grid(rows, columns):
    return frozenset((r, c) for r in range(rows) for c in range(columns))


def lines(cells, length):
    """All straight runs of `length` cells, each once."""
    cells, out = members(cells), []
    for c in walk(cells):
        for d in [(0, 1), (1, -1), (1, 0), (1, 1)]:
            run = [(c[0] + i * d[0], c[1] + i * d[1]) for i in range(length)]
            if all(x in cells for x in run) and frozenset(run) not in out:
                out.append(frozenset(run))
    return Listing(out)


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
    return graph[vertex]
