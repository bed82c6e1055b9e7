/*
 * bicg: s = A^T r and q = A p, the two products of BiCGStab, PolyBench.
 *
 * Two kernels of one thread a column or a row, 256 x 1 blocks, accumulating in global memory. The first is
 * coalesced; the second reads 32 rows with the lanes of a warp, 32 lines a load (intra-warp contention where rows
 * are a multiple of 4 KB).
 *
 * Paper size: 2048 x 2048 floats, as the MRPB paper has for atax (PolyBench's 4096 scaled). Small keeps rows of 4
 * KB.
 *
 * PolyBench's sizes are constants of the program. So are ours at the suite's size and at 1024 (common.h, WL_SIZED):
 * registers, and with them the blocks an SM holds, depend on it.
 */
#include "common.h"

template <int S>
__device__ __forceinline__ void bicg_columns_of(int nx, int ny, const float *a, const float *r, float *s)
{
    WL_CONST(S, nx, ny);
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < ny) {
        s[j] = 0;
        for (int i = 0; i < nx; i++)
            s[j] += a[i * ny + j] * r[i];
    }
}
WL_KERNEL(bicg_columns, (int nx, int ny, const float *a, const float *r, float *s), (nx, ny, a, r, s))

template <int S>
__device__ __forceinline__ void bicg_rows_of(int nx, int ny, const float *a, const float *p, float *q)
{
    WL_CONST(S, nx, ny);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nx) {
        q[i] = 0;
        for (int j = 0; j < ny; j++)
            q[i] += a[i * ny + j] * p[j];
    }
}
WL_KERNEL(bicg_rows, (int nx, int ny, const float *a, const float *p, float *q), (nx, ny, a, p, q))

static void reference(int nx, int ny, const float *a, const float *r, const float *p, float *s, float *q)
{
    double *sum = wl_host<double>(ny);
    for (int i = 0; i < nx; i++) {
        double t = 0;
        for (int j = 0; j < ny; j++) {
            t += (double)a[i * ny + j] * p[j];
            sum[j] += (double)a[i * ny + j] * r[i];
        }
        q[i] = (float)t;
    }
    for (int j = 0; j < ny; j++)
        s[j] = (float)sum[j];
    free(sum);
}

int main(int argc, char **argv)
{
    int nx, ny, times;
    const struct wl_opt opts[] = {{"nx", &nx, 512, 2048, 1, 16384, "rows of A", 4096},
                                  {"ny", &ny, 1024, 2048, 1, 16384, "columns of A", 4096},
                                  {"times", &times, 1, 1, 1, 4, "multiplies both, but for the suite's size"}};
    wl_begin(argc, argv, "bicg", opts, WL_COUNT(opts));
    if (!wl_run.suite) {
        nx *= times;
        ny *= times;
    }
    wl_run.name = times == 2 ? "bicg-4k" : "bicg";
    size_t cells = (size_t)nx * ny;
    float *a = wl_random(cells, 0, 1, 1), *r = wl_random(nx, 0, 1, 2), *p = wl_random(ny, 0, 1, 3);
    float *d_a = wl_upload(a, cells), *d_r = wl_upload(r, nx), *d_p = wl_upload(p, ny);
    float *d_s = wl_dev<float>(ny), *d_q = wl_dev<float>(nx);

    WL_SIZED(4096, 1024, nx == S && ny == S, bicg_columns, wl_blocks(ny, 256), 256, nx, ny, d_a, d_r, d_s);
    WL_SIZED(4096, 1024, nx == S && ny == S, bicg_rows, wl_blocks(nx, 256), 256, nx, ny, d_a, d_p, d_q);
    if (wl_checking()) {
        float *s = wl_host<float>(ny), *q = wl_host<float>(nx);
        reference(nx, ny, a, r, p, s, q);
        wl_check_f32("s", wl_download(d_s, ny), s, ny, 1e-3, 0);
        wl_check_f32("q", wl_download(d_q, nx), q, nx, 1e-3, 0);
    }
    return wl_end();
}
