/* What the first accesses of a launch take, one after the other: of data in the same and in other pages, of
 * constants, of code that nobody has executed yet. nvcc -arch=sm_90 -O2 -o first_touch tools/h200/first_touch.cu ncu
 * --cache-control all --clock-control none --metrics sm__cycles_active.max ./first_touch
 *   ./first_touch                                              with warm caches
 * One lane of each block reads words that depend on each other; clocks are taken behind each. Prints, for 1, 16 and
 * 132 blocks and five launches, the cycles of each step: of block 0, and the mean and the greatest of all blocks.
 * On an H200 with emptied caches a word takes 570 to 820 cycles, the launch's first 100 more; in the process's first
 * launch 860 more, and as many again 64 MB on and for the first constant (TLBs). Code 15 KB on takes 60 more. */
#include <cstdio>
#include <cstdlib>

#define STEPS 14
__constant__ int table[16384]; /* zeroes */

static const char *const steps[STEPS] = {"begin",
                                         "a word",
                                         "its line's end",
                                         "4 KB on",
                                         "1 MB on",
                                         "2 MB on",
                                         "4 MB on",
                                         "64 MB on",
                                         "64 MB + 4 KB",
                                         "a constant",
                                         "constant, 8 KB on",
                                         "60 instructions and over 1 KB of code",
                                         "over 15 KB",
                                         "a call over 100 KB"};

template <int N> __device__ static int skip(int x, int never)
{
    if (x == never) { /* never; the code is there all the same */
#pragma unroll
        for (int i = 0; i < N; i++)
            asm volatile("mad.lo.s32 %0, %0, %0, %1;" : "+r"(x) : "r"(i + never));
    }
    return x;
}

__global__ void touch(const int *p, int *out, int never)
{
    int t[STEPS], x = 0;
    size_t own = blockIdx.x * 64;
#define TAKE(i) asm volatile("add.s32 %0, %1, 0;\n\tmov.u32 %0, %%clock;" : "=r"(t[i]) : "r"(x) : "memory")
#define READ(i, bytes)                                                                                               \
    x += ((volatile const int *)p)[own + (bytes) / 4 + x];                                                           \
    if (x == never)                                                                                                  \
        out[1] = x;                                                                                                  \
    TAKE(i)
    TAKE(0);
    READ(1, 0);
    READ(2, 64);
    READ(3, 4096);
    READ(4, 1 << 20);
    READ(5, 2 << 20);
    READ(6, 4 << 20);
    READ(7, 64 << 20);
    READ(8, (64 << 20) + 4096);
    x += table[x];
    if (x == never)
        out[1] = x;
    TAKE(9);
    x += table[2048 + x];
    if (x == never)
        out[1] = x;
    TAKE(10);
    x = skip<64>(x, never);
    TAKE(11);
    x = skip<512>(x, never);
    TAKE(12);
    x = skip<4096>(x, never);
    TAKE(13);
    for (int i = 0; i < STEPS; i++)
        out[2 + blockIdx.x * STEPS + i] = t[i] - (i ? t[i - 1] : t[0]);
    if (x == never)
        out[0] = x;
}

int main()
{
    int *p, *out, *host = (int *)malloc((2 + 132 * STEPS) * sizeof(int));
    cudaMalloc(&p, 80 << 20);
    cudaMalloc(&out, 1 << 20);
    cudaMemset(p, 0, 80 << 20);
    const int grids[] = {1, 16, 132};
    for (int g = 0; g < 3; g++)
        for (int again = 0; again < 5; again++) {
            touch<<<grids[g], 1>>>(p, out, -1);
            cudaMemcpy(host, out, (2 + 132 * STEPS) * sizeof(int), cudaMemcpyDeviceToHost);
            printf("blocks %d:", grids[g]);
            for (int i = 1; i < STEPS; i++) {
                double sum = 0;
                int most = 0;
                for (int b = 0; b < grids[g]; b++) {
                    int c = host[2 + b * STEPS + i];
                    sum += c;
                    most = c > most ? c : most;
                }
                printf(" | %s %d %.0f %d", steps[i], host[2 + i], sum / grids[g], most);
            }
            printf("\n");
        }
    puts(cudaGetErrorString(cudaGetLastError()));
    return 0;
}
