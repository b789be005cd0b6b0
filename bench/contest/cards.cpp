// Cards from both ends: the difference of points under best play, over all intervals.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 2;
    std::vector<long long> a(n);
    for (auto& card : a)
        if (scanf("%lld", &card) != 1) return 2;
    std::vector<std::vector<long long>> best(n + 1, std::vector<long long>(n + 1, 0));
    for (int lo = n - 1; lo >= 0; lo--)
        for (int hi = lo + 1; hi <= n; hi++)
            best[lo][hi] = std::max(a[lo] - best[lo + 1][hi], a[hi - 1] - best[lo][hi - 1]);
    printf("%lld\n", best[0][n]);
}
