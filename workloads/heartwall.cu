/*
 * heartwall: follows points of a heart's walls through ultrasound frames (Rodinia-class; the unified-memory paper's
 * hwt).
 *
 * One block of 256 threads a point: it correlates a template of 20 x 20 pixels with every place of a window around
 * the point. The window is read from global memory again and again (unaligned rows), the template and sums along
 * columns, for normalising, lie in shared memory, and the best place is found by a tree there. 23 bytes of shared
 * memory and about 35 registers a thread (unified-memory paper, table 1).
 *
 * Paper size: 51 points as Rodinia has, frames of 300 x 300, one frame; a window of 30 x 30.
 */
#include "common.h"

#define THREADS 256
#define T 20               /* template */
#define W 30               /* window */
#define PLACES (W - T + 1) /* along a side */

/* Correlation of the template with the window's place (px, py), normalised by the window's own sums. */
__host__ __device__ inline float score(const float *window, int pitch, const float *pattern, int px, int py,
                                       float sum, float square, float t_mean, float t_dev)
{
    float cross = 0;
#pragma unroll 1
    for (int y = 0; y < T; y++)
#pragma unroll 1
        for (int x = 0; x < T; x++)
            cross += window[(py + y) * pitch + px + x] * pattern[y * T + x];
    float mean = sum / (T * T), dev = sqrtf(fmaxf(square - sum * mean, 1e-6f));
    return (cross - T * T * mean * t_mean) / (dev * t_dev);
}

__global__ void track(const float *frame, int width, const int2 *point, const float *patterns,
                      const float2 *pattern_stats, float *best_score, int *best_place)
{
    __shared__ float value[THREADS], pattern[T * T];
    __shared__ float2 column[PLACES * W]; /* sums over T rows, for each first row and column */
    __shared__ unsigned short place[THREADS];
    int t = threadIdx.x, p = blockIdx.x;
    const float *window = frame + (point[p].y - W / 2) * width + point[p].x - W / 2;
#pragma unroll 1
    for (int i = t; i < PLACES * W; i += THREADS) {
        int y0 = i / W, x = i % W;
        float sum = 0, square = 0;
#pragma unroll 1
        for (int y = y0; y < y0 + T; y++) {
            float v = window[y * width + x];
            sum += v;
            square += v * v;
        }
        column[i] = make_float2(sum, square);
    }
    for (int i = t; i < T * T; i += THREADS)
        pattern[i] = patterns[p * T * T + i];
    __syncthreads();
    float best = -2;
    int where = 0;
#pragma unroll 1
    for (int i = t; i < PLACES * PLACES; i += THREADS) {
        int py = i / PLACES, px = i % PLACES;
        float sum = 0, square = 0;
#pragma unroll 1
        for (int x = px; x < px + T; x++) {
            float2 c = column[py * W + x];
            sum += c.x;
            square += c.y;
        }
        float s = score(window, width, pattern, px, py, sum, square, pattern_stats[p].x, pattern_stats[p].y);
        if (s > best) {
            best = s;
            where = i;
        }
    }
    value[t] = best;
    place[t] = (unsigned short)where;
    __syncthreads();
    for (int s = THREADS / 2; s; s /= 2) {
        if (t < s && value[t + s] > value[t]) {
            value[t] = value[t + s];
            place[t] = place[t + s];
        }
        __syncthreads();
    }
    if (t == 0) {
        best_score[p] = value[0];
        best_place[p] = place[0];
    }
}

int main(int argc, char **argv)
{
    int points, side;
    const struct wl_opt opts[] = {{"points", &points, 8, 51, 1, 4096, "points to follow"},
                                  {"side", &side, 128, 300, 64, 4096, "rows and columns of a frame"}};
    wl_begin(argc, argv, "heartwall", opts, WL_COUNT(opts));
    size_t pixels = (size_t)side * side;
    float *frame = wl_random(pixels, 0, 1, 1), *patterns = wl_host<float>((size_t)points * T * T);
    int2 *point = wl_host<int2>(points);
    float2 *stats = wl_host<float2>(points);
    struct wl_rng rng = wl_seed(2);
    int *true_place = wl_host<int>(points);
    for (int p = 0; p < points; p++) {
        point[p] = make_int2(W / 2 + (int)wl_below(&rng, (uint32_t)(side - W)),
                             W / 2 + (int)wl_below(&rng, (uint32_t)(side - W)));
        int px = (int)wl_below(&rng, PLACES), py = (int)wl_below(&rng, PLACES);
        float sum = 0, square = 0;
        true_place[p] = py * PLACES + px;
        for (int k = 0; k < T * T; k++) { /* what the frame has there, a little blurred */
            int y = point[p].y - W / 2 + py + k / T, x = point[p].x - W / 2 + px + k % T;
            float v = frame[y * side + x] + wl_f32(&rng, -0.1f, 0.1f);
            patterns[p * T * T + k] = v;
            sum += v;
            square += v * v;
        }
        stats[p] = make_float2(sum / (T * T), sqrtf(square - sum * sum / (T * T)));
    }
    float *d_frame = wl_upload(frame, pixels), *d_patterns = wl_upload(patterns, (size_t)points * T * T);
    int2 *d_point = wl_upload(point, points);
    float2 *d_stats = wl_upload(stats, points);
    float *d_score = wl_dev_zero<float>(points);
    int *d_place = wl_dev_zero<int>(points);

    track<<<points, THREADS>>>(d_frame, side, d_point, d_patterns, d_stats, d_score, d_place);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>(points);
        for (int p = 0; p < points; p++) {
            const float *window = frame + (point[p].y - W / 2) * side + point[p].x - W / 2;
            int px = true_place[p] % PLACES, py = true_place[p] / PLACES;
            float sum = 0, square = 0;
            for (int k = 0; k < T * T; k++) {
                float v = window[(py + k / T) * side + px + k % T];
                sum += v;
                square += v * v;
            }
            want[p] = score(window, side, patterns + p * T * T, px, py, sum, square, stats[p].x, stats[p].y);
        }
        wl_check_i32("place", wl_download(d_place, points), true_place, points);
        wl_check_f32("score", wl_download(d_score, points), want, points, 1e-2, 1e-3);
    }
    return wl_end();
}
