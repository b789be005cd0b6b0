"""Turn: verdicts, moves in their order, stuck and forever, of a position with a player about to move."""
from collections import namedtuple

from .element import LEFT, RIGHT, Array, Record, fit, members, other, show
from .meaning import World, holds, there
from .mistake import Mistake, Refused, Undefined
from .rules import Component, Sum
from .sets import ALL, ArrayOf, Optional, SetOf, TupleOf
from .syntax import Binder, Term

Ending = namedtuple("Ending", "winner points")
Ending.__doc__ = "Who wins (None: nobody), and with `score` the points that Left gets more than Right (None: no `score` line)."


class Option(namedtuple("Option", "calls players gain again components")):
    """A turn in a component: how its steps are called, what the mover gains, whether he moves again, and what it becomes."""
    __slots__ = ()

    @property
    def text(self):
        def call(name, values):
            return f"{name}({', '.join(show(x, self.players) for x in values)})" if values else name
        return " then ".join(call(*step) for step in self.calls)


class Turn:
    """The compiled moves and verdicts of an instance."""

    def __init__(self, instance):
        self.instance, self.held = instance, instance.field_sets()
        meaning, game = instance.meaning, instance.game
        self.names = [f.name for f in game.fields]
        self.verdicts = [(v, meaning.term(v.condition), meaning.term(v.points) if v.points else None) for v in game.verdicts]
        self.moves = []
        for move in game.moves:
            if move.binders:
                each, inner, _ = meaning.binders(move.binders, move.guard, frozenset())
            else:
                inner = frozenset()
                each = single(meaning.term(move.guard) if move.guard else None)
            self.moves.append((move, each, self.body(move.body, inner)))
        self.kind = ending_kind(instance)
        self.kept = {}

    def world(self, values, me, stuck=False, forever=False):
        return World(dict(zip(self.names, values)), me, stuck, forever)

    def verdict(self, values, me, stuck=False, forever=False):
        """The ending by the first verdict line that holds, or None."""
        world = self.world(values, me, stuck, forever)
        for v, condition, points in self.verdicts:
            if not holds(condition, world, {}):
                continue
            if v.what == "draw":
                return Ending(None, None)
            if v.what == "score":
                try:
                    more = points(world, {}) if points else 0
                except Undefined:
                    continue
                return Ending(None, more if me is LEFT else -more)
            player = self.player(v.player, me, v.line)
            return Ending(player if v.what == "wins" else other(player), None)
        return None

    def player(self, word, me, line):
        if word == "me":
            return me
        if word == "opp":
            return other(me)
        for names in (("Left", "Right"), self.instance.game.players):
            if word in names:
                return (LEFT, RIGHT)[names.index(word)]
        raise Mistake(f"nobody is called {word}", line)

    def options(self, values, me):
        """The moves of a player, in the order of the rules. They are kept: sums meet a component often."""
        if (values, me) not in self.kept:
            self.kept[values, me] = self.made(values, me)
        return self.kept[values, me]

    def made(self, values, me):
        first = [move for move in self.moves if not move[0].step]
        return list(self.turns(first, (), values, me, (), 0, False))

    def turns(self, moves, given, values, me, before, gain, again):
        """The turns that go on with one of these moves, its first binders as given, after the steps that were made before."""
        side, world = "left" if me is LEFT else "right", self.world(values, me)
        for move, each, body in moves:
            if move.side not in ("", side):
                continue
            for local in each(world, {}):
                called = tuple([local[b.name] for b in move.binders if b.walks])
                if called[:len(given)] != given:
                    continue
                copy = World(dict(world.fields), me)
                effect = Effect()
                effect.gain, effect.again = gain, again
                try:
                    body(copy, dict(local), effect)
                except Undefined:
                    raise Mistake(f"{move.name} reads off the board (E14)", move.line) from None
                yield from self.go_on(before + ((move.name, called),), effect, tuple(copy.fields.values()), me)

    def go_on(self, calls, effect, values, me):
        """The turns that begin with steps that were made."""
        if len(calls) > 200:
            raise Mistake("a turn need not end (E29)")
        found = False
        for name, given in effect.follows if effect.become is None else ():
            named = [move for move in self.moves if move[0].name == name]
            for option in self.turns(named, given, values, me, calls, effect.gain, effect.again):
                found = True
                yield option
        if not found or effect.stop:
            after = effect.become
            if after is None:
                after = (Component(self.instance, values),)
            yield Option(calls, self.instance.game.players, effect.gain, effect.again, after)

    # Bodies

    def body(self, statements, local):
        steps = []
        for s in statements:
            steps.append(getattr(self, "do_" + s.op, self.do_write)(s, local) if s.op.isalpha() else self.do_write(s, local))
            if s.op == "let":
                local = local | {s.parts[0]}

        def run(w, v, effect):
            for step in steps:
                step(w, v, effect)
        return run

    def do_then(self, s, local):
        follows = [(name, [self.instance.meaning.term(t, local) for t in given]) for name, given in s.parts[0]]

        def step(w, v, effect):
            effect.follows = [(name, tuple([f(w, v) for f in given])) for name, given in follows]
            effect.stop = s.parts[1]
        return step

    def do_pass(self, s, local):
        return lambda w, v, effect: None

    def do_again(self, s, local):
        def step(w, v, effect):
            effect.again = True
        return step

    def do_gain(self, s, local):
        f = self.instance.meaning.term(s.parts[0], local)

        def step(w, v, effect):
            effect.gain += f(w, v)
        return step

    def do_become(self, s, local):
        f = self.instance.meaning.term(s.parts[0], local)

        def step(w, v, effect):
            position = f(w, v)
            if isinstance(position, Sum):
                effect.become = position.components
            elif position == 0:         # a sum of nothing
                effect.become = ()
            else:
                raise Mistake("`become` needs a position", s.line)
        return step

    def do_let(self, s, local):
        name, f = s.parts[0], self.instance.meaning.term(s.parts[1], local)

        def step(w, v, effect):
            v[name] = f(w, v)
        return step

    def do_if(self, s, local):
        condition = self.instance.meaning.term(s.parts[0], local)
        yes, no = self.body(s.parts[1], local), self.body(s.parts[2], local)

        def step(w, v, effect):
            (yes if holds(condition, w, v) else no)(w, v, effect)
        return step

    def do_for(self, s, local):
        name, walked, body = s.parts
        f = self.instance.meaning.binders([Binder(name, True, walked)], None, local)[0]
        run = self.body(body, local | {name})

        def step(w, v, effect):
            for x in [u[name] for u in f(w, v)]:
                v[name] = x
                run(w, v, effect)
        return step

    def do_swap(self, s, local):
        (get, put), (get_other, put_other) = self.place(s.parts[0], local), self.place(s.parts[1], local)

        def step(w, v, effect):
            x, y = get(w, v), get_other(w, v)
            put(w, v, y)
            put_other(w, v, x)
        return step

    def do_write(self, s, local):
        place, term = s.parts
        if place.op == "dot":
            return self.do_entry(s, local)
        get, put = self.place(place, local)
        f = self.instance.meaning.term(term, local)
        if s.op != "=":
            change = Term(s.op[0], (place, term), s.line)
            f = self.instance.meaning.term(change, local)
        return lambda w, v, effect: put(w, v, f(w, v))

    def do_entry(self, s, local):
        """`place.entry = value`: the tuple that lies there with one entry replaced."""
        (base, name), term = s.parts[0].parts, s.parts[1]
        get, put = self.place(base, local)
        f = self.instance.meaning.term(term, local)

        def step(w, v, effect):
            x, y = there(get(w, v)), there(f(w, v))
            at = name if isinstance(name, int) else x.names.index(name)
            if s.op != "=":
                y = fit(x[at] + y if s.op == "+=" else x[at] - y)
            put(w, v, Record(x[:at] + (y,) + x[at + 1:], x.names))
        return step

    def place(self, term, local):
        """How a place is read and written."""
        name = term.parts[0] if term.op == "name" else term.parts[0].parts[0]
        if name not in self.held:
            raise Mistake(f"{name} is no field", term.line)
        held = self.held[name]
        if term.op == "name":
            def put(w, v, x):
                if x is ALL and isinstance(held, SetOf):
                    x = held.full()
                elif isinstance(held, SetOf):
                    x = members(x)
                elif isinstance(held, ArrayOf) and not isinstance(x, Array):
                    x = held.adopt(x)
                if not held.holds(x):
                    raise Mistake(f"{show(x)} is out of the set of {name} (E07)", term.line)
                w.fields[name] = named(held, x)
            return (lambda w, v: w.fields[name]), put
        indices = [self.instance.meaning.term(t, local) for t in term.parts[1]]

        def index(w, v):
            return indices[0](w, v) if len(indices) == 1 else tuple([f(w, v) for f in indices])

        def put_entry(w, v, x):
            at = index(w, v)
            if at not in held.places:
                raise Undefined
            if isinstance(held.inner, SetOf):
                x = held.inner.full() if x is ALL else members(x)
            if not held.inner.holds(x):
                raise Mistake(f"{show(x)} is out of the set of {name} (E07)", term.line)
            w.fields[name] = w.fields[name].written(at, named(held.inner, x))
        return (lambda w, v: w.fields[name].read(index(w, v))), put_entry


