/* Handles, settings, and copies of vectors and matrices. */
#include "blas.h"

extern "C" {
cublasStatus_t cublasCreate_v2(cublasHandle_t *h)
{
    if (!h)
        return CUBLAS_STATUS_INVALID_VALUE;
    cublasContext *c = new cublasContext();
    if (cudaMalloc(&c->scratch, BLAS_PARTS * 16 + 64) != cudaSuccess) {
        delete c;
        return CUBLAS_STATUS_ALLOC_FAILED;
    }
    *h = c;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy_v2(cublasHandle_t h)
{
    BLAS_CHECK(h, false);
    cudaFree(h->scratch);
    delete h;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int *version)
{
    if (!version)
        return CUBLAS_STATUS_INVALID_VALUE;
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
    if (!value || (type != MAJOR_VERSION && type != MINOR_VERSION && type != PATCH_LEVEL))
        return CUBLAS_STATUS_INVALID_VALUE;
    *value = type == MAJOR_VERSION ? CUBLAS_VER_MAJOR : type == MINOR_VERSION ? CUBLAS_VER_MINOR : CUBLAS_VER_PATCH;
    return CUBLAS_STATUS_SUCCESS;
}
#define SETTING(Set, Get, T, field, bad)                                                                     \
    cublasStatus_t Set(cublasHandle_t h, T v) { BLAS_CHECK(h, bad); h->field = v; return CUBLAS_STATUS_SUCCESS; } \
    cublasStatus_t Get(cublasHandle_t h, T *v) { BLAS_CHECK(h, !v); *v = h->field; return CUBLAS_STATUS_SUCCESS; }
/* a mode, and flags above it */
static bool bad_math(cublasMath_t m)
{
    const int flags = CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION, mode = m & ~flags;
    return mode != CUBLAS_DEFAULT_MATH && mode != CUBLAS_TENSOR_OP_MATH && mode != CUBLAS_PEDANTIC_MATH && mode != CUBLAS_TF32_TENSOR_OP_MATH;
}
SETTING(cublasSetStream_v2, cublasGetStream_v2, cudaStream_t, stream, false)
SETTING(cublasSetPointerMode_v2, cublasGetPointerMode_v2, cublasPointerMode_t, pointers, v != CUBLAS_POINTER_MODE_HOST && v != CUBLAS_POINTER_MODE_DEVICE)
SETTING(cublasSetAtomicsMode, cublasGetAtomicsMode, cublasAtomicsMode_t, atomics, v != CUBLAS_ATOMICS_NOT_ALLOWED && v != CUBLAS_ATOMICS_ALLOWED)
SETTING(cublasSetMathMode, cublasGetMathMode, cublasMath_t, math, bad_math(v))
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t h, void *, size_t) /* none is needed */
{
    BLAS_CHECK(h, false);
    return CUBLAS_STATUS_SUCCESS;
}
const char *cublasGetStatusName(cublasStatus_t s)
{
    switch (s) {
#define NAME(n) case n: return #n;
        NAME(CUBLAS_STATUS_SUCCESS) NAME(CUBLAS_STATUS_NOT_INITIALIZED) NAME(CUBLAS_STATUS_ALLOC_FAILED) NAME(CUBLAS_STATUS_INVALID_VALUE)
        NAME(CUBLAS_STATUS_ARCH_MISMATCH) NAME(CUBLAS_STATUS_MAPPING_ERROR) NAME(CUBLAS_STATUS_EXECUTION_FAILED)
        NAME(CUBLAS_STATUS_INTERNAL_ERROR) NAME(CUBLAS_STATUS_NOT_SUPPORTED) NAME(CUBLAS_STATUS_LICENSE_ERROR)
#undef NAME
    }
    return "unknown status";
}
const char *cublasGetStatusString(cublasStatus_t s) { return cublasGetStatusName(s); }

static cublasStatus_t moved(int rows, int cols, int size, const void *a, int lda, void *b, int ldb, cudaMemcpyKind how, cudaStream_t s)
{
    if (rows < 0 || cols < 0 || size <= 0 || lda <= 0 || ldb <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!rows || !cols)
        return CUBLAS_STATUS_SUCCESS;
    size_t n = (size_t)size;
    cudaError_t e = cudaMemcpy2DAsync(b, (size_t)ldb * n, a, (size_t)lda * n, (size_t)rows * n, (size_t)cols, how, s);
    return e == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}
#define MOVES(Verb, how)                                                                                     \
    cublasStatus_t cublas##Verb##VectorAsync(int n, int size, const void *x, int incx, void *y, int incy, cudaStream_t s) \
    { return moved(1, n, size, x, incx, y, incy, how, s); }                                                  \
    cublasStatus_t cublas##Verb##Vector(int n, int size, const void *x, int incx, void *y, int incy)         \
    { return moved(1, n, size, x, incx, y, incy, how, 0); }                                                  \
    cublasStatus_t cublas##Verb##MatrixAsync(int rows, int cols, int size, const void *a, int lda, void *b, int ldb, cudaStream_t s) \
    { return moved(rows, cols, size, a, lda, b, ldb, how, s); }                                              \
    cublasStatus_t cublas##Verb##Matrix(int rows, int cols, int size, const void *a, int lda, void *b, int ldb) \
    { return moved(rows, cols, size, a, lda, b, ldb, how, 0); }
MOVES(Set, cudaMemcpyHostToDevice)
MOVES(Get, cudaMemcpyDeviceToHost)
}
