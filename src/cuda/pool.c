/* Memory pools. An allocation from a pool is an ordinary one: pools only keep their attributes. Also attributes of
   streams, which say how work should be cached: kept, and without effect. */
#include <string.h>

#include "cuda/state.h"

struct CUmemPoolHandle_st {
    u64 threshold, reuse[4];
};
static struct CUmemPoolHandle_st standard; /* part of the process's state */
static VEC(struct CUmemPoolHandle_st *) pools;

static bool known(cudaMemPool_t pool)
{
    CUDA_CALL;
    for (size_t i = 0; i < pools.n; i++)
        if (pools.at[i] == pool)
            return true;
    return pool == &standard;
}

static bool good(enum cudaMemPoolAttr attr)
{
    return attr >= cudaMemPoolReuseFollowEventDependencies && attr <= cudaMemPoolAttrUsedMemHigh;
}

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
    return device || !known(pool) ? cuda_fail(cudaErrorInvalidValue) : cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props)
{
    CUDA_CALL;
    if (!pool || !props)
        return cuda_fail(cudaErrorInvalidValue);
    *pool = ARENA_NEW(&cuda_ready()->arena, struct CUmemPoolHandle_st);
    **pool = (struct CUmemPoolHandle_st){0};
    VEC_PUSH(&pools, *pool);
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    CUDA_CALL;
    for (size_t i = 0; i < pools.n; i++)
        if (pools.at[i] == pool) {
            pools.at[i] = pools.at[--pools.n];
            return cudaSuccess;
        }
    return cuda_fail(cudaErrorInvalidValue); /* nor is the device's own */
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
    if (!known(pool) || !value || !good(attr))
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
    if (!known(pool) || !value || !good(attr))
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
    return !known(pool) || (n && !list) ? cuda_fail(cudaErrorInvalidValue) : cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
    (void)keep;
    return known(pool) ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return known(pool) ? cudaMallocAsync(ptr, size, stream) : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, enum cudaStreamAttrID attr,
                                   const union cudaStreamAttrValue *value)
{
    (void)attr;
    CUDA_STREAM(stream);
    return value ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, enum cudaStreamAttrID attr, union cudaStreamAttrValue *value)
{
    (void)attr;
    CUDA_STREAM(stream);
    if (!value)
        return cuda_fail(cudaErrorInvalidValue);
    memset(value, 0, sizeof(*value));
    return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return cudaSuccess;
}
