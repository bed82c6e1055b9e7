/*
 * pathfinder: the cheapest way through a grid from the first row to the last, by dynamic programming (Rodinia-class).
 *
 * 256-thread blocks, one thread a column. Shared: a block keeps a row in shared memory and makes up to 20 steps a
 * launch while its valid region shrinks by a column a side; coalesced, compute and barriers. --unshared 1: one row a
 * launch, three loads of the row before from global memory.
 *
 * Paper size: 100,000 columns x 100 rows (MRPB paper, table 3), 20 rows a launch.
 */
#include "common.h"

#define BLOCK 256
#define PYRAMID 20
#define INNER (BLOCK - 2 * PYRAMID)

__host__ __device__ inline int least(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

__global__ void steps_shared(int steps, const int *wall, const int *src, int *dst, int cols, int row, int halo)
{
    __shared__ int before[BLOCK], now[BLOCK];
    int t = threadIdx.x, first = (BLOCK - 2 * steps) * (int)blockIdx.x - halo, x = first + t;
    int low = max(0, -first), high = min(BLOCK - 1, cols - 1 - first); /* the threads that have a column */
    int left = max(low, t - 1), right = min(high, t + 1);
    bool inside = t >= low && t <= high, valid = false;
    if (x >= 0 && x < cols)
        before[t] = src[x];
    __syncthreads();
    for (int s = 0; s < steps; s++) {
        valid = false;
        if (t >= s + 1 && t <= BLOCK - s - 2 && inside) {
            valid = true;
            now[t] = least(before[left], before[t], before[right]) + wall[cols * (row + s) + x];
        }
        __syncthreads();
        if (s == steps - 1)
            break;
        if (valid)
            before[t] = now[t];
        __syncthreads();
    }
    if (valid)
        dst[x] = now[t];
}

__global__ void step_unshared(const int *wall, const int *src, int *dst, int cols, int row)
{
    int x = blockIdx.x * BLOCK + threadIdx.x;
    if (x < cols)
        dst[x] = least(src[x > 0 ? x - 1 : 0], src[x], src[x < cols - 1 ? x + 1 : x]) + wall[row * cols + x];
}

static void reference(const int *wall, int *cost, int cols, int rows)
{
    int *next = wl_host<int>(cols);
    memcpy(cost, wall, cols * sizeof(int));
    for (int r = 1; r < rows; r++) {
        for (int x = 0; x < cols; x++)
            next[x] =
                least(cost[x ? x - 1 : 0], cost[x], cost[x < cols - 1 ? x + 1 : x]) + wall[(size_t)r * cols + x];
        memcpy(cost, next, cols * sizeof(int));
    }
    free(next);
}

int main(int argc, char **argv)
{
    int cols, rows, unshared;
    const struct wl_opt opts[] = {{"cols", &cols, 4000, 100000, 1, 1 << 20, "columns"},
                                  {"rows", &rows, 41, 100, 2, 1000, "rows"},
                                  {"unshared", &unshared, 0, 0, 0, 1, "1: global memory instead of shared"}};
    wl_begin(argc, argv, "pathfinder", opts, WL_COUNT(opts));
    wl_run.name = unshared ? "pathfinder-u" : "pathfinder";
    size_t cells = (size_t)cols * rows;
    struct wl_rng rng = wl_seed(11);
    int *wall = wl_host<int>(cells);
    for (size_t i = 0; i < cells; i++)
        wall[i] = (int)wl_below(&rng, 10);
    int *d_wall = wl_upload(wall, cells), *d_src = wl_upload(wall, cols), *d_dst = wl_dev<int>(cols);

    for (int row = 1; row < rows;) {
        int steps = unshared ? 1 : rows - row < PYRAMID ? rows - row : PYRAMID;
        if (unshared)
            step_unshared<<<wl_blocks(cols, BLOCK), BLOCK>>>(d_wall, d_src, d_dst, cols, row);
        else
            steps_shared<<<wl_blocks(cols, INNER), BLOCK>>>(steps, d_wall, d_src, d_dst, cols, row, PYRAMID);
        WL_LAUNCHED();
        int *t = d_src;
        d_src = d_dst;
        d_dst = t;
        row += steps;
    }
    if (wl_checking()) {
        int *want = wl_host<int>(cols);
        reference(wall, want, cols, rows);
        wl_check_i32("cost", wl_download(d_src, cols), want, cols);
    }
    return wl_end();
}
