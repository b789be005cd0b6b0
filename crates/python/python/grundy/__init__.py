"""Describe a two-player perfect-information game in a few lines; get who wins, by which moves, the value, the pattern, the proof.

>>> import grundy
>>> kayles = grundy.library["kayles"]
>>> p = kayles(50)
>>> p.winner(), p.grundy()
('first', 2)
>>> p.solve().standing.kind
'proved'
>>> kayles.period(), kayles.sequence(12).tolist()
(12, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])
>>> (kayles(3) + grundy.library["nim"](5)).grundy()
6
>>> grundy.value("{1|-1}") + 2
{3|1}

Every answer says how sure it is (``standing``) and is plain data (``json()``). Questions take limits as keywords: ``time``, ``memory``,
``threads``. See docs/python.md.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _grundy
from ._answer import (
    Answer,
    Checked,
    Exported,
    Facts,
    Found,
    Infinity,
    Matrix,
    Misere,
    Move,
    Moves,
    Perft,
    Picture,
    Plan,
    Proved,
    Record,
    Refutation,
    Sheet,
    Solved,
    Standing,
    Survey,
    Tree,
    Verified,
)
from ._columns import HeapValues, Table
from ._errors import GrundyError, InputError, InternalError, Interrupted, LimitReached, Refuted
from ._functions import FunctionAnswer, FunctionGame, FunctionMove
from ._game import Game, Library, library, load, position
from ._graph import States
from ._heap import misere, nimbers, sequence, survey
from ._limits import Limits, allowed, limits
from ._page import Page
from ._payoff import matrix, tree
from ._position import Position
from ._tablebase import Rows, Tablebase
from ._value import Evaluation, Value, evaluate, value

if TYPE_CHECKING:
    from typing_extensions import Unpack

__version__: str = _grundy.VERSION

__all__ = [
    "Answer",
    "Checked",
    "Evaluation",
    "Exported",
    "Facts",
    "Found",
    "FunctionAnswer",
    "FunctionGame",
    "FunctionMove",
    "Game",
    "GrundyError",
    "HeapValues",
    "Infinity",
    "InputError",
    "InternalError",
    "Interrupted",
    "Library",
    "LimitReached",
    "Limits",
    "Matrix",
    "Misere",
    "Move",
    "Moves",
    "Page",
    "Perft",
    "Picture",
    "Plan",
    "Position",
    "Proved",
    "Record",
    "Refutation",
    "Refuted",
    "Rows",
    "Sheet",
    "Solved",
    "Standing",
    "States",
    "Survey",
    "Table",
    "Tablebase",
    "Tree",
    "Value",
    "Verified",
    "check",
    "evaluate",
    "explain",
    "fmt",
    "forget",
    "library",
    "limits",
    "load",
    "matrix",
    "misere",
    "nimbers",
    "position",
    "sequence",
    "survey",
    "tree",
    "value",
    "verify",
]


def verify(
    certificate: Union[str, os.PathLike[str], bytes],
    *,
    rules: Optional[Game] = None,
    fast: bool = False,
    transitions: int = 50_000_000,
    **limits: Unpack[Limits],
) -> Verified:
    """Whether the small checker, which shares no code with the finder, accepts a certificate: a file, or its bytes.

    ``rules`` are those it speaks of; otherwise the library's games of the names in it. The answer is true where it is accepted.

    >>> import grundy
    >>> proof = grundy.library["nim"].prove()
    >>> bool(grundy.verify(proof.certificate))
    True
    """
    if isinstance(certificate, (bytes, bytearray, memoryview)):
        data, place = bytes(certificate), "<bytes>"
    else:
        place = os.fspath(certificate)
        with open(place, "rb") as file:
            data = file.read()
    native = None if rules is None else rules._native
    return Verified(_grundy.verify(allowed(limits), data, place, native, fast, transitions))


def check(*rules: Union[str, Game], positions: int = 300, each: float = 10.0, **limits: Unpack[Limits]) -> Checked:
    """Diagnostics, expectations and claims of rules, written out or loaded; mistakes are told in the answer.

    >>> import grundy
    >>> bool(grundy.check("game A; state n: nat; move m(k in 1..n): n -= k"))
    True
    """
    texts = [(one.file, one.text) if isinstance(one, Game) else ("<rules>", str(one)) for one in rules]
    return Checked(_grundy.check(allowed(limits), texts, positions, each))


def explain(code: str) -> Answer:
    """What a code of a message means: ``grundy.explain("E07")``."""
    return Answer(_grundy.explain(allowed({}), code))


def fmt(text: str) -> str:
    """Rules in the one layout."""
    laid: Any = _grundy.format_rules(allowed({}), text)
    return str(laid)


def forget() -> None:
    """Lets go of the tables that are kept for later questions about the same games."""
    _grundy.forget()
