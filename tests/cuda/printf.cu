/* printf in kernels, in order with the host's */
#include <stdio.h>
__global__ void say(const char *unused, double d)
{
    if (threadIdx.x == 1)
        printf("block %d thread %u: %5.2f|%-6s|%c|%lld|%x|%%|%e\n", blockIdx.x, threadIdx.x, d, "text", 'c',
               1ll << 40, 0xbeef, 12345.678);
    if (threadIdx.x == 0)
        printf("no arguments\n");
}
int main()
{
    printf("before\n");
    say<<<2, 2>>>(0, 3.14159);
    cudaDeviceSynchronize();
    printf("after\n");
    return 0;
}
// expect: before
// expect: block 0 thread 1:  3.14|text  |c|1099511627776|beef|%|1.234568e+04
// expect: no arguments
// expect: block 1 thread 1:  3.14|text  |c|1099511627776|beef|%|1.234568e+04
// expect: no arguments
// expect: after
