/* A median filter, 3 by 3, with a sorting network in registers. */
#include "program.h"

__device__ static inline void order(int &a, int &b)
{
    int low = min(a, b);
    b = max(a, b);
    a = low;
}

__global__ void median_3x3(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    int v[9];
#pragma unroll
    for (int j = 0; j < 3; j++)
#pragma unroll
        for (int i = 0; i < 3; i++) {
            int cx = min(max(x + i - 1, 0), w - 1), cy = min(max(y + j - 1, 0), h - 1);
            v[3 * j + i] = in[cy * w + cx];
        }
    order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]);
    order(v[0], v[1]), order(v[3], v[4]), order(v[6], v[7]);
    order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]);
    order(v[0], v[3]), order(v[5], v[8]), order(v[4], v[7]);
    order(v[3], v[6]), order(v[1], v[4]), order(v[2], v[5]);
    order(v[4], v[7]), order(v[4], v[2]), order(v[6], v[4]);
    order(v[4], v[2]);
    out[y * w + x] = v[4];
}

static int by_value(const void *a, const void *b)
{
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

int main()
{
    const int w = 800, h = 400;
    unsigned char *in = host<unsigned char>(w * h);
    for (int i = 0; i < w * h; i++)
        in[i] = (unsigned char)mix(i);
    unsigned char *d_in = upload(in, w * h), *d_out = device<unsigned char>(w * h);
    median_3x3<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(d_in, d_out, w, h);
    unsigned char *out = download(d_out, w * h), v[9];
    bool ok = true;
    for (int y = 1; y < h - 1; y += 7)
        for (int x = 1; x < w - 1; x += 11) {
            for (int k = 0; k < 9; k++)
                v[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
            qsort(v, 9, 1, by_value);
            ok &= out[y * w + x] == v[4];
        }
    return verdict(ok);
}
