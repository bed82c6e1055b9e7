/*
 * dct8x8: discrete cosine transform of an image by 8 x 8 blocks, quantisation, and the way back (SDK-class).
 *
 * Default: one CUDA block of 8 x 8 threads a block of pixels, a row being 32 bytes: four neighbouring CUDA blocks
 * share each 128-byte line. The two products with the cosine matrix go through shared memory. Three launches:
 * `forward`, `quantise`, `inverse`; each stores as much as it loads, and loads hit lines that a neighbour brought
 * while stores all go through. --registers 1: one thread an 8-point transform, in registers, rows in one launch and
 * columns in the next, no shared memory (26 registers a thread: the unified-memory paper's table 1). --registers 2:
 * the image is read through a texture, as in the SDK's program, and the eight points are transformed in place, sums
 * and differences first.
 *
 * Paper size: 512 x 512: 4,096 CUDA blocks a launch.
 */
#include "common.h"

#define N 8

__constant__ float c_dct[N * N];
__constant__ short c_step[N * N];

/* out = D in D^T, or D^T in D for the way back. */
template <bool back> __device__ inline float product(float in[N][N], float tmp[N][N], int x, int y)
{
    float sum = 0;
#pragma unroll
    for (int i = 0; i < N; i++)
        sum += (back ? c_dct[i * N + y] : c_dct[y * N + i]) * in[i][x];
    tmp[y][x] = sum;
    __syncthreads();
    sum = 0;
#pragma unroll
    for (int i = 0; i < N; i++)
        sum += tmp[y][i] * (back ? c_dct[i * N + x] : c_dct[x * N + i]);
    return sum;
}

template <bool back> __device__ inline void transform(const float *in, float *out, int width)
{
    __shared__ float s[N][N], tmp[N][N];
    int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.y * N + y) * width + blockIdx.x * N + x;
    s[y][x] = back ? in[at] : in[at] - 128.0f;
    __syncthreads();
    float v = product<back>(s, tmp, x, y);
    out[at] = back ? v + 128.0f : v;
}

__global__ void forward(const float *in, float *out, int width)
{
    transform<false>(in, out, width);
}

__global__ void inverse(const float *in, float *out, int width)
{
    transform<true>(in, out, width);
}

__global__ void quantise(float *plane, int width)
{
    int at = (blockIdx.y * N + threadIdx.y) * width + blockIdx.x * N + threadIdx.x;
    float step = c_step[threadIdx.y * N + threadIdx.x];
    plane[at] = rintf(plane[at] / step) * step;
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
                        tmp[y][x] += (back ? dct[i * N + y] : dct[y * N + i]) *
                                     (double)(in[(by + i) * width + bx + x] - (back ? 0 : 128));
                }
            for (int y = 0; y < N; y++)
                for (int x = 0; x < N; x++) {
                    double sum = back ? 128 : 0;
                    for (int i = 0; i < N; i++)
                        sum += tmp[y][i] * (back ? dct[i * N + x] : dct[x * N + i]);
                    out[(by + y) * width + bx + x] = (float)sum;
                }
        }
}

static cudaTextureObject_t as_texture(const float *pixels, int width, int height)
{
    struct cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CUDA_OK(cudaMallocArray(&array, &format, width, height));
    CUDA_OK(cudaMemcpy2DToArray(array, 0, 0, pixels, width * sizeof(float), width * sizeof(float), height,
                                cudaMemcpyHostToDevice));
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
    int width, height, registers;
    const struct wl_opt opts[] = {{"width", &width, 128, 512, N, 8192, "columns (a multiple of 8)"},
                                  {"height", &height, 128, 512, N, 8192, "rows (a multiple of 8)"},
                                  {"registers", &registers, 0, 0, 0, 2,
                                   "1: forward only, in registers, without shared memory; 2: from a texture"}};
    wl_begin(argc, argv, "dct8x8", opts, WL_COUNT(opts));
    wl_run.name = registers == 2 ? "dct8x8-t" : registers ? "dct8x8-r" : "dct8x8";
    if (width % N || height % N)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 8", "--width --height");
    size_t n = (size_t)width * height;
    float dct[N * N], *in = wl_random(n, 0, 255, 1);
    short step[N * N];
    for (int k = 0; k < N * N; k++) {
        dct[k] =
            (float)(sqrt(k / N ? 2.0 / N : 1.0 / N) * cos((2 * (k % N) + 1) * (k / N) * 3.14159265358979 / (2 * N)));
        step[k] = (short)(8 + 3 * (k / N + k % N));
    }
    CUDA_OK(cudaMemcpyToSymbol(c_dct, dct, sizeof(dct)));
    CUDA_OK(cudaMemcpyToSymbol(c_step, step, sizeof(step)));
    float *d_in = wl_upload(in, n), *d_mid = wl_dev_zero<float>(n), *d_out = wl_dev_zero<float>(n);

    dim3 grid(width / N, height / N), block(N, N);
    int lines = (int)(n / N);
    if (registers == 2) {
        rows_tex<<<wl_blocks(lines, 128), 128>>>(as_texture(in, width, height), d_mid, lines, width);
        WL_LAUNCHED();
        columns<<<wl_blocks(lines, 128), 128>>>(d_mid, d_out, lines, width);
        WL_LAUNCHED();
    } else if (registers) {
        eight_points<<<wl_blocks(lines, 128), 128>>>(d_in, d_mid, lines, 1, width, width / N, -128.0f);
        WL_LAUNCHED();
        eight_points<<<wl_blocks(lines, 128), 128>>>(d_mid, d_out, lines, width, width * N, width, 0);
        WL_LAUNCHED();
    } else {
        forward<<<grid, block>>>(d_in, d_mid, width);
        WL_LAUNCHED();
    }
    float *coefficients = wl_download(registers ? d_out : d_mid, n);
    if (!registers) {
        quantise<<<grid, block>>>(d_mid, width);
        WL_LAUNCHED();
        inverse<<<grid, block>>>(d_mid, d_out, width);
        WL_LAUNCHED();
    }
    if (wl_checking()) {
        float *want = wl_host<float>(n), *rounded = wl_download(d_mid, n);
        reference(dct, in, want, width, height, 0);
        wl_check_f32("coefficients", coefficients, want, n, 1e-4, 1e-2);
        if (!registers) {
            for (size_t i = 0; i < n; i++) {
                float s = step[i / width % N * N + i % width % N];
                want[i] = rintf(coefficients[i] / s) * s;
            }
            wl_check_f32("quantised", rounded, want, n, 1e-5, 1e-4);
            reference(dct, rounded, want, width, height, 1);
            wl_check_f32("image", wl_download(d_out, n), want, n, 1e-4, 1e-2);
        }
    }
    return wl_end();
}
