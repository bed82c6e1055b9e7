/* Gauss-Seidel for Poisson's equation with red and black points: a colour a launch, in double precision. */
#include "program.h"

__global__ void red_black_colour(double *u, const double *f, int w, int h, int colour, double omega)
{
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1 + ((y + colour) & 1);
    if (x >= w - 1 || y >= h - 1)
        return;
    int i = y * w + x;
    double star = u[i - 1] + u[i + 1] + u[i - w] + u[i + w];
    u[i] = (1.0 - omega) * u[i] + omega * 0.25 * (star - f[i]);
}

int main()
{
    const int w = 514, h = 386;
    double *u = host<double>(w * h), *f = host<double>(w * h);
    for (int i = 0; i < w * h; i++) {
        u[i] = unit(i);
        f[i] = unit(i + w * h) * 0.01;
    }
    double *d_u = upload(u, w * h), *d_f = upload(f, w * h);
    dim3 block(32, 4), grid((w / 2 + 31) / 32, (h + 3) / 4);
    red_black_colour<<<grid, block>>>(d_u, d_f, w, h, 0, 1.5);
    red_black_colour<<<grid, block>>>(d_u, d_f, w, h, 1, 1.5);
    double *got = download(d_u, w * h);
    for (int colour = 0; colour < 2; colour++)
        for (int y = 1; y < h - 1; y++)
            for (int x = 1 + ((y + colour) & 1); x < w - 1; x += 2) {
                int i = y * w + x;
                u[i] = -0.5 * u[i] + 1.5 * 0.25 * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - f[i]);
            }
    bool ok = true;
    for (int i = 0; i < w * h; i += 13)
        ok &= near(got[i], u[i], 1e-9);
    return verdict(ok);
}