def named(held, x):
    """A tuple with the names that its set gives its entries."""
    held = held.inner if isinstance(held, Optional) else held
    return Record(x, held.names) if isinstance(held, TupleOf) and isinstance(x, tuple) else x


class Effect:
    __slots__ = ("gain", "again", "become", "follows", "stop")

    def __init__(self):
        self.gain, self.again, self.become, self.follows, self.stop = 0, False, None, [], False


def single(guard):
    """The one assignment of no binders, if the guard holds."""
    def each(w, v):
        if guard is None or holds(guard, w, v):
            yield v
    return each


def words(term, instance, seen=None):
    """All names that a term or the definitions it uses mention."""
    seen = set() if seen is None else seen
    out = set()
    todo = [term]
    while todo:
        t = todo.pop()
        if isinstance(t, (list, tuple)):
            todo += t
        elif isinstance(t, str):
            out.add(t)
            definition = instance.definition(t)
            if definition and t not in seen:
                seen.add(t)
                todo.append(definition.body)
        elif hasattr(t, "parts"):
            todo += t.parts
        elif hasattr(t, "term"):
            todo.append(t.term)
    return out


def ending_kind(instance):
    """How a sum with a game ends: "normal", "misere", "score", or "own" where it may stand only alone."""
    verdicts = instance.game.verdicts
    if not verdicts:
        return "normal"
    v = verdicts[0]
    if len(verdicts) == 1 and v.condition.op == "name" and v.condition.parts[0] == "stuck":
        if (v.what, v.player) in (("wins", "opp"), ("loses", "me")):
            return "normal"
        if (v.what, v.player) in (("wins", "me"), ("loses", "opp")):
            return "misere"
        if v.what == "score":
            return "score"
    return "own"


