/* The driver API: launches, memory, streams and events, each over its runtime counterpart. */
#include <string.h>

#include "cuda.h"
#include "cuda/beside.h"
#include "cuda/launch.h"
#include "cuda/together.h"

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

/* `extra`: {BUFFER_POINTER, p, BUFFER_SIZE, &n, END} instead of one pointer a parameter. */
static const void *packed(void **extra)
{
    for (; extra && *extra != CU_LAUNCH_PARAM_END; extra += 2)
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
            return extra[1];
    return NULL;
}

/* One pointer a parameter, as a graph takes them. */
static cudaError_t capture_packed(struct cuda_function *f, dim3 grid, dim3 block, unsigned shared, CUstream stream,
                                  const void *buffer)
{
    VEC(void *) args = {0};
    if (!cuda_function_load(f))
        return cuda_fail(cudaErrorInvalidDeviceFunction);
    for (const struct ptx_var *v = emu_kernel_info(f->kernel).func->params; v; v = v->next)
        VEC_PUSH(&args, (void *)((const char *)buffer + v->offset));
    VEC_PUSH(&args, NULL);
    cudaError_t e = cudaLaunchKernel(f, grid, block, args.at, shared, stream);
    VEC_FREE(&args);
    return e;
}

CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                        unsigned bz, unsigned shared, CUstream stream, void **params, void **extra)
{
    dim3 grid = {gx, gy, gz}, block = {bx, by, bz};
    struct cuda_function *f = cuda_find_function(function);
    if (!f)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!packed(extra))
        return result(cudaLaunchKernel(function, grid, block, params, shared, stream));
    CUDA_CALL;
    if (!cuda_known_stream(stream))
        return CUDA_ERROR_INVALID_HANDLE;
    struct cuda_launch l = {.function = f, .grid = grid, .block = block, .shared = shared, .stream = stream};
    if (cuda_launches_into(&l, NULL))
        return result(capture_packed(f, grid, block, shared, stream, packed(extra)));
    return result(cuda_launch(&(struct cuda_launch){
        .function = f,
        .grid = grid,
        .block = block,
        .shared = shared,
        .params = packed(extra),
        .stream = stream,
        .cluster = {cuda_asked()->cluster[0], cuda_asked()->cluster[1], cuda_asked()->cluster[2]}}));
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                   unsigned by, unsigned bz, unsigned shared, CUstream stream, void **params)
{
    dim3 grid = {gx, gy, gz}, block = {bx, by, bz};
    return result(cudaLaunchCooperativeKernel(function, grid, block, params, shared, stream));
}

/* ---- The launches of CUDA 3: a function remembers its shape and parameters ---- */

struct shape {
    CUfunction function;
    dim3 block;
    unsigned shared;
    u8 params[4096];
};
static struct shape shapes[64]; /* part of the process's state */

static struct shape *shape_of(CUfunction f)
{
    if (!cuda_find_function(f))
        return NULL;
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        if (!shapes[i].function)
            shapes[i] = (struct shape){.function = f, .block = {1, 1, 1}};
        if (shapes[i].function == f)
            return &shapes[i];
    }
    return NULL;
}

CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z)
{
    CUDA_CALL;
    struct shape *s = shape_of(function);
    if (!s)
        return cuda_find_function(function) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_INVALID_HANDLE;
    s->block = (dim3){(unsigned)x, (unsigned)y, (unsigned)z};
    return CUDA_SUCCESS;
}

CUresult cuFuncSetSharedSize(CUfunction function, unsigned bytes)
{
    CUDA_CALL;
    struct shape *s = shape_of(function);
    if (!s)
        return cuda_find_function(function) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_INVALID_HANDLE;
    s->shared = bytes;
    return CUDA_SUCCESS;
}

