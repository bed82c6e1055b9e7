/*
 * 3mm: G = (A B) (C D), three matrix products, PolyBench.
 *
 * One thread an element of the product, 32 x 8 blocks, accumulating in global memory on zeros that the host
 * put there; a kernel of its own for each product; a warp covers 32 columns of
 * one row (cache-insensitive).
 *
 * Paper size: A is 128 x 512, B 512 x 128, C 128 x 512, D 512 x 512: PolyBench's 512 with ni and nj a quarter, so
 * that most rows stay 2 KB while a run is some 13 million warp instructions instead of 115.
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
#define third_product_of product_of
WL_KERNEL(third_product, (int rows, int cols, int depth, const float *a, const float *b, float *c),
          (rows, cols, depth, a, b, c))

static float *reference(int rows, int cols, int depth, const float *a, const float *b)
{
    float *c = wl_host<float>((size_t)rows * cols);
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
    return c;
}

int main(int argc, char **argv)
{
    int ni, nj, nk, nl, nm;
    const struct wl_opt opts[] = {{"ni", &ni, 64, 128, 1, 4096, "rows of A and G", 512},
                                  {"nj", &nj, 64, 128, 1, 4096, "columns of B, rows of C", 512},
                                  {"nk", &nk, 128, 512, 1, 4096, "columns of A, rows of B"},
                                  {"nl", &nl, 128, 512, 1, 4096, "columns of D and G"},
                                  {"nm", &nm, 128, 512, 1, 4096, "columns of C, rows of D"}};
    wl_begin(argc, argv, "3mm", opts, WL_COUNT(opts));
    wl_name_by("--ni", argc, argv);
    size_t na = (size_t)ni * nk, nb = (size_t)nk * nj, nc = (size_t)nj * nm, nd = (size_t)nm * nl;
    size_t ng = (size_t)ni * nl;
    float *a = wl_random(na, 0, 1, 1), *b = wl_random(nb, 0, 1, 2);
    float *c = wl_random(nc, 0, 1, 3), *d = wl_random(nd, 0, 1, 4);
    float *d_a = wl_upload(a, na), *d_b = wl_upload(b, nb), *d_c = wl_upload(c, nc), *d_d = wl_upload(d, nd);
    float *d_e = wl_dev_zero<float>((size_t)ni * nj), *d_f = wl_dev_zero<float>((size_t)nj * nl),
          *d_g = wl_dev_zero<float>(ng);

    dim3 block(32, 8);
    dim3 first(wl_blocks(nj, 32), wl_blocks(ni, 8)), second(wl_blocks(nl, 32), wl_blocks(nj, 8));
    dim3 third(wl_blocks(nl, 32), wl_blocks(ni, 8));
    int same = ni == nj && nj == nk && nk == nl && nl == nm;
    WL_SIZED(512, 192, same && ni == S, first_product, first, block, ni, nj, nk, d_a, d_b, d_e);
    WL_SIZED(512, 192, same && ni == S, second_product, second, block, nj, nl, nm, d_c, d_d, d_f);
    WL_SIZED(512, 192, same && ni == S, third_product, third, block, ni, nl, nj, d_e, d_f, d_g);
    if (wl_checking()) {
        float *e = reference(ni, nj, nk, a, b), *f = reference(nj, nl, nm, c, d);
        wl_check_f32("g", wl_download(d_g, ng), reference(ni, nl, nj, e, f), ng, 1e-3, 0);
    }
    return wl_end();
}
