// cuBLASLt: products with each epilogue, by columns and by rows, against plain loops on the host.
// flags: -lcublasLt -std=c++17
// expect: float right, half right, bfloat16 right
// expect: by rows right, batches right
// expect: masks right right right
// expect: no mask 7, a pitch of bits 7
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>

static unsigned int seed = 7;
static float number() { seed = seed * 1664525u + 1013904223u; return (float)(int)(seed >> 16) / 32768.0f - 1.0f; }
static float gelu(float x) { return 0.5f * x * (1 + tanhf(sqrtf(2 / 3.14159265f) * (x + 0.044715f * x * x * x))); }
static float slope(float x) { return (gelu(x + 1e-2f) - gelu(x - 1e-2f)) / 2e-2f; }
template <class T> static T *numbers(int n)
{
    T *p;
    cudaMallocManaged(&p, sizeof(T) * (size_t)n);
    for (int i = 0; i < n; i++)
        p[i] = T(number());
    return p;
}
static cublasLtHandle_t h;
static cublasStatus_t multiply(cublasLtEpilogue_t e, cudaDataType type, int m, int n, int k, const void *a, const void *b, void *d, const void *bias, void *aux,
                               bool rows = false, int count = 1, bool bits = false)
{
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t la, lb, ld;
    cublasLtMatmulPreference_t p;
    cublasLtMatmulHeuristicResult_t r;
    cublasOperation_t t = rows ? CUBLAS_OP_N : CUBLAS_OP_T;
    int found = 0;
    long long aux_ld = bits ? (m + 127) / 128 * 128 : m, sa = m * k, sb = n * k, sd = m * n;
    float one = 1, none = 0;
    size_t bytes = 1 << 20;
    cublasLtOrder_t order = CUBLASLT_ORDER_ROW;
    cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &t, sizeof(t)); /* A by rows, either way */
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &e, sizeof(e));
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof(bias));
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux, sizeof(aux));
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &aux_ld, sizeof(aux_ld));
    cublasLtMatrixLayoutCreate(&la, type, (uint64_t)(rows ? m : k), (uint64_t)(rows ? k : m), k);
    cublasLtMatrixLayoutCreate(&lb, type, (uint64_t)k, (uint64_t)n, rows ? n : k);
    cublasLtMatrixLayoutCreate(&ld, type, (uint64_t)m, (uint64_t)n, rows ? n : m);
    cublasLtMatrixLayout_t all[] = {la, lb, ld};
    long long strides[] = {sa, sb, sd};
    for (int i = 0; i < 3; i++) {
        if (rows)
            cublasLtMatrixLayoutSetAttribute(all[i], CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof(order));
        cublasLtMatrixLayoutSetAttribute(all[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof(count));
        cublasLtMatrixLayoutSetAttribute(all[i], CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &strides[i], sizeof(strides[i]));
    }
    cublasLtMatmulPreferenceCreate(&p);
    cublasLtMatmulPreferenceSetAttribute(p, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof(bytes));
    cublasLtMatmulAlgoGetHeuristic(h, desc, la, lb, ld, ld, p, 1, &r, &found);
    cublasStatus_t s = found == 1 ? cublasLtMatmul(h, desc, &one, a, la, b, lb, &none, d, ld, d, ld, &r.algo, NULL, 0, 0) : CUBLAS_STATUS_INTERNAL_ERROR;
    cudaDeviceSynchronize();
    cublasLtMatmulPreferenceDestroy(p);
    cublasLtMatrixLayoutDestroy(la), cublasLtMatrixLayoutDestroy(lb), cublasLtMatrixLayoutDestroy(ld);
    cublasLtMatmulDescDestroy(desc);
    return s;
}

