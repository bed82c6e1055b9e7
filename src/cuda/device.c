/* The device as the program sees it: properties, limits, versions. One device, the simulated one. */
#include <stdio.h>
#include <string.h>

#include "cuda.h"
#include "cuda/beside.h"
#include "cuda/record.h"
#include "cuda/state.h"
#include "cuda/together.h"

/* 7.0, or what the program was compiled for if that is more. */
static u32 capability_of(const struct cuda_state *s)
{
    u32 capability = 70;
    for (size_t i = 0; i < s->images.n; i++) {
        u32 target = s->images.at[i]->embedded ? cuda_image_target(s->images.at[i]) : 0;
        capability = MAX(capability, target);
    }
    return capability;
}

/* KiB of shared memory an SM has, of which a block may take all but one from 8.0 on (CUDA's programming guide) */
static const struct {
    u32 capability, kib;
} shared_of[] = {{80, 164}, {86, 100}, {87, 164}, {89, 100}, {90, 228}};

static void give_shared(struct cudaDeviceProp *p, u32 capability)
{
    for (size_t i = 0; i < COUNT_OF(shared_of); i++)
        if (capability >= shared_of[i].capability) {
            p->sharedMemPerMultiprocessor = (size_t)shared_of[i].kib << 10;
            p->sharedMemPerBlockOptin = ((size_t)shared_of[i].kib - 1) << 10;
            p->reservedSharedMemPerBlock = 1 << 10;
        }
}

/* A generic card: round figures like those in the vendor's tables for 7.x. A simulated machine replaces them with its
   own (record.c). */
void cuda_describe(struct cuda_state *s, struct cudaDeviceProp *p)
{
    u32 capability = capability_of(s);
    *p = (struct cudaDeviceProp){
        .name = "sluice functional device",
        .totalGlobalMem = 16ull << 30,
        .sharedMemPerBlock = 48 << 10,
        .regsPerBlock = 65536,
        .warpSize = 32,
        .memPitch = 0x7fffffff,
        .maxThreadsPerBlock = 1024,
        .maxThreadsDim = {1024, 1024, 64},
        .maxGridSize = {0x7fffffff, 65535, 65535},
        .clockRate = 1380000,
        .totalConstMem = 65536,
        .major = (int)(capability / 10),
        .minor = (int)(capability % 10),
        .textureAlignment = 512,
        .texturePitchAlignment = 32,
        .deviceOverlap = 1,
        .multiProcessorCount = 80,
        .canMapHostMemory = 1,
        .maxTexture1D = 131072,
        .maxTexture1DLinear = 1 << 28,
        .maxTexture2D = {131072, 65536},
        .maxTexture2DLinear = {131072, 65000, 2097120},
        .maxTexture3D = {16384, 16384, 16384},
        .maxTexture3DAlt = {8192, 8192, 32768},
        .maxTexture1DMipmap = 32768,
        .maxTexture2DMipmap = {32768, 32768},
        .maxTexture2DGather = {32768, 32768},
        .maxTextureCubemap = 32768,
        .maxTexture1DLayered = {32768, 2048},
        .maxTexture2DLayered = {32768, 32768, 2048},
        .maxTextureCubemapLayered = {32768, 2046},
        .maxSurface1D = 32768,
        .maxSurface2D = {131072, 65536},
        .maxSurface3D = {16384, 16384, 16384},
        .maxSurface1DLayered = {32768, 2048},
        .maxSurface2DLayered = {32768, 32768, 2048},
        .maxSurfaceCubemap = 32768,
        .maxSurfaceCubemapLayered = {32768, 2046},
        .surfaceAlignment = 512,
        .concurrentKernels = 1,
        .pciBusID = 1,
        .asyncEngineCount = 1,
        .unifiedAddressing = 1,
        .memoryClockRate = 877000,
        .memoryBusWidth = 4096,
        .l2CacheSize = 6 << 20,
        .maxThreadsPerMultiProcessor = 2048,
        .streamPrioritiesSupported = 1,
        .globalL1CacheSupported = 1,
        .localL1CacheSupported = 1,
        .sharedMemPerMultiprocessor = 96 << 10,
        .regsPerMultiprocessor = 65536,
        .managedMemory = 1,
        .hostRegisterSupported = 1,
        .memoryPoolsSupported = 1,
        .singleToDoublePrecisionPerfRatio = 2,
        .concurrentManagedAccess = 1,
        .cooperativeLaunch = 1,
        .sharedMemPerBlockOptin = 96 << 10,
        .maxBlocksPerMultiProcessor = 32,
    };
    give_shared(p, capability);
    cuda_record_describe(s, p);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device)
{
    CUDA_CALL;
    if (device)
        return cuda_fail(cudaErrorInvalidDevice);
    if (!p)
        return cuda_fail(cudaErrorInvalidValue);
    *p = cuda_ready()->prop;
    cuda_record_asked();
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)
{
    CUDA_CALL;
    const struct cudaDeviceProp *p = &cuda_ready()->prop;
    cuda_record_asked();
    if (device)
        return cuda_fail(cudaErrorInvalidDevice);
    if (!value)
        return cuda_fail(cudaErrorInvalidValue);
    switch ((int)attr) {
#define A(name, driver, number, field)                                                                               \
    case number: *value = (int)p->field; return cudaSuccess;
        SLUICE_DEVICE_ATTRIBUTES(A)
#undef A
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: *value = 1; return cudaSuccess;
    default: *value = 0; return cudaSuccess; /* this device has no such attribute */
    }
}

