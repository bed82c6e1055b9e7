/* The driver API, second part: arrays, texture objects, the linker, virtual memory. Each call over its runtime
   counterpart where there is one. Virtual memory is simple here: what is reserved has memory behind it at once, and
   mapping only checks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda.h"
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

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    return result(cudaDeviceCanAccessPeer(can, device, peer));
}

CUresult cuDeviceGetPCIBusId(char *id, int len, CUdevice device)
{
    return result(cudaDeviceGetPCIBusId(id, len, device));
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    (void)peer, (void)flags;
    return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
}

CUresult cuCtxGetLimit(size_t *value, CUlimit limit)
{
    return result(cudaDeviceGetLimit(value, (enum cudaLimit)limit));
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
    return result(cudaDeviceSetLimit((enum cudaLimit)limit, value));
}

CUresult cuCtxGetFlags(unsigned *flags)
{
    return result(cudaGetDeviceFlags(flags));
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    return result(cudaDeviceGetStreamPriorityRange(least, greatest));
}

/* ---- Arrays and texture objects ---- */

static struct cudaChannelFormatDesc channels(CUarray_format format, unsigned n)
{
    int bits =
        format == CU_AD_FORMAT_UNSIGNED_INT8 || format == CU_AD_FORMAT_SIGNED_INT8 ? 8
        : format == CU_AD_FORMAT_UNSIGNED_INT32 || format == CU_AD_FORMAT_SIGNED_INT32 || format == CU_AD_FORMAT_FLOAT
            ? 32
            : 16;
    enum cudaChannelFormatKind kind = format >= CU_AD_FORMAT_HALF          ? cudaChannelFormatKindFloat
                                      : format >= CU_AD_FORMAT_SIGNED_INT8 ? cudaChannelFormatKindSigned
                                                                           : cudaChannelFormatKindUnsigned;
    return cudaCreateChannelDesc(bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0, kind);
}

CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
    if (!array || !d)
        return CUDA_ERROR_INVALID_VALUE;
    struct cudaChannelFormatDesc desc = channels(d->Format, d->NumChannels);
    return result(cudaMalloc3DArray(array, &desc, make_cudaExtent(d->Width, d->Height, d->Depth), d->Flags));
}

CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *d)
{
    if (!d)
        return CUDA_ERROR_INVALID_VALUE;
    return cuArray3DCreate(array, &(CUDA_ARRAY3D_DESCRIPTOR){d->Width, d->Height, 0, d->Format, d->NumChannels, 0});
}

CUresult cuArrayDestroy(CUarray array)
{
    return result(cudaFreeArray(array));
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *c)
{
    return cuMemcpy2DAsync(c, NULL);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *c, CUstream stream)
{
    if (!c)
        return CUDA_ERROR_INVALID_VALUE;
    const void *src = c->srcMemoryType == CU_MEMORYTYPE_HOST ? c->srcHost : (const void *)c->srcDevice;
    void *dst = c->dstMemoryType == CU_MEMORYTYPE_HOST ? c->dstHost : (void *)c->dstDevice;
    src = (const char *)src + c->srcY * c->srcPitch + c->srcXInBytes;
    dst = (char *)dst + c->dstY * c->dstPitch + c->dstXInBytes;
    size_t spitch = c->srcPitch ? c->srcPitch : c->WidthInBytes, dpitch = c->dstPitch ? c->dstPitch : c->WidthInBytes;
    if (c->srcMemoryType == CU_MEMORYTYPE_ARRAY && c->dstMemoryType == CU_MEMORYTYPE_ARRAY)
        return result(cudaMemcpyArrayToArray(c->dstArray, c->dstXInBytes, c->dstY, c->srcArray, c->srcXInBytes,
                                             c->srcY, c->WidthInBytes * c->Height, cudaMemcpyDeviceToDevice));
    if (c->dstMemoryType == CU_MEMORYTYPE_ARRAY)
        return result(cudaMemcpy2DToArrayAsync(c->dstArray, c->dstXInBytes, c->dstY, src, spitch, c->WidthInBytes,
                                               c->Height, cudaMemcpyDefault, stream));
    if (c->srcMemoryType == CU_MEMORYTYPE_ARRAY)
        return result(cudaMemcpy2DFromArrayAsync(dst, dpitch, c->srcArray, c->srcXInBytes, c->srcY, c->WidthInBytes,
                                                 c->Height, cudaMemcpyDefault, stream));
    return result(cudaMemcpy2DAsync(dst, dpitch, src, spitch, c->WidthInBytes, c->Height, cudaMemcpyDefault, stream));
}

