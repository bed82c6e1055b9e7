/* The Mandelbrot set's escape times, at most 200 rounds, a pixel a thread. */
#include "program.h"

__global__ void mandelbrot_escape(int *out, int w, int h, int limit)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h)
        return;
    float cx = -2.2f + 3.0f * px / w, cy = -1.2f + 2.4f * py / h, x = 0, y = 0;
    int n = 0;
    while (n < limit && x * x + y * y < 4.0f) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        n++;
    }
    out[py * w + px] = n;
}

int main()
{
    const int w = 400, h = 300, limit = 200;
    int *d_out = device<int>(w * h);
    dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
    mandelbrot_escape<<<grid, block>>>(d_out, w, h, limit);
    int *out = download(d_out, w * h), inside = 0;
    for (int i = 0; i < w * h; i++)
        inside += out[i] == limit;
    return verdict(inside > w * h / 8 && inside < w * h / 3);
}
