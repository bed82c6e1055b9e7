/* cuSOLVER's dense part as sluice has it (lib/solver): Cholesky, LU, QR, eigenvalues of symmetric matrices, singular values. Names, types and numbers are those of
   NVIDIA's documentation. A function that is not here is an error of the compiler that names it. */
#ifndef SLUICE_CUSOLVERDN_H
#define SLUICE_CUSOLVERDN_H
#include "cublas_v2.h"
#include "cusolver_common.h"

#ifdef __cplusplus
extern "C" {
#endif
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *h);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t h);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t h, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t h, cudaStream_t *stream);
#define SLUICE_SOLVER(X, T, R, Or, Sy)                                                                            \
    cusolverStatus_t cusolverDn##X##potrf_bufferSize(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T *a, int lda, int *lwork); \
    cusolverStatus_t cusolverDn##X##potrf(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T *a, int lda, T *work, int lwork, int *info); \
    cusolverStatus_t cusolverDn##X##potrs(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, int nrhs, const T *a, int lda, T *b, int ldb, int *info); \
    cusolverStatus_t cusolverDn##X##getrf_bufferSize(cusolverDnHandle_t h, int m, int n, T *a, int lda, int *lwork);  \
    cusolverStatus_t cusolverDn##X##getrf(cusolverDnHandle_t h, int m, int n, T *a, int lda, T *work, int *ipiv, int *info); \
    cusolverStatus_t cusolverDn##X##getrs(cusolverDnHandle_t h, cublasOperation_t op, int n, int nrhs, const T *a, int lda, const int *ipiv, T *b, int ldb, int *info); \
    cusolverStatus_t cusolverDn##X##geqrf_bufferSize(cusolverDnHandle_t h, int m, int n, T *a, int lda, int *lwork);  \
    cusolverStatus_t cusolverDn##X##geqrf(cusolverDnHandle_t h, int m, int n, T *a, int lda, T *tau, T *work, int lwork, int *info); \
    cusolverStatus_t cusolverDn##X##Or##mqr_bufferSize(cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t op, int m, int n, int k, const T *a, int lda, const T *tau, const T *c, int ldc, int *lwork); \
    cusolverStatus_t cusolverDn##X##Or##mqr(cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t op, int m, int n, int k, const T *a, int lda, const T *tau, T *c, int ldc, T *work, int lwork, int *info); \
    cusolverStatus_t cusolverDn##X##Or##gqr_bufferSize(cusolverDnHandle_t h, int m, int n, int k, const T *a, int lda, const T *tau, int *lwork); \
    cusolverStatus_t cusolverDn##X##Or##gqr(cusolverDnHandle_t h, int m, int n, int k, T *a, int lda, const T *tau, T *work, int lwork, int *info); \
    cusolverStatus_t cusolverDn##X##Sy##evd_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *a, int lda, const R *w, int *lwork); \
    cusolverStatus_t cusolverDn##X##Sy##evd(cusolverDnHandle_t h, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *a, int lda, R *w, T *work, int lwork, int *info); \
    cusolverStatus_t cusolverDn##X##gesvd_bufferSize(cusolverDnHandle_t h, int m, int n, int *lwork);                 \
    cusolverStatus_t cusolverDn##X##gesvd(cusolverDnHandle_t h, signed char jobu, signed char jobvt, int m, int n, T *a, int lda, R *s, T *u, int ldu, T *vt, int ldvt, T *work, int lwork, R *rwork, int *info);
SLUICE_SOLVER(S, float, float, or, sy)
SLUICE_SOLVER(D, double, double, or, sy)
SLUICE_SOLVER(C, cuComplex, float, un, he)
SLUICE_SOLVER(Z, cuDoubleComplex, double, un, he)
#undef SLUICE_SOLVER
/* types as arguments: of the matrix and of the computation the same */
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *p);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t p);
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t p, cusolverDnFunction_t function, cusolverAlgMode_t mode);
cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, cublasFillMode_t uplo, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType compute, size_t *device, size_t *host);
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t h, cusolverDnParams_t params, cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType compute, void *work, size_t size, void *host_work, size_t host_size, int *info);
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t h, cusolverDnParams_t params, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType type, const void *a, int64_t lda, cudaDataType b_type, void *b, int64_t ldb, int *info);
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType compute, size_t *device, size_t *host);
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t h, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda, int64_t *ipiv, cudaDataType compute, void *work, size_t size, void *host_work, size_t host_size, int *info);
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t h, cusolverDnParams_t params, cublasOperation_t op, int64_t n, int64_t nrhs, cudaDataType type, const void *a, int64_t lda, const int64_t *ipiv, cudaDataType b_type, void *b, int64_t ldb, int *info);
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType tau_type, const void *tau, cudaDataType compute, size_t *device, size_t *host);
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t h, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType tau_type, void *tau, cudaDataType compute, void *work, size_t size, void *host_work, size_t host_size, int *info);
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType w_type, const void *w, cudaDataType compute, size_t *device, size_t *host);
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t h, cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType w_type, void *w, cudaDataType compute, void *work, size_t size, void *host_work, size_t host_size, int *info);
cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, signed char jobu, signed char jobvt, int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType s_type, const void *s, cudaDataType u_type, const void *u, int64_t ldu, cudaDataType v_type, const void *vt, int64_t ldvt, cudaDataType compute, size_t *device, size_t *host);
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t h, cusolverDnParams_t params, signed char jobu, signed char jobvt, int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType s_type, void *s, cudaDataType u_type, void *u, int64_t ldu, cudaDataType v_type, void *vt, int64_t ldvt, cudaDataType compute, void *work, size_t size, void *host_work, size_t host_size, int *info);
#ifdef __cplusplus
}
#endif
#endif
