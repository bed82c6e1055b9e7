/* cuBLASLt's products of 8-bit floats, each pair of types, result and epilogue that cuBLAS has on capability 9.0: against sums in double on the host, and against what cuBLASLt 13.0
   gave on an H200 (blas_fp8_card.h; `blas_fp8 record`, compiled by nvcc there, writes it). */
// flags: -lcublasLt -std=c++17 -arch=sm_90a
// expect: 24 of 24 products are right, and 24 of 24 are the card's
// expect: refused: 15 15 15 15 15, 15
// stderr: cublasLtMatmul: a scale that does not lie at 16 bytes is not supported
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blas_fp8_card.h"

struct product {
    cudaDataType a, b, c, d, bias;
    int epilogue, fast, m, n, k;
    float alpha, beta, sa, sb, sd; /* scales; 0: none */
};
static const cudaDataType E4 = CUDA_R_8F_E4M3, E5 = CUDA_R_8F_E5M2, H = CUDA_R_16F, BF = CUDA_R_16BF, F = CUDA_R_32F;
static const product products[] = {
    {E4, E4, F, F, BF, CUBLASLT_EPILOGUE_DEFAULT, 0, 64, 64, 64, 1, 0, 0, 0, 0},
    {E4, E4, F, F, BF, CUBLASLT_EPILOGUE_DEFAULT, 1, 64, 64, 512, 1, 0, 0, 0, 0},
    {E4, E4, F, F, BF, CUBLASLT_EPILOGUE_DEFAULT, 0, 64, 64, 512, 1, 0, 0, 0, 0},
    {E4, E5, F, F, BF, CUBLASLT_EPILOGUE_DEFAULT, 0, 144, 80, 1024, 1, 0, 0, 0, 0},
    {E5, E4, F, F, BF, CUBLASLT_EPILOGUE_DEFAULT, 1, 144, 80, 1024, 1, 0, 0, 0, 0},
    {E4, E4, H, H, H, CUBLASLT_EPILOGUE_DEFAULT, 0, 192, 112, 144, 1, 0, 0, 0, 0},
    {E4, E4, BF, BF, BF, CUBLASLT_EPILOGUE_DEFAULT, 0, 208, 96, 272, 0.75f, 0, 0.5f, 0.125f, 0},
    {E4, E4, F, F, BF, CUBLASLT_EPILOGUE_BIAS, 0, 64, 48, 96, 0.5f, 0, 2, 0, 0},
    {E4, E4, F, F, BF, CUBLASLT_EPILOGUE_DEFAULT, 0, 64, 48, 96, 0.5f, 0.25f, 0, 3, 0},
    {E4, E4, BF, BF, BF, CUBLASLT_EPILOGUE_BIAS, 0, 128, 128, 128, 1, 0.5f, 0.25f, 0, 0},
    {E4, E4, BF, BF, BF, CUBLASLT_EPILOGUE_RELU, 0, 64, 64, 64, 1, 0, 0, 0, 0},
    {E4, E4, BF, BF, BF, CUBLASLT_EPILOGUE_RELU_BIAS, 1, 64, 64, 64, 1, 0, 0, 0, 0},
    {E4, E4, BF, BF, BF, CUBLASLT_EPILOGUE_GELU, 0, 64, 64, 64, 0.125f, 0, 0, 0, 0},
    {E4, E4, BF, BF, BF, CUBLASLT_EPILOGUE_GELU_BIAS, 0, 64, 64, 64, 0.125f, 0, 0, 0, 0},
    {E4, E5, H, H, H, CUBLASLT_EPILOGUE_BIAS, 0, 64, 64, 64, 0.125f, 0, 0, 0, 0},
    {E5, E4, H, H, H, CUBLASLT_EPILOGUE_RELU_BIAS, 0, 64, 64, 64, 0.125f, 1, 0, 0, 0},
    {E4, E4, BF, E4, BF, CUBLASLT_EPILOGUE_DEFAULT, 0, 64, 64, 64, 1, 0, 0.5f, 0.5f, 4},
    {E4, E4, BF, E4, BF, CUBLASLT_EPILOGUE_BIAS, 0, 80, 64, 160, 1, 0.5f, 0.5f, 0.5f, 8},
    {E4, E4, H, E4, H, CUBLASLT_EPILOGUE_RELU_BIAS, 0, 64, 64, 64, 1, 0, 0.5f, 0.5f, 4},
    {E4, E4, BF, E4, BF, CUBLASLT_EPILOGUE_GELU_BIAS, 0, 64, 64, 64, 1, 0, 0.5f, 0.25f, 4},
    {E4, E5, BF, E5, BF, CUBLASLT_EPILOGUE_DEFAULT, 0, 64, 64, 64, 1, 0, 0.5f, 0.5f, 2},
    {E5, E4, BF, E5, BF, CUBLASLT_EPILOGUE_BIAS, 0, 64, 64, 64, 1, 0, 0.5f, 0.5f, 2},
    {E4, E5, H, E4, H, CUBLASLT_EPILOGUE_DEFAULT, 1, 64, 64, 64, 1, 0, 0.5f, 0.5f, 40},
    {E5, E4, BF, E4, BF, CUBLASLT_EPILOGUE_DEFAULT, 0, 320, 256, 384, 1, 0, 0.5f, 0.5f, 1},
};
static const int n_products = (int)(sizeof products / sizeof *products);

