/*
 * particlefilter: follows a disk through noisy frames with a cloud of guesses (Rodinia-class).
 *
 * Four kernels a frame, 256-thread blocks, one thread a particle: move and weigh (each particle samples the frame
 * under a disk of 69 pixels around itself: gathers), add weights by block (shared-memory tree), normalise and
 * accumulate (one thread makes the running sum), and resample: each thread scans the running sum from its start
 * until it passes its own mark (a loop of very different lengths, all lanes reading near addresses).
 *
 * Paper size: 4,096 particles, 2 frames of 128 x 128 (the MRPB paper names no input; Rodinia's frames are 128 x 128
 * x 10).
 */
#include "common.h"

#define BLOCK 256
#define RADIUS 5
#define MAX_DISK 96

struct particles {
    float *x, *y, *weight;
    unsigned *seed;
};

/* A linear congruential generator a particle (integers, so that host and device agree exactly), then Box-Muller. */
__host__ __device__ inline float uniform(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (float)((*seed >> 8) + 1) * (1.0f / 16777217.0f);
}

__host__ __device__ inline float normal(unsigned *seed)
{
    float u = uniform(seed), v = uniform(seed);
    return sqrtf(-2.0f * logf(u)) * cosf(6.2831853f * v);
}

/* How much better the pixels under the disk fit the object (228) than the background (100). */
__host__ __device__ inline float likelihood(const unsigned char *frame, int side, const int *disk, int count,
                                            float px, float py)
{
    float sum = 0;
    for (int k = 0; k < count; k++) {
        int x = (int)(px + 0.5f) + disk[2 * k], y = (int)(py + 0.5f) + disk[2 * k + 1];
        x = x < 0 ? 0 : x >= side ? side - 1 : x;
        y = y < 0 ? 0 : y >= side ? side - 1 : y;
        float i = frame[y * side + x];
        sum += ((i - 100.0f) * (i - 100.0f) - (i - 228.0f) * (i - 228.0f)) * 0.0005f;
    }
    return sum / (float)count;
}

__global__ void move_and_weigh(struct particles p, int n, const unsigned char *frame, int side, const int *disk,
                               int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned seed = p.seed[i];
        p.x[i] += 1.0f + 2.0f * normal(&seed);
        p.y[i] += -1.0f + 2.0f * normal(&seed);
        p.seed[i] = seed;
        p.weight[i] = expf(likelihood(frame, side, disk, count, p.x[i], p.y[i]));
    }
}

__global__ void add_weights(const float *weight, int n, float *partial)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? weight[i] : 0.0f;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = s[0];
}

__global__ void accumulate(float *weight, int n, const float *partial, int blocks, float *cdf)
{
    __shared__ float total;
    int t = threadIdx.x;
    if (t == 0) {
        total = 0;
        for (int b = 0; b < blocks; b++)
            total += partial[b];
    }
    __syncthreads();
    for (int i = t; i < n; i += BLOCK)
        weight[i] /= total;
    __syncthreads();
    if (t == 0) {
        float sum = 0;
        for (int i = 0; i < n; i++) {
            sum += weight[i];
            cdf[i] = sum;
        }
    }
}

__global__ void resample(struct particles p, int n, const float *cdf, float u1, float *nx, float *ny)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float mark = u1 + (float)i / (float)n;
        int at = n - 1;
        for (int k = 0; k < n; k++)
            if (cdf[k] >= mark) {
                at = k;
                break;
            }
        nx[i] = p.x[at];
        ny[i] = p.y[at];
    }
}

/* One frame against the device's own state before it: weights and sums within rounding; the resampling exactly, from
   the device's sums (a mark that falls on another particle by rounding is no error). */
struct shot {
    float *x, *y, *weight, *cdf, *nx, *ny;
};

