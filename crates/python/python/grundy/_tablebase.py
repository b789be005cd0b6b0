"""Tablebases: every position of a game solved once, kept in a file, asked one by one and in bulk."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Optional, Union

from . import _grundy
from ._answer import Answer, Moves, Solved, Standing
from ._limits import allowed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._game import Game
    from ._limits import Limits
    from ._position import Position

__all__ = ["Rows", "Tablebase"]


class Rows(Answer):
    """Rows of a tablebase as columns that NumPy and Arrow read in place: pandas, Polars, pyarrow and DuckDB take the whole.

    ``number`` names the position in the file; ``result`` is 1 where the player to move wins, 0 where it is drawn, -1 where he loses;
    ``plies`` (-1 where play has no end), ``margin`` or ``grundy`` is what the file holds beside it.
    """

    __slots__ = ()
    file: str
    rows: int
    columns: list[str]
    standing: Standing

    def _all(self) -> Any:
        columns = self._columns()
        if columns is None:
            raise ValueError("what was unpickled has no columns: ask for it again")
        return columns

    def __getitem__(self, name: str) -> Any:
        return self._all().column(name) if name in self._data["columns"] else super().__getitem__(name)

    def __len__(self) -> int:
        return int(self._data["rows"])

    def __arrow_c_schema__(self) -> Any:
        return self._all().__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self._all().__arrow_c_array__(requested_schema)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._all().__arrow_c_stream__(requested_schema)


class Tablebase:
    """An open tablebase.

    >>> import grundy, tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "ttt.tb")
    >>> table = grundy.Tablebase.build(grundy.library["tic-tac-toe"](), path)
    >>> table.solve("X..|.O.|...").winner, table.verify().standing.kind
    ('draw', 'proved')
    >>> looked = table.look_up(["X..|.O.|...", "XX.|OO.|...", "XOX|OX.|O.."])
    >>> looked["result"].to_list(), looked["plies"].to_list()
    ([0, 1, 1], [-1, 1, 1])
    >>> looked.standing.kind
    'assumed'
    """

    __slots__ = ("_native", "_path")
    _native: _grundy.Tablebase
    _path: str

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        self._path = os.fspath(path)
        self._native = _grundy.open_tablebase(allowed({}), self._path)

    @staticmethod
    def build(
        position: Position,
        path: Union[str, os.PathLike[str]],
        *,
        holds: Optional[str] = None,
        positions: Optional[str] = None,
        **limits: Unpack[Limits],
    ) -> Tablebase:
        """Solves every position that play leads to from this one and writes the file; a build that was ended goes on.

        ``holds`` is ``outcome``, ``plies``, ``margin`` or ``grundy``; ``positions`` is ``all`` by number, or those ``reached``.
        """
        from ._errors import LimitReached

        name = os.fspath(path)
        answer = Answer(_grundy.build_tablebase(allowed(limits), position._native, name, holds, positions))
        if answer.ended == "limit":
            raise LimitReached(stopped=answer.json().get("stopped"), answer=answer)
        return Tablebase(name)

    @property
    def path(self) -> str:
        """The file."""
        return self._path

    @property
    def game(self) -> Game:
        """The game whose positions it holds."""
        from ._game import Game

        return Game(self._native.game)

    @property
    def start(self) -> Position:
        """The position that play begins with."""
        return self._position(None)

    def position(self, number: int) -> Position:
        """The position of a number of the file, with who is about to move."""
        return self._position(number)

    def _position(self, number: Optional[int]) -> Position:
        from ._position import Position

        return Position(self._native.position(allowed({}), number))

    def info(self, **limits: Unpack[Limits]) -> Answer:
        """Which rules, how many positions, how large."""
        return Answer(self._native.info(allowed(limits)))

    def __len__(self) -> int:
        return int(self.info().positions)

    def __repr__(self) -> str:
        return f"<tablebase of {len(self)} positions of {self.start.text}: {self._path}>"

    def __reduce__(self) -> Any:
        return Tablebase, (self._path,)

    def solve(
        self, position: Union[Position, str, None] = None, *, first: Optional[str] = None, **limits: Unpack[Limits]
    ) -> Solved:
        """Who wins, all winning moves, a line: what the file says of the position compared with what it says of all options."""
        return Solved(self._native.solve(allowed(limits), _asked(self.start if position is None else position), first))

    def moves(self, position: Position, *, first: Optional[str] = None, **limits: Unpack[Limits]) -> Moves:
        """Every legal move, with what the file says that it is worth."""
        return Moves(self._native.moves(allowed(limits), _asked(position), first))

    def look_up(self, positions: Iterable[Union[Position, str]], **limits: Unpack[Limits]) -> Rows:
        """What the file holds of many positions, in their order. Nothing is compared; :meth:`verify` does that once."""
        return Rows(self._native.look_up(allowed(limits), [_asked(one) for one in positions]))

    def rows(self, **limits: Unpack[Limits]) -> Rows:
        """All that the file holds, in the order of numbers; symmetric positions once."""
        return Rows(self._native.rows(allowed(limits)))

    def stats(self, **limits: Unpack[Limits]) -> Answer:
        """Counts of results and lengths, and the longest wins."""
        return Answer(self._native.stats(allowed(limits)))

    def verify(self, sample: Optional[int] = None, *, seed: int = 1, **limits: Unpack[Limits]) -> Answer:
        """Every position, or so many by chance, compared with its moves by plain interpretation of the rules."""
        return Answer(self._native.verify(allowed(limits), sample, seed))

    def compare(self, other: Tablebase, **limits: Unpack[Limits]) -> Answer:
        """Compared with another tablebase of the same game."""
        return Answer(self._native.compare(allowed(limits), other._native))

    def export(self, path: Union[str, os.PathLike[str]], **limits: Unpack[Limits]) -> Answer:
        """Writes all positions as comma-separated values."""
        return Answer(self._native.export(allowed(limits), os.fspath(path)))


def _asked(one: Any) -> Any:
    return getattr(one, "_native", one)
