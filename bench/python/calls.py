"""How long calls of the package take, in microseconds: the median of many."""

import statistics
import time

import numpy

import grundy


def took(call, times: int = 400) -> float:
    call()
    each = []
    for _ in range(times):
        begun = time.perf_counter()
        call()
        each.append(time.perf_counter() - begun)
    return statistics.median(each) * 1e6


def main() -> None:
    kayles, nim = grundy.library["kayles"], grundy.library["nim"]
    board = grundy.library["tic-tac-toe"]("XX.|OO.|...")
    known = kayles(5)
    known.solve()
    plain = grundy._limits._USUAL
    rows = {
        "kayles(5)": lambda: kayles(5),
        "kayles(5), solved before: .grundy()": lambda: known.grundy(),
        "kayles(5), tables kept: solve()": lambda: grundy.Solved(known._native.solve(plain, None, False, False, False, False)),
        "kayles(5).grundy(), anew": lambda: kayles(5).grundy(),
        "kayles(5).moves(worth=False)": lambda: known.moves(worth=False),
        "kayles(5).moves()": lambda: known.moves(),
        "kayles(5).play(0)": lambda: known.play(0),
        "nim(3) + nim(5)": lambda: nim(3) + nim(5),
        "tic-tac-toe with two moves each: moves()": lambda: board.moves(),
        "value('{1|-1} + *2')": lambda: grundy.value("{1|-1} + *2"),
    }
    for name, call in rows.items():
        print(f"{took(call):10.1f} us  {name}")
    values = grundy.sequence("0.6", 1_000_000)
    print(f"{took(lambda: numpy.asarray(values)):10.1f} us  a million values into NumPy")
    begun = time.perf_counter()
    answer = grundy.sequence("0.6", 1_000_000)
    print(f"{(time.perf_counter() - begun) * 1e3:10.1f} ms  a million values of 0.6, of which computing {answer.seconds * 1e3:.1f} ms")
    begun = time.process_time()
    game = grundy.Game.from_python((19, 19, 19, 19), lambda h: [h[:i] + (n - 1,) + h[i + 1 :] for i, n in enumerate(h) if n])
    print(f"{len(game) / (time.process_time() - begun):10.0f} positions a second from Python functions on tuples")


if __name__ == "__main__":
    main()