static void check_frame(int n, struct shot before, struct shot after, unsigned *seed, const unsigned char *frame,
                        int side, const int *disk, int count, float u1)
{
    float *want = wl_host<float>(n), *wx = wl_host<float>(n), *wy = wl_host<float>(n);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        wx[i] = before.x[i] + (1.0f + 2.0f * normal(&seed[i]));
        wy[i] = before.y[i] + (-1.0f + 2.0f * normal(&seed[i]));
        want[i] = expf(likelihood(frame, side, disk, count, after.x[i], after.y[i]));
        sum += want[i];
    }
    for (int i = 0; i < n; i++)
        want[i] = (float)(want[i] / sum);
    wl_check_f32("x", after.x, wx, n, 1e-4, 1e-3);
    wl_check_f32("y", after.y, wy, n, 1e-4, 1e-3);
    wl_check_f32("weight", after.weight, want, n, 1e-3, 1e-9);
    double run = 0;
    for (int i = 0; i < n; i++) {
        run += after.weight[i];
        want[i] = (float)run;
    }
    wl_check_f32("cdf", after.cdf, want, n, 1e-4, 1e-6);
    for (int i = 0, k; i < n; i++) {
        float mark = u1 + (float)i / (float)n;
        for (k = 0; k < n - 1 && after.cdf[k] < mark; k++)
            ;
        wx[i] = after.x[k];
        wy[i] = after.y[k];
    }
    wl_check_f32("nx", after.nx, wx, n, 0, 0);
    wl_check_f32("ny", after.ny, wy, n, 0, 0);
}

static unsigned char *make_frame(int side, int cx, int cy, uint64_t seed)
{
    struct wl_rng rng = wl_seed(seed);
    unsigned char *f = wl_host<unsigned char>((size_t)side * side);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int in = (x - cx) * (x - cx) + (y - cy) * (y - cy) < RADIUS * RADIUS;
            f[y * side + x] = (unsigned char)((in ? 228 : 100) - 12 + (int)wl_below(&rng, 25));
        }
    return f;
}

int main(int argc, char **argv)
{
    int n, frames, side;
    const struct wl_opt opts[] = {{"n", &n, 512, 4096, 1, 65536, "particles"},
                                  {"frames", &frames, 1, 2, 1, 100, "frames"},
                                  {"side", &side, 128, 128, 16, 2048, "pixels a side of a frame"}};
    wl_begin(argc, argv, "particlefilter", opts, WL_COUNT(opts));
    int disk[2 * MAX_DISK], count = 0;
    for (int y = -RADIUS + 1; y < RADIUS; y++)
        for (int x = -RADIUS + 1; x < RADIUS; x++)
            if (x * x + y * y < RADIUS * RADIUS) {
                disk[2 * count] = x;
                disk[2 * count++ + 1] = y;
            }
    struct wl_rng rng = wl_seed(29);
    unsigned *seed = wl_host<unsigned>(n);
    float *x = wl_host<float>(n), *y = wl_host<float>(n);
    for (int i = 0; i < n; i++) {
        seed[i] = wl_u32(&rng);
        x[i] = y[i] = (float)(side / 2);
    }
    unsigned blocks = wl_blocks(n, BLOCK);
    struct particles p = {wl_upload(x, n), wl_upload(y, n), wl_dev<float>(n), wl_upload(seed, n)};
    float *d_partial = wl_dev<float>(blocks), *d_cdf = wl_dev<float>(n), *d_nx = wl_dev<float>(n),
          *d_ny = wl_dev<float>(n);
    int *d_disk = wl_upload(disk, 2 * count);

    for (int f = 0; f < frames; f++) {
        unsigned char *frame = make_frame(side, side / 2 + f + 1, side / 2 - f - 1, 31 + f);
        unsigned char *d_frame = wl_upload(frame, (size_t)side * side);
        float u1 = wl_f32(&rng, 0, 1) / (float)n;
        struct shot before = {wl_download(p.x, n), wl_download(p.y, n), NULL, NULL, NULL, NULL};
        move_and_weigh<<<blocks, BLOCK>>>(p, n, d_frame, side, d_disk, count);
        WL_LAUNCHED();
        add_weights<<<blocks, BLOCK>>>(p.weight, n, d_partial);
        WL_LAUNCHED();
        accumulate<<<1, BLOCK>>>(p.weight, n, d_partial, (int)blocks, d_cdf);
        WL_LAUNCHED();
        resample<<<blocks, BLOCK>>>(p, n, d_cdf, u1, d_nx, d_ny);
        WL_LAUNCHED();
        if (wl_checking()) {
            struct shot after = {wl_download(p.x, n),   wl_download(p.y, n),  wl_download(p.weight, n),
                                 wl_download(d_cdf, n), wl_download(d_nx, n), wl_download(d_ny, n)};
            check_frame(n, before, after, seed, frame, side, disk, count, u1);
        }
        float *t = p.x;
        p.x = d_nx;
        d_nx = t;
        t = p.y;
        p.y = d_ny;
        d_ny = t;
    }
    return wl_end();
}
