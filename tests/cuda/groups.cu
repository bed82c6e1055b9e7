/* Cooperative groups: block, tiles, coalesced threads, reductions, a barrier across the grid. */
#include <cooperative_groups.h>
#include <stdio.h>
namespace cg = cooperative_groups;
__device__ int sum(cg::thread_group g, int *temp, int v)
{
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        temp[lane] = v;
        g.sync();
        if (lane < i)
            v += temp[lane + i];
        g.sync();
    }
    return v;
}
__global__ void block_and_tiles(int *o)
{
    __shared__ int temp[64];
    cg::thread_block b = cg::this_thread_block();
    auto t = cg::tiled_partition<16>(b);
    int i = b.thread_rank();
    int s = sum(b, temp, i);
    if (i == 0)
        o[0] = s;
    int down = t.shfl_down(i, 1), red = cg::reduce(t, i, cg::plus<int>());
    if (i == 20)
        o[1] = down, o[2] = red, o[3] = t.thread_rank(), o[4] = t.meta_group_rank(), o[5] = t.size();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(b);
    cg::coalesced_group third = cg::binary_partition(warp, warp.thread_rank() % 3 == 0);
    int odd = cg::reduce(third, i, cg::bit_or<int>());
    if (i == 35)
        o[9] = third.size(), o[10] = odd;
    if (i & 1) {
        cg::coalesced_group c = cg::coalesced_threads();
        int first = c.shfl(i, 0);
        if (i == 37)
            o[6] = c.size(), o[7] = c.thread_rank(), o[8] = first;
    }
}
__global__ void across(int *o, int n)
{
    cg::grid_group g = cg::this_grid();
    int r = g.thread_rank();
    o[r] = r;
    g.sync();
    int v = o[n - 1 - r];
    g.sync();
    o[r] = v + 1;
}
int main()
{
    int *o, n = 1024;
    cudaMallocManaged(&o, 4096);
    block_and_tiles<<<1, 64>>>(o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 11; i++)
        printf("%d ", o[i]);
    void *args[] = {&o, &n};
    cudaError_t e = cudaLaunchCooperativeKernel((void *)across, dim3(8), dim3(128), args);
    cudaDeviceSynchronize();
    printf("| %d %d %d\n", e, o[0], o[1023]);
    printf("%s\n", cudaGetErrorName(cudaLaunchCooperativeKernel((void *)across, dim3(1 << 20), dim3(128), args)));
    return 0;
}
// expect: 2016 21 376 4 1 16 16 2 33 11 63 | 0 1024 1
// expect: cudaErrorCooperativeLaunchTooLarge
