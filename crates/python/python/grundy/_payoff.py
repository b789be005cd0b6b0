"""Games of payoffs: matrices, bimatrices, trees."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Iterable, Optional, Union

from . import _grundy
from ._answer import Matrix, Tree
from ._limits import allowed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._limits import Limits

__all__ = ["matrix", "tree"]


def matrix(
    payoffs: Union[str, Iterable[Iterable[Any]]],
    *,
    all: bool = False,
    explain: bool = False,
    dominated: bool = False,
    against_row: Optional[str] = None,
    against_column: Optional[str] = None,
    label: int = 1,
    **limits: Unpack[Limits],
) -> Matrix:
    """A matrix game, solved exactly: rows of numbers, fractions or pairs, a text as on the command line, or a name.

    >>> import grundy
    >>> game = grundy.matrix([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    >>> game.value, game.row
    ('0', ['1/4', '1/2', '1/4'])
    >>> grundy.matrix([[(3, 3), (0, 5)], [(5, 0), (1, 1)]]).kind
    'bimatrix'
    """
    text = payoffs if isinstance(payoffs, str) else "; ".join(" ".join(_cell(one) for one in row) for row in payoffs)
    against = (against_row, against_column)
    return Matrix(_grundy.matrix(allowed(limits), text, all, explain, dominated, against, label))


def _cell(one: Any) -> str:
    if isinstance(one, (tuple, list)):
        return f"({','.join(_cell(part) for part in one)})"
    if isinstance(one, float):
        return repr(one)
    return str(Fraction(one) if not isinstance(one, str) else one)


def tree(
    text: Union[str, os.PathLike[str]],
    *,
    limit: int = 10,
    explain: bool = False,
    full: bool = False,
    lines: int = 200,
    **limits: Unpack[Limits],
) -> Tree:
    """A tree of payoffs, solved by backward induction: indented text or Gambit's format, a file of it, or a name.

    >>> import grundy
    >>> grundy.tree("centipede").payoffs
    ['1', '0']
    """
    said = os.fspath(text)
    if "\n" not in said and os.path.isfile(said):
        with open(said, encoding="utf-8") as file:
            said = file.read()
    return Tree(_grundy.tree(allowed(limits), said, (limit, explain, full, lines)))
