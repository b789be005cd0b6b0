// The textbook loop for the stick game: who wins with n sticks when some numbers may be taken.
//   stick N COUNT TIMES   the takes are 2 + 5 i + (i * i mod 4) for i below COUNT; the whole job is done so many times
#include <cstdio>
#include <cstdlib>
#include <vector>

__attribute__((noinline)) static long losing(int limit, const std::vector<int> &takes) {
    std::vector<char> win(limit + 1, 0);
    for (int n = 1; n <= limit; n++)
        for (int take : takes)
            if (take <= n && !win[n - take]) {
                win[n] = 1;
                break;
            }
    long losing = 0;
    for (int n = 1; n <= limit; n++) losing += !win[n];
    return losing;
}

int main(int argc, char **argv) {
    const int limit = argc > 1 ? atoi(argv[1]) : 1000000, count = argc > 2 ? atoi(argv[2]) : 100;
    const int times = argc > 3 ? atoi(argv[3]) : 1;
    std::vector<int> takes;
    for (int i = 0; i < count; i++) takes.push_back(2 + 5 * i + (i * i) % 4);
    long sum = 0;
    for (int i = 0; i < times; i++) sum += losing(limit, takes);
    printf("%ld\n", sum);
}
