/* Level 3 but for the solver: everything is a product of views. */
#include "blas.h"

static bool wants_tf32(cublasHandle_t h) { return (h->math & 15) == CUBLAS_TF32_TENSOR_OP_MATH; } /* above: flags */

template <class T, class U>
static product<T, T, T> product_of(cublasHandle_t h, int m, int n, int k, const U *alpha, view<T> a, view<T> b, const U *beta, U *c, int ldc)
{
    product<T, T, T> p = {};
    p.m = m, p.n = n, p.k = k, p.batches = 1;
    p.alpha = scalar_of<T>(h, alpha);
    if (beta)
        p.beta = scalar_of<T>(h, beta);
    else
        p.beta.value = T(0);
    p.a = a, p.b = b, p.d = (T *)c, p.ldd = ldc;
    p.tf32 = wants_tf32(h);
    return p;
}
template <class T> static cublasStatus_t carry_out(cublasHandle_t h, const product<T, T, T> &p)
{
    multiply(h->stream, p);
    return launched();
}
/* c: the result, or the results' addresses */
static bool bad_gemm(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha, int lda, int ldb, const void *beta, const void *c, int ldc)
{
    return bad_op(ta) || bad_op(tb) || m < 0 || n < 0 || k < 0 || bad_pitch(lda, ta == CUBLAS_OP_N ? m : k) || bad_pitch(ldb, tb == CUBLAS_OP_N ? k : n) ||
           bad_pitch(ldc, m) || !alpha || !beta || (!c && m && n);
}
/* op(A), triangular, from one side on matrices of m x n */
static bool bad_triangle(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag, int m, int n, const void *alpha, int lda, int ldb)
{
    return bad_side(side) || bad_fill(uplo) || bad_op(op) || bad_diag(diag) || m < 0 || n < 0 || !alpha ||
           bad_pitch(lda, side == CUBLAS_SIDE_LEFT ? m : n) || bad_pitch(ldb, m);
}

template <class T> __global__ void geam(int m, int n, scalar<T> alpha, view<T> a, scalar<T> beta, view<T> b, T *c, int ldc)
{
    T x = alpha.get(), y = beta.get();
    for (long long e = blockIdx.x * (long long)blockDim.x + threadIdx.x; e < (long long)m * n; e += (long long)gridDim.x * blockDim.x) {
        int i = (int)(e % m), j = (int)(e / m);
        T v = T(0);
        if (!is_zero(x))
            v = x * a.at(a.p, i, j);
        if (!is_zero(y))
            v = fused(y, b.at(b.p, i, j), v);
        c[i + (size_t)j * ldc] = v;
    }
}
template <class T> __global__ void dgmm(bool left, int m, int n, const T *a, int lda, const T *x, int incx, T *c, int ldc)
{
    for (long long e = blockIdx.x * (long long)blockDim.x + threadIdx.x; e < (long long)m * n; e += (long long)gridDim.x * blockDim.x) {
        int i = (int)(e % m), j = (int)(e / m), k = left ? i : j, count = left ? m : n;
        c[i + (size_t)j * ldc] = a[i + (size_t)j * lda] * x[(size_t)(incx < 0 ? k - count + 1 : k) * incx];
    }
}
static unsigned int blocks_for(long long n)
{
    long long b = (n + 255) / 256;
    return (unsigned int)(b < 1 ? 1 : b > 4096 ? 4096 : b);
}

/* One right-hand side a thread, from the first unknown to the last: right, and slow for few of them. right: X op(A) = B, a row a thread. */
template <class T> __global__ void trsm(bool right, int m, int n, scalar<T> alpha, view<T> a, T *b, int ldb)
{
    int count = right ? m : n, size = right ? n : m;
    int which = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (which >= count)
        return;
    T *x = b + (right ? (size_t)which : (size_t)which * ldb), s = alpha.get();
    size_t step = right ? (size_t)ldb : 1;
    bool upper = a.upper != a.trans, forward = right ? upper : !upper;
    for (int r = 0; r < size; r++) {
        int i = forward ? r : size - 1 - r;
        T v = s * x[(size_t)i * step];
        for (int q = 0; q < r; q++) {
            int k = forward ? q : size - 1 - q;
            T e = right ? a.at(a.p, k, i) : a.at(a.p, i, k);
            v = v - e * x[(size_t)k * step];
        }
        x[(size_t)i * step] = a.unit ? v : v / a.at(a.p, i, i);
    }
}
template <class T> static void solve(cublasHandle_t h, bool right, int m, int n, scalar<T> alpha, view<T> a, T *b, int ldb)
{
    int count = right ? m : n;
    if (m && n)
        trsm<T><<<(unsigned)((count + 63) / 64), 64, 0, h->stream>>>(right, m, n, alpha, a, b, ldb);
}

