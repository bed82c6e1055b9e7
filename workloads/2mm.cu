/*
 * 2mm: D = (A B) C, two matrix products, PolyBench.
 *
 * One thread an element of the product, 32 x 8 blocks, accumulating in global memory; a warp covers 32 columns of
 * one row (cache-insensitive).
 *
 * Paper size: 32 rows of A with all other dimensions 1024. PolyBench's 2048 cubed would be over 4 billion warp
 * instructions; this keeps rows of a multiple of 4 KB, as there, at some 17 million.
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
    const struct wl_opt opts[] = {{"ni", &ni, 32, 32, 1, 4096, "rows of A and D"},
                                  {"nj", &nj, 128, 1024, 1, 4096, "columns of B, rows of C"},
                                  {"nk", &nk, 128, 1024, 1, 4096, "columns of A, rows of B"},
                                  {"nl", &nl, 128, 1024, 1, 4096, "columns of C and D"}};
    wl_begin(argc, argv, "2mm", opts, WL_COUNT(opts));
    size_t na = (size_t)ni * nk, nb = (size_t)nk * nj, nc = (size_t)nj * nl, nt = (size_t)ni * nj,
           nd = (size_t)ni * nl;
    float *a = wl_random(na, 0, 1, 1), *b = wl_random(nb, 0, 1, 2), *c = wl_random(nc, 0, 1, 3);
    float *d_a = wl_upload(a, na), *d_b = wl_upload(b, nb), *d_c = wl_upload(c, nc);
    float *d_t = wl_dev<float>(nt), *d_d = wl_dev<float>(nd);

    dim3 block(32, 8);
    product<<<dim3(wl_blocks(nj, 32), wl_blocks(ni, 8)), block>>>(ni, nj, nk, d_a, d_b, d_t);
    WL_LAUNCHED();
    product<<<dim3(wl_blocks(nl, 32), wl_blocks(ni, 8)), block>>>(ni, nl, nj, d_t, d_c, d_d);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *t = wl_host<float>(nt), *d = wl_host<float>(nd);
        reference(ni, nj, nk, a, b, t);
        reference(ni, nl, nj, t, c, d);
        wl_check_f32("d", wl_download(d_d, nd), d, nd, 1e-3, 0);
    }
    return wl_end();
}
