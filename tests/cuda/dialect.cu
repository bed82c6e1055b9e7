// Special registers as dim3 and uint3; atomics on pairs of halves as one instruction; reductions over labelled groups; the
// architecture that was asked for, where clang knows only older ones.
// flags: -arch=sm_90 -std=c++20
// expect: dim3 6 uint3 15 from 5, blocks 3
// expect: half2 320 640, bfloat162 64 128, half 32
// expect: labels right, sum 1392, greatest right, floats right
// expect: arch 900, ptx 90
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>
namespace cg = cooperative_groups;

struct where {
    dim3 block;
    uint3 thread;
    __device__ where(dim3 b, uint3 t) : block(b), thread(t) {}
};
__device__ unsigned int added(dim3 d) { return d.x + d.y + d.z; }
__global__ void dims(unsigned int *out)
{
    dim3 a = blockIdx, b(gridDim), c{blockDim}, d = threadIdx, e;
    e = blockDim;
    uint3 f = gridDim, g(threadIdx), h = blockDim;
    where w(blockIdx, threadIdx);
    if (added(threadIdx) == 6 && blockIdx.x == 2) {
        out[0] = added(d);
        out[1] = f.x + h.x + h.y + h.z + g.x + g.y + g.z - w.thread.x;
        out[2] = added(w.block) + added(b) + added(e) - added(c) - a.x;
        out[3] = b.x;
    }
}

__global__ void atomics(half2 *h, __nv_bfloat162 *b, half *one)
{
    atomicAdd(h, __floats2half2_rn(10.0f, 20.0f));
    atomicAdd(b, __floats2bfloat162_rn(2.0f, 4.0f));
    atomicAdd(one, __float2half(1.0f));
}

__global__ void labels(int *bad, int *sum)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int lane = (int)threadIdx.x, label = lane * lane % 5, want = 0, most = 0;
    float low = 1e9f;
    for (int i = 0; i < 32; i++)
        if (i * i % 5 == label)
            want += i * 3, most = i, low = fminf(low, 100.0f - (float)i);
    auto group = cg::labeled_partition(warp, label);
    int got = cg::reduce(group, lane * 3, cg::plus<int>());
    int high = cg::reduce(group, lane, cg::greater<int>());
    float least = cg::reduce(group, 100.0f - (float)lane, cg::less<float>());
    if (got != want)
        atomicAdd(&bad[0], 1);
    if (high != most)
        atomicAdd(&bad[1], 1);
    if (least != low)
        atomicAdd(&bad[2], 1);
    if (group.thread_rank() == 0)
        atomicAdd(sum, got - (int)group.size() * 3);
}

__global__ void arch(int *out)
{
#ifdef __CUDA_ARCH__
    *out = __CUDA_ARCH__;
#endif
}

int main()
{
    int *p;
    cudaMallocManaged(&p, 64);
    dims<<<3, dim3(4, 3, 2)>>>((unsigned int *)p);
    cudaDeviceSynchronize();
    printf("dim3 %d uint3 %d from %d, blocks %d\n", p[0], p[1], p[2], p[3]);
    half2 *h = (half2 *)p;
    memset(p, 0, 64);
    atomics<<<1, 32>>>(h, (__nv_bfloat162 *)(p + 1), (half *)(p + 2));
    cudaDeviceSynchronize();
    __nv_bfloat162 b = *(__nv_bfloat162 *)(p + 1);
    printf("half2 %g %g, bfloat162 %g %g, half %g\n", (float)h->x, (float)h->y, (float)b.x, (float)b.y, (float)*(half *)(p + 2));
    memset(p, 0, 64);
    labels<<<1, 32>>>(p, p + 3);
    cudaDeviceSynchronize();
    printf("labels %s, sum %d, greatest %s, floats %s\n", p[0] ? "wrong" : "right", p[3], p[1] ? "wrong" : "right", p[2] ? "wrong" : "right");
    arch<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, arch);
    printf("arch %d, ptx %d\n", *p, a.ptxVersion);
    return 0;
}
