"""Impartial games on boards and graphs: Chomp, Cram, coins on a table, knights, walls, Tac Tix, Notakto, Kayles on graphs, divisors."""
from solver import row, grundy, winning, mex


def bits(board):
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


def chomp(r, c, lost={}):
    """Winning bites of an r x c bar; a position is its non-empty row lengths, and one table of lost positions serves all bars."""
    def bites(p):
        for i in range(len(p)):
            for j in range(p[i]):
                if (i, j) != (0, 0):
                    yield (i, j), tuple(x for x in (p[:i] + tuple(min(x, j) for x in p[i:])) if x)

    def is_lost(p):
        if p not in lost:
            lost[p] = not any(is_lost(q) for _, q in bites(p))
        return lost[p]
    return [cell for cell, q in bites((c,) * r) if is_lost(q)]


def cram_grundy(board, cols, memo):
    """Set of free cells as bits, row by row; no splitting into parts."""
    if board not in memo:
        values = set()
        for i in bits(board):
            if (i + 1) % cols and board >> (i + 1) & 1:
                values.add(cram_grundy(board & ~(3 << i), cols, memo))
            if board >> (i + cols) & 1:
                values.add(cram_grundy(board & ~(1 << i | 1 << (i + cols)), cols, memo))
        memo[board] = mex(values)
    return memo[board]


def cram_moves(rows, cols, memo):
    board = (1 << rows * cols) - 1
    out = []
    for r in range(rows):
        for c in range(cols):
            i = r * cols + c
            if c + 1 < cols and cram_grundy(board & ~(3 << i), cols, memo) == 0:
                out.append(f"lay(({r}, {c}), (0, 1))")
            if r + 1 < rows and cram_grundy(board & ~(1 << i | 1 << (i + cols)), cols, memo) == 0:
                out.append(f"lay(({r}, {c}), (1, 0))")
    return out


def shapes_grundy(board, shapes, memo):
    """Lay one of the shapes (bit sets) on free cells."""
    if board not in memo:
        memo[board] = mex({shapes_grundy(board & ~s, shapes, memo) for s in shapes if board & s == s})
    return memo[board]


def knights_winning(n):
    attacks = []
    for r in range(n):
        for c in range(n):
            m = 1 << (r * n + c)
            for dr, dc in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
                if 0 <= r + dr < n and 0 <= c + dc < n:
                    m |= 1 << ((r + dr) * n + c + dc)
            attacks.append(m)
    memo = {}

    def wins(free):
        if free not in memo:
            memo[free] = any(not wins(free & ~attacks[i]) for i in bits(free))
        return memo[free]
    full = (1 << n * n) - 1
    return [divmod(i, n) for i in range(n * n) if not wins(full & ~attacks[i])]


def walls(rows, cols, marks):
    def moves(box):
        r0, c0, r1, c1 = box
        return [(f"build({r}, {c})", [(r0, c0, r, c), (r0, c + 1, r, c1), (r + 1, c0, r1, c), (r + 1, c + 1, r1, c1)])
                for r in range(r0, r1) for c in range(c0, c1) if (r, c) not in marks]
    memo = {}
    box = (0, 0, rows, cols)
    return grundy(box, moves, memo), winning(box, moves, memo)


def tac_tix(n):
    runs = []
    for r in range(n):
        for c in range(n):
            runs.append((f"one(({r}, {c}))", 1 << (r * n + c)))
            for dr, dc in ((0, 1), (1, 0)):
                for k in range(2, n + 1):
                    if r + dr * (k - 1) < n and c + dc * (k - 1) < n:
                        runs.append((f"run(({r}, {c}), ({dr}, {dc}), {k})", sum(1 << ((r + dr * i) * n + c + dc * i) for i in range(k))))
    memo = {0: True}  # no counters: the other has taken the last one and loses

    def wins(b):
        if b not in memo:
            memo[b] = any(not wins(b & ~m) for _, m in runs if b & m == m)
        return memo[b]
    full = (1 << n * n) - 1
    return wins(full), sorted((l for l, m in runs if not wins(full & ~m)), key=lambda l: not l.startswith("one"))


