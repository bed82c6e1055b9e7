/*
 * particlefilter: follows a disk through noisy frames with a cloud of guesses (Rodinia-class).
 *
 * Four kernels a frame, blocks of 512 threads, one thread a particle, double precision. move_and_weigh: each particle
 * is moved at random, writes the numbers of the 69 pixels under a disk around itself into its own row of a table
 * (rows of 276 bytes: a line a lane), reads them back to gather the pixels, and weighs them; the block adds its
 * weights in shared memory. add_weights: one thread adds the blocks' sums. accumulate: normalises; one thread makes
 * the running sum, then all set their marks. resample: each thread walks the running sum until it passes its mark (a
 * loop of very different lengths; all lanes read near addresses). The video is stored pixel by pixel, all frames of a
 * pixel together.
 *
 * Squares are a call of pow(), some 130 instructions in double precision, which decides what limits the first kernel;
 * --multiply 1 multiplies.
 *
 * Paper size: 1000 particles, a video of 128 x 128 x 10 (what Rodinia ships), of which 2 frames are followed.
 */
#include <limits.h>

#include "common.h"

#define BLOCK 512
#define RADIUS 5
#define MAX_DISK 96

/* One entry a particle, but `table` (a row of `count` a particle) and `partial` (one a block). */
struct particles {
    double *x, *y, *from_x, *from_y; /* now, and where resampling put them */
    double *weight, *likelihood, *sum, *mark, *partial;
    int *seed, *table;
};

struct video {
    const unsigned char *pixel;
    int side, frames;
    const int *disk; /* (y, x) pairs */
    int count;
};

/* A linear congruential generator a particle (integers, so that host and device agree exactly), then Box-Muller. */
__host__ __device__ inline double uniform(int *seed, int i)
{
    int next = (int)(1103515245u * (unsigned)seed[i] + 12345u);
    seed[i] = next % INT_MAX;
    return fabs(seed[i] / (double)INT_MAX);
}

__host__ __device__ inline double normal(int *seed, int i)
{
    double u = uniform(seed, i), v = uniform(seed, i);
    double turn = cos(2 * 3.14159265358979323846 * v), length = -2 * log(u);
    return sqrt(length) * turn;
}

/* Which element of the video lies under a point of the disk around (x, y) in a frame. */
__host__ __device__ inline int under(int side, int frames, double x, double y, const int *point, int frame)
{
    int column = (int)((double)(int)x + point[1]), row = (int)((double)(int)y + point[0]);
    return abs(column * side * frames + row * frames + frame);
}

template <int multiply> __host__ __device__ inline double square(double x)
{
    return multiply ? x * x : pow(x, 2);
}

/* How much better the pixels fit the object (228) than the background (100). */
template <int multiply> __host__ __device__ inline double fit(const unsigned char *pixel, const int *row, int count)
{
    double sum = 0;
    for (int k = 0; k < count; k++)
        sum += (square<multiply>(pixel[row[k]] - 100) - square<multiply>(pixel[row[k]] - 228)) / 50.0;
    return sum;
}

template <int multiply>
__global__ void move_and_weigh(double *x, double *y, const double *from_x, const double *from_y, int *table,
                               const int *disk, double *likelihood, const unsigned char *pixel, double *weight, int n,
                               int count, int pixels, int frame, int side, int frames, int *seed, double *partial)
{
    __shared__ double s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (i < n) {
        x[i] = from_x[i];
        y[i] = from_y[i];
        weight[i] = 1 / (double)n;
        x[i] = x[i] + 1.0 + 5.0 * normal(seed, i);
        y[i] = y[i] - 2.0 + 2.0 * normal(seed, i);
    }
    __syncthreads();
    if (i < n) {
        for (int k = 0; k < count; k++) {
            table[i * count + k] = under(side, frames, x[i], y[i], disk + 2 * k, frame);
            if (table[i * count + k] >= pixels)
                table[i * count + k] = 0;
        }
        likelihood[i] = fit<multiply>(pixel, table + i * count, count);
        likelihood[i] = likelihood[i] / count;
        weight[i] = weight[i] * exp(likelihood[i]);
    }
    s[t] = 0;
    __syncthreads();
    if (i < n)
        s[t] = weight[i];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = s[0];
}

