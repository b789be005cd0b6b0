// Domineering on R x C: who wins if Left (upright dominoes) starts and if Right does, and all winning first moves of Left.
// Depth first with a table of whole boards, moves ordered by the mobility they leave; no symmetry, nothing dropped.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
using u64 = uint64_t;
static int R, C;
static u64 right_open;
static std::vector<u64> table(1 << 24);

static u64 starts(u64 open, int side) { return side ? open & (open >> 1) & right_open : open & (open >> C); }
static u64 domino(u64 one, int side) { return one | one << (side ? 1 : C); }

static bool wins(u64 open, int side) {
    u64 key = open << 1 | side, slot = (key * 0x9e3779b97f4a7c15ULL) >> 40;
    if (table[slot] >> 1 == key + 1) return table[slot] & 1;
    u64 moves[64];
    int scores[64], count = 0;
    for (u64 rest = starts(open, side); rest; rest &= rest - 1) {
        u64 after = open & ~domino(rest & -rest, side);
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
    R = atoi(argv[1]), C = atoi(argv[2]);
    u64 all = (1ULL << R * C) - 1;
    for (int c = 0; c < R * C; c++)
        if (c % C != C - 1) right_open |= 1ULL << c;
    bool left = wins(all, 0), right = wins(all, 1);
    printf("%c", left && right ? 'N' : left ? 'L' : right ? 'R' : 'P');
    for (u64 rest = starts(all, 0); left && rest; rest &= rest - 1) {
        u64 one = rest & -rest;
        int cell = std::countr_zero(one);
        if (!wins(all & ~domino(one, 0), 1)) printf(" vertical((%d, %d))", cell / C, cell % C);
    }
    printf("\n");
}
