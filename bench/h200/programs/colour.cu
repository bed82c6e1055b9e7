/* Pixels of four bytes: gamma correction, grey, and to YCbCr in planes. */
#include "program.h"

__global__ void gamma_correct(const uchar4 *in, uchar4 *out, int n, float gamma)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uchar4 p = in[i];
    p.x = (unsigned char)(255.0f * powf(p.x / 255.0f, gamma) + 0.5f);
    p.y = (unsigned char)(255.0f * powf(p.y / 255.0f, gamma) + 0.5f);
    p.z = (unsigned char)(255.0f * powf(p.z / 255.0f, gamma) + 0.5f);
    out[i] = p;
}

__global__ void rgba_to_grey(const uchar4 *__restrict__ in, unsigned char *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 p = in[i];
        out[i] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
    }
}

__global__ void rgba_to_ycbcr(const uchar4 *__restrict__ in, unsigned char *y, unsigned char *cb, unsigned char *cr,
                              int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int r = in[i].x, g = in[i].y, b = in[i].z;
    y[i] = (unsigned char)((66 * r + 129 * g + 25 * b + 4224) >> 8);
    cb[i] = (unsigned char)((-38 * r - 74 * g + 112 * b + 32896) >> 8);
    cr[i] = (unsigned char)((112 * r - 94 * g - 18 * b + 32896) >> 8);
}

int main()
{
    const int n = 600 * 400;
    uchar4 *in = host<uchar4>(n);
    for (int i = 0; i < n; i++) {
        unsigned v = mix(i);
        in[i] = make_uchar4(v & 255, v >> 8 & 255, v >> 16 & 255, 255);
    }
    uchar4 *d_in = upload(in, n), *d_out = device<uchar4>(n);
    unsigned char *d_grey = device<unsigned char>(n), *d_y = device<unsigned char>(n),
                  *d_cb = device<unsigned char>(n), *d_cr = device<unsigned char>(n);
    gamma_correct<<<(n + 255) / 256, 256>>>(d_in, d_out, n, 0.45f);
    rgba_to_grey<<<(n + 255) / 256, 256>>>(d_in, d_grey, n);
    rgba_to_ycbcr<<<(n + 127) / 128, 128>>>(d_in, d_y, d_cb, d_cr, n);
    uchar4 *out = download(d_out, n);
    unsigned char *grey = download(d_grey, n), *y = download(d_y, n);
    bool ok = true;
    for (int i = 0; i < n; i += 101) {
        ok &= abs(out[i].x - (int)(255 * powf(in[i].x / 255.0f, 0.45f) + 0.5f)) <= 1;
        ok &= abs(grey[i] - (299 * in[i].x + 587 * in[i].y + 114 * in[i].z) / 1000) <= 1;
        ok &= y[i] == (66 * in[i].x + 129 * in[i].y + 25 * in[i].z + 4224) >> 8;
    }
    return verdict(ok);
}
