// When launches from kernels start, in cycles of the parent's clock: nested_times.sh
#include <cstdio>
#include <cstdlib>
__device__ long long seen[64];
__device__ int children;
__global__ void child() { seen[3 + atomicAdd(&children, 1)] = clock64(); }
__global__ void parent(int n, int tail, long long stay)
{
    seen[0] = clock64();
    for (int i = 0; i < n; i++)
        if (tail)
            child<<<1, 1, 0, cudaStreamTailLaunch>>>();
        else
            child<<<1, 1, 0, cudaStreamFireAndForget>>>();
    long long called = seen[1] = clock64();
    while (clock64() - called < stay)
        ;
    seen[2] = clock64();
}
// one warp of a block launches, and the others wait for it at a barrier
__global__ void waits(int *out)
{
    long long t = clock64();
    if (threadIdx.x == 0)
        child<<<1, 1>>>();
    __syncthreads();
    if (threadIdx.x == 64)
        *out = (int)(clock64() - t);
}
int main(int argc, char **argv)
{
    long long s[64];
    int n = argc > 1 ? atoi(argv[1]) : 1, tail = argc > 2 ? atoi(argv[2]) : 0, stay = argc > 3 ? atoi(argv[3]) : 0, *out, waited = 0;
    cudaMalloc(&out, 4);
    if (n)
        parent<<<1, 1>>>(n, tail, stay);
    else
        waits<<<1, 96>>>(out);
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(s, seen, sizeof s);
    cudaMemcpy(&waited, out, 4, cudaMemcpyDeviceToHost);
    if (!n)
        printf("%s %d", cudaGetErrorName(e), waited);
    else
        printf("%lld %lld", s[1] - s[0], s[2] - s[1]);
    for (int i = 0; i < n; i++)
        printf(" %lld", s[3 + i] - (i ? s[2 + i] : s[2]));
    printf("\n");
}
