"""Answers: what the library says, with its standing, as objects whose attributes are the keys of docs/json.md.

A key that does not apply is ``None``. Answers are compared, hashed and pickled by what they say.
"""

from __future__ import annotations

import copy
import html
import json as _json
from typing import Any, ClassVar, Iterator, NamedTuple, Optional, Sequence, Type, TypeVar, Union

from . import _grundy

__all__ = [
    "Answer",
    "Checked",
    "Exported",
    "Facts",
    "Found",
    "Infinity",
    "Matrix",
    "Misere",
    "Move",
    "Moves",
    "Perft",
    "Picture",
    "Plan",
    "Proved",
    "Record",
    "Refutation",
    "Sheet",
    "Solved",
    "Standing",
    "Survey",
    "Tree",
    "Verified",
]

A = TypeVar("A", bound="Answer")


class Standing(NamedTuple):
    """How sure an answer is: ``proved`` (why), ``checked`` (how far) or ``assumed`` (by whom)."""

    kind: str
    reason: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.reason}"

    @property
    def proved(self) -> bool:
        """Whether it is proved."""
        return self.kind == "proved"


#: What an answer says that claims nothing as a whole.
_UNCLAIMED = Standing("assumed", "no standing is claimed for the answer as a whole")


class Record:
    """A part of an answer: its keys are attributes. The move of a record is ``record.move``."""

    __slots__ = ("_data",)
    _data: dict[str, Any]

    def __init__(self, data: dict[str, Any]) -> None:
        object.__setattr__(self, "_data", data)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_data":
            raise AttributeError(name)
        if name in self._data:
            return _made(name, self._data[name])
        if name in _known(type(self)):
            return None
        raise AttributeError(f"{type(self).__name__} has no {name!r}; it says {', '.join(self._data)}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("answers do not change")

    def __getitem__(self, name: str) -> Any:
        return _made(name, self._data[name])

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._data, *_known(type(self))})

    def json(self) -> dict[str, Any]:
        """The same as plain dictionaries and lists."""
        return copy.deepcopy(self._data)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and _timeless(self._data) == _timeless(other._data)

    def __hash__(self) -> int:
        return hash(_json.dumps(_timeless(self._data), sort_keys=True, default=str))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self._data.items())})"

    def __reduce__(self) -> Any:
        return type(self), (self._data,)


def _timeless(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != "seconds"}


_names: dict[type, frozenset[str]] = {}


def _known(kind: type) -> frozenset[str]:
    names = _names.get(kind)
    if names is None:
        all_names = (name for base in kind.__mro__ for name in base.__dict__.get("__annotations__", ()))
        names = _names[kind] = frozenset(name for name in all_names if not name.startswith("_"))
    return names


