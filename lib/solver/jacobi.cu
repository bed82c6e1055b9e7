/* Eigenvalues of symmetric and Hermitian matrices, and singular values, by Jacobi's rotations: rounds of n/2 pairs at a time. */
#include "solver.h"
#include <algorithm>
#include <vector>
#define SWEEPS 40

__device__ static float magnitude(float a) { return fabsf(a); }
__device__ static double magnitude(double a) { return fabs(a); }
template <class T> __device__ T magnitude(cplx<T> a) { return sqrt(squared(a)); }
/* Pair i of round r of a tournament among n (even) */
__device__ static void pair_of(int n, int r, int i, int *p, int *q)
{
    int a = i ? (r + i) % (n - 1) : n - 1, b = i ? (r - i + n - 1) % (n - 1) : r;
    *p = a < b ? a : b, *q = a < b ? b : a;
}
/* The rotation of columns p and q that makes off (their element, or product) zero: p' = c p - s w q, q' = s p + c w q */
template <class T> struct rotation {
    typename real_type<T>::type c, s;
    T w;
};
template <class T, class R> __device__ rotation<T> rotation_of(R pp, R qq, T off, R size)
{
    R tau = (qq - pp) / (2 * size), t = 1 / (fabs(tau) + sqrt(1 + tau * tau));
    if (tau < 0)
        t = -t;
    rotation<T> r;
    r.c = 1 / sqrt(1 + t * t), r.s = t * r.c;
    r.w = conjugate(off) / T(size);
    return r;
}
template <class T> __device__ void rotate(const rotation<T> &r, T w, T *p, T *q)
{
    T a = *p, b = w * *q;
    *p = T(r.c) * a - T(r.s) * b;
    *q = T(r.s) * a + T(r.c) * b;
}
/* All of a symmetric matrix from the half that is stored, and a unit matrix */
template <class T> __global__ void whole(const T *a, int lda, int n, bool upper, T *b, T *v)
{
    long long at = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    int i = (int)(at % n), j = (int)(at / n);
    if (at >= (long long)n * n)
        return;
    bool stored = i == j || (upper ? i < j : i > j);
    T x = stored ? a[i + (size_t)j * lda] : conjugate(a[j + (size_t)i * lda]);
    b[at] = i == j ? T(real_of(x)) : x;
    v[at] = T(i == j ? 1 : 0);
}
/* a small part of the matrix's norm: elements below it count as zero */
template <class T, class R> __global__ void bound(const T *b, int n, R *limit)
{
    R sum = 0;
    for (long long i = threadIdx.x; i < (long long)n * n; i += 128)
        sum += squared(b[i]);
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        *limit = sqrt(sum) * smallest(R()) / n;
}
template <class T, class R> __global__ void angles(const T *b, int n, int even, int round, rotation<T> *r, const R *limit, int *any)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, p, q;
    if (i >= even / 2)
        return;
    pair_of(even, round, i, &p, &q);
    r[i].c = 2; /* none */
    if (q >= n)
        return;
    T off = b[p + (size_t)q * n];
    R size = magnitude(off);
    if (!(size > *limit))
        return;
    r[i] = rotation_of(real_of(b[p + (size_t)p * n]), real_of(b[q + (size_t)q * n]), off, size);
    *any = 1;
}
template <class T> __global__ void rotate_columns(T *b, T *v, int n, int even, int round, const rotation<T> *r)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y, p, q;
    if (row >= n || r[i].c > 1)
        return;
    pair_of(even, round, i, &p, &q);
    rotate(r[i], r[i].w, b + row + (size_t)p * n, b + row + (size_t)q * n);
    rotate(r[i], r[i].w, v + row + (size_t)p * n, v + row + (size_t)q * n);
}
template <class T> __global__ void rotate_rows(T *b, int n, int even, int round, const rotation<T> *r)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y, p, q;
    if (col >= n || r[i].c > 1)
        return;
    pair_of(even, round, i, &p, &q);
    rotate(r[i], conjugate(r[i].w), b + p + (size_t)col * n, b + q + (size_t)col * n);
}
template <class T, class R> __global__ void diagonal(const T *b, int n, R *w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] = real_of(b[i + (size_t)i * n]);
}
/* Column j of `to` is column order[j] of `from`, divided by by[j]; conjugate-transposed: row j */
template <class T, class R> __global__ void ordered(const T *from, int m, const int *order, int n, const R *by, bool transposed, T *to, int ldt)
{
    long long at = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (at >= (long long)m * n)
        return;
    int i = (int)(at % m), j = (int)(at / m);
    T v = from[i + (size_t)order[j] * m];
    if (by)
        v = v / T(by[j]);
    if (transposed)
        to[j + (size_t)i * ldt] = conjugate(v);
    else
        to[i + (size_t)j * ldt] = v;
}
template <class R> static std::vector<int> sorted(std::vector<R> &w, bool falling)
{
    std::vector<int> order(w.size());
    for (size_t i = 0; i < w.size(); i++)
        order[i] = (int)i;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return falling ? w[a] > w[b] : w[a] < w[b]; });
    std::vector<R> v(w.size());
    for (size_t i = 0; i < w.size(); i++)
        v[i] = w[order[i]];
    w = v;
    return order;
}
/* work: b, v (n by n each), n rotations of at most 3 T, and n + 8 T of what else there is */
static long long eigen_work(int n) { return 2ll * n * n + 4ll * n + 16; }
template <class T, class R> static int eigen(cudaStream_t s, bool vectors, bool upper, int n, T *a, int lda, R *w, T *work)
{
    T *b = work, *v = b + (size_t)n * n;
    rotation<T> *r = (rotation<T> *)(v + (size_t)n * n);
    int even = (n + 1) / 2 * 2, any = 1, *flag = (int *)(work + 2ll * n * n + 3ll * n), *order = flag + 4;
    R *limit = (R *)(flag + 2);
    whole<<<blocks((long long)n * n), 128, 0, s>>>(a, lda, n, upper, b, v);
    bound<<<1, 128, 0, s>>>(b, n, limit);
    for (int sweep = 0; sweep < SWEEPS && any && n > 1; sweep++) {
        cudaMemsetAsync(flag, 0, sizeof *flag, s);
        for (int round = 0; round < even - 1; round++) {
            angles<<<blocks(even / 2), 128, 0, s>>>(b, n, even, round, r, limit, flag);
            rotate_columns<<<dim3(blocks(n), even / 2), 128, 0, s>>>(b, v, n, even, round, r);
            rotate_rows<<<dim3(blocks(n), even / 2), 128, 0, s>>>(b, n, even, round, r);
        }
        cudaStreamSynchronize(s);
        cudaMemcpy(&any, flag, sizeof any, cudaMemcpyDeviceToHost);
    }
    diagonal<<<blocks(n), 128, 0, s>>>(b, n, w);
    cudaStreamSynchronize(s);
    std::vector<R> values(n);
    cudaMemcpy(values.data(), w, n * sizeof(R), cudaMemcpyDeviceToHost);
    std::vector<int> o = sorted(values, false);
    cudaMemcpy(w, values.data(), n * sizeof(R), cudaMemcpyHostToDevice);
    cudaMemcpy(order, o.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    if (vectors)
        ordered<<<blocks((long long)n * n), 128, 0, s>>>(v, n, order, n, (const R *)NULL, false, a, lda);
    return n > 1 && any ? 1 : 0;
}

/* Columns of b made orthogonal: a block a pair */
template <class T> __global__ void orthogonal(T *b, int m, T *v, int n, int even, int round, int *any)
{
    typedef typename real_type<T>::type R;
    int p, q;
    pair_of(even, round, blockIdx.x, &p, &q);
    if (q >= n)
        return;
    T *x = b + (size_t)p * m, *y = b + (size_t)q * m, off = T(0);
    R xx = 0, yy = 0;
    for (int i = threadIdx.x; i < m; i += 128) {
        xx += squared(x[i]), yy += squared(y[i]);
        off = fused(conjugate(x[i]), y[i], off);
    }
    xx = block_sum(xx), yy = block_sum(yy), off = block_sum(off);
    R size = magnitude(off);
    if (!(size > 4 * smallest(R()) * sqrt(xx) * sqrt(yy)))
        return;
    rotation<T> r = rotation_of(xx, yy, off, size);
    for (int i = threadIdx.x; i < m; i += 128)
        rotate(r, r.w, x + i, y + i);
    for (int i = threadIdx.x; i < n; i += 128)
        rotate(r, r.w, v + i + (size_t)p * n, v + i + (size_t)q * n);
    *any = 1;
}
template <class T> __global__ void start(const T *a, int lda, int m, int n, T *b, T *v)
{
    long long at = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (at < (long long)m * n)
        b[at] = a[at % m + at / m * lda];
    if (at < (long long)n * n)
        v[at] = T(at % n == at / n ? 1 : 0);
}
template <class T, class R> __global__ void norms(const T *b, int m, R *w)
{
    R sum = 0;
    for (int i = threadIdx.x; i < m; i += 128)
        sum += squared(b[i + (size_t)blockIdx.x * m]);
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        w[blockIdx.x] = sqrt(sum);
}
static long long singular_work(int m, int n) { return (long long)m * n + (long long)n * n + (long long)m * m + 3ll * n + 16; }
/* u: m by `columns`, NULL: not wanted; vt likewise */
template <class T, class R> static int singular(cudaStream_t s, int m, int n, const T *a, int lda, R *w, T *u, int ldu, int columns, T *vt, int ldvt, T *work)
{
    T *b = work, *v = b + (size_t)m * n, *q = v + (size_t)n * n, *tau = q + (size_t)m * m;
    int even = (n + 1) / 2 * 2, any = 1, *flag = (int *)(tau + n), *order = flag + 4;
    start<<<blocks((long long)m * n), 128, 0, s>>>(a, lda, m, n, b, v);
    for (int sweep = 0; sweep < SWEEPS && any && n > 1; sweep++) {
        cudaMemsetAsync(flag, 0, sizeof *flag, s);
        for (int round = 0; round < even - 1; round++)
            orthogonal<<<even / 2, 128, 0, s>>>(b, m, v, n, even, round, flag);
        cudaStreamSynchronize(s);
        cudaMemcpy(&any, flag, sizeof any, cudaMemcpyDeviceToHost);
    }
    norms<<<n, 128, 0, s>>>(b, m, w);
    cudaStreamSynchronize(s);
    std::vector<R> values(n);
    cudaMemcpy(values.data(), w, n * sizeof(R), cudaMemcpyDeviceToHost);
    std::vector<int> o = sorted(values, true);
    cudaMemcpy(w, values.data(), n * sizeof(R), cudaMemcpyHostToDevice);
    cudaMemcpy(order, o.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    int rank = 0; /* what is below is zero but for rounding: its columns of U are any that are orthogonal to the others */
    while (rank < n && values[rank] > values[0] * n * smallest(R()) && values[rank] > 0)
        rank++;
    if (vt)
        ordered<<<blocks((long long)n * n), 128, 0, s>>>(v, n, order, n, (const R *)NULL, true, vt, ldvt);
    if (u && columns > rank) {
        if (rank)
            ordered<<<blocks((long long)m * rank), 128, 0, s>>>(b, m, order, rank, (const R *)w, false, q, m);
        qr(s, m, rank, q, m, tau);
        if (rank)
            ordered<<<blocks((long long)m * rank), 128, 0, s>>>(b, m, order, rank, (const R *)w, false, u, ldu);
        make_q(s, m, columns, rank, q, m, tau, b);
        cudaMemcpy2DAsync(u + (size_t)rank * ldu, (size_t)ldu * sizeof(T), q + (size_t)rank * m, (size_t)m * sizeof(T), (size_t)m * sizeof(T), (size_t)(columns - rank), cudaMemcpyDeviceToDevice, s);
    } else if (u)
        ordered<<<blocks((long long)m * columns), 128, 0, s>>>(b, m, order, columns, (const R *)w, false, u, ldu);
    return n > 1 && any ? 1 : 0;
}
static bool job(signed char c) { return c == 'A' || c == 'S' || c == 'O' || c == 'N'; }

#define JACOBI(X, P, or, sy)                                                                                          \
    extern "C" cusolverStatus_t cusolverDn##X##sy##evd_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const P *, int lda, const number<P>::real *, int *lwork) \
    {                                                                                                                 \
        SOLVER_CHECK(h, (unsigned int)jobz > 1 || (unsigned int)uplo > 1 || n < 0 || lda < at_least(n, 1) || !lwork); \
        *lwork = (int)eigen_work(n);                                                                                  \
        return CUSOLVER_STATUS_SUCCESS;                                                                               \
    }                                                                                                                 \
    extern "C" cusolverStatus_t cusolverDn##X##sy##evd(cusolverDnHandle_t h, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, P *a, int lda, number<P>::real *w, P *work, int lwork, int *info) \
    {                                                                                                                 \
        typedef number<P>::type T;                                                                                    \
        SOLVER_CHECK(h, (unsigned int)jobz > 1 || (unsigned int)uplo > 1 || n < 0 || lda < at_least(n, 1) || lwork < eigen_work(n) || (n && (!a || !w || !work)) || !info); \
        int missed = n ? eigen(h->stream, jobz == CUSOLVER_EIG_MODE_VECTOR, uplo == CUBLAS_FILL_MODE_UPPER, n, (T *)a, lda, w, (T *)work) : 0; \
        cudaMemcpy(info, &missed, sizeof missed, cudaMemcpyHostToDevice);                                             \
        return launched();                                                                                            \
    }                                                                                                                 \
    extern "C" cusolverStatus_t cusolverDn##X##gesvd_bufferSize(cusolverDnHandle_t h, int m, int n, int *lwork)       \
    {                                                                                                                 \
        SOLVER_CHECK(h, n < 0 || m < n || !lwork);                                                                    \
        *lwork = (int)singular_work(m, n);                                                                            \
        return CUSOLVER_STATUS_SUCCESS;                                                                               \
    }                                                                                                                 \
    extern "C" cusolverStatus_t cusolverDn##X##gesvd(cusolverDnHandle_t h, signed char jobu, signed char jobvt, int m, int n, P *a, int lda, number<P>::real *s, P *u, int ldu, P *vt, int ldvt, P *work, int lwork, number<P>::real *, int *info) \
    {                                                                                                                 \
        typedef number<P>::type T;                                                                                    \
        SOLVER_CHECK(h, !job(jobu) || !job(jobvt) || (jobu == 'O' && jobvt == 'O') || n < 0 || m < n || lda < at_least(m, 1) || lwork < singular_work(m, n) || (n && (!a || !s || !work)) || !info); \
        SOLVER_CHECK(h, ((jobu == 'A' || jobu == 'S') && (!u || ldu < at_least(m, 1))) || ((jobvt == 'A' || jobvt == 'S') && (!vt || ldvt < at_least(n, 1)))); \
        T *to = jobu == 'N' ? NULL : jobu == 'O' ? (T *)a : (T *)u, *right = jobvt == 'N' ? NULL : jobvt == 'O' ? (T *)a : (T *)vt; \
        int missed = n ? singular(h->stream, m, n, (const T *)a, lda, s, to, jobu == 'O' ? lda : ldu, jobu == 'A' ? m : n, right, jobvt == 'O' ? lda : ldvt, (T *)work) : 0; \
        cudaMemcpy(info, &missed, sizeof missed, cudaMemcpyHostToDevice);                                             \
        return launched();                                                                                            \
    }
SOLVER_EACH_TYPE(JACOBI)
