/*
 * gemm-mma: C = A B of halves, with sums in float, by mma.sync, ldmatrix and cp.async.
 *
 * A block of eight warps computes 128 x 128 of C, a warp 64 x 32. Tiles of A (128 x 32) and B (32 x 128) are copied
 * past the registers into a ring of three, two ahead of the products. The 16-byte pieces of a row are exchanged
 * (piece p of row r lies at p xor a part of r), so that the eight rows which ldmatrix reads at a time lie in
 * different banks.
 *
 * Paper size: 2048 x 1024 by 512.
 */
#include "tensor.h"

#define TILE 128
#define DEEP 32
#define STAGES 3
#define BYTES_A (TILE * DEEP * 2)
#define BYTES (2 * BYTES_A)

/* Bytes from the tile's beginning on: of A's rows of four pieces, two share 128 bytes; B's have 16 pieces */
__device__ __forceinline__ unsigned place_a(int row, int piece)
{
    return row * 64 + ((piece ^ (row >> 1 & 3)) << 4);
}
__device__ __forceinline__ unsigned place_b(int row, int piece)
{
    return BYTES_A + row * 256 + ((piece ^ (row & 7)) << 4);
}

__device__ __forceinline__ void copy_tiles(unsigned to, int n, int depth, const half *a, const half *b)
{
#pragma unroll
    for (int k = threadIdx.x; k < TILE * DEEP / 8; k += 256) {
        copy_16(to + place_a(k / 4, k % 4), &a[(size_t)(k / 4) * depth + k % 4 * 8]);
        copy_16(to + place_b(k / 16, k % 16), &b[(size_t)(k / 16) * n + k % 16 * 8]);
    }
}

__device__ __forceinline__ void multiply_tiles(unsigned from, int wr, int wc, float (&sum)[4][4][4])
{
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int k = 0; k < DEEP / 16; k++) {
        unsigned fa[4][4], fb[2][4];
#pragma unroll
        for (int i = 0; i < 4; i++)
            load_matrices(fa[i], from + place_a(wr + 16 * i + lane % 16, 2 * k + lane / 16));
#pragma unroll
        for (int j = 0; j < 2; j++)
            load_transposed(fb[j], from + place_b(16 * k + lane % 16, wc / 8 + 2 * j + lane / 16));
#pragma unroll
        for (int i = 0; i < 4; i++)
#pragma unroll
            for (int j = 0; j < 4; j++)
                multiply(sum[i][j], fa[i], fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1]);
    }
}

__global__ void __launch_bounds__(256) gemm_mma(int n, int depth, const half *a, const half *b, float *c)
{
    __shared__ __align__(128) char tiles[STAGES * BYTES];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, wr = warp / 4 * 64, wc = warp % 4 * 32;
    unsigned at = shared_at(tiles);
    float sum[4][4][4] = {};
    a += (size_t)blockIdx.y * TILE * depth;
    b += blockIdx.x * TILE;
    c += (size_t)blockIdx.y * TILE * n + blockIdx.x * TILE;
#pragma unroll
    for (int s = 0; s < STAGES - 1; s++) {
        if (s * DEEP < depth)
            copy_tiles(at + s * BYTES, n, depth, a + s * DEEP, b + (size_t)s * DEEP * n);
        copies_end_group();
    }
    int stage = 0, next = STAGES - 1;
    for (int t = 0; t < depth; t += DEEP) {
        int ahead = t + (STAGES - 1) * DEEP;
        copies_wait<STAGES - 2>();
        __syncthreads();
        if (ahead < depth)
            copy_tiles(at + next * BYTES, n, depth, a + ahead, b + (size_t)ahead * n);
        copies_end_group();
        multiply_tiles(at + stage * BYTES, wr, wc, sum);
        stage = stage == STAGES - 1 ? 0 : stage + 1;
        next = next == STAGES - 1 ? 0 : next + 1;
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            float *to = &c[(size_t)(wr + 16 * i + lane / 4) * n + wc + 8 * j + lane % 4 * 2];
            *(float2 *)to = make_float2(sum[i][j][0], sum[i][j][1]);
            *(float2 *)(to + 8 * n) = make_float2(sum[i][j][2], sum[i][j][3]);
        }
}

int main(int argc, char **argv)
{
    int m, n, depth;
    const struct wl_opt opts[] = {{"m", &m, 256, 2048, TILE, 8192, "rows of A and C"},
                                  {"n", &n, 128, 1024, TILE, 8192, "columns of B and C"},
                                  {"depth", &depth, 128, 512, DEEP, 8192, "columns of A, rows of B"}};
    wl_begin(argc, argv, "gemm-mma", opts, WL_COUNT(opts));
    wl_multiple(opts, WL_COUNT(opts), "m", m, TILE);
    wl_multiple(opts, WL_COUNT(opts), "n", n, TILE);
    wl_multiple(opts, WL_COUNT(opts), "depth", depth, DEEP);
    size_t na = (size_t)m * depth, nb = (size_t)depth * n, nc = (size_t)m * n;
    half *a = wl_random_half(na, -1, 1, 1), *b = wl_random_half(nb, -1, 1, 2);
    half *d_a = wl_upload(a, na), *d_b = wl_upload(b, nb);
    float *d_c = wl_dev<float>(nc);

    gemm_mma<<<dim3(n / TILE, m / TILE), 256>>>(n, depth, d_a, d_b, d_c);
    WL_LAUNCHED();
    if (wl_checking())
        wl_check_product(m, n, depth, a, b, 0, d_c);
    return wl_end();
}
