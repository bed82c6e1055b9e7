// A product of cuBLAS for tests/lib/blas_timed.sh. TYPE: f32 or f16
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <stdio.h>
#include <string.h>

template <class T> static int product(cudaDataType type)
{
    const int m = 128, n = 64, k = 128;
    T *a, *b, *c;
    cudaMallocManaged(&a, m * k * sizeof(T)), cudaMallocManaged(&b, k * n * sizeof(T)), cudaMallocManaged(&c, m * n * sizeof(T));
    for (int i = 0; i < m * k; i++)
        a[i] = T((float)(i * 7 % 11 - 5));
    for (int i = 0; i < k * n; i++)
        b[i] = T((float)(i * 5 % 7 - 3));
    float one = 1, none = 0;
    cublasHandle_t h;
    cublasCreate(&h);
    int bad = cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &one, a, type, k, b, type, k, &none, c, type, m, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT) != CUBLAS_STATUS_SUCCESS;
    bad |= cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float v = 0; /* whole numbers: exact in every type */
            for (int d = 0; d < k; d++)
                v += (float)a[i * k + d] * (float)b[j * k + d];
            bad |= (float)c[j * m + i] != v;
        }
    cublasDestroy(h);
    return bad;
}
int main(int, char **v)
{
    int bad = !strcmp(v[1], "f16") ? product<__half>(CUDA_R_16F) : product<float>(CUDA_R_32F);
    puts(bad ? "wrong" : "right");
    return bad;
}
