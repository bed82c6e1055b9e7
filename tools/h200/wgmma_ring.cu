/* A ring of tiles between a warp that copies and warp groups that multiply, taken apart (nvcc or sluice cc, -arch=sm_90a -std=c++17 -lcuda):
     wgmma_ring > OUT.csv
   issue: the cycle in which the first lane of each group has issued its nth product, none of which is waited for.
   round: cycles a round of four products a group, 64 rounds: products alone; with a ring whose producer only arrives at its barriers; with one that copies, one tensor copy a
   round or two; the groups tell the producer of their own block, or of both blocks of a cluster. One block, or all SMs.
   copy: the cycle in which one thread has issued its nth tensor copy, to itself or to both blocks of a cluster, and in which the nth was there. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

static const int line = 128;
__device__ __forceinline__ unsigned shared_at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ unsigned now()
{
    unsigned c;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(c)::"memory");
    return c;
}
__device__ __forceinline__ void wait(unsigned at, unsigned parity)
{
    unsigned done;
    do
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(at), "r"(parity) : "memory");
    while (!done);
}
__device__ __forceinline__ bool elected()
{
    unsigned it;
    asm volatile("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(it));
    return it;
}
__device__ __forceinline__ void meet() { asm volatile("barrier.cluster.arrive.relaxed.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory"); }
__device__ __forceinline__ void copy_box(unsigned to, const CUtensorMap *map, int x, int y, unsigned barrier, unsigned blocks)
{
    if (blocks)
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to), "l"(map), "r"(x), "r"(y), "r"(barrier), "h"((unsigned short)blocks) : "memory");
    else
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to), "l"(map), "r"(x), "r"(y), "r"(barrier) : "memory");
}

#define F8(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7])
#define F32(i) F8(i), F8(i + 8), F8(i + 16), F8(i + 24)
#define T32 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define T64 T32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
template <int n> struct product;
#define PRODUCT(n, regs, x, y, z, ...)                                                                                                           \
    template <> struct product<n> {                                                                                                           \
        __device__ __forceinline__ static void go(float (&d)[n / 2], unsigned long long a, unsigned long long b, bool add)                              \
        {                                                                                                                                     \
            asm volatile("{\n.reg .pred p;\nsetp.ne.u32 p, %" #z ", 0;\nwgmma.mma_async.sync.aligned.m64n" #n "k16.f32.f16.f16 {" regs "}, %" #x ", %" #y ", p, 1, 1, 0, 0;\n}" : __VA_ARGS__ : "l"(a), "l"(b), "r"((int)add)); \
        }                                                                                                                                     \
    };
PRODUCT(64, T32, 32, 33, 34, F32(0))
PRODUCT(128, T64, 64, 65, 66, F32(0), F32(32))
__device__ __forceinline__ unsigned long long described(unsigned at) { return (unsigned long long)((at & 0x3ffff) >> 4) | 1ull << 16 | 1024ull >> 4 << 32 | 1ull << 62; }

static const int stamps = 16;
template <int n> __global__ void issue(unsigned *out)
{
    extern __shared__ __align__(1024) char room[];
    unsigned tiles = (shared_at(room) + 1023) & ~1023u, at[stamps + 2];
    for (int i = (int)threadIdx.x; i < 8192; i += (int)blockDim.x)
        asm volatile("st.shared.u32 [%0], 0;" ::"r"(tiles + 4 * i) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    float d[n / 2];
    unsigned long long a = described(tiles), b = described(tiles + 8192);
    for (int again = 0; again < 2; again++) {
        __syncthreads();
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        at[0] = now();
#pragma unroll
        for (int k = 0; k < stamps; k++) {
            product<n>::go(d, a + 2 * (k % 4), b + 2 * (k % 4), k > 0);
            at[k + 1] = now();
        }
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
        at[stamps + 1] = now();
    }
    if (threadIdx.x % 128 == 0)
        for (int k = 0; k < stamps + 2; k++)
            out[threadIdx.x / 128 * (stamps + 2) + k] = at[k] - at[0];
    float sum = 0;
    for (int k = 0; k < n / 2; k++) {
        asm volatile("" : "+f"(d[k])); /* not before the wait */
        sum += d[k];
    }
    if (sum != 0)
        out[200] = 1;
}

