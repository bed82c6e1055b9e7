/* Names and sentences of the errors, from the table that the headers use. */
#include <string.h>

#include "cuda.h"
#include "cuda/state.h"

struct row {
    int value;
    const char *name, *driver, *text;
};
static const struct row rows[] = {
#define E(name, value, driver, text) {value, #name, #driver, text},
    SLUICE_ERRORS_SHARED(E) SLUICE_ERRORS_RUNTIME(E)
#undef E
};

static const struct row *find(int value)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].value == value)
            return &rows[i];
    return NULL;
}

const char *cudaGetErrorString(cudaError_t e)
{
    const struct row *r = find((int)e);
    return r ? r->text : "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t e)
{
    const struct row *r = find((int)e);
    return r ? r->name : "unrecognized error code";
}

cudaError_t cudaGetLastError(void)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    cudaError_t e = s->sticky ? s->sticky : s->last;
    s->last = cudaSuccess;
    return e;
}

cudaError_t cudaPeekAtLastError(void)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    return s->sticky ? s->sticky : s->last;
}

static const struct row *driver_row(int value)
{
    const struct row *r = find(value);
    return r && strcmp(r->driver, "_") ? r : NULL;
}

CUresult cuGetErrorString(CUresult e, const char **text)
{
    const struct row *r = driver_row((int)e);
    *text = r ? r->text : NULL;
    return r ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorName(CUresult e, const char **text)
{
    const struct row *r = driver_row((int)e);
    *text = r ? r->driver : NULL;
    return r ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
