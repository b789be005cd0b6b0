"""Games on heaps and rows of pins: values by the definition, heap by heap."""
from solver import row, grundy, winning


def table(name, moves, sizes, moves_for=(), heavy=(), extra=""):
    memo = {}
    for n in range(max(list(sizes) + list(heavy) + list(moves_for) + [0]) + 1):
        grundy(n, moves, memo)
    for n in sizes:
        row(name, "grundy", f"{name}({n}{extra})", memo[n])
    for n in heavy:
        row(name, "grundy", f"{name}({n}{extra})", memo[n], "heavy")
    for n in moves_for:
        row(name, "winning_moves", f"{name}({n}{extra})", "; ".join(winning(n, moves, memo)))
    return memo


def subtraction(takes):
    return lambda n: [(f"take({k})", [n - k]) for k in sorted(takes) if k <= n]


def octal(code):
    """Taking k: bit 1 nothing may be left, bit 2 one heap, bit 4 two heaps."""
    def moves(n):
        out = []
        for k, d in enumerate(code, 1):
            if k == n and d & 1:
                out.append(("whole", []))
            if k < n and d & 2:
                out.append(("some", [n - k]))
            if d & 4:
                out += [("part", [a, n - k - a]) for a in range(1, (n - k) // 2 + 1)]
        return out
    return moves


def kayles(n):
    return [(f"knock({k}, {a})", [a, n - k - a]) for k in (1, 2) for a in range(n - k + 1)]


def dawsons_chess(n):
    """Mark a cell of a row of n free cells; it and its neighbours leave the row."""
    return [(f"place({i})", [max(0, i - 2), max(0, n - i - 1)]) for i in range(1, n + 1)]


def crosses(n):
    """A cross bars the cells within distance 2."""
    return [(f"cross({i})", [max(0, i - 3), max(0, n - i - 2)]) for i in range(1, n + 1)]


def pairs(label):
    return lambda n: [(f"{label}({a})", [a, n - 2 - a]) for a in range(n - 1)]


def officers(n):
    return [(f"order({a})", [a, n - 1 - a]) for a in range(n - 1)] if n > 1 else []


def grundys_game(n):
    return [(f"part({a})", [a, n - a]) for a in range(1, n) if a < n - a]


def laskers(n):
    return [(f"take({k})", [n - k]) for k in range(1, n + 1)] + [(f"part({a})", [a, n - a]) for a in range(1, n // 2 + 1)]


def odd_even(n):
    out = [(f"some({k})", [n - k]) for k in range(2, n, 2)]
    return out + ([("whole", [0])] if n % 2 else [])


def mark(n):
    return [("less", [n - 1]), ("half", [n // 2])] if n else []


def half(n):
    return [(f"take({k})", [n - k]) for k in range(1, n + 1) if 2 * k <= n]


def aliquot(n):
    return [(f"take({d})", [n - d]) for d in range(1, n) if n % d == 0]


def squares(n):
    return [(f"take({k})", [n - k * k]) for k in range(1, n + 1) if k * k <= n]


def sprouts(k):
    """Join two of k arms round a figure: the arms on either side of the line, and one new arm on each side."""
    return [(f"join({a})", [a + 1, k - 2 - a + 1]) for a in range(k - 1)]


def treblecross(n):
    """On the strip itself, crosses as a bit set: who completes three in a row wins. Returns the winning first cells."""
    lines = [7 << i for i in range(n - 2)]
    memo = {}

    def wins(board):
        if board not in memo:
            memo[board] = any(any(after & t == t for t in lines) or not wins(after)
                              for after in (board | 1 << i for i in range(n) if not board >> i & 1))
        return memo[board]
    return [i for i in range(n) if any((1 << i) & t == t for t in lines) or not wins(1 << i)]


def main():
    from pins import row_grundy
    table("Subtraction", subtraction({1, 3, 4}), range(12), (5, 6, 9, 100))
    table("Subtraction", subtraction({1, 2, 3}), range(10), (5, 6, 7, 8), extra=", S={1, 2, 3}")
    table("Subtraction", subtraction(range(1, 8)), (8, 100), (100,), extra=", S={1, 2, 3, 4, 5, 6, 7}")
    table("Kayles", kayles, list(range(1, 101)), (5, 10, 50), heavy=(300, 500))
    table("DawsonsChess", dawsons_chess, range(0, 61), (7, 14), heavy=(300,))
    memo = table("Polygon", pairs("chord"), range(0, 101), (8, 12, 20), heavy=(250, 500, 750, 999, 1000))
    for n in range(3, 1001):
        row("Polygon", "winner", f"Polygon({n})", "first" if memo[n] else "second", "heavy")
    table("DawsonsKayles", pairs("strike"), range(0, 60), (10, 14))
    table("Officers", officers, range(0, 41), (12, 13))
    table("GrundysGame", grundys_game, range(0, 61), (20, 27))
    table("LaskersNim", laskers, range(0, 30), (7, 8))
    table("OddEvenNim", odd_even, range(0, 40), (7, 8))
    table("Mark", mark, range(0, 40), (20, 21))
    table("AtMostHalf", half, range(1, 64), (14, 16))
    table("Aliquot", aliquot, range(1, 65), (24, 30))
    table("SquareNim", squares, range(0, 60), (44,))
    table("BrusselsSprouts", sprouts, range(0, 12))
    memo = table("Crosses", crosses, range(0, 60), (7, 13), heavy=(500, 1000, 2000))
    for n in range(3, 2001):
        row("Crosses", "winner", f"Crosses({n})", "first" if memo[n] else "second", "heavy")
    for n in range(3, 15):
        cells = treblecross(n)
        row("Treblecross", "winner", f"Treblecross(N={n})", "first" if cells else "second", "light" if n < 11 else "heavy")
        row("Treblecross", "winning_moves", f"Treblecross(N={n})", "; ".join(f"cross({i})" for i in cells), "light" if n < 11 else "heavy")
    fib = [1, 2]
    while fib[-1] + fib[-2] <= 3_000_000:
        fib.append(fib[-1] + fib[-2])
    table("Pimber", subtraction(fib), list(range(0, 40)) + [100, 1000], (100,), heavy=(20000,))
    for text, code in (("[7, 7]", (7, 7)), ("[0, 7]", (0, 7)), ("[1, 3, 7]", (1, 3, 7)), ("[6]", (6,)), ("[1, 5]", (1, 5)), ("[0, 0, 7]", (0, 0, 7)),
                       ("[4, 5]", (4, 5)), ("[3, 3, 3]", (3, 3, 3))):
        table("Octal", octal(code), range(10, 31, 5), extra=f", code={text}")
    for n in range(1, 13):  # Kayles once more on real rows of pins, by bit sets
        assert row_grundy(n) == table_value(kayles, n)
    print_misere_kayles()


def table_value(moves, n, memo={}):
    return grundy(n, moves, memo.setdefault(moves, {}))


def print_misere_kayles():
    """Misere outcome of rows of pins: the multiset of rows is the position, who has no move wins."""
    memo = {}

    def wins(rows):
        if not rows:
            return True
        if rows not in memo:
            memo[rows] = any(not wins(after) for _, after in options(rows))
        return memo[rows]

    def options(rows):
        for i, n in enumerate(rows):
            if i and rows[i - 1] == n:
                continue
            for label, parts in kayles(n):
                yield label, tuple(sorted(rows[:i] + rows[i + 1:] + tuple(x for x in parts if x)))
    for n in range(0, 21):
        row("MisereKayles", "winner", f"MisereKayles({n})", "first" if wins((n,) if n else ()) else "second", "light" if n < 16 else "heavy")
    for n in (4, 5, 9):
        if wins((n,)):
            row("MisereKayles", "winning_moves", f"MisereKayles({n})", "; ".join(l for l, q in options((n,)) if not wins(q)))
    for rows in ((1, 1), (2, 3), (4, 4), (3, 5, 6)):
        row("MisereKayles", "winner", " + ".join(f"MisereKayles({n})" for n in rows), "first" if wins(rows) else "second")


if __name__ == "__main__":
    main()