cudaError_t cudaGetDeviceCount(int *count)
{
    CUDA_CALL;
    if (!count)
        return cuda_fail(cudaErrorInvalidValue);
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    CUDA_CALL;
    if (!device)
        return cuda_fail(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    CUDA_CALL;
    return device ? cuda_fail(cudaErrorInvalidDevice) : cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    CUDA_CALL;
    cuda_state()->flags = flags;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    CUDA_CALL;
    *flags = cuda_state()->flags;
    return cudaSuccess;
}

cudaError_t cudaSetValidDevices(int *devices, int n)
{
    (void)devices, (void)n;
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
    (void)prop;
    return cudaGetDevice(device);
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int len, int device)
{
    if (device || !id || len < 13)
        return cuda_fail(device ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    snprintf(id, (size_t)len, "0000:01:00.0");
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
    (void)id;
    return cudaGetDevice(device);
}

cudaError_t cudaDeviceSynchronize(void)
{
    CUDA_CALL;
    together_wait();
    beside_settle_all();
    CUDA_STICKY();
    return cudaSuccess;
}

/* Frees everything on the device; a lost context is usable again, but the exit status stays. */
cudaError_t cudaDeviceReset(void)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    if (!s->ready)
        return cudaSuccess;
    beside_settle_all();
    cuda_reset_modules();
    emu_device_free(s->dev);
    s->dev = emu_device_new(&s->options);
    s->arrays.n = 0;
    s->sticky = s->last = cudaSuccess;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    if ((unsigned)limit >= COUNT_OF(s->limits))
        return cuda_fail(cudaErrorUnsupportedLimit);
    s->limits[limit] = value;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_ready();
    if (!value || (unsigned)limit >= COUNT_OF(s->limits))
        return cuda_fail(value ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue);
    *value = s->limits[limit];
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    CUDA_CALL;
    cuda_state()->cache_config = config;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    CUDA_CALL;
    *config = cuda_state()->cache_config;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    CUDA_CALL;
    cuda_state()->bank_config = config;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    CUDA_CALL;
    *config = cuda_state()->bank_config;
    return cudaSuccess;
}

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 };

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = LEAST_PRIORITY;
    if (greatest)
        *greatest = GREATEST_PRIORITY;
    return cudaSuccess;
}

int cuda_priority_of(int priority)
{
    return MAX(GREATEST_PRIORITY, MIN(LEAST_PRIORITY, priority));
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    (void)device, (void)peer;
    *can = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    (void)peer, (void)flags;
    return cuda_fail(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    (void)peer;
    return cuda_fail(cudaErrorInvalidDevice);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

/* The names of CUDA 3 */
cudaError_t cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}
cudaError_t cudaThreadExit(void)
{
    return cudaDeviceReset();
}
cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value)
{
    return cudaDeviceSetLimit(limit, value);
}
cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit)
{
    return cudaDeviceGetLimit(value, limit);
}
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config)
{
    return cudaDeviceSetCacheConfig(config);
}
cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config)
{
    return cudaDeviceGetCacheConfig(config);
}
