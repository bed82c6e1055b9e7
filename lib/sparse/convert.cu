/* Conversions between formats, and sorting. */
#include "sparse.h"

/* Sums before each of n counts, in place, and the total behind them; one block */
__global__ void sum_before(index_array a, long long n)
{
    __shared__ long long part[256];
    long long carry = 0;
    for (long long from = 0; from < n; from += 256) {
        long long i = from + threadIdx.x, mine = i < n ? a.get(i) : 0;
        part[threadIdx.x] = mine;
        __syncthreads();
        for (int d = 1; d < 256; d *= 2) {
            long long v = (int)threadIdx.x >= d ? part[threadIdx.x - d] : 0;
            __syncthreads();
            part[threadIdx.x] += v;
            __syncthreads();
        }
        if (i < n)
            a.put(i, carry + part[threadIdx.x] - mine);
        carry += part[255];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        a.put(n, carry);
}
__global__ void identity(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = i;
}
/* A dense matrix by lines (rows; columns of a CSC): element k of line i at i * next + k * step */
template <class T> __global__ void line_counts(const T *p, long long lines, long long length, long long next, long long step, index_array counts)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x, n = 0;
    if (i >= lines)
        return;
    for (long long k = 0; k < length; k++)
        n += !is_zero(p[i * next + k * step]);
    counts.put(i, n);
}
template <class T> __global__ void line_elements(const T *p, long long lines, long long length, long long next, long long step, index_array offsets, index_array rows, index_array minor, T *values)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= lines)
        return;
    long long to = offsets.get(i);
    for (long long k = 0; k < length; k++) {
        T v = p[i * next + k * step];
        if (is_zero(v))
            continue;
        minor.put(to, k);
        values[to] = v;
        if (rows.p)
            rows.put(to, i);
        to++;
    }
}
template <class T> __global__ void cleared(T *p, long long rows, long long cols, long long down, long long right)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < rows * cols)
        p[i % rows * down + i / rows * right] = T(0);
}
/* The line of element i: the last whose offset is at most i */
__device__ static long long line_of(const index_array &offsets, long long lines, long long i)
{
    long long lo = 0, hi = lines;
    while (hi - lo > 1) {
        long long mid = (lo + hi) / 2;
        if (offsets.get(mid) <= i)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}
template <class T> __global__ void spread(cusparseSpMatDescr a, T *p, long long down, long long right)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= a.nnz)
        return;
    long long major = a.format == CUSPARSE_FORMAT_COO ? a.major.get(i) : line_of(a.major, a.format == CUSPARSE_FORMAT_CSR ? a.rows : a.cols, i), minor = a.minor.get(i);
    bool swap = a.format == CUSPARSE_FORMAT_CSC;
    p[(swap ? minor : major) * down + (swap ? major : minor) * right] = ((const T *)a.values)[i];
}
__global__ void lines_of(index_array offsets, long long lines, long long nnz, index_array out)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < nnz)
        out.put(i, line_of(offsets, lines, i));
}
/* offsets[r]: the first of sorted rows that is at least r */
__global__ void offsets_of(index_array rows, long long nnz, long long m, index_array offsets)
{
    long long r = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (r > m)
        return;
    long long lo = 0, hi = nnz;
    while (lo < hi) {
        long long mid = (lo + hi) / 2;
        if (rows.get(mid) < r)
            lo = mid + 1;
        else
            hi = mid;
    }
    offsets.put(r, lo);
}

