"""Games that Python functions describe: against the rules of the library, against brute force, at their edges."""

import random
import time
import unittest

import grundy


def nim_moves(heaps):
    return [heaps[:i] + (n,) + heaps[i + 1 :] for i, heap in enumerate(heaps) for n in range(heap)]


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def board_moves(state):
    board, player = state
    return {i: (board[:i] + player + board[i + 1 :], "XO"[player == "X"]) for i, cell in enumerate(board) if cell == "."}


def board_ending(state):
    board, player = state
    other = "XO"[player == "X"]
    if any(all(board[i] == other for i in line) for line in LINES):
        return "loss"
    return None if "." in board else "draw"


class Functions(unittest.TestCase):
    def test_heaps(self) -> None:
        game = grundy.Game.from_python((2, 3, 4), nim_moves)
        self.assertEqual((game.grundy(), game.winner(), len(game)), (5, "first", 60))
        for heaps in game:
            self.assertEqual(game.grundy(heaps), heaps[0] ^ heaps[1] ^ heaps[2])
        answer = game.solve()
        self.assertEqual({move.to for move in answer.winning_moves}, {(2, 3, 1)} | {h for h in nim_moves((2, 3, 4)) if h[0] ^ h[1] ^ h[2] == 0})
        self.assertIn("Python functions", answer.standing.reason)
        self.assertEqual(answer.json()["grundy"], 5)

    def test_misere(self) -> None:
        for heaps in [(1, 1), (1, 1, 1), (2, 2), (3, 2, 1), (2, 3)]:
            game = grundy.Game.from_python(heaps, nim_moves, misere=True)
            rules = sum((grundy.library["nim"](n) for n in heaps), 0)
            self.assertEqual(game.winner(), rules.winner(misere=True), heaps)
            with self.assertRaises(grundy.InputError):
                game.grundy()

    def test_a_board(self) -> None:
        game = grundy.Game.from_python(("." * 9, "X"), board_moves, board_ending)
        rules = grundy.library["tic-tac-toe"]
        self.assertEqual((game.winner(), len(game)), ("draw", 5478))
        chance = random.Random(3)
        for state in chance.sample(list(game), 60):
            board, player = state
            text = "|".join(board[i : i + 3] for i in (0, 3, 6))
            position = rules(text, first="Left" if player == "X" else "Right")
            moves = position.moves()
            if moves.over or not moves.moves:
                continue
            self.assertEqual(game.worth(state)[0], moves[0].result, state)
        self.assertEqual(len(game.moves()), 9)
        self.assertEqual(game.moves()[0].move, 0)

    def test_play_that_returns(self) -> None:
        # A random digraph, labelled by its definition: backwards from the ends.
        chance = random.Random(11)
        for _ in range(30):
            size = chance.randrange(2, 14)
            arrows = {n: chance.sample(range(size), chance.randrange(0, min(4, size))) for n in range(size)}
            game = grundy.Game.from_python(0, arrows.__getitem__)
            results: dict[int, str] = {}
            while True:
                new = {}
                for n in arrows:
                    if n in results:
                        continue
                    after = [results.get(to) for to in arrows[n]]
                    if "loss" in after:
                        new[n] = "win"
                    elif all(word == "win" for word in after):
                        new[n] = "loss"
                if not new:
                    break
                results.update(new)
            for n in game:
                self.assertEqual(game.worth(n)[0], results.get(n, "draw"))
            walk = grundy.library["walk"]
            text = ";".join(f"{n}->{' '.join(map(str, arrows[n]))}" for n in arrows)
            value = walk(0, G=text).grundy()
            self.assertEqual(str(game.grundy()), str(value), text)

    def test_players_apart(self) -> None:
        # Domineering on two rows: Left places upright, Right flat.
        def moves(free, player):
            step = (1, 0) if player == "Left" else (0, 1)
            for r, c in free:
                other = (r + step[0], c + step[1])
                if other in free:
                    yield free - {(r, c), other}

        for rows, columns in [(2, 2), (2, 3), (3, 3), (3, 2), (1, 4)]:
            board = frozenset((r, c) for r in range(rows) for c in range(columns))
            game = grundy.Game.from_python(board, moves, players=("Left", "Right"))
            rules = grundy.library["domineering"](R=rows, C=columns)
            self.assertEqual(game.solve().outcome, rules.outcome(), (rows, columns))
            self.assertEqual(game.winner(), rules.winner())

    def test_speed(self) -> None:
        begun = time.process_time()
        game = grundy.Game.from_python((12, 13, 14, 15), lambda h: [h[:i] + (n - 1,) + h[i + 1 :] for i, n in enumerate(h) if n])
        size = len(game)
        rate = size / (time.process_time() - begun)
        self.assertEqual(size, 13 * 14 * 15 * 16)
        self.assertGreater(rate, 100_000)

    def test_limits(self) -> None:
        endless = grundy.Game.from_python(0, lambda n: [n + 1, n + 2])
        with self.assertRaises(grundy.LimitReached) as raised:
            endless.winner(time=0.2)
        self.assertGreater(raised.exception.progress[1], 100)
        with self.assertRaises(grundy.LimitReached):
            endless.winner(memory="20M", time=30)

    def test_functions_that_fail(self) -> None:
        class Strange:
            def __init__(self, n):
                self.n = n

            def __hash__(self):
                return 1

            def __eq__(self, other):
                raise RuntimeError("never compared")

        cases = [
            (0, lambda n: 1 // 0, None, ZeroDivisionError),
            (0, lambda n: 5, None, TypeError),
            (0, lambda n: [[]], None, TypeError),
            (0, lambda n: [], lambda n: "maybe", ValueError),
            (0, lambda n: [], lambda n: True and object(), ValueError),
            (0, lambda: [], None, TypeError),
            (Strange(0), lambda s: [Strange(1), Strange(2)], None, RuntimeError),
        ]
        for start, moves, ending, error in cases:
            with self.assertRaises(error):
                grundy.Game.from_python(start, moves, ending).winner()
        with self.assertRaises(TypeError):
            grundy.Game.from_python([], lambda n: [])
        with self.assertRaises(TypeError):
            grundy.Game.from_python(0, None)
        with self.assertRaises(grundy.InputError):
            grundy.Game.from_python(0, lambda n: []).worth(99)

    def test_a_function_that_asks_itself(self) -> None:
        nim = grundy.library["nim"]
        game = grundy.Game.from_python(4, lambda n: [k for k in range(n) if nim(k).winner() in ("first", "second")])
        self.assertEqual(game.grundy(), 4)


if __name__ == "__main__":
    unittest.main()
