"""Heap games by their codes: ``0.77``, ``S{1,3,4}``, ``AllBut{2}``, ``0x0.3f``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Optional

from . import _grundy
from ._answer import Misere, Picture, Survey
from ._columns import HeapValues
from ._drawing import look, pictured
from ._game import _sequence
from ._limits import allowed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._limits import Limits

__all__ = ["misere", "nimbers", "sequence", "survey"]


def sequence(
    code: str,
    n: Optional[int] = None,
    *,
    misere: bool = False,
    statistics: bool = False,
    certificate: bool = False,
    size: Optional[int] = None,
    losing_to: Optional[int] = None,
    **limits: Unpack[Limits],
) -> HeapValues:
    """The values of a heap game by its code, as :meth:`grundy.Game.sequence` gives those of rules.

    >>> import grundy
    >>> answer = grundy.sequence("S{1,3,4}", size=10**18)
    >>> answer.period, answer.at.value
    (7, 1)
    """
    return _sequence(code, (n, misere, statistics, certificate, size, losing_to), limits)


def misere(
    code: str,
    *,
    to: Optional[int] = None,
    sum: Optional[Iterable[int]] = None,
    genus: bool = False,
    table: bool = False,
    copies: int = 256,
    **limits: Unpack[Limits],
) -> Misere:
    """Misère play of a heap game: its quotient, genus, and the winning moves of sums.

    >>> import grundy
    >>> kayles = grundy.misere("0.77")
    >>> kayles.order, kayles.period, kayles.standing.kind
    (40, 12, 'proved')
    """
    heaps = None if sum is None else list(sum)
    return Misere(_grundy.misere(allowed(limits), code, (to, copies, heaps, genus, table)))


def survey(digits: int = 2, *, to: int = 16384, **limits: Unpack[Limits]) -> Survey:
    """Every octal code of up to so many digits: its period, or how far it was looked."""
    return Survey(_grundy.survey(allowed(limits), digits, to))


def nimbers(table: str = "nim", size: int = 16, *, format: str = "svg", title: Optional[str] = None, theme: str = "plain") -> Picture:
    """The table of nim addition (``nim``) or of the nim product (``nimproduct``) as a picture."""
    return pictured(_grundy.nimbers(allowed({}), table, size, look(format, title, theme)), format)
