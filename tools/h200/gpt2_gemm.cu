/* The products of a layer of GPT-2 (768 wide, 12 heads, 1,024 tokens), forward and backward, as a program asks cuBLAS
   for them. gpt2_gemm TYPE [SHAPE...]      TYPE: f32, tf32, f16, bf16, f64, s8, e4m3 and e4m3-fast
   (cuBLASLt's, to bfloat16; of these and s8 those with A transposed and B not); SHAPE: 0 to 9, or all. Built by nvcc on a card
   (under ncu, each product is a kernel) and by `sluice cc` here. Checks some elements of each. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
#include <vector>

struct shape {
    const char *name;
    int m, n, k, batches;
    bool ta, tb;
};
static const shape shapes[] = {
    {"qkv", 2304, 1024, 768, 1, true, false},        {"projection", 768, 1024, 768, 1, true, false},
    {"up", 3072, 1024, 768, 1, true, false},         {"down", 768, 1024, 3072, 1, true, false},
    {"scores", 1024, 1024, 64, 12, true, false},     {"values", 64, 1024, 1024, 12, false, false},
    {"up-input", 768, 1024, 3072, 1, false, false},  {"up-weight", 768, 3072, 1024, 1, false, true},
    {"qkv-input", 768, 1024, 2304, 1, false, false}, {"qkv-weight", 768, 2304, 1024, 1, false, true},
};

template <class T> static T value(size_t i)
{
    float v = (float)((i * 2654435761u >> 13) % 17); /* exact in every type */
    return T(sizeof(T) == 1 ? v - 8 : v / 16 - 0.5f); /* e4m3 has -8 to 8 exactly, too */
}

/* By cuBLASLt: A transposed, B not */
static cublasStatus_t light(const shape &s, const void *a, const void *b, void *d, bool fast)
{
    static void *workspace;
    size_t room = 32 << 20;
    cublasLtHandle_t h;
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t l[3];
    cublasLtMatmulPreference_t p;
    cublasLtMatmulHeuristicResult_t r;
    cublasOperation_t t = CUBLAS_OP_T;
    signed char fast_sums = fast;
    float one = 1, zero = 0;
    int found = 0;
    long long strides[] = {(long long)s.m * s.k, (long long)s.n * s.k, (long long)s.m * s.n};
    cudaMalloc(&workspace, room);
    cublasLtCreate(&h);
    cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &t, sizeof t);
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast_sums, sizeof fast_sums);
    cublasLtMatrixLayoutCreate(&l[0], CUDA_R_8F_E4M3, s.k, s.m, s.k);
    cublasLtMatrixLayoutCreate(&l[1], CUDA_R_8F_E4M3, s.k, s.n, s.k);
    cublasLtMatrixLayoutCreate(&l[2], CUDA_R_16BF, s.m, s.n, s.m);
    for (int i = 0; i < 3; i++) {
        cublasLtMatrixLayoutSetAttribute(l[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &s.batches, sizeof s.batches);
        cublasLtMatrixLayoutSetAttribute(l[i], CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &strides[i], sizeof *strides);
    }
    cublasLtMatmulPreferenceCreate(&p);
    cublasLtMatmulPreferenceSetAttribute(p, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &room, sizeof room);
    cublasStatus_t st = cublasLtMatmulAlgoGetHeuristic(h, desc, l[0], l[1], l[2], l[2], p, 1, &r, &found);
    if (st == CUBLAS_STATUS_SUCCESS)
        st = cublasLtMatmul(h, desc, &one, a, l[0], b, l[1], &zero, d, l[2], d, l[2], &r.algo, workspace, room, 0);
    cudaDeviceSynchronize();
    cudaFree(workspace);
    return st;
}

