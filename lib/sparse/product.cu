/* Products of two sparse matrices (SpGEMM) of CSR. The work estimation counts a row's partial products, which bound its elements; in the second buffer each row
   has that much room. A thread computes a row: a list in the order of columns, into which it puts or adds each partial product. The copy brings the lists
   together. Offsets are summed up by the host. */
#include <vector>

#include "sparse.h"

/* bounds: rows + 1 offsets into the second buffer; behind them each row's elements */
struct cusparseSpGEMMDescr {
    long long *bounds, total;
    void *lists;
};
__global__ void count_products(index_array a_offsets, index_array a_cols, index_array b_offsets, long long rows, long long *counts)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x, n = 0;
    if (i >= rows)
        return;
    for (long long e = a_offsets.get(i); e < a_offsets.get(i + 1); e++)
        n += b_offsets.get(a_cols.get(e) + 1) - b_offsets.get(a_cols.get(e));
    counts[i] = n;
}
template <class T> __global__ void multiply_rows(index_array a_offsets, index_array a_cols, const T *a, index_array b_offsets, index_array b_cols, const T *b, long long rows, const long long *bounds, long long *counts, T *all_sums, long long *all_cols)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x, n = 0;
    if (i >= rows)
        return;
    T *sums = all_sums + bounds[i];
    long long *cols = all_cols + bounds[i];
    for (long long e = a_offsets.get(i); e < a_offsets.get(i + 1); e++) {
        long long k = a_cols.get(e);
        for (long long f = b_offsets.get(k); f < b_offsets.get(k + 1); f++) {
            long long col = b_cols.get(f), low = 0, high = n;
            while (low < high) {
                long long middle = (low + high) / 2;
                if (cols[middle] < col)
                    low = middle + 1;
                else
                    high = middle;
            }
            if (low < n && cols[low] == col) {
                sums[low] = fused(a[e], b[f], sums[low]);
                continue;
            }
            for (long long q = n++; q > low; q--)
                cols[q] = cols[q - 1], sums[q] = sums[q - 1];
            cols[low] = col, sums[low] = a[e] * b[f];
        }
    }
    counts[i] = n;
}
/* A warp a row. beta: C has had the same elements before. */
template <class T> __global__ void copy_rows(const long long *bounds, const T *sums, const long long *cols, long long rows, index_array to_offsets, index_array to_cols, T *to, scalar<T> alpha, scalar<T> beta)
{
    long long i = blockIdx.x * (long long)(blockDim.x / 32) + threadIdx.x / 32;
    if (i >= rows)
        return;
    long long at = to_offsets.get(i);
    T a = alpha.get(), b = beta.get();
    for (long long e = threadIdx.x % 32; e < to_offsets.get(i + 1) - at; e += 32) {
        T v = a * sums[bounds[i] + e];
        to[at + e] = is_zero(b) ? v : fused(b, to[at + e], v);
        to_cols.put(at + e, cols[bounds[i] + e]);
    }
}
__global__ void put_offsets(const long long *from, long long n, index_array to)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
        to.put(i, from[i]);
}
/* counts[0 .. n - 1] become offsets[0 .. n] (both on the device; they may be the same); the sum */
static long long summed_up(const long long *counts, long long n, long long *offsets)
{
    std::vector<long long> v((size_t)n + 1);
    cudaMemcpy(v.data(), counts, (size_t)n * 8, cudaMemcpyDeviceToHost);
    long long sum = 0;
    for (long long &x : v) {
        long long count = &x == &v.back() ? 0 : x;
        x = sum, sum += count;
    }
    cudaMemcpy(offsets, v.data(), (size_t)(n + 1) * 8, cudaMemcpyHostToDevice);
    return sum;
}
static cusparseStatus_t checked(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseConstSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMDescr_t d)
{
    SPARSE_CHECK(h, !alpha || !a || !b || !beta || !c || !d || a->cols != b->rows || c->rows != a->rows || c->cols != b->cols);
    bool csr = a->format == CUSPARSE_FORMAT_CSR && b->format == CUSPARSE_FORMAT_CSR && c->format == CUSPARSE_FORMAT_CSR;
    bool same = a->type == b->type && a->type == c->type && a->type == compute && known_type(compute);
    return csr && same && ta == CUSPARSE_OPERATION_NON_TRANSPOSE && tb == CUSPARSE_OPERATION_NON_TRANSPOSE ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
}

