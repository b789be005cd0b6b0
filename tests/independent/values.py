"""Canonical forms of short partizan games by the definition (On Numbers and Games ch. 10), for small positions.

A game is a number in a table of pairs (left options, right options). `name` prints it so that braces can always be read back.
"""
from fractions import Fraction

TABLE, INDEX, LE = [], {}, {}
CANON, NAME = {}, {}


def node(left, right):
    key = (frozenset(left), frozenset(right))
    if key not in INDEX:
        INDEX[key] = len(TABLE)
        TABLE.append(key)
    return INDEX[key]


def le(a, b):
    """a <= b: no left option of a is >= b, no right option of b is <= a."""
    if a == b:
        return True
    if (a, b) not in LE:
        LE[(a, b)] = not any(le(b, x) for x in TABLE[a][0]) and not any(le(y, a) for y in TABLE[b][1])
    return LE[(a, b)]


def canonical(left, right):
    """The canonical form of {left | right}, whose options are canonical."""
    left, right = set(left), set(right)
    g = node(left, right)
    if g in CANON:
        return CANON[g]
    changed = True
    while changed:
        changed = False
        for x in list(left):
            for y in TABLE[x][1]:
                if le(y, g):
                    left.discard(x)
                    left |= TABLE[y][0]
                    changed = True
                    break
            if changed:
                break
        if not changed:
            for x in list(right):
                for y in TABLE[x][0]:
                    if le(g, y):
                        right.discard(x)
                        right |= TABLE[y][1]
                        changed = True
                        break
                if changed:
                    break
    left = {x for x in left if not any(x != y and le(x, y) for y in left)}
    right = {x for x in right if not any(x != y and le(y, x) for y in right)}
    CANON[g] = node(left, right)
    return CANON[g]


def add(a, b, memo={}):
    if (a, b) not in memo:
        memo[(a, b)] = canonical([add(x, b) for x in TABLE[a][0]] + [add(a, x) for x in TABLE[b][0]],
                                 [add(x, b) for x in TABLE[a][1]] + [add(a, x) for x in TABLE[b][1]])
    return memo[(a, b)]


def value(position, moves, memo):
    """Canonical form; `moves(position, player)` lists (label, parts)."""
    if position not in memo:
        sides = []
        for p in (0, 1):
            out = set()
            for _, parts in moves(position, p):
                g = ZERO
                for part in parts:
                    g = add(g, value(part, moves, memo))
                out.add(g)
            sides.append(out)
        memo[position] = canonical(*sides)
    return memo[position]


def number(g):
    """The number g is in canonical form, or None."""
    left, right = TABLE[g]
    if len(left) > 1 or len(right) > 1:
        return None
    a = number(next(iter(left))) if left else None
    b = number(next(iter(right))) if right else None
    if (left and a is None) or (right and b is None):
        return None
    if not left and not right:
        return Fraction(0)
    if not right:
        return a + 1
    if not left:
        return b - 1
    return (a + b) / 2 if a < b else None


ZERO = node((), ())
STAR = [ZERO]
for _ in range(8):
    STAR.append(canonical(STAR, STAR))
UP, DOWN = canonical([ZERO], [STAR[1]]), canonical([STAR[1]], [ZERO])
NAME.update({s: "*" + (str(i) if i > 1 else "") for i, s in enumerate(STAR) if i})
NAME.update({UP: "^", DOWN: "v", add(UP, STAR[1]): "^*", add(DOWN, STAR[1]): "v*"})
PLUS, MINUS = ZERO, ZERO
for n in range(1, 9):
    PLUS, MINUS = canonical([PLUS], []), canonical([], [MINUS])
    NAME.update({add(PLUS, STAR[1]): f"{n}*", add(MINUS, STAR[1]): f"-{n}*"})


def name(g):
    if g not in NAME:
        x = number(g)
        if x is not None:
            NAME[g] = str(x)
        else:
            left, right = (",".join(sorted(map(name, side))) for side in TABLE[g])
            NAME[g] = "{" + left + "|" + right + "}"
    return NAME[g]


def outcome(g):
    pos, neg = le(ZERO, g), le(g, ZERO)
    return {(True, True): "P", (True, False): "L", (False, True): "R", (False, False): "N"}[(pos, neg)]
