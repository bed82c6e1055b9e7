/* host_memory KIND: what a dependent load takes, of memory that is the device's, pinned or registered; and the kernel's sums of it */
#include <cstdio>
#include <cstdlib>

#define N 4096

__global__ void sum(const unsigned *from, unsigned *to, long long *took)
{
    __shared__ volatile unsigned seen;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        long long begin = clock64();
        seen = from[0];
        *took = clock64() - begin;
    }
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i] + 1;
}

int main(int, char **argv)
{
    int kind = atoi(argv[1]);
    unsigned *p, *own = (unsigned *)malloc(N * 4);
    long long *took, cycles;
    cudaMalloc(&took, 8);
    if (kind == 0)
        cudaMalloc(&p, N * 4);
    else if (kind == 1)
        cudaHostAlloc(&p, N * 4, cudaHostAllocMapped);
    else {
        cudaHostRegister(own, N * 4, 0);
        cudaHostGetDevicePointer(&p, own, 0);
    }
    for (int i = 0; i < N; i++)
        own[i] = i;
    if (kind != 2)
        cudaMemcpy(p, own, N * 4, cudaMemcpyDefault);
    sum<<<N / 256, 256>>>(p, p, took);
    cudaMemcpy(&cycles, took, 8, cudaMemcpyDeviceToHost);
    if (kind != 2)
        cudaMemcpy(own, p, N * 4, cudaMemcpyDefault);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < N; i++)
        right = right && own[i] == (unsigned)i + 1;
    printf("%d %lld\n", right, cycles);
    return 0;
}
