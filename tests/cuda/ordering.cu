// Everything that orders memory, at every level of optimisation: what one thread stored before a barrier or a fence,
// another one reads after it, and no load of shared memory moves across.
// levels: 0 1 2 3
// expect: __syncthreads 6 6 6 6
// expect: __syncthreads_count 6 6 6 6
// expect: __syncthreads_and 6 6 6 6
// expect: __syncthreads_or 6 6 6 6
// expect: __barrier_sync 6 6 6 6
// expect: __barrier_sync_count 6 6 6 6
// expect: block.sync 6 6 6 6
// expect: cg::sync 6 6 6 6
// expect: bar.sync in asm 6 6 6 6
// expect: in a function 6 6 6 6
// expect: __syncwarp 6 6 6 6
// expect: tile.sync 6 6 6 6
// expect: coalesced.sync 6 6 6 6
// expect: thread_group.sync 6 6 6 6
// expect: __threadfence_block 7
// expect: __threadfence 7
// expect: __threadfence_system 7
// expect: atomics 64 2
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

// s[0] changes twice; `last` is the thread that changes it the second time
#define KERNEL(name, last, SYNC)                                                                             \
    __global__ void name(int *o)                                                                             \
    {                                                                                                        \
        __shared__ int s[2];                                                                                 \
        if (threadIdx.x == 0)                                                                                \
            s[0] = 5;                                                                                        \
        SYNC;                                                                                                \
        int x = s[0];                                                                                        \
        SYNC;                                                                                                \
        if (threadIdx.x == last)                                                                             \
            s[0] = x + 1;                                                                                    \
        SYNC;                                                                                                \
        o[threadIdx.x] = s[0];                                                                               \
    }
__device__ void apart()
{
    __syncthreads();
}
KERNEL(k_syncthreads, 33, __syncthreads())
KERNEL(k_count, 33, __syncthreads_count(1))
KERNEL(k_and, 33, __syncthreads_and(1))
KERNEL(k_or, 33, __syncthreads_or(0))
KERNEL(k_barrier, 33, __barrier_sync(1))
KERNEL(k_barrier_count, 33, __barrier_sync_count(2, 64))
KERNEL(k_block, 33, cg::this_thread_block().sync())
KERNEL(k_cg, 33, cg::sync(cg::this_thread_block()))
KERNEL(k_asm, 33, asm volatile("bar.sync 0;" ::: "memory"))
KERNEL(k_apart, 33, apart())
KERNEL(k_warp, 17, __syncwarp())
KERNEL(k_tile, 17, cg::tiled_partition<32>(cg::this_thread_block()).sync())
KERNEL(k_coalesced, 17, cg::coalesced_threads().sync())
KERNEL(k_group, 17, cg::thread_group(cg::coalesced_threads()).sync())

// thread 0 hands a value to thread 32 of another warp
#define FENCE(name, F)                                                                                       \
    __global__ void name(int *o)                                                                             \
    {                                                                                                        \
        __shared__ int data;                                                                                 \
        __shared__ volatile int flag;                                                                        \
        if (threadIdx.x == 0)                                                                                \
            data = 3, flag = 0;                                                                              \
        __syncthreads();                                                                                     \
        int before = data;                                                                                   \
        if (threadIdx.x == 0) {                                                                              \
            data = before + 4;                                                                               \
            F();                                                                                             \
            flag = 1;                                                                                        \
        } else if (threadIdx.x == 32) {                                                                      \
            while (!flag)                                                                                    \
                ;                                                                                            \
            F();                                                                                             \
            o[0] = data;                                                                                     \
        }                                                                                                    \
    }
FENCE(f_block, __threadfence_block)
FENCE(f_gl, __threadfence)
FENCE(f_sys, __threadfence_system)

// what an atomic changed is read after the next barrier, whichever builtin did it
__global__ void k_atomics(int *o)
{
    __shared__ int n;
    __shared__ unsigned int turns;
    if (threadIdx.x == 0)
        n = 0, turns = 0;
    __syncthreads();
    int before = n + (int)turns;
    __syncthreads();
    atomicAdd(&n, 1);
    atomicInc(&turns, 2);
    __syncthreads();
    if (threadIdx.x == 5)
        o[0] = n + before, o[1] = (int)((turns + 1) % 3);
}

static int *o;
static void four(const char *name, void (*k)(int *), int threads)
{
    cudaMemset(o, 0, 256);
    k<<<1, threads>>>(o);
    cudaDeviceSynchronize();
    printf("%s %d %d %d %d\n", name, o[0], o[1], o[threads / 2 + 1], o[threads - 1]);
}
static void one(const char *name, void (*k)(int *))
{
    o[0] = 0;
    k<<<1, 64>>>(o);
    cudaDeviceSynchronize();
    printf("%s %d\n", name, o[0]);
}
int main()
{
    cudaMallocManaged(&o, 256);
    four("__syncthreads", k_syncthreads, 64);
    four("__syncthreads_count", k_count, 64);
    four("__syncthreads_and", k_and, 64);
    four("__syncthreads_or", k_or, 64);
    four("__barrier_sync", k_barrier, 64);
    four("__barrier_sync_count", k_barrier_count, 64);
    four("block.sync", k_block, 64);
    four("cg::sync", k_cg, 64);
    four("bar.sync in asm", k_asm, 64);
    four("in a function", k_apart, 64);
    four("__syncwarp", k_warp, 32);
    four("tile.sync", k_tile, 32);
    four("coalesced.sync", k_coalesced, 32);
    four("thread_group.sync", k_group, 32);
    one("__threadfence_block", f_block);
    one("__threadfence", f_gl);
    one("__threadfence_system", f_sys);
    k_atomics<<<1, 64>>>(o);
    cudaDeviceSynchronize();
    printf("atomics %d %d\n", o[0], o[1]);
    return 0;
}
