/* A kernel waits for the host, which waits for the kernel: told when it does, and not before. */
#include <stdio.h>
__global__ void wait(volatile int *flag)
{
    while (*flag == 0)
        ;
}
int main()
{
    int *flag;
    cudaMallocManaged(&flag, 4);
    *flag = 0;
    wait<<<2, 64>>>(flag);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaFree(flag)));
    return 0;
}
// exit: 3
// expect: cudaSuccess
// expect: cudaErrorLaunchTimeout
// expect: cudaErrorLaunchTimeout
// stderr: endless wait
// stderr: fault_wait.cu
