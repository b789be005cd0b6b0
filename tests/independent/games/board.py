"""Boards as pictures, rows parted by bars, and what is reached on them."""
from functools import lru_cache


@lru_cache(maxsize=100_000)
def cells(text):
    return {(r, c): x for r, line in enumerate(text.split("|")) for c, x in enumerate(line)}


def picture(board):
    rows, cols = max(r for r, _ in board) + 1, max(c for _, c in board) + 1
    return "|".join("".join(board[(r, c)] for c in range(cols)) for r in range(rows))


def flood(start, inside, steps):
    """All that is reached from `start` within `inside`."""
    seen = set(start) & set(inside)
    todo = list(seen)
    while todo:
        r, c = todo.pop()
        for a, b in steps:
            q = (r + a, c + b)
            if q in inside and q not in seen:
                seen.add(q)
                todo.append(q)
    return seen


def put(b, i, x):
    return b[:i] + x + b[i + 1:]
