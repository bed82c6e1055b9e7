/*
 * maws-kmeans: k-means clustering by map and reduce, as persistent threads (MAWS paper; MineBench-class).
 *
 * An iteration is two parallel loops, each one launch. Map: a thread has a contiguous run of points (one point a row
 * of `dims` doubles), finds each one's nearest centre by two loops that are not unrolled, and adds the point to sums
 * of its own. Reduce: a thread has some of the centres' coordinates and adds all threads' sums of it. Branches: is
 * this centre nearer, and does the cluster have a point.
 *
 * Paper size: 10,000 points in 20 dimensions (MAWS paper, table 1); 8 clusters and 4 iterations, of which it says
 * nothing.
 */
#include "tiles.h"

__global__ void map(struct wl_tiles t, const double *point, const double *centre, int *member, double *sums,
                    int *counts, int dims, int clusters)
{
    int part = wl_thread(), i = wl_first(t.y, part), last = wl_last(t.y, part);
    WL_LEAVE_IDLE(i >= last);
    double *sum = sums + (size_t)part * clusters * dims;
    int *count = counts + part * clusters;
#pragma unroll 1
    do {
        const double *p = point + (size_t)i * dims;
        double best = 1e300;
        int which = 0, c = 0;
#pragma unroll 1
        do {
            double distance = 0;
            int d = 0;
#pragma unroll 1
            do {
                double x = p[d] - centre[c * dims + d];
                distance += x * x;
            } while (++d < dims);
            if (distance < best) {
                WL_BRANCH();
                best = distance;
                which = c;
            }
        } while (++c < clusters);
        member[i] = which;
        count[which]++;
        int d = 0;
#pragma unroll 1
        do {
            sum[which * dims + d] += p[d];
        } while (++d < dims);
        i += t.y.step;
    } while (i < last);
}

/* Coordinate i of the centres from the sums of `parts` threads, which are cleared for the next iteration. */
__global__ void reduce(struct wl_tiles t, double *centre, double *sums, const int *counts, int dims, int clusters,
                       int parts)
{
    int part = wl_thread(), i = wl_first(t.y, part), last = wl_last(t.y, part);
    WL_LEAVE_IDLE(i >= last);
#pragma unroll 1
    do {
        double sum = 0;
        int count = 0, p = 0;
#pragma unroll 1
        do {
            sum += sums[(size_t)p * clusters * dims + i];
            count += counts[p * clusters + i / dims];
            sums[(size_t)p * clusters * dims + i] = 0;
        } while (++p < parts);
        if (count > 0) {
            WL_BRANCH();
            centre[i] = sum / (double)count;
        }
        i += t.y.step;
    } while (i < last);
}

__global__ void clear(struct wl_tiles t, int *counts)
{
    int part = wl_thread(), i = wl_first(t.y, part), last = wl_last(t.y, part);
    WL_LEAVE_IDLE(i >= last);
#pragma unroll 1
    do {
        counts[i] = 0;
        i += t.y.step;
    } while (i < last);
}

/* One iteration; `slack` keeps a point whose two nearest centres are as good as equally far out of the comparison. */
static void reference(const double *point, double *centre, int *member, unsigned char *unsure, int n, int dims,
                      int clusters)
{
    double *sum = wl_host<double>((size_t)clusters * dims);
    int *count = wl_host<int>(clusters);
    for (int i = 0; i < n; i++) {
        double best = 1e300, second = 1e300;
        for (int c = 0; c < clusters; c++) {
            double distance = 0;
            for (int d = 0; d < dims; d++) {
                double x = (double)point[(size_t)i * dims + d] - centre[c * dims + d];
                distance += x * x;
            }
            if (distance < best) {
                second = best;
                best = distance;
                member[i] = c;
            } else if (distance < second) {
                second = distance;
            }
        }
        unsure[i] = second - best < 1e-4 * best;
        count[member[i]]++;
        for (int d = 0; d < dims; d++)
            sum[member[i] * dims + d] += point[(size_t)i * dims + d];
    }
    for (int c = 0; c < clusters; c++)
        for (int d = 0; d < dims && count[c]; d++)
            centre[c * dims + d] = (double)(sum[c * dims + d] / count[c]);
}

int main(int argc, char **argv)
{
    int n, dims, clusters, iterations;
    struct wl_pool pool = {};
    pool.idle = 1;
    const struct wl_opt opts[] = {{"n", &n, 1000, 10000, 1, 1 << 22, "points"},
                                  {"dims", &dims, 20, 20, 1, 256, "dimensions"},
                                  {"clusters", &clusters, 8, 8, 1, 64, "clusters"},
                                  {"iterations", &iterations, 2, 4, 1, 100, "iterations"},
                                  WL_POOL_OPTS(pool)};
    wl_begin(argc, argv, "maws-kmeans", opts, WL_COUNT(opts));
    wl_pool_open(&pool);
    size_t cells = (size_t)n * dims;
    double *point = wl_doubles(cells, 0, 1, 1), *centre = wl_host<double>((size_t)clusters * dims);
    struct wl_rng rng = wl_seed(2);
    for (int i = 0; i < n; i++) /* points gather around as many places as there are clusters, loosely */
        point[(size_t)i * dims + wl_below(&rng, (uint32_t)clusters) % dims] += 1.5;
    for (int c = 0; c < clusters; c++)
        memcpy(centre + c * dims, point + (size_t)(c * (n / clusters)) * dims, (size_t)dims * sizeof(double));
    struct wl_tiles t = wl_tiles_1d(&pool, n), tr = wl_tiles_1d(&pool, clusters * dims);
    int parts = (int)(t.grid * t.block);
    struct wl_tiles tc = wl_tiles_1d(&pool, parts * clusters);
    double *d_point = wl_upload(point, cells), *d_centre = wl_upload(centre, (size_t)clusters * dims);
    double *d_sums = wl_dev_zero<double>((size_t)parts * clusters * dims);
    int *d_counts = wl_dev_zero<int>((size_t)parts * clusters), *d_member = wl_dev_zero<int>(n);

    for (int it = 0; it < iterations; it++) {
        clear<<<tc.grid, tc.block>>>(tc, d_counts);
        WL_LAUNCHED();
        map<<<t.grid, t.block>>>(t, d_point, d_centre, d_member, d_sums, d_counts, dims, clusters);
        WL_LAUNCHED();
        reduce<<<tr.grid, tr.block>>>(tr, d_centre, d_sums, d_counts, dims, clusters, parts);
        WL_LAUNCHED();
    }
    if (wl_checking()) {
        int *member = wl_host<int>(n), *got = wl_download(d_member, n);
        unsigned char *unsure = wl_host<unsigned char>(n);
        for (int it = 0; it < iterations; it++)
            reference(point, centre, member, unsure, n, dims, clusters);
        for (int i = 0; i < n; i++)
            if (unsure[i])
                got[i] = member[i];
        wl_check_i32("member", got, member, n);
        size_t coordinates = (size_t)clusters * dims;
        double *at = wl_download(d_centre, coordinates);
        float *have = wl_host<float>(coordinates), *want_c = wl_host<float>(coordinates);
        for (size_t i = 0; i < coordinates; i++) {
            have[i] = (float)at[i];
            want_c[i] = (float)centre[i];
        }
        wl_check_f32("centre", have, want_c, coordinates, 1e-3, 1e-3);
    }
    return wl_end();
}
