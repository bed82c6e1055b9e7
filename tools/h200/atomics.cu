// What global atomics take: latency of one warp's (chain: additions, exchanges, and loads beside them), and what each costs an SM or all of
// them (rate: without and with an answer), by type, lanes and where these lie: one word, words of a line, a sector or a line each.
//   nvcc -arch=sm_90 -std=c++17 -O2 -o atomics tools/h200/atomics.cu && ./atomics
//   sluice cc -std=c++17 -O2 -o atomics tools/h200/atomics.cu && sluice run -m h200 -- ./atomics
// Cycles: of one access (chain), of the slowest block for one warp's operation (rate).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
__device__ unsigned long long sink;
enum way { ONE, OWN, SECTOR, LINE };
static const char *const ways[] = {"one", "own", "sector", "line"};
template <class T> __device__ size_t place(int way, size_t warp, size_t lane)
{
    return way == ONE      ? 0
           : way == OWN    ? (warp * 32 + lane)
           : way == SECTOR ? (warp * 32 + lane) * (32 / sizeof(T))
                           : (warp * 32 + lane) * (128 / sizeof(T));
}
/* KIND: 0 add, 2 exchange, 3 volatile load, 4 load from the L2 */
template <class T, int KIND> __global__ void chain(T *p, int way, int lanes, int loops, int *took)
{
    size_t lane = threadIdx.x % 32;
    if (lane >= lanes)
        return;
    T *q = p + place<T>(way, blockIdx.x, lane);
    T sum = 0;
    for (int k = 0; k < loops; k++) {
        long long begin = clock64();
        T v;
        if constexpr (KIND == 0)
            v = atomicAdd(q, (T)1);
        else if constexpr (KIND == 2)
            v = atomicExch(q, (T)1);
        else if constexpr (KIND == 3)
            v = *(volatile T *)q;
        else
            v = __ldcg(q);
        sum += v;
        asm volatile("" : "+r"(*(unsigned *)&sum)::"memory");
        long long end = clock64() + (sum == (T)123456 ? 1 : 0);
        if (lane == 0)
            took[blockIdx.x * loops + k] = (int)(end - begin);
    }
    if (sum == (T)-1)
        sink = 1;
}
template <class T> __device__ void red(T *p);
template <> __device__ void red<unsigned>(unsigned *p)
{
    asm volatile("red.global.add.u32 [%0], 1;" ::"l"(p) : "memory");
}
template <> __device__ void red<unsigned long long>(unsigned long long *p)
{
    asm volatile("red.global.add.u64 [%0], %1;" ::"l"(p), "l"(1ull) : "memory");
}
template <> __device__ void red<float>(float *p)
{
    asm volatile("red.global.add.f32 [%0], %1;" ::"l"(p), "f"(1.0f) : "memory");
}
template <> __device__ void red<double>(double *p)
{
    asm volatile("red.global.add.f64 [%0], %1;" ::"l"(p), "d"(1.0) : "memory");
}
template <class T> __global__ void reds(T *p, int way, int lanes, int loops, long long *took)
{
    size_t lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    T *q = p + place<T>(way, warp, lane);
    __syncthreads();
    long long begin = clock64();
    if (lane < lanes)
#pragma unroll 4
        for (int k = 0; k < loops; k++)
            red<T>(q);
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
}
/* answers wanted, four at a time on their way */
template <class T> __global__ void atoms(T *p, int way, int lanes, int loops, long long *took)
{
    size_t lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    T *q = p + place<T>(way, warp, lane), s = 0;
    __syncthreads();
    long long begin = clock64();
    if (lane < lanes)
#pragma unroll 1
        for (int k = 0; k < loops; k += 4) {
            T a = atomicAdd(q, (T)1), b = atomicAdd(q, (T)1), c = atomicAdd(q, (T)1), d = atomicAdd(q, (T)1);
            s += a + b + c + d;
        }
    if (s == (T)-1)
        sink = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
}
static int *took;
static long long *took64;
static char *p;
template <class T, int KIND> static void chains(const char *what)
{
    for (int way = ONE; way <= LINE; way++)
        for (int lanes : {1, 2, 4, 8, 16, 32})
            for (int blocks : {1, 132}) {
                int loops = 16, n = blocks * loops;
                std::vector<int> h(n);
                for (int twice = 0; twice < 2; twice++)
                    chain<T, KIND><<<blocks, 32>>>((T *)p, way, lanes, loops, took);
                cudaMemcpy(h.data(), took, n * 4, cudaMemcpyDeviceToHost);
                std::sort(h.begin(), h.end());
                double m = 0;
                for (int v : h)
                    m += v;
                printf("chain %s %s lanes %d blocks %d: mean %.1f min %d p25 %d p50 %d p75 %d max %d\n", what,
                       ways[way], lanes, blocks, m / n, h[0], h[n / 4], h[n / 2], h[n * 3 / 4], h[n - 1]);
            }
}
template <class T, int ANSWER> static void rates(const char *what)
{
    for (int way = ONE; way <= LINE; way++)
        for (int blocks : {1, 16, 132})
            for (int warps : {1, 4, 16, 32})
                for (int lanes : {1, 8, 32}) {
                    if (lanes != 32 && warps != 16)
                        continue;
                    int loops = blocks == 132 && way == ONE ? 16 : 64;
                    std::vector<long long> h(blocks);
                    for (int twice = 0; twice < 2; twice++) {
                        if (ANSWER)
                            atoms<T><<<blocks, warps * 32>>>((T *)p, way, lanes, loops, took64);
                        else
                            reds<T><<<blocks, warps * 32>>>((T *)p, way, lanes, loops, took64);
                        cudaDeviceSynchronize();
                    }
                    cudaMemcpy(h.data(), took64, blocks * 8, cudaMemcpyDeviceToHost);
                    long long m = *std::max_element(h.begin(), h.end());
                    printf("rate %s %s %s blocks %d warps %d lanes %d: %.2f\n", what, ANSWER ? "answer" : "red",
                           ways[way], blocks, warps, lanes, (double)m / loops / warps);
                }
}
int main()
{
    cudaMalloc(&took, 1 << 22);
    cudaMalloc(&took64, 1 << 22);
    cudaMalloc(&p, (size_t)256 << 20);
    cudaMemset(p, 0, (size_t)256 << 20);
    chains<unsigned, 0>("add u32");
    chains<float, 0>("add f32");
    chains<double, 0>("add f64");
    chains<unsigned, 2>("exch u32");
    chains<unsigned, 3>("volatile u32");
    chains<unsigned, 4>("ldcg u32");
    rates<unsigned, 0>("u32");
    rates<unsigned, 1>("u32");
    rates<unsigned long long, 0>("u64");
    rates<float, 0>("f32");
    rates<float, 1>("f32");
    rates<double, 0>("f64");
    rates<double, 1>("f64");
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
