"""Games whose play can go round in circles, and pursuits, solved backwards over all reachable positions. Player 0 is Left."""
from solver import row, Solved, DRAW
from lines import runs, has, put, emit

ORTH = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAG = ((-1, -1), (-1, 1), (1, -1), (1, 1))
KING = tuple(sorted(ORTH + DIAG))


def weight(s):
    return "light" if len(s.next) < 10000 else "heavy"


def report(game, position, s, start, names=("Left", "Right"), moves=True):
    emit(game, position, s, start, names, weight(s), moves)
    w = s.result[(start, 0)]
    if w != DRAW and (start, 0) in s.plies:
        row(game, "plies", position, s.plies[(start, 0)], weight(s))


def quixo(n):
    lines = runs(n, n, n)

    def moves(b, p):
        me, foe = "XO"[p], "OX"[p]
        out = []
        for r in range(n):
            for c in range(n):
                if (r in (0, n - 1) or c in (0, n - 1)) and b[r * n + c] != foe:
                    for dr, dc in ORTH:
                        if 0 <= r + dr < n and 0 <= c + dc < n:
                            q, x, y = list(b), r, c
                            while 0 <= x + dr < n and 0 <= y + dc < n:
                                q[x * n + y] = q[(x + dr) * n + y + dc]
                                x, y = x + dr, y + dc
                            q[x * n + y] = me
                            out.append((f"push(({r}, {c}), ({dr}, {dc}))", "".join(q)))
        return out

    def verdict(b, p, stuck):
        me, foe = "XO"[p], "OX"[p]
        return p if has(b, lines, me) else 1 - p if has(b, lines, foe) else None
    return moves, verdict


def dodgem(n):
    def moves(b, p):
        me = "XO"[p]
        ahead, sides = (((0, 1), ((-1, 0), (1, 0))), ((-1, 0), ((0, -1), (0, 1))))[p]
        drives, leaves = [], []
        for i in range(n * n):
            if b[i] != me:
                continue
            r, c = divmod(i, n)
            for d in sorted(sides + (ahead,)):
                t = (r + d[0], c + d[1])
                if 0 <= t[0] < n and 0 <= t[1] < n:
                    if b[t[0] * n + t[1]] == ".":
                        drives.append((f"drive(({r}, {c}), {d})", put(put(b, i, "."), t[0] * n + t[1], me)))
                elif d == ahead:
                    leaves.append((f"leave(({r}, {c}))", put(b, i, ".")))
        return drives + leaves

    def verdict(b, p, stuck):
        return 1 - p if "OX"[p] not in b else p if stuck else None
    return moves, verdict


def morris(men):
    lines = runs(3, 3, 3)

    def moves(b, p):
        me = "XO"[p]
        if b.count(me) < men:
            return [(f"put(({i // 3}, {i % 3}))", put(b, i, me)) for i in range(9) if b[i] == "."]
        out = []
        for i in range(9):
            if b[i] == me:
                for d in KING:
                    r, c = i // 3 + d[0], i % 3 + d[1]
                    if 0 <= r < 3 and 0 <= c < 3 and b[r * 3 + c] == "." and (d in ORTH or 4 in (i, r * 3 + c)):
                        out.append((f"slide(({i // 3}, {i % 3}), {d})", put(put(b, i, "."), r * 3 + c, me)))
        return out
    return moves, lambda b, p, stuck: 1 - p if has(b, lines, "OX"[p]) else None


def hau_ki(b, p):
    near = {0: (2, 4), 1: (3, 4), 2: (0, 3, 4), 3: (1, 2, 4), 4: (0, 1, 2, 3)}
    me = "XO"[p]
    return [(f"step({i}, {j})", put(put(b, i, "."), j, me)) for i in range(5) if b[i] == me for j in near[i] if b[j] == "."]


def mu_torere(b, p):
    """b: eight points and the hub."""
    me, foe = "XO"[p], "OX"[p]
    turn = [(f"turn({i}, {s})", put(put(b, i, "."), (i + s) % 8, me)) for i in range(8) if b[i] == me for s in (1, 7) if b[(i + s) % 8] == "."]
    enter = [(f"enter({i})", put(put(b, i, "."), 8, me)) for i in range(8) if b[i] == me and b[8] == "." and foe in (b[(i + 1) % 8], b[(i + 7) % 8])]
    leave = [(f"leave({i})", put(put(b, 8, "."), i, me)) for i in range(8) if b[8] == me and b[i] == "."]
    return turn + enter + leave


