/* A row a lane: each lane adds up a row of its own, four numbers at a time, as a product of a matrix and a vector
 * does with a thread a row. Every eighth number begins a new sector, every 32nd a new line. Printed are the cycles
 * of a step of four loads in the mean: those that come from memory and begin a line, those that come from memory too
 * (the L2 fetches pairs of sectors), that the L2 has, that the L1 has, of all warps, after the first 64 numbers; and
 * of the whole loop for each number.
 * The same source runs on the card and here:
 *   nvcc -arch=sm_90 -O2 -o rows tools/h200/rows.cu && ./rows
 *   sluice cc -O2 -o rows tools/h200/rows.cu && sluice run -m h200 -- ./rows
 */
#include <cstdio>
#include <vector>

enum { COLUMNS = 512, STEPS = COLUMNS / 4 };

/* The first LOADS of every four numbers. */
template <int LOADS> __global__ void rows(const float *a, unsigned stride, float *sums, unsigned *times)
{
    unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    const float *p = a + (size_t)row * stride;
    float sum = 0;
    unsigned *out = times + row / 32 * (STEPS + 1), begin = (unsigned)clock();
#pragma unroll 1
    for (unsigned step = 0; step < STEPS; step++) {
        unsigned t0, t1;
        float x0, x1 = 0, x2 = 0, x3 = 0;
        asm volatile("mov.u32 %0, %%clock;" : "=r"(t0)::"memory");
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(x0) : "l"(p));
        if (LOADS > 1)
            asm volatile("ld.global.f32 %0, [%1+4];" : "=f"(x1) : "l"(p));
        if (LOADS > 2)
            asm volatile("ld.global.f32 %0, [%1+8];" : "=f"(x2) : "l"(p));
        if (LOADS > 3)
            asm volatile("ld.global.f32 %0, [%1+12];" : "=f"(x3) : "l"(p));
        sum += x0;
        sum += x1;
        sum += x2;
        sum += x3;
        asm volatile("mov.u32 %0, %%clock;" : "=r"(t1), "+f"(sum)::"memory");
        if (threadIdx.x % 32 == 0)
            out[step] = t1 - t0;
        p += 4;
    }
    if (threadIdx.x % 32 == 0)
        out[STEPS] = (unsigned)clock() - begin;
    sums[row] = sum;
}

__global__ void sweep(const float *a, size_t n, float *sum)
{
    float x = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x += a[i];
    if (x == 1.0f)
        *sum = x;
}

int main()
{
    const size_t n = 16u << 20, other = 32u << 20;
    float *a, *sums, *flush;
    unsigned *times;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&flush, other * sizeof(float));
    cudaMalloc(&sums, 8192 * sizeof(float));
    cudaMalloc(&times, 256 * (STEPS + 1) * sizeof(unsigned));
    cudaMemset(a, 0, n * sizeof(float));
    puts("blocks warps stride loads | new lines, from memory, the L2, the L1 | cycles a number");
    const unsigned blocks[] = {1, 1, 1, 1, 1, 1, 1, 1, 1}, warps[] = {1, 1, 1, 1, 8, 8, 2, 8, 16},
                   strides[] = {1024, 1024, 1024, 2080, 1024, 1024, 1024, 1024, 1024},
                   loads[] = {1, 2, 4, 4, 1, 2, 4, 4, 4};
    for (int k = 0; k < 9; k++) {
        sweep<<<132, 256>>>(flush, other, sums);
        (loads[k] == 4   ? rows<4>
         : loads[k] == 2 ? rows<2>
                         : rows<1>)<<<blocks[k], warps[k] * 32>>>(a, strides[k], sums, times);
        unsigned w = blocks[k] * warps[k];
        std::vector<unsigned> t(w * (STEPS + 1));
        cudaMemcpy(t.data(), times, t.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
        double sum[4] = {0, 0, 0, 0}, all = 0;
        unsigned count[4] = {0, 0, 0, 0};
        for (unsigned i = 0; i < w; i++)
            for (unsigned s = 16; s <= STEPS; s++) {
                int kind = s % 8 == 0 ? 0 : s % 4 == 0 ? 1 : s % 4 == 2 ? 2 : 3;
                if (s == STEPS)
                    all += t[i * (STEPS + 1) + s];
                else
                    sum[kind] += t[i * (STEPS + 1) + s], count[kind]++;
            }
        printf("%6u %5u %6u %5u | %7.0f %7.0f %7.0f %7.0f | %7.1f\n", blocks[k], warps[k], strides[k] * 4, loads[k],
               sum[0] / count[0], sum[1] / count[1], sum[2] / count[2], sum[3] / count[3], all / (w * COLUMNS));
    }
    puts(cudaGetErrorString(cudaGetLastError()));
    return 0;
}
