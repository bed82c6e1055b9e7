/* Handles; Cholesky and LU factors by panels of 32 columns, and solving with them. */
#include "solver.h"
#define PANEL 32

/* A triangle as lower: of an upper one the conjugate transpose */
template <class T> struct lower {
    T *p;
    int ld;
    bool upper;
    __device__ T get(int i, int j) const { return upper ? conjugate(p[j + (size_t)i * ld]) : p[i + (size_t)j * ld]; }
    __device__ void put(int i, int j, T v) const
    {
        if (upper)
            p[j + (size_t)i * ld] = conjugate(v);
        else
            p[i + (size_t)j * ld] = v;
    }
};
template <class T> __global__ void cholesky_block(lower<T> a, int k, int size, int *info)
{
    __shared__ T t[PANEL][PANEL + 1];
    int r = threadIdx.x;
    if (*info)
        return;
    for (int c = 0; c < size; c++)
        if (r < size && r >= c)
            t[r][c] = a.get(k + r, k + c);
    __syncthreads();
    for (int c = 0; c < size; c++) {
        auto d = real_of(t[c][c]);
        if (!(d > 0)) {
            if (r == 0)
                *info = k + c + 1;
            return;
        }
        __syncthreads();
        if (r == c)
            t[c][c] = T(sqrt(d));
        else if (r > c && r < size)
            t[r][c] = t[r][c] / T(sqrt(d));
        __syncthreads();
        for (int j = c + 1; j <= r && r < size; j++)
            t[r][j] = t[r][j] - t[r][c] * conjugate(t[j][c]);
        __syncthreads();
    }
    for (int c = 0; c < size; c++)
        if (r < size && r >= c)
            a.put(k + r, k + c, t[r][c]);
}
/* Rows below the block: x L^H = a, a thread a row */
template <class T> __global__ void cholesky_rows(lower<T> a, int k, int size, int n, const int *info)
{
    int r = k + size + blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n || *info)
        return;
    T x[PANEL];
    for (int c = 0; c < size; c++) {
        T v = a.get(r, k + c);
        for (int j = 0; j < c; j++)
            v = v - x[j] * conjugate(a.get(k + c, k + j));
        x[c] = v / a.get(k + c, k + c);
    }
    for (int c = 0; c < size; c++)
        a.put(r, k + c, x[c]);
}
/* What is left: less the product of the panel with itself (Cholesky) or with the rows to its right (LU); tiles of 16 by 16 */
template <class T> __global__ void cholesky_update(lower<T> a, int k, int size, int n, const int *info)
{
    __shared__ T x[16][PANEL + 1], y[16][PANEL + 1];
    int i0 = k + size + blockIdx.x * 16, j0 = k + size + blockIdx.y * 16, tx = threadIdx.x, ty = threadIdx.y;
    if (j0 > i0 || *info)
        return;
    for (int c = ty; c < PANEL; c += 16) {
        x[tx][c] = i0 + tx < n && c < size ? a.get(i0 + tx, k + c) : T(0);
        y[tx][c] = j0 + tx < n && c < size ? conjugate(a.get(j0 + tx, k + c)) : T(0);
    }
    __syncthreads();
    int i = i0 + tx, j = j0 + ty;
    if (i >= n || j > i)
        return;
    T sum = T(0);
    for (int c = 0; c < PANEL; c++)
        sum = fused(x[tx][c], y[ty][c], sum);
    a.put(i, j, a.get(i, j) - sum);
}
template <class T> static void cholesky(cudaStream_t s, lower<T> a, int n, int *info)
{
    cudaMemsetAsync(info, 0, sizeof *info, s);
    for (int k = 0; k < n; k += PANEL) {
        int size = n - k < PANEL ? n - k : PANEL, rest = n - k - size;
        cholesky_block<<<1, PANEL, 0, s>>>(a, k, size, info);
        if (!rest)
            break;
        cholesky_rows<<<blocks(rest), 128, 0, s>>>(a, k, size, n, info);
        cholesky_update<<<dim3(blocks(rest, 16), blocks(rest, 16)), dim3(16, 16), 0, s>>>(a, k, size, n, info);
    }
}

