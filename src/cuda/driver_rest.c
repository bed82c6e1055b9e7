/* The driver API, third part: copies to and from arrays, texture references, streams, graphs, libraries and pools,
   each over its runtime counterpart. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "cuda.h"
#include "cuda/graph.h"
#include "cuda/state.h"

static CUresult result(cudaError_t e)
{
    switch ((int)e) {
#define E(name, value, driver, text)                                                                                 \
    case value: return driver;
        SLUICE_ERRORS_SHARED(E)
#undef E
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

/* ---- Devices and contexts ---- */

CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attr, CUdevice from, CUdevice to)
{
    return result(cudaDeviceGetP2PAttribute(value, (enum cudaDeviceP2PAttr)attr, from, to));
}

CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id)
{
    return result(cudaDeviceGetByPCIBusId(device, id));
}

CUresult cuCtxGetCacheConfig(CUfunc_cache *config)
{
    enum cudaFuncCache c;
    CUresult r = result(cudaDeviceGetCacheConfig(&c));
    *config = (CUfunc_cache)c;
    return r;
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config)
{
    enum cudaSharedMemConfig c;
    CUresult r = result(cudaDeviceGetSharedMemConfig(&c));
    *config = (CUsharedconfig)c;
    return r;
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config)
{
    return result(cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)config));
}

CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config)
{
    return result(cudaFuncSetSharedMemConfig(function, (enum cudaSharedMemConfig)config));
}

CUresult cuCtxDisablePeerAccess(CUcontext peer)
{
    (void)peer;
    return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
}

CUresult cuCtxAttach(CUcontext *context, unsigned flags)
{
    (void)flags;
    return cuCtxGetCurrent(context);
}

CUresult cuCtxResetPersistingL2Cache(void)
{
    return result(cudaCtxResetPersistingL2Cache());
}

CUresult cuFuncGetName(const char **name, CUfunction function)
{
    struct cuda_function *f = cuda_find_function(function);
    if (!f || !name)
        return CUDA_ERROR_INVALID_VALUE;
    *name = f->name;
    return CUDA_SUCCESS;
}

CUresult cuFuncGetModule(CUmodule *module, CUfunction function)
{
    struct cuda_function *f = cuda_find_function(function);
    if (!f || !module)
        return CUDA_ERROR_INVALID_VALUE;
    *module = (CUmodule)f->image;
    return CUDA_SUCCESS;
}

/* ---- Copies and fills ---- */

CUresult cuMemcpyPeer(CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from, size_t bytes)
{
    (void)to, (void)from;
    return cuMemcpy(dst, src, bytes);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from, size_t bytes,
                           CUstream stream)
{
    (void)to, (void)from;
    return cuMemcpyAsync(dst, src, bytes, stream);
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *c)
{
    return cuMemcpy2D(c);
}

