"""Rules: the games of a text with their parameters, and the positions made of them."""
from collections import namedtuple

from . import syntax
from .element import LEFT, RIGHT, Array, Listing, Name, same, show
from .meaning import Meaning, World
from .mistake import Mistake, Undefined
from .sets import ArrayOf, Digraph, ListOf, Open, Optional, Plain, SetOf, TupleOf, Undirected
from .syntax import Term

Component = namedtuple("Component", "instance values")
Component.__doc__ = "A game with its parameters, and the elements of its fields in their order."


class Sum:
    """A position: components side by side, in the order written."""
    __slots__ = ("components",)

    def __init__(self, components):
        self.components = tuple(components)

    def plus(self, more):
        if not isinstance(more, Sum):
            raise Mistake("a position is added to something else")
        return Sum(self.components + more.components)


class Rules:
    """All games of a text. `position(text)` reads a position; "" is the start."""

    def __init__(self, text):
        self.text = syntax.read(text)
        self.known, self.kinds = {}, {}
        self.types = self.enumerations(self.text.types)
        for game in self.text.games.values():
            Instance(self, game, {}).check_names()

    def enumerations(self, types):
        return {name: Listing(Name(name, i, m) for i, m in enumerate(members)) for name, members in types.items()}

    def game_types(self, game):
        """The enumerations a game sees; made once, so that members of different instances are the same."""
        if game.name not in self.kinds:
            self.kinds[game.name] = {**self.types, **self.enumerations(game.types)}
        return self.kinds[game.name]

    def instance(self, game, given):
        """The game with these parameters; the same object for the same values."""
        asked = (game.name, tuple(sorted(given.items(), key=lambda item: item[0])))
        if asked not in self.known:
            fresh = Instance(self, game, given)
            values = (game, tuple(fresh.parameter(p.name) for p in game.params))
            self.known[asked] = self.known.setdefault(values, fresh)
        return self.known[asked]

    def usual(self, game):
        """The game with all its defaults, for parameters that have one."""
        if game.name not in self.known:
            self.known[game.name] = Instance(self, game, {})
        return self.known[game.name]

    def build(self, name, positional, named, inherited=None):
        """`Game(args)`. `inherited` is the instance in whose rules it stands."""
        game = self.text.games[name]
        fields, params = {}, {}
        for given, declared in zip(positional, game.fields):
            fields[declared.name] = given
        if len(positional) > len(game.fields):
            raise Mistake(f"{name} has only {len(game.fields)} fields")
        for key, given in named.items():
            target = params if any(p.name == key for p in game.params) else fields
            if target is fields and not any(f.name == key for f in game.fields):
                raise Mistake(f"{name} has no field or parameter {key}")
            if key in target:
                raise Mistake(f"{key} is given twice")
            target[key] = given
        for declared in [*game.params, *game.fields]:
            given = {**params, **fields}.get(declared.name)
            if isinstance(given, (str, Listing)) and declared.set is not None:
                for key, size in sizes(declared.set, given, game, self.text):
                    params.setdefault(key, size)
        if inherited is not None and inherited.game is game:
            if not params:
                return Sum([inherited.component(fields)])
            params = {**{p.name: inherited.parameter(p.name) for p in game.params}, **params}
        return Sum([self.instance(game, params).component(fields)])

    def position(self, text=""):
        """A position, the arguments of one of the first game, or a picture."""
        text = text.strip()
        if not text:
            if self.text.start is not None:
                return self.value(self.text.start)
            return self.build(next(iter(self.text.games)), [], {})
        try:
            read = syntax.read_position(text)
        except Mistake:
            read = Term("text", (text,), 0)
        game = next(iter(self.text.games))
        if isinstance(read, Term):
            try:
                position = self.value(read)
            except Mistake as mistake:
                if "(" in text or " " in text:
                    raise mistake
                return self.value(Term("call", (game, ((None, Term("text", (text,), 0)),)), 0))
            if isinstance(position, Sum):
                return position
            read = ((None, read),)
        return self.value(Term("call", (game, read), 0))

    def value(self, term):
        """A term outside any game."""
        try:
            return Meaning(Outside(self)).term(term)(World({}, LEFT), {})
        except Undefined:
            raise Mistake("something undefined", term.line) from None


