"""Elements: what expressions are worth and fields hold.

Numbers are `int`, truth is `bool`, `none` is `None`; cells, steps and tuples are `tuple`; sets are `frozenset`, `range` or an
unbounded `Numbers`; a digraph is a `Listing` of the successors of each vertex, a picture a `str`.
"""
from functools import lru_cache

from .mistake import Mistake, Undefined

SMALLEST, LARGEST = -2 ** 63, 2 ** 63 - 1


class Name:
    """A player or a member of an enumeration, ordered as declared."""
    __slots__ = ("kind", "rank", "text")

    def __init__(self, kind, rank, text):
        self.kind, self.rank, self.text = kind, rank, text

    def __lt__(self, other):
        if not isinstance(other, Name) or other.kind != self.kind:
            return NotImplemented
        return self.rank < other.rank

    def __repr__(self):
        return self.text


LEFT, RIGHT = Name("player", 0, "Left"), Name("player", 1, "Right")
PLAYERS = (LEFT, RIGHT)


def other(player):
    return RIGHT if player is LEFT else LEFT


class Listing(tuple):
    """A list; walked as written."""
    __slots__ = ()


class Record(tuple):
    """A tuple whose entries have names; equal to the plain tuple."""
    names = ()

    def __new__(cls, entries, names):
        self = tuple.__new__(cls, entries)
        self.names = names
        return self


class Array:
    """Elements by index. `places` maps an index to its place and is shared by all arrays of one field."""
    __slots__ = ("places", "items")

    def __init__(self, places, items):
        self.places, self.items = places, tuple(items)

    def __eq__(self, other):
        return isinstance(other, Array) and self.items == other.items

    def __hash__(self):
        return hash(self.items)

    def __repr__(self):
        return f"Array{self.items}"

    def read(self, index):
        try:
            return self.items[self.places[index]]
        except KeyError:
            raise Undefined from None

    def written(self, index, item):
        at = self.places[index]
        return Array(self.places, self.items[:at] + (item,) + self.items[at + 1:])


class Numbers:
    """All whole numbers from `low` on; None: all."""
    __slots__ = ("low",)

    def __init__(self, low):
        self.low = low

    def __contains__(self, x):
        return isinstance(x, int) and (self.low is None or x >= self.low)


def fit(n):
    """A number of 64 bits."""
    if SMALLEST <= n <= LARGEST:
        return n
    raise Mistake(f"{n} leaves the range of 64 bits (E26)")


def key(x):
    """Orders elements of one kind: `none` first, numbers up, cells row by row, names as declared, sets by their elements."""
    if x is None:
        return (0,)
    if isinstance(x, (frozenset, range)):
        return (1, tuple(key(y) for y in walk(x)))
    if isinstance(x, tuple):
        return (1, tuple(map(key, x)))
    return (1, x)


def truths(s):
    """Whether a set has truth values or tuples of them: Python takes 0 for false and 1 for true when it compares sets."""
    return any(isinstance(x, bool) or isinstance(x, tuple) and truths(x) for x in s)


@lru_cache(maxsize=1 << 16)
def in_order(s, _truths):
    if any(isinstance(x, frozenset) for x in s):      # `<` between sets is inclusion, which is no order
        return tuple(sorted(s, key=key))
    try:
        return tuple(sorted(s))
    except TypeError:
        return tuple(sorted(s, key=key))


def walk(s):
    """The elements of a set in increasing order, of a list as written."""
    if isinstance(s, frozenset):
        return in_order(s, truths(s))
    if isinstance(s, (range, Listing)):
        return s
    raise Mistake(f"{show(s)} is no finite set")


def members(s):
    """A set as `frozenset`."""
    if isinstance(s, frozenset):
        return s
    if isinstance(s, (range, Listing)):
        return frozenset(s)
    raise Mistake(f"{show(s)} is no finite set")


def same(a, b):
    if type(a) is range or type(b) is range:
        return members(a) == members(b)
    return a == b


def show(x, players=("Left", "Right")):
    """An element as it is written in a position or a move."""
    if x is None:
        return "none"
    if isinstance(x, bool):
        return "true" if x else "false"
    if isinstance(x, Name):
        return players[x.rank] if x.kind == "player" else x.text
    if isinstance(x, str):
        return f'"{x}"'
    if isinstance(x, Array):
        return "[" + ", ".join(show(y, players) for y in x.items) + "]"
    if isinstance(x, (frozenset, range)):
        return "{" + ", ".join(show(y, players) for y in walk(x)) + "}"
    if isinstance(x, Listing):
        return "[" + ", ".join(show(y, players) for y in x) + "]"
    if isinstance(x, tuple):
        return "(" + ", ".join(show(y, players) for y in x) + ")"
    return str(x)
