"""Questions made by chance, asked of this package and of the program ``grundy``: the answers are the same.

``GRUNDY`` names the program, ``QUESTIONS`` says how many are asked, ``SEED`` which ones.
"""

import json
import os
import random
import subprocess
import unittest

import grundy

PROGRAM = os.environ.get("GRUNDY")
QUESTIONS = int(os.environ.get("QUESTIONS", "1500"))
SEED = int(os.environ.get("SEED", "17"))

#: Keys on which both must agree. How many positions were looked at depends on what was asked before.
KEYS = ("winner", "outcome", "by_starter", "grundy", "value", "margin", "plies", "rounds", "winning_move_count")

#: Games and the arguments their positions are made with, small enough to be answered at once.
GAMES = {
    "nim": lambda c: " ".join(str(c.randrange(9)) for _ in range(c.randrange(1, 4))),
    "kayles": lambda c: str(c.randrange(40)),
    "dawsons-chess": lambda c: str(c.randrange(40)),
    "subtraction": lambda c: f"{c.randrange(60)}, S = {{{', '.join(map(str, sorted(c.sample(range(1, 9), 3))))}}}",
    "wythoff": lambda c: f"[{c.randrange(12)}, {c.randrange(12)}]",
    "chomp": lambda c: f"R = {c.randrange(1, 4)}, C = {c.randrange(1, 5)}",
    "cram": lambda c: f"R = {c.randrange(1, 4)}, C = {c.randrange(1, 5)}",
    "domineering": lambda c: f"R = {c.randrange(1, 4)}, C = {c.randrange(1, 4)}",
    "toads-and-frogs": lambda c: '"' + "".join(c.choice("TF..") for _ in range(5)) + '"',
    "can-i-win": lambda c: f"n = {c.randrange(1, 7)}, total = {c.randrange(1, 20)}",
    "fibonacci-nim": lambda c: str(c.randrange(1, 40)),
    "mats": lambda c: f"[{c.randrange(1, 20)}, {c.randrange(1, 20)}]",
    "tic-tac-toe": lambda c: "",
    "dots-and-boxes": lambda c: "R = 1, C = 2",
    "card-ends": lambda c: f"a = [{', '.join(str(c.randrange(-9, 10)) for _ in range(c.randrange(1, 7)))}]",
    "col": lambda c: f"R = {c.randrange(1, 3)}, C = {c.randrange(1, 4)}",
    "clobber": lambda c: f"R = {c.randrange(1, 3)}, C = {c.randrange(1, 5)}",
    "pong-hau-ki": lambda c: "",
    "even-addicts": lambda c: f"{c.randrange(8)} {c.randrange(8)}",
    "misere-nim": lambda c: " ".join(str(c.randrange(7)) for _ in range(c.randrange(1, 4))),
}


def reached(game: grundy.Game, arguments: str, chance: random.Random) -> grundy.Position:
    """A position that a few moves made by chance lead to."""
    position = game(arguments) if arguments else game()
    for _ in range(chance.randrange(4)):
        moves = position.moves(worth=False)
        if moves.over or not len(moves):
            break
        position = position.play(chance.randrange(len(moves)))
    return position.with_mover(None)


def compared(of: dict) -> dict:
    said = {key: of[key] for key in KEYS if key in of}
    said["winning_moves"] = sorted((one["component"], one["move"]) for one in of.get("winning_moves", []))
    said["standing"] = of["standing"]["kind"]
    return said


@unittest.skipUnless(PROGRAM, "GRUNDY names no program")
class CommandLine(unittest.TestCase):
    def program(self, *words: str, text: str = "") -> dict:
        done = subprocess.run([PROGRAM, *words, "--json"], input=text, capture_output=True, text=True, timeout=600, check=False)
        return json.loads(done.stdout)

    def test_solve(self) -> None:
        chance = random.Random(SEED)
        asked = 0
        each = max(10, QUESTIONS // len(GAMES) // 2)
        while asked < QUESTIONS:
            for name, arguments in GAMES.items():
                game = grundy.library[name]
                positions = []
                for _ in range(each):
                    try:
                        positions.append(reached(game, arguments(chance), chance))
                    except grundy.InputError:
                        continue  # Some arguments are refused; both refuse them, which others test.
                told = self.program("solve", name, "--cases", text="\n".join(one.text for one in positions))["cases"]
                self.assertEqual(len(told), len(positions), name)
                for position, case in zip(positions, told):
                    self.assertEqual(compared(position.solve().json()), compared(case["answer"]), f"{name} {position.text}")
                asked += len(positions)

    def test_moves_and_others(self) -> None:
        chance = random.Random(SEED + 1)
        for name in ["kayles", "tic-tac-toe", "domineering", "card-ends", "wythoff"]:
            position = reached(grundy.library[name], GAMES[name](chance), chance)
            told = self.program("moves", name, position.text)
            grundy.forget()  # How many positions were looked at is said too.
            self.assertEqual(position.moves().json(), told, position.text)
        timeless = lambda of: {key: value for key, value in of.items() if key != "seconds"}  # noqa: E731
        self.assertEqual(timeless(grundy.library["kayles"].facts().json()), self.program("facts", "kayles"))
        self.assertEqual(timeless(grundy.evaluate("{2||1|0} + ^").json()), self.program("value", "{2||1|0} + ^"))
        self.assertEqual(timeless(grundy.misere("0.123", sum=[3, 7]).json()), timeless(self.program("misere", "0.123", "--sum", "3,7")))
        self.assertEqual(timeless(grundy.sequence("0.137").json()), timeless(self.program("sequence", "0.137")))
        self.assertEqual(
            timeless(grundy.library["nim"].prove().json()), timeless(self.program("prove", "nim")),
        )


if __name__ == "__main__":
    unittest.main()
