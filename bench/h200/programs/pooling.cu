/* Pooling of many planes: the largest of 3 by 3 with stride 2, and its gradient by atomics. */
#include "program.h"

__global__ void max_pool(const float *__restrict__ in, float *__restrict__ out, int *__restrict__ where, int planes,
                         int h, int w, int oh, int ow)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= planes * oh * ow)
        return;
    int ox = i % ow, oy = i / ow % oh, p = i / (ow * oh);
    float best = -1e30f;
    int at = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++) {
            int y = oy * 2 + dy - 1, x = ox * 2 + dx - 1;
            if (y < 0 || x < 0 || y >= h || x >= w)
                continue;
            int k = (p * h + y) * w + x;
            if (in[k] > best) {
                best = in[k];
                at = k;
            }
        }
    out[i] = best;
    where[i] = at;
}

__global__ void max_pool_gradient(const float *__restrict__ dy, const int *__restrict__ where, float *dx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&dx[where[i]], dy[i]);
}

int main()
{
    const int planes = 64, h = 112, w = 112, oh = 56, ow = 56, n = planes * oh * ow;
    float *in = host_units(planes * h * w, 1), *d_in = upload(in, planes * h * w), *d_out = device<float>(n);
    float *d_dx = device<float>(planes * h * w);
    int *d_where = device<int>(n);
    max_pool<<<(n + 255) / 256, 256>>>(d_in, d_out, d_where, planes, h, w, oh, ow);
    max_pool_gradient<<<(n + 255) / 256, 256>>>(d_out, d_where, d_dx, n);
    float *out = download(d_out, n), *dx = download(d_dx, planes * h * w);
    double a = 0, b = 0;
    bool ok = true;
    for (int i = 0; i < n; i++) {
        a += out[i];
        ok &= out[i] >= in[(i / (ow * oh) * h + i / ow % oh * 2) * w + i % ow * 2];
    }
    for (int i = 0; i < planes * h * w; i++)
        b += dx[i];
    return verdict(ok && near(b, a, 1e-3));
}
