/*
 * maws-merge: bottom-up merge sort of integers, as persistent threads (MAWS paper).
 *
 * One launch a level: sorted runs of w are merged into runs of 2 w. A thread takes a contiguous chunk of the pairs, as
 * the serial program's loop over pairs is tiled; at the last levels there are fewer pairs than threads. The merge takes
 * the smaller head by a real branch that diverges with the data.
 *
 * Paper size: 300,000 integers (MAWS paper, table 1).
 */
#include "tiles.h"

/* Runs of w elements; the last ones may be shorter, or alone. */
__global__ void merge(struct wl_tiles t, const int *in, int *out, int n, int w)
{
    int part = wl_thread(), pair = wl_first(t.y, part), last = wl_last(t.y, part);
    WL_LEAVE_IDLE(pair >= last);
#pragma unroll 1
    do {
        int o = pair * 2 * w, i = o, mid = min(o + w, n), end = min(mid + w, n), j = mid;
#pragma unroll 1
        while ((i < mid) & (j < end)) {
            int x = in[i], y = in[j];
            if (x <= y) {
                WL_BRANCH();
                out[o] = x;
                i++;
            } else {
                WL_BRANCH();
                out[o] = y;
                j++;
            }
            o++;
        }
#pragma unroll 1
        while (i < mid)
            out[o++] = in[i++];
#pragma unroll 1
        while (j < end)
            out[o++] = in[j++];
        pair += t.y.step;
    } while (pair < last);
}

static int ascending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    int n;
    struct wl_pool pool = {};
    pool.idle = 1;
    const struct wl_opt opts[] = {{"n", &n, 10000, 300000, 2, 1 << 24, "integers"}, WL_POOL_OPTS(pool)};
    wl_begin(argc, argv, "maws-merge", opts, WL_COUNT(opts));
    wl_pool_open(&pool);
    struct wl_rng rng = wl_seed(5);
    int *in = wl_host<int>(n);
    for (int i = 0; i < n; i++)
        in[i] = (int)(wl_u32(&rng) >> 1);
    int *d_from = wl_upload(in, n), *d_to = wl_dev_zero<int>(n);

    for (int w = 1; w < n; w *= 2) {
        struct wl_tiles t = wl_tiles_1d(&pool, (int)wl_blocks(n, 2L * w));
        merge<<<t.grid, t.block>>>(t, d_from, d_to, n, w);
        WL_LAUNCHED();
        int *swap = d_from;
        d_from = d_to;
        d_to = swap;
    }
    if (wl_checking()) {
        qsort(in, (size_t)n, sizeof(int), ascending);
        wl_check_i32("sorted", wl_download(d_from, n), in, n);
    }
    return wl_end();
}
