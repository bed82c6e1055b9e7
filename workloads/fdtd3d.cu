/*
 * fdtd3d: finite differences in the time domain on a volume, a star of radius 4 (SDK-class).
 *
 * Blocks of 32 x 16 threads: a block marches along z over its 32 x 16 columns; the plane under work, with four cells
 * around it, lies in shared memory, the four cells before and behind in registers. Neighbouring blocks read each
 * other's border, 24 of 40 rows and 32 of 40 columns being their own.
 *
 * Paper size: 512 x 512 x 12, one step: 512 blocks (SDK: 376 x 376 x 376, five steps).
 */
#include "common.h"

#define R 4
#define BX 32
#define BY 16

__constant__ float c_coefficient[R + 1];

/* The volume has R cells around it on each side. */
__global__ void fdtd(const float *in, float *out, int nx, int ny, int nz)
{
    __shared__ float tile[BY + 2 * R][BX + 2 * R];
    int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y, tx = threadIdx.x + R,
        ty = threadIdx.y + R;
    int row = nx + 2 * R, plane = row * (ny + 2 * R), at = (y + R) * row + x + R;
    bool inside = x < nx && y < ny;
    float behind[R], front[R], here;
    if (!inside) /* reads stay within the volume */
        at = R * row + R;
#pragma unroll
    for (int i = 0; i < R; i++)
        behind[R - 1 - i] = in[at + i * plane];
    here = in[at + R * plane];
#pragma unroll
    for (int i = 0; i < R; i++)
        front[i] = in[at + (R + 1 + i) * plane];
    for (int z = 0; z < nz; z++) {
        int now = at + (z + R) * plane;
        __syncthreads();
        if (threadIdx.y < R) {
            tile[threadIdx.y][tx] = in[now - R * row];
            tile[threadIdx.y + BY + R][tx] = y + BY < ny + R ? in[now + BY * row] : 0;
        }
        if (threadIdx.x < R) {
            tile[ty][threadIdx.x] = in[now - R];
            tile[ty][threadIdx.x + BX + R] = x + BX < nx + R ? in[now + BX] : 0;
        }
        tile[ty][tx] = here;
        __syncthreads();
        float value = c_coefficient[0] * here;
#pragma unroll
        for (int i = 1; i <= R; i++)
            value += c_coefficient[i] * (front[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] +
                                         tile[ty][tx - i] + tile[ty][tx + i]);
        if (inside)
            out[now] = value;
#pragma unroll
        for (int i = R - 1; i > 0; i--)
            behind[i] = behind[i - 1];
        behind[0] = here;
        here = front[0];
#pragma unroll
        for (int i = 0; i < R - 1; i++)
            front[i] = front[i + 1];
        if (z + 1 < nz)
            front[R - 1] = in[now + (R + 1) * plane];
    }
}

int main(int argc, char **argv)
{
    int nx, ny, nz, steps;
    const struct wl_opt opts[] = {{"nx", &nx, 128, 512, BX, 2048, "cells along x (a multiple of 32)"},
                                  {"ny", &ny, 64, 512, BY, 2048, "cells along y (a multiple of 16)"},
                                  {"nz", &nz, 6, 12, 1, 2048, "cells along z"},
                                  {"steps", &steps, 1, 1, 1, 100, "time steps"}};
    wl_begin(argc, argv, "fdtd3d", opts, WL_COUNT(opts));
    if (nx % BX || ny % BY)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 32 and of 16", "--nx --ny");
    const float coefficient[R + 1] = {0.4f, 0.05f, 0.03f, 0.015f, 0.005f};
    int row = nx + 2 * R, plane = row * (ny + 2 * R);
    size_t n = (size_t)plane * (nz + 2 * R);
    float *in = wl_random(n, 0, 1, 1);
    float *d_in = wl_upload(in, n), *d_out = wl_upload(in, n);
    CUDA_OK(cudaMemcpyToSymbol(c_coefficient, coefficient, sizeof(coefficient)));

    for (int s = 0; s < steps; s++) {
        fdtd<<<dim3(nx / BX, ny / BY), dim3(BX, BY)>>>(d_in, d_out, nx, ny, nz);
        WL_LAUNCHED();
        float *swap = d_in;
        d_in = d_out;
        d_out = swap;
    }
    if (wl_checking()) {
        float *out = wl_copy(in, n);
        for (int s = 0; s < steps; s++) {
            for (int z = R; z < nz + R; z++)
                for (int y = R; y < ny + R; y++)
                    for (int x = R; x < nx + R; x++) {
                        const float *v = in + z * plane + y * row + x;
                        float value = coefficient[0] * v[0];
                        for (int i = 1; i <= R; i++)
                            value += coefficient[i] *
                                     (v[i * plane] + v[-i * plane] + v[-i * row] + v[i * row] + v[-i] + v[i]);
                        out[z * plane + y * row + x] = value;
                    }
            float *swap = in;
            in = out;
            out = swap;
        }
        wl_check_f32("out", wl_download(d_in, n), in, n, 1e-4, 1e-5);
    }
    return wl_end();
}
