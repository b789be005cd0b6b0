"""Tests of examples/sprouts: SPROUTS=target/debug/grundy-sprouts python3 tests/independent/test_sprouts.py

What is expected comes from drawings (sprouts.py), which know no strings: who wins, and for every drawing of at most three spots the whole
tree of play. For drawings of four spots, made by chance, the positions after one move are compared.
"""
import json
import os
import random
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import sprouts
from sprouts_strings import canonical

SPROUTS = os.environ.get("SPROUTS", os.path.join(HERE, "../../target/debug/grundy-sprouts"))
# Drawings of four spots.
TRIALS = int(os.environ.get("TRIALS", 200))


def answer(*words):
    return json.loads(subprocess.run([SPROUTS, *words, "--json"], check=True, capture_output=True, text=True).stdout)


class Program:
    """The program as a function from a position to its options."""

    def __init__(self):
        self.run = subprocess.Popen([SPROUTS, "--moves", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.games = {}

    def ask(self, text):
        """The position as the program writes it, and those that its moves lead to."""
        print(text, file=self.run.stdin, flush=True)
        here, *options = self.run.stdout.readline().rstrip("\n").split("\t")
        return here, options

    def game(self, text, games):
        """The tree of play below a position."""
        if text not in self.games:
            here, options = self.ask(text)
            self.games[text] = games.game(self.game(option, games) for option in options)
            self.games[here] = self.games[text]
        return self.games[text]

    def close(self):
        self.run.stdin.close()
        self.run.stdout.close()
        self.run.wait()


class Sprouts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.games = sprouts.Games()
        cls.solved = {spots: sprouts.solved(spots, cls.games) for spots in (1, 2, 3)}
        cls.program = Program()

    @classmethod
    def tearDownClass(cls):
        cls.program.close()

    def test_outcomes_and_nimbers(self):
        for spots, (_, of) in self.solved.items():
            game = of[sprouts.start(spots).code()]
            normal, misere = answer(str(spots)), answer(str(spots), "--misere")
            self.assertEqual(normal["nimber"], self.games.nimber(game))
            self.assertEqual(normal["winner"], "first" if self.games.nimber(game) else "second")
            self.assertEqual(misere["winner"], "first" if self.games.wins_misere(game) else "second")
            shortest, longest = self.games.lengths(game)
            self.assertEqual((shortest, longest), (2 * spots, 3 * spots - 1))

    def test_every_drawing_has_the_tree_of_its_string(self):
        for layers, of in self.solved.values():
            for layer in layers:
                for code, drawing in layer.items():
                    self.assertEqual(self.program.game(drawing.string(), self.games), of[code], drawing.string())

    def test_options_of_drawings(self):
        chance = random.Random(21)
        texts = {}
        for trial in range(TRIALS):
            drawing = sprouts.start(4)
            for _ in range(trial % 9):
                drawing = chance.choice(list(drawing.moves()) or [drawing])
            wanted = {canonical(drawn.string()) for drawn in drawing.moves()}
            _, options = self.program.ask(drawing.string())
            found = [canonical(option) for option in options]
            self.assertEqual(set(found), wanted, drawing.string())
            for option, form in zip(options, found):
                texts.setdefault(form, set()).add(option)
        several = [sorted(written) for written in texts.values() if len(written) > 1]
        self.assertGreater(len(texts), TRIALS)
        self.assertEqual(several, [], "positions that are written in more than one way")


if __name__ == "__main__":
    unittest.main()
