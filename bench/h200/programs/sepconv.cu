/* A separable convolution of radius 8: rows with a tile and halo in shared memory, then columns. */
#include "program.h"

#define RADIUS 8

__constant__ float taps[2 * RADIUS + 1];

__global__ void convolve_rows(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float tile[4][128 + 2 * RADIUS];
    int x = blockIdx.x * 128 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    for (int i = threadIdx.x; i < 128 + 2 * RADIUS; i += 128) {
        int gx = blockIdx.x * 128 + i - RADIUS;
        tile[threadIdx.y][i] = gx >= 0 && gx < w && y < h ? in[y * w + gx] : 0.0f;
    }
    __syncthreads();
    if (x >= w || y >= h)
        return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k <= 2 * RADIUS; k++)
        sum += taps[k] * tile[threadIdx.y][threadIdx.x + k];
    out[y * w + x] = sum;
}

__global__ void convolve_columns(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float tile[32 + 2 * RADIUS][32];
    int x = blockIdx.x * 32 + threadIdx.x, top = blockIdx.y * 32;
    for (int j = threadIdx.y; j < 32 + 2 * RADIUS; j += 8) {
        int gy = top + j - RADIUS;
        tile[j][threadIdx.x] = gy >= 0 && gy < h && x < w ? in[gy * w + x] : 0.0f;
    }
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k <= 2 * RADIUS; k++)
            sum += taps[k] * tile[j + k][threadIdx.x];
        if (x < w && top + j < h)
            out[(top + j) * w + x] = sum;
    }
}

int main()
{
    const int w = 640, h = 480;
    float weights[2 * RADIUS + 1], *in = host_units(w * h, 6);
    for (int k = 0; k <= 2 * RADIUS; k++)
        weights[k] = expf(-0.05f * (k - RADIUS) * (k - RADIUS));
    CHECK(cudaMemcpyToSymbol(taps, weights, sizeof weights));
    float *d_in = upload(in, w * h), *d_mid = device<float>(w * h), *d_out = device<float>(w * h);
    convolve_rows<<<dim3(w / 128, h / 4), dim3(128, 4)>>>(d_in, d_mid, w, h);
    convolve_columns<<<dim3(w / 32, h / 32), dim3(32, 8)>>>(d_mid, d_out, w, h);
    float *out = download(d_out, w * h);
    double want = 0;
    for (int j = 0; j <= 2 * RADIUS; j++)
        for (int i = 0; i <= 2 * RADIUS; i++)
            want += weights[i] * weights[j] * in[(200 + j - RADIUS) * w + 300 + i - RADIUS];
    return verdict(near(out[200 * w + 300], want, 1e-4));
}
