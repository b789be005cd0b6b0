"""Ctrl-C, limits, threads, forks: the interpreter stays in charge."""

import multiprocessing
import os
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
        self.assertLess(time.perf_counter() - sent[0], 0.35)
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


class Progress(unittest.TestCase):
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
