/*
 * gesummv: y = alpha A x + beta B x, PolyBench.
 *
 * One kernel, one thread a row of both matrices, 256 x 1 blocks, accumulating in global memory: two loads of 32
 * lines each an iteration (intra-warp contention where rows are a multiple of 4 KB).
 *
 * Paper size: 2048 x 2048 floats, as the MRPB paper has for atax (PolyBench's 4096 scaled): rows of 8 KB.
 *
 * PolyBench's sizes are constants of the program. So are ours at the suite's size and at 1024 (common.h, WL_SIZED):
 * registers, and with them the blocks an SM holds, depend on it.
 */
#include "common.h"

template <int S>
__device__ __forceinline__ void gesummv_of(int n, float alpha, float beta, const float *a, const float *b, float *tmp,
                                           const float *x, float *y)
{
    WL_CONST(S, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        for (int j = 0; j < n; j++) {
            tmp[i] += a[i * n + j] * x[j];
            y[i] += b[i * n + j] * x[j];
        }
        y[i] = alpha * tmp[i] + beta * y[i];
    }
}
WL_KERNEL(gesummv,
          (int n, float alpha, float beta, const float *a, const float *b, float *tmp, const float *x, float *y),
          (n, alpha, beta, a, b, tmp, x, y))

static void reference(int n, float alpha, float beta, const float *a, const float *b, const float *x, float *y)
{
    for (int i = 0; i < n; i++) {
        double sa = 0, sb = 0;
        for (int j = 0; j < n; j++) {
            sa += (double)a[i * n + j] * x[j];
            sb += (double)b[i * n + j] * x[j];
        }
        y[i] = (float)(alpha * sa + beta * sb);
    }
}

int main(int argc, char **argv)
{
    int n;
    const struct wl_opt opts[] = {{"n", &n, 512, 2048, 1, 16384, "rows and columns of A and B", 4096}};
    wl_begin(argc, argv, "gesummv", opts, WL_COUNT(opts));
    const float alpha = 1.5f, beta = 1.2f;
    size_t cells = (size_t)n * n;
    float *a = wl_random(cells, 0, 1, 1), *b = wl_random(cells, 0, 1, 2), *x = wl_random(n, 0, 1, 3);
    float *d_a = wl_upload(a, cells), *d_b = wl_upload(b, cells), *d_x = wl_upload(x, n);
    float *d_tmp = wl_dev_zero<float>(n), *d_y = wl_dev_zero<float>(n);

    WL_SIZED(4096, 1024, n == S, gesummv, wl_blocks(n, 256), 256, n, alpha, beta, d_a, d_b, d_tmp, d_x, d_y);
    if (wl_checking()) {
        float *y = wl_host<float>(n);
        reference(n, alpha, beta, a, b, x, y);
        wl_check_f32("y", wl_download(d_y, n), y, n, 1e-3, 0);
    }
    return wl_end();
}
