/* Products with dense vectors and matrices, and the operations of sparse vectors. A warp sums a row of CSR (of CSC, transposed); other combinations add each element's
   part atomically. */
#include "sparse.h"

__device__ static void add_to(float *p, float v) { atomicAdd(p, v); }
__device__ static void add_to(double *p, double v) { atomicAdd(p, v); }
template <class T> __device__ void add_to(cplx<T> *p, cplx<T> v)
{
    atomicAdd(&p->x, v.x);
    atomicAdd(&p->y, v.y);
}
/* y = alpha A x + beta y: a warp a row and column of y */
template <class T> __global__ void by_rows(index_array offsets, index_array cols, const T *values, bool conj, long long rows, long long wide, dense<T> x, dense<T> y, scalar<T> alpha, scalar<T> beta)
{
    long long row = blockIdx.x * (long long)(blockDim.x / 32) + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    long long from = offsets.get(row), to = offsets.get(row + 1);
    T a = alpha.get(), b = beta.get();
    if (wide == 1) {
        T sum = T(0);
        for (long long i = from + lane; i < to; i += 32)
            sum = fused(conj ? conjugate(values[i]) : values[i], x.get(cols.get(i), 0), sum);
        sum = warp_sum(sum);
        if (lane == 0)
            *y.at(row, 0) = is_zero(b) ? a * sum : fused(a, sum, b * *y.at(row, 0));
        return;
    }
    for (long long j = lane; j < wide; j += 32) { /* a lane a column */
        T sum = T(0);
        for (long long i = from; i < to; i++)
            sum = fused(conj ? conjugate(values[i]) : values[i], x.get(cols.get(i), j), sum);
        *y.at(row, j) = is_zero(b) ? a * sum : fused(a, sum, b * *y.at(row, j));
    }
}
template <class T> __global__ void scaled(long long rows, long long wide, dense<T> y, scalar<T> beta)
{
    long long at = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (at >= rows * wide)
        return;
    T b = beta.get(), *p = y.at(at % rows, at / rows);
    *p = is_zero(b) ? T(0) : b * *p;
}
/* y += alpha A' x of compressed rows: a warp a row */
template <class T> __global__ void rows_scattered(index_array offsets, index_array cols, const T *values, bool conj, long long rows, long long wide, dense<T> x, dense<T> y, scalar<T> alpha)
{
    long long row = blockIdx.x * (long long)(blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows)
        return;
    for (long long i = offsets.get(row) + threadIdx.x % 32; i < offsets.get(row + 1); i += 32) {
        T v = alpha.get() * (conj ? conjugate(values[i]) : values[i]);
        for (long long j = 0; j < wide; j++)
            add_to(y.at(cols.get(i), j), v * x.get(row, j));
    }
}
template <class T> __global__ void coordinates(index_array to, index_array from, const T *values, bool conj, long long nnz, long long wide, dense<T> x, dense<T> y, scalar<T> alpha)
{
    long long at = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (at >= nnz * wide)
        return;
    long long i = at % nnz, j = at / nnz;
    add_to(y.at(to.get(i), j), alpha.get() * (conj ? conjugate(values[i]) : values[i]) * x.get(from.get(i), j));
}
/* Y (rows of op(A) by wide) = alpha op(A) X + beta Y */
template <class T> static void multiply(cudaStream_t s, cusparseConstSpMatDescr_t a, cusparseOperation_t op, long long wide, dense<T> x, dense<T> y, scalar<T> alpha, scalar<T> beta)
{
    bool transposed = op != CUSPARSE_OPERATION_NON_TRANSPOSE, conj = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    long long rows = transposed ? a->cols : a->rows, major = a->format == CUSPARSE_FORMAT_CSR ? a->rows : a->cols;
    const T *v = (const T *)a->values;
    if (!rows || !wide)
        return;
    if (a->format != CUSPARSE_FORMAT_COO && (a->format == CUSPARSE_FORMAT_CSC) == transposed) {
        by_rows<<<blocks(rows, 4), 128, 0, s>>>(a->major, a->minor, v, conj, rows, wide, x, y, alpha, beta);
        return;
    }
    scaled<<<blocks(rows * wide), 128, 0, s>>>(rows, wide, y, beta);
    if (!a->nnz)
        return;
    if (a->format == CUSPARSE_FORMAT_COO)
        coordinates<<<blocks(a->nnz * wide), 128, 0, s>>>(transposed ? a->minor : a->major, transposed ? a->major : a->minor, v, conj, a->nnz, wide, x, y, alpha);
    else
        rows_scattered<<<blocks(major, 4), 128, 0, s>>>(a->major, a->minor, v, conj, major, wide, x, y, alpha);
}
static cusparseStatus_t mv_checked(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta, cusparseConstDnVecDescr_t y, cudaDataType compute)
{
    SPARSE_CHECK(h, !alpha || !beta || !a || !x || !y || !operations(op));
    bool transposed = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
    if (x->size != (transposed ? a->rows : a->cols) || y->size != (transposed ? a->cols : a->rows))
        return CUSPARSE_STATUS_INVALID_VALUE;
    return x->type != a->type || y->type != a->type || compute != a->type ? CUSPARSE_STATUS_NOT_SUPPORTED : CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t mm_checked(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseConstDnMatDescr_t c, cudaDataType compute)
{
    SPARSE_CHECK(h, !alpha || !beta || !a || !b || !c || !operations(ta) || !operations(tb));
    bool t = ta != CUSPARSE_OPERATION_NON_TRANSPOSE, u = tb != CUSPARSE_OPERATION_NON_TRANSPOSE;
    long long m = t ? a->cols : a->rows, k = t ? a->rows : a->cols, bk = u ? b->cols : b->rows, n = u ? b->rows : b->cols;
    if (m != c->rows || n != c->cols || k != bk)
        return CUSPARSE_STATUS_INVALID_VALUE;
    return b->type != a->type || c->type != a->type || compute != a->type ? CUSPARSE_STATUS_NOT_SUPPORTED : CUSPARSE_STATUS_SUCCESS;
}

template <class T> __global__ void axpby_scaled(T *y, long long n, scalar<T> beta)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = is_zero(beta.get()) ? T(0) : beta.get() * y[i];
}
enum { AXPY, GATHER, SCATTER };
template <class T> __global__ void sparse_vector(int what, index_array at, T *x, long long nnz, T *y, scalar<T> alpha)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= nnz)
        return;
    if (what == AXPY)
        y[at.get(i)] = fused(alpha.get(), x[i], y[at.get(i)]);
    else if (what == GATHER)
        x[i] = y[at.get(i)];
    else
        y[at.get(i)] = x[i];
}
template <class T> __global__ void dot(index_array at, const T *x, long long nnz, const T *y, bool conj, T *result)
{
    __shared__ T parts[8];
    T sum = T(0);
    for (long long i = threadIdx.x; i < nnz; i += blockDim.x)
        sum = fused(conj ? conjugate(x[i]) : x[i], y[at.get(i)], sum);
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++)
            sum = sum + parts[w];
        *result = sum;
    }
}
static cusparseStatus_t vector_operation(cusparseHandle_t h, int what, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, const void *alpha, const void *beta)
{
    SPARSE_CHECK(h, !x || !y || x->size != y->size || (what == AXPY && (!alpha || !beta)));
    if (x->type != y->type)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    return by_type(x->type, [&](auto zero) {
        typedef decltype(zero) T;
        scalar<T> a = {T(), NULL};
        if (what == AXPY) {
            a = scalar_of<T>(h, alpha);
            if (y->size)
                axpby_scaled<<<blocks(y->size), 128, 0, h->stream>>>((T *)y->values, y->size, scalar_of<T>(h, beta));
        }
        if (x->nnz)
            sparse_vector<<<blocks(x->nnz), 128, 0, h->stream>>>(what, x->at, (T *)x->values, x->nnz, (T *)y->values, a);
    });
}
template <class T> static cusparseStatus_t csrmv(cusparseHandle_t h, cusparseOperation_t op, int m, int n, int nnz, const T *alpha, const cusparseMatDescr_t descr, const T *values, const int *offsets, const int *indices, const T *x, const T *beta, T *y, cudaDataType type)
{
    SPARSE_CHECK(h, m < 0 || n < 0 || nnz < 0 || !alpha || !descr || !beta || !operations(op));
    if (descr->type != CUSPARSE_MATRIX_TYPE_GENERAL)
        return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
    cusparseSpMatDescr a = {CUSPARSE_FORMAT_CSR, m, n, nnz, {(void *)offsets, false, descr->base}, {(void *)indices, false, descr->base}, (void *)values, type, CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT};
    dense<T> vx = {(T *)x, 1, 0, false}, vy = {y, 1, 0, false};
    multiply<T>(h->stream, &a, op, 1, vx, vy, scalar_of<T>(h, alpha), scalar_of<T>(h, beta));
    return launched();
}

