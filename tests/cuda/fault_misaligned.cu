/* A misaligned access, and a reset that makes the device usable again. */
#include <stdio.h>
__global__ void load(char *p, int *out) { *out = *(int *)(p + threadIdx.x); }
__global__ void fine(int *out) { *out = 9; }
int main()
{
    char *p;
    int *out, h = 0;
    cudaMalloc(&p, 64);
    cudaMemset(p, 0, 64);
    cudaMalloc(&out, 4);
    load<<<1, 2>>>(p, out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaMalloc(&p, 64)));
    cudaDeviceReset();
    cudaMalloc(&out, 4);
    fine<<<1, 1>>>(out);
    cudaMemcpy(&h, out, 4, cudaMemcpyDeviceToHost);
    printf("%s %d\n", cudaGetErrorName(cudaGetLastError()), h);
    return 0;
}
// exit: 3
// expect: cudaErrorMisalignedAddress
// expect: cudaErrorMisalignedAddress
// expect: cudaSuccess 9
// stderr: misaligned
