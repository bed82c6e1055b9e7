/* A table in constant memory: read by all lanes alike, and by each lane at its own place. */
#include "program.h"

__constant__ float table[1024];

__global__ void lookup_alike(const float *__restrict__ x, float *__restrict__ y, int n, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i], sum = 0;
    for (int k = 0; k < terms; k++)
        sum = fmaf(sum, v, table[k * 7 & 1023]);
    y[i] = sum;
}

__global__ void lookup_apart(const float *__restrict__ x, float *__restrict__ y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float at = x[i] * 1022.0f;
    int k = (int)at;
    float f = at - k;
    y[i] = table[k] * (1.0f - f) + table[k + 1] * f;
}

int main()
{
    const int n = 100000, terms = 32;
    float *t = host<float>(1024), *x = host_units(n, 4);
    for (int k = 0; k < 1024; k++)
        t[k] = sqrtf(k / 1022.0f);
    CHECK(cudaMemcpyToSymbol(table, t, 1024 * sizeof(float)));
    float *d_x = upload(x, n), *d_a = device<float>(n), *d_b = device<float>(n);
    lookup_alike<<<(n + 255) / 256, 256>>>(d_x, d_a, n, terms);
    lookup_apart<<<(n + 255) / 256, 256>>>(d_x, d_b, n);
    double want = 0;
    for (int k = 0; k < terms; k++)
        want = want * x[9] + t[k * 7 & 1023];
    return verdict(near(download(d_a, n)[9], want, 1e-3) && near(download(d_b, n)[9], sqrt(x[9]), 1e-2));
}
