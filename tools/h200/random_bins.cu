/* Reductions on random words: what a histogram in global memory pays, by its bins, by type, with 1 to 132 SMs:
 *   tools/h200/build-ptx.sh tools/h200/random_bins.cu FILE.ptx random_bins && ./random_bins
 * Here: sluice cc -O2 -o random_bins tools/h200/random_bins.cu && sluice run -m h200 -- ./random_bins
 * Each line: bins, then for blocks x warps: cycles of the slowest block for one reduction of one warp of its own. */
#include <cstdio>
#include <cstdlib>
#include <vector>
__device__ __forceinline__ unsigned mixed(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}
template <class T> __global__ void bins(T *p, unsigned mask, int loops, long long *took)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    __syncthreads();
    long long begin = clock64();
#pragma unroll 1
    for (int k = 0; k < loops; k++)
        atomicAdd(p + (mixed(i * 64 + k) & mask), (T)1);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
}
template <class T> static void rows(const char *type, T *p, long long *took)
{
    std::vector<long long> h(132);
    for (unsigned n = 1; n <= 1 << 20; n *= n < 1024 ? 4 : 8) {
        printf("%s %7u:", type, n);
        for (int blocks : {1, 16, 132})
            for (int warps : {1, 8, 32}) {
                int loops = blocks * warps > 256 ? 16 : 32;
                for (int twice = 0; twice < 2; twice++)
                    bins<T><<<blocks, warps * 32>>>(p, n - 1, loops, took);
                cudaMemcpy(h.data(), took, blocks * 8, cudaMemcpyDeviceToHost);
                long long most = 0;
                for (int b = 0; b < blocks; b++)
                    most = h[b] > most ? h[b] : most;
                printf(" %dx%d %.1f", blocks, warps, (double)most / loops / warps);
            }
        printf("\n");
    }
}
int main(void)
{
    long long *took;
    void *p;
    cudaMalloc(&took, 132 * 8);
    cudaMalloc(&p, 16 << 20);
    p = (void *)(((size_t)p + (2 << 20) - 1) & -(size_t)(2 << 20)); /* as large ones lie on the card */
    cudaMemset(p, 0, 8 << 20);
    rows("u32", (unsigned *)p, took);
    rows("f32", (float *)p, took);
    return cudaDeviceSynchronize();
}