static unsigned int seed;
static float number() { seed = seed * 1664525u + 1013904223u; return (float)(int)(seed >> 16) / 32768.0f - 1.0f; }
static int size_of(cudaDataType t) { return t == F ? 4 : t == H || t == BF ? 2 : 1; }
static void set(void *p, cudaDataType t, int i, float v)
{
    if (t == F)
        ((float *)p)[i] = v;
    else if (t == H)
        ((__half *)p)[i] = __float2half(v);
    else if (t == BF)
        ((__nv_bfloat16 *)p)[i] = __float2bfloat16(v);
    else if (t == E4)
        ((__nv_fp8_e4m3 *)p)[i] = __nv_fp8_e4m3(v);
    else
        ((__nv_fp8_e5m2 *)p)[i] = __nv_fp8_e5m2(v);
}
static float get(const void *p, cudaDataType t, int i)
{
    return t == F ? ((const float *)p)[i] : t == H ? __half2float(((const __half *)p)[i]) : t == BF ? __bfloat162float(((const __nv_bfloat16 *)p)[i])
        : t == E4 ? (float)((const __nv_fp8_e4m3 *)p)[i] : (float)((const __nv_fp8_e5m2 *)p)[i];
}
struct matrix { /* on the host and on the device */
    cudaDataType type;
    int n;
    char *here;
    void *there;
    matrix(cudaDataType t, int count) : type(t), n(count), here((char *)calloc((size_t)count, 4)), there(NULL)
    {
        for (int i = 0; i < n; i++)
            set(here, type, i, number());
        cudaMalloc(&there, (size_t)(n * size_of(type)));
        cudaMemcpy(there, here, (size_t)(n * size_of(type)), cudaMemcpyHostToDevice);
    }
    ~matrix() { free(here), cudaFree(there); }
    void back() { cudaMemcpy(here, there, (size_t)(n * size_of(type)), cudaMemcpyDeviceToHost); }
    float at(int i) const { return get(here, type, i); }
};
static cublasLtHandle_t h;
static void *workspace;
static const size_t room = 32 << 20;
template <class T> static void say(cublasLtMatmulDesc_t d, cublasLtMatmulDescAttributes_t a, T v) { cublasLtMatmulDescSetAttribute(d, a, &v, sizeof v); }