def notakto():
    lines = [7, 56, 448, 73, 146, 292, 273, 84]
    memo = {}

    def wins(b):
        if b not in memo:
            moves = [b | 1 << i for i in range(9) if not b >> i & 1]
            memo[b] = any(not any(q & t == t for t in lines) and not wins(q) for q in moves)
        return memo[b]
    return wins, lines


def node_kayles(n, edges):
    near = [1 << v for v in range(n)]
    for a, b in edges:
        near[a] |= 1 << b
        near[b] |= 1 << a
    moves = lambda free: [(f"take({v})", [free & ~near[v]]) for v in bits(free)]
    memo = {}
    full = (1 << n) - 1
    return grundy(full, moves, memo), winning(full, moves, memo)


def arc_kayles(edges):
    touch = [sum(1 << j for j, f in enumerate(edges) if set(e) & set(f)) for e in edges]
    moves = lambda up: [(f"take({e})", [up & ~touch[e]]) for e in bits(up)]
    memo = {}
    full = (1 << len(edges)) - 1
    return grundy(full, moves, memo), winning(full, moves, memo)


def schuh(n):
    moves = lambda s: [(f"name({d})", [frozenset(e for e in s if e % d)]) for d in sorted(s) if d > 1]
    memo = {}
    return winning(frozenset(d for d in range(1, n + 1) if n % d == 0), moves, memo)


def free_sprouts(n):
    """Spots as a sorted tuple of lives; join two different spots or a spot with two lives to itself."""
    memo = {}

    def plies(spots):
        if spots not in memo:
            best = set()
            for i in range(len(spots)):
                for j in range(i, len(spots)):
                    s = list(spots)
                    s[i] -= 1
                    s[j] -= 1
                    if min(s) >= 0:
                        best.add(plies(tuple(sorted([x for x in s if x] + [1]))) + 1)
            memo[spots] = max(best, default=0)
            assert len(best) <= 1
        return memo[spots]
    return plies((3,) * n)


