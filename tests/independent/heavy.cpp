// Brute force that Python is too slow for. Prints the same columns: game, query, position, answer, weight.
// g++ -O2 -o heavy heavy.cpp && ./heavy
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>
using u64 = uint64_t;

static void row(const std::string& game, const std::string& query, const std::string& position, const std::string& answer) {
    printf("%s\t%s\t%s\t%s\theavy\n", game.c_str(), query.c_str(), position.c_str(), answer.c_str());
}
static std::string joined(const std::vector<std::string>& v) {
    std::string s;
    for (auto& x : v) s += (s.empty() ? "" : "; ") + x;
    return s;
}
static std::string num(int n) { return std::to_string(n); }

// Can I Win: a set of used numbers is won for the mover if he can reach the total or leave a lost set.
static void can_i_win() {
    for (int n = 1; n <= 20; n++) {
        int full = (1 << n) - 1;
        std::vector<int> sum(1 << n);
        for (int m = 1; m <= full; m++) sum[m] = sum[m & (m - 1)] + __builtin_ctz(m) + 1;
        std::vector<char> won(1 << n);
        for (int total = 1; total <= 300; total++) {
            std::string position = "CanIWin(n=" + num(n) + ", total=" + num(total) + ")";
            if (sum[full] < total) {
                row("CanIWin", "winner", position, "draw");
                continue;
            }
            for (int m = full; m >= 0; m--) {  // supersets first; sets already at the total are over and lost for the mover
                char w = 0;
                if (sum[m] < total)
                    for (int free = full & ~m; free && !w; free &= free - 1) w = !won[m | (free & -free)];
                won[m] = w;
            }
            std::vector<std::string> picks;
            for (int k = 1; k <= n; k++)
                if (!won[1 << (k - 1)]) picks.push_back("pick(" + num(k) + ")");
            row("CanIWin", "winner", position, picks.empty() ? "second" : "first");
            row("CanIWin", "winning_moves", position, joined(picks));
        }
    }
}

// Dots and boxes 3 x 3: margins of all 2^24 sets of open edges, smaller sets first.
static void dots(int R, int C) {
    std::vector<std::pair<int, int>> edges;
    for (int r = 0; r <= 2 * R; r++)
        for (int c = 0; c <= 2 * C; c++)
            if ((r + c) % 2) edges.push_back({r, c});
    int n = edges.size();
    auto index = [&](int r, int c) { for (int i = 0; i < n; i++) if (edges[i] == std::make_pair(r, c)) return i; return -1; };
    std::vector<std::vector<unsigned>> touching(n);
    for (int r = 1; r < 2 * R; r += 2)
        for (int c = 1; c < 2 * C; c += 2) {
            unsigned b = 1u << index(r - 1, c) | 1u << index(r + 1, c) | 1u << index(r, c - 1) | 1u << index(r, c + 1);
            for (int i = 0; i < n; i++) if (b >> i & 1) touching[i].push_back(b);
        }
    std::vector<signed char> best(1u << n);
    auto after = [&](unsigned m, int i) {
        unsigned q = m & ~(1u << i);
        int won = 0;
        for (unsigned b : touching[i]) won += !(q & b);
        return won ? won + best[q] : -best[q];
    };
    for (unsigned m = 1; m < (1u << n); m++) {
        int v = -100;
        for (unsigned rest = m; rest; rest &= rest - 1) v = std::max(v, after(m, __builtin_ctz(rest)));
        best[m] = v;
    }
    unsigned full = (1u << n) - 1;
    std::vector<std::string> moves;
    for (int i = 0; i < n; i++)
        if (after(full, i) == best[full]) moves.push_back("rule_off((" + num(edges[i].first) + ", " + num(edges[i].second) + "))");
    std::string position = "DotsAndBoxes(R=" + num(R) + ", C=" + num(C) + ")";
    row("DotsAndBoxes", "margin", position, num(best[full]));
    row("DotsAndBoxes", "best_moves", position, joined(moves));
}

