/*
 * lbm: fluid flow by the lattice-Boltzmann method, D3Q19 (Parboil-class).
 *
 * One thread a cell, one block of 120 threads a row of cells. A thread reads the 19 densities of its cell (one array
 * a direction: coalesced), lets them collide, and stores each one into the neighbour that it moves to: stores to 19
 * arrays, shifted by one cell. Solid cells send everything back. The volume wraps around.
 *
 * Paper size: Parboil's 120 x 120 plane, 16 planes instead of 150, two time steps.
 */
#include "common.h"

/* number, direction, number of the opposite one, weight x 36 */
#define DIRECTIONS(F)                                                                                                \
    F(0, 0, 0, 0, 0, 12)                                                                                             \
    F(1, 1, 0, 0, 2, 2)                                                                                              \
    F(2, -1, 0, 0, 1, 2)                                                                                             \
    F(3, 0, 1, 0, 4, 2)                                                                                              \
    F(4, 0, -1, 0, 3, 2)                                                                                             \
    F(5, 0, 0, 1, 6, 2)                                                                                              \
    F(6, 0, 0, -1, 5, 2)                                                                                             \
    F(7, 1, 1, 0, 8, 1)                                                                                              \
    F(8, -1, -1, 0, 7, 1)                                                                                            \
    F(9, 1, -1, 0, 10, 1)                                                                                            \
    F(10, -1, 1, 0, 9, 1)                                                                                            \
    F(11, 1, 0, 1, 12, 1)                                                                                            \
    F(12, -1, 0, -1, 11, 1)                                                                                          \
    F(13, 1, 0, -1, 14, 1)                                                                                           \
    F(14, -1, 0, 1, 13, 1)                                                                                           \
    F(15, 0, 1, 1, 16, 1)                                                                                            \
    F(16, 0, -1, -1, 15, 1)                                                                                          \
    F(17, 0, 1, -1, 18, 1)                                                                                           \
    F(18, 0, -1, 1, 17, 1)
#define Q 19

/* One cell of one time step: used by the kernel and by the reference. */
__host__ __device__ inline void cell(const float *from, float *to, const unsigned char *solid, int x, int y, int z,
                                     int nx, int ny, int nz)
{
    int n = nx * ny * nz, at = (z * ny + y) * nx + x;
    int xs[3] = {x ? x - 1 : nx - 1, x, x < nx - 1 ? x + 1 : 0};
    int ys[3] = {y ? y - 1 : ny - 1, y, y < ny - 1 ? y + 1 : 0};
    int zs[3] = {z ? z - 1 : nz - 1, z, z < nz - 1 ? z + 1 : 0};
    float f[Q];
#define READ(q, ex, ey, ez, opposite, weight) f[q] = from[q * n + at];
    DIRECTIONS(READ)
#define PLACE(q, ex, ey, ez) to[q * n + (zs[1 + (ez)] * ny + ys[1 + (ey)]) * nx + xs[1 + (ex)]]
    if (solid[at]) {
#define BACK(q, ex, ey, ez, opposite, weight) PLACE(q, ex, ey, ez) = f[opposite];
        DIRECTIONS(BACK)
        return;
    }
    float rho = 0, ux = 0, uy = 0, uz = 0;
#define SUM(q, ex, ey, ez, opposite, weight)                                                                         \
    rho += f[q];                                                                                                     \
    ux += (ex)*f[q];                                                                                                 \
    uy += (ey)*f[q];                                                                                                 \
    uz += (ez)*f[q];
    DIRECTIONS(SUM)
    ux = ux / rho + 0.001f;
    uy /= rho;
    uz /= rho;
    const float omega = 1.3f;
    float base = 1.0f - 1.5f * (ux * ux + uy * uy + uz * uz);
#define COLLIDE(q, ex, ey, ez, opposite, weight)                                                                     \
    {                                                                                                                \
        float eu = 3.0f * ((ex)*ux + (ey)*uy + (ez)*uz);                                                             \
        float rest = rho * ((weight) / 36.0f) * (base + eu + 0.5f * eu * eu);                                        \
        PLACE(q, ex, ey, ez) = f[q] + omega * (rest - f[q]);                                                         \
    }
    DIRECTIONS(COLLIDE)
}

__global__ void step(const float *from, float *to, const unsigned char *solid, int nx, int ny, int nz)
{
    cell(from, to, solid, threadIdx.x, blockIdx.x, blockIdx.y, nx, ny, nz);
}

int main(int argc, char **argv)
{
    int nx, ny, nz, steps;
    const struct wl_opt opts[] = {{"nx", &nx, 120, 120, 1, 1024, "cells along x (threads a block)"},
                                  {"ny", &ny, 12, 120, 1, 1024, "cells along y"},
                                  {"nz", &nz, 8, 16, 1, 1024, "cells along z"},
                                  {"steps", &steps, 1, 2, 1, 1000, "time steps"}};
    wl_begin(argc, argv, "lbm", opts, WL_COUNT(opts));
    size_t n = (size_t)nx * ny * nz;
    float *from = wl_host<float>(n * Q);
    unsigned char *solid = wl_host<unsigned char>(n);
    struct wl_rng rng = wl_seed(4);
#define FILL(q, ex, ey, ez, opposite, weight)                                                                        \
    for (size_t i = 0; i < n; i++)                                                                                   \
        from[q * n + i] = (weight) / 36.0f * wl_f32(&rng, 0.95f, 1.05f);
    DIRECTIONS(FILL)
    for (size_t i = 0; i < n; i++)
        solid[i] = wl_below(&rng, 64) == 0;
    float *d_from = wl_upload(from, n * Q), *d_to = wl_dev_zero<float>(n * Q);
    unsigned char *d_solid = wl_upload(solid, n);

    for (int s = 0; s < steps; s++) {
        step<<<dim3(ny, nz), nx>>>(d_from, d_to, d_solid, nx, ny, nz);
        WL_LAUNCHED();
        float *swap = d_from;
        d_from = d_to;
        d_to = swap;
    }
    if (wl_checking()) {
        float *to = wl_host<float>(n * Q);
        for (int s = 0; s < steps; s++) {
            for (int z = 0; z < nz; z++)
                for (int y = 0; y < ny; y++)
                    for (int x = 0; x < nx; x++)
                        cell(from, to, solid, x, y, z, nx, ny, nz);
            float *swap = from;
            from = to;
            to = swap;
        }
        wl_check_f32("densities", wl_download(d_from, n * Q), from, n * Q, 1e-4, 1e-6);
    }
    return wl_end();
}
