"""Sequences and tables: answers whose numbers NumPy, pandas, Polars and DuckDB take as they lie in memory."""

from __future__ import annotations

import html
from typing import Any, Iterator, Optional, Sequence, Union, overload

from . import _grundy
from ._answer import Answer, Record
from ._limits import allowed

__all__ = ["HeapValues", "Table"]


class HeapValues(Answer, Sequence[int]):
    """The Grundy values of heaps 0, 1, 2, ...: a sequence of numbers, with the period and its proof.

    ``numpy.asarray(values)`` reads them without a copy, and so does whatever takes Arrow arrays.

    >>> import grundy
    >>> values = grundy.sequence("0.77", 20)
    >>> list(values)[:10], values.period
    ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4], None)
    >>> grundy.sequence("0.77").period
    12
    """

    __slots__ = ("_column", "_game")
    _column: Any
    _game: Any
    code: str
    rule: Optional[str]
    period: Optional[int]
    preperiod: Optional[int]
    saltus: Optional[int]
    last_exception: Optional[int]
    facts: Optional[list[str]]
    exceptions: Optional[list[list[int]]]
    exception_count: Optional[int]
    computed: int
    method: str
    losing: Optional[Record]
    statistics: Optional[Record]
    play: Optional[str]
    outcomes: Optional[list[str]]

    def __init__(self, reply: Any, said: Optional[dict[str, Any]] = None, column: Any = None, game: Any = None) -> None:
        super().__init__(reply, said)
        object.__setattr__(self, "_column", column if column is not None else self._columns())
        object.__setattr__(self, "_game", game)

    @property
    def values(self) -> Any:
        """All values, as a column that NumPy and Arrow read in place; outcomes, in misère play, as a list of texts."""
        return self._column if self._column is not None else self._data.get("outcomes", [])

    @property
    def at(self) -> Optional[Record]:
        """The heap that was asked for."""
        told = self._data.get("at")
        return Record(told) if told is not None else None

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, number: int) -> int: ...
    @overload
    def __getitem__(self, number: slice) -> list[int]: ...
    @overload
    def __getitem__(self, number: str) -> Any: ...
    def __getitem__(self, number: Union[int, slice, str]) -> Any:
        if isinstance(number, str):
            return super().__getitem__(number)
        if isinstance(number, slice):
            return [self.values[at] for at in range(*number.indices(len(self)))]
        return self.values[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self.tolist())

    def tolist(self) -> list[int]:
        """All values as a list."""
        return list(self._column.to_list()) if self._column is not None else list(self.values)

    @property
    def __array_interface__(self) -> Any:
        return self.values.__array_interface__

    def __arrow_c_schema__(self) -> Any:
        return self.values.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.values.__arrow_c_array__(requested_schema)

    @property
    def certificate(self) -> Optional[bytes]:
        """The certificate of the period, where it was asked for and a period is proved."""
        return self._file()

    def draw(self, *, format: str = "svg", title: Optional[str] = None, theme: str = "plain", **limits: Any) -> Any:
        """The values as a picture, the period marked."""
        from ._drawing import look, pictured

        if self._game is None:
            raise ValueError("what was unpickled is not drawn: ask for it again")
        to = max(1, min(len(self), 10_000_000) - 1)
        return pictured(_grundy.sequence_picture(allowed(limits), self._game, to, look(format, title, theme)), format)

    def _repr_svg_(self) -> Optional[str]:
        if self._game is None or not len(self) or len(self) > 100_000:
            return None
        return str(self.draw()._repr_svg_())

    def _repr_html_(self) -> Any:
        return None if self._game is not None and len(self) <= 100_000 else super()._repr_html_()

    def __repr__(self) -> str:
        few = ", ".join(map(str, self[:16]))
        return f"<{len(self)} values of {self.code}: {few}{', ...' if len(self) > 16 else ''}>"

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, HeapValues) and self.tolist() == other.tolist()

    __hash__ = Answer.__hash__

    def __reduce__(self) -> Any:
        kind, (data, said) = super().__reduce__()
        return kind, (data, said, _Listed(self.tolist()) if self._column is not None else None)


class _Listed(list):  # type: ignore[type-arg]
    """Values that were unpickled: a list that NumPy copies."""

    def to_list(self) -> list[int]:
        return list(self)

    @property
    def __array_interface__(self) -> Any:
        import numpy

        return numpy.asarray(list(self)).__array_interface__


class Table(Answer):
    """Values or outcomes over one or two ranges, as columns.

    ``table["n"]`` is a column; pandas, Polars, pyarrow and DuckDB take the whole as it is.

    >>> import grundy
    >>> table = grundy.library["kayles"].table(n=range(8))
    >>> table.columns
    ['n', 'grundy']
    >>> table["grundy"].to_list()
    [0, 1, 2, 3, 1, 4, 3, 2]
    """

    __slots__ = ()
    game: str
    over: list[str]
    show: str
    cells: list[Record]
    positions: int

    def _all(self) -> Any:
        columns = self._columns()
        if columns is None:
            raise ValueError("what was unpickled has its cells, and no columns")
        return columns

    @property
    def columns(self) -> list[str]:
        """The names of the columns: the ranges, and what is shown."""
        return [*self._data["over"], self._data["show"]]

    def __getitem__(self, name: str) -> Any:
        if name in self.columns:
            return self._all().column(name)
        return super().__getitem__(name)

    def __len__(self) -> int:
        return len(self._data["cells"])

    def grid(self) -> Any:
        """What is shown as a NumPy array with a row for each number of the first range."""
        import numpy

        shown = self[self.columns[-1]]
        try:
            flat = numpy.asarray(shown)
        except TypeError:
            flat = numpy.asarray(shown.to_list())
        if len(self._data["over"]) < 2 or not len(flat):
            return flat
        down = numpy.asarray(self[self.columns[0]])
        # Ranges go up: the first row ends where the first one goes on.
        width = int(numpy.searchsorted(down, down[0], side="right"))
        return flat[: len(flat) // width * width].reshape(-1, width)

    def __arrow_c_schema__(self) -> Any:
        return self._all().__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self._all().__arrow_c_array__(requested_schema)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._all().__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> Any:
        cells = self._data["cells"]
        if len(cells) > 2000:
            return super()._repr_html_()
        names = self.columns
        if len(names) == 2:
            lines = [[name, *(one[name] for one in cells)] for name in names]
        else:
            across = sorted({one[names[1]] for one in cells})
            rows: dict[int, dict[int, Any]] = {}
            for one in cells:
                rows.setdefault(one[names[0]], {})[one[names[1]]] = one[names[2]]
            lines = [[" / ".join(names[:2]), *across]]
            lines += [[down, *(row.get(number, "") for number in across)] for down, row in rows.items()]
        body = "".join(_row(line) for line in lines)
        return f"<table>{body}</table><p>{html.escape(str(self.standing))}</p>"


def _row(line: list[Any]) -> str:
    head, *cells = (html.escape(str(word)) for word in line)
    return f"<tr><th>{head}</th>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
