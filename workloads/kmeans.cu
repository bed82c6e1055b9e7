/*
 * kmeans: clusters points by nearest centre (Rodinia-class).
 *
 * Two kernels of 256-thread blocks, one thread a point: the points are turned from point-major to feature-major once
 * (reads with a stride of 34 floats: 32 lines a load, the next feature in the same lines), then each iteration finds
 * the nearest of 5 centres (coalesced features, centres from constant memory). The host averages the new centres.
 * --plain 1: the second kernel reads the points as they were (16.5 lines a load, the next feature in the same lines)
 * and the centres from global memory, as versions without textures do.
 *
 * Paper size: 204,800 points of 34 features (MRPB paper, table 3), one iteration instead of until convergence.
 */
#include "common.h"

#define MAX_CENTRES 16
#define MAX_FEATURES 64

__constant__ float centres[MAX_CENTRES * MAX_FEATURES];

__global__ void to_feature_major(const float *in, float *out, int points, int features)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < points)
        for (int f = 0; f < features; f++)
            out[f * points + p] = in[p * features + f];
}

__global__ void nearest(const float *in, int points, int features, int k, int *member)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < points) {
        float least = 3.0e38f;
        int at = 0;
        for (int c = 0; c < k; c++) {
            float dist = 0;
            for (int f = 0; f < features; f++) {
                float d = in[f * points + p] - centres[c * features + f];
                dist += d * d;
            }
            if (dist < least) {
                least = dist;
                at = c;
            }
        }
        member[p] = at;
    }
}

__global__ void nearest_plain(const float *in, int points, int features, int k, const float *ctr, int *member)
{
    unsigned p = blockIdx.x * blockDim.x + threadIdx.x; /* unsigned: its products are not carried along */
    if (p < (unsigned)points) {
        float least = 3.0e38f;
        int at = -1;
        for (int c = 0; c < k; c++) {
            float dist = 0;
            for (int f = 0; f < features; f++) {
                float d = in[p * features + f] - ctr[c * features + f];
                dist += d * d;
            }
            if (dist < least) {
                least = dist;
                at = c;
            }
        }
        member[p] = at;
    }
}

/* A point may choose either of two centres that are equally near in float: its own must be within rounding of the
 * best. */
static void check(const float *pts, int points, int features, int k, const float *ctr, const int *member)
{
    float *own = wl_host<float>(points), *best = wl_host<float>(points);
    for (int p = 0; p < points; p++) {
        double least = 1e300;
        for (int c = 0; c < k; c++) {
            double dist = 0;
            for (int f = 0; f < features; f++) {
                double d = (double)pts[(size_t)p * features + f] - ctr[c * features + f];
                dist += d * d;
            }
            if (dist < least)
                least = dist;
            if (c == member[p])
                own[p] = (float)dist;
        }
        best[p] = (float)least;
    }
    wl_check_f32("distance", own, best, points, 1e-5, 0);
    free(own);
    free(best);
}

static void average(const float *pts, int points, int features, int k, float *ctr, const int *member)
{
    double *sum = wl_host<double>((size_t)k * features);
    int *count = wl_host<int>(k);
    for (int p = 0; p < points; p++) {
        if (member[p] < 0 || member[p] >= k)
            continue; /* reported by check */
        count[member[p]]++;
        for (int f = 0; f < features; f++)
            sum[member[p] * features + f] += pts[(size_t)p * features + f];
    }
    for (int c = 0; c < k; c++)
        for (int f = 0; f < features && count[c]; f++)
            ctr[c * features + f] = (float)(sum[c * features + f] / count[c]);
    free(sum);
    free(count);
}

int main(int argc, char **argv)
{
    int points, features, k, iterations, plain;
    const struct wl_opt opts[] = {{"points", &points, 4096, 204800, 1, 1 << 22, "points"},
                                  {"features", &features, 34, 34, 1, MAX_FEATURES, "features of a point"},
                                  {"k", &k, 5, 5, 1, MAX_CENTRES, "centres"},
                                  {"iterations", &iterations, 1, 1, 1, 100, "iterations"},
                                  {"plain", &plain, 0, 0, 0, 1, "1: points as they are, centres in global memory"}};
    wl_begin(argc, argv, "kmeans", opts, WL_COUNT(opts));
    wl_run.name = plain ? "kmeans-g" : "kmeans";
    if (points < k)
        wl_bad_args(opts, WL_COUNT(opts), "fewer points than centres", "--points");
    size_t n = (size_t)points * features;
    float *pts = wl_random(n, 0, 1, 1), *ctr = wl_copy(pts, (size_t)k * features);
    float *d_in = wl_upload(pts, n), *d_out = wl_dev<float>(n);
    float *d_ctr = plain ? wl_dev<float>((size_t)k * features) : NULL;
    int *d_member = wl_dev<int>(points), *member = wl_host<int>(points);

    to_feature_major<<<wl_blocks(points, 256), 256>>>(d_in, d_out, points, features);
    WL_LAUNCHED();
    for (int i = 0; i < iterations; i++) {
        if (plain) {
            CUDA_OK(cudaMemcpy(d_ctr, ctr, (size_t)k * features * sizeof(float), cudaMemcpyHostToDevice));
            nearest_plain<<<wl_blocks(points, 256), 256>>>(d_in, points, features, k, d_ctr, d_member);
        } else {
            CUDA_OK(cudaMemcpyToSymbol(centres, ctr, (size_t)k * features * sizeof(float)));
            nearest<<<wl_blocks(points, 256), 256>>>(d_out, points, features, k, d_member);
        }
        WL_LAUNCHED();
        wl_get(member, d_member, points);
        if (wl_checking())
            check(pts, points, features, k, ctr, member);
        average(pts, points, features, k, ctr, member);
    }
    return wl_end();
}
