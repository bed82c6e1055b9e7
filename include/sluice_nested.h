/* The runtime as kernels may call it: launches of kernels, copies and fills that are done when the grid is over, streams and events that
   order them, memory and errors. Included by cuda_runtime.h.

   A file whose kernels launch kernels is compiled with SLUICE_NESTED: in the device's pass its kernels are ordinary functions until
   LLVM's text is rewritten, and "k<<<g, b>>>(x)" has become "k(x), sluice_configured(g, b)". */
#ifndef SLUICE_NESTED_H
#define SLUICE_NESTED_H
#include "driver_types.h"

extern "C" {
__device__ unsigned __sluice_nested_configure(unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                              unsigned long long shared, unsigned long long stream);
__device__ void __sluice_nested_device(unsigned long long kernel, unsigned long long buffer);
__device__ unsigned __sluice_nested_copy(unsigned long long dst, unsigned long long dst_pitch, unsigned long long src,
                                         unsigned long long src_pitch, unsigned long long width, unsigned long long height,
                                         unsigned long long stream);
__device__ unsigned __sluice_nested_fill(unsigned long long dst, unsigned long long dst_pitch, unsigned long long value,
                                         unsigned long long unused, unsigned long long width, unsigned long long height,
                                         unsigned long long stream);
__device__ unsigned __sluice_nested_error(int peek);
__device__ int __sluice_nested_attribute(int attribute);
__device__ unsigned long long __sluice_nested_handle(void);
__device__ unsigned __sluice_nested_event(unsigned long long event, unsigned long long stream, unsigned waits);
}

#define SLUICE_DEVICE_CALL extern "C" __device__ __inline__ __attribute__((unused)) cudaError_t
SLUICE_DEVICE_CALL cudaGetLastError(void) { return (cudaError_t)__sluice_nested_error(0); }
SLUICE_DEVICE_CALL cudaPeekAtLastError(void) { return (cudaError_t)__sluice_nested_error(1); }
SLUICE_DEVICE_CALL cudaMalloc(void **ptr, size_t size)
{
    *ptr = malloc(size);
    return *ptr || !size ? cudaSuccess : cudaErrorMemoryAllocation;
}
SLUICE_DEVICE_CALL cudaFree(void *ptr)
{
    free(ptr);
    return cudaSuccess;
}
SLUICE_DEVICE_CALL cudaMemcpyAsync(void *dst, const void *src, size_t n, enum cudaMemcpyKind, cudaStream_t stream)
{
    return (cudaError_t)__sluice_nested_copy((unsigned long long)dst, n, (unsigned long long)src, n, n, 1, (unsigned long long)stream);
}
SLUICE_DEVICE_CALL cudaMemcpy2DAsync(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind, cudaStream_t stream)
{
    return (cudaError_t)__sluice_nested_copy((unsigned long long)dst, dst_pitch, (unsigned long long)src, src_pitch, width, height,
                                             (unsigned long long)stream);
}
SLUICE_DEVICE_CALL cudaMemsetAsync(void *dst, int value, size_t n, cudaStream_t stream)
{
    return (cudaError_t)__sluice_nested_fill((unsigned long long)dst, n, value & 255, 0, n, 1, (unsigned long long)stream);
}
SLUICE_DEVICE_CALL cudaMemset2DAsync(void *dst, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream)
{
    return (cudaError_t)__sluice_nested_fill((unsigned long long)dst, pitch, value & 255, 0, width, height, (unsigned long long)stream);
}
SLUICE_DEVICE_CALL cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    *value = device ? 0 : __sluice_nested_attribute((int)attribute);
    return device ? cudaErrorInvalidDevice : cudaSuccess;
}
SLUICE_DEVICE_CALL cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}
SLUICE_DEVICE_CALL cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}
/* Device code makes streams and events of these kinds only. */
SLUICE_DEVICE_CALL cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    if (flags != cudaStreamNonBlocking)
        return cudaErrorInvalidValue;
    *stream = (cudaStream_t)__sluice_nested_handle();
    return cudaSuccess;
}
SLUICE_DEVICE_CALL cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
SLUICE_DEVICE_CALL cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int)
{
    return (cudaError_t)__sluice_nested_event((unsigned long long)event, (unsigned long long)stream, 1);
}
SLUICE_DEVICE_CALL cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    if (flags != cudaEventDisableTiming)
        return cudaErrorInvalidValue;
    *event = (cudaEvent_t)__sluice_nested_handle();
    return cudaSuccess;
}
SLUICE_DEVICE_CALL cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    return (cudaError_t)__sluice_nested_event((unsigned long long)event, (unsigned long long)stream, 0);
}
SLUICE_DEVICE_CALL cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
#undef SLUICE_DEVICE_CALL

#if defined(SLUICE_NESTED)
static __inline__ __host__ __device__ void sluice_configured(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0)
{
    __sluice_nested_configure(grid.x, grid.y, grid.z, block.x, block.y, block.z, shared, (unsigned long long)stream);
}
#endif

#endif
