/* A kernel that reads memory after it was freed. */
#include <stdio.h>
__global__ void sum(const int *p, int *out) { atomicAdd(out, p[threadIdx.x]); }
int main()
{
    int *p, *out;
    cudaMalloc(&p, 128);
    cudaMemset(p, 0, 128);
    cudaMalloc(&out, 4);
    cudaMemset(out, 0, 4);
    cudaFree(p);
    sum<<<1, 32>>>(p, out);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
// exit: 3
// expect: cudaErrorIllegalAddress
// stderr: freed
