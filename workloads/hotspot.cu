/*
 * hotspot: temperature of a chip from its power map, explicit time steps of a five-point stencil (Rodinia-class).
 *
 * 16 x 16 blocks. A block loads a tile of temperatures and of powers, makes PYRAMID steps in shared memory while the
 * valid region shrinks by one cell a side, and stores 12 x 12 cells (overlapped tiles); rows of 16 floats make
 * half-line accesses, two rows a warp. As in Rodinia, every thread divides the chip's constants itself, and a factor
 * of two is a double. --single 1: all in float, inverse constants from the host, powers in a register: what a
 * compiler without doubles and with fewer registers makes of it. --unshared 1: one step a launch, five loads from
 * global memory a thread, no barrier.
 *
 * Paper size: 512 x 512 cells (MRPB paper, table 3), 4 steps; the steps repeat the same accesses.
 */
#include "common.h"

#define BLOCK 16
#define PYRAMID 2
#define INNER (BLOCK - 2 * PYRAMID)
#define AMBIENT 80.0f

struct chip {
    int n;                 /* cells a side */
    float cap, rx, ry, rz; /* step / capacity, and inverse resistances */
    float ambient;
};

__host__ __device__ inline float next_temp(struct chip c, float t, float north, float south, float west, float east,
                                           float power)
{
    return t + c.cap * (power + (south + north - 2.0f * t) * c.ry + (east + west - 2.0f * t) * c.rx +
                        (c.ambient - t) * c.rz);
}

__host__ __device__ inline int clamp(int v, int hi)
{
    return v < 0 ? 0 : v > hi ? hi : v;
}

/* The cells of a tile, along one side, that lie on the chip, if the tile begins at cell `from` of n. */
struct extent {
    int first, last;
};

__device__ inline struct extent on_chip(int from, int n)
{
    struct extent e = {from < 0 ? -from : 0, from + BLOCK > n ? n - 1 - from : BLOCK - 1};
    return e;
}

__global__ void hotspot_tile(int steps, const float *power, const float *src, float *dst, int n, float capacity,
                             float rx, float ry, float rz, float step)
{
    __shared__ float now[BLOCK][BLOCK], heat[BLOCK][BLOCK], next[BLOCK][BLOCK];
    int tx = threadIdx.x, ty = threadIdx.y, inner = BLOCK - 2 * steps;
    float gain = step / capacity, gx = 1 / rx, gy = 1 / ry, gz = 1 / rz;
    int x0 = inner * (int)blockIdx.x - PYRAMID, y0 = inner * (int)blockIdx.y - PYRAMID;
    int x = x0 + tx, y = y0 + ty, at = y * n + x;
    if (y >= 0 && y < n && x >= 0 && x < n) {
        now[ty][tx] = src[at];
        heat[ty][tx] = power[at];
    }
    __syncthreads();
    struct extent ex = on_chip(x0, n), ey = on_chip(y0, n);
    /* Neighbours in the tile; at the chip's edge a cell is its own neighbour. */
    int north = max(ty - 1, ey.first), south = min(ty + 1, ey.last);
    int west = max(tx - 1, ex.first), east = min(tx + 1, ex.last);
    bool valid = false;
    for (int s = 0; s < steps; s++) {
        /* Cells this near to the tile's edge have no valid neighbour any more. */
        valid = tx > s && tx < BLOCK - 1 - s && ty > s && ty < BLOCK - 1 - s && tx >= ex.first && tx <= ex.last &&
                ty >= ey.first && ty <= ey.last;
        if (valid)
            next[ty][tx] =
                now[ty][tx] +
                gain * (heat[ty][tx] + (now[south][tx] + now[north][tx] - 2.0 * now[ty][tx]) * gy +
                        (now[ty][east] + now[ty][west] - 2.0 * now[ty][tx]) * gx + (AMBIENT - now[ty][tx]) * gz);
        __syncthreads();
        if (s + 1 == steps)
            break;
        if (valid)
            now[ty][tx] = next[ty][tx];
        __syncthreads();
    }
    if (valid)
        dst[at] = next[ty][tx];
}

