/*
 * srad: speckle-reducing anisotropic diffusion of an image (Rodinia-class).
 *
 * Two kernels an iteration, one thread a pixel, 16 x 16 blocks: derivatives to the four neighbours and the diffusion
 * coefficient, then the update from the coefficients here, south and east. Shared: each block first copies its tile
 * and the rows and columns around it to shared memory (6 KB and 5 KB a block), 16 rows of 64 bytes that are a
 * multiple of 4 KB apart and so meet in one cache set: figure 3 of the MRPB paper. As in Rodinia, a thread is in one
 * of nine cases by its place in the tile, blocks at the image's edge load a border twice (what lies outside, then the
 * edge itself), and constants are doubles. --unshared 1: neighbours straight from global memory. --single 1: all in
 * float, without cases, borders loaded once: fewer registers. Speckle statistics are computed on the host, as in the
 * original.
 *
 * Paper size: 1024 x 1024 (MRPB paper, table 3), one iteration (they repeat the same accesses).
 */
#include "common.h"

#define T 16
#define LAMBDA 0.5f

/* The diffusion coefficient before it is limited to 0 to 1. */
__host__ __device__ inline float unlimited(float j, float dn, float ds, float dw, float de, float q0sqr)
{
    float g2 = (dn * dn + ds * ds + dw * dw + de * de) / (j * j);
    float l = (dn + ds + dw + de) / j;
    float num = 0.5 * g2 - 1.0 / 16.0 * (l * l), den = 1 + 0.25 * l;
    float qsqr = num / (den * den);
    float beyond = (qsqr - q0sqr) / (q0sqr * (1 + q0sqr));
    return 1.0 / (1.0 + beyond);
}

__host__ __device__ inline float coefficient(float j, float dn, float ds, float dw, float de, float q0sqr)
{
    float c = unlimited(j, dn, ds, dw, de, q0sqr);
    return c < 0 ? 0.0f : c > 1 ? 1.0f : c;
}

__device__ inline float coefficient_single(float j, float dn, float ds, float dw, float de, float q0sqr)
{
    float g2 = (dn * dn + ds * ds + dw * dw + de * de) / (j * j);
    float l = (dn + ds + dw + de) / j;
    float num = 0.5f * g2 - 0.0625f * l * l, den = 1 + 0.25f * l;
    float qsqr = num / (den * den);
    float c = 1.0f / (1.0f + (qsqr - q0sqr) / (q0sqr * (1 + q0sqr)));
    return c < 0 ? 0.0f : c > 1 ? 1.0f : c;
}

struct field {
    float *dn, *ds, *dw, *de, *c;
};

/* Differences to the four neighbours: those in the tile from there, the others from the borders. */
#define DIFFERENCES(n, s, w, e) (dn = (n)-j, ds = (s)-j, dw = (w)-j, de = (e)-j)
#define UP here[ty - 1][tx]
#define DOWN here[ty + 1][tx]
#define LEFT here[ty][tx - 1]
#define RIGHT here[ty][tx + 1]

