/* Triangular solves (SpSV, SpSM) of CSR and CSC: a warp has a column of the right-hand side and takes the rows one after the other, which is right and slow.
   Of a row that is summed up the lanes share the elements; where the matrix lies the other way, they spread a finished unknown to the later ones.
   There is nothing to analyse. */
#include "sparse.h"

struct cusparseSpSVDescr {
    int unused;
};
struct cusparseSpSMDescr {
    int unused;
};
struct triangle {
    index_array offsets, others;
    bool below, gather, unit, conj; /* below: its elements are those whose other index is the smaller one */
    long long n;
};
template <class T> __global__ void solve(triangle t, const T *values, dense<T> b, dense<T> x, scalar<T> alpha)
{
    long long j = blockIdx.x;
    int lane = threadIdx.x;
    T a = alpha.get();
    if (!t.gather)
        for (long long i = lane; i < t.n; i += 32)
            *x.at(i, j) = a * b.get(i, j);
    __syncwarp();
    for (long long step = 0; step < t.n; step++) {
        long long i = t.below == t.gather ? step : t.n - 1 - step, from = t.offsets.get(i), to = t.offsets.get(i + 1);
        T sum = T(0), diagonal = T(0);
        for (long long e = from + lane; e < to; e += 32) {
            long long other = t.others.get(e);
            T v = t.conj ? conjugate(values[e]) : values[e];
            if (other == i)
                diagonal = diagonal + v;
            else if (t.gather && (other < i) == t.below)
                sum = fused(v, *x.at(other, j), sum);
        }
        diagonal = warp_sum(diagonal);
        sum = warp_sum(sum);
        if (lane == 0) {
            T v = t.gather ? a * b.get(i, j) - sum : *x.at(i, j);
            *x.at(i, j) = t.unit ? v : v / diagonal;
        }
        __syncwarp();
        for (long long e = from + lane; !t.gather && e < to; e += 32) {
            long long other = t.others.get(e);
            if (other != i && (other < i) == t.below)
                *x.at(other, j) = *x.at(other, j) - (t.conj ? conjugate(values[e]) : values[e]) * *x.at(i, j);
        }
        __syncwarp();
    }
}
static cusparseStatus_t checked(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, const void *b, const void *x, const void *descr)
{
    SPARSE_CHECK(h, !alpha || !a || !b || !x || !descr || !operations(op) || a->rows != a->cols);
    return a->format == CUSPARSE_FORMAT_COO || !known_type(a->type) ? CUSPARSE_STATUS_NOT_SUPPORTED : CUSPARSE_STATUS_SUCCESS;
}
template <class T> static void solve_all(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, long long wide, dense<T> b, dense<T> x)
{
    bool by_rows = a->format == CUSPARSE_FORMAT_CSR;
    triangle t = {a->major, a->minor, (a->fill == CUSPARSE_FILL_MODE_LOWER) == by_rows, by_rows == (op == CUSPARSE_OPERATION_NON_TRANSPOSE),
                  a->diag == CUSPARSE_DIAG_TYPE_UNIT, op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, a->rows};
    if (a->rows && wide)
        solve<<<(unsigned int)wide, 32, 0, h->stream>>>(t, (const T *)a->values, b, x, scalar_of<T>(h, alpha));
}

static cusparseStatus_t sv_checked(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t b, cusparseConstDnVecDescr_t x, cudaDataType compute, const void *descr)
{
    cusparseStatus_t r = checked(h, op, alpha, a, b, x, descr);
    if (r != CUSPARSE_STATUS_SUCCESS)
        return r;
    if (b->size != a->rows || x->size != a->rows)
        return CUSPARSE_STATUS_INVALID_VALUE;
    return b->type != a->type || x->type != a->type || compute != a->type ? CUSPARSE_STATUS_NOT_SUPPORTED : CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t sm_checked(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t of_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseConstDnMatDescr_t x, cudaDataType compute, const void *descr)
{
    cusparseStatus_t r = checked(h, op, alpha, a, b, x, descr);
    if (r != CUSPARSE_STATUS_SUCCESS)
        return r;
    bool turned = of_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
    if (!operations(of_b) || x->rows != a->rows || (turned ? b->cols : b->rows) != x->rows || (turned ? b->rows : b->cols) != x->cols)
        return CUSPARSE_STATUS_INVALID_VALUE;
    return b->type != a->type || x->type != a->type || compute != a->type ? CUSPARSE_STATUS_NOT_SUPPORTED : CUSPARSE_STATUS_SUCCESS;
}

extern "C" {
cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *d) { return d ? *d = new cusparseSpSVDescr(), CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE; }
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t d) { return delete d, CUSPARSE_STATUS_SUCCESS; }
cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *d) { return d ? *d = new cusparseSpSMDescr(), CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE; }
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t d) { return delete d, CUSPARSE_STATUS_SUCCESS; }
cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t b, cusparseDnVecDescr_t x, cudaDataType compute, cusparseSpSVAlg_t, cusparseSpSVDescr_t d, size_t *size)
{
    SPARSE_CHECK(h, !size);
    *size = 16; /* programs allocate it */
    return sv_checked(h, op, alpha, a, b, x, compute, d);
}
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t b, cusparseDnVecDescr_t x, cudaDataType compute, cusparseSpSVAlg_t, cusparseSpSVDescr_t d, void *)
{
    return sv_checked(h, op, alpha, a, b, x, compute, d);
}
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t b, cusparseDnVecDescr_t x, cudaDataType compute, cusparseSpSVAlg_t, cusparseSpSVDescr_t d)
{
    cusparseStatus_t r = sv_checked(h, op, alpha, a, b, x, compute, d);
    if (r != CUSPARSE_STATUS_SUCCESS)
        return r;
    return by_type(a->type, [&](auto zero) {
        typedef decltype(zero) T;
        dense<T> from = {(T *)b->values, 1, 0, false}, to = {(T *)x->values, 1, 0, false};
        solve_all(h, op, alpha, a, 1, from, to);
    });
}
cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t of_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t x, cudaDataType compute, cusparseSpSMAlg_t, cusparseSpSMDescr_t d, size_t *size)
{
    SPARSE_CHECK(h, !size);
    *size = 16;
    return sm_checked(h, op, of_b, alpha, a, b, x, compute, d);
}
cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t of_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t x, cudaDataType compute, cusparseSpSMAlg_t, cusparseSpSMDescr_t d, void *)
{
    return sm_checked(h, op, of_b, alpha, a, b, x, compute, d);
}
cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t of_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t x, cudaDataType compute, cusparseSpSMAlg_t, cusparseSpSMDescr_t d)
{
    cusparseStatus_t r = sm_checked(h, op, of_b, alpha, a, b, x, compute, d);
    if (r != CUSPARSE_STATUS_SUCCESS)
        return r;
    return by_type(a->type, [&](auto zero) {
        typedef decltype(zero) T;
        solve_all(h, op, alpha, a, x->cols, view<T>(b, of_b), view<T>(x, CUSPARSE_OPERATION_NON_TRANSPOSE));
    });
}
}
