/* const_times WAY WORDS WARPS: cycles that loads of so many constants take, the second time; WAY 0: at an address that all lanes have, 1: at each lane's own,
   2: as 0, beside loads from shared memory with conflicts */
#include <cstdio>
#include <cstdlib>

__constant__ float table[2048];

__global__ void sum(int way, int words, int step, long long *took, float *out)
{
    __shared__ float room[1024];
    float s = 0, t = 0;
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        room[i] = 0;
    for (int round = 0; round < 2; round++) {
        __syncthreads();
        long long begin = clock64();
        if (way == 0) {
#pragma unroll 8
            for (int k = 0; k < words; k++)
                s += table[k];
        } else if (way == 1) {
#pragma unroll 1
            for (int k = 0; k < words; k++)
                s += table[k + (threadIdx.x & 31) * step];
        } else {
#pragma unroll 8
            for (int k = 0; k < words; k++) {
                s += table[k];
                t += ((volatile float *)room)[(threadIdx.x & 31) * 32];
            }
        }
        __syncthreads();
        *took = clock64() - begin;
    }
    out[threadIdx.x] = s + t;
}

int main(int, char **argv)
{
    long long *took;
    float *out;
    cudaMallocManaged(&took, 8);
    cudaMalloc(&out, 4096);
    sum<<<1, 32 * atoi(argv[3])>>>(atoi(argv[1]), atoi(argv[2]), 1, took, out);
    printf("%s %lld\n", cudaGetErrorString(cudaDeviceSynchronize()) + 3, *took);
    return 0;
}
