"""Turns of several steps: Phutball, checkers, six men's morris on a small board."""
from board import cells, picture
from graph import near, read
from said import solve

KING = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]


def phutball(text, p):
    """A picture with men "o" and the ball "B"."""
    def jumps(b):
        at = next(c for c in b if b[c] == "B")
        out = []
        for r, c in KING:
            k = 1
            while b.get((at[0] + k * r, at[1] + k * c)) == "o":
                k += 1
            t = (at[0] + k * r, at[1] + k * c)
            if k > 1 and t in b:
                q = {**b, at: ".", t: "B", **{(at[0] + i * r, at[1] + i * c): "." for i in range(1, k)}}
                out += [q, *jumps(q)]
        return out
    b = cells(text)
    return [picture({**b, c: "o"}) for c in b if b[c] == "."] + [picture(q) for q in jumps(b)]


def goal(text, p, stuck):
    lines = text.split("|")
    return 0 if any(line[-1] == "B" for line in lines) else 1 if any(line[0] == "B" for line in lines) else None


for b in ("..B..", ".oB..", "...B...", "...|.B.|...", ".oBo.|.....", "o.B.o|.o..."):
    at = next(c for c, x in cells(b).items() if x == "B")
    size = f"R={b.count('|') + 1}, C={len(b.split('|')[0])}"
    solve("Phutball", phutball, goal, [(b, f'"{b.replace("B", ".")}", {at}, {size}')])


def checkers(n):
    """A picture with men x, o and kings X, O; the cells where row plus column is odd count."""
    def ways(b, c):
        return [d for d in KING if d[0] and d[1] and (b[c] in "XO" or d[0] == (-1 if b[c] == "x" else 1))]

    def jumps(b, c):
        """What a piece at c can do by taking, to the end of its turn."""
        out = []
        for r, s in ways(b, c):
            over, t = (c[0] + r, c[1] + s), (c[0] + 2 * r, c[1] + 2 * s)
            if b.get(t) == "." and b[over] != "." and b[over].lower() != b[c].lower():
                q = {**b, c: ".", over: ".", t: b[c]}
                if b[c].islower() and t[0] in (0, n - 1):
                    out.append({**q, t: b[c].upper()})
                else:
                    out += jumps(q, t) or [q]
        return out

    def moves(text, p):
        b = cells(text)
        own = [c for c in b if b[c].lower() == "xo"[p]]
        taken = [q for c in own for q in jumps(b, c)]
        if taken:
            return [picture(q) for q in taken]
        out = []
        for c in own:
            for r, s in ways(b, c):
                t = (c[0] + r, c[1] + s)
                if b.get(t) == ".":
                    out.append(picture({**b, c: ".", t: b[c].upper() if t[0] in (0, n - 1) and t[0] == (0, n - 1)[p] else b[c]}))
        return out
    return moves


def pieces(text):
    names = {".": "none", "x": "(Left, false)", "X": "(Left, true)", "o": "(Right, false)", "O": "(Right, true)"}
    return "[" + ", ".join(names[x] for c, x in cells(text).items() if sum(c) % 2) + "]"


for b in (".o.o|....|....|x.x.", "....|....|.o.o|X...", ".o..|..o.|....|..x.", ".o.X|....|.o..|x..."):
    solve("Checkers", checkers(4), None, [(b, pieces(b))])


def morris(edges, mills):
    def mill(b, c):
        return any(c in m and all(b[x] == b[c] for x in m) for m in mills)

    def moves(state, p):
        b, unset = state
        me, foe = "XO"[p], "OX"[p]
        if unset:
            made = [(t, b[:t] + me + b[t + 1:]) for t in range(len(b)) if b[t] == "."]
        else:
            made = []
            for c in range(len(b)):
                for t in near(edges, c):
                    if b[c] == me and b[t] == ".":
                        q = list(b)
                        q[c], q[t] = ".", me
                        made.append((t, "".join(q)))
        out = []
        for t, q in made:
            enemies = [x for x in range(len(q)) if q[x] == foe]
            loose = [x for x in enemies if not mill(q, x)] or enemies
            if mill(q, t) and enemies:
                out += [(q[:x] + "." + q[x + 1:], max(0, unset - 1)) for x in loose]
            else:
                out.append((q, max(0, unset - 1)))
        return out
    return moves, lambda state, p, stuck: 1 - p if not state[1] and state[0].count("XO"[p]) < 3 else None


NINE = "0-1-2, 3-4-5, 6-7-8, 0-3-6, 1-4-7, 2-5-8"
MILLS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
moves, verdict = morris(read(NINE), MILLS)
words = {"X": "Left", "O": "Right", ".": "none"}
written = lambda b: "[" + ", ".join(words[x] for x in b) + "]"
solve("SixMensMorris", moves, verdict, [((b, unset), f'{written(b)}, {unset}, M=3, G="{NINE}", mills={MILLS}')
                                        for b, unset in (("." * 9, 6), ("XX.OOX.O.", 0), ("XO.OX.XO.", 0))])
