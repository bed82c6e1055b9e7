/* C = A B with 16 by 16 tiles in shared memory, and a product of a matrix and a vector with a block a row. */
#include "program.h"

__global__ void gemm_tile16(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float a[16][16], b[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;
    for (int t = 0; t < (k + 15) / 16; t++) {
        a[ty][tx] = row < m && t * 16 + tx < k ? A[row * k + t * 16 + tx] : 0.0f;
        b[ty][tx] = col < n && t * 16 + ty < k ? B[(t * 16 + ty) * n + col] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++)
            sum += a[ty][i] * b[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        C[row * n + col] = sum;
}

__global__ void gemv_block(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int cols)
{
    __shared__ float s[64];
    float sum = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        sum += A[blockIdx.x * cols + c] * x[c];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        y[blockIdx.x] = s[0];
}

int main()
{
    const int m = 250, n = 300, k = 200;
    float *a = host_units(m * k, 1), *b = host_units(k * n, 2), *d_a = upload(a, m * k), *d_b = upload(b, k * n);
    float *d_c = device<float>(m * n), *d_y = device<float>(m);
    gemm_tile16<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(d_a, d_b, d_c, m, n, k);
    gemv_block<<<m, 64>>>(d_a, d_b, d_y, k);
    float *c = download(d_c, m * n), *y = download(d_y, m);
    double want = 0, want_y = 0;
    for (int i = 0; i < k; i++) {
        want += a[249 * k + i] * b[i * n + 299];
        want_y += a[100 * k + i] * b[i];
    }
    return verdict(near(c[m * n - 1], want, 1e-4) && near(y[100], want_y, 1e-4));
}
