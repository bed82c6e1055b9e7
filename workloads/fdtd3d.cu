/*
 * fdtd3d: finite differences in the time domain on a volume, a star of radius 4 (SDK-class).
 *
 * Blocks of 32 x 16 threads: a block marches along z over its 32 x 16 columns; the plane under work, with four cells
 * around it, lies in shared memory, the four cells before and behind in registers. Neighbouring blocks read each
 * other's border, 24 of 40 rows and 32 of 40 columns being their own. As in the SDK's program the volume is put 28
 * words into its buffer, so that a row's first inner cell begins a 128-byte line where rows have a multiple of 32
 * words; blocks reach over the border and read what lies there (the next row or plane); and the loop over planes is
 * unrolled nine times.
 *
 * Paper size: 376 x 376 cells as the SDK's, 18 planes of its 376, one step of its five: 288 blocks. Later planes and
 * steps repeat the same accesses.
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
    int row = nx + 2 * R, plane = row * (ny + 2 * R), next = (y + R) * row + x + R;
    bool reads = x < nx + R && y < ny + R, writes = x < nx && y < ny;
    float behind[R] = {}, front[R] = {}, here = 0;
#pragma unroll
    for (int i = R - 2; i >= 0; i--, next += plane)
        if (reads)
            behind[i] = in[next];
    if (reads)
        here = in[next];
    int now = next;
    next += plane;
#pragma unroll
    for (int i = 0; i < R; i++, next += plane)
        if (reads)
            front[i] = in[next];
#pragma unroll 9
    for (int z = 0; z < nz; z++) {
#pragma unroll
        for (int i = R - 1; i > 0; i--)
            behind[i] = behind[i - 1];
        behind[0] = here;
        here = front[0];
#pragma unroll
        for (int i = 0; i < R - 1; i++)
            front[i] = front[i + 1];
        if (reads)
            front[R - 1] = in[next];
        next += plane;
        now += plane;
        __syncthreads();
        if (threadIdx.y < R) {
            tile[threadIdx.y][tx] = in[now - R * row];
            tile[threadIdx.y + BY + R][tx] = in[now + BY * row];
        }
        if (threadIdx.x < R) {
            tile[ty][threadIdx.x] = in[now - R];
            tile[ty][threadIdx.x + BX + R] = in[now + BX];
        }
        tile[ty][tx] = here;
        __syncthreads();
        float value = c_coefficient[0] * here;
#pragma unroll
        for (int i = 1; i <= R; i++)
            value += c_coefficient[i] * (front[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] +
                                         tile[ty][tx - i] + tile[ty][tx + i]);
        if (writes)
            out[now] = value;
    }
}

int main(int argc, char **argv)
{
    int nx, ny, nz, steps;
    const struct wl_opt opts[] = {{"nx", &nx, 120, 376, BX, 2048, "cells along x", 376},
                                  {"ny", &ny, 64, 376, BY, 2048, "cells along y", 376},
                                  {"nz", &nz, 9, 18, 1, 2048, "cells along z", 376},
                                  {"steps", &steps, 1, 1, 1, 100, "time steps", 5}};
    wl_begin(argc, argv, "fdtd3d", opts, WL_COUNT(opts));
    const float coefficient[R + 1] = {0.4f, 0.05f, 0.03f, 0.015f, 0.005f};
    int row = nx + 2 * R, plane = row * (ny + 2 * R);
    size_t n = (size_t)plane * (nz + 2 * R);
    const int lead = 32 - R; /* words before the volume */
    float *in = wl_random(n, 0, 1, 1);
    float *d_in = wl_dev_zero<float>(lead + n) + lead, *d_out = wl_dev_zero<float>(lead + n) + lead;
    wl_put(d_in, in, n);
    wl_put(d_out, in, n);
    CUDA_OK(cudaMemcpyToSymbol(c_coefficient, coefficient, sizeof(coefficient)));

    for (int s = 0; s < steps; s++) {
        fdtd<<<dim3(wl_blocks(nx, BX), wl_blocks(ny, BY)), dim3(BX, BY)>>>(d_in, d_out, nx, ny, nz);
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
