/*
 * sad: sums of absolute differences for motion estimation in video coding (Parboil-class).
 *
 * `mb_sad_calc`: one block of 61 x 4 threads a quarter of a macroblock: the 61 threads share out the 33 x 33 places
 * of the search window (18 each), the 4 are the 4 x 4 pixel blocks of a row; the pixels of the current frame stay in
 * registers, those of the reference frame are gathered from overlapping rows. `larger_sad_calc_8` and `_16` add these
 * to sums of larger blocks: strided streams of 16-bit numbers. --texture 1: the reference frame is a texture, as in
 * Parboil's program, which clamps places outside to the border by itself.
 *
 * Paper size: 176 x 144 pixels (QCIF, Parboil's default), a window of +-16.
 */
#include "common.h"

#define WINDOW 33
#define PLACES (WINDOW * WINDOW)
#define PER_THREAD 18
#define STRIDE 1104 /* places of one block in memory: whole lines */

/* 16-bit sums: [macroblock][block][STRIDE places] */
__global__ void mb_sad_calc(const unsigned char *now, const unsigned char *ref, unsigned short *sad, int width,
                            int height)
{
    int mb = blockIdx.y / 4 * (width / 16) + blockIdx.x, block = blockIdx.y % 4 * 4 + threadIdx.y;
    int x0 = blockIdx.x * 16 + threadIdx.y * 4, y0 = blockIdx.y * 4;
    unsigned row[4]; /* four pixels a word */
#pragma unroll
    for (int y = 0; y < 4; y++)
        row[y] = *(const unsigned *)&now[(y0 + y) * width + x0];
    unsigned short *to = sad + ((size_t)mb * 16 + block) * STRIDE;
    int first = threadIdx.x * PER_THREAD, last = min(first + PER_THREAD, PLACES);
    for (int place = first; place < last; place++) {
        int dx = place % WINDOW - WINDOW / 2, dy = place / WINDOW - WINDOW / 2, sum = 0;
#pragma unroll
        for (int y = 0; y < 4; y++) {
            int ry = min(max(y0 + y + dy, 0), height - 1);
#pragma unroll
            for (int x = 0; x < 4; x++) {
                int rx = min(max(x0 + x + dx, 0), width - 1);
                sum += abs((int)(row[y] >> (8 * x) & 255) - ref[ry * width + rx]);
            }
        }
        to[place] = (unsigned short)sum;
    }
}

__global__ void mb_sad_calc_tex(const unsigned char *now, cudaTextureObject_t ref, unsigned short *sad, int width)
{
    int mb = blockIdx.y / 4 * (width / 16) + blockIdx.x, block = blockIdx.y % 4 * 4 + threadIdx.y;
    int x0 = blockIdx.x * 16 + threadIdx.y * 4, y0 = blockIdx.y * 4;
    unsigned row[4]; /* four pixels a word */
#pragma unroll
    for (int y = 0; y < 4; y++)
        row[y] = *(const unsigned *)&now[(y0 + y) * width + x0];
    int first = threadIdx.x * PER_THREAD, left = min(PER_THREAD, PLACES - first);
    unsigned short *to = sad + ((size_t)mb * 16 + block) * STRIDE + first;
    float u = (float)(x0 - WINDOW / 2 + first % WINDOW) + 0.5f, v = (float)(y0 - WINDOW / 2 + first / WINDOW) + 0.5f;
    float right = (float)(x0 + WINDOW / 2 + 1);
#pragma unroll 1
    for (; left; left--) { /* along the rows of the window */
        int sum = 0;
#pragma unroll
        for (int y = 0; y < 4; y++)
#pragma unroll
            for (int x = 0; x < 4; x++)
                sum += abs((int)(row[y] >> (8 * x) & 255) - tex2D<unsigned char>(ref, u + x, v + y));
        *to++ = (unsigned short)sum;
        if (++u > right) {
            u -= WINDOW;
            v++;
        }
    }
}

/* From 16 sums of 4 x 4 pixels: 8 of 8 x 4, 8 of 4 x 8, 4 of 8 x 8. */
__global__ void larger_sad_calc_8(const unsigned short *sad, unsigned short *out)
{
    int place = blockIdx.x * 32 + threadIdx.x, quarter = threadIdx.y;
    if (place >= PLACES)
        return;
    int bx = quarter % 2 * 2, by = quarter / 2 * 2;
    const unsigned short *in = sad + (size_t)blockIdx.y * 16 * STRIDE + place;
    unsigned short *to = out + (size_t)blockIdx.y * 20 * STRIDE + place;
    unsigned short a = in[(by * 4 + bx) * STRIDE], b = in[(by * 4 + bx + 1) * STRIDE];
    unsigned short c = in[(by * 4 + bx + 4) * STRIDE], d = in[(by * 4 + bx + 5) * STRIDE];
    to[(quarter * 2) * STRIDE] = a + b;
    to[(quarter * 2 + 1) * STRIDE] = c + d;
    to[(8 + quarter * 2) * STRIDE] = a + c;
    to[(8 + quarter * 2 + 1) * STRIDE] = b + d;
    to[(16 + quarter) * STRIDE] = a + b + c + d;
}

