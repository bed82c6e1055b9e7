/* What malloc and free take in a kernel, by size, lanes, warps and blocks. The same source runs on the card and here:
 *   nvcc -arch=sm_90 -O2 -o heap tools/h200/heap.cu && ./heap
 *   ncu --csv --metrics smsp__inst_executed.sum ./heap once       (instructions: fewer launches)
 *   sluice cc -O2 -o heap tools/h200/heap.cu && sluice run -m h200 -- ./heap once
 * Each line: bytes, blocks, warps of a block, lanes of a warp that allocate; then cycles of the slowest block for one call of each: the first malloc of a fresh
 * launch, malloc, free, and both in a loop. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define ROUNDS 4

__global__ void take(int bytes, int lanes, long long *took, long long *first, void **kept)
{
    long long begin = clock64(), one = 0;
    if ((threadIdx.x & 31) < lanes)
#pragma unroll 1
        for (int k = 0; k < ROUNDS; k++) {
            kept[(blockIdx.x * blockDim.x + threadIdx.x) * ROUNDS + k] = malloc(bytes);
            if (k == 0)
                one = clock64();
        }
    __syncthreads();
    if (threadIdx.x == 0) {
        took[blockIdx.x] = clock64() - begin;
        first[blockIdx.x] = one - begin;
    }
}

__global__ void give(int lanes, long long *took, void **kept)
{
    long long begin = clock64();
    if ((threadIdx.x & 31) < lanes)
#pragma unroll 1
        for (int k = 0; k < ROUNDS; k++)
            free(kept[(blockIdx.x * blockDim.x + threadIdx.x) * ROUNDS + k]);
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
}

__global__ void both(int bytes, int lanes, long long *took)
{
    long long begin = clock64();
    if ((threadIdx.x & 31) < lanes)
#pragma unroll 1
        for (int k = 0; k < ROUNDS; k++) {
            char *p = (char *)malloc(bytes);
            if (p)
                *(volatile char *)p = 1;
            free(p);
        }
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
}

static std::vector<long long> host(4096);
static long long most(const long long *took, int blocks)
{
    cudaError_t e = cudaMemcpy(host.data(), took, blocks * sizeof(long long), cudaMemcpyDeviceToHost);
    if (e != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(e));
        exit(1);
    }
    long long m = 0;
    for (int i = 0; i < blocks; i++)
        m = host[i] > m ? host[i] : m;
    return m;
}

int main(int argc, char **argv)
{
    bool once = argc > 1 && !strcmp(argv[1], "once");
    long long *took, *first;
    void **kept;
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)1 << 30);
    cudaMalloc(&took, 4096 * sizeof(long long));
    cudaMalloc(&first, 4096 * sizeof(long long));
    cudaMalloc(&kept, 1 << 24);
    for (int bytes : {16, 64, 256, 1024, 4096})
        for (int blocks : {1, 4, 16, 132})
            for (int warps : {1, 2, 4, 8})
                for (int lanes : {1, 2, 4, 8, 32}) {
                    if (blocks * warps * lanes > 8448 || (bytes > 256 && blocks * warps * lanes > 1100))
                        continue;
                    if (once && (warps == 2 || lanes == 2 || lanes == 8 || bytes == 64 || bytes == 1024 || blocks == 4))
                        continue;
                    if (!once)
                        take<<<blocks, warps * 32>>>(bytes, lanes, took, first, kept), give<<<blocks, warps * 32>>>(lanes, took, kept);
                    take<<<blocks, warps * 32>>>(bytes, lanes, took, first, kept);
                    long long t = most(took, blocks), f = most(first, blocks);
                    give<<<blocks, warps * 32>>>(lanes, took, kept);
                    long long g = most(took, blocks);
                    both<<<blocks, warps * 32>>>(bytes, lanes, took);
                    long long b = most(took, blocks);
                    printf("heap %d bytes blocks %d warps %d lanes %d: first %lld malloc %lld free %lld both %lld\n", bytes, blocks, warps, lanes, f, t / ROUNDS,
                           g / ROUNDS, b / ROUNDS);
                    fflush(stdout);
                }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
