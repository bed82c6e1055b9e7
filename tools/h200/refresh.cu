/* How long single cold loads take, and the slowest of many at once: what DRAM's refresh shows as.
 *   nvcc -arch=sm_90 -O2 -o refresh tools/h200/refresh.cu && ./refresh
 * First one thread reads 32,768 words one after the other, each in a line of its own that no cache has: percentiles, and a histogram in steps of 32
 * cycles. Then every SM has 1, 4, 16 or 64 warps that read one cold line each, all at once: percentiles of a warp's
 * load, for each of eight launches. Last one thread reads a word again and again, thrown out of the L2 each time, 96 times, at each of 768 places: lines
 * `again PLACE CLOCK CYCLES`, from which one sees how far apart the slow ones are, and whether two places have them at the same time. The caches are
 * emptied by reading 512 MB, or as many as the first argument says; 0 for a simulator that empties them at each launch (and -DWITHOUT_DISCARD
 * for one without PTX's discard). */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define MB (1 << 20)
#define LOADS 32768
#define AGAIN 96

__global__ void evict(const float *p, size_t n, float *to)
{
    float s = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        s += p[i];
    if (s == 12345)
        *to = s;
}

__global__ void chase(const char *base, size_t stride, int *cycles)
{
    __shared__ volatile int word;
    int v = 0;
    for (int i = 0; i < LOADS; i++) {
        long long begin = clock64();
        asm volatile("ld.global.cv.u32 %0, [%1];" : "=r"(v) : "l"(base + i * stride + v) : "memory");
        word = v; /* waits for it, and what follows is issued in order */
        cycles[i] = (int)(clock64() - begin);
    }
}

#ifndef WITHOUT_DISCARD
__global__ void again(const char *base, const size_t *at, int places, int *cycles, long long *when)
{
    __shared__ volatile int word;
    int v = 0;
    for (int k = 0; k < places; k++) {
        const char *from = base + at[k];
        for (int i = 0; i < AGAIN; i++) {
            asm volatile("discard.global.L2 [%0], 128;" ::"l"(from) : "memory");
            __threadfence();
            __nanosleep((i * 37 + k * 11) % 128);
            long long begin = clock64();
            asm volatile("ld.global.cv.u32 %0, [%1];" : "=r"(v) : "l"(from) : "memory");
            word = v;
            cycles[k * AGAIN + i] = (int)(clock64() - begin);
            when[k * AGAIN + i] = begin;
        }
    }
}
#endif

__global__ void at_once(const float *from, int *cycles, float *to)
{
    size_t warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    long long begin = clock64();
    float v;
    asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(from + warp * 32 + threadIdx.x % 32) : "memory");
    if (v == 12345)
        *to = v;
    long long end = clock64();
    if (threadIdx.x % 32 == 0)
        cycles[warp] = (int)(end - begin);
}

static void percentiles(const char *what, std::vector<int> v)
{
    size_t n = v.size();
    std::sort(v.begin(), v.end());
    double sum = 0;
    for (int x : v)
        sum += x;
    printf("%-28s mean %7.1f  p1 %5d  p10 %5d  p25 %5d  p50 %5d  p75 %5d  p90 %5d  p95 %5d  p99 %5d  most %5d\n", what, sum / n, v[n / 100],
           v[n / 10], v[n / 4], v[n / 2], v[n * 3 / 4], v[n * 9 / 10], v[n * 19 / 20], v[n * 99 / 100], v[n - 1]);
}

int main(int argc, char **argv)
{
    char *base;
    float *other, *to;
    int *cycles;
    long long *when;
    size_t stride = 4096 + 128, size = LOADS * stride, away = (size_t)(argc > 1 ? atoi(argv[1]) : 512) * MB;
    cudaMalloc(&base, size);
    cudaMalloc(&other, away + 4);
    cudaMalloc(&to, 4);
    cudaMalloc(&cycles, LOADS * sizeof *cycles);
    cudaMalloc(&when, LOADS * sizeof *when);
    cudaMemset(base, 0, size);
    cudaMemset(other, 0, away);
    evict<<<264, 1024>>>(other, away / 4, to);
    chase<<<1, 1>>>(base, stride, cycles);
    std::vector<int> v(LOADS);
    cudaMemcpy(v.data(), cycles, LOADS * sizeof(int), cudaMemcpyDeviceToHost);
    percentiles("one after the other", v);
    std::vector<int> bins(64);
    for (int x : v)
        bins[std::min(x / 32, 63)]++;
    for (int i = 0; i < 64; i++)
        if (bins[i])
            printf("  %5d %6d\n", i * 32, bins[i]);
    for (int warps = 1; warps <= 64; warps *= 4)
        for (int round = 0; round < 8; round++) {
            int blocks = warps > 32 ? 264 : 132, threads = warps > 32 ? 1024 : warps * 32, n = 132 * warps;
            evict<<<264, 1024>>>(other, away / 4, to);
            at_once<<<blocks, threads>>>((const float *)base, cycles, to);
            std::vector<int> u(n);
            cudaMemcpy(u.data(), cycles, n * sizeof(int), cudaMemcpyDeviceToHost);
            char what[64];
            snprintf(what, sizeof what, "%d warps an SM", warps);
            percentiles(what, u);
        }
#ifndef WITHOUT_DISCARD
    std::vector<size_t> at;
    for (size_t k = 0; k < 256; k++)
        at.push_back(k * 256);
    for (size_t k = 0; k < 256; k++)
        at.push_back(k * 4096);
    for (size_t k = 0; k < 256; k++)
        at.push_back(k * 65536 * 8);
    size_t *places, n = at.size();
    cudaMalloc(&places, n * sizeof *places);
    cudaFree(cycles);
    cudaFree(when);
    cudaMalloc(&cycles, n * AGAIN * sizeof *cycles);
    cudaMalloc(&when, n * AGAIN * sizeof *when);
    cudaMemcpy(places, at.data(), n * sizeof *places, cudaMemcpyHostToDevice);
    again<<<1, 1>>>(base, places, n, cycles, when);
    std::vector<long long> t(n * AGAIN);
    v.resize(n * AGAIN);
    cudaMemcpy(v.data(), cycles, n * AGAIN * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(t.data(), when, n * AGAIN * sizeof(long long), cudaMemcpyDeviceToHost);
    for (size_t k = 0; k < n * AGAIN; k++)
        printf("again %zu %lld %d\n", at[k / AGAIN], t[k] - t[0], v[k]);
#endif
    return cudaDeviceSynchronize();
}
