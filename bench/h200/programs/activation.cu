/* Activations of a network: GELU by tanh with a bias added, and the gradient of swish. */
#include "program.h"

__global__ void gelu_bias(float *x, const float *__restrict__ bias, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
    if (c >= cols)
        return;
    float v = x[r * cols + c] + bias[c];
    float u = 0.7978845608f * (v + 0.044715f * v * v * v);
    x[r * cols + c] = 0.5f * v * (1.0f + tanhf(u));
}

__global__ void swish_gradient(const float4 *__restrict__ x, const float4 *__restrict__ dy, float4 *__restrict__ dx,
                               int n4)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4)
        return;
    float4 a = x[i], g = dy[i], r;
    float s = 1.0f / (1.0f + expf(-a.x));
    r.x = g.x * (s + a.x * s * (1.0f - s));
    s = 1.0f / (1.0f + expf(-a.y));
    r.y = g.y * (s + a.y * s * (1.0f - s));
    s = 1.0f / (1.0f + expf(-a.z));
    r.z = g.z * (s + a.z * s * (1.0f - s));
    s = 1.0f / (1.0f + expf(-a.w));
    r.w = g.w * (s + a.w * s * (1.0f - s));
    dx[i] = r;
}

int main()
{
    const int rows = 300, cols = 1024, n = rows * cols;
    float *x = host_units(n, 1), *dy = host_units(n, 2), *bias = host_units(cols, 3);
    float *d_x = upload(x, n), *d_y = upload(dy, n), *d_b = upload(bias, cols), *d_dx = device<float>(n);
    swish_gradient<<<(n / 4 + 255) / 256, 256>>>((float4 *)d_x, (float4 *)d_y, (float4 *)d_dx, n / 4);
    gelu_bias<<<dim3(cols / 256, rows), 256>>>(d_x, d_b, rows, cols);
    float *g = download(d_x, n), *dx = download(d_dx, n);
    double v = x[3000] + bias[3000 % cols], u = 0.7978845608 * (v + 0.044715 * v * v * v), s = 1 / (1 + exp(-x[17]));
    return verdict(near(g[3000], 0.5 * v * (1 + tanh(u)), 1e-3) &&
                   near(dx[17], dy[17] * (s + x[17] * s * (1 - s)), 1e-3));
}
