/*
 * maws-filter: edge detection, a 3 x 3 convolution of a grey-scale image, as persistent threads (MAWS paper).
 *
 * One launch; a thread has a contiguous tile of the inner pixels (four tiles side by side) and gathers each
 * pixel's neighbourhood with two short loops that are not unrolled. No conditional branch but the loops' own.
 * maws-filter-c (--taps 1) has the nine taps written out, with weights that are part of the code.
 *
 * Paper size: 500 x 500 (MAWS paper, table 1).
 */
#include "tiles.h"

__global__ void filter(struct wl_tiles t, const int *in, const int *weight, int *out, int width)
{
    int part = wl_thread(), py = part / (int)t.across, px = part % (int)t.across;
    int y = wl_first(t.y, py), y_last = wl_last(t.y, py), x_first = wl_first(t.x, px), x_last = wl_last(t.x, px);
#pragma unroll 1
    do {
        int x = x_first;
#pragma unroll 1
        do {
            int sum = 0, dy = 0;
#pragma unroll 1
            do {
                int dx = 0;
#pragma unroll 1
                do {
                    sum += weight[dy * 3 + dx] * in[(y + dy) * width + x + dx];
                } while (++dx < 3);
            } while (++dy < 3);
            out[(y + 1) * width + x + 1] = abs(sum);
            x += t.x.step;
        } while (x < x_last);
        y += t.y.step;
    } while (y < y_last);
}

__global__ void filter_taps(struct wl_tiles t, const int *in, int *out, int width)
{
    int part = wl_thread(), py = part / (int)t.across, px = part % (int)t.across;
    int y = wl_first(t.y, py), y_last = wl_last(t.y, py), x_first = wl_first(t.x, px), x_last = wl_last(t.x, px);
#pragma unroll 1
    do {
        int x = x_first;
#pragma unroll 1
        do {
            const int *a = in + y * width + x, *b = a + width, *c = b + width;
            int corners = a[0] + a[2] + c[0] + c[2], edges = a[1] + b[0] + b[2] + c[1];
            out[(y + 1) * width + x + 1] = abs(12 * b[1] - 2 * edges - corners);
            x += t.x.step;
        } while (x < x_last);
        y += t.y.step;
    } while (y < y_last);
}

int main(int argc, char **argv)
{
    int n, taps;
    struct wl_pool pool = {};
    const struct wl_opt opts[] = {
        {"n", &n, 128, 500, 3, 8192, "rows and columns of the image"},
        {"taps", &taps, 0, 0, 0, 1, "1: the nine taps written out, with constant weights"},
        WL_ACROSS_OPT(pool, 4),
        WL_POOL_OPTS(pool)};
    wl_begin(argc, argv, "maws-filter", opts, WL_COUNT(opts));
    if (taps)
        wl_run.name = "maws-filter-c";
    wl_pool_open(&pool);
    const int weight[9] = {-1, -2, -1, -2, 12, -2, -1, -2, -1};
    size_t cells = (size_t)n * n;
    struct wl_rng rng = wl_seed(3);
    int *in = wl_host<int>(cells);
    for (size_t i = 0; i < cells; i++)
        in[i] = (int)wl_below(&rng, 256);
    int *d_in = wl_upload(in, cells), *d_weight = wl_upload(weight, 9), *d_out = wl_dev_zero<int>(cells);

    struct wl_tiles t = wl_tiles_2d(&pool, n - 2, n - 2);
    if (taps)
        filter_taps<<<t.grid, t.block>>>(t, d_in, d_out, n);
    else
        filter<<<t.grid, t.block>>>(t, d_in, d_weight, d_out, n);
    WL_LAUNCHED();
    if (wl_checking()) {
        int *want = wl_host<int>(cells);
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++) {
                int sum = 0;
                for (int k = 0; k < 9; k++)
                    sum += weight[k] * in[(y + k / 3 - 1) * n + x + k % 3 - 1];
                want[y * n + x] = abs(sum);
            }
        wl_check_i32("out", wl_download(d_out, cells), want, cells);
    }
    return wl_end();
}
