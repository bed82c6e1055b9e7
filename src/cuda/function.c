/* What a program may ask about its kernels, and occupancy. */
#include <string.h>

#include "cuda/record.h"
#include "cuda/state.h"

static cudaError_t find(const void *func, struct cuda_function **f, struct emu_kernel_info *info)
{
    cuda_ready();
    *f = cuda_find_function(func);
    if (!*f || !cuda_function_load(*f))
        return cuda_fail(cudaErrorInvalidDeviceFunction);
    *info = emu_kernel_info((*f)->kernel);
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *func)
{
    CUDA_CALL;
    struct cuda_function *f;
    struct emu_kernel_info k;
    cudaError_t e = find(func, &f, &k);
    if (e)
        return e;
    u32 target = cuda_image_target(f->image); /* what it was compiled for: host code picks its sizes by it (CUB) */
    *a = (struct cudaFuncAttributes){
        .sharedSizeBytes = k.static_shared,
        .constSizeBytes = k.const_bytes,
        .localSizeBytes = k.local_bytes,
        .maxThreadsPerBlock = k.max_threads ? (int)k.max_threads : cuda_state()->prop.maxThreadsPerBlock,
        .numRegs = (int)MIN(k.regs, 255u),
        .ptxVersion = (int)target,
        .binaryVersion = (int)target,
        .maxDynamicSharedSizeBytes = f->max_dynamic_shared
                                         ? (int)f->max_dynamic_shared
                                         : (int)(cuda_state()->prop.sharedMemPerBlock - k.static_shared)};
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr, int value)
{
    CUDA_CALL;
    struct cuda_function *f;
    struct emu_kernel_info k;
    cudaError_t e = find(func, &f, &k);
    if (!e && attr == cudaFuncAttributeNonPortableClusterSizeAllowed)
        f->any_cluster = value;
    if (e || attr != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return e;
    if (value < 0 || (size_t)value + k.static_shared > cuda_state()->prop.sharedMemPerBlockOptin)
        return cuda_fail(cudaErrorInvalidValue);
    f->max_dynamic_shared = (u32)value;
    return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache config)
{
    CUDA_CALL;
    (void)config;
    return cuda_find_function(func) ? cudaSuccess : cuda_fail(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config)
{
    (void)config;
    return cudaFuncSetCacheConfig(func, cudaFuncCachePreferNone);
}

/* Blocks an SM holds at a time: the least of what threads, blocks, registers and shared memory allow. */
u32 cuda_occupancy(const struct cuda_state *s, const struct emu_kernel_info *k, u32 block, size_t shared)
{
    const struct cudaDeviceProp *p = &s->prop;
    if (!block || block > (u32)p->maxThreadsPerBlock)
        return 0;
    u32 warps = (u32)div_up(block, (u64)p->warpSize);
    u64 n = MIN((u64)p->maxBlocksPerMultiProcessor, (u64)p->maxThreadsPerMultiProcessor / (warps * (u32)p->warpSize));
    u64 regs = align_up(MIN(MAX(k->regs, 16u), 255u), 8) * warps * (u32)p->warpSize;
    n = MIN(n, MAX((u64)p->regsPerMultiprocessor / regs, 1)); /* where one does not fit, it spills */
    u64 bytes = align_up(k->static_shared + shared, 256);
    if (bytes)
        n = MIN(n, (u64)p->sharedMemPerMultiprocessor / bytes);
    return (u32)n;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *func, int block, size_t shared)
{
    CUDA_CALL;
    struct cuda_function *f;
    struct emu_kernel_info k;
    cudaError_t e = find(func, &f, &k);
    if (e)
        return e;
    if (!blocks || block <= 0)
        return cuda_fail(cudaErrorInvalidValue);
    *blocks = (int)cuda_occupancy(cuda_state(), &k, (u32)block, shared);
    cuda_record_asked();
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *func, int block,
                                                                   size_t shared, unsigned flags)
{
    (void)flags;
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, func, block, shared);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *func, int blocks, int block)
{
    CUDA_CALL;
    struct cuda_function *f;
    struct emu_kernel_info k = {0};
    cudaError_t e = find(func, &f, &k);
    if (e)
        return e;
    const struct cudaDeviceProp *p = &cuda_state()->prop;
    if (!bytes || blocks <= 0 || block <= 0 || cuda_occupancy(cuda_state(), &k, (u32)block, 0) < (u32)blocks)
        return cuda_fail(cudaErrorInvalidValue);
    u64 each = MIN(p->sharedMemPerMultiprocessor / (u64)blocks / 256 * 256, (u64)p->sharedMemPerBlockOptin);
    *bytes = each > k.static_shared ? each - k.static_shared : 0;
    return cudaSuccess;
}

/* The clusters of a launch; without the attribute one block. How many blocks they have */
static u64 cluster_blocks(const cudaLaunchConfig_t *c, u32 n[3])
{
    n[0] = n[1] = n[2] = 1;
    for (unsigned i = 0; i < c->numAttrs; i++)
        if (c->attrs[i].id == cudaLaunchAttributeClusterDimension)
            memcpy(n, &c->attrs[i].val.clusterDim, 3 * sizeof *n);
    return (u64)n[0] * n[1] * n[2];
}

cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *func, const cudaLaunchConfig_t *c)
{
    int blocks;
    u32 n[3];
    if (!clusters || !c || !cluster_blocks(c, n))
        return cuda_fail(cudaErrorInvalidValue);
    const struct cuda_function *f = cuda_find_function(func);
    if (f && cuda_cluster_wrong(f, n, c->gridDim))
        return cuda_fail(cudaErrorInvalidClusterSize);
    cudaError_t e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, func, (int)(c->blockDim.x * c->blockDim.y * c->blockDim.z), c->dynamicSmemBytes);
    if (!e)
        *clusters = (int)(cuda_clusters(cuda_state(), (u32)blocks, cluster_blocks(c, n)));
    return e;
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *func, const cudaLaunchConfig_t *c)
{
    int clusters = 0;
    cudaLaunchConfig_t plain = c ? *c : (cudaLaunchConfig_t){0};
    plain.numAttrs = 0;
    cudaError_t e =
        size && c ? cudaOccupancyMaxActiveClusters(&clusters, func, &plain) : cuda_fail(cudaErrorInvalidValue);
    if (!e)
        *size = clusters <= 0 ? 0 : cuda_find_function(func)->any_cluster ? 16 : 8; /* of every card with clusters */
    return e;
}

cudaError_t __sluiceOccupancyBest(int *grid, int *block, const void *func, size_t shared, int limit)
{
    CUDA_CALL;
    struct cuda_function *f;
    struct emu_kernel_info k;
    cudaError_t e = find(func, &f, &k);
    if (e)
        return e;
    const struct cudaDeviceProp *p = &cuda_state()->prop;
    u32 most = k.max_threads ? k.max_threads : (u32)p->maxThreadsPerBlock, best = 0, best_threads = 0,
        best_blocks = 0;
    if (limit > 0)
        most = MIN(most, (u32)limit);
    for (u32 b = (u32)div_up(most, 32) * 32; b; b -= 32) {
        u32 size = MIN(b, most), blocks = cuda_occupancy(cuda_state(), &k, size, shared);
        if (blocks * size > best_threads)
            best = size, best_threads = blocks * size, best_blocks = blocks;
    }
    *block = (int)best;
    *grid = (int)best_blocks * p->multiProcessorCount;
    return best ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}
