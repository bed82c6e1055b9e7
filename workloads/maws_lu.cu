/*
 * maws-lu: LU decomposition of a dense matrix without pivoting, in place, as persistent threads (MAWS paper;
 * Splash2-class).
 *
 * A step is two parallel loops, each one launch: the column below the diagonal is divided (column-major), then the
 * rows to the right of it are reduced (row-major); a thread has a contiguous run of rows. Rows of 1,200 bytes begin
 * in the middle of every second 32-byte line, so half of the lanes miss at a time. No branch but the loops' own.
 *
 * Paper size: 300 x 300 (MAWS paper, table 1): 598 launches.
 */
#include "tiles.h"

__global__ void divide(struct wl_tiles t, float *a, int n, int k)
{
    int part = wl_thread(), i = wl_first(t.y, part), last = wl_last(t.y, part);
    float pivot = a[k * n + k];
#pragma unroll 1
    do {
        a[(k + 1 + i) * n + k] /= pivot;
        i += t.y.step;
    } while (i < last);
}

__global__ void reduce(struct wl_tiles t, float *a, int n, int k)
{
    int part = wl_thread(), py = part / (int)t.across, px = part % (int)t.across;
    int i = wl_first(t.y, py), i_last = wl_last(t.y, py), j_first = wl_first(t.x, px), j_last = wl_last(t.x, px);
    const float *top = a + k * n + k + 1;
#pragma unroll 1
    do {
        float *row = a + (k + 1 + i) * n + k + 1, l = row[-1];
        int j = j_first;
#pragma unroll 1
        do {
            row[j] -= l * top[j];
            j += t.x.step;
        } while (j < j_last);
        i += t.y.step;
    } while (i < i_last);
}

int main(int argc, char **argv)
{
    int n;
    struct wl_pool pool = {};
    const struct wl_opt opts[] = {
        {"n", &n, 48, 300, 2, 2048, "rows and columns"}, WL_ACROSS_OPT(pool, 1), WL_POOL_OPTS(pool)};
    wl_begin(argc, argv, "maws-lu", opts, WL_COUNT(opts));
    wl_pool_open(&pool);
    size_t cells = (size_t)n * n;
    float *a = wl_random(cells, -1, 1, 1);
    for (int i = 0; i < n; i++)
        a[i * n + i] += (float)n; /* the diagonal dominates: no pivoting needed */
    float *d_a = wl_upload(a, cells);

    for (int k = 0; k < n - 1; k++) {
        struct wl_tiles t = wl_tiles_1d(&pool, n - 1 - k);
        divide<<<t.grid, t.block>>>(t, d_a, n, k);
        WL_LAUNCHED();
        t = wl_tiles_2d(&pool, n - 1 - k, n - 1 - k);
        reduce<<<t.grid, t.block>>>(t, d_a, n, k);
        WL_LAUNCHED();
    }
    if (wl_checking()) {
        double *m = wl_host<double>(cells);
        float *want = wl_host<float>(cells);
        for (size_t i = 0; i < cells; i++)
            m[i] = a[i];
        for (int k = 0; k < n; k++)
            for (int i = k + 1; i < n; i++) {
                m[i * n + k] /= m[k * n + k];
                for (int j = k + 1; j < n; j++)
                    m[i * n + j] -= m[i * n + k] * m[k * n + j];
            }
        for (size_t i = 0; i < cells; i++)
            want[i] = (float)m[i];
        wl_check_f32("a", wl_download(d_a, cells), want, cells, 1e-3, 1e-5);
    }
    return wl_end();
}
