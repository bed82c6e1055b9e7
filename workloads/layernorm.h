/*
 * Layer normalisation, forward and back: kernels of layernorm and gpt2.
 *
 * Forward and the input's gradient: a warp a row, sums by shuffles. The gradients of weight and bias: a block of 32 x
 * 8 threads for 32 columns, a thread every eighth row, joined in shared memory.
 */
#ifndef WORKLOADS_LAYERNORM_H
#define WORKLOADS_LAYERNORM_H

#include "common.h"

__device__ __forceinline__ float of_warp(float v)
{
    for (int d = 16; d; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__global__ void layernorm(int rows, int n, const float *x, const float *weight, const float *bias, float *y,
                          float *means, float *scales)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    x += (size_t)row * n;
    y += (size_t)row * n;
    float sum = 0, squares = 0;
    for (int i = lane; i < n; i += 32)
        sum += x[i];
    float mean = of_warp(sum) / n;
    for (int i = lane; i < n; i += 32)
        squares += (x[i] - mean) * (x[i] - mean);
    float scale = rsqrtf(of_warp(squares) / n + 1e-5f);
    for (int i = lane; i < n; i += 32)
        y[i] = (x[i] - mean) * scale * weight[i] + bias[i];
    if (lane == 0) {
        means[row] = mean;
        scales[row] = scale;
    }
}

/* add: what reaches x besides, or NULL */
__global__ void layernorm_back(int rows, int n, const float *dy, const float *x, const float *weight,
                               const float *means, const float *scales, const float *add, float *dx)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    dy += (size_t)row * n;
    x += (size_t)row * n;
    dx += (size_t)row * n;
    add = add ? add + (size_t)row * n : NULL;
    float mean = means[row], scale = scales[row], sum = 0, along = 0;
    for (int i = lane; i < n; i += 32) {
        float g = dy[i] * weight[i];
        sum += g;
        along += g * (x[i] - mean) * scale;
    }
    sum = of_warp(sum) / n;
    along = of_warp(along) / n;
    for (int i = lane; i < n; i += 32)
        dx[i] = (dy[i] * weight[i] - sum - (x[i] - mean) * scale * along) * scale + (add ? add[i] : 0);
}

__global__ void layernorm_weights(int rows, int n, const float *dy, const float *x, const float *means,
                                  const float *scales, float *dweight, float *dbias)
{
    __shared__ float parts[2][8][32];
    int col = blockIdx.x * 32 + threadIdx.x;
    float w = 0, b = 0;
    for (int r = threadIdx.y; r < rows && col < n; r += 8) {
        float g = dy[(size_t)r * n + col];
        w += g * (x[(size_t)r * n + col] - means[r]) * scales[r];
        b += g;
    }
    parts[0][threadIdx.y][threadIdx.x] = w;
    parts[1][threadIdx.y][threadIdx.x] = b;
    __syncthreads();
    if (threadIdx.y < 2 && col < n) {
        float sum = 0;
        for (int k = 0; k < 8; k++)
            sum += parts[threadIdx.y][k][threadIdx.x];
        (threadIdx.y ? dbias : dweight)[col] = sum;
    }
}

#endif
