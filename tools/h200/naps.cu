/* How long nanosleep lasts, in a row and beside a warp that computes:
 *   tools/h200/build-ptx.sh tools/h200/naps.cu FILE.ptx naps && ./naps
 * Here: sluice cc -O2 -o naps tools/h200/naps.cu && sluice run -m h200 -- ./naps
 * Each line: blocks, warps of each, what nanosleep is given, then cycles. The first nap ends early: a clock ends it. */
#include <algorithm>
#include <cstdio>
#include <vector>

__global__ void nap(unsigned t, int loops, unsigned *out)
{
    for (int k = 0; k < loops; k++) {
        long long a = clock64();
        asm volatile("nanosleep.u32 %0;" ::"r"(t) : "memory");
        long long b = clock64();
        if (threadIdx.x % 32 == 0)
            out[(blockIdx.x * blockDim.x + threadIdx.x) / 32 * loops + k] = (unsigned)(b - a);
    }
}

__global__ void beside(unsigned t, unsigned *out)
{
    long long a = clock64();
    unsigned v = threadIdx.x;
    if (threadIdx.x >= 32)
        asm volatile("nanosleep.u32 %0;" ::"r"(t) : "memory");
    else
        for (int i = 0; i < 1000; i++)
            asm volatile("mad.lo.u32 %0, %0, %0, %0;" : "+r"(v));
    long long b = clock64();
    out[threadIdx.x] = (unsigned)(b - a) + (v == 1);
}

int main()
{
    unsigned *out;
    std::vector<unsigned> h;
    cudaMalloc(&out, 1 << 22);
    for (int blocks : {1, 132})
        for (int warps : {1, 8, 32})
            for (unsigned t : {0u, 20u, 32u, 40u, 64u, 100u, 128u, 200u, 256u, 500u, 1000u, 2000u, 5000u, 10000u, 100000u, 1000000u, 2000000u}) {
                int loops = t >= 100000 ? 4 : 32;
                for (int twice = 0; twice < 2; twice++)
                    nap<<<blocks, warps * 32>>>(t, loops, out);
                h.resize(blocks * warps * loops);
                cudaMemcpy(h.data(), out, h.size() * 4, cudaMemcpyDeviceToHost);
                std::sort(h.begin(), h.end());
                double sum = 0;
                for (unsigned x : h)
                    sum += x;
                printf("blocks %d warps %d nap %u: least %u median %u mean %.0f most %u\n", blocks, warps, t, h[0], h[h.size() / 2],
                       sum / h.size(), h.back());
            }
    for (unsigned t : {0u, 100u, 1000u}) {
        for (int twice = 0; twice < 2; twice++)
            beside<<<1, 1024>>>(t, out);
        h.resize(1024);
        cudaMemcpy(h.data(), out, 4096, cudaMemcpyDeviceToHost);
        printf("beside a nap of %u: computes %u, naps %u to %u\n", t, h[0], *std::min_element(h.begin() + 32, h.end()),
               *std::max_element(h.begin() + 32, h.end()));
    }
    return cudaDeviceSynchronize();
}
