// expect: sizes 4 2, 2 1, 4 1, 1 1
// expect: ranks 0 1 2 3, sums 276 276 276 276
// expect: far 14 10 11 12, whose 3 0
// expect: after polling 64
// expect: alone 499500
// expect: explicit 1 0 1
// expect: occupancy 0 912 912 912 0
// flags: -arch=sm_90
// Clusters as CUDA C++ writes them: __cluster_dims__ of constant expressions, in templates and on extern "C" kernels; cg::this_cluster().
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

constexpr int WIDE = 2;
template <int N> __global__ void __cluster_dims__(N, WIDE, 1) of_template(unsigned *out)
{
    cg::cluster_group c = cg::this_cluster();
    out[0] = c.dim_blocks().x, out[1] = c.dim_blocks().y;
}
extern "C" __global__ void __cluster_dims__(WIDE, 1) of_c(unsigned *out)
{
    out[0] = cg::this_cluster().dim_blocks().x, out[1] = cg::this_cluster().dim_blocks().y;
}
__global__ void __cluster_dims__(4 * sizeof(char), 1, 1) declared(unsigned *out);
__global__ void declared(unsigned *out)
{
    out[0] = cg::this_cluster().dim_blocks().x, out[1] = cg::this_cluster().dim_blocks().y;
}
__global__ void alone(unsigned *out)
{
    out[0] = cg::this_cluster().dim_blocks().x, out[1] = cg::this_cluster().dim_blocks().y;
}

__global__ void __cluster_dims__(2 * WIDE) ring(unsigned *ranks, unsigned *sums, unsigned *far, unsigned *whose)
{
    __shared__ unsigned mine[8], sum;
    cg::cluster_group c = cg::this_cluster();
    unsigned rank = c.block_rank(), next = (rank + c.num_blocks() - 1) % c.num_blocks();
    if (threadIdx.x < 8)
        mine[threadIdx.x] = rank * 8 + threadIdx.x;
    if (threadIdx.x == 0)
        sum = 0;
    c.sync();
    if (threadIdx.x < 24)
        for (unsigned r = 0; r < c.num_blocks(); r++)
            atomicAdd(c.map_shared_rank(&sum, r), threadIdx.x);
    c.barrier_wait(c.barrier_arrive());
    if (threadIdx.x == 0) {
        ranks[blockIdx.x] = rank;
        sums[blockIdx.x] = sum / c.num_blocks();
        far[blockIdx.x] = c.map_shared_rank(mine, next)[2] / 8 + 10 + (next == 3);
        whose[blockIdx.x] = c.query_shared_rank(c.map_shared_rank(mine, next));
    }
    c.sync();
}

/* Looks at memory often, changes nothing, and then waits for its cluster */
__global__ void __cluster_dims__(2, 1, 1) polls(volatile int *in, int *out)
{
    int s = 0;
    for (int i = 0; i < 4000; i++)
        s += in[i % 4];
    cg::this_cluster().sync();
    if (s == 0)
        atomicAdd(out, 1);
}

/* Launched without a cluster: its barrier is the block's */
__global__ void one_block(unsigned *out)
{
    __shared__ unsigned all[1000];
    all[999 - threadIdx.x] = threadIdx.x;
    cg::this_cluster().sync();
    if (threadIdx.x == 0) {
        *out = 0;
        for (int i = 0; i < 1000; i++)
            *out += all[i];
    }
    cg::this_cluster().sync();
}
__device__ unsigned is_explicit()
{
    unsigned yes;
    asm("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(yes));
    return yes;
}
__global__ void __cluster_dims__(1) of_one(unsigned *out) { *out = is_explicit(); }
__global__ void plain(unsigned *out) { *out = is_explicit(); }

int main()
{
    unsigned *m;
    int *p;
    cudaMallocManaged(&m, 64 * sizeof *m);
    cudaMallocManaged(&p, 8 * sizeof *p);
    for (int i = 0; i < 8; i++)
        p[i] = 0;
    of_template<4><<<dim3(4, 2), 32>>>(m);
    of_c<<<2, 32>>>(m + 2);
    declared<<<4, 32>>>(m + 4);
    alone<<<4, 32>>>(m + 6);
    cudaDeviceSynchronize();
    printf("sizes %u %u, %u %u, %u %u, %u %u\n", m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7]);
    ring<<<4, 32>>>(m, m + 4, m + 8, m + 12);
    cudaDeviceSynchronize();
    printf("ranks %u %u %u %u, sums %u %u %u %u\n", m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7]);
    printf("far %u %u %u %u, whose %u %u\n", m[8], m[9], m[10], m[11], m[12], m[13]);
    polls<<<2, 32>>>(p, p + 4);
    if (cudaDeviceSynchronize() == cudaSuccess)
        printf("after polling %d\n", p[4]);
    one_block<<<1, 1000>>>(m);
    cudaDeviceSynchronize();
    printf("alone %u\n", m[0]);
    of_one<<<1, 1>>>(m);
    plain<<<1, 1>>>(m + 1);
    cudaLaunchAttribute two[1];
    two[0].id = cudaLaunchAttributeClusterDimension;
    two[0].val.clusterDim.x = 2, two[0].val.clusterDim.y = two[0].val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 2, config.blockDim = 1, config.attrs = two, config.numAttrs = 1;
    cudaLaunchKernelEx(&config, plain, m + 2);
    cudaDeviceSynchronize();
    printf("explicit %u %u %u\n", m[0], m[1], m[2]);
    /* as an H200 has it: too large, no divisor of the grid; 16 where that was allowed */
    const unsigned sizes[] = {2, 12, 16, 5}, grids[] = {32, 36, 32, 32};
    int clusters, e[5];
    for (int i = 0; i < 4; i++) {
        config.gridDim = grids[i], two[0].val.clusterDim.x = sizes[i];
        e[i] = cudaOccupancyMaxActiveClusters(&clusters, plain, &config);
    }
    cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    two[0].val.clusterDim.x = 16;
    e[4] = cudaOccupancyMaxActiveClusters(&clusters, plain, &config);
    printf("occupancy %d %d %d %d %d\n", e[0], e[1], e[2], e[3], e[4]);
}
