"""Games on graphs given by their edges: geographies, Col, Snort, Fjords, arc Kayles with colours, Nim along edges, Timber, posets,
annihilation, Chomp, Grim, Cutthroat."""
from graph import arcs, near, read, vertices
from said import Solved, grundy, name, say, value


def nimber(position, moves):
    return grundy(position, lambda q: [("", [r]) for r in moves(q)], {})


def values(game, moves, positions):
    memo = {}
    for position, text in positions:
        say("value", f"{game}({text})", name(value(position, lambda q, p: [("", [r]) for r in moves(q, p)], memo)))


PETERSEN = "0-1-2-3-4-0, 5-7-9-6-8-5, 0-5, 1-6, 2-7, 3-8, 4-9"


def walk_edges(state):
    at, open_ = state
    return [((b if a == at else a), open_ - {(a, b)}) for a, b in open_ if at in (a, b)]


for text in ["0-1", "0-1-2-0", "0-1-2-3-0", "0-1-2-3-0-2", "0-1-2-3-0-2, 1-3", "0-1-2-3-4-0-2-4-1-3-0"]:
    won = nimber((0, read(text)), walk_edges)
    say("winner", f'EdgeGeography(G="{text}")', "first" if won else "second")


def col(edges):
    def moves(board, p):
        return [board[:v] + "LR"[p] + board[v + 1:] for v in range(len(board)) if board[v] == "." and all(board[w] != "LR"[p] for w in near(edges, v))]
    return moves


def snort(edges):
    def moves(board, p):
        return [board[:v] + "LR"[p] + board[v + 1:] for v in range(len(board)) if board[v] == "." and all(board[w] != "LR"[1 - p] for w in near(edges, v))]
    return moves


def fjords(edges):
    def moves(board, p):
        return [board[:v] + "LR"[p] + board[v + 1:] for v in range(len(board)) if board[v] == "." and any(board[w] == "LR"[p] for w in near(edges, v))]
    return moves


for text in ["0-1-2-0", "0-1-2-3-0", "0-1-2-3-4-0", "0-1, 0-2, 0-3", "0-1-2-3-4-5, 2-5"]:
    values("GraphCol", col(read(text)), [("." * len(vertices(read(text))), f'G="{text}"')])
values("GraphCol", col(read("0-1-2-3-4-0")), [("L...." , '"L....", G="0-1-2-3-4-0"'), ("L.R..", '"L.R..", G="0-1-2-3-4-0"')])
for text in ["0-1-2-0", "0-1-2-3-0", "0-1, 0-2, 0-3", "0-1-2-3-0-4"]:
    values("GraphSnort", snort(read(text)), [("." * len(vertices(read(text))), f'G="{text}"')])
values("GraphSnort", snort(read("0-1-2-3-4-5-0")), [("......", 'G="0-1-2-3-4-5-0"')])
values("GraphSnort", snort(read("0-1-2-3-4-0")), [("L.R..", '"L.R..", G="0-1-2-3-4-0"')])
values("Fjords", fjords(read("0-1-2-3")), [("L..R", '"L..R", G="0-1-2-3"')])
values("Fjords", fjords(read("0-1-2-3-4")), [("L...R", '"L...R", G="0-1-2-3-4"'), ("L....", '"L....", G="0-1-2-3-4"')])
values("Fjords", fjords(read("0-1-2-3-4-5-0, 1-4")), [("L..R..", '"L..R.."'), ("LR....", '"LR...."')])
values("Fjords", fjords(read("0-1, 0-2, 0-3, 0-4")), [(".LR..", '".LR..", G="0-1, 0-2, 0-3, 0-4"')])


def arc_kayles(blue, red):
    def moves(up, p):
        return [frozenset(f for f in up if not set(e) & set(f)) for e in up if e in (blue, red)[p]]
    return moves


for b, r in [("0-1", "1-2"), ("0-1-2", "2-3"), ("0-1-2, 3-4", "2-3, 4-0"), ("0-1, 2-3", "1-2, 3-4"), ("0-1-2-3-4", "4-5-6"), ("0-1, 0-2", "0-3, 3-4")]:
    blue, red = read(b), read(r)
    values("PartizanArcKayles", arc_kayles(blue, red), [(blue | red, f'blue="{b}", red="{r}"')])


def edge_heaps(state):
    at, heaps = state
    return [((b if a == at else a), tuple(((x, y), m if (x, y) == (a, b) else n) for (x, y), n in heaps))
            for (a, b), h in heaps if at in (a, b) for m in range(h)]


for text, k in [("0-1", 2), ("0-1-2", 1), ("0-1-2-0", 1), ("0-1-2-3-0", 1), ("0-1-2-0", 2), ("0-1-2-3-0", 2)]:
    won = nimber((0, tuple((e, k) for e in sorted(read(text)))), edge_heaps)
    say("winner", f'GraphNim(G="{text}", K={k})', "first" if won else "second")


