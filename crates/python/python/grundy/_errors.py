"""Why there is no answer. Every exception of the package is a :class:`GrundyError`, except :class:`Interrupted`."""

from __future__ import annotations

from typing import Any, Iterable, Optional

__all__ = ["GrundyError", "InputError", "Interrupted", "InternalError", "LimitReached", "Refuted"]


class GrundyError(Exception):
    """The base of all exceptions of the package."""


class _Told(GrundyError):
    """A problem that the library tells: a stable code, what is wrong, where, and what to do about it."""

    def __init__(self, problem: Optional[dict[str, Any]] = None, texts: Iterable[tuple[str, str]] = ()) -> None:
        told = dict(problem or {})
        error = told.get("error", {})
        self.problem = told
        self.texts = tuple((str(name), str(text)) for name, text in texts)
        self.code: str = error.get("code", "")
        self.message: str = error.get("message", "")
        self.remedy: Optional[str] = error.get("remedy")
        self.place: Optional[str] = error.get("span")
        self.diagnostics: list[dict[str, Any]] = told.get("diagnostics", [])
        super().__init__(drawn(told, self.texts))

    def __reduce__(self) -> Any:
        return type(self), (self.problem, self.texts)


class InputError(_Told, ValueError):
    """The rules, the position or the question are wrong; the message shows where, and what to write instead.

    >>> import grundy
    >>> try:
    ...     grundy.load("game A; state n: nat; move m(k in 1..9): n -= k")
    ... except grundy.InputError as error:
    ...     error.code, error.remedy
    ('E07', 'add `if k <= n` to the guard')
    """


class Refuted(_Told):
    """Something that was claimed is false."""


class LimitReached(GrundyError):
    """A limit ended the work before there was an answer; ``answer`` holds what is known all the same, if anything is."""

    def __init__(
        self,
        problem: Optional[dict[str, Any]] = None,
        texts: Iterable[tuple[str, str]] = (),
        stopped: Optional[str] = None,
        progress: Optional[tuple[str, int]] = None,
        answer: Any = None,
    ) -> None:
        self.problem, self.texts = problem, tuple(texts)
        self.stopped = stopped or (problem or {}).get("error", {}).get("message", "a limit was reached")
        self.progress = progress
        self.answer = answer
        super().__init__(self.stopped + _after(progress))

    def __reduce__(self) -> Any:
        return type(self), (self.problem, self.texts, self.stopped, self.progress, self.answer)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; ``answer`` holds what is known all the same, if anything is."""

    def __init__(self, answer: Any = None, progress: Optional[tuple[str, int]] = None) -> None:
        if answer is not None:
            from ._answer import answered

            answer = answered(answer)
        self.answer = answer
        self.progress = progress
        super().__init__("interrupted" + _after(progress))

    def __reduce__(self) -> Any:
        return type(self), (self.answer, self.progress)


class InternalError(GrundyError, RuntimeError):
    """A mistake of this package. The interpreter and all objects stay usable."""

    def __init__(self, message: str = "") -> None:
        self.message = message
        super().__init__(f"this is a mistake of grundy, please report it: {message}")

    def __reduce__(self) -> Any:
        return type(self), (self.message,)


def _after(progress: Optional[tuple[str, int]]) -> str:
    return f" after {progress[1]} {progress[0]}" if progress else ""


#: Diagnostics of one problem that are drawn; the others are counted.
_MOST = 20


def drawn(problem: dict[str, Any], texts: Iterable[tuple[str, str]]) -> str:
    """A problem as a person reads it: each mistake under its line, cause first, remedy last."""
    error = problem.get("error", {})
    diagnostics = problem.get("diagnostics") or []
    if not diagnostics:
        place = f" at {error['span']}" if error.get("span") else ""
        remedy = f"\n  help: {error['remedy']}" if error.get("remedy") else ""
        return f"error[{error.get('code', '?')}]{place}: {error.get('message', '')}{remedy}"
    sources = dict(texts)
    said = [_under_its_line(one, sources.get(one["span"]["file"], "")) for one in diagnostics[:_MOST]]
    if len(diagnostics) > _MOST:
        said.append(f"and {len(diagnostics) - _MOST} more")
    return "\n".join(said)


def _under_its_line(one: dict[str, Any], text: str) -> str:
    span = one["span"]
    lines = text.split("\n")
    line = lines[span["line"] - 1].rstrip("\r") if 0 < span["line"] <= len(lines) else ""
    before = line[: span["column"] - 1]
    marked = text.encode("utf-8", "surrogatepass")[span["start"] : span["end"]].decode("utf-8", "replace")
    width = max(1, min(len(marked.split("\n")[0]), len(line) - len(before)))
    gutter = len(str(span["line"]))
    # Tabs stay tabs, so that the mark stands where the eye expects it.
    indent = "".join("\t" if letter == "\t" else " " for letter in before)
    return "\n".join(
        [
            f"{one['severity']}[{one['code']}]: {one['message']}",
            f"{' ' * gutter} --> {span['file']}:{span['line']}:{span['column']}",
            f"{span['line']} | {line}",
            f"{' ' * gutter} | {indent}{'^' * width} {one['remedy']}",
        ]
    )
