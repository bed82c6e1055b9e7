/* An access past the end: reported, the context is lost, the exit status is 3 whatever the program returns. */
#include <stdio.h>
__global__ void past(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i + n] = i;
}
int main()
{
    int *p, h;
    cudaMalloc(&p, 400);
    past<<<1, 32>>>(p, 100);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost)));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
// exit: 3
// expect: an illegal memory access was encountered
// expect: cudaErrorIllegalAddress
// expect: cudaErrorIllegalAddress
// expect: cudaErrorIllegalAddress
// stderr: fault_bounds.cu:6
// stderr: nearest allocation: cudaMalloc #1, 400 bytes
// stderr: thread (0,0,0) of block (0,0,0)