CUresult cuMemcpyAtoH(void *dst, CUarray src, size_t offset, size_t bytes)
{
    return result(cudaMemcpyFromArray(dst, src, offset, 0, bytes, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyAtoD(CUdeviceptr dst, CUarray src, size_t offset, size_t bytes)
{
    return result(cudaMemcpyFromArray((void *)dst, src, offset, 0, bytes, cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpyDtoA(CUarray dst, size_t offset, CUdeviceptr src, size_t bytes)
{
    return result(cudaMemcpyToArray(dst, offset, 0, (const void *)src, bytes, cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpyAtoA(CUarray dst, size_t to, CUarray src, size_t from, size_t bytes)
{
    return result(cudaMemcpyArrayToArray(dst, to, 0, src, from, 0, bytes, cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpyHtoAAsync(CUarray dst, size_t offset, const void *src, size_t bytes, CUstream stream)
{
    return result(cudaMemcpyToArrayAsync(dst, offset, 0, src, bytes, cudaMemcpyHostToDevice, stream));
}

CUresult cuMemcpyAtoHAsync(void *dst, CUarray src, size_t offset, size_t bytes, CUstream stream)
{
    return result(cudaMemcpyFromArrayAsync(dst, src, offset, 0, bytes, cudaMemcpyDeviceToHost, stream));
}

/* One end as the runtime's: positions in an array count texels there. */
static struct cudaPitchedPtr end_of(CUmemorytype type, const void *host, CUdeviceptr device, size_t pitch,
                                    size_t rows, size_t width)
{
    void *p = type == CU_MEMORYTYPE_HOST ? (void *)host : (void *)device;
    return (struct cudaPitchedPtr){p, pitch ? pitch : width, width, rows};
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D *c)
{
    return cuMemcpy3DAsync(c, NULL);
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *c, CUstream stream)
{
    if (!c)
        return CUDA_ERROR_INVALID_VALUE;
    struct cudaMemcpy3DParms p = {.kind = cudaMemcpyDefault};
    size_t elem = 1;
    if ((c->srcMemoryType == CU_MEMORYTYPE_ARRAY && !cuda_known_array(c->srcArray)) ||
        (c->dstMemoryType == CU_MEMORYTYPE_ARRAY && !cuda_known_array(c->dstArray)))
        return CUDA_ERROR_INVALID_HANDLE;
    if (c->srcMemoryType == CU_MEMORYTYPE_ARRAY)
        p.srcArray = c->srcArray, elem = c->srcArray->elem;
    else
        p.srcPtr = end_of(c->srcMemoryType, c->srcHost, c->srcDevice, c->srcPitch, c->srcHeight, c->WidthInBytes);
    if (c->dstMemoryType == CU_MEMORYTYPE_ARRAY)
        p.dstArray = c->dstArray, elem = c->dstArray->elem;
    else
        p.dstPtr = end_of(c->dstMemoryType, c->dstHost, c->dstDevice, c->dstPitch, c->dstHeight, c->WidthInBytes);
    p.srcPos = (struct cudaPos){c->srcXInBytes / (p.srcArray ? elem : 1), c->srcY, c->srcZ};
    p.dstPos = (struct cudaPos){c->dstXInBytes / (p.dstArray ? elem : 1), c->dstY, c->dstZ};
    p.extent = (struct cudaExtent){c->WidthInBytes / elem, c->Height, c->Depth};
    return result(cudaMemcpy3DAsync(&p, stream));
}

CUresult cuMemsetD2D8(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width, size_t height)
{
    return result(cudaMemset2D((void *)dst, pitch, value, width, height));
}

CUresult cuMemsetD2D16(CUdeviceptr dst, size_t pitch, unsigned short value, size_t width, size_t height)
{
    CUresult r = CUDA_SUCCESS;
    for (size_t y = 0; y < height && !r; y++)
        r = cuMemsetD16(dst + y * pitch, value, width);
    return r;
}

CUresult cuMemsetD2D32(CUdeviceptr dst, size_t pitch, unsigned value, size_t width, size_t height)
{
    CUresult r = CUDA_SUCCESS;
    for (size_t y = 0; y < height && !r; y++)
        r = cuMemsetD32(dst + y * pitch, value, width);
    return r;
}

CUresult cuMemHostGetFlags(unsigned *flags, void *ptr)
{
    return result(cudaHostGetFlags(flags, ptr));
}

CUresult cuMemAdvise(CUdeviceptr ptr, size_t bytes, CUmem_advise advice, CUdevice device)
{
    return result(cudaMemAdvise((const void *)ptr, bytes, (enum cudaMemoryAdvise)advice, device));
}

CUresult cuMemPrefetchAsync(CUdeviceptr ptr, size_t bytes, CUdevice device, CUstream stream)
{
    return result(cudaMemPrefetchAsync((const void *)ptr, bytes, device, stream));
}

CUresult cuPointerGetAttributes(unsigned n, CUpointer_attribute *attrs, void **data, CUdeviceptr ptr)
{
    CUresult r = CUDA_SUCCESS;
    for (unsigned i = 0; i < n && !r; i++)
        r = cuPointerGetAttribute(data[i], attrs[i], ptr);
    return r;
}

/* ---- Arrays ---- */

static CUarray_format format_of(const struct cudaChannelFormatDesc *d)
{
    int step = d->x == 8 ? 0 : d->x == 16 ? 1 : 2;
    if (d->f == cudaChannelFormatKindFloat)
        return d->x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
    return (CUarray_format)((d->f == cudaChannelFormatKindSigned ? CU_AD_FORMAT_SIGNED_INT8
                                                                 : CU_AD_FORMAT_UNSIGNED_INT8) +
                            step);
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *d, CUarray a)
{
    struct cudaChannelFormatDesc desc;
    struct cudaExtent e;
    unsigned flags;
    CUresult r = result(cudaArrayGetInfo(&desc, &e, &flags, a));
    if (!r)
        *d = (CUDA_ARRAY3D_DESCRIPTOR){e.width,
                                       e.height,
                                       e.depth,
                                       format_of(&desc),
                                       (unsigned)((desc.x > 0) + (desc.y > 0) + (desc.z > 0) + (desc.w > 0)),
                                       flags};
    return r;
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *d, CUarray a)
{
    CUDA_ARRAY3D_DESCRIPTOR three;
    CUresult r = cuArray3DGetDescriptor(&three, a);
    if (!r)
        *d = (CUDA_ARRAY_DESCRIPTOR){three.Width, three.Height, three.Format, three.NumChannels};
    return r;
}

/* ---- Texture references ---- */

CUresult cuModuleGetTexRef(CUtexref *ref, CUmodule module, const char *name)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    struct cuda_image *im = cuda_find_image(module);
    u64 at, size;
    if (!im || !ref || !name)
        return im ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    if (!cuda_image_load(im) || !emu_find_global(im->module, name, &at, &size))
        return CUDA_ERROR_NOT_FOUND;
    for (size_t i = 0; i < s->texrefs.n; i++)
        if (s->texrefs.at[i]->image == im && !strcmp(s->texrefs.at[i]->name, name)) {
            *ref = (CUtexref)s->texrefs.at[i]->host;
            return CUDA_SUCCESS;
        }
    struct cuda_texref *t = ARENA_NEW(&s->arena, struct cuda_texref);
    struct textureReference *host = ARENA_NEW(&s->arena, struct textureReference);
    host->sluice_read_mode = cudaReadModeNormalizedFloat; /* unless CU_TRSF_READ_AS_INTEGER says otherwise */
    *t = (struct cuda_texref){.host = host, .image = im, .name = arena_strdup(&s->arena, name)};
    VEC_PUSH(&s->texrefs, t);
    *ref = (CUtexref)host;
    return CUDA_SUCCESS;
}

static struct textureReference *of(CUtexref ref)
{
    return (struct textureReference *)ref;
}

CUresult cuTexRefSetFormat(CUtexref ref, CUarray_format format, int n)
{
    if (!cuda_find_texref(ref) || n < 1 || n > 4)
        return CUDA_ERROR_INVALID_VALUE;
    int bits = format == CU_AD_FORMAT_HALF    ? 16
               : format == CU_AD_FORMAT_FLOAT ? 32
                                              : 8 << ((int)format - (format >= 8 ? 8 : 1));
    enum cudaChannelFormatKind kind = format >= CU_AD_FORMAT_HALF ? cudaChannelFormatKindFloat
                                      : format >= 8               ? cudaChannelFormatKindSigned
                                                                  : cudaChannelFormatKindUnsigned;
    of(ref)->channelDesc = cudaCreateChannelDesc(bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0, kind);
    if (kind == cudaChannelFormatKindFloat || bits == 32)
        of(ref)->sluice_read_mode = cudaReadModeElementType;
    return CUDA_SUCCESS;
}

CUresult cuTexRefSetFlags(CUtexref ref, unsigned flags)
{
    if (!cuda_find_texref(ref))
        return CUDA_ERROR_INVALID_VALUE;
    of(ref)->normalized = (flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    if (flags & CU_TRSF_READ_AS_INTEGER)
        of(ref)->sluice_read_mode = cudaReadModeElementType;
    return CUDA_SUCCESS;
}

CUresult cuTexRefSetAddressMode(CUtexref ref, int dim, CUaddress_mode mode)
{
    if (!cuda_find_texref(ref) || dim < 0 || dim > 2)
        return CUDA_ERROR_INVALID_VALUE;
    of(ref)->addressMode[dim] = (enum cudaTextureAddressMode)mode;
    return CUDA_SUCCESS;
}

CUresult cuTexRefSetFilterMode(CUtexref ref, CUfilter_mode mode)
{
    if (!cuda_find_texref(ref))
        return CUDA_ERROR_INVALID_VALUE;
    of(ref)->filterMode = (enum cudaTextureFilterMode)mode;
    return CUDA_SUCCESS;
}

CUresult cuTexRefSetArray(CUtexref ref, CUarray array, unsigned flags)
{
    (void)flags;
    if (!cuda_find_texref(ref) || !cuda_known_array(array))
        return cuda_find_texref(ref) ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
    if (array->desc.f == cudaChannelFormatKindFloat || array->desc.x == 32)
        of(ref)->sluice_read_mode = cudaReadModeElementType;
    return result(cudaBindTextureToArray(of(ref), array, &array->desc));
}

CUresult cuTexRefSetAddress(size_t *offset, CUtexref ref, CUdeviceptr ptr, size_t bytes)
{
    if (!cuda_find_texref(ref))
        return CUDA_ERROR_INVALID_VALUE;
    return result(cudaBindTexture(offset, of(ref), (const void *)ptr, &of(ref)->channelDesc, bytes));
}

CUresult cuTexRefSetAddress2D(CUtexref ref, const CUDA_ARRAY_DESCRIPTOR *d, CUdeviceptr ptr, size_t pitch)
{
    if (!cuda_find_texref(ref) || !d)
        return CUDA_ERROR_INVALID_VALUE;
    cuTexRefSetFormat(ref, d->Format, (int)d->NumChannels);
    return result(
        cudaBindTexture2D(NULL, of(ref), (const void *)ptr, &of(ref)->channelDesc, d->Width, d->Height, pitch));
}

CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref ref)
{
    (void)function, (void)unit;
    return ref ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* ---- Streams and graphs ---- */

CUresult cuStreamGetPriority(CUstream stream, int *priority)
{
    return result(cudaStreamGetPriority(stream, priority));
}

CUresult cuStreamGetFlags(CUstream stream, unsigned *flags)
{
    return result(cudaStreamGetFlags(stream, flags));
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext *context)
{
    return cuda_known_stream(stream) ? cuCtxGetCurrent(context) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback fn, void *data, unsigned flags)
{
    (void)flags;
    if (!cuda_known_stream(stream) || !fn)
        return fn ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
    fn(stream, CUDA_SUCCESS, data);
    return CUDA_SUCCESS;
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr ptr, size_t bytes, unsigned flags)
{
    return result(cudaStreamAttachMemAsync(stream, (void *)ptr, bytes, flags));
}

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr at, unsigned value, unsigned flags)
{
    (void)flags;
    return cuMemsetD32Async(at, value, 1, stream);
}

/* Everything before has been done; no later work can write the value. */
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr at, unsigned value, unsigned flags)
{
    unsigned now;
    if (!cuda_known_stream(stream))
        return CUDA_ERROR_INVALID_HANDLE;
    CUresult r = cuMemcpyDtoH(&now, at, 4);
    bool holds = flags == 1   ? now == value
                 : flags == 2 ? (now & value) != 0
                 : flags == 3 ? ~(now | value) != 0
                              : (int)(now - value) >= 0;
    if (!r && !holds)
        return result(cuda_not_supported("cuStreamWaitValue32 for a value that is not there yet"));
    return r;
}

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode)
{
    return result(cudaStreamBeginCapture(stream, (enum cudaStreamCaptureMode)mode));
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
    return result(cudaStreamEndCapture(stream, graph));
}

CUresult cuGraphCreate(CUgraph *graph, unsigned flags)
{
    return result(cudaGraphCreate(graph, flags));
}

CUresult cuGraphDestroy(CUgraph graph)
{
    return result(cudaGraphDestroy(graph));
}

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *deps, size_t n,
                              const CUDA_KERNEL_NODE_PARAMS *p)
{
    if (!p)
        return CUDA_ERROR_INVALID_VALUE;
    struct cudaKernelNodeParams k = {p->func,
                                     {p->gridDimX, p->gridDimY, p->gridDimZ},
                                     {p->blockDimX, p->blockDimY, p->blockDimZ},
                                     p->sharedMemBytes,
                                     p->kernelParams,
                                     p->extra};
    return result(cudaGraphAddKernelNode(node, graph, deps, n, &k));
}

CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
    return result(cudaGraphInstantiateWithFlags(exec, graph, flags));
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
    return result(cudaGraphInstantiateWithFlags(exec, graph, flags));
}

CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
    return result(cudaGraphLaunch(exec, stream));
}

CUresult cuGraphExecDestroy(CUgraphExec exec)
{
    return result(cudaGraphExecDestroy(exec));
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction function, void **params, void **extra)
{
    struct cuda_asked asked = {0};
    bool cooperative = false;
    if (!c)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < c->numAttrs; i++)
        if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
            memcpy(asked.cluster, &c->attrs[i].value.clusterDim, sizeof asked.cluster);
        else if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_PRIORITY)
            asked.ranked = true, asked.priority = cuda_priority_of(c->attrs[i].value.priority);
        else if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
            cooperative = c->attrs[i].value.cooperative;
    *cuda_asked() = asked;
    CUresult r = cooperative && !extra
                     ? cuLaunchCooperativeKernel(function, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX,
                                                 c->blockDimY, c->blockDimZ, c->sharedMemBytes, c->hStream, params)
                     : cuLaunchKernel(function, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY,
                                      c->blockDimZ, c->sharedMemBytes, c->hStream, params, extra);
    *cuda_asked() = (struct cuda_asked){0};
    for (unsigned i = 0; i < c->numAttrs && !r; i++)
        if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT)
            r = cuEventRecord(c->attrs[i].value.programmaticEvent.event, c->hStream);
        else if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT)
            r = cuEventRecord(c->attrs[i].value.launchCompletionEvent.event, c->hStream);
    return r;
}

/* ---- Occupancy, libraries, pools, and how to find all of this ---- */

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction f, int size, size_t shared,
                                                              unsigned flags)
{
    (void)flags;
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, f, size, shared);
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction f, CUoccupancyB2DSize shared_of,
                                                   size_t shared, int limit, unsigned flags)
{
    (void)flags;
    return cuOccupancyMaxPotentialBlockSize(grid, block, f, shared_of, shared, limit);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction f, int blocks, int size)
{
    return result(cudaOccupancyAvailableDynamicSMemPerBlock(bytes, f, blocks, size));
}

