/* How fast blocks of a cluster fill their shared memory from the L2 (nvcc or sluice cc, -arch=sm_90 -std=c++17):
   each block of a cluster wants the same bytes. alone: each block copies all of them itself; multicast: each copies
   its part of them, to all. A round has `places` copies in flight and a barrier of the cluster before it; a row is a
   number of bytes a place. Cycles a round by the clock of the slowest block; all SMs at once, or one cluster. */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static const int places = 8, most = 16384;
static int rounds = 64;

__device__ __forceinline__ unsigned shared_at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__global__ void copies(const char *from, long long apart, int bytes, int part, int blocks, int rounds, bool multicast,
                       long long *took)
{
    extern __shared__ __align__(128) char room[];
    __shared__ __align__(8) unsigned long long full[places];
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (threadIdx.x == 0)
        for (int i = 0; i < places; i++)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_at(full + i)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
    long long start = clock64();
    from += (long long)(blockIdx.x / blocks) * apart;
    for (int r = 0; r < rounds; r++) {
        if (threadIdx.x == 0)
            for (int i = 0; i < places; i++)
                asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_at(full + i)), "r"(bytes) : "memory");
        asm volatile("barrier.cluster.arrive.relaxed.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
        if (threadIdx.x == 0)
            for (int i = 0; i < places; i++) {
                unsigned to = shared_at(room + i * bytes);
                const char *at = from + i * bytes;
                if (multicast)
                    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(to + rank * part), "l"(at + rank * part), "r"(part), "r"(shared_at(full + i)), "h"((unsigned short)((1 << blocks) - 1)) : "memory");
                else
                    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "l"(at), "r"(bytes), "r"(shared_at(full + i)) : "memory");
            }
        for (int i = 0; i < places; i++) {
            unsigned done;
            do
                asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(shared_at(full + i)), "r"(r & 1) : "memory");
            while (!done);
        }
    }
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - start;
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

static void row(const char *from, long long *took, int blocks, int clusters, int bytes, bool multicast, long long apart)
{
    static long long host[4096];
    cudaFuncSetAttribute(copies, cudaFuncAttributeMaxDynamicSharedMemorySize, places * most);
    cudaLaunchAttribute a;
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = blocks;
    a.val.clusterDim.y = a.val.clusterDim.z = 1;
    cudaLaunchConfig_t c = {};
    c.gridDim = dim3(clusters ? clusters * blocks : blocks);
    c.blockDim = dim3(32);
    c.dynamicSmemBytes = places * most; /* one block an SM */
    c.attrs = &a;
    c.numAttrs = 1;
    int fits = 0;
    cudaOccupancyMaxActiveClusters(&fits, copies, &c);
    if (!clusters)
        c.gridDim = dim3(fits * blocks);
    for (int again = 0; again < (rounds < 64 ? 2 : 3); again++) {
        cudaError_t e = cudaLaunchKernelEx(&c, copies, from, apart, bytes, bytes / blocks, blocks, rounds, multicast, took);
        if (!e)
            e = cudaDeviceSynchronize();
        if (e) {
            printf("%s\n", cudaGetErrorString(e));
            exit(1);
        }
    }
    cudaMemcpy(host, took, c.gridDim.x * 8, cudaMemcpyDeviceToHost);
    long long slowest = 0, sum = 0;
    for (unsigned i = 0; i < c.gridDim.x; i++) {
        slowest = host[i] > slowest ? host[i] : slowest;
        sum += host[i];
    }
    printf("%s,%d,%u,%d,%lld,%.1f,%.1f,%.2f\n", multicast ? "multicast" : "alone", blocks, c.gridDim.x, bytes, apart, (double)slowest / rounds,
           (double)sum / c.gridDim.x / rounds, (double)bytes * places * rounds / ((double)sum / c.gridDim.x));
}

int main(int argc, char **argv)
{
    char *from;
    long long *took;
    cudaMalloc(&from, 64 << 20);
    cudaMemset(from, 1, 64 << 20);
    cudaMalloc(&took, 4096 * 8);
    printf("how,blocks,all,bytes,apart,slowest,mean,bytes_a_cycle_a_block\n");
    bool few = argc > 1; /* for a simulator */
    rounds = few ? 8 : rounds;
    for (int clusters = 1; clusters >= 0; clusters--)
        for (int blocks = 1; blocks <= (few ? 4 : 8); blocks *= 2)
            for (int bytes = few ? 16384 : 2048; bytes <= 16384; bytes *= 2)
                for (int multicast = 0; multicast <= (blocks > 1); multicast++) {
                    row(from, took, blocks, clusters, bytes, multicast, 256 << 10);
                    if (!clusters)
                        row(from, took, blocks, clusters, bytes, multicast, 0);
                }
    return 0;
}
