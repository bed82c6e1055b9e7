/* The device runtime's calls that sluice_nested.h does not have for every file: launches by a kernel's address, and the conditions of
   graphs. */
#ifndef SLUICE_CUDA_DEVICE_RUNTIME_API_H
#define SLUICE_CUDA_DEVICE_RUNTIME_API_H
#include "cuda_runtime.h"

#if defined(__CUDA__) && defined(__clang__)
static __device__ inline void *cudaGetParameterBuffer(size_t, size_t size) { return malloc(size); }
static __device__ inline cudaError_t cudaLaunchDevice(void *kernel, void *buffer, dim3 grid, dim3 block, unsigned int shared, cudaStream_t stream)
{
    __sluice_nested_device((unsigned long long)kernel, (unsigned long long)buffer);
    return (cudaError_t)__sluice_nested_configure(grid.x, grid.y, grid.z, block.x, block.y, block.z, shared, (unsigned long long)stream);
}
extern "C" __device__ __attribute__((noreturn)) void __assertfail(const char *message, const char *file, unsigned line, const char *function,
                                                                  size_t char_size);
static __device__ inline cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance()
{
    __assertfail("a kernel cannot wait for the kernels that it launches (CUDA 12)", __FILE__, __LINE__, __FUNCTION__, 1);
}
/* The value that a conditional node of a graph goes by, the next time that it is reached. */
static __device__ inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value)
{
    *(volatile unsigned int *)handle = value;
}
#endif

#endif
