"""Games that end by a verdict (lines, paths, goals), solved backwards over all reachable positions. Player 0 is Left."""
from itertools import combinations
from solver import row, Solved, DRAW

ORTH = ((-1, 0), (0, -1), (0, 1), (1, 0))


def runs(rows, cols, k):
    """All straight runs of k cells, each once, as tuples of cell numbers."""
    out = []
    for r in range(rows):
        for c in range(cols):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + i * dr, c + i * dc) for i in range(k)]
                if all(0 <= a < rows and 0 <= b < cols for a, b in cells):
                    if k > 1 or (dr, dc) == (0, 1):
                        out.append(tuple(a * cols + b for a, b in cells))
    return out


def has(board, lines, mark):
    return any(all(board[i] == mark for i in line) for line in lines)


def put(board, i, mark):
    return board[:i] + mark + board[i + 1:]


def cell(i, cols):
    return f"({i // cols}, {i % cols})"


def emit(game, position, s, start, names=("Left", "Right"), weight="light", moves=True, both=True):
    if both:
        w = s.winner(start, names)
        if w:
            row(game, "winner", position, w, weight)
        if s.outcome(start):
            row(game, "outcome", position, s.outcome(start), weight)
    if moves:
        row(game, "winning_moves", position, "; ".join(s.winning(start, 0)), weight)


def marking(rows, cols, label="mark"):
    return lambda b, p: [(f"{label}({cell(i, cols)})", put(b, i, "XO"[p])) for i in range(rows * cols) if b[i] == "."]


def tic_tac_toe():
    lines = runs(3, 3, 3)
    verdict = lambda b, p, stuck: 1 - p if has(b, lines, "OX"[p]) else DRAW if stuck else None
    s = Solved("." * 9, marking(3, 3), verdict, starters=(0,))
    row("TicTacToe", "positions", "TicTacToe", s.positions)
    plays = {}

    def count(b, p):
        options = s.next[(b, p)]
        if not options:
            return 1
        if b not in plays:
            plays[b] = sum(count(q, 1 - p) for _, q in options)
        return plays[b]
    row("TicTacToe", "plays", "TicTacToe", count("." * 9, 0))
    s = Solved("." * 9, marking(3, 3), verdict)
    emit("TicTacToe", "TicTacToe", s, "." * 9)
    for picture in ("XX.|OO.|...", "X..|.O.|...", "X..|O..|...", "XO.|...|...", "X.O|...|...", "X..|...|..O"):
        b = picture.replace("|", "")
        s = Solved(b, marking(3, 3), verdict)
        row("TicTacToe", "winning_moves", f'TicTacToe("{picture}")', "; ".join(s.winning(b, 0)))
        if s.winner(b):
            row("TicTacToe", "winner", f'TicTacToe("{picture}")', s.winner(b))
    misere = lambda b, p, stuck: p if has(b, lines, "OX"[p]) else DRAW if stuck else None
    emit("MisereTicTacToe", "MisereTicTacToe", Solved("." * 9, marking(3, 3), misere), "." * 9)
    wild_moves = lambda b, p: [(f"mark({cell(i, 3)}, {n})", put(b, i, m)) for i in range(9) if b[i] == "." for m, n in (("X", "Cross"), ("O", "Nought"))]
    wild = lambda b, p, stuck: 1 - p if has(b, lines, "X") or has(b, lines, "O") else DRAW if stuck else None
    emit("WildTicTacToe", "WildTicTacToe", Solved("." * 9, wild_moves, wild), "." * 9)
    fifteen = [(a - 1, b - 1, c - 1) for a, b, c in combinations(range(1, 10), 3) if a + b + c == 15]
    takes = lambda b, p: [(f"take({i + 1})", put(b, i, "XO"[p])) for i in range(9) if b[i] == "."]
    sums = lambda b, p, stuck: 1 - p if has(b, fifteen, "OX"[p]) else DRAW if stuck else None
    emit("Fifteen", "Fifteen", Solved("." * 9, takes, sums), "." * 9)
    for text in ("X...O....", "X.......O", ".X....O..", "XO.......", ".XO.X.O..", "XX..OO...", "OX..X..O."):
        emit("Fifteen", f'Fifteen("{text}")', Solved(text, takes, sums), text)
    for picture in ("X..|.O.|...", "XO.|.X.|..O", "XX.|OO.|...", "X.O|...|OX."):
        b = picture.replace("|", "")
        emit("MisereTicTacToe", f'MisereTicTacToe("{picture}")', Solved(b, marking(3, 3), misere), b)
        emit("WildTicTacToe", f'WildTicTacToe("{picture}")', Solved(b, wild_moves, wild), b)


