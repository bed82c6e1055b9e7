/* A barrier that half of the block never reaches because it waits for the other half. */
#include <stdio.h>
__global__ void stuck(volatile int *flag)
{
    if (threadIdx.x < 32) {
        while (*flag == 0)
            ;
    } else {
        __syncthreads();
        *flag = 1;
    }
    __syncthreads();
}
int main()
{
    int *flag;
    cudaMalloc(&flag, 4);
    cudaMemset(flag, 0, 4);
    stuck<<<1, 64>>>(flag);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
// exit: 3
// expect: cudaErrorLaunchTimeout
// stderr: fault_barrier.cu
