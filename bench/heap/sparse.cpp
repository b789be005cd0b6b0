// The sparse-space method for octal games and for splitting into unequal parts, as a careful programmer writes it:
// values of two bytes, one parity mask chosen by counting, marks in an array that is never cleared.
//
//   sparse N MASK K...    MASK: parity mask (0: choose the best at every doubling); K: a split after removing K
//                         K u: unequal parts. 0.6 is "1 s" with s: a single heap may be left too.
// Prints n, the number of rare positions and a checksum of the values.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using Value = uint16_t;
const unsigned VALUES = 1024;

static int odd(unsigned x) { return __builtin_popcount(x) & 1; }

int main(int argc, char **argv) {
    if (argc < 5) return 2;
    const long limit = strtol(argv[1], nullptr, 10);
    unsigned mask = strtoul(argv[2], nullptr, 0);
    const bool choose = mask == 0;
    const long k = strtol(argv[3], nullptr, 10);
    const bool unequal = argv[4][0] == 'u', single = argv[4][0] == 's';
    std::vector<Value> g(limit + 1);
    std::vector<long> rare;
    std::vector<uint32_t> seen(VALUES, 0);
    std::vector<char> is_rare(VALUES);
    auto classify = [&](long n) {
        for (int v = 0; v < VALUES; v++) is_rare[v] = !odd(v & mask);
        rare.clear();
        for (long i = single ? 0 : 1; i < n; i++)
            if (is_rare[g[i]]) rare.push_back(i);
    };
    mask = choose ? 1 : mask;
    classify(0);
    long next_choice = 64;
    for (long n = 0; n <= limit; n++) {
        if (choose && n == next_choice) {
            long best = n + 1;
            unsigned best_mask = 1;
            long count[VALUES] = {0};
            for (long i = 0; i < n; i++) count[g[i]]++;
            for (unsigned m = 1; m < VALUES; m++) {
                long few = 0;
                for (int v = 0; v < VALUES; v++)
                    if (!odd(v & m)) few += count[v];
                if (few < best) best = few, best_mask = m;
            }
            mask = best_mask;
            classify(n);
            next_choice *= 2;
        }
        const long m = n - k;  // what is left to lie as heaps; nothing left is no move here
        const uint32_t stamp = n + 1;
        if (m > 0) {
            // Common values come only from a rare part and a common part.
            for (long i : rare) {
                long j = m - i;
                if (j < (single ? 0 : 1)) break;
                if (unequal && i == j) continue;
                seen[g[i] ^ g[j]] = stamp;
            }
            int c = 0;
            while (is_rare[c] || seen[c] == stamp) c++;
            // Rare values below the candidate: look until all are found.
            int missing = 0;
            for (int r = 0; r < c; r++)
                if (is_rare[r] && seen[r] != stamp) missing++;
            const long end = unequal ? (m + 1) / 2 : m / 2 + 1;
            for (long i = single ? 0 : 1; missing && i < end; i++) {
                int x = g[i] ^ g[m - i];
                if (seen[x] != stamp) {
                    seen[x] = stamp;
                    if (x < c && is_rare[x]) missing--;
                }
            }
            int v = 0;
            while (seen[v] == stamp) v++;
            g[n] = v;
        } else {
            g[n] = 0;
        }
        if (is_rare[g[n]] && (n > 0 || single)) rare.push_back(n);
    }
    uint64_t sum = 0;
    for (long n = 0; n < limit; n++) sum = sum * 31 + g[n];
    fprintf(stderr, "mask %u, %zu rare\n", mask, rare.size());
    printf("%016llx\n", (unsigned long long)sum);
}