/* Stable merge sort of pairs: keys with where they came from. A pass merges runs of `run`: an element's place is its own plus what is before it in the other run. */
__global__ void keys(const int *major, index_array offsets, long long lines, const int *minor, int n, unsigned long long *key, int *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int a = (unsigned int)(major ? major[i] : line_of(offsets, lines, i));
    key[i] = (unsigned long long)a << 32 | (unsigned int)minor[i];
    from[i] = i;
}
__global__ void merged(const unsigned long long *key, const int *from, unsigned long long *key_out, int *from_out, long long n, long long run)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long start = i / (2 * run) * (2 * run), half = start + run;
    bool left = i < half;
    long long lo = left ? half : start, hi = left ? half + run : half, other;
    lo = lo < n ? lo : n, hi = hi < n ? hi : n, other = lo;
    while (lo < hi) {
        long long mid = (lo + hi) / 2;
        if (left ? key[mid] < key[i] : key[mid] <= key[i])
            lo = mid + 1;
        else
            hi = mid;
    }
    long long to = start + (left ? i - start : i - half) + (lo - other);
    key_out[to] = key[i];
    from_out[to] = from[i];
}
__global__ void unpacked(const unsigned long long *key, const int *from, int n, int *major, int *minor, const int *old, int *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (major)
        major[i] = (int)(key[i] >> 32);
    minor[i] = (int)key[i];
    if (p)
        p[i] = old[from[i]];
}
static size_t sort_bytes(int n) { return (size_t)n * 28 + 64; }
static cusparseStatus_t sort(cusparseHandle_t h, int n, int *major, index_array offsets, long long lines, int *minor, int *p, void *buffer)
{
    if (!n)
        return CUSPARSE_STATUS_SUCCESS;
    unsigned long long *key = (unsigned long long *)buffer, *key2 = key + n;
    int *from = (int *)(key2 + n), *from2 = from + n, *old = from2 + n;
    keys<<<blocks(n), 128, 0, h->stream>>>(major, offsets, lines, minor, n, key, from);
    for (long long run = 1; run < n; run *= 2) {
        merged<<<blocks(n), 128, 0, h->stream>>>(key, from, key2, from2, n, run);
        unsigned long long *t = key;
        int *u = from;
        key = key2, key2 = t, from = from2, from2 = u;
    }
    if (p)
        cudaMemcpyAsync(old, p, (size_t)n * sizeof(int), cudaMemcpyDeviceToDevice, h->stream);
    unpacked<<<blocks(n), 128, 0, h->stream>>>(key, from, n, major, minor, old, p);
    return launched();
}
/* Columns' elements in the order of their rows, by where the sorted ones came from */
template <class T> __global__ void moved(const unsigned long long *key, const int *from, int n, int base, int *indices, T *out, const T *values)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    indices[i] = (int)key[i] + base;
    if (out)
        out[i] = values[from[i]];
}
__global__ void transposed_keys(index_array offsets, long long lines, index_array cols, int n, unsigned long long *key, int *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    key[i] = (unsigned long long)cols.get(i) << 32 | (unsigned int)line_of(offsets, lines, i);
    from[i] = i;
}
__global__ void key_offsets(const unsigned long long *key, int nnz, int n, int *offsets, int base)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, lo = 0, hi = nnz;
    if (c > n)
        return;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if ((long long)(key[mid] >> 32) < c)
            lo = mid + 1;
        else
            hi = mid;
    }
    offsets[c] = lo + base;
}
static bool pair(cusparseConstDnMatDescr_t a, cusparseConstSpMatDescr_t b) { return a && b && a->rows == b->rows && a->cols == b->cols; }
template <class F> static void lines_of_dense(cusparseConstDnMatDescr_t a, cusparseConstSpMatDescr_t b, F what)
{
    long long down = a->order == CUSPARSE_ORDER_COL ? 1 : a->ld, right = a->order == CUSPARSE_ORDER_COL ? a->ld : 1;
    if (b->format == CUSPARSE_FORMAT_CSC)
        what(a->cols, a->rows, right, down);
    else
        what(a->rows, a->cols, down, right);
}
/* where the offsets lie: a COO's are in the buffer */
static index_array offsets_for(cusparseConstSpMatDescr_t b, void *buffer)
{
    index_array there = {buffer, true, 0};
    return b->format == CUSPARSE_FORMAT_COO ? there : b->major;
}

