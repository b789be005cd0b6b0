// Cram on R x C, at most 8 x 8: the nimber, and all winning first moves. A position plus a nimber is lost or not (Lemoine and
// Viennot 2012): of a sum all components but the largest are valued, the last is asked; options are asked smallest first.
// Components are cut out by flooding and looked up in the least of their images.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>
using u64 = uint64_t;
using u32 = uint32_t;
static const u64 LEFT = 0xFEFEFEFEFEFEFEFEULL, RIGHT = ~0x8080808080808080ULL;
static const u32 EXACT = 1u << 31, ALL = ~0u;
static std::unordered_map<u64, u32> marks; // the nimber with EXACT, or the values it is not

static u64 mirror(u64 x) {
    x = (x >> 1 & 0x5555555555555555ULL) | (x & 0x5555555555555555ULL) << 1;
    x = (x >> 2 & 0x3333333333333333ULL) | (x & 0x3333333333333333ULL) << 2;
    return (x >> 4 & 0x0F0F0F0F0F0F0F0FULL) | (x & 0x0F0F0F0F0F0F0F0FULL) << 4;
}
static u64 transpose(u64 x) {
    u64 t = 0x0F0F0F0F00000000ULL & (x ^ x << 28);
    x ^= t ^ t >> 28, t = 0x3333000033330000ULL & (x ^ x << 14);
    x ^= t ^ t >> 14, t = 0x5500550055005500ULL & (x ^ x << 7);
    return x ^ t ^ t >> 7;
}
static u64 corner(u64 x) {
    x >>= std::countr_zero(x) & ~7;
    u64 f = x | x >> 32;
    f |= f >> 16, f |= f >> 8;
    return x >> std::countr_zero(f & 255);
}
static u64 least(u64 x) {
    u64 best = ~0ULL;
    for (u64 y : {x, transpose(x)})
        for (u64 z : {y, (u64)__builtin_bswap64(y)}) best = std::min({best, corner(z), corner(mirror(z))});
    return best;
}
static int moves(u64 x) { return std::popcount(x & x >> 8) + std::popcount(x & x >> 1 & RIGHT); }

using Sum = std::vector<u64>;
static Sum split(u64 x) {
    Sum sum;
    while (x) {
        u64 part = x & -x, before = 0;
        while (part != before) before = part, part = (part | part << 8 | part >> 8 | (part << 1 & LEFT) | (part >> 1 & RIGHT)) & x;
        x &= ~part;
        if (!(part & (part - 1))) continue;
        u64 key = least(part);
        if (auto twin = std::find(sum.begin(), sum.end(), key); twin != sum.end()) sum.erase(twin);
        else sum.push_back(key);
    }
    return sum;
}
static u32 mark(u64 x) { auto known = marks.find(x); return known == marks.end() ? 0 : known->second; }

static int resolve(u64 x, u32 most);
static bool has(const Sum& sum, u32 value) {
    u64 last = 0;
    for (u64 part : sum)
        if (!(mark(part) & EXACT) && moves(part) >= (last ? moves(last) : 0)) last = part;
    for (u64 part : sum)
        if (part != last) value ^= resolve(part, ALL);
    return last ? resolve(last, value) == (int)value : value == 0;
}
static bool some(const std::vector<Sum>& options, u32 value, u32& excluded) {
    std::vector<std::pair<int, const Sum*>> open;
    bool found = false;
    for (auto& sum : options) {
        u32 rest = 0, count = 0, other = 0;
        int hard = 0;
        for (u64 part : sum)
            if (u32 m = mark(part); m & EXACT) rest ^= m & ~EXACT;
            else count++, other = m, hard = std::max(hard, moves(part) - 6 * std::popcount(m));
        if (count == 0) excluded |= 1u << rest, found |= rest == value;
        else if (count > 1 || !(other >> (rest ^ value) & 1)) open.push_back({hard, &sum});
    }
    if (found) return true;
    std::sort(open.begin(), open.end());
    for (auto& [_, sum] : open)
        if (has(*sum, value)) return true;
    return false;
}
static std::vector<u64> after(u64 x) {
    std::vector<u64> all;
    for (u64 m = x & x >> 8; m; m &= m - 1) all.push_back(x & ~((m & -m) | (m & -m) << 8));
    for (u64 m = x & x >> 1 & RIGHT; m; m &= m - 1) all.push_back(x & ~((m & -m) | (m & -m) << 1));
    return all;
}
static int resolve(u64 x, u32 most) {
    u32 excluded = mark(x);
    if (excluded & EXACT) return excluded & ~EXACT;
    if (most != ALL && excluded >> most & 1) return -1;
    std::vector<Sum> options;
    for (u64 y : after(x)) options.push_back(split(y));
    if (most != ALL && (most > options.size() || some(options, most, excluded))) {
        marks[x] = excluded | 1u << most;
        return -1;
    }
    for (u32 value = 0;; value++) {
        if (excluded >> value & 1) continue;
        if (value == most || !some(options, value, excluded)) {
            marks[x] = EXACT | value;
            return value;
        }
        excluded |= 1u << value;
    }
}

int main(int, char** argv) {
    int R = atoi(argv[1]), C = atoi(argv[2]);
    u64 all = 0;
    for (int r = 0; r < R; r++) all |= ((1ULL << C) - 1) << 8 * r;
    int value = resolve(least(all), ALL);
    printf("%d", value);
    for (int c = 0; value && c < 64; c++)
        for (int down : {0, 1}) {
            u64 one = 1ULL << c, two = one << (down ? 8 : 1), taken = one | two;
            if (c % 8 + 1 - down < C && c / 8 + down < R && c % 8 < C && has(split(all & ~taken), 0))
                printf(" lay((%d, %d), (%d, %d))", c / 8, c % 8, down, 1 - down);
        }
    printf("\n");
}
