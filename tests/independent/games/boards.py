"""Small boards as pictures, also where play can return: chess endings, Santorini, Lines of Action, Havannah, Ataxx, Halma, kono,
Neutron, queens that clobber; with them the Zeckendorf game, Jenga and Blockbusting."""
from functools import lru_cache

from board import cells, flood, picture, put
from said import grundy, partizan, say, solve

ORTH = [(-1, 0), (0, -1), (0, 1), (1, 0)]
KING = ORTH + [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def add(c, d, k=1):
    return (c[0] + k * d[0], c[1] + k * d[1])


def zeckendorf(c):
    out, m = [], len(c)
    new = lambda *ds: tuple(x + sum(k for i, k in ds if i == j) for j, x in enumerate(c))
    for i in range(m):
        if i + 2 < m and c[i] and c[i + 1]:
            out.append(new((i, -1), (i + 1, -1), (i + 2, 1)))
        if i + 1 < m and c[i] >= 2:
            out.append(new((i, -2), (i + 1, 1), *([(0, 1)] if i == 1 else [(i - 2, 1)] if i > 1 else [])))
    return out


for n, m in ((2, 3), (3, 3), (4, 4), (5, 4), (6, 4), (8, 5), (9, 5)):
    won = grundy((n,) + (0,) * (m - 1), lambda q: [("", [r]) for r in zeckendorf(q)], {})
    assert (not won) == (n > 2)  # Baird-Smith, Epstein, Flint and Miller
    say("winner", f"Zeckendorf({[n] + [0] * (m - 1)})", "first" if won else "second")


def jenga(levels):
    """A tower as its levels from below, each a set of the places 0, 1, 2; the top one may be incomplete."""
    *below, top = levels
    usable = below if len(top) == 3 else below[:-1]
    out = []
    for i, level in enumerate(usable):
        for b in level:
            rest = level - {b}
            if rest in ({0, 2}, {0, 1}, {1, 2}, {1}):
                tower = list(levels)
                tower[i] = frozenset(rest)
                if len(top) == 3:
                    tower.append(frozenset({0}))
                else:
                    tower[-1] = frozenset(range(len(top) + 1))
                out.append(tuple(tower))
    return out


def towers(n):
    """The order of the levels below does not matter, so they are sorted; that keeps the table small."""
    @lru_cache(maxsize=None)
    def wins(tower):
        options = set()
        for q in jenga(tower):
            fixed = 1 if len(q[-1]) == 3 else 2
            options.add(tuple(sorted(q[:-fixed], key=sorted)) + q[-fixed:])
        return any(not wins(q) for q in options)
    return wins((frozenset({0, 1, 2}),) * n)


for n in (1, 2, 3, 4, 5, 6):
    won = towers(n)
    assert won == (n == 2 or n >= 4 and n % 3 > 0)  # U. Zwick
    say("winner", f"Jenga(N={n})", "first" if won else "second")


def ending(game, n, slides, positions):
    """White king and a piece that slides against a black king."""
    on = lambda c: 0 <= c[0] < n and 0 <= c[1] < n
    apart = lambda a, b: max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1

    def attacked(state, c):
        K, P, k = state
        for d in slides:
            q = add(P, d)
            while on(q) and q != K:
                if q == c:
                    return True
                q = add(q, d)
        return False

    def moves(state, p):
        K, P, k = state
        out = []
        if p == 0:
            out += [(t, P, k) for d in KING for t in [add(K, d)] if on(t) and t != P and apart(t, k)]
            for d in slides:
                t = add(P, d)
                while on(t) and t not in (K, k):
                    out.append((K, t, k))
                    t = add(t, d)
        else:
            for d in KING:
                t = add(k, d)
                if on(t) and apart(t, K) and not attacked(state, t):
                    out.append((K, None if t == P else P, t))
        return out

    def verdict(state, p, stuck):
        if state[1] is None:
            return "draw"
        return (0 if attacked(state, state[2]) else "draw") if stuck else None
    for K, P, k in positions:
        solve(game, moves, verdict, [((K, P, k), f"{K}, {P}, {k}, N={n}")], ("White", "Black"))


ending("Krk", 4, ORTH, [((0, 0), (1, 0), (3, 3))])
ending("Krk", 3, ORTH, [((2, 1), (1, 0), (0, 1))])
ending("Kqk", 4, KING, [((0, 3), (3, 0), (2, 2))])
ending("Kqk", 3, KING, [((2, 2), (1, 2), (0, 0))])


def santorini(rows, cols):
    def moves(state, p):
        at, h = state
        out = []
        for d in KING:
            t = add(at[p], d)
            if t in dict(h) and t != at[1 - p] and dict(h)[t] < 4 and dict(h)[t] - dict(h)[at[p]] <= 1:
                for e in KING:
                    x = add(t, e)
                    if x in dict(h) and x != at[1 - p] and dict(h)[x] < 4:
                        new = tuple((c, n + (c == x)) for c, n in h)
                        out.append((tuple(t if q == p else at[q] for q in (0, 1)), new))
        return out

    def verdict(state, p, stuck):
        at, h = state
        return 1 - p if dict(h)[at[1 - p]] == 3 else None
    return moves, verdict


for at, heights in [(((0, 0), (1, 1)), [[0, 0], [0, 0]]), (((0, 0), (0, 1)), [[0, 0], [0, 0]]), (((0, 0), (1, 1)), [[1, 1], [0, 2]]),
                    (((0, 0), (1, 2)), [[1, 2, 4], [3, 4, 2]])]:
    moves, verdict = santorini(len(heights), len(heights[0]))
    h = tuple(((r, c), n) for r, line in enumerate(heights) for c, n in enumerate(line))
    size = f", R={len(heights)}, C={len(heights[0])}"
    solve("Santorini", moves, verdict, [((at, h), f"{list(at)}, {heights}{size}")])


def loa(text, p):
    b = cells(text)
    me, foe = "XO"[p], "OX"[p]
    out = []
    for c in b:
        for d in KING:
            n = sum(b.get(add(c, d, k), ".") != "." for k in range(-9, 10))
            if b[c] == me and b.get(add(c, d, n), me) != me and all(b[add(c, d, k)] != foe for k in range(1, n)):
                out.append(picture({**b, c: ".", add(c, d, n): me}))
    return out


def loa_end(text, p, stuck):
    b = cells(text)
    for q in (1 - p, p):
        own = {c for c in b if b[c] == "XO"[q]}
        if not own or flood([min(own)], own, KING) == own:
            return q
    return None


solve("LinesOfAction", loa, loa_end, [(b, f'"{b}"') for b in (".X.|O.O|.X.", "XO.|...|.OX")])


def havannah(s):
    far = 2 * s - 2
    board = [(r, c) for r in range(far + 1) for c in range(far + 1) if abs(r - c) < s]
    steps = ORTH + [(1, 1), (-1, -1)]
    degree = {c: sum(add(c, d) in board for d in steps) for c in board}
    corners = {c for c in board if degree[c] == 3} if s > 1 else set()
    rim = [c for c in board if degree[c] < 6]
    sides = [{c for c in rim if f(c) and c not in corners} for f in (lambda c: c[0] == 0, lambda c: c[1] == 0, lambda c: c[0] == far,
             lambda c: c[1] == far, lambda c: c[0] - c[1] == s - 1, lambda c: c[1] - c[0] == s - 1)]

    def ring(chain):
        """Whether some cell, of the chain or not, is cut off from the rim by others of the chain."""
        for x in board:
            rest = (set(board) - chain) | {x}
            if not flood([x], rest, steps) & set(rim):
                return True
        return False

    def won(b, x):
        own = {c for c, y in zip(board, b) if y == x}
        for c in own:
            chain = flood([c], own, steps)
            if len(chain & corners) > 1 or sum(bool(chain & side) for side in sides) > 2 or len(chain) > 5 and ring(chain):
                return True
        return False
    moves = lambda b, p: [put(b, i, "XO"[p]) for i in range(len(b)) if b[i] == "."]
    verdict = lambda b, p, stuck: 1 - p if won(b, "XO"[1 - p]) else "draw" if stuck else None
    return board, moves, verdict


def as_list(b):
    return "[" + ", ".join({"X": "Left", "O": "Right", ".": "none"}[x] for x in b) + "]"


board, moves, verdict = havannah(2)
solve("Havannah", moves, verdict, [("." * 7, "S=2"), ("X..O...", as_list("X..O...") + ", S=2")])
board, moves, verdict = havannah(3)
for b in ("XX.OOX.XO.OXXOOO..X",):
    solve("Havannah", moves, verdict, [(b, as_list(b) + ", S=3")])


def ataxx(text, p):
    b = cells(text)

    def options(p):
        me, foe = "XO"[p], "OX"[p]
        out = set()
        for c in b:
            for t in b:
                far = max(abs(c[0] - t[0]), abs(c[1] - t[1]))
                if b[c] == me and b[t] == "." and far in (1, 2):
                    q = dict(b)
                    if far == 2:
                        q[c] = "."
                    q[t] = me
                    for d in KING:
                        if q.get(add(t, d)) == foe:
                            q[add(t, d)] = me
                    out.add(picture(q))
        return sorted(out)
    return options(p) or ([text] if options(1 - p) else [])


def ataxx_end(text, p, stuck):
    x, o = text.count("X"), text.count("O")
    if x and o and not stuck:
        return None
    return "draw" if x == o else 0 if x > o else 1


solve("Ataxx", ataxx, ataxx_end, [(b, f'"{b}"') for b in ("X.O|O.X", "X..|..O", "X...O", "X.O|...", "X.OO|..X.")])


def halma(n, m):
    def moves(text, p):
        b = cells(text)
        out = set()
        for c in b:
            if b[c] == "XO"[p]:
                lifted = {**b, c: "."}
                reached, todo = set(), [c]
                while todo:
                    x = todo.pop()
                    for d in KING:
                        t = add(x, d, 2)
                        if lifted.get(t) == "." and lifted[add(x, d)] != "." and t not in reached:
                            reached.add(t)
                            todo.append(t)
                for t in reached | {add(c, d) for d in KING}:
                    if b.get(t) == ".":
                        out.add(picture({**lifted, t: "XO"[p]}))
        return sorted(out)

    def verdict(text, p, stuck):
        b = cells(text)
        home = [c for c in b if (c[0] + c[1] if p == 0 else 2 * n - 2 - c[0] - c[1]) < m]
        return 1 - p if all(b[c] == "XO"[1 - p] for c in home) else None
    return moves, verdict


moves, verdict = halma(3, 2)
solve("Halma", moves, verdict, [(b, f'"{b}"') for b in ("XX.|X.O|.OO", "XX.|XO.|.OO", "O.O|.XX|O.X")])


def kono(text, p):
    b = cells(text)
    me, foe = "XO"[p], "OX"[p]
    out = []
    for c in b:
        for d in ORTH:
            if b[c] == me and b.get(add(c, d)) == ".":
                out.append(picture({**b, c: ".", add(c, d): me}))
            if b[c] == me and b.get(add(c, d)) == me and b.get(add(c, d, 2)) == foe:
                out.append(picture({**b, c: ".", add(c, d, 2): me}))
    return out


kono_end = lambda text, p, stuck: 1 - p if text.count("XO"[p]) < 2 else None
solve("FourFieldKono", kono, kono_end, [(b, f'"{b}"') for b in ("OO|XX", "OOO|XXX", "OO|..|XX", "OO|OO|XX|XX")])


def neutron(n):
    def slide(b, c, d):
        while b.get(add(c, d)) == ".":
            c = add(c, d)
        return c

    def moves(text, p):
        b = cells(text)
        at = next(c for c in b if b[c] == "N")
        home = (n - 1, 0)[p]
        out = []
        for d in KING:
            t = slide(b, at, d)
            if t != at:
                q = {**b, at: ".", t: "N"}
                if t[0] == home:
                    out.append(picture(q))
                    continue
                for c in q:
                    for e in KING:
                        s = slide(q, c, e)
                        if q[c] == "XO"[p] and s != c:
                            out.append(picture({**q, c: ".", s: "XO"[p]}))
        return out

    def verdict(text, p, stuck):
        row = next(c for c, x in cells(text).items() if x == "N")[0]
        return 0 if row == n - 1 else 1 if row == 0 else None
    return moves, verdict


moves, verdict = neutron(3)
for b in ("OOO|.N.|XXX", "O.O|ON.|XXX", "OOX|XNO|.XO"):
    at = next(c for c, x in cells(b).items() if x == "N")
    solve("Neutron", moves, verdict, [(b, f'"{b.replace("N", ".")}", {at}')])


def clobber(text, p):
    b = cells(text)
    out = []
    for c in b:
        for d in KING:
            t = add(c, d)
            while b.get(t) == ".":
                t = add(t, d)
            if b[c] == "XO"[p] and b.get(t) == "OX"[p]:
                out.append(picture({**b, c: ".", t: b[c]}))
    return out


partizan("QueensClobber", clobber, ["X.O", "X..XO", "XO|OX", "XX.O", "X.O|O.X", "XO.|..X", "X.O.X.O"])


def blockbusting(n):
    @lru_cache(maxsize=None)
    def best(lots, p):
        """Left's points in the end."""
        if "." not in lots:
            return sum(lots[i: i + 2] == "LL" for i in range(len(lots)))
        options = [best(put(lots, i, "LR"[p]), 1 - p) for i in range(len(lots)) if lots[i] == "."]
        return max(options) if p == 0 else min(options)
    say("margin", f"Blockbusting(n={n})", best("." * n, 0))


for n in range(2, 9):
    blockbusting(n)
