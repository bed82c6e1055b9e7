/* A bilateral filter of radius 4 on floats: weights by distance from a table, by difference from exp. */
#include "program.h"

#define RADIUS 4

__constant__ float closeness[(2 * RADIUS + 1) * (2 * RADIUS + 1)];

__global__ void bilateral_filter(const float *__restrict__ in, float *__restrict__ out, int w, int h, float inv)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float mid = in[y * w + x], sum = 0, weight = 0;
    for (int dy = -RADIUS; dy <= RADIUS; dy++)
        for (int dx = -RADIUS; dx <= RADIUS; dx++) {
            int cx = x + dx, cy = y + dy;
            if (cx < 0 || cy < 0 || cx >= w || cy >= h)
                continue;
            float v = in[cy * w + cx], d = v - mid;
            float k = closeness[(dy + RADIUS) * (2 * RADIUS + 1) + dx + RADIUS] * expf(-d * d * inv);
            sum += k * v;
            weight += k;
        }
    out[y * w + x] = sum / weight;
}

int main()
{
    const int w = 208, h = 144;
    float table[81], *in = host_units(w * h, 2);
    for (int k = 0; k < 81; k++)
        table[k] = expf(-((k / 9 - 4) * (k / 9 - 4) + (k % 9 - 4) * (k % 9 - 4)) / 18.0f);
    CHECK(cudaMemcpyToSymbol(closeness, table, sizeof table));
    float *d_in = upload(in, w * h), *d_out = device<float>(w * h);
    bilateral_filter<<<dim3(w / 16, (h + 15) / 16), dim3(16, 16)>>>(d_in, d_out, w, h, 8.0f);
    float *out = download(d_out, w * h);
    double sum = 0, weight = 0;
    int at = 100 * w + 100;
    for (int k = 0; k < 81; k++) {
        double v = in[at + (k / 9 - 4) * w + k % 9 - 4], d = v - in[at], c = table[k] * exp(-d * d * 8);
        sum += c * v;
        weight += c;
    }
    return verdict(near(out[at], sum / weight, 1e-3));
}