// Domineering and Cram on bit boards, plain memo search. `cols` bits to a row.
struct Dominoes {
    int rows, cols;
    u64 left_edge_free;  // cells whose right neighbour is on the board
    std::unordered_map<u64, char> memo[2];
    std::unordered_map<u64, int> values;
    Dominoes(int r, int c) : rows(r), cols(c), left_edge_free(0) {
        for (int i = 0; i < r; i++) for (int j = 0; j + 1 < c; j++) left_edge_free |= 1ull << (i * c + j);
    }
    u64 full() { return (1ull << (rows * cols)) - 1; }
    u64 upright(u64 f) { return f & (f >> cols); }
    u64 level(u64 f) { return f & (f >> 1) & left_edge_free; }
    bool wins(u64 f, int p) {
        auto it = memo[p].find(f);
        if (it != memo[p].end()) return it->second;
        bool w = false;
        int step = p == 0 ? cols : 1;
        for (u64 m = p == 0 ? upright(f) : level(f); m && !w; m &= m - 1) {
            u64 low = m & -m;
            w = !wins(f & ~(low | low << step), 1 - p);
        }
        memo[p][f] = w;
        return w;
    }
    int grundy(u64 f) {
        auto it = values.find(f);
        if (it != values.end()) return it->second;
        u64 seen = 0;
        for (int way = 0; way < 2; way++)
            for (u64 m = way ? level(f) : upright(f); m; m &= m - 1) {
                u64 low = m & -m;
                seen |= 1ull << grundy(f & ~(low | low << (way ? 1 : cols)));
            }
        return values[f] = __builtin_ctzll(~seen);
    }
};

static void domineering() {
    for (int r = 1; r <= 6; r++)
        for (int c = 1; c <= 6; c++) {
            Dominoes d(r, c);
            bool l = d.wins(d.full(), 0), rr = d.wins(d.full(), 1);
            row("Domineering", "outcome", "Domineering(R=" + num(r) + ", C=" + num(c) + ")", l && rr ? "N" : l ? "L" : rr ? "R" : "P");
        }
}

static void cram() {
    for (auto [r, c] : {std::pair{4, 5}, {3, 7}, {5, 5}, {4, 6}, {3, 8}, {3, 9}}) {
        Dominoes d(r, c);
        row("Cram", "grundy", "Cram(R=" + num(r) + ", C=" + num(c) + ")", num(d.grundy(d.full())));
    }
}

// Connect k on small boards: minimax with a memo on (stones of the mover, all stones).
struct Connect {
    int R, C, K;
    std::vector<u64> lines;
    std::unordered_map<u64, signed char> memo;
    Connect(int r, int c, int k) : R(r), C(c), K(k) {
        int dr[] = {0, 1, 1, 1}, dc[] = {1, 0, 1, -1};
        for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) for (int d = 0; d < 4; d++) {
            int a = i + dr[d] * (k - 1), b = j + dc[d] * (k - 1);
            if (a < r && b >= 0 && b < c) {
                u64 m = 0;
                for (int s = 0; s < k; s++) m |= 1ull << ((i + dr[d] * s) * c + j + dc[d] * s);
                lines.push_back(m);
            }
        }
    }
    int value(u64 me, u64 all) {  // 1 the mover wins, 0 draw, -1 loses
        u64 foe = all ^ me;
        for (u64 m : lines) if ((foe & m) == m) return -1;
        u64 key = me | all << 32;
        auto it = memo.find(key);
        if (it != memo.end()) return it->second;
        int best = -2;
        for (int c = 0; c < C && best < 1; c++)
            for (int r = R - 1; r >= 0; r--) {
                u64 b = 1ull << (r * C + c);
                if (!(all & b)) {
                    best = std::max(best, -value(foe, all | b));
                    break;
                }
            }
        if (best == -2) best = 0;
        memo[key] = best;
        return best;
    }
};

static void connect() {
    for (auto [r, c, k] : {std::array{4, 5, 3}, {5, 4, 3}, {5, 5, 3}, {4, 5, 4}, {5, 4, 4}, {5, 5, 4}}) {
        Connect g(r, c, k);
        int v = g.value(0, 0);
        std::string position = "Connect4(R=" + num(r) + ", C=" + num(c) + ", K=" + num(k) + ")";
        row("Connect4", "winner", position, v > 0 ? "first" : v < 0 ? "second" : "draw");
        std::vector<std::string> moves;
        if (v > 0)
            for (int j = 0; j < c; j++)
                if (g.value(0, 1ull << ((r - 1) * c + j)) < 0) moves.push_back("drop(" + num(j) + ", " + num(r - 1) + ")");
        row("Connect4", "winning_moves", position, joined(moves));
    }
}

// Clobber from the chequered board, X on the top left; outcome by memo search.
struct Clobber {
    int R, C;
    std::unordered_map<u64, char> memo;
    bool wins(u64 me, u64 foe) {
        u64 key = me | foe << 32;
        auto it = memo.find(key);
        if (it != memo.end()) return it->second;
        bool w = false;
        for (int i = 0; i < R * C && !w; i++)
            if (me >> i & 1) {
                int r = i / C, c = i % C;
                int to[4] = {r > 0 ? i - C : -1, c > 0 ? i - 1 : -1, c + 1 < C ? i + 1 : -1, r + 1 < R ? i + C : -1};
                for (int t : to)
                    if (t >= 0 && foe >> t & 1 && !w) w = !wins(foe & ~(1ull << t), (me & ~(1ull << i)) | 1ull << t);
            }
        return memo[key] = w;
    }
};