def fox_and_geese(n):
    on = lambda c: 0 <= c[0] < n and 0 <= c[1] < n

    def moves(state, p):
        fox, geese = state
        out = []
        if p == 0:
            for g in sorted(geese):
                for s in ((1, -1), (1, 1)):
                    t = (g[0] + s[0], g[1] + s[1])
                    if on(t) and t not in geese and t != fox:
                        out.append((f"step({g}, {s})", (fox, geese - {g} | {t})))
        else:
            for d in DIAG:
                t = (fox[0] + d[0], fox[1] + d[1])
                if on(t) and t not in geese:
                    out.append((f"run({d})", (t, geese)))
        return out
    return moves, lambda state, p, stuck: 1 if state[0][0] == 0 else None


def hare_and_hounds():
    points = {(r, c) for r in range(3) for c in range(5) if r == 1 or 1 <= c <= 3}
    line = lambda c, d: d in ORTH or (c[0] + c[1]) % 2 == 1

    def moves(state, p):
        hounds, hare = state
        out = []
        if p == 0:
            for h in sorted(hounds):
                for d in KING:
                    t = (h[0] + d[0], h[1] + d[1])
                    if d[1] >= 0 and line(h, d) and t in points and t not in hounds and t != hare:
                        out.append((f"chase({h}, {d})", (hounds - {h} | {t}, hare)))
        else:
            for d in KING:
                t = (hare[0] + d[0], hare[1] + d[1])
                if line(hare, d) and t in points and t not in hounds:
                    out.append((f"run({d})", (hounds, t)))
        return out
    return moves, lambda state, p, stuck: 1 if all(state[1][1] <= h[1] for h in state[0]) else None


def l_game(rows=4, cols=4):
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    ells = {}
    for q in cells:
        for d in ORTH:
            for s in ORTH:
                if d[0] * s[0] + d[1] * s[1] == 0:
                    shape = frozenset({q, (q[0] + d[0], q[1] + d[1]), (q[0] + 2 * d[0], q[1] + 2 * d[1]), (q[0] + s[0], q[1] + s[1])})
                    if shape <= set(cells):
                        ells[shape] = (q, d, s)
    assert len(ells) == 48 or (rows, cols) != (4, 4)

    def moves(state, p):
        """state: the L of Left, the L of Right, the two coins."""
        mine, other, coins = state[p], state[1 - p], state[2]
        out = []
        for shape in ells:
            if shape != mine and not shape & other and not shape & coins:
                pair = (shape, other) if p == 0 else (other, shape)
                out.append(("turn", pair + (coins,)))
                for f in coins:
                    for t in cells:
                        if t not in shape and t not in other and t not in coins:
                            out.append(("turn_and_shift", pair + (coins - {f} | {t},)))
        return out
    return moves


def cops(n, edges):
    near = {v: sorted({v} | {b for a, b in edges if a == v} | {a for a, b in edges if b == v}) for v in range(n)}

    def moves(state, p):
        c, r = state
        return [(f"chase({w})", (w, r)) for w in near[c]] if p == 0 else [(f"run({w})", (c, w)) for w in near[r]]
    return moves, lambda state, p, stuck: 0 if state[0] == state[1] else None


def isolation(rows, cols):
    def moves(state, p):
        at, gone = state
        out = []
        for d in KING:
            t = (at[p][0] + d[0], at[p][1] + d[1])
            if 0 <= t[0] < rows and 0 <= t[1] < cols and t not in gone and t != at[1 - p]:
                for r in range(rows):
                    for c in range(cols):
                        if (r, c) not in gone and (r, c) != t and (r, c) != at[1 - p]:
                            out.append((f"go({d}, {(r, c)})", ((t, at[1]) if p == 0 else (at[0], t), gone | {(r, c)})))
        return out
    return moves