def written(component):
    """A component as it is read back: fields in order, then the parameters that are neither the default nor set by a picture or list."""
    instance, game = component.instance, component.instance.game
    held = instance.field_sets()
    parts, implied = [], set()
    for f, x in zip(game.fields, component.values):
        one = held[f.name]
        parts.append(one.written(x, f.show) if hasattr(one, "written") else show(x))
        if isinstance(x, Array) or parts[-1].startswith('"'):
            raw = parts[-1].strip('"') if parts[-1].startswith('"') else Listing(x.items)
            implied |= {name for name, _ in sizes(f.set, raw, game, instance.rules.text)}
    usual = instance.rules.usual(game)
    for p in game.params:
        x = instance.parameter(p.name)
        if p.name in implied or p.default is not None and is_default(usual, p.name, x):
            continue
        one = instance.set_of(p.set) if p.set else None
        parts.append(f"{p.name} = {one.written(x, None) if hasattr(one, 'written') else show(x)}")
    return f"{game.name}({', '.join(parts)})"


def is_default(usual, name, value):
    """Whether a parameter has its default. A default that is not in its set is no value of the parameter."""
    try:
        return same(value, usual.parameter(name))
    except Mistake:
        return False


def written_sum(components):
    return " + ".join(map(written, components)) or "nothing"


class Outside:
    """The names seen by `start`, `expect` and positions asked for."""

    def __init__(self, rules):
        self.rules = rules

    def is_field(self, name):
        return False

    def definition(self, name):
        return self.rules.text.definitions.get(name)

    def is_game(self, name):
        return name in self.rules.text.games

    def taken(self, name):
        return bool(self.definition(name)) or self.is_game(name)

    def position(self, name, positional, named):
        return self.rules.build(name, positional, named)

    def constant(self, name, line):
        for game in self.rules.text.games.values():
            types = self.rules.game_types(game)
            for kind, members in types.items():
                for member in members:
                    if member.text == name:
                        return member
            if name in game.players:
                return (LEFT, RIGHT)[game.players.index(name)]
        raise Mistake(f"nothing has the name {name}", line)


