/* What constants take that no cache of the SM has: one thread of each block reads 32 KB of them, word after word, each load after the last one:
 *   nvcc -arch=sm_90 -O2 -o const_cold tools/h200/const_cold.cu && ./const_cold
 * In turn: one block with all caches cold (256 MB stored before), one block again (the L2 has them), 132 blocks cold and again; then with loads 32, 64, ... bytes apart. It prints how often a
 * load took so many cycles (rounded down to tens), and where the slow ones are: distances between them say how long lines are. */
#include <cstdio>
#include <cstdlib>

#define WORDS 8192
__constant__ int table[WORDS];

__global__ void chase(unsigned short *took, long long *total, int step)
{
    __shared__ volatile unsigned short mine[WORDS];
    int v = 0;
    long long begin = clock64();
    for (int i = 0; i < WORDS; i += step) {
        int t0 = clock();
        v = table[i + v]; /* all zero */
        mine[WORDS - 1] = (unsigned short)v; /* waits for it */
        int t1 = clock();
        mine[i / step] = (unsigned short)(t1 - t0 > 65535 ? 65535 : t1 - t0);
    }
    long long end = clock64();
    if (blockIdx.x == gridDim.x / 2) {
        *total = end - begin;
        for (int i = 0; i < WORDS / step; i++)
            took[i] = mine[i];
    }
}

int main()
{
    static unsigned short host[WORDS];
    unsigned short *took;
    long long *total, all;
    char *flush;
    cudaMalloc(&took, sizeof host);
    cudaMalloc(&total, 8);
    cudaMalloc(&flush, 1 << 28);
    for (int step = 1; step <= 64; step = step == 1 ? 8 : step * 2)
        for (int blocks = 1; blocks <= 132; blocks += 131)
            for (int warm = 0; warm < 2; warm++) {
                int n = WORDS / step;
                if (!warm) {
                    int zero = 0;
                    cudaMemcpyToSymbol(table, &zero, 4);
                    cudaMemset(flush, 1, 1 << 28);
                }
                chase<<<blocks, 1>>>(took, total, step);
                cudaMemcpy(host, took, sizeof(short) * n, cudaMemcpyDeviceToHost);
                cudaMemcpy(&all, total, 8, cudaMemcpyDeviceToHost);
                printf("%d bytes apart, %d blocks, %s: %lld cycles;", step * 4, blocks, warm ? "again" : "cold", all);
                for (int k = 0; k < 200; k++) {
                    int c = 0;
                    for (int i = 0; i < n; i++)
                        c += host[i] / 10 == k;
                    if (c)
                        printf(" %d:%d", k * 10, c);
                }
                printf("\n  slow (byte offset, cycles):");
                for (int i = 0, shown = 0; i < n && shown < 60; i++)
                    if (host[i] >= 60)
                        printf(" %d,%d", i * step * 4, host[i]), shown++;
                printf("\n");
            }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
