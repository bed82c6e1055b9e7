/* cuSPARSE as sluice has it (lib/sparse): vectors, CSR, CSC and COO matrices, products with dense and sparse ones, triangular solves, conversions. Names, types and numbers are those of NVIDIA's
   documentation. A function that is not here is an error of the compiler that names it. */
#ifndef SLUICE_CUSPARSE_H
#define SLUICE_CUSPARSE_H
#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"
#include <stddef.h>
#include <stdint.h>

#define CUSPARSE_VER_MAJOR 11
#define CUSPARSE_VER_MINOR 7
#define CUSPARSE_VER_PATCH 5
#define CUSPARSE_VERSION 11705
#define CUSPARSEAPI

typedef enum {
    CUSPARSE_STATUS_SUCCESS = 0, CUSPARSE_STATUS_NOT_INITIALIZED = 1, CUSPARSE_STATUS_ALLOC_FAILED = 2, CUSPARSE_STATUS_INVALID_VALUE = 3,
    CUSPARSE_STATUS_ARCH_MISMATCH = 4, CUSPARSE_STATUS_MAPPING_ERROR = 5, CUSPARSE_STATUS_EXECUTION_FAILED = 6,
    CUSPARSE_STATUS_INTERNAL_ERROR = 7, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8, CUSPARSE_STATUS_ZERO_PIVOT = 9,
    CUSPARSE_STATUS_NOT_SUPPORTED = 10, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} cusparseStatus_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST = 0, CUSPARSE_POINTER_MODE_DEVICE = 1 } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC = 0, CUSPARSE_ACTION_NUMERIC = 1 } cusparseAction_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL = 0, CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1, CUSPARSE_MATRIX_TYPE_HERMITIAN = 2, CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER = 0, CUSPARSE_FILL_MODE_UPPER = 1 } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT = 0, CUSPARSE_DIAG_TYPE_UNIT = 1 } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 } cusparseIndexBase_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE = 0, CUSPARSE_OPERATION_TRANSPOSE = 1, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} cusparseOperation_t;
typedef enum { CUSPARSE_DIRECTION_ROW = 0, CUSPARSE_DIRECTION_COLUMN = 1 } cusparseDirection_t;
typedef enum { CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC = 2, CUSPARSE_FORMAT_COO = 3 } cusparseFormat_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 } cusparseIndexType_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE = 0, CUSPARSE_SPMAT_DIAG_TYPE = 1 } cusparseSpMatAttribute_t;
typedef enum {
    CUSPARSE_SPMV_ALG_DEFAULT = 0, CUSPARSE_MV_ALG_DEFAULT = 0, CUSPARSE_SPMV_COO_ALG1 = 1, CUSPARSE_COOMV_ALG = 1, CUSPARSE_SPMV_CSR_ALG1 = 2,
    CUSPARSE_CSRMV_ALG1 = 2, CUSPARSE_SPMV_CSR_ALG2 = 3, CUSPARSE_CSRMV_ALG2 = 3, CUSPARSE_SPMV_COO_ALG2 = 4
} cusparseSpMVAlg_t;
typedef enum {
    CUSPARSE_SPMM_ALG_DEFAULT = 0, CUSPARSE_MM_ALG_DEFAULT = 0, CUSPARSE_SPMM_COO_ALG1 = 1, CUSPARSE_SPMM_COO_ALG2 = 2, CUSPARSE_SPMM_COO_ALG3 = 3,
    CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_COO_ALG4 = 5, CUSPARSE_SPMM_CSR_ALG2 = 6, CUSPARSE_SPMM_CSR_ALG3 = 12
} cusparseSpMMAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 } cusparseDenseToSparseAlg_t;
typedef enum { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1, CUSPARSE_CSR2CSC_ALG2 = 2 } cusparseCsr2CscAlg_t;

typedef enum { CUSPARSE_SPSV_ALG_DEFAULT = 0 } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT = 0 } cusparseSpSMAlg_t;
typedef enum {
    CUSPARSE_SPGEMM_DEFAULT = 0, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1, CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2, CUSPARSE_SPGEMM_ALG1 = 3,
    CUSPARSE_SPGEMM_ALG2 = 4, CUSPARSE_SPGEMM_ALG3 = 5
} cusparseSpGEMMAlg_t;

typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef const struct cusparseSpVecDescr *cusparseConstSpVecDescr_t;
typedef const struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;

#ifdef __cplusplus
extern "C" {
#endif
#define SLUICE_S cusparseStatus_t
SLUICE_S cusparseCreate(cusparseHandle_t *h);
SLUICE_S cusparseDestroy(cusparseHandle_t h);
SLUICE_S cusparseGetVersion(cusparseHandle_t h, int *version);
SLUICE_S cusparseGetProperty(libraryPropertyType type, int *value);
const char *cusparseGetErrorName(cusparseStatus_t status);
const char *cusparseGetErrorString(cusparseStatus_t status);
SLUICE_S cusparseSetStream(cusparseHandle_t h, cudaStream_t stream);
SLUICE_S cusparseGetStream(cusparseHandle_t h, cudaStream_t *stream);
SLUICE_S cusparseSetPointerMode(cusparseHandle_t h, cusparsePointerMode_t mode);
SLUICE_S cusparseGetPointerMode(cusparseHandle_t h, cusparsePointerMode_t *mode);
SLUICE_S cusparseCreateMatDescr(cusparseMatDescr_t *d);
SLUICE_S cusparseDestroyMatDescr(cusparseMatDescr_t d);
SLUICE_S cusparseSetMatType(cusparseMatDescr_t d, cusparseMatrixType_t type);
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t d);
SLUICE_S cusparseSetMatFillMode(cusparseMatDescr_t d, cusparseFillMode_t mode);
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t d);
SLUICE_S cusparseSetMatDiagType(cusparseMatDescr_t d, cusparseDiagType_t type);
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t d);
SLUICE_S cusparseSetMatIndexBase(cusparseMatDescr_t d, cusparseIndexBase_t base);
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t d);

