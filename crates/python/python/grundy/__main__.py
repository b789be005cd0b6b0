"""The main questions from a terminal: ``python -m grundy solve kayles 50``. The program ``grundy`` knows many more."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any, Optional, Sequence

import grundy


def main(words: Optional[Sequence[str]] = None) -> int:
    """Answers one question, and gives the exit code of the program: 0 fine, 1 refuted, 2 bad input, 3 a limit."""
    parser = argparse.ArgumentParser(prog="python -m grundy", description=__doc__)
    parser.add_argument("command", choices=sorted(_COMMANDS), help="what is asked")
    parser.add_argument("words", nargs="*", help="a game and a position, a code, an expression or a file")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--lang", default="en", choices=("en", "ko", "zh"), help="the language of the words")
    parser.add_argument("--time", type=float, metavar="SECONDS")
    parser.add_argument("--memory", metavar="SIZE")
    parser.add_argument("--threads", type=int, metavar="N")
    asked = parser.parse_args(words)
    try:
        with grundy.limits(time=asked.time, memory=asked.memory, threads=asked.threads):
            answer = _COMMANDS[asked.command](asked.words)
    except grundy.InputError as error:
        print(json.dumps(error.problem) if asked.json else error, file=sys.stdout if asked.json else sys.stderr)
        return 2
    except (grundy.LimitReached, grundy.Interrupted) as error:
        print(error, file=sys.stderr)
        return 3
    except (OSError, ValueError, IndexError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(json.dumps(answer.json(), ensure_ascii=False) if asked.json else answer.words(asked.lang).rstrip("\n"))
    return {"fine": 0, "refuted": 1, "bad input": 2}.get(answer.ended, 3)


def _game(words: Sequence[str]) -> grundy.Game:
    name = words[0]
    return grundy.load(name) if os.path.isfile(name) or name.startswith("game ") else grundy.library[name]


def _position(words: Sequence[str]) -> grundy.Position:
    if len(words) == 1 and "(" in words[0] and not os.path.isfile(words[0]):
        return grundy.position(words[0])
    game, rest = _game(words), " ".join(words[1:])
    return game(rest) if rest else game()


def _at(words: Sequence[str]) -> Optional[str]:
    return " ".join(words[1:]) or None


_COMMANDS: dict[str, Any] = {
    "solve": lambda words: _position(words).solve(),
    "moves": lambda words: _position(words).moves(),
    "plan": lambda words: _position(words).plan(),
    "facts": lambda words: _game(words).facts(),
    "check": lambda words: _game(words).check(),
    "prove": lambda words: _game(words).prove(_at(words)),
    "pattern": lambda words: _game(words).pattern(_at(words)),
    "sequence": lambda words: grundy.sequence(words[0]),
    "misere": lambda words: grundy.misere(words[0]),
    "value": lambda words: grundy.evaluate(" ".join(words)),
    "matrix": lambda words: grundy.matrix(" ".join(words)),
    "tree": lambda words: grundy.tree(words[0]),
    "verify": lambda words: grundy.verify(words[0]),
    "explain": lambda words: grundy.explain(words[0]),
}


if __name__ == "__main__":
    sys.exit(main())
