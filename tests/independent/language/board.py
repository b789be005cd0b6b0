"""Board: cells, steps, lines and connections."""
import itertools

from .element import Listing, members, walk
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
    """The cells one step after the other while they are among these; none where the step is nothing."""
    cells, out, at = members(cells), set(), along(cell, 1, step)
    while any(step) and at in cells:
        out.add(at)
        at = along(at, 1, step)
    return frozenset(out)


def until(cell, step, cells):
    """The first cell, one step after the other, that is not among these."""
    return along(cell, 1 + len(ray(cell, step, cells)), step)


def flood(begin, cells, steps):
    """What is reached from `begin` within the cells by the steps, or along a graph, in either direction."""
    cells = members(cells)
    if isinstance(steps, Listing) and all(isinstance(after, frozenset) for after in steps):
        ways = {v: set() for v in cells}
        for v in cells & set(range(len(steps))):
            for w in next_of(steps, v):
                if w in cells:
                    ways[v].add(w)
                    ways[w].add(v)

        def around(here):
            return ways[here]
    else:
        steps = members(steps)

        def around(here):
            return [along(here, way, step) for step in steps for way in (1, -1)]
    seen = set(members(begin) & cells)
    todo = list(seen)
    while todo:
        for there in around(todo.pop()):
            if there in cells and there not in seen:
                seen.add(there)
                todo.append(there)
    return frozenset(seen)


def parts(cells, steps):
    """The groups that the cells fall into."""
    return frozenset(flood(frozenset((cell,)), cells, steps) for cell in members(cells))


def shapes(cells, shape):
    """Where a shape lies inside the cells when it is moved."""
    cells, shape = members(cells), walk(members(shape))
    out = set()
    for there in cells if shape else ():
        by = tuple(a - b for a, b in zip(there, shape[0]))
        moved = frozenset(tuple(a + b for a, b in zip(cell, by)) for cell in shape)
        if moved <= cells:
            out.add(moved)
    return frozenset(out)


def subsets(elements, sizes=None):
    """All subsets, or those of one size or of some sizes."""
    elements = walk(members(elements))
    wanted = range(len(elements) + 1) if sizes is None else [sizes] if isinstance(sizes, int) else walk(sizes)
    return frozenset(frozenset(chosen) for size in wanted if size >= 0 for chosen in itertools.combinations(elements, size))


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


def before(graph, vertex):
    next_of(graph, vertex)
    return frozenset(v for v in range(len(graph)) if vertex in graph[v])


def edges(graph):
    """Every edge once, by its ends; without directions the smaller first."""
    both = not getattr(graph, "directed", True)
    return frozenset((v, w) for v, ws in enumerate(graph) for w in ws if not both or v < w)


def ends(edge):
    return frozenset(edge[:2])


def touch(one, other):
    return one != other and bool(ends(one) & ends(other))