def timber(up):
    out = []
    for x, y in up:
        rest, hit = up - {(x, y)}, {y}
        while True:
            fell = {f for f in rest if set(f) & hit}
            if not fell:
                break
            rest, hit = rest - fell, hit | {v for f in fell for v in f}
        out.append(rest)
    return out


for text in ["0->1;1->", "0->1;1->;2->1", "0->;1->0 2;2->", "0->1;1->2;2->;3->2", "0->1;1->2;2->3;3->4;4->", "0->1;1->;2->1 3;3->;4->3",
             "0->1 2 3;1->;2->;3->4;4->"]:
    say("grundy", f'Timber(G="{text}")', nimber(arcs(text), timber))


def poset(above):
    return lambda rest: [frozenset(w for w in rest if w != v and (v, w) not in above) for v in rest]


for text in ["0->;1->;2->", "0->1 2;1->2;2->", "0->1 2;1->;2->", "0->2 3;1->3;2->;3->", "0->2 3;1->2 3;2->;3->", "0->1 2 3;1->3;2->3;3->"]:
    n = text.count("->")
    say("grundy", f'PosetGame(G="{text}")', nimber(frozenset(range(n)), poset(arcs(text))))


def annihilate(edges):
    return lambda tokens, p: [("", (tokens - {v}) ^ {w}) for v, w in edges if v in tokens]


for tokens, text in [((0,), None), ((0, 1), None), ((0, 2), None), ((2,), None), ((0, 1, 2), None), ((0, 3), "0->1 2;1->2;2->;3->0 1"),
                     ((0, 1), "0->1;1->0 2;2->")]:
    edges = arcs(text or "0->1;1->2;2->0 3;3->")
    start = frozenset(tokens)
    place = "{" + ", ".join(map(str, tokens)) + "}" + (f', G="{text}"' if text else "")
    say("winner", f"Annihilation({place})", Solved(start, annihilate(edges)).winner(start))


def chomp(state):
    v, e = state
    return [(v, e - {x}) for x in e] + [(v - {x}, frozenset(y for y in e if x not in y)) for x in v]


for text in ["0-1", "0-1-2", "0-1-2-0", "0-1-2-3-0", "0-1-2-3-4-0", "0-1-2-3-0-2, 1-3", "0-1, 0-2, 0-3, 3-4"]:
    e = read(text)
    g = nimber((vertices(e), e), chomp)
    if text in ("0-1", "0-1-2", "0-1-2-3-0", "0-1, 0-2, 0-3, 3-4"):
        assert g == len(vertices(e)) % 2 + 2 * (len(e) % 2)
    say("grundy", f'GraphChomp(G="{text}")', g)


def grim(edges):
    def moves(up):
        out = []
        for v in up:
            rest = up - {v}
            out.append(frozenset(w for w in rest if any(x in rest for x in near(edges, w))))
        return out
    return moves


for text in ["0-1-2", "0-1-2-3", "0-1-2-3-4-5", "0-1-2-3-0", "0-1, 0-2, 0-3, 0-4", "0-1-2-3-4-0, 2-5", PETERSEN]:
    say("grundy", f'Grim(G="{text}")', nimber(vertices(read(text)), grim(read(text))))


def cutthroat(edges, blue):
    def mixed(rest):
        out, todo = set(), set(rest)
        while todo:
            part = {todo.pop()}
            while True:
                more = {w for v in part for w in near(edges, v) if w in rest} - part
                if not more:
                    break
                part |= more
            todo -= part
            if part & blue and part - blue:
                out |= part
        return frozenset(out)
    return lambda up, p: [mixed(up - {v}) for v in up if (v in blue) == (p == 0)]


for text, blue in [("0-1", {0}), ("0-1-2", {0, 1}), ("0-1-2-3", {0, 2}), ("0-1-2-3", {0, 1}), ("0-1, 0-2, 0-3", {0}), ("0-1, 0-2, 0-3, 0-4", {0, 1, 2}),
                   ("0-1-2-3-0", {0, 1})]:
    place = f'G="{text}", blue={{{", ".join(map(str, sorted(blue)))}}}'
    values("Cutthroat", cutthroat(read(text), blue), [(vertices(read(text)), place)])

# Paths that are lost at Timber: Catalan numbers (Nowakowski and others).
for n, catalan in ((2, 1), (3, 0), (4, 2), (6, 5)):
    ways = [frozenset((i, i + 1) if w >> i & 1 else (i + 1, i) for i in range(n)) for w in range(2 ** n)]
    assert sum(nimber(w, timber) == 0 for w in ways) == catalan