/* One panel of LU with the largest element as pivot; one block */
template <class T> __global__ void lu_panel(T *a, int lda, int k, int size, int m, int *ipiv, int *info)
{
    typedef typename real_type<T>::type R;
    __shared__ R best[128];
    __shared__ int where[128];
    int t = threadIdx.x;
    for (int c = k; c < k + size && c < m; c++) {
        T *col = a + (size_t)c * lda;
        R most = -1;
        int row = c;
        for (int i = c + t; ipiv && i < m; i += 128)
            if (size1(col[i]) > most)
                most = size1(col[i]), row = i;
        best[t] = most, where[t] = row;
        __syncthreads();
        for (int d = 64; d; d /= 2) {
            if (t < d && (best[t + d] > best[t] || (best[t + d] == best[t] && where[t + d] < where[t])))
                best[t] = best[t + d], where[t] = where[t + d];
            __syncthreads();
        }
        row = ipiv ? where[0] : c;
        if (t == 0 && ipiv)
            ipiv[c] = row + 1;
        for (int j = k + t; row != c && j < k + size; j += 128) {
            T v = a[c + (size_t)j * lda];
            a[c + (size_t)j * lda] = a[row + (size_t)j * lda];
            a[row + (size_t)j * lda] = v;
        }
        __syncthreads();
        T pivot = col[c];
        if (is_zero(pivot)) {
            if (t == 0 && !*info)
                *info = c + 1;
            __syncthreads();
            continue;
        }
        for (int i = c + 1 + t; i < m; i += 128)
            col[i] = col[i] / pivot;
        __syncthreads();
        for (int i = c + 1 + t; i < m; i += 128) {
            T f = col[i];
            for (int j = c + 1; j < k + size; j++)
                a[i + (size_t)j * lda] = a[i + (size_t)j * lda] - f * a[c + (size_t)j * lda];
        }
        __syncthreads();
    }
}
/* The other columns: rows exchanged, and to the right of the panel solved with its unit triangle; a thread a column */
template <class T> __global__ void lu_columns(T *a, int lda, int k, int size, int m, int n, const int *ipiv)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n || (j >= k && j < k + size))
        return;
    T *col = a + (size_t)j * lda;
    for (int c = k; ipiv && c < k + size && c < m; c++) {
        T v = col[c];
        col[c] = col[ipiv[c] - 1];
        col[ipiv[c] - 1] = v;
    }
    if (j < k)
        return;
    for (int c = k; c < k + size && c < m; c++)
        for (int i = c + 1; i < k + size && i < m; i++)
            col[i] = col[i] - a[i + (size_t)c * lda] * col[c];
}
template <class T> __global__ void lu_update(T *a, int lda, int k, int size, int m, int n)
{
    __shared__ T x[16][PANEL + 1], y[16][PANEL + 1];
    int i0 = k + size + blockIdx.x * 16, j0 = k + size + blockIdx.y * 16, tx = threadIdx.x, ty = threadIdx.y;
    for (int c = ty; c < PANEL; c += 16) {
        x[tx][c] = i0 + tx < m && c < size ? a[i0 + tx + (size_t)(k + c) * lda] : T(0);
        y[tx][c] = j0 + tx < n && c < size ? a[k + c + (size_t)(j0 + tx) * lda] : T(0);
    }
    __syncthreads();
    int i = i0 + tx, j = j0 + ty;
    if (i >= m || j >= n)
        return;
    T sum = T(0);
    for (int c = 0; c < PANEL; c++)
        sum = fused(x[tx][c], y[ty][c], sum);
    a[i + (size_t)j * lda] = a[i + (size_t)j * lda] - sum;
}
template <class T> static void lu(cudaStream_t s, int m, int n, T *a, int lda, int *ipiv, int *info)
{
    cudaMemsetAsync(info, 0, sizeof *info, s);
    for (int k = 0; k < m && k < n; k += PANEL) {
        int size = n - k < PANEL ? n - k : PANEL, down = m - k - size, right = n - k - size;
        if (size > m - k)
            size = m - k, down = 0, right = n - k - size;
        lu_panel<<<1, 128, 0, s>>>(a, lda, k, size, m, ipiv, info);
        lu_columns<<<blocks(n), 128, 0, s>>>(a, lda, k, size, m, n, ipiv);
        if (down > 0 && right > 0)
            lu_update<<<dim3(blocks(down, 16), blocks(right, 16)), dim3(16, 16), 0, s>>>(a, lda, k, size, m, n);
    }
}