/* As the runtime has it: attributes are of no consequence but for the clusters' size. */
static cudaLaunchConfig_t runtime_config(const CUlaunchConfig *c, cudaLaunchAttribute *cluster)
{
    cudaLaunchConfig_t plain = {.gridDim = {c->gridDimX, c->gridDimY, c->gridDimZ},
                                .blockDim = {c->blockDimX, c->blockDimY, c->blockDimZ},
                                .dynamicSmemBytes = c->sharedMemBytes,
                                .attrs = cluster};
    cluster->id = cudaLaunchAttributeClusterDimension;
    for (unsigned i = 0; i < c->numAttrs; i++)
        if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
            cluster->val.clusterDim.x = c->attrs[i].value.clusterDim.x;
            cluster->val.clusterDim.y = c->attrs[i].value.clusterDim.y;
            cluster->val.clusterDim.z = c->attrs[i].value.clusterDim.z;
            plain.numAttrs = 1;
        }
    return plain;
}

CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction f, const CUlaunchConfig *c)
{
    cudaLaunchAttribute cluster;
    if (!c)
        return CUDA_ERROR_INVALID_VALUE;
    cudaLaunchConfig_t plain = runtime_config(c, &cluster);
    return result(cudaOccupancyMaxActiveClusters(clusters, f, &plain));
}

