/*
 * recursivegaussian: Gaussian blur of an image by a recursive filter (SDK-class).
 *
 * `blur`: one thread a column, 64 a block: down the column and up again, each pixel depending on the two before, four
 * bytes a pixel, coalesced. `transpose` turns the image by 16 x 16 tiles in shared memory so that the next pass runs
 * along the rows. About 23 registers; shared memory only in the transpose. --lean 1: a pixel's four components are
 * filtered one after the other, from packed pixels to the packed result: the two results before stay in registers as
 * numbers, the two pixels before as they were read.
 *
 * Paper size: 512 x 512 (SDK's image).
 */
#include "common.h"

#define T 16

struct filter {
    float a0, a1, a2, a3, b1, b2, first, last;
};

__host__ __device__ inline float4 unpack(unsigned p)
{
    return make_float4((float)(p & 255), (float)(p >> 8 & 255), (float)(p >> 16 & 255), (float)(p >> 24));
}

__host__ __device__ inline unsigned pack(float4 c)
{
    const float high = 255;
    unsigned x = (unsigned)fminf(fmaxf(c.x + 0.5f, 0), high), y = (unsigned)fminf(fmaxf(c.y + 0.5f, 0), high);
    unsigned z = (unsigned)fminf(fmaxf(c.z + 0.5f, 0), high), w = (unsigned)fminf(fmaxf(c.w + 0.5f, 0), high);
    return x | y << 8 | z << 16 | w << 24;
}

#define EACH(e) make_float4(e(x), e(y), e(z), e(w))

/* One column: the causal pass to out, then the anticausal one added to it. */
__host__ __device__ inline void column(const unsigned *in, unsigned *out, int width, int height, struct filter f)
{
    float4 before = unpack(in[0]), y1, y2;
#define EDGE(c) before.c *f.first
    y1 = y2 = EACH(EDGE);
#pragma unroll 1
    for (int y = 0; y < height; y++) {
        float4 now = unpack(in[y * width]);
#define DOWN(c) f.a0 *now.c + f.a1 *before.c - f.b1 *y1.c - f.b2 *y2.c
        float4 r = EACH(DOWN);
        out[y * width] = pack(r);
        before = now;
        y2 = y1;
        y1 = r;
    }
    float4 x1 = unpack(in[(height - 1) * width]), x2 = x1;
#define BACK_EDGE(c) x1.c *f.last
    y1 = y2 = EACH(BACK_EDGE);
#pragma unroll 1
    for (int y = height - 1; y >= 0; y--) {
        float4 now = unpack(in[y * width]), sofar = unpack(out[y * width]);
#define UP(c) f.a2 *x1.c + f.a3 *x2.c - f.b1 *y1.c - f.b2 *y2.c
        float4 r = EACH(UP);
        x2 = x1;
        x1 = now;
        y2 = y1;
        y1 = r;
#define SUM(c) sofar.c + r.c
        out[y * width] = pack(EACH(SUM));
    }
}

__global__ void blur(const unsigned *in, unsigned *out, int width, int height, struct filter f)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < width)
        column(in + x, out + x, width, height, f);
}

__host__ __device__ inline unsigned byte_of(float v)
{
    return (unsigned)fminf(fmaxf(v + 0.5f, 0), 255);
}

__host__ __device__ inline float component(unsigned p, int c)
{
    return (float)(p >> (8 * c) & 255);
}

/* The same as column(), component by component. Pixels before stay packed. */
__host__ __device__ inline void lean_column(const unsigned *in, unsigned *out, int width, int height, struct filter f)
{
    float y1[4], y2[4];
    unsigned p1 = *in;
#pragma unroll
    for (int c = 0; c < 4; c++)
        y1[c] = y2[c] = component(p1, c) * f.first;
#pragma unroll 1
    for (int y = 0; y < height; y++) {
        unsigned p = in[y * width], packed = 0;
#pragma unroll
        for (int c = 3; c >= 0; c--) {
            float r = f.a0 * component(p, c) + f.a1 * component(p1, c) - f.b1 * y1[c] - f.b2 * y2[c];
            y2[c] = y1[c];
            y1[c] = r;
            packed = packed << 8 | byte_of(r);
        }
        out[y * width] = packed;
        p1 = p;
    }
    unsigned p2 = p1;
#pragma unroll
    for (int c = 0; c < 4; c++)
        y1[c] = y2[c] = component(p1, c) * f.last;
#pragma unroll 1
    for (int y = height - 1; y >= 0; y--) {
        unsigned sofar = out[y * width], packed = 0;
#pragma unroll
        for (int c = 3; c >= 0; c--) {
            float r = f.a2 * component(p1, c) + f.a3 * component(p2, c) - f.b1 * y1[c] - f.b2 * y2[c];
            y2[c] = y1[c];
            y1[c] = r;
            packed = packed << 8 | byte_of(component(sofar, c) + r);
        }
        out[y * width] = packed;
        p2 = p1;
        p1 = in[y * width];
    }
}

