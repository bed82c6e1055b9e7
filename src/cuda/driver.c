/* The driver API: devices, contexts, modules and functions. There is one device and one context; what is allocated
   through one API is seen by the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cuda.h"
#include "cuda/beside.h"

/* The runtime's error as the driver's: those that only the runtime has become the nearest. */
static CUresult result(cudaError_t e)
{
    switch ((int)e) {
#define E(name, value, driver, text)                                                                                 \
    case value: return driver;
        SLUICE_ERRORS_SHARED(E)
#undef E
    case cudaErrorInvalidDeviceFunction: return CUDA_ERROR_NOT_FOUND;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

struct CUctx_st {
    int current;
};
static struct CUctx_st *context(void)
{
    return (struct CUctx_st *)cuda_state();
}

CUresult cuInit(unsigned flags)
{
    return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version)
{
    return result(cudaDriverGetVersion(version));
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    if (ordinal)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count)
{
    return result(cudaGetDeviceCount(count));
}

CUresult cuDeviceGetName(char *name, int len, CUdevice device)
{
    if (device || !name || len < 1)
        return device ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_INVALID_VALUE;
    snprintf(name, (size_t)len, "%s", cuda_ready()->prop.name);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    if (device)
        return CUDA_ERROR_INVALID_DEVICE;
    memset(uuid, 0, sizeof(*uuid));
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    if (device)
        return CUDA_ERROR_INVALID_DEVICE;
    *bytes = cuda_ready()->prop.totalGlobalMem;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attr, CUdevice device)
{
    return result(cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attr, device));
}

CUresult cuDeviceGetProperties(CUdevprop *o, CUdevice device)
{
    const struct cudaDeviceProp *p = &cuda_ready()->prop;
    if (device)
        return CUDA_ERROR_INVALID_DEVICE;
    *o = (CUdevprop){.maxThreadsPerBlock = p->maxThreadsPerBlock,
                     .sharedMemPerBlock = (int)p->sharedMemPerBlock,
                     .totalConstantMemory = (int)p->totalConstMem,
                     .SIMDWidth = p->warpSize,
                     .memPitch = (int)p->memPitch,
                     .regsPerBlock = p->regsPerBlock,
                     .clockRate = p->clockRate,
                     .textureAlign = (int)p->textureAlignment};
    memcpy(o->maxThreadsDim, p->maxThreadsDim, sizeof(o->maxThreadsDim));
    memcpy(o->maxGridSize, p->maxGridSize, sizeof(o->maxGridSize));
    return CUDA_SUCCESS;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    if (device)
        return CUDA_ERROR_INVALID_DEVICE;
    *major = cuda_ready()->prop.major;
    *minor = cuda_ready()->prop.minor;
    return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *c, unsigned flags, CUdevice device)
{
    (void)flags;
    if (device)
        return CUDA_ERROR_INVALID_DEVICE;
    cuda_ready();
    *c = context();
    return CUDA_SUCCESS;
}

CUresult cuCtxDestroy(CUcontext c)
{
    return c == context() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxDetach(CUcontext c)
{
    return cuCtxDestroy(c);
}
CUresult cuCtxPushCurrent(CUcontext c)
{
    return cuCtxDestroy(c);
}
CUresult cuCtxSetCurrent(CUcontext c)
{
    return c ? cuCtxDestroy(c) : CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext *c)
{
    if (c)
        *c = context();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *c)
{
    return cuCtxPopCurrent(c);
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void)
{
    return result(cudaDeviceSynchronize());
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
    return result(cudaDeviceSetCacheConfig((enum cudaFuncCache)config));
}

CUresult cuCtxGetApiVersion(CUcontext c, unsigned *version)
{
    (void)c;
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *c, CUdevice device)
{
    return cuCtxCreate(c, 0, device);
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    return device ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxReset(CUdevice device)
{
    return device ? CUDA_ERROR_INVALID_DEVICE : result(cudaDeviceReset());
}

/* ---- Modules: PTX text, or what `sluice cc` embeds. A CUmodule is an image, a CUfunction a function. ---- */

static CUresult load(CUmodule *module, const char *text, size_t size, const char *name, u32 max_regs, FILE *log)
{
    CUDA_CALL;
    CUDA_STICKY();
    char *copy = arena_strndup(&cuda_state()->arena, text, size);
    struct cuda_image *im = cuda_image_add(copy, size, arena_strdup(&cuda_state()->arena, name), max_regs);
    im->log = log;
    bool ok = cuda_image_load(im);
    im->log = NULL;
    if (!ok)
        return CUDA_ERROR_INVALID_PTX;
    if (!module)
        return CUDA_ERROR_INVALID_VALUE;
    *module = (CUmodule)im;
    return CUDA_SUCCESS;
}

/* `max_regs`: unless the image says so itself; `log`: where errors in the PTX go, NULL: standard error. */
static CUresult load_data(CUmodule *module, const void *image, u32 max_regs, FILE *log)
{
    const char *text, *name;
    size_t size;
    u32 own_regs;
    if (!module || !image)
        return CUDA_ERROR_INVALID_VALUE;
    const u8 *b = image;
    static const u8 elf[] = {0x7f, 'E', 'L', 'F'}, fat[] = {0x50, 0xed, 0x55, 0xba};
    if (!memcmp(b, elf, 4) || !memcmp(b, fat, 4)) {
        cuda_say_once("cubin", "a module of machine code cannot be loaded: give it as PTX");
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
    if (cuda_image_parse_header(image, &text, &size, &name, &own_regs))
        return load(module, text, size, name, own_regs ? own_regs : max_regs, log);
    return load(module, image, strlen(image), "module", max_regs, log);
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    return load_data(module, image, 0, NULL);
}

/* The value of an option, where it was given. */
static void **option(unsigned n, const CUjit_option *options, void **values, CUjit_option which)
{
    for (unsigned i = 0; i < n; i++)
        if (options[i] == which)
            return &values[i];
    return NULL;
}

/* Copies a log to where the program wants it, as far as it fits, and stores its size. */
static void give_log(void **buffer, void **room, const char *text)
{
    size_t n = buffer && *buffer && room ? (size_t)(uintptr_t)*room : 0, len = strlen(text);
    if (n)
        snprintf(*buffer, n, "%s", text);
    if (room)
        *room = (void *)(uintptr_t)(n && len ? MIN(len + 1, n) : 0);
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned n, CUjit_option *options, void **values)
{
    void **regs = option(n, options, values, CU_JIT_MAX_REGISTERS);
    void **wall = option(n, options, values, CU_JIT_WALL_TIME);
    void **errors = option(n, options, values, CU_JIT_ERROR_LOG_BUFFER);
    char *text = NULL;
    size_t size = 0;
    FILE *log = errors && *errors ? open_memstream(&text, &size) : NULL;
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    CUresult r = load_data(module, image, regs ? (u32)(uintptr_t)*regs : 0, log);
    clock_gettime(CLOCK_MONOTONIC, &to);
    if (log)
        fclose(log);
    give_log(errors, option(n, options, values, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES), text ? text : "");
    give_log(option(n, options, values, CU_JIT_INFO_LOG_BUFFER),
             option(n, options, values, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES), "");
    free(text);
    float ms = (float)(to.tv_sec - from.tv_sec) * 1e3f + (float)(to.tv_nsec - from.tv_nsec) * 1e-6f;
    if (wall) /* the value itself, a float, is written over */
        memcpy(wall, &ms, sizeof(ms));
    return r;
}

CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image)
{
    return cuModuleLoadData(module, image);
}

CUresult cuModuleLoad(CUmodule *module, const char *path)
{
    FILE *in = path ? fopen(path, "rb") : NULL;
    if (!in)
        return CUDA_ERROR_FILE_NOT_FOUND;
    char *text = NULL;
    size_t n = 0, got;
    do {
        text = xrealloc(text, n + 65536 + 1);
        got = fread(text + n, 1, 65536, in);
        n += got;
    } while (got);
    fclose(in);
    text[n] = 0;
    /* a file that holds a 0 (a fatbin, machine code) is looked at as an image; PTX goes in under its own name */
    CUresult r = CUDA_ERROR_INVALID_IMAGE;
    if (n >= 4)
        r = memchr(text, 0, n) ? cuModuleLoadData(module, text) : load(module, text, n, path, 0, NULL);
    free(text);
    return r;
}

CUresult cuModuleUnload(CUmodule module)
{
    CUDA_CALL;
    struct cuda_image *im = cuda_find_image(module);
    if (!im)
        return CUDA_ERROR_INVALID_HANDLE;
    beside_settle_all(); /* one of its kernels may be running */
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; i < s->functions.n; i++)
        if (s->functions.at[i]->image == im)
            s->functions.at[i]->kernel = NULL;
    if (im->module)
        emu_unload(im->module);
    im->module = NULL;
    im->dead = im->failed = true;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    struct cuda_image *im = cuda_find_image(module);
    if (!im || !function || !name)
        return im ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    for (size_t i = 0; i < s->functions.n; i++)
        if (s->functions.at[i]->image == im && !strcmp(s->functions.at[i]->name, name)) {
            *function = (CUfunction)s->functions.at[i];
            return CUDA_SUCCESS;
        }
    struct cuda_function f = {.image = im, .name = arena_strdup(&s->arena, name)};
    if (!cuda_function_load(&f))
        return CUDA_ERROR_NOT_FOUND;
    struct cuda_function *n = ARENA_NEW(&s->arena, struct cuda_function);
    *n = f;
    n->host = n;
    VEC_PUSH(&s->functions, n);
    *function = (CUfunction)n;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal(CUdeviceptr *ptr, size_t *bytes, CUmodule module, const char *name)
{
    CUDA_CALL;
    struct cuda_image *im = cuda_find_image(module);
    u64 at, size;
    if (!im || !name)
        return im ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    if (!emu_find_global(im->module, name, &at, &size))
        return CUDA_ERROR_NOT_FOUND;
    if (ptr)
        *ptr = at;
    if (bytes)
        *bytes = size;
    return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attr, CUfunction function)
{
    struct cudaFuncAttributes a;
    cudaError_t e = cudaFuncGetAttributes(&a, function);
    if (e)
        return CUDA_ERROR_INVALID_HANDLE;
    switch (attr) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = a.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)a.sharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)a.constSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)a.localSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = a.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = a.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = a.binaryVersion; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = a.maxDynamicSharedSizeBytes; break;
    default: *value = 0; break;
    }
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attr, int value)
{
    return result(cudaFuncSetAttribute(function, (enum cudaFuncAttribute)attr, value));
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config)
{
    return result(cudaFuncSetCacheConfig(function, (enum cudaFuncCache)config));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int block, size_t shared)
{
    if (!cuda_find_function(function))
        return CUDA_ERROR_INVALID_HANDLE;
    return result(cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block, shared));
}
