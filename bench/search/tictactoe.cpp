// Tic-tac-toe on 4 x 4, four in a row: every position that play can reach, decided once, depth first, in a table of
// two bits a position by its number in base 3. The program one would write.
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <vector>
static uint16_t lines[10];
static uint32_t powers[17], base3[65536];
static std::vector<uint8_t> table;
static uint64_t reached;

static bool four(uint16_t side) {
    for (uint16_t line : lines)
        if ((side & line) == line) return true;
    return false;
}

// 1 lost, 2 drawn, 3 won for the player to move.
static int value(uint16_t me, uint16_t opp, uint32_t mover) {
    uint64_t number = (mover ? base3[opp] + 2ULL * base3[me] : base3[me] + 2ULL * base3[opp]) * 2 + mover;
    int known = table[number >> 2] >> (number & 3) * 2 & 3;
    if (known) return known;
    reached++;
    int best = 1;
    if (!four(opp)) {
        uint16_t open = ~(me | opp);
        if (!open) best = 2;
        for (uint16_t rest = open; rest; rest &= rest - 1) {
            int here = 4 - value(opp, me | (rest & -rest), !mover);
            if (here > best) best = here;
        }
    }
    table[number >> 2] |= best << (number & 3) * 2;
    return best;
}

int main() {
    std::clock_t start = std::clock();
    powers[0] = 1;
    for (int i = 1; i < 17; i++) powers[i] = powers[i - 1] * 3;
    for (int mask = 1; mask < 65536; mask++) base3[mask] = base3[mask & (mask - 1)] + powers[__builtin_ctz(mask)];
    for (int i = 0; i < 4; i++) lines[i] = 0xf << 4 * i, lines[4 + i] = 0x1111 << i;
    lines[8] = 0x8421, lines[9] = 0x1248;
    table.resize(powers[16] * 2ULL / 4 + 1);
    int result = value(0, 0, 0);
    double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    printf("%s\n", result == 1 ? "second" : result == 2 ? "draw" : "first");
    fprintf(stderr, "%llu positions, %.3f s, %.0f positions/s\n", (unsigned long long)reached, seconds, reached / seconds);
}
