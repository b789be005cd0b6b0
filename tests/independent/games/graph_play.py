"""Games on graphs that end by a verdict or by points: domination, colouring, childish Hackenbush, Tron, Tsoro yematatu, Shisima."""
from functools import lru_cache

from said import margin, name, say, solve, value
from graph import near, read, vertices

PATH = lambda n: "-".join(map(str, range(n)))


def domination(edges):
    closed = {v: {v, *near(edges, v)} for v in vertices(edges)}

    def moves(state):
        bare, p = state
        return [("", (bare - closed[v], 1 - p), (-1, 1)[p], False) for v in closed if bare & closed[v]]
    return margin((vertices(edges), 0), moves, lambda s, stuck: 0 if stuck else None, {})


for text in [PATH(n) for n in (4, 6, 7)] + [PATH(n) + "-0" for n in (5, 7, 8)]:
    edges = read(text)
    moves = -domination(edges)
    n = len(vertices(edges))
    assert moves == (n + 1) // 2 - (n % 4 == 3)  # G. Kosmrlj
    say("margin", f'DominationGame(G="{text}")', -moves)


def colouring(edges, k):
    def moves(c, p):
        return [c[:v] + (x,) + c[v + 1:] for v in range(len(c)) if not c[v] for x in range(1, k + 1) if all(c[w] != x for w in near(edges, v))]

    def verdict(c, p, stuck):
        return 0 if all(c) else 1 if stuck else None
    return moves, verdict


for text, k in [(PATH(3), 2), (PATH(4), 2), (PATH(5), 3), (PATH(5) + "-0", 3), (PATH(6) + "-0", 2), ("0-1-2-3-0-2", 3), ("0-1, 0-2, 0-3, 1-4, 1-5", 3)]:
    edges = read(text)
    moves, verdict = colouring(edges, k)
    solve("ColouringGame", moves, verdict, [((0,) * len(vertices(edges)), f'G="{text}", K={k}')], ("Alice", "Bob"), plies=False)


def childish(up, p):
    out = []
    for e in up:
        rest, ground = up - {e}, {0}
        while True:
            more = {x for _, u, v, _ in rest if u in ground or v in ground for x in (u, v)} - ground
            if not more:
                break
            ground |= more
        if e[3] == ("Blue", "Red")[p] and all(f[1] in ground for f in rest):
            out.append(rest)
    return out


B, R = "Blue", "Red"
memo = {}
for edges in [[(0, 1, B)], [(0, 1, B), (1, 2, R)], [(0, 1, R), (1, 2, B)], [(0, 1, B), (1, 2, R), (2, 0, B)], [(0, 1, B), (1, 2, R), (0, 2, R)],
              [(0, 1, B), (1, 2, B), (1, 3, R)], [(0, 1, B), (0, 1, R), (1, 2, B), (1, 2, R)]]:
    g = value(frozenset((i, *e) for i, e in enumerate(edges)), lambda q, p: [("", [r]) for r in childish(q, p)], memo)
    text = ", ".join(f"({u}, {v}, {hue})" for u, v, hue in edges)
    say("value", f"ChildishHackenbush(edges=[{text}])", name(g))


def tron(edges):
    def moves(state, p):
        at, free = state
        return [(tuple(v if q == p else at[q] for q in (0, 1)), free - {v}) for v in near(edges, at[p]) if v in free]
    return moves


SQUARE = "0-1-2, 3-4-5, 6-7-8, 0-3-6, 1-4-7, 2-5-8"
for at, text in [((0, 8), SQUARE), ((0, 4), SQUARE), ((1, 7), SQUARE), ((0, 3), PATH(6)), ((2, 3), PATH(6)), ((0, 5), PATH(6) + "-0, 1-4")]:
    edges = read(text)
    free = vertices(edges) - set(at)
    more = "" if text == SQUARE else f', G="{text}"'
    solve("Tron", tron(edges), None, [((at, free), f"{list(at)}, {{{', '.join(map(str, sorted(free)))}}}{more}")])

TRIANGLE = [(0, 1, 4), (0, 2, 5), (0, 3, 6), (1, 2, 3), (4, 5, 6)]


