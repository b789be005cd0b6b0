"""Graphs and digraphs as the rule files write them."""


def read(text):
    """Edges of "0-1-2-0, 2-3", walks parted by commas."""
    edges = set()
    for walk in text.split(","):
        steps = [int(v) for v in walk.strip().split("-")]
        edges |= {(min(a, b), max(a, b)) for a, b in zip(steps, steps[1:])}
    return frozenset(edges)


def arcs(text):
    return frozenset((int(a), int(b)) for part in text.split(";") for a, to in [part.split("->")] for b in to.split())


def vertices(edges):
    return frozenset(v for e in edges for v in e)


def near(edges, v):
    return [w for e in edges for w in e if v in e and w != v]
