"""Values of games as number-like objects: exact, canonical, compared by the partial order of games."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Iterable, Optional, Union

from . import _grundy
from ._answer import Answer, Picture, Record
from ._drawing import look, pictured
from ._errors import InputError, LimitReached
from ._limits import allowed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._limits import Limits

__all__ = ["Value", "evaluate", "value"]

Like = Union["Value", int, Fraction, str]


class Evaluation(Answer):
    """What the calculator says of an expression: a value, a relation, a truth, a list or a text."""

    __slots__ = ()
    canonical: Optional[str]
    outcome: Optional[str]
    mean: Optional[str]
    temperature: Optional[str]
    left_stop: Optional[str]
    right_stop: Optional[str]
    birthday: Any
    atomic_weight: Optional[str]
    loopy: Optional[bool]
    stopper: Optional[bool]
    relation: Optional[str]
    holds: Optional[bool]
    truth: Optional[bool]
    list: Any
    text: Optional[str]


def evaluate(expression: str, *, rules: Iterable[tuple[str, str]] = (), **limits: Unpack[Limits]) -> Evaluation:
    """What the calculator says of an expression, whatever that is.

    >>> import grundy
    >>> grundy.evaluate("^ <> *").holds
    True
    """
    if not isinstance(expression, str):
        raise TypeError("an expression is a text")
    return Evaluation(_grundy.value(allowed(limits), expression, list(rules)))


def value(like: Like, *, rules: Iterable[tuple[str, str]] = (), **limits: Unpack[Limits]) -> Value:
    """The value of an expression, a number or a fraction.

    >>> import grundy
    >>> hot = grundy.value("{1|-1} + *2")
    >>> hot.mean, hot.temperature, hot.outcome
    (Fraction(0, 1), Fraction(1, 1), 'N')
    >>> grundy.value("^") > 0, grundy.value("*") == 0, grundy.value("*").confused(0)
    (True, False, True)
    """
    if isinstance(like, Value):
        return like
    if isinstance(like, bool) or not isinstance(like, (int, Fraction, str)):
        raise TypeError(f"{type(like).__name__} has no value: write a text, a number or a fraction")
    return Value(evaluate(str(like), rules=rules, **limits))


def as_value(like: object) -> Any:
    """A value, or ``NotImplemented`` for what is none."""
    if isinstance(like, Value):
        return like
    if isinstance(like, (int, Fraction)) and not isinstance(like, bool):
        return value(like)
    from ._position import Position

    return like.value() if isinstance(like, Position) else NotImplemented


class Value:
    """A value. Sums, differences, multiples and comparisons are those of games; ``a | b`` is the game ``{a | b}``.

    >>> import grundy
    >>> up = grundy.value("^")
    >>> up + up, 3 * up, -up, (1 | grundy.value(-1))
    (^2, ^3, v, +-1)
    >>> up == "^", hash(up + 0) == hash(up)
    (True, True)
    """

    __slots__ = ("_told",)
    _told: Evaluation

    def __init__(self, told: Evaluation) -> None:
        if not isinstance(told, Evaluation):
            raise TypeError("a value is made by grundy.value")
        if told.canonical is None:
            if told.stopped or told.ended == "limit":
                raise LimitReached(stopped=told.stopped or "the value is too long to write", answer=told)
            raise InputError({"error": {"code": "value", "message": f"this is not a value: {told}"}})
        object.__setattr__(self, "_told", told)

    @staticmethod
    def refused(what: object) -> Any:
        """Raises: something has no canonical value."""
        raise InputError({"error": {"code": "value", "message": f"{what!r} has no canonical value"}})

    def __setattr__(self, name: str, given: Any) -> None:
        raise AttributeError("values do not change")

    @property
    def answer(self) -> Evaluation:
        """All that the calculator says of it."""
        return self._told

    @property
    def canonical(self) -> str:
        """The canonical form."""
        return str(self._told.canonical)

    @property
    def standing(self) -> Any:
        """How sure it is."""
        return self._told.standing

    def json(self) -> dict[str, Any]:
        """The answer as docs/json.md says."""
        return self._told.json()

    @property
    def outcome(self) -> str:
        """Who wins: L, R, N or P; of loopy values as the library says it."""
        return str(self._told.outcome)

    @property
    def mean(self) -> Fraction:
        """The mean value."""
        return self._fraction("mean")

    @property
    def temperature(self) -> Fraction:
        """The temperature."""
        return self._fraction("temperature")

    @property
    def left_stop(self) -> Fraction:
        """The number that play stops at when Left begins."""
        return self._fraction("left_stop")

    @property
    def right_stop(self) -> Fraction:
        """The number that play stops at when Right begins."""
        return self._fraction("right_stop")

    @property
    def birthday(self) -> Optional[int]:
        """The day on which it is born."""
        day = self._told.birthday
        return None if day is None else int(day)

    @property
    def atomic_weight(self) -> Optional[str]:
        """The atomic weight, where it has one."""
        return self._told.atomic_weight

    @property
    def is_loopy(self) -> bool:
        """Whether it is a loopy value."""
        return bool(self._told.loopy)

    @property
    def is_number(self) -> bool:
        """Whether it is a number."""
        return _number(self.canonical) is not None

    def _fraction(self, name: str) -> Fraction:
        told = self._told[name] if name in self._told.json() else None
        # A stop may carry the mark of who has it.
        found = None if told is None else _number(str(told).rstrip("+-*"))
        if found is None:
            raise InputError({"error": {"code": "value", "message": f"{self.canonical} has no {name.replace('_', ' ')}"}})
        return found

    def thermograph(self, **limits: Unpack[Limits]) -> Record:
        """Its thermograph by the corners of its walls."""
        return evaluate(f"({self.canonical}).Thermograph", **limits)

    def draw(
        self, *, format: str = "svg", title: Optional[str] = None, theme: str = "plain", **limits: Unpack[Limits]
    ) -> Picture:
        """Its thermograph as a picture."""
        reply = _grundy.thermograph(allowed(limits), self.canonical, [], look(format, title, theme))
        return pictured(reply, format)

    def apply(self, function: str, *others: Like, **limits: Unpack[Limits]) -> Evaluation:
        """What a function of the calculator says of it: ``value.apply("Cool", 1)``."""
        if not function.isidentifier():
            raise ValueError("a function is a name, such as Cool or Thermograph")
        said = ", ".join(f"({value(one).canonical})" for one in others)
        return evaluate(f"({self.canonical}).{function}" + (f"({said})" if said else ""), **limits)

    def confused(self, other: Like) -> bool:
        """Whether neither is larger and they are not equal."""
        return self._compare(value(other)) == "||"

    def _compare(self, other: Value) -> str:
        if self.canonical == other.canonical:
            return "=="
        for relation in (">", "<", "||"):
            if evaluate(f"({self.canonical}) {relation} ({other.canonical})").holds:
                return relation
        return "=="

    def _with(self, other: object, expression: str) -> Any:
        theirs = as_value(other)
        return theirs if theirs is NotImplemented else value(expression.format(self._inside, theirs._inside))

    @property
    def _inside(self) -> str:
        return f"({self.canonical})"

    def __add__(self, other: object) -> Any:
        return self._with(other, "{0} + {1}")

    def __radd__(self, other: object) -> Any:
        return self._with(other, "{1} + {0}")

    def __sub__(self, other: object) -> Any:
        return self._with(other, "{0} - {1}")

    def __rsub__(self, other: object) -> Any:
        return self._with(other, "{1} - {0}")

    def __or__(self, other: object) -> Any:
        return self._with(other, "{{{0}|{1}}}")

    def __ror__(self, other: object) -> Any:
        return self._with(other, "{{{1}|{0}}}")

    def __neg__(self) -> Value:
        return value(f"-({self.canonical})")

    def __pos__(self) -> Value:
        return self

    def __abs__(self) -> Value:
        return -self if self < 0 else self

    def __mul__(self, times: object) -> Any:
        if not isinstance(times, int) or isinstance(times, bool):
            return NotImplemented
        return value(f"{times} * ({self.canonical})" if times >= 0 else f"-({-times} * ({self.canonical}))")

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            try:
                other = value(other)
            except (InputError, LimitReached):
                return False
        if isinstance(other, float) and math.isfinite(other):
            other = Fraction(other)
        theirs = as_value(other)
        return isinstance(theirs, Value) and self._compare(theirs) == "=="

    def __hash__(self) -> int:
        number = _number(self.canonical)
        return hash(self.canonical) if number is None else hash(number)

    def _relates(self, other: object, relations: tuple[str, ...]) -> Any:
        theirs = as_value(other)
        return theirs if theirs is NotImplemented else self._compare(theirs) in relations

    def __lt__(self, other: object) -> Any:
        return self._relates(other, ("<",))

    def __le__(self, other: object) -> Any:
        return self._relates(other, ("<", "=="))

    def __gt__(self, other: object) -> Any:
        return self._relates(other, (">",))

    def __ge__(self, other: object) -> Any:
        return self._relates(other, (">", "=="))

    def __bool__(self) -> bool:
        """Whether it is not zero."""
        return self.canonical != "0"

    def __float__(self) -> float:
        return float(self.__fraction__())

    def __int__(self) -> int:
        return int(self.__fraction__())

    def __fraction__(self) -> Fraction:
        """The number that it is."""
        number = _number(self.canonical)
        if number is None:
            raise TypeError(f"{self.canonical} is not a number; its mean is {self._told.mean}")
        return number

    def __repr__(self) -> str:
        return self.canonical

    def _repr_svg_(self) -> Optional[str]:
        try:
            return self.draw(time=2.0, progress=False)._repr_svg_()
        except (InputError, LimitReached):
            return None

    def __reduce__(self) -> Any:
        return Value, (self._told,)


def _number(text: str) -> Optional[Fraction]:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None
