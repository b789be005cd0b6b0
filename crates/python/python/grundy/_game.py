"""Games: checked rules, and what is asked of all their positions; the library of games."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Callable, Hashable, Iterable, Iterator, Optional, Union

from . import _grundy
from ._answer import Answer, Checked, Exported, Facts, Found, Misere, Picture, Proved, Record, Sheet, answered
from ._columns import HeapValues, Table
from ._drawing import look, pictured
from ._errors import GrundyError, InputError
from ._limits import allowed
from ._position import Position
from ._text import arguments

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._functions import FunctionGame
    from ._limits import Limits

__all__ = ["Game", "Library", "library", "load", "position"]

#: The most states that an automaton of a proof may have unless said.
_STATES = 20_000

#: The most positions on which a claim is compared that cannot be proved, unless said.
_POSITIONS = (1 << 22) + (1 << 13)


class Game:
    """The rules of a game; parameters are open. Calling it makes positions.

    >>> import grundy
    >>> kayles = grundy.library["kayles"]
    >>> kayles(50).grundy()
    2
    >>> grundy.library["chomp"](R=3, C=4).winner()
    'first'
    >>> grundy.library["tic-tac-toe"]("XX.|OO.|...").winner()
    'first'
    """

    __slots__ = ("_native", "_facts")
    _native: _grundy.Game
    _facts: Optional[Facts]

    def __init__(self, native: _grundy.Game) -> None:
        if not isinstance(native, _grundy.Game):
            raise TypeError("a game is made by grundy.load, or found in grundy.library")
        self._native = native
        self._facts = None

    @staticmethod
    def from_python(
        start: Hashable,
        moves: Callable[..., Any],
        ending: Optional[Callable[..., Any]] = None,
        *,
        players: Optional[tuple[str, str]] = None,
        misere: bool = False,
        name: Optional[str] = None,
    ) -> FunctionGame:
        """A game that functions describe, where the language does not reach. See :class:`~grundy.FunctionGame`.

        >>> import grundy
        >>> heaps = (1, 2, 4)
        >>> def moves(heaps):
        ...     return [heaps[:i] + (n,) + heaps[i + 1:] for i in range(len(heaps)) for n in range(heaps[i])]
        >>> game = grundy.Game.from_python(heaps, moves)
        >>> game.grundy(), game.winner(), game.standing.kind
        (7, 'first', 'checked')
        """
        from ._functions import FunctionGame

        return FunctionGame(start, moves, ending, players=players, misere=misere, name=name)

    # What it is.

    @property
    def name(self) -> str:
        """The name of the game."""
        return self._native.name

    @property
    def file(self) -> str:
        """What its text is called."""
        return self._native.file

    @property
    def text(self) -> str:
        """Its rules as they are written."""
        return self._native.text

    @property
    def params(self) -> list[str]:
        """The names of its parameters."""
        return self._native.params

    @property
    def fields(self) -> list[str]:
        """The names of its fields."""
        return self._native.fields

    @property
    def players(self) -> tuple[str, str]:
        """The names of its players."""
        return self._native.players

    def __repr__(self) -> str:
        return f"<game {self.name}({', '.join([*self.fields, *self.params])})>"

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.text) == (other.name, other.text)

    def __hash__(self) -> int:
        return hash((self.name, self.text))

    def __reduce__(self) -> Any:
        return _read, (self.text, self.file, self.name)

    def __call__(self, *args: Any, first: Optional[str] = None, **named: Any) -> Position:
        """A position: a picture or a text as on the command line, or fields in order and parameters by name.

        Without arguments it is the ``start`` of the file, else what the defaults give. ``first`` says who is about to move.

        >>> import grundy
        >>> grundy.library["subtraction"](100, S={1, 3, 4})
        Subtraction(100)
        >>> grundy.library["wythoff"]([3, 5]).winner()
        'second'
        """
        position = Position(self._native.position(allowed({}), arguments(args, named)))
        return position if first is None else position.with_mover(first)

    # Many positions.

    def solve(
        self, positions: Iterable[Any], *, first: Optional[str] = None, misere: bool = False, **limits: Unpack[Limits]
    ) -> Answer:
        """An answer for each of several positions, from shared tables: ``cases`` of ``asked`` and ``answer`` or ``problem``."""
        texts = [_asked(one) for one in positions]
        return Answer(self._native.cases(allowed(limits), texts, first, misere))

    def table(self, at: Optional[str] = None, *, show: Optional[str] = None, **ranges: Any) -> Table:
        """Values or outcomes over one or two ranges of fields or parameters, and limits as usual.

        ``at`` is a position in which the names of the ranges stand for numbers, or the arguments that stay the same; ``show`` is
        ``grundy``, ``outcome``, ``winner``, ``value``, ``margin`` or ``plies``, otherwise what fits.

        >>> import grundy
        >>> grundy.library["wythoff"].table("Wythoff([x, y])", x=range(3), y=range(3)).grid().tolist()
        [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
        """
        limits, over = _parted(ranges)
        return answered(self._native.table(allowed(limits), at, over, show), Table)  # type: ignore[no-any-return]

    def sequence(
        self,
        n: Optional[int] = None,
        *,
        at: Optional[str] = None,
        misere: bool = False,
        statistics: bool = False,
        certificate: bool = False,
        size: Optional[int] = None,
        losing_to: Optional[int] = None,
        **limits: Unpack[Limits],
    ) -> HeapValues:
        """The values of heaps 0 to ``n - 1``; without ``n`` until a period is proved.

        ``at`` are parameters (``"S = {1, 3, 4}"``); ``size`` asks for the value of one heap, however large, ``losing_to`` for the
        number of lost heaps up to a size.

        >>> import grundy, numpy
        >>> values = numpy.asarray(grundy.library["kayles"].sequence(1000))
        >>> int(values.max()), values.dtype.name
        (8, 'uint8')
        """
        want = (n, misere, statistics, certificate, size, losing_to)
        return _sequence((self._native, at), want, limits)

    def period(self, *, at: Optional[str] = None, **limits: Unpack[Limits]) -> Optional[int]:
        """The period of its values, where one is proved.

        >>> import grundy
        >>> grundy.library["kayles"].period()
        12
        """
        return self.sequence(at=at, **limits).period

    def misere(
        self,
        *,
        at: Optional[str] = None,
        to: Optional[int] = None,
        sum: Optional[Iterable[int]] = None,
        genus: bool = False,
        table: bool = False,
        copies: int = 256,
        **limits: Unpack[Limits],
    ) -> Misere:
        """Misère play of a heap game: its quotient, genus, and sums of heaps."""
        heaps = None if sum is None else list(sum)
        return Misere(_grundy.misere(allowed(limits), (self._native, at), (to, copies, heaps, genus, table)))

    # What holds for all sizes.

    def facts(self, **limits: Unpack[Limits]) -> Facts:
        """What is proved of the rules.

        >>> import grundy
        >>> grundy.library["kayles"].facts()["impartial"].kind
        'proved'
        """
        if self._facts is None:
            self._facts = Facts(self._native.facts(allowed(limits)))
        return self._facts

    def check(self, *, positions: int = 300, each: float = 10.0, **limits: Unpack[Limits]) -> Checked:
        """Diagnostics, expectations and claims of the file."""
        return Checked(self._native.check(allowed(limits), positions, each))

    def prove(
        self, at: Optional[str] = None, *, states: int = _STATES, positions: int = _POSITIONS, **limits: Unpack[Limits]
    ) -> Proved:
        """The claims of the file, proved or refuted for all sizes, with a certificate of what is proved.

        >>> import grundy
        >>> grundy.library["nim"].prove().holds
        True
        """
        return Proved(self._native.prove(allowed(limits), at, states, positions))

    def pattern(
        self, at: Optional[str] = None, *, grundy: bool = False, states: int = _STATES, **limits: Unpack[Limits]
    ) -> Found:
        """The pattern of the lost positions, or of the Grundy values, found and proved without a claim."""
        return Found(self._native.pattern(allowed(limits), at, grundy, states))

    def observe(self, at: Optional[str] = None, **ranges: Any) -> Found:
        """What is seen over one or two ranges of start positions. It is not proved."""
        limits, over = _parted(ranges)
        return Found(self._native.observe(allowed(limits), at, over))

    # What can be taken away.

    def export(
        self,
        language: str = "python",
        at: Optional[str] = None,
        *,
        method: Optional[str] = None,
        tests: int = 0,
        bound: int = 40,
        **limits: Unpack[Limits],
    ) -> Exported:
        """A standalone function in ``cpp``, ``python`` or ``rust``."""
        return Exported(self._native.export(allowed(limits), at, language, method, tests, bound))

    def sheet(
        self, at: Optional[str] = None, *, language: str = "en", format: str = "html", **limits: Unpack[Limits]
    ) -> Sheet:
        """A page for teaching, in English, Korean or Traditional Chinese, as ``html`` or ``tex``."""
        return Sheet(self._native.sheet(allowed(limits), at, language, format))

    def draw(
        self,
        at: Optional[str] = None,
        *,
        outcomes: bool = False,
        format: str = "svg",
        title: Optional[str] = None,
        theme: str = "plain",
        over: Optional[str] = None,
        **ranges: Any,
    ) -> Picture:
        """A map of values, or of outcomes, over one or two ranges: fields, parameters, or with ``over`` cells of fields, as
        ``over="p[0]=0..20,p[1]=0..20"``."""
        limits, named = _parted(ranges)
        ranged = ",".join([*([over] if over else []), *named])
        of = (at, ranged, outcomes)
        return pictured(self._native.heat(allowed(limits), of, look(format, title, theme)), format)

    def _repr_html_(self) -> str:
        import html

        return f"<pre>{html.escape(self.text)}</pre>"


def _read(text: str, file: str, name: str) -> Game:
    return Game(_grundy.read(allowed({}), text, file, name))


def _asked(one: Any) -> str:
    if isinstance(one, (str, Position)):
        return one if isinstance(one, str) else one.text
    if isinstance(one, tuple):
        return arguments(one, {}) or ""
    return arguments((one,), {}) or ""


_LIMITS = frozenset(("time", "memory", "threads", "progress"))


def _parted(ranges: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Keywords that are limits, and ranges as text."""
    limits = {name: given for name, given in ranges.items() if name in _LIMITS}
    return limits, [f"{name}={_range(name, given)}" for name, given in ranges.items() if name not in _LIMITS]


def _range(name: str, given: Any) -> str:
    if isinstance(given, range) and given.step == 1 and len(given):
        return f"{given[0]}..{given[-1]}"
    if isinstance(given, int) and not isinstance(given, bool):
        return f"{given}..{given}"
    if isinstance(given, tuple) and len(given) == 2 and all(isinstance(end, int) for end in given):
        return f"{given[0]}..{given[1]}"
    raise TypeError(f"{name} varies over a range of numbers one by one: {name}=range(100)")


def _sequence(of: Any, want: tuple[Any, ...], limits: Any) -> HeapValues:
    n, misere, statistics, certificate, size, losing_to = want
    reply = _grundy.sequence(
        allowed(limits), of, (n, False, n or 40, misere, size, losing_to, statistics, certificate)
    )
    return HeapValues(reply, None, None, of)


class Library(Mapping[str, Game]):
    """The games of the library by name. Names are compared without case, hyphens, underscores and spaces.

    >>> import grundy
    >>> len(grundy.library) > 100, "tic tac toe" in grundy.library
    (True, True)
    >>> [row.name for row in grundy.library.search("kayles")][:1]
    ['ArcKayles']
    """

    def __init__(self) -> None:
        self._rows: Optional[list[Record]] = None
        self._games: dict[str, Game] = {}

    def _all(self) -> list[Record]:
        if self._rows is None:
            self._rows = self.search()
        return self._rows

    def __getitem__(self, name: str) -> Game:
        if not isinstance(name, str):
            raise TypeError("the library is asked by name")
        if name not in self._games:
            try:
                self._games[name] = Game(_grundy.find(allowed({}), name))
            except InputError as error:
                raise Unknown(error.problem, error.texts) from None
        return self._games[name]

    def __iter__(self) -> Iterator[str]:
        return iter(row.name for row in self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __contains__(self, name: object) -> bool:
        try:
            self[name]  # type: ignore[index]
        except (KeyError, TypeError, UnicodeError):
            return False
        return True

    def search(self, *words: str) -> list[Record]:
        """The games that have all these words in their names or remarks."""
        return list(Answer(_grundy.entries(allowed({}), list(words))).games)

    def __repr__(self) -> str:
        return f"<library of {len(self)} games>"

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)


class Unknown(InputError, KeyError):
    """The library has no game of this name; the message says which one may be meant."""

    __str__ = GrundyError.__str__


#: The library of games.
library = Library()


def load(rules: Union[str, os.PathLike[str]], *, game: str = "") -> Game:
    """The game of a file of rules, or of rules written out; of several games the one that is named, else the first.

    >>> import grundy
    >>> takeaway = grundy.load('''
    ... game Takeaway
    ...   state n: nat
    ...   move take(k in 1..3) if k <= n: n -= k
    ... ''')
    >>> takeaway(21).grundy()
    1
    """
    if isinstance(rules, str) and ("\n" in rules or ";" in rules or rules.lstrip().startswith("game ")):
        return _read(rules, "<rules>", game)
    path = os.fspath(rules)
    if not isinstance(path, str):
        raise TypeError("rules are a path or a text")
    with open(path, encoding="utf-8") as file:
        return _read(file.read(), path, game)


def position(text: str) -> Position:
    """A position of games of the library.

    >>> import grundy
    >>> grundy.position("Nim(3) + Kayles(5)").grundy()
    7
    """
    return Position(_grundy.expression(allowed({}), text, []))
