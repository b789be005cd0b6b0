"""Strips and small boards by sets and pictures: slime trail, fission, backsliding toads, duotaire, Nimstring, whist with one suit."""
from board import cells, picture
from said import grundy, partizan, say, solve

KING = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]


def slime(n):
    def moves(state, p):
        at, free = state
        out = []
        for r, c in KING:
            t = (at[0] + r, at[1] + c)
            if t in free:
                out.append((t, free - {t}))
        return out

    def verdict(state, p, stuck):
        return {(n - 1, 0): 0, (0, n - 1): 1}.get(state[0])
    return moves, verdict


for n, at in ((2, (0, 0)), (3, (1, 1)), (3, (0, 1)), (3, (0, 0)), (3, (2, 1))):
    moves, verdict = slime(n)
    free = frozenset((r, c) for r in range(n) for c in range(n)) - {at}
    solve("SlimeTrail", moves, verdict, [((at, free), f"{at}, N={n}")], plies=False)


def fission(text, p):
    b = cells(text)
    out = []
    for (r, c), x in b.items():
        pair = [(r - 1, c), (r + 1, c)] if p == 0 else [(r, c - 1), (r, c + 1)]
        if x == "o" and all(b.get(q) == "." for q in pair):
            out.append(picture({**b, (r, c): ".", pair[0]: "o", pair[1]: "o"}))
    return out


partizan("Fission", fission, [".o.", "...|.o.|...", "..o.|....|.o..|....", ".....|..o..|.....", "....|.o..|....|....", "...|.o.|...|..."])


def toads(strip, p):
    me, foe, s = (("T", "F", 1), ("F", "T", -1))[p]
    out = []
    for i in range(len(strip)):
        for j in (i - 1, i + 1, i + 2 * s):
            if strip[i] == me and 0 <= j < len(strip) and strip[j] == "." and (abs(i - j) == 1 or strip[i + s] == foe):
                q = list(strip)
                q[i], q[j] = ".", me
                out.append("".join(q))
    return out


solve("BackslidingToads", toads, None, [(b, f'"{b}"') for b in ("T.F", "TF.", "T.FF", "TT.F", "TTF.", "TTFF.", "T.TF")])


def duotaire(strip):
    out = []
    for i in range(len(strip)):
        for d in (1, -1):
            k = i + 2 * d
            if strip[i] == "o" and 0 <= k < len(strip) and strip[i + d] == "o" and strip[k] == ".":
                q = list(strip)
                q[i], q[i + d], q[k] = ".", ".", "o"
                out.append("".join(q))
    return out


memo = {}
for strip in ("oo.", ".oo.", "ooo.oo", ".ooooo.", "oo.oo.oo", ".oo.oooo.", "oooo.oooo"):
    say("grundy", f'PegDuotaire("{strip}")', grundy(strip, lambda q: [("", [r]) for r in duotaire(q)], memo))


def nimstring(rows, cols):
    """Who is to draw wins or not; a box is closed when its four lines are drawn."""
    lines = [("h", r, c) for r in range(rows + 1) for c in range(cols)] + [("v", r, c) for r in range(rows) for c in range(cols + 1)]
    boxes = [{("h", r, c), ("h", r + 1, c), ("v", r, c), ("v", r, c + 1)} for r in range(rows) for c in range(cols)]
    memo = {}

    def wins(open_):
        if open_ not in memo:
            memo[open_] = False
            for e in open_:
                rest = open_ - {e}
                closes = any(e in box and not box & rest for box in boxes)
                if wins(rest) == closes:
                    memo[open_] = True
                    break
        return memo[open_]
    say("winner", f"Nimstring(R={rows}, C={cols})", "first" if wins(frozenset(lines)) else "second")


for size in ((1, 1), (1, 2), (1, 3), (1, 4), (2, 2)):
    nimstring(*size)


def whist(deal):
    """Cards of a suit from the lowest; what the leader takes more than the other. Tricks one by one, from the rules."""
    memo = {}

    def best(lead, other):
        if not lead:
            return 0
        if (lead, other) not in memo:
            options = []
            for c in lead:
                replies = []
                for d in other:
                    mine, his = lead - {c}, other - {d}
                    replies.append(1 + best(mine, his) if c > d else -1 - best(his, mine))
                options.append(min(replies))
            memo[(lead, other)] = max(options)
        return memo[(lead, other)]
    sides = [frozenset(i for i, x in enumerate(deal) if x == p) for p in "LR"]
    say("margin", f'OneSuitWhist("{deal}", n={len(deal)})', best(*sides))


for deal in ("LR", "RL", "LRRL", "LRLRLR", "RLLRRL", "LLRRRL", "RLRLLRRL"):
    whist(deal)
