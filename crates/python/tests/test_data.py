"""Sequences and tables go to NumPy, Arrow, pandas, Polars, DuckDB and NetworkX as they lie in memory."""

import functools
import gc
import os
import pickle
import tempfile
import time
import unittest

import numpy
import polars
import pyarrow

import grundy

KAYLES = grundy.library["kayles"]


def brute(n: int) -> list[int]:
    values = [0]
    for size in range(1, n):
        seen = set()
        for taken in (1, 2):
            for left in range(size - taken + 1):
                seen.add(values[left] ^ values[size - taken - left])
        values.append(next(value for value in range(len(seen) + 1) if value not in seen))
    return values


class Sequences(unittest.TestCase):
    def test_numpy_reads_in_place(self) -> None:
        sequence = KAYLES.sequence(300)
        array = numpy.asarray(sequence)
        self.assertEqual(array.tolist(), brute(300))
        self.assertFalse(array.flags.writeable)
        self.assertEqual(array.ctypes.data, sequence.__array_interface__["data"][0])
        del sequence
        gc.collect()
        self.assertEqual(array.tolist(), brute(300))

    def test_a_million_values(self) -> None:
        sequence = grundy.sequence("0.77", 1_000_000)
        begun = time.perf_counter()
        array = numpy.asarray(sequence)
        self.assertLess(time.perf_counter() - begun, 0.05)
        self.assertEqual(len(array), 1_000_000)
        self.assertEqual(array[-1], grundy.sequence("0.77", size=999_999).at.value)

    def test_rules_without_a_code(self) -> None:
        sequence = grundy.library["grundys-game"].sequence(60)
        self.assertEqual(len(sequence), 60)

    def test_columns_like_lists(self) -> None:
        values = KAYLES.sequence(20)
        self.assertEqual((values[3], values[-1], values[2:5]), (3, values.tolist()[-1], values.tolist()[2:5]))
        with self.assertRaises(IndexError):
            values[20]
        self.assertEqual(grundy.sequence("0.77", 10, misere=True).play, "misere")


class Arrow(unittest.TestCase):
    def test_pyarrow(self) -> None:
        import pyarrow

        self.assertEqual(pyarrow.array(KAYLES.sequence(50)).to_pylist(), brute(50))
        table = pyarrow.table(KAYLES.table(n=range(30)))
        table.validate(full=True)
        self.assertEqual(table.column_names, ["n", "grundy"])
        self.assertEqual(table["grundy"].to_pylist(), brute(30))
        texts = pyarrow.table(grundy.library["domineering"].table(R=range(1, 4), C=range(1, 4), show="value"))
        texts.validate(full=True)
        self.assertEqual(texts.num_rows, 9)
        for _ in range(200):
            pyarrow.table(KAYLES.table(n=range(3)))
        gc.collect()

    def test_nothing_is_taken_twice(self) -> None:
        import pyarrow

        column = KAYLES.sequence(50).values
        for _ in range(3):
            schema, array = column.__arrow_c_array__()
            del schema, array
        kept = pyarrow.array(column)
        del column
        gc.collect()
        self.assertEqual(kept.to_pylist(), brute(50))

    def test_data_frames(self) -> None:
        import duckdb
        import pandas
        import polars
        import pyarrow

        answer = KAYLES.table(n=range(40))
        self.assertEqual(polars.DataFrame(answer)["grundy"].to_list(), brute(40))
        self.assertEqual(polars.Series(KAYLES.sequence(40)).to_list(), brute(40))
        self.assertEqual(pyarrow.table(answer).to_pandas()["grundy"].tolist(), brute(40))
        self.assertEqual(pandas.Series(numpy.asarray(KAYLES.sequence(40))).tolist(), brute(40))
        self.assertEqual(duckdb.sql("select max(grundy) from answer").fetchall(), [(max(brute(40)),)])


class Tables(unittest.TestCase):
    def test_grids(self) -> None:
        wythoff = grundy.library["wythoff"].table("Wythoff([x, y])", x=range(12), y=range(9))
        grid = wythoff.grid()
        self.assertEqual(grid.shape, (12, 9))
        for x in range(12):
            for y in range(9):
                options = {grid[a, y] for a in range(x)} | {grid[x, b] for b in range(y)}
                options |= {grid[x - k, y - k] for k in range(1, min(x, y) + 1)}
                self.assertEqual(grid[x, y], next(v for v in range(40) if v not in options))

        for rows, columns in [(1, 3), (3, 1), (1, 1)]:
            table = grundy.library["wythoff"].table("Wythoff([x, y])", x=range(rows), y=range(columns))
            self.assertEqual(table.grid().tolist(), grid[:rows, :columns].tolist())

    def test_ranges_that_are_none(self) -> None:
        for wrong in (range(0), range(0, 9, 2), "0..9", 1.5):
            with self.assertRaises(TypeError):
                KAYLES.table(n=wrong)
        with self.assertRaises(grundy.InputError):
            KAYLES.table(n=range(10**9))


