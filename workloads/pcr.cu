/*
 * pcr: many tridiagonal systems by parallel cyclic reduction.
 *
 * One block a system, one thread an equation: the three diagonals, the right side and the solution lie in shared
 * memory, 20 bytes a thread. In each of log2 n steps an equation is combined with the ones `stride` before and behind
 * it, all threads between two barriers, until every equation stands alone. About 33 registers (unified-memory paper,
 * table 1).
 *
 * --interleave N: equations i of N systems lie side by side, as they do when one solves along the columns of a grid
 * (alternating directions). A block solves these N, one after the other, and fetches the next one's equations while
 * it solves one: a load takes a sector a thread, of which the others use the rest. A thread keeps its own equation in
 * registers from step to step and fetches both neighbours before it computes; the steps are written out. The
 * unified-memory paper's pcr streams a large data set, reads 2.9 times as much from DRAM without a cache as with one
 * of 256 KB, and gains from still larger ones; how its systems lie in memory is not told: this was chosen with table
 * 1 in view.
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

struct equation {
    float a, b, c, d;
};

/* Systems blockIdx.x * across and those beside it, one after the other. */
__global__ void pcr_columns(const float *ga, const float *gb, const float *gc, const float *gd, float *gx, int across)
{
    __shared__ float a[N], b[N], c[N], d[N], x[N];
    int i = threadIdx.x, at = (blockIdx.x * N + i) * across;
    ga += at;
    gb += at;
    gc += at;
    gd += at;
    gx += at;
    struct equation next = {*ga, *gb, *gc, *gd};
#pragma unroll 1
    for (int k = 0; k < across; k++) {
        struct equation own = next;
        if (k + 1 < across)
            next = {ga[k + 1], gb[k + 1], gc[k + 1], gd[k + 1]};
        a[i] = own.a;
        b[i] = own.b;
        c[i] = own.c;
        d[i] = own.d;
        __syncthreads();
#pragma unroll 1
        for (int stride = 1; stride < N / 2; stride *= 2) {
            int up = i - stride < 0 ? 0 : i - stride, down = i + stride >= N ? N - 1 : i + stride;
            struct equation above = {a[up], b[up], c[up], d[up]}, below = {a[down], b[down], c[down], d[down]};
            float k1 = i - stride < 0 ? 0 : own.a / above.b, k2 = i + stride >= N ? 0 : own.c / below.b;
            own.b -= above.c * k1 + below.a * k2;
            own.d -= above.d * k1 + below.d * k2;
            own.a = -above.a * k1;
            own.c = -below.c * k2;
            __syncthreads();
            a[i] = own.a;
            b[i] = own.b;
            c[i] = own.c;
            d[i] = own.d;
            __syncthreads();
        }
        if (i < N / 2) { /* pairs are left */
            int j = i + N / 2;
            float det = b[j] * own.b - own.c * a[j];
            x[i] = (b[j] * own.d - own.c * d[j]) / det;
            x[j] = (d[j] * own.b - own.d * a[j]) / det;
        }
        __syncthreads();
        gx[k] = x[i];
    }
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

/* Systems one after the other, as the kernel wants them: `across` side by side. */
static float *interleaved(const float *in, int systems, int across)
{
    float *out = wl_host<float>((size_t)systems * N);
    for (int k = 0; k < systems; k++)
        for (int i = 0; i < N; i++)
            out[((size_t)(k / across) * N + i) * across + k % across] = in[(size_t)k * N + i];
    return out;
}

int main(int argc, char **argv)
{
    int systems, across;
    const int n = N;
    const struct wl_opt opts[] = {
        {"systems", &systems, 64, 1024, 1, 65535, "systems"},
        {"interleave", &across, 1, 1, 1, 1024, "systems that lie side by side; their number is rounded up"}};
    wl_begin(argc, argv, "pcr", opts, WL_COUNT(opts));
    wl_run.name = across > 1 ? "pcr-c" : "pcr";
    systems = (int)wl_blocks(systems, across) * across;
    size_t all = (size_t)systems * n;
    float *a = wl_random(all, -1, 1, 1), *b = wl_random(all, 3, 4, 2), *c = wl_random(all, -1, 1, 3),
          *d = wl_random(all, -1, 1, 4);
    for (int k = 0; k < systems; k++)
        a[(size_t)k * n] = c[(size_t)k * n + n - 1] = 0;
    float *d_a = wl_upload(interleaved(a, systems, across), all),
          *d_b = wl_upload(interleaved(b, systems, across), all);
    float *d_c = wl_upload(interleaved(c, systems, across), all),
          *d_d = wl_upload(interleaved(d, systems, across), all);
    float *d_x = wl_dev_zero<float>(all);

    if (across > 1)
        pcr_columns<<<systems / across, n>>>(d_a, d_b, d_c, d_d, d_x, across);
    else
        pcr<<<systems, n>>>(d_a, d_b, d_c, d_d, d_x);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>(all);
        for (int k = 0; k < systems; k++) {
            size_t o = (size_t)k * n;
            reference(a + o, b + o, c + o, d + o, want + o, n);
        }
        wl_check_f32("x", wl_download(d_x, all), interleaved(want, systems, across), all, 1e-3, 1e-5);
    }
    return wl_end();
}
