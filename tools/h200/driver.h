/* What the recorders that drive a card through the driver's API share. A recorder is one file, which sets `folder`.
 */
#ifndef SLUICE_TOOLS_DRIVER_H
#define SLUICE_TOOLS_DRIVER_H
#include <cuda.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const char *folder = "."; /* where results go */

/* Ends the program with what the driver says, unless the call went well. */
static inline void ok(CUresult r, const char *what)
{
    const char *s = "?";
    if (r == CUDA_SUCCESS)
        return;
    cuGetErrorString(r, &s);
    fprintf(stderr, "%s: %s\n", what, s);
    exit(1);
}

/* NULL: the driver's assembler refuses it, which is said on stderr. */
static inline CUmodule load(const char *ptx, const char *what)
{
    static char log[8192];
    CUjit_option opt[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *val[] = {log, (void *)(uintptr_t)sizeof log};
    CUmodule m;
    log[0] = 0;
    if (cuModuleLoadDataEx(&m, ptx, 2, opt, val) == CUDA_SUCCESS)
        return m;
    fprintf(stderr, "REFUSED %s: %.2000s\n", what, log);
    return NULL;
}

static inline CUfunction entry(CUmodule m, const char *name)
{
    CUfunction f;
    ok(cuModuleGetFunction(&f, m, name), name);
    return f;
}

static inline FILE *create(const char *name)
{
    char path[500];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    if (!f) {
        perror(path);
        exit(1);
    }
    return f;
}

static inline void start(void)
{
    CUdevice d;
    CUcontext c;
    ok(cuInit(0), "init");
    ok(cuDeviceGet(&d, 0), "device");
    ok(cuDevicePrimaryCtxRetain(&c, d), "context");
    ok(cuCtxSetCurrent(c), "context");
}

#endif
