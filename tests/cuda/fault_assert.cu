/* assert in a kernel */
#include <assert.h>
#include <stdio.h>
__global__ void check(int n) { assert(threadIdx.x < n); }
int main()
{
    check<<<1, 32>>>(32);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    check<<<1, 32>>>(7);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 1;
}
// exit: 3
// expect: cudaSuccess
// expect: cudaErrorAssert
// stderr: threadIdx.x < n
