"""Syntax: a rule text as games, definitions, types, start and expectations, by the grammar of docs/language.md.

Expressions and sets are `Term`s; what a name means is not asked here. A set that declares a field is read with `[` as its
index (`0..3[R, C]` holds 0..3); elsewhere `1..a[j]` reads the array.
"""
from dataclasses import dataclass, field as part

from .mistake import Mistake
from .tokens import tokens

QUANTIFIERS = {"exists", "all", "count", "sum", "xor", "min", "max"}
CLAUSES = {"param", "state", "left", "right", "move", "draw", "score", "misere", "players", "split", "symmetry", "measure",
           "invariant", "claim", "type", "def"}
ITEMS = {"game", "start", "expect", "def", "type"}
STATEMENTS = {"swap", "let", "if", "for", "gain", "again", "become", "pass"}
QUERIES = {"grundy", "winner", "outcome", "value", "margin", "plies", "rounds"}
MAPS = {"rotate", "mirror", "flip", "transpose", "permute"}
ALSO_NAMES = {"left", "right", "king", "next", "set", "lines", "start", "type"}
RESERVED = (CLAUSES | STATEMENTS | QUANTIFIERS | {"game", "start", "expect"} | set(
    "when else in not and or then nat int bool player set list of digraph me opp Left Right none true false stuck forever "
    "orth diag king grid lines reach next nodes len abs".split())) - ALSO_NAMES
COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}


@dataclass(frozen=True, eq=False)
class Term:
    """`op` says what the parts are:

    number text name: the value; neg not: x; + - * // % & ^^ and or: a, b; range: a, b or None; compare: terms, signs;
    if: c, a, b; index: x, indices; dot: x, name; call: name, ((name or None, x), ...); set list tuple: items;
    build exists all count sum xor min max: binders, condition or None, body or None;
    optional setof listof: inner; array: inner, indices; tupleof: ((name or None, inner), ...).
    """
    op: str
    parts: tuple
    line: int


@dataclass(frozen=True, eq=False)
class Binder:
    name: str
    walks: bool     # `in` a set; otherwise it is equal to one value
    term: Term


@dataclass(frozen=True, eq=False)
class Statement:
    """op: = += -= (place, x); swap (place, place); let (name, x); if (c, body, body); for (name, set, body);
    gain (x); again; become (x); pass."""
    op: str
    parts: tuple
    line: int


@dataclass(frozen=True, eq=False)
class Declaration:
    """A parameter or a field."""
    name: str
    set: Term       # None for a parameter without one: a number, or what its default is
    default: Term
    show: str
    line: int


@dataclass(frozen=True, eq=False)
class Definition:
    name: str
    arguments: tuple
    body: Term
    line: int


@dataclass(frozen=True, eq=False)
class Move:
    name: str
    side: str       # "left", "right" or "" for both
    step: bool      # only follows `then`
    binders: tuple
    guard: Term
    body: tuple
    line: int


@dataclass(frozen=True, eq=False)
class Verdict:
    """what: "wins", "loses" (of `player`), "draw" or "score" (of `points`, None for 0)."""
    what: str
    player: str
    points: Term
    condition: Term
    line: int


@dataclass(frozen=True, eq=False)
class Claim:
    what: str       # "first wins", "second wins", "grundy", "plies", "rounds"
    value: Term
    condition: Term
    line: int


@dataclass(frozen=True, eq=False)
class Map:
    what: str       # rotate mirror flip transpose permute by, or "swap players"
    field: str
    swapping: bool
    by: tuple = None    # (name of an element, where it goes)


@dataclass(frozen=True, eq=False)
class Split:
    field: str
    steps: Term     # a set of directions; or None and
    names: tuple    # two names and
    relation: Term
    line: int


@dataclass(eq=False)
class Game:
    name: str
    line: int
    params: list = part(default_factory=list)
    fields: list = part(default_factory=list)
    moves: list = part(default_factory=list)
    verdicts: list = part(default_factory=list)
    definitions: dict = part(default_factory=dict)
    types: dict = part(default_factory=dict)
    players: tuple = ("Left", "Right")
    splits: list = part(default_factory=list)
    maps: list = part(default_factory=list)
    claims: list = part(default_factory=list)
    measures: list = part(default_factory=list)
    invariants: list = part(default_factory=list)


@dataclass(frozen=True, eq=False)
class Expectation:
    query: str
    position: Term
    answer: object  # a number, or a text
    line: int


