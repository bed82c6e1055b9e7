/* The short-range force of a cosmology code: each particle against 256 neighbours, with a polynomial in the distance.
 */
#include "program.h"

__global__ void short_range_force(const float *__restrict__ x, const float *__restrict__ y,
                                  const float *__restrict__ z, const float *__restrict__ mass, float *__restrict__ fx,
                                  float *__restrict__ fy, float *__restrict__ fz, int n, int others, float range,
                                  float soft)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float c0 = 0.269327f, c1 = -0.0750978f, c2 = 0.0114808f, c3 = -0.00109313f, c4 = 0.0000605491f,
                c5 = -0.00000147177f;
    float xi = 0, yi = 0, zi = 0;
    for (int j = 0; j < others; j++) {
        float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
        float r2 = dx * dx + dy * dy + dz * dz;
        float m = r2 < range ? mass[j] : 0.0f;
        float f = r2 + soft;
        f = m * (1.0f / (f * sqrtf(f)) - (c0 + r2 * (c1 + r2 * (c2 + r2 * (c3 + r2 * (c4 + r2 * c5))))));
        xi += f * dx;
        yi += f * dy;
        zi += f * dz;
    }
    fx[i] += 0.5f * xi;
    fy[i] += 0.5f * yi;
    fz[i] += 0.5f * zi;
}

int main()
{
    const int n = 6000, others = 256;
    float *x = host_units(n, 1), *y = host_units(n, 2), *z = host_units(n, 3), *m = host_units(n, 4);
    float *d_x = upload(x, n), *d_y = upload(y, n), *d_z = upload(z, n), *d_m = upload(m, n);
    float *d_fx = device<float>(n), *d_fy = device<float>(n), *d_fz = device<float>(n);
    short_range_force<<<(n + 255) / 256, 256>>>(d_x, d_y, d_z, d_m, d_fx, d_fy, d_fz, n, others, 0.5f, 0.03f);
    float *fx = download(d_fx, n);
    double want = 0;
    int i = n - 1;
    for (int j = 0; j < others; j++) {
        double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i], r2 = dx * dx + dy * dy + dz * dz, f = r2 + 0.03;
        f = r2 < 0.5
                ? m[j] * (1 / (f * sqrt(f)) - (0.269327 + r2 * (-0.0750978 + r2 * (0.0114808 - 0.00109313 * r2))))
                : 0;
        want += 0.5 * f * dx;
    }
    return verdict(near(fx[i], want, 0.02));
}
