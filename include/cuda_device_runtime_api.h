/* The runtime as kernels may call it. Kernels that launch kernels are not supported: the calls that do so are there for libraries that
   mention them, and end the program with a message when one is made. */
#ifndef SLUICE_CUDA_DEVICE_RUNTIME_API_H
#define SLUICE_CUDA_DEVICE_RUNTIME_API_H
#include "cuda_runtime.h"

#if defined(__CUDA__) && defined(__clang__)
extern "C" __device__ __attribute__((noreturn)) void __assertfail(const char *message, const char *file, unsigned line, const char *function,
                                                                  size_t char_size);
#define SLUICE_NO_NESTING __assertfail("kernels that launch kernels are not supported", __FILE__, __LINE__, __FUNCTION__, 1)
static __device__ inline void *cudaGetParameterBuffer(size_t, size_t) { SLUICE_NO_NESTING; }
static __device__ inline cudaError_t cudaLaunchDevice(void *, void *, dim3, dim3, unsigned int, cudaStream_t) { SLUICE_NO_NESTING; }
static __device__ inline cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() { SLUICE_NO_NESTING; }
#undef SLUICE_NO_NESTING
/* The value that a conditional node of a graph goes by, the next time that it is reached. */
static __device__ inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value)
{
    *(volatile unsigned int *)handle = value;
}
#endif

#endif
