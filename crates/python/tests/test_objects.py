"""Objects: positions, sums, values, answers; equal, hashed, pickled."""

import copy
import os
import pickle
import random
import tempfile
import unittest
from fractions import Fraction

import grundy

NIM = grundy.library["nim"]
KAYLES = grundy.library["kayles"]
TICTACTOE = grundy.library["tic-tac-toe"]


def mex(values):
    return next(n for n in range(len(values) + 1) if n not in values)


class Positions(unittest.TestCase):
    def test_sums_are_added_in_any_order(self) -> None:
        chance = random.Random(17)
        for _ in range(40):
            heaps = [chance.randrange(12) for _ in range(3)]
            parts = [chance.choice([NIM, KAYLES])(n) for n in heaps]
            one = parts[0] + parts[1] + parts[2]
            other = sum(reversed(parts), 0)
            self.assertEqual(one, other)
            self.assertEqual(hash(one), hash(other))
            self.assertEqual(one.grundy(), parts[0].grundy() ^ parts[1].grundy() ^ parts[2].grundy())

    def test_games_of_one_name_are_told_apart(self) -> None:
        other = grundy.load("game Nim\n  state n: nat\n  move take(k in 1..2) if k <= n: n -= k\n")
        both = NIM(5) + other(5)
        self.assertEqual(both.grundy(), 5 ^ (5 % 3))
        self.assertNotEqual(NIM(5), other(5))
        self.assertEqual(pickle.loads(pickle.dumps(other(5))), other(5))

    def test_play_follows_the_rules(self) -> None:
        board = TICTACTOE()
        for cell, expected in [("mark((1, 1))", "Right"), ("mark((0, 0))", "Left"), ("mark((0, 1))", "Right")]:
            board = board.play(cell)
            self.assertEqual(board.mover, expected)
        self.assertEqual(board.board, ["OX.", ".X.", "..."])
        self.assertEqual(board.winner(), "draw")
        with self.assertRaises(grundy.InputError) as raised:
            board.play("mark((1, 1))")
        self.assertIn("is no move", str(raised.exception))

    def test_every_move_of_a_sum_can_be_played(self) -> None:
        both = KAYLES(3) + NIM(2)
        for move in both.moves():
            after = both.play(move)
            self.assertEqual(after.grundy(), move.grundy)
            self.assertEqual(move.result, "win" if after.grundy() == 0 else "loss")
        self.assertEqual(both.play("1: take(2)"), KAYLES(3) + NIM(0))
        self.assertEqual({both.play(number) for number in range(len(both.moves()))}, {both.play(m) for m in both.moves()})

    def test_moves_give_the_value(self) -> None:
        for n in range(1, 12):
            self.assertEqual(KAYLES(n).grundy(), mex({move.grundy for move in KAYLES(n).moves()}))

    def test_values_are_those_of_the_rules(self) -> None:
        """A game that is called like one of the library, beside another of its file; a Left pin is worth 1, a Right pin -1."""
        rules = """
game Pins
  state n: nat
  state owner: player
  move take if n > 0 and me == owner: n -= 1
game Domineering
  state n: nat
  left move take if n > 0: n -= 1
"""
        pins = grundy.load(rules)
        self.assertEqual(pins("Pins(3, Left)").value(), 3)
        self.assertEqual(pins("Pins(3, Left) + Pins(2, Right)").value(), 1)
        own = grundy.load(rules, game="Domineering")
        self.assertEqual(own(4).value(), 4)
        self.assertEqual((own(4) + own(1)).value(), 5)
        board = grundy.library["domineering"](R=1, C=2)
        self.assertEqual((board.value(), (own(4) + pins("Pins(1, Right)")).value()), (-1, 3))
        self.assertEqual(board.play(0, first="Right").value(), 0)
        with self.assertRaises(grundy.LimitReached):
            grundy.library["domineering"](R=8, C=8).value(time=0.2)

    def test_positions_are_pickled(self) -> None:
        for one in (NIM(3, 5), TICTACTOE("XX.|OO.|..."), NIM(4) + KAYLES(5), TICTACTOE().play(0), KAYLES):
            again = pickle.loads(pickle.dumps(one))
            self.assertEqual(again, one)
            self.assertEqual(hash(again), hash(one))
            self.assertEqual(copy.deepcopy(one), one)

    def test_answers_are_pickled(self) -> None:
        answers = [
            NIM(3, 5).solve(),
            KAYLES(4).moves(),
            KAYLES.facts(),
            KAYLES.sequence(30),
            NIM.prove(),
            KAYLES(3).draw(),
            NIM.table(n=range(5)),
            grundy.value("{1|-1}"),
            grundy.value("^").answer,
            NIM(3).states(),
        ]
        for one in answers:
            again = pickle.loads(pickle.dumps(one))
            self.assertEqual(again, one)
            self.assertEqual(str(again), str(one))
            self.assertEqual(again.standing, one.standing)
            self.assertIsInstance(one.json(), dict)
            self.assertIn(one.standing.kind, ("proved", "checked", "assumed"))

    def test_negatives(self) -> None:
        board = grundy.library["domineering"](R=2, C=3)
        self.assertEqual(board.value() + -board, 0)
        self.assertEqual(board - board, 0)
        self.assertEqual(-NIM(3), NIM(3))

    def test_certificates(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for position, name in [(NIM(3, 5), "nim.cert"), (TICTACTOE(), "draw.txt"), (KAYLES(20), "kayles.cert")]:
                path = os.path.join(folder, name)
                self.assertTrue(position.certificate(path).certificate)
                self.assertTrue(grundy.verify(path), name)
            with open(os.path.join(folder, "draw.txt"), "rb") as file:
                half = file.read()[:-40]
            try:
                self.assertFalse(grundy.verify(half))
            except grundy.GrundyError:
                pass
            refuted = TICTACTOE("X..|...|...").refute("mark((0, 1))", certificate=os.path.join(folder, "why.cert"))
            self.assertTrue(refuted.bad)
            self.assertTrue(grundy.verify(os.path.join(folder, "why.cert")))
        self.assertTrue(grundy.verify(grundy.sequence("0.77", certificate=True).certificate))


class Values(unittest.TestCase):
    def test_a_ring_with_the_order_of_games(self) -> None:
        chance = random.Random(5)
        names = ["0", "1", "-2", "1/2", "*", "*2", "^", "v", "{1|-1}", "{2||1|0}", "^*", "{3|1}"]
        for _ in range(40):
            a, b, c = (grundy.value(chance.choice(names)) for _ in range(3))
            self.assertEqual(a + b, b + a)
            self.assertEqual((a + b) + c, a + (b + c))
            self.assertEqual(a - a, 0)
            self.assertEqual(sum([a > b, a < b, a == b, a.confused(b)]), 1)
            self.assertEqual(a >= b, -b >= -a)
            self.assertEqual(2 * a, a + a)

    def test_numbers(self) -> None:
        half = grundy.value("1/2")
        self.assertEqual((half, float(half), hash(half)), (Fraction(1, 2), 0.5, hash(Fraction(1, 2))))
        self.assertEqual(int(grundy.value(3)), 3)
        self.assertEqual({grundy.value(3): "three"}[3], "three")
        self.assertTrue(half and not (half - half))
        with self.assertRaises(TypeError):
            float(grundy.value("*"))
        self.assertEqual(grundy.value("{7|-3}").left_stop, 7)
        self.assertEqual(grundy.value("{7|-3}").mean, 2)

    def test_what_is_no_value_raises(self) -> None:
        for wrong in ("^ <> *", "1 +", "{1|", "Nim(", ""):
            with self.assertRaises(grundy.InputError):
                grundy.value(wrong)
        for wrong in (None, 1.5, [], True):
            with self.assertRaises(TypeError):
                grundy.value(wrong)
        self.assertNotEqual(grundy.value(1), object())
        self.assertNotEqual(grundy.value(1), "no value at all")


class Errors(unittest.TestCase):
    def test_mistakes_are_drawn_under_their_lines(self) -> None:
        with self.assertRaises(grundy.InputError) as raised:
            grundy.load("game A\n  state n: nat\n  move take(k in 1..3): n -= k\n")
        error = raised.exception
        self.assertEqual(error.code, "E07")
        lines = str(error).split("\n")
        self.assertEqual(lines[1].strip(), "--> <rules>:3:25")
        self.assertEqual(lines[2].index("n -= k"), lines[3].index("^"))
        self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))
        self.assertIsInstance(error, ValueError)

    def test_unknown_games_are_key_errors(self) -> None:
        with self.assertRaises(KeyError) as raised:
            grundy.library["kaylse"]
        self.assertIn("did you mean `Kayles`", str(raised.exception))
        self.assertNotIn("no such game", grundy.library)


if __name__ == "__main__":
    unittest.main()