SLUICE_S cusparseCreateSpVec(cusparseSpVecDescr_t *v, int64_t size, int64_t nnz, void *indices, void *values, cusparseIndexType_t index, cusparseIndexBase_t base, cudaDataType type);
SLUICE_S cusparseDestroySpVec(cusparseConstSpVecDescr_t v);
SLUICE_S cusparseSpVecGet(cusparseSpVecDescr_t v, int64_t *size, int64_t *nnz, void **indices, void **values, cusparseIndexType_t *index, cusparseIndexBase_t *base, cudaDataType *type);
SLUICE_S cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t v, cusparseIndexBase_t *base);
SLUICE_S cusparseSpVecGetValues(cusparseSpVecDescr_t v, void **values);
SLUICE_S cusparseSpVecSetValues(cusparseSpVecDescr_t v, void *values);
SLUICE_S cusparseCreateDnVec(cusparseDnVecDescr_t *v, int64_t size, void *values, cudaDataType type);
SLUICE_S cusparseDestroyDnVec(cusparseConstDnVecDescr_t v);
SLUICE_S cusparseDnVecGet(cusparseDnVecDescr_t v, int64_t *size, void **values, cudaDataType *type);
SLUICE_S cusparseDnVecGetValues(cusparseDnVecDescr_t v, void **values);
SLUICE_S cusparseDnVecSetValues(cusparseDnVecDescr_t v, void *values);
SLUICE_S cusparseCreateCsr(cusparseSpMatDescr_t *m, int64_t rows, int64_t cols, int64_t nnz, void *offsets, void *indices, void *values, cusparseIndexType_t offset_type, cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type);
SLUICE_S cusparseCreateCsc(cusparseSpMatDescr_t *m, int64_t rows, int64_t cols, int64_t nnz, void *offsets, void *indices, void *values, cusparseIndexType_t offset_type, cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type);
SLUICE_S cusparseCreateCoo(cusparseSpMatDescr_t *m, int64_t rows, int64_t cols, int64_t nnz, void *row_indices, void *col_indices, void *values, cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type);
SLUICE_S cusparseDestroySpMat(cusparseConstSpMatDescr_t m);
SLUICE_S cusparseCsrGet(cusparseSpMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *nnz, void **offsets, void **indices, void **values, cusparseIndexType_t *offset_type, cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type);
SLUICE_S cusparseCooGet(cusparseSpMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *nnz, void **row_indices, void **col_indices, void **values, cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type);
SLUICE_S cusparseCsrSetPointers(cusparseSpMatDescr_t m, void *offsets, void *indices, void *values);
SLUICE_S cusparseCscSetPointers(cusparseSpMatDescr_t m, void *offsets, void *indices, void *values);
SLUICE_S cusparseCooSetPointers(cusparseSpMatDescr_t m, void *row_indices, void *col_indices, void *values);
SLUICE_S cusparseSpMatGetSize(cusparseConstSpMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *nnz);
SLUICE_S cusparseSpMatGetFormat(cusparseConstSpMatDescr_t m, cusparseFormat_t *format);
SLUICE_S cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t m, cusparseIndexBase_t *base);
SLUICE_S cusparseSpMatGetValues(cusparseSpMatDescr_t m, void **values);
SLUICE_S cusparseSpMatSetValues(cusparseSpMatDescr_t m, void *values);
SLUICE_S cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t m, cusparseSpMatAttribute_t attribute, void *data, size_t size);
SLUICE_S cusparseSpMatSetAttribute(cusparseSpMatDescr_t m, cusparseSpMatAttribute_t attribute, void *data, size_t size);
SLUICE_S cusparseCreateDnMat(cusparseDnMatDescr_t *m, int64_t rows, int64_t cols, int64_t ld, void *values, cudaDataType type, cusparseOrder_t order);
SLUICE_S cusparseDestroyDnMat(cusparseConstDnMatDescr_t m);
SLUICE_S cusparseDnMatGet(cusparseDnMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *ld, void **values, cudaDataType *type, cusparseOrder_t *order);
SLUICE_S cusparseDnMatGetValues(cusparseDnMatDescr_t m, void **values);
SLUICE_S cusparseDnMatSetValues(cusparseDnMatDescr_t m, void *values);

SLUICE_S cusparseAxpby(cusparseHandle_t h, const void *alpha, cusparseConstSpVecDescr_t x, const void *beta, cusparseDnVecDescr_t y);
SLUICE_S cusparseGather(cusparseHandle_t h, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x);
SLUICE_S cusparseScatter(cusparseHandle_t h, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y);
SLUICE_S cusparseSpVV_bufferSize(cusparseHandle_t h, cusparseOperation_t op, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, void *result, cudaDataType compute, size_t *size);
SLUICE_S cusparseSpVV(cusparseHandle_t h, cusparseOperation_t op, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, void *result, cudaDataType compute, void *buffer);
SLUICE_S cusparseSpMV_bufferSize(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t alg, size_t *size);
SLUICE_S cusparseSpMV_preprocess(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t alg, void *buffer);
SLUICE_S cusparseSpMV(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t alg, void *buffer);
SLUICE_S cusparseSpMM_bufferSize(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t alg, size_t *size);
SLUICE_S cusparseSpMM_preprocess(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t alg, void *buffer);
SLUICE_S cusparseSpMM(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t alg, void *buffer);

