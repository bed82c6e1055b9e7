/*
 * maws-merge: bottom-up merge sort of integers, as persistent threads (MAWS paper).
 *
 * One launch a level: sorted runs of w are merged into runs of 2 w. A thread produces a contiguous run of the output:
 * where it begins inside a pair of runs, a binary search finds how many elements come from the first (so that all
 * threads have work at every level). The merge itself takes the smaller head by a real branch that diverges with the
 * data.
 *
 * Paper size: 300,000 integers (MAWS paper, table 1).
 */
#include "tiles.h"

/* How many of the first `want` merged elements come from a (na elements), the others from b (nb); ties from a. */
__device__ inline int from_a(const int *a, int na, const int *b, int nb, int want)
{
    int low = max(0, want - nb), high = min(want, na);
    while (low < high) {
        int mid = (low + high) / 2;
        if (a[mid] <= b[want - mid - 1]) {
            WL_BRANCH();
            low = mid + 1;
        } else {
            WL_BRANCH();
            high = mid;
        }
    }
    return low;
}

__global__ void merge(struct wl_tiles t, const int *in, int *out, int n, int w)
{
    int part = wl_thread(), first = wl_first(t.y, part), last = wl_last(t.y, part);
#pragma unroll 1
    do {
        int base = first / (2 * w) * (2 * w), mid = min(base + w, n), end = min(base + 2 * w, n);
        int i = base + from_a(in + base, mid - base, in + mid, end - mid, first - base);
        int j = mid + (first - i), stop = min(last, end), o = first;
#pragma unroll 1
        do {
            int v;
            if (i >= mid) {
                WL_BRANCH();
                v = in[j++];
            } else if (j >= end) {
                WL_BRANCH();
                v = in[i++];
            } else {
                int x = in[i], y = in[j];
                if (x <= y) {
                    WL_BRANCH();
                    v = x;
                    i++;
                } else {
                    WL_BRANCH();
                    v = y;
                    j++;
                }
            }
            out[o++] = v;
        } while (o < stop);
        first = stop;
    } while (first < last);
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
    const struct wl_opt opts[] = {{"n", &n, 10000, 300000, 2, 1 << 24, "integers"}, WL_POOL_OPTS(pool)};
    wl_begin(argc, argv, "maws-merge", opts, WL_COUNT(opts));
    if (pool.interleaved)
        wl_bad_args(opts, WL_COUNT(opts), "a merge has no interleaved form", "--interleaved");
    wl_pool_open(&pool);
    struct wl_rng rng = wl_seed(5);
    int *in = wl_host<int>(n);
    for (int i = 0; i < n; i++)
        in[i] = (int)(wl_u32(&rng) >> 1);
    int *d_from = wl_upload(in, n), *d_to = wl_dev_zero<int>(n);

    struct wl_tiles t = wl_tiles_1d(&pool, n);
    for (int w = 1; w < n; w *= 2) {
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
