/*
 * maws-short: the best path through steps of many choices, dynamic programming, as persistent threads (MAWS paper).
 *
 * One launch a step: a choice's value is its own gain plus the best of the three neighbouring choices of the step
 * before. A thread has a contiguous run of choices. The neighbours at the ends and the comparisons are real branches,
 * and the latter depend on the data, so they diverge.
 *
 * Paper size: 6 steps of 150,000 choices (MAWS paper, table 1).
 */
#include "tiles.h"

__global__ void step(struct wl_tiles t, const int *before, const int *gain, int *after, int *winner, int n)
{
    int part = wl_thread(), i = wl_first(t.y, part), last = wl_last(t.y, part), most = -1;
#pragma unroll 1
    do {
        int v = max(before[i], max(before[max(i - 1, 0)], before[min(i + 1, n - 1)])) + gain[i];
        after[i] = v;
        if (v > most) {
            WL_BRANCH();
            most = v;
        }
        i += t.y.step;
    } while (i < last);
    winner[part] = most;
}

int main(int argc, char **argv)
{
    int n, steps;
    struct wl_pool pool = {};
    const struct wl_opt opts[] = {{"n", &n, 20000, 150000, 1, 1 << 24, "choices a step"},
                                  {"steps", &steps, 3, 6, 1, 1000, "steps"},
                                  WL_POOL_OPTS(pool)};
    wl_begin(argc, argv, "maws-short", opts, WL_COUNT(opts));
    wl_pool_open(&pool);
    size_t cells = (size_t)n * steps;
    struct wl_rng rng = wl_seed(6);
    int *gain = wl_host<int>(cells);
    for (size_t i = 0; i < cells; i++)
        gain[i] = (int)wl_below(&rng, 100);
    int *d_gain = wl_upload(gain, cells), *d_before = wl_dev_zero<int>(n), *d_after = wl_dev_zero<int>(n);

    struct wl_tiles t = wl_tiles_1d(&pool, n);
    size_t parts = (size_t)t.grid * t.block;
    int *d_winner = wl_dev_zero<int>(parts);
    for (int s = 0; s < steps; s++) {
        step<<<t.grid, t.block>>>(t, d_before, d_gain + (size_t)s * n, d_after, d_winner, n);
        WL_LAUNCHED();
        int *swap = d_before;
        d_before = d_after;
        d_after = swap;
    }
    if (wl_checking()) {
        int *before = wl_host<int>(n), *after = wl_host<int>(n);
        for (int s = 0; s < steps; s++) {
            for (int i = 0; i < n; i++) {
                int best = before[i];
                if (i > 0 && before[i - 1] > best)
                    best = before[i - 1];
                if (i < n - 1 && before[i + 1] > best)
                    best = before[i + 1];
                after[i] = best + gain[(size_t)s * n + i];
            }
            memcpy(before, after, (size_t)n * sizeof(int));
        }
        wl_check_i32("best", wl_download(d_before, n), before, n);
        int *winner = wl_download(d_winner, parts), got = -1, want = -1;
        for (size_t p = 0; p < parts; p++)
            got = winner[p] > got ? winner[p] : got;
        for (int i = 0; i < n; i++)
            want = before[i] > want ? before[i] : want;
        wl_check_i32("winner", &got, &want, 1);
    }
    return wl_end();
}
