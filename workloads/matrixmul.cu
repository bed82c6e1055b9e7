/*
 * matrixmul: C = A B by tiles in shared memory, tiles of 16 x 16 (default) or 32 x 32 (--tile 32).
 *
 * A block of TILE x TILE threads walks the tiles of a row of A and a column of B: a coalesced load of each, a
 * barrier, TILE multiply-adds from shared memory, a barrier. Compute-bound, little L1 traffic.
 *
 * --plain 1: as NVIDIA's sample has it, without guards.
 *
 * Paper size: 256 x 512 (C) by 512; some 10 million warp instructions. --times 2: 512 x 1024 by 256, 2,048 blocks.
 */
#include "common.h"

template <int TILE> __global__ void matrixmul(int m, int n, int depth, const float *a, const float *b, float *c)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * TILE + tx, row = blockIdx.y * TILE + ty;
    float sum = 0;
    for (int t = 0; t < depth; t += TILE) {
        ta[ty][tx] = row < m && t + tx < depth ? a[row * depth + t + tx] : 0.0f;
        tb[ty][tx] = col < n && t + ty < depth ? b[(t + ty) * n + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += ta[ty][k] * tb[k][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}

/* As NVIDIA's sample: no guards, the inner product unrolled. Sizes are multiples of the tile. */
template <int TILE> __global__ void matrixmul_plain(int n, int depth, const float *a, const float *b, float *c)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * TILE + tx, row = blockIdx.y * TILE + ty;
    float sum = 0;
    for (int t = 0; t < depth; t += TILE) {
        ta[ty][tx] = a[row * depth + t + tx];
        tb[ty][tx] = b[(t + ty) * n + col];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++)
            sum += ta[ty][k] * tb[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

static void reference(int m, int n, int depth, const float *a, const float *b, float *c)
{
    double *row = wl_host<double>(n);
    for (int i = 0; i < m; i++) {
        memset(row, 0, n * sizeof(*row));
        for (int k = 0; k < depth; k++) {
            double f = a[i * depth + k];
            for (int j = 0; j < n; j++)
                row[j] += f * b[k * n + j];
        }
        for (int j = 0; j < n; j++)
            c[i * n + j] = (float)row[j];
    }
    free(row);
}

int main(int argc, char **argv)
{
    int m, n, depth, tile, times, plain;
    const struct wl_opt opts[] = {
        {"m", &m, 96, 256, 1, 4096, "rows of A and C"},
        {"n", &n, 96, 512, 1, 4096, "columns of B and C"},
        {"depth", &depth, 96, 512, 1, 4096, "columns of A, rows of B"},
        {"tile", &tile, 16, 16, 16, 32, "16 or 32"},
        {"times", &times, 1, 1, 1, 8, "multiplies rows and columns of C, divides the depth"},
        {"plain", &plain, 0, 0, 0, 1, "1: without guards, unrolled"}};
    wl_begin(argc, argv, "matrixmul", opts, WL_COUNT(opts));
    if (tile != 16 && tile != 32)
        wl_bad_args(opts, WL_COUNT(opts), "the tile is 16 or 32", "--tile");
    m *= times;
    n *= times;
    depth = depth >= times ? depth / times : 1;
    wl_run.name = plain ? "matrixmul-p" : times == 2 ? "matrixmul-w" : "matrixmul";
    if (plain && (m % tile || n % tile || depth % tile))
        wl_bad_args(opts, WL_COUNT(opts), "without guards, sizes are multiples of the tile", "--plain");
    size_t na = (size_t)m * depth, nb = (size_t)depth * n, nc = (size_t)m * n;
    float *a = wl_random(na, 0, 1, 1), *b = wl_random(nb, 0, 1, 2);
    float *d_a = wl_upload(a, na), *d_b = wl_upload(b, nb), *d_c = wl_dev<float>(nc);

    dim3 block(tile, tile), grid(wl_blocks(n, tile), wl_blocks(m, tile));
    if (plain && tile == 16)
        matrixmul_plain<16><<<grid, block>>>(n, depth, d_a, d_b, d_c);
    else if (plain)
        matrixmul_plain<32><<<grid, block>>>(n, depth, d_a, d_b, d_c);
    else if (tile == 16)
        matrixmul<16><<<grid, block>>>(m, n, depth, d_a, d_b, d_c);
    else
        matrixmul<32><<<grid, block>>>(m, n, depth, d_a, d_b, d_c);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *c = wl_host<float>(nc);
        reference(m, n, depth, a, b, c);
        wl_check_f32("c", wl_download(d_c, nc), c, nc, 1e-4, 0);
    }
    return wl_end();
}
