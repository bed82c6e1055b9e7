/* A = QR by Householder's reflectors, one column after the other, as LAPACK stores them; products with Q. */
#include "solver.h"

__device__ static float reflector(float alpha, float beta, float *tau)
{
    *tau = (beta - alpha) / beta;
    return 1 / (alpha - beta);
}
__device__ static double reflector(double alpha, double beta, double *tau)
{
    *tau = (beta - alpha) / beta;
    return 1 / (alpha - beta);
}
template <class T> __device__ cplx<T> reflector(cplx<T> alpha, T beta, cplx<T> *tau)
{
    *tau = cplx<T>((beta - alpha.x) / beta, -alpha.y / beta);
    return cplx<T>(1) / (alpha - cplx<T>(beta));
}
__device__ static bool plain(float) { return true; }
__device__ static bool plain(double) { return true; }
template <class T> __device__ bool plain(cplx<T> a) { return a.y == 0; }
/* The reflector that makes x (m numbers) a multiple of the first unit vector; its v below the first number, 1 */
template <class T> __global__ void reflect(T *x, int m, T *tau)
{
    typedef typename real_type<T>::type R;
    R mine = 0;
    for (int i = 1 + threadIdx.x; i < m; i += 128)
        mine += squared(x[i]);
    R below = block_sum(mine);
    T alpha = x[0];
    if (below == 0 && plain(alpha)) {
        if (threadIdx.x == 0)
            *tau = T(0);
        return;
    }
    R beta = sqrt(squared(alpha) + below);
    if (real_of(alpha) > 0)
        beta = -beta;
    T t, by = reflector(alpha, beta, &t);
    __syncthreads();
    for (int i = 1 + threadIdx.x; i < m; i += 128)
        x[i] = x[i] * by;
    if (threadIdx.x == 0) {
        x[0] = T(beta);
        *tau = t;
    }
}
/* c = (1 - t v v^H) c, a block a column, or c (1 - t v v^H), a block a row */
template <class T> __global__ void apply(const T *v, int length, const T *tau, bool conj, bool right, T *c, int ldc)
{
    T *at = c + (right ? blockIdx.x : (size_t)blockIdx.x * ldc), sum = T(0), t = conj ? conjugate(*tau) : *tau;
    size_t step = right ? ldc : 1;
    if (is_zero(t))
        return;
    for (int i = threadIdx.x; i < length; i += 128) {
        T w = i ? v[i] : T(1);
        sum = fused(right ? w : conjugate(w), at[i * step], sum);
    }
    sum = t * block_sum(sum);
    for (int i = threadIdx.x; i < length; i += 128) {
        T w = i ? v[i] : T(1);
        at[i * step] = at[i * step] - sum * (right ? conjugate(w) : w);
    }
}
template <class T> __global__ void copy_or_unit(T *to, int ldt, const T *from, int ldf, int m, int n)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < (long long)m * n)
        to[i % m + i / m * ldt] = from ? from[i % m + i / m * ldf] : T(i % m == i / m ? 1 : 0);
}
template <class T> void qr(cudaStream_t s, int m, int n, T *a, int lda, T *tau)
{
    for (int k = 0; k < m && k < n; k++) {
        T *x = a + k + (size_t)k * lda;
        reflect<<<1, 128, 0, s>>>(x, m - k, tau + k);
        if (k + 1 < n)
            apply<<<n - k - 1, 128, 0, s>>>(x, m - k, tau + k, true, false, x + lda, lda);
    }
}
template <class T> static void times_q(cudaStream_t s, bool right, bool trans, int m, int n, int k, const T *a, int lda, const T *tau, T *c, int ldc)
{
    for (int i = 0; i < k && m && n; i++) {
        int r = right == trans ? k - 1 - i : i; /* Q C and C Q^H begin with the last */
        const T *v = a + r + (size_t)r * lda;
        if (right)
            apply<<<m, 128, 0, s>>>(v, n - r, tau + r, trans, true, c + (size_t)r * ldc, ldc);
        else
            apply<<<n, 128, 0, s>>>(v, m - r, tau + r, trans, false, c + r, ldc);
    }
}
template <class T> void make_q(cudaStream_t s, int m, int n, int k, T *a, int lda, const T *tau, T *work)
{
    if (!m || !n)
        return;
    if (k)
        copy_or_unit<<<blocks((long long)m * k), 128, 0, s>>>(work, m, (const T *)a, lda, m, k);
    copy_or_unit<<<blocks((long long)m * n), 128, 0, s>>>(a, lda, (const T *)NULL, 0, m, n);
    times_q(s, false, false, m, n, k, (const T *)work, m, tau, a, lda);
}