__global__ void add_weights(double *partial, int n)
{
    if (blockIdx.x * blockDim.x + threadIdx.x == 0) {
        double sum = 0;
        int blocks = (int)ceil((double)n / (double)BLOCK);
        for (int b = 0; b < blocks; b++)
            sum += partial[b];
        partial[0] = sum;
    }
}

/* One block: the running sum needs all weights, and every mark the first. */
__global__ void accumulate(double *weight, int n, const double *partial, double *sum, double *mark, int *seed)
{
    __shared__ double total, first;
    int t = threadIdx.x;
    if (t == 0)
        total = partial[0];
    __syncthreads();
    for (int i = t; i < n; i += BLOCK)
        weight[i] = weight[i] / total;
    __syncthreads();
    if (t == 0) {
        sum[0] = weight[0];
        for (int i = 1; i < n; i++)
            sum[i] = weight[i] + sum[i - 1];
        mark[0] = 1 / (double)n * uniform(seed, 0);
    }
    __syncthreads();
    if (t == 0)
        first = mark[0];
    __syncthreads();
    for (int i = t; i < n; i += BLOCK)
        mark[i] = first + i / (double)n;
}

__global__ void resample(const double *x, const double *y, const double *sum, const double *mark, double *to_x,
                         double *to_y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int at = n - 1;
        for (int k = 0; k < n; k++)
            if (sum[k] >= mark[i]) {
                at = k;
                break;
            }
        to_x[i] = x[at];
        to_y[i] = y[at];
    }
}

/* What the device holds. */
struct shot {
    double *x, *y, *from_x, *from_y, *weight, *sum;
    int *seed;
};

static struct shot look(struct particles p, int n)
{
    return {wl_download(p.x, n),      wl_download(p.y, n),   wl_download(p.from_x, n), wl_download(p.from_y, n),
            wl_download(p.weight, n), wl_download(p.sum, n), wl_download(p.seed, n)};
}

static void compare(const char *what, const double *got, const double *want, int n, double relative, double absolute)
{
    float *g = wl_host<float>(n), *w = wl_host<float>(n);
    for (int i = 0; i < n; i++) {
        g[i] = (float)got[i];
        w[i] = (float)want[i];
    }
    wl_check_f32(what, g, w, n, relative, absolute);
    free(g);
    free(w);
}

/* One frame against the device's own state before it: weights and sums within rounding; the resampling exactly, from
   the device's sums (a mark that falls on another particle by rounding is no error). */
static void check_frame(int n, struct shot before, struct shot after, struct video v, int frame, int pixels)
{
    double *want = wl_host<double>(n), *wx = wl_host<double>(n), *wy = wl_host<double>(n), sum = 0, run = 0;
    int row[MAX_DISK];
    for (int i = 0; i < n; i++) {
        wx[i] = before.from_x[i] + 1.0 + 5.0 * normal(before.seed, i);
        wy[i] = before.from_y[i] - 2.0 + 2.0 * normal(before.seed, i);
        for (int k = 0; k < v.count; k++) {
            row[k] = under(v.side, v.frames, after.x[i], after.y[i], v.disk + 2 * k, frame);
            row[k] = row[k] >= pixels ? 0 : row[k];
        }
        want[i] = 1 / (double)n * exp(fit<1>(v.pixel, row, v.count) / v.count);
        sum += want[i];
    }
    for (int i = 0; i < n; i++)
        want[i] /= sum;
    compare("x", after.x, wx, n, 1e-6, 1e-6);
    compare("y", after.y, wy, n, 1e-6, 1e-6);
    compare("weight", after.weight, want, n, 1e-6, 1e-12);
    for (int i = 0; i < n; i++) {
        run += after.weight[i];
        want[i] = run;
    }
    compare("sum", after.sum, want, n, 1e-6, 1e-12);
    double first = 1 / (double)n * uniform(before.seed, 0);
    for (int i = 0, k; i < n; i++) {
        double mark = first + i / (double)n;
        for (k = 0; k < n - 1 && after.sum[k] < mark; k++)
            ;
        wx[i] = after.x[k];
        wy[i] = after.y[k];
    }
    compare("from_x", after.from_x, wx, n, 0, 0);
    compare("from_y", after.from_y, wy, n, 0, 0);
    wl_check_i32("seed", after.seed, before.seed, n);
}

