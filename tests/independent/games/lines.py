"""Games that end by a line, a chain or a capture: Bridg-it, Rex, Atari Go, traffic lights, progressions."""
from functools import lru_cache

from board import flood, put
from said import say


def whole(game, start, moves, verdict, text, plies=True):
    """Who wins when Left starts and when Right starts, by plain recursion (play never returns); how soon, if asked."""
    @lru_cache(maxsize=None)
    def best(q, p):
        end = verdict(q, p, False)
        options = moves(q, p) if end is None else []
        if end is None and not options:
            end = verdict(q, p, True)
            if end is None:
                end = 1 - p
        if end is not None:
            return end, 0
        after = [best(r, 1 - p) for r in options]
        wins = [n for w, n in after if w == p]
        if wins:
            return p, min(wins) + 1
        if any(w == "draw" for w, _ in after):
            return "draw", 0
        return 1 - p, max(n for _, n in after) + 1
    (a, n), (b, _) = best(start, 0), best(start, 1)
    word = {(0, 1): "first", (1, 0): "second", (0, 0): "Left", (1, 1): "Right", ("draw", "draw"): "draw"}[(a, b)]
    place = f"{game}({text})" if text else game
    say("winner", place, word)
    if plies and a != "draw":
        say("plies", place, n)


def bridg_it(n):
    """Left has dots at (odd row, even column), rows -1..2n-1; Right at (even row, odd column). A line lies on the cell between two dots."""
    places = [(r, c) for r in range(2 * n - 1) for c in range(2 * n - 1) if (r + c) % 2 == 0]

    def wins(b, p):
        lines = {q for q, x in zip(places, b) if x == "LR"[p]}
        dots = [(i, j) if p == 0 else (j, i) for i in range(-1, 2 * n, 2) for j in range(0, 2 * n - 1, 2)]
        start = [d for d in dots if d[p] == -1]
        reached = flood(start, set(dots) | lines, [(0, 1), (1, 0), (0, -1), (-1, 0)])
        return any(d[p] == 2 * n - 1 for d in reached)
    moves = lambda b, p: [put(b, i, "LR"[p]) for i in range(len(b)) if b[i] == "."]
    verdict = lambda b, p, stuck: 0 if wins(b, 0) else 1 if wins(b, 1) else None
    whole("BridgIt", "." * len(places), moves, verdict, f"N={n}")


bridg_it(1)
bridg_it(2)
HEXES = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1)]


def rex(n, b=None):
    def joined(b, p):
        own = {(i // n, i % n) for i in range(n * n) if b[i] == "XO"[p]}
        return any(q[p] == n - 1 for q in flood([q for q in own if q[p] == 0], own, HEXES))
    moves = lambda b, p: [put(b, i, "XO"[p]) for i in range(len(b)) if b[i] == "."]
    verdict = lambda b, p, stuck: 1 if joined(b, 0) else 0 if joined(b, 1) else None
    text = f"N={n}" if b is None else '"' + "|".join(b[i: i + n] for i in range(0, n * n, n)) + '"'
    whole("Rex", b or "." * (n * n), moves, verdict, text)


for n in (1, 2, 3):
    rex(n)  # R. O. Winder: first for even N, second for odd
rex(3, "X........")
rex(3, "....O....")


def atari_go(rows, cols, b=None):
    ORTH = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    points = [(r, c) for r in range(rows) for c in range(cols)]

    def dead(b, x):
        """Whether some chain of x has no free neighbour."""
        at = dict(zip(points, b))
        own = {q for q in points if at[q] == x}
        for q in own:
            chain = flood([q], own, ORTH)
            if not any(at.get((r + a, c + d)) == "." for r, c in chain for a, d in ORTH):
                return True
        return False

    def moves(b, p):
        out = []
        for i in range(len(b)):
            if b[i] == ".":
                q = put(b, i, "XO"[p])
                if dead(q, "XO"[1 - p]) or not dead(q, "XO"[p]):
                    out.append(q)
        return out
    verdict = lambda b, p, stuck: 1 - p if dead(b, "XO"[p]) else None
    text = f"R={rows}, C={cols}" if b is None else '"' + "|".join(b[i: i + cols] for i in range(0, rows * cols, cols)) + '"'
    whole("AtariGo", b or "." * (rows * cols), moves, verdict, text)


for size in ((1, 4), (1, 5), (2, 2), (2, 3)):
    atari_go(*size)
atari_go(3, 3, "XOO|.X.|X.O".replace("|", ""))


def traffic(rows, cols, b=None):
    lines = [[r * cols + c + i for i in range(3)] for r in range(rows) for c in range(cols - 2)]
    lines += [[(r + i) * cols + c for i in range(3)] for r in range(rows - 2) for c in range(cols)]
    lines += [[(r + i) * cols + c + i for i in range(3)] for r in range(rows - 2) for c in range(cols - 2)]
    lines += [[(r + i) * cols + c + 2 - i for i in range(3)] for r in range(rows - 2) for c in range(cols - 2)]
    over = lambda b, p, stuck: 1 - p if any(b[x] != "." and b[x] == b[y] == b[z] for x, y, z in lines) else None
    moves = lambda b, p: [put(b, i, {".": "g", "g": "y", "y": "r"}[b[i]]) for i in range(len(b)) if b[i] != "r"]
    text = f"R={rows}, C={cols}" if b is None else '"' + "|".join(b[i: i + cols] for i in range(0, rows * cols, cols)) + '"'
    whole("TrafficLights", b or "." * (rows * cols), moves, over, text, plies=False)


for size in ((1, 3), (1, 4), (1, 5), (2, 3)):
    traffic(*size)
traffic(3, 3, "ryrgryyr.")
traffic(3, 3, "ryr.gryry")


def progressions(n, k):
    runs = [[a + i * d for i in range(k)] for a in range(n) for d in range(1, n) if a + (k - 1) * d < n]
    moves = lambda b, p: [put(b, i, "XO"[p]) for i in range(len(b)) if b[i] == "."]

    def verdict(b, p, stuck):
        if any(all(b[i] == "XO"[1 - p] for i in run) for run in runs):
            return 1 - p
        return "draw" if stuck else None
    whole("Progressions", "." * n, moves, verdict, f"n={n}, k={k}")


for n, k in ((4, 3), (5, 3), (6, 3), (7, 3), (9, 3), (6, 2), (8, 4)):
    progressions(n, k)
