/*
 * maws-svm: the kernel matrix of a support vector machine, as persistent threads (MAWS paper; MineBench-class).
 *
 * One launch: k[i][j] = exp(-gamma |x_i - x_j|^2) for all pairs of vectors, which are in double precision, the matrix in
 * single. A thread has a contiguous run of i, loops over all j and over the dimensions, neither unrolled. Lanes share
 * x_j, so a miss on it is a miss of all of them; each has its own x_i and row of k (rows of n + 1 numbers do not all begin
 * in one set of the cache). No conditional branch but the loops' own.
 *
 * Paper size: 1,024 vectors in 20 dimensions (MAWS paper, table 1).
 */
#include "tiles.h"

__global__ void kernel_matrix(struct wl_tiles t, const double *x, float *k, int n, int dims, double gamma)
{
    int part = wl_thread(), i = wl_first(t.y, part), last = wl_last(t.y, part);
#pragma unroll 1
    do {
        int j = 0;
#pragma unroll 1
        do {
            double distance = 0;
            int d = 0;
#pragma unroll 1
            do {
                double v = x[i * dims + d] - x[j * dims + d];
                distance += v * v;
            } while (++d < dims);
            k[i * (n + 1) + j] = __expf((float)(-gamma * distance));
        } while (++j < n);
        i += t.y.step;
    } while (i < last);
}

int main(int argc, char **argv)
{
    int n, dims;
    struct wl_pool pool = {};
    const struct wl_opt opts[] = {
        {"n", &n, 128, 1024, 1, 8192, "vectors"}, {"dims", &dims, 20, 20, 1, 1024, "dimensions"}, WL_POOL_OPTS(pool)};
    wl_begin(argc, argv, "maws-svm", opts, WL_COUNT(opts));
    wl_pool_open(&pool);
    const double gamma = 0.25;
    size_t cells = (size_t)n * (n + 1);
    double *x = wl_doubles((size_t)n * dims, -1, 1, 1);
    double *d_x = wl_upload(x, (size_t)n * dims);
    float *d_k = wl_dev_zero<float>(cells);

    struct wl_tiles t = wl_tiles_1d(&pool, n);
    kernel_matrix<<<t.grid, t.block>>>(t, d_x, d_k, n, dims, gamma);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>(cells);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double distance = 0;
                for (int d = 0; d < dims; d++) {
                    double v = x[i * dims + d] - x[j * dims + d];
                    distance += v * v;
                }
                want[i * (n + 1) + j] = (float)exp(-gamma * distance);
            }
        wl_check_f32("k", wl_download(d_k, cells), want, cells, 1e-3, 1e-6);
    }
    return wl_end();
}
