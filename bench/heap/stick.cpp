// The textbook loop for the stick game: who wins with n sticks when some numbers may be taken.
//   stick N COUNT     the takes are 2 + 5 i + (i * i mod 4) for i below COUNT
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
    const int limit = argc > 1 ? atoi(argv[1]) : 1000000, count = argc > 2 ? atoi(argv[2]) : 100;
    std::vector<int> takes;
    for (int i = 0; i < count; i++) takes.push_back(2 + 5 * i + (i * i) % 4);
    std::vector<char> win(limit + 1, 0);
    for (int n = 1; n <= limit; n++)
        for (int take : takes)
            if (take <= n && !win[n - take]) {
                win[n] = 1;
                break;
            }
    long losing = 0;
    for (int n = 1; n <= limit; n++) losing += !win[n];
    printf("%ld\n", losing);
}