static void clobber() {
    for (auto [r, c] : {std::pair{1, 8}, {2, 2}, {2, 3}, {2, 4}, {2, 5}, {3, 3}, {3, 4}, {2, 6}, {3, 5}, {4, 4}, {4, 5}}) {
        Clobber g{r, c, {}};
        u64 x = 0, o = 0;
        std::string picture;
        for (int i = 0; i < r; i++) {
            if (i) picture += "|";
            for (int j = 0; j < c; j++) {
                ((i + j) % 2 ? o : x) |= 1ull << (i * c + j);
                picture += (i + j) % 2 ? "O" : "X";
            }
        }
        bool l = g.wins(x, o), rr = g.wins(o, x);
        row("Clobber", "outcome", "Clobber(\"" + picture + "\")", l && rr ? "N" : l ? "L" : rr ? "R" : "P");
    }
}

// Sim on six points: who completes a triangle loses; edges coloured by two 15-bit sets.
struct Sim {
    int n, m = 0;
    std::vector<unsigned> triangles;
    std::unordered_map<unsigned, signed char> memo;
    explicit Sim(int points) : n(points) {
        std::vector<std::vector<int>> e(n, std::vector<int>(n));
        for (int a = 0; a < n; a++) for (int b = a + 1; b < n; b++) e[a][b] = m++;
        for (int a = 0; a < n; a++) for (int b = a + 1; b < n; b++) for (int c = b + 1; c < n; c++)
            triangles.push_back(1u << e[a][b] | 1u << e[b][c] | 1u << e[a][c]);
    }
    int value(unsigned me, unsigned foe) {
        for (unsigned t : triangles) if ((foe & t) == t) return 1;
        unsigned key = me | foe << 15;
        auto it = memo.find(key);
        if (it != memo.end()) return it->second;
        int best = -2;
        for (int i = 0; i < m && best < 1; i++)
            if (!((me | foe) >> i & 1)) best = std::max(best, -value(foe, me | 1u << i));
        if (best == -2) best = 0;
        return memo[key] = best;
    }
};

// Values of one heap from which a number of a set may be taken.
static std::vector<unsigned char> taking(int most, const std::vector<int>& takes) {
    std::vector<unsigned char> value(most + 1);
    for (int n = 1; n <= most; n++) {
        u64 seen[4] = {};
        for (int k : takes)
            if (k <= n) seen[value[n - k] >> 6] |= 1ull << (value[n - k] & 63);
        int x = 0;
        while (seen[x >> 6] >> (x & 63) & 1) x++;
        value[n] = x;
    }
    return value;
}

static void takes() {
    std::vector<int> fibonacci = {1, 2};
    while (fibonacci.back() + fibonacci[fibonacci.size() - 2] <= 3000000) fibonacci.push_back(fibonacci.back() + fibonacci[fibonacci.size() - 2]);
    auto v = taking(3000000, fibonacci);
    for (int n : {100000, 1000000, 2178309, 2999999, 3000000}) row("Pimber", "grundy", "Pimber(" + num(n) + ")", num(v[n]));
    std::vector<int> sticks;  // 100 takes by the generator of Park and Miller
    u64 seed = 7;
    for (int i = 0; i < 100; i++) {
        seed = seed * 48271 % 2147483647;
        sticks.push_back(1 + seed % 1000);
    }
    std::string set;
    for (int k : sticks) set += (set.empty() ? "" : ", ") + num(k);
    v = taking(1000000, sticks);
    std::vector<int> sizes = {999, 10000, 999999, 1000000};
    for (int n = 1000000; n > 0 && sizes.size() < 8; n--)
        if (!v[n]) sizes.push_back(n);
    for (int n : sizes)
        row("Subtraction", "winner", "Subtraction(" + num(n) + ", S={" + set + "})", v[n] ? "first" : "second");
}

int main() {
    can_i_win();
    takes();
    dots(2, 3);
    dots(3, 3);
    domineering();
    cram();
    connect();
    clobber();
    Sim sim(6);
    int v = sim.value(0, 0);
    row("Sim", "winner", "Sim(n=6)", v > 0 ? "first" : v < 0 ? "second" : "draw");
}
