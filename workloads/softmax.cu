/*
 * softmax: each row of a matrix becomes exp(x - greatest) / sum, as a transformer's scores do.
 *
 * A block of 256 threads a row. Each thread goes over its elements once, four at a time, with a greatest value so far
 * and a sum that is scaled when that grows; warps join theirs by shuffles, the block its warps' through shared
 * memory. A second pass reads the row again and writes it.
 *
 * Paper size: 4096 rows of 1024.
 */
#include "common.h"

#define BLOCK 256

struct partial {
    float most, sum;
};

__device__ __forceinline__ partial joined(partial a, partial b)
{
    float most = fmaxf(a.most, b.most);
    partial r = {most, a.sum * __expf(a.most - most) + b.sum * __expf(b.most - most)};
    return r;
}

__device__ __forceinline__ partial of_warp(partial p)
{
    for (int d = 16; d; d >>= 1) {
        partial other = {__shfl_xor_sync(0xffffffffu, p.most, d), __shfl_xor_sync(0xffffffffu, p.sum, d)};
        p = joined(p, other);
    }
    return p;
}

__global__ void softmax(int n, const float *x, float *y)
{
    __shared__ partial parts[BLOCK / 32];
    const float4 *row = (const float4 *)(x + (size_t)blockIdx.x * n);
    float4 *out = (float4 *)(y + (size_t)blockIdx.x * n);
    partial p = {-1e30f, 0};
    for (int i = threadIdx.x; i < n / 4; i += BLOCK) {
        float4 v = row[i];
        float most = fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));
        if (most > p.most) {
            p.sum *= __expf(p.most - most);
            p.most = most;
        }
        p.sum += __expf(v.x - p.most) + __expf(v.y - p.most) + __expf(v.z - p.most) + __expf(v.w - p.most);
    }
    p = of_warp(p);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = p;
    __syncthreads();
    p = parts[0];
    for (int w = 1; w < BLOCK / 32; w++)
        p = joined(p, parts[w]);
    float scale = 1.0f / p.sum;
    for (int i = threadIdx.x; i < n / 4; i += BLOCK) {
        float4 v = row[i];
        out[i] = make_float4(__expf(v.x - p.most) * scale, __expf(v.y - p.most) * scale, __expf(v.z - p.most) * scale,
                             __expf(v.w - p.most) * scale);
    }
}

static void reference(int rows, int n, const float *x, float *y)
{
    for (int r = 0; r < rows; r++, x += n, y += n) {
        double most = x[0], sum = 0;
        for (int i = 1; i < n; i++)
            most = x[i] > most ? x[i] : most;
        for (int i = 0; i < n; i++)
            sum += exp(x[i] - most);
        for (int i = 0; i < n; i++)
            y[i] = (float)(exp(x[i] - most) / sum);
    }
}

int main(int argc, char **argv)
{
    int rows, n;
    const struct wl_opt opts[] = {{"rows", &rows, 64, 4096, 1, 65536, "rows"},
                                  {"n", &n, 512, 1024, 4, 65536, "columns, a multiple of 4"}};
    wl_begin(argc, argv, "softmax", opts, WL_COUNT(opts));
    if (n % 4)
        wl_bad_args(opts, WL_COUNT(opts), "a row is a multiple of 4 elements", "--n");
    size_t all = (size_t)rows * n;
    float *x = wl_random(all, -8, 8, 1), *d_x = wl_upload(x, all), *d_y = wl_dev<float>(all);

    softmax<<<rows, BLOCK>>>(n, d_x, d_y);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *y = wl_host<float>(all);
        reference(rows, n, x, y);
        wl_check_f32("y", wl_download(d_y, all), y, all, 1e-5, 1e-9);
    }
    return wl_end();
}
