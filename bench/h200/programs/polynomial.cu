/* A polynomial of degree 24 after Horner in double precision, and Chebyshev's recurrence in single. */
#include "program.h"

#define DEGREE 24

__constant__ double coefficients[DEGREE + 1];

__global__ void horner_fp64(const double *__restrict__ x, double *__restrict__ y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double v = x[i], sum = coefficients[DEGREE];
#pragma unroll
    for (int k = DEGREE - 1; k >= 0; k--)
        sum = sum * v + coefficients[k];
    y[i] = sum;
}

__global__ void chebyshev_sum(const float *__restrict__ x, const float *__restrict__ c, float *__restrict__ y, int n,
                              int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i], before = 1, now = v, sum = c[0] + c[1] * v;
    for (int k = 2; k < terms; k++) {
        float next = 2 * v * now - before;
        sum += c[k] * next;
        before = now;
        now = next;
    }
    y[i] = sum;
}

int main()
{
    const int n = 100000, terms = 40;
    double c[DEGREE + 1], *x = host<double>(n), want = 0;
    float *xf = host_units(n, 1), *cf = host_units(terms, 2);
    for (int k = 0; k <= DEGREE; k++)
        c[k] = unit(k) - 0.5;
    for (int i = 0; i < n; i++)
        x[i] = 2 * unit(i) - 1;
    CHECK(cudaMemcpyToSymbol(coefficients, c, sizeof c));
    double *d_x = upload(x, n), *d_y = device<double>(n);
    float *d_xf = upload(xf, n), *d_cf = upload(cf, terms), *d_yf = device<float>(n), sum = 0;
    horner_fp64<<<(n + 255) / 256, 256>>>(d_x, d_y, n);
    chebyshev_sum<<<(n + 255) / 256, 256>>>(d_xf, d_cf, d_yf, n, terms);
    for (int k = DEGREE; k >= 0; k--)
        want = want * x[99] + c[k];
    for (int k = 0; k < terms; k++)
        sum += cf[k] * cosf(k * acosf(xf[99]));
    return verdict(near(download(d_y, n)[99], want, 1e-9) && near(download(d_yf, n)[99], sum, 1e-2));
}