def main():
    for r in range(1, 11):
        for c in range(1, 11):
            bites = chomp(r, c)
            heavy = "light" if r * c <= 30 else "heavy"
            row("Chomp", "winner", f"Chomp(R={r}, C={c})", "first" if bites else "second", heavy)
            row("Chomp", "winning_moves", f"Chomp(R={r}, C={c})", "; ".join(f"bite(({a}, {b}))" for a, b in bites), heavy)
    for r in range(1, 6):
        for c in range(r, 10 if r == 1 else 8 if r == 2 else 7 if r == 3 else 5 if r == 4 else 5):
            memo = {}
            g = cram_grundy((1 << r * c) - 1, c, memo)
            heavy = "light" if r * c <= 12 else "heavy"
            row("Cram", "grundy", f"Cram(R={r}, C={c})", g, heavy)
            row("Cram", "winning_moves", f"Cram(R={r}, C={c})", "; ".join(cram_moves(r, c, memo)), heavy)
    for r in range(1, 8):
        for c in range(r, 8):
            if r * c > 30:
                continue
            shapes = {(i, j): 1 << (i * c + j) | 1 << (i * c + j + 1) | 1 << ((i + 1) * c + j) | 1 << ((i + 1) * c + j + 1) for i in range(r - 1) for j in range(c - 1)}
            memo = {}
            full = (1 << r * c) - 1
            heavy = "light" if r * c <= 20 else "heavy"
            row("TableCoins", "grundy", f"TableCoins(R={r}, C={c})", shapes_grundy(full, list(shapes.values()), memo), heavy)
            row("TableCoins", "winning_moves", f"TableCoins(R={r}, C={c})",
                "; ".join(f"lay(({i}, {j}))" for (i, j), s in shapes.items() if shapes_grundy(full & ~s, list(shapes.values()), memo) == 0), heavy)
    for n in range(1, 6):
        cells = knights_winning(n)
        heavy = "light" if n < 5 else "heavy"
        row("Knights", "winner", f"Knights(N={n})", "first" if cells else "second", heavy)
        row("Knights", "winning_moves", f"Knights(N={n})", "; ".join(f"place(({r}, {c}))" for r, c in cells), heavy)
    for r, c, picture in ((1, 1, "."), (2, 2, "..|.."), (3, 3, "...|...|..."), (1, 5, "....."), (2, 3, "..X|..."), (3, 3, ".X.|X.X|.X."), (4, 4, "....|.X..|..X.|...."), (4, 5, ".....|.XX..|...X.|....."),
                          (5, 5, ".....|.....|.....|.....|....."), (6, 7, "......X|.X.....|...X...|.......|..X....|.....X.")):
        marks = {(i, j) for i, line in enumerate(picture.split("|")) for j, ch in enumerate(line) if ch == "X"}
        g, wins = walls(r, c, marks)
        position = f'Walls(mark="{picture}")'
        row("Walls", "grundy", position, g, "light" if r * c < 21 else "heavy")
        row("Walls", "winning_moves", position, "; ".join(wins), "light" if r * c < 21 else "heavy")
    for n in (1, 2, 3, 4):
        w, moves = tac_tix(n)
        row("TacTix", "winner", f"TacTix(N={n})", "first" if w else "second", "light" if n < 4 else "heavy")
        row("TacTix", "winning_moves", f"TacTix(N={n})", "; ".join(moves), "light" if n < 4 else "heavy")
    wins, lines = notakto()
    for picture in ("...|...|...", "X..|...|...", "...|.X.|...", "X..|..X|...", "XX.|...|.X.", "X..|.X.|..."):
        b = sum(1 << i for i, ch in enumerate(picture.replace("|", "")) if ch == "X")
        cells = [i for i in range(9) if not b >> i & 1 and not any((b | 1 << i) & t == t for t in lines) and not wins(b | 1 << i)]
        row("Notakto", "winner", f'Notakto("{picture}")', "first" if cells else "second")
        row("Notakto", "winning_moves", f'Notakto("{picture}")', "; ".join(f"cross(({i // 3}, {i % 3}))" for i in cells))
    for title, n, edges in (("path", 5, [(i, i + 1) for i in range(4)]), ("path", 9, [(i, i + 1) for i in range(8)]), ("cycle", 6, [(i, (i + 1) % 6) for i in range(6)]),
                            ("star", 5, [(0, i) for i in range(1, 5)]), ("Petersen", 10, [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)])):
        text = "[" + ", ".join(f"({a}, {b})" for a, b in edges) + "]"
        g, wins = node_kayles(n, edges)
        row("NodeKayles", "grundy", f"NodeKayles(n={n}, E={text})", g)
        row("NodeKayles", "winning_moves", f"NodeKayles(n={n}, E={text})", "; ".join(wins))
        g, wins = arc_kayles(edges)
        row("ArcKayles", "grundy", f"ArcKayles(E={text})", g)
        row("ArcKayles", "winning_moves", f"ArcKayles(E={text})", "; ".join(wins))
    for n in (1, 2, 6, 12, 30, 36, 60, 72):
        wins = schuh(n)
        row("SchuhDivisors", "winner", f"SchuhDivisors(N={n})", "first" if wins else "second")
        row("SchuhDivisors", "winning_moves", f"SchuhDivisors(N={n})", "; ".join(wins))
    for n in range(1, 6):
        row("FreeSprouts", "plies", f"FreeSprouts(n={n})", free_sprouts(n))
        row("FreeSprouts", "winner", f"FreeSprouts(n={n})", "first" if free_sprouts(n) % 2 else "second")
    for k in (1, 2, 4, 8):
        row("BrusselsSprouts", "plies", f"BrusselsSprouts({k})", k - 1)


if __name__ == "__main__":
    main()
