// The plain quadratic program for 0.07: two neighbours are taken from a row.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
    const int limit = argc > 1 ? atoi(argv[1]) : 100000;
    std::vector<uint8_t> g(limit + 1);
    std::vector<int> seen(256, -1);
    for (int n = 0; n <= limit; n++) {
        const int rest = n - 2;
        for (int i = 0; 2 * i <= rest; i++) seen[g[i] ^ g[rest - i]] = n;
        int v = 0;
        while (seen[v] == n) v++;
        g[n] = v;
    }
    uint64_t sum = 0;
    for (int n = 0; n < limit; n++) sum = sum * 31 + g[n];
    printf("%016llx\n", (unsigned long long)sum);
}
