"""Sizes of contest problems: thousand heaps, a 1000 x 1000 board, 20 x 20 walls, 1000 cards. Numbers come from a fixed generator; answers from
formulas with a proof (Bouton) or tables filled in order."""
from functools import reduce
from operator import xor
from boards import walls
from solver import row, mex


def numbers(count, below, seed):
    """The generator of Park and Miller (1988)."""
    out = []
    for _ in range(count):
        seed = seed * 48271 % 2147483647
        out.append(seed % below)
    return out


def nim():
    for seed, count in ((1, 100), (2, 1000)):
        heaps = [1 + n for n in numbers(count, 2_000_000_000, seed)]
        total = reduce(xor, heaps)
        text = " + ".join(f"Nim({n})" for n in heaps)
        row("Nim", "winner", text, "first" if total else "second", "heavy")
        row("Nim", "winning_move_count", text, sum(n ^ total < n for n in heaps), "heavy")
        text = text.replace("Nim", "MisereNim")
        row("MisereNim", "winner", text, "first" if total else "second", "heavy")  # some heap is above 1


def rows():
    heaps = [1 + n for n in numbers(400, 1_000_000_000, 3)]
    matrix = [heaps[i:i + 20] for i in range(0, 400, 20)]
    total = 0
    for line in matrix:
        g = 0
        for a in reversed(line):  # a alone is a heap; before a value g > 0 it counts one less unless it exceeds g
            g = a if g == 0 or a > g else a - 1
        total ^= g
    text = " + ".join(f"Row({line})" for line in matrix)
    row("Row", "grundy", text, total, "heavy")
    row("Row", "winner", text, "first" if total else "second", "heavy")


def nawl(n):
    above = None
    for r in range(n):
        line = [0] * n
        for c in range(n - 1, -1, -1):
            options = set()
            if c + 1 < n:
                options.add(line[c + 1])
            if above:
                options.add(above[c])
                if c + 1 < n:
                    options.add(above[c + 1])
            line[c] = mex(options)
        above = line
    row("Nawl", "grundy", f"Nawl(({n - 1}, 0), R={n}, C={n})", above[0], "heavy")
    row("Nawl", "grundy", f"Nawl(({n - 1}, {n - 2}), R={n}, C={n})", above[n - 2], "heavy")


def wall_boards():
    for n, seed in ((10, 4), (20, 5)):
        dice = numbers(n * n, 6, seed)
        picture = "|".join("".join("X" if dice[r * n + c] == 0 else "." for c in range(n)) for r in range(n))
        marks = {(r, c) for r in range(n) for c in range(n) if dice[r * n + c] == 0}
        g, wins = walls(n, n, marks)
        row("Walls", "grundy", f'Walls(mark="{picture}")', g, "heavy")
        row("Walls", "winning_moves", f'Walls(mark="{picture}")', "; ".join(wins), "heavy")


def cards():
    a = [1 + n for n in numbers(1000, 10_000, 6)]
    best = a[:]  # margin of the mover on a[i .. i + size - 1]
    for size in range(2, len(a) + 1):
        best = [max(a[i] - best[i + 1], a[i + size - 1] - best[i]) for i in range(len(a) - size + 1)]
    row("CardEnds", "margin", f"CardEnds(a={a})", best[0], "heavy")


if __name__ == "__main__":
    nim()
    rows()
    nawl(1000)
    wall_boards()
    cards()