CUresult cuOccupancyMaxPotentialClusterSize(int *size, CUfunction f, const CUlaunchConfig *c)
{
    cudaLaunchAttribute cluster;
    if (!c)
        return CUDA_ERROR_INVALID_VALUE;
    cudaLaunchConfig_t plain = runtime_config(c, &cluster);
    return result(cudaOccupancyMaxPotentialClusterSize(size, f, &plain));
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *o, void **v, unsigned n, void *lo,
                           void **lv, unsigned ln)
{
    (void)o, (void)v, (void)n, (void)lo, (void)lv, (void)ln;
    return cuModuleLoadData((CUmodule *)library, image);
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *o, void **v, unsigned n, void *lo,
                               void **lv, unsigned ln)
{
    (void)o, (void)v, (void)n, (void)lo, (void)lv, (void)ln;
    return cuModuleLoad((CUmodule *)library, path);
}

CUresult cuLibraryUnload(CUlibrary library)
{
    return cuModuleUnload((CUmodule)library);
}

CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library)
{
    if (!cuda_find_image(library) || !module)
        return module ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
    *module = (CUmodule)library;
    return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name)
{
    return cuModuleGetFunction((CUfunction *)kernel, (CUmodule)library, name);
}

CUresult cuLibraryGetGlobal(CUdeviceptr *ptr, size_t *bytes, CUlibrary library, const char *name)
{
    return cuModuleGetGlobal(ptr, bytes, (CUmodule)library, name);
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel)
{
    if (!cuda_find_function(kernel) || !function)
        return function ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
    *function = (CUfunction)kernel;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device)
{
    return result(cudaDeviceGetDefaultMemPool(pool, device));
}

CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
    return result(cudaMemPoolDestroy(pool));
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *ptr, size_t bytes, CUmemoryPool pool, CUstream stream)
{
    return result(cudaMallocFromPoolAsync((void **)ptr, bytes, pool, stream));
}

CUresult cuProfilerInitialize(const char *config, const char *file, int mode)
{
    (void)config, (void)file, (void)mode;
    return CUDA_SUCCESS;
}

CUresult cuGetProcAddress(const char *name, void **fn, int version, unsigned long long flags)
{
    (void)version, (void)flags;
    if (!name || !fn)
        return CUDA_ERROR_INVALID_VALUE;
    *fn = strncmp(name, "cu", 2) ? NULL : dlsym(RTLD_DEFAULT, name);
    return *fn ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
