/* Tridiagonal systems after Thomas: a system of 64 unknowns a thread, systems side by side. */
#include "program.h"

#define N 64

__global__ void thomas_solve(const float *__restrict__ a, const float *__restrict__ b, const float *__restrict__ c,
                             float *__restrict__ d, float *__restrict__ work, int systems)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems)
        return;
    float cp = c[s] / b[s], dp = d[s] / b[s];
    work[s] = cp;
    d[s] = dp;
    for (int i = 1; i < N; i++) {
        int at = i * systems + s;
        float inv = 1.0f / (b[at] - a[at] * cp);
        cp = c[at] * inv;
        dp = (d[at] - a[at] * dp) * inv;
        work[at] = cp;
        d[at] = dp;
    }
    for (int i = N - 2; i >= 0; i--) {
        int at = i * systems + s;
        dp = d[at] - work[at] * dp;
        d[at] = dp;
    }
}

int main()
{
    const int systems = 10000, n = N * systems;
    float *a = host_units(n, 1), *b = host_units(n, 2), *c = host_units(n, 3), *d = host_units(n, 4);
    for (int i = 0; i < n; i++)
        b[i] += 3;
    float *d_a = upload(a, n), *d_b = upload(b, n), *d_c = upload(c, n), *d_d = upload(d, n), *d_w = device<float>(n);
    thomas_solve<<<(systems + 127) / 128, 128>>>(d_a, d_b, d_c, d_d, d_w, systems);
    float *x = download(d_d, n);
    int s = 321, at = 30 * systems + s;
    return verdict(near(a[at] * x[at - systems] + b[at] * x[at] + c[at] * x[at + systems], d[at], 1e-3));
}
