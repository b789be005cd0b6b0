// Clobber on the chequered R x C board, X at the top left: who wins if X (Left) starts and if O does, and all winning
// first moves of X. Depth first with a table of whole boards, moves ordered by how many they leave; no symmetry.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <unordered_map>
#include <vector>
using u64 = uint64_t;
static int R, C;
static std::unordered_map<u64, bool> table;
static const int DR[] = {-1, 0, 0, 1}, DC[] = {0, -1, 1, 0};

struct Step { int from, to, row, column; };
static std::vector<Step> steps;

static int count(u64 own, u64 other) {
    int count = 0;
    for (auto& s : steps) count += own >> s.from & other >> s.to & 1;
    return count;
}

static bool wins(u64 own, u64 other) {
    u64 key = own | other << R * C;
    if (auto known = table.find(key); known != table.end()) return known->second;
    struct Next { int left; u64 own, other; };
    std::vector<Next> next;
    for (auto& s : steps)
        if (own >> s.from & other >> s.to & 1) {
            u64 o = (own & ~(1ULL << s.from)) | 1ULL << s.to, p = other & ~(1ULL << s.to);
            next.push_back({count(p, o), p, o});
        }
    std::stable_sort(next.begin(), next.end(), [](auto& a, auto& b) { return a.left < b.left; });
    bool won = false;
    for (auto& n : next)
        if (!wins(n.own, n.other)) { won = true; break; }
    return table[key] = won;
}

int main(int, char** argv) {
    R = atoi(argv[1]), C = atoi(argv[2]);
    u64 x = 0, o = 0;
    for (int r = 0; r < R; r++)
        for (int c = 0; c < C; c++) {
            ((r + c) % 2 ? o : x) |= 1ULL << (r * C + c);
            for (int d = 0; d < 4; d++)
                if (int i = r + DR[d], j = c + DC[d]; i >= 0 && i < R && j >= 0 && j < C)
                    steps.push_back({r * C + c, i * C + j, DR[d], DC[d]});
        }
    bool left = wins(x, o), right = wins(o, x);
    printf("%c", left && right ? 'N' : left ? 'L' : right ? 'R' : 'P');
    for (auto& s : steps)
        if (left && (x >> s.from & o >> s.to & 1) && !wins(o & ~(1ULL << s.to), (x & ~(1ULL << s.from)) | 1ULL << s.to))
            printf(" clobber((%d, %d), (%d, %d))", s.from / C, s.from % C, s.row, s.column);
    printf("\n");
}