struct how {
    int barriers, copies, cluster, stages, rounds; /* copies: 0 to 2 a round of 8 KB */
};
template <int n, int groups> __global__ void __launch_bounds__(groups * 128 + 32) rounds_of(const CUtensorMap *map, how w, unsigned *out)
{
    extern __shared__ __align__(1024) char room[];
    __shared__ __align__(8) unsigned long long barriers[32];
    unsigned tiles = (shared_at(room) + 1023) & ~1023u, full = shared_at(barriers);
    asm volatile("mov.u32 %0, %0;\nmov.u32 %1, %1;" : "+r"(tiles), "+r"(full));
    unsigned empty = full + 128;
    int t = (int)threadIdx.x, warp = __shfl_sync(~0u, t / 32, 0);
    for (int i = t; i < w.stages * 6144; i += groups * 128 + 32)
        asm volatile("st.shared.u32 [%0], 0;" ::"r"(tiles + 4 * i) : "memory");
    if (t == 0) {
        for (int s = 0; s < w.stages; s++) {
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full + 8 * s) : "memory");
            asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(empty + 8 * s), "r"(groups * w.cluster) : "memory");
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    meet();
    if (warp == groups * 4) {
        if (w.barriers && elected())
            for (int r = 0, s = 0, turn = 0; r < w.rounds; r++) {
                unsigned told = full + 8 * (unsigned)s, to = tiles + 24576 * (unsigned)s;
                if (turn)
                    wait(empty + 8 * (unsigned)s, (unsigned)(turn - 1) & 1);
                asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(told), "r"(w.copies * 8192) : "memory");
                if (w.copies > 0)
                    copy_box(to, map, 0, (int)blockIdx.x * 128, told, 0);
                if (w.copies > 1)
                    copy_box(to + 8192, map, 0, (int)blockIdx.x * 128 + 64, told, 0);
                if (++s == w.stages)
                    s = 0, turn++;
            }
        __syncwarp();
        meet();
        return;
    }
    float d[n / 2];
    unsigned long long a = described(tiles), b = described(tiles + 8192);
    bool tells = t % 128 < w.cluster && w.barriers;
    unsigned told, last = 0, start = 0;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(told) : "r"(empty), "r"(w.cluster == 2 && tells ? t % 128 : (int)blockIdx.x % 2));
#pragma unroll 1
    for (int r = 0, s = 0, turn = 0; r < w.rounds; r++) {
        unsigned clock = now();
        start = r == 8 ? clock : start;
        unsigned long long on = (unsigned)s * (24576 / 16);
        if (w.barriers)
            wait(full + 8 * (unsigned)s, (unsigned)turn & 1);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int k = 0; k < 4; k++)
            product<n>::go(d, a + on + 2 * k, b + on + 2 * k, r || k);
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 1;" ::: "memory");
        if (r && tells)
            asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(told + last) : "memory");
        last = 8 * (unsigned)s;
        if (++s == w.stages)
            s = 0, turn++;
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    unsigned end = now();
    if (tells)
        asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(told + last) : "memory");
    meet();
    if (t % 128 == 0)
        out[blockIdx.x * 2 + t / 128] = end - start;
    float sum = 0;
    for (int k = 0; k < n / 2; k++) {
        asm volatile("" : "+f"(d[k])); /* not before the wait */
        sum += d[k];
    }
    if (sum != 0)
        out[1000] = 1;
}

__global__ void copy(const CUtensorMap *map, int rows, int blocks, unsigned *out)
{
    extern __shared__ __align__(1024) char room[];
    __shared__ __align__(8) unsigned long long barriers[stamps];
    unsigned tiles = (shared_at(room) + 1023) & ~1023u, full = shared_at(barriers), at[2 * stamps + 1];
    if (threadIdx.x == 0) {
        for (int s = 0; s < stamps; s++)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full + 8 * s) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;\nfence.proxy.async.shared::cta;" ::: "memory");
    }
    for (unsigned again = 0; again < 2; again++) {
        meet();
        if (elected()) {
            for (int k = 0; k < stamps; k++)
                asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(full + 8 * k), "r"(rows * line * blocks) : "memory");
        }
        meet();
        if (elected()) {
            at[0] = now();
#pragma unroll
            for (int k = 0; k < stamps; k++) {
                copy_box(tiles + (unsigned)(k % 8 * rows * line), map, 0, ((int)blockIdx.x * stamps + k) * rows, full + 8 * k, blocks > 1 ? 3 : 0);
                at[k + 1] = now();
            }
#pragma unroll
            for (int k = 0; k < stamps; k++) {
                wait(full + 8 * k, again);
                at[stamps + k + 1] = now();
            }
        }
        __syncwarp();
    }
    meet();
    if (blockIdx.x == 0 && elected())
        for (int k = 0; k <= 2 * stamps; k++)
            out[k] = at[k] - at[0];
}

