/*
 * mvt: x1 += A y1 and x2 += A^T y2, PolyBench.
 *
 * Two kernels of one thread an element, 256 x 1 blocks, accumulating in global memory. The first reads 32 rows with
 * the lanes of a warp, 32 lines a load (intra-warp contention); the second is coalesced.
 *
 * Paper size: 2048 x 2048 floats, as the MRPB paper has for atax (PolyBench's 4096 scaled): rows of 8 KB.
 *
 * PolyBench's sizes are constants of the program. So are ours at the suite's size and at 1024 (common.h, WL_SIZED):
 * registers, and with them the blocks an SM holds, depend on it.
 */
#include "common.h"

template <int S> __device__ __forceinline__ void mvt_rows_of(int n, const float *a, float *x1, const float *y1)
{
    WL_CONST(S, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j < n; j++)
            x1[i] += a[i * n + j] * y1[j];
}
WL_KERNEL(mvt_rows, (int n, const float *a, float *x1, const float *y1), (n, a, x1, y1))

template <int S> __device__ __forceinline__ void mvt_columns_of(int n, const float *a, float *x2, const float *y2)
{
    WL_CONST(S, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j < n; j++)
            x2[i] += a[j * n + i] * y2[j];
}
WL_KERNEL(mvt_columns, (int n, const float *a, float *x2, const float *y2), (n, a, x2, y2))

/* Adds to x1 and x2 in place. */
static void reference(int n, const float *a, float *x1, const float *y1, float *x2, const float *y2)
{
    double *sum = wl_host<double>(n);
    for (int i = 0; i < n; i++) {
        double t = 0;
        for (int j = 0; j < n; j++) {
            t += (double)a[i * n + j] * y1[j];
            sum[j] += (double)a[i * n + j] * y2[i];
        }
        x1[i] = (float)(x1[i] + t);
    }
    for (int i = 0; i < n; i++)
        x2[i] = (float)(x2[i] + sum[i]);
    free(sum);
}

int main(int argc, char **argv)
{
    int n, times;
    const struct wl_opt opts[] = {{"n", &n, 512, 2048, 1, 16384, "rows and columns of A", 4096},
                                  {"times", &times, 1, 1, 1, 4, "multiplies both, but for the suite's size"}};
    wl_begin(argc, argv, "mvt", opts, WL_COUNT(opts));
    if (!wl_run.suite)
        n *= times;
    wl_run.name = times == 2 ? "mvt-4k" : "mvt";
    size_t cells = (size_t)n * n;
    float *a = wl_random(cells, 0, 1, 1), *y1 = wl_random(n, 0, 1, 2), *y2 = wl_random(n, 0, 1, 3);
    float *x1 = wl_random(n, 0, 1, 4), *x2 = wl_random(n, 0, 1, 5);
    float *d_a = wl_upload(a, cells), *d_y1 = wl_upload(y1, n), *d_y2 = wl_upload(y2, n);
    float *d_x1 = wl_upload(x1, n), *d_x2 = wl_upload(x2, n);

    WL_SIZED(4096, 1024, n == S, mvt_rows, wl_blocks(n, 256), 256, n, d_a, d_x1, d_y1);
    WL_SIZED(4096, 1024, n == S, mvt_columns, wl_blocks(n, 256), 256, n, d_a, d_x2, d_y2);
    if (wl_checking()) {
        reference(n, a, x1, y1, x2, y2);
        wl_check_f32("x1", wl_download(d_x1, n), x1, n, 1e-3, 0);
        wl_check_f32("x2", wl_download(d_x2, n), x2, n, 1e-3, 0);
    }
    return wl_end();
}
