/*
 * 2mm: D = (A B) C, two matrix products, PolyBench.
 *
 * One thread an element of the product, 32 x 8 blocks, accumulating in global memory on zeros that the host
 * put there; a kernel of its own for each product; a warp covers 32 columns of
 * one row (cache-insensitive).
 *
 * Paper size: 32 rows of A with all other dimensions 1024. PolyBench's 2048 cubed would be over 4 billion warp
 * instructions; this keeps rows of a multiple of 4 KB, as there, at some 17 million.
 *
 * PolyBench's sizes are constants of the program. So are ours at the suite's size and at 192 (common.h, WL_SIZED):
 * registers, and with them the blocks an SM holds, depend on it.
 */
#include "common.h"

template <int S>
__device__ __forceinline__ void product_of(int rows, int cols, int depth, const float *a, const float *b, float *c)
{
    WL_CONST(S, rows, cols, depth);
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < rows && j < cols)
        for (int k = 0; k < depth; k++)
            c[i * cols + j] += a[i * depth + k] * b[k * cols + j];
}
#define first_product_of product_of
WL_KERNEL(first_product, (int rows, int cols, int depth, const float *a, const float *b, float *c),
          (rows, cols, depth, a, b, c))
#define second_product_of product_of
WL_KERNEL(second_product, (int rows, int cols, int depth, const float *a, const float *b, float *c),
          (rows, cols, depth, a, b, c))

static void reference(int rows, int cols, int depth, const float *a, const float *b, float *c)
{
    double *row = wl_host<double>(cols);
    for (int i = 0; i < rows; i++) {
        memset(row, 0, cols * sizeof(*row));
        for (int k = 0; k < depth; k++) {
            double f = a[i * depth + k];
            for (int j = 0; j < cols; j++)
                row[j] += f * b[k * cols + j];
        }
        for (int j = 0; j < cols; j++)
            c[i * cols + j] = (float)row[j];
    }
    free(row);
}

int main(int argc, char **argv)
{
    int ni, nj, nk, nl;
    const struct wl_opt opts[] = {{"ni", &ni, 32, 32, 1, 4096, "rows of A and D", 2048},
                                  {"nj", &nj, 128, 1024, 1, 4096, "columns of B, rows of C", 2048},
                                  {"nk", &nk, 128, 1024, 1, 4096, "columns of A, rows of B", 2048},
                                  {"nl", &nl, 128, 1024, 1, 4096, "columns of C and D", 2048}};
    wl_begin(argc, argv, "2mm", opts, WL_COUNT(opts));
    size_t na = (size_t)ni * nk, nb = (size_t)nk * nj, nc = (size_t)nj * nl, nt = (size_t)ni * nj,
           nd = (size_t)ni * nl;
    float *a = wl_random(na, 0, 1, 1), *b = wl_random(nb, 0, 1, 2), *c = wl_random(nc, 0, 1, 3);
    float *d_a = wl_upload(a, na), *d_b = wl_upload(b, nb), *d_c = wl_upload(c, nc);
    float *d_t = wl_dev_zero<float>(nt), *d_d = wl_dev_zero<float>(nd);

    dim3 block(32, 8);
    int same = ni == nj && nj == nk && nk == nl;
    dim3 first(wl_blocks(nj, 32), wl_blocks(ni, 8)), second(wl_blocks(nl, 32), wl_blocks(ni, 8));
    WL_SIZED(2048, 192, same && ni == S, first_product, first, block, ni, nj, nk, d_a, d_b, d_t);
    WL_SIZED(2048, 192, same && ni == S, second_product, second, block, ni, nl, nj, d_t, d_c, d_d);
    if (wl_checking()) {
        float *t = wl_host<float>(nt), *d = wl_host<float>(nd);
        reference(ni, nj, nk, a, b, t);
        reference(ni, nl, nj, t, c, d);
        wl_check_f32("d", wl_download(d_d, nd), d, nd, 1e-3, 0);
    }
    return wl_end();
}
