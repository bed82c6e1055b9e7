/*
 * sgemv: y = a x with a column-major matrix (a dense BLAS kernel as libraries have it).
 *
 * One thread a row, 64 a block; a piece of x as long as the block lies in shared memory (4 bytes a thread), columns
 * stream by, coalesced, each element used once. About 14 registers (unified-memory paper, table 1).
 *
 * Paper size: 2048 x 2048.
 */
#include "common.h"

#define THREADS 64

__global__ void sgemv(const float *a, const float *x, float *y, int m, int n)
{
    __shared__ float piece[THREADS];
    int row = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < n; first += THREADS) {
        int count = min(THREADS, n - first);
        __syncthreads();
        if ((int)threadIdx.x < count)
            piece[threadIdx.x] = x[first + threadIdx.x];
        __syncthreads();
        if (row < m) {
            unsigned at = (unsigned)first * m + row;
#pragma unroll 1
            for (int j = 0; j < count; j++, at += m)
                sum += a[at] * piece[j];
        }
    }
    if (row < m)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int m, n;
    const struct wl_opt opts[] = {{"m", &m, 512, 2048, 1, 16384, "rows"}, {"n", &n, 512, 2048, 1, 16384, "columns"}};
    wl_begin(argc, argv, "sgemv", opts, WL_COUNT(opts));
    size_t cells = (size_t)m * n;
    float *a = wl_random(cells, 0, 1, 1), *x = wl_random(n, 0, 1, 2);
    float *d_a = wl_upload(a, cells), *d_x = wl_upload(x, n), *d_y = wl_dev_zero<float>(m);

    sgemv<<<wl_blocks(m, THREADS), THREADS>>>(d_a, d_x, d_y, m, n);
    WL_LAUNCHED();
    if (wl_checking()) {
        double *sum = wl_host<double>(m);
        float *want = wl_host<float>(m);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++)
                sum[i] += (double)a[(size_t)j * m + i] * x[j];
        for (int i = 0; i < m; i++)
            want[i] = (float)sum[i];
        wl_check_f32("y", wl_download(d_y, m), want, m, 1e-3, 0);
    }
    return wl_end();
}