def tsoro(b, p):
    me = "XO"[p]
    if b.count(me) < 3:
        return [b[:c] + me + b[c + 1:] for c in range(7) if b[c] == "."]
    out = []
    for c in range(7):
        for t in range(7):
            if b[c] == me and b[t] == "." and any(c in L and t in L for L in TRIANGLE):
                q = list(b)
                q[c], q[t] = ".", me
                out.append("".join(q))
    return out


def in_line(lines):
    return lambda b, p, stuck: 1 - p if any(all(b[c] == "XO"[1 - p] for c in L) for L in lines) else None


solve("TsoroYematatu", tsoro, in_line(TRIANGLE), [("." * 7, ""), ("XO.....", '"XO....."'), ("X.XOO..", '"X.XOO.."'), ("XXOOOX.", '"XXOOOX."')])
POOL = read(PATH(8) + "-0, " + ", ".join(f"8-{i}" for i in range(8)))


def shisima(b, p):
    out = []
    for c in range(9):
        for t in near(POOL, c):
            if b[c] == "XO"[p] and b[t] == ".":
                q = list(b)
                q[c], q[t] = ".", b[c]
                out.append("".join(q))
    return out


ACROSS = [(i, 8, i + 4) for i in range(4)]
solve("Shisima", shisima, in_line(ACROSS), [(b, f'"{b}"') for b in ("XXX.OOO..", "XX..OOO.X", "X.XO.XOO.", "XO.X.OX.O")])


def quoridor(edges):
    last = max(vertices(edges))
    home = (last, 0)

    def reached(start, open_):
        seen, todo = {start}, [start]
        while todo:
            for w in near(open_, todo.pop()):
                if w not in seen:
                    seen.add(w)
                    todo.append(w)
        return seen

    def moves(state, p):
        at, open_, walls = state
        out = [(tuple(v if q == p else at[q] for q in (0, 1)), open_, walls) for v in near(open_, at[p]) if v != at[1 - p]]
        if walls[p]:
            for e in open_:
                if all(home[q] in reached(at[q], open_ - {e}) for q in (0, 1)):
                    out.append((at, open_ - {e}, tuple(walls[q] - (q == p) for q in (0, 1))))
        return out
    return moves, lambda state, p, stuck: 1 - p if state[0][1 - p] == home[1 - p] else None


for text, at, walls in ((PATH(5), (1, 3), 0), (PATH(4) + "-0", (1, 2), 1), (PATH(6) + "-0", (1, 4), 1), ("0-1-2, 3-4-5, 0-3, 1-4, 2-5", (1, 4), 1), ("0-1-2-3-4-0, 1-3", (0, 4), 0)):
    edges = read(text)
    moves, verdict = quoridor(edges)
    solve("Quoridor", moves, verdict, [((at, edges, (walls, walls)), f'{list(at)}, G="{text}", W={walls}')])


def triangles(edges):
    order = sorted(edges)
    places = {e: i for i, e in enumerate(order)}
    threes = [[places[(x, y)], places[(y, z)], places[(x, z)]] for x, y in order for y2, z in order if y == y2 and (x, z) in places]
    moves = lambda b, p: [b[:i] + "MB"[p] + b[i + 1:] for i in range(len(b)) if b[i] == "."]
    verdict = lambda b, p, stuck: 0 if any(all(b[i] == "M" for i in t) for t in threes) else 1 if stuck else None
    return moves, verdict


for text in ("0-1-2-0", "0-1-2-3-0-2", "0-1-2-3-0-2, 1-3", "0-1-2-3-4-1, 0-2, 0-3, 0-4"):
    edges = read(text)
    moves, verdict = triangles(edges)
    solve("TriangleGame", moves, verdict, [("." * len(edges), f'G="{text}"')], ("Maker", "Breaker"))


def five_points():
    """All ten edges of five points: whether Maker wins, by plain recursion, whoever starts."""
    text = "0-1-2-3-4-0-2-4-1-3-0"
    moves, verdict = triangles(read(text))

    @lru_cache(maxsize=None)
    def maker(b, p):
        end = verdict(b, p, "." not in b)
        return end == 0 if end is not None else (any, all)[p](maker(q, 1 - p) for q in moves(b, p))
    assert maker("." * 10, 0) and maker("." * 10, 1)
    say("winner", f'TriangleGame(G="{text}")', "Maker")


five_points()
