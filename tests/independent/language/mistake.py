"""Mistake: a rule text or a position that has no meaning."""


class Mistake(Exception):
    """The text is refused. `line` counts from 1 and is 0 where no line is known."""

    def __init__(self, what, line=0):
        super().__init__(f"line {line}: {what}" if line else what)
        self.what = what
        self.line = line


class Undefined(Exception):
    """Something off the board, a division by 0, or `min`/`max` of nothing.

    It passes upward to the nearest guard, filter, instance or verdict, which is then false.
    """


class Refused(Exception):
    """The rules are well formed, but the question is not answered by definition alone."""


class TooMany(Exception):
    """The limit of positions was reached."""
