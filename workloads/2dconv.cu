/*
 * 2dconv: a 3 x 3 convolution of a matrix, PolyBench.
 *
 * One thread an interior element, 32 x 8 blocks; nine loads that a warp makes on three rows, each one line or two
 * (cache-insensitive: neighbours share lines within a block).
 *
 * Paper size: 2048 x 2048, PolyBench's 4096 scaled; rows of 8 KB, some 7 million warp instructions.
 *
 * PolyBench's sizes are constants of the program. So are ours at the suite's size and at 192 (common.h, WL_SIZED):
 * registers, and with them the blocks an SM holds, depend on it.
 */
#include "common.h"

/* The nine weights, row by row. */
#define C11 0.2f
#define C12 -0.3f
#define C13 0.4f
#define C21 0.5f
#define C22 0.6f
#define C23 0.7f
#define C31 -0.8f
#define C32 -0.9f
#define C33 0.1f

/* A neighbour. With constant sizes each address is worked out anew, as in PolyBench's. */
#define AT(di, dj) a[S ? (i + (di)) * nj + (j + (dj)) : (i + (di)) * nj + j + (dj)]

template <int S> __device__ __forceinline__ void conv2d_of(int ni, int nj, const float *a, float *b)
{
    WL_CONST(S, ni, nj);
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i > 0 && i < ni - 1 && j > 0 && j < nj - 1)
        b[i * nj + j] = C11 * AT(-1, -1) + C12 * AT(-1, 0) + C13 * AT(-1, 1) + C21 * AT(0, -1) + C22 * AT(0, 0) +
                        C23 * AT(0, 1) + C31 * AT(1, -1) + C32 * AT(1, 0) + C33 * AT(1, 1);
}
WL_KERNEL(conv2d, (int ni, int nj, const float *a, float *b), (ni, nj, a, b))

static void reference(int ni, int nj, const float *a, float *b)
{
    static const float w[9] = {C11, C12, C13, C21, C22, C23, C31, C32, C33};
    for (int i = 1; i < ni - 1; i++)
        for (int j = 1; j < nj - 1; j++) {
            double sum = 0;
            for (int k = 0; k < 9; k++)
                sum += (double)w[k] * a[(i + k / 3 - 1) * nj + j + k % 3 - 1];
            b[i * nj + j] = (float)sum;
        }
}

int main(int argc, char **argv)
{
    int ni, nj;
    const struct wl_opt opts[] = {{"ni", &ni, 128, 2048, 3, 16384, "rows", 4096},
                                  {"nj", &nj, 1024, 2048, 3, 16384, "columns", 4096}};
    wl_begin(argc, argv, "2dconv", opts, WL_COUNT(opts));
    size_t n = (size_t)ni * nj;
    float *a = wl_random(n, 0, 1, 1);
    float *d_a = wl_upload(a, n), *d_b = wl_dev_zero<float>(n);

    dim3 block(32, 8), grid(wl_blocks(nj, 32), wl_blocks(ni, 8));
    WL_SIZED(4096, 192, ni == S && nj == S, conv2d, grid, block, ni, nj, d_a, d_b);
    if (wl_checking()) {
        float *b = wl_host<float>(n);
        reference(ni, nj, a, b);
        wl_check_f32("b", wl_download(d_b, n), b, n, 1e-4, 1e-5);
    }
    return wl_end();
}
