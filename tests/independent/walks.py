"""One token that walks: chess pieces going home, nawls, digraphs (also with cycles), Kotzig's circle, Geography."""
from solver import row, grundy, winning, Solved


def piece(steps, slides, rows=8, cols=8, label=None):
    def moves(at):
        out = []
        for d in steps:
            for k in range(1, max(rows, cols) if slides else 2):
                t = (at[0] + k * d[0], at[1] + k * d[1])
                if 0 <= t[0] < rows and 0 <= t[1] < cols:
                    out.append((label(d, k), [t]))
        return out
    return moves


def cells(name, moves, wanted, extra=""):
    memo = {}
    for at in wanted:
        row(name, "grundy", f"{name}({at}{extra})", grundy(at, moves, memo))
    return memo


def digraph(arcs):
    return lambda v, p=None: [(f"go({w})", w) for w in arcs[v]]


def text(arcs):
    return ";".join(f"{v}->" + " ".join(map(str, arcs[v])) for v in sorted(arcs))


def main():
    some = [(0, 0), (1, 1), (2, 3), (3, 5), (5, 3), (4, 7), (7, 4), (7, 7), (6, 2), (7, 5)]
    up, left, both = (-1, 0), (0, -1), (-1, -1)
    rook = lambda d, k: f"{'up' if d == up else 'across'}({k})"
    go = lambda d, k: f"go({d}, {k})"
    cells("RookWalk", piece((up, left), True, label=rook), some)
    cells("KingWalk", piece((up, left, both), False, label=lambda d, k: f"step({d})"), some)
    memo = cells("QueenWalk", piece((up, left, both), True, label=go), some)
    row("QueenWalk", "winning_moves", "QueenWalk((7, 5))", "; ".join(sorted(winning((7, 5), piece((both, up, left), True, label=go), memo))))
    cells("BishopWalk", piece((both, (-1, 1)), True, label=go), some)
    hops = ((-2, 1), (-2, -1), (1, -2), (-1, -2))
    memo = cells("KnightWalk", piece(hops, False, label=lambda d, k: f"hop({d})"), some)
    quarter = piece(hops, False, 24, 24, label=lambda d, k: f"hop({d})")
    memo = {}
    for r in range(8):  # what Winning Ways says of the white knight, whose board has no far edge
        for c in range(8):
            assert (grundy((r, c), quarter, memo) == 0) == (r // 2 % 2 == 0 and c // 2 % 2 == 0)
    blocked = {(1, 1), (1, 3), (3, 4)}  # (2,3), (4,3), (5,1) counted from the bottom left of 4 rows

    def nawl(at):
        out = []
        for d in ((-1, 0), (-1, 1), (0, 1)):
            t = (at[0] + d[0], at[1] + d[1])
            if 0 <= t[0] < 4 and 0 <= t[1] < 6 and t not in blocked:
                out.append((f"step({d})", [t]))
        return out
    picture = ', blocked="......|.#.#..|......|....#."'
    memo = cells("Nawl", nawl, [(r, c) for r in range(4) for c in range(6) if (r, c) not in blocked], picture)
    nawls = [(3, 1), (0, 1), (1, 4)]
    total = memo[nawls[0]] ^ memo[nawls[1]] ^ memo[nawls[2]]
    wins = [f"{i}:{label}" for i, at in enumerate(nawls) for label, q in nawl(at) if total ^ memo[at] ^ memo[q[0]] == 0]
    position = " + ".join(f"Nawl({at}{picture})" for at in nawls)
    row("Nawl", "grundy", position, total)
    row("Nawl", "winning_moves", position, "; ".join(wins))
    arcs = {0: [1, 2, 3], 1: [4], 2: [5], 3: [2, 5], 4: [], 5: [6], 6: []}
    memo = {}
    for v in arcs:
        row("Walk", "grundy", f'Walk({v}, G="{text(arcs)}")', grundy(v, lambda x: [(l, [q]) for l, q in digraph(arcs)(x)], memo))
    row("Walk", "winning_moves", f'Walk(0, G="{text(arcs)}")', "; ".join(f"go({w})" for w in arcs[0] if memo[w] == 0))
    loopy = {0: [1], 1: [2], 2: [0, 3], 3: [4], 4: []}
    for v in loopy:
        s = Solved(v, digraph(loopy))
        row("Walk", "outcome", f'Walk({v}, G="{text(loopy)}")', s.outcome(v))
        row("Walk", "winner", f'Walk({v}, G="{text(loopy)}")', s.winner(v))
    for v, x in ((0, "inf()"), (1, "inf()"), (2, "inf(1)"), (3, "1"), (4, "0")):
        row("Walk", "loopy_grundy", f'Walk({v}, G="{text(loopy)}")', x)
    other = {0: [1, 2], 1: [2, 3], 2: [3], 3: []}
    memo = {}
    for v in other:
        row("Walk", "grundy", f"Walk({v})", grundy(v, lambda x: [(l, [q]) for l, q in digraph(other)(x)], memo))
    for n in range(2, 15):
        for takes in ((1, 2), (1, 3), (2, 3)):
            def kotzig(state):
                at, seen = state
                return [(f"on({k})", [((at + k) % n, seen | {(at + k) % n})]) for k in takes if (at + k) % n not in seen]
            memo = {}
            start = (0, frozenset({0}))
            wins = winning(start, kotzig, memo)
            position = f"KotzigsNim(n={n}, S={{{takes[0]}, {takes[1]}}})"
            row("KotzigsNim", "winner", position, "first" if wins else "second", "light" if n < 12 else "heavy")
            if n == 8:
                row("KotzigsNim", "winning_moves", position, "; ".join(wins))
    graphs = {"path of 5": {0: [1], 1: [0, 2], 2: [1, 3], 3: [2, 4], 4: [3]}, "square": {0: [1, 3], 1: [0, 2], 2: [1, 3], 3: [0, 2]},
              "five-cycle": {v: [(v - 1) % 5, (v + 1) % 5] for v in range(5)}, "arrows": {0: [1, 2], 1: [2, 3], 2: [3, 4], 3: [4, 0], 4: [1]}}
    for arcs in graphs.values():
        for v in arcs:
            def walk(state):
                at, seen = state
                return [(f"go({w})", [(w, seen | {w})]) for w in sorted(arcs[at]) if w not in seen]
            wins = winning((v, frozenset({v})), walk, {})
            position = f'Geography({v}, G="{text({x: sorted(arcs[x]) for x in arcs})}")'
            row("Geography", "winner", position, "first" if wins else "second")
            row("Geography", "winning_moves", position, "; ".join(wins))


if __name__ == "__main__":
    main()