def mnk():
    for r, c, k in ((1, 3, 2), (2, 2, 2), (3, 3, 3), (2, 4, 3), (3, 4, 3), (2, 5, 3), (4, 3, 3), (1, 5, 3)):
        lines, start = runs(r, c, k), "." * (r * c)
        verdict = lambda b, p, stuck: 1 - p if has(b, lines, "OX"[p]) else DRAW if stuck else None
        emit("Mnk", f"Mnk(R={r}, C={c}, K={k})", Solved(start, marking(r, c), verdict), start, weight="light" if r * c < 10 else "heavy")
        maker = lambda b, p, stuck: 0 if has(b, lines, "X") else 1 if stuck else None
        emit("MakerBreaker", f"MakerBreaker(R={r}, C={c}, K={k})", Solved(start, marking(r, c), maker), start, ("Maker", "Breaker"), "light" if r * c < 10 else "heavy")


def order_and_chaos():
    for n, k in ((2, 2), (3, 3)):
        lines, start = runs(n, n, k), "." * (n * n)
        moves = lambda b, p: [(f"mark({cell(i, n)}, {t})", put(b, i, m)) for i in range(n * n) if b[i] == "." for m, t in (("X", "Cross"), ("O", "Nought"))]
        verdict = lambda b, p, stuck: 0 if has(b, lines, "X") or has(b, lines, "O") else 1 if stuck else None
        emit("OrderAndChaos", f"OrderAndChaos(N={n}, K={k})", Solved(start, moves, verdict), start, ("Order", "Chaos"))
    for picture in ("XO.|OXO|...", "XOX|OXO|O..", "XOO|OX.|..."):
        b = picture.replace("|", "")
        emit("OrderAndChaos", f'OrderAndChaos("{picture}")', Solved(b, moves, verdict), b, ("Order", "Chaos"))


def connect():
    for r, c, k in ((2, 2, 2), (3, 3, 3), (3, 4, 3), (4, 3, 3), (4, 4, 3), (2, 5, 3), (4, 4, 4), (3, 5, 3)):
        lines, start = runs(r, c, k), "." * (r * c)

        def moves(b, p):
            out = []
            for col in range(c):
                for line in range(r - 1, -1, -1):
                    if b[line * c + col] == ".":
                        out.append((f"drop({col}, {line})", put(b, line * c + col, "XO"[p])))
                        break
            return out
        verdict = lambda b, p, stuck: 1 - p if has(b, lines, "OX"[p]) else DRAW if stuck else None
        s = Solved(start, moves, verdict, starters=(0,))
        heavy = "light" if len(s.next) < 20000 else "heavy"
        position = f"Connect4(R={r}, C={c}, K={k})"
        row("Connect4", "winner", position, {0: "first", 1: "second", DRAW: DRAW}[s.result[(start, 0)]], heavy)
        row("Connect4", "winning_moves", position, "; ".join(s.winning(start, 0)), heavy)
        row("Connect4", "positions", position, s.positions, heavy)
        if s.result[(start, 0)] != DRAW:
            row("Connect4", "plies", position, s.plies[(start, 0)], heavy)


def sos():
    for n in range(3, 11):
        start = "." * n
        moves = lambda b, p: [(f"write({i}, {m})", put(b, i, m)) for i in range(n) if b[i] == "." for m in "SO"]
        verdict = lambda b, p, stuck: 1 - p if "SOS" in b else DRAW if stuck else None
        emit("Sos", f"Sos(N={n})", Solved(start, moves, verdict), start, weight="light" if n < 9 else "heavy")


def sim():
    for n in (3, 4, 5):
        pairs = list(combinations(range(n), 2))
        triangles = [tuple(pairs.index(e) for e in combinations(t, 2)) for t in combinations(range(n), 3)]
        start = "." * len(pairs)
        moves = lambda b, p: [(f"ink({pairs[i]})", put(b, i, "XO"[p])) for i in range(len(pairs)) if b[i] == "."]
        verdict = lambda b, p, stuck: p if has(b, triangles, "OX"[p]) else DRAW if stuck else None
        emit("Sim", f"Sim(n={n})", Solved(start, moves, verdict), start, weight="light" if n < 5 else "heavy")
        if n == 4:
            for text in ("XXO...", "XOXO..", "XX.OO."):
                marks = "[" + ", ".join({"X": "Left", "O": "Right", ".": "none"}[ch] for ch in text) + "]"
                emit("Sim", f"Sim({marks}, n=4)", Solved(text, moves, verdict), text)


