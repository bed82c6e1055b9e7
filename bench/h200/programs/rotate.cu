/* A picture turned by an angle, with bilinear interpolation. */
#include "program.h"

__global__ void rotate_bilinear(const float *__restrict__ in, float *__restrict__ out, int w, int h, float s, float c)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float dx = x - 0.5f * w, dy = y - 0.5f * h;
    float sx = c * dx + s * dy + 0.5f * w, sy = -s * dx + c * dy + 0.5f * h;
    float v = 0;
    int ix = (int)floorf(sx), iy = (int)floorf(sy);
    if (ix >= 0 && iy >= 0 && ix + 1 < w && iy + 1 < h) {
        float fx = sx - ix, fy = sy - iy;
        const float *p = in + iy * w + ix;
        v = (1 - fy) * ((1 - fx) * p[0] + fx * p[1]) + fy * ((1 - fx) * p[w] + fx * p[w + 1]);
    }
    out[y * w + x] = v;
}

int main()
{
    const int w = 700, h = 500;
    float *in = host<float>(w * h);
    for (int i = 0; i < w * h; i++)
        in[i] = 0.1f * (i % w) + 0.2f * (i / w);
    float *d_in = upload(in, w * h), *d_out = device<float>(w * h), angle = 0.7f, s = sinf(angle), c = cosf(angle);
    rotate_bilinear<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(d_in, d_out, w, h, s, c);
    float *out = download(d_out, w * h);
    float dx = 360 - 350, dy = 260 - 250, sx = c * dx + s * dy + 350, sy = -s * dx + c * dy + 250;
    return verdict(near(out[260 * w + 360], 0.1f * sx + 0.2f * sy, 1e-3));
}
