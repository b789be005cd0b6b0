"""Ctrl-C, limits, threads, forks: the interpreter stays in charge."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest

import grundy


def long_question() -> grundy.Position:
    return grundy.library["domineering"](R=9, C=9)


class Interrupts(unittest.TestCase):
    def test_ctrl_c_is_heard_soon_and_keeps_what_is_known(self) -> None:
        board = long_question()
        sent = []

        def press() -> None:
            time.sleep(0.5)
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=press).start()
        with self.assertRaises(grundy.Interrupted) as raised:
            board.solve()
        self.assertLess(time.perf_counter() - sent[0], 0.2)
        self.assertIsInstance(raised.exception, KeyboardInterrupt)
        answer = raised.exception.answer
        if answer is not None:
            self.assertEqual(answer.stopped, "interrupted")
        # The next question is answered.
        self.assertEqual(grundy.library["nim"](3).grundy(), 3)

    def test_other_handlers_are_heard_too(self) -> None:
        class Alarm(Exception):
            pass

        def ring(*_: object) -> None:
            raise Alarm

        before = signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        try:
            with self.assertRaises(Alarm):
                long_question().solve()
        finally:
            signal.signal(signal.SIGALRM, before)


class Limits(unittest.TestCase):
    def test_time(self) -> None:
        begun = time.perf_counter()
        answer = long_question().solve(time=0.3)
        self.assertLess(time.perf_counter() - begun, 1.2)
        self.assertEqual(answer.ended, "limit")
        self.assertTrue(answer.stopped)
        with self.assertRaises(grundy.LimitReached) as raised, grundy.limits(time=0.2):
            long_question().winner()
        self.assertIsNotNone(raised.exception.answer)

    def test_memory(self) -> None:
        # Its tables can do with less.
        before = resident()
        with self.assertRaises(grundy.LimitReached):
            grundy.library["connect4"]().winner(memory="60M", time=1.5)
        self.assertLess(resident() - before, 90 << 20)
        grundy.forget()

    def test_what_cannot_be_meant_raises(self) -> None:
        nim = grundy.library["nim"](3)
        wrong = [
            {"time": -1},
            {"time": float("nan")},
            {"memory": "much"},
            {"memory": -5},
            {"threads": 0},
        ]
        for limits in wrong:
            with self.assertRaises(ValueError):
                nim.solve(**limits)
        for limits in [{"time": "soon"}, {"memory": 1.5}, {"threads": "two"}, {"speed": 9}]:
            with self.assertRaises((TypeError, ValueError)):
                nim.solve(**limits)
        self.assertEqual(nim.winner(time=1e300, memory=10**30, threads=10**9), "first")


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


class Threads(unittest.TestCase):
    def test_the_lock_is_released_while_computing(self) -> None:
        counted = 0
        done = threading.Event()

        def ask() -> None:
            long_question().solve(time=0.6)
            done.set()

        threading.Thread(target=ask).start()
        while not done.is_set():
            counted += 1
            time.sleep(0.001)
        self.assertGreater(counted, 100)

    def test_questions_of_many_threads(self) -> None:
        wrong: list[object] = []
        kayles = grundy.library["kayles"]
        expected = kayles.sequence(60).tolist()

        def ask(seed: int) -> None:
            try:
                for n in range(60):
                    size = (n * 7 + seed) % 60
                    if kayles(size).grundy() != expected[size]:
                        wrong.append(size)
            except BaseException as error:
                wrong.append(error)

        threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(6)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(wrong, [])

    @unittest.skipUnless(hasattr(os, "fork"), "no fork here")
    def test_a_forked_child_can_ask(self) -> None:
        self.assertEqual(grundy.library["nim"](4).grundy(), 4)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            found = pool.map_async(_grundy_of, range(8)).get(timeout=30)
        self.assertEqual(found, list(range(8)))

    def test_leaving_while_work_goes_on(self) -> None:
        program = """
            import threading, time, grundy
            board = grundy.library["domineering"](R=9, C=9)
            threading.Thread(target=lambda: board.solve(time=60), daemon=True).start()
            time.sleep(0.4)
            print("left")
        """
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=30, check=False
        )
        self.assertEqual((done.returncode, done.stdout), (0, "left\n"), done.stderr)


def _grundy_of(n: int) -> int:
    return int(grundy.library["nim"](n).grundy())


class Mistakes(unittest.TestCase):
    def test_a_panic_is_an_exception(self) -> None:
        with self.assertRaises(grundy.InternalError) as raised:
            grundy._grundy.mistake((None, None, None, None), "the sky fell")
        self.assertEqual(raised.exception.message, "the sky fell")
        self.assertIsInstance(raised.exception, RuntimeError)
        again = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual(str(again), str(raised.exception))
        self.assertEqual(grundy.library["nim"](3).grundy(), 3)

    def test_panics_of_many_threads(self) -> None:
        raised: list[BaseException] = []

        def fall(number: int) -> None:
            try:
                grundy._grundy.mistake((None, None, None, None), str(number))
            except grundy.InternalError as error:
                raised.append(error)

        threads = [threading.Thread(target=fall, args=(number,)) for number in range(8)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(sorted(str(error.message) for error in raised), [str(number) for number in range(8)])


class Program(unittest.TestCase):
    def run_it(self, *words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([sys.executable, "-m", "grundy", *words], capture_output=True, text=True, timeout=60, check=False)

    def test_the_program_comes_along(self) -> None:
        self.assertIn("the first player wins", self.run_it("solve", "nim", "3", "5", "7").stdout)
        for words, code in [(["facts", "kayles"], 0), (["solve", "nimm"], 2), (["nonsense"], 2), (["--version"], 0)]:
            self.assertEqual(self.run_it(*words).returncode, code, words)
        self.assertEqual(self.run_it("solve", "domineering", "R = 9, C = 9", "--time", "0.2").returncode, 3)
        commands = self.run_it("--help").stdout
        for command in ("web", "lsp", "tablebase", "draw", "play", "export", "sheet", "survey", "page"):
            self.assertIn(f"  {command} ", commands)

    def test_its_script_is_installed(self) -> None:
        script = os.path.join(os.path.dirname(sys.executable), "grundy")
        done = subprocess.run([script, "solve", "kayles", "5", "--json"], capture_output=True, text=True, timeout=60, check=False)
        self.assertIn('"grundy":4', done.stdout)

    @unittest.skipUnless(hasattr(signal, "SIGINT"), "no signals here")
    def test_ctrl_c_ends_it(self) -> None:
        words = [sys.executable, "-m", "grundy", "solve", "domineering", "R = 9, C = 9"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as running:
            time.sleep(0.8)
            running.send_signal(signal.SIGINT)
            out, _ = running.communicate(timeout=10)
        self.assertEqual(running.returncode, 3, out)


class Progress(unittest.TestCase):
    def test_tqdm_is_used_where_it_is_installed(self) -> None:
        import contextlib
        import io

        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            long_question().solve(time=1.2, progress=True)
        self.assertRegex(said.getvalue(), r"positions")

    def test_a_bar_is_told(self) -> None:
        from grundy import _limits

        told: list[tuple[object, ...]] = []

        class Bar(_limits._Bar):
            def __call__(self, *words: object) -> None:  # type: ignore[override]
                told.append(words)

        board = long_question()
        board._native.solve((1.2, None, None, Bar()), None, False, False, False, False)
        self.assertGreater(len(told), 2)
        self.assertEqual(told[-1], ())
        self.assertEqual(told[0][0], "positions")


if __name__ == "__main__":
    unittest.main()
