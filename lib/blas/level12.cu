/* Levels 1 and 2. Reductions take two steps: partial results of up to 64 blocks, then one block; the order of additions is always the same.
   Sums of squares are taken in double. */
#include "blas.h"

__device__ static inline long long at(long long i, long long n, int inc) { return inc < 0 ? (i - n + 1) * inc : i * inc; }
static unsigned int blocks_for(long long n)
{
    long long b = (n + 255) / 256;
    return (unsigned int)(b < 1 ? 1 : b > 1024 ? 1024 : b);
}
#define EACH(i, n) for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < (n); i += (long long)gridDim.x * blockDim.x)
template <class T> __global__ void axpy(long long n, scalar<T> alpha, const T *x, int incx, T *y, int incy)
{
    T a = alpha.get();
    EACH(i, n) y[at(i, n, incy)] = fused(a, x[at(i, n, incx)], y[at(i, n, incy)]);
}
template <class T, class S> __global__ void scal(long long n, scalar<S> alpha, T *x, int incx)
{
    T a = T(alpha.get());
    EACH(i, n) x[i * incx] = a * x[i * incx];
}
template <class T> __global__ void copy(long long n, const T *x, int incx, T *y, int incy)
{
    EACH(i, n) y[at(i, n, incy)] = x[at(i, n, incx)];
}
template <class T> __global__ void swap(long long n, T *x, int incx, T *y, int incy)
{
    EACH(i, n) { T t = x[at(i, n, incx)]; x[at(i, n, incx)] = y[at(i, n, incy)]; y[at(i, n, incy)] = t; }
}
template <class T> __global__ void rot(long long n, T *x, int incx, T *y, int incy, scalar<T> c, scalar<T> s)
{
    T p = c.get(), q = s.get();
    EACH(i, n) { T a = x[at(i, n, incx)], b = y[at(i, n, incy)]; x[at(i, n, incx)] = p * a + q * b; y[at(i, n, incy)] = p * b - q * a; }
}

