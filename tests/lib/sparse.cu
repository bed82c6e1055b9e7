/* cuSPARSE against plain loops on the host. */
// flags: -lcusparse -O0 -std=c++17
// expect: products 144 of 144
// expect: vectors 16 of 16
// expect: conversions 29 of 29
// expect: triangles 48 of 48
// expect: sparse products 6 of 6
// expect: statuses 11 of 11
#include <algorithm>
#include <complex>
#include <cusparse.h>
#include <vector>

#include "expect.h"

static unsigned int seed = 1;
static int random_below(int n)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % n);
}
template <class T> static T conjugate(T x) { return x; }
template <class R> static std::complex<R> conjugate(std::complex<R> x) { return std::conj(x); }
static void set(float &x) { x = (float)(random_below(17) - 8); }
static void set(double &x) { x = random_below(17) - 8; }
template <class R> static void set(std::complex<R> &x) { x = std::complex<R>((R)(random_below(17) - 8), (R)(random_below(17) - 8)); }
template <class T> struct name;
template <> struct name<float> { static const cudaDataType type = CUDA_R_32F; };
template <> struct name<double> { static const cudaDataType type = CUDA_R_64F; };
template <> struct name<std::complex<float>> { static const cudaDataType type = CUDA_C_32F; };
template <> struct name<std::complex<double>> { static const cudaDataType type = CUDA_C_64F; };
template <class T> static T *device(const std::vector<T> &v)
{
    T *p;
    cudaMalloc(&p, (v.size() + 1) * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}
template <class T> static std::vector<T> fetch(const T *p, size_t n)
{
    std::vector<T> v(n);
    cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}
/* A matrix of whole numbers, so that sums are exact; by rows, dense and compressed */
template <class T, class I> struct matrix {
    int rows, cols, base;
    std::vector<T> dense, values, by_column;
    std::vector<I> offsets, indices, row_of, column_offsets, rows_by_column;
    matrix(int m, int n, int b) : rows(m), cols(n), base(b), dense(m * n)
    {
        for (int i = 0; i < m; i++) {
            offsets.push_back((I)values.size() + b);
            for (int j = 0; j < n; j++)
                if (i != 3 && (random_below(4) == 0 || i == 5)) { /* an empty row and a full one */
                    do
                        set(dense[i * n + j]);
                    while (dense[i * n + j] == T(0));
                    values.push_back(dense[i * n + j]), indices.push_back(j + b), row_of.push_back(i + b);
                }
        }
        offsets.push_back((I)values.size() + b);
        for (int j = 0; j < n; j++) {
            column_offsets.push_back((I)by_column.size() + b);
            for (int i = 0; i < m; i++)
                if (dense[i * n + j] != T(0))
                    by_column.push_back(dense[i * n + j]), rows_by_column.push_back(i + b);
        }
        column_offsets.push_back((I)by_column.size() + b);
    }
    T at(int i, int j, int op) const { return op == 0 ? dense[i * cols + j] : op == 1 ? dense[j * cols + i] : conjugate(dense[j * cols + i]); }
    cusparseSpMatDescr_t descriptor(int format) const
    {
        cusparseSpMatDescr_t d = NULL;
        cusparseIndexType_t w = sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
        cusparseIndexBase_t b = (cusparseIndexBase_t)base;
        int64_t nnz = (int64_t)values.size();
        if (format == 0)
            cusparseCreateCsr(&d, rows, cols, nnz, device(offsets), device(indices), device(values), w, w, b, name<T>::type);
        else if (format == 1)
            cusparseCreateCsc(&d, rows, cols, nnz, device(column_offsets), device(rows_by_column), device(by_column), w, w, b, name<T>::type);
        else
            cusparseCreateCoo(&d, rows, cols, nnz, device(row_of), device(indices), device(values), w, b, name<T>::type);
        return d;
    }
};
template <class T, class I> static void product(cusparseHandle_t h, const matrix<T, I> &a, int format, int op, int wide, int order)
{
    int m = op ? a.cols : a.rows, k = op ? a.rows : a.cols;
    std::vector<T> b(k * wide), c(m * wide), want(m * wide);
    for (auto &x : b)
        set(x);
    for (auto &x : c)
        set(x);
    T alpha = T(2), beta = T(order ? 0 : 3);
    bool by_row = order == 1;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < wide; j++) {
            T sum = T(0);
            for (int l = 0; l < k; l++)
                sum += a.at(i, l, op) * b[by_row ? l * wide + j : j * k + l];
            T &to = want[by_row ? i * wide + j : j * m + i];
            to = alpha * sum + beta * c[by_row ? i * wide + j : j * m + i];
        }
    cusparseSpMatDescr_t A = a.descriptor(format);
    T *db = device(b), *dc = device(c);
    size_t size = 0;
    bool ok;
    if (wide == 1) {
        cusparseDnVecDescr_t x, y;
        cusparseCreateDnVec(&x, k, db, name<T>::type);
        cusparseCreateDnVec(&y, m, dc, name<T>::type);
        ok = cusparseSpMV_bufferSize(h, (cusparseOperation_t)op, &alpha, A, x, &beta, y, name<T>::type, CUSPARSE_SPMV_ALG_DEFAULT, &size) == CUSPARSE_STATUS_SUCCESS &&
             cusparseSpMV(h, (cusparseOperation_t)op, &alpha, A, x, &beta, y, name<T>::type, CUSPARSE_SPMV_ALG_DEFAULT, NULL) == CUSPARSE_STATUS_SUCCESS;
        cusparseDestroyDnVec(x);
        cusparseDestroyDnVec(y);
    } else {
        cusparseDnMatDescr_t x, y;
        cusparseOrder_t o = by_row ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
        cusparseCreateDnMat(&x, k, wide, by_row ? wide : k, db, name<T>::type, o);
        cusparseCreateDnMat(&y, m, wide, by_row ? wide : m, dc, name<T>::type, o);
        ok = cusparseSpMM_bufferSize(h, (cusparseOperation_t)op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, A, x, &beta, y, name<T>::type, CUSPARSE_SPMM_ALG_DEFAULT, &size) == CUSPARSE_STATUS_SUCCESS &&
             cusparseSpMM(h, (cusparseOperation_t)op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, A, x, &beta, y, name<T>::type, CUSPARSE_SPMM_ALG_DEFAULT, NULL) == CUSPARSE_STATUS_SUCCESS;
        cusparseDestroyDnMat(x);
        cusparseDestroyDnMat(y);
    }
    expect(ok && fetch(dc, c.size()) == want, "product", format, op, wide * 10 + order);
    cusparseDestroySpMat(A);
    cudaFree(db);
    cudaFree(dc);
}
template <class T, class I> static void products(cusparseHandle_t h, int base)
{
    matrix<T, I> a(23, 41, base);
    for (int format = 0; format < 3; format++)
        for (int op = 0; op < 3; op++) {
            product(h, a, format, op, 1, 0);
            product(h, a, format, op, 1, 1);
            product(h, a, format, op, 5, 0);
            product(h, a, format, op, 5, 1);
        }
}
template <class T> static void vectors(cusparseHandle_t h)
{
    std::vector<int> at = {2, 5, 11, 30};
    std::vector<T> x(4), y(32), want;
    for (auto &v : x)
        set(v);
    for (auto &v : y)
        set(v);
    int *da = device(at);
    T *dx = device(x), *dy = device(y), alpha = T(2), beta = T(3), sum = T(0), dot = T(0), *buffer = device(y);
    cusparseSpVecDescr_t X;
    cusparseDnVecDescr_t Y;
    cusparseCreateSpVec(&X, 32, 4, da, dx, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, name<T>::type);
    cusparseCreateDnVec(&Y, 32, dy, name<T>::type);
    for (int i = 0; i < 4; i++)
        sum += conjugate(x[i]) * y[at[i]];
    cusparseSpVV(h, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, X, Y, &dot, name<T>::type, buffer);
    expect(dot == sum, "SpVV");
    want = y;
    for (auto &v : want)
        v *= beta;
    for (int i = 0; i < 4; i++)
        want[at[i]] += alpha * x[i];
    cusparseAxpby(h, &alpha, X, &beta, Y);
    expect(fetch(dy, 32) == want, "axpby");
    cusparseGather(h, Y, X);
    std::vector<T> g = fetch(dx, 4);
    expect(g[0] == want[2] && g[1] == want[5] && g[2] == want[11] && g[3] == want[30], "gather");
    cudaMemset(dy, 0, 32 * sizeof(T));
    cusparseScatter(h, X, Y);
    std::vector<T> s = fetch(dy, 32);
    bool ok = true;
    for (int i = 0; i < 32; i++)
        ok = ok && s[i] == (i == 2 || i == 5 || i == 11 || i == 30 ? want[i] : T(0));
    expect(ok, "scatter");
    cusparseDestroySpVec(X);
    cusparseDestroyDnVec(Y);
}
template <class T> static void conversions(cusparseHandle_t h, int base)
{
    matrix<T, int> a(13, 19, base);
    int m = a.rows, n = a.cols, nnz = (int)a.values.size();
    cusparseIndexBase_t b = (cusparseIndexBase_t)base;
    char *buffer;
    cudaMalloc(&buffer, 100000);
    for (int format = 0; format < 3; format++) { /* to dense and back */
        cusparseSpMatDescr_t A = a.descriptor(format), B;
        cusparseDnMatDescr_t D;
        T *d = device(std::vector<T>(m * 20, T(7)));
        cusparseCreateDnMat(&D, m, n, 20, d, name<T>::type, CUSPARSE_ORDER_ROW);
        cusparseSparseToDense(h, A, D, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer);
        std::vector<T> got = fetch(d, m * 20);
        bool ok = true;
        for (int i = 0; i < m * 20; i++)
            ok = ok && got[i] == (i % 20 < n ? a.dense[i / 20 * n + i % 20] : T(7));
        expect(ok, "to dense", format);
        int *major = device(std::vector<int>(nnz + n)), *minor = device(std::vector<int>(nnz));
        T *values = device(std::vector<T>(nnz));
        if (format == 0)
            cusparseCreateCsr(&B, m, n, 0, major, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b, name<T>::type);
        else if (format == 1)
            cusparseCreateCsc(&B, m, n, 0, major, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b, name<T>::type);
        else
            cusparseCreateCoo(&B, m, n, 0, NULL, NULL, NULL, CUSPARSE_INDEX_32I, b, name<T>::type);
        size_t size;
        int64_t rows, cols, count;
        cusparseDenseToSparse_bufferSize(h, D, B, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size);
        cusparseDenseToSparse_analysis(h, D, B, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer);
        cusparseSpMatGetSize(B, &rows, &cols, &count);
        (format == 0 ? cusparseCsrSetPointers : format == 1 ? cusparseCscSetPointers : cusparseCooSetPointers)(B, major, minor, values);
        cusparseDenseToSparse_convert(h, D, B, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer);
        expect(count == nnz && fetch(major, format == 0 ? m + 1 : format == 1 ? n + 1 : nnz) == (format == 0 ? a.offsets : format == 1 ? a.column_offsets : a.row_of), "from dense: major", format);
        expect(fetch(minor, nnz) == (format == 1 ? a.rows_by_column : a.indices) && fetch(values, nnz) == (format == 1 ? a.by_column : a.values), "from dense: minor", format);
        cusparseDestroySpMat(A);
        cusparseDestroySpMat(B);
        cusparseDestroyDnMat(D);
    }
    int *offsets = device(a.offsets), *indices = device(a.indices), *out = device(std::vector<int>(nnz + n)), *out2 = device(std::vector<int>(nnz + n)), *p = device(std::vector<int>(nnz));
    T *values = device(a.values), *out3 = device(a.values);
    cusparseCsr2cscEx2(h, m, n, nnz, values, offsets, indices, out3, out, out2, name<T>::type, CUSPARSE_ACTION_NUMERIC, b, CUSPARSE_CSR2CSC_ALG1, buffer);
    expect(fetch(out, n + 1) == a.column_offsets && fetch(out2, nnz) == a.rows_by_column && fetch(out3, nnz) == a.by_column, "csr2csc");
    cusparseXcsr2coo(h, offsets, nnz, m, out, b);
    expect(fetch(out, nnz) == a.row_of, "csr2coo");
    cusparseXcoo2csr(h, out, nnz, m, out2, b);
    expect(fetch(out2, m + 1) == a.offsets, "coo2csr");
    std::vector<int> r = a.row_of, c = a.indices; /* shuffled, and sorted again */
    for (int i = nnz - 1; i > 0; i--) {
        int j = random_below(i + 1);
        std::swap(r[i], r[j]), std::swap(c[i], c[j]);
    }
    int *dr = device(r), *dc = device(c);
    cusparseCreateIdentityPermutation(h, nnz, p);
    cusparseXcoosortByRow(h, m, n, nnz, dr, dc, p, buffer);
    std::vector<int> q = fetch(p, nnz);
    bool ok = fetch(dr, nnz) == a.row_of && fetch(dc, nnz) == a.indices;
    for (int i = 0; i < nnz; i++)
        ok = ok && r[q[i]] == a.row_of[i] && c[q[i]] == a.indices[i];
    expect(ok, "coosort");
    cusparseMatDescr_t descr;
    cusparseCreateMatDescr(&descr);
    cusparseSetMatIndexBase(descr, b);
    std::vector<int> backwards = a.indices;
    for (int i = 0; i < m; i++)
        std::reverse(backwards.begin() + a.offsets[i] - base, backwards.begin() + a.offsets[i + 1] - base);
    int *di = device(backwards);
    cusparseXcsrsort(h, m, n, nnz, descr, offsets, di, NULL, buffer);
    expect(fetch(di, nnz) == a.indices, "csrsort");
    cusparseDestroyMatDescr(descr);
}
/* the old csrmv, scalars on the device */
static void old(cusparseHandle_t h)
{
    matrix<float, int> a(9, 7, 1);
    std::vector<float> x(7, 2), y(9, 1), want(9);
    for (int i = 0; i < 9; i++) {
        want[i] = 3;
        for (int j = 0; j < 7; j++)
            want[i] += 2 * a.at(i, j, 0) * x[j];
    }
    std::vector<float> scalars = {2, 3};
    float *s = device(scalars), *dy = device(y);
    cusparseMatDescr_t descr;
    cusparseCreateMatDescr(&descr);
    cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE);
    cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_DEVICE);
    cusparseScsrmv(h, CUSPARSE_OPERATION_NON_TRANSPOSE, 9, 7, (int)a.values.size(), s, descr, device(a.values), device(a.offsets), device(a.indices), device(x), s + 1, dy);
    cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_HOST);
    expect(fetch(dy, 9) == want, "csrmv");
    cusparseDestroyMatDescr(descr);
}
static void statuses(cusparseHandle_t h)
{
    matrix<float, int> a(6, 8, 0);
    cusparseSpMatDescr_t A = a.descriptor(0), bad;
    cusparseDnVecDescr_t x, y;
    cusparseDnMatDescr_t M;
    std::vector<float> v(64, 1);
    float *d = device(v), one = 1;
    int n = 0;
    cusparseCreateDnVec(&x, 8, d, CUDA_R_32F);
    cusparseCreateDnVec(&y, 6, d + 32, CUDA_R_32F);
    const cusparseOperation_t N = CUSPARSE_OPERATION_NON_TRANSPOSE, T = CUSPARSE_OPERATION_TRANSPOSE;
    expect(cusparseSpMV(NULL, N, &one, A, x, &one, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL) == CUSPARSE_STATUS_NOT_INITIALIZED, "status", n++);
    expect(cusparseSpMV(h, T, &one, A, x, &one, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL) == CUSPARSE_STATUS_INVALID_VALUE, "status", n++);
    expect(cusparseSpMV(h, N, NULL, A, x, &one, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL) == CUSPARSE_STATUS_INVALID_VALUE, "status", n++);
    expect(cusparseSpMV(h, N, &one, A, x, &one, y, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, NULL) == CUSPARSE_STATUS_NOT_SUPPORTED, "status", n++);
    expect(cusparseSpMV(h, N, &one, A, x, &one, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL) == CUSPARSE_STATUS_SUCCESS, "status", n++);
    expect(cusparseCreateCsr(&bad, -1, 8, 0, d, d, d, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F) == CUSPARSE_STATUS_INVALID_VALUE, "status", n++);
    expect(cusparseCreateCsr(&bad, 2, 2, 5, d, d, d, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F) == CUSPARSE_STATUS_INVALID_VALUE, "status", n++);
    expect(cusparseCreateCsr(&bad, 2, 2, 1, d, d, d, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_8I) == CUSPARSE_STATUS_NOT_SUPPORTED, "status", n++);
    expect(cusparseCreateDnMat(&M, 8, 2, 7, d, CUDA_R_32F, CUSPARSE_ORDER_COL) == CUSPARSE_STATUS_INVALID_VALUE, "status", n++);
    expect(cusparseXcoo2csr(h, NULL, 3, 2, (int *)d, CUSPARSE_INDEX_BASE_ZERO) == CUSPARSE_STATUS_INVALID_VALUE, "status", n++);
    expect(cusparseDestroySpMat(A) == CUSPARSE_STATUS_SUCCESS && cusparseDestroySpMat(NULL) == CUSPARSE_STATUS_INVALID_VALUE, "status", n++);
}
/* op(triangle of A) x = 2 b for one and three right-hand sides; the matrix has elements outside of the triangle, which are not read. */
template <class T> static void triangles(cusparseHandle_t h, double bound)
{
    const int n = 14, wide = 3;
    int offsets[n + 1], indices[n * n], count = 0;
    std::vector<T> values, dense(n * n), x(n * wide), b(n * wide);
    for (int i = 0; i < n; i++) {
        offsets[i] = count;
        for (int j = 0; j < n; j++)
            if (i == j || random_below(3) == 0) {
                set(dense[i * n + j]);
                if (i == j)
                    dense[i * n + j] = T(i % 2 ? 16 : -32);
                values.push_back(dense[i * n + j]), indices[count++] = j;
            }
    }
    offsets[n] = count;
    std::vector<int> o(offsets, offsets + n + 1), at(indices, indices + count);
    int *d_offsets = device(o), *d_indices = device(at);
    T *d_values = device(values), alpha = T(2);
    for (int way = 0; way < 24; way++) {
        bool by_column = way & 1, upper = way & 2, unit = way & 4;
        cusparseOperation_t op = (cusparseOperation_t)(way / 8);
        cusparseSpMatDescr_t a; /* by columns: the same arrays are the transposed matrix */
        (by_column ? cusparseCreateCsc : cusparseCreateCsr)(&a, n, n, count, d_offsets, d_indices, d_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, name<T>::type);
        cusparseFillMode_t fill = upper ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER;
        cusparseDiagType_t diag = unit ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT;
        cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill));
        cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof(diag));
        auto element = [&](int i, int j) {
            if (i == j ? unit : (i < j) != upper)
                return T(i == j);
            T v = by_column ? dense[j * n + i] : dense[i * n + j];
            return unit ? v / T(16) : v;
        };
        std::vector<T> scaled = values;
        for (T &v : scaled)
            v = unit ? v / T(16) : v; /* without the diagonal's 16 the unknowns would grow too much */
        cudaMemcpy(d_values, scaled.data(), scaled.size() * sizeof(T), cudaMemcpyHostToDevice);
        for (T &v : x)
            set(v);
        for (int i = 0; i < n; i++)
            for (int c = 0; c < wide; c++) {
                b[i + c * n] = T(0);
                for (int j = 0; j < n; j++)
                    b[i + c * n] += (op == 0 ? element(i, j) : op == 1 ? element(j, i) : conjugate(element(j, i))) * x[j + c * n] / T(2);
            }
        T *db = device(b), *dx = device(std::vector<T>(n * wide));
        cusparseDnVecDescr_t vb, vx;
        cusparseDnMatDescr_t mb, mx;
        cusparseCreateDnVec(&vb, n, db, name<T>::type), cusparseCreateDnVec(&vx, n, dx, name<T>::type);
        cusparseCreateDnMat(&mb, n, wide, n, db, name<T>::type, CUSPARSE_ORDER_COL), cusparseCreateDnMat(&mx, n, wide, n, dx, name<T>::type, CUSPARSE_ORDER_COL);
        cusparseSpSVDescr_t sv;
        cusparseSpSMDescr_t sm;
        cusparseSpSV_createDescr(&sv), cusparseSpSM_createDescr(&sm);
        size_t size = 0;
        bool fine = true;
        for (int many = 0; many < 2; many++) {
            if (many)
                fine &= !cusparseSpSM_bufferSize(h, op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a, mb, mx, name<T>::type, CUSPARSE_SPSM_ALG_DEFAULT, sm, &size) &&
                        !cusparseSpSM_analysis(h, op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a, mb, mx, name<T>::type, CUSPARSE_SPSM_ALG_DEFAULT, sm, NULL) &&
                        !cusparseSpSM_solve(h, op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a, mb, mx, name<T>::type, CUSPARSE_SPSM_ALG_DEFAULT, sm);
            else
                fine &= !cusparseSpSV_bufferSize(h, op, &alpha, a, vb, vx, name<T>::type, CUSPARSE_SPSV_ALG_DEFAULT, sv, &size) &&
                        !cusparseSpSV_analysis(h, op, &alpha, a, vb, vx, name<T>::type, CUSPARSE_SPSV_ALG_DEFAULT, sv, NULL) &&
                        !cusparseSpSV_solve(h, op, &alpha, a, vb, vx, name<T>::type, CUSPARSE_SPSV_ALG_DEFAULT, sv);
            std::vector<T> got = fetch(dx, n * wide);
            for (int i = 0; i < (many ? n * wide : n); i++)
                fine &= std::abs(got[i] - x[i]) <= bound;
        }
        expect(fine, "triangle", way, (int)sizeof(T));
        cusparseSpSV_destroyDescr(sv), cusparseSpSM_destroyDescr(sm), cusparseDestroySpMat(a);
    }
}
/* C = 3 A B, of whole numbers: exact */
template <class T> static void sparse_product(cusparseHandle_t h, int base)
{
    matrix<T, int> a(19, 23, base), b(23, 17, base);
    cusparseSpMatDescr_t ma, mb, mc;
    cusparseIndexBase_t from = (cusparseIndexBase_t)base;
    cusparseCreateCsr(&ma, 19, 23, (int64_t)a.values.size(), device(a.offsets), device(a.indices), device(a.values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, from, name<T>::type);
    cusparseCreateCsr(&mb, 23, 17, (int64_t)b.values.size(), device(b.offsets), device(b.indices), device(b.values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, from, name<T>::type);
    int *offsets = device(std::vector<int>(20)), *indices;
    cusparseCreateCsr(&mc, 19, 17, 0, offsets, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, from, name<T>::type);
    cusparseSpGEMMDescr_t d;
    cusparseSpGEMM_createDescr(&d);
    T alpha = T(3), beta = T(0), *values;
    const cusparseOperation_t n = CUSPARSE_OPERATION_NON_TRANSPOSE;
    size_t size = 0;
    void *buffer;
    bool fine = true;
    for (int stage = 0; stage < 4; stage++) {
        if (stage % 2)
            cudaMalloc(&buffer, size);
        fine &= !(stage < 2 ? cusparseSpGEMM_workEstimation : cusparseSpGEMM_compute)(h, n, n, &alpha, ma, mb, &beta, mc, name<T>::type, CUSPARSE_SPGEMM_DEFAULT, d, &size, stage % 2 ? buffer : NULL);
    }
    int64_t rows, cols, nnz;
    cusparseSpMatGetSize(mc, &rows, &cols, &nnz);
    cudaMalloc(&indices, nnz * 4), cudaMalloc(&values, nnz * sizeof(T));
    cusparseCsrSetPointers(mc, offsets, indices, values);
    fine &= !cusparseSpGEMM_copy(h, n, n, &alpha, ma, mb, &beta, mc, name<T>::type, CUSPARSE_SPGEMM_DEFAULT, d);
    std::vector<int> o = fetch(offsets, 20), at = fetch(indices, (size_t)nnz);
    std::vector<T> v = fetch(values, (size_t)nnz), got(19 * 17);
    fine &= o[0] == base && o[19] == (int)nnz + base && nnz > 0 && nnz < 19 * 17; /* the empty row stays empty */
    for (int i = 0; i < 19 && fine; i++)
        for (int e = o[i] - base; e < o[i + 1] - base; e++) {
            fine &= e == o[i] - base || at[e - 1] < at[e];
            got[i * 17 + at[e] - base] = v[e];
        }
    for (int i = 0; i < 19 * 17; i++) {
        T sum = T(0);
        for (int k = 0; k < 23; k++)
            sum += a.dense[i / 17 * 23 + k] * b.dense[k * 17 + i % 17];
        fine &= got[i] == T(3) * sum;
    }
    expect(fine, "sparse product", base, (int)sizeof(T));
    /* once more onto the same elements: 2 A B + 5 C */
    cusparseSpGEMM_destroyDescr(d);
    cusparseSpGEMM_createDescr(&d);
    alpha = T(2), beta = T(5), fine = true;
    for (int stage = 0; stage < 4; stage++) {
        if (stage % 2)
            cudaMalloc(&buffer, size);
        fine &= !(stage < 2 ? cusparseSpGEMM_workEstimation : cusparseSpGEMM_compute)(h, n, n, &alpha, ma, mb, &beta, mc, name<T>::type, CUSPARSE_SPGEMM_DEFAULT, d, &size, stage % 2 ? buffer : NULL);
    }
    fine &= !cusparseSpGEMM_copy(h, n, n, &alpha, ma, mb, &beta, mc, name<T>::type, CUSPARSE_SPGEMM_DEFAULT, d);
    int64_t again;
    cusparseSpMatGetSize(mc, &rows, &cols, &again);
    fine &= again == nnz && fetch(offsets, 20) == o && fetch(indices, (size_t)nnz) == at;
    std::vector<T> sums = fetch(values, (size_t)nnz);
    for (size_t e = 0; e < sums.size(); e++) /* v is 3 A B */
        fine &= sums[e] * T(3) == v[e] * T(2) + v[e] * T(15);
    expect(fine, "sparse product and beta", base, (int)sizeof(T));
    expect(cusparseSpGEMM_copy(h, CUSPARSE_OPERATION_TRANSPOSE, n, &alpha, ma, mb, &beta, mc, name<T>::type, CUSPARSE_SPGEMM_DEFAULT, d) == CUSPARSE_STATUS_NOT_SUPPORTED, "transposed");
    cusparseSpGEMM_destroyDescr(d), cusparseDestroySpMat(ma), cusparseDestroySpMat(mb), cusparseDestroySpMat(mc);
}
int main()
{
    cusparseHandle_t h;
    cusparseCreate(&h);
    products<float, int>(h, 0);
    products<double, long long>(h, 1);
    products<std::complex<float>, int>(h, 1);
    products<std::complex<double>, int>(h, 0);
    summary("products");
    vectors<float>(h);
    vectors<double>(h);
    vectors<std::complex<float>>(h);
    vectors<std::complex<double>>(h);
    summary("vectors");
    conversions<float>(h, 0);
    conversions<std::complex<double>>(h, 1);
    old(h);
    summary("conversions");
    triangles<float>(h, 1e-3);
    triangles<std::complex<double>>(h, 1e-9);
    summary("triangles");
    sparse_product<double>(h, 0);
    sparse_product<std::complex<float>>(h, 1);
    summary("sparse products");
    statuses(h);
    summary("statuses");
    cusparseDestroy(h);
    return cudaGetLastError() != cudaSuccess;
}
