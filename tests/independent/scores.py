"""Games for points: best difference for the first player by plain minimax. Also Reversi on 4 x 4."""
from solver import row, margin


def cards(a):
    memo = {}

    def m(lo, hi):
        if lo == hi:
            return 0
        if (lo, hi) not in memo:
            memo[(lo, hi)] = max(a[lo] - m(lo + 1, hi), a[hi - 1] - m(lo, hi - 1))
        return memo[(lo, hi)]
    wins = [name for name, v in (("front", a[0] - m(1, len(a))), ("back", a[-1] - m(0, len(a) - 1))) if v == m(0, len(a))] if a else []
    return m(0, len(a)), wins


def dots(rows, cols):
    """Edges of the drawing board of 2 r + 1 by 2 c + 1 points: those whose coordinates have an odd sum."""
    edges = [(r, c) for r in range(2 * rows + 1) for c in range(2 * cols + 1) if (r + c) % 2]
    number = {e: i for i, e in enumerate(edges)}
    boxes = [sum(1 << number[(r + d, c + e)] for d, e in ((-1, 0), (1, 0), (0, -1), (0, 1))) for r in range(1, 2 * rows, 2) for c in range(1, 2 * cols, 2)]
    touching = [[b for b in boxes if b >> i & 1] for i in range(len(edges))]
    memo = {0: 0}

    def m(open_edges):
        if open_edges not in memo:
            best = -99
            for i in range(len(edges)):
                if open_edges >> i & 1:
                    after = open_edges & ~(1 << i)
                    won = sum(after & b == 0 for b in touching[i])
                    best = max(best, won + m(after) if won else -m(after))
            memo[open_edges] = best
        return memo[open_edges]
    full = (1 << len(edges)) - 1
    value = m(full)
    best = []
    for i, e in enumerate(edges):
        after = full & ~(1 << i)
        won = sum(after & b == 0 for b in touching[i])
        if (won + m(after) if won else -m(after)) == value:
            best.append(f"rule_off({e})")
    return value, best


def kalah(m, s):
    def moves(state):
        mine, other = state
        out = []
        for i in range(m):
            if not mine[i]:
                continue
            me, foe, hand, at, points = list(mine), list(other), mine[i], i, 0
            me[i] = 0
            while hand:  # seed by seed: own houses 0..m-1, own store m, the other's houses m+1..2m
                at = (at + 1) % (2 * m + 1)
                hand -= 1
                if at < m:
                    me[at] += 1
                elif at == m:
                    points += 1
                else:
                    foe[at - m - 1] += 1
            if at < m and me[at] == 1 and foe[m - 1 - at]:
                points += 1 + foe[m - 1 - at]
                me[at] = foe[m - 1 - at] = 0
            again = at == m
            me, foe = tuple(me), tuple(foe)
            out.append((f"sow({i})", (me, foe) if again else (foe, me), points, again))
        return out
    score = lambda state, stuck: None if any(state[0]) else -sum(state[1])
    return margin(((s,) * m, (s,) * m), moves, score, {})


def reversi(board, n):
    """Disc difference for Left (X), who moves first; a player without a move passes, and the game ends when neither has one."""
    steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
    memo = {}

    def turned(b, r, c, me, foe):
        out = []
        for dr, dc in steps:
            line, x, y = [], r + dr, c + dc
            while 0 <= x < n and 0 <= y < n and b[x * n + y] == foe:
                line.append(x * n + y)
                x, y = x + dr, y + dc
            if line and 0 <= x < n and 0 <= y < n and b[x * n + y] == me:
                out += line
        return out

    def moves(b, me, foe):
        out = []
        for i in range(n * n):
            if b[i] == ".":
                t = turned(b, *divmod(i, n), me, foe)
                if t:
                    q = list(b)
                    for x in t + [i]:
                        q[x] = me
                    out.append((f"put(({i // n}, {i % n}))", "".join(q)))
        return out

    def value(b, me, foe):
        if (b, me) not in memo:
            options = moves(b, me, foe)
            if options:
                memo[(b, me)] = max(-value(q, foe, me) for _, q in options)
            elif moves(b, foe, me):
                memo[(b, me)] = -value(b, foe, me)
            else:
                memo[(b, me)] = b.count(me) - b.count(foe)
        return memo[(b, me)]

    def perft(b, me, foe, depth):
        if depth == 0:
            return 1
        options = moves(b, me, foe)
        if options:
            return sum(perft(q, foe, me, depth - 1) for _, q in options)
        return perft(b, foe, me, depth - 1) if moves(b, foe, me) else 0
    return value, moves, perft


def main():
    for a in ([3, 9, 1, 2], [1, 2, 5, 2], [5], [4, 4], [1, 100, 3], [8, 15, 3, 7], [2, 7, 9, 4, 5, 5], [-3, 5, -2, 4]):
        v, wins = cards(a)
        row("CardEnds", "margin", f"CardEnds(a={a})", v)
        row("CardEnds", "best_moves", f"CardEnds(a={a})", "; ".join(wins))
    long = [i * i * 37 % 101 for i in range(300)]
    row("CardEnds", "margin", f"CardEnds(a={long})", cards(long)[0], "heavy")
    for r, c in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (1, 4), (2, 3)):
        v, best = dots(r, c)
        heavy = "heavy" if r * c > 4 else "light"
        row("DotsAndBoxes", "margin", f"DotsAndBoxes(R={r}, C={c})", v, heavy)
        row("DotsAndBoxes", "best_moves", f"DotsAndBoxes(R={r}, C={c})", "; ".join(best), heavy)
    for m in range(1, 4):
        for s in range(1, 5 if m < 3 else 3):
            row("Kalah", "margin", f"Kalah(m={m}, s={s})", kalah(m, s), "light" if m * s <= 4 else "heavy")
    for board, n in (("OX.|XO.|...", 3), ("...|.OX|.XO", 3), ("XOXO|OXOX|XXO.|XO..", 4), ("OOOO|OXXO|OXO.|O...", 4), ("XXXX|XOX.|XXX.|X...", 4), ("....|.OX.|.XO.|....", 4), ("XO..|OX..|....|....", 4), ("XXXX|OOO.|....|....", 4)):
        b = board.replace("|", "")
        value, moves, perft = reversi(b, n)
        v = value(b, "X", "O")
        row("Reversi", "margin", f'Reversi("{board}")', v, "light" if n == 3 or board.count(".") < 6 else "heavy")
        row("Reversi", "best_moves", f'Reversi("{board}")', "; ".join(l for l, q in moves(b, "X", "O") if -value(q, "O", "X") == v) or "skip", "light" if n == 3 or board.count(".") < 6 else "heavy")
    b = "." * 27 + "OX......XO" + "." * 27
    _, _, perft = reversi(b, 8)
    for depth in range(1, 5):
        row("Reversi", f"perft {depth}", "Reversi", perft(b, "X", "O", depth), "light" if depth < 4 else "heavy")


if __name__ == "__main__":
    main()