#define QR(X, P, or, sy)                                                                                              \
    template void qr(cudaStream_t, int, int, number<P>::type *, int, number<P>::type *);                              \
    template void make_q(cudaStream_t, int, int, int, number<P>::type *, int, const number<P>::type *, number<P>::type *); \
    extern "C" cusolverStatus_t cusolverDn##X##geqrf_bufferSize(cusolverDnHandle_t h, int m, int n, P *, int lda, int *lwork) \
    {                                                                                                                 \
        SOLVER_CHECK(h, m < 0 || n < 0 || lda < at_least(m, 1) || !lwork);                                            \
        *lwork = 1;                                                                                                   \
        return CUSOLVER_STATUS_SUCCESS;                                                                               \
    }                                                                                                                 \
    extern "C" cusolverStatus_t cusolverDn##X##geqrf(cusolverDnHandle_t h, int m, int n, P *a, int lda, P *tau, P *, int, int *info) \
    {                                                                                                                 \
        typedef number<P>::type T;                                                                                    \
        SOLVER_CHECK(h, m < 0 || n < 0 || lda < at_least(m, 1) || (m && n && (!a || !tau)) || !info);                 \
        cudaMemsetAsync(info, 0, sizeof *info, h->stream);                                                            \
        qr(h->stream, m, n, (T *)a, lda, (T *)tau);                                                                   \
        return launched();                                                                                            \
    }                                                                                                                 \
    extern "C" cusolverStatus_t cusolverDn##X##or##mqr_bufferSize(cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t op, int m, int n, int k, const P *, int, const P *, const P *, int, int *lwork) \
    {                                                                                                                 \
        SOLVER_CHECK(h, (unsigned int)side > 1 || (unsigned int)op > 2 || m < 0 || n < 0 || k < 0 || !lwork);         \
        *lwork = 1;                                                                                                   \
        return CUSOLVER_STATUS_SUCCESS;                                                                               \
    }                                                                                                                 \
    extern "C" cusolverStatus_t cusolverDn##X##or##mqr(cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t op, int m, int n, int k, const P *a, int lda, const P *tau, P *c, int ldc, P *, int, int *info) \
    {                                                                                                                 \
        typedef number<P>::type T;                                                                                    \
        int order = side == CUBLAS_SIDE_LEFT ? m : n;                                                                 \
        SOLVER_CHECK(h, (unsigned int)side > 1 || (unsigned int)op > 2 || m < 0 || n < 0 || k < 0 || k > order || lda < at_least(order, 1) || ldc < at_least(m, 1) || !info); \
        cudaMemsetAsync(info, 0, sizeof *info, h->stream);                                                            \
        times_q(h->stream, side == CUBLAS_SIDE_RIGHT, op != CUBLAS_OP_N, m, n, k, (const T *)a, lda, (const T *)tau, (T *)c, ldc); \
        return launched();                                                                                            \
    }                                                                                                                 \
    extern "C" cusolverStatus_t cusolverDn##X##or##gqr_bufferSize(cusolverDnHandle_t h, int m, int n, int k, const P *, int lda, const P *, int *lwork) \
    {                                                                                                                 \
        SOLVER_CHECK(h, m < 0 || n < 0 || n > m || k < 0 || k > n || lda < at_least(m, 1) || !lwork);                 \
        *lwork = at_least(m * k, 1);                                                                                  \
        return CUSOLVER_STATUS_SUCCESS;                                                                               \
    }                                                                                                                 \
    extern "C" cusolverStatus_t cusolverDn##X##or##gqr(cusolverDnHandle_t h, int m, int n, int k, P *a, int lda, const P *tau, P *work, int lwork, int *info) \
    {                                                                                                                 \
        typedef number<P>::type T;                                                                                    \
        SOLVER_CHECK(h, m < 0 || n < 0 || n > m || k < 0 || k > n || lda < at_least(m, 1) || lwork < m * k || (k && !work) || !info); \
        cudaMemsetAsync(info, 0, sizeof *info, h->stream);                                                            \
        make_q(h->stream, m, n, k, (T *)a, lda, (const T *)tau, (T *)work);                                           \
        return launched();                                                                                            \
    }
SOLVER_EACH_TYPE(QR)