/* What a reduction adds up, and what comes of the sum. */
template <class T> struct dot_of {
    typedef T sum; typedef T result;
    const T *x, *y; long long n; int incx, incy; bool conj;
    __device__ sum zero() const { return T(0); }
    __device__ sum take(sum s, long long i) const { T a = x[at(i, n, incx)]; return fused(conj ? conjugate(a) : a, y[at(i, n, incy)], s); }
    __device__ sum join(sum a, sum b) const { return a + b; }
    __device__ result end(sum a) const { return a; }
};
template <class T, class R> struct asum_of {
    typedef R sum; typedef R result;
    const T *x; long long n; int incx;
    __device__ sum zero() const { return 0; }
    __device__ sum take(sum s, long long i) const { return s + size1(x[i * incx]); }
    __device__ sum join(sum a, sum b) const { return a + b; }
    __device__ result end(sum a) const { return a; }
};
template <class T, class R> struct nrm2_of {
    typedef double sum; typedef R result;
    const T *x; long long n; int incx;
    __device__ sum zero() const { return 0; }
    __device__ sum take(sum s, long long i) const { return s + square(x[i * incx]); }
    __device__ sum join(sum a, sum b) const { return a + b; }
    __device__ result end(sum a) const { return (R)sqrt(a); }
};
template <class R> struct found { R v; int at; };
template <class T, class R> struct iamax_of { /* the first of the greatest (least); counted from 1 */
    typedef found<R> sum; typedef int result;
    const T *x; long long n; int incx; bool least;
    __device__ sum zero() const { sum s = {0, 0}; return s; }
    __device__ sum take(sum s, long long i) const { sum e = {size1(x[i * incx]), (int)i + 1}; return join(s, e); }
    __device__ sum join(sum a, sum b) const
    {
        if (!a.at || !b.at)
            return a.at ? a : b;
        bool better = least ? b.v < a.v : b.v > a.v;
        return better || (b.v == a.v && b.at < a.at) ? b : a;
    }
    __device__ result end(sum a) const { return a.at; }
};
template <class F> __device__ static typename F::sum over_block(const F &f, typename F::sum s)
{
    __shared__ __align__(16) char room[256 * sizeof(typename F::sum)];
    typename F::sum *all = (typename F::sum *)room;
    all[threadIdx.x] = s;
    for (unsigned int d = 128; d; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d)
            all[threadIdx.x] = f.join(all[threadIdx.x], all[threadIdx.x + d]);
    }
    __syncthreads();
    return all[0];
}
template <class F> __global__ void parts(F f, typename F::sum *to)
{
    typename F::sum s = f.zero();
    EACH(i, f.n) s = f.take(s, i);
    s = over_block(f, s);
    if (threadIdx.x == 0)
        to[blockIdx.x] = s;
}
template <class F> __global__ void whole(F f, const typename F::sum *from, int n, typename F::result *to)
{
    typename F::sum s = over_block(f, (int)threadIdx.x < n ? from[threadIdx.x] : f.zero());
    if (threadIdx.x == 0)
        *to = f.end(s);
}
template <class F> static cublasStatus_t reduced(cublasHandle_t h, const F &f, void *r)
{
    typedef typename F::result R;
    unsigned int blocks = blocks_for(f.n / 4);
    blocks = blocks > BLAS_PARTS ? BLAS_PARTS : blocks;
    typename F::sum *some = (typename F::sum *)h->scratch;
    R *to = h->pointers == CUBLAS_POINTER_MODE_DEVICE ? (R *)r : (R *)((char *)h->scratch + BLAS_PARTS * 16);
    parts<<<blocks, 256, 0, h->stream>>>(f, some);
    whole<<<1, 256, 0, h->stream>>>(f, some, (int)blocks, to);
    if (to != (R *)r && cudaMemcpyAsync(r, to, sizeof(R), cudaMemcpyDeviceToHost, h->stream) != cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    if (to != (R *)r)
        cudaStreamSynchronize(h->stream);
    return launched();
}

/* y = alpha op(A) x + beta y. By rows of op(A): a thread a row where a column's neighbours lie side by side, a warp a row else. */
template <class T> __global__ void gemv(int m, int n, scalar<T> alpha, view<T> a, const T *x, int incx, scalar<T> beta, T *y, int incy)
{
    bool warp = a.trans;
    int t = (int)(blockIdx.x * blockDim.x + threadIdx.x), i = warp ? t / 32 : t;
    if (i >= m)
        return;
    T s = T(0);
    for (int j = warp ? t % 32 : 0; j < n; j += warp ? 32 : 1)
        s = fused(a.at(a.p, i, j), x[at(j, n, incx)], s);
    if (warp) {
        unsigned int w[sizeof(T) / 4];
        for (int d = 16; d; d /= 2) {
            memcpy(w, &s, sizeof(T));
            for (unsigned int q = 0; q < sizeof(T) / 4; q++)
                w[q] = __shfl_xor_sync(0xffffffffu, w[q], d);
            T other;
            memcpy((void *)&other, w, sizeof(T));
            s = s + other;
        }
        if (t % 32)
            return;
    }
    T b = beta.get(), v = alpha.get() * s;
    y[at(i, m, incy)] = is_zero(b) ? v : fused(b, y[at(i, m, incy)], v);
}
template <class T> static void times_vector(cublasHandle_t h, int m, int n, scalar<T> alpha, view<T> a, const T *x, int incx, scalar<T> beta, T *y, int incy)
{
    long long threads = (long long)m * (a.trans ? 32 : 1);
    if (m)
        gemv<T><<<(unsigned)((threads + 127) / 128), 128, 0, h->stream>>>(m, n, alpha, a, x, incx, beta, y, incy);
}
template <class T> __global__ void ger(int m, int n, scalar<T> alpha, const T *x, int incx, const T *y, int incy, bool conj, T *a, int lda)
{
    T s = alpha.get();
    EACH(e, (long long)m * n)
    {
        long long i = e % m, j = e / m;
        T w = y[at(j, n, incy)];
        a[i + j * lda] = fused(s * x[at(i, m, incx)], conj ? conjugate(w) : w, a[i + j * lda]);
    }
}

#define LEVEL12(B, letter, U)                                                                                     \
    cublasStatus_t cublas##B##axpy_v2(cublasHandle_t h, int n, const U *alpha, const U *x, int incx, U *y, int incy) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, !alpha);                                                                               \
        if (n > 0)                                                                                           \
            axpy<T><<<blocks_for(n), 256, 0, h->stream>>>(n, scalar_of<T>(h, alpha), (const T *)x, incx, (T *)y, incy); \
        return launched();                                                                                   \
    }                                                                                                        \
    cublasStatus_t cublas##B##scal_v2(cublasHandle_t h, int n, const U *alpha, U *x, int incx)               \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, !alpha);                                                                               \
        if (n > 0 && incx > 0)                                                                               \
            scal<T, T><<<blocks_for(n), 256, 0, h->stream>>>(n, scalar_of<T>(h, alpha), (T *)x, incx);       \
        return launched();                                                                                   \
    }                                                                                                        \
    cublasStatus_t cublas##B##copy_v2(cublasHandle_t h, int n, const U *x, int incx, U *y, int incy)         \
    {                                                                                                        \
        BLAS_CHECK(h, false);                                                                                \
        if (n > 0)                                                                                           \
            copy<U><<<blocks_for(n), 256, 0, h->stream>>>(n, x, incx, y, incy);                              \
        return launched();                                                                                   \
    }                                                                                                        \
    cublasStatus_t cublas##B##swap_v2(cublasHandle_t h, int n, U *x, int incx, U *y, int incy)               \
    {                                                                                                        \
        BLAS_CHECK(h, false);                                                                                \
        if (n > 0)                                                                                           \
            swap<U><<<blocks_for(n), 256, 0, h->stream>>>(n, x, incx, y, incy);                              \
        return launched();                                                                                   \
    }                                                                                                        \
    cublasStatus_t cublasI##letter##amax_v2(cublasHandle_t h, int n, const U *x, int incx, int *r)                \
    {                                                                                                        \
        BLAS_CHECK(h, !r);                                                                                   \
        iamax_of<number<U>::type, number<U>::real> f = {(const number<U>::type *)x, incx > 0 && n > 0 ? n : 0, incx, false}; \
        return reduced(h, f, r);                                                                             \
    }                                                                                                        \
    cublasStatus_t cublasI##letter##amin_v2(cublasHandle_t h, int n, const U *x, int incx, int *r)                \
    {                                                                                                        \
        BLAS_CHECK(h, !r);                                                                                   \
        iamax_of<number<U>::type, number<U>::real> f = {(const number<U>::type *)x, incx > 0 && n > 0 ? n : 0, incx, true}; \
        return reduced(h, f, r);                                                                             \
    }                                                                                                        \
    cublasStatus_t cublas##B##gemv_v2(cublasHandle_t h, cublasOperation_t op, int m, int n, const U *alpha, const U *A, int lda, const U *x, int incx, const U *beta, U *y, int incy) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, bad_op(op) || m < 0 || n < 0 || bad_pitch(lda, m) || !incx || !incy || !alpha || !beta); \
        bool t = op != CUBLAS_OP_N;                                                                          \
        times_vector<T>(h, t ? n : m, t ? m : n, scalar_of<T>(h, alpha), view_of<T>(A, lda, op), (const T *)x, incx, scalar_of<T>(h, beta), (T *)y, incy); \
        return launched();                                                                                   \
    }                                                                                                        \
    cublasStatus_t cublas##B##symv_v2(cublasHandle_t h, cublasFillMode_t uplo, int n, const U *alpha, const U *A, int lda, const U *x, int incx, const U *beta, U *y, int incy) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, bad_fill(uplo) || n < 0 || bad_pitch(lda, n) || !incx || !incy || !alpha || !beta);    \
        view<T> a = view_of<T>(A, lda, CUBLAS_OP_N, SYMMETRIC, uplo == CUBLAS_FILL_MODE_UPPER);              \
        times_vector<T>(h, n, n, scalar_of<T>(h, alpha), a, (const T *)x, incx, scalar_of<T>(h, beta), (T *)y, incy); \
        return launched();                                                                                   \
    }                                                                                                        \
    cublasStatus_t cublas##B##trmv_v2(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag, int n, const U *A, int lda, U *x, int incx) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, bad_fill(uplo) || bad_op(op) || bad_diag(diag) || n < 0 || bad_pitch(lda, n) || !incx); \
        U *was = NULL;                                                                                       \
        if (cudaMalloc(&was, sizeof(U) * (size_t)(n + 1)) != cudaSuccess)                                    \
            return CUBLAS_STATUS_ALLOC_FAILED;                                                               \
        if (n)                                                                                               \
            copy<U><<<blocks_for(n), 256, 0, h->stream>>>(n, x, incx, was, 1);                               \
        scalar<T> one = {T(1), NULL}, none = {T(0), NULL};                                                   \
        view<T> a = view_of<T>(A, lda, op, TRIANGULAR, uplo == CUBLAS_FILL_MODE_UPPER, diag == CUBLAS_DIAG_UNIT); \
        times_vector<T>(h, n, n, one, a, (const T *)was, 1, none, (T *)x, incx);                             \
        cudaFree(was);                                                                                       \
        return launched();                                                                                   \
    }
