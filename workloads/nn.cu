/*
 * nn: recognition of handwritten digits by a convolutional network (GPGPU-Sim's class of programs).
 *
 * Four layers, one launch each, one block a neuron map and image: 6 maps of 13 x 13 (blocks of 13 x 13) from 29 x 29
 * pixels by 5 x 5 windows, 50 maps of 5 x 5 (blocks of 5 x 5), 100 neurons that see all of that and 10 that see those
 * (blocks of a single thread). Blocks of one image share its values, blocks of one map share its weights, and a block
 * touches a few lines: sharing between blocks is everything.
 *
 * Paper size: 28 images, GPGPU-Sim's default.
 */
#include "common.h"

#define IN 29
#define W1 13
#define N1 6
#define W2 5
#define N2 50
#define N3 100
#define N4 10

__host__ __device__ inline float activate(float x)
{
    return 1.7159f * tanhf(0.66666667f * x);
}

/* A 5 x 5 window, every second place. Weights of a map: bias, then 25 for each map of the layer before. */
__host__ __device__ inline float window(const float *in, int side, int maps, const float *weight, int x, int y)
{
    float sum = weight[0];
    weight++;
    in += 2 * y * side + 2 * x;
#pragma unroll 1
    for (int m = 0; m < maps; m++, in += side * (side - 5))
#pragma unroll 1
        for (int r = 0; r < 5; r++, in += side)
#pragma unroll 1
            for (int i = 0; i < 5; i++)
                sum += in[i] * *weight++;
    return activate(sum);
}

__host__ __device__ inline float all(const float *in, int n, const float *weight)
{
    float sum = weight[0];
#pragma unroll 1
    for (int i = 0; i < n; i++)
        sum += in[i] * weight[1 + i];
    return activate(sum);
}

__global__ void first_layer(const float *in, const float *weight, float *out)
{
    int m = blockIdx.x, image = blockIdx.y;
    out[((image * N1 + m) * W1 + threadIdx.y) * W1 + threadIdx.x] =
        window(in + image * IN * IN, IN, 1, weight + m * 26, threadIdx.x, threadIdx.y);
}

__global__ void second_layer(const float *in, const float *weight, float *out)
{
    int m = blockIdx.x, image = blockIdx.y;
    out[((image * N2 + m) * W2 + threadIdx.y) * W2 + threadIdx.x] =
        window(in + image * N1 * W1 * W1, W1, N1, weight + m * (1 + 25 * N1), threadIdx.x, threadIdx.y);
}

__global__ void third_layer(const float *in, const float *weight, float *out)
{
    const int n = N2 * W2 * W2;
    out[blockIdx.y * N3 + blockIdx.x] = all(in + blockIdx.y * n, n, weight + blockIdx.x * (n + 1));
}

__global__ void fourth_layer(const float *in, const float *weight, float *out)
{
    out[blockIdx.y * N4 + blockIdx.x] = all(in + blockIdx.y * N3, N3, weight + blockIdx.x * (N3 + 1));
}

int main(int argc, char **argv)
{
    int images;
    const struct wl_opt opts[] = {{"images", &images, 1, 28, 1, 4096, "images"}};
    wl_begin(argc, argv, "nn", opts, WL_COUNT(opts));
    const int n1 = N1 * 26, n2 = N2 * (1 + 25 * N1), n3 = N3 * (1 + N2 * W2 * W2), n4 = N4 * (1 + N3);
    float *in = wl_random((size_t)images * IN * IN, -1, 1, 1);
    float *w1 = wl_random(n1, -0.3f, 0.3f, 2), *w2 = wl_random(n2, -0.1f, 0.1f, 3);
    float *w3 = wl_random(n3, -0.05f, 0.05f, 4), *w4 = wl_random(n4, -0.2f, 0.2f, 5);
    float *d_in = wl_upload(in, (size_t)images * IN * IN);
    float *d_w1 = wl_upload(w1, n1), *d_w2 = wl_upload(w2, n2), *d_w3 = wl_upload(w3, n3), *d_w4 = wl_upload(w4, n4);
    float *d_1 = wl_dev_zero<float>((size_t)images * N1 * W1 * W1),
          *d_2 = wl_dev_zero<float>((size_t)images * N2 * W2 * W2);
    float *d_3 = wl_dev_zero<float>((size_t)images * N3), *d_4 = wl_dev_zero<float>((size_t)images * N4);

    first_layer<<<dim3(N1, images), dim3(W1, W1)>>>(d_in, d_w1, d_1);
    WL_LAUNCHED();
    second_layer<<<dim3(N2, images), dim3(W2, W2)>>>(d_1, d_w2, d_2);
    WL_LAUNCHED();
    third_layer<<<dim3(N3, images), 1>>>(d_2, d_w3, d_3);
    WL_LAUNCHED();
    fourth_layer<<<dim3(N4, images), 1>>>(d_3, d_w4, d_4);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>((size_t)images * N4);
        static float a[N1 * W1 * W1], b[N2 * W2 * W2], c[N3];
        for (int im = 0; im < images; im++) {
            for (int i = 0; i < N1 * W1 * W1; i++)
                a[i] = window(in + im * IN * IN, IN, 1, w1 + i / (W1 * W1) * 26, i % W1, i / W1 % W1);
            for (int i = 0; i < N2 * W2 * W2; i++)
                b[i] = window(a, W1, N1, w2 + i / (W2 * W2) * (1 + 25 * N1), i % W2, i / W2 % W2);
            for (int i = 0; i < N3; i++)
                c[i] = all(b, N2 * W2 * W2, w3 + i * (1 + N2 * W2 * W2));
            for (int i = 0; i < N4; i++)
                want[im * N4 + i] = all(c, N3, w4 + i * (1 + N3));
        }
        wl_check_f32("digit", wl_download(d_4, (size_t)images * N4), want, (size_t)images * N4, 1e-3, 1e-3);
    }
    return wl_end();
}
