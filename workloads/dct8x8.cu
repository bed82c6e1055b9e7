/*
 * dct8x8: discrete cosine transform of an image by 8 x 8 blocks, quantisation, and the way back (SDK-class).
 *
 * Default, as in the SDK's program, two ways one after the other. First a CUDA block of 8 x 8 threads for a block of
 * pixels: `forward` (ten launches: the SDK times them) reads the image through a texture with linear filtering,
 * multiplies it with the cosine matrix from both sides through shared memory and stores 32-byte rows, four
 * neighbouring CUDA blocks to a 128-byte line; `quantise` works on the result in place; `inverse` reads it through
 * the texture again. Then a CUDA block of 8 x 4 x 2 threads for a tile of 32 x 16 pixels: `forward_tile` and
 * `inverse_tile` load and store whole lines of global memory, a thread transforms a row and then a column of eight in
 * registers, and the tile lies in shared memory with rows of 33. --registers 1: one thread an 8-point transform, in
 * registers, rows in one launch and columns in the next, no shared memory (26 registers a thread: the unified-memory
 * paper's table 1). --registers 2: the image is read through a texture, as in the SDK's program, and the eight points
 * are transformed in place, sums and differences first.
 *
 * Paper size: 512 x 512, as the SDK's image: 4,096 CUDA blocks of 8 x 8, 512 of a tile. The SDK's third way, in 16
 * bits, is left out.
 */
#include "common.h"

#define N 8

__constant__ float c_dct[N * N];
__constant__ short c_step[N * N];

/* out = D in D^T, or D^T in D for the way back. All through shared memory, the result too. */
template <bool back> __device__ inline void transform(cudaTextureObject_t in, float *out, int width)
{
    __shared__ float s[N][N], tmp[N][N];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * N + x, row = blockIdx.y * N + y;
    s[y][x] = tex2D<float>(in, (float)column + 0.5f, (float)row + 0.5f);
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int i = 0; i < N; i++)
        sum += (back ? c_dct[i * N + y] : c_dct[y * N + i]) * s[i][x];
    tmp[y][x] = sum;
    __syncthreads();
    sum = 0;
#pragma unroll
    for (int i = 0; i < N; i++)
        sum += tmp[y][i] * (back ? c_dct[i * N + x] : c_dct[x * N + i]);
    s[y][x] = sum;
    __syncthreads();
    out[row * width + column] = s[y][x];
}

__global__ void forward(cudaTextureObject_t in, float *out, int width)
{
    transform<false>(in, out, width);
}

__global__ void inverse(cudaTextureObject_t in, float *out, int width)
{
    transform<true>(in, out, width);
}

/* Eight values, `step` apart, transformed in place: sums and differences of those that face each other, and the sums'
   once more. W(k) is sqrt(2) cos(k pi / 16), all over sqrt(8). */
#define ROOT8 0.35355339059327379f
#define W1 (1.3870398453221475f * ROOT8)
#define W2 (1.3065629648763766f * ROOT8)
#define W3 (1.1758756024193588f * ROOT8)
#define W5 (0.7856949583871022f * ROOT8)
#define W6 (0.5411961001461969f * ROOT8)
#define W7 (0.2758993792829431f * ROOT8)
__device__ inline void forward8(float *v, int step)
{
    float s[N / 2], d[N / 2];
#pragma unroll
    for (int i = 0; i < N / 2; i++) {
        float low = v[i * step], high = v[(N - 1 - i) * step];
        s[i] = low + high;
        d[i] = low - high;
    }
    float outer = s[0] + s[3], inner = s[1] + s[2], across = s[0] - s[3], within = s[1] - s[2];
    v[0] = ROOT8 * (outer + inner);
    v[2 * step] = W2 * across + W6 * within;
    v[4 * step] = ROOT8 * (outer - inner);
    v[6 * step] = W6 * across - W2 * within;
    v[step] = W1 * d[0] + W3 * d[1] + W5 * d[2] + W7 * d[3];
    v[3 * step] = W3 * d[0] - W7 * d[1] - W1 * d[2] - W5 * d[3];
    v[5 * step] = W5 * d[0] - W1 * d[1] + W7 * d[2] + W3 * d[3];
    v[7 * step] = W7 * d[0] - W5 * d[1] + W3 * d[2] - W1 * d[3];
}

