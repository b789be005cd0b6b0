// Connect four on 7 x 6, win, draw or loss by a dedicated bitboard search: 49 bits a position, moves that do not lose
// at once, ordered by the threats they make, null windows and a table. Written for this comparison.
//   connect4 make COUNT SEED     random positions after 12 moves, nobody able to win at once, as pictures
//   connect4 solve < PICTURES    -1, 0 or 1 for the player to move, one a line; time and positions on standard error
#include <bit>
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <random>
#include <string>
#include <vector>
using u64 = uint64_t;
constexpr int W = 7, H = 6;
constexpr u64 BOTTOM = 0x0040810204081ULL, BOARD = BOTTOM * ((1ULL << H) - 1);
constexpr u64 column(int c) { return ((1ULL << H) - 1) << (c * (H + 1)); }

// Cells that complete four for the stones of p, where mask is all stones.
static u64 winning(u64 p, u64 mask) {
    u64 r = (p << 1) & (p << 2) & (p << 3);
    for (int d : {H + 1, H, H + 2}) {
        u64 q = (p << d) & (p << 2 * d);
        r |= q & (p << 3 * d);
        r |= q & (p >> d);
        q = (p >> d) & (p >> 2 * d);
        r |= q & (p << d);
        r |= q & (p >> 3 * d);
    }
    return r & (BOARD ^ mask);
}

static std::vector<u64> table(1 << 24);
static u64 nodes;
static const int ORDER[7] = {3, 2, 4, 1, 5, 0, 6};

// Value of the player to move, who cannot win at once, tested against low..low+1: fail-hard on {-1, 0, 1}.
static int search(u64 me, u64 mask, int left, int low, int high) {
    nodes++;
    u64 next = (mask + BOTTOM) & BOARD, theirs = winning(me ^ mask, mask);
    u64 forced = next & theirs;
    if (forced) {
        if (forced & (forced - 1)) return -1;
        next = forced;
    }
    next &= ~(theirs >> 1);
    if (!next) return -1;
    if (left <= 2) return 0;
    u64 key = me + mask, slot = (key * 0x9e3779b97f4a7c15ULL) >> 40;
    u64 found = table[slot];
    if (found >> 4 == key) {
        int kind = found >> 2 & 3, value = int(found & 3) - 1;
        if (kind == 0 || (kind == 1 && value >= high) || (kind == 2 && value <= low)) return value;
    }
    u64 moves[7];
    int scores[7], count = 0;
    for (int c : ORDER) {
        u64 move = next & column(c);
        if (!move) continue;
        int score = std::popcount(winning(me | move, mask | move)), at = count++;
        while (at > 0 && scores[at - 1] < score) scores[at] = scores[at - 1], moves[at] = moves[at - 1], at--;
        scores[at] = score, moves[at] = move;
    }
    int best = -1, alpha = low;
    for (int i = 0; i < count; i++) {
        int value = -search(me ^ mask, mask | moves[i], left - 1, -high, -alpha);
        if (value > best) best = value;
        if (best > alpha) alpha = best;
        if (best >= high) break;
    }
    int kind = best >= high ? 1 : best <= low ? 2 : 0;
    table[slot] = key << 4 | u64(kind) << 2 | u64(best + 1);
    return best;
}

static int solve(u64 me, u64 mask) {
    u64 next = (mask + BOTTOM) & BOARD;
    if (next & winning(me, mask)) return 1;
    int left = W * H - std::popcount(mask);
    if (search(me, mask, left, 0, 1) >= 1) return 1;
    return search(me, mask, left, -1, 0) >= 0 ? 0 : -1;
}

int main(int argc, char** argv) {
    if (argc > 3 && !strcmp(argv[1], "make")) {
        std::mt19937 chance(atoi(argv[3]));
        for (int made = 0; made < atoi(argv[2]);) {
            u64 me = 0, mask = 0;
            bool good = true;
            for (int ply = 0; ply < 12 && good; ply++) {
                u64 move = (mask + BOTTOM) & BOARD & column(chance() % 7);
                good = move && !(move & winning(me, mask));
                me ^= mask;
                mask |= move;
            }
            if (!good || ((mask + BOTTOM) & BOARD & winning(me, mask))) continue;
            made++;
            printf("X Connect4(\"");
            for (int r = H - 1; r >= 0; r--) {
                for (int c = 0; c < W; c++) {
                    u64 cell = 1ULL << (c * (H + 1) + r);
                    putchar(!(mask & cell) ? '.' : me & cell ? 'X' : 'O');
                }
                if (r) putchar('|');
            }
            printf("\")\n");
        }
        return 0;
    }
    std::clock_t start = std::clock();
    std::string line;
    int count = 0;
    while (std::getline(std::cin, line)) {
        u64 me = 0, mask = 0;
        size_t at = line.find('"') + 1;
        for (int r = H - 1; r >= 0; r--, at++)
            for (int c = 0; c < W; c++, at++) {
                u64 cell = 1ULL << (c * (H + 1) + r);
                if (line[at] != '.') mask |= cell;
                if (line[at] == 'X') me |= cell;
            }
        std::fill(table.begin(), table.end(), 0);
        printf("%d\n", solve(me, mask));
        count++;
    }
    double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    fprintf(stderr, "%d questions, %llu positions, %.3f s, %.0f positions/s\n", count, (unsigned long long)nodes, seconds, nodes / seconds);
}
