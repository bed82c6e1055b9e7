/*
 * 3mm: G = (A B) (C D), three matrix products, PolyBench.
 *
 * One thread an element of the product, 32 x 8 blocks, accumulating in global memory; a warp covers 32 columns of
 * one row (cache-insensitive).
 *
 * Paper size: A is 128 x 512, B 512 x 128, C 128 x 512, D 512 x 512: PolyBench's 512 with ni and nj a quarter, so
 * that most rows stay 2 KB while a run is some 13 million warp instructions instead of 115.
 */
#include "common.h"

__global__ void product(int rows, int cols, int depth, const float *a, const float *b, float *c)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < rows && j < cols) {
        c[i * cols + j] = 0;
        for (int k = 0; k < depth; k++)
            c[i * cols + j] += a[i * depth + k] * b[k * cols + j];
    }
}

static void launch(int rows, int cols, int depth, const float *a, const float *b, float *c)
{
    dim3 block(32, 8), grid(wl_blocks(cols, 32), wl_blocks(rows, 8));
    product<<<grid, block>>>(rows, cols, depth, a, b, c);
    WL_LAUNCHED();
}

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
    const struct wl_opt opts[] = {{"ni", &ni, 64, 128, 1, 4096, "rows of A and G"},
                                  {"nj", &nj, 64, 128, 1, 4096, "columns of B, rows of C"},
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
    float *d_e = wl_dev<float>((size_t)ni * nj), *d_f = wl_dev<float>((size_t)nj * nl), *d_g = wl_dev<float>(ng);

    launch(ni, nj, nk, d_a, d_b, d_e);
    launch(nj, nl, nm, d_c, d_d, d_f);
    launch(ni, nl, nj, d_e, d_f, d_g);
    if (wl_checking()) {
        float *e = reference(ni, nj, nk, a, b), *f = reference(nj, nl, nm, c, d);
        wl_check_f32("g", wl_download(d_g, ng), reference(ni, nl, nj, e, f), ng, 1e-3, 0);
    }
    return wl_end();
}
