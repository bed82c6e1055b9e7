/*
 * syrk: C = alpha A A^T + beta C, the symmetric rank-k update, PolyBench (all of C, as there).
 *
 * One thread an element of C, 32 x 8 blocks, accumulating in global memory. A warp has one row i and 32 columns j,
 * so A[j][k] is 32 lines a load; the warps of a block share them, blocks beside it do not (cross-warp contention).
 *
 * Paper size: 256 x 256, PolyBench's 1024 scaled: 512 would be some 27 million warp instructions, 256 is 3. With
 * rows of 1 KB half of the misses evict another warp's line and half the warp's own (the paper: more than half).
 * Small has blocks enough to fill 14 SMs.
 *
 * PolyBench's sizes are constants of the program. So are ours at the suite's size and at 192 (common.h, WL_SIZED):
 * registers, and with them the blocks an SM holds, depend on it.
 */
#include "common.h"

template <int S>
__device__ __forceinline__ void syrk_of(int n, int m, float alpha, float beta, const float *a, float *c)
{
    WL_CONST(S, n, m);
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        c[i * n + j] *= beta;
        for (int k = 0; k < m; k++)
            c[i * n + j] += alpha * a[i * m + k] * a[j * m + k];
    }
}
WL_KERNEL(syrk, (int n, int m, float alpha, float beta, const float *a, float *c), (n, m, alpha, beta, a, c))

static void reference(int n, int m, float alpha, float beta, const float *a, float *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < m; k++)
                sum += (double)a[i * m + k] * a[j * m + k];
            c[i * n + j] = (float)(beta * c[i * n + j] + alpha * sum);
        }
}

int main(int argc, char **argv)
{
    int n, m;
    const struct wl_opt opts[] = {{"n", &n, 160, 256, 1, 4096, "rows and columns of C, rows of A", 1024},
                                  {"m", &m, 64, 256, 1, 4096, "columns of A", 1024}};
    wl_begin(argc, argv, "syrk", opts, WL_COUNT(opts));
    const float alpha = 1.5f, beta = 1.2f;
    size_t na = (size_t)n * m, nc = (size_t)n * n;
    float *a = wl_random(na, 0, 1, 1), *c = wl_random(nc, 0, 1, 2);
    float *d_a = wl_upload(a, na), *d_c = wl_upload(c, nc);

    dim3 block(32, 8), grid(wl_blocks(n, 32), wl_blocks(n, 8));
    WL_SIZED(1024, 192, n == S && m == S, syrk, grid, block, n, m, alpha, beta, d_a, d_c);
    if (wl_checking()) {
        reference(n, m, alpha, beta, a, c);
        wl_check_f32("c", wl_download(d_c, nc), c, nc, 1e-3, 0);
    }
    return wl_end();
}