def _made(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        if set(value) == {"kind", "reason"}:
            return Standing(value["kind"], value["reason"])
        return Record(value)
    if isinstance(value, list):
        return [_made(name, one) for one in value]
    return value


class Answer(Record):
    """What the library says of a question."""

    __slots__ = ("_reply", "_said")
    _reply: Optional[_grundy.Reply]
    _said: dict[str, Any]
    stopped: Optional[str]
    seconds: Optional[float]

    def __init__(self, reply: Union[_grundy.Reply, dict[str, Any]], said: Optional[dict[str, Any]] = None) -> None:
        if isinstance(reply, dict):
            object.__setattr__(self, "_reply", None)
            object.__setattr__(self, "_said", said or {})
            super().__init__(reply)
        else:
            object.__setattr__(self, "_reply", reply)
            object.__setattr__(self, "_said", {})
            super().__init__(reply.json())

    @property
    def standing(self) -> Standing:
        """How sure it is."""
        told = self._data.get("standing")
        return Standing(told["kind"], told["reason"]) if isinstance(told, dict) else self._standing()

    def _standing(self) -> Standing:
        return _UNCLAIMED

    def words(self, language: str = "en") -> str:
        """The answer as a person reads it, in English (``en``), Korean (``ko``) or Traditional Chinese (``zh``)."""
        if language not in ("en", "ko", "zh"):
            raise ValueError("the languages are en, ko and zh")
        if language not in self._said:
            self._said[language] = self._reply.words(language) if self._reply is not None else ""
        return str(self._said[language])

    @property
    def ended(self) -> str:
        """How the work ended: ``fine``, ``refuted``, ``bad input`` or ``limit``."""
        if self._reply is not None:
            return self._reply.ended
        return str(self._said.get("ended", "fine"))

    def _file(self) -> Optional[bytes]:
        if self._reply is not None:
            return self._reply.file
        return self._said.get("file")

    def _columns(self) -> Any:
        return self._reply.columns if self._reply is not None else None

    def __str__(self) -> str:
        return self.words().rstrip("\n")

    def _repr_html_(self) -> Any:
        return f'<pre style="line-height:1.25">{html.escape(str(self))}</pre>'

    def __reduce__(self) -> Any:
        said = {language: self.words(language) for language in ("en", "ko", "zh")}
        return type(self), (self._data, {**said, "ended": self.ended, "file": self._file()})


def answered(reply: Any, kind: Optional[Type[A]] = None) -> Any:
    """An answer of the native half as the object that it is; other objects stay as they are."""
    if not isinstance(reply, _grundy.Reply):
        return reply
    return (kind or Answer)(reply)


class Move(Record):
    """A move: what it is called, where it leads, what it is worth to who makes it."""

    __slots__ = ()
    move: str
    component: int
    to: str
    number: Optional[int]
    result: Optional[str]
    margin: Optional[int]
    plies: Optional[int]
    gain: Optional[int]
    again: Optional[bool]

    @property
    def grundy(self) -> Any:
        """The Grundy value that it leads to: a number, an :class:`Infinity`, or nothing."""
        return grundy_value(self._data.get("grundy"))

    def __str__(self) -> str:
        return self.move


class Infinity(NamedTuple):
    """The value of a position from which play can go on for ever: infinity with the values that can be moved to."""

    options: tuple[int, ...]

    def __str__(self) -> str:
        return f"infinity({', '.join(map(str, self.options))})"


def grundy_value(told: Any) -> Any:
    """A Grundy value as the library writes it, as an object."""
    return Infinity(tuple(told["infinity"])) if isinstance(told, dict) else told


class Solved(Answer):
    """Who wins, by which moves, how soon, by how much."""

    __slots__ = ()
    position: Optional[str]
    origin: Optional[str]
    mover: Optional[str]
    mover_reason: Optional[str]
    winner: Optional[str]
    outcome: Optional[str]
    by_starter: Optional[Record]
    value: Optional[str]
    margin: Optional[int]
    plies: Optional[int]
    rounds: Optional[int]
    winning_move_count: Optional[int]
    winning_moves_complete: Optional[bool]
    line: Optional[list[str]]
    positions: Optional[int]
    known: Optional[str]
    explanation: Optional[list[str]]
    pairing: Optional[str]
    certificate: Any

    @property
    def grundy(self) -> Any:
        """The Grundy value: a number, an :class:`Infinity` where play can return, or nothing."""
        return grundy_value(self._data.get("grundy"))

    @property
    def winning_moves(self) -> list[Move]:
        """Every winning move, as far as they are listed."""
        return [Move(one) for one in self._data.get("winning_moves", [])]


class Moves(Answer, Sequence[Move]):
    """The moves of a position, the best first: a sequence of :class:`Move`."""

    __slots__ = ()
    position: str
    mover: str
    over: bool

    @property
    def moves(self) -> list[Move]:
        """The moves."""
        return [Move(one) for one in self._data["moves"]]

    def __len__(self) -> int:
        return len(self._data["moves"])

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __contains__(self, one: object) -> bool:
        return any(one in (move, move.move) for move in self.moves)

    def __getitem__(self, number: Any) -> Any:
        return super().__getitem__(number) if isinstance(number, str) else self.moves[number]

    def _standing(self) -> Standing:
        return Standing("assumed", "what the moves are worth was not looked for, or a limit was reached")


class Plan(Answer):
    """The methods that will be tried, in their order."""

    __slots__ = ()
    position: str
    steps: list[Record]


class Perft(Answer):
    """How many sequences of moves there are, by length."""

    __slots__ = ()
    position: str
    depths: list[Record]
    finished: int

    def _standing(self) -> Standing:
        if self._data.get("stopped"):
            return Standing("checked", "as far as it was counted")
        return Standing("proved", "every sequence of moves was counted")


class Refutation(Answer):
    """Why a move is bad, or that it is not."""

    __slots__ = ()
    position: str
    move: str
    by: str
    bad: Optional[bool]
    verdict: Optional[str]
    before: Optional[str]
    after: Optional[str]
    margin_before: Optional[int]
    margin_after: Optional[int]
    line: Optional[list[Record]]
    ends: Optional[str]
    certificate: Any


class _Certified(Answer):
    """An answer that can come with a certificate."""

    __slots__ = ()

    @property
    def certificate(self) -> Optional[bytes]:
        """The certificate, for :func:`grundy.verify`; nothing where nothing is proved."""
        return self._file()


class Proved(_Certified):
    """The claims of a game, each proved or refuted for all sizes, or checked as far as it could be."""

    __slots__ = ()
    game: str
    scope: Optional[str]
    claims: list[Record]

    @property
    def holds(self) -> bool:
        """Whether every claim is proved."""
        return bool(self.claims) and all(one.verdict == "proved" for one in self.claims)

    def _standing(self) -> Standing:
        verdicts = [one["verdict"] for one in self._data["claims"]]
        reason = "; ".join(f"{one['claim']}: {one['verdict']}" for one in self._data["claims"]) or "there are no claims"
        if verdicts and all(verdict in ("proved", "refuted") for verdict in verdicts):
            return Standing("proved", reason)
        return Standing("checked" if "checked" in verdicts else "assumed", reason)


class Found(_Certified):
    """The pattern of a game, found without a claim."""

    __slots__ = ()
    found: Optional[bool]
    of: str
    name: Optional[str]
    scope: Optional[str]
    states: Optional[int]
    digits: Optional[int]
    system: Optional[str]
    verdict: Optional[str]
    reason: Optional[str]
    span: Any
    dot: Optional[list[str]]
    over: Optional[list[str]]
    values: Optional[list[str]]
    laws: Optional[list[dict[str, Any]]]
    parameters: Optional[list[dict[str, Any]]]

    def __bool__(self) -> bool:
        return bool(self._data.get("found"))

    def _standing(self) -> Standing:
        if standing := self._data.get("standing"):
            return Standing(standing["kind"], standing["reason"])
        verdict, reason = self._data.get("verdict"), self._data.get("reason") or self._data.get("name")
        if verdict in ("proved", "checked"):
            return Standing(verdict, str(reason or f"an automaton of {self._data.get('states')} states"))
        return Standing("assumed", str(reason or "no pattern was found"))


class Facts(Answer):
    """What is proved of the rules."""

    __slots__ = ()
    file: str
    games: list[Record]

    def __getitem__(self, name: str) -> Any:
        for game in self._data["games"]:
            for fact in game["facts"]:
                if fact["fact"] == name:
                    return Standing(fact["standing"], fact["reason"])
        return super().__getitem__(name)


class Checked(Answer):
    """Diagnostics, expectations and claims of rules."""

    __slots__ = ()
    ok: bool
    files: list[Record]

    def __bool__(self) -> bool:
        return bool(self._data["ok"])


class Verified(Answer):
    """Whether a small checker accepts a certificate. It is true where it does."""

    __slots__ = ()
    verdict: str
    position: Optional[str]
    game: Optional[str]
    claims: Any
    claim: Any
    rules: Any
    positions: Optional[int]
    reason: Optional[str]
    line: Optional[int]

    def __bool__(self) -> bool:
        return self.ended == "fine"

    def _standing(self) -> Standing:
        if self:
            return Standing("proved", "the checker, which shares no code with the finder, accepts the certificate")
        return Standing("checked", str(self._data.get("reason") or self._data.get("verdict")))


class Exported(Answer):
    """A standalone function in another language."""

    __slots__ = ()
    language: str
    method: str
    tests: int
    code: str

    def __str__(self) -> str:
        return str(self._data.get("code", ""))


class Misere(Answer):
    """Misère play of a heap game: its quotient, genus, sums."""

    __slots__ = ()
    code: str
    to: int
    order: Optional[int]
    p_order: Optional[int]
    complete: Optional[bool]
    period: Optional[int]
    preperiod: Optional[int]
    letters: Any
    relations: Optional[list[Any]]
    losing: Any
    p_heaps: Optional[list[int]]
    p_heaps_to: Optional[int]
    sum: Optional[list[int]]
    outcome: Optional[str]
    winning_moves: Optional[list[Record]]


class Survey(Answer):
    """Codes of heap games, each with what is known of its values."""

    __slots__ = ()
    codes: list[Record]
    done: int
    all: int
    periodic: int
    unknown: int
    different: int


class Matrix(Answer):
    """A matrix or bimatrix game, solved exactly: numbers are texts of fractions."""

    __slots__ = ()
    kind: str
    rows: list[str]
    columns: list[str]
    value: Optional[str]
    row: Optional[list[str]]
    column: Optional[list[str]]
    payoffs: Optional[list[str]]
    equilibria: Optional[list[Record]]
    saddle_points: Any
    dominated: Optional[list[Record]]
    latex: Optional[str]

    def _repr_svg_(self) -> Optional[str]:
        file = self._file()
        return file.decode() if file else None

    def _repr_html_(self) -> Any:
        return None if self._file() else super()._repr_html_()


class Tree(Answer):
    """A tree of payoffs, solved by backward induction."""

    __slots__ = ()
    players: list[str]
    nodes: int
    decisions: int
    payoffs: Optional[list[str]]
    path: Optional[list[str]]
    strategy: Optional[list[Record]]
    equilibria: Optional[list[Record]]
    can_force: list[Record]
    drawing: Optional[str]


class Picture(Answer):
    """A picture: shown in a notebook, written with :meth:`save`."""

    __slots__ = ("_format",)
    _format: str
    nodes: Optional[int]
    edges: Optional[int]
    hidden: Optional[int]
    whole: Optional[bool]

    _SHOWN: ClassVar[dict[str, str]] = {"svg": "_repr_svg_", "html": "_repr_html_", "png": "_repr_png_"}

    def __init__(self, reply: Any, said: Optional[dict[str, Any]] = None, format: str = "svg") -> None:
        super().__init__(reply, said)
        object.__setattr__(self, "_format", format)

    @property
    def format(self) -> str:
        """``svg``, ``html``, ``png``, ``txt``, ``tikz`` or ``dot``."""
        return self._format

    @property
    def data(self) -> bytes:
        """The picture as bytes of its format."""
        return self._file() or b""

    def save(self, path: Any) -> None:
        """Writes the picture to a file."""
        with open(path, "wb") as file:
            file.write(self.data)

    def __str__(self) -> str:
        return super().__str__() if self._format == "png" else self.data.decode("utf-8", "replace")

    def __repr__(self) -> str:
        return f"<picture: {self._format}, {len(self.data)} bytes>"

    def _repr_svg_(self) -> Optional[str]:
        return self.data.decode() if self._format == "svg" else None

    def _repr_png_(self) -> Optional[bytes]:
        return self.data if self._format == "png" else None

    def _repr_html_(self) -> Any:
        if self._format == "html":
            page = html.escape(self.data.decode(), quote=True)
            return f'<iframe srcdoc="{page}" sandbox="allow-scripts" style="width:100%;height:560px;border:0"></iframe>'
        return None if self._format in ("svg", "png") else super()._repr_html_()

    def __reduce__(self) -> Any:
        kind, (data, said) = super().__reduce__()
        return kind, (data, said, self._format)


class Sheet(Answer):
    """A page for teaching."""

    __slots__ = ()
    game: str
    language: str
    exercises: int

    @property
    def text(self) -> str:
        """The page, as HTML or LaTeX."""
        return (self._file() or b"").decode()

    def save(self, path: Any) -> None:
        """Writes the page to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text)


