// Chomp, every staircase: rows as a path of R + C steps, memo in a hash table, as a contestant writes it.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>

static int rows, columns;
static std::unordered_map<unsigned long long, bool> memo;

static unsigned long long key(const int* length) {
    unsigned long long name = 0;
    for (int r = 0; r < rows; r++) name = name * 16 + length[r];
    return name;
}

// Whether the player to move wins; the poisoned cell is the first of the first row.
static bool wins(const int* length) {
    auto name = key(length);
    auto known = memo.find(name);
    if (known != memo.end()) return known->second;
    bool win = false;
    for (int r = 0; r < rows && !win; r++)
        for (int c = r == 0 ? 1 : 0; c < length[r] && !win; c++) {
            int next[16];
            for (int i = 0; i < rows; i++) next[i] = i >= r && length[i] > c ? c : length[i];
            win = !wins(next);
        }
    return memo[name] = win;
}

int main(int, char** argv) {
    rows = atoi(argv[1]), columns = atoi(argv[2]);
    int full[16];
    for (int r = 0; r < rows; r++) full[r] = columns;
    printf("%s", wins(full) ? "first" : "second");
    for (int r = 0; r < rows; r++)
        for (int c = r == 0 ? 1 : 0; c < columns; c++) {
            int next[16];
            for (int i = 0; i < rows; i++) next[i] = i >= r ? c : columns;
            if (!wins(next)) printf(" (%d, %d)", r, c);
        }
    puts("");
}
