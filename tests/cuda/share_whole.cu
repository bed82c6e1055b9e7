// Kernels with clusters and cooperative ones of several streams, by the word of the command line: values, and with a second word when each begins
// and ends, in nanoseconds. share_whole.sh
// flags: -arch=sm_90
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
namespace cg = cooperative_groups;
enum { KERNELS = 160 };
__device__ unsigned long long begins[KERNELS], ends[KERNELS];
__device__ unsigned sums[KERNELS], parts[KERNELS][264];
__device__ unsigned long long now()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}
__device__ void begin(int k)
{
    if (threadIdx.x == 0)
        atomicMin(&begins[k], now());
}
__device__ void end(int k)
{
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(&ends[k], now());
}
// so many steps, each of which waits for the one before
__device__ unsigned work(unsigned x, int n)
{
    for (int i = 0; i < n; i++)
        x = x * 1664525u + 1013904223u;
    return x;
}
__global__ void plain(int k, int n)
{
    begin(k);
    unsigned x = work(blockIdx.x * 77 + threadIdx.x, n);
    atomicAdd(&sums[k], x);
    end(k);
}
// every block adds up what the blocks of its cluster have in shared memory
__global__ void clustered(int k, int n)
{
    __shared__ unsigned mine;
    cg::cluster_group c = cg::this_cluster();
    begin(k);
    unsigned x = work(blockIdx.x * 31 + threadIdx.x, n);
    if (threadIdx.x == 0)
        mine = x;
    c.sync();
    if (threadIdx.x == 0)
        for (unsigned r = 0; r < c.num_blocks(); r++)
            atomicAdd(&sums[k], *c.map_shared_rank(&mine, r) * (c.block_rank() + 1));
    c.sync();
    end(k);
}
// blocks hand their sums on at each barrier of the grid
__global__ void whole(int k, int n, int rounds)
{
    cg::grid_group g = cg::this_grid();
    begin(k);
    unsigned x = work(blockIdx.x * 13 + threadIdx.x, n);
    for (int r = 0; r < rounds; r++) {
        if (threadIdx.x == 0)
            parts[k][blockIdx.x] = x;
        g.sync();
        x = x * 5 + parts[k][(blockIdx.x + 1) % gridDim.x];
        g.sync();
    }
    if (threadIdx.x == 0)
        atomicAdd(&sums[k], x);
    end(k);
}
__global__ void waits_for_host(int k, volatile int *flag)
{
    begin(k);
    while (*flag == 0)
        ;
    cg::this_grid().sync();
    if (threadIdx.x == 0)
        atomicAdd(&sums[k], *flag);
    end(k);
}
__global__ void waits_for_other(int k)
{
    begin(k);
    if (threadIdx.x == 0)
        while (*(volatile unsigned *)&parts[k][0] == 0)
            ;
    cg::this_grid().sync();
    end(k);
}
__global__ void tells_other(int k, int n)
{
    begin(k);
    if (threadIdx.x == 0)
        atomicExch(&parts[k - 1][0], work(1, n) | 1);
    end(k);
}
static cudaStream_t stream[KERNELS];
template <class... P, class... A> static void launch(void (*f)(P...), int k, int blocks, int threads, int cluster, bool cooperative, A... args)
{
    cudaLaunchAttribute a[2] = {};
    a[0].id = cudaLaunchAttributeCooperative;
    a[0].val.cooperative = cooperative;
    a[1].id = cudaLaunchAttributeClusterDimension;
    a[1].val.clusterDim.x = cluster;
    a[1].val.clusterDim.y = a[1].val.clusterDim.z = 1;
    cudaLaunchConfig_t c = {};
    c.gridDim = blocks;
    c.blockDim = threads;
    c.stream = stream[k];
    c.attrs = a + !cooperative;
    c.numAttrs = cooperative + (cluster > 0);
    cudaError_t e = cudaLaunchKernelEx(&c, f, k, args...);
    if (e)
        printf("launch %d: %s\n", k, cudaGetErrorName(e));
}
int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "cluster";
    static unsigned long long from[KERNELS], to[KERNELS];
    static unsigned sum[KERNELS];
    int n = 2, sms, *flag;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaMallocHost(&flag, 4);
    for (cudaStream_t &s : stream)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    memset(from, 0xff, sizeof from);
    cudaMemcpyToSymbol(begins, from, sizeof from);
    if (!strcmp(mode, "cluster")) { // blocks on every SM, and clusters beside them
        plain<<<16, 256, 0, stream[0]>>>(0, 20000);
        launch(clustered, 1, 16, 128, 8, false, 200);
    } else if (!strcmp(mode, "cluster-room")) { // no GPC has room for four: a block is left for each SM, and only on one SM
        plain<<<31, 1024, 0, stream[0]>>>(0, 2000);
        launch(clustered, 1, 16, 1024, 4, false, 200);
        launch(plain, 2, 1, 32, 0, false, 10);
        n = 3;
    } else if (!strcmp(mode, "whole")) {
        plain<<<16, 256, 0, stream[0]>>>(0, 40000);
        launch(whole, 1, 16, 128, 0, true, 100, 3);
    } else if (!strcmp(mode, "whole-room") || !strcmp(mode, "part-room")) { // 12 places of 32 are left; C waits behind B
        plain<<<20, 1024, 0, stream[0]>>>(0, 3000);
        if (!strcmp(mode, "whole-room"))
            launch(whole, 1, 14, 1024, 0, true, 100, 2);
        else
            launch(plain, 1, 14, 1024, 0, false, 3000);
        launch(plain, 2, 1, 32, 0, false, 10);
        n = 3;
    } else if (!strcmp(mode, "barriers")) { // barriers of different grids at the same time, and one behind the other
        launch(whole, 0, 5, 64, 0, true, 10, 10);
        launch(whole, 1, 16, 32, 0, true, 50, 10);
        launch(whole, 2, 3, 96, 0, true, 20, 10);
        cudaStream_t s = stream[3];
        for (n = 3; n < 6; n++) {
            stream[n] = s;
            launch(whole, n, n + 4, 32, 0, true, 10, 2);
        }
    } else if (!strncmp(mode, "part-", 5)) { // part-THREADS-OTHERS: a block on each SM, and one beside them
        int threads = atoi(mode + 5), others = atoi(strrchr(mode, '-') + 1);
        plain<<<16, threads, 0, stream[0]>>>(0, 3000);
        launch(plain, 1, 1, others, 0, false, 10);
    } else if (!strcmp(mode, "many")) {
        for (n = 0; n < KERNELS; n++)
            launch(plain, n, 1, 32, 0, false, 4000);
    } else if (!strcmp(mode, "host")) { // has the machine to itself: it waits for the host
        *flag = 0;
        plain<<<16, 256, 0, stream[0]>>>(0, 1000);
        launch(waits_for_host, 1, 4, 32, 0, true, flag);
        *(volatile int *)flag = 9;
    } else if (!strcmp(mode, "other")) { // a later kernel, beside it
        launch(waits_for_other, 0, 4, 32, 0, true);
        launch(tells_other, 1, 1, 32, 0, false, 3000);
    } else if (!strcmp(mode, "endless")) {
        launch(waits_for_other, 0, 4, 32, 0, true);
        launch(plain, 1, 1, 32, 0, false, 3000);
    } else if (!strcmp(mode, "large")) { // too many blocks, also where it would wait
        plain<<<16, 256, 0, stream[0]>>>(0, 1000);
        launch(whole, 1, 64 * sms + 1, 32, 0, true, 100, 3);
        launch(clustered, 2, 12, 32, 8, false, 100);
    }
    cudaError_t e = cudaDeviceSynchronize();
    if (e)
        return printf("%s\n", cudaGetErrorName(e)), 1;
    cudaMemcpyFromSymbol(from, begins, sizeof from);
    cudaMemcpyFromSymbol(to, ends, sizeof to);
    cudaMemcpyFromSymbol(sum, sums, sizeof sum);
    for (int k = 0; k < n; k++) {
        printf("%d: %u", k, sum[k]);
        if (argc > 2)
            printf(" %llu %llu", from[k], to[k]);
        printf("\n");
    }
    return 0;
}
