// Can-I-Win, every set of numbers left: one byte per set, from the empty set up.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int, char** argv) {
    int n = atoi(argv[1]), total = atoi(argv[2]);
    uint32_t full = (1u << n) - 1;
    std::vector<int> sum(1 << n);
    for (uint32_t left = 1; left <= full; left++) sum[left] = sum[left & (left - 1)] + __builtin_ctz(left) + 1;
    std::vector<signed char> result(1 << n);  // 1 the mover wins, 0 nobody, -1 the other wins
    for (uint32_t left = 0; left <= full; left++) {
        if (sum[full] - sum[left] >= total) { result[left] = -1; continue; }
        if (left == 0) continue;
        signed char best = -1;
        for (uint32_t rest = left; rest && best < 1; rest &= rest - 1) {
            signed char here = -result[left & ~(rest & -rest)];
            if (here > best) best = here;
        }
        result[left] = best;
    }
    printf("%d", result[full]);
    if (result[full] == 1)
        for (int k = 1; k <= n; k++)
            if (result[full & ~(1u << (k - 1))] == -1) printf(" %d", k);
    puts("");
}
