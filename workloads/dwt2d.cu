/*
 * dwt2d: two-dimensional wavelet transform of an image, the reversible 5/3 filter by lifting (Rodinia-class).
 *
 * `components` splits packed pixels into three planes (three bytes a pixel through shared memory). `fdwt53`, one
 * launch a level and plane: a block of 64 threads makes a tile of 64 x 16: it brings the tile and its border into
 * shared memory (mirrored at the image's edges), lifts rows, then columns, and stores the four bands. Neighbouring
 * tiles read each other's borders.
 *
 * Paper size: 512 x 512 pixels, three planes, three levels (Rodinia: 1024 x 1024).
 */
#include "common.h"

#define TX 64
#define TY 16
#define B 2 /* border on each side */
#define SX (TX + 2 * B)
#define SY (TY + 2 * B)

__global__ void components(const unsigned char *rgb, int *planes, int n)
{
    __shared__ unsigned char s[3 * 256];
    int first = blockIdx.x * 256, t = threadIdx.x;
    for (int i = t; i < 3 * 256; i += 256)
        if (first * 3 + i < n * 3)
            s[i] = rgb[first * 3 + i];
    __syncthreads();
    if (first + t < n)
        for (int c = 0; c < 3; c++)
            planes[c * n + first + t] = s[t * 3 + c] - 128;
}

__host__ __device__ inline int mirror(int i, int n)
{
    i = i < 0 ? -i : i;
    return i >= n ? 2 * n - 2 - i : i;
}

/* in: w x h of a plane with `pitch`; out: low-low, high-low, low-high, high-high as quarters of the same area. */
__global__ void fdwt53(const int *in, int *out, int w, int h, int pitch)
{
    __shared__ int s[SY][SX + 1];
    int x0 = blockIdx.x * TX, y0 = blockIdx.y * TY, t = threadIdx.x;
    for (int i = t; i < SX * SY; i += TX)
        s[i / SX][i % SX] = in[mirror(y0 - B + i / SX, h) * pitch + mirror(x0 - B + i % SX, w)];
    __syncthreads();
    for (int i = t; i < SY * (TX / 2 + 1); i += TX) { /* rows: odd places are predicted from even ones */
        int y = i / (TX / 2 + 1), x = i % (TX / 2 + 1) * 2 + 1;
        s[y][x] -= (s[y][x - 1] + s[y][x + 1]) >> 1;
    }
    __syncthreads();
    for (int i = t; i < SY * (TX / 2); i += TX) { /* and even ones updated */
        int y = i / (TX / 2), x = i % (TX / 2) * 2 + 2;
        s[y][x] += (s[y][x - 1] + s[y][x + 1] + 2) >> 2;
    }
    __syncthreads();
    for (int y = 1; y < SY - 1; y += 2)
        s[y][B + t] -= (s[y - 1][B + t] + s[y + 1][B + t]) >> 1;
    for (int y = 2; y < SY - 2; y += 2)
        s[y][B + t] += (s[y - 1][B + t] + s[y + 1][B + t] + 2) >> 2;
    int x = x0 + t;
    for (int r = 0; r < TY && y0 + r < h; r++)
        if (x < w) {
            int y = y0 + r;
            out[(y / 2 + y % 2 * (h / 2)) * pitch + x / 2 + x % 2 * (w / 2)] = s[B + r][B + t];
        }
}

/* One level in place, with `tmp` of the same pitch. */
static void reference(int *a, int *tmp, int w, int h, int pitch)
{
    for (int pass = 0; pass < 2; pass++) {
        int n = pass ? h : w, lines = pass ? w : h, step = pass ? pitch : 1, line = pass ? 1 : pitch;
        for (int l = 0; l < lines; l++) {
            int *v = a + l * line;
            for (int i = 1; i < n; i += 2)
                v[i * step] -= (v[(i - 1) * step] + v[mirror(i + 1, n) * step]) >> 1;
            for (int i = 0; i < n; i += 2)
                v[i * step] += (v[mirror(i - 1, n) * step] + v[mirror(i + 1, n) * step] + 2) >> 2;
        }
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            tmp[(y / 2 + y % 2 * (h / 2)) * pitch + x / 2 + x % 2 * (w / 2)] = a[y * pitch + x];
    for (int y = 0; y < h; y++)
        memcpy(a + y * pitch, tmp + y * pitch, (size_t)w * sizeof(int));
}

int main(int argc, char **argv)
{
    int side, levels;
    const struct wl_opt opts[] = {{"side", &side, 128, 512, 16, 8192, "rows and columns (a multiple of 8)"},
                                  {"levels", &levels, 2, 3, 1, 3, "levels"}};
    wl_begin(argc, argv, "dwt2d", opts, WL_COUNT(opts));
    if (side % 8)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 8", "--side");
    size_t n = (size_t)side * side;
    struct wl_rng rng = wl_seed(4);
    unsigned char *rgb = wl_host<unsigned char>(n * 3);
    for (size_t i = 0; i < n * 3; i++)
        rgb[i] = (unsigned char)wl_below(&rng, 256);
    unsigned char *d_rgb = wl_upload(rgb, n * 3);
    int *d_a = wl_dev_zero<int>(n * 3), *d_b = wl_dev_zero<int>(n * 3);

    components<<<wl_blocks((long)n, 256), 256>>>(d_rgb, d_a, (int)n);
    WL_LAUNCHED();
    for (int l = 0; l < levels; l++) {
        int s = side >> l;
        for (int c = 0; c < 3; c++) {
            fdwt53<<<dim3(wl_blocks(s, TX), wl_blocks(s, TY)), TX>>>(d_a + c * n, d_b + c * n, s, s, side);
            WL_LAUNCHED();
        }
        CUDA_OK(cudaMemcpy2D(d_a, side * sizeof(int), d_b, side * sizeof(int), s * sizeof(int), s,
                             cudaMemcpyDeviceToDevice));
        for (int c = 1; c < 3; c++)
            CUDA_OK(cudaMemcpy2D(d_a + c * n, side * sizeof(int), d_b + c * n, side * sizeof(int), s * sizeof(int), s,
                                 cudaMemcpyDeviceToDevice));
    }
    if (wl_checking()) {
        int *want = wl_host<int>(n * 3), *tmp = wl_host<int>(n);
        for (int c = 0; c < 3; c++) {
            for (size_t i = 0; i < n; i++)
                want[c * n + i] = rgb[i * 3 + c] - 128;
            for (int l = 0; l < levels; l++)
                reference(want + c * n, tmp, side >> l, side >> l, side);
        }
        wl_check_i32("coefficients", wl_download(d_a, n * 3), want, n * 3);
    }
    return wl_end();
}
