/* What the files of this library share: the handle, numbers, views of matrices, and the one product that everything of level 3 is. */
#ifndef SLUICE_BLAS_H
#define SLUICE_BLAS_H
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>
#include "../numbers.h"

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t pointers;
    cublasMath_t math;
    cublasAtomicsMode_t atomics;
    void *scratch; /* device: partial sums of level 1 */
};
#define BLAS_PARTS 64 /* blocks of a reduction */

/* alpha or beta: from the host, or read by the kernel */
template <class T> struct scalar {
    T value;
    const T *there;
    __device__ T get() const { return there ? *there : value; }
};
template <class T, class U> scalar<T> scalar_of(cublasHandle_t h, const U *p)
{
    scalar<T> s = {T(), NULL};
    if (h->pointers == CUBLAS_POINTER_MODE_DEVICE)
        s.there = (const T *)p;
    else
        memcpy((void *)&s.value, (const char *)p, sizeof(T)); /* a std::complex lies at half the alignment of ours */
    return s;
}

/* A matrix as a product reads it: stored by columns; op N, T or C; of a symmetric or Hermitian one the half that `upper` names is
   stored, of a triangular one the other half is zero (and its diagonal 1: unit). */
enum view_kind { GENERAL, SYMMETRIC, HERMITIAN, TRIANGULAR };
template <class T> struct view {
    const T *p;
    const T *const *each; /* batched: a pointer for each */
    long long stride;     /* or this far apart */
    int ld;
    bool trans, conj, upper, unit;
    int kind;
    __device__ const T *of(int batch) const { return each ? each[batch] : p + stride * batch; }
    /* element (i, j) of what op makes of it */
    __device__ T at(const T *a, int i, int j) const
    {
        if (trans) {
            int t = i;
            i = j, j = t;
        }
        bool c = conj;
        if (kind != GENERAL) {
            bool stored = i == j || (upper ? i < j : i > j);
            if (kind == TRIANGULAR && !stored)
                return T(0);
            if (kind == TRIANGULAR && unit && i == j)
                return T(1);
            if (!stored) {
                int t = i;
                i = j, j = t;
                c ^= kind == HERMITIAN;
            }
        }
        T v = a[i + (size_t)j * ld];
        return c ? conjugate(v) : v;
    }
};
template <class T> view<T> view_of(const void *p, int ld, cublasOperation_t op = CUBLAS_OP_N, int kind = GENERAL, bool upper = false, bool unit = false)
{
    view<T> v = {(const T *)p, NULL, 0, ld, op == CUBLAS_OP_T || op == CUBLAS_OP_C, op == CUBLAS_OP_C || op == CUBLAS_OP_CONJG, upper, unit, kind};
    return v;
}

/* What is done to an element of the result on its way out (cuBLASLt); bits of cublasLtEpilogue_t. */
struct epilogue {
    int kind;         /* 0: nothing */
    const void *bias; /* one for each row, of the result's type */
    void *aux;
    long long aux_ld, aux_stride, bias_stride;
};
enum { EP_RELU = 2, EP_BIAS = 4, EP_GELU = 32, EP_AUX = 128, EP_DGELU = 64 };

/* D = alpha op(A) op(B) + beta C; one more for each batch. half: 0: all of D, 1: its upper, 2: its lower triangle. */
template <class In, class Out, class Acc> struct product {
    int m, n, k, batches, half;
    scalar<Acc> alpha, beta;
    view<In> a, b;
    Out *d;
    Out *const *d_each;
    const Out *c; /* not d: another matrix with its own pitch */
    long long d_stride, c_stride;
    int ldd, ldc;
    epilogue ep;
    bool tf32; /* of floats: their upper 19 bits are enough */
};
template <class In, class Out, class Acc> void multiply(cudaStream_t s, const product<In, Out, Acc> &p);
/* False: these matrices are for the general kernel. */
bool multiply_floats(cudaStream_t s, const product<float, float, float> &p);
bool multiply_streams(cudaStream_t s, const product<float, float, float> &p, int sms); /* a part of it for large ones; k in eights */
template <class In, class Out, class Acc> bool multiply_tensor(cudaStream_t, const product<In, Out, Acc> &) { return false; }
#define BLAS_HALVES(X) X(__half, __half) X(__half, float) X(__nv_bfloat16, __nv_bfloat16) X(__nv_bfloat16, float)
#define BLAS_HALF(In, Out) template <> bool multiply_tensor(cudaStream_t s, const product<In, Out, float> &p);
BLAS_HALVES(BLAS_HALF)
#undef BLAS_HALF
template <> bool multiply_tensor(cudaStream_t s, const product<float, float, float> &p);
template <> bool multiply_tensor(cudaStream_t s, const product<double, double, double> &p);
template <> bool multiply_tensor(cudaStream_t s, const product<signed char, int, int> &p);