template <class T> static const char *epilogues(cudaDataType type, float bound)
{
    const int m = 70, n = 33, k = 20;
    T *a = numbers<T>(m * k), *b = numbers<T>(k * n), *bias = numbers<T>(m), *aux = numbers<T>(m * n), *d = numbers<T>(m * n), *grad = numbers<T>(m);
    static const cublasLtEpilogue_t kinds[] = {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU_BIAS,
                                               CUBLASLT_EPILOGUE_GELU, CUBLASLT_EPILOGUE_GELU_BIAS, CUBLASLT_EPILOGUE_GELU_AUX, CUBLASLT_EPILOGUE_GELU_AUX_BIAS,
                                               CUBLASLT_EPILOGUE_DGELU, CUBLASLT_EPILOGUE_DGELU_BGRAD, CUBLASLT_EPILOGUE_BGRADA, CUBLASLT_EPILOGUE_BGRADB};
    float worst = 0;
    for (cublasLtEpilogue_t e : kinds) {
        bool dgelu = (e & 64) != 0, summed = e == CUBLASLT_EPILOGUE_DGELU_BGRAD || e >= CUBLASLT_EPILOGUE_BGRADA;
        T *was = numbers<T>(m * n);
        memcpy((void *)was, (void *)aux, sizeof(T) * (size_t)(m * n));
        if (multiply(e, type, m, n, k, a, b, d, summed ? grad : bias, aux) != CUBLAS_STATUS_SUCCESS)
            return "refused";
        for (int i = 0; i < m; i++) {
            float sum = 0, of_a = 0;
            for (int j = 0; j < n; j++) {
                float v = 0;
                for (int q = 0; q < k; q++)
                    v += (float)a[q + i * k] * (float)b[q + j * k];
                v += e < 256 && (e & 4) ? (float)bias[i] : 0;
                if ((e & 160) == 160)
                    worst = fmaxf(worst, fabsf(v - (float)aux[i + j * m]));
                v = (e & 2) && e < 256 ? fmaxf(v, 0) : e < 256 && (e & 32) ? gelu(v) : dgelu ? v * slope((float)was[i + j * m]) : v;
                worst = fmaxf(worst, fabsf(v - (float)d[i + j * m]));
                sum += (float)d[i + j * m];
            }
            for (int q = 0; q < k; q++)
                of_a += (float)a[q + i * k];
            if (e == CUBLASLT_EPILOGUE_DGELU_BGRAD || e == CUBLASLT_EPILOGUE_BGRADA)
                worst = fmaxf(worst, fabsf((e == CUBLASLT_EPILOGUE_BGRADA ? of_a : sum) - (float)grad[i]) / 4);
        }
        for (int j = 0; e == CUBLASLT_EPILOGUE_BGRADB && j < n; j++) {
            float sum = 0;
            for (int q = 0; q < k; q++)
                sum += (float)b[q + j * k];
            worst = fmaxf(worst, fabsf(sum - (float)grad[j]) / 4);
        }
        cudaFree(was);
    }
    cudaFree(a), cudaFree(b), cudaFree(bias), cudaFree(aux), cudaFree(d), cudaFree(grad);
    return worst < bound ? "right" : "wrong";
}
static bool others(bool rows, int count)
{
    const int m = 40, n = 24, k = 9;
    float *a = numbers<float>(m * k * count), *b = numbers<float>(k * n * count), *d = numbers<float>(m * n * count);
    bool good = multiply(CUBLASLT_EPILOGUE_DEFAULT, CUDA_R_32F, m, n, k, a, b, d, NULL, NULL, rows, count) == CUBLAS_STATUS_SUCCESS;
    for (int z = 0; z < count; z++)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) {
                float v = 0;
                for (int q = 0; q < k; q++)
                    v += a[z * m * k + q + i * k] * b[z * n * k + (rows ? j + q * n : q + j * k)];
                good = good && fabsf(v - d[z * m * n + (rows ? j + i * n : i + j * m)]) < 1e-4f;
            }
    cudaFree(a), cudaFree(b), cudaFree(d);
    return good;
}
/* Masks: a bit for each element, least first, 128-bit columns; set for a sum of 0, too, as an H200 does. Small integers, so that sums are exact, and bits past the rows stay. */
template <class T> static const char *masks(cudaDataType type)
{
    const int m = 77, n = 24, k = 16, pitch = 16;
    T *a = numbers<T>(m * k), *b = numbers<T>(k * n), *bias = numbers<T>(m), *d = numbers<T>(m * n), *grad = numbers<T>(m);
    unsigned char *mask;
    cudaMallocManaged(&mask, pitch * n);
    for (T *p : {a, b, bias})
        for (int i = 0; i < (p == bias ? m : p == a ? m * k : k * n); i++)
            p[i] = T((float)(int)(number() * 1.99f));
    int wrong = 0, zeros = 0;
    static const cublasLtEpilogue_t kinds[] = {CUBLASLT_EPILOGUE_RELU_AUX, CUBLASLT_EPILOGUE_RELU_AUX_BIAS, CUBLASLT_EPILOGUE_DRELU, CUBLASLT_EPILOGUE_DRELU_BGRAD};
    for (cublasLtEpilogue_t e : kinds) {
        bool made = e == CUBLASLT_EPILOGUE_RELU_AUX || e == CUBLASLT_EPILOGUE_RELU_AUX_BIAS;
        for (int i = 0; i < pitch * n; i++)
            mask[i] = made ? 0xee : (unsigned char)(i * 37 + 11);
        wrong += multiply(e, type, m, n, k, a, b, d, made ? bias : grad, mask, false, 1, true) != CUBLAS_STATUS_SUCCESS;
        for (int i = 0; i < m; i++) {
            float sum = 0;
            for (int j = 0; j < n; j++) {
                float v = e == CUBLASLT_EPILOGUE_RELU_AUX_BIAS ? (float)bias[i] : 0;
                for (int q = 0; q < k; q++)
                    v += (float)a[q + i * k] * (float)b[q + j * k];
                bool bit = mask[j * pitch + i / 8] >> i % 8 & 1;
                float want = made ? fmaxf(v, 0) : bit ? v : 0;
                wrong += (made && bit != (v >= 0)) + (want != (float)d[i + j * m]);
                zeros += made && v == 0, sum += want;
            }
            wrong += e == CUBLASLT_EPILOGUE_DRELU_BGRAD && sum != (float)grad[i];
        }
        for (int j = 0; j < n; j++)
            wrong += made && (mask[j * pitch + m / 8] >> m % 8 != 0xee >> m % 8 || mask[j * pitch + m / 8 + 1] != 0xee);
    }
    cudaFree(a), cudaFree(b), cudaFree(bias), cudaFree(d), cudaFree(grad), cudaFree(mask);
    return !wrong && zeros > 20 ? "right" : "wrong";
}
int main()
{
    cublasLtCreate(&h);
    const char *one = epilogues<float>(CUDA_R_32F, 1e-3f), *two = epilogues<__half>(CUDA_R_16F, 0.02f), *three = epilogues<__nv_bfloat16>(CUDA_R_16BF, 0.15f);
    printf("float %s, half %s, bfloat16 %s\n", one, two, three);
    bool rows = others(true, 1), batches = others(false, 3) && others(true, 2);
    printf("by rows %s, batches %s\n", rows ? "right" : "wrong", batches ? "right" : "wrong");
    const char *first = masks<float>(CUDA_R_32F), *second = masks<__half>(CUDA_R_16F), *third = masks<__nv_bfloat16>(CUDA_R_16BF);
    printf("masks %s %s %s\n", first, second, third);
    float *p = numbers<float>(128 * 128);
    printf("no mask %d, a pitch of bits %d\n", (int)multiply(CUBLASLT_EPILOGUE_DRELU, CUDA_R_32F, 128, 4, 4, p, p, p, p, NULL),
           (int)multiply(CUBLASLT_EPILOGUE_DRELU, CUDA_R_32F, 72, 4, 4, p, p, p, p, p));
    cublasLtDestroy(h);
    return 0;
}
