/*
 * fdtd2d: two-dimensional finite differences in the time domain (fields ex, ey, hz), PolyBench.
 *
 * Three kernels a time step (ey, ex, hz), one thread an element, 32 x 8 blocks; rows above and beside, each one or
 * two lines a warp (cache-insensitive).
 *
 * Paper size: 1024 x 1024, 2 steps; PolyBench's 2048 and 500 steps scaled. Rows stay a multiple of 4 KB, the steps
 * repeat the same accesses; some 7 million warp instructions.
 *
 * PolyBench's sizes are constants of the program. So are ours at the suite's size and at 192 (common.h, WL_SIZED):
 * registers, and with them the blocks an SM holds, depend on it.
 */
#include "common.h"

template <int S>
__device__ __forceinline__ void step_ey_of(int nx, int ny, const float *source, float *ey, const float *hz, int t)
{
    WL_CONST(S, nx, ny);
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny) {
        if (i == 0)
            ey[j] = source[t];
        else
            ey[i * ny + j] -= 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
    }
}
WL_KERNEL(step_ey, (int nx, int ny, const float *source, float *ey, const float *hz, int t),
          (nx, ny, source, ey, hz, t))

/* ex has one column more than ny, ey one row more than nx. */
template <int S> __device__ __forceinline__ void step_ex_of(int nx, int ny, float *ex, const float *hz)
{
    WL_CONST(S, nx, ny);
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny && j > 0)
        ex[i * (ny + 1) + j] -= 0.5f * (hz[i * ny + j] - hz[S ? i * ny + (j - 1) : i * ny + j - 1]);
}
WL_KERNEL(step_ex, (int nx, int ny, float *ex, const float *hz), (nx, ny, ex, hz))

template <int S>
__device__ __forceinline__ void step_hz_of(int nx, int ny, const float *ex, const float *ey, float *hz)
{
    WL_CONST(S, nx, ny);
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny)
        hz[i * ny + j] -= 0.7f * (ex[S ? i * (ny + 1) + (j + 1) : i * (ny + 1) + j + 1] - ex[i * (ny + 1) + j] +
                                  ey[(i + 1) * ny + j] - ey[i * ny + j]);
}
WL_KERNEL(step_hz, (int nx, int ny, const float *ex, const float *ey, float *hz), (nx, ny, ex, ey, hz))

static void reference(int nx, int ny, int steps, const float *source, float *ex, float *ey, float *hz)
{
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < ny; j++)
            ey[j] = source[t];
        for (int i = 1; i < nx; i++)
            for (int j = 0; j < ny; j++)
                ey[i * ny + j] -= 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
        for (int i = 0; i < nx; i++)
            for (int j = 1; j < ny; j++)
                ex[i * (ny + 1) + j] -= 0.5f * (hz[i * ny + j] - hz[i * ny + j - 1]);
        for (int i = 0; i < nx; i++)
            for (int j = 0; j < ny; j++)
                hz[i * ny + j] -=
                    0.7f * (ex[i * (ny + 1) + j + 1] - ex[i * (ny + 1) + j] + ey[(i + 1) * ny + j] - ey[i * ny + j]);
    }
}

int main(int argc, char **argv)
{
    int nx, ny, steps;
    const struct wl_opt opts[] = {{"nx", &nx, 64, 1024, 2, 8192, "rows", 2048},
                                  {"ny", &ny, 1024, 1024, 2, 8192, "columns", 2048},
                                  {"steps", &steps, 2, 2, 1, 500, "time steps", 500}};
    wl_begin(argc, argv, "fdtd2d", opts, WL_COUNT(opts));
    size_t n_ex = (size_t)nx * (ny + 1), n_ey = (size_t)(nx + 1) * ny, n_hz = (size_t)nx * ny;
    float *source = wl_random(steps, 0, 1, 1), *ex = wl_random(n_ex, 0, 1, 2);
    float *ey = wl_random(n_ey, 0, 1, 3), *hz = wl_random(n_hz, 0, 1, 4);
    float *d_source = wl_upload(source, steps), *d_ex = wl_upload(ex, n_ex);
    float *d_ey = wl_upload(ey, n_ey), *d_hz = wl_upload(hz, n_hz);

    dim3 block(32, 8), grid(wl_blocks(ny, 32), wl_blocks(nx, 8));
    for (int t = 0; t < steps; t++) {
        WL_SIZED(2048, 192, nx == S && ny == S, step_ey, grid, block, nx, ny, d_source, d_ey, d_hz, t);
        WL_SIZED(2048, 192, nx == S && ny == S, step_ex, grid, block, nx, ny, d_ex, d_hz);
        WL_SIZED(2048, 192, nx == S && ny == S, step_hz, grid, block, nx, ny, d_ex, d_ey, d_hz);
    }
    if (wl_checking()) {
        reference(nx, ny, steps, source, ex, ey, hz);
        wl_check_f32("hz", wl_download(d_hz, n_hz), hz, n_hz, 1e-3, 1e-4);
        wl_check_f32("ex", wl_download(d_ex, n_ex), ex, n_ex, 1e-3, 1e-4);
        wl_check_f32("ey", wl_download(d_ey, n_ey), ey, n_ey, 1e-3, 1e-4);
    }
    return wl_end();
}
