"""Solver: every question answered from its definition, over all positions that can be reached.

A node is a position with a player about to move. Worth is counted for Left: 1, 0 and -1 for a win, a draw and a loss. No
symmetry, no splits, no theory of sums: a sum is one game.
"""
from collections import deque

from .canonical import canonical, name
from .element import LEFT, PLAYERS, RIGHT, other
from .mistake import Mistake, Refused, TooMany
from .turn import Position, empty_kind, ending_kind, turn_of, words


class Graph:
    """All nodes that can be reached from a position, whoever of `starters` begins."""

    def __init__(self, components, starters=PLAYERS, limit=100_000, misere=False):
        self.numbers, self.movers, self.endings, self.moves = {}, [], [], []
        self.places, self.limit, self.misere, self.instances = [], limit, misere, set()
        self.empty = empty_kind(components)
        self.roots = {me: self.node(components, me) for me in starters}
        at = 0
        while at < len(self.places):
            me, position = self.movers[at], Position(self.places[at], self.empty)
            ending, options = position.look(me, misere)
            self.endings.append(ending)
            self.moves.append([(o.gain, self.node(position.after(i, o), me if o.again else other(me))) for i, o in options])
            at += 1
        self.before = [[] for _ in self.places]
        for at, moves in enumerate(self.moves):
            for _, to in moves:
                self.before[to].append(at)

    def node(self, components, me):
        key = tuple(sorted(components, key=hash)), me
        if key not in self.numbers:
            if len(self.places) >= self.limit:
                raise TooMany
            self.numbers[key] = len(self.places)
            self.places.append(tuple(components))
            self.movers.append(me)
            self.instances.update(c.instance for c in components)
        return self.numbers[key]

    def __len__(self):
        return len(self.places)

    def order(self):
        """Nodes, options before what leads to them; None if play can return."""
        left = [len(m) for m in self.moves]
        todo = deque(i for i, n in enumerate(left) if n == 0)
        out = []
        while todo:
            at = todo.popleft()
            out.append(at)
            for b in self.before[at]:
                left[b] -= 1
                if left[b] == 0:
                    todo.append(b)
        return out if len(out) == len(self) else None

    def attracted(self, player, targets):
        """{node: number of moves} from which `player` forces a target, hurrying while the other delays."""
        left = [len(m) for m in self.moves]
        steps = {t: 0 for t in targets}
        todo = deque(targets)
        while todo:
            at = todo.popleft()
            for b in self.before[at]:
                left[b] -= 1
                if b not in steps and (self.movers[b] is player or left[b] == 0):
                    steps[b] = steps[at] + 1
                    todo.append(b)
        return steps


def forever_worth(instances):
    """What infinite play is worth to Left, or a refusal where that depends on the position or the mover."""
    worths = set()
    for instance in instances:
        lines = [v for v in instance.game.verdicts if "forever" in words(v.condition, instance)]
        for v in lines:
            if v.condition.op != "name" or v.condition.parts[0] != "forever" or v.what == "score" or v.player in ("me", "opp"):
                raise Refused("what endless play is worth depends on the position or the mover")
        if not lines or lines[0].what == "draw":
            worths.add(0)
        else:
            winner = turn_of(instance).player(lines[0].player, LEFT, lines[0].line)
            worths.add(1 if (winner is LEFT) == (lines[0].what == "wins") else -1)
    if len(worths) > 1:
        raise Refused("the games that play leads through disagree about endless play")
    return worths.pop() if worths else 0


def is_scoring(instances):
    return any(v.what == "score" for instance in instances for v in instance.game.verdicts)


def worth(ending):
    """An ending for Left: 1, 0 or -1."""
    return 0 if ending.winner is None else 1 if ending.winner is LEFT else -1


class Play:
    """Who wins from each node, in how many moves, or by how many points."""

    def __init__(self, components, starters=PLAYERS, limit=100_000, misere=False):
        self.components, self.misere = components, misere
        self.graph = Graph(components, starters, limit, misere)
        self.order = self.graph.order()
        self.scoring = is_scoring(self.graph.instances)
        self.endless = 0 if self.order is not None else forever_worth(self.graph.instances)
        if self.scoring:
            self.worths = self.margins()
        else:
            self.worths = self.outcomes()

    def margins(self):
        if self.order is None:
            raise Refused("points where play can return")
        graph, out = self.graph, [0] * len(self.graph)
        for at in self.order:
            if graph.endings[at]:
                out[at] = graph.endings[at].points or 0     # other verdicts add no points
            elif graph.movers[at] is LEFT:
                out[at] = max(gain + out[to] for gain, to in graph.moves[at])
            else:
                out[at] = min(out[to] - gain for gain, to in graph.moves[at])
        return out

    def outcomes(self):
        graph = self.graph
        ends = {i: worth(e) for i, e in enumerate(graph.endings) if e}
        out = [-1] * len(graph)
        for least in (0, 1):
            if self.endless >= least:
                lost = graph.attracted(RIGHT, [i for i, x in ends.items() if x < least])
                reached = [i for i in range(len(graph)) if i not in lost]
            else:
                reached = graph.attracted(LEFT, [i for i, x in ends.items() if x >= least])
            for i in reached:
                out[i] = least
        return out

    def lengths(self):
        """{node: moves to the end} for nodes that somebody wins by an ending."""
        out = {}
        for player, good in ((LEFT, 1), (RIGHT, -1)):
            ends = [i for i, e in enumerate(self.graph.endings) if e and worth(e) == good]
            out.update(self.graph.attracted(player, ends))
        return out

    def best(self, me):
        """(component, move, worth to him) for the moves of who begins, in the order of the rules."""
        root = self.graph.roots[me]
        position, sign = Position(self.graph.places[root], self.graph.empty), 1 if me is LEFT else -1
        _, options = position.look(me, self.misere)
        return [(part, o, sign * self.worths[to] + (gain if self.scoring else 0))
                for (part, o), (gain, to) in zip(options, self.graph.moves[root])]