CUresult cuMemcpyHtoA(CUarray dst, size_t offset, const void *src, size_t bytes)
{
    return result(cudaMemcpyToArray(dst, offset, 0, src, bytes, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream)
{
    return result(cudaMemcpyAsync((void *)dst, (const void *)src, bytes, cudaMemcpyDefault, stream));
}

static bool resource_of(const CUDA_RESOURCE_DESC *r, struct cudaResourceDesc *o)
{
    memset(o, 0, sizeof(*o));
    switch (r->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        o->resType = cudaResourceTypeArray;
        o->res.array.array = r->res.array.hArray;
        return true;
    case CU_RESOURCE_TYPE_LINEAR:
        o->resType = cudaResourceTypeLinear;
        o->res.linear.devPtr = (void *)r->res.linear.devPtr;
        o->res.linear.desc = channels(r->res.linear.format, r->res.linear.numChannels);
        o->res.linear.sizeInBytes = r->res.linear.sizeInBytes;
        return true;
    case CU_RESOURCE_TYPE_PITCH2D:
        o->resType = cudaResourceTypePitch2D;
        o->res.pitch2D.devPtr = (void *)r->res.pitch2D.devPtr;
        o->res.pitch2D.desc = channels(r->res.pitch2D.format, r->res.pitch2D.numChannels);
        o->res.pitch2D.width = r->res.pitch2D.width;
        o->res.pitch2D.height = r->res.pitch2D.height;
        o->res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
        return true;
    default: return false;
    }
}

CUresult cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *r, const CUDA_TEXTURE_DESC *t,
                           const CUDA_RESOURCE_VIEW_DESC *view)
{
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture = {0};
    (void)view;
    if (!object || !r || !t || !resource_of(r, &resource))
        return CUDA_ERROR_INVALID_VALUE;
    if (r->resType == CU_RESOURCE_TYPE_ARRAY && !cuda_known_array(r->res.array.hArray))
        return CUDA_ERROR_INVALID_HANDLE;
    for (int i = 0; i < 3; i++)
        texture.addressMode[i] = (enum cudaTextureAddressMode)t->addressMode[i];
    texture.filterMode = (enum cudaTextureFilterMode)t->filterMode;
    texture.normalizedCoords = (t->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    CUarray_format f = r->resType == CU_RESOURCE_TYPE_LINEAR ? r->res.linear.format : r->res.pitch2D.format;
    bool integer = r->resType == CU_RESOURCE_TYPE_ARRAY ? r->res.array.hArray->desc.f != cudaChannelFormatKindFloat
                                                        : f < CU_AD_FORMAT_HALF;
    int bits = r->resType == CU_RESOURCE_TYPE_ARRAY ? r->res.array.hArray->desc.x : channels(f, 1).x;
    texture.readMode = integer && bits < 32 && !(t->flags & CU_TRSF_READ_AS_INTEGER) ? cudaReadModeNormalizedFloat
                                                                                     : cudaReadModeElementType;
    memcpy(texture.borderColor, t->borderColor, sizeof(texture.borderColor));
    return result(cudaCreateTextureObject(object, &resource, &texture, NULL));
}

CUresult cuTexObjectDestroy(CUtexObject object)
{
    return result(cudaDestroyTextureObject(object));
}

CUresult cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *r)
{
    struct cudaResourceDesc resource;
    if (!object || !r || !resource_of(r, &resource))
        return CUDA_ERROR_INVALID_VALUE;
    return result(cudaCreateSurfaceObject(object, &resource));
}

CUresult cuSurfObjectDestroy(CUsurfObject object)
{
    return result(cudaDestroySurfaceObject(object));
}

/* ---- The linker: PTX texts, one after the other, with one head ---- */

struct CUlinkState_st {
    VEC(char) text;
};

CUresult cuLinkCreate(unsigned n, CUjit_option *options, void **values, CUlinkState *state)
{
    if (!state)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < n; i++) /* logs are empty: what is wrong is found when the module is loaded */
        if ((options[i] == CU_JIT_INFO_LOG_BUFFER || options[i] == CU_JIT_ERROR_LOG_BUFFER) && values[i])
            *(char *)values[i] = 0;
    *state = xcalloc(1, sizeof(**state));
    return CUDA_SUCCESS;
}

static bool is_head(const char *line)
{
    line += strspn(line, " \t");
    return !strncmp(line, ".version", 8) || !strncmp(line, ".target", 7) || !strncmp(line, ".address_size", 13);
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned n,
                       CUjit_option *options, void **values)
{
    (void)name, (void)n, (void)options, (void)values;
    if (!state || !data)
        return CUDA_ERROR_INVALID_VALUE;
    if (type != CU_JIT_INPUT_PTX) {
        cuda_say_once("cuLink", "cuLinkAddData: only PTX can be linked");
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
    bool first = state->text.n == 0;
    for (const char *p = data, *end = p + strnlen(data, size); p < end;) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        size_t len = newline ? (size_t)(newline - p) + 1 : (size_t)(end - p);
        for (size_t i = 0; i < len && (first || !is_head(p)); i++)
            VEC_PUSH(&state->text, p[i]);
        p += len;
    }
    VEC_PUSH(&state->text, '\n');
    return CUDA_SUCCESS;
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned n, CUjit_option *options,
                       void **values)
{
    FILE *f = path ? fopen(path, "rb") : NULL;
    if (!f)
        return CUDA_ERROR_FILE_NOT_FOUND;
    VEC(char) text = {0};
    for (int c; (c = fgetc(f)) != EOF;)
        VEC_PUSH(&text, (char)c);
    fclose(f);
    VEC_PUSH(&text, 0);
    CUresult r = cuLinkAddData(state, type, text.at, text.n, path, n, options, values);
    VEC_FREE(&text);
    return r;
}