__global__ void derive_tile(float *e_, float *w_, float *n_, float *s_, const float *img, float *c, int n,
                            float q0sqr)
{
    __shared__ float here[T][T], north[T][T], south[T][T], west[T][T], east[T][T], coef[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y, last = gridDim.x - 1;
    int tile = by * T * n + bx * T, at = tile + ty * n + tx;
    north[ty][tx] = img[tile - n + tx];
    south[ty][tx] = img[tile + T * n + tx];
    if (by == 0)
        north[ty][tx] = img[tile + tx];
    else if (by == last)
        south[ty][tx] = img[tile + (T - 1) * n + tx];
    __syncthreads();
    west[ty][tx] = img[tile + ty * n - 1];
    east[ty][tx] = img[tile + ty * n + T];
    if (bx == 0)
        west[ty][tx] = img[tile + ty * n];
    else if (bx == last)
        east[ty][tx] = img[tile + ty * n + T - 1];
    __syncthreads();
    here[ty][tx] = img[at];
    __syncthreads();
    float j = here[ty][tx], dn, ds, dw, de;
    bool top = ty == 0, bottom = ty == T - 1, left = tx == 0, right = tx == T - 1;
    if (top && left)
        DIFFERENCES(north[ty][tx], DOWN, west[ty][tx], RIGHT);
    else if (top && right)
        DIFFERENCES(north[ty][tx], DOWN, LEFT, east[ty][tx]);
    else if (bottom && right)
        DIFFERENCES(UP, south[ty][tx], LEFT, east[ty][tx]);
    else if (bottom && left)
        DIFFERENCES(UP, south[ty][tx], west[ty][tx], RIGHT);
    else if (top)
        DIFFERENCES(north[ty][tx], DOWN, LEFT, RIGHT);
    else if (right)
        DIFFERENCES(UP, DOWN, LEFT, east[ty][tx]);
    else if (bottom)
        DIFFERENCES(UP, south[ty][tx], LEFT, RIGHT);
    else if (left)
        DIFFERENCES(UP, DOWN, west[ty][tx], RIGHT);
    else
        DIFFERENCES(UP, DOWN, LEFT, RIGHT);
    float raw = unlimited(j, dn, ds, dw, de, q0sqr);
    if (raw < 0)
        coef[ty][tx] = 0;
    else if (raw > 1)
        coef[ty][tx] = 1;
    else
        coef[ty][tx] = raw;
    __syncthreads();
    c[at] = coef[ty][tx];
    e_[at] = de;
    w_[at] = dw;
    s_[at] = ds;
    n_[at] = dn;
}

__global__ void update_tile(const float *e_, const float *w_, const float *n_, const float *s_, float *img,
                            const float *c, int n, float lambda)
{
    __shared__ float mid[T][T], south[T][T], east[T][T], old[T][T], result[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y, last = gridDim.x - 1;
    int tile = by * T * n + bx * T, at = tile + ty * n + tx;
    old[ty][tx] = img[at];
    __syncthreads();
    south[ty][tx] = c[tile + T * n + tx];
    if (by == last)
        south[ty][tx] = c[tile + (T - 1) * n + tx];
    __syncthreads();
    east[ty][tx] = c[tile + ty * n + T];
    if (bx == last)
        east[ty][tx] = c[tile + ty * n + T - 1];
    __syncthreads();
    mid[ty][tx] = c[at];
    __syncthreads();
    float cc = mid[ty][tx], cs, ce;
    bool bottom = ty == T - 1, right = tx == T - 1;
    if (bottom && right)
        cs = south[ty][tx], ce = east[ty][tx];
    else if (right)
        cs = mid[ty + 1][tx], ce = east[ty][tx];
    else if (bottom)
        cs = south[ty][tx], ce = mid[ty][tx + 1];
    else
        cs = mid[ty + 1][tx], ce = mid[ty][tx + 1];
    float d = cc * n_[at] + cs * s_[at] + cc * w_[at] + ce * e_[at];
    result[ty][tx] = old[ty][tx] + 0.25 * lambda * d;
    __syncthreads();
    img[at] = result[ty][tx];
}

__global__ void derive_shared(const float *img, struct field f, int n, float q0sqr)
{
    __shared__ float here[T][T], north[T][T], south[T][T], west[T][T], east[T][T], coef[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * T, y0 = blockIdx.y * T;
    int at = (y0 + ty) * n + x0 + tx;
    /* The row above the tile, the row below, the columns beside; the image's edge repeats. */
    north[ty][tx] = img[(y0 > 0 ? y0 - 1 : 0) * n + x0 + tx];
    south[ty][tx] = img[(y0 + T < n ? y0 + T : n - 1) * n + x0 + tx];
    west[ty][tx] = img[(y0 + ty) * n + (x0 > 0 ? x0 - 1 : 0)];
    east[ty][tx] = img[(y0 + ty) * n + (x0 + T < n ? x0 + T : n - 1)];
    here[ty][tx] = img[at];
    __syncthreads();
    float j = here[ty][tx];
    float dn = (ty > 0 ? here[ty - 1][tx] : north[ty][tx]) - j;
    float ds = (ty < T - 1 ? here[ty + 1][tx] : south[ty][tx]) - j;
    float dw = (tx > 0 ? here[ty][tx - 1] : west[ty][tx]) - j;
    float de = (tx < T - 1 ? here[ty][tx + 1] : east[ty][tx]) - j;
    coef[ty][tx] = coefficient_single(j, dn, ds, dw, de, q0sqr);
    __syncthreads();
    f.c[at] = coef[ty][tx];
    f.dn[at] = dn;
    f.ds[at] = ds;
    f.dw[at] = dw;
    f.de[at] = de;
}

__global__ void update_shared(float *img, struct field f, int n)
{
    __shared__ float c[T][T], south[T][T], east[T][T], here[T][T], result[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * T, y0 = blockIdx.y * T;
    int at = (y0 + ty) * n + x0 + tx;
    here[ty][tx] = img[at];
    south[ty][tx] = f.c[(y0 + T < n ? y0 + T : n - 1) * n + x0 + tx];
    east[ty][tx] = f.c[(y0 + ty) * n + (x0 + T < n ? x0 + T : n - 1)];
    c[ty][tx] = f.c[at];
    __syncthreads();
    float cs = ty < T - 1 ? c[ty + 1][tx] : south[ty][tx], ce = tx < T - 1 ? c[ty][tx + 1] : east[ty][tx];
    float d = c[ty][tx] * f.dn[at] + cs * f.ds[at] + c[ty][tx] * f.dw[at] + ce * f.de[at];
    result[ty][tx] = here[ty][tx] + 0.25f * LAMBDA * d;
    __syncthreads();
    img[at] = result[ty][tx];
}

__global__ void derive_unshared(const float *img, struct field f, int n, float q0sqr)
{
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y, at = y * n + x;
    float j = img[at];
    float dn = img[(y > 0 ? y - 1 : 0) * n + x] - j, ds = img[(y < n - 1 ? y + 1 : y) * n + x] - j;
    float dw = img[y * n + (x > 0 ? x - 1 : 0)] - j, de = img[y * n + (x < n - 1 ? x + 1 : x)] - j;
    f.c[at] = coefficient(j, dn, ds, dw, de, q0sqr);
    f.dn[at] = dn;
    f.ds[at] = ds;
    f.dw[at] = dw;
    f.de[at] = de;
}

__global__ void update_unshared(float *img, struct field f, int n)
{
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y, at = y * n + x;
    float c = f.c[at], cs = f.c[(y < n - 1 ? y + 1 : y) * n + x], ce = f.c[y * n + (x < n - 1 ? x + 1 : x)];
    img[at] += 0.25 * LAMBDA * (c * f.dn[at] + cs * f.ds[at] + c * f.dw[at] + ce * f.de[at]);
}

/* Variance over squared mean of the speckle region: the image's upper left 128 x 128 (or less). */
static float speckle(const float *img, int n)
{
    int side = n < 128 ? n : 128;
    double sum = 0, sum2 = 0;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            sum += img[y * n + x];
            sum2 += (double)img[y * n + x] * img[y * n + x];
        }
    double mean = sum / (side * side), var = sum2 / (side * side) - mean * mean;
    return (float)(var / (mean * mean));
}

static void reference(float *img, int n, int iterations)
{
    size_t cells = (size_t)n * n;
    float *d[4], *c = wl_host<float>(cells);
    for (int k = 0; k < 4; k++)
        d[k] = wl_host<float>(cells);
    for (int i = 0; i < iterations; i++) {
        float q0sqr = speckle(img, n);
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                int at = y * n + x;
                d[0][at] = img[(y > 0 ? y - 1 : 0) * n + x] - img[at];
                d[1][at] = img[(y < n - 1 ? y + 1 : y) * n + x] - img[at];
                d[2][at] = img[y * n + (x > 0 ? x - 1 : 0)] - img[at];
                d[3][at] = img[y * n + (x < n - 1 ? x + 1 : x)] - img[at];
                c[at] = coefficient(img[at], d[0][at], d[1][at], d[2][at], d[3][at], q0sqr);
            }
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                int at = y * n + x;
                float cs = c[(y < n - 1 ? y + 1 : y) * n + x], ce = c[y * n + (x < n - 1 ? x + 1 : x)];
                img[at] += 0.25f * LAMBDA * (c[at] * d[0][at] + cs * d[1][at] + c[at] * d[2][at] + ce * d[3][at]);
            }
    }
}

/* An image, and a row before and after it that blocks at the edge read and do not use. */
static float *around(int n)
{
    return wl_dev_zero<float>((size_t)n * (n + 2)) + n;
}

int main(int argc, char **argv)
{
    int n, iterations, unshared, single;
    const struct wl_opt opts[] = {{"n", &n, 128, 1024, 16, 8192, "pixels a side (a multiple of 16)"},
                                  {"iterations", &iterations, 1, 1, 1, 1000, "iterations"},
                                  {"unshared", &unshared, 0, 0, 0, 1, "1: global memory instead of shared"},
                                  {"single", &single, 0, 0, 0, 1, "1: float instead of double"}};
    wl_begin(argc, argv, "srad", opts, WL_COUNT(opts));
    wl_run.name = unshared ? "srad-u" : single ? "srad-f" : "srad";
    if (n % T)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 16", "--n");
    size_t cells = (size_t)n * n;
    float *img = wl_random(cells, 1.0f, 2.7f, 1), *host = wl_copy(img, cells), *d_img = around(n);
    struct field f = {wl_dev<float>(cells), wl_dev<float>(cells), wl_dev<float>(cells), wl_dev<float>(cells),
                      around(n)};
    wl_put(d_img, img, cells);
    dim3 grid(n / T, n / T), block(T, T);
    for (int i = 0; i < iterations; i++) {
        float q0sqr = speckle(host, n);
        if (unshared) {
            derive_unshared<<<grid, block>>>(d_img, f, n, q0sqr);
            update_unshared<<<grid, block>>>(d_img, f, n);
        } else if (!single) {
            derive_tile<<<grid, block>>>(f.de, f.dw, f.dn, f.ds, d_img, f.c, n, q0sqr);
            update_tile<<<grid, block>>>(f.de, f.dw, f.dn, f.ds, d_img, f.c, n, LAMBDA);
        } else {
            derive_shared<<<grid, block>>>(d_img, f, n, q0sqr);
            update_shared<<<grid, block>>>(d_img, f, n);
        }
        WL_LAUNCHED();
        wl_get(host, d_img, cells);
    }
    if (wl_checking()) {
        reference(img, n, iterations);
        wl_check_f32("img", host, img, cells, 1e-3, 1e-4);
    }
    return wl_end();
}