/* Types that warp groups multiply: their results', and that of sums, which results may have, too (of floats 19 bits are multiplied) */
template <class T> struct kind {
    typedef T out;
    typedef float sum;
};
template <> struct kind<signed char> {
    typedef int out, sum;
};
/* Factors of 8-bit floats, of one byte each; e4m3 or not (e5m2). What becomes of a sum is said at run time: */
template <bool a_e4m3, bool b_e4m3> struct eights {
    char byte;
};
template <bool a, bool b> struct kind<eights<a, b>> {
    typedef float out, sum;
};
/* D = scale_d finished(alpha scale_a scale_b op(A) op(B) + beta scale_c C), where amax hears of the largest before scale_d; NULL: none. Types as cudaDataType. */
struct eights_way {
    const float *scale_a, *scale_b, *scale_c, *scale_d;
    float *amax;
    int d_type, c_type, bias_type;
    bool fast; /* sums stay in the tensor cores, which keep 13 bits behind the greatest exponent; else for 128 of the depth at a time */
};
template <bool e4m3_a, bool e4m3_b> struct product<eights<e4m3_a, e4m3_b>, float, float> : product<signed char, float, float> {
    eights_way way;
};
template <class T> using grouped_product = product<T, typename kind<T>::out, typename kind<T>::sum>;
/* By warp groups, for capability 9.0 and on; wide: the result is of the sums' type. False: matrices that it does not take, or another machine. */
template <class T> bool multiply_groups(cudaStream_t s, const grouped_product<T> &p, bool wide);

bool multiply_turned(cudaStream_t s, const product<float, float, float> &p); /* by these, TF32, after matrices were turned that do not lie along the depth */

/* One product of run-time types, for GemmEx and cuBLASLt. */
struct typed_product {
    cudaDataType a_type, b_type, c_type, scale;
    cublasOperation_t ta, tb;
    int m, n, k, batches;
    const void *alpha, *beta, *a, *b, *c;
    void *d;
    const void *const *a_each, *const *b_each;
    void *const *d_each;
    int lda, ldb, ldc, ldd;
    long long sa, sb, sc, sd;
    bool device_scalars;
    epilogue ep;
    bool tf32;
};
cublasStatus_t sluice_multiply(cudaStream_t s, const typed_product *p);
/* Of 8-bit floats: A transposed, B not, results of c_type's column of cuBLASLt's table. */
cublasStatus_t sluice_multiply_eights(cudaStream_t s, const typed_product *p, const eights_way *way);

static inline cublasStatus_t launched()
{
    return cudaPeekAtLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
#define BLAS_CHECK(h, bad)                                                                                   \
    do {                                                                                                     \
        if (!(h))                                                                                            \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                            \
        if (bad)                                                                                             \
            return CUBLAS_STATUS_INVALID_VALUE;                                                              \
    } while (0)
/* What cuBLAS refuses as an invalid value */
static inline bool bad_op(cublasOperation_t op) { return op != CUBLAS_OP_N && op != CUBLAS_OP_T && op != CUBLAS_OP_C; }
static inline bool bad_side(cublasSideMode_t side) { return side != CUBLAS_SIDE_LEFT && side != CUBLAS_SIDE_RIGHT; }
static inline bool bad_fill(cublasFillMode_t fill) { return fill != CUBLAS_FILL_MODE_LOWER && fill != CUBLAS_FILL_MODE_UPPER; }
static inline bool bad_diag(cublasDiagType_t diag) { return diag != CUBLAS_DIAG_NON_UNIT && diag != CUBLAS_DIAG_UNIT; }
static inline bool bad_pitch(int ld, int rows) { return ld < 1 || ld < rows; }
#define BLAS_EACH_TYPE(X) X(S, s, float) X(D, d, double) X(C, c, cuComplex) X(Z, z, cuDoubleComplex)
#endif
