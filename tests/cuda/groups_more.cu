// Cooperative groups, second part: structs through shuffles, partitions by label, tiles of several warps, scans, copies.
// levels: 0 3
// expect: struct 31 62.0, up 30
// expect: labels 11 10, ranks 10
// expect: big 128 1 127 3
// expect: scan 528 496
// expect: copied 1
// expect: pick 65
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
struct both {
    int i;
    double d;
    char c;
};
__global__ void k(int *o, const int *in)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    both b = {(int)tile.thread_rank(), 2.0 * tile.thread_rank(), 'x'};
    both last = tile.shfl(b, 31), below = tile.shfl_up(b, 1);
    if (threadIdx.x == 31)
        o[0] = last.i, o[1] = (int)last.d, o[2] = below.i;
    if (threadIdx.x < 32) {
        cg::coalesced_group same = cg::labeled_partition(tile, (int)threadIdx.x % 3);
        if (threadIdx.x == 0)
            o[3] = (int)same.size();
        if (threadIdx.x == 2)
            o[4] = (int)same.size();
        if (threadIdx.x == 30)
            o[5] = (int)same.thread_rank();
    }
    __shared__ cg::block_tile_memory<256> memory;
    cg::thread_block whole = cg::this_thread_block(memory);
    auto big = cg::tiled_partition<128>(whole);
    __shared__ int s[256];
    s[threadIdx.x] = threadIdx.x;
    big.sync();
    int neighbour = s[threadIdx.x ^ 127], any = big.any(threadIdx.x == 200);
    if (threadIdx.x == 128)
        o[6] = big.size(), o[7] = any, o[8] = neighbour - 128;
    if (threadIdx.x == 0)
        o[9] = any + 3;
    int up = cg::inclusive_scan(tile, (int)tile.thread_rank() + 1), before = cg::exclusive_scan(tile, (int)tile.thread_rank() + 1);
    if (threadIdx.x == 31)
        o[10] = up, o[11] = before;
    __shared__ int copy[64];
    cg::memcpy_async(block, copy, in, sizeof(copy));
    cg::wait(block);
    o[12] = __syncthreads_and(copy[threadIdx.x % 64] == in[threadIdx.x % 64]);
    int v = big.shfl((int)threadIdx.x, 65);
    if (threadIdx.x == 3)
        o[13] = v;
}
int main()
{
    int *o;
    cudaMallocManaged(&o, 4096);
    for (int i = 0; i < 64; i++)
        o[100 + i] = i * i;
    k<<<1, 256>>>(o, o + 100);
    if (cudaDeviceSynchronize())
        return 1;
    printf("struct %d %d.0, up %d\nlabels %d %d, ranks %d\n", o[0], o[1], o[2], o[3], o[4], o[5]);
    printf("big %d %d %d %d\nscan %d %d\ncopied %d\npick %d\n", o[6], o[7], o[8], o[9], o[10], o[11], o[12], o[13]);
    return 0;
}