extern "C" {
cusparseStatus_t cusparseAxpby(cusparseHandle_t h, const void *alpha, cusparseConstSpVecDescr_t x, const void *beta, cusparseDnVecDescr_t y) { return vector_operation(h, AXPY, x, y, alpha, beta); }
cusparseStatus_t cusparseGather(cusparseHandle_t h, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x) { return vector_operation(h, GATHER, x, y, NULL, NULL); }
cusparseStatus_t cusparseScatter(cusparseHandle_t h, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y) { return vector_operation(h, SCATTER, x, y, NULL, NULL); }
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t h, cusparseOperation_t, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, void *, cudaDataType, size_t *size)
{
    SPARSE_CHECK(h, !x || !y || !size);
    *size = 16;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t h, cusparseOperation_t op, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, void *result, cudaDataType compute, void *buffer)
{
    SPARSE_CHECK(h, !x || !y || !result || !buffer || x->size != y->size || !operations(op));
    if (x->type != y->type || compute != x->type)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    return by_type(x->type, [&](auto zero) {
        typedef decltype(zero) T;
        bool there = h->pointers == CUSPARSE_POINTER_MODE_DEVICE;
        dot<<<1, 256, 0, h->stream>>>(x->at, (const T *)x->values, x->nnz, (const T *)y->values, op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, (T *)(there ? result : buffer));
        if (!there)
            cudaMemcpy(result, buffer, sizeof(T), cudaMemcpyDeviceToHost);
    });
}
cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t, size_t *size)
{
    SPARSE_CHECK(h, !size);
    *size = 0;
    return mv_checked(h, op, alpha, a, x, beta, y, compute);
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t, void *)
{
    return mv_checked(h, op, alpha, a, x, beta, y, compute);
}
cusparseStatus_t cusparseSpMV(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t, void *)
{
    cusparseStatus_t r = mv_checked(h, op, alpha, a, x, beta, y, compute);
    if (r != CUSPARSE_STATUS_SUCCESS)
        return r;
    return by_type(a->type, [&](auto zero) {
        typedef decltype(zero) T;
        dense<T> vx = {(T *)x->values, 1, 0, false}, vy = {(T *)y->values, 1, 0, false};
        multiply<T>(h->stream, a, op, 1, vx, vy, scalar_of<T>(h, alpha), scalar_of<T>(h, beta));
    });
}
cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t, size_t *size)
{
    SPARSE_CHECK(h, !size);
    *size = 0;
    return mm_checked(h, ta, tb, alpha, a, b, beta, c, compute);
}
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t, void *)
{
    return mm_checked(h, ta, tb, alpha, a, b, beta, c, compute);
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t, void *)
{
    cusparseStatus_t r = mm_checked(h, ta, tb, alpha, a, b, beta, c, compute);
    if (r != CUSPARSE_STATUS_SUCCESS)
        return r;
    return by_type(a->type, [&](auto zero) {
        typedef decltype(zero) T;
        multiply<T>(h->stream, a, ta, c->cols, view<T>(b, tb), view<T>(c, CUSPARSE_OPERATION_NON_TRANSPOSE), scalar_of<T>(h, alpha), scalar_of<T>(h, beta));
    });
}
cusparseStatus_t cusparseScsrmv(cusparseHandle_t h, cusparseOperation_t op, int m, int n, int nnz, const float *alpha, const cusparseMatDescr_t descr, const float *values, const int *offsets, const int *indices, const float *x, const float *beta, float *y)
{
    return csrmv(h, op, m, n, nnz, alpha, descr, values, offsets, indices, x, beta, y, CUDA_R_32F);
}
cusparseStatus_t cusparseDcsrmv(cusparseHandle_t h, cusparseOperation_t op, int m, int n, int nnz, const double *alpha, const cusparseMatDescr_t descr, const double *values, const int *offsets, const int *indices, const double *x, const double *beta, double *y)
{
    return csrmv(h, op, m, n, nnz, alpha, descr, values, offsets, indices, x, beta, y, CUDA_R_64F);
}
}
