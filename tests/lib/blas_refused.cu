// What cuBLAS refuses: pointers that are NULL, words of no meaning, pitches that are too small; and what it takes: complex scalars that
// lie as std::complex does, negative steps.
// flags: -lcublas -lcublasLt
// expect: refused: 0 taken
// expect: scalars: 0 wrong
// expect: steps: 0 wrong
// expect: Lt: 0 taken
#include <complex>
#include <cstdio>
#include <cstring>
#include <cublasLt.h>
#include <cublas_v2.h>

static cublasHandle_t h;
static int taken;
static void refused(cublasStatus_t s, const char *call)
{
    if (s == CUBLAS_STATUS_INVALID_VALUE)
        return;
    printf("%s: status %d\n", call, s);
    taken++;
}
#define REFUSED(call) refused(call, #call)
static const cublasOperation_t N = CUBLAS_OP_N, bad_op = (cublasOperation_t)9;
static const cublasFillMode_t U = CUBLAS_FILL_MODE_UPPER, bad_fill = (cublasFillMode_t)9;
static const cublasSideMode_t L = CUBLAS_SIDE_LEFT, bad_side = (cublasSideMode_t)9;
static const cublasDiagType_t D = CUBLAS_DIAG_NON_UNIT, bad_diag = (cublasDiagType_t)9;

