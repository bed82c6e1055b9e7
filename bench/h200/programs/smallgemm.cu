/* Products of many 5 by 5 matrices, one a thread, matrices one after the other in memory; and their determinants. */
#include "program.h"

#define N 5

__global__ void batched_5x5(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                            int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const float *p = a + i * N * N, *q = b + i * N * N;
    float r[N][N];
#pragma unroll
    for (int y = 0; y < N; y++)
#pragma unroll
        for (int x = 0; x < N; x++) {
            float sum = 0;
#pragma unroll
            for (int k = 0; k < N; k++)
                sum += p[y * N + k] * q[k * N + x];
            r[y][x] = sum;
        }
#pragma unroll
    for (int k = 0; k < N * N; k++)
        c[i * N * N + k] = r[k / N][k % N];
}

__global__ void batched_determinant(const float *__restrict__ a, float *__restrict__ det, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float m[N][N], d = 1;
    for (int k = 0; k < N * N; k++)
        m[k / N][k % N] = a[k * count + i]; /* matrices side by side here */
#pragma unroll
    for (int k = 0; k < N; k++) {
        d *= m[k][k];
        float inv = 1.0f / m[k][k];
#pragma unroll
        for (int y = k + 1; y < N; y++) {
            float f = m[y][k] * inv;
#pragma unroll
            for (int x = k + 1; x < N; x++)
                m[y][x] -= f * m[k][x];
        }
    }
    det[i] = d;
}

int main()
{
    const int count = 30000;
    float *a = host_units(count * N * N, 1), *b = host_units(count * N * N, 2);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < N; k++)
            a[k * (N + 1) * count + i] += 3;
    float *d_a = upload(a, count * N * N), *d_b = upload(b, count * N * N), *d_c = device<float>(count * N * N);
    float *d_d = device<float>(count);
    batched_5x5<<<(count + 127) / 128, 128>>>(d_a, d_b, d_c, count);
    batched_determinant<<<(count + 127) / 128, 128>>>(d_a, d_d, count);
    float *c = download(d_c, count * N * N), *det = download(d_d, count);
    double want = 0;
    for (int k = 0; k < N; k++)
        want += a[777 * 25 + 10 + k] * b[777 * 25 + 5 * k + 3];
    return verdict(near(c[777 * 25 + 13], want, 1e-4) && det[5] > 50 && det[5] < 3000);
}