class Graphs(unittest.TestCase):
    def test_networkx(self) -> None:
        import networkx

        states = grundy.library["tic-tac-toe"]("XO.|...|..X").states()
        self.assertTrue(states.whole)
        graph = states.networkx()
        self.assertEqual(graph.number_of_nodes(), len(states))
        self.assertTrue(networkx.is_directed_acyclic_graph(graph))
        self.assertEqual(states.edges().shape, (graph.number_of_edges(), 2))
        for node, data in graph.nodes(data=True):
            after = {graph.nodes[to]["result"] for to in graph.successors(node)}
            if after:
                best = "win" if "loss" in after else "draw" if "draw" in after else "loss"
                self.assertEqual(data["result"], best, node)

    def test_what_is_cut_off(self) -> None:
        states = grundy.library["nim"](30).states(5)
        self.assertEqual((len(states), states.whole), (5, False))
        self.assertEqual(states.networkx().number_of_nodes(), 5)


class Tablebases(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = os.path.join(cls.folder.name, "ttt.tb")
        cls.table = grundy.Tablebase.build(grundy.library["tic-tac-toe"](), cls.path, positions="reached")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def test_results_are_those_of_the_game(self) -> None:
        # The results by hand: a search of our own over boards as texts.
        lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

        @functools.lru_cache(None)
        def result(board: str) -> int:
            if any(board[a] != "." and board[a] == board[b] == board[c] for a, b, c in lines):
                return -1
            if "." not in board:
                return 0
            piece = "X" if board.count("X") == board.count("O") else "O"
            return max(-result(board[:at] + piece + board[at + 1 :]) for at in range(9) if board[at] == ".")

        result("." * 9)
        boards, seen = ["." * 9], {"." * 9}
        for board in boards:
            if result(board) == -1 and any(board[a] != "." and board[a] == board[b] == board[c] for a, b, c in lines):
                continue
            piece = "X" if board.count("X") == board.count("O") else "O"
            for at in range(9):
                after = board[:at] + piece + board[at + 1 :]
                if board[at] == "." and after not in seen:
                    seen.add(after)
                    boards.append(after)
        self.assertEqual(len(boards), 5478)
        texts = ["|".join((board[:3], board[3:6], board[6:])) for board in boards]
        told = self.table.look_up(texts)
        self.assertEqual(told["result"].to_list(), [result(board) for board in boards])
        self.assertEqual(told.standing.kind, "assumed")
        self.assertEqual(len(set(told["number"].to_list())), 765)
        self.assertEqual(len(self.table), 765)

    def test_rows_and_positions(self) -> None:
        rows = self.table.rows()
        positions = [self.table.position(number) for number in rows["number"].to_list()]
        again = self.table.look_up(positions)
        for name in rows.columns:
            self.assertEqual(again[name].to_list(), rows[name].to_list())
        self.assertEqual(numpy.asarray(rows["result"]).dtype, numpy.int8)
        self.assertFalse(numpy.asarray(rows["plies"]).flags.writeable)
        self.assertEqual(pyarrow.table(rows).column_names, ["number", "result", "plies"])
        self.assertEqual(polars.DataFrame(rows).height, 765)

    def test_questions(self) -> None:
        board = grundy.library["tic-tac-toe"]("XX.|OO.|...")
        self.assertEqual(self.table.solve(board).winner, board.winner())
        self.assertEqual(self.table.solve().standing.kind, "checked")
        self.assertEqual(self.table.verify().standing.kind, "proved")
        self.assertEqual(self.table.verify(50).standing.kind, "checked")
        self.assertEqual([one.result for one in self.table.moves(board)], [one.result for one in board.moves()])
        self.assertEqual(pickle.loads(pickle.dumps(self.table)).info(), self.table.info())
        csv = os.path.join(self.folder.name, "ttt.csv")
        self.table.export(csv)
        with open(csv, encoding="utf-8") as file:
            self.assertEqual(sum(1 for _ in file), 766)

    def test_what_is_wrong_raises(self) -> None:
        for wrong in ["nope", "XXX|XXX|XXX", grundy.library["nim"](3)]:
            with self.assertRaises(grundy.InputError):
                self.table.look_up([wrong])
        for wrong in [3, None, [], "\ud800"]:
            with self.assertRaises((TypeError, ValueError)):
                self.table.look_up([wrong])
        for path in ["no-such.tb", __file__, self.folder.name]:
            with self.assertRaises(grundy.InputError):
                grundy.Tablebase(path)
        with self.assertRaises(grundy.InputError):
            self.table.position(10**9)
        with self.assertRaises(OverflowError):
            self.table.position(-1)


if __name__ == "__main__":
    unittest.main()