class Instance:
    """A game with its parameters known."""

    def __init__(self, rules, game, given):
        self.rules, self.game, self.given = rules, game, given
        self.values, self.open, self.rule_cache = {}, set(), None
        self.types = rules.game_types(game)
        self.meaning = Meaning(self)
        self.sets = {}

    def __repr__(self):
        return self.game.name

    def check_names(self):
        """No name is declared twice or hides another."""
        game, seen = self.game, set(self.rules.text.games) | set(self.rules.text.definitions)
        for kind, members in self.types.items():
            seen |= {kind, *(m.text for m in members)}
        seen |= set(game.players)
        for name in [d.name for d in (*game.params, *game.fields)] + list(game.definitions):
            if name in seen or name in syntax.RESERVED:
                raise Mistake(f"{name} is taken", game.line)
            seen.add(name)

    # The scope of the rules

    def is_field(self, name):
        return any(f.name == name for f in self.game.fields)

    def definition(self, name):
        return self.game.definitions.get(name) or self.rules.text.definitions.get(name)

    def is_game(self, name):
        return name in self.rules.text.games

    def taken(self, name):
        """Whether a field, parameter, definition or game has this name."""
        return any(d.name == name for d in (*self.game.params, *self.game.fields)) or bool(self.definition(name)) or self.is_game(name)

    def position(self, name, positional, named):
        return self.rules.build(name, positional, named, inherited=self)

    def constant(self, name, line):
        if any(p.name == name for p in self.game.params):
            return self.parameter(name)
        if name in self.types:
            return self.types[name]
        for members in self.types.values():
            for member in members:
                if member.text == name:
                    return member
        if name in self.game.players:
            return (LEFT, RIGHT)[self.game.players.index(name)]
        raise Mistake(f"nothing has the name {name}", line)

    def parameter(self, name):
        if name in self.values:
            return self.values[name]
        if name in self.open:
            raise Mistake(f"the parameter {name} depends on itself")
        self.open.add(name)
        declared = next(p for p in self.game.params if p.name == name)
        held = Open() if declared.set is None else self.set_of(declared.set)
        if name in self.given:
            raw = self.given[name]
        elif declared.default is not None:
            raw = self.meaning.term(declared.default)(World({}, LEFT), {})
        else:
            raise Mistake(f"the parameter {name} of {self.game.name} is not given (E25)")
        self.values[name] = held.adopt(raw, declared.show)
        return self.values[name]

    # Sets that declare

    def set_of(self, term):
        """The set that a term declares."""
        if term.op == "optional":
            return Optional(self.set_of(term.parts[0]))
        if term.op == "setof":
            return SetOf(self.set_of(term.parts[0]))
        if term.op == "listof":
            return ListOf(self.set_of(term.parts[0]))
        if term.op == "array":
            return ArrayOf(self.set_of(term.parts[0]), [self.set_of(t) for t in term.parts[1]])
        if term.op == "tupleof":
            return TupleOf([(name, self.set_of(t)) for name, t in term.parts])
        if term.op == "name" and term.parts[0] == "digraph":
            return Digraph()
        if term.op == "name" and term.parts[0] == "graph" and not self.taken("graph"):
            return Undirected()
        try:
            x = self.meaning.term(term)(World({}, LEFT), {})
        except Undefined:
            raise Mistake("a set is undefined", term.line) from None
        except KeyError as missing:
            raise Mistake(f"a set depends on the field {missing}", term.line) from None
        if isinstance(x, bool):
            raise Mistake("a condition is no set", term.line)
        if isinstance(x, int):
            return Plain(range(x))
        if isinstance(x, tuple) and not isinstance(x, Listing):
            return TupleOf([(None, Plain(y)) for y in x])
        return Plain(x)

    def field_sets(self):
        if not self.sets:
            self.sets.update({f.name: self.set_of(f.set) for f in self.game.fields if f.set is not None})
            if len(self.sets) < len(self.game.fields):
                raise Mistake("a field lacks its set", self.game.line)
        return self.sets

    def component(self, given):
        """A position of this game; fields not given start at their default."""
        held, fields = self.field_sets(), {}
        for f in self.game.fields:
            if f.name in given:
                raw = given[f.name]
            elif f.default is not None:
                try:
                    raw = self.meaning.term(f.default)(World(fields, LEFT), {})
                except Undefined:
                    raise Mistake(f"the default of {f.name} is undefined", f.line) from None
            else:
                raise Mistake(f"{f.name} of {self.game.name} is not given (E25)")
            fields[f.name] = held[f.name].adopt(raw, f.show)
        return Component(self, tuple(fields.values()))


def sizes(held, given, game, text):
    """(parameter, size) pairs that a list or a picture sets: those that index it."""
    if held.op == "array":
        indices = list(held.parts[1])
    elif held.op == "setof":
        indices = [held.parts[0]]
    else:
        return
    for i, term in enumerate(indices):
        while term.op == "name":
            found = game.definitions.get(term.parts[0]) or text.definitions.get(term.parts[0])
            if found is None or found.arguments:
                break
            term = found.body
        indices[i] = term
    if len(indices) == 1 and indices[0].op == "call" and indices[0].parts[0] == "grid" and len(indices[0].parts[1]) == 2:
        indices = [t for _, t in indices[0].parts[1]]
    level = given
    if isinstance(given, str):
        level = Listing(map(Listing, given.split("|"))) if len(indices) == 2 else Listing(given)
    elif held.op == "setof" or len(indices) > 1 and not all(isinstance(row, Listing) for row in level):
        return
    for term in indices:
        if isinstance(level, Listing):
            yield from size(term, len(level), game)
            level = level[0] if level else Listing()


def size(term, count, game):
    """`N`, `0..N-1` or `1..N` with `count` elements says what the parameter N is."""
    if term.op == "range" and term.parts[1] is not None:
        low, high = term.parts
        if low.op == "number" and low.parts[0] == 1:
            term = high
        elif low.op == "number" and low.parts[0] == 0 and high.op == "-" and high.parts[1].op == "number" and high.parts[1].parts[0] == 1:
            term = high.parts[0]
    if term.op == "name" and any(p.name == term.parts[0] for p in game.params):
        yield term.parts[0], count
