"""More small boards on which play can return, and Quarto and numerical tic-tac-toe near their ends."""
from functools import lru_cache

from board import cells, picture
from said import say, solve

ORTH = [(-1, 0), (0, -1), (0, 1), (1, 0)]
KING = ORTH + [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def add(c, d, k=1):
    return (c[0] + k * d[0], c[1] + k * d[1])


def moved(b, c, t, **more):
    return picture({**b, c: ".", t: b[c], **more})


def dao(n):
    corners = {(r, c) for r in (0, n - 1) for c in (0, n - 1)}

    def moves(text, p):
        b = cells(text)
        out = []
        for c in b:
            for d in KING:
                t = c
                while b.get(add(t, d)) == ".":
                    t = add(t, d)
                if b[c] == "XO"[p] and t != c:
                    out.append(moved(b, c, t))
        return out

    def verdict(text, p, stuck):
        b = cells(text)
        own = {c for c in b if b[c] == "XO"[1 - p]}
        (r0, c0), (r1, c1) = map(min, zip(*own)), map(max, zip(*own))
        if own == corners or (r1 - r0, c1 - c0) in ((1, 1), (0, n - 1), (n - 1, 0)) and len(own) == (r1 - r0 + 1) * (c1 - c0 + 1):
            return 1 - p
        for c in corners:
            if b[c] == "XO"[p] and all(b[add(c, d)] == "XO"[1 - p] for d in KING if add(c, d) in b):
                return p
        return None
    return moves, verdict


moves, verdict = dao(3)
solve("Dao", moves, verdict, [(b, f'"{b}"') for b in ("XOX|O.O|XOX", "XXO|X.O|OOX", "OXX|XO.|OXO", "XOX|OXO|.OX", "XXO|.XO|OOX")])


@lru_cache(maxsize=None)
def rows_of(n, k):
    return [[add((r, c), d, i) for i in range(k)] for r in range(n) for c in range(n) for d in ((0, 1), (1, 0), (1, 1), (1, -1))
            if 0 <= r + (k - 1) * d[0] < n and 0 <= c + (k - 1) * d[1] < n]


def teeko(n, m):
    def moves(text, p):
        b = cells(text)
        if text.count("XO"[p]) < m:
            return [picture({**b, c: "XO"[p]}) for c in b if b[c] == "."]
        return [moved(b, c, add(c, d)) for c in b for d in KING if b[c] == "XO"[p] and b.get(add(c, d)) == "."]

    def verdict(text, p, stuck):
        b = cells(text)
        return 1 - p if any(all(b[c] == "XO"[1 - p] for c in row) for row in rows_of(n, m)) else None
    return moves, verdict


moves, verdict = teeko(3, 3)
solve("Teeko", moves, verdict, [("...|...|...", ""), ("XX.|OO.|X.O", '"XX.|OO.|X.O"')])


def bagh_chal(goats, taken):
    line = lambda c, d: d in ORTH or sum(c) % 2 == 0

    def moves(state, p):
        text, hand, lost = state
        b = cells(text)
        out = []
        if p == 0 and hand:
            return [(picture({**b, c: "G"}), hand - 1, lost) for c in b if b[c] == "."]
        for c in b:
            for d in KING:
                if b[c] == "GT"[p] and line(c, d):
                    if b.get(add(c, d)) == ".":
                        out.append((moved(b, c, add(c, d)), hand, lost))
                    if p == 1 and b.get(add(c, d)) == "G" and b.get(add(c, d, 2)) == ".":
                        out.append((picture({**b, c: ".", add(c, d): ".", add(c, d, 2): "T"}), hand, lost + 1))
        return out
    return moves, lambda state, p, stuck: 1 if state[2] == taken else None


for b, g, k in (("...|.T.|...", 7, 1), ("T.T|...|T.T", 2, 1)):
    moves, verdict = bagh_chal(g, k)
    solve("BaghChal", moves, verdict, [((b, g, 0), f'"{b}", G={g}, K={k}')], ("Goats", "Tigers"))


def kaooa(crows, most):
    star = [[i, 5 + i, 5 + (i + 1) % 5, (i + 2) % 5] for i in range(5)]
    steps = {(a, b) for row in star for x, y in zip(row, row[1:]) for a, b in ((x, y), (y, x))}
    hops = {(a, y, b) for row in star for x, y, z in zip(row, row[1:], row[2:]) for a, b in ((x, z), (z, x))}

    def moves(state, p):
        here, hand, lost, at = state
        free = set(range(10)) - here - {at}
        if p == 0:
            if hand:
                return [(here | {c}, hand - 1, lost, at) for c in free]
            return [(here - {c} | {t}, hand, lost, at) for c in here for t in free if (c, t) in steps]
        if at is None:
            return [(here, hand, lost, t) for t in free]
        out = [(here, hand, lost, t) for t in free if (at, t) in steps]
        return out + [(here - {c}, hand, lost + 1, t) for a, c, t in hops if a == at and c in here and t in free]
    return moves, lambda state, p, stuck: 1 if state[2] == most else None


for m, k in ((3, 1), (4, 2)):
    moves, verdict = kaooa(m, k)
    solve("Kaooa", moves, verdict, [((frozenset(), m, 0, None), f"M={m}, K={k}")], ("Crows", "Vulture"))


def numerical(b, p):
    return [b[:i] + (k,) + b[i + 1:] for i in range(9) if not b[i] for k in range(1, 10) if k % 2 == 1 - p and k not in b]


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def fifteen(b, p, stuck):
    if any(b[x] and b[y] and b[z] and b[x] + b[y] + b[z] == 15 for x, y, z in LINES):
        return 1 - p
    return "draw" if stuck else None


for b in ((5, 2, 0, 0, 7, 4, 0, 0, 0), (9, 2, 0, 0, 1, 4, 0, 0, 0), (1, 8, 0, 2, 3, 0, 0, 0, 0), (3, 2, 7, 4, 0, 0, 1, 0, 8), (5, 0, 6, 0, 1, 0, 8, 0, 0)):
    solve("NumericalTicTacToe", numerical, fifteen, [(b, str([list(b[i: i + 3]) for i in (0, 3, 6)]))])


def quarto(n, men):
    rows = [[r * n + c for c in range(n)] for r in range(n)] + [[r * n + c for r in range(n)] for c in range(n)]
    rows += [[i * (n + 1) for i in range(n)], [(i + 1) * (n - 1) for i in range(n)]]

    def moves(state, p):
        b, hand = state
        left = [q for q in range(men) if q not in b and q != hand]
        if hand is None:
            return [(b, q) for q in left] if len(left) == men else []
        after = [b[:i] + (hand,) + b[i + 1:] for i in range(n * n) if b[i] is None]
        return [(a, q) for a in after for q in (left or [None])]

    def verdict(state, p, stuck):
        b, _ = state
        for row in rows:
            if None not in [b[i] for i in row]:
                same = sum(1 << k for k in range(4) if 1 << k < men and len({b[i] >> k & 1 for i in row}) == 1)
                if same:
                    return 1 - p
        return "draw" if stuck else None
    return moves, verdict


def board_text(b, n):
    return str([[x for x in b[i: i + n]] for i in range(0, n * n, n)]).replace("None", "none")


moves, verdict = quarto(2, 4)
solve("Quarto", moves, verdict, [(((None,) * 4, None), "N=2, P=4"), (((0, None, None, 3), 1), board_text((0, None, None, 3), 2) + ", 1, N=2, P=4")])
moves, verdict = quarto(2, 8)
solve("Quarto", moves, verdict, [(((None,) * 4, None), "N=2, P=8"), (((0, None, None, 7), 2), board_text((0, None, None, 7), 2) + ", 2, N=2, P=8")])


def gobblet(n, sizes, each):
    places = [(r, c) for r in range(n) for c in range(n)]

    def top(stacks, c):
        return stacks[c][-1] if stacks[c] else (None, -1)

    def moves(state, p):
        """A state lists for every cell its cups (owner, size) from below."""
        stacks = dict(zip(places, state))
        freeze = lambda s: tuple(s[c] for c in places)
        out = []
        for s in range(sizes):
            if sum(cup == (p, s) for stack in state for cup in stack) < each:
                out += [freeze({**stacks, c: stacks[c] + ((p, s),)}) for c in places if top(stacks, c)[1] < s]
        for c in places:
            owner, s = top(stacks, c)
            if owner == p:
                out += [freeze({**stacks, c: stacks[c][:-1], t: stacks[t] + ((p, s),)}) for t in places if t != c and top(stacks, t)[1] < s]
        return out

    def verdict(state, p, stuck):
        stacks = dict(zip(places, state))
        for q in (p, 1 - p):
            if any(all(top(stacks, c)[0] == q for c in row) for row in rows_of(n, n)):
                return q
        return None
    return moves, verdict, ((),) * (n * n)


for n, sizes, each in ((2, 1, 2), (2, 2, 1), (2, 3, 1)):
    moves, verdict, start = gobblet(n, sizes, each)
    solve("Gobblet", moves, verdict, [(start, f"N={n}, S={sizes}, M={each}")])


def tafl(text, p):
    b = cells(text)
    own, foe = (("A",), ("D", "K"))[:: 1 - 2 * p]
    out = []
    for c in b:
        for d in ORTH:
            t = add(c, d)
            while b[c] in own and b.get(t) == ".":
                q = {**b, c: ".", t: b[c]}
                for e in ORTH:
                    if q.get(add(t, e)) in foe and q.get(add(t, e, 2)) in own:
                        q[add(t, e)] = "."
                out.append(picture(q))
                t = add(t, d)
    return out


def tafl_end(text, p, stuck):
    b = cells(text)
    king = [c for c in b if b[c] == "K"]
    if not king:
        return 0
    return 1 if any(add(king[0], d) not in b for d in ORTH) else None


solve("Tafl", tafl, tafl_end, [(b, f'"{b}"') for b in ("A...|.K..|....|...A", ".A..|.K.A|....|....", ".A.|AKA|.D.", ".A.|.K.|..A")],
      ("Attackers", "Defenders"))


def minor_pieces(n):
    """King, bishop and knight against king."""
    on = lambda c: 0 <= c[0] < n and 0 <= c[1] < n
    apart = lambda a, b: max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1
    hops = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]

    def along(B, d, stops):
        q = add(B, d)
        while on(q):
            yield q
            if q in stops:
                return
            q = add(q, d)

    def attacked(state, c):
        K, B, S, k = state
        return any(add(S, h) == c for h in hops) or any(c in along(B, d, (K, S)) for d in KING[4:])

    def moves(state, p):
        K, B, S, k = state
        if p == 1:
            return [(K, None if t == B else B, None if t == S else S, t) for d in KING for t in [add(k, d)] if on(t) and apart(t, K) and not attacked(state, t)]
        out = [(t, B, S, k) for d in KING for t in [add(K, d)] if on(t) and t not in (B, S) and apart(t, k)]
        out += [(K, t, S, k) for d in KING[4:] for t in along(B, d, (K, S, k)) if t not in (K, S, k)]
        return out + [(K, B, t, k) for h in hops for t in [add(S, h)] if on(t) and t not in (K, B)]

    def verdict(state, p, stuck):
        if None in state:
            return "draw"
        return (0 if attacked(state, state[3]) else "draw") if stuck else None
    return moves, verdict


