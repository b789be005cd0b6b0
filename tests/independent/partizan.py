"""Values (canonical forms) of small partizan positions, by the definition. Player 0 is Left, 1 is Right."""
from solver import row
from values import value, name, outcome, number

ORTH = ((-1, 0), (0, -1), (0, 1), (1, 0))
KING = ORTH + ((-1, -1), (-1, 1), (1, -1), (1, 1))


def report(game, position, g, weight="light", values=True):
    """The value where it is short enough to read, and always the outcome."""
    text = name(g)
    if values and len(text) <= 40:
        row(game, "value", position, text, weight)
    row(game, "outcome", position, outcome(g), weight)


def grid(picture):
    return {(r, c): ch for r, line in enumerate(picture.split("|")) for c, ch in enumerate(line)}


def near(c, d, k=1):
    return (c[0] + k * d[0], c[1] + k * d[1])


def domineering(free, p):
    d = ((1, 0), (0, 1))[p]
    return [("", [free - {c, near(c, d)}]) for c in free if near(c, d) in free]


def hackenbush(edges, p):
    """edges: frozenset of (index, u, v, hue); what is not joined to vertex 0 falls."""
    out = []
    for e in edges:
        if e[3] != "RB"[p]:
            rest = edges - {e}
            ground, grown = {0}, True
            while grown:
                more = {x for _, u, v, _ in rest if u in ground or v in ground for x in (u, v)} - ground
                ground |= more
                grown = bool(more)
            out.append(("", [frozenset(f for f in rest if f[1] in ground)]))
    return out


def toads(strip, p, jumps=True):
    me, foe, s = (("T", "F", 1), ("F", "T", -1))[p]
    out = []
    for i, ch in enumerate(strip):
        if ch == me:
            for k in (1, 2) if jumps else (1,):
                j = i + k * s
                if 0 <= j < len(strip) and strip[j] == "." and (k == 1 or strip[i + s] == foe):
                    t = list(strip)
                    t[i], t[j] = ".", me
                    out.append(("", ["".join(t)]))
    return out


def elephants(strip, p):
    return toads(strip, p, jumps=False)


def board_game(rule):
    """A game on a picture: rule(cells as a dict, player) lists new dicts."""
    def moves(picture, p):
        cells = grid(picture)
        rows = picture.count("|") + 1
        cols = len(cells) // rows
        return [("", ["|".join("".join(q[(r, c)] for c in range(cols)) for r in range(rows))]) for q in rule(cells, p)]
    return moves


@board_game
def clobber(b, p):
    me, foe = "XO"[p], "OX"[p]
    return [{**b, c: ".", near(c, d): me} for c in b if b[c] == me for d in ORTH if b.get(near(c, d)) == foe]


@board_game
def col(b, p):
    me = "LR"[p]
    return [{**b, c: me} for c in b if b[c] == "." and all(b.get(near(c, d)) != me for d in ORTH)]


@board_game
def snort(b, p):
    me, foe = "LR"[p], "RL"[p]
    return [{**b, c: me} for c in b if b[c] == "." and all(b.get(near(c, d)) != foe for d in ORTH)]


@board_game
def konane(b, p):
    me, foe = "XO"[p], "OX"[p]
    out = []
    for c in b:
        if b[c] == me:
            for d in ORTH:
                q, k = {**b, c: "."}, 0
                while b.get(near(c, d, 2 * k + 1)) == foe and b.get(near(c, d, 2 * k + 2)) == ".":
                    k += 1
                    q = {**q, near(c, d, 2 * k - 1): "."}
                    out.append({**q, near(c, d, 2 * k): me})
    return out


@board_game
def amazons(b, p):
    me = "WB"[p]
    out = []

    def rays(cells, c):
        for d in KING:
            k = 1
            while cells.get(near(c, d, k)) == ".":
                yield near(c, d, k)
                k += 1
    for c in b:
        if b[c] == me:
            lifted = {**b, c: "."}
            for t in rays(lifted, c):
                moved = {**lifted, t: me}
                for x in rays(moved, t):
                    out.append({**moved, x: "#"})
    return out


@board_game
def nogo(b, p):
    def alive(q):
        for start in q:
            if q[start] == ".":
                continue
            chain, todo, free = {start}, [start], False
            while todo:
                c = todo.pop()
                for d in ORTH:
                    t = near(c, d)
                    if q.get(t) == ".":
                        free = True
                    elif q.get(t) == q[start] and t not in chain:
                        chain.add(t)
                        todo.append(t)
            if not free:
                return False
        return True
    return [q for q in ({**b, c: "XO"[p]} for c in b if b[c] == ".") if alive(q)]


