/* Launches that CUDA refuses, the error's memory, attributes and occupancy. */
#include <stdio.h>
__global__ void nothing() {}
__global__ void __launch_bounds__(64) bounded(int *p) { p[threadIdx.x] = 1; }
__global__ void shared_user(int *p)
{
    __shared__ int s[1024];
    extern __shared__ int more[];
    s[threadIdx.x] = more[threadIdx.x] = 1;
    __syncthreads();
    p[threadIdx.x] = s[0] + more[0];
}
static void say(const char *what) { printf("%s: %s\n", what, cudaGetErrorString(cudaGetLastError())); }
int main()
{
    int *p, blocks, grid, block;
    cudaMalloc(&p, 4096);
    nothing<<<1, 1025>>>();
    say("1025 threads");
    say("and then");
    nothing<<<0, 32>>>();
    say("no blocks");
    nothing<<<dim3(1, 65536), 1>>>();
    say("too many rows");
    nothing<<<1, dim3(1, 1, 65)>>>();
    say("too deep");
    bounded<<<1, 128>>>(p);
    say("bounds");
    void (*stub)(int *) = bounded; // as llm.c's permute.cu does, through a function that takes one
    stub(p);
    say("called");
    shared_user<<<1, 32, 48 << 10>>>(p);
    say("shared");
    printf("%s\n", cudaGetErrorName(cudaFuncSetAttribute(shared_user, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20)));
    cudaGetLastError();
    cudaFuncSetAttribute(shared_user, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10);
    shared_user<<<1, 32, 64 << 10>>>(p);
    say("shared, opted in");
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, shared_user);
    printf("static shared %d, threads %d\n", (int)a.sharedSizeBytes, a.maxThreadsPerBlock);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 0);
    printf("occupancy %d", blocks);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, shared_user, 32, 12 << 10);
    printf(" %d\n", blocks);
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, nothing);
    printf("best block %d\n", block);
    printf("%s\n", cudaGetErrorName(cudaLaunchKernel((const void *)say, dim3(1), dim3(1), NULL)));
    printf("%s\n", cudaGetErrorName(cudaSetDevice(1)));
    printf("%s\n", cudaGetErrorName(cudaPeekAtLastError()));
    return 0;
}
// expect: 1025 threads: invalid configuration argument
// expect: and then: no error
// expect: no blocks: invalid configuration argument
// expect: too many rows: invalid configuration argument
// expect: too deep: invalid configuration argument
// expect: bounds: too many resources requested for launch
// expect: called: invalid configuration argument
// expect: shared: invalid argument
// expect: cudaErrorInvalidValue
// expect: shared, opted in: no error
// expect: static shared 4096, threads 1024
// expect: occupancy 8 6
// expect: best block 1024
// expect: cudaErrorInvalidDeviceFunction
// expect: cudaErrorInvalidDevice
// expect: cudaErrorInvalidDevice
// stderr: __launch_bounds__ allow 64
// stderr: a kernel is called like a function, without <<<...>>>: nothing is launched
// stderr: bytes of shared memory a block
