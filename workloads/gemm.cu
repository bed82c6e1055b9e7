/*
 * gemm: C = alpha A B + beta C, PolyBench.
 *
 * One thread an element of C, 32 x 8 blocks; the sum is accumulated in global memory. A warp covers 32 columns of
 * one row: A is one word for the warp, B and C one line each (cache-insensitive).
 *
 * Paper size: 128 x 512 (C) by 512, PolyBench's 512 with a quarter of the rows of A: row lengths, and with them the
 * mapping to cache sets, stay 2 KB while a run is some 10 million warp instructions instead of 38.
 *
 * PolyBench's sizes are constants of the program. So are ours at the suite's size and at 192 (common.h, WL_SIZED):
 * registers, and with them the blocks an SM holds, depend on it.
 */
#include "common.h"

template <int S>
__device__ __forceinline__ void gemm_of(int ni, int nj, int nk, float alpha, float beta, const float *a,
                                        const float *b, float *c)
{
    WL_CONST(S, ni, nj, nk);
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < ni && j < nj) {
        c[i * nj + j] *= beta;
        for (int k = 0; k < nk; k++)
            c[i * nj + j] += alpha * a[i * nk + k] * b[k * nj + j];
    }
}
WL_KERNEL(gemm, (int ni, int nj, int nk, float alpha, float beta, const float *a, const float *b, float *c),
          (ni, nj, nk, alpha, beta, a, b, c))

static void reference(int ni, int nj, int nk, float alpha, float beta, const float *a, const float *b, float *c)
{
    double *row = wl_host<double>(nj);
    for (int i = 0; i < ni; i++) {
        for (int j = 0; j < nj; j++)
            row[j] = beta * c[i * nj + j];
        for (int k = 0; k < nk; k++) {
            double f = (double)alpha * a[i * nk + k];
            for (int j = 0; j < nj; j++)
                row[j] += f * b[k * nj + j];
        }
        for (int j = 0; j < nj; j++)
            c[i * nj + j] = (float)row[j];
    }
    free(row);
}

int main(int argc, char **argv)
{
    int ni, nj, nk;
    const struct wl_opt opts[] = {{"ni", &ni, 64, 128, 1, 4096, "rows of A and C", 512},
                                  {"nj", &nj, 128, 512, 1, 4096, "columns of B and C"},
                                  {"nk", &nk, 128, 512, 1, 4096, "columns of A, rows of B"}};
    wl_begin(argc, argv, "gemm", opts, WL_COUNT(opts));
    wl_name_by("--ni", argc, argv);
    const float alpha = 1.5f, beta = 1.2f;
    size_t na = (size_t)ni * nk, nb = (size_t)nk * nj, nc = (size_t)ni * nj;
    float *a = wl_random(na, 0, 1, 1), *b = wl_random(nb, 0, 1, 2), *c = wl_random(nc, 0, 1, 3);
    float *d_a = wl_upload(a, na), *d_b = wl_upload(b, nb), *d_c = wl_upload(c, nc);

    dim3 block(32, 8), grid(wl_blocks(nj, 32), wl_blocks(ni, 8));
    WL_SIZED(512, 192, ni == S && nj == S && nk == S, gemm, grid, block, ni, nj, nk, alpha, beta, d_a, d_b, d_c);
    if (wl_checking()) {
        reference(ni, nj, nk, alpha, beta, a, b, c);
        wl_check_f32("c", wl_download(d_c, nc), c, nc, 1e-3, 0);
    }
    return wl_end();
}