__global__ void hotspot_shared(struct chip c, const float *power, const float *src, float *dst, int steps)
{
    __shared__ float now[BLOCK][BLOCK], next[BLOCK][BLOCK];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * INNER + tx - PYRAMID, y = blockIdx.y * INNER + ty - PYRAMID;
    int inside = x >= 0 && x < c.n && y >= 0 && y < c.n;
    float p = 0;
    if (inside) {
        now[ty][tx] = src[y * c.n + x];
        p = power[y * c.n + x];
    }
    __syncthreads();
    /* Neighbours in the tile; at the chip's edge a cell is its own neighbour. */
    int north = y > 0 ? ty - 1 : ty, south = y < c.n - 1 ? ty + 1 : ty;
    int west = x > 0 ? tx - 1 : tx, east = x < c.n - 1 ? tx + 1 : tx;
    for (int s = 0; s < steps; s++) {
        int edge = s + 1; /* cells this near to the tile's edge have no valid neighbour any more */
        int valid = inside && tx >= edge && tx < BLOCK - edge && ty >= edge && ty < BLOCK - edge;
        if (valid)
            next[ty][tx] = next_temp(c, now[ty][tx], now[north][tx], now[south][tx], now[ty][west], now[ty][east], p);
        __syncthreads();
        if (valid)
            now[ty][tx] = next[ty][tx];
        __syncthreads();
    }
    if (inside && tx >= PYRAMID && tx < BLOCK - PYRAMID && ty >= PYRAMID && ty < BLOCK - PYRAMID)
        dst[y * c.n + x] = now[ty][tx];
}

__global__ void hotspot_unshared(struct chip c, const float *power, const float *src, float *dst)
{
    int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y * BLOCK + threadIdx.y, last = c.n - 1;
    if (x < c.n && y < c.n)
        dst[y * c.n + x] =
            next_temp(c, src[y * c.n + x], src[clamp(y - 1, last) * c.n + x], src[clamp(y + 1, last) * c.n + x],
                      src[y * c.n + clamp(x - 1, last)], src[y * c.n + clamp(x + 1, last)], power[y * c.n + x]);
}

static void reference(struct chip c, const float *power, float *temp, int steps)
{
    float *next = wl_host<float>((size_t)c.n * c.n);
    int last = c.n - 1;
    for (int s = 0; s < steps; s++) {
        for (int y = 0; y < c.n; y++)
            for (int x = 0; x < c.n; x++)
                next[y * c.n + x] = next_temp(c, temp[y * c.n + x], temp[clamp(y - 1, last) * c.n + x],
                                              temp[clamp(y + 1, last) * c.n + x], temp[y * c.n + clamp(x - 1, last)],
                                              temp[y * c.n + clamp(x + 1, last)], power[y * c.n + x]);
        memcpy(temp, next, (size_t)c.n * c.n * sizeof(float));
    }
    free(next);
}

int main(int argc, char **argv)
{
    int n, steps, unshared, single;
    const struct wl_opt opts[] = {{"n", &n, 128, 512, 2, 8192, "cells a side"},
                                  {"steps", &steps, 2, 4, 1, 10000, "time steps"},
                                  {"unshared", &unshared, 0, 0, 0, 1, "1: global memory instead of shared"},
                                  {"single", &single, 0, 0, 0, 1, "1: float instead of double"}};
    wl_begin(argc, argv, "hotspot", opts, WL_COUNT(opts));
    wl_run.name = unshared ? "hotspot-u" : single ? "hotspot-f" : "hotspot";
    struct chip c = {n, 0.05f, 0.9f, 1.1f, 0.1f, AMBIENT};
    size_t cells = (size_t)n * n;
    float *temp = wl_random(cells, 320, 340, 1), *power = wl_random(cells, 0, 10, 2);
    float *d_power = wl_upload(power, cells), *d_src = wl_upload(temp, cells), *d_dst = wl_dev<float>(cells);

    dim3 block(BLOCK, BLOCK), tiles(wl_blocks(n, INNER), wl_blocks(n, INNER));
    for (int s = 0; s < steps; s += unshared ? 1 : PYRAMID) {
        int at_once = steps - s < PYRAMID ? steps - s : PYRAMID;
        if (unshared)
            hotspot_unshared<<<dim3(wl_blocks(n, BLOCK), wl_blocks(n, BLOCK)), block>>>(c, d_power, d_src, d_dst);
        else if (single)
            hotspot_shared<<<tiles, block>>>(c, d_power, d_src, d_dst, at_once);
        else
            hotspot_tile<<<tiles, block>>>(at_once, d_power, d_src, d_dst, n, 1 / c.cap, 1 / c.rx, 1 / c.ry, 1 / c.rz,
                                           1);
        WL_LAUNCHED();
        float *t = d_src;
        d_src = d_dst;
        d_dst = t;
    }
    if (wl_checking()) {
        reference(c, power, temp, steps);
        wl_check_f32("temp", wl_download(d_src, cells), temp, cells, 1e-4, 0);
    }
    return wl_end();
}