SLUICE_S cusparseSpSV_createDescr(cusparseSpSVDescr_t *d);
SLUICE_S cusparseSpSV_destroyDescr(cusparseSpSVDescr_t d);
SLUICE_S cusparseSpSM_createDescr(cusparseSpSMDescr_t *d);
SLUICE_S cusparseSpSM_destroyDescr(cusparseSpSMDescr_t d);
SLUICE_S cusparseSpSV_bufferSize(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t b, cusparseDnVecDescr_t x, cudaDataType compute, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t d, size_t *size);
SLUICE_S cusparseSpSV_analysis(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t b, cusparseDnVecDescr_t x, cudaDataType compute, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t d, void *buffer);
SLUICE_S cusparseSpSV_solve(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t b, cusparseDnVecDescr_t x, cudaDataType compute, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t d);
SLUICE_S cusparseSpSM_bufferSize(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t of_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t x, cudaDataType compute, cusparseSpSMAlg_t alg, cusparseSpSMDescr_t d, size_t *size);
SLUICE_S cusparseSpSM_analysis(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t of_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t x, cudaDataType compute, cusparseSpSMAlg_t alg, cusparseSpSMDescr_t d, void *buffer);
SLUICE_S cusparseSpSM_solve(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t of_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t x, cudaDataType compute, cusparseSpSMAlg_t alg, cusparseSpSMDescr_t d);
SLUICE_S cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *d);
SLUICE_S cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t d);
SLUICE_S cusparseSpGEMM_workEstimation(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t d, size_t *size, void *buffer);
SLUICE_S cusparseSpGEMM_compute(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t d, size_t *size, void *buffer);
SLUICE_S cusparseSpGEMM_copy(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t d);

SLUICE_S cusparseSparseToDense_bufferSize(cusparseHandle_t h, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t alg, size_t *size);
SLUICE_S cusparseSparseToDense(cusparseHandle_t h, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t alg, void *buffer);
SLUICE_S cusparseDenseToSparse_bufferSize(cusparseHandle_t h, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t alg, size_t *size);
SLUICE_S cusparseDenseToSparse_analysis(cusparseHandle_t h, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t alg, void *buffer);
SLUICE_S cusparseDenseToSparse_convert(cusparseHandle_t h, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t alg, void *buffer);
SLUICE_S cusparseCsr2cscEx2_bufferSize(cusparseHandle_t h, int m, int n, int nnz, const void *values, const int *offsets, const int *indices, void *csc_values, int *csc_offsets, int *csc_indices, cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base, cusparseCsr2CscAlg_t alg, size_t *size);
SLUICE_S cusparseCsr2cscEx2(cusparseHandle_t h, int m, int n, int nnz, const void *values, const int *offsets, const int *indices, void *csc_values, int *csc_offsets, int *csc_indices, cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base, cusparseCsr2CscAlg_t alg, void *buffer);
SLUICE_S cusparseXcoo2csr(cusparseHandle_t h, const int *rows, int nnz, int m, int *offsets, cusparseIndexBase_t base);
SLUICE_S cusparseXcsr2coo(cusparseHandle_t h, const int *offsets, int nnz, int m, int *rows, cusparseIndexBase_t base);
SLUICE_S cusparseCreateIdentityPermutation(cusparseHandle_t h, int n, int *p);
SLUICE_S cusparseXcoosort_bufferSizeExt(cusparseHandle_t h, int m, int n, int nnz, const int *rows, const int *cols, size_t *size);
SLUICE_S cusparseXcoosortByRow(cusparseHandle_t h, int m, int n, int nnz, int *rows, int *cols, int *p, void *buffer);
SLUICE_S cusparseXcoosortByColumn(cusparseHandle_t h, int m, int n, int nnz, int *rows, int *cols, int *p, void *buffer);
SLUICE_S cusparseXcsrsort_bufferSizeExt(cusparseHandle_t h, int m, int n, int nnz, const int *offsets, const int *indices, size_t *size);
SLUICE_S cusparseXcsrsort(cusparseHandle_t h, int m, int n, int nnz, const cusparseMatDescr_t descr, const int *offsets, int *indices, int *p, void *buffer);
/* as toolkits before 11 had it */
SLUICE_S cusparseScsrmv(cusparseHandle_t h, cusparseOperation_t op, int m, int n, int nnz, const float *alpha, const cusparseMatDescr_t descr, const float *values, const int *offsets, const int *indices, const float *x, const float *beta, float *y);
SLUICE_S cusparseDcsrmv(cusparseHandle_t h, cusparseOperation_t op, int m, int n, int nnz, const double *alpha, const cusparseMatDescr_t descr, const double *values, const int *offsets, const int *indices, const double *x, const double *beta, double *y);
#undef SLUICE_S
#ifdef __cplusplus
}
#endif
#endif