def cutcake(size, p):
    r, c = size
    return [("", [(r, k), (r, c - k)]) for k in range(1, c)] if p == 0 else [("", [(k, c), (r - k, c)]) for k in range(1, r)]


def maundy(size, p):
    r, c = size
    if p == 0:
        return [("", [(r, c // k)] * k) for k in range(2, c + 1) if c % k == 0]
    return [("", [(r // k, c)] * k) for k in range(2, r + 1) if r % k == 0]


def maze(rows, cols, floor, side):
    def moves(at, p):
        out, (r, c) = [], at
        while True:
            if (r, c) in (floor if p == 0 else side):
                return out
            r, c = (r + 1, c) if p == 0 else (r, c + 1)
            if r >= rows or c >= cols:
                return out
            out.append(("", [(r, c)]))
    return moves


def toppling(dominoes, p):
    out = []
    for i, hue in enumerate(dominoes):
        if hue != "RB"[p]:
            out += [("", [dominoes[i + 1:]]), ("", [dominoes[:i]])]
    return out


def cherries(line, p):
    mine = "BR"[p]
    out = [("", [line[1:]])] if line and line[0] == mine else []
    return out + ([("", [line[:-1]])] if line and line[-1] == mine else [])


def push(strip, p):
    """Push piece i one to the left; the solid block in its way moves along, over the end if need be."""
    out = []
    for i, ch in enumerate(strip):
        if ch == "LR"[p]:
            j = i
            while j >= 0 and strip[j] != ".":
                j -= 1
            if j < 0:
                out.append(("", [strip[1:i + 1] + "." + strip[i + 1:]]))
            else:
                out.append(("", [strip[:j] + strip[j + 1:i + 1] + "." + strip[i + 1:]]))
    return out


def shove(strip, p):
    return [("", [strip[1:i + 1] + "." + strip[i + 1:]]) for i, ch in enumerate(strip) if ch == "LR"[p]]


def subtraction(takes):
    return lambda n, p: [("", [n - k]) for k in takes[p] if k <= n]


MAZES = (((3, 3), (), ()), ((2, 4), (), ((1, 0),)), ((2, 4), (), ((1, 1),)), ((3, 3), (), ((2, 1),)), ((3, 4), (), ((1, 0),)),
         ((2, 4), (), ((1, 0), (1, 1))), ((3, 3), ((0, 2),), ((2, 0),)), ((3, 3), ((0, 1),), ((2, 0),)))


def main():
    memo = {}
    for r in range(1, 6):
        for c in range(1, 6):
            if r * c <= 12:
                free = frozenset((i, j) for i in range(r) for j in range(c))
                report("Domineering", f"Domineering(R={r}, C={c})", value(free, domineering, memo), "light" if r * c <= 10 else "heavy")
    for picture in ("..|.#", "..|#.|..", "...|.#.", ".##|...|##.", "..#|...|#.."):
        free = frozenset(c for c, ch in grid(picture).items() if ch == ".")
        report("Domineering", f'Domineering("{picture}")', value(free, domineering, memo))
    memo = {}
    names = {"B": "Blue", "R": "Red", "G": "Green"}
    pictures = [[(i, i + 1, h) for i, h in enumerate(s)] for s in ("B", "R", "G", "BR", "BRR", "BBR", "BRB", "BRRB", "RBB", "GG", "GGG", "GB", "GBR", "BG", "BRBB")]
    pictures += [[(0, 1, "G"), (1, 2, "G"), (1, 3, "G")], [(0, 1, "G"), (1, 2, "G"), (2, 0, "G")], [(0, 1, "B"), (1, 2, "R"), (1, 3, "R")],
                 [(0, 1, "G"), (1, 2, "B"), (1, 3, "B")], [(0, 1, "R"), (0, 2, "R"), (1, 2, "B")]]
    for picture in pictures:
        g = value(frozenset((i, *e) for i, e in enumerate(picture)), hackenbush, memo)
        report("Hackenbush", "Hackenbush(edges=[" + ", ".join(f"({u}, {v}, {names[h]})" for u, v, h in picture) + "])", g)
    memo = {}
    for s in ("T.F", "TT.F", "TT.FF", "T..F", "TT..F", "TTT.FF", "TTT.F", "T...F", "TTT.FFF", "TT..FF", "TF.", "T.FTF", "TTTT.F", "TT.FFF", "T.TF.F"):
        report("ToadsAndFrogs", f'ToadsAndFrogs("{s}")', value(s, toads, memo))
    memo = {}
    for s in ("E.R", "E..R", "EE.R", "E.R.", "E..R.", "EE..R", "E...R", ".E..R.E.", "E.E..RR"):
        g = value(s.replace("E", "T").replace("R", "F"), elephants, memo)
        report("ElephantsAndRhinos", f'ElephantsAndRhinos("{s}")', g)
    for title, moves, pictures in (
            ("Clobber", clobber, ("XO", "XXO", "XOXO", "XOX", "XXOO", "XO|OX", "XOX|OXO", "XOXOX", "XOXOXO", "XXX|OOO", "XOX|OXO|XOX", "XXO|OOX")),
            ("Col", col, (".", "..", "...", "....", ".....", "......", "..|..", "...|...", "...|...|...", "L..", "..R.")),
            ("Snort", snort, (".", "..", "...", "....", ".....", "..|..", "...|...", "L..", "..R.", "....|....")),
            ("Konane", konane, ("XO.", "XO.O.", "XO.O.O.", ".OX.", "XOXO..", "XOXOX.", "XOXO..|OXOXO.", ".OX|XO.|OXO", "OXOX|XO..|OX.X", "X.O|OXO|X.X")),
            ("NoGo", nogo, ("..", "...", "....", ".....", "......", "..|..", "...|...", "X..|.O.")),
            ("Amazons", amazons, ("W.", "W..", "W..B", "W.|.B", "W.|..", "W..|..B", "WB|..|..", "W..|...|..B", "W...|...B"))):
        memo = {}
        for picture in pictures:
            g = value(picture, moves, memo)
            if title == "NoGo":
                b, w = picture.replace("O", "."), picture.replace("X", ".")
                position = f'NoGo("{b}", "{w}")'
            else:
                position = f'{title}("{picture}")'
            report(title, position, g, "light" if len(picture) < 9 else "heavy")
    memo = {}
    for size in ((1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (4, 4), (4, 7), (3, 8), (5, 2), (8, 3), (4, 8), (7, 4)):
        report("Cutcake", f"Cutcake{size}", value(size, cutcake, memo))
    memo = {}
    for size in ((1, 6), (2, 4), (3, 6), (4, 12), (6, 6), (5, 7), (12, 5), (9, 8), (2, 12)):
        report("MaundyCake", f"MaundyCake{size}", value(size, maundy, memo))
    for size, floor, side in MAZES:
        g = value((0, 0), maze(*size, floor, side), {})
        cells = lambda x: "{" + ", ".join(f"({r}, {c})" for r, c in sorted(x)) + "}"
        report("Maze", f"Maze(R={size[0]}, C={size[1]}, floor={cells(floor)}, side={cells(side)})", g)
    memo = {}
    for line in ("B", "BB", "BR", "BRB", "BRR", "BBR", "BRG", "BGR", "G", "GG", "GGG", "BRBR", "BBRB", "GBG", "BRRB"):
        report("TopplingDominoes", "TopplingDominoes(row=[" + ", ".join(names[h] for h in line) + "])", value(line, toppling, memo))
    memo = {}
    for line in ("B", "BR", "BRB", "BBR", "BRRB", "RBBR", "BRBRB", "BBRBR", "RBBB"):
        report("Cherries", "Cherries(row=[" + ", ".join(names[h] for h in line) + "])", value(line, cherries, memo))
    for title, moves in (("Push", push), ("Shove", shove)):
        memo = {}
        for strip in ("L", ".L", "LR", "RL", "L.R", "RL.", "L.RL.", "R.L.", "LLR", "RRL", ".LR.L"):
            report(title, f'{title}("{strip}")', value(strip, moves, memo))
    for a, b in (((1, 2), (1, 3)), ((1,), (2,)), ((1, 3), (2, 4))):
        memo = {}
        for n in range(0, 11):
            report("PartizanSubtraction", f"PartizanSubtraction({n}, A={{{', '.join(map(str, a))}}}, B={{{', '.join(map(str, b))}}})", value(n, subtraction((a, b)), memo))


if __name__ == "__main__":
    main()