moves, verdict = minor_pieces(3)
for state in (((1, 0), (0, 0), (2, 1), (1, 2)), ((2, 2), (2, 0), (0, 2), (0, 0))):
    solve("Kbnk", moves, verdict, [(state, ", ".join(map(str, state)) + ", N=3")], ("White", "Black"))


def quadraphage(n):
    rim = lambda c: c[0] in (0, n - 1) or c[1] in (0, n - 1)

    def moves(state, p):
        at, open_ = state
        if p == 0:
            return [(t, open_) for d in ORTH for t in [add(at, d)] if t in open_]
        return [(at, open_ - {c}) for c in open_ if c != at]
    return moves, lambda state, p, stuck: 0 if rim(state[0]) else None


for n, gone in ((3, ()), (4, ()), (5, ((0, 2), (1, 1), (1, 2), (1, 3), (2, 4), (0, 0), (0, 4), (4, 0), (4, 4), (2, 0), (3, 1), (0, 1), (0, 3), (1, 0), (1, 4)))):
    moves, verdict = quadraphage(n)
    open_ = frozenset((r, c) for r in range(n) for c in range(n)) - set(gone)
    at = (n // 2, n // 2)
    text = "|".join("".join(".#"[(r, c) in gone] for c in range(n)) for r in range(n))
    if n == 4:  # a king's win from inside needs one step: the eater stops one way of two
        open_ -= {(r, c) for r in range(4) for c in range(4) if r == 0 or c == 0}
        text = "####|#...|#...|#..."
    solve("Quadraphage", moves, verdict, [((at, open_), f'{at}, "{text}"')], ("King", "Eater"))


def animals(n, animal):
    shapes = set()
    for x in range(n):
        for y in range(n):
            for a in (1, -1):
                for b in (1, -1):
                    for cells_ in ([(x + a * r, y + b * c) for r, c in animal], [(x + b * c, y + a * r) for r, c in animal]):
                        if all(0 <= r < n and 0 <= c < n for r, c in cells_):
                            shapes.add(frozenset(r * n + c for r, c in cells_))
    moves = lambda b, p: [b[:i] + "XO"[p] + b[i + 1:] for i in range(len(b)) if b[i] == "."]

    def verdict(b, p, stuck):
        if any(all(b[i] == "XO"[1 - p] for i in s) for s in shapes):
            return 1 - p
        return "draw" if stuck else None
    solve("Animals", moves, verdict, [("." * (n * n), f"N={n}, A={animal}")])


animals(2, [(0, 0), (0, 1)])
animals(2, [(0, 0), (0, 1), (1, 1)])
animals(3, [(0, 0), (0, 1), (1, 1)])
animals(3, [(0, 0), (0, 1), (1, 0), (1, 1)])
