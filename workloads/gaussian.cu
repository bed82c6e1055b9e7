/*
 * gaussian: solves A x = b by Gaussian elimination without pivoting (Rodinia-class).
 *
 * Two kernels a column: the multipliers (512-thread blocks, one thread a row: a column of A, 32 lines a load), and
 * the update of what is left (4 x 4 blocks, half a warp each, with x along the rows of A: divergent and barely
 * filled). The grid of the update stays that of the whole matrix, so late steps are mostly threads that leave at
 * once. The host does the back substitution.
 *
 * Paper size: 208 x 208 (MRPB paper, table 3): 414 launches.
 */
#include "common.h"

#define SIDE 4

__global__ void multipliers(const float *a, float *m, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1 - k)
        m[n * (i + k + 1) + k] = a[n * (i + k + 1) + k] / a[n * k + k];
}

__global__ void eliminate(float *a, float *b, const float *m, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n - 1 - k && j < n - k) {
        a[n * (i + k + 1) + j + k] -= m[n * (i + k + 1) + k] * a[n * k + j + k];
        if (j == 0)
            b[i + k + 1] -= m[n * (i + k + 1) + k] * b[k];
    }
}

static void back_substitute(const float *a, const float *b, int n, float *x)
{
    for (int i = n - 1; i >= 0; i--) {
        double s = b[i];
        for (int j = i + 1; j < n; j++)
            s -= (double)a[i * n + j] * x[j];
        x[i] = (float)(s / a[i * n + i]);
    }
}

int main(int argc, char **argv)
{
    int n;
    const struct wl_opt opts[] = {{"n", &n, 48, 208, 2, 2048, "unknowns"}};
    wl_begin(argc, argv, "gaussian", opts, WL_COUNT(opts));
    size_t cells = (size_t)n * n;
    float *a = wl_random(cells, -1, 1, 1), *x = wl_random(n, 1, 2, 2), *b = wl_host<float>(n);
    for (int i = 0; i < n; i++) { /* a known answer x; dominant diagonal, so that no pivot is needed */
        double s = 0;
        a[i * n + i] += (float)n;
        for (int j = 0; j < n; j++)
            s += (double)a[i * n + j] * x[j];
        b[i] = (float)s;
    }
    float *d_a = wl_upload(a, cells), *d_b = wl_upload(b, n), *d_m = wl_dev_zero<float>(cells);

    dim3 block(SIDE, SIDE), grid(wl_blocks(n, SIDE), wl_blocks(n, SIDE));
    for (int k = 0; k < n - 1; k++) {
        multipliers<<<wl_blocks(n, 512), 512>>>(d_a, d_m, n, k);
        WL_LAUNCHED();
        eliminate<<<grid, block>>>(d_a, d_b, d_m, n, k);
        WL_LAUNCHED();
    }
    if (wl_checking()) {
        float *got = wl_host<float>(n);
        back_substitute(wl_download(d_a, cells), wl_download(d_b, n), n, got);
        wl_check_f32("x", got, x, n, 1e-3, 0);
    }
    return wl_end();
}