__device__ inline void inverse8(float *v, int step)
{
    float c[N];
#pragma unroll
    for (int i = 0; i < N; i++)
        c[i] = v[i * step];
    float plus = ROOT8 * (c[0] + c[4]), minus = ROOT8 * (c[0] - c[4]);
    float outer = W2 * c[2] + W6 * c[6], inner = W6 * c[2] - W2 * c[6];
    float s[N / 2] = {plus + outer, minus + inner, minus - inner, plus - outer};
    float d[N / 2] = {W1 * c[1] + W3 * c[3] + W5 * c[5] + W7 * c[7], W3 * c[1] - W7 * c[3] - W1 * c[5] - W5 * c[7],
                      W5 * c[1] - W1 * c[3] + W7 * c[5] + W3 * c[7], W7 * c[1] - W5 * c[3] + W3 * c[5] - W1 * c[7]};
#pragma unroll
    for (int i = 0; i < N / 2; i++) {
        v[i * step] = s[i] + d[i];
        v[(N - 1 - i) * step] = s[i] - d[i];
    }
}

/* A tile of 32 x 16: thread (x, y, z) has column 8 y + x of the rows from 8 z on, and on the way row 8 z + x of the
   columns from 8 y on. */
#define TILE_X 32
#define TILE_Y 16
#define TILE_ROW (TILE_X + 1)
template <bool back> __device__ inline void transform_tile(const float *in, float *out, int width)
{
    __shared__ float tile[TILE_Y * TILE_ROW];
    int column = threadIdx.y * N + threadIdx.x, row = threadIdx.z * N;
    int at = (blockIdx.y * TILE_Y + row) * width + blockIdx.x * TILE_X + column;
    float *down = tile + row * TILE_ROW + column, *along = tile + (row + threadIdx.x) * TILE_ROW + threadIdx.y * N;
#pragma unroll
    for (int i = 0; i < N; i++)
        down[i * TILE_ROW] = in[at + i * width];
    __syncthreads();
    if (back)
        inverse8(along, 1);
    else
        forward8(along, 1);
    __syncthreads();
    if (back)
        inverse8(down, TILE_ROW);
    else
        forward8(down, TILE_ROW);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < N; i++)
        out[at + i * width] = down[i * TILE_ROW];
}

__global__ void forward_tile(const float *in, float *out, int width)
{
    transform_tile<false>(in, out, width);
}

__global__ void inverse_tile(const float *in, float *out, int width)
{
    transform_tile<true>(in, out, width);
}

__global__ void quantise(float *plane, int width)
{
    int at = (blockIdx.y * N + threadIdx.y) * width + blockIdx.x * N + threadIdx.x;
    float step = c_step[threadIdx.y * N + threadIdx.x];
    plane[at] = roundf(plane[at] / step) * step;
}

/* Eight values, `stride` apart, transformed in registers. */
__global__ void eight_points(const float *in, float *out, int lines, int stride, int line, int group, float add)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= lines)
        return;
    int at = t / group * line + t % group * (stride == 1 ? N : 1);
    float v[N];
#pragma unroll
    for (int i = 0; i < N; i++)
        v[i] = in[at + i * stride] + add;
#pragma unroll
    for (int k = 0; k < N; k++) {
        float sum = 0;
#pragma unroll
        for (int i = 0; i < N; i++)
            sum += c_dct[k * N + i] * v[i];
        out[at + k * stride] = sum;
    }
}

/* In place: even coefficients come from the sums of points that face each other, odd ones from the differences. */
__device__ inline void transform8(float *v)
{
    float out[N];
#pragma unroll
    for (int i = 0; i < N / 2; i++) {
        float low = v[i], high = v[N - 1 - i];
        v[i] = low + high;
        v[N - 1 - i] = low - high;
    }
#pragma unroll
    for (int k = 0; k < N; k++) {
        float sum = 0;
#pragma unroll
        for (int i = 0; i < N / 2; i++)
            sum += c_dct[k * N + i] * v[k % 2 ? N - 1 - i : i];
        out[k] = sum;
    }
#pragma unroll
    for (int k = 0; k < N; k++)
        v[k] = out[k];
}

