/* A depthwise 3 by 3 convolution of many channels, with bias and a rectifier. */
#include "program.h"

__global__ void depthwise_3x3(const float *__restrict__ in, const float *__restrict__ weights,
                              const float *__restrict__ bias, float *__restrict__ out, int channels, int h, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= channels * h * w)
        return;
    int x = i % w, y = i / w % h, c = i / (w * h);
    float sum = bias[c];
#pragma unroll
    for (int dy = -1; dy <= 1; dy++)
#pragma unroll
        for (int dx = -1; dx <= 1; dx++) {
            int sx = x + dx, sy = y + dy;
            if (sx >= 0 && sx < w && sy >= 0 && sy < h)
                sum += weights[c * 9 + (dy + 1) * 3 + dx + 1] * in[(c * h + sy) * w + sx];
        }
    out[i] = fmaxf(sum, 0.0f);
}

int main()
{
    const int channels = 96, h = 56, w = 56, n = channels * h * w;
    float *in = host_units(n, 1), *k = host_units(channels * 9, 2), *b = host_units(channels, 3);
    float *d_in = upload(in, n), *d_k = upload(k, channels * 9), *d_b = upload(b, channels),
          *d_out = device<float>(n);
    depthwise_3x3<<<(n + 255) / 256, 256>>>(d_in, d_k, d_b, d_out, channels, h, w);
    double want = b[10];
    for (int t = 0; t < 9; t++)
        want += k[90 + t] * in[(10 * h + 20 + t / 3 - 1) * w + 30 + t % 3 - 1];
    return verdict(near(download(d_out, n)[(10 * h + 20) * w + 30], want, 1e-4));
}
