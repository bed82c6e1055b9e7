/* What the files of this library share: the handle, vectors, matrices, indices of two widths. */
#ifndef SLUICE_SPARSE_H
#define SLUICE_SPARSE_H
#include "../numbers.h"
#include <cusparse.h>

struct cusparseContext {
    cudaStream_t stream;
    cusparsePointerMode_t pointers;
};
struct cusparseMatDescr {
    cusparseMatrixType_t type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diag;
    cusparseIndexBase_t base;
};
/* Numbers of 32 or 64 bits that count from `base` */
struct index_array {
    void *p;
    bool wide;
    int base;
    __device__ long long get(long long i) const { return (wide ? ((const long long *)p)[i] : ((const int *)p)[i]) - base; }
    __device__ void put(long long i, long long v) const
    {
        if (wide)
            ((long long *)p)[i] = v + base;
        else
            ((int *)p)[i] = (int)v + base;
    }
};
struct cusparseSpVecDescr {
    int64_t size, nnz;
    index_array at;
    void *values;
    cudaDataType type;
};
struct cusparseDnVecDescr {
    int64_t size;
    void *values;
    cudaDataType type;
};
struct cusparseSpMatDescr {
    cusparseFormat_t format;
    int64_t rows, cols, nnz;
    index_array major; /* CSR, CSC: the offsets; COO: the rows */
    index_array minor;
    void *values;
    cudaDataType type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diag;
};
struct cusparseDnMatDescr {
    int64_t rows, cols, ld;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
};
template <class T> struct scalar {
    T value;
    const T *there;
    __device__ T get() const { return there ? *there : value; }
};
template <class T> scalar<T> scalar_of(cusparseHandle_t h, const void *p)
{
    scalar<T> s = {T(), NULL};
    if (h->pointers == CUSPARSE_POINTER_MODE_DEVICE)
        s.there = (const T *)p;
    else
        memcpy((void *)&s.value, p, sizeof(T));
    return s;
}
static inline cusparseStatus_t launched() { return cudaPeekAtLastError() == cudaSuccess ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED; }
static inline bool known_type(cudaDataType t) { return t == CUDA_R_32F || t == CUDA_R_64F || t == CUDA_C_32F || t == CUDA_C_64F; }
static inline unsigned int blocks(long long n, int each = 128) { return (unsigned int)((n + each - 1) / each); }
/* what(T()) for the type of the values */
template <class F> cusparseStatus_t by_type(cudaDataType t, F what)
{
    switch (t) {
    case CUDA_R_32F: what(float()); break;
    case CUDA_R_64F: what(double()); break;
    case CUDA_C_32F: what(cplx<float>()); break;
    case CUDA_C_64F: what(cplx<double>()); break;
    default: return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    return launched();
}
__device__ static inline float from_lane(float v, int d) { return __shfl_down_sync(~0u, v, d); }
__device__ static inline double from_lane(double v, int d) { return __shfl_down_sync(~0u, v, d); }
template <class T> __device__ cplx<T> from_lane(cplx<T> v, int d) { return cplx<T>(from_lane(v.x, d), from_lane(v.y, d)); }
template <class T> __device__ T warp_sum(T v)
{
    for (int d = 16; d; d /= 2)
        v = v + from_lane(v, d);
    return v;
}
/* A dense matrix: element (i, j) at i * down + j * right */
template <class T> struct dense {
    T *p;
    long long down, right;
    bool conj;
    __device__ T *at(long long i, long long j) const { return p + i * down + j * right; }
    __device__ T get(long long i, long long j) const { return conj ? conjugate(*at(i, j)) : *at(i, j); }
};
template <class T> dense<T> view(cusparseConstDnMatDescr_t m, cusparseOperation_t op)
{
    bool by_column = m->order == CUSPARSE_ORDER_COL;
    dense<T> d = {(T *)m->values, by_column ? 1 : m->ld, by_column ? m->ld : 1, op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
    if (op != CUSPARSE_OPERATION_NON_TRANSPOSE) {
        long long t = d.down;
        d.down = d.right, d.right = t;
    }
    return d;
}
static inline bool operations(cusparseOperation_t op) { return (unsigned int)op <= 2; }
#define SPARSE_CHECK(h, bad)                         \
    do {                                             \
        if (!(h))                                    \
            return CUSPARSE_STATUS_NOT_INITIALIZED;  \
        if (bad)                                     \
            return CUSPARSE_STATUS_INVALID_VALUE;    \
    } while (0)
#endif