def joined(edges, start):
    seen, grown = {start}, True
    while grown:
        more = {x for u, v in edges if u in seen or v in seen for x in (u, v)} - seen
        seen |= more
        grown = bool(more)
    return seen


def shannon():
    for edges, goal in (([(0, 1)], 1), ([(0, 1), (0, 1)], 1), ([(0, 1), (1, 2)], 2), ([(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)], 3), ([(0, 1), (0, 2), (1, 3), (2, 3)], 3),
                        ([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], 3), ([(0, 1), (0, 2), (1, 2), (1, 3), (2, 4), (3, 4), (3, 5), (4, 5)], 5)):
        start = "." * len(edges)
        moves = lambda b, p: [(f"take({i})", put(b, i, "XO"[p])) for i in range(len(edges)) if b[i] == "."]

        def verdict(b, p, stuck):
            if goal in joined([e for i, e in enumerate(edges) if b[i] == "X"], 0):
                return 0
            return 1 if goal not in joined([e for i, e in enumerate(edges) if b[i] != "O"], 0) else None
        text = "[" + ", ".join(map(str, edges)) + "]"
        emit("ShannonSwitching", f"ShannonSwitching(E={text}, goal={goal})", Solved(start, moves, verdict), start, ("Short", "Cut"))


def hex_board(n):
    steps = ORTH + ((1, -1), (-1, 1))
    def across(b, mark, side):
        todo = [(r, c) for r in range(n) for c in range(n) if (r, c)[side] == 0 and b[r * n + c] == mark]
        seen = set(todo)
        while todo:
            r, c = todo.pop()
            if (r, c)[side] == n - 1:
                return True
            for dr, dc in steps:
                t = (r + dr, c + dc)
                if 0 <= t[0] < n and 0 <= t[1] < n and t not in seen and b[t[0] * n + t[1]] == mark:
                    seen.add(t)
                    todo.append(t)
        return False
    return lambda b, p, stuck: 0 if across(b, "X", 0) else 1 if across(b, "O", 1) else None


def y_board(n):
    cells = [(r, c) for r in range(n) for c in range(r + 1)]
    number = {c: i for i, c in enumerate(cells)}
    steps = ORTH + ((1, 1), (-1, -1))

    def wins(b, mark):
        seen = set()
        for start in cells:
            if b[number[start]] != mark or start in seen:
                continue
            chain, todo = {start}, [start]
            while todo:
                r, c = todo.pop()
                for dr, dc in steps:
                    t = (r + dr, c + dc)
                    if t in number and b[number[t]] == mark and t not in chain:
                        chain.add(t)
                        todo.append(t)
            seen |= chain
            if any(c == 0 for r, c in chain) and any(r == n - 1 for r, c in chain) and any(r == c for r, c in chain):
                return True
        return False
    moves = lambda b, p: [(f"put({cells[i]})", put(b, i, "XO"[p])) for i in range(len(cells)) if b[i] == "."]
    return moves, lambda b, p, stuck: 1 - p if wins(b, "OX"[p]) else None