__global__ void rows_tex(cudaTextureObject_t in, float *out, int lines, int width)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= lines)
        return;
    int x = t % (width / N) * N, y = t / (width / N);
    float v[N];
#pragma unroll
    for (int i = 0; i < N; i++)
        v[i] = tex2D<float>(in, x + i + 0.5f, y + 0.5f) - 128.0f;
    transform8(v);
#pragma unroll
    for (int i = 0; i < N; i++)
        out[y * width + x + i] = v[i];
}

__global__ void columns(const float *in, float *out, int lines, int width)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= lines)
        return;
    int at = t / width * N * width + t % width;
    float v[N];
#pragma unroll
    for (int i = 0; i < N; i++)
        v[i] = in[at + i * width];
    transform8(v);
#pragma unroll
    for (int i = 0; i < N; i++)
        out[at + i * width] = v[i];
}

static void reference(const float *dct, const float *in, float *out, int width, int height, int back)
{
    for (int by = 0; by < height; by += N)
        for (int bx = 0; bx < width; bx += N) {
            double tmp[N][N];
            for (int y = 0; y < N; y++)
                for (int x = 0; x < N; x++) {
                    tmp[y][x] = 0;
                    for (int i = 0; i < N; i++)
                        tmp[y][x] += (back ? dct[i * N + y] : dct[y * N + i]) * (double)in[(by + i) * width + bx + x];
                }
            for (int y = 0; y < N; y++)
                for (int x = 0; x < N; x++) {
                    double sum = 0;
                    for (int i = 0; i < N; i++)
                        sum += tmp[y][i] * (back ? dct[i * N + x] : dct[x * N + i]);
                    out[(by + y) * width + bx + x] = (float)sum;
                }
        }
}

static void fill_array(cudaArray_t array, const float *from, int width, int height, cudaMemcpyKind kind)
{
    CUDA_OK(cudaMemcpy2DToArray(array, 0, 0, from, width * sizeof(float), width * sizeof(float), height, kind));
}

static cudaTextureObject_t as_texture(const float *pixels, int width, int height, cudaArray_t *of, bool linear)
{
    struct cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CUDA_OK(cudaMallocArray(&array, &format, width, height));
    fill_array(array, pixels, width, height, cudaMemcpyHostToDevice);
    *of = array;
    struct cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    struct cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    CUDA_OK(cudaCreateTextureObject(&texture, &resource, &how, NULL));
    return texture;
}

/* What both ways share: the image, its coefficients, their quantised values, and the image again. */
struct plane {
    int width, height;
    const float *dct;
    const short *step;
    const float *in; /* host */
};

static void check_quantised(const struct plane *p, const float *coefficients, const float *rounded,
                            const float *image)
{
    size_t n = (size_t)p->width * p->height;
    float *want = wl_host<float>(n);
    reference(p->dct, p->in, want, p->width, p->height, 0);
    wl_check_f32("coefficients", coefficients, want, n, 1e-4, 1e-2);
    for (size_t i = 0; i < n; i++) {
        float s = p->step[i / p->width % N * N + i % p->width % N];
        want[i] = roundf(coefficients[i] / s) * s;
    }
    wl_check_f32("quantised", rounded, want, n, 1e-5, 1e-4);
    reference(p->dct, rounded, want, p->width, p->height, 1);
    wl_check_f32("image", image, want, n, 1e-4, 1e-2);
}

