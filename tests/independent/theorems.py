"""Instances of published theorems on partizan positions: the value by the theorem's formula, and again by brute force from the rules in words and the
definition of canonical form (values.py). A row is printed only if both agree; its source names the theorem and the check.
"""
from fractions import Fraction

from partizan import amazons, clobber, col, cutcake, domineering, hackenbush, snort, toads, toppling
from values import ZERO, STAR, UP, DOWN, TABLE, add, canonical, le, name, node, outcome, value

HUES = {"B": "Blue", "R": "Red", "G": "Green"}


def number(x):
    """The canonical form of a dyadic number, by its simplest form: {|} {n|} {|n} {x - d | x + d} with d the least step."""
    x = Fraction(x)
    if x.denominator == 1:
        g = ZERO
        for _ in range(abs(int(x))):
            g = node([g], []) if x > 0 else node([], [g])
        return g
    d = Fraction(1, x.denominator)
    return node([number(x - d)], [number(x + d)])


def game(left, right):
    return canonical(left, right)


def switch(a, b):
    return game([number(a)], [number(b)])


def times(n, g):
    total = ZERO
    for _ in range(n):
        total = add(total, g)
    return total


def emit(query, position, expected, found, source, how="brute force from the rules agrees"):
    assert expected == found, f"{position}: the theorem says {expected if query == 'outcome' else name(expected)}, brute force {found if query == 'outcome' else name(found)}"
    answer = expected if query == "outcome" else name(expected)
    print("\t".join(("", query, position, answer, "light", f"{source}; {how}, tests/independent/theorems.py")))


def stalks():
    """Berlekamp's rule: the first run counts whole units, the first change is a binary point, then a blue edge is 1, a red 0, with a last 1."""
    memo = {}
    for length in range(1, 6):
        for code in range(2 ** length):
            string = "".join("BR"[code >> i & 1] for i in range(length))
            first = string[0]
            run = len(string) - len(string.lstrip(first))
            if run == length:
                size = Fraction(run)
            else:
                digits = ["1" if hue == first else "0" for hue in string[run + 1:]] + ["1"]
                size = run - 1 + sum(Fraction(int(d), 2 ** (i + 1)) for i, d in enumerate(digits))
            expected = number(size if first == "B" else -size)
            edges = [(i, i + 1, hue) for i, hue in enumerate(string)]
            position, found = picture(edges, memo)
            emit("value", position, expected, found, "Winning Ways ch. 3, Berlekamp's rule for Hackenbush strings")


def picture(edges, memo):
    text = "Hackenbush(edges=[" + ", ".join(f"({u}, {v}, {HUES[h]})" for u, v, h in edges) + "])"
    return text, value(frozenset((i, *edge) for i, edge in enumerate(edges)), hackenbush, memo)


def green_trees():
    """The colon principle: a vertex is worth the nim sum of its branches, each branch one more than what it carries."""
    def grundy(tree):
        total = 0
        for branch in tree:
            total ^= 1 + grundy(branch)
        return total

    def edges(tree, at=0, free=None):
        free = free if free is not None else [1]
        out = []
        for branch in tree:
            vertex = free[0]
            free[0] += 1
            out.append((at, vertex, "G"))
            out += edges(branch, vertex, free)
        return out

    memo = {}
    trees = ([[]], [[[]]], [[[[]]]], [[[], []]], [[[], [[]]]], [[], [[]]], [[[], [], []]], [[[[]], [[]]]], [[[[], []]]], [[[]], [[[]]]], [[[[[]]]]], [[], [[], [[]]]])
    for tree in trees:
        position, found = picture(edges(tree), memo)
        expected = STAR[grundy(tree)]
        emit("value", position, expected, found, "Winning Ways ch. 7, the colon principle on green trees")


def cakes():
    """Cutcake, r rows and c columns: with 2^k the largest power of two not above r, c // 2^k - 1 if that is not negative; else mirrored."""
    memo = {}

    def power(n):
        return 1 << (n.bit_length() - 1)
    for r in range(1, 9):
        for c in range(1, 9):
            a, b = c // power(r) - 1, r // power(c) - 1
            expected = number(a if a >= 0 else -b)
            emit("value", f"Cutcake({r}, {c})", expected, value((r, c), cutcake, memo), "Winning Ways ch. 2, Cutcake, the table and its rule")


