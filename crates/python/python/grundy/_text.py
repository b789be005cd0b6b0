"""Python objects as the rule language writes them."""

from __future__ import annotations

import operator
from typing import Any, Optional

__all__ = ["arguments"]

#: Containers nest no deeper, and sets are no larger; the language allows 64 brackets and so many elements.
_DEEPEST = 60
_MOST = 1 << 22


def arguments(args: tuple[Any, ...], named: dict[str, Any]) -> Optional[str]:
    """The arguments of a game as text; nothing where there are none.

    >>> arguments((50,), {"S": {1, 3, 4}})
    '50, S = {1, 3, 4}'
    >>> arguments(("XX.|OO.|...",), {})
    'XX.|OO.|...'
    """
    if not args and not named:
        return None
    if len(args) == 1 and not named and isinstance(args[0], str):
        return args[0]
    said = [written(value) for value in args]
    said += [f"{name} = {written(value)}" for name, value in named.items()]
    return ", ".join(said)


def written(value: Any, depth: int = 0) -> str:
    """One value: a text of its own is a picture, inside a container a name; a set or range is a set, a list a list, a tuple a tuple.

    >>> written([(0, 1, "Blue"), (1, 2, "Red")])
    '[(0, 1, Blue), (1, 2, Red)]'
    >>> written(range(1, 4)), written("TT.FF"), written(None), written(True)
    ('{1, 2, 3}', '"TT.FF"', 'none', 'true')
    """
    if depth > _DEEPEST:
        raise ValueError("this is nested too deep for a position")
    if value is None:
        return "none"
    if isinstance(value, str):
        if depth:
            return value
        if '"' in value:
            raise ValueError("a picture holds no quotes")
        return f'"{value}"'
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return "true" if value else "false"
    try:
        return str(operator.index(value))
    except TypeError:
        pass
    if isinstance(value, tuple):
        return f"({', '.join(written(one, depth + 1) for one in value)})"
    if isinstance(value, (set, frozenset, range)):
        if len(value) > _MOST:
            raise ValueError(f"a set has at most {_MOST} elements")
        ordered = value if isinstance(value, range) else sorted(value, key=lambda one: (str(type(one)), one))
        return f"{{{', '.join(written(one, depth + 1) for one in ordered)}}}"
    if isinstance(value, list) or hasattr(value, "tolist"):
        listed = value if isinstance(value, list) else value.tolist()
        if not isinstance(listed, list):
            return written(listed, depth)
        return f"[{', '.join(written(one, depth + 1) for one in listed)}]"
    raise TypeError(f"{type(value).__name__} is nothing that a position is made of")
