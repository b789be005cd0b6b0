// Wall making: Grundy values over all rectangles of a board without marks, by increasing height and width.
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int, char** argv) {
    int rows = atoi(argv[1]), columns = atoi(argv[2]);
    static int value[32][32][32][32];  // r0 c0 r1 c1, half open
    std::vector<int> seen(1024, -1);
    int stamp = 0;
    for (int height = 1; height <= rows; height++)
        for (int width = 1; width <= columns; width++)
            for (int r0 = 0; r0 + height <= rows; r0++)
                for (int c0 = 0; c0 + width <= columns; c0++) {
                    int r1 = r0 + height, c1 = c0 + width;
                    stamp++;
                    for (int r = r0; r < r1; r++)
                        for (int c = c0; c < c1; c++)
                            seen[value[r0][c0][r][c] ^ value[r0][c + 1][r][c1] ^ value[r + 1][c0][r1][c] ^
                                 value[r + 1][c + 1][r1][c1]] = stamp;
                    int least = 0;
                    while (seen[least] == stamp) least++;
                    value[r0][c0][r1][c1] = least;
                }
    printf("%d\n", value[0][0][rows][columns]);
}