def empty_kind(components):
    """How play ends where nothing is left of these components."""
    return ending_kind(components[0].instance) if components else "normal"


def turn_of(instance):
    if instance.rule_cache is None:
        instance.rule_cache = Turn(instance)
    return instance.rule_cache


class Position:
    """What a sum of components means for a player about to move. `empty` is how play ends where nothing is left."""

    def __init__(self, components, empty="normal"):
        self.components, self.empty = tuple(components), empty

    def options(self, me):
        """(component, move) pairs, component by component. Verdicts are not asked."""
        return [(i, o) for i, c in enumerate(self.components) for o in turn_of(c.instance).options(c.values, me)]

    def after(self, part, option):
        return self.components[:part] + option.components + self.components[part + 1:]

    def look(self, me, misere=False):
        """(ending, moves): an ending with no moves, or None with at least one. `misere`: who cannot move wins."""
        turns = [turn_of(c.instance) for c in self.components]
        kinds = {t.kind for t in turns} or {self.empty}
        if len(turns) != 1 and ("own" in kinds or len(kinds) > 1):
            raise Mistake("games that end in different ways are added (E23)")
        if misere and not kinds <= {"normal", "misere"}:
            raise Refused("only games that end when nobody can move are played misere")
        alone = len(turns) == 1 and not misere
        if alone:
            ending = turns[0].verdict(self.components[0].values, me)
            if ending:
                return ending, []
        options = self.options(me)
        if options:
            return None, options
        if alone or kinds == {"score"}:
            endings = [t.verdict(c.values, me, stuck=True) for t, c in zip(turns, self.components)]
            if kinds == {"score"}:
                return Ending(None, sum(e.points for e in endings if e)), []
            if endings[0]:
                return endings[0], []
        return Ending(me if misere or kinds == {"misere"} else other(me), None), []
