/*
 * corr: the correlation matrix of m variables over n samples, PolyBench.
 *
 * Kernels: mean and standard deviation of each column (256 x 1), centre and scale (32 x 8), and one thread a row j1
 * of the result that loops over j2 > j1 and all samples, accumulating in global memory (256 x 1). As in PolyBench,
 * rows have m + 1 cells and rows and columns count from 1: the 32 columns that a warp reads lie in two lines, and
 * where they begin moves by a word from row to row. Stores to symmat[j1][j2] touch 32 rows. Threads end at different
 * times. The last element of the diagonal is the host's.
 *
 * Paper size: 256 x 256, PolyBench's 2048 scaled (not one of the MRPB paper's twelve); some 3 million warp
 * instructions.
 *
 * PolyBench's sizes are constants of the program. So are ours at the suite's size and at 256 (common.h, WL_SIZED):
 * registers, and with them the blocks an SM holds, depend on it.
 */
#include "common.h"

#define EPSILON 0.005f
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

BODY column_deviations_of(int m, int n, float count, const float *mean, float *dev, const float *data)
{
    WL_CONST(S, m, n);
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (j >= 1 && j <= m) {
        dev[j] = 0;
        for (int i = 1; i <= n; i++)
            dev[j] += (data[i * (m + 1) + j] - mean[j]) * (data[i * (m + 1) + j] - mean[j]);
        dev[j] /= count;
        dev[j] = sqrtf(dev[j]);
        if (dev[j] <= EPSILON)
            dev[j] = 1;
    }
}
WL_KERNEL(column_deviations, (int m, int n, float count, const float *mean, float *dev, const float *data),
          (m, n, count, mean, dev, data))

/* root: of the number of samples */
BODY normalise_of(int m, int n, float root, const float *mean, const float *dev, float *data)
{
    WL_CONST(S, m, n);
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i >= 1 && i <= n && j >= 1 && j <= m) {
        data[i * (m + 1) + j] -= mean[j];
        data[i * (m + 1) + j] /= root * dev[j];
    }
}
WL_KERNEL(normalise, (int m, int n, float root, const float *mean, const float *dev, float *data),
          (m, n, root, mean, dev, data))

BODY correlation_of(int m, int n, float *symmat, const float *data)
{
    WL_CONST(S, m, n);
    int j1 = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (j1 < m) {
        symmat[j1 * (m + 1) + j1] = 1;
        for (int j2 = j1 + 1; j2 <= m; j2++) {
            symmat[j1 * (m + 1) + j2] = 0;
            for (int i = 1; i <= n; i++)
                symmat[j1 * (m + 1) + j2] += data[i * (m + 1) + j1] * data[i * (m + 1) + j2];
            symmat[j2 * (m + 1) + j1] = symmat[j1 * (m + 1) + j2];
        }
    }
}
WL_KERNEL(correlation, (int m, int n, float *symmat, const float *data), (m, n, symmat, data))

/* symmat has m + 1 rows and columns, too; row and column 0 are not used. */
static void reference(int m, int n, const float *data, float *symmat)
{
    int row_cells = m + 1;
    double *mean = wl_host<double>(row_cells), *dev = wl_host<double>(row_cells), *row = wl_host<double>(row_cells);
    double *sum = wl_host<double>((size_t)row_cells * row_cells);
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            mean[j] += (double)data[i * row_cells + j] / n;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            dev[j] += (data[i * row_cells + j] - mean[j]) * (data[i * row_cells + j] - mean[j]) / n;
    for (int j = 1; j <= m; j++)
        dev[j] = sqrt(dev[j]) <= EPSILON ? 1 : sqrt(dev[j]);
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= m; j++)
            row[j] = (data[i * row_cells + j] - mean[j]) / (sqrt((double)n) * dev[j]);
        for (int j1 = 1; j1 <= m; j1++)
            for (int j2 = 1; j2 <= m; j2++)
                sum[j1 * row_cells + j2] += row[j1] * row[j2];
    }
    for (int k = 0; k < row_cells * row_cells; k++)
        symmat[k] = k && k / row_cells == k % row_cells ? 1.0f : (float)sum[k];
    free(mean);
    free(dev);
    free(row);
    free(sum);
}

int main(int argc, char **argv)
{
    int m, n;
    const struct wl_opt opts[] = {{"m", &m, 64, 256, 1, 4096, "variables (columns)", 2048},
                                  {"n", &n, 64, 256, 1, 4096, "samples (rows)", 2048}};
    wl_begin(argc, argv, "corr", opts, WL_COUNT(opts));
    size_t cells = (size_t)(m + 1) * (n + 1), out = (size_t)(m + 1) * (m + 1);
    const float count = (float)n, root = sqrtf((float)n), one = 1;
    float *data = wl_random(cells, 0, 1, 1);
    float *d_data = wl_upload(data, cells), *d_mean = wl_dev<float>(m + 1), *d_dev = wl_dev<float>(m + 1);
    float *d_sym = wl_dev_zero<float>(out);

    unsigned columns = wl_blocks(m, 256);
    dim3 tiles(wl_blocks(m, 32), wl_blocks(n, 8)), tile(32, 8);
    WL_SIZED(2048, 256, m == S && n == S, column_means, columns, 256, m, n, count, d_mean, d_data);
    WL_SIZED(2048, 256, m == S && n == S, column_deviations, columns, 256, m, n, count, d_mean, d_dev, d_data);
    WL_SIZED(2048, 256, m == S && n == S, normalise, tiles, tile, m, n, root, d_mean, d_dev, d_data);
    WL_SIZED(2048, 256, m == S && n == S, correlation, columns, 256, m, n, d_sym, d_data);
    wl_put(d_sym + out - 1, &one, 1);
    if (wl_checking()) {
        float *want = wl_host<float>(out);
        reference(m, n, data, want);
        wl_check_f32("symmat", wl_download(d_sym, out), want, out, 1e-3, 1e-4);
    }
    return wl_end();
}
