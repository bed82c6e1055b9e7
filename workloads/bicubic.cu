/*
 * bicubictexture: an image is turned and enlarged with bicubic interpolation through textures (SDK-class).
 *
 * One thread a pixel, 16 x 16 blocks. A pixel is a weighted sum of 4 x 4 texels, with the weights of a cubic
 * B-spline: sixteen point-sampled fetches a pixel. No shared memory, about 33 registers (unified-memory paper, table
 * 1).
 *
 * Paper size: 512 x 512 pixels from a texture of 512 x 512.
 */
#include "common.h"

__host__ __device__ inline void weights(float f, float *w)
{
    float g = 1.0f - f;
    w[0] = g * g * g / 6.0f;
    w[1] = (4.0f - 6.0f * f * f + 3.0f * f * f * f) / 6.0f;
    w[2] = (4.0f - 6.0f * g * g + 3.0f * g * g * g) / 6.0f;
    w[3] = f * f * f / 6.0f;
}

/* Where pixel (x, y) lies in the texture. */
__host__ __device__ inline void place(int x, int y, float cx, float cy, float *u, float *v)
{
    const float zoom = 0.7f, cosine = 0.96f, sine = 0.28f;
    float dx = (x - cx) * zoom, dy = (y - cy) * zoom;
    *u = fmaf(dx, cosine, fmaf(-dy, sine, cx));
    *v = fmaf(dx, sine, fmaf(dy, cosine, cy));
}

__global__ void bicubic(cudaTextureObject_t texture, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float u, v, wx[4], wy[4], sum = 0;
    place(x, y, width / 2, height / 2, &u, &v);
    float fu = floorf(u), fv = floorf(v);
    float texel[16];
#pragma unroll
    for (int k = 0; k < 16; k++)
        texel[k] = tex2D<float>(texture, fu + k % 4 - 0.5f, fv + k / 4 - 0.5f);
    weights(u - fu, wx);
    weights(v - fv, wy);
#pragma unroll
    for (int k = 0; k < 16; k++)
        sum += wx[k % 4] * wy[k / 4] * texel[k];
    out[y * width + x] = sum;
}

int main(int argc, char **argv)
{
    int width, height;
    const struct wl_opt opts[] = {{"width", &width, 128, 512, 4, 8192, "columns"},
                                  {"height", &height, 128, 512, 4, 8192, "rows"}};
    wl_begin(argc, argv, "bicubictexture", opts, WL_COUNT(opts));
    size_t n = (size_t)width * height;
    float *in = wl_random(n, 0, 1, 1), *d_out = wl_dev_zero<float>(n);
    struct cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CUDA_OK(cudaMallocArray(&array, &format, width, height));
    CUDA_OK(cudaMemcpy2DToArray(array, 0, 0, in, width * sizeof(float), width * sizeof(float), height,
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

    bicubic<<<dim3(wl_blocks(width, 16), wl_blocks(height, 16)), dim3(16, 16)>>>(texture, d_out, width, height);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>(n);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                float u, v, wx[4], wy[4];
                place(x, y, width / 2, height / 2, &u, &v);
                float fu = floorf(u), fv = floorf(v);
                weights(u - fu, wx);
                weights(v - fv, wy);
                for (int k = 0; k < 16; k++) {
                    int tx = (int)fu + k % 4 - 1, ty = (int)fv + k / 4 - 1;
                    tx = tx < 0 ? 0 : tx >= width ? width - 1 : tx;
                    ty = ty < 0 ? 0 : ty >= height ? height - 1 : ty;
                    want[y * width + x] += wx[k % 4] * wy[k / 4] * in[ty * width + tx];
                }
            }
        wl_check_f32("out", wl_download(d_out, n), want, n, 1e-4, 1e-5);
    }
    return wl_end();
}