template <class T, class Out = T, class Scale = float>
static int product(const shape &s, cudaDataType type, cublasComputeType_t compute, cudaDataType result)
{
    size_t na = (size_t)s.m * s.k * s.batches, nb = (size_t)s.k * s.n * s.batches, nc = (size_t)s.m * s.n * s.batches;
    std::vector<T> a(na), b(nb);
    std::vector<Out> c(nc);
    for (size_t i = 0; i < na; i++)
        a[i] = value<T>(i);
    for (size_t i = 0; i < nb; i++)
        b[i] = value<T>(i + 5);
    T *da, *db;
    Out *dc;
    cudaMalloc(&da, na * sizeof(T)), cudaMalloc(&db, nb * sizeof(T)), cudaMalloc(&dc, nc * sizeof(Out));
    cudaMemcpy(da, a.data(), na * sizeof(T), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), nb * sizeof(T), cudaMemcpyHostToDevice);
    cublasHandle_t h;
    cublasCreate(&h);
    Scale one = 1, zero = 0;
    int lda = s.ta ? s.k : s.m, ldb = s.tb ? s.n : s.k;
    cublasStatus_t st = type == CUDA_R_8F_E4M3 ? light(s, da, db, dc, compute == CUBLAS_COMPUTE_32F_FAST_16F) : cublasGemmStridedBatchedEx(
        h, s.ta ? CUBLAS_OP_T : CUBLAS_OP_N, s.tb ? CUBLAS_OP_T : CUBLAS_OP_N, s.m, s.n, s.k, &one, da, type, lda,
        (long long)s.m * s.k, db, type, ldb, (long long)s.k * s.n, &zero, dc, result, s.m, (long long)s.m * s.n,
        s.batches, compute, CUBLAS_GEMM_DEFAULT);
    cudaError_t err = cudaDeviceSynchronize();
    cudaMemcpy(c.data(), dc, nc * sizeof(Out), cudaMemcpyDeviceToHost);
    int wrong = st != CUBLAS_STATUS_SUCCESS || err != cudaSuccess;
    for (size_t e = 0; e < 64; e++) {
        size_t at = e * 2654435761u % nc, batch = at / ((size_t)s.m * s.n), i = at % s.m, j = at / s.m % s.n;
        double sum = 0, size = 0;
        for (size_t k = 0; k < (size_t)s.k; k++) {
            double x = (double)(float)a[batch * s.m * s.k + (s.ta ? i * s.k + k : k * s.m + i)];
            double y = (double)(float)b[batch * s.k * s.n + (s.tb ? k * s.n + j : j * s.k + k)];
            sum += x * y, size += x * y < 0 ? -x * y : x * y;
        }
        double d = (double)(float)c[at] - sum;
        wrong += !((d < 0 ? -d : d) <= size * (sizeof(Out) == 2 ? 4e-3 : 1e-5) + 4e-3 * (sum < 0 ? -sum : sum));
    }
    printf("%s %s\n", s.name, wrong ? "wrong" : "ok");
    cublasDestroy(h);
    cudaFree(da), cudaFree(db), cudaFree(dc);
    return wrong;
}

int main(int argc, char **argv)
{
    int bad = 0, all = argc < 3 || !strcmp(argv[2], "all");
    const char *t = argc > 1 ? argv[1] : "f32";
    for (int s = 0; s < 10; s++) {
        int asked = all;
        for (int i = 2; i < argc; i++)
            asked |= atoi(argv[i]) == s && argv[i][0] != 'a';
        if (!asked)
            continue;
        const shape &w = shapes[s];
        if (!strcmp(t, "f16"))
            bad |= product<__half>(w, CUDA_R_16F, CUBLAS_COMPUTE_32F, CUDA_R_16F);
        else if (!strcmp(t, "bf16"))
            bad |= product<__nv_bfloat16>(w, CUDA_R_16BF, CUBLAS_COMPUTE_32F, CUDA_R_16BF);
        else if (!strcmp(t, "f64"))
            bad |= product<double, double, double>(w, CUDA_R_64F, CUBLAS_COMPUTE_64F, CUDA_R_64F);
        else if (!strncmp(t, "e4m3", 4)) /* its compute type stands for the fast sums */
            bad |= w.ta && !w.tb && product<__nv_fp8_e4m3, __nv_bfloat16>(w, CUDA_R_8F_E4M3, t[4] ? CUBLAS_COMPUTE_32F_FAST_16F : CUBLAS_COMPUTE_32F, CUDA_R_16BF);
        else if (!strcmp(t, "s8"))
            bad |= w.ta && !w.tb && product<signed char, int, int>(w, CUDA_R_8I, CUBLAS_COMPUTE_32I, CUDA_R_32I);
        else
            bad |= product<float>(w, CUDA_R_32F,
                                  !strcmp(t, "tf32") ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F, CUDA_R_32F);
    }
    return bad;
}
