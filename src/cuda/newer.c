/* Calls that newer toolkits added, each over what there is: launches with a configuration, advice and prefetches with
   a place, further copies and fills for streams. */
#include <string.h>

#include "cuda/graph.h"

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *func, void **args)
{
    if (!c)
        return cuda_fail(cudaErrorInvalidValue);
    bool cooperative = false;
    for (unsigned i = 0; i < c->numAttrs; i++) {
        cooperative =
            cooperative || (c->attrs[i].id == cudaLaunchAttributeCooperative && c->attrs[i].val.cooperative);
        const dim3 *d = (const dim3 *)(const void *)&c->attrs[i].val.clusterDim;
        if (c->attrs[i].id == cudaLaunchAttributeClusterDimension && (u64)d->x * d->y * d->z > 1)
            return cuda_not_supported("cudaLaunchKernelEx with clusters");
    }
    return cooperative
               ? cudaLaunchCooperativeKernel(func, c->gridDim, c->blockDim, args, c->dynamicSmemBytes, c->stream)
               : cudaLaunchKernel(func, c->gridDim, c->blockDim, args, c->dynamicSmemBytes, c->stream);
}

cudaError_t cudaMemPrefetchAsync_v2(const void *ptr, size_t n, struct cudaMemLocation where, unsigned flags,
                                    cudaStream_t stream)
{
    (void)flags;
    return cudaMemPrefetchAsync(ptr, n, where.id, stream);
}

cudaError_t cudaMemAdvise_v2(const void *ptr, size_t n, enum cudaMemoryAdvise advice, struct cudaMemLocation where)
{
    return cudaMemAdvise(ptr, n, advice, where.id);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent e, cudaStream_t stream)
{
    (void)stream;
    return cudaMemset3D(p, value, e);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t src, size_t w, size_t h,
                                       size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy2DFromArray(dst, dpitch, src, w, h, width, height, kind);
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t w, size_t h, size_t n,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpyFromArray(dst, src, w, h, n, kind);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int from, int to)
{
    (void)attr, (void)from, (void)to;
    if (value)
        *value = 0;
    return cuda_fail(cudaErrorInvalidDevice); /* there is one device */
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t size, enum cudaMemRangeAttribute attr, const void *ptr,
                                     size_t n)
{
    (void)attr, (void)ptr, (void)n;
    if (!data)
        return cuda_fail(cudaErrorInvalidValue);
    memset(data, 0, size);
    return cudaSuccess;
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)
{
    (void)to, (void)from;
    return cudaSuccess;
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags)
{
    (void)flags;
    return graph && path ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}