extern "C" {
cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t h, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t, size_t *size)
{
    SPARSE_CHECK(h, !pair(b, a) || !size);
    *size = 0;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t h, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t, void *)
{
    SPARSE_CHECK(h, !pair(b, a));
    if (a->type != b->type)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    long long down = b->order == CUSPARSE_ORDER_COL ? 1 : b->ld, right = b->order == CUSPARSE_ORDER_COL ? b->ld : 1;
    return by_type(a->type, [&](auto zero) {
        typedef decltype(zero) T;
        if (b->rows * b->cols)
            cleared<<<blocks(b->rows * b->cols), 128, 0, h->stream>>>((T *)b->values, b->rows, b->cols, down, right);
        if (a->nnz)
            spread<<<blocks(a->nnz), 128, 0, h->stream>>>(*a, (T *)b->values, down, right);
    });
}
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t h, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, size_t *size)
{
    SPARSE_CHECK(h, !pair(a, b) || !size);
    *size = (size_t)(b->rows + 1) * 8;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t h, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, void *buffer)
{
    SPARSE_CHECK(h, !pair(a, b) || !buffer || (b->format != CUSPARSE_FORMAT_COO && !b->major.p));
    if (a->type != b->type)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    return by_type(a->type, [&](auto zero) {
        typedef decltype(zero) T;
        index_array counts = offsets_for(b, buffer);
        lines_of_dense(a, b, [&](long long lines, long long length, long long next, long long step) {
            if (lines)
                line_counts<<<blocks(lines), 128, 0, h->stream>>>((const T *)a->values, lines, length, next, step, counts);
            sum_before<<<1, 256, 0, h->stream>>>(counts, lines);
            cudaStreamSynchronize(h->stream);
            long long total = 0;
            cudaMemcpy(&total, (char *)counts.p + lines * (counts.wide ? 8 : 4), counts.wide ? 8 : 4, cudaMemcpyDeviceToHost);
            b->nnz = total - counts.base;
        });
    });
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t h, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, void *buffer)
{
    SPARSE_CHECK(h, !pair(a, b) || !buffer || (b->nnz && (!b->major.p || !b->minor.p || !b->values)));
    if (a->type != b->type)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    return by_type(a->type, [&](auto zero) {
        typedef decltype(zero) T;
        index_array rows = b->major;
        if (b->format != CUSPARSE_FORMAT_COO)
            rows.p = NULL;
        lines_of_dense(a, b, [&](long long lines, long long length, long long next, long long step) {
            if (lines)
                line_elements<<<blocks(lines), 128, 0, h->stream>>>((const T *)a->values, lines, length, next, step, offsets_for(b, buffer), rows, b->minor, (T *)b->values);
        });
    });
}
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t h, int m, int n, int nnz, const void *, const int *, const int *, void *, int *, int *, cudaDataType, cusparseAction_t, cusparseIndexBase_t, cusparseCsr2CscAlg_t, size_t *size)
{
    SPARSE_CHECK(h, m < 0 || n < 0 || nnz < 0 || !size);
    *size = sort_bytes(nnz);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t h, int m, int n, int nnz, const void *values, const int *offsets, const int *indices, void *csc_values, int *csc_offsets, int *csc_indices, cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base, cusparseCsr2CscAlg_t, void *buffer)
{
    SPARSE_CHECK(h, m < 0 || n < 0 || nnz < 0 || !offsets || !csc_offsets || (nnz && (!indices || !csc_indices || !buffer)) || (base != 0 && base != 1));
    unsigned long long *key = (unsigned long long *)buffer, *key2 = key + nnz;
    int *from = (int *)(key2 + nnz), *from2 = from + nnz;
    index_array rows = {(void *)offsets, false, base}, cols = {(void *)indices, false, base};
    if (nnz)
        transposed_keys<<<blocks(nnz), 128, 0, h->stream>>>(rows, m, cols, nnz, key, from);
    for (long long run = 1; run < nnz; run *= 2) {
        merged<<<blocks(nnz), 128, 0, h->stream>>>(key, from, key2, from2, nnz, run);
        unsigned long long *t = key;
        int *u = from;
        key = key2, key2 = t, from = from2, from2 = u;
    }
    key_offsets<<<blocks(n + 1), 128, 0, h->stream>>>(key, nnz, n, csc_offsets, base);
    if (!nnz)
        return launched();
    return by_type(type, [&](auto zero) {
        typedef decltype(zero) T;
        moved<<<blocks(nnz), 128, 0, h->stream>>>(key, from, nnz, base, csc_indices, action == CUSPARSE_ACTION_NUMERIC ? (T *)csc_values : NULL, (const T *)values);
    });
}
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t h, const int *rows, int nnz, int m, int *offsets, cusparseIndexBase_t base)
{
    SPARSE_CHECK(h, nnz < 0 || m < 0 || !offsets || (nnz && !rows));
    index_array from = {(void *)rows, false, base}, to = {offsets, false, base};
    offsets_of<<<blocks((long long)m + 1), 128, 0, h->stream>>>(from, nnz, m, to);
    return launched();
}
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t h, const int *offsets, int nnz, int m, int *rows, cusparseIndexBase_t base)
{
    SPARSE_CHECK(h, nnz < 0 || m < 0 || !offsets || (nnz && !rows));
    index_array from = {(void *)offsets, false, base}, to = {rows, false, base};
    if (nnz)
        lines_of<<<blocks(nnz), 128, 0, h->stream>>>(from, m, nnz, to);
    return launched();
}
cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t h, int n, int *p)
{
    SPARSE_CHECK(h, n < 0 || (n && !p));
    if (n)
        identity<<<blocks(n), 128, 0, h->stream>>>(p, n);
    return launched();
}
cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t h, int m, int n, int nnz, const int *, const int *, size_t *size)
{
    SPARSE_CHECK(h, m < 0 || n < 0 || nnz < 0 || !size);
    *size = sort_bytes(nnz);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t h, int m, int n, int nnz, int *rows, int *cols, int *p, void *buffer)
{
    SPARSE_CHECK(h, m < 0 || n < 0 || nnz < 0 || (nnz && (!rows || !cols || !buffer)));
    return sort(h, nnz, rows, index_array(), 0, cols, p, buffer);
}
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t h, int m, int n, int nnz, int *rows, int *cols, int *p, void *buffer)
{
    return cusparseXcoosortByRow(h, n, m, nnz, cols, rows, p, buffer);
}
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t h, int m, int n, int nnz, const int *, const int *, size_t *size)
{
    return cusparseXcoosort_bufferSizeExt(h, m, n, nnz, NULL, NULL, size);
}
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t h, int m, int n, int nnz, const cusparseMatDescr_t descr, const int *offsets, int *indices, int *p, void *buffer)
{
    SPARSE_CHECK(h, m < 0 || n < 0 || nnz < 0 || !descr || !offsets || (nnz && (!indices || !buffer)));
    index_array lines = {(void *)offsets, false, descr->base};
    return sort(h, nnz, NULL, lines, m, indices, p, buffer);
}
}
