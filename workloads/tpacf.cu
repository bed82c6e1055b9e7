/*
 * tpacf: two-point angular correlation of points on a sphere (Parboil-class).
 *
 * One block of 256 threads a histogram: data with itself, each random set with itself, and data with each random set.
 * A tile of points is staged in shared memory; a thread compares its own point with each of them, finds the bin of
 * their angle by binary search in constant memory (lanes read different words), and counts with atomics in one
 * histogram a warp in shared memory. Few blocks, little traffic.
 *
 * Paper size: 14 random sets of 512 points (Parboil: 100 sets of 97,178).
 */
#include "common.h"

#define THREADS 256
#define BINS 20

__constant__ float edge[BINS + 1]; /* cosines, falling */

/* The first bin whose lower edge is not above the cosine. */
__host__ __device__ inline int bin_of(float dot, const float *edges)
{
    int low = 0, high = BINS;
    while (high > low + 1) {
        int mid = (low + high) / 2;
        if (dot >= edges[mid])
            high = mid;
        else
            low = mid;
    }
    return low;
}

__host__ __device__ inline float dot3(float ax, float ay, float az, float bx, float by, float bz)
{
    return fmaf(ax, bx, fmaf(ay, by, az * bz));
}

/* Sets of n points: x of all, y of all, z of all. Set 0 is the data. */
__global__ void correlate(const float *points, unsigned *histograms, int n, int sets)
{
    __shared__ float tile[3][THREADS];
    __shared__ unsigned count[THREADS / 32][BINS];
    int t = threadIdx.x, b = blockIdx.x;
    int first = b == 0 ? 0 : b <= sets ? b : 0, second = b == 0 ? 0 : b <= sets ? b : b - sets;
    const float *p = points + (size_t)first * 3 * n, *q = points + (size_t)second * 3 * n;
    for (int i = t; i < THREADS / 32 * BINS; i += THREADS)
        count[i / BINS][i % BINS] = 0;
    for (int base = 0; base < n; base += THREADS) {
        __syncthreads();
        if (base + t < n)
            for (int d = 0; d < 3; d++)
                tile[d][t] = p[d * n + base + t];
        __syncthreads();
        int have = min(THREADS, n - base);
        for (int mine = t; mine < n; mine += THREADS) {
            float x = q[mine], y = q[n + mine], z = q[2 * n + mine];
            for (int i = 0; i < have; i++)
                if (first != second || base + i < mine)
                    atomicAdd(&count[t / 32][bin_of(dot3(x, y, z, tile[0][i], tile[1][i], tile[2][i]), edge)], 1u);
        }
    }
    __syncthreads();
    if (t < BINS) {
        unsigned sum = 0;
        for (int w = 0; w < THREADS / 32; w++)
            sum += count[w][t];
        histograms[b * BINS + t] = sum;
    }
}

int main(int argc, char **argv)
{
    int n, sets;
    const struct wl_opt opts[] = {{"n", &n, 128, 512, 2, 65536, "points a set"},
                                  {"sets", &sets, 4, 14, 1, 1000, "random sets"}};
    wl_begin(argc, argv, "tpacf", opts, WL_COUNT(opts));
    int rows = 2 * sets + 1;
    float *points = wl_host<float>((size_t)(sets + 1) * 3 * n), edges[BINS + 1];
    struct wl_rng rng = wl_seed(5);
    for (int s = 0; s <= sets; s++)
        for (int i = 0; i < n; i++) {
            float v[3], size = 0;
            for (int d = 0; d < 3; d++) {
                v[d] = wl_f32(&rng, -1, 1) + (s == 0 ? (float)(d == i % 3) : 0);
                size += v[d] * v[d];
            }
            for (int d = 0; d < 3; d++)
                points[((size_t)s * 3 + d) * n + i] = v[d] / sqrtf(size);
        }
    for (int i = 0; i <= BINS; i++) /* logarithmic in the angle, from 0.01 to pi */
        edges[i] = i == BINS ? -2.0f : (float)cos(0.01 * pow(314.0, (double)i / BINS));
    CUDA_OK(cudaMemcpyToSymbol(edge, edges, sizeof(edges)));
    float *d_points = wl_upload(points, (size_t)(sets + 1) * 3 * n);
    unsigned *d_count = wl_dev_zero<unsigned>((size_t)rows * BINS);

    correlate<<<rows, THREADS>>>(d_points, d_count, n, sets);
    WL_LAUNCHED();
    if (wl_checking()) {
        int *want = wl_host<int>((size_t)rows * BINS);
        for (int b = 0; b < rows; b++) {
            int first = b <= sets ? b : 0, second = b <= sets ? b : b - sets;
            const float *p = points + (size_t)first * 3 * n, *q = points + (size_t)second * 3 * n;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < (first == second ? i : n); j++)
                    want[b * BINS +
                         bin_of(dot3(q[i], q[n + i], q[2 * n + i], p[j], p[n + j], p[2 * n + j]), edges)]++;
        }
        wl_check_i32("count", (int *)wl_download(d_count, (size_t)rows * BINS), want, (size_t)rows * BINS);
    }
    return wl_end();
}