#define DOT(name, U, conj)                                                                                   \
    cublasStatus_t name(cublasHandle_t h, int n, const U *x, int incx, const U *y, int incy, U *r)           \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, !r);                                                                                   \
        dot_of<T> f = {(const T *)x, (const T *)y, n > 0 ? n : 0, incx, incy, conj};                         \
        return reduced(h, f, r);                                                                             \
    }
#define NORM(name, of, U, R)                                                                                 \
    cublasStatus_t name(cublasHandle_t h, int n, const U *x, int incx, R *r)                                 \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, !r);                                                                                   \
        of<T, R> f = {(const T *)x, incx > 0 && n > 0 ? n : 0, incx};                                        \
        return reduced(h, f, r);                                                                             \
    }
#define GER(name, U, conj)                                                                                   \
    cublasStatus_t name(cublasHandle_t h, int m, int n, const U *alpha, const U *x, int incx, const U *y, int incy, U *A, int lda) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, m < 0 || n < 0 || bad_pitch(lda, m) || !incx || !incy || !alpha);                      \
        if (m && n)                                                                                          \
            ger<T><<<blocks_for((long long)m * n), 256, 0, h->stream>>>(m, n, scalar_of<T>(h, alpha), (const T *)x, incx, (const T *)y, incy, conj, (T *)A, lda); \
        return launched();                                                                                   \
    }
