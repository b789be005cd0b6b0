"""Textbook solvers shared by the brute-force programs of this folder.

Nothing here knows a rule file. A game is a function `moves(position, player)` that lists (label, next position), written from the
rules in words, and, where the game does not end by having no move, a function `verdict(position, player, stuck)`.
"""
import sys
from collections import deque

sys.setrecursionlimit(1_000_000)
DRAW = "draw"


def row(game, query, position, answer, weight="light"):
    print(game, query, position, answer, weight, sep="\t")


def mex(values):
    n = 0
    while n in values:
        n += 1
    return n


def grundy(position, moves, memo):
    """Sprague-Grundy value; `moves(position)` lists (label, parts), where parts is a list of independent positions."""
    if position not in memo:
        values = set()
        for _, parts in moves(position):
            x = 0
            for part in parts:
                x ^= grundy(part, moves, memo)
            values.add(x)
        memo[position] = mex(values)
    return memo[position]


def winning(position, moves, memo):
    """Labels of the moves of an impartial game to a position of value 0, in order."""
    out = []
    for label, parts in moves(position):
        x = 0
        for part in parts:
            x ^= grundy(part, moves, memo)
        if x == 0:
            out.append(label)
    return out


class Solved:
    """All positions reachable from `start` with either player to move, solved backwards from the ends; cycles give `forever`."""

    def __init__(self, start, moves, verdict=None, forever=DRAW, starters=(0, 1)):
        self.moves, self.forever = moves, forever
        self.result, self.plies, self.next = {}, {}, {}
        before, left = {}, {}
        todo = [(start, p) for p in starters]
        seen, ends = set(todo), []
        while todo:
            node = todo.pop()
            position, p = node
            end = verdict(position, p, False) if verdict else None
            options = []
            if end is None:
                options = moves(position, p)
                if not options:
                    end = verdict(position, p, True) if verdict else None
                    if end is None:
                        end = 1 - p
            self.next[node] = options
            if end is not None:
                self.result[node], self.plies[node] = end, 0
                ends.append(node)
                continue
            left[node] = len(options)
            for _, q in options:
                child = (q, 1 - p)
                before.setdefault(child, []).append(node)
                if child not in seen:
                    seen.add(child)
                    todo.append(child)
        queue, drawn = deque(), {}
        for node in ends:
            queue.append(node)
        while queue:
            node = queue.popleft()
            for parent in before.get(node, ()):
                if parent in self.result:
                    continue
                left[parent] -= 1
                p = parent[1]
                if self.result[node] == p:
                    self.result[parent], self.plies[parent] = p, self.plies[node] + 1
                    queue.append(parent)
                elif self.result[node] == DRAW:
                    drawn[parent] = True
                    if left[parent] == 0:
                        self.result[parent] = DRAW
                        queue.append(parent)
                elif left[parent] == 0:
                    if parent in drawn:
                        self.result[parent] = DRAW
                    else:
                        self.result[parent] = 1 - p
                        self.plies[parent] = self.plies[node] + 1
                    queue.append(parent)
        for node in self.next:
            self.result.setdefault(node, forever)
        self.positions = len({position for position, _ in self.next})

    def winning(self, position, p):
        return [label for label, q in self.next[(position, p)] if self.result[(q, 1 - p)] == p]

    def winner(self, position, names=("Left", "Right")):
        a, b = self.result[(position, 0)], self.result[(position, 1)]
        if a == b:
            return DRAW if a == DRAW else names[a]
        if (a, b) == (0, 1):
            return "first"
        if (a, b) == (1, 0):
            return "second"
        return None

    def outcome(self, position):
        return {"first": "N", "second": "P", "Left": "L", "Right": "R", DRAW: "D", None: None}[self.winner(position)]


def margin(position, moves, score, memo):
    """Best score difference for the mover; `moves(position)` lists (label, next, points, again); `score(position, stuck)` ends."""
    if position not in memo:
        end = score(position, False)
        if end is None:
            best = None
            for _, q, points, again in moves(position):
                m = margin(q, moves, score, memo)
                x = points + (m if again else -m)
                best = x if best is None or x > best else best
            end = best if best is not None else score(position, True)
        memo[position] = end
    return memo[position]
