/* How many blocks of a kernel fit on a multiprocessor, computed from figures alone, under the names that libraries use for it. The
   limits are those of the device that cudaGetDeviceProperties describes. */
#ifndef SLUICE_CUDA_OCCUPANCY_H
#define SLUICE_CUDA_OCCUPANCY_H
#include "cuda_runtime_api.h"

#if defined(__cplusplus)
typedef enum cudaOccError_enum { CUDA_OCC_SUCCESS = 0, CUDA_OCC_ERROR_INVALID_INPUT = 1, CUDA_OCC_ERROR_UNKNOWN_DEVICE = 2 } cudaOccError;
typedef enum cudaOccCacheConfig_enum {
    CACHE_PREFER_NONE = 0,
    CACHE_PREFER_SHARED = 1,
    CACHE_PREFER_L1 = 2,
    CACHE_PREFER_EQUAL = 3
} cudaOccCacheConfig;
typedef enum cudaOccCarveoutConfig_enum {
    SHAREDMEM_CARVEOUT_DEFAULT = -1,
    SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
    SHAREDMEM_CARVEOUT_MAX_L1 = 0,
    SHAREDMEM_CARVEOUT_HALF = 50
} cudaOccCarveoutConfig;
typedef enum cudaOccPartitionedGCConfig_enum { PARTITIONED_GC_OFF, PARTITIONED_GC_ON, PARTITIONED_GC_ON_STRICT } cudaOccPartitionedGCConfig;
typedef enum cudaOccFuncShmemConfig_enum { FUNC_SHMEM_LIMIT_DEFAULT, FUNC_SHMEM_LIMIT_OPTIN } cudaOccFuncShmemConfig;
typedef enum cudaOccLimitingFactors_enum {
    OCC_LIMIT_WARPS = 0x01,
    OCC_LIMIT_REGISTERS = 0x02,
    OCC_LIMIT_SHARED_MEMORY = 0x04,
    OCC_LIMIT_BLOCKS = 0x08
} cudaOccLimitingFactors;

struct cudaOccDeviceProp {
    int computeMajor, computeMinor, maxThreadsPerBlock, maxThreadsPerMultiprocessor, regsPerBlock, regsPerMultiprocessor, warpSize;
    size_t sharedMemPerBlock, sharedMemPerMultiprocessor;
    int numSms;
    size_t sharedMemPerBlockOptin, reservedSharedMemPerBlock;
    cudaOccDeviceProp() {}
    template <class P> cudaOccDeviceProp(const P &p)
        : computeMajor(p.major), computeMinor(p.minor), maxThreadsPerBlock(p.maxThreadsPerBlock),
          maxThreadsPerMultiprocessor(p.maxThreadsPerMultiProcessor), regsPerBlock(p.regsPerBlock),
          regsPerMultiprocessor(p.regsPerMultiprocessor), warpSize(p.warpSize), sharedMemPerBlock(p.sharedMemPerBlock),
          sharedMemPerMultiprocessor(p.sharedMemPerMultiprocessor), numSms(p.multiProcessorCount),
          sharedMemPerBlockOptin(p.sharedMemPerBlockOptin), reservedSharedMemPerBlock(0)
    {
    }
};
struct cudaOccFuncAttributes {
    int maxThreadsPerBlock, numRegs;
    size_t sharedSizeBytes;
    cudaOccPartitionedGCConfig partitionedGCConfig;
    cudaOccFuncShmemConfig shmemLimitConfig;
    size_t maxDynamicSharedSizeBytes;
    int numBlockBarriers;
    cudaOccFuncAttributes() {}
    template <class A> cudaOccFuncAttributes(const A &a)
        : maxThreadsPerBlock(a.maxThreadsPerBlock), numRegs(a.numRegs), sharedSizeBytes(a.sharedSizeBytes),
          partitionedGCConfig(PARTITIONED_GC_OFF), shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
          maxDynamicSharedSizeBytes((size_t)a.maxDynamicSharedSizeBytes), numBlockBarriers(1)
    {
    }
};
struct cudaOccDeviceState {
    cudaOccCacheConfig cacheConfig;
    int carveoutConfig;
    cudaOccDeviceState() : cacheConfig(CACHE_PREFER_NONE), carveoutConfig(SHAREDMEM_CARVEOUT_DEFAULT) {}
};
struct cudaOccResult {
    int activeBlocksPerMultiprocessor;
    unsigned int limitingFactors;
    int blockLimitRegs, blockLimitSharedMem, blockLimitWarps, blockLimitBlocks, blockLimitBarriers, allocatedRegistersPerBlock;
    size_t allocatedSharedMemPerBlock;
    cudaOccPartitionedGCConfig partitionedGCConfig;
};

