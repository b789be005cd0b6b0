"""Meaning: a term becomes a function of the world and the local names, for one game with its parameters known.

What is undefined raises `Undefined`. The places where that ends are exactly those of the page: a guard or filter, an instance
of `exists`, `all` or `count`, an element of `sum`, `xor`, `min`, `max` or of a set, a binder, a verdict.
"""
import math

from .board import (DIAG, KING, ORTH, before, edges, ends, flood, grid, lines, next_of, nodes, parts, ray, reach,
                    shapes, subsets, touch, until)
from .element import LEFT, PLAYERS, RIGHT, Array, Listing, Numbers, Record, fit, members, other, same, show, walk
from .mistake import Mistake, Undefined
from .sets import ALL
from .syntax import QUANTIFIERS

STATE = "*"     # in `uses`: the fields or the mover matter

PLAIN_CALLS = {
    "grid": ((2,), grid), "lines": ((2, 3), lines), "reach": ((2,), reach), "next": ((2,), next_of), "nodes": ((1,), nodes),
    "len": ((1,), lambda x: len(walk(x))), "abs": ((1,), lambda x: fit(abs(x)))}
# These names a file may define itself, and then means its own.
OPEN_CALLS = {
    "near": ((2,), next_of), "before": ((2,), before), "edges": ((1,), edges), "ends": ((1,), ends), "touch": ((2,), touch),
    "ray": ((3,), ray), "until": ((3,), until), "flood": ((3,), flood), "parts": ((2,), parts), "shapes": ((2,), shapes), "subsets": ((1, 2), subsets),
    "gcd": ((2,), lambda a, b: fit(math.gcd(a, b)))}
CONSTANTS = {
    "none": None, "true": True, "false": False, "orth": ORTH, "diag": DIAG, "king": KING, "all": ALL,
    "player": Listing(PLAYERS), "bool": Listing((False, True)), "Left": LEFT, "Right": RIGHT, "nat": Numbers(0), "int": Numbers(None)}


class World:
    """What a term can see besides local names: the fields, who moves, and how the game stands."""
    __slots__ = ("fields", "me", "stuck", "forever")

    def __init__(self, fields, me, stuck=False, forever=False):
        self.fields, self.me, self.stuck, self.forever = fields, me, stuck, forever


def holds(condition, world, local):
    """Whether a condition is true; touching something undefined makes it false."""
    try:
        return condition(world, local)
    except Undefined:
        return False


def plus(a, b):
    if isinstance(a, int) and isinstance(b, int):
        return fit(a + b)
    if hasattr(a, "components") or hasattr(b, "components"):
        return a.plus(b)
    if isinstance(a, tuple) and not isinstance(a, Listing):
        return tuple(fit(x + y) for x, y in zip(a, b, strict=True))
    return members(a) | members(b)


def minus(a, b):
    if isinstance(a, int) and isinstance(b, int):
        return fit(a - b)
    if isinstance(a, tuple) and not isinstance(a, Listing):
        return tuple(fit(x - y) for x, y in zip(a, b, strict=True))
    return members(a) - members(b)


def times(a, b):
    if isinstance(a, tuple):
        a, b = b, a
    if isinstance(b, tuple):
        return tuple(fit(a * x) for x in b)
    return fit(a * b)


