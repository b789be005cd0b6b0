"""The program ``grundy``: ``python -m grundy solve kayles 50``. It is the same program, inside the package."""

from __future__ import annotations

import sys

from . import _grundy


def main() -> int:
    """Does what the command line says, and gives the exit code: 0 fine, 1 refuted, 2 bad input, 3 a limit."""
    return _grundy.program(sys.executable, ["-m", "grundy"], sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
