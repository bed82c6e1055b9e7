/* How many lines of the L1 one load may touch in a cycle:
 *   nvcc -arch=sm_90 -O2 -o l1_gather tools/h200/l1_gather.cu && ./l1_gather
 * One block of 1,024 threads loads words that all hit, again and again, with lanes a number of bytes apart. With lanes 8 to
 * 128 bytes apart (powers of two) lines and bank conflicts are the same in number and cannot be told apart; with lanes 132
 * bytes apart every lane has a line and a bank of its own: 32 cycles a load say that a line is looked up a cycle, 8 that four
 * are, about 1 that only banks count. The last rows are words at random in so many lines. `./l1_gather 1` does the same with
 * one warp (or so many): cycles from a pair of loads, one of each chain, to the next are the latency of such a load and what
 * the second takes longer. `./l1_gather 4 4` does it with four warps of one scheduler: of four times as many only every fourth
 * loads. A third argument, `s`: from shared memory, `1`: one chain of loads, `s1`: both. */
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define WORDS 16384 /* 64 KB: the L1 keeps them; all zero */
#define LOADS 256

__global__ void gather(const int *table, const int *offset, long long *cycles, int *sink, int every, bool two)
{
    int at = offset[threadIdx.x % 32], sum = 0, v = 0, w = 0;
    bool loads = threadIdx.x / 32 % every == 0;
    const char *from = (const char *)table + at;
    for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
        sum += table[i];
    __syncthreads();
    long long begin = clock64();
#pragma unroll 8
    for (int i = 0; i < LOADS && loads; i += 2) { /* the words are zero: two chains of loads, which no compiler can leave out */
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(from + v));
        if (two)
            asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(w) : "l"(from + w + 4));
    }
    sum += v + w;
    __syncthreads();
    long long end = clock64();
    if (threadIdx.x == 0)
        *cycles = end - begin;
    if (sum == 12345)
        *sink = sum;
}

/* The same from shared memory. */
__global__ void gather_shared(const int *offset, long long *cycles, int *sink, int every, bool two)
{
    __shared__ int table[8192 + 64];
    int at = offset[threadIdx.x % 32] % 32768, sum = 0, v = 0, w = 0;
    bool loads = threadIdx.x / 32 % every == 0;
    for (int i = threadIdx.x; i < 8192 + 64; i += blockDim.x)
        table[i] = 0;
    __syncthreads();
    unsigned from = (unsigned)__cvta_generic_to_shared(table) + at;
    long long begin = clock64();
#pragma unroll 8
    for (int i = 0; i < LOADS && loads; i += 2) {
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(from + v));
        if (two)
            asm volatile("ld.shared.u32 %0, [%1];" : "=r"(w) : "r"(from + w + 4));
    }
    sum += v + w;
    __syncthreads();
    long long end = clock64();
    if (threadIdx.x == 0)
        *cycles = end - begin;
    if (sum == 12345)
        *sink = sum;
}

int main(int argc, char **argv)
{
    int warps = argc > 1 ? atoi(argv[1]) : 32, every = argc > 2 ? atoi(argv[2]) : 1;
    const char *how = argc > 3 ? argv[3] : "";
    bool two = !strchr(how, '1');
    int *table, *offset, *sink, host[32];
    long long *cycles, n;
    const int spacings[] = {4, 8, 16, 32, 64, 128, 12, 20, 36, 68, 132, 260, 516}, lines[] = {2, 4, 8, 16, 32};
    cudaMalloc(&table, WORDS * 4);
    cudaMemset(table, 0, WORDS * 4);
    cudaMalloc(&offset, sizeof host);
    cudaMalloc(&cycles, sizeof n);
    cudaMalloc(&sink, 4);
    for (int k = 0; k < 18; k++) {
        for (int lane = 0; lane < 32; lane++)
            host[lane] = k < 13 ? lane * spacings[k] : rand() % lines[k - 13] * 128 + rand() % 32 * 4;
        cudaMemcpy(offset, host, sizeof host, cudaMemcpyHostToDevice);
        for (int round = 0; round < 2; round++)
            if (strchr(how, 's'))
                gather_shared<<<1, 32 * warps * every>>>(offset, cycles, sink, every, two);
            else
                gather<<<1, 32 * warps * every>>>(table, offset, cycles, sink, every, two);
        cudaMemcpy(&n, cycles, sizeof n, cudaMemcpyDeviceToHost);
        int touched = 0, worst = 0;
        for (int bank = 0; bank < 32; bank++) {
            int words = 0;
            for (int lane = 0; lane < 32; lane++) {
                bool first = host[lane] / 4 % 32 == bank;
                for (int before = 0; before < lane; before++)
                    first &= host[before] / 4 != host[lane] / 4;
                words += first;
            }
            worst = words > worst ? words : worst;
        }
        for (int lane = 0; lane < 32; lane++) {
            bool first = true;
            for (int before = 0; before < lane; before++)
                first &= host[before] / 128 != host[lane] / 128;
            touched += first;
        }
        printf("%s %4d: %2d lines, %2d words in one bank: %.2f cycles a load, %.1f a pair of one warp\n", k < 13 ? "bytes apart" : "random, lines",
               k < 13 ? spacings[k] : lines[k - 13], touched, worst, (double)n / (LOADS * warps),
               (double)n / (LOADS / 2));
    }
    return 0;
}