CUresult cuParamSetSize(CUfunction function, unsigned bytes)
{
    (void)function;
    return bytes <= sizeof(shapes[0].params) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuParamSetv(CUfunction function, int offset, void *ptr, unsigned bytes)
{
    CUDA_CALL;
    struct shape *s = shape_of(function);
    if (!s)
        return cuda_find_function(function) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_INVALID_HANDLE;
    if (offset < 0 || (size_t)offset > sizeof(s->params) || bytes > sizeof(s->params) - (size_t)offset)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(s->params + offset, ptr, bytes);
    return CUDA_SUCCESS;
}

CUresult cuParamSeti(CUfunction function, int offset, unsigned value)
{
    return cuParamSetv(function, offset, &value, 4);
}
CUresult cuParamSetf(CUfunction function, int offset, float value)
{
    return cuParamSetv(function, offset, &value, 4);
}

CUresult cuLaunchGrid(CUfunction function, int w, int h)
{
    CUDA_CALL;
    struct shape *s = shape_of(function);
    struct cuda_function *f = cuda_find_function(function);
    if (!s || !f)
        return CUDA_ERROR_INVALID_HANDLE;
    beside_settle_all();
    return result(cuda_launch(&(struct cuda_launch){.function = f,
                                                    .grid = {(unsigned)w, (unsigned)h, 1},
                                                    .block = s->block,
                                                    .shared = s->shared,
                                                    .params = s->params}));
}

CUresult cuLaunch(CUfunction function)
{
    return cuLaunchGrid(function, 1, 1);
}

/* ---- Memory ---- */

CUresult cuMemGetInfo(size_t *f, size_t *t)
{
    return result(cudaMemGetInfo(f, t));
}
CUresult cuMemAlloc(CUdeviceptr *p, size_t n)
{
    return n ? result(cudaMalloc((void **)p, n)) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuMemAllocPitch(CUdeviceptr *p, size_t *pitch, size_t w, size_t h, unsigned elem)
{
    (void)elem;
    return result(cudaMallocPitch((void **)p, pitch, w, h));
}
CUresult cuMemAllocHost(void **p, size_t n)
{
    return result(cudaMallocHost(p, n));
}
CUresult cuMemAllocManaged(CUdeviceptr *p, size_t n, unsigned flags)
{
    return result(cudaMallocManaged((void **)p, n, flags));
}
CUresult cuMemHostAlloc(void **p, size_t n, unsigned flags)
{
    return result(cudaHostAlloc(p, n, flags));
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr *d, void *host, unsigned flags)
{
    return result(cudaHostGetDevicePointer((void **)d, host, flags));
}
CUresult cuMemFree(CUdeviceptr p)
{
    return result(cudaFree((void *)p));
}
CUresult cuMemFreeHost(void *p)
{
    return result(cudaFreeHost(p));
}

CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *size, CUdeviceptr p)
{
    CUDA_CALL;
    const struct emu_alloc *a = emu_find_alloc(cuda_ready()->dev, p);
    if (!a || a->freed)
        return CUDA_ERROR_NOT_FOUND;
    if (base)
        *base = a->at;
    if (size)
        *size = a->size;
    return CUDA_SUCCESS;
}

CUresult cuMemcpy(CUdeviceptr d, CUdeviceptr s, size_t n)
{
    return result(cudaMemcpy((void *)d, (void *)s, n, cudaMemcpyDefault));
}
CUresult cuMemcpyHtoD(CUdeviceptr d, const void *s, size_t n)
{
    return result(cudaMemcpy((void *)d, s, n, cudaMemcpyHostToDevice));
}
CUresult cuMemcpyDtoH(void *d, CUdeviceptr s, size_t n)
{
    return result(cudaMemcpy(d, (void *)s, n, cudaMemcpyDeviceToHost));
}
CUresult cuMemcpyDtoD(CUdeviceptr d, CUdeviceptr s, size_t n)
{
    return result(cudaMemcpy((void *)d, (void *)s, n, cudaMemcpyDeviceToDevice));
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr d, const void *s, size_t n, CUstream stream)
{
    return result(cudaMemcpyAsync((void *)d, s, n, cudaMemcpyHostToDevice, stream));
}
CUresult cuMemcpyDtoHAsync(void *d, CUdeviceptr s, size_t n, CUstream stream)
{
    return result(cudaMemcpyAsync(d, (void *)s, n, cudaMemcpyDeviceToHost, stream));
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr d, CUdeviceptr s, size_t n, CUstream stream)
{
    return result(cudaMemcpyAsync((void *)d, (void *)s, n, cudaMemcpyDeviceToDevice, stream));
}

static CUresult fill(CUdeviceptr d, u32 value, size_t bytes, size_t n)
{
    CUDA_CALL;
    cuda_ready();
    CUDA_STICKY();
    char *to = n ? cuda_mem(d, n * bytes, true) : NULL;
    if (n && !to)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < n; i++)
        memcpy(to + i * bytes, &value, bytes);
    return CUDA_SUCCESS;
}

