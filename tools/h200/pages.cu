/* Is a cold read slow because its page is new, or because DRAM is? One thread of one block reads a word at a time:
 *   nvcc -arch=sm_90 -O2 -o pages tools/h200/pages.cu && ./pages
 * first the first word of each 2 MB, then words elsewhere in the same pages, then words 4 KB apart in one page; before
 * each of these other data have gone through the L2 (they stay within another 512 MB, so the pages are no longer known
 * either, if so many are forgotten). Prints percentiles of the cycles of a load, with the clock's own in them. */
#include <algorithm>
#include <cstdio>
#include <vector>

#define MB (1 << 20)
#define LOADS 128

__global__ void evict(float *p, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] += 1;
}

__global__ void chase(const char *base, size_t first, size_t stride, int *cycles)
{
    __shared__ int kept[LOADS];
    __shared__ volatile int word;
    int v = 0;
    for (int i = 0; i < LOADS; i++) {
        long long begin = clock64();
        asm volatile("ld.global.cv.u32 %0, [%1];" : "=r"(v) : "l"(base + first + i * stride + v) : "memory");
        word = v; /* waits for it, and what follows is issued in order */
        kept[i] = (int)(clock64() - begin);
    }
    for (int i = 0; i < LOADS; i++)
        cycles[i] = kept[i];
}

int main()
{
    char *base;
    float *other;
    int *cycles;
    size_t size = (size_t)LOADS * 2 * MB, away = (size_t)512 * MB;
    cudaMalloc(&base, size);
    cudaMalloc(&other, away);
    cudaMalloc(&cycles, LOADS * sizeof *cycles);
    cudaMemset(base, 0, size);
    cudaMemset(other, 0, away);
    const struct {
        const char *what;
        size_t first, stride;
        bool evict;
    } t[] = {{"a page each, all forgotten", 0, 2 * MB, true},
             {"the same pages again, other words", 64 * 1024, 2 * MB, false},
             {"the same words again (L2)", 64 * 1024, 2 * MB, false},
             {"one page, 4 KB apart, all forgotten", 0, 4096, true},
             {"that page again, other words", 2048, 4096, false}};
    for (int round = 0; round < 3; round++)
        for (int k = 0; k < 5; k++) {
            if (t[k].evict)
                evict<<<264, 1024>>>(other, away / 4);
            chase<<<1, 1>>>(base, t[k].first, t[k].stride, cycles);
            std::vector<int> v(LOADS);
            cudaMemcpy(v.data(), cycles, LOADS * sizeof(int), cudaMemcpyDeviceToHost);
            int start = v[0];
            std::sort(v.begin(), v.end());
            double sum = 0;
            for (int x : v)
                sum += x;
            printf("%-38s first %5d  mean %7.1f  p10 %5d  p50 %5d  p90 %5d  most %5d\n", t[k].what, start, sum / LOADS, v[LOADS / 10], v[LOADS / 2],
                   v[LOADS * 9 / 10], v[LOADS - 1]);
        }
    return cudaDeviceSynchronize();
}
