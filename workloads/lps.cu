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

__global__ void laplace(const float *in, float *out, int nx, int ny, int nz)
{
    __shared__ float u[3][BY + 2][BX + 2];
    int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y, tx = threadIdx.x + 1,
        ty = threadIdx.y + 1;
    int t = threadIdx.y * BX + threadIdx.x, plane = nx * ny, at = y * nx + x;
    /* the cells around the tile: threads 0..67 above and below, 68..75 left and right */
    int hx = -1, hy = -1;
    if (t < 2 * (BX + 2)) {
        hx = t % (BX + 2);
        hy = t / (BX + 2) * (BY + 1);
    } else if (t < 2 * (BX + 2) + 2 * BY) {
        hx = (t - 2 * (BX + 2)) / BY * (BX + 1);
        hy = (t - 2 * (BX + 2)) % BY + 1;
    }
    int gx = blockIdx.x * BX + hx - 1, gy = blockIdx.y * BY + hy - 1, halo = gy * nx + gx;
    bool inside = x < nx && y < ny, has_halo = hx >= 0 && gx >= 0 && gy >= 0 && gx < nx && gy < ny;
    if (inside)
        u[0][ty][tx] = in[at];
    if (has_halo)
        u[0][hy][hx] = in[halo];
    for (int z = 0; z < nz; z++) {
        int here = z % 3, up = (z + 1) % 3, down = (z + 2) % 3;
        __syncthreads();
        if (z + 1 < nz) {
            if (inside)
                u[up][ty][tx] = in[at + (z + 1) * plane];
            if (has_halo)
                u[up][hy][hx] = in[halo + (z + 1) * plane];
        }
        __syncthreads();
        if (inside) {
            float v = u[here][ty][tx];
            if (x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1)
                v = (u[here][ty][tx - 1] + u[here][ty][tx + 1] + u[here][ty - 1][tx] + u[here][ty + 1][tx] +
                     u[down][ty][tx] + u[up][ty][tx]) *
                    (1.0f / 6.0f);
            out[at + z * plane] = v;
        }
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