/* scales: of A, B, D, and where amax goes, on the device, 16 bytes apart, as cuBLASLt 13 wants them */
static cublasStatus_t multiply(const product &p, const void *a, const void *b, const void *c, void *d, const void *bias, float *scales, bool ta = true)
{
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t la, lb, lc, ld;
    cublasLtMatmulPreference_t pref;
    cublasLtMatmulHeuristicResult_t r = {};
    int found = 0;
    cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    say(desc, CUBLASLT_MATMUL_DESC_TRANSA, ta ? CUBLAS_OP_T : CUBLAS_OP_N);
    say(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, (cublasLtEpilogue_t)p.epilogue);
    say(desc, CUBLASLT_MATMUL_DESC_FAST_ACCUM, (signed char)p.fast);
    if (p.epilogue & 4) {
        say(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
        say(desc, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, p.bias);
    }
    if (p.sa)
        say(desc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, (const void *)&scales[0]);
    if (p.sb)
        say(desc, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, (const void *)&scales[4]);
    if (p.sd) {
        say(desc, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, (const void *)&scales[8]);
        say(desc, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, (void *)&scales[12]);
    }
    cublasLtMatrixLayoutCreate(&la, p.a, (uint64_t)(ta ? p.k : p.m), (uint64_t)(ta ? p.m : p.k), ta ? p.k : p.m);
    cublasLtMatrixLayoutCreate(&lb, p.b, (uint64_t)p.k, (uint64_t)p.n, p.k);
    cublasLtMatrixLayoutCreate(&lc, p.c, (uint64_t)p.m, (uint64_t)p.n, p.m);
    cublasLtMatrixLayoutCreate(&ld, p.d, (uint64_t)p.m, (uint64_t)p.n, p.m);
    cublasLtMatmulPreferenceCreate(&pref);
    cublasLtMatmulPreferenceSetAttribute(pref, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &room, sizeof room);
    cublasStatus_t s = cublasLtMatmulAlgoGetHeuristic(h, desc, la, lb, lc, ld, pref, 1, &r, &found);
    if (s == CUBLAS_STATUS_SUCCESS)
        s = cublasLtMatmul(h, desc, &p.alpha, a, la, b, lb, &p.beta, c, lc, d, ld, &r.algo, workspace, room, 0);
    cudaDeviceSynchronize();
    cublasLtMatmulPreferenceDestroy(pref);
    cublasLtMatrixLayoutDestroy(la), cublasLtMatrixLayoutDestroy(lb), cublasLtMatrixLayoutDestroy(lc), cublasLtMatrixLayoutDestroy(ld);
    cublasLtMatmulDescDestroy(desc);
    return s;
}
static double gelu(double x) { return 0.5 * x * (1 + tanh(sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }
/* How far a result may be from the true one that is v: half a unit of its type, and what its sum may have lost */
static double slack(cudaDataType t, double v, double sum)
{
    double half = t == F ? 0 : t == H ? 0x1p-11 : t == BF ? 0x1p-8 : t == E4 ? 0x1p-4 : 0x1p-3, least = t == E4 ? 0x1p-10 : t == E5 ? 0x1p-17 : 0;
    return fabs(v) * half * 1.01 + least + sum * 0x1p-11;
}

static bool one(int which, FILE *to, bool *card)
{
    const product &p = products[which];
    seed = 99u + (unsigned)which;
    matrix a(p.a, p.m * p.k), b(p.b, p.k * p.n), c(p.c, p.m * p.n), d(p.d, p.m * p.n), bias(p.bias, p.m);
    float factors[16] = {p.sa, 0, 0, 0, p.sb, 0, 0, 0, p.sd, 0, 0, 0, 123}, *scales, amax = 0;
    cudaMalloc(&scales, sizeof factors);
    cudaMemcpy(scales, factors, sizeof factors, cudaMemcpyHostToDevice);
    cublasStatus_t s = multiply(p, a.there, b.there, c.there, d.there, bias.there, scales);
    cudaMemcpy(factors, scales, sizeof factors, cudaMemcpyDeviceToHost);
    cudaFree(scales);
    d.back();
    bool right = s == CUBLAS_STATUS_SUCCESS;
    double far = 0;
    for (int i = 0; i < p.m; i++)
        for (int j = 0; j < p.n; j++) {
            double v = 0, size = 0, x = p.alpha * (p.sa ? p.sa : 1) * (p.sb ? p.sb : 1);
            for (int q = 0; q < p.k; q++)
                v += (double)a.at(q + i * p.k) * b.at(q + j * p.k), size += fabs((double)a.at(q + i * p.k) * b.at(q + j * p.k));
            v = v * x + (p.beta ? p.beta * (double)c.at(i + j * p.m) : 0) + (p.epilogue & 4 ? (double)bias.at(i) : 0);
            v = p.epilogue & 2 ? fmax(v, 0) : p.epilogue & 32 ? gelu(v) : v;
            amax = fmaxf(amax, (float)fabs(v));
            v *= p.sd ? p.sd : 1;
            double most = p.d == E4 ? 448 : p.d == E5 ? 57344 : 1e30, off = fabs((double)d.at(i + j * p.m) - fmax(-most, fmin(most, v))) / slack(p.d, v, size * fabs(x) * (p.sd ? p.sd : 1));
            far = off > far ? off : far;
        }
    right = right && far < 1 && (!p.sd || fabsf(factors[12] - amax) < amax * 1e-3f);
    if (to)
        fprintf(to, "    {%.9g", p.sd ? (double)factors[12] : 0.0);
    *card = !p.sd || fabsf(factors[12] - card_values[which][0]) <= fabsf(card_values[which][0]) * 1e-5f;
    for (int e = 0; e < CARD_VALUES; e++) {
        int at = (int)((unsigned)e * 2654435761u % (unsigned)(p.m * p.n));
        if (to)
            fprintf(to, ", %.9g", (double)d.at(at));
        /* bit by bit; but of a fast sum this deep two blocks share the depth here, and lose less of it */
        *card = *card && fabsf(d.at(at) - card_values[which][1 + e]) <= (p.fast && p.k > 512 ? 0.03f : 0.0f);
    }
    if (to)
        fprintf(to, "},\n");
    if (!right || !*card)
        printf("product %d: status %d, %g of the bound, amax %g for %g, the card's %s\n", which, (int)s, far, (double)factors[12], (double)amax, *card ? "yes" : "no");
    if (getenv("FP8_DUMP")) {
        char name[200];
        snprintf(name, sizeof name, "%s/d%d.bin", getenv("FP8_DUMP"), which);
        FILE *f = fopen(name, "wb");
        fwrite(d.here, (size_t)size_of(p.d), (size_t)d.n, f);
        fclose(f);
    }
    return right;
}
static int refused(product p, bool ta, int off = 0)
{
    static char *some;
    if (!some)
        cudaMalloc(&some, 1 << 16);
    return (int)multiply(p, some, some, some, some, some, (float *)(some + off), ta);
}
int main(int argc, char **argv)
{
    FILE *to = argc > 1 && !strcmp(argv[1], "record") ? stderr : NULL;
    int right = 0, same = 0;
    cublasLtCreate(&h);
    cudaMalloc(&workspace, room);
    for (int i = 0; i < n_products; i++) {
        bool card = false;
        right += one(i, to, &card);
        same += card;
    }
    printf("%d of %d products are right, and %d of %d are the card's\n", right, n_products, same, n_products);
    product p = {E4, E4, F, F, BF, CUBLASLT_EPILOGUE_DEFAULT, 0, 64, 64, 64, 1, 0, 0, 0, 0}, scaled = p, both = p, odd = p, narrow = p, wide = p;
    both.a = both.b = E5, scaled.sa = 1, odd.k = 40, narrow.d = E4, wide.d = H;
    printf("refused: %d %d %d %d %d, %d\n", refused(p, false), refused(both, true), refused(odd, true), refused(narrow, true), refused(wide, true), refused(scaled, true, 4));
    return 0;
}
