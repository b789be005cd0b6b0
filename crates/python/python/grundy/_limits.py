"""What a question may take: time, memory, threads; and who is told how far it is.

Limits are keywords of every question; what a question does not say is as :func:`limits` says, and what nobody says is as the machine
allows: no time limit, three quarters of the memory, all cores.
"""

from __future__ import annotations

import contextlib
import contextvars
import math
import operator
import re
import sys
from typing import Any, Iterator, NamedTuple, Optional, TypedDict, Union

__all__ = ["Limits", "limits"]


class Limits(TypedDict, total=False):
    """The keywords of every question.

    * ``time``: seconds. Work that is told to stop says what it knows.
    * ``memory``: bytes, or a text such as ``"2G"``, by which the resident memory of the process may grow while the question is
      answered, as the system counts it (``/proc/self/statm``, every 10 ms). Where the system does not say, only what computations
      tell of their own tables counts.
    * ``threads``: how many, if the method can use them. The answer is the same.
    * ``progress``: whether a bar is shown; otherwise where tqdm is installed and a person watches.
    """

    time: Optional[float]
    memory: Union[int, str, None]
    threads: Optional[int]
    progress: Optional[bool]


class Set(NamedTuple):
    """Limits as the native half takes them."""

    time: Optional[float] = None
    memory: Optional[int] = None
    threads: Optional[int] = None
    progress: Any = None


_current: contextvars.ContextVar[Limits] = contextvars.ContextVar("grundy_limits", default=Limits())
_KEYWORDS = frozenset(("time", "memory", "threads", "progress"))
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


@contextlib.contextmanager
def limits(
    *,
    time: Optional[float] = None,
    memory: Union[int, str, None] = None,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
) -> Iterator[None]:
    """Limits for every question inside a ``with`` block that does not say otherwise.

    >>> import grundy
    >>> with grundy.limits(time=10, threads=1):
    ...     grundy.library["kayles"](50).winner()
    'first'
    """
    said: dict[str, Any] = {"time": time, "memory": memory, "threads": threads, "progress": progress}
    given = {key: value for key, value in said.items() if value is not None}
    allowed(given)
    token = _current.set({**_current.get(), **given})  # type: ignore[typeddict-item]
    try:
        yield
    finally:
        _current.reset(token)


def allowed(said: Any) -> Set:
    """The limits of one question."""
    known = _current.get()
    if not said and not known:
        return _USUAL if _bar(None) is None else Set(progress=_Bar())
    unknown = set(said) - _KEYWORDS
    if unknown:
        raise TypeError(f"{sorted(unknown)[0]!r} is no keyword of this question")
    both: dict[str, Any] = {**known, **{key: value for key, value in said.items() if value is not None}}
    time = both.get("time")
    if time is not None:
        time = float(time)
        if math.isnan(time) or time < 0:
            raise ValueError("time is a number of seconds, 0 or more")
    threads = both.get("threads")
    if threads is not None:
        threads = operator.index(threads)
        if threads < 1:
            raise ValueError("threads is 1 or more")
        threads = min(threads, 1024)
    return Set(time, _bytes(both.get("memory")), threads, _bar(both.get("progress")))


_USUAL = Set()


def _bytes(memory: Union[int, str, None]) -> Optional[int]:
    if memory is None:
        return None
    if isinstance(memory, str):
        found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?\s*", memory.lower())
        if not found:
            raise ValueError(f"{memory!r} is not a size: write '500M' or '8G'")
        memory = int(float(found[1]) * _UNITS[found[2]])
    memory = operator.index(memory)
    if memory < 0:
        raise ValueError("memory is a number of bytes, 0 or more")
    return min(memory, (1 << 63) - 1)


def _bar(progress: Optional[bool]) -> Any:
    if progress is False:
        return None
    if progress is None and not _is_watched():
        return None
    return _Bar() if _tqdm() is not None else None


def _is_watched() -> bool:
    if "ipykernel" in sys.modules:
        return True
    stream = sys.stderr
    try:
        return stream is not None and stream.isatty()
    except (AttributeError, ValueError):
        return False


_found: Any = None


def _tqdm() -> Any:
    global _found
    if _found is None:
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]

            _found = tqdm
        except Exception:  # A broken installation is as good as none.
            _found = False
    return _found or None


class _Bar:
    """A bar that appears once a question is long. Called with how far it is, and with nothing in the end."""

    def __init__(self) -> None:
        self.bar: Any = None

    def __call__(self, what: Optional[str] = None, done: int = 0, total: Optional[int] = None) -> None:
        if what is None:
            if self.bar is not None:
                self.bar.close()
            return
        if self.bar is None:
            self.bar = _tqdm()(total=total, unit=f" {what}", unit_scale=True, leave=False)
        self.bar.total = total
        self.bar.update(done - self.bar.n)
