/* cuBLAS as sluice has it (lib/blas): levels 1 to 3 for s, d, c and z, products of half, bfloat16 and int8 matrices. Names, types and
   numbers are those of NVIDIA's documentation. A function that is not here is an error of the compiler that names it. */
#ifndef SLUICE_CUBLAS_API_H
#define SLUICE_CUBLAS_API_H
#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"
#include <stddef.h>
#include <stdint.h>
#if defined(__cplusplus)
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#endif

#define CUBLAS_VER_MAJOR 11
#define CUBLAS_VER_MINOR 11
#define CUBLAS_VER_PATCH 3
#define CUBLAS_VER_BUILD 0
#define CUBLAS_VERSION 111103
#define CUBLASWINAPI
#define CUBLASAPI

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15, CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3 } cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
    CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_ALGO1, CUBLAS_GEMM_ALGO2, CUBLAS_GEMM_ALGO3,
    CUBLAS_GEMM_ALGO4, CUBLAS_GEMM_ALGO5, CUBLAS_GEMM_ALGO6, CUBLAS_GEMM_ALGO7, CUBLAS_GEMM_ALGO8, CUBLAS_GEMM_ALGO9, CUBLAS_GEMM_ALGO10,
    CUBLAS_GEMM_ALGO11, CUBLAS_GEMM_ALGO12, CUBLAS_GEMM_ALGO13, CUBLAS_GEMM_ALGO14, CUBLAS_GEMM_ALGO15, CUBLAS_GEMM_ALGO16,
    CUBLAS_GEMM_ALGO17, CUBLAS_GEMM_ALGO18, CUBLAS_GEMM_ALGO19, CUBLAS_GEMM_ALGO20, CUBLAS_GEMM_ALGO21, CUBLAS_GEMM_ALGO22,
    CUBLAS_GEMM_ALGO23, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99, CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
    CUBLAS_GEMM_ALGO15_TENSOR_OP = 115
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;
typedef struct cublasContext *cublasHandle_t;

#ifdef __cplusplus
extern "C" {
#endif
cublasStatus_t cublasCreate_v2(cublasHandle_t *h);
cublasStatus_t cublasDestroy_v2(cublasHandle_t h);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t h, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
cublasStatus_t cublasSetStream_v2(cublasHandle_t h, cudaStream_t s);
cublasStatus_t cublasGetStream_v2(cublasHandle_t h, cudaStream_t *s);
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t h, void *p, size_t n);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t h, cublasPointerMode_t m);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t h, cublasPointerMode_t *m);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t h, cublasAtomicsMode_t m);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t h, cublasAtomicsMode_t *m);
cublasStatus_t cublasSetMathMode(cublasHandle_t h, cublasMath_t m);
cublasStatus_t cublasGetMathMode(cublasHandle_t h, cublasMath_t *m);
const char *cublasGetStatusName(cublasStatus_t s);
const char *cublasGetStatusString(cublasStatus_t s);
cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int cols, int size, const void *a, int lda, void *b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int size, const void *a, int lda, void *b, int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy, cudaStream_t s);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy, cudaStream_t s);
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int size, const void *a, int lda, void *b, int ldb, cudaStream_t s);
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int size, const void *a, int lda, void *b, int ldb, cudaStream_t s);

/* One of each type. B, b: the letter; T: its elements. */
#define SLUICE_BLAS(B, b, T)                                                                                 \
    cublasStatus_t cublas##B##axpy_v2(cublasHandle_t h, int n, const T *alpha, const T *x, int incx, T *y, int incy); \
    cublasStatus_t cublas##B##scal_v2(cublasHandle_t h, int n, const T *alpha, T *x, int incx);              \
    cublasStatus_t cublas##B##copy_v2(cublasHandle_t h, int n, const T *x, int incx, T *y, int incy);        \
    cublasStatus_t cublas##B##swap_v2(cublasHandle_t h, int n, T *x, int incx, T *y, int incy);              \
    cublasStatus_t cublasI##b##amax_v2(cublasHandle_t h, int n, const T *x, int incx, int *r);               \
    cublasStatus_t cublasI##b##amin_v2(cublasHandle_t h, int n, const T *x, int incx, int *r);               \
    cublasStatus_t cublas##B##gemv_v2(cublasHandle_t h, cublasOperation_t op, int m, int n, const T *alpha, const T *A, int lda, const T *x, int incx, const T *beta, T *y, int incy); \
    cublasStatus_t cublas##B##symv_v2(cublasHandle_t h, cublasFillMode_t uplo, int n, const T *alpha, const T *A, int lda, const T *x, int incx, const T *beta, T *y, int incy); \
    cublasStatus_t cublas##B##trmv_v2(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag, int n, const T *A, int lda, T *x, int incx); \
    cublasStatus_t cublas##B##trsv_v2(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag, int n, const T *A, int lda, T *x, int incx); \
    cublasStatus_t cublas##B##gemm_v2(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T *alpha, const T *A, int lda, const T *B_, int ldb, const T *beta, T *C, int ldc); \
    cublasStatus_t cublas##B##gemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T *alpha, const T *const A[], int lda, const T *const B_[], int ldb, const T *beta, T *const C[], int ldc, int count); \
    cublasStatus_t cublas##B##gemvStridedBatched(cublasHandle_t h, cublasOperation_t op, int m, int n, const T *alpha, const T *A, int lda, long long int sa, const T *x, int incx, long long int sx, const T *beta, T *y, int incy, long long int sy, int count); \
    cublasStatus_t cublas##B##gemvBatched(cublasHandle_t h, cublasOperation_t op, int m, int n, const T *alpha, const T *const A[], int lda, const T *const x[], int incx, const T *beta, T *const y[], int incy, int count); \
    cublasStatus_t cublas##B##gemmStridedBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T *alpha, const T *A, int lda, long long int sa, const T *B_, int ldb, long long int sb, const T *beta, T *C, int ldc, long long int sc, int count); \
    cublasStatus_t cublas##B##symm_v2(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const T *alpha, const T *A, int lda, const T *B_, int ldb, const T *beta, T *C, int ldc); \
    cublasStatus_t cublas##B##syrk_v2(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t op, int n, int k, const T *alpha, const T *A, int lda, const T *beta, T *C, int ldc); \
    cublasStatus_t cublas##B##trmm_v2(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T *alpha, const T *A, int lda, const T *B_, int ldb, T *C, int ldc); \
    cublasStatus_t cublas##B##trsm_v2(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T *alpha, const T *A, int lda, T *B_, int ldb); \
    cublasStatus_t cublas##B##geam(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const T *alpha, const T *A, int lda, const T *beta, const T *B_, int ldb, T *C, int ldc); \
    cublasStatus_t cublas##B##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T *A, int lda, const T *x, int incx, T *C, int ldc);
