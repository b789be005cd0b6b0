// Domineering on N x N, who wins if Left starts: depth first with a table, moves ordered by the mobility they leave.
#include <bit>
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
using u64 = uint64_t;
static int N;
static u64 right_open;
static std::vector<u64> table(1 << 24);
static u64 nodes;

static u64 starts(u64 open, int side) { return side ? open & (open >> 1) & right_open : open & (open >> N); }

static bool wins(u64 open, int side) {
    nodes++;
    u64 key = open << 1 | side, slot = (key * 0x9e3779b97f4a7c15ULL) >> 40;
    if (table[slot] >> 1 == key + 1) return table[slot] & 1;
    u64 moves[64];
    int scores[64], count = 0;
    for (u64 rest = starts(open, side); rest; rest &= rest - 1) {
        u64 one = rest & -rest, after = open & ~(one | one << (side ? 1 : N));
        int score = std::popcount(starts(after, side)) - std::popcount(starts(after, !side)), at = count++;
        while (at > 0 && scores[at - 1] < score) scores[at] = scores[at - 1], moves[at] = moves[at - 1], at--;
        scores[at] = score, moves[at] = after;
    }
    bool won = false;
    for (int i = 0; i < count && !won; i++) won = !wins(moves[i], !side);
    table[slot] = (key + 1) << 1 | won;
    return won;
}

int main(int, char** argv) {
    std::clock_t start = std::clock();
    N = atoi(argv[1]);
    u64 all = (1ULL << N * N) - 1;
    for (int c = 0; c < N * N; c++)
        if (c % N != N - 1) right_open |= 1ULL << c;
    printf("%s\n", wins(all, 0) ? "1" : "-1");
    double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    fprintf(stderr, "%llu positions, %.3f s\n", (unsigned long long)nodes, seconds);
}
