/*
 * corr: the correlation matrix of m variables over n samples, PolyBench.
 *
 * Kernels: mean and standard deviation of each column (256 x 1), centre and scale (32 x 8), and one thread a row j1
 * of the result that loops over j2 > j1 and all samples, accumulating in global memory (256 x 1). A warp reads 32
 * columns of a row: one line; stores to symmat[j1][j2] touch 32 rows. Threads end at different times.
 *
 * Paper size: 256 x 256, PolyBench's 2048 scaled (not one of the MRPB paper's twelve); some 3 million warp
 * instructions.
 */
#include "common.h"

#define EPSILON 0.005f

__global__ void column_means(int m, int n, float *mean, const float *data)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += data[i * m + j];
        mean[j] /= n;
    }
}

__global__ void column_deviations(int m, int n, const float *mean, float *dev, const float *data)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) {
        dev[j] = 0;
        for (int i = 0; i < n; i++)
            dev[j] += (data[i * m + j] - mean[j]) * (data[i * m + j] - mean[j]);
        dev[j] = sqrtf(dev[j] / n);
        if (dev[j] <= EPSILON)
            dev[j] = 1;
    }
}

__global__ void normalise(int m, int n, const float *mean, const float *dev, float *data)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < m) {
        data[i * m + j] -= mean[j];
        data[i * m + j] /= sqrtf((float)n) * dev[j];
    }
}

__global__ void correlation(int m, int n, float *symmat, const float *data)
{
    int j1 = blockIdx.x * blockDim.x + threadIdx.x;
    if (j1 < m) {
        symmat[j1 * m + j1] = 1;
        for (int j2 = j1 + 1; j2 < m; j2++) {
            symmat[j1 * m + j2] = 0;
            for (int i = 0; i < n; i++)
                symmat[j1 * m + j2] += data[i * m + j1] * data[i * m + j2];
            symmat[j2 * m + j1] = symmat[j1 * m + j2];
        }
    }
}

static void reference(int m, int n, const float *data, float *symmat)
{
    double *mean = wl_host<double>(m), *dev = wl_host<double>(m), *row = wl_host<double>(m);
    double *sum = wl_host<double>((size_t)m * m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            mean[j] += (double)data[i * m + j] / n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            dev[j] += (data[i * m + j] - mean[j]) * (data[i * m + j] - mean[j]) / n;
    for (int j = 0; j < m; j++)
        dev[j] = sqrt(dev[j]) <= EPSILON ? 1 : sqrt(dev[j]);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            row[j] = (data[i * m + j] - mean[j]) / (sqrt((double)n) * dev[j]);
        for (int j1 = 0; j1 < m; j1++)
            for (int j2 = 0; j2 < m; j2++)
                sum[j1 * m + j2] += row[j1] * row[j2];
    }
    for (int k = 0; k < m * m; k++)
        symmat[k] = k / m == k % m ? 1.0f : (float)sum[k];
    free(mean);
    free(dev);
    free(row);
    free(sum);
}

int main(int argc, char **argv)
{
    int m, n;
    const struct wl_opt opts[] = {{"m", &m, 64, 256, 1, 4096, "variables (columns)"},
                                  {"n", &n, 64, 256, 1, 4096, "samples (rows)"}};
    wl_begin(argc, argv, "corr", opts, WL_COUNT(opts));
    size_t cells = (size_t)m * n, out = (size_t)m * m;
    float *data = wl_random(cells, 0, 1, 1);
    float *d_data = wl_upload(data, cells), *d_mean = wl_dev<float>(m), *d_dev = wl_dev<float>(m);
    float *d_sym = wl_dev<float>(out);

    column_means<<<wl_blocks(m, 256), 256>>>(m, n, d_mean, d_data);
    WL_LAUNCHED();
    column_deviations<<<wl_blocks(m, 256), 256>>>(m, n, d_mean, d_dev, d_data);
    WL_LAUNCHED();
    normalise<<<dim3(wl_blocks(m, 32), wl_blocks(n, 8)), dim3(32, 8)>>>(m, n, d_mean, d_dev, d_data);
    WL_LAUNCHED();
    correlation<<<wl_blocks(m, 256), 256>>>(m, n, d_sym, d_data);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>(out);
        reference(m, n, data, want);
        wl_check_f32("symmat", wl_download(d_sym, out), want, out, 1e-3, 1e-4);
    }
    return wl_end();
}