PLAYER_WORDS = {"me", "opp", "Left", "Right"}


def is_impartial(instance):
    """No rule mentions a player; only verdicts about `stuck` may name one."""
    game = instance.game
    names = PLAYER_WORDS | set(game.players)
    for move in game.moves:
        if move.side or words([move.binders, move.guard or (), move.body], instance) & names:
            return False
    for v in game.verdicts:
        seen = words([v.condition, v.points or ()], instance)
        if seen & names or v.player not in ("me", "opp", None) or v.player and not seen <= {"stuck"}:
            return False
    return True


def contains(body, op):
    """Whether a body has such a statement, at any depth."""
    return any(s.op == op or s.op in ("if", "for") and any(contains(p, op) for p in s.parts if isinstance(p, tuple)) for s in body)


def leads_to(instances):
    """These games and all that their moves can become, whatever the parameters."""
    out, todo = [], list(instances)
    while todo:
        instance = todo.pop()
        out.append(instance)
        games = instance.rules.text.games
        for word in words([m.body for m in instance.game.moves], instance):
            if word in games and all(i.game is not games[word] for i in out + todo):
                todo.append(instance.rules.usual(games[word]))
    return out


def has_values(components):
    """Impartial, ending by who cannot move loses, one move at a time; and so is all that moves lead to."""
    return all(is_impartial(i) and ending_kind(i) == "normal" and not any(contains(m.body, "again") for m in i.game.moves)
               for i in leads_to(c.instance for c in components))


def mex(numbers):
    n = 0
    while n in numbers:
        n += 1
    return n


def grundy(components, limit=100_000):
    """The Grundy value, or where play can return ("inf", values among the options) or a number."""
    if not has_values(components):
        raise Refused("no Grundy value: not an impartial game under normal play")
    graph = Graph(components, (LEFT,), limit)
    order, root = graph.order(), graph.roots[LEFT]
    after = [[to for _, to in moves] for moves in graph.moves]
    if order is None:
        return loopy(after, graph.before)[root]
    out = {}
    for at in order:
        out[at] = mex({out[to] for to in after[at]})
    return out[root]


def loopy(after, before):
    """The generalised Sprague-Grundy function (Smith 1966; Fraenkel and Perl 1975): numbers, or ("inf", numbers)."""
    labels, open_nodes, m = {}, set(range(len(after))), 0
    while open_nodes:
        found = True
        while found:
            found = False
            for v in sorted(open_nodes):
                known = [labels.get(u) for u in after[v]]
                if m in known:
                    continue
                if all(k is not None and k != "inf" and k < m or any(labels.get(w) == m for w in after[u]) for k, u in zip(known, after[v])):
                    labels[v] = m
                    open_nodes.discard(v)
                    found = True
        for v in list(open_nodes):
            if m not in [labels.get(u) for u in after[v]]:
                labels[v] = "inf"
                open_nodes.discard(v)
        m += 1
    return [labels[v] if labels[v] != "inf" else ("inf", tuple(sorted({labels[u] for u in after[v] if labels[u] != "inf"})))
            for v in range(len(after))]


def value(components, limit=100_000):
    """The canonical form of a position under normal play, all of whose plays end, whoever makes the moves."""
    if any(ending_kind(i) != "normal" for i in leads_to(c.instance for c in components)):
        raise Refused("no canonical value: not normal play")
    known, count, path = {}, 0, set()
    root = tuple(sorted(components, key=hash))
    stack, sides = [root], {}
    while stack:
        key = stack[-1]
        if key in known:
            stack.pop()
            continue
        if key not in sides:
            if len(sides) >= limit:
                raise TooMany
            position, sides[key] = Position(key), []
            path.add(key)
            for me in PLAYERS:
                options = position.options(me)
                if any(o.again for _, o in options):
                    raise Refused("no canonical value: a move keeps the turn")
                sides[key].append([tuple(sorted(position.after(i, o), key=hash)) for i, o in options])
        todo = [k for side in sides[key] for k in side if k not in known]
        if any(k in path for k in todo):
            raise Refused("no canonical value: play can return")
        if todo:
            stack.append(todo[0])
        else:
            stack.pop()
            path.discard(key)
            known[key] = canonical(*[{known[k] for k in side} for side in sides[key]])
    return known[root]


def value_name(components, limit=100_000):
    return name(value(components, limit))