#define LEVEL3(B, letter, U)                                                                                      \
    cublasStatus_t cublas##B##gemm_v2(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const U *alpha, const U *A, int lda, const U *B_, int ldb, const U *beta, U *C, int ldc) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, bad_gemm(ta, tb, m, n, k, alpha, lda, ldb, beta, C, ldc));                                             \
        return carry_out<T>(h, product_of(h, m, n, k, alpha, view_of<T>(A, lda, ta), view_of<T>(B_, ldb, tb), beta, C, ldc)); \
    }                                                                                                        \
    cublasStatus_t cublas##B##gemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const U *alpha, const U *const A[], int lda, const U *const B_[], int ldb, const U *beta, U *const C[], int ldc, int count) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, bad_gemm(ta, tb, m, n, k, alpha, lda, ldb, beta, C, ldc) || count < 0);                                \
        product<T, T, T> p = product_of(h, m, n, k, alpha, view_of<T>(NULL, lda, ta), view_of<T>(NULL, ldb, tb), beta, (U *)NULL, ldc); \
        p.a.each = (const T *const *)A, p.b.each = (const T *const *)B_, p.d_each = (T *const *)C, p.batches = count; \
        return carry_out<T>(h, p);                                                                           \
    }                                                                                                        \
    cublasStatus_t cublas##B##gemmStridedBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const U *alpha, const U *A, int lda, long long int sa, const U *B_, int ldb, long long int sb, const U *beta, U *C, int ldc, long long int sc, int count) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, bad_gemm(ta, tb, m, n, k, alpha, lda, ldb, beta, C, ldc) || count < 0);                                \
        product<T, T, T> p = product_of(h, m, n, k, alpha, view_of<T>(A, lda, ta), view_of<T>(B_, ldb, tb), beta, C, ldc); \
        p.a.stride = sa, p.b.stride = sb, p.d_stride = sc, p.batches = count;                                \
        return carry_out<T>(h, p);                                                                           \
    }                                                                                                        \
    cublasStatus_t cublas##B##symm_v2(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const U *alpha, const U *A, int lda, const U *B_, int ldb, const U *beta, U *C, int ldc) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, bad_side(side) || bad_fill(uplo) || m < 0 || n < 0 || !alpha || !beta || (!C && m && n) || \
                          bad_pitch(lda, side == CUBLAS_SIDE_LEFT ? m : n) || bad_pitch(ldb, m) || bad_pitch(ldc, m)); \
        view<T> a = view_of<T>(A, lda, CUBLAS_OP_N, SYMMETRIC, uplo == CUBLAS_FILL_MODE_UPPER), v = view_of<T>(B_, ldb); \
        bool left = side == CUBLAS_SIDE_LEFT;                                                                \
        return carry_out<T>(h, product_of(h, m, n, left ? m : n, alpha, left ? a : v, left ? v : a, beta, C, ldc)); \
    }                                                                                                        \
    cublasStatus_t cublas##B##syrk_v2(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t op, int n, int k, const U *alpha, const U *A, int lda, const U *beta, U *C, int ldc) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, bad_fill(uplo) || bad_op(op) || n < 0 || k < 0 || !alpha || !beta || (!C && n) || bad_pitch(lda, op == CUBLAS_OP_N ? n : k) || \
                          bad_pitch(ldc, n));                                                                \
        cublasOperation_t other = op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;                             \
        product<T, T, T> p = product_of(h, n, n, k, alpha, view_of<T>(A, lda, op == CUBLAS_OP_N ? op : CUBLAS_OP_T), view_of<T>(A, lda, other), beta, C, ldc); \
        p.half = uplo == CUBLAS_FILL_MODE_UPPER ? 1 : 2;                                                     \
        return carry_out<T>(h, p);                                                                           \
    }                                                                                                        \
    cublasStatus_t cublas##B##trmm_v2(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag, int m, int n, const U *alpha, const U *A, int lda, const U *B_, int ldb, U *C, int ldc) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, bad_triangle(side, uplo, op, diag, m, n, alpha, lda, ldb) || (!C && m && n) || bad_pitch(ldc, m)); \
        U *copy = NULL;                                                                                      \
        if (B_ == C && m && n) { /* in place: from a copy */                                                 \
            if (cudaMalloc(&copy, sizeof(U) * (size_t)ldb * (size_t)n) != cudaSuccess)                       \
                return CUBLAS_STATUS_ALLOC_FAILED;                                                           \
            cudaMemcpy2DAsync(copy, sizeof(U) * (size_t)ldb, B_, sizeof(U) * (size_t)ldb, sizeof(U) * (size_t)m, (size_t)n, cudaMemcpyDeviceToDevice, h->stream); \
        }                                                                                                    \
        view<T> a = view_of<T>(A, lda, op, TRIANGULAR, uplo == CUBLAS_FILL_MODE_UPPER, diag == CUBLAS_DIAG_UNIT), v = view_of<T>(copy ? copy : B_, ldb); \
        bool left = side == CUBLAS_SIDE_LEFT;                                                                \
        cublasStatus_t s = carry_out<T>(h, product_of(h, m, n, left ? m : n, alpha, left ? a : v, left ? v : a, (const U *)NULL, C, ldc)); \
        cudaFree(copy);                                                                                      \
        return s;                                                                                            \
    }                                                                                                        \
    cublasStatus_t cublas##B##trsm_v2(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag, int m, int n, const U *alpha, const U *A, int lda, U *B_, int ldb) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, bad_triangle(side, uplo, op, diag, m, n, alpha, lda, ldb));                            \
        view<T> a = view_of<T>(A, lda, op, TRIANGULAR, uplo == CUBLAS_FILL_MODE_UPPER, diag == CUBLAS_DIAG_UNIT); \
        solve(h, side == CUBLAS_SIDE_RIGHT, m, n, scalar_of<T>(h, alpha), a, (T *)B_, ldb);                  \
        return launched();                                                                                   \
    }                                                                                                        \
    cublasStatus_t cublas##B##trsv_v2(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag, int n, const U *A, int lda, U *x, int incx) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, bad_fill(uplo) || bad_op(op) || bad_diag(diag) || n < 0 || bad_pitch(lda, n) || !incx); \
        scalar<T> one = {T(1), NULL};                                                                        \
        /* x is the one row of X' = x': op(A) x = b is x' op(A)' = b' */                                      \
        view<T> a = view_of<T>(A, lda, op, TRIANGULAR, uplo == CUBLAS_FILL_MODE_UPPER, diag == CUBLAS_DIAG_UNIT); \
        a.trans = !a.trans;                                                                                  \
        solve(h, true, 1, n, one, a, (T *)x + (incx < 0 ? (long long)(1 - n) * incx : 0), incx);             \
        return launched();                                                                                   \
    }                                                                                                        \
    cublasStatus_t cublas##B##geam(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const U *alpha, const U *A, int lda, const U *beta, const U *B_, int ldb, U *C, int ldc) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, bad_op(ta) || bad_op(tb) || m < 0 || n < 0 || !alpha || !beta || (!C && m && n) || bad_pitch(ldc, m) || \
                          bad_pitch(lda, ta == CUBLAS_OP_N ? m : n) || bad_pitch(ldb, tb == CUBLAS_OP_N ? m : n)); \
        if (m && n)                                                                                          \
            geam<T><<<blocks_for((long long)m * n), 256, 0, h->stream>>>(m, n, scalar_of<T>(h, alpha), view_of<T>(A, lda, ta), scalar_of<T>(h, beta), view_of<T>(B_, ldb, tb), (T *)C, ldc); \
        return launched();                                                                                   \
    }                                                                                                        \
    cublasStatus_t cublas##B##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const U *A, int lda, const U *x, int incx, U *C, int ldc) \
    {                                                                                                        \
        typedef number<U>::type T;                                                                           \
        BLAS_CHECK(h, bad_side(side) || m < 0 || n < 0 || (!C && m && n) || bad_pitch(lda, m) || bad_pitch(ldc, m)); \
        if (m && n)                                                                                          \
            dgmm<T><<<blocks_for((long long)m * n), 256, 0, h->stream>>>(side == CUBLAS_SIDE_LEFT, m, n, (const T *)A, lda, (const T *)x, incx, (T *)C, ldc); \
        return launched();                                                                                   \
    }