#define ROT(name, T)                                                                                         \
    cublasStatus_t name(cublasHandle_t h, int n, T *x, int incx, T *y, int incy, const T *c, const T *s)     \
    {                                                                                                        \
        BLAS_CHECK(h, !c || !s);                                                                             \
        if (n > 0)                                                                                           \
            rot<T><<<blocks_for(n), 256, 0, h->stream>>>(n, x, incx, y, incy, scalar_of<T>(h, c), scalar_of<T>(h, s)); \
        return launched();                                                                                   \
    }
#define RSCAL(name, U, R)                                                                                    \
    cublasStatus_t name(cublasHandle_t h, int n, const R *alpha, U *x, int incx)                             \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, !alpha);                                                                               \
        if (n > 0 && incx > 0)                                                                               \
            scal<T, R><<<blocks_for(n), 256, 0, h->stream>>>(n, scalar_of<R>(h, alpha), (T *)x, incx);       \
        return launched();                                                                                   \
    }
extern "C" {
BLAS_EACH_TYPE(LEVEL12)
DOT(cublasSdot_v2, float, false) DOT(cublasDdot_v2, double, false) DOT(cublasCdotu_v2, cuComplex, false) DOT(cublasCdotc_v2, cuComplex, true)
DOT(cublasZdotu_v2, cuDoubleComplex, false) DOT(cublasZdotc_v2, cuDoubleComplex, true)
NORM(cublasSnrm2_v2, nrm2_of, float, float) NORM(cublasDnrm2_v2, nrm2_of, double, double) NORM(cublasScnrm2_v2, nrm2_of, cuComplex, float)
NORM(cublasDznrm2_v2, nrm2_of, cuDoubleComplex, double) NORM(cublasSasum_v2, asum_of, float, float) NORM(cublasDasum_v2, asum_of, double, double)
NORM(cublasScasum_v2, asum_of, cuComplex, float) NORM(cublasDzasum_v2, asum_of, cuDoubleComplex, double)
GER(cublasSger_v2, float, false) GER(cublasDger_v2, double, false) GER(cublasCgeru_v2, cuComplex, false) GER(cublasCgerc_v2, cuComplex, true)
GER(cublasZgeru_v2, cuDoubleComplex, false) GER(cublasZgerc_v2, cuDoubleComplex, true)
ROT(cublasSrot_v2, float) ROT(cublasDrot_v2, double)
RSCAL(cublasCsscal_v2, cuComplex, float) RSCAL(cublasZdscal_v2, cuDoubleComplex, double)
}