static inline cudaOccError cudaOccMaxActiveBlocksPerMultiprocessor(cudaOccResult *r, const cudaOccDeviceProp *p,
                                                                   const cudaOccFuncAttributes *a, const cudaOccDeviceState *, int block,
                                                                   size_t dynamic)
{
    if (!r || !p || !a || block <= 0)
        return CUDA_OCC_ERROR_INVALID_INPUT;
    const int unit = 1024, most_blocks = 32; /* bytes; blocks a multiprocessor */
    int warps = (block + p->warpSize - 1) / p->warpSize;
    int registers = (a->numRegs > 0 ? a->numRegs : 1) * p->warpSize * warps;
    size_t shared = (a->sharedSizeBytes + dynamic + (size_t)unit - 1) / (size_t)unit * (size_t)unit;
    r->blockLimitWarps = block > p->maxThreadsPerBlock ? 0 : p->maxThreadsPerMultiprocessor / (warps * p->warpSize);
    r->blockLimitRegs = p->regsPerMultiprocessor / registers;
    r->blockLimitSharedMem = shared ? (int)(p->sharedMemPerMultiprocessor / shared) : most_blocks;
    r->blockLimitBlocks = r->blockLimitBarriers = most_blocks;
    const int limits[] = {r->blockLimitWarps, r->blockLimitRegs, r->blockLimitSharedMem, r->blockLimitBlocks};
    int least = limits[0];
    for (int i = 1; i < 4; i++)
        least = limits[i] < least ? limits[i] : least;
    r->limitingFactors = 0;
    for (int i = 0; i < 4; i++)
        r->limitingFactors |= limits[i] == least ? 1u << i : 0;
    r->activeBlocksPerMultiprocessor = least;
    r->allocatedRegistersPerBlock = registers;
    r->allocatedSharedMemPerBlock = shared;
    r->partitionedGCConfig = PARTITIONED_GC_OFF;
    return CUDA_OCC_SUCCESS;
}

static inline cudaOccError cudaOccAvailableDynamicSMemPerBlock(size_t *bytes, const cudaOccDeviceProp *p, const cudaOccFuncAttributes *a,
                                                               const cudaOccDeviceState *, int blocks, int)
{
    if (!bytes || !p || !a || blocks <= 0)
        return CUDA_OCC_ERROR_INVALID_INPUT;
    size_t each = p->sharedMemPerMultiprocessor / (size_t)blocks;
    each = each < p->sharedMemPerBlock ? each : p->sharedMemPerBlock;
    *bytes = each > a->sharedSizeBytes ? each - a->sharedSizeBytes : 0;
    return CUDA_OCC_SUCCESS;
}

/* The size of block with which most threads are resident; `dynamic` says how much shared memory a block of a size takes. */
static inline cudaOccError cudaOccMaxPotentialOccupancyBlockSize(int *least_grid, int *block, const cudaOccDeviceProp *p,
                                                                 const cudaOccFuncAttributes *a, const cudaOccDeviceState *s,
                                                                 size_t (*dynamic)(int), size_t fixed)
{
    if (!least_grid || !block)
        return CUDA_OCC_ERROR_INVALID_INPUT;
    int limit = a->maxThreadsPerBlock < p->maxThreadsPerBlock ? a->maxThreadsPerBlock : p->maxThreadsPerBlock, most = 0;
    for (int size = limit / p->warpSize * p->warpSize; size > 0; size -= p->warpSize) {
        cudaOccResult r;
        cudaOccError e = cudaOccMaxActiveBlocksPerMultiprocessor(&r, p, a, s, size, dynamic ? dynamic(size) : fixed);
        if (e)
            return e;
        if (size * r.activeBlocksPerMultiprocessor > most) {
            most = size * r.activeBlocksPerMultiprocessor;
            *block = size;
            *least_grid = r.activeBlocksPerMultiprocessor * p->numSms;
        }
    }
    return CUDA_OCC_SUCCESS;
}
#endif

#endif