def paths():
    for n in (1, 2, 3):
        start = "." * (n * n)
        emit("Hex", f"Hex(N={n})", Solved(start, marking(n, n, "put"), hex_board(n)), start)
    for picture in ("...|.O.|...", "O..|...|...", "..O|...|..."):
        b = picture.replace("|", "")
        emit("Hex", f'Hex("{picture}")', Solved(b, marking(3, 3, "put"), hex_board(3)), b)
    for n in (1, 2, 3):
        moves, verdict = y_board(n)
        start = "." * (n * (n + 1) // 2)
        emit("GameOfY", f"GameOfY(N={n})", Solved(start, moves, verdict), start)
    moves, verdict = y_board(4)
    emit("GameOfY", "GameOfY(N=4)", Solved("." * 10, moves, verdict), "." * 10, weight="heavy")


def pawns(rows, cols, breakthrough):
    def moves(b, p):
        me, foe, s = (("X", "O", -1), ("O", "X", 1))[p]
        steps, takes = [], []
        for i in range(rows * cols):
            if b[i] != me:
                continue
            r, c = divmod(i, cols)
            for dc in (-1, 0, 1):
                t = (r + s, c + dc)
                if not (0 <= t[0] < rows and 0 <= t[1] < cols):
                    continue
                j = t[0] * cols + t[1]
                after = put(put(b, i, "."), j, me)
                if breakthrough:
                    if b[j] == "." or b[j] == foe and dc:
                        steps.append((f"step(({r}, {c}), (0, {dc}))", after))
                elif b[j] == "." and dc == 0:
                    steps.append((f"step(({r}, {c}))", after))
                elif b[j] == foe and dc:
                    takes.append((f"take(({r}, {c}), (0, {dc}))", after))
        return steps + takes

    def verdict(b, p, stuck):
        foe_goal = b[(rows - 1) * cols:] if p == 0 else b[:cols]
        return 1 - p if "OX"[p] in foe_goal else None
    return moves, verdict


def pawn_games():
    for r, c in ((3, 3), (3, 2), (4, 3), (3, 4), (4, 4)):
        board = "|".join(["O" * c] + ["." * c] * (r - 2) + ["X" * c])
        b = board.replace("|", "")
        moves, verdict = pawns(r, c, False)
        s = Solved(b, moves, verdict)
        emit("Hexapawn", f'Hexapawn("{board}")', s, b, weight="light" if len(s.next) < 5000 else "heavy")
        if s.result[(b, 0)] != DRAW:
            row("Hexapawn", "plies", f'Hexapawn("{board}")', s.plies[(b, 0)], "light" if len(s.next) < 5000 else "heavy")
    for r, c, ranks in ((3, 3, 1), (4, 3, 1), (4, 2, 1), (5, 3, 1), (4, 4, 1), (5, 2, 2)):
        board = "|".join(["O" * c] * ranks + ["." * c] * (r - 2 * ranks) + ["X" * c] * ranks)
        b = board.replace("|", "")
        moves, verdict = pawns(r, c, True)
        s = Solved(b, moves, verdict)
        heavy = "light" if len(s.next) < 5000 else "heavy"
        emit("Breakthrough", f'Breakthrough("{board}")', s, b, weight=heavy)
        row("Breakthrough", "plies", f'Breakthrough("{board}")', s.plies[(b, 0)], heavy)


def even_addicts():
    def moves(state, p):
        even, odd, parity = state
        out = [("take_even", (even - 1, odd, parity))] if even else []
        return out + ([("take_odd", (even, odd - 1, parity ^ (p == 0)))] if odd else [])
    verdict = lambda state, p, stuck: (1 if state[2] else 0) if stuck else None
    for even, odd in ((0, 1), (1, 1), (0, 2), (2, 3), (3, 2), (4, 5), (5, 4), (3, 5), (6, 7), (0, 0), (10, 9)):
        s = Solved((even, odd, 0), moves, verdict)
        position = f"EvenAddicts({even}, {odd})"
        emit("EvenAddicts", position, s, (even, odd, 0), ("Alice", "Bob"))
        row("EvenAddicts", "starting_alice", position, ("Alice", "Bob")[s.result[((even, odd, 0), 0)]])
    for even in range(0, 101, 10):
        odd = 100 - even
        s = Solved((even, odd, 0), moves, verdict, starters=(0,))
        row("EvenAddicts", "starting_alice", f"EvenAddicts({even}, {odd})", ("Alice", "Bob")[s.result[((even, odd, 0), 0)]], "heavy")


def can_i_win():
    for n, total in ((3, 4), (4, 8), (4, 9), (5, 11), (5, 12), (6, 21), (4, 10), (5, 15), (3, 7), (10, 11), (10, 12), (10, 20)):
        def moves(free, p):
            return [(f"pick({k})", free - {k}) for k in sorted(free)]
        verdict = lambda free, p, stuck: 1 - p if n * (n + 1) // 2 - sum(free) >= total else DRAW if stuck else None
        start = frozenset(range(1, n + 1))
        emit("CanIWin", f"CanIWin(n={n}, total={total})", Solved(start, moves, verdict), start)


def main():
    tic_tac_toe()
    mnk()
    order_and_chaos()
    connect()
    sos()
    sim()
    shannon()
    paths()
    pawn_games()
    even_addicts()
    can_i_win()


if __name__ == "__main__":
    main()