static CUtensorMap *mapped(const void *from, int rows)
{
    CUtensorMap m, *there;
    cuuint64_t dim[] = {64, 32768}, apart[] = {128};
    cuuint32_t box[] = {64, (cuuint32_t)rows}, step[] = {1, 1};
    if (cuTensorMapEncodeTiled(&m, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, (void *)from, dim, apart, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                               CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
        exit(1);
    cudaMalloc(&there, sizeof m);
    cudaMemcpy(there, &m, sizeof m, cudaMemcpyHostToDevice);
    return there;
}
static unsigned *out, host[1024];
static bool few; /* for a simulator */
template <class... P, class... A> static void launch(void (*kernel)(P...), int blocks, int threads, int bytes, int cluster, A... args)
{
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeClusterDimension, a.val.clusterDim.x = (unsigned)cluster, a.val.clusterDim.y = a.val.clusterDim.z = 1;
    c.gridDim = dim3((unsigned)blocks), c.blockDim = dim3((unsigned)threads), c.dynamicSmemBytes = (size_t)bytes, c.attrs = &a, c.numAttrs = 1;
    cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    for (int again = 0; again < 2; again++) {
        cudaMemset(out, 0, sizeof host);
        cudaError_t e = cudaLaunchKernelEx(&c, kernel, args...);
        e = e ? e : cudaDeviceSynchronize();
        if (e)
            printf("%s\n", cudaGetErrorString(e)), exit(1);
    }
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
}
static void numbers(const unsigned *of, int n)
{
    for (int k = 0; k < n; k++)
        printf(",%u", of[k]);
    printf("\n");
}
template <int n> static void issues()
{
    for (int groups = 1; groups <= 2; groups++) {
        launch(issue<n>, 1, groups * 128, 40960, 1, out);
        for (int g = 0; g < groups; g++) {
            printf("issue,%d,%d,%d", n, groups, g);
            numbers(host + g * (stamps + 2), stamps + 2);
        }
    }
}
template <int n, int groups> static void rings(const CUtensorMap *map, int sms)
{
    for (int blocks = 2; blocks <= (few ? 2 : sms); blocks += sms - 2)
        for (int v = 0; v < 6; v++) {
            how w = {v > 0, v < 3 ? 0 : v == 5 ? 2 : v - 2, v == 2 || v == 5 ? 2 : 1, 6, 72};
            launch(rounds_of<n, groups>, blocks, groups * 128 + 32, 1024 + 6 * 24576, 2, map, w, out);
            unsigned most = 0;
            for (int k = 0; k < blocks * 2; k++)
                most = host[k] > most ? host[k] : most;
            printf("round,%d,%d,%d,%s,%d,%d,%.1f\n", n, groups, blocks, w.barriers ? "ring" : "alone", w.copies, w.cluster, most / (w.rounds - 8.0));
        }
}
int main(int argc, char **)
{
    few = argc > 1;
    char *from;
    cudaMalloc(&from, 4 << 20), cudaMemset(from, 0, 4 << 20), cudaMalloc(&out, sizeof host);
    int sms = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    issues<64>();
    issues<128>();
    CUtensorMap *map = mapped(from, 64);
    rings<64, 1>(map, sms), rings<64, 2>(map, sms), rings<128, 1>(map, sms), rings<128, 2>(map, sms);
    for (int rows = 8; rows <= 128; rows *= 4)
        for (int blocks = 1; blocks <= 2; blocks++) {
            launch(copy, blocks, 32, 1024 + 8 * 128 * line, blocks, mapped(from, rows), rows, blocks, out);
            printf("copy,%d,%d", rows, blocks);
            numbers(host, 2 * stamps + 1);
        }
    return 0;
}
