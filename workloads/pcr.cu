/*
 * pcr: many tridiagonal systems by parallel cyclic reduction.
 *
 * One block a system, one thread an equation: the three diagonals, the right side and the solution lie in shared
 * memory, 20 bytes a thread. In each of log2 n steps an equation is combined with the ones `stride` before and behind
 * it, all threads between two barriers, until every equation stands alone. About 33 registers (unified-memory paper,
 * table 1).
 *
 * Paper size: 1,024 systems of 256 equations.
 */
#include "common.h"

#define N 256 /* equations of a system */

__global__ void pcr(const float *ga, const float *gb, const float *gc, const float *gd, float *gx)
{
    __shared__ float a[N], b[N], c[N], d[N], x[N];
    int i = threadIdx.x, at = blockIdx.x * N + i;
    a[i] = ga[at];
    b[i] = gb[at];
    c[i] = gc[at];
    d[i] = gd[at];
    __syncthreads();
    int stride = 1;
#pragma unroll 1
    for (; stride < N / 2; stride *= 2) {
        int up = i - stride < 0 ? 0 : i - stride, down = i + stride >= N ? N - 1 : i + stride;
        float k1 = i - stride < 0 ? 0 : a[i] / b[up], k2 = i + stride >= N ? 0 : c[i] / b[down];
        float nb = b[i] - c[up] * k1 - a[down] * k2, nd = d[i] - d[up] * k1 - d[down] * k2;
        float na = -a[up] * k1, nc = -c[down] * k2;
        __syncthreads();
        a[i] = na;
        b[i] = nb;
        c[i] = nc;
        d[i] = nd;
        __syncthreads();
    }
    if (i < stride) { /* pairs are left */
        int j = i + stride;
        float det = b[j] * b[i] - c[i] * a[j];
        x[i] = (b[j] * d[i] - c[i] * d[j]) / det;
        x[j] = (d[j] * b[i] - d[i] * a[j]) / det;
    }
    __syncthreads();
    gx[at] = x[i];
}

/* The Thomas algorithm. */
static void reference(const float *a, const float *b, const float *c, const float *d, float *x, int n)
{
    double *cp = wl_host<double>(n), *dp = wl_host<double>(n);
    cp[0] = c[0] / (double)b[0];
    dp[0] = d[0] / (double)b[0];
    for (int i = 1; i < n; i++) {
        double m = b[i] - a[i] * cp[i - 1];
        cp[i] = c[i] / m;
        dp[i] = (d[i] - a[i] * dp[i - 1]) / m;
    }
    double last = dp[n - 1];
    x[n - 1] = (float)last;
    for (int i = n - 2; i >= 0; i--) {
        last = dp[i] - cp[i] * last;
        x[i] = (float)last;
    }
    free(cp);
    free(dp);
}

int main(int argc, char **argv)
{
    int systems;
    const int n = N;
    const struct wl_opt opts[] = {{"systems", &systems, 64, 1024, 1, 65535, "systems"}};
    wl_begin(argc, argv, "pcr", opts, WL_COUNT(opts));
    size_t all = (size_t)systems * n;
    float *a = wl_random(all, -1, 1, 1), *b = wl_random(all, 3, 4, 2), *c = wl_random(all, -1, 1, 3),
          *d = wl_random(all, -1, 1, 4);
    for (int k = 0; k < systems; k++)
        a[(size_t)k * n] = c[(size_t)k * n + n - 1] = 0;
    float *d_a = wl_upload(a, all), *d_b = wl_upload(b, all), *d_c = wl_upload(c, all), *d_d = wl_upload(d, all);
    float *d_x = wl_dev_zero<float>(all);

    pcr<<<systems, n>>>(d_a, d_b, d_c, d_d, d_x);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>(all);
        for (int k = 0; k < systems; k++) {
            size_t o = (size_t)k * n;
            reference(a + o, b + o, c + o, d + o, want + o, n);
        }
        wl_check_f32("x", wl_download(d_x, all), want, all, 1e-3, 1e-5);
    }
    return wl_end();
}
