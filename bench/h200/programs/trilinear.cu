/* Values of a 3-D grid at scattered points by trilinear interpolation, and along rays through it (volume rendering).
 */
#include "program.h"

#define SIDE 64

__host__ __device__ static float at_point(const float *g, float x, float y, float z)
{
    int i = (int)x, j = (int)y, k = (int)z;
    float fx = x - i, fy = y - j, fz = z - k;
    const float *p = g + (k * SIDE + j) * SIDE + i;
    float a = p[0] + fx * (p[1] - p[0]), b = p[SIDE] + fx * (p[SIDE + 1] - p[SIDE]);
    p += SIDE * SIDE;
    float c = p[0] + fx * (p[1] - p[0]), d = p[SIDE] + fx * (p[SIDE + 1] - p[SIDE]);
    a += fy * (b - a);
    c += fy * (d - c);
    return a + fz * (c - a);
}

__global__ void trilinear_points(const float *__restrict__ grid, const float *__restrict__ x,
                                 const float *__restrict__ y, const float *__restrict__ z, float *__restrict__ out,
                                 int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = at_point(grid, x[i], y[i], z[i]);
}

__global__ void march_rays(const float *__restrict__ grid, float *__restrict__ out, int w, int h, float tilt)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h)
        return;
    float light = 0, left = 1;
    for (int s = 0; s < 60; s++) {
        float z = s + 0.5f, x = px * (SIDE - 20.0f) / w + tilt * s, y = py * (SIDE - 4.0f) / h;
        float a = 0.1f * at_point(grid, x, y, z);
        light += left * a;
        left *= 1.0f - a;
        if (left < 0.05f)
            break;
    }
    out[py * w + px] = light;
}

int main()
{
    const int n = 80000, m = SIDE * SIDE * SIDE, w = 128, h = 96;
    float *g = host_units(m, 1), *p[3];
    for (int k = 0; k < 3; k++) {
        p[k] = host_units(n, 2 + k);
        for (int i = 0; i < n; i++)
            p[k][i] *= SIDE - 1.01f;
    }
    float *d_g = upload(g, m), *d_x = upload(p[0], n), *d_y = upload(p[1], n), *d_z = upload(p[2], n);
    float *d_out = device<float>(n), *d_rays = device<float>(w * h);
    trilinear_points<<<(n + 255) / 256, 256>>>(d_g, d_x, d_y, d_z, d_out, n);
    march_rays<<<dim3(w / 16, h / 8), dim3(16, 8)>>>(d_g, d_rays, w, h, 0.25f);
    float *out = download(d_out, n), *rays = download(d_rays, w * h);
    return verdict(near(out[500], at_point(g, p[0][500], p[1][500], p[2][500]), 1e-4) && rays[40] > 0.8f &&
                   rays[40] < 1.0f);
}
