/* Calls that newer toolkits added, each over what there is: launches with a configuration, advice and prefetches with
   a place, further copies and fills for streams. */
#include <dlfcn.h>
#include <string.h>

#include "cuda/beside.h"

/* Events that a launch triggers: recorded when it is over. */
static cudaError_t record_events(const cudaLaunchConfig_t *c)
{
    cudaError_t e = cudaSuccess;
    for (unsigned i = 0; i < c->numAttrs && !e; i++)
        if (c->attrs[i].id == cudaLaunchAttributeProgrammaticEvent)
            e = cudaEventRecord(c->attrs[i].val.programmaticEvent.event, c->stream);
        else if (c->attrs[i].id == cudaLaunchAttributeLaunchCompletionEvent)
            e = cudaEventRecord(c->attrs[i].val.launchCompletionEvent.event, c->stream);
    return e;
}

/* Programmatic dependent launch allows a kernel to start before the one ahead of it is over: here it starts then, and
   griddepcontrol.wait finds nothing to wait for. */
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *func, void **args)
{
    if (!c)
        return cuda_fail(cudaErrorInvalidValue);
    bool cooperative = false;
    struct cuda_asked asked = {0};
    for (unsigned i = 0; i < c->numAttrs; i++) {
        cooperative =
            cooperative || (c->attrs[i].id == cudaLaunchAttributeCooperative && c->attrs[i].val.cooperative);
        const dim3 *d = (const dim3 *)(const void *)&c->attrs[i].val.clusterDim;
        if (c->attrs[i].id == cudaLaunchAttributeClusterDimension)
            memcpy(asked.cluster, d, sizeof asked.cluster);
        if (c->attrs[i].id == cudaLaunchAttributePriority) {
            asked.ranked = true;
            asked.priority = cuda_priority_of(c->attrs[i].val.priority);
        }
        if (c->attrs[i].id == cudaLaunchAttributeDeviceUpdatableKernelNode)
            return cuda_not_supported("cudaLaunchAttributeDeviceUpdatableKernelNode");
    }
    *cuda_asked() = asked;
    cudaError_t e =
        cooperative ? cudaLaunchCooperativeKernel(func, c->gridDim, c->blockDim, args, c->dynamicSmemBytes, c->stream)
                    : cudaLaunchKernel(func, c->gridDim, c->blockDim, args, c->dynamicSmemBytes, c->stream);
    *cuda_asked() = (struct cuda_asked){0};
    return e ? e : record_events(c);
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
    CUDA_CALL;
    for (size_t z = 0; z < e.depth; z++) {
        char *at = (char *)p.ptr + z * p.pitch * p.ysize;
        cudaError_t r = cudaMemset2DAsync(at, p.pitch, value, e.width, e.height, stream);
        if (r)
            return r;
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t w, size_t h, size_t n,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDA_STREAM(stream);
    if (graph_captured(stream))
        return cuda_not_supported("cudaMemcpyFromArrayAsync in a stream that is captured");
    CUDA_CALL;
    beside_settle(stream);
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

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes, enum cudaMemRangeAttribute *attrs, size_t count,
                                      const void *ptr, size_t n)
{
    cudaError_t e = cudaSuccess;
    for (size_t i = 0; i < count && !e; i++)
        e = cudaMemRangeGetAttribute(data[i], sizes[i], attrs[i], ptr, n);
    return e;
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags)
{
    (void)device_flags, (void)flags;
    return device ? cuda_fail(cudaErrorInvalidDevice) : cudaSuccess;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    CUDA_STREAM(stream);
    if (!id)
        return cuda_fail(cudaErrorInvalidValue);
    *id = (unsigned long long)(uintptr_t)stream;
    return cudaSuccess;
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device)
{
    CUDA_STREAM(stream);
    return cudaGetDevice(device);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *where)
{
    if (!flags || !pool || !where)
        return cuda_fail(cudaErrorInvalidValue);
    *flags = where->id ? cudaMemAccessFlagsProtNone : cudaMemAccessFlagsProtReadWrite;
    return cudaSuccess;
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
    return cudaMemcpy3DPeerAsync(p, NULL);
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream)
{
    if (!p || p->srcDevice || p->dstDevice)
        return cuda_fail(p ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    struct cudaMemcpy3DParms c = {p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
                                  p->dstPos,   p->dstPtr, p->extent, cudaMemcpyDeviceToDevice};
    return cudaMemcpy3DAsync(&c, stream);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wd, size_t hd, cudaArray_const_t src, size_t ws,
                                     size_t hs, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    (void)kind;
    CUDA_CALL;
    if (!cuda_known_array(dst) || !cuda_known_array(src))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    struct cudaMemcpy3DParms p = {.srcArray = (cudaArray_t)src, .dstArray = dst, .kind = cudaMemcpyDeviceToDevice};
    p.srcPos = (struct cudaPos){ws / src->elem, hs, 0};
    p.dstPos = (struct cudaPos){wd / dst->elem, hd, 0};
    p.extent = (struct cudaExtent){width / src->elem, height, 1};
    return cudaMemcpy3D(&p);
}

cudaError_t cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *list, unsigned n, unsigned flags)
{
    (void)flags;
    if (!list || n != 1)
        return cuda_fail(n > 1 ? cudaErrorInvalidDevice : cudaErrorInvalidValue); /* there is one device */
    return cudaLaunchCooperativeKernel(list->func, list->gridDim, list->blockDim, list->args, list->sharedMem,
                                       list->stream);
}

cudaError_t cudaGetDriverEntryPoint(const char *name, void **fn, unsigned long long flags, int *status)
{
    (void)flags;
    if (!name || !fn)
        return cuda_fail(cudaErrorInvalidValue);
    *fn = strncmp(name, "cu", 2) ? NULL : dlsym(RTLD_DEFAULT, name);
    if (status)
        *status = *fn ? 0 : 1;
    return *fn || status ? cudaSuccess : cuda_fail(cudaErrorSymbolNotFound);
}

/* What the driver's calls take for a kernel of the program. */
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol)
{
    CUDA_CALL;
    cuda_ready();
    struct cuda_function *f = cuda_find_function(symbol);
    if (!f || !function || !cuda_function_load(f))
        return cuda_fail(function ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidValue);
    *function = (cudaFunction_t)(void *)f;
    return cudaSuccess;
}

cudaError_t cudaFuncGetName(const char **name, const void *func)
{
    CUDA_CALL;
    const struct cuda_function *f = cuda_find_function(func);
    if (!f || !name)
        return cuda_fail(cudaErrorInvalidDeviceFunction);
    *name = f->name;
    return cudaSuccess;
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)
{
    (void)to, (void)from;
    return cudaSuccess;
}

/* The node that the stream's next node would wait for. */
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                        unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **deps,
                                        size_t *n)
{
    if (!status)
        return cuda_fail(cudaErrorInvalidValue);
    cudaError_t e = cudaStreamGetCaptureInfo(stream, status, id);
    CUDA_CALL;
    struct CUgraph_st *g = graph_captured(stream);
    if (e || !g) /* what does not apply is left as it is */
        return e;
    if (graph)
        *graph = g;
    if (deps)
        *deps = g->nodes.n ? &g->nodes.at[g->nodes.n - 1] : NULL;
    if (n)
        *n = g->nodes.n ? 1 : 0;
    return cudaSuccess;
}

cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                        unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **deps,
                                        const cudaGraphEdgeData **edges, size_t *n)
{
    if (edges)
        *edges = NULL; /* plain dependencies have no data */
    return cudaStreamGetCaptureInfo_v2(stream, status, id, graph, deps, n);
}