@dataclass(eq=False)
class Text:
    games: dict = part(default_factory=dict)
    definitions: dict = part(default_factory=dict)
    types: dict = part(default_factory=dict)
    start: Term = None
    expectations: list = part(default_factory=list)


class Reader:
    def __init__(self, text):
        self.tokens, self.at = tokens(text), 0

    # Tokens

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else None

    def sees(self, *texts, ahead=0):
        token = self.peek(ahead)
        return token is not None and token.kind in ("name", "sign") and token.text in texts

    def kind(self, ahead=0):
        token = self.peek(ahead)
        return token.kind if token else None

    def line(self):
        token = self.peek() or (self.tokens[-1] if self.tokens else None)
        return token.line if token else 1

    def fail(self, wanted):
        token = self.peek()
        seen = "the end" if token is None or token.kind in ("end", "in", "out") else token.text
        raise Mistake(f"{seen} where {wanted} is wanted", self.line())

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def skip(self, *texts):
        """Takes the next token if it is one of these."""
        if self.sees(*texts):
            return self.take().text
        return None

    def want(self, *texts):
        return self.skip(*texts) or self.fail(" or ".join(texts))

    def wants(self, kind):
        if self.kind() != kind:
            self.fail(f"a {kind}")
        return self.take()

    def fresh(self):
        """A name that is being declared."""
        token = self.wants("name")
        if token.text in RESERVED:
            raise Mistake(f"{token.text} is reserved", token.line)
        return token.text

    def some(self, item):
        """One or more items parted by commas."""
        out = [item()]
        while self.skip(","):
            out.append(item())
        return out

    # File and game

    def text(self):
        out = Text()
        while self.peek():
            self.item(out)
            while self.skip(";") or self.kind() == "end":
                if self.kind() == "end":
                    self.take()
        return out

    def item(self, out):
        line = self.line()
        word = self.want(*ITEMS)
        if word == "game":
            game = self.game(line)
            if game.name in out.games:
                raise Mistake(f"{game.name} is taken", line)
            out.games[game.name] = game
        elif word == "start":
            out.start = self.expression(SUM)
        elif word == "expect":
            out.expectations.append(self.expectation(line))
        elif word == "def":
            self.definition(out.definitions, line)
        else:
            self.type(out.types)

    def expectation(self, line):
        query = self.want(*QUERIES)
        position = self.expression(SUM)
        self.want("==")
        sign = -1 if self.skip("-") else 1
        token = self.peek()
        if token is None or token.kind not in ("number", "text", "name"):
            self.fail("an answer")
        self.take()
        answer = sign * token.value if token.kind == "number" else token.value or token.text
        return Expectation(query, position, answer, line)

    def type(self, types):
        name = self.fresh()
        self.want("=")
        members = [self.fresh()]
        while self.skip("|"):
            members.append(self.fresh())
        types[name] = tuple(members)

    def definition(self, definitions, line):
        name, arguments = self.fresh(), []

        def argument():
            arguments.append(self.fresh())
            if self.skip(":"):
                self.set()

        if self.skip("("):
            self.some(argument)
            self.want(")")
        self.want("=")
        if name in definitions:
            raise Mistake(f"{name} is taken", line)
        definitions[name] = Definition(name, tuple(arguments), self.expression(), line)

    def game(self, line):
        game = Game(self.fresh(), line)
        if self.skip(";"):
            self.clauses(game, inline=True)
        if self.kind() == "end" and self.kind(1) == "in":
            self.at += 2
            self.clauses(game, inline=False)
            self.wants("out")
        if not game.fields or not game.moves:
            raise Mistake(f"{game.name} lacks state or moves", line)
        return game

    def clauses(self, game, inline):
        """Clauses up to the end of the line (`inline`) or of the block, or to an item of the file."""
        while self.kind() not in (None, "out", "end") and not self.sees("game", "start", "expect"):
            block = self.clause(game)
            if block or self.skip(";"):
                continue
            if self.kind() != "end":
                self.fail("the end of the clause")
            if inline:
                return
            self.take()

    def clause(self, game):
        """Reads one clause; says whether it ended with a block."""
        line = self.line()
        if self.skip("param"):
            game.params += self.some(self.declaration)
        elif self.skip("state"):
            game.fields += self.some(self.declaration)
        elif self.sees("move") or self.begins_move(0) or self.begins_step(0):
            return self.move(game)
        elif self.skip("draw"):
            self.want("when")
            game.verdicts.append(Verdict("draw", None, None, self.expression(), line))
        elif self.skip("score"):
            points = None if self.sees("when") else self.expression()
            self.want("when")
            game.verdicts.append(Verdict("score", None, points, self.expression(), line))
        elif self.skip("misere"):
            self.want("play")
            game.verdicts.append(Verdict("wins", "me", None, Term("name", ("stuck",), line), line))
        elif self.skip("players"):
            left = self.fresh()
            self.want(",")
            game.players = (left, self.fresh())
        elif self.skip("split"):
            game.splits.append(self.split(line))
        elif self.skip("symmetry"):
            game.maps += self.some(self.map)
        elif self.skip("measure"):
            game.measures.append(self.expression())
        elif self.skip("invariant"):
            game.invariants.append(self.expression())
        elif self.skip("claim"):
            game.claims.append(self.claim(line))
        elif self.skip("type"):
            self.type(game.types)
        elif self.skip("def"):
            self.definition(game.definitions, line)
        elif self.kind() == "name" and self.sees("wins", "loses", ahead=1):
            player, what = self.take().text, self.take().text
            self.want("when")
            game.verdicts.append(Verdict(what, player, None, self.expression(), line))
        else:
            self.fail("a clause")
        return False

    def declaration(self):
        line, name = self.line(), self.fresh()
        held = self.set() if self.skip(":") else None
        default = self.expression() if self.skip("=") else None
        show = self.wants("text").value if self.skip("show") else None
        return Declaration(name, held, default, show, line)

    def move(self, game):
        line = self.line()
        side = self.skip("left", "right") or ""
        step = bool(self.skip("step")) or not self.want("move")
        name, binders = self.fresh(), ()
        if self.skip("("):
            binders = tuple(self.some(self.binder))
            self.want(")")
        guard = self.expression() if self.skip("if") else None
        self.want(":")
        body, block = self.body()
        game.moves.append(Move(name, side, step, binders, guard, body, line))
        return block

    def split(self, line):
        name = self.wants("name").text
        self.want("by")
        if self.sees("(") and self.kind(1) == "name" and self.sees(",", ahead=2) and self.sees("=>", ahead=5):
            self.take()
            one = self.fresh()
            self.take()
            two = self.fresh()
            self.want(")")
            self.want("=>")
            return Split(name, None, (one, two), self.expression(), line)
        return Split(name, self.expression(SUM), (), None, line)

    def map(self):
        if self.skip("swap"):
            self.want("players")
            return Map("swap players", None, True)
        by = None
        if self.kind() == "name" and self.sees("by", ahead=1):
            what, name = "by", self.take().text
            self.take()
            element = self.fresh()
            self.want("=>")
            by = element, self.expression()
        else:
            what, name = self.want(*MAPS), self.wants("name").text
        swapping = bool(self.skip("swapping"))
        if swapping:
            self.want("players")
        return Map(what, name, swapping, by)

    def claim(self, line):
        if self.sees("first", "second"):
            what, value = self.take().text + " " + self.want("wins"), None
        else:
            what = self.want("grundy", "plies", "rounds")
            self.want("==")
            value = self.expression()
        condition = self.expression() if self.skip("when") else None
        return Claim(what, value, condition, line)

    # Bodies

    def body(self):
        """The statements after a colon, and whether they ended with a block."""
        out, block = [], False
        if self.kind() == "end" and self.kind(1) == "in":
            self.at += 2
            while self.kind() != "out":
                statement, block = self.statement()
                out.append(statement)
                if not block and not self.skip(";"):
                    self.wants("end")
            self.take()
            return tuple(out), True
        while True:
            statement, block = self.statement()
            out.append(statement)
            if block or not self.sees(";") or self.begins_clause(1):
                return tuple(out), block
            self.take()

    def begins_clause(self, ahead):
        verdict = self.kind(ahead) == "name" and self.sees("wins", "loses", ahead=ahead + 1)
        named = self.sees("start", "type", ahead=ahead) and self.kind(ahead + 1) == "name"
        plain = self.sees(*((CLAUSES | ITEMS) - ALSO_NAMES), ahead=ahead)
        return plain or named or verdict or self.begins_move(ahead) or self.begins_step(ahead)

    def begins_move(self, ahead):
        return self.sees("left", "right", ahead=ahead) and self.sees("move", "step", ahead=ahead + 1)

    def begins_step(self, ahead):
        return self.sees("step", ahead=ahead) and self.kind(ahead + 1) == "name"

    def statement(self):
        line = self.line()

        def make(op, *parts):
            return Statement(op, parts, line), False

        if self.skip("swap"):
            one = self.expression(POSTFIX)
            self.want(",")
            return make("swap", one, self.expression(POSTFIX))
        if self.skip("let"):
            name = self.fresh()
            self.want("=")
            return make("let", name, self.expression())
        if self.skip("if"):
            condition = self.expression()
            self.want(":")
            yes, block = self.body()
            no = ()
            if self.sees("else") or self.kind() == "end" and self.sees("else", ahead=1):
                if self.kind() == "end":
                    self.take()
                self.take()
                self.want(":")
                no, block = self.body()
            return Statement("if", (condition, yes, no), line), block
        if self.skip("for"):
            name = self.fresh()
            self.want("in")
            walked = self.expression(RANGE)
            self.want(":")
            body, block = self.body()
            return Statement("for", (name, walked, body), line), block
        if self.skip("gain"):
            return make("gain", self.expression())
        if self.skip("become"):
            return make("become", self.expression(SUM))
        if self.skip("again"):
            return make("again")
        if self.skip("then"):
            follows = []
            while True:
                name, given = self.wants("name").text, ()
                if self.skip("("):
                    given = tuple(self.some(self.expression))
                    self.want(")")
                follows.append((name, given))
                if not self.skip("or"):
                    return make("then", tuple(follows), False)
                if self.skip("stop"):
                    return make("then", tuple(follows), True)
        if self.skip("pass"):
            return make("pass")
        place = self.expression(POSTFIX)
        if place.op not in ("name", "index", "dot"):
            raise Mistake("only fields and their entries are changed", line)
        return make(self.want("=", "+=", "-="), place, self.expression())

    def binder(self):
        name = self.fresh()
        if self.want("in", "=") == "in":
            return Binder(name, True, self.expression(RANGE))
        return Binder(name, False, self.expression())

    # Sets that declare

    def set(self):
        line = self.line()
        if self.sees("set", "list"):
            op = self.take().text + "of"
            self.want("of")
            return Term(op, (self.set(),), line)
        out = self.base_set(line)
        while self.sees("?", "["):
            if self.skip("?"):
                out = Term("optional", (out,), line)
            else:
                self.take()
                out = Term("array", (out, tuple(self.some(self.index_set))), line)
                self.want("]")
        return out

    def index_set(self):
        return self.set()

    def base_set(self, line):
        if self.sees("nat", "int", "digraph"):
            return Term("name", (self.take().text,), line)
        begin = self.at
        if self.sees("("):
            try:
                self.take()
                entries = tuple(self.some(self.entry))
                self.want(")")
                if len(entries) > 1 or entries[0][0]:
                    return Term("tupleof", entries, line)
            except Mistake:
                pass
            self.at = begin
        return self.expression(RANGE, declares=True)

    def entry(self):
        if self.kind() == "name" and self.sees(":", ahead=1):
            name = self.take().text
            self.take()
            return name, self.set()
        return None, self.set()

    # Expressions, from loose to tight

    def expression(self, level=0, declares=False):
        """An expression that binds at least as tightly as `level`. With `declares`, `[` outside brackets is not read."""
        line = self.line()
        if level == 0 and self.skip("if"):
            condition = self.expression()
            self.want("then")
            yes = self.expression()
            self.want("else")
            return Term("if", (condition, yes, self.expression()), line)
        if level <= OR:
            return self.chain(("or",), lambda: self.expression(AND), line)
        if level == AND:
            return self.chain(("and",), lambda: self.expression(NOT), line)
        if level == NOT:
            if self.skip("not"):
                return Term("not", (self.expression(NOT),), line)
            return self.expression(COMPARE)
        if level == COMPARE:
            return self.comparison(line)
        if level == RANGE:
            left = self.expression(XOR, declares)
            if not self.skip(".."):
                return left
            token = self.peek()
            opens = token.kind in ("name", "number", "text") and token.text not in ("show", "if", "when") or self.sees("(", "-", "{", "[")
            opens = opens and not (declares and self.sees("["))
            return Term("range", (left, self.expression(XOR, declares) if opens else None), line)
        if level == XOR:
            return self.chain(("^^",), lambda: self.expression(SUM, declares), line)
        if level == SUM:
            return self.chain(("+", "-"), lambda: self.expression(PRODUCT, declares), line)
        if level == PRODUCT:
            return self.chain(("*", "//", "%", "&"), lambda: self.expression(NEGATIVE, declares), line)
        if level == NEGATIVE and self.skip("-"):
            return Term("neg", (self.expression(NEGATIVE, declares),), line)
        return self.postfix(line, declares)

    def chain(self, signs, item, line):
        """Operators of one strength, grouped from the left."""
        left = item()
        while self.sees(*signs):
            left = Term(self.take().text, (left, item()), line)
        return left

    def comparison(self, line):
        terms, signs = [self.expression(RANGE)], []
        while True:
            if self.sees("not") and self.sees("in", ahead=1):
                self.at += 2
                signs.append("not in")
            elif self.sees("in", *COMPARISONS):
                signs.append(self.take().text)
            else:
                break
            terms.append(self.expression(RANGE))
        return Term("compare", (tuple(terms), tuple(signs)), line) if signs else terms[0]

    def postfix(self, line, declares):
        out = self.atom(line)
        while True:
            if self.sees("[") and not declares:
                self.take()
                indices = tuple(self.some(self.expression))
                self.want("]")
                out = Term("index", (out, indices), line)
            elif self.sees(".") and self.kind(1) == "name":
                self.take()
                out = Term("dot", (out, self.take().text), line)
            elif self.sees(".") and self.kind(1) == "number":
                self.take()
                out = Term("dot", (out, self.take().value), line)
            else:
                return out

    def atom(self, line):
        token = self.peek()
        if token is None:
            self.fail("an expression")
        if token.kind in ("number", "text"):
            self.take()
            return Term(token.kind, (token.value,), line)
        if token.kind == "name":
            return self.named(line)
        if self.skip("("):
            items = self.some(self.expression)
            self.want(")")
            return items[0] if len(items) == 1 else Term("tuple", tuple(items), line)
        if self.skip("["):
            if self.kind() == "name" and self.sees("in", ahead=1):
                at, binder = self.at, self.binder()
                if self.skip(":"):
                    value = self.expression()
                    self.want("]")
                    return Term("entries", (binder, value), line)
                self.at = at
            items = [] if self.sees("]") else self.some(self.expression)
            self.want("]")
            return Term("list", tuple(items), line)
        if self.skip("{"):
            if self.skip("}"):
                return Term("set", (), line)
            if self.kind() == "name" and self.sees("in", "=", ahead=1):
                return self.quantified("build", "}", line)
            items = self.some(self.expression)
            self.want("}")
            return Term("set", tuple(items), line)
        self.fail("an expression")

    def named(self, line):
        name = self.take().text
        if name in QUANTIFIERS and self.sees("(") and self.kind(1) == "name" and self.sees("in", "=", ahead=2):
            self.take()
            return self.quantified(name, ")", line)
        if not self.skip("("):
            return Term("name", (name,), line)
        arguments = [] if self.sees(")") else self.some(self.argument)
        self.want(")")
        return Term("call", (name, tuple(arguments)), line)

    def argument(self):
        if self.kind() == "name" and self.sees("=", ahead=1):
            name = self.take().text
            self.take()
            return name, self.expression()
        return None, self.expression()

    def quantified(self, op, close, line):
        binders = tuple(self.some(self.binder))
        condition = self.expression() if self.skip("if") else None
        body = self.expression() if self.skip(":") else None
        self.want(close)
        if body is None and op == "build":
            if len(binders) > 1:
                raise Mistake("which value of several binders?", line)
            body = Term("name", (binders[0].name,), line)
        if body is None and op not in ("exists", "count"):
            raise Mistake(f"{op} of what?", line)
        return Term(op, (binders, condition, body), line)


OR, AND, NOT, COMPARE, RANGE, XOR, SUM, PRODUCT, NEGATIVE, POSTFIX = range(1, 11)


def read(text):
    """The `Text` of a rule file."""
    return Reader(text).text()


def read_position(text):
    """A position, or the arguments of one: a `Term`, or a tuple of (name or None, Term)."""
    reader = Reader(text)
    arguments = tuple(reader.some(reader.argument))
    if reader.kind() == "end":
        reader.take()
    if reader.peek():
        reader.fail("the end")
    if len(arguments) == 1 and arguments[0][0] is None:
        return arguments[0][1]
    return arguments
