/* A Bezier surface of 5 by 5 control points, evaluated on a grid with Bernstein's polynomials computed in place. */
#include "program.h"

#define N 4

__host__ __device__ static inline float bernstein(int k, float t)
{
    float choose = 1, v = 1;
    for (int i = 1; i <= k; i++)
        choose = choose * (N + 1 - i) / i;
    for (int i = 0; i < k; i++)
        v *= t;
    for (int i = k; i < N; i++)
        v *= 1 - t;
    return choose * v;
}

__global__ void bezier_surface(const float3 *__restrict__ control, float3 *__restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float u = (float)x / (w - 1), v = (float)y / (h - 1);
    float3 sum = make_float3(0, 0, 0);
    for (int i = 0; i <= N; i++) {
        float bu = bernstein(i, u);
        for (int j = 0; j <= N; j++) {
            float b = bu * bernstein(j, v);
            float3 c = control[i * (N + 1) + j];
            sum.x += b * c.x;
            sum.y += b * c.y;
            sum.z += b * c.z;
        }
    }
    out[y * w + x] = sum;
}

int main()
{
    const int w = 200, h = 150;
    float3 c[25];
    for (int i = 0; i < 25; i++)
        c[i] = make_float3(unit(3 * i), unit(3 * i + 1), unit(3 * i + 2));
    float3 *d_c = upload(c, 25), *d_out = device<float3>(w * h);
    bezier_surface<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(d_c, d_out, w, h);
    float3 *out = download(d_out, w * h);
    double want = 0;
    for (int i = 0; i < 25; i++)
        want += bernstein(i / 5, 50.0f / 199) * bernstein(i % 5, 60.0f / 149) * c[i].y;
    return verdict(near(out[60 * w + 50].y, want, 1e-3));
}
