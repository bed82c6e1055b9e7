/*
 * lps: Laplace's equation on a volume by Jacobi iteration (GPGPU-Sim's class of programs).
 *
 * Blocks of 32 x 4 threads march along z; three planes of their tile with a cell around it lie in shared memory: 3 x
 * 34 x 6 x 4 bytes, 19 a thread. Cells on the faces of the volume keep their values. About 15 registers
 * (unified-memory paper, table 1).
 *
 * Paper size: 100 x 100 x 100, one iteration.
 */
#include "common.h"

#define BX 32
#define BY 4

#define SX (BX + 2)
#define PLANE (SX * (BY + 2))

__global__ void laplace(const float *in, float *out, int nx, int ny, int nz)
{
    __shared__ float u[3 * PLANE];
    int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y, t = threadIdx.y * BX + threadIdx.x;
    unsigned at = (unsigned)(y * nx + x), mine = (threadIdx.y + 1) * SX + threadIdx.x + 1, border = 0, halo = 0;
    /* the cells around the tile: threads 0..67 above and below, 68..75 left and right */
    bool has_halo = t < 2 * SX + 2 * BY;
    {
        int hx = t < 2 * SX ? t % SX : (t - 2 * SX) / BY * (BX + 1),
            hy = t < 2 * SX ? t / SX * (BY + 1) : (t - 2 * SX) % BY + 1;
        int gx = blockIdx.x * BX + hx - 1, gy = blockIdx.y * BY + hy - 1;
        has_halo = has_halo && gx >= 0 && gy >= 0 && gx < nx && gy < ny;
        border = (unsigned)(hy * SX + hx);
        halo = (unsigned)(gy * nx + gx);
    }
    bool inside = x < nx && y<ny, within = x> 0 && y > 0 && x < nx - 1 && y < ny - 1;
    if (inside)
        u[mine] = in[at];
    if (has_halo)
        u[border] = in[halo];
    unsigned here = 0; /* where the plane under work begins */
#pragma unroll 1
    for (int z = 0; z < nz; z++) {
        unsigned up = here == 2 * PLANE ? 0 : here + PLANE, down = 3 * PLANE - here - up;
        __syncthreads();
        if (z + 1 < nz) {
            if (inside)
                u[up + mine] = in[at + nx * ny];
            if (has_halo)
                u[up + border] = in[halo + nx * ny];
        }
        __syncthreads();
        if (inside) {
            const float *c = &u[here + mine];
            float v = *c;
            if (within && z > 0 && z < nz - 1)
                v = (c[-1] + c[1] + c[-SX] + c[SX] + u[down + mine] + u[up + mine]) * (1.0f / 6.0f);
            out[at] = v;
        }
        here = up;
        at += nx * ny;
        halo += nx * ny;
    }
}

int main(int argc, char **argv)
{
    int nx, ny, nz, steps;
    const struct wl_opt opts[] = {{"nx", &nx, 100, 100, 3, 1024, "cells along x"},
                                  {"ny", &ny, 40, 100, 3, 1024, "cells along y"},
                                  {"nz", &nz, 20, 100, 3, 1024, "cells along z"},
                                  {"steps", &steps, 1, 1, 1, 1000, "iterations"}};
    wl_begin(argc, argv, "lps", opts, WL_COUNT(opts));
    size_t n = (size_t)nx * ny * nz;
    float *in = wl_random(n, 0, 1, 1);
    float *d_in = wl_upload(in, n), *d_out = wl_dev_zero<float>(n);

    for (int s = 0; s < steps; s++) {
        laplace<<<dim3(wl_blocks(nx, BX), wl_blocks(ny, BY)), dim3(BX, BY)>>>(d_in, d_out, nx, ny, nz);
        WL_LAUNCHED();
        float *swap = d_in;
        d_in = d_out;
        d_out = swap;
    }
    if (wl_checking()) {
        float *out = wl_copy(in, n);
        for (int s = 0; s < steps; s++) {
            for (int z = 1; z < nz - 1; z++)
                for (int y = 1; y < ny - 1; y++)
                    for (int x = 1; x < nx - 1; x++) {
                        int at = (z * ny + y) * nx + x;
                        out[at] = (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - nx * ny] +
                                   in[at + nx * ny]) *
                                  (1.0f / 6.0f);
                    }
            memcpy(in, out, n * sizeof(float));
        }
        wl_check_f32("u", wl_download(d_in, n), in, n, 1e-5, 1e-6);
    }
    return wl_end();
}
