/*
 * nw: Needleman-Wunsch alignment of two sequences (Rodinia-class).
 *
 * The score matrix is filled tile by tile along anti-diagonals, one launch a diagonal, one block of 16 threads a 16
 * x 16 tile; within a tile 31 wavefront steps. Shared: the tile and its border are staged (the left border is a
 * column: 16 lines a load), half a warp works. --unshared 1: the wavefront runs on the matrix in global memory, each
 * step a diagonal access of up to 16 lines.
 *
 * Paper size: 2048 x 2048 (MRPB paper, table 3): 255 launches.
 */
#include "common.h"

#define T 16

__host__ __device__ inline int best(int diag, int up, int left, int match, int penalty)
{
    int a = diag + match, b = up - penalty, c = left - penalty;
    int ab = a > b ? a : b;
    return ab > c ? ab : c;
}

/* The matrix has w = n + 1 columns; tile (bx, by) covers cells 1 + T bx.. of rows 1 + T by.. */
__device__ inline void fill_tile(int *score, const int *match, int w, int penalty, int bx, int by)
{
    __shared__ int s[T + 1][T + 1], m[T][T];
    int t = threadIdx.x;
    int corner = w * T * by + T * bx; /* up and left of the tile */
    if (t == 0)
        s[0][0] = score[corner];
    for (int r = 0; r < T; r++)
        m[r][t] = match[corner + t + w + 1 + w * r];
    __syncthreads();
    s[t + 1][0] = score[corner + w + w * t];
    __syncthreads();
    s[0][t + 1] = score[corner + t + 1];
    __syncthreads();
    for (int step = 0; step < T; step++) { /* the diagonals grow, */
        if (t <= step) {
            int x = t + 1, y = step - t + 1;
            s[y][x] = best(s[y - 1][x - 1], s[y - 1][x], s[y][x - 1], m[y - 1][x - 1], penalty);
        }
        __syncthreads();
    }
    for (int step = T - 2; step >= 0; step--) { /* and shrink */
        if (t <= step) {
            int x = t + T - step, y = T - t;
            s[y][x] = best(s[y - 1][x - 1], s[y - 1][x], s[y][x - 1], m[y - 1][x - 1], penalty);
        }
        __syncthreads();
    }
    for (int r = 0; r < T; r++)
        score[corner + t + w + 1 + r * w] = s[r + 1][t + 1];
}

/* Diagonals of `count` tiles: those before the longest and itself, and those after it. */
__global__ void tile_shared(int *score, const int *match, int w, int penalty, int count)
{
    fill_tile(score, match, w, penalty, blockIdx.x, count - 1 - blockIdx.x);
}

__global__ void tile_shared_after(int *score, const int *match, int w, int penalty, int count, int tiles)
{
    fill_tile(score, match, w, penalty, blockIdx.x + tiles - count, tiles - blockIdx.x - 1);
}

__global__ void tile_unshared(int *score, const int *match, int w, int penalty, int tiles, int diag)
{
    int t = threadIdx.x;
    int first = diag < tiles ? 0 : diag - tiles + 1;
    int bx = first + blockIdx.x, by = diag - bx;
    int corner = by * T * w + bx * T;
    for (int step = 0; step < 2 * T - 1; step++) {
        int y = step - t;
        if (y >= 0 && y < T) {
            int at = corner + (y + 1) * w + t + 1;
            score[at] = best(score[at - w - 1], score[at - w], score[at - 1], match[at], penalty);
        }
        __syncthreads();
    }
}

static void reference(int *score, const int *match, int w, int penalty)
{
    for (int y = 1; y < w; y++)
        for (int x = 1; x < w; x++) {
            int at = y * w + x;
            score[at] = best(score[at - w - 1], score[at - w], score[at - 1], match[at], penalty);
        }
}

int main(int argc, char **argv)
{
    int n, penalty, unshared;
    const struct wl_opt opts[] = {{"n", &n, 256, 2048, 16, 8192, "letters of each sequence (a multiple of 16)"},
                                  {"penalty", &penalty, 10, 10, 0, 1000, "cost of a gap"},
                                  {"unshared", &unshared, 0, 0, 0, 1, "1: global memory instead of shared"}};
    wl_begin(argc, argv, "nw", opts, WL_COUNT(opts));
    wl_run.name = unshared ? "nw-u" : "nw";
    if (n % T)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 16", "--n");
    int w = n + 1, tiles = n / T;
    size_t cells = (size_t)w * w;
    struct wl_rng rng = wl_seed(9);
    int *score = wl_host<int>(cells), *match = wl_host<int>(cells), *a = wl_host<int>(w), *b = wl_host<int>(w);
    int table[24][24]; /* similarity of two letters: symmetric, a letter likes itself */
    for (int i = 0; i < 24; i++)
        for (int j = 0; j <= i; j++)
            table[i][j] = table[j][i] = i == j ? 4 + (int)wl_below(&rng, 6) : (int)wl_below(&rng, 6) - 4;
    for (int i = 1; i < w; i++) {
        a[i] = (int)wl_below(&rng, 24);
        b[i] = (int)wl_below(&rng, 24);
        score[i] = score[i * w] = -i * penalty;
    }
    for (int y = 1; y < w; y++)
        for (int x = 1; x < w; x++)
            match[y * w + x] = table[a[y]][b[x]];
    int *d_score = wl_upload(score, cells), *d_match = wl_upload(match, cells);

    for (int diag = 0; diag < 2 * tiles - 1; diag++) {
        int blocks = diag < tiles ? diag + 1 : 2 * tiles - 1 - diag;
        if (unshared)
            tile_unshared<<<blocks, T>>>(d_score, d_match, w, penalty, tiles, diag);
        else if (diag < tiles)
            tile_shared<<<blocks, T>>>(d_score, d_match, w, penalty, blocks);
        else
            tile_shared_after<<<blocks, T>>>(d_score, d_match, w, penalty, blocks, tiles);
        WL_LAUNCHED();
    }
    if (wl_checking()) {
        reference(score, match, w, penalty);
        wl_check_i32("score", wl_download(d_score, cells), score, cells);
    }
    return wl_end();
}
