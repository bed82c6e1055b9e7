/*
 * atax: y = A^T (A x), PolyBench.
 *
 * Two kernels of one thread a row or a column, 256 x 1 blocks, accumulating in global memory. The first walks the
 * rows of A: the 32 lanes of a warp read 32 rows, 32 lines a load, and with rows of a multiple of 4 KB all of them
 * in one set of a 16 KB 4-way cache (intra-warp contention). The second walks columns and is fully coalesced.
 *
 * Paper size: 2048 x 2048 floats in blocks of 256, as figure 2 of the MRPB paper has it. Small keeps rows of 4 KB.
 *
 * PolyBench's sizes are constants of the program. So are ours at the suite's size and at 1024 (common.h, WL_SIZED):
 * registers, and with them the blocks an SM holds, depend on it.
 */
#include "common.h"

template <int S>
__device__ __forceinline__ void atax_rows_of(int nx, int ny, const float *a, const float *x, float *tmp)
{
    WL_CONST(S, nx, ny);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nx)
        for (int j = 0; j < ny; j++)
            tmp[i] += a[i * ny + j] * x[j];
}
WL_KERNEL(atax_rows, (int nx, int ny, const float *a, const float *x, float *tmp), (nx, ny, a, x, tmp))

template <int S>
__device__ __forceinline__ void atax_columns_of(int nx, int ny, const float *a, float *y, const float *tmp)
{
    WL_CONST(S, nx, ny);
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < ny)
        for (int i = 0; i < nx; i++)
            y[j] += a[i * ny + j] * tmp[i];
}
WL_KERNEL(atax_columns, (int nx, int ny, const float *a, float *y, const float *tmp), (nx, ny, a, y, tmp))

static void reference(int nx, int ny, const float *a, const float *x, float *y)
{
    double *sum = wl_host<double>(ny);
    for (int i = 0; i < nx; i++) {
        double t = 0;
        for (int j = 0; j < ny; j++)
            t += (double)a[i * ny + j] * x[j];
        for (int j = 0; j < ny; j++)
            sum[j] += a[i * ny + j] * t;
    }
    for (int j = 0; j < ny; j++)
        y[j] = (float)sum[j];
    free(sum);
}

int main(int argc, char **argv)
{
    int nx, ny, times, divide;
    const struct wl_opt opts[] = {{"nx", &nx, 512, 2048, 1, 16384, "rows of A", 4096},
                                  {"ny", &ny, 1024, 2048, 1, 16384, "columns of A", 4096},
                                  {"times", &times, 1, 1, 1, 4, "multiplies both, but for the suite's size"},
                                  {"divide", &divide, 1, 1, 1, 4, "divides both at the suite's size"}};
    wl_begin(argc, argv, "atax", opts, WL_COUNT(opts));
    if (!wl_run.suite) {
        nx *= times;
        ny *= times;
    }
    nx /= wl_run.suite ? divide : 1;
    ny /= wl_run.suite ? divide : 1;
    wl_run.name = times == 2 ? "atax-4k" : divide == 2 ? "atax-2k" : "atax";
    size_t cells = (size_t)nx * ny;
    float *a = wl_random(cells, 0, 1, 1), *x = wl_random(ny, 0, 1, 2);
    float *d_a = wl_upload(a, cells), *d_x = wl_upload(x, ny);
    float *d_tmp = wl_dev_zero<float>(nx), *d_y = wl_dev_zero<float>(ny);

    if (wl_run.suite) { /* else the paper's 2048 is known at run time only */
        WL_SIZED(4096, 2048, nx == S && ny == S, atax_rows, wl_blocks(nx, 256), 256, nx, ny, d_a, d_x, d_tmp);
        WL_SIZED(4096, 2048, nx == S && ny == S, atax_columns, wl_blocks(ny, 256), 256, nx, ny, d_a, d_y, d_tmp);
    } else {
        WL_SIZED(4096, 1024, nx == S && ny == S, atax_rows, wl_blocks(nx, 256), 256, nx, ny, d_a, d_x, d_tmp);
        WL_SIZED(4096, 1024, nx == S && ny == S, atax_columns, wl_blocks(ny, 256), 256, nx, ny, d_a, d_y, d_tmp);
    }
    if (wl_checking()) {
        float *y = wl_download(d_y, ny), *want = wl_host<float>(ny);
        reference(nx, ny, a, x, want);
        wl_check_f32("y", y, want, ny, 1e-3, 0);
    }
    return wl_end();
}