def chopsticks(state, p):
    mine, other = state[p], state[1 - p]
    pack = lambda a, b: (a, b) if p == 0 else (b, a)
    out = []
    for i in (0, 1):
        for j in (0, 1):
            if mine[i] and other[j]:
                x = other[j] + mine[i]
                x = 0 if x > 4 else x
                out.append((f"tap({i}, {j})", pack(mine, (x, other[1]) if j == 0 else (other[0], x))))
    for i in (0, 1):
        for k in range(1, 5):
            a, b = mine[i] - k, mine[1 - i] + k
            if a >= 0 and b <= 4 and (a, b) != (mine[1 - i], mine[i]):
                out.append((f"shift({i}, {k})", pack((a, b) if i == 0 else (b, a), other)))
    return out


def northcott(cols):
    def moves(state, p):
        white, black = state
        out = []
        for r in range(len(white)):
            for t in range(cols):
                if p == 0 and t != white[r] and t < black[r]:
                    out.append((f"go({r}, {t})", (white[:r] + (t,) + white[r + 1:], black)))
                if p == 1 and t != black[r] and t > white[r]:
                    out.append((f"go({r}, {t})", (white, black[:r] + (t,) + black[r + 1:])))
        return out
    return moves


def chase(n):
    """Literal: border cells numbered clockwise; a step ends on contact, also half way."""
    size = max(1, 4 * n - 4)

    def moves(state, p):
        h, r, traps = state
        if p == 0:
            out = []
            for d in (2, 3):
                at = r
                for _ in range(d):
                    if at == h:
                        break
                    at = (at + 1) % size
                out.append((f"run({d})", (h, at, traps | {r})))
            return out
        out = []
        for d in (1, 2, 3, 4):
            at = h
            for _ in range(d):
                if at == r:
                    break
                at = (at + 1) % size
            if at == r or at not in traps:
                out.append((f"step({d})", (at, r, traps)))
        return out

    def verdict(state, p, stuck):
        h, r, traps = state
        if all((h + d) % size in traps for d in (1, 2, 3, 4)):
            return 0
        return 1 if h == r else None
    return moves, verdict, (0, (2 * n - 2) % size, frozenset())


