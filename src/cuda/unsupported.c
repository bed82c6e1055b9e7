/* Calls that have no meaning on a simulated device: they are there, so that programs link, and say so once. Calls
   that mean something but have nothing to do here succeed silently. */
#include "cuda/state.h"

cudaError_t cudaMemAdvise(const void *ptr, size_t n, enum cudaMemoryAdvise advice, int device)
{
    (void)ptr, (void)n, (void)advice, (void)device;
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t n, int device, cudaStream_t stream)
{
    (void)ptr, (void)n, (void)device, (void)stream;
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

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *ptr)
{
    (void)handle, (void)ptr;
    return cuda_not_supported(__func__);
}

cudaError_t cudaIpcOpenMemHandle(void **ptr, cudaIpcMemHandle_t handle, unsigned flags)
{
    (void)ptr, (void)handle, (void)flags;
    return cuda_not_supported(__func__);
}

cudaError_t cudaIpcCloseMemHandle(void *ptr)
{
    (void)ptr;
    return cuda_not_supported(__func__);
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
    (void)handle, (void)event;
    return cuda_not_supported(__func__);
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
    (void)event, (void)handle;
    return cuda_not_supported(__func__);
}