#define EACH_CALL(P, T)                                                                                     \
    static void refuse_##P(T *d, T **each)                                                                   \
    {                                                                                                        \
        T one = {}, *a = &one, *none = NULL;                                                                 \
        int r;                                                                                               \
        REFUSED(cublas##P##axpy(h, 4, none, d, 1, d, 1));                                                    \
        REFUSED(cublas##P##scal(h, 4, none, d, 1));                                                          \
        REFUSED(cublas##P##gemv(h, bad_op, 4, 4, a, d, 4, d, 1, a, d, 1));                                   \
        REFUSED(cublas##P##gemv(h, N, 4, 4, none, d, 4, d, 1, a, d, 1));                                     \
        REFUSED(cublas##P##gemv(h, N, 4, 4, a, d, 4, d, 1, none, d, 1));                                     \
        REFUSED(cublas##P##gemv(h, N, 4, 4, a, d, 3, d, 1, a, d, 1));                                        \
        REFUSED(cublas##P##symv(h, bad_fill, 4, a, d, 4, d, 1, a, d, 1));                                    \
        REFUSED(cublas##P##symv(h, U, 4, none, d, 4, d, 1, a, d, 1));                                        \
        REFUSED(cublas##P##symv(h, U, 4, a, d, 4, d, 1, none, d, 1));                                        \
        REFUSED(cublas##P##trmv(h, bad_fill, N, D, 4, d, 4, d, 1));                                          \
        REFUSED(cublas##P##trmv(h, U, bad_op, D, 4, d, 4, d, 1));                                            \
        REFUSED(cublas##P##trmv(h, U, N, bad_diag, 4, d, 4, d, 1));                                          \
        REFUSED(cublas##P##trsv(h, bad_fill, N, D, 4, d, 4, d, 1));                                          \
        REFUSED(cublas##P##trsv(h, U, bad_op, D, 4, d, 4, d, 1));                                            \
        REFUSED(cublas##P##trsv(h, U, N, bad_diag, 4, d, 4, d, 1));                                          \
        REFUSED(cublas##P##trsv(h, U, N, D, 4, d, 4, d, 0));                                                 \
        REFUSED(cublas##P##gemm(h, bad_op, N, 4, 4, 4, a, d, 4, d, 4, a, d, 4));                             \
        REFUSED(cublas##P##gemm(h, N, bad_op, 4, 4, 4, a, d, 4, d, 4, a, d, 4));                             \
        REFUSED(cublas##P##gemm(h, N, N, 4, 4, 4, none, d, 4, d, 4, a, d, 4));                               \
        REFUSED(cublas##P##gemm(h, N, N, 4, 4, 4, a, d, 4, d, 4, none, d, 4));                               \
        REFUSED(cublas##P##gemm(h, N, N, 4, 4, 4, a, d, 4, d, 4, a, none, 4));                               \
        REFUSED(cublas##P##gemmBatched(h, bad_op, N, 4, 4, 4, a, each, 4, each, 4, a, each, 4, 1));          \
        REFUSED(cublas##P##gemmBatched(h, N, N, 4, 4, 4, none, each, 4, each, 4, a, each, 4, 1));            \
        REFUSED(cublas##P##gemmStridedBatched(h, N, bad_op, 4, 4, 4, a, d, 4, 0, d, 4, 0, a, d, 4, 0, 1));   \
        REFUSED(cublas##P##gemmStridedBatched(h, N, N, 4, 4, 4, a, d, 4, 0, d, 4, 0, none, d, 4, 0, 1));     \
        REFUSED(cublas##P##gemvStridedBatched(h, bad_op, 4, 4, a, d, 4, 0, d, 1, 0, a, d, 1, 0, 1));         \
        REFUSED(cublas##P##gemvStridedBatched(h, N, 4, 4, none, d, 4, 0, d, 1, 0, a, d, 1, 0, 1));           \
        REFUSED(cublas##P##gemvBatched(h, bad_op, 4, 4, a, each, 4, each, 1, a, each, 1, 1));                \
        REFUSED(cublas##P##gemvBatched(h, N, 4, 4, a, each, 4, each, 1, none, each, 1, 1));                  \
        REFUSED(cublas##P##symm(h, bad_side, U, 4, 4, a, d, 4, d, 4, a, d, 4));                              \
        REFUSED(cublas##P##symm(h, L, bad_fill, 4, 4, a, d, 4, d, 4, a, d, 4));                              \
        REFUSED(cublas##P##symm(h, L, U, 4, 4, none, d, 4, d, 4, a, d, 4));                                  \
        REFUSED(cublas##P##symm(h, L, U, 4, 4, a, d, 3, d, 4, a, d, 4));                                     \
        REFUSED(cublas##P##syrk(h, bad_fill, N, 4, 4, a, d, 4, a, d, 4));                                    \
        REFUSED(cublas##P##syrk(h, U, bad_op, 4, 4, a, d, 4, a, d, 4));                                      \
        REFUSED(cublas##P##syrk(h, U, N, 4, 4, none, d, 4, a, d, 4));                                        \
        REFUSED(cublas##P##syrk(h, U, N, 4, 4, a, d, 4, none, d, 4));                                        \
        REFUSED(cublas##P##trmm(h, bad_side, U, N, D, 4, 4, a, d, 4, d, 4, d, 4));                           \
        REFUSED(cublas##P##trmm(h, L, bad_fill, N, D, 4, 4, a, d, 4, d, 4, d, 4));                           \
        REFUSED(cublas##P##trmm(h, L, U, bad_op, D, 4, 4, a, d, 4, d, 4, d, 4));                             \
        REFUSED(cublas##P##trmm(h, L, U, N, bad_diag, 4, 4, a, d, 4, d, 4, d, 4));                           \
        REFUSED(cublas##P##trmm(h, L, U, N, D, 4, 4, none, d, 4, d, 4, d, 4));                               \
        REFUSED(cublas##P##trsm(h, bad_side, U, N, D, 4, 4, a, d, 4, d, 4));                                 \
        REFUSED(cublas##P##trsm(h, L, bad_fill, N, D, 4, 4, a, d, 4, d, 4));                                 \
        REFUSED(cublas##P##trsm(h, L, U, bad_op, D, 4, 4, a, d, 4, d, 4));                                   \
        REFUSED(cublas##P##trsm(h, L, U, N, bad_diag, 4, 4, a, d, 4, d, 4));                                 \
        REFUSED(cublas##P##trsm(h, L, U, N, D, 4, 4, none, d, 4, d, 4));                                     \
        REFUSED(cublas##P##geam(h, bad_op, N, 4, 4, a, d, 4, a, d, 4, d, 4));                                \
        REFUSED(cublas##P##geam(h, N, bad_op, 4, 4, a, d, 4, a, d, 4, d, 4));                                \
        REFUSED(cublas##P##geam(h, N, N, 4, 4, none, d, 4, a, d, 4, d, 4));                                  \
        REFUSED(cublas##P##geam(h, N, N, 4, 4, a, d, 4, none, d, 4, d, 4));                                  \
        REFUSED(cublas##P##dgmm(h, bad_side, 4, 4, d, 4, d, 1, d, 4));                                       \
        REFUSED(cublasI##P##AMAX(h, 4, d, 1, (int *)NULL));                                                  \
        (void)r;                                                                                             \
    }
#define cublasISAMAX cublasIsamax
#define cublasIDAMAX cublasIdamax
#define cublasICAMAX cublasIcamax
#define cublasIZAMAX cublasIzamax
EACH_CALL(S, float)
EACH_CALL(D, double)
EACH_CALL(C, cuComplex)
EACH_CALL(Z, cuDoubleComplex)

static void refuse_others(float *d, void **each)
{
    float one = 1;
    const cudaDataType R = CUDA_R_32F;
    REFUSED(cublasGemmEx(h, bad_op, N, 4, 4, 4, &one, d, R, 4, d, R, 4, &one, d, R, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    REFUSED(cublasGemmEx(h, N, N, 4, 4, 4, NULL, d, R, 4, d, R, 4, &one, d, R, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    REFUSED(cublasGemmEx(h, N, N, 4, 4, 4, &one, d, R, 4, d, R, 4, NULL, d, R, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    REFUSED(cublasGemmBatchedEx(h, N, N, 4, 4, 4, NULL, each, R, 4, each, R, 4, &one, each, R, 4, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    REFUSED(cublasSgemmEx(h, N, bad_op, 4, 4, 4, &one, d, R, 4, d, R, 4, &one, d, R, 4));
    REFUSED(cublasHgemm(h, N, N, 4, 4, 4, NULL, (__half *)d, 4, (__half *)d, 4, NULL, (__half *)d, 4));
    REFUSED(cublasSdot(h, 4, d, 1, d, 1, NULL));
    REFUSED(cublasSnrm2(h, 4, d, 1, NULL));
    REFUSED(cublasSger(h, 4, 4, NULL, d, 1, d, 1, d, 4));
    REFUSED(cublasSrot(h, 4, d, 1, d, 1, NULL, &one));
    REFUSED(cublasSetPointerMode(h, (cublasPointerMode_t)9));
    REFUSED(cublasSetMathMode(h, (cublasMath_t)9));
    REFUSED(cublasSetAtomicsMode(h, (cublasAtomicsMode_t)9));
    REFUSED(cublasGetVersion(h, NULL));
    REFUSED(cublasGetProperty(MAJOR_VERSION, NULL));
    REFUSED(cublasCreate(NULL));
}

/* Each call with scalars at 16 bytes and with scalars at 8: the same numbers */
typedef std::complex<double> complex;
static void call(int which, const complex *al, const complex *be, cuDoubleComplex *d)
{
    const cuDoubleComplex *a = (const cuDoubleComplex *)al, *b = (const cuDoubleComplex *)be;
    cuDoubleComplex *x = d + 16, *y = d + 32;
    switch (which) {
    case 0: cublasZgemm(h, N, N, 4, 4, 4, a, d, 4, x, 4, b, y, 4); break;
    case 1: cublasZgemv(h, N, 4, 4, a, d, 4, x, 1, b, y, 1); break;
    case 2: cublasZaxpy(h, 16, a, x, 1, y, 1); break;
    case 3: cublasZscal(h, 16, a, y, 1); break;
    case 4: cublasZgeru(h, 4, 4, a, d, 1, x, 1, y, 4); break;
    case 5: cublasZgeam(h, N, N, 4, 4, a, d, 4, b, x, 4, y, 4); break;
    case 6: cublasZsyrk(h, U, N, 4, 4, a, d, 4, b, y, 4); break;
    case 7: cublasZsymm(h, L, U, 4, 4, a, d, 4, x, 4, b, y, 4); break;
    case 8: cublasZtrmm(h, L, U, N, D, 4, 4, a, d, 4, x, 4, y, 4); break;
    case 9: cublasZtrsm(h, L, U, N, D, 4, 4, a, d, 4, y, 4); break;
    case 10: cublasZgemmStridedBatched(h, N, N, 4, 4, 4, a, d, 4, 0, x, 4, 0, b, y, 4, 0, 1); break;
    case 11: cublasZsymv(h, U, 4, a, d, 4, x, 1, b, y, 1); break;
    default: break;
    }
}
static int scalars_at_8(cuDoubleComplex *d)
{
    alignas(16) char room[80];
    complex *at16 = new (room) complex[2], *at8 = new (room + 40) complex[2], begin[48], ends[2][48];
    int wrong = 0;
    at16[0] = at8[0] = complex(0.5, -2), at16[1] = at8[1] = complex(3, 0.25);
    for (int i = 0; i < 48; i++)
        begin[i] = complex(i % 7 + 1, i % 5);
    for (int which = 0; which < 12; which++) {
        for (int k = 0; k < 2; k++) {
            cudaMemcpy(d, begin, sizeof begin, cudaMemcpyHostToDevice);
            const complex *s = k ? at8 : at16;
            call(which, s, s + 1, d);
            cudaMemcpy(ends[k], d, sizeof begin, cudaMemcpyDeviceToHost);
        }
        wrong += memcmp(ends[0], ends[1], sizeof begin) != 0 || memcmp(ends[0], begin, sizeof begin) == 0;
    }
    return wrong;
}

/* trmv and trsv on a vector backwards, and forwards on one that was turned round */
static int steps_back(double *d)
{
    double m[16], x[4] = {1, 2, 3, 4}, back[4], there[4];
    int wrong = 0;
    for (int i = 0; i < 16; i++)
        m[i] = i % 5 + 1;
    for (int solves = 0; solves < 2; solves++)
        for (int step = 1; step >= -1; step -= 2) {
            cudaMemcpy(d, m, sizeof m, cudaMemcpyHostToDevice);
            for (int i = 0; i < 4; i++)
                back[i] = step < 0 ? x[3 - i] : x[i];
            cudaMemcpy(d + 16, back, sizeof back, cudaMemcpyHostToDevice);
            int s = solves ? cublasDtrsv(h, U, N, D, 4, d, 4, d + 16, step) : cublasDtrmv(h, U, N, D, 4, d, 4, d + 16, step);
            cudaMemcpy(back, d + 16, sizeof back, cudaMemcpyDeviceToHost);
            if (step > 0)
                memcpy(there, back, sizeof back);
            for (int i = 0; i < 4; i++)
                wrong += s != 0 || back[step < 0 ? 3 - i : i] != there[i] || (step > 0 && there[0] == x[0]);
        }
    return wrong;
}

static void refuse_lt(float *d)
{
    cublasLtHandle_t lt;
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t m;
    int zero = 0, nine = 9;
    float one = 1;
    cublasLtCreate(&lt);
    cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatrixLayoutCreate(&m, CUDA_R_32F, 4, 4, 4);
    REFUSED(cublasLtMatmulDescCreate(NULL, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    REFUSED(cublasLtMatrixLayoutCreate(NULL, CUDA_R_32F, 4, 4, 4));
    REFUSED(cublasLtMatmulPreferenceCreate(NULL));
    REFUSED(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, NULL, sizeof zero));
    REFUSED(cublasLtMatrixLayoutSetAttribute(NULL, CUBLASLT_MATRIX_LAYOUT_LD, &zero, sizeof zero));
    REFUSED(cublasLtMatmul(lt, NULL, &one, d, m, d, m, &one, d, m, d, m, NULL, NULL, 0, 0));
    REFUSED(cublasLtMatmul(lt, desc, NULL, d, m, d, m, &one, d, m, d, m, NULL, NULL, 0, 0));
    REFUSED(cublasLtMatmul(lt, desc, &one, d, m, d, m, NULL, d, m, d, m, NULL, NULL, 0, 0));
    REFUSED(cublasLtMatmul(lt, desc, &one, NULL, m, d, m, &one, d, m, d, m, NULL, NULL, 0, 0));
    REFUSED(cublasLtMatmul(lt, desc, &one, d, m, d, NULL, &one, d, m, d, m, NULL, NULL, 0, 0));
    REFUSED(cublasLtMatmul(lt, desc, &one, d, m, d, m, &one, d, m, NULL, m, NULL, NULL, 0, 0));
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &nine, sizeof nine);
    REFUSED(cublasLtMatmul(lt, desc, &one, d, m, d, m, &one, d, m, d, m, NULL, NULL, 0, 0));
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &zero, sizeof zero);
    if (cublasLtMatmul(lt, desc, &one, d, m, d, m, &one, d, m, d, m, NULL, NULL, 0, 0) != CUBLAS_STATUS_SUCCESS)
        printf("a product as it should be is refused\n");
}

int main()
{
    void *d, **each;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 0, 4096);
    cudaMalloc(&each, 64);
    cudaMemcpy(each, &d, sizeof d, cudaMemcpyHostToDevice);
    cublasCreate(&h);
    refuse_S((float *)d, (float **)each);
    refuse_D((double *)d, (double **)each);
    refuse_C((cuComplex *)d, (cuComplex **)each);
    refuse_Z((cuDoubleComplex *)d, (cuDoubleComplex **)each);
    refuse_others((float *)d, each);
    printf("refused: %d taken\n", taken);
    printf("scalars: %d wrong\n", scalars_at_8((cuDoubleComplex *)d));
    printf("steps: %d wrong\n", steps_back((double *)d));
    taken = 0;
    refuse_lt((float *)d);
    printf("Lt: %d taken\n", taken);
}