extern "C" {
BLAS_EACH_TYPE(LEVEL3)

/* y' = alpha x' op(A)' + beta y': vectors are matrices of one row, whose pitch is their step */
#define BATCHED_VECTORS(B, letter, U)                                                                             \
    cublasStatus_t cublas##B##gemvStridedBatched(cublasHandle_t h, cublasOperation_t op, int m, int n, const U *alpha, const U *A, int lda, long long int sa, const U *x, int incx, long long int sx, const U *beta, U *y, int incy, long long int sy, int count) \
    {                                                                                                        \
        BLAS_CHECK(h, bad_op(op) || m < 0 || n < 0 || bad_pitch(lda, m) || !incx || !incy || !alpha || !beta || count < 0); \
        if ((op == CUBLAS_OP_C && sizeof(U) != sizeof(number<U>::real)) || incx < 0 || incy < 0)                                                       \
            return CUBLAS_STATUS_NOT_SUPPORTED;                                                              \
        bool n_op = op == CUBLAS_OP_N;                                                                       \
        return cublas##B##gemmStridedBatched(h, CUBLAS_OP_N, n_op ? CUBLAS_OP_T : CUBLAS_OP_N, 1, n_op ? m : n, n_op ? n : m, alpha, x, incx, sx, A, lda, sa, beta, y, incy, sy, count); \
    }                                                                                                        \
    cublasStatus_t cublas##B##gemvBatched(cublasHandle_t h, cublasOperation_t op, int m, int n, const U *alpha, const U *const A[], int lda, const U *const x[], int incx, const U *beta, U *const y[], int incy, int count) \
    {                                                                                                        \
        BLAS_CHECK(h, bad_op(op) || m < 0 || n < 0 || bad_pitch(lda, m) || !incx || !incy || !alpha || !beta || count < 0); \
        if ((op == CUBLAS_OP_C && sizeof(U) != sizeof(number<U>::real)) || incx < 0 || incy < 0)                                                       \
            return CUBLAS_STATUS_NOT_SUPPORTED;                                                              \
        bool n_op = op == CUBLAS_OP_N;                                                                       \
        return cublas##B##gemmBatched(h, CUBLAS_OP_N, n_op ? CUBLAS_OP_T : CUBLAS_OP_N, 1, n_op ? m : n, n_op ? n : m, alpha, x, incx, A, lda, beta, y, incy, count); \
    }
BLAS_EACH_TYPE(BATCHED_VECTORS)
/* three real products instead of four are a matter of speed and rounding */
#define THREE_PRODUCTS(B, U)                                                                                      \
    cublasStatus_t cublas##B##gemm3m(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const U *alpha, const U *A, int lda, const U *B_, int ldb, const U *beta, U *C, int ldc) \
    {                                                                                                        \
        return cublas##B##gemm_v2(h, ta, tb, m, n, k, alpha, A, lda, B_, ldb, beta, C, ldc);                 \
    }
THREE_PRODUCTS(C, cuComplex)
THREE_PRODUCTS(Z, cuDoubleComplex)

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha, const void *A, cudaDataType at, int lda, long long int sa, const void *B, cudaDataType bt, int ldb, long long int sb, const void *beta, void *C, cudaDataType ct, int ldc, long long int sc, int count, cublasComputeType_t compute, cublasGemmAlgo_t)
{
    BLAS_CHECK(h, bad_gemm(ta, tb, m, n, k, alpha, lda, ldb, beta, C, ldc) || count < 0);
    bool half = compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC;
    bool integer = compute == CUBLAS_COMPUTE_32I || compute == CUBLAS_COMPUTE_32I_PEDANTIC;
    bool complex = at == CUDA_C_32F || at == CUDA_C_64F, wide = compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC;
    cudaDataType scale = half ? CUDA_R_16F : integer ? CUDA_R_32I : complex ? (wide ? CUDA_C_64F : CUDA_C_32F) : wide ? CUDA_R_64F : CUDA_R_32F;
    typed_product p = {at, bt, ct, scale, ta, tb, m, n, k, count, alpha, beta, A, B, C, C, NULL, NULL, NULL, lda, ldb, ldc, ldc, sa, sb, sc, sc,
                       h->pointers == CUBLAS_POINTER_MODE_DEVICE, {}, compute == CUBLAS_COMPUTE_32F_FAST_TF32 || (compute == CUBLAS_COMPUTE_32F && wants_tf32(h))};
    return sluice_multiply(h->stream, &p);
}
cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha, const void *A, cudaDataType at, int lda, const void *B, cudaDataType bt, int ldb, const void *beta, void *C, cudaDataType ct, int ldc, cublasComputeType_t compute, cublasGemmAlgo_t algo)
{
    return cublasGemmStridedBatchedEx(h, ta, tb, m, n, k, alpha, A, at, lda, 0, B, bt, ldb, 0, beta, C, ct, ldc, 0, 1, compute, algo);
}
cublasStatus_t cublasSgemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const float *alpha, const void *A, cudaDataType at, int lda, const void *B, cudaDataType bt, int ldb, const float *beta, void *C, cudaDataType ct, int ldc)
{
    return cublasGemmEx(h, ta, tb, m, n, k, alpha, A, at, lda, B, bt, ldb, beta, C, ct, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha, const void *const A[], cudaDataType at, int lda, const void *const B[], cudaDataType bt, int ldb, const void *beta, void *const C[], cudaDataType ct, int ldc, int count, cublasComputeType_t compute, cublasGemmAlgo_t)
{
    BLAS_CHECK(h, bad_gemm(ta, tb, m, n, k, alpha, lda, ldb, beta, C, ldc) || count < 0);
    cudaDataType scale = compute == CUBLAS_COMPUTE_16F ? CUDA_R_16F : compute == CUBLAS_COMPUTE_32I ? CUDA_R_32I : compute == CUBLAS_COMPUTE_64F ? (at == CUDA_C_64F ? at : CUDA_R_64F) : at == CUDA_C_32F ? at : CUDA_R_32F;
    typed_product p = {at, bt, ct, scale, ta, tb, m, n, k, count, alpha, beta, NULL, NULL, NULL, NULL, A, B, C, lda, ldb, ldc, ldc, 0, 0, 0, 0,
                       h->pointers == CUBLAS_POINTER_MODE_DEVICE, {}, compute == CUBLAS_COMPUTE_32F_FAST_TF32 || (compute == CUBLAS_COMPUTE_32F && wants_tf32(h))};
    return sluice_multiply(h->stream, &p);
}
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const __half *alpha, const __half *A, int lda, long long int sa, const __half *B, int ldb, long long int sb, const __half *beta, __half *C, int ldc, long long int sc, int count)
{
    return cublasGemmStridedBatchedEx(h, ta, tb, m, n, k, alpha, A, CUDA_R_16F, lda, sa, B, CUDA_R_16F, ldb, sb, beta, C, CUDA_R_16F, ldc, sc, count, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}
cublasStatus_t cublasHgemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const __half *alpha, const __half *A, int lda, const __half *B, int ldb, const __half *beta, __half *C, int ldc)
{
    return cublasHgemmStridedBatched(h, ta, tb, m, n, k, alpha, A, lda, 0, B, ldb, 0, beta, C, ldc, 0, 1);
}
cublasStatus_t cublasHgemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const __half *alpha, const __half *const A[], int lda, const __half *const B[], int ldb, const __half *beta, __half *const C[], int ldc, int count)
{
    return cublasGemmBatchedEx(h, ta, tb, m, n, k, alpha, (const void *const *)A, CUDA_R_16F, lda, (const void *const *)B, CUDA_R_16F, ldb, beta, (void *const *)C, CUDA_R_16F, ldc, count, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}
}
