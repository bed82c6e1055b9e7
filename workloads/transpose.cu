/*
 * transpose: b = a^T in four ways: naive (default), with divergent loads (--loads 1), through shared memory without
 * (--shared 2) and with a padded row (--shared 1).
 *
 * 32 x 8 blocks, each moves a 32 x 32 tile. Naive: reads are coalesced, each store of a warp writes 32 lines. Loads:
 * the other way round, each load of a warp reads 32 lines, which the loads of the block's other warps share, and
 * stores are coalesced (the WarpPool paper's case study). Shared: the tile goes through shared memory and both sides
 * are coalesced; without padding the 32 words of a column lie in one bank.
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

/* x and y are places of b. */
__global__ void transpose_loads(const float *a, float *b, int width, int height)
{
    int x = blockIdx.y * TILE + threadIdx.x;
    for (int r = 0; r < TILE; r += ROWS) {
        int y = blockIdx.x * TILE + threadIdx.y + r;
        if (x < height && y < width)
            b[y * height + x] = a[x * width + y];
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

__global__ void transpose_conflict(const float *a, float *b, int width, int height)
{
    __shared__ float tile[TILE][TILE];
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
    int width, height, shared, loads;
    const struct wl_opt opts[] = {{"width", &width, 256, 1024, 1, 16384, "columns of a"},
                                  {"height", &height, 256, 1024, 1, 16384, "rows of a"},
                                  {"shared", &shared, 0, 0, 0, 2, "through shared memory, 1: padded, 2: not"},
                                  {"loads", &loads, 0, 0, 0, 1, "1: divergent loads and coalesced stores"}};
    wl_begin(argc, argv, "transpose", opts, WL_COUNT(opts));
    if (shared && loads)
        wl_bad_args(opts, WL_COUNT(opts), "excludes --loads 1", "--shared");
    wl_run.name = shared == 1 ? "transpose_shared"
                  : shared    ? "transpose_conflict"
                  : loads     ? "transpose_loads"
                              : "transpose_naive";
    wl_name_by("--width", argc, argv);
    size_t n = (size_t)width * height;
    float *a = wl_random(n, -1, 1, 1);
    float *d_a = wl_upload(a, n), *d_b = wl_dev<float>(n);

    dim3 block(TILE, ROWS), grid(wl_blocks(width, TILE), wl_blocks(height, TILE));
    if (shared == 2)
        transpose_conflict<<<grid, block>>>(d_a, d_b, width, height);
    else if (loads)
        transpose_loads<<<grid, block>>>(d_a, d_b, width, height);
    else if (shared)
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
