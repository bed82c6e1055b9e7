/*
 * covar: the covariance matrix of m variables over n samples, PolyBench.
 *
 * Kernels: mean of each column (256 x 1), subtract it (32 x 8), and one thread a row j1 of the result that loops
 * over j2 >= j1 and all samples, accumulating in global memory (256 x 1). As in PolyBench, rows have m + 1 cells and
 * rows and columns count from 1: the 32 columns that a warp reads lie in two lines. Stores to symmat[j1][j2] touch 32
 * rows, the transposed ones 32 columns of one row. Threads end at different times. Also as in PolyBench: the sums are
 * not divided by the number of samples, and the second kernel has a block for every 32 rows, though one has 8: three
 * quarters of the rows keep their means (the reference does the same).
 *
 * Paper size: 256 x 256, PolyBench's 2048 scaled (not one of the MRPB paper's twelve); some 3 million warp
 * instructions.
 *
 * PolyBench's sizes are constants of the program. So are ours at the suite's size and at 256 (common.h, WL_SIZED):
 * registers, and with them the blocks an SM holds, depend on it.
 */
#include "common.h"

#define BODY template <int S> __device__ __forceinline__ void

BODY column_means_of(int m, int n, float count, float *mean, const float *data)
{
    WL_CONST(S, m, n);
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (j >= 1 && j <= m) {
        mean[j] = 0;
        for (int i = 1; i <= n; i++)
            mean[j] += data[i * (m + 1) + j];
        mean[j] /= count;
    }
}
WL_KERNEL(column_means, (int m, int n, float count, float *mean, const float *data), (m, n, count, mean, data))

BODY subtract_means_of(int m, int n, const float *mean, float *data)
{
    WL_CONST(S, m, n);
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i >= 1 && i <= n && j >= 1 && j <= m)
        data[i * (m + 1) + j] -= mean[j];
}
WL_KERNEL(subtract_means, (int m, int n, const float *mean, float *data), (m, n, mean, data))

BODY covariance_of(int m, int n, float *symmat, const float *data)
{
    WL_CONST(S, m, n);
    int j1 = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (j1 <= m)
        for (int j2 = j1; j2 <= m; j2++) {
            symmat[j1 * (m + 1) + j2] = 0;
            for (int i = 1; i <= n; i++)
                symmat[j1 * (m + 1) + j2] += data[i * (m + 1) + j1] * data[i * (m + 1) + j2];
            symmat[j2 * (m + 1) + j1] = symmat[j1 * (m + 1) + j2];
        }
}
WL_KERNEL(covariance, (int m, int n, float *symmat, const float *data), (m, n, symmat, data))

/* `centred` rows are centred; symmat has m + 1 rows and columns, too; row and column 0 are not used. */
static void reference(int m, int n, int centred, const float *data, float *symmat)
{
    int row_cells = m + 1;
    double *mean = wl_host<double>(row_cells), *row = wl_host<double>(row_cells);
    double *sum = wl_host<double>((size_t)row_cells * row_cells);
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            mean[j] += (double)data[i * row_cells + j] / n;
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= m; j++)
            row[j] = data[i * row_cells + j] - (i <= centred ? mean[j] : 0);
        for (int j1 = 1; j1 <= m; j1++)
            for (int j2 = 1; j2 <= m; j2++)
                sum[j1 * row_cells + j2] += row[j1] * row[j2];
    }
    for (int k = 0; k < row_cells * row_cells; k++)
        symmat[k] = (float)sum[k];
    free(mean);
    free(row);
    free(sum);
}

int main(int argc, char **argv)
{
    int m, n;
    const struct wl_opt opts[] = {{"m", &m, 64, 256, 1, 4096, "variables (columns)", 2048},
                                  {"n", &n, 64, 256, 1, 4096, "samples (rows)", 2048}};
    wl_begin(argc, argv, "covar", opts, WL_COUNT(opts));
    size_t cells = (size_t)(m + 1) * (n + 1), out = (size_t)(m + 1) * (m + 1);
    const float count = (float)n;
    float *data = wl_random(cells, 0, 1, 1);
    float *d_data = wl_upload(data, cells), *d_mean = wl_dev<float>(m + 1), *d_sym = wl_dev_zero<float>(out);

    unsigned columns = wl_blocks(m, 256), bands = wl_blocks(n, 32);
    dim3 tiles(wl_blocks(m, 32), bands), tile(32, 8);
    WL_SIZED(2048, 256, m == S && n == S, column_means, columns, 256, m, n, count, d_mean, d_data);
    WL_SIZED(2048, 256, m == S && n == S, subtract_means, tiles, tile, m, n, d_mean, d_data);
    WL_SIZED(2048, 256, m == S && n == S, covariance, columns, 256, m, n, d_sym, d_data);
    if (wl_checking()) {
        float *want = wl_host<float>(out);
        reference(m, n, (int)bands * 8, data, want);
        wl_check_f32("symmat", wl_download(d_sym, out), want, out, 1e-3, 1e-5 * n);
    }
    return wl_end();
}
