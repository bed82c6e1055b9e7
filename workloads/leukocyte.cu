/*
 * leukocyte: finds and outlines cells in a video frame (Rodinia-class).
 *
 * `gicov`: one thread a pixel samples the gradient along seven circles of 48 points around it and keeps the best
 * ratio of mean squared to variance (offsets in constant memory; reads of neighbouring lanes overlap). `dilate`: the
 * largest of a disk of 25 x 25 around each pixel. `imgvf`: a vector-flow field around each cell, one block a cell,
 * its tile in shared memory for several iterations.
 *
 * Paper size: a frame of 256 x 128 pixels (Rodinia: 640 x 480) and 24 cells of 40 x 40.
 */
#include "common.h"

#define CIRCLES 7
#define POINTS 48
#define REACH 22 /* pixels that a circle reaches */
#define DISK 12
#define TILE 40

__constant__ float c_cos[POINTS], c_sin[POINTS];
__constant__ int c_dx[CIRCLES * POINTS], c_dy[CIRCLES * POINTS];
__constant__ unsigned char c_disk[(2 * DISK + 1) * (2 * DISK + 1)];

__host__ __device__ inline float circle_score(const float *gx, const float *gy, int at, int width, const int *dx,
                                              const int *dy, const float *cs, const float *sn)
{
    float sum = 0, square = 0;
    for (int p = 0; p < POINTS; p++) {
        int k = at + dy[p] * width + dx[p];
        float g = gx[k] * cs[p] + gy[k] * sn[p];
        sum += g;
        square += g * g;
    }
    float mean = sum / POINTS, variance = (square - sum * mean) / (POINTS - 1);
    return mean * mean / (variance + 1e-3f);
}

__global__ void gicov(const float *gx, const float *gy, float *score, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + REACH, y = blockIdx.y + REACH;
    if (x >= width - REACH || y >= height - REACH)
        return;
    float best = 0;
    for (int c = 0; c < CIRCLES; c++) {
        float s = circle_score(gx, gy, y * width + x, width, c_dx + c * POINTS, c_dy + c * POINTS, c_cos, c_sin);
        best = s > best ? s : best;
    }
    score[y * width + x] = best;
}

__global__ void dilate(const float *in, float *out, int width, int height)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % width, y = i / width;
    if (i >= width * height)
        return;
    float best = 0;
    for (int dy = -DISK; dy <= DISK; dy++)
        for (int dx = -DISK; dx <= DISK; dx++)
            if (c_disk[(dy + DISK) * (2 * DISK + 1) + dx + DISK] && x + dx >= 0 && x + dx < width && y + dy >= 0 &&
                y + dy < height) {
                float v = in[(y + dy) * width + x + dx];
                best = v > best ? v : best;
            }
    out[i] = best;
}

/* A flow step of one cell's tile point: neighbours count as far as they lie up the slope. */
__host__ __device__ inline float flow(const float *t, int x, int y, float edge)
{
    float here = t[y * TILE + x], sum = 0;
    for (int k = 0; k < 9; k++) {
        int nx = x + k % 3 - 1, ny = y + k / 3 - 1;
        nx = nx < 0 ? 0 : nx >= TILE ? TILE - 1 : nx;
        ny = ny < 0 ? 0 : ny >= TILE ? TILE - 1 : ny;
        float d = t[ny * TILE + nx] - here;
        sum += d * (0.5f + d / (0.1f + 2 * fabsf(d)));
    }
    return here + 0.125f * sum - 0.2f * edge * (here - edge);
}

__global__ void imgvf(const float *frame, const int2 *cell, float *out, int width, int iterations)
{
    __shared__ float tile[2][TILE * TILE];
    int2 at = cell[blockIdx.x];
    for (int i = threadIdx.x; i < TILE * TILE; i += blockDim.x)
        tile[0][i] = frame[(at.y + i / TILE) * width + at.x + i % TILE];
    __syncthreads();
    for (int it = 0; it < iterations; it++) {
        for (int i = threadIdx.x; i < TILE * TILE; i += blockDim.x)
            tile[1 - it % 2][i] =
                flow(tile[it % 2], i % TILE, i / TILE, frame[(at.y + i / TILE) * width + at.x + i % TILE]);
        __syncthreads();
    }
    for (int i = threadIdx.x; i < TILE * TILE; i += blockDim.x)
        out[blockIdx.x * TILE * TILE + i] = tile[iterations % 2][i];
}

struct geometry {
    float cs[POINTS], sn[POINTS];
    int dx[CIRCLES * POINTS], dy[CIRCLES * POINTS];
    unsigned char disk[(2 * DISK + 1) * (2 * DISK + 1)];
};

