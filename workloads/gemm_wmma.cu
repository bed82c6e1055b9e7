/*
 * gemm-wmma: C = A B of halves, with sums in float, by nvcuda::wmma.
 *
 * A block of four warps computes 64 x 64 of C. Tiles of A (64 x 32) and B (32 x 64) go through shared memory, rows
 * padded by 16 bytes; each warp has 32 x 32 of C in four fragments of 16 x 16 and multiplies 16 x 16 x 16 at a time.
 *
 * Paper size: 1024 x 1024 by 512.
 */
#include "tensor.h"
#include <mma.h>
using namespace nvcuda;

#define TILE 64
#define DEEP 32
#define PAD 8

__global__ void gemm_wmma(int n, int depth, const half *a, const half *b, float *c)
{
    __shared__ __align__(16) half ta[TILE][DEEP + PAD], tb[DEEP][TILE + PAD];
    int warp = threadIdx.x / 32, row = blockIdx.y * TILE, col = blockIdx.x * TILE;
    int wr = warp / 2 * 32, wc = warp % 2 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::fill_fragment(sum[i][j], 0.0f);
    for (int t = 0; t < depth; t += DEEP) {
        for (int k = threadIdx.x; k < TILE * DEEP / 8; k += 128) {
            int ra = k / (DEEP / 8), ca = k % (DEEP / 8) * 8, rb = k / (TILE / 8), cb = k % (TILE / 8) * 8;
            *(uint4 *)&ta[ra][ca] = *(const uint4 *)&a[(row + ra) * depth + t + ca];
            *(uint4 *)&tb[rb][cb] = *(const uint4 *)&b[(t + rb) * n + col + cb];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < DEEP; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &ta[wr + 16 * i][k], DEEP + PAD);
                wmma::load_matrix_sync(fb[i], &tb[k][wc + 16 * i], TILE + PAD);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    wmma::mma_sync(sum[i][j], fa[i], fb[j], sum[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(&c[(row + wr + 16 * i) * n + col + wc + 16 * j], sum[i][j], n,
                                    wmma::mem_row_major);
}

int main(int argc, char **argv)
{
    int m, n, depth;
    const struct wl_opt opts[] = {{"m", &m, 128, 1024, TILE, 8192, "rows of A and C"},
                                  {"n", &n, 128, 1024, TILE, 8192, "columns of B and C"},
                                  {"depth", &depth, 128, 512, DEEP, 8192, "columns of A, rows of B"}};
    wl_begin(argc, argv, "gemm-wmma", opts, WL_COUNT(opts));
    wl_multiple(opts, WL_COUNT(opts), "m", m, TILE);
    wl_multiple(opts, WL_COUNT(opts), "n", n, TILE);
    wl_multiple(opts, WL_COUNT(opts), "depth", depth, DEEP);
    size_t na = (size_t)m * depth, nb = (size_t)depth * n, nc = (size_t)m * n;
    half *a = wl_random_half(na, -1, 1, 1), *b = wl_random_half(nb, -1, 1, 2);
    half *d_a = wl_upload(a, na), *d_b = wl_upload(b, nb);
    float *d_c = wl_dev<float>(nc);

    gemm_wmma<<<dim3(n / TILE, m / TILE), 128>>>(n, depth, d_a, d_b, d_c);
    WL_LAUNCHED();
    if (wl_checking())
        wl_check_product(m, n, depth, a, b, 0, d_c);
    return wl_end();
}