__global__ void lean_blur(const unsigned *in, unsigned *out, int width, int height, struct filter f)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < width)
        lean_column(in + x, out + x, width, height, f);
}

__global__ void transpose(const unsigned *in, unsigned *out, int width, int height)
{
    __shared__ unsigned tile[T][T + 1];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * T + threadIdx.x;
    y = blockIdx.x * T + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

/* Coefficients of the second-order recursive Gaussian of a given width (Deriche). */
static struct filter design(float sigma)
{
    float alpha = 1.695f / sigma, e = expf(-alpha), e2 = expf(-2 * alpha),
          k = (1 - e) * (1 - e) / (1 + 2 * alpha * e - e2);
    struct filter f = {k, k * (alpha - 1) * e, k * (alpha + 1) * e, -k * e2, -2 * e, e2, 0, 0};
    f.first = (f.a0 + f.a1) / (1 + f.b1 + f.b2);
    f.last = (f.a2 + f.a3) / (1 + f.b1 + f.b2);
    return f;
}

int main(int argc, char **argv)
{
    int width, height, lean;
    const struct wl_opt opts[] = {{"width", &width, 128, 512, 1, 8192, "columns"},
                                  {"height", &height, 64, 512, 1, 8192, "rows"},
                                  {"lean", &lean, 0, 0, 0, 1, "1: components one after the other; fewer registers"}};
    wl_begin(argc, argv, "recursivegaussian", opts, WL_COUNT(opts));
    wl_run.name = lean ? "recursivegaussian-l" : "recursivegaussian";
    size_t n = (size_t)width * height;
    struct filter f = design(5);
    struct wl_rng rng = wl_seed(2);
    unsigned *in = wl_host<unsigned>(n);
    for (size_t i = 0; i < n; i++)
        in[i] = wl_u32(&rng);
    unsigned *d_in = wl_upload(in, n), *d_a = wl_dev_zero<unsigned>(n), *d_b = wl_dev_zero<unsigned>(n);

    dim3 block(T, T);
    auto pass = lean ? lean_blur : blur;
    pass<<<wl_blocks(width, 64), 64>>>(d_in, d_a, width, height, f);
    WL_LAUNCHED();
    transpose<<<dim3(wl_blocks(width, T), wl_blocks(height, T)), block>>>(d_a, d_b, width, height);
    WL_LAUNCHED();
    pass<<<wl_blocks(height, 64), 64>>>(d_b, d_a, height, width, f);
    WL_LAUNCHED();
    transpose<<<dim3(wl_blocks(height, T), wl_blocks(width, T)), block>>>(d_a, d_b, height, width);
    WL_LAUNCHED();
    if (wl_checking()) {
        unsigned *a = wl_host<unsigned>(n), *b = wl_host<unsigned>(n), *got = wl_download(d_b, n);
        float *have = wl_host<float>(n * 4), *want = wl_host<float>(n * 4);
        for (int x = 0; x < width; x++)
            column(in + x, a + x, width, height, f);
        for (size_t i = 0; i < n; i++)
            b[i % width * height + i / width] = a[i];
        for (int x = 0; x < height; x++)
            column(b + x, a + x, height, width, f);
        for (size_t i = 0; i < n * 4; i++) {
            size_t p = i / 4;
            have[i] = (float)(got[p] >> (i % 4 * 8) & 255);
            want[i] = (float)(a[p % width * height + p / width] >> (i % 4 * 8) & 255);
        }
        wl_check_f32("pixel", have, want, n * 4, 0, 2);
    }
    return wl_end();
}
