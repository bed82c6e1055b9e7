// What nvcc takes and clang by itself does not, and what its headers have: as public programs write it.
// expect: reduced 1 1 1
// expect: no error, cudaErrorInvalidValue: invalid argument, unrecognized error code
// expect: fp8 40383028 40383028 same 1
// expect: aligned 0 0 0 reversed 1
// expect: template 3 -2 7
// expect: timer 1
// expect: own __ldcs 5 2.5, sluice's 1.5
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
namespace cg = cooperative_groups;

// cg::reduce over a tile wider than a warp: twice, since the second must not overtake the first
__global__ void reduced(int *p)
{
    __shared__ cg::block_tile_memory<256> m;
    auto block = cg::this_thread_block(m);
    auto tile = cg::tiled_partition<128>(block);
    int sum = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
    int most = cg::reduce(tile, (int)threadIdx.x ^ 5, cg::greater<int>());
    double half = cg::reduce(tile, 0.5, cg::plus<double>());
    bool first = threadIdx.x < 128;
    p[0] = __syncthreads_and(sum == (first ? 127 * 64 : (128 + 255) * 64));
    p[1] = __syncthreads_and(most == (first ? 127 : 255));
    p[2] = __syncthreads_and(half == 64);
}

// texts of errors in device code
__global__ void texts()
{
    printf("%s, %s: %s, %s\n", cudaGetErrorString(cudaSuccess), cudaGetErrorName(cudaErrorInvalidValue),
           cudaGetErrorString(cudaErrorInvalidValue), cudaGetErrorString((cudaError_t)12345));
}

// what CUDA 11's cuda_bf16.h has from sm_80 on only, and programs bring for cards before (llm.c)
__device__ int own_loads;
#if __CUDACC_VER_MAJOR__ < 12 && defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
__device__ __nv_bfloat16 __ldcs(const __nv_bfloat16 *p) { own_loads = 5; return *p; }
__device__ void __stcs(__nv_bfloat16 *p, __nv_bfloat16 v) { *p = v; }
#endif
__global__ void own(__nv_bfloat16 *p)
{
    __stcs(p, __float2bfloat16(2.5f));
    __stcg(p + 1, __float2bfloat16(1.5f));
    float v = __bfloat162float(__ldcs(p));
    printf("own __ldcs %d %g, sluice's %g\n", own_loads, v, __bfloat162float(__ldcg(p + 1)));
}

__global__ void fp8(__nv_fp8x4_e4m3 *p, __half2 a, __half2 b)
{
    p[0] = __nv_fp8x4_e4m3(a, b);
    p[1] = __nv_fp8x4_e4m3(__floats2bfloat162_rn(0.25f, 0.5f), __floats2bfloat162_rn(1, 2));
}

// alignas behind __shared__
template <class T> __global__ void aligned(T *a, int *p)
{
    __shared__ alignas(128) char x[3];
    static __shared__ alignas(alignof(double4)) T s[32];
    extern __shared__ alignas(16) unsigned char dyn[];
    x[threadIdx.x % 3] = 1;
    dyn[threadIdx.x] = 1;
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[31 - threadIdx.x];
    if (!threadIdx.x)
        p[0] = (int)((size_t)x % 128), p[1] = (int)((size_t)s % alignof(double4)), p[2] = (int)((size_t)dyn % 16);
}

// a dependent member template without the word `template`
template <class A, class B> struct Cast {
    template <int N> __host__ __device__ static void cast(A *a, const B *b)
    {
        for (int i = 0; i < N; i++)
            a[i] = (A)b[i];
    }
    template <int N> struct More {
        template <int M> __host__ __device__ int sum() const { return N + M; }
    };
};
template <class A, class B, int N> __host__ __device__ int converted(A *a, const B *b)
{
    Cast<A, B>::cast<N>(a, b); Cast<A, B>::cast<1>(a, b);
    typename Cast<A, B>::template More<3> more;
    return more.sum<4>();
}
__global__ void templates(int *a, const float *b, int *p) { *p = converted<int, float, 2>(a, b); }

// a name that nvcc leaves to the program, and a special register with one %
__device__ __forceinline__ unsigned long long __globaltimer()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
    return t;
}
__global__ void timer(int *p) { unsigned long long a = __globaltimer(), b = __globaltimer(); *p = b >= a; }

// host code names a device function
__device__ void relax(int *p) { *p = 1; }
__global__ void relaxes(int *p) { relax(p); }

int main()
{
    int *p, h[32], t[2];
    float *f, in[32];
    cudaMalloc(&p, 4096);
    cudaMalloc(&f, 4096);
    reduced<<<1, 256>>>(p);
    cudaMemcpy(h, p, 12, cudaMemcpyDeviceToHost);
    printf("reduced %d %d %d\n", h[0], h[1], h[2]);
    texts<<<1, 1>>>();
    cudaDeviceSynchronize();
    fp8<<<1, 1>>>((__nv_fp8x4_e4m3 *)p, __floats2half2_rn(0.25f, 0.5f), __floats2half2_rn(1, 2));
    cudaMemcpy(h, p, 8, cudaMemcpyDeviceToHost);
    printf("fp8 %08x %08x same %d\n", h[0], h[1], h[0] == (int)__nv_fp8x4_e4m3(make_float4(0.25f, 0.5f, 1, 2)).__x);
    for (int i = 0; i < 32; i++)
        in[i] = (float)i;
    cudaMemcpy(f, in, sizeof(in), cudaMemcpyHostToDevice);
    aligned<<<1, 32, 64>>>(f, p);
    cudaMemcpy(h, p, 12, cudaMemcpyDeviceToHost);
    cudaMemcpy(in, f, sizeof(in), cudaMemcpyDeviceToHost);
    printf("aligned %d %d %d reversed %d\n", h[0], h[1], h[2], in[0] == 31 && in[31] == 0);
    float some[2] = {3.5f, -2.5f};
    cudaMemcpy(f, some, sizeof(some), cudaMemcpyHostToDevice);
    templates<<<1, 1>>>(p, f, p + 2);
    cudaMemcpy(h, p, 12, cudaMemcpyDeviceToHost);
    printf("template %d %d %d\n", h[0], h[1], h[2] == converted<int, float, 2>(t, some) ? h[2] : 0);
    timer<<<1, 1>>>(p);
    cudaMemcpy(h, p, 4, cudaMemcpyDeviceToHost);
    printf("timer %d\n", h[0]);
    own<<<1, 1>>>((__nv_bfloat16 *)p);
    cudaDeviceSynchronize();
    return cudaFuncSetCacheConfig(relax, cudaFuncCachePreferShared);
}
