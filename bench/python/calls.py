"""How long calls of the package take, each beside its bar: the median of many. Ends with 1 if a bar is missed.

A call is answered anew each time, from the tables that the package keeps.
"""

import statistics
import sys
import time
from typing import Any, Callable, Optional

import numpy

import grundy

#: Microseconds for a call on a small game.
CALL = 50.0

#: Milliseconds for a million Grundy values in NumPy, beyond computing them.
MILLION = 50.0

missed = 0


def took(call: Callable[[], Any], times: int = 400) -> float:
    call()
    each = []
    for _ in range(times):
        begun = time.perf_counter()
        call()
        each.append(time.perf_counter() - begun)
    return statistics.median(each) * 1e6


def row(name: str, measured: float, unit: str, bar: Optional[float] = None) -> None:
    global missed
    said = "" if bar is None else f"bar {bar:.0f}"
    if bar is not None and measured > bar:
        missed += 1
        said += ", MISSED"
    print(f"{measured:12.1f} {unit}  {name:60} {said}")


def anew(position: grundy.Position, call: Callable[[], Any]) -> Callable[[], Any]:
    def asked() -> Any:
        position._solved.clear()
        return call()

    return asked


def calls() -> None:
    library = grundy.library
    kayles, nim = library["kayles"], library["nim"]
    row("kayles(5)", took(lambda: kayles(5)), "us", CALL)
    row("kayles(5).grundy(), position and answer", took(lambda: kayles(5).grundy()), "us", CALL)
    row("nim(3) + nim(5), two positions and their sum", took(lambda: nim(3) + nim(5)), "us", CALL)
    row("grundy.value('{1|-1} + *2')", took(lambda: grundy.value("{1|-1} + *2")), "us", CALL)
    positions = {
        "Kayles 5": kayles(5),
        "Nim 3 5 7": nim(3, 5, 7),
        "Nim 3 + Kayles 5": nim(3) + kayles(5),
        "Wythoff 3 4": library["wythoff"]([3, 4]),
        "Subtraction 10": library["subtraction"](10, S={1, 3, 4}),
        "Chomp 3 x 4": library["chomp"](R=3, C=4),
        "Tic-Tac-Toe after four moves": library["tic-tac-toe"]("XX.|OO.|..."),
        "Domineering 2 x 3": library["domineering"](R=2, C=3),
        "Toads and Frogs TT.FF": library["toads-and-frogs"]("TT.FF"),
    }
    for name, position in positions.items():
        position.solve()
        row(f"{name}: solve(), tables kept", took(anew(position, position.solve)), "us", CALL)
        row(f"{name}: moves() with their worth", took(position.moves), "us", CALL)
        row(f"{name}: play(0)", took(lambda: position.play(0)), "us", CALL)
        if position._native.partizan:
            row(f"{name}: value()", took(position.value), "us", CALL)


def data() -> None:
    values = grundy.sequence("0.6", 1_000_000)
    row("a million values of a sequence, numpy.asarray", took(lambda: numpy.asarray(values)), "us")
    beyond = []
    for _ in range(5):
        begun = time.perf_counter()
        answer = grundy.sequence("0.6", 1_000_000)
        array = numpy.asarray(answer)
        beyond.append((time.perf_counter() - begun - answer.seconds) * 1e3)
        assert len(array) == 1_000_000
    row("a million values of 0.6 in NumPy, beyond computing them", statistics.median(beyond), "ms", MILLION)
    wythoff = grundy.library["wythoff"].table("Wythoff([x, y])", x=range(1000), y=range(1000))
    assert wythoff.grid().shape == (1000, 1000)
    row("a table of a million Grundy values as a grid", took(wythoff.grid, 5) / 1e3, "ms", MILLION)


def functions() -> None:
    begun = time.process_time()
    game = grundy.Game.from_python((19, 19, 19, 19), lambda h: [h[:i] + (n - 1,) + h[i + 1 :] for i, n in enumerate(h) if n])
    rate = len(game) / (time.process_time() - begun)
    row("microseconds a position from Python functions on tuples", 1e6 / rate, "us", 10.0)


if __name__ == "__main__":
    calls()
    data()
    functions()
    sys.exit(1 if missed else 0)