def strips():
    memo = {}
    for n in range(1, 11):
        for r, c, sign in ((n, 1, 1), (1, n, -1)):
            if (r, c) == (1, 1) and sign < 0:
                continue
            free = frozenset((i, j) for i in range(r) for j in range(c))
            emit("value", f"Domineering(R={r}, C={c})", number(sign * (n // 2)), value(free, domineering, memo), "Winning Ways ch. 5, Domineering, strips of width one")
    published = {(2, 2): switch(1, -1), (2, 3): switch(2, Fraction(-1, 2)), (3, 2): switch(Fraction(1, 2), -2), (3, 3): switch(1, -1),
                 (2, 4): game([switch(2, 0)], [ZERO]), (4, 2): game([ZERO], [switch(0, -2)])}
    for (r, c), expected in published.items():
        free = frozenset((i, j) for i in range(r) for j in range(c))
        emit("value", f"Domineering(R={r}, C={c})", expected, value(free, domineering, memo), "Winning Ways ch. 5, Domineering, table of small rectangles")
    outcomes = {(2, 1): "L", (2, 2): "N", (2, 3): "N", (2, 4): "R", (2, 5): "L", (2, 6): "N", (2, 7): "N", (3, 3): "N", (3, 4): "R", (3, 5): "R", (4, 3): "L", (5, 3): "L", (4, 4): "N"}
    for (r, c), expected in outcomes.items():
        free = frozenset((i, j) for i in range(r) for j in range(c))
        emit("outcome", f"Domineering(R={r}, C={c})", expected, outcome_only(free, domineering, {}), "Breuker, Uiterwijk and van den Herik (2000), table of outcomes")


def outcome_only(position, moves, memo):
    """Who wins by the definition, without values."""
    def wins(position, p):
        if (position, p) not in memo:
            memo[(position, p)] = any(not wins(parts[0], 1 - p) for _, parts in moves(position, p))
        return memo[(position, p)]
    return {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}[(wins(position, 0), wins(position, 1))]


def frogs():
    memo = {}

    def check(strip, expected, source):
        emit("value", f'ToadsAndFrogs("{strip}")', expected, value(strip, toads, memo), source)
    for n in range(1, 9):
        check("T" + "." * n + "F", STAR[n % 2], "Winning Ways ch. 5, Toads-and-Frogs: one of each, by the parity of the gap")
    for n in range(1, 5):
        for m in range(1, 5):
            check("T" * m + "." * n, number(m * n), "Winning Ways ch. 1, Toads-and-Frogs: toads alone, one move a step")
    for a in range(2, 7):
        check("T" * a + ".F", game([switch(a - 2, 1)], [ZERO]), "Erickson, New Toads and Frogs results (1996), T^a . F")
    for a in range(2, 6):
        for b in range(2, a + 1):
            check("T" * a + "." + "F" * b, STAR[1], "Erickson (1996), T^a . F^b with a >= b >= 2")
    for a, b in ((3, 2), (4, 2), (4, 3), (5, 2), (5, 3), (6, 2)):
        expected = game([switch(a - 3, a - b)], [game([STAR[1]], [number(3 - b)])])
        check("T" * a + ".." + "F" * b, expected, "Erickson (1996), conjecture 1 (T^a .. F^b), proved by Thanatipanonda (2011)")
    for a in range(2, 7):
        check("T" * a + "...FF", switch(a - 2, a - 2), "Erickson (1996), conjecture 2 (T^a ... FF), proved by Thanatipanonda (2011)")
    for a in (5, 6):
        check("T" * a + "...FFF", number(a - Fraction(7, 2)), "Erickson (1996), conjecture 3 (T^a ... FFF), proved by Thanatipanonda (2011)")


def dominoes():
    memo = {}

    def check(line, expected, source):
        emit("value", "TopplingDominoes(row=[" + ", ".join(HUES[h] for h in line) + "])", expected, value(line, toppling, memo), source)
    for n in range(1, 7):
        check("B" * n, number(n), "Lessons in Play ch. 2, Toppling Dominoes: n of one colour")
        check("G" * n, STAR[n], "Fink, Nowakowski, Siegel and Wolfe, Toppling conjectures (2015): n green ones")
    for m in range(1, 5):
        for n in range(1, 5):
            check("B" * m + "R" * n, switch(m - 1, 1 - n), "Fink, Nowakowski, Siegel and Wolfe (2015): m blue, then n red")
    for m in range(1, 4):
        for n in range(1, 4):
            check("B" * m + "G" + "R" * n, switch(m, -n), "Fink, Nowakowski, Siegel and Wolfe (2015): one green between blue and red")


def paths():
    memo = {}
    for n in range(1, 8):
        emit("value", f'Col("{"." * n}")', STAR[1] if n == 1 else ZERO, value("." * n, col, memo), "Winning Ways ch. 2, Col on paths")
    memo = {}
    for n in range(1, 8):
        emit("outcome", f'Snort("{"." * n}")', "N", outcome(value("." * n, snort, memo)), "On Numbers and Games ch. 8, Snort: a path is won by taking the middle and answering across it")
    memo = {}
    for n in range(1, 8):
        up = add(times(n - 1, UP), STAR[n % 2])
        down = add(times(n - 1, DOWN), STAR[n % 2])
        source = "Albert, Grossman, Nowakowski and Wolfe, An introduction to Clobber (2005): a row against one stone"
        emit("value", f'Clobber("{"X" * n}O")', up, value("X" * n + "O", clobber, memo), source)
        if n > 1:
            emit("value", f'Clobber("X{"O" * n}")', down, value("X" + "O" * n, clobber, memo), source)
    for n in range(1, 6):
        source = "Albert, Grossman, Nowakowski and Wolfe (2005): XOXO...XO is won by the first player but for three pairs"
        emit("outcome", f'Clobber("{"XO" * n}")', "P" if n == 3 else "N", outcome(value("XO" * n, clobber, memo)), source)


def rooms():
    memo = {}
    for n in range(1, 7):
        emit("value", f'Amazons("W{"." * n}")', number(n), value("W" + "." * n, amazons, memo), "Berlekamp, Sums of N x 2 Amazons (2000): a queen alone fills her room")
        emit("value", f'Amazons("{"." * n}B")', number(-n), value("." * n + "B", amazons, memo), "Berlekamp (2000): a queen alone fills her room")
    for n in range(1, 6):
        emit("value", f'Amazons("W{"." * n}B")', switch(n - 1, 1 - n), value("W" + "." * n + "B", amazons, memo), "Berlekamp (2000): two queens in a corridor")


if __name__ == "__main__":
    for family in (stalks, green_trees, cakes, strips, frogs, dominoes, paths, rooms):
        family()