def main():
    moves, verdict = quixo(2)
    report("Quixo", "Quixo(N=2)", Solved("." * 4, moves, verdict), "." * 4)
    moves, verdict = quixo(3)
    report("Quixo", "Quixo(N=3)", Solved("." * 9, moves, verdict), "." * 9)
    moves, verdict = dodgem(3)
    b = "X..X...OO"
    report("Dodgem", 'Dodgem("X..|X..|.OO")', Solved(b, moves, verdict), b)
    moves, verdict = dodgem(2)
    report("Dodgem", 'Dodgem("X.|.O")', Solved("X..O", moves, verdict), "X..O")
    for game, men, pictures in (("ThreeMensMorris", 3, ("X..|.X.|..O", "XO.|.X.|O..", "XXO|OXO|...")), ("Achi", 4, ("XXO|OXO|.XO", "XOX|O.O|XOX", "XOX|OXO|X.O"))):
        moves, verdict = morris(men)
        report(game, game, Solved("." * 9, moves, verdict), "." * 9)
        for picture in pictures:
            b = picture.replace("|", "")
            report(game, f'{game}("{picture}")', Solved(b, moves, verdict), b)
    for b in ("XXOO.", "XOXO.", "XOX.O"):
        report("PongHauKi", f'PongHauKi("{b}")', Solved(b, hau_ki), b)
    for b in ("XXXXOOOO.", "XOXOXOXO.", "XXOOXXOO.", "XXXO.OOOX"):
        report("MuTorere", f'MuTorere("{b[:8]}")' if b[8] == "." else f'MuTorere("{b[:8]}", Left)', Solved(b, mu_torere), b)
    for n in (4, 6, 8):
        moves, verdict = fox_and_geese(n)
        start = ((n - 1, n // 4 * 2), frozenset((0, c) for c in range(1, n, 2)))
        report("FoxAndGeese", f"FoxAndGeese(N={n})", Solved(start, moves, verdict), start, ("Geese", "Fox"))
    moves, verdict = fox_and_geese(4)
    for fox, geese in (((3, 0), {(0, 1), (0, 3)}), ((3, 2), {(1, 0), (1, 2)}), ((2, 1), {(0, 1), (0, 3)}), ((3, 0), {(2, 1), (1, 2)})):
        start = (fox, frozenset(geese))
        text = "{" + ", ".join(map(str, sorted(geese))) + "}"
        report("FoxAndGeese", f"FoxAndGeese({fox}, {text}, N=4)", Solved(start, moves, verdict), start, ("Geese", "Fox"))
    moves, verdict = hare_and_hounds()
    for hounds, hare in (({(0, 3), (1, 3), (2, 3)}, (1, 4)), ({(0, 2), (1, 2), (2, 2)}, (1, 4)), ({(0, 2), (1, 1), (2, 2)}, (0, 3)), ({(0, 2), (1, 1), (2, 3)}, (1, 3))):
        start = (frozenset(hounds), hare)
        text = "{" + ", ".join(map(str, sorted(hounds))) + "}"
        report("HareAndHounds", f"HareAndHounds({text}, {hare})", Solved(start, moves, verdict, forever=1), start, ("Hounds", "Hare"))
    start = (frozenset({(0, 1), (1, 0), (2, 1)}), (1, 4))
    report("HareAndHounds", "HareAndHounds", Solved(start, moves, verdict, forever=1), start, ("Hounds", "Hare"))
    for picture in ("oRR.|.BR.|.BR.|.BBo", "RR.|.R.|.R.|BBB|B..", "RRRB|R..B|..BB", "RRR.|RBBB|...B", "RRRo|RBBB|o..B", "RRB|RoB|RBB|...", "RRB|R.B|RBB|o.o"):
        lines = picture.split("|")
        where = lambda ch: frozenset((r, c) for r, line in enumerate(lines) for c, x in enumerate(line) if x == ch)
        start = (where("R"), where("B"), where("o"))
        s = Solved(start, l_game(len(lines), len(lines[0])))
        report("LGame", f'LGame("{picture}")', s, start, moves=False)
        row("LGame", "positions", f'LGame("{picture}")', s.positions, weight(s))
    path, cycle, square = [(0, 1), (1, 2), (2, 3)], [(i, (i + 1) % 4) for i in range(4)], [(i, (i + 1) % 5) for i in range(5)]
    petersen = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    for n, edges, c, r in ((4, path, 0, 3), (4, path, 1, 3), (4, cycle, 0, 2), (5, square, 0, 2), (5, cycle + [(0, 4), (1, 4), (2, 4), (3, 4)], 0, 2), (10, petersen, 0, 7), (3, [(0, 1), (1, 2), (2, 0)], 0, 2)):
        moves, verdict = cops(n, edges)
        text = "[" + ", ".join(map(str, edges)) + "]"
        report("CopsAndRobbers", f"CopsAndRobbers({c}, {r}, n={n}, E={text})", Solved((c, r), moves, verdict, forever=1), (c, r), ("Cop", "Robber"))
    for rows, cols, at in ((2, 2, ((0, 0), (1, 1))), (2, 3, ((0, 0), (1, 2))), (3, 3, ((0, 1), (2, 1))), (1, 5, ((0, 0), (0, 4)))):
        start = (at, frozenset())
        report("Isolation", f"Isolation([{at[0]}, {at[1]}], R={rows}, C={cols})", Solved(start, isolation(rows, cols)), start, moves=rows * cols < 7)
    verdict = lambda state, p, stuck: 1 - p if state[p] == (0, 0) else None
    for start in (((1, 1), (1, 1)), ((0, 1), (0, 1)), ((1, 2), (0, 4)), ((0, 3), (1, 1))):
        text = ", ".join(f"[{a}, {b}]" for a, b in start)
        report("Chopsticks", f"Chopsticks([{text}])", Solved(start, chopsticks, verdict), start)
    for cols, white, black in ((4, (0, 1), (3, 2)), (4, (0, 1), (2, 3)), (4, (0, 0), (3, 1)), (5, (1,), (2,)), (5, (0,), (3,)), (3, (0, 0, 1), (2, 2, 2))):
        start = (white, black)
        report("Northcott", f"Northcott({list(white)}, {list(black)}, C={cols})", Solved(start, northcott(cols)), start)
    for n in range(1, 7):
        moves, verdict, start = chase(n)
        s = Solved(start, moves, verdict, starters=(0,))
        position = f"Chase(n={n})"
        row("Chase", "starting_runner", position, ("Runner", "Hunter")[s.result[(start, 0)]], weight(s))
        row("Chase", "plies", position, s.plies[(start, 0)], weight(s))
        row("Chase", "rounds", position, (s.plies[(start, 0)] + 1) // 2, weight(s))


if __name__ == "__main__":
    main()
