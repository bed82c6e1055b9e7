/* One warp a CTA prints with so many lanes; how long each took. prints BLOCKS LANES */
#include <cstdio>
#include <cstdlib>

__global__ void print(int lanes, long long *took)
{
    long long begin = clock64();
    if (threadIdx.x < lanes)
        printf("lane %d\n", (int)threadIdx.x);
    long long end = clock64();
    if (threadIdx.x == 0)
        took[blockIdx.x] = end - begin;
}

int main(int argc, char **argv)
{
    int blocks = argc > 1 ? atoi(argv[1]) : 1, lanes = argc > 2 ? atoi(argv[2]) : 1;
    long long *took, host[132];
    if (blocks > 132 || cudaMalloc(&took, sizeof host))
        return 1;
    print<<<blocks, 32>>>(lanes, took);
    cudaMemcpy(host, took, blocks * sizeof *host, cudaMemcpyDeviceToHost);
    for (int k = 0; k < blocks; k++)
        printf("took %lld\n", host[k]);
    return 0;
}