extern "C" {
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *d) { return d ? *d = new cusparseSpGEMMDescr(), CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE; }
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t d) { return delete d, CUSPARSE_STATUS_SUCCESS; }
cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t d, size_t *size, void *buffer)
{
    cusparseStatus_t r = checked(h, ta, tb, alpha, a, b, beta, c, compute, d);
    if (r != CUSPARSE_STATUS_SUCCESS || !size)
        return r != CUSPARSE_STATUS_SUCCESS ? r : CUSPARSE_STATUS_INVALID_VALUE;
    *size = (size_t)(2 * a->rows + 1) * 8;
    if (!buffer)
        return CUSPARSE_STATUS_SUCCESS;
    d->bounds = (long long *)buffer;
    if (a->rows)
        count_products<<<blocks(a->rows), 128, 0, h->stream>>>(a->major, a->minor, b->major, a->rows, d->bounds);
    d->total = summed_up(d->bounds, a->rows, d->bounds);
    return launched();
}
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t d, size_t *size, void *buffer)
{
    cusparseStatus_t r = checked(h, ta, tb, alpha, a, b, beta, c, compute, d);
    if (r != CUSPARSE_STATUS_SUCCESS || !size || !d->bounds)
        return r != CUSPARSE_STATUS_SUCCESS ? r : CUSPARSE_STATUS_INVALID_VALUE;
    *size = (size_t)(d->total + 1) * (16 + 8);
    if (!buffer)
        return CUSPARSE_STATUS_SUCCESS;
    d->lists = buffer;
    long long *counts = d->bounds + a->rows + 1, *cols = (long long *)((char *)buffer + (d->total + 1) * 16);
    r = by_type(a->type, [&](auto zero) {
        typedef decltype(zero) T;
        if (a->rows)
            multiply_rows<<<blocks(a->rows), 128, 0, h->stream>>>(a->major, a->minor, (const T *)a->values, b->major, b->minor, (const T *)b->values, a->rows, d->bounds, counts, (T *)buffer, cols);
    });
    std::vector<long long> n((size_t)a->rows);
    cudaMemcpy(n.data(), counts, n.size() * 8, cudaMemcpyDeviceToHost);
    c->nnz = 0;
    for (long long x : n)
        c->nnz += x;
    return r;
}
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t d)
{
    cusparseStatus_t r = checked(h, ta, tb, alpha, a, b, beta, c, compute, d);
    if (r != CUSPARSE_STATUS_SUCCESS || !d->lists || !c->major.p || (c->nnz && (!c->minor.p || !c->values)))
        return r != CUSPARSE_STATUS_SUCCESS ? r : CUSPARSE_STATUS_INVALID_VALUE;
    long long *counts = d->bounds + a->rows + 1, *offsets;
    if (cudaMalloc(&offsets, (size_t)(a->rows + 1) * 8) != cudaSuccess)
        return CUSPARSE_STATUS_ALLOC_FAILED;
    summed_up(counts, a->rows, offsets);
    put_offsets<<<blocks(a->rows + 1), 128, 0, h->stream>>>(offsets, a->rows + 1, c->major);
    r = by_type(a->type, [&](auto zero) {
        typedef decltype(zero) T;
        if (a->rows)
            copy_rows<<<blocks(a->rows, 4), 128, 0, h->stream>>>(d->bounds, (const T *)d->lists, (const long long *)((char *)d->lists + (d->total + 1) * 16), a->rows, c->major, c->minor, (T *)c->values, scalar_of<T>(h, alpha), scalar_of<T>(h, beta));
    });
    cudaFree(offsets);
    return r;
}
}
