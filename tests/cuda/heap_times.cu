/* heap_times BLOCKS LANES: what each block's call of malloc takes, then of free, in cycles; then whether all got memory of their own */
#include <cstdio>
#include <cstdlib>

__global__ void calls(int lanes, long long *took, char **at)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    char *p = nullptr;
    long long t0 = clock64();
    if (threadIdx.x < lanes)
        p = (char *)malloc(16);
    long long t1 = clock64();
    if (p)
        *p = (char)i;
    at[i] = p;
    __syncthreads();
    bool mine = !p || *p == (char)i;
    long long t2 = clock64();
    if (threadIdx.x < lanes)
        free(mine ? p : nullptr);
    long long t3 = clock64();
    if (threadIdx.x == 0) {
        took[blockIdx.x * 2] = t1 - t0;
        took[blockIdx.x * 2 + 1] = t3 - t2;
    }
}

int main(int, char **argv)
{
    int blocks = atoi(argv[1]), lanes = atoi(argv[2]);
    long long *took;
    char **at;
    cudaMallocManaged(&took, blocks * 16);
    cudaMallocManaged(&at, blocks * 32 * sizeof *at);
    calls<<<blocks, 32>>>(lanes, took, at);
    printf("%s", cudaGetErrorString(cudaDeviceSynchronize()) + 3);
    for (int k = 0; k < 2; k++)
        for (int b = 0; b < blocks; b++)
            printf(" %lld", took[b * 2 + k]);
    bool apart = true;
    for (int i = 0; i < blocks * 32; i++)
        apart &= (at[i] != nullptr) == (i % 32 < lanes) && (!i || !at[i] || at[i] != at[i - 1]);
    printf(" %d\n", apart);
    return 0;
}
