// Cram values of larger boards: the board falls into parts that are valued alone; a part is looked up under its least image by shifts,
// mirrors and transposition. Prints the columns of the other programs.
// g++ -O2 -std=c++20 -o cram cram.cpp && ./cram
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <unordered_map>
#include <utility>
using u64 = uint64_t;

// Cell (row, column) is bit 8 * row + column; at most 8 x 8.
static const u64 NOT_FIRST = 0xFEFEFEFEFEFEFEFEull, NOT_LAST = 0x7F7F7F7F7F7F7F7Full;
static std::unordered_map<u64, unsigned char> memo;

static u64 to_corner(u64 f) {
    while (!(f & 0xFFull)) f >>= 8;
    while (!(f & 0x0101010101010101ull)) f >>= 1;
    return f;
}
static u64 image(u64 f, int how) {  // bit 0: mirror, bit 1: flip, bit 2: transpose
    u64 g = 0;
    for (; f; f &= f - 1) {
        int i = __builtin_ctzll(f), r = i / 8, c = i % 8;
        if (how & 1) c = 7 - c;
        if (how & 2) r = 7 - r;
        if (how & 4) std::swap(r, c);
        g |= 1ull << (8 * r + c);
    }
    return to_corner(g);
}
static u64 least(u64 f) {
    u64 best = ~0ull;
    for (int how = 0; how < 8; how++) best = std::min(best, image(f, how));
    return best;
}
static u64 part_of(u64 f, u64 cell) {
    for (u64 s = cell;;) {
        u64 t = (s | s << 8 | s >> 8 | (s << 1 & NOT_FIRST) | (s >> 1 & NOT_LAST)) & f;
        if (t == s) return s;
        s = t;
    }
}
static int value(u64 f);
static int sum(u64 f) {
    int x = 0;
    while (f) {
        u64 part = part_of(f, f & -f);
        f &= ~part;
        if (part & (part - 1)) x ^= value(part);
    }
    return x;
}
static int value(u64 f) {
    f = least(f);
    auto it = memo.find(f);
    if (it != memo.end()) return it->second;
    u64 seen = 0;
    for (u64 m = f & f >> 8; m; m &= m - 1) seen |= 1ull << sum(f & ~((m & -m) | (m & -m) << 8));
    for (u64 m = f & f >> 1 & NOT_LAST; m; m &= m - 1) seen |= 1ull << sum(f & ~((m & -m) | (m & -m) << 1));
    int x = __builtin_ctzll(~seen);
    memo[f] = x;
    return x;
}

int main() {
    for (auto [rows, cols] : {std::pair{3, 3}, {3, 5}, {4, 5}, {5, 5}, {4, 7}, {5, 6}, {5, 7}}) {
        u64 f = 0;
        for (int r = 0; r < rows; r++) for (int c = 0; c < cols; c++) f |= 1ull << (8 * r + c);
        printf("Cram\tgrundy\tCram(R=%d, C=%d)\t%d\theavy\n", rows, cols, value(f));
        fflush(stdout);
    }
}