def divided(a, b):
    if b == 0:
        raise Undefined
    return fit(a // b)


def remainder(a, b):
    if b == 0:
        raise Undefined
    return a % b


def there(x):
    """A value to reckon with: with `none` there is nothing to reckon."""
    if x is None:
        raise Undefined
    return x


def lt(a, b):
    a, b = there(a), there(b)
    if type(a) is int and type(b) is int:
        return a < b
    raise Mistake("only numbers have an order")


ARITHMETIC = {"+": plus, "-": minus, "*": times, "//": divided, "%": remainder, "^^": lambda a, b: a ^ b,
              "&": lambda a, b: members(a) & members(b)}
ORDER = {
    "==": same, "!=": lambda a, b: not same(a, b), "<": lt, "<=": lambda a, b: not lt(b, a), ">": lambda a, b: lt(b, a),
    ">=": lambda a, b: not lt(a, b), "in": lambda a, b: a in b, "not in": lambda a, b: a not in b}


class Meaning:
    """`scope` gives `constant(name)`, `is_field(name)`, `definition(name)`, `is_game(name)`, `taken(name)` and
    `position(name, args, named)`."""

    def __init__(self, scope):
        self.scope, self.bodies, self.open = scope, {}, set()

    def term(self, term, local=frozenset()):
        """A function of the world and the local names."""
        return self.read(term, frozenset(local))[0]

    def read(self, term, local):
        """The function, and the names it uses: local ones, and STATE."""
        f, uses = getattr(self, "read_" + term.op, self.read_operator)(term, local)
        if not uses and term.op not in ("number", "text", "name"):
            f = once(f)
        return f, uses

    def several(self, terms, local):
        pairs = [self.read(t, local) for t in terms]
        return [f for f, _ in pairs], frozenset().union(*(u for _, u in pairs))

    # Names and calls

    def read_number(self, term, local):
        value = term.parts[0]
        return lambda w, v: value, frozenset()

    read_text = read_number

    def read_name(self, term, local):
        name = term.parts[0]
        state = frozenset([STATE])
        if name in local:
            return lambda w, v: v[name], frozenset([name])
        if self.scope.is_field(name):
            return lambda w, v: w.fields[name], state
        if name == "me":
            return lambda w, v: w.me, state
        if name == "opp":
            return lambda w, v: other(w.me), state
        if name in ("stuck", "forever"):
            return lambda w, v: getattr(w, name), state
        if self.scope.definition(name):
            return self.read_call(term, local)
        if self.scope.is_game(name):
            return self.read_call(term, local)
        value = CONSTANTS[name] if name in CONSTANTS else self.scope.constant(name, term.line)
        return lambda w, v: value, frozenset()

    def read_call(self, term, local):
        name, arguments = term.parts if term.op == "call" else (term.parts[0], ())
        given, uses = self.several([t for _, t in arguments], local)
        if self.scope.is_game(name):
            names = [n for n, _ in arguments]
            position = self.scope.position

            def build(w, v):
                values = [f(w, v) for f in given]
                return position(name, [x for n, x in zip(names, values) if n is None], {n: x for n, x in zip(names, values) if n})
            return build, uses | {STATE}
        if any(n for n, _ in arguments):
            raise Mistake(f"{name} takes no named arguments", term.line)
        if name in ("min", "max") and given:
            pick = min if name == "min" else max
            return lambda w, v: best(pick, [there(f(w, v)) for f in given]), uses
        calls = PLAIN_CALLS if name in PLAIN_CALLS else OPEN_CALLS
        if name in calls and (calls is PLAIN_CALLS or not self.scope.definition(name)):
            sizes, call = calls[name]
            if len(given) not in sizes:
                raise Mistake(f"{name} takes {' or '.join(map(str, sizes))} arguments", term.line)
            return lambda w, v: call(*[there(f(w, v)) for f in given]), uses
        definition = self.scope.definition(name)
        if not definition:
            raise Mistake(f"nothing has the name {name}", term.line)
        names = definition.arguments
        if len(names) != len(given):
            raise Mistake(f"{name} takes {len(names)} arguments", term.line)
        body, state = self.body_of(definition)
        if not names:
            return lambda w, v: body(w, {}), state
        return lambda w, v: body(w, {n: f(w, v) for n, f in zip(names, given)}), uses | state

    def body_of(self, definition):
        """The function of a definition's body, read once. A definition that calls itself is read through a link."""
        name = definition.name
        if name in self.bodies:
            return self.bodies[name]
        if name in self.open:
            return lambda w, v: self.bodies[name][0](w, v), frozenset([STATE])
        self.open.add(name)
        body, uses = self.read(definition.body, frozenset(definition.arguments))
        self.open.discard(name)
        self.bodies[name] = body, uses & {STATE}
        return self.bodies[name]

    def read_index(self, term, local):
        base, indices = term.parts
        (f, *given), uses = self.several((base, *indices), local)

        only = given[0] if len(given) == 1 else None

        def read(w, v):
            x = f(w, v)
            index = there(only(w, v)) if only else tuple([there(g(w, v)) for g in given])
            if isinstance(x, Array):
                return x.read(index)
            if isinstance(x, tuple):
                if isinstance(index, tuple):
                    for i in index:
                        x = entry(x, i)
                    return x
                return entry(x, index)
            raise Mistake(f"{show(x)} has no index", term.line)
        return read, uses

    def read_dot(self, term, local):
        f, uses = self.read(term.parts[0], local)
        name = term.parts[1]

        def read(w, v):
            x = there(f(w, v))
            if isinstance(x, Record) and name in x.names:
                return x[x.names.index(name)]
            if isinstance(name, int) and isinstance(x, tuple) and name < len(x):
                return x[name]
            if name in ("row", "col") and isinstance(x, tuple) and len(x) == 2:
                return x[name == "col"]
            raise Mistake(f"{show(x)} has no {name}", term.line)
        return read, uses

    # Operators

    def read_operator(self, term, local):
        if term.op in QUANTIFIERS or term.op == "build":
            return self.read_quantified(term, local)
        (f, g), uses = self.several(term.parts, local)
        if term.op in ("and", "or"):
            return joined([f, g], term.op == "or"), uses
        apply = ARITHMETIC[term.op]
        return lambda w, v: apply(there(f(w, v)), there(g(w, v))), uses

    def read_neg(self, term, local):
        f, uses = self.read(term.parts[0], local)

        def negative(w, v):
            x = there(f(w, v))
            return tuple(fit(-y) for y in x) if isinstance(x, tuple) else fit(-x)
        return negative, uses

    def read_not(self, term, local):
        f, uses = self.read(term.parts[0], local)
        return lambda w, v: not f(w, v), uses

    def read_if(self, term, local):
        (c, f, g), uses = self.several(term.parts, local)
        return lambda w, v: f(w, v) if c(w, v) else g(w, v), uses

    def read_range(self, term, local):
        low, high = term.parts
        if high is None:
            f, uses = self.read(low, local)
            return lambda w, v: Numbers(there(f(w, v))), uses
        (f, g), uses = self.several(term.parts, local)
        return lambda w, v: range(there(f(w, v)), there(g(w, v)) + 1), uses

    def read_compare(self, term, local):
        terms, signs = term.parts
        given, uses = self.several(terms, local)
        def link(f, test, g):
            return lambda w, v: test(f(w, v), g(w, v))
        links = [link(f, ORDER[s], g) for f, s, g in zip(given, signs, given[1:])]
        return links[0] if len(links) == 1 else joined(links, False), uses

    # Sets, lists, tuples

    def read_set(self, term, local):
        given, uses = self.several(term.parts, local)
        return lambda w, v: frozenset([f(w, v) for f in given]), uses

    def read_list(self, term, local):
        given, uses = self.several(term.parts, local)
        return lambda w, v: Listing([f(w, v) for f in given]), uses

    def read_entries(self, term, local):
        """`[i in S: e]`: what an array holds at each index."""
        binder, value = term.parts
        each, inner, uses = self.binders([binder], None, local)
        f, more = self.read(value, inner)
        return lambda w, v: {v[binder.name]: f(w, v) for v in each(w, v)}, uses | (more - {binder.name})

    def read_tuple(self, term, local):
        given, uses = self.several(term.parts, local)
        return lambda w, v: tuple([f(w, v) for f in given]), uses

    # Binders

    def read_quantified(self, term, local):
        binders, condition, body = term.parts
        each, inner, uses = self.binders(binders, condition, local)
        f, more = (None, frozenset()) if body is None else self.read(body, inner)
        uses = uses | (more - {b.name for b in binders})
        if term.op in ("exists", "all"):
            wanted = term.op == "exists"        # `exists` ends at a true instance, `all` at a false one

            def some(w, v):
                for _ in each(w, v):
                    if f is None or bool(holds(f, w, v)) == wanted:
                        return wanted
                return not wanted
            return some, uses
        if term.op == "count":
            return lambda w, v: sum(1 for _ in each(w, v) if f is None or holds(f, w, v)), uses

        def values(w, v):
            out = []
            for _ in each(w, v):
                try:
                    out.append(f(w, v) if term.op == "build" else there(f(w, v)))
                except Undefined:
                    pass
            return out
        if term.op == "build":
            return lambda w, v: frozenset(values(w, v)), uses
        if term.op == "sum":
            return lambda w, v: total(values(w, v)), uses
        if term.op == "xor":
            return lambda w, v: parity(values(w, v)), uses
        pick = min if term.op == "min" else max
        return lambda w, v: best(pick, values(w, v)), uses

    def binders(self, binders, condition, local):
        """A generator over all assignments for which the condition holds, which writes them into the local names.

        Each conjunct of the condition is asked as soon as its names are bound: the condition holds exactly if all do.
        """
        names, steps, uses, inner = [b.name for b in binders], [], frozenset(), local
        for b in binders:
            if b.name in inner or self.scope.taken(b.name):
                raise Mistake(f"{b.name} hides another name (E09)", b.term.line)
            f, more = self.read(b.term, inner)
            uses |= more
            inner |= {b.name}
            steps.append((b.name, b.walks, f, []))
        for conjunct in conjuncts(condition):
            f, more = self.read(conjunct, inner)
            uses |= more
            steps[max((names.index(n) for n in more if n in names), default=0)][3].append(f)

        def each(w, v, at=0):
            name, walks, f, tests = steps[at]
            try:
                values = walk(f(w, v)) if walks else (f(w, v),)
            except Undefined:
                return
            last = at + 1 == len(steps)
            for v[name] in values:
                for test in tests:
                    if not holds(test, w, v):
                        break
                else:
                    if last:
                        yield v
                    else:
                        yield from each(w, v, at + 1)
        return each, inner, uses - set(names)


def conjuncts(condition):
    if condition is None:
        return []
    if condition.op == "and":
        return conjuncts(condition.parts[0]) + conjuncts(condition.parts[1])
    return [condition]


def joined(conditions, decides):
    """Conditions joined by `or`, which a true one decides, or by `and`, which a false one decides, whatever the others
    are; undefined if none decides and one is undefined."""
    def value(w, v):
        defined = True
        for condition in conditions:
            try:
                if condition(w, v) == decides:
                    return decides
            except Undefined:
                defined = False
        if not defined:
            raise Undefined
        return not decides
    return value


def once(f):
    """A function of nothing, evaluated when it is first asked."""
    known = []

    def value(w, v):
        if not known:
            try:
                known.append((f(w, v), True))
            except Undefined:
                known.append((None, False))
        x, defined = known[0]
        if not defined:
            raise Undefined
        return x
    return value


def entry(x, i):
    if not 0 <= i < len(x):
        raise Undefined
    return x[i]


def best(pick, values):
    if not values:
        raise Undefined
    if not all(isinstance(x, int) for x in values):
        raise Mistake("only numbers have a least one")
    return pick(values)


def total(values):
    out = 0
    for i, x in enumerate(values):
        out = x if i == 0 else plus(out, x)
    return out


def parity(values):
    out = 0
    for x in values:
        out ^= x
    return out
