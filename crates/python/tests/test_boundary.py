"""Whatever is passed, an exception comes back or an answer: never an abort, never a hang."""

import faulthandler
import os
import pickle
import random
import reprlib
import tempfile
import threading
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


class Attempts(unittest.TestCase):
    def attempt(self, function, *args, **named):
        try:
            return function(*args, **named)
        except KNOWN as error:
            self.assertNotIsInstance(error, grundy.InternalError, f"{function} {reprlib.repr(args)} {reprlib.repr(named)}")
            return None


class Boundary(Attempts):
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
            self.attempt(position.value, strange)
            self.attempt(position.solve, strange, strange, strange, strange, strange, strange)
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


class Tablebases(Attempts):
    """A tablebase is a file from anywhere, asked by anybody."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = cls.at("ttt.tb")
        cls.table = grundy.Tablebase.build(grundy.library["tic-tac-toe"](), cls.path, positions="reached")
        cls.rows = cls.table.rows()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    @classmethod
    def at(cls, name: str) -> str:
        return os.path.join(cls.folder.name, name)

    def test_what_is_asked(self) -> None:
        table = self.table
        other = grundy.Tablebase.build(grundy.library["nim"](3), self.at("nim.tb"))
        board = grundy.library["tic-tac-toe"]("XX.|OO.|...")
        for strange in STRANGE:
            self.attempt(table.solve, strange)
            self.attempt(table.solve, board, first=strange)
            self.attempt(table.moves, strange)
            self.attempt(table.moves, board, first=strange)
            self.attempt(table.look_up, [strange])
            self.attempt(table.position, strange)
            self.attempt(table.compare, strange)
            self.attempt(table.verify, seed=strange, sample=1)
            self.attempt(table.verify, strange if not isinstance(strange, int) or strange < 100 else 100)
            self.attempt(grundy.Tablebase.build, strange, self.at("strange.tb"))
            self.attempt(grundy.Tablebase.build, board, self.at("strange.tb"), holds=strange)
            self.attempt(grundy.Tablebase.build, board, self.at("strange.tb"), positions=strange)
            self.attempt(self.rows.__getitem__, strange)
            if strange != range(10**18):
                self.attempt(table.look_up, strange)
            for name in ("time", "memory", "threads", "progress", "nonsense"):
                self.attempt(table.look_up, ["X..|.O.|..."], **{name: strange})
            # A number is an open file for Python, and few texts are paths where anything may be written.
            if not isinstance(strange, (str, bytes, int)):
                self.attempt(grundy.Tablebase, strange)
                self.attempt(grundy.Tablebase.build, board, strange)
                self.attempt(table.export, strange)
        for strange in ("", "\ud800", "\x00", "n" * 10_000, b"bytes", b"\xff", self.folder.name):
            self.attempt(grundy.Tablebase, strange)
        for strange in ("", "\ud800", "\x00", self.at("n" * 10_000), self.at("no/such/folder.tb"), self.folder.name):
            self.attempt(grundy.Tablebase.build, board, strange)
            self.attempt(table.export, strange)
        for asked in (other, grundy.library["nim"](3), board + board, grundy.position("Nim(3) + Kayles(5)")):
            self.attempt(table.compare, asked)
            self.attempt(table.solve, asked)
            self.attempt(table.look_up, [asked])
        self.assertEqual(table.solve(board).winner, "first")

    def test_the_native_half(self) -> None:
        limits = (0.2, None, None, None)
        native = self.table._native
        for strange in STRANGE:
            self.attempt(_grundy.Tablebase, strange)
            self.attempt(_grundy.open_tablebase, limits, strange)
            self.attempt(_grundy.open_tablebase, strange, self.path)
            self.attempt(_grundy.build_tablebase, limits, strange, strange, strange, strange)
            for name in ("info", "position", "solve", "moves", "look_up", "rows", "stats", "verify", "compare"):
                self.attempt(getattr(native, name), strange)
                self.attempt(getattr(native, name), limits, strange)
                self.attempt(getattr(native, name), limits, strange, strange)

    def test_who_asks_fails_midway(self) -> None:
        def broken():
            yield "X..|.O.|..."
            raise LookupError

        class Endless:
            def __index__(self):
                return Endless().__index__()

            __fspath__ = __str__ = __index__

        self.attempt(self.table.look_up, broken())
        for function in (self.table.position, self.table.verify, grundy.Tablebase, self.table.export):
            with self.assertRaises((RecursionError, TypeError)):
                function(Endless())

        def down(depth: int) -> None:
            self.attempt(self.table.look_up, ["X..|.O.|..."])
            down(depth + 1)

        with self.assertRaises(RecursionError):
            down(0)

    def test_damaged_files(self) -> None:
        with open(self.path, "rb") as file:
            whole = file.read()
        chance = random.Random(23)
        damaged = [whole[:length] for length in (0, 1, 7, 8, 16, 64, len(whole) // 2, len(whole) - 1)]
        damaged += [whole + b"x", whole + whole, b"\x00" * len(whole), whole[::-1], b"\xff" * 64 + whole[64:]]
        for _ in range(300):
            at = chance.randrange(len(whole))
            damaged.append(whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :])
        for _ in range(100):
            at, long = chance.randrange(len(whole)), chance.randrange(1, 40)
            damaged.append(whole[:at] + chance.randbytes(long) + whole[at + long :])
        path = self.at("damaged.tb")
        told = 0
        with grundy.limits(time=2, memory="500M"):
            for number, content in enumerate(damaged):
                with open(path, "wb") as file:
                    file.write(content)
                table = self.attempt(grundy.Tablebase, path)
                if table is None:
                    continue
                # What is damaged is refused; nothing false is told.
                rows = self.attempt(table.rows)
                if rows is not None:
                    told += 1
                    self.assertEqual(rows["number"].to_list(), self.rows["number"].to_list(), number)
                    self.assertEqual(rows["result"].to_list(), self.rows["result"].to_list(), number)
                self.attempt(table.solve)
                self.attempt(table.look_up, ["X..|.O.|...", "XX.|OO.|..."])
                self.attempt(table.verify)
                self.attempt(repr, table)
        self.assertLess(told, len(damaged) // 4)

    def test_the_file_changes_while_it_is_open(self) -> None:
        with open(self.path, "rb") as file:
            whole = file.read()
        path = self.at("changing.tb")
        for change in (lambda: os.truncate(path, 0), lambda: os.truncate(path, len(whole) // 2), lambda: os.remove(path)):
            with open(path, "wb") as file:
                file.write(whole)
            table = grundy.Tablebase(path)
            change()
            for question in (table.rows, table.solve, table.stats, table.verify, lambda: pickle.loads(pickle.dumps(table))):
                self.attempt(question)

    def test_threads(self) -> None:
        table, wrong = self.table, []
        texts = ["X..|.O.|...", "XX.|OO.|...", "nope", "\ud800"]
        expected = table.look_up(texts[:2])["result"].to_list()

        def ask(seed: int) -> None:
            chance = random.Random(seed)
            try:
                for _ in range(40):
                    if table.look_up(texts[:2])["result"].to_list() != expected:
                        wrong.append(seed)
                    self.attempt(chance.choice([table.solve, table.stats, table.rows, table.info]))
                    self.attempt(table.look_up, [chance.choice(texts)])
                    self.attempt(table.position, chance.randrange(2**70))
                    self.attempt(grundy.Tablebase, chance.choice([self.path, self.folder.name]))
            except BaseException as error:
                wrong.append(error)

        threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