/* From 4 sums of 8 x 8: 2 of 16 x 8, 2 of 8 x 16, one of 16 x 16. */
__global__ void larger_sad_calc_16(const unsigned short *eight, unsigned short *out)
{
    int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= PLACES)
        return;
    const unsigned short *in = eight + ((size_t)blockIdx.y * 20 + 16) * STRIDE + place;
    unsigned short *to = out + (size_t)blockIdx.y * 5 * STRIDE + place;
    unsigned short a = in[0], b = in[STRIDE], c = in[2 * STRIDE], d = in[3 * STRIDE];
    to[0] = a + b;
    to[STRIDE] = c + d;
    to[2 * STRIDE] = a + c;
    to[3 * STRIDE] = b + d;
    to[4 * STRIDE] = a + b + c + d;
}

/* The sum over a w x h block at x0, y0 for a place of the window. */
static int direct(const unsigned char *now, const unsigned char *ref, int width, int height, int x0, int y0, int w,
                  int h, int place)
{
    int dx = place % WINDOW - WINDOW / 2, dy = place / WINDOW - WINDOW / 2, sum = 0;
    for (int y = y0; y < y0 + h; y++)
        for (int x = x0; x < x0 + w; x++) {
            int rx = x + dx < 0 ? 0 : x + dx >= width ? width - 1 : x + dx;
            int ry = y + dy < 0 ? 0 : y + dy >= height ? height - 1 : y + dy;
            sum += abs(now[y * width + x] - ref[ry * width + rx]);
        }
    return sum;
}

static cudaTextureObject_t as_texture(const unsigned char *pixels, int width, int height)
{
    struct cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
    cudaArray_t array;
    CUDA_OK(cudaMallocArray(&array, &format, width, height));
    CUDA_OK(cudaMemcpy2DToArray(array, 0, 0, pixels, width, width, height, cudaMemcpyHostToDevice));
    struct cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    struct cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    CUDA_OK(cudaCreateTextureObject(&texture, &resource, &how, NULL));
    return texture;
}

int main(int argc, char **argv)
{
    int width, height, texture;
    const struct wl_opt opts[] = {{"width", &width, 48, 176, 16, 4096, "columns of a frame (a multiple of 16)"},
                                  {"height", &height, 32, 144, 16, 4096, "rows of a frame (a multiple of 16)"},
                                  {"texture", &texture, 0, 0, 0, 1, "1: the reference frame through a texture"}};
    wl_begin(argc, argv, "sad", opts, WL_COUNT(opts));
    wl_run.name = texture ? "sad-t" : "sad";
    if (width % 16 || height % 16)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 16", "--width --height");
    size_t pixels = (size_t)width * height, mbs = pixels / 256;
    struct wl_rng rng = wl_seed(7);
    unsigned char *now = wl_host<unsigned char>(pixels), *ref = wl_host<unsigned char>(pixels);
    for (size_t i = 0; i < pixels; i++) {
        ref[i] = (unsigned char)(128 + 90 * sin((double)(i % width) / 9) * cos((double)(i / width) / 7) +
                                 wl_below(&rng, 16));
        now[i] = i >= 3 ? ref[i - 3] : ref[i];
    }
    unsigned char *d_now = wl_upload(now, pixels), *d_ref = wl_upload(ref, pixels);
    unsigned short *d_4 = wl_dev_zero<unsigned short>(mbs * 16 * STRIDE),
                   *d_8 = wl_dev_zero<unsigned short>(mbs * 20 * STRIDE);
    unsigned short *d_16 = wl_dev_zero<unsigned short>(mbs * 5 * STRIDE);

    dim3 grid(width / 16, height / 4), block(wl_blocks(PLACES, PER_THREAD), 4);
    if (texture)
        mb_sad_calc_tex<<<grid, block>>>(d_now, as_texture(ref, width, height), d_4, width);
    else
        mb_sad_calc<<<grid, block>>>(d_now, d_ref, d_4, width, height);
    WL_LAUNCHED();
    larger_sad_calc_8<<<dim3(wl_blocks(PLACES, 32), (unsigned)mbs), dim3(32, 4)>>>(d_4, d_8);
    WL_LAUNCHED();
    larger_sad_calc_16<<<dim3(wl_blocks(PLACES, 128), (unsigned)mbs), 128>>>(d_8, d_16);
    WL_LAUNCHED();
    if (wl_checking()) {
        /* all 4 x 4 sums, and the largest block of each macroblock from the pixels */
        unsigned short *four = wl_download(d_4, mbs * 16 * STRIDE), *most = wl_download(d_16, mbs * 5 * STRIDE);
        unsigned short *eight = wl_download(d_8, mbs * 20 * STRIDE);
        size_t n = mbs * 18 * PLACES, at = 0;
        int *got = wl_host<int>(n), *want = wl_host<int>(n), across = width / 16;
        for (size_t mb = 0; mb < mbs; mb++)
            for (int p = 0; p < PLACES; p++) {
                int x = (int)(mb % across) * 16, y = (int)(mb / across) * 16, all = 0;
                for (int b = 0; b < 16; b++) {
                    got[at] = four[(mb * 16 + b) * STRIDE + p];
                    all += want[at++] = direct(now, ref, width, height, x + b % 4 * 4, y + b / 4 * 4, 4, 4, p);
                }
                got[at] = most[(mb * 5 + 4) * STRIDE + p];
                want[at++] = all;
                got[at] = eight[(mb * 20 + 8 + 3) * STRIDE + p]; /* 4 x 8 pixels: right of the second quarter */
                want[at++] = direct(now, ref, width, height, x + 12, y, 4, 8, p);
            }
        wl_check_i32("sad", got, want, n);
    }
    return wl_end();
}