static CUresult fill_async(CUdeviceptr d, u32 value, unsigned bytes, size_t n, CUstream stream)
{
    CUDA_CALL;
    if (!cuda_known_stream(stream))
        return CUDA_ERROR_INVALID_HANDLE;
    struct cuda_state *s = cuda_ready();
    if (s->timed && !graph_captured(stream) && !emu_host_ptr(s->dev, d, n * bytes, false))
        together_apart(); /* wrong: the call's error */
    struct CUgraph_st *g = graph_of_stream(stream);
    if (!g)
        return fill(d, value, bytes, n);
    cudaError_t e = graph_add_set(g, &(struct cudaMemsetParams){(void *)d, n * bytes, value, bytes, n, 1});
    together_added(g);
    return result(e);
}

static CUresult fill_now(CUdeviceptr d, u32 value, unsigned bytes, size_t n)
{
    CUDA_CALL;
    beside_settle(0);
    return fill(d, value, bytes, n);
}

CUresult cuMemsetD8(CUdeviceptr d, unsigned char v, size_t n)
{
    return fill_now(d, v, 1, n);
}
CUresult cuMemsetD16(CUdeviceptr d, unsigned short v, size_t n)
{
    return fill_now(d, v, 2, n);
}
CUresult cuMemsetD32(CUdeviceptr d, unsigned v, size_t n)
{
    return fill_now(d, v, 4, n);
}
CUresult cuMemsetD8Async(CUdeviceptr d, unsigned char v, size_t n, CUstream stream)
{
    return fill_async(d, v, 1, n, stream);
}
CUresult cuMemsetD16Async(CUdeviceptr d, unsigned short v, size_t n, CUstream stream)
{
    return fill_async(d, v, 2, n, stream);
}
CUresult cuMemsetD32Async(CUdeviceptr d, unsigned v, size_t n, CUstream stream)
{
    return fill_async(d, v, 4, n, stream);
}

/* ---- Streams and events ---- */

CUresult cuStreamCreate(CUstream *s, unsigned flags)
{
    return result(cudaStreamCreateWithFlags(s, flags));
}
CUresult cuStreamDestroy(CUstream s)
{
    return result(cudaStreamDestroy(s));
}
CUresult cuStreamSynchronize(CUstream s)
{
    return result(cudaStreamSynchronize(s));
}
CUresult cuStreamQuery(CUstream s)
{
    return result(cudaStreamQuery(s));
}
CUresult cuStreamWaitEvent(CUstream s, CUevent e, unsigned flags)
{
    return result(cudaStreamWaitEvent(s, e, flags));
}
CUresult cuEventCreate(CUevent *e, unsigned flags)
{
    return result(cudaEventCreateWithFlags(e, flags));
}
CUresult cuEventRecord(CUevent e, CUstream s)
{
    return result(cudaEventRecord(e, s));
}
CUresult cuEventQuery(CUevent e)
{
    return result(cudaEventQuery(e));
}
CUresult cuEventSynchronize(CUevent e)
{
    return result(cudaEventSynchronize(e));
}
CUresult cuEventElapsedTime(float *ms, CUevent a, CUevent b)
{
    return result(cudaEventElapsedTime(ms, a, b));
}
CUresult cuEventDestroy(CUevent e)
{
    return result(cudaEventDestroy(e));
}
CUresult cuProfilerStart(void)
{
    return CUDA_SUCCESS;
}
CUresult cuProfilerStop(void)
{
    return CUDA_SUCCESS;
}