CUresult cuLinkComplete(CUlinkState state, void **image, size_t *size)
{
    if (!state || !image || !state->text.n)
        return CUDA_ERROR_INVALID_VALUE;
    VEC_PUSH(&state->text, 0);
    *image = state->text.at;
    if (size)
        *size = state->text.n;
    return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState state)
{
    if (!state)
        return CUDA_ERROR_INVALID_VALUE;
    VEC_FREE(&state->text);
    free(state);
    return CUDA_SUCCESS;
}

/* ---- Virtual memory ---- */

CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *prop,
                                       CUmemAllocationGranularity_flags option)
{
    (void)option;
    if (!bytes || !prop)
        return CUDA_ERROR_INVALID_VALUE;
    *bytes = (size_t)2 << 20;
    return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t align, CUdeviceptr at, unsigned long long flags)
{
    (void)align, (void)at, (void)flags;
    return cuMemAlloc(ptr, size);
}

CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size)
{
    (void)size;
    return cuMemFree(ptr);
}

/* What a handle names: the memory itself comes with the address range that it is mapped to. */
struct allocation {
    size_t size;
    CUmemAllocationProp prop;
};

static struct allocation *allocation_of(CUmemGenericAllocationHandle handle)
{
    return (struct allocation *)(uintptr_t)handle;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop,
                     unsigned long long flags)
{
    (void)flags;
    if (!handle || !size || !prop)
        return CUDA_ERROR_INVALID_VALUE;
    CUDA_CALL;
    struct allocation *a = ARENA_NEW(&cuda_state()->arena, struct allocation); /* mappings outlive the handle */
    *a = (struct allocation){.size = size, .prop = *prop};
    *handle = (CUmemGenericAllocationHandle)(uintptr_t)a;
    return CUDA_SUCCESS;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    return handle ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle)
{
    if (!prop || !handle)
        return CUDA_ERROR_INVALID_VALUE;
    *prop = allocation_of(handle)->prop;
    return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags)
{
    (void)flags;
    CUDA_CALL;
    return handle && offset + size <= allocation_of(handle)->size && cuda_mem(ptr, size, false)
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemUnmap(CUdeviceptr ptr, size_t size)
{
    CUDA_CALL;
    return cuda_mem(ptr, size, false) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t n)
{
    return desc && n ? cuMemUnmap(ptr, size) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemAllocAsync(CUdeviceptr *ptr, size_t bytes, CUstream stream)
{
    return cuda_known_stream(stream) ? cuMemAlloc(ptr, bytes) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuMemFreeAsync(CUdeviceptr ptr, CUstream stream)
{
    return cuda_known_stream(stream) ? cuMemFree(ptr) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuMemHostRegister(void *ptr, size_t bytes, unsigned flags)
{
    return result(cudaHostRegister(ptr, bytes, flags));
}

CUresult cuMemHostUnregister(void *ptr)
{
    return result(cudaHostUnregister(ptr));
}

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attr, CUdeviceptr ptr)
{
    struct cudaPointerAttributes a;
    cudaError_t e = cudaPointerGetAttributes(&a, (const void *)ptr);
    if (e || !data || a.type == cudaMemoryTypeUnregistered)
        return e ? result(e) : CUDA_ERROR_INVALID_VALUE;
    switch (attr) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)data = a.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *(CUdeviceptr *)data = (CUdeviceptr)a.devicePointer; break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER: *(void **)data = a.hostPointer; break;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned *)data = (unsigned)a.isManaged; break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)data = 0; break;
    case CU_POINTER_ATTRIBUTE_CONTEXT: return cuCtxGetCurrent(data);
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority)
{
    return result(cudaStreamCreateWithPriority(stream, flags, priority));
}

CUresult cuLaunchHostFunc(CUstream stream, void (*fn)(void *), void *data)
{
    return result(cudaLaunchHostFunc(stream, fn, data));
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_of,
                                          size_t shared, int limit)
{
    return result(__sluiceOccupancyBest(grid, block, function, shared_of ? shared_of(256) : shared, limit));
}