/* op(triangle) x = b in place: a block a right-hand side */
template <class T> __global__ void solve(const T *a, int lda, int n, bool upper, bool trans, bool conj, bool unit, T *b, int ldb)
{
    T *x = b + (size_t)blockIdx.x * ldb;
    bool down = upper == trans;
    for (int s = 0; s < n; s++) {
        int k = down ? s : n - 1 - s;
        T d = conj ? conjugate(a[k + (size_t)k * lda]) : a[k + (size_t)k * lda];
        T v = unit ? x[k] : x[k] / d;
        __syncthreads();
        if (threadIdx.x == 0)
            x[k] = v;
        int from = down ? k + 1 : 0, to = down ? n : k;
        for (int i = from + threadIdx.x; i < to; i += blockDim.x) {
            T f = trans ? a[k + (size_t)i * lda] : a[i + (size_t)k * lda];
            x[i] = x[i] - (conj ? conjugate(f) : f) * v;
        }
        __syncthreads();
    }
}
template <class T> __global__ void exchange(T *b, int ldb, int nrhs, int n, const int *ipiv, bool back)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= nrhs)
        return;
    T *x = b + (size_t)j * ldb;
    for (int s = 0; s < n; s++) {
        int k = back ? n - 1 - s : s, o = ipiv[k] - 1;
        T v = x[k];
        x[k] = x[o];
        x[o] = v;
    }
}
template <class T> static void lu_solve(cudaStream_t s, cublasOperation_t op, int n, int nrhs, const T *a, int lda, const int *ipiv, T *b, int ldb)
{
    bool trans = op != CUBLAS_OP_N, conj = op == CUBLAS_OP_C;
    if (!n || !nrhs)
        return;
    if (!trans && ipiv)
        exchange<<<blocks(nrhs), 128, 0, s>>>(b, ldb, nrhs, n, ipiv, false);
    solve<<<nrhs, 128, 0, s>>>(a, lda, n, trans, trans, conj, !trans, b, ldb);
    solve<<<nrhs, 128, 0, s>>>(a, lda, n, !trans, trans, conj, trans, b, ldb);
    if (trans && ipiv)
        exchange<<<blocks(nrhs), 128, 0, s>>>(b, ldb, nrhs, n, ipiv, true);
}
static bool fills(cublasFillMode_t f) { return f == CUBLAS_FILL_MODE_LOWER || f == CUBLAS_FILL_MODE_UPPER; }

