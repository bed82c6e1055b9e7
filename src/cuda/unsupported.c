/* Calls that mean something but have nothing to do here: they succeed silently. */
#include "cuda/state.h"

cudaError_t cudaMemAdvise(const void *ptr, size_t n, enum cudaMemoryAdvise advice, int device)
{
    (void)ptr, (void)n, (void)advice, (void)device;
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t n, int device, cudaStream_t stream)
{
    (void)ptr, (void)n, (void)device;
    CUDA_STREAM(stream);
    return cudaSuccess;
}

cudaError_t cudaSetDoubleForDevice(double *d)
{
    (void)d;
    return cudaSuccess;
}

cudaError_t cudaSetDoubleForHost(double *d)
{
    (void)d;
    return cudaSuccess;
}

cudaError_t cudaProfilerStart(void)
{
    return cudaSuccess;
}
cudaError_t cudaProfilerStop(void)
{
    return cudaSuccess;
}
