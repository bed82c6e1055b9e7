// Takes the time, then waits for memory that nobody writes: no clock ends that.
#include <cstdio>
__global__ void wait(const volatile unsigned *flag, long long *took)
{
    long long began = clock64();
    while (!*flag)
        ;
    took[threadIdx.x] = clock64() - began;
}

int main()
{
    unsigned *flag;
    long long *took;
    cudaMallocManaged(&flag, sizeof *flag);
    cudaMallocManaged(&took, 64 * sizeof *took);
    *flag = 0;
    wait<<<2, 64>>>(flag, took);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
// exit: 3
// expect: cudaErrorLaunchTimeout
// stderr: endless wait
// stderr: fault_wait_clock.cu