extern "C" {
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *h)
{
    if (!h)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *h = new cusolverDnContext();
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t h)
{
    SOLVER_CHECK(h, false);
    delete h;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t h, cudaStream_t stream)
{
    SOLVER_CHECK(h, false);
    h->stream = stream;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t h, cudaStream_t *stream)
{
    SOLVER_CHECK(h, !stream);
    *stream = h->stream;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverGetVersion(int *version)
{
    if (!version)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *version = CUSOLVER_VERSION;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value)
{
    if (!value)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *value = type == MAJOR_VERSION ? CUSOLVER_VER_MAJOR : type == MINOR_VERSION ? CUSOLVER_VER_MINOR : CUSOLVER_VER_PATCH;
    return CUSOLVER_STATUS_SUCCESS;
}
#define FACTOR(X, P, or, sy)                                                                                          \
    cusolverStatus_t cusolverDn##X##potrf_bufferSize(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, P *a, int lda, int *lwork) \
    {                                                                                                                 \
        SOLVER_CHECK(h, !fills(uplo) || n < 0 || lda < at_least(n, 1) || !lwork);                                     \
        (void)a;                                                                                                      \
        *lwork = 1;                                                                                                   \
        return CUSOLVER_STATUS_SUCCESS;                                                                               \
    }                                                                                                                 \
    cusolverStatus_t cusolverDn##X##potrf(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, P *a, int lda, P *, int, int *info) \
    {                                                                                                                 \
        typedef number<P>::type T;                                                                                    \
        SOLVER_CHECK(h, !fills(uplo) || n < 0 || lda < at_least(n, 1) || (n && !a) || !info);                         \
        lower<T> l = {(T *)a, lda, uplo == CUBLAS_FILL_MODE_UPPER};                                                   \
        cholesky(h->stream, l, n, info);                                                                              \
        return launched();                                                                                            \
    }                                                                                                                 \
    cusolverStatus_t cusolverDn##X##potrs(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, int nrhs, const P *a, int lda, P *b, int ldb, int *info) \
    {                                                                                                                 \
        typedef number<P>::type T;                                                                                    \
        SOLVER_CHECK(h, !fills(uplo) || n < 0 || nrhs < 0 || lda < at_least(n, 1) || ldb < at_least(n, 1) || !info);  \
        bool upper = uplo == CUBLAS_FILL_MODE_UPPER;                                                                  \
        cudaMemsetAsync(info, 0, sizeof *info, h->stream);                                                            \
        if (n && nrhs) {                                                                                              \
            solve<<<nrhs, 128, 0, h->stream>>>((const T *)a, lda, n, upper, upper, upper, false, (T *)b, ldb);        \
            solve<<<nrhs, 128, 0, h->stream>>>((const T *)a, lda, n, upper, !upper, !upper, false, (T *)b, ldb);      \
        }                                                                                                             \
        return launched();                                                                                            \
    }                                                                                                                 \
    cusolverStatus_t cusolverDn##X##getrf_bufferSize(cusolverDnHandle_t h, int m, int n, P *, int lda, int *lwork)    \
    {                                                                                                                 \
        SOLVER_CHECK(h, m < 0 || n < 0 || lda < at_least(m, 1) || !lwork);                                            \
        *lwork = 1;                                                                                                   \
        return CUSOLVER_STATUS_SUCCESS;                                                                               \
    }                                                                                                                 \
    cusolverStatus_t cusolverDn##X##getrf(cusolverDnHandle_t h, int m, int n, P *a, int lda, P *, int *ipiv, int *info) \
    {                                                                                                                 \
        SOLVER_CHECK(h, m < 0 || n < 0 || lda < at_least(m, 1) || (m && n && !a) || !info);                           \
        lu(h->stream, m, n, (number<P>::type *)a, lda, ipiv, info);                                                   \
        return launched();                                                                                            \
    }                                                                                                                 \
    cusolverStatus_t cusolverDn##X##getrs(cusolverDnHandle_t h, cublasOperation_t op, int n, int nrhs, const P *a, int lda, const int *ipiv, P *b, int ldb, int *info) \
    {                                                                                                                 \
        typedef number<P>::type T;                                                                                    \
        SOLVER_CHECK(h, (unsigned int)op > 2 || n < 0 || nrhs < 0 || lda < at_least(n, 1) || ldb < at_least(n, 1) || !info); \
        cudaMemsetAsync(info, 0, sizeof *info, h->stream);                                                            \
        lu_solve(h->stream, op, n, nrhs, (const T *)a, lda, ipiv, (T *)b, ldb);                                       \
        return launched();                                                                                            \
    }
SOLVER_EACH_TYPE(FACTOR)
}
