/*
 * mri-gridding: samples at arbitrary places are spread onto a regular grid with a Kaiser-Bessel window
 * (Parboil-class).
 *
 * Kernels: `binning` counts the samples of each bin of 4 x 4 x 4 cells (atomics), `scan` sums the counts (one block),
 * `reorder` brings the samples of a bin together (scattered stores), `gridding` has one thread a grid point (blocks
 * of 8 x 8 x 4) that walks the samples of the eight bins that its window touches: warps share bins, the window comes
 * from a table, and lanes diverge where points do not.
 *
 * Paper size: 30,000 samples, denser towards the centre, on a grid of 64 x 64 x 64.
 */
#include "common.h"

#define SIDE 4
#define WINDOW 2.0f
#define TABLE 1024

struct sample {
    float x, y, z, re, im, density;
};

__host__ __device__ inline int bin_of(struct sample s, int bins)
{
    int x = (int)s.x / SIDE, y = (int)s.y / SIDE, z = (int)s.z / SIDE;
    return (z * bins + y) * bins + x;
}

__global__ void binning(const struct sample *in, int n, int bins, unsigned *count, unsigned *rank)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rank[i] = atomicAdd(&count[bin_of(in[i], bins)], 1u);
}

/* start[b] = samples in the bins before b; one block. */
__global__ void scan(const unsigned *count, unsigned *start, int n)
{
    __shared__ unsigned sum[512];
    int t = threadIdx.x;
    unsigned before = 0;
    for (int first = 0; first < n; first += 512) {
        unsigned v = first + t < n ? count[first + t] : 0;
        sum[t] = v;
        __syncthreads();
        for (int d = 1; d < 512; d *= 2) {
            unsigned left = t >= d ? sum[t - d] : 0;
            __syncthreads();
            sum[t] += left;
            __syncthreads();
        }
        if (first + t < n)
            start[first + t] = before + sum[t] - v;
        before += sum[511];
        __syncthreads();
    }
    if (t == 0)
        start[n] = before;
}

__global__ void reorder(const struct sample *in, struct sample *out, int n, int bins, const unsigned *start,
                        const unsigned *rank)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        struct sample s = in[i];
        out[start[bin_of(s, bins)] + rank[i]] = s;
    }
}

/* What one sample gives to a point; nothing beyond the window. */
__host__ __device__ inline void add(struct sample s, int x, int y, int z, const float *window, float *re, float *im)
{
    float dx = s.x - x, dy = s.y - y, dz = s.z - z, d2 = fmaf(dx, dx, fmaf(dy, dy, dz * dz));
    if (d2 < WINDOW * WINDOW) {
        float w = window[(int)(d2 * (TABLE / (WINDOW * WINDOW)))] * s.density;
        *re += w * s.re;
        *im += w * s.im;
    }
}

__global__ void gridding(const struct sample *in, const unsigned *start, const float *window, float2 *grid, int size)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z, bins = size / SIDE, reach = (int)WINDOW;
    float re = 0, im = 0;
    for (int bz = max(z - reach, 0) / SIDE; bz <= min(z + reach, size - 1) / SIDE; bz++)
        for (int by = max(y - reach, 0) / SIDE; by <= min(y + reach, size - 1) / SIDE; by++) {
            int row = (bz * bins + by) * bins;
            unsigned first = start[row + max(x - reach, 0) / SIDE];
            unsigned last = start[row + min(x + reach, size - 1) / SIDE + 1];
            for (unsigned i = first; i < last; i++)
                add(in[i], x, y, z, window, &re, &im);
        }
    grid[(z * size + y) * size + x] = make_float2(re, im);
}

static void reference(const struct sample *in, int n, const float *window, float *grid, int size)
{
    int reach = (int)WINDOW;
    for (int i = 0; i < n; i++)
        for (int z = (int)in[i].z - reach; z <= (int)in[i].z + reach + 1; z++)
            for (int y = (int)in[i].y - reach; y <= (int)in[i].y + reach + 1; y++)
                for (int x = (int)in[i].x - reach; x <= (int)in[i].x + reach + 1; x++)
                    if (x >= 0 && y >= 0 && z >= 0 && x < size && y < size && z < size) {
                        float *to = grid + 2 * ((z * size + y) * size + x);
                        add(in[i], x, y, z, window, to, to + 1);
                    }
}

static double bessel0(double x)
{
    double sum = 1, term = 1;
    for (int k = 1; k < 30; k++) {
        term *= x / 2 / k * (x / 2 / k);
        sum += term;
    }
    return sum;
}

int main(int argc, char **argv)
{
    int n, size;
    const struct wl_opt opts[] = {{"n", &n, 1500, 30000, 1, 1 << 22, "samples"},
                                  {"side", &size, 24, 64, 8, 256, "grid points along each side (a multiple of 8)"}};
    wl_begin(argc, argv, "mri-gridding", opts, WL_COUNT(opts));
    if (size % 8)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 8", "--side");
    int side = size / SIDE, bins = side * side * side;
    size_t points = (size_t)size * size * size;
    struct wl_rng rng = wl_seed(8);
    struct sample *in = wl_host<struct sample>(n);
    for (int i = 0; i < n; i++) {
        float *at[3] = {&in[i].x, &in[i].y, &in[i].z};
        for (int d = 0; d < 3; d++) /* the mean of two: denser in the middle */
            *at[d] = (wl_f32(&rng, 0, 0.999f) + wl_f32(&rng, 0, 0.999f)) / 2 * size;
        in[i].re = wl_f32(&rng, -1, 1);
        in[i].im = wl_f32(&rng, -1, 1);
        in[i].density = wl_f32(&rng, 0.5f, 1);
    }
    float *window = wl_host<float>(TABLE + 1);
    for (int i = 0; i <= TABLE; i++)
        window[i] = (float)(bessel0(8 * sqrt(1 - (double)i / TABLE)) / bessel0(8));
    struct sample *d_in = wl_upload(in, n), *d_sorted = wl_dev<struct sample>(n);
    unsigned *d_count = wl_dev_zero<unsigned>(bins), *d_start = wl_dev_zero<unsigned>(bins + 1),
             *d_rank = wl_dev_zero<unsigned>(n);
    float *d_window = wl_upload(window, TABLE + 1);
    float2 *d_grid = wl_dev_zero<float2>(points);

    binning<<<wl_blocks(n, 512), 512>>>(d_in, n, side, d_count, d_rank);
    WL_LAUNCHED();
    scan<<<1, 512>>>(d_count, d_start, bins);
    WL_LAUNCHED();
    reorder<<<wl_blocks(n, 512), 512>>>(d_in, d_sorted, n, side, d_start, d_rank);
    WL_LAUNCHED();
    gridding<<<dim3(size / 8, size / 8, size / 4), dim3(8, 8, 4)>>>(d_sorted, d_start, d_window, d_grid, size);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>(points * 2);
        reference(in, n, window, want, size);
        wl_check_f32("grid", wl_download((float *)d_grid, points * 2), want, points * 2, 1e-3, 1e-4);
    }
    return wl_end();
}
