"""Coin-turning games and coins that slide on a strip; positions are whole rows of coins."""
from itertools import combinations
from solver import row, grundy, winning


def text(name, coins, extra):
    return f"{name}({{{', '.join(map(str, sorted(coins)))}}}, {extra})"


def turning_turtles(heads):
    out = []
    for a in sorted(heads):
        for b in range(0, a):
            out.append((f"turn({a}, {b})", [heads ^ ({a, b} - {0})]))
    return out


def mock_turtles(heads):
    out = [(f"one({a})", [heads - {a}]) for a in sorted(heads)]
    out += [(f"two({a}, {b})", [heads ^ {a, b}]) for a in sorted(heads) for b in range(a)]
    return out + [(f"three({a}, {b}, {c})", [heads ^ {a, b, c}]) for a in sorted(heads) for b in range(a) for c in range(b)]


def ruler(heads):
    return [(f"turn({a}, {b})", [heads ^ frozenset(range(b, a + 1))]) for a in sorted(heads) for b in range(1, a + 1)]


def corners(heads):
    out = []
    for (r, c) in sorted(heads):
        out += [(f"turn(({r}, {c}), {a}, {b})", [heads ^ {(r, c), (a, c), (r, b), (a, b)}]) for a in range(r) for b in range(c)]
    return out


def welter(coins):
    return [(f"slide({a}, {b})", [coins - {a} | {b}]) for a in sorted(coins) for b in range(a) if b not in coins]


def silver(coins):
    return [(f"slide({a}, {b})", [coins - {a} | {b}]) for a in sorted(coins) for b in range(a) if not any(b <= c < a for c in coins)]


def main():
    for name, moves, low, extra in (("TurningTurtles", turning_turtles, 1, "N=8"), ("MockTurtles", mock_turtles, 0, "N=8"), ("Ruler", ruler, 1, "N=8")):
        memo = {}
        for k in range(low, 8):
            row(name, "grundy", text(name, {k}, extra), grundy(frozenset({k}), moves, memo))
        for heads in ({3, 5, 6}, {1, 2, 7}, {2, 4, 5}):
            row(name, "grundy", text(name, heads, extra), grundy(frozenset(heads), moves, memo))
            row(name, "winning_moves", text(name, heads, extra), "; ".join(winning(frozenset(heads), moves, memo)))
    for name, moves in (("Welter", welter), ("SilverDollar", silver)):
        memo = {}
        for coins in [*combinations(range(7), 2)][:21] + [(1, 4, 6), (0, 3, 7), (2, 3, 6), (1, 3, 5, 6)]:
            row(name, "grundy", text(name, coins, "N=8"), grundy(frozenset(coins), moves, memo))
        for coins in ((1, 4, 6), (2, 3, 6)):
            row(name, "winning_moves", text(name, coins, "N=8"), "; ".join(winning(frozenset(coins), moves, memo)))
    memo = {}
    for r in range(1, 4):
        for c in range(1, 4):
            board = "|".join("".join("H" if (i, j) == (r, c) else "." for j in range(4)) for i in range(4))
            row("TurningCorners", "grundy", f'TurningCorners("{board}")', grundy(frozenset({(r, c)}), corners, memo))


if __name__ == "__main__":
    main()
