/* The runtime API as C++ programs see it: the C functions, templates over them, and inside `sluice cc` everything
   that kernels may use. nvcc includes this file in every .cu file by itself, and so do we (sluice_cuda.h). */
#ifndef SLUICE_CUDA_RUNTIME_H
#define SLUICE_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__
#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "vector_functions.h"

#if defined(__cplusplus)
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Texture references. clang knows the type: in kernels such a variable is a handle. */
#if defined(__CUDA__) && defined(__clang__)
template <class T, int dim = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
    __host__ texture(int norm = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
                     enum cudaTextureAddressMode address = cudaAddressModeClamp)
    {
        init(norm, filter, address, cudaCreateChannelDesc<T>());
    }
    __host__ texture(int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
                     struct cudaChannelFormatDesc desc)
    {
        init(norm, filter, address, desc);
    }

  private:
    __host__ void init(int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
                       struct cudaChannelFormatDesc desc)
    {
        memset((void *)(textureReference *)this, 0, sizeof(textureReference));
        normalized = norm;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = desc;
        sluice_read_mode = mode;
    }
};
template <class T, int dim = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {
    __host__ surface() { channelDesc = cudaCreateChannelDesc<T>(); }
};
template <int dim> struct __attribute__((device_builtin_surface_type)) surface<void, dim> : public surfaceReference {
    __host__ surface() { channelDesc = cudaCreateChannelDesc<void>(); }
};
#include "sluice_templates.h"
#endif

template <class T> static inline __host__ cudaError_t cudaMalloc(T **ptr, size_t size)
{
    return ::cudaMalloc((void **)(void *)ptr, size);
}
template <class T> static inline __host__ cudaError_t cudaMallocHost(T **ptr, size_t size, unsigned int flags = 0)
{
    return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}
template <class T> static inline __host__ cudaError_t cudaHostAlloc(T **ptr, size_t size, unsigned int flags)
{
    return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}
template <class T>
static inline __host__ cudaError_t cudaMallocManaged(T **ptr, size_t size, unsigned int flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)(void *)ptr, size, flags);
}
template <class T>
static inline __host__ cudaError_t cudaMallocPitch(T **ptr, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)(void *)ptr, pitch, width, height);
}
template <class T> static inline __host__ cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)(void *)ptr, size, stream);
}
template <class T>
static inline __host__ cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
{
    return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
static inline __host__ cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}
#endif

#if defined(__CUDA__) && defined(__clang__)
#include "sluice_device.h"
#include "sluice_host_math.h"
#include "sluice_nested.h"
#include "cuda_device_runtime_api.h"
#include "sluice_device_errors.h"
#endif

#endif
