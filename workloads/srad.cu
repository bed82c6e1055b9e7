/*
 * srad: speckle-reducing anisotropic diffusion of an image (Rodinia-class).
 *
 * Two kernels an iteration, one thread a pixel, 16 x 16 blocks: derivatives to the four neighbours and the diffusion
 * coefficient, then the update from the coefficients here, south and east. Shared: each block first copies its tile
 * and the rows and columns around it to shared memory (6 KB and 5 KB a block), 16 rows of 64 bytes that are a
 * multiple of 4 KB apart and so meet in one cache set: figure 3 of the MRPB paper. --unshared 1: neighbours straight
 * from global memory. Speckle statistics are computed on the host, as in the original.
 *
 * Paper size: 1024 x 1024 (MRPB paper, table 3), one iteration (they repeat the same accesses).
 */
#include "common.h"

#define T 16
#define LAMBDA 0.5f

/* The diffusion coefficient, 0 to 1. */
__host__ __device__ inline float coefficient(float j, float dn, float ds, float dw, float de, float q0sqr)
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
    coef[ty][tx] = coefficient(j, dn, ds, dw, de, q0sqr);
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
    img[at] += 0.25f * LAMBDA * (c * f.dn[at] + cs * f.ds[at] + c * f.dw[at] + ce * f.de[at]);
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

int main(int argc, char **argv)
{
    int n, iterations, unshared;
    const struct wl_opt opts[] = {{"n", &n, 128, 1024, 16, 8192, "pixels a side (a multiple of 16)"},
                                  {"iterations", &iterations, 1, 1, 1, 1000, "iterations"},
                                  {"unshared", &unshared, 0, 0, 0, 1, "1: global memory instead of shared"}};
    wl_begin(argc, argv, "srad", opts, WL_COUNT(opts));
    wl_run.name = unshared ? "srad-u" : "srad";
    if (n % T)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 16", "--n");
    size_t cells = (size_t)n * n;
    float *img = wl_random(cells, 1.0f, 2.7f, 1), *host = wl_copy(img, cells), *d_img = wl_upload(img, cells);
    struct field f = {wl_dev<float>(cells), wl_dev<float>(cells), wl_dev<float>(cells), wl_dev<float>(cells),
                      wl_dev<float>(cells)};
    dim3 grid(n / T, n / T), block(T, T);
    for (int i = 0; i < iterations; i++) {
        float q0sqr = speckle(host, n);
        if (unshared) {
            derive_unshared<<<grid, block>>>(d_img, f, n, q0sqr);
            update_unshared<<<grid, block>>>(d_img, f, n);
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
