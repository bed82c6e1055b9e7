/* The interface whose calls take their types as arguments (cusolverDnX...): each is the call of its type. The matrix and the computation have the same type.
   Pivots are of 64 bits here: they are converted. */
#include "solver.h"

struct cusolverDnParams {
    int unused;
};
__global__ void widen(const int *from, int64_t *to, int n)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        to[i] = from[i];
}
__global__ void narrow(const int64_t *from, int *to, int n)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        to[i] = (int)from[i];
}
static bool too_long(int64_t a, int64_t b = 0, int64_t c = 0, int64_t d = 0)
{
    const int64_t most = 0x7fffffff;
    return a > most || b > most || c > most || d > most;
}
static bool is_wide(cudaDataType t) { return t == CUDA_R_64F || t == CUDA_C_64F; }
/* Eigenvalues and singular values are real. */
static bool real_of_type(cudaDataType real, cudaDataType t) { return real == (is_wide(t) ? CUDA_R_64F : CUDA_R_32F); }
static size_t bytes_of(cudaDataType t) { return (t == CUDA_R_32F ? 4u : 8u) << (t == CUDA_C_64F); }
/* call(letter, type, real type, or/un, sy/he) for the type */
#define BY_TYPE(type, call)                                                     \
    switch (type) {                                                             \
    case CUDA_R_32F: r = call(S, float, float, or, sy); break;                  \
    case CUDA_R_64F: r = call(D, double, double, or, sy); break;                \
    case CUDA_C_32F: r = call(C, cuComplex, float, un, he); break;              \
    case CUDA_C_64F: r = call(Z, cuDoubleComplex, double, un, he); break;       \
    default: r = CUSOLVER_STATUS_NOT_SUPPORTED;                                 \
    }
#define GENERIC_CHECK(h, bad, other_types)                                      \
    SOLVER_CHECK(h, bad);                                                       \
    if (other_types)                                                            \
        return CUSOLVER_STATUS_NOT_SUPPORTED;                                   \
    cusolverStatus_t r
static cusolverStatus_t told_size(cusolverStatus_t r, int count, cudaDataType type, size_t more, size_t *device, size_t *host)
{
    if (r == CUSOLVER_STATUS_SUCCESS)
        *device = (size_t)count * bytes_of(type) + more, *host = 0;
    return r;
}
static int room(size_t bytes, cudaDataType type)
{
    size_t n = bytes / bytes_of(type);
    return n > 0x7fffffff ? 0x7fffffff : (int)n;
}