static void check(const float *frame, const float *gx, const float *gy, const float *d_score, const float *d_dilated,
                  const float *d_out, const int2 *cell, int cells, int width, int height, int iterations,
                  const struct geometry *g)
{
    size_t pixels = (size_t)width * height;
    float *score = wl_host<float>(pixels), *dilated = wl_host<float>(pixels), *got = wl_download(d_score, pixels);
    for (int y = REACH; y < height - REACH; y++)
        for (int x = REACH; x < width - REACH; x++)
            for (int c = 0; c < CIRCLES; c++) {
                float s =
                    circle_score(gx, gy, y * width + x, width, g->dx + c * POINTS, g->dy + c * POINTS, g->cs, g->sn);
                score[y * width + x] = fmaxf(score[y * width + x], s);
            }
    wl_check_f32("score", got, score, pixels, 1e-2, 1e-4);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int k = 0; k < (2 * DISK + 1) * (2 * DISK + 1); k++) {
                int nx = x + k % (2 * DISK + 1) - DISK, ny = y + k / (2 * DISK + 1) - DISK;
                if (g->disk[k] && nx >= 0 && ny >= 0 && nx < width && ny < height)
                    dilated[y * width + x] = fmaxf(dilated[y * width + x], got[ny * width + nx]);
            }
    wl_check_f32("dilated", wl_download(d_dilated, pixels), dilated, pixels, 0, 0);
    float *want = wl_host<float>((size_t)cells * TILE * TILE), a[TILE * TILE], b[TILE * TILE];
    for (int c = 0; c < cells; c++) {
        for (int i = 0; i < TILE * TILE; i++)
            a[i] = frame[(cell[c].y + i / TILE) * width + cell[c].x + i % TILE];
        for (int it = 0; it < iterations; it++) {
            for (int i = 0; i < TILE * TILE; i++)
                b[i] = flow(a, i % TILE, i / TILE, frame[(cell[c].y + i / TILE) * width + cell[c].x + i % TILE]);
            memcpy(a, b, sizeof(a));
        }
        memcpy(want + c * TILE * TILE, a, sizeof(a));
    }
    wl_check_f32("flow", wl_download(d_out, (size_t)cells * TILE * TILE), want, (size_t)cells * TILE * TILE, 1e-3,
                 1e-3);
}

int main(int argc, char **argv)
{
    int width, height, cells, iterations;
    const struct wl_opt opts[] = {{"width", &width, 64, 256, 64, 4096, "columns of the frame"},
                                  {"height", &height, 64, 128, 64, 4096, "rows of the frame"},
                                  {"cells", &cells, 2, 24, 1, 1024, "cells to outline"},
                                  {"iterations", &iterations, 2, 8, 1, 1000, "steps of the flow field"}};
    wl_begin(argc, argv, "leukocyte", opts, WL_COUNT(opts));
    static struct geometry g;
    size_t pixels = (size_t)width * height;
    float *frame = wl_random(pixels, 0, 1, 1), *gx = wl_host<float>(pixels), *gy = wl_host<float>(pixels);
    for (int p = 0; p < POINTS; p++) {
        g.cs[p] = cosf(6.2831853f * p / POINTS);
        g.sn[p] = sinf(6.2831853f * p / POINTS);
        for (int c = 0; c < CIRCLES; c++) {
            g.dx[c * POINTS + p] = (int)lrintf((8 + 2 * c) * g.cs[p]);
            g.dy[c * POINTS + p] = (int)lrintf((8 + 2 * c) * g.sn[p]);
        }
    }
    for (int k = 0; k < (2 * DISK + 1) * (2 * DISK + 1); k++) {
        int dx = k % (2 * DISK + 1) - DISK, dy = k / (2 * DISK + 1) - DISK;
        g.disk[k] = dx * dx + dy * dy <= DISK * DISK;
    }
    struct wl_rng rng = wl_seed(3);
    int2 *cell = wl_host<int2>(cells);
    for (int c = 0; c < cells; c++)
        cell[c] =
            make_int2((int)wl_below(&rng, (uint32_t)(width - TILE)), (int)wl_below(&rng, (uint32_t)(height - TILE)));
    for (int y = 1; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++) {
            gx[y * width + x] = frame[y * width + x + 1] - frame[y * width + x - 1];
            gy[y * width + x] = frame[(y + 1) * width + x] - frame[(y - 1) * width + x];
        }
    CUDA_OK(cudaMemcpyToSymbol(c_cos, g.cs, sizeof(g.cs)));
    CUDA_OK(cudaMemcpyToSymbol(c_sin, g.sn, sizeof(g.sn)));
    CUDA_OK(cudaMemcpyToSymbol(c_dx, g.dx, sizeof(g.dx)));
    CUDA_OK(cudaMemcpyToSymbol(c_dy, g.dy, sizeof(g.dy)));
    CUDA_OK(cudaMemcpyToSymbol(c_disk, g.disk, sizeof(g.disk)));
    float *d_frame = wl_upload(frame, pixels), *d_gx = wl_upload(gx, pixels), *d_gy = wl_upload(gy, pixels);
    float *d_score = wl_dev_zero<float>(pixels), *d_dilated = wl_dev_zero<float>(pixels);
    float *d_out = wl_dev_zero<float>((size_t)cells * TILE * TILE);
    int2 *d_cell = wl_upload(cell, cells);

    gicov<<<dim3(wl_blocks(width - 2 * REACH, 64), height - 2 * REACH), 64>>>(d_gx, d_gy, d_score, width, height);
    WL_LAUNCHED();
    dilate<<<wl_blocks((long)pixels, 176), 176>>>(d_score, d_dilated, width, height);
    WL_LAUNCHED();
    imgvf<<<cells, 320>>>(d_frame, d_cell, d_out, width, iterations);
    WL_LAUNCHED();
    if (wl_checking())
        check(frame, gx, gy, d_score, d_dilated, d_out, cell, cells, width, height, iterations, &g);
    return wl_end();
}
