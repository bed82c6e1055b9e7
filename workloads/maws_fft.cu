/*
 * maws-fft: fast Fourier transform of complex numbers in double precision, as persistent threads (MAWS paper;
 * Splash2-class).
 *
 * Two kinds of parallel loop, each one launch: the bit-reversed permutation (the only branch that is no loop's: a
 * pair is swapped once), then one loop a stage over the n / 2 butterflies. A thread has a contiguous run of
 * butterflies. Padding keeps threads, whose points are a power of two apart, from meeting in one set of the cache. The
 * roots of unity are in a table that a stage reads with its own stride.
 *
 * Paper size: 32,768 points (MAWS paper, table 1).
 */
#include "tiles.h"

#define P(i) ((i) + ((i) >> 6)) /* place of point i: one is left out after every 64 */

__global__ void reverse(struct wl_tiles t, double2 *a, int bits)
{
    int part = wl_thread(), i = wl_first(t.y, part), last = wl_last(t.y, part);
#pragma unroll 1
    do {
        int j = 0, v = i, b = bits;
#pragma unroll 1
        do {
            j = (j << 1) | (v & 1);
            v >>= 1;
        } while (--b > 0);
        if (i < j) {
            double2 x = a[P(i)];
            a[P(i)] = a[P(j)];
            a[P(j)] = x;
        }
        i += t.y.step;
    } while (i < last);
}

/* The butterflies of spans 2 x half = 2 << stage. */
__global__ void stage(struct wl_tiles t, double2 *a, const double2 *root, int stage, int bits)
{
    int part = wl_thread(), k = wl_first(t.y, part), last = wl_last(t.y, part), half = 1 << stage;
#pragma unroll 1
    do {
        int j = k & (half - 1), low = ((k >> stage) << (stage + 1)) + j, high = low + half;
        double2 w = root[j << (bits - stage - 1)], x = a[P(low)], y = a[P(high)], p;
        p.x = y.x * w.x - y.y * w.y;
        p.y = y.x * w.y + y.y * w.x;
        a[P(low)] = make_double2(x.x + p.x, x.y + p.y);
        a[P(high)] = make_double2(x.x - p.x, x.y - p.y);
        k += t.y.step;
    } while (k < last);
}

/* The same transform in double precision, recursively by even and odd elements. */
static void transform(double *re, double *im, double *tmp, int n, int stride, const double *cs, const double *sn)
{
    if (n == 1)
        return;
    int h = n / 2;
    for (int i = 0; i < h; i++) {
        tmp[i] = re[2 * i];
        tmp[h + i] = re[2 * i + 1];
        tmp[n + i] = im[2 * i];
        tmp[n + h + i] = im[2 * i + 1];
    }
    memcpy(re, tmp, (size_t)n * sizeof(double));
    memcpy(im, tmp + n, (size_t)n * sizeof(double));
    transform(re, im, tmp, h, 2 * stride, cs, sn);
    transform(re + h, im + h, tmp, h, 2 * stride, cs, sn);
    for (int i = 0; i < h; i++) {
        double c = cs[i * stride], s = sn[i * stride];
        double pr = re[h + i] * c - im[h + i] * s, pi = re[h + i] * s + im[h + i] * c;
        re[h + i] = re[i] - pr;
        im[h + i] = im[i] - pi;
        re[i] += pr;
        im[i] += pi;
    }
}

int main(int argc, char **argv)
{
    int bits;
    struct wl_pool pool = {};
    const struct wl_opt opts[] = {{"bits", &bits, 12, 15, 1, 24, "logarithm of the points"}, WL_POOL_OPTS(pool)};
    wl_begin(argc, argv, "maws-fft", opts, WL_COUNT(opts));
    wl_pool_open(&pool);
    int n = 1 << bits;
    double *in = wl_doubles((size_t)n * 2, -1, 1, 1);
    double2 *root = wl_host<double2>(n / 2);
    double *cs = wl_host<double>(n / 2), *sn = wl_host<double>(n / 2);
    for (int i = 0; i < n / 2; i++) {
        cs[i] = cos(-2 * 3.14159265358979323846 * i / n);
        sn[i] = sin(-2 * 3.14159265358979323846 * i / n);
        root[i] = make_double2(cs[i], sn[i]);
    }
    double2 *placed = wl_host<double2>(P(n));
    for (int i = 0; i < n; i++)
        placed[P(i)] = make_double2(in[2 * i], in[2 * i + 1]);
    double2 *d_a = wl_upload(placed, P(n)), *d_root = wl_upload(root, n / 2);

    struct wl_tiles t = wl_tiles_1d(&pool, n);
    reverse<<<t.grid, t.block>>>(t, d_a, bits);
    WL_LAUNCHED();
    t = wl_tiles_1d(&pool, n / 2);
    for (int s = 0; s < bits; s++) {
        stage<<<t.grid, t.block>>>(t, d_a, d_root, s, bits);
        WL_LAUNCHED();
    }
    if (wl_checking()) {
        double *re = wl_host<double>(n), *im = wl_host<double>(n), *tmp = wl_host<double>((size_t)n * 2);
        double2 *out = wl_download(d_a, P(n));
        float *got = wl_host<float>((size_t)n * 2), *want = wl_host<float>((size_t)n * 2);
        for (int i = 0; i < n; i++) {
            re[i] = in[2 * i];
            im[i] = in[2 * i + 1];
        }
        transform(re, im, tmp, n, 1, cs, sn);
        for (int i = 0; i < n; i++) {
            got[2 * i] = (float)out[P(i)].x;
            got[2 * i + 1] = (float)out[P(i)].y;
            want[2 * i] = (float)re[i];
            want[2 * i + 1] = (float)im[i];
        }
        wl_check_f32("a", got, want, (size_t)n * 2, 1e-4, 1e-5 * sqrt(n) * bits);
    }
    return wl_end();
}