extern "C" {
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *p) { return p ? *p = new cusolverDnParams(), CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE; }
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t p) { return delete p, CUSOLVER_STATUS_SUCCESS; }
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t p, cusolverDnFunction_t, cusolverAlgMode_t) { return p ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE; }

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType compute, size_t *device, size_t *host)
{
    GENERIC_CHECK(h, !device || !host || too_long(n, lda), compute != type);
    int count = 0;
#define CALL(X, T, R, Or, Sy) cusolverDn##X##potrf_bufferSize(h, uplo, (int)n, (T *)a, (int)lda, &count)
    BY_TYPE(type, CALL)
#undef CALL
    return told_size(r, count, type, 0, device, host);
}
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t h, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType compute, void *work, size_t size, void *, size_t, int *info)
{
    GENERIC_CHECK(h, too_long(n, lda), compute != type);
#define CALL(X, T, R, Or, Sy) cusolverDn##X##potrf(h, uplo, (int)n, (T *)a, (int)lda, (T *)work, room(size, type), info)
    BY_TYPE(type, CALL)
#undef CALL
    return r;
}
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t h, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType type, const void *a, int64_t lda, cudaDataType b_type, void *b, int64_t ldb, int *info)
{
    GENERIC_CHECK(h, too_long(n, nrhs, lda, ldb), b_type != type);
#define CALL(X, T, R, Or, Sy) cusolverDn##X##potrs(h, uplo, (int)n, (int)nrhs, (const T *)a, (int)lda, (T *)b, (int)ldb, info)
    BY_TYPE(type, CALL)
#undef CALL
    return r;
}
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType compute, size_t *device, size_t *host)
{
    GENERIC_CHECK(h, !device || !host || too_long(m, n, lda), compute != type);
    int count = 0;
#define CALL(X, T, R, Or, Sy) cusolverDn##X##getrf_bufferSize(h, (int)m, (int)n, (T *)a, (int)lda, &count)
    BY_TYPE(type, CALL)
#undef CALL
    return told_size(r, count, type, (size_t)(m < n ? m : n) * 4 + 16, device, host);
}
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t h, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda, int64_t *ipiv, cudaDataType compute, void *work, size_t size, void *, size_t, int *info)
{
    int count = (int)(m < n ? m : n);
    GENERIC_CHECK(h, too_long(m, n, lda) || count < 0 || (count && (!work || size < (size_t)count * 4)), compute != type);
    int *pivots = ipiv ? (int *)((char *)work + (size - (size_t)count * 4) / 16 * 16) : NULL; /* the end of the buffer */
    if (pivots && (char *)(pivots + count) > (char *)work + size)
        return CUSOLVER_STATUS_INVALID_VALUE;
#define CALL(X, T, R, Or, Sy) cusolverDn##X##getrf(h, (int)m, (int)n, (T *)a, (int)lda, (T *)work, pivots, info)
    BY_TYPE(type, CALL)
#undef CALL
    if (r == CUSOLVER_STATUS_SUCCESS && pivots && count)
        widen<<<blocks(count), 128, 0, h->stream>>>(pivots, ipiv, count);
    return r;
}
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t h, cusolverDnParams_t, cublasOperation_t op, int64_t n, int64_t nrhs, cudaDataType type, const void *a, int64_t lda, const int64_t *ipiv, cudaDataType b_type, void *b, int64_t ldb, int *info)
{
    GENERIC_CHECK(h, n < 0 || too_long(n, nrhs, lda, ldb), b_type != type);
    int *pivots = NULL;
    if (ipiv && n) {
        if (cudaMalloc(&pivots, (size_t)n * 4) != cudaSuccess)
            return CUSOLVER_STATUS_ALLOC_FAILED;
        narrow<<<blocks(n), 128, 0, h->stream>>>(ipiv, pivots, (int)n);
    }
#define CALL(X, T, R, Or, Sy) cusolverDn##X##getrs(h, op, (int)n, (int)nrhs, (const T *)a, (int)lda, pivots, (T *)b, (int)ldb, info)
    BY_TYPE(type, CALL)
#undef CALL
    cudaFree(pivots);
    return r;
}
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType tau_type, const void *, cudaDataType compute, size_t *device, size_t *host)
{
    GENERIC_CHECK(h, !device || !host || too_long(m, n, lda), compute != type || tau_type != type);
    int count = 0;
#define CALL(X, T, R, Or, Sy) cusolverDn##X##geqrf_bufferSize(h, (int)m, (int)n, (T *)a, (int)lda, &count)
    BY_TYPE(type, CALL)
#undef CALL
    return told_size(r, count, type, 0, device, host);
}
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t h, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType tau_type, void *tau, cudaDataType compute, void *work, size_t size, void *, size_t, int *info)
{
    GENERIC_CHECK(h, too_long(m, n, lda), compute != type || tau_type != type);
#define CALL(X, T, R, Or, Sy) cusolverDn##X##geqrf(h, (int)m, (int)n, (T *)a, (int)lda, (T *)tau, (T *)work, room(size, type), info)
    BY_TYPE(type, CALL)
#undef CALL
    return r;
}
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType w_type, const void *w, cudaDataType compute, size_t *device, size_t *host)
{
    GENERIC_CHECK(h, !device || !host || too_long(n, lda), compute != type || !real_of_type(w_type, type));
    int count = 0;
#define CALL(X, T, R, Or, Sy) cusolverDn##X##Sy##evd_bufferSize(h, jobz, uplo, (int)n, (const T *)a, (int)lda, (const R *)w, &count)
    BY_TYPE(type, CALL)
#undef CALL
    return told_size(r, count, type, 0, device, host);
}
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t h, cusolverDnParams_t, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType w_type, void *w, cudaDataType compute, void *work, size_t size, void *, size_t, int *info)
{
    GENERIC_CHECK(h, too_long(n, lda), compute != type || !real_of_type(w_type, type));
#define CALL(X, T, R, Or, Sy) cusolverDn##X##Sy##evd(h, jobz, uplo, (int)n, (T *)a, (int)lda, (R *)w, (T *)work, room(size, type), info)
    BY_TYPE(type, CALL)
#undef CALL
    return r;
}
cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t, signed char, signed char, int64_t m, int64_t n, cudaDataType type, const void *, int64_t lda, cudaDataType s_type, const void *, cudaDataType u_type, const void *, int64_t ldu, cudaDataType v_type, const void *, int64_t ldvt, cudaDataType compute, size_t *device, size_t *host)
{
    GENERIC_CHECK(h, !device || !host || too_long(m, n, lda) || too_long(ldu, ldvt), compute != type || u_type != type || v_type != type || !real_of_type(s_type, type));
    int count = 0;
#define CALL(X, T, R, Or, Sy) cusolverDn##X##gesvd_bufferSize(h, (int)m, (int)n, &count)
    BY_TYPE(type, CALL)
#undef CALL
    return told_size(r, count, type, 0, device, host);
}
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t h, cusolverDnParams_t, signed char jobu, signed char jobvt, int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType s_type, void *s, cudaDataType u_type, void *u, int64_t ldu, cudaDataType v_type, void *vt, int64_t ldvt, cudaDataType compute, void *work, size_t size, void *, size_t, int *info)
{
    GENERIC_CHECK(h, too_long(m, n, lda) || too_long(ldu, ldvt), compute != type || u_type != type || v_type != type || !real_of_type(s_type, type));
#define CALL(X, T, R, Or, Sy) cusolverDn##X##gesvd(h, jobu, jobvt, (int)m, (int)n, (T *)a, (int)lda, (R *)s, (T *)u, (int)ldu, (T *)vt, (int)ldvt, (T *)work, room(size, type), NULL, info)
    BY_TYPE(type, CALL)
#undef CALL
    return r;
}
}
