/*
 * transpose: b = a^T in two ways: naive (default) and through shared memory (--shared 1).
 *
 * 32 x 8 blocks, each moves a 32 x 32 tile. Naive: reads are coalesced, each store of a warp writes 32 lines.
 * Shared: the tile goes through shared memory with a padded row, and both sides are coalesced. The pair shows what
 * divergence costs, and what shared memory saves.
 *
 * Paper size: 1024 x 1024 (rows of 4 KB); under 1 million warp instructions.
 */
#include "common.h"

#define TILE 32
#define ROWS 8

__global__ void transpose_naive(const float *a, float *b, int width, int height)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    for (int r = 0; r < TILE; r += ROWS) {
        int y = blockIdx.y * TILE + threadIdx.y + r;
        if (x < width && y < height)
            b[x * height + y] = a[y * width + x];
    }
}

__global__ void transpose_shared(const float *a, float *b, int width, int height)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int r = 0; r < TILE; r += ROWS)
        if (x < width && y + r < height)
            tile[threadIdx.y + r][threadIdx.x] = a[(y + r) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int r = 0; r < TILE; r += ROWS)
        if (x < height && y + r < width)
            b[(y + r) * height + x] = tile[threadIdx.x][threadIdx.y + r];
}

int main(int argc, char **argv)
{
    int width, height, shared;
    const struct wl_opt opts[] = {{"width", &width, 256, 1024, 1, 16384, "columns of a"},
                                  {"height", &height, 256, 1024, 1, 16384, "rows of a"},
                                  {"shared", &shared, 0, 0, 0, 1, "1: through shared memory"}};
    wl_begin(argc, argv, "transpose", opts, WL_COUNT(opts));
    wl_run.name = shared ? "transpose_shared" : "transpose_naive";
    size_t n = (size_t)width * height;
    float *a = wl_random(n, -1, 1, 1);
    float *d_a = wl_upload(a, n), *d_b = wl_dev<float>(n);

    dim3 block(TILE, ROWS), grid(wl_blocks(width, TILE), wl_blocks(height, TILE));
    if (shared)
        transpose_shared<<<grid, block>>>(d_a, d_b, width, height);
    else
        transpose_naive<<<grid, block>>>(d_a, d_b, width, height);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>(n);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                want[x * height + y] = a[y * width + x];
        wl_check_f32("b", wl_download(d_b, n), want, n, 0, 0);
    }
    return wl_end();
}
