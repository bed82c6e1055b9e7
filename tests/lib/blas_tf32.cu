/* cuBLASLt's epilogues of TF32 products: 13 bits of each factor are rounded away, as cuBLAS does on an H200, which is how one sees that tensor cores were used. Compared with sums
   on the host of rounded factors; and of whole ones with CUBLAS_COMPUTE_32F, which keeps them. */
// flags: -lcublasLt -lcublas -std=c++17 -arch=sm_80
// expect: tf32 10 of 10
// expect: all bits 10 of 10
// expect: not in 16-byte pieces 10 of 10
// expect: turned 14 of 14
#include <cublasLt.h>
#include <cublas_v2.h>
#include <math.h>
#include <string.h>

#include "expect.h"

static unsigned int seed = 7;
static float number() { seed = seed * 1664525u + 1013904223u; return (float)(int)(seed >> 8) / 8388608.0f - 1.0f; }
static float *numbers(int n)
{
    float *p;
    cudaMallocManaged(&p, sizeof(float) * (size_t)n);
    for (int i = 0; i < n; i++)
        p[i] = number();
    return p;
}
static float cut(float x, bool tf32)
{
    unsigned int u;
    memcpy(&u, &x, 4);
    u = tf32 ? (u + 0xfffu + (u >> 13 & 1)) & ~0x1fffu : u; /* to the nearest, of two to the even one */
    memcpy(&x, &u, 4);
    return x;
}
static double gelu(double x) { return 0.5 * x * (1 + tanh(sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }
static double slope(double x) { return (gelu(x + 1e-4) - gelu(x - 1e-4)) / 2e-4; }
static cublasLtHandle_t h;
static void epilogues(cublasComputeType_t compute, int m, int n, int k, bool tf32)
{
    static const cublasLtEpilogue_t kinds[] = {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU,
                                               CUBLASLT_EPILOGUE_GELU_BIAS, CUBLASLT_EPILOGUE_GELU_AUX, CUBLASLT_EPILOGUE_GELU_AUX_BIAS, CUBLASLT_EPILOGUE_DGELU, CUBLASLT_EPILOGUE_DGELU_BGRAD};
    float *a = numbers(m * k), *b = numbers(k * n), *bias = numbers(m), *grad = numbers(m);
    for (cublasLtEpilogue_t e : kinds) {
        float *c = numbers(m * n), *d = numbers(m * n), *aux = numbers(m * n), alpha = 0.5f, beta = 0.25f;
        float *was = numbers(m * n), *to = e == CUBLASLT_EPILOGUE_DGELU_BGRAD ? grad : bias;
        memcpy(was, aux, sizeof(float) * (size_t)(m * n));
        cublasLtMatmulDesc_t desc;
        cublasLtMatrixLayout_t la, lb, ld;
        cublasOperation_t t = CUBLAS_OP_T;
        long long aux_ld = m;
        cublasLtMatmulDescCreate(&desc, compute, CUDA_R_32F);
        cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &t, sizeof(t));
        cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &e, sizeof(e));
        cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &to, sizeof(to));
        cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux, sizeof(aux));
        cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &aux_ld, sizeof(aux_ld));
        cublasLtMatrixLayoutCreate(&la, CUDA_R_32F, (uint64_t)k, (uint64_t)m, k);
        cublasLtMatrixLayoutCreate(&lb, CUDA_R_32F, (uint64_t)k, (uint64_t)n, k);
        cublasLtMatrixLayoutCreate(&ld, CUDA_R_32F, (uint64_t)m, (uint64_t)n, m);
        bool ok = cublasLtMatmul(h, desc, &alpha, a, la, b, lb, &beta, c, ld, d, ld, NULL, NULL, 0, 0) == CUBLAS_STATUS_SUCCESS;
        cudaDeviceSynchronize();
        double worst = 0;
        for (int i = 0; i < m; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                double v = 0;
                for (int q = 0; q < k; q++)
                    v += (double)cut(a[q + i * k], tf32) * cut(b[q + j * k], tf32);
                v = 0.5 * v + 0.25 * c[i + j * m] + (e & 4 ? bias[i] : 0);
                if ((e & 160) == 160)
                    worst = fmax(worst, fabs(v - aux[i + j * m]));
                v = e & 2 ? fmax(v, 0) : e & 32 ? gelu(v) : e & 64 ? v * slope(was[i + j * m]) : v;
                worst = fmax(worst, fabs(v - d[i + j * m]));
                sum += v;
            }
            if (e == CUBLASLT_EPILOGUE_DGELU_BGRAD)
                worst = fmax(worst, fabs(sum - grad[i]) / 8);
        }
        expect(ok && worst < 2e-5, "epilogue", (int)e, (int)(worst * 1e6));
        cublasLtMatrixLayoutDestroy(la), cublasLtMatrixLayoutDestroy(lb), cublasLtMatrixLayoutDestroy(ld);
        cublasLtMatmulDescDestroy(desc);
        cudaFree(c), cudaFree(d), cudaFree(aux), cudaFree(was);
    }
    cudaFree(a), cudaFree(b), cudaFree(bias), cudaFree(grad);
}
/* Matrices that do not lie along the depth and are turned first: any pitch, batches, the same for all (stride 0), C added */
static void turned(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, int batches, int odd, bool shared)
{
    int lda = (ta == CUBLAS_OP_N ? m + odd : k), ldb = (tb == CUBLAS_OP_N ? k : n + odd), each = lda * (ta == CUBLAS_OP_N ? k : m), of_b = ldb * (tb == CUBLAS_OP_N ? n : k);
    float *a = numbers(each * batches), *b = numbers(of_b * batches), *c = numbers(m * n * batches), *was = numbers(m * n * batches), alpha = 0.5f, beta = 2;
    memcpy(was, c, sizeof(float) * (size_t)(m * n * batches));
    cublasHandle_t blas;
    cublasCreate(&blas);
    cublasStatus_t s = cublasGemmStridedBatchedEx(blas, ta, tb, m, n, k, &alpha, a, CUDA_R_32F, lda, shared ? 0 : each, b, CUDA_R_32F, ldb, of_b, &beta, c, CUDA_R_32F, m, (long long)m * n,
                                                  batches, CUBLAS_COMPUTE_32F_FAST_TF32, CUBLAS_GEMM_DEFAULT);
    cudaDeviceSynchronize();
    double worst = 0;
    for (int e = 0; e < 400; e++) {
        int at = (int)((unsigned)e * 2654435761u % (unsigned)(m * n * batches)), z = at / (m * n), i = at % m, j = at / m % n;
        const float *x = a + (shared ? 0 : z * each), *y = b + z * of_b;
        double v = 0;
        for (int q = 0; q < k; q++)
            v += (double)cut(x[ta == CUBLAS_OP_N ? i + q * lda : q + i * lda], true) * cut(y[tb == CUBLAS_OP_N ? q + j * ldb : j + q * ldb], true);
        worst = fmax(worst, fabs(0.5 * v + 2 * (double)was[at] - c[at]));
    }
    expect(s == CUBLAS_STATUS_SUCCESS, "status", (int)s);
    expect(worst < 1e-4, "turned", m, odd, (int)(worst * 1e6));
    cublasDestroy(blas);
    cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(was);
}
int main()
{
    cublasLtCreate(&h);
    epilogues(CUBLAS_COMPUTE_32F_FAST_TF32, 70, 33, 48, true);
    summary("tf32");
    epilogues(CUBLAS_COMPUTE_32F, 70, 33, 48, false);
    summary("all bits");
    epilogues(CUBLAS_COMPUTE_32F_FAST_TF32, 70, 33, 21, false);
    summary("not in 16-byte pieces");
    turned(CUBLAS_OP_N, CUBLAS_OP_N, 520, 512, 513 + 3, 1, 0, false);
    turned(CUBLAS_OP_N, CUBLAS_OP_N, 515, 512, 516, 1, 2, false);
    turned(CUBLAS_OP_N, CUBLAS_OP_T, 640, 640, 640, 1, 0, false);
    turned(CUBLAS_OP_N, CUBLAS_OP_T, 645, 650, 642, 1, 1, false);
    turned(CUBLAS_OP_T, CUBLAS_OP_T, 520, 515, 516, 1, 1, false);
    turned(CUBLAS_OP_N, CUBLAS_OP_N, 130, 260, 1028, 5, 1, false);
    turned(CUBLAS_OP_N, CUBLAS_OP_N, 130, 260, 1028, 5, 1, true);
    summary("turned");
    cublasLtDestroy(h);
    return 0;
}