static void both_ways(const struct plane *p, int times, int tile_times)
{
    size_t n = (size_t)p->width * p->height;
    int width = p->width, height = p->height;
    dim3 grid(width / N, height / N), block(N, N), tiles(width / TILE_X, height / TILE_Y),
        tile(N, TILE_X / N, TILE_Y / N);
    float *d_in = wl_upload(p->in, n), *d_mid = wl_dev_zero<float>(n), *d_out = wl_dev_zero<float>(n);
    cudaArray_t array;
    cudaTextureObject_t image = as_texture(p->in, width, height, &array, true);
    for (int i = 0; i < times; i++) {
        forward<<<grid, block>>>(image, d_mid, width);
        WL_LAUNCHED();
    }
    float *first = wl_download(d_mid, n);
    quantise<<<grid, block>>>(d_mid, width);
    WL_LAUNCHED();
    fill_array(array, d_mid, width, height, cudaMemcpyDeviceToDevice);
    inverse<<<grid, block>>>(image, d_out, width);
    WL_LAUNCHED();
    float *quantised = wl_download(d_mid, n), *again = wl_download(d_out, n);
    for (int i = 0; i < tile_times; i++) {
        forward_tile<<<tiles, tile>>>(d_in, d_mid, width);
        WL_LAUNCHED();
    }
    float *second = wl_download(d_mid, n);
    quantise<<<grid, block>>>(d_mid, width);
    WL_LAUNCHED();
    inverse_tile<<<tiles, tile>>>(d_mid, d_out, width);
    WL_LAUNCHED();
    if (wl_checking()) {
        check_quantised(p, first, quantised, again);
        check_quantised(p, second, wl_download(d_mid, n), wl_download(d_out, n));
    }
}

int main(int argc, char **argv)
{
    int width, height, registers, times, tile_times;
    const struct wl_opt opts[] = {{"width", &width, 128, 512, N, 8192, "columns (a multiple of 32)"},
                                  {"height", &height, 128, 512, N, 8192, "rows (a multiple of 16)"},
                                  {"times", &times, 2, 10, 1, 100, "launches of `forward`"},
                                  {"tile-times", &tile_times, 2, 101, 1, 1000, "launches of `forward_tile`"},
                                  {"registers", &registers, 0, 0, 0, 2,
                                   "1: forward only, in registers, without shared memory; 2: from a texture"}};
    wl_begin(argc, argv, "dct8x8", opts, WL_COUNT(opts));
    wl_run.name = registers == 2 ? "dct8x8-t" : registers ? "dct8x8-r" : "dct8x8";
    if (width % TILE_X || height % TILE_Y)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 32 and of 16", "--width --height");
    size_t n = (size_t)width * height;
    float dct[N * N], *in = wl_random(n, 0, 255, 1), *shifted = wl_host<float>(n);
    short step[N * N];
    for (size_t i = 0; i < n; i++)
        shifted[i] = in[i] - 128;
    for (int k = 0; k < N * N; k++) {
        dct[k] =
            (float)(sqrt(k / N ? 2.0 / N : 1.0 / N) * cos((2 * (k % N) + 1) * (k / N) * 3.14159265358979 / (2 * N)));
        step[k] = (short)(8 + 3 * (k / N + k % N));
    }
    CUDA_OK(cudaMemcpyToSymbol(c_dct, dct, sizeof(dct)));
    CUDA_OK(cudaMemcpyToSymbol(c_step, step, sizeof(step)));
    if (!registers) {
        struct plane p = {width, height, dct, step, shifted};
        both_ways(&p, times, tile_times);
        return wl_end();
    }
    float *d_in = wl_upload(in, n), *d_mid = wl_dev_zero<float>(n), *d_out = wl_dev_zero<float>(n);
    int lines = (int)(n / N);
    if (registers == 2) {
        cudaArray_t array;
        rows_tex<<<wl_blocks(lines, 128), 128>>>(as_texture(in, width, height, &array, false), d_mid, lines, width);
        WL_LAUNCHED();
        columns<<<wl_blocks(lines, 128), 128>>>(d_mid, d_out, lines, width);
        WL_LAUNCHED();
    } else {
        eight_points<<<wl_blocks(lines, 128), 128>>>(d_in, d_mid, lines, 1, width, width / N, -128.0f);
        WL_LAUNCHED();
        eight_points<<<wl_blocks(lines, 128), 128>>>(d_mid, d_out, lines, width, width * N, width, 0);
        WL_LAUNCHED();
    }
    if (wl_checking()) {
        float *want = wl_host<float>(n);
        reference(dct, shifted, want, width, height, 0);
        wl_check_f32("coefficients", wl_download(d_out, n), want, n, 1e-4, 1e-2);
    }
    return wl_end();
}
