"""Kayles on a real row of pins: the position is the set of standing pins, nothing is decomposed."""
from solver import mex


def row_grundy(n):
    memo = {}

    def g(pins):
        if pins not in memo:
            out = set()
            for i in range(n):
                if pins >> i & 1:
                    out.add(g(pins & ~(1 << i)))
                    if pins >> (i + 1) & 1:
                        out.add(g(pins & ~(3 << i)))
            memo[pins] = mex(out)
        return memo[pins]
    return g((1 << n) - 1)
