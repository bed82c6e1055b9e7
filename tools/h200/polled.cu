/* Atomics and stores on a word that others poll: what one takes of the thread that does it, and how fast several of them go, by the
 * number of SMs that poll and what they poll.
 *   nvcc -arch=sm_90 -O2 -o polled tools/h200/polled.cu && ./polled
 * A block an SM, one thread each. */
#include <cstdio>

enum { NOTHING, SAME_WORD, SAME_LINE, OTHER_LINE, WHATS };
static const char *const whats[] = {"nothing", "the word", "its line", "another line"};
enum { ATOM, RED, STORE, STORE_FENCE, KINDS };
static const char *const kinds[] = {"atom", "red", "st", "st, fence"};

__global__ void polled(int doers, int what, int kind, int rounds, unsigned *word, volatile unsigned *stop, unsigned *polls, int *took)
{
    volatile unsigned *at = word + (what == SAME_LINE ? 8 : what == OTHER_LINE ? 1024 : 0);
    if ((int)blockIdx.x >= doers) { /* polls until the doers are through */
        unsigned n = 0, seen = 0;
        if (what != NOTHING)
            while (*stop < (unsigned)doers) {
                for (int k = 0; k < 16; k++)
                    seen += *at;
                n += 16;
            }
        atomicAdd(polls, n + (seen == 12345));
        return;
    }
    for (int k = 0; k < 2000; k++)
        asm volatile("" ::: "memory");
    long long begin = clock64();
    while (clock64() - begin < 20000)
        ;
    begin = clock64();
    unsigned v = 0;
    for (int r = 0; r < rounds; r++) {
        if (kind == ATOM)
            v = atomicAdd(word, 1 + (v >> 31));
        else if (kind == RED)
            asm volatile("red.global.add.u32 [%0], 1;" ::"l"(word) : "memory");
        else
            *(volatile unsigned *)word = r;
        if (kind == STORE_FENCE)
            __threadfence();
    }
    if (kind != ATOM)
        __threadfence();
    took[blockIdx.x] = (int)((clock64() - begin) * 10 / rounds) + (v >> 31);
    atomicAdd((unsigned *)stop, 1);
}

int main()
{
    unsigned *mem;
    int *took;
    static int got[132];
    cudaMalloc(&mem, 1 << 20);
    cudaMalloc(&took, sizeof got);
    static const int doers[] = {1, 8, 66};
    static const int pollers[] = {1, 8, 33, 66, 131};
    for (int kind = 0; kind < KINDS; kind++)
        for (int d = 0; d < 3; d++)
            for (int what = 0; what < WHATS; what++)
                for (int p = 0; p < 5; p++) {
                    int n = pollers[p], rounds = 200;
                    unsigned polls = 0;
                    if (doers[d] + n > 132 || (what == NOTHING && p) || (kind && what == OTHER_LINE) || (d == 1 && n != 66))
                        continue;
                    cudaMemset(mem, 0, 1 << 20);
                    polled<<<doers[d] + n, 32 / 32>>>(doers[d], what, kind, rounds, mem, mem + 65536, mem + 131072, took);
                    cudaMemcpy(got, took, sizeof got, cudaMemcpyDeviceToHost);
                    cudaMemcpy(&polls, mem + 131072, 4, cudaMemcpyDeviceToHost);
                    double sum = 0;
                    for (int k = 0; k < doers[d]; k++)
                        sum += got[k] / 10.0 / doers[d];
                    printf("%s by %d SMs, %d poll %s: %.1f cycles each, %u polls %s\n", kinds[kind], doers[d], n, whats[what], sum, polls, cudaGetErrorString(cudaGetLastError()));
                }
    return 0;
}
