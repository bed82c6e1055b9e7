/* Adam: a step of the optimiser over all weights. */
#include "program.h"

__global__ void adam_step(float *__restrict__ w, const float *__restrict__ g, float *__restrict__ m,
                          float *__restrict__ v, int n, float rate, float b1, float b2, float eps, float fix1,
                          float fix2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float grad = g[i];
    float m1 = b1 * m[i] + (1.0f - b1) * grad, v1 = b2 * v[i] + (1.0f - b2) * grad * grad;
    m[i] = m1;
    v[i] = v1;
    w[i] -= rate * (m1 / fix1) / (sqrtf(v1 / fix2) + eps);
}

int main()
{
    const int n = 600000;
    float *w = host_units(n, 1), *g = host_units(n, 2);
    float *d_w = upload(w, n), *d_g = upload(g, n), *d_m = device<float>(n), *d_v = device<float>(n);
    for (int step = 1; step <= 2; step++)
        adam_step<<<(n + 255) / 256, 256>>>(d_w, d_g, d_m, d_v, n, 0.01f, 0.9f, 0.999f, 1e-8f, 1 - powf(0.9f, step),
                                            1 - powf(0.999f, step));
    return verdict(near(download(d_w, n)[123], w[123] - 0.02, 1e-2));
}
