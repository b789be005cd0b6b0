"""One heap: Prim, Rims, Guiles, Saliquant, subtract a prime, the digit game."""
from math import gcd

from said import nimbers


def prime(n):
    return n > 1 and all(n % d for d in range(2, n))


nimbers("Prim", lambda n: [n - k for k in range(1, n) if gcd(k, n) == 1], [1, 2, 8, 9, 31, 35, 49])
nimbers("Rims", lambda n: [[a, b] for k in range(1, n + 1) for a in range(n - k + 1) for b in [n - k - a]], [0, 1, 6, 12])
nimbers("Guiles", lambda n: ([0] if n in (1, 2) else []) + [[a, n - 2 - a] for a in range(1, n - 2)], [1, 3, 6, 8, 10, 33, 46])
nimbers("Saliquant", lambda n: [n - k for k in range(1, n + 1) if n % k], [1, 2, 4, 6, 9, 16, 31])
memo = nimbers("SubtractAPrime", lambda n: [n - p for p in range(2, n + 1) if prime(p)], [8, 9, 10, 34, 35, 49, 60])
# OEIS A025043
assert [n for n in range(56) if memo.get(n) == 0] == [0, 1, 9, 10, 25, 34, 35, 49, 55][: len([n for n in range(56) if memo.get(n) == 0])]
nimbers("DigitGame", lambda n: [n - int(d) for d in set(str(n)) if d != "0"], [7, 30, 31, 99, 100, 210, 365])
