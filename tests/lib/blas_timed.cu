// Products of cuBLAS for tests/lib/blas_timed.sh. [short] TYPE...: f32, f32-large, f16, tf32, f64, s8
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cublasHandle_t h;
// C = A' B + twice C (or none of it) for two batches; whole numbers, exact in every type
template <class T, class Out, class Scale>
static bool product(cudaDataType type, cudaDataType out, cublasComputeType_t compute, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, int twice = 2)
{
    const int lda = (ta ? k : m) + 16, ldb = (tb ? n : k) + 16, na = lda * (ta ? m : k), nb = ldb * (tb ? k : n);
    T *a, *b;
    Out *c, *before = new Out[2 * m * n];
    cudaMallocManaged(&a, 2 * na * sizeof(T)), cudaMallocManaged(&b, 2 * nb * sizeof(T)), cudaMallocManaged(&c, 2 * m * n * sizeof(Out));
    for (int i = 0; i < 2 * na; i++)
        a[i] = T((float)(i * 7 % 11 - 5));
    for (int i = 0; i < 2 * nb; i++)
        b[i] = T((float)(i * 5 % 7 - 3));
    for (int i = 0; i < 2 * m * n; i++)
        before[i] = c[i] = Out((float)(i % 3));
    Scale one = 1, two = (Scale)twice;
    bool bad = cublasGemmStridedBatchedEx(h, ta, tb, m, n, k, &one, a, type, lda, na, b, type, ldb, nb, &two, c, out, m, m * n, 2, compute, CUBLAS_GEMM_DEFAULT) != CUBLAS_STATUS_SUCCESS;
    bad |= cudaDeviceSynchronize() != cudaSuccess;
    for (int e = 0; e < 2 * m * n; e++) {
        int i = e % m, j = e / m % n, batch = e / m / n;
        float v = (float)twice * (float)before[e];
        for (int d = 0; d < k; d++)
            v += (float)a[batch * na + (ta ? i * lda + d : d * lda + i)] * (float)b[batch * nb + (tb ? d * ldb + j : j * ldb + d)];
        bad |= (float)c[e] != v;
    }
    return bad;
}
// Any numbers: TF32 drops 13 bits of each factor; double keeps all
static bool bound(bool wide)
{
    const int m = 64, n = 72, k = 96;
    static float fa[m * k], fb[k * n], fc[m * n];
    static double da[m * k], db[k * n], dc[m * n];
    for (int i = 0; i < m * k; i++)
        da[i] = fa[i] = (float)sin(i * 1.7);
    for (int i = 0; i < k * n; i++)
        db[i] = fb[i] = (float)cos(i * 0.9);
    void *a, *b, *c;
    size_t each = wide ? 8 : 4;
    cudaMalloc(&a, m * k * each), cudaMalloc(&b, k * n * each), cudaMalloc(&c, m * n * each);
    cudaMemcpy(a, wide ? (void *)da : fa, m * k * each, cudaMemcpyHostToDevice);
    cudaMemcpy(b, wide ? (void *)db : fb, k * n * each, cudaMemcpyHostToDevice);
    float one = 1, none = 0;
    double done = 1, dnone = 0;
    cublasSetMathMode(h, CUBLAS_TF32_TENSOR_OP_MATH);
    bool bad = wide ? cublasDgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &done, (double *)a, m, (double *)b, k, &dnone, (double *)c, m)
                    : cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, (float *)a, m, (float *)b, k, &none, (float *)c, m);
    cublasSetMathMode(h, CUBLAS_DEFAULT_MATH);
    cudaMemcpy(wide ? (void *)dc : fc, c, m * n * each, cudaMemcpyDeviceToHost);
    for (int e = 0; e < m * n; e++) {
        double v = 0, size = 0;
        for (int d = 0; d < k; d++) {
            v += da[d * m + e % m] * db[e / m * k + d];
            size += fabs(da[d * m + e % m] * db[e / m * k + d]);
        }
        double off = fabs((wide ? dc[e] : fc[e]) - v);
        bad |= off > size * (wide ? k * 0x1p-53 : 2.1 * 0x1p-10);
    }
    return bad;
}
static bool all_of(const char *t, bool short_run)
{
    bool bad = false;
    int m = 80, n = 48, k = 160;
    for (int ops = 0; ops < (short_run ? 1 : 4); ops++) {
        cublasOperation_t ta = ops % 2 ? CUBLAS_OP_N : CUBLAS_OP_T, tb = ops / 2 ? CUBLAS_OP_T : CUBLAS_OP_N;
        if (!strcmp(t, "f16"))
            bad |= product<__half, float, float>(CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, ta, tb, 128, 64, 128);
        else if (!strcmp(t, "f32"))
            bad |= product<float, float, float>(CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, ta, tb, m, n, k);
        else if (!strcmp(t, "f32-large"))
            bad |= product<float, float, float>(CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, ta, tb, 380, 124, 256) ||
                   product<float, float, float>(CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, tb, ta, 380, 124, 256, 0) ||
                   (ta && product<float, float, float>(CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, ta, CUBLAS_OP_N, 377, 125, 256)); // no pieces of 16 bytes in C
        else if (!strcmp(t, "tf32"))
            bad |= product<float, float, float>(CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, ta, tb, m, n, k + ops % 2 * 4);
        else if (!strcmp(t, "f64"))
            bad |= product<double, double, double>(CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, ta, tb, m, n, k + ops % 2 * 3);
        else
            bad |= product<signed char, int, int>(CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, ta, tb, m, n, k);
    }
    if (!short_run && (!strcmp(t, "tf32") || !strcmp(t, "f64")))
        bad |= bound(t[0] == 'f');
    if (bad)
        printf("%s is wrong\n", t);
    return bad;
}
int main(int n, char **v)
{
    cublasCreate(&h);
    bool bad = false, short_run = !strcmp(v[1], "short");
    for (int i = 1 + short_run; i < n; i++)
        bad |= all_of(v[i], short_run);
    puts(bad ? "wrong" : "right");
    return bad;
}