/* The disk moves a pixel to the right and two up a frame; the noise is normal, with a deviation of 5. */
static unsigned char *make_video(int side, int frames)
{
    unsigned char *pixel = wl_host<unsigned char>((size_t)side * side * frames);
    int seed = 31;
    for (int x = 0; x < side; x++)
        for (int y = 0; y < side; y++)
            for (int f = 0; f < frames; f++) {
                int dx = x - (side / 2 + f), dy = y - (side / 2 - 2 * f), in = dx * dx + dy * dy < RADIUS * RADIUS;
                pixel[((size_t)x * side + y) * frames + f] =
                    (unsigned char)((in ? 228 : 100) + (int)(5 * normal(&seed, 0)));
            }
    return pixel;
}

static int make_disk(int *disk)
{
    int count = 0;
    for (int x = -RADIUS + 1; x < RADIUS; x++)
        for (int y = -RADIUS + 1; y < RADIUS; y++)
            if (x * x + y * y < RADIUS * RADIUS) {
                disk[2 * count] = y;
                disk[2 * count++ + 1] = x;
            }
    return count;
}

int main(int argc, char **argv)
{
    int n, frames, side, follow, multiply;
    const struct wl_opt opts[] = {{"n", &n, 512, 1000, 1, 65536, "particles"},
                                  {"frames", &frames, 2, 10, 2, 100, "frames of the video"},
                                  {"follow", &follow, 1, 2, 1, 99, "frames to follow (fewer than the video has)"},
                                  {"side", &side, 128, 128, 16, 2048, "pixels a side of a frame"},
                                  {"multiply", &multiply, 0, 0, 0, 1, "1: squares by multiplication, not pow()"}};
    wl_begin(argc, argv, "particlefilter", opts, WL_COUNT(opts));
    wl_run.name = multiply ? "particlefilter-m" : "particlefilter";
    if (follow >= frames)
        wl_bad_args(opts, WL_COUNT(opts), "not fewer than --frames", "--follow");
    int disk[2 * MAX_DISK], count = make_disk(disk), pixels = side * side * frames;
    struct wl_rng rng = wl_seed(29);
    int *seed = wl_host<int>(n);
    double *middle = wl_host<double>(n);
    for (int i = 0; i < n; i++) {
        seed[i] = (int)(wl_u32(&rng) >> 1);
        middle[i] = (double)(side / 2);
    }
    unsigned blocks = wl_blocks(n, BLOCK);
    struct video here = {make_video(side, frames), side, frames, disk, count}, there = here;
    there.pixel = wl_upload(here.pixel, pixels);
    there.disk = wl_upload(disk, 2 * count);
    struct particles p = {wl_dev_zero<double>(n),
                          wl_dev_zero<double>(n),
                          wl_upload(middle, n),
                          wl_upload(middle, n),
                          wl_dev_zero<double>(n),
                          wl_dev_zero<double>(n),
                          wl_dev_zero<double>(n),
                          wl_dev_zero<double>(n),
                          wl_dev_zero<double>(n),
                          wl_upload(seed, n),
                          wl_dev_zero<int>((size_t)n * count)};

    for (int frame = 1; frame <= follow; frame++) {
        struct shot before = look(p, n);
        auto *weigh = multiply ? move_and_weigh<1> : move_and_weigh<0>;
        weigh<<<blocks, BLOCK>>>(p.x, p.y, p.from_x, p.from_y, p.table, there.disk, p.likelihood, there.pixel,
                                 p.weight, n, count, pixels, frame, side, frames, p.seed, p.partial);
        WL_LAUNCHED();
        add_weights<<<blocks, BLOCK>>>(p.partial, n);
        WL_LAUNCHED();
        accumulate<<<1, BLOCK>>>(p.weight, n, p.partial, p.sum, p.mark, p.seed);
        WL_LAUNCHED();
        resample<<<blocks, BLOCK>>>(p.x, p.y, p.sum, p.mark, p.from_x, p.from_y, n);
        WL_LAUNCHED();
        if (wl_checking())
            check_frame(n, before, look(p, n), here, frame, pixels);
    }
    return wl_end();
}
