"""How pictures look."""

from __future__ import annotations

from typing import Any, Optional

from ._answer import Picture

__all__ = ["look", "pictured"]


def look(
    format: str = "svg",
    title: Optional[str] = None,
    theme: str = "plain",
    colour: str = "turn",
    direction: str = "down",
    language: str = "en",
) -> tuple[str, str, str, str, Optional[str], str]:
    """A look as the native half takes it."""
    return (format, theme, colour, direction, title, language)


def pictured(reply: Any, format: str) -> Picture:
    """A picture of the native half as an object."""
    return Picture(reply, None, format)
