"""Every position of the Can I Win games whose tables primers print: (4, 8), (4, 9), (5, 11), (5, 12), (10, 12), (10, 20).

A position is the set of used numbers, in the order of the binary counters 0 .. 2^n - 1. `table` gives 1 if the first player of the game wins
from there, 0 if the second, 2 if the total is already reached.
"""
from solver import row

GAMES = ((4, 8), (4, 9), (5, 11), (5, 12), (10, 12), (10, 20))


def mover_wins(n, total):
    full, wins = (1 << n) - 1, {}
    for used in range(full, -1, -1):
        over = sum(k + 1 for k in range(n) if used >> k & 1) >= total
        wins[used] = None if over else any(wins[used | 1 << k] is not True for k in range(n) if not used >> k & 1)
    return wins


def table(n, total):
    wins = mover_wins(n, total)
    return [2 if wins[u] is None else int(wins[u] == (bin(u).count("1") % 2 == 0)) for u in range(1 << n)]


def main():
    for n, total in GAMES:
        for used, w in mover_wins(n, total).items():
            free = ", ".join(str(k + 1) for k in range(n) if not used >> k & 1)
            row("CanIWin", "winner", f"CanIWin({{{free}}}, n={n}, total={total})", "first" if w else "second", "light" if n < 6 else "heavy")


if __name__ == "__main__":
    main()
