// Even-number addicts: who wins with so many even and odd numbers left, for both players and both parities.
#include <cstdio>
#include <cstdlib>
#include <cstring>

static signed char memo[128][128][2][2];

// Whether Alice wins; `turn` 0 is hers.
static bool alice(int even, int odd, int parity, int turn) {
    signed char& known = memo[even][odd][parity][turn];
    if (known >= 0) return known;
    if (even + odd == 0) return known = parity == 0;
    bool good = turn == 0;
    if (even > 0 && alice(even - 1, odd, parity, 1 - turn) == good) return known = good;
    if (odd > 0 && alice(even, odd - 1, turn == 0 ? 1 - parity : parity, 1 - turn) == good) return known = good;
    return known = !good;
}

int main(int, char** argv) {
    memset(memo, -1, sizeof memo);
    puts(alice(atoi(argv[1]), atoi(argv[2]), 0, 0) ? "Alice" : "Bob");
}
