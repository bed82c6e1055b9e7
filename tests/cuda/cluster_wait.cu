// expect: no error, 0
// On a machine: a block that has passed its cluster's barrier works for a while, and changes nothing that others see, while another one waits at the next barrier.
// flags: -arch=sm_90
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) waits(int *out, int rounds)
{
    cg::cluster_group c = cg::this_cluster();
    unsigned x = threadIdx.x;
    c.sync();
    if (c.block_rank())
        for (int i = 0; i < rounds; i++)
            x = x * 1664525u + 1013904223u;
    c.sync();
    if (x == 77777)
        *out = 1;
}

int main()
{
    int *out, v = 0;
    cudaMalloc(&out, 4);
    cudaMemset(out, 0, 4);
    waits<<<2, 128>>>(out, 20000);
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpy(&v, out, 4, cudaMemcpyDeviceToHost);
    printf("%s, %d\n", cudaGetErrorString(e), v);
    return e != cudaSuccess;
}
