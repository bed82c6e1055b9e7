/*
 * maws-hotspot: temperatures of a chip, an explicit solver, as persistent threads (MAWS paper; Rodinia-class).
 *
 * An iteration is two parallel loops, each one launch: new temperatures from the four neighbours, then the copy back.
 * As in a plain C program, every cell asks whether it is inside, and if not which corner or edge it is: real branches
 * that almost always go the same way in all lanes. A thread has a contiguous tile (rows by default).
 *
 * Paper size: 300 x 300, 100 iterations (MAWS paper, table 1). Small: 2 iterations.
 */
#include "tiles.h"

#define CELL(v) (t0 + step * (power[i] + (v) + (ambient - t0) * rz))

/* The change of one cell. WL_BRANCH keeps each case a branch of its own. */
__host__ __device__ inline float cell(const float *in, const float *power, int y, int x, int n)
{
    const float step = 0.05f, rx = 0.8f, ry = 0.6f, rz = 0.01f, ambient = 80.0f;
    int i = y * n + x;
    float t0 = in[i];
#ifdef __CUDA_ARCH__
#define CASE WL_BRANCH()
#else
#define CASE (void)0
#endif
    if ((x > 0) & (x < n - 1) & (y > 0) & (y < n - 1)) {
        CASE;
        return CELL((in[i + 1] + in[i - 1] - 2.0f * t0) * rx + (in[i + n] + in[i - n] - 2.0f * t0) * ry);
    } else if (x == 0 && y == 0) {
        CASE;
        return CELL((in[i + 1] - t0) * rx + (in[i + n] - t0) * ry);
    } else if (x == n - 1 && y == 0) {
        CASE;
        return CELL((in[i - 1] - t0) * rx + (in[i + n] - t0) * ry);
    } else if (x == n - 1 && y == n - 1) {
        CASE;
        return CELL((in[i - 1] - t0) * rx + (in[i - n] - t0) * ry);
    } else if (x == 0 && y == n - 1) {
        CASE;
        return CELL((in[i + 1] - t0) * rx + (in[i - n] - t0) * ry);
    } else if (y == 0) {
        CASE;
        return CELL((in[i + 1] + in[i - 1] - 2.0f * t0) * rx + (in[i + n] - t0) * ry);
    } else if (x == n - 1) {
        CASE;
        return CELL((in[i - 1] - t0) * rx + (in[i + n] + in[i - n] - 2.0f * t0) * ry);
    } else if (y == n - 1) {
        CASE;
        return CELL((in[i + 1] + in[i - 1] - 2.0f * t0) * rx + (in[i - n] - t0) * ry);
    }
    CASE;
    return CELL((in[i + 1] - t0) * rx + (in[i + n] + in[i - n] - 2.0f * t0) * ry);
}

__global__ void heat(struct wl_tiles t, const float *in, const float *power, float *out, int n)
{
    int part = wl_thread(), py = part / (int)t.across, px = part % (int)t.across;
    int y = wl_first(t.y, py), y_last = wl_last(t.y, py), x_first = wl_first(t.x, px), x_last = wl_last(t.x, px);
    WL_LEAVE_IDLE((y >= y_last) | (x_first >= x_last));
#pragma unroll 1
    do {
        int x = x_first;
#pragma unroll 1
        do {
            out[y * n + x] = cell(in, power, y, x, n);
            x += t.x.step;
        } while (x < x_last);
        y += t.y.step;
    } while (y < y_last);
}

__global__ void copy(struct wl_tiles t, const float *from, float *to, int n)
{
    int part = wl_thread(), py = part / (int)t.across, px = part % (int)t.across;
    int y = wl_first(t.y, py), y_last = wl_last(t.y, py), x_first = wl_first(t.x, px), x_last = wl_last(t.x, px);
    WL_LEAVE_IDLE((y >= y_last) | (x_first >= x_last));
#pragma unroll 1
    do {
        int x = x_first;
#pragma unroll 1
        do {
            to[y * n + x] = from[y * n + x];
            x += t.x.step;
        } while (x < x_last);
        y += t.y.step;
    } while (y < y_last);
}

int main(int argc, char **argv)
{
    int n, iterations;
    struct wl_pool pool = {};
    pool.idle = 1;
    const struct wl_opt opts[] = {{"n", &n, 128, 300, 2, 4096, "rows and columns of the grid"},
                                  {"iterations", &iterations, 2, 100, 1, 10000, "time steps"},
                                  WL_ACROSS_OPT(pool, 1),
                                  WL_POOL_OPTS(pool)};
    wl_begin(argc, argv, "maws-hotspot", opts, WL_COUNT(opts));
    wl_pool_open(&pool);
    size_t cells = (size_t)n * n;
    float *temp = wl_random(cells, 320, 340, 1), *power = wl_random(cells, 0, 10, 2);
    float *d_temp = wl_upload(temp, cells), *d_power = wl_upload(power, cells), *d_out = wl_dev_zero<float>(cells);

    struct wl_tiles t = wl_tiles_2d(&pool, n, n);
    for (int i = 0; i < iterations; i++) {
        heat<<<t.grid, t.block>>>(t, d_temp, d_power, d_out, n);
        WL_LAUNCHED();
        copy<<<t.grid, t.block>>>(t, d_out, d_temp, n);
        WL_LAUNCHED();
    }
    if (wl_checking()) {
        float *want = wl_copy(temp, cells), *next = wl_host<float>(cells);
        for (int i = 0; i < iterations; i++) {
            for (int y = 0; y < n; y++)
                for (int x = 0; x < n; x++)
                    next[y * n + x] = cell(want, power, y, x, n);
            memcpy(want, next, cells * sizeof(float));
        }
        wl_check_f32("temp", wl_download(d_temp, cells), want, cells, 1e-4, 0);
    }
    return wl_end();
}
