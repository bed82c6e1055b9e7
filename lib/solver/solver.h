/* What the files of this library share. Matrices are stored by columns, as LAPACK's. */
#ifndef SLUICE_SOLVER_H
#define SLUICE_SOLVER_H
#include "../numbers.h"
#include <cusolverDn.h>
#include <math.h>

struct cusolverDnContext { cudaStream_t stream; };

static inline cusolverStatus_t launched() { return cudaPeekAtLastError() == cudaSuccess ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED; }
static inline unsigned int blocks(long long n, int each = 128) { return (unsigned int)((n + each - 1) / each); }
static inline int at_least(int n, int least) { return n > least ? n : least; }
#define SOLVER_CHECK(h, bad)                         \
    do {                                             \
        if (!(h))                                    \
            return CUSOLVER_STATUS_NOT_INITIALIZED;  \
        if (bad)                                     \
            return CUSOLVER_STATUS_INVALID_VALUE;    \
    } while (0)
#define SOLVER_EACH_TYPE(X)                          \
    X(S, float, or, sy)                              \
    X(D, double, or, sy)                             \
    X(C, cuComplex, un, he)                          \
    X(Z, cuDoubleComplex, un, he)

__host__ __device__ inline float real_of(float a) { return a; }
__host__ __device__ inline double real_of(double a) { return a; }
template <class T> __host__ __device__ inline T real_of(cplx<T> a) { return a.x; }
__host__ __device__ inline float squared(float a) { return a * a; }
__host__ __device__ inline double squared(double a) { return a * a; }
template <class T> __host__ __device__ inline T squared(cplx<T> a) { return a.x * a.x + a.y * a.y; }
template <class T> struct real_type { typedef T type; };
template <class T> struct real_type<cplx<T>> { typedef T type; };
__host__ __device__ inline float smallest(float) { return 1.1920929e-7f; }
__host__ __device__ inline double smallest(double) { return 2.220446049250313e-16; }

/* The sum over a block of 128 threads, to all of them */
template <class T> __device__ T block_sum(T v)
{
    __shared__ T part[128];
    __syncthreads();
    part[threadIdx.x] = v;
    __syncthreads();
    for (int d = 64; d; d /= 2) {
        if ((int)threadIdx.x < d)
            part[threadIdx.x] = part[threadIdx.x] + part[threadIdx.x + d];
        __syncthreads();
    }
    return part[0];
}
/* A = QR and products with Q (qr.cu), for gesvd */
template <class T> void qr(cudaStream_t s, int m, int n, T *a, int lda, T *tau);
template <class T> void make_q(cudaStream_t s, int m, int n, int k, T *a, int lda, const T *tau, T *work);
#endif