SLUICE_BLAS(S, s, float) SLUICE_BLAS(D, d, double) SLUICE_BLAS(C, c, cuComplex) SLUICE_BLAS(Z, z, cuDoubleComplex)
#undef SLUICE_BLAS
#define SLUICE_DOT(name, T) cublasStatus_t name(cublasHandle_t h, int n, const T *x, int incx, const T *y, int incy, T *r);
SLUICE_DOT(cublasSdot_v2, float) SLUICE_DOT(cublasDdot_v2, double) SLUICE_DOT(cublasCdotu_v2, cuComplex) SLUICE_DOT(cublasCdotc_v2, cuComplex)
SLUICE_DOT(cublasZdotu_v2, cuDoubleComplex) SLUICE_DOT(cublasZdotc_v2, cuDoubleComplex)
#undef SLUICE_DOT
#define SLUICE_NORM(name, T, R) cublasStatus_t name(cublasHandle_t h, int n, const T *x, int incx, R *r);
SLUICE_NORM(cublasSnrm2_v2, float, float) SLUICE_NORM(cublasDnrm2_v2, double, double) SLUICE_NORM(cublasScnrm2_v2, cuComplex, float)
SLUICE_NORM(cublasDznrm2_v2, cuDoubleComplex, double) SLUICE_NORM(cublasSasum_v2, float, float) SLUICE_NORM(cublasDasum_v2, double, double)
SLUICE_NORM(cublasScasum_v2, cuComplex, float) SLUICE_NORM(cublasDzasum_v2, cuDoubleComplex, double)
#undef SLUICE_NORM
cublasStatus_t cublasCgemm3m(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuComplex *alpha, const cuComplex *A, int lda, const cuComplex *B, int ldb, const cuComplex *beta, cuComplex *C, int ldc);
cublasStatus_t cublasZgemm3m(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuDoubleComplex *alpha, const cuDoubleComplex *A, int lda, const cuDoubleComplex *B, int ldb, const cuDoubleComplex *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasCsscal_v2(cublasHandle_t h, int n, const float *alpha, cuComplex *x, int incx);
cublasStatus_t cublasZdscal_v2(cublasHandle_t h, int n, const double *alpha, cuDoubleComplex *x, int incx);
cublasStatus_t cublasSrot_v2(cublasHandle_t h, int n, float *x, int incx, float *y, int incy, const float *c, const float *s);
cublasStatus_t cublasDrot_v2(cublasHandle_t h, int n, double *x, int incx, double *y, int incy, const double *c, const double *s);
#define SLUICE_GER(name, T)                                                                                  \
    cublasStatus_t name(cublasHandle_t h, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy, T *A, int lda);
SLUICE_GER(cublasSger_v2, float) SLUICE_GER(cublasDger_v2, double) SLUICE_GER(cublasCgeru_v2, cuComplex) SLUICE_GER(cublasCgerc_v2, cuComplex)
SLUICE_GER(cublasZgeru_v2, cuDoubleComplex) SLUICE_GER(cublasZgerc_v2, cuDoubleComplex)
#undef SLUICE_GER
#if defined(__cplusplus)
cublasStatus_t cublasHgemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const __half *alpha, const __half *A, int lda, const __half *B, int ldb, const __half *beta, __half *C, int ldc);
cublasStatus_t cublasHgemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const __half *alpha, const __half *const A[], int lda, const __half *const B[], int ldb, const __half *beta, __half *const C[], int ldc, int count);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const __half *alpha, const __half *A, int lda, long long int sa, const __half *B, int ldb, long long int sb, const __half *beta, __half *C, int ldc, long long int sc, int count);
#endif
cublasStatus_t cublasSgemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const float *alpha, const void *A, cudaDataType at, int lda, const void *B, cudaDataType bt, int ldb, const float *beta, void *C, cudaDataType ct, int ldc);
cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha, const void *A, cudaDataType at, int lda, const void *B, cudaDataType bt, int ldb, const void *beta, void *C, cudaDataType ct, int ldc, cublasComputeType_t compute, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha, const void *const A[], cudaDataType at, int lda, const void *const B[], cudaDataType bt, int ldb, const void *beta, void *const C[], cudaDataType ct, int ldc, int count, cublasComputeType_t compute, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha, const void *A, cudaDataType at, int lda, long long int sa, const void *B, cudaDataType bt, int ldb, long long int sb, const void *beta, void *C, cudaDataType ct, int ldc, long long int sc, int count, cublasComputeType_t compute, cublasGemmAlgo_t algo);
#ifdef __cplusplus
}
#endif
#endif
