"""Whatever is passed, an exception comes back or an answer: never an abort, never a hang."""

import faulthandler
import random
import reprlib
import unittest

import grundy
from grundy import _grundy

faulthandler.enable()

DEEP: list = []
for _ in range(2000):
    DEEP = [DEEP]

STRANGE = [
    None,
    True,
    0,
    -1,
    10**30,
    -(10**30),
    2**63,
    2**64 - 1,
    1.5,
    float("nan"),
    "",
    "\ud800",
    "\x00",
    "(" * 5000,
    "Nim(" * 300,
    "{" * 300 + "}" * 300,
    "🎲" * 50,
    "n" * 10_000,
    b"bytes",
    [],
    DEEP,
    (),
    {},
    set(),
    object(),
    range(3),
    range(10**18),
    lambda *_: None,
    [1, "two", None],
    (1, (2, (3,))),
    "3 5 7",
    "XX.|OO.|...",
    "n = 4",
]

KNOWN = (grundy.GrundyError, TypeError, ValueError, OverflowError, OSError, AttributeError, LookupError, RecursionError, MemoryError)


class Boundary(unittest.TestCase):
    def attempt(self, function, *args, **named) -> None:
        try:
            function(*args, **named)
        except KNOWN as error:
            self.assertNotIsInstance(error, grundy.InternalError, f"{function} {reprlib.repr(args)} {reprlib.repr(named)}")

    def test_positions(self) -> None:
        games = [grundy.library[name] for name in ("nim", "kayles", "tic-tac-toe", "hackenbush", "subtraction", "walk", "wythoff")]
        for game in games:
            for strange in STRANGE:
                self.attempt(game, strange)
                self.attempt(game, strange, strange)
                self.attempt(game, n=strange)
                self.attempt(game, first=strange)

    def test_functions(self) -> None:
        position = grundy.library["nim"](3)
        game = grundy.library["nim"]
        callables = [
            grundy.load,
            grundy.position,
            grundy.value,
            grundy.evaluate,
            grundy.sequence,
            grundy.misere,
            grundy.matrix,
            grundy.tree,
            grundy.verify,
            grundy.check,
            grundy.explain,
            grundy.fmt,
            grundy.library.__getitem__,
            position.play,
            position.refute,
            position.draw,
            position.with_mover,
            position.__add__,
            position.__eq__,
            game.prove,
            game.pattern,
            game.export,
            game.sheet,
        ]
        with grundy.limits(time=0.3, memory="500M"):
            for function in callables:
                for strange in STRANGE:
                    if isinstance(strange, int) and function is grundy.verify:
                        continue  # A number is an open file for Python.
                    if function is not grundy.matrix or strange != range(10**18):
                        self.attempt(function, strange)

    def test_keywords(self) -> None:
        position = grundy.library["nim"](3)
        game = grundy.library["kayles"]
        with grundy.limits(time=0.3, memory="500M"):
            for strange in STRANGE:
                for name in ("time", "memory", "threads", "progress", "first", "misere", "nonsense"):
                    self.attempt(position.solve, **{name: strange})
                self.attempt(position.perft, strange if not isinstance(strange, int) or strange < 50 else 50)
                self.attempt(position.states, strange)
                self.attempt(game.sequence, strange if not isinstance(strange, int) or strange < 10**6 else 10**40)
                self.attempt(game.sequence, size=strange)
                self.attempt(game.table, n=strange)
                self.attempt(game.table, strange, n=range(3))
                self.attempt(game.solve, strange if not isinstance(strange, range) else range(3))

    def test_the_native_half(self) -> None:
        limits = (0.2, None, None, None)
        position = _grundy.expression(limits, "Nim(3)", [])
        for strange in STRANGE:
            self.attempt(_grundy.find, strange, strange)
            self.attempt(_grundy.find, limits, strange)
            self.attempt(_grundy.read, limits, strange, strange, strange)
            self.attempt(_grundy.value, limits, strange, strange)
            self.attempt(position.play, limits, strange, strange)
            self.attempt(position.play, limits, (strange, strange, strange), strange)
            self.attempt(position.picture, limits, strange, strange, strange)
            self.attempt(position.sum, limits, [strange])
            self.attempt(_grundy.Graph, limits, strange, strange, strange, strange, False)
            for kind in (_grundy.Game, _grundy.Position, _grundy.Reply, _grundy.Column, _grundy.Columns):
                self.attempt(kind, strange)

    def test_texts_made_by_chance(self) -> None:
        chance = random.Random(23)
        words = "game A state n : nat move take ( k in 1 .. 3 ) if <= -= \n ; { | } * ^ v + - 0 7 \" ' \t é 0.77 S{ become sum".split(" ")
        with grundy.limits(time=0.2, memory="500M"):
            for _ in range(400):
                text = " ".join(chance.choice(words) for _ in range(chance.randrange(1, 30)))
                self.attempt(grundy.load, "game A\n" + text)
                self.attempt(grundy.value, text)
                self.attempt(grundy.library["nim"], text)

    def test_deep_rules(self) -> None:
        deep = "game A\n  state n: nat\n  move m(k in 1..n) if " + "(" * 60 + "k <= n" + ")" * 60 + ": n -= k\n"
        self.assertEqual(grundy.load(deep)(5).grundy(), 5)
        self.attempt(grundy.value, "{" * 3000 + "|" + "}" * 3000)
        self.attempt(grundy.matrix, [[0] * 300] * 300, time=0.5)


if __name__ == "__main__":
    unittest.main()
