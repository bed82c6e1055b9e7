/* Memory pools. An allocation from a pool is one of the device's: pools only keep their attributes. And attributes of
   streams, which say how work should be cached: kept, and without effect. */
#include <string.h>

#include "cuda/state.h"

struct CUmemPoolHandle_st {
    u64 threshold, reuse[4];
};
static struct CUmemPoolHandle_st standard; /* part of the process's state */

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    if (!pool || device)
        return cuda_fail(device ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    *pool = &standard;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    return cudaDeviceGetDefaultMemPool(pool, device);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    return device || !pool ? cuda_fail(cudaErrorInvalidValue) : cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props)
{
    CUDA_CALL;
    if (!pool || !props)
        return cuda_fail(cudaErrorInvalidValue);
    *pool = ARENA_NEW(&cuda_ready()->arena, struct CUmemPoolHandle_st);
    **pool = (struct CUmemPoolHandle_st){0};
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    return pool ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
    if (!pool || !value)
        return cuda_fail(cudaErrorInvalidValue);
    if (attr == cudaMemPoolAttrReleaseThreshold)
        memcpy(&pool->threshold, value, sizeof(u64));
    else if (attr < cudaMemPoolAttrReleaseThreshold)
        memcpy(&pool->reuse[attr], value, sizeof(int));
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
    CUDA_CALL;
    u64 left, total;
    if (!pool || !value)
        return cuda_fail(cudaErrorInvalidValue);
    emu_mem_info(cuda_ready()->dev, &left, &total);
    if (attr < cudaMemPoolAttrReleaseThreshold)
        memcpy(value, &pool->reuse[attr], sizeof(int));
    else
        *(u64 *)value = attr == cudaMemPoolAttrReleaseThreshold ? pool->threshold : total - left;
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t n)
{
    return !pool || (n && !list) ? cuda_fail(cudaErrorInvalidValue) : cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
    (void)keep;
    return pool ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return pool ? cudaMallocAsync(ptr, size, stream) : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, enum cudaStreamAttrID attr,
                                   const union cudaStreamAttrValue *value)
{
    (void)stream, (void)attr;
    return value ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, enum cudaStreamAttrID attr, union cudaStreamAttrValue *value)
{
    (void)stream, (void)attr;
    if (!value)
        return cuda_fail(cudaErrorInvalidValue);
    memset(value, 0, sizeof(*value));
    return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return cudaSuccess;
}
