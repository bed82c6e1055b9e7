/*
 * 3dconv: a convolution of a volume with 11 of the 27 neighbours, PolyBench. Fifteen products: two of the cells count
 * three times, each with a weight of its own.
 *
 * One launch a plane i, one thread an interior element (j, k) of it, 32 x 8 blocks; loads from three planes, each
 * one or two lines a warp (cache-insensitive: neighbours share lines).
 *
 * Paper size: 34 planes of 256 x 256 (32 launches), PolyBench's 256 cubed with fewer planes; some 5 million warp
 * instructions instead of 40.
 *
 * PolyBench's sizes are constants of the program. So are ours at the suite's size and at 64 (common.h, WL_SIZED):
 * registers, and with them the blocks an SM holds, depend on it.
 */
#include "common.h"

/* Each tap: offset in planes, rows, columns, and its weight. */
// clang-format off
#define FOR_TAPS(T) \
    T(-1, -1, -1, 2.0f) T(1, -1, -1, 4.0f) T(-1, -1, -1, 5.0f) T(1, -1, -1, 7.0f) T(-1, -1, -1, -8.0f) T(1, -1, -1, 10.0f) \
    T(0, -1, 0, -3.0f) T(0, 0, 0, 6.0f) T(0, 1, 0, -9.0f) \
    T(-1, -1, 1, 2.0f) T(1, -1, 1, 4.0f) T(-1, 0, 1, 5.0f) T(1, 0, 1, 7.0f) T(-1, 1, 1, -8.0f) T(1, 1, 1, 10.0f)
// clang-format on

template <int S> __device__ __forceinline__ void conv3d_of(int ni, int nj, int nk, const float *a, float *b, int i)
{
    WL_CONST(S, ni, nj, nk);
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < ni - 1 && j < nj - 1 && k < nk - 1 && i > 0 && j > 0 && k > 0) {
        float sum = 0;
#define TAP(di, dj, dk, w) sum += w * a[(i + di) * (nk * nj) + (j + dj) * nk + (k + dk)];
        FOR_TAPS(TAP)
#undef TAP
        b[i * (nk * nj) + j * nk + k] = sum;
    }
}
WL_KERNEL(conv3d, (int ni, int nj, int nk, const float *a, float *b, int i), (ni, nj, nk, a, b, i))

static void reference(int ni, int nj, int nk, const float *a, float *b)
{
    for (int i = 1; i < ni - 1; i++)
        for (int j = 1; j < nj - 1; j++)
            for (int k = 1; k < nk - 1; k++) {
                double sum = 0;
#define TAP(di, dj, dk, w) sum += (double)w * a[((i + di) * nj + j + dj) * nk + k + dk];
                FOR_TAPS(TAP)
#undef TAP
                b[(i * nj + j) * nk + k] = (float)sum;
            }
}

int main(int argc, char **argv)
{
    int ni, nj, nk;
    const struct wl_opt opts[] = {{"ni", &ni, 6, 34, 3, 512, "planes", 256},
                                  {"nj", &nj, 128, 256, 3, 1024, "rows"},
                                  {"nk", &nk, 256, 256, 3, 1024, "columns"}};
    wl_begin(argc, argv, "3dconv", opts, WL_COUNT(opts));
    size_t n = (size_t)ni * nj * nk;
    float *a = wl_random(n, 0, 1, 1);
    float *d_a = wl_upload(a, n), *d_b = wl_dev_zero<float>(n);

    dim3 block(32, 8), grid(wl_blocks(nk, 32), wl_blocks(nj, 8));
    for (int i = 1; i < ni - 1; i++) {
        WL_SIZED(256, 64, ni == S && nj == S && nk == S, conv3d, grid, block, ni, nj, nk, d_a, d_b, i);
    }
    if (wl_checking()) {
        float *b = wl_host<float>(n);
        reference(ni, nj, nk, a, b);
        wl_check_f32("b", wl_download(d_b, n), b, n, 1e-4, 1e-4);
    }
    return wl_end();
}
