/* Sobel's edges of a grey picture, and a histogram of their strength in shared memory. */
#include "program.h"

__global__ void sobel_edges(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    const unsigned char *p = in + y * w + x;
    int a = p[-w - 1], b = p[-w], c = p[-w + 1], d = p[-1], f = p[1], g = p[w - 1], i = p[w], j = p[w + 1];
    int gx = c + 2 * f + j - a - 2 * d - g, gy = g + 2 * i + j - a - 2 * b - c;
    float m = sqrtf((float)(gx * gx + gy * gy));
    out[y * w + x] = m > 255.0f ? 255 : (unsigned char)m;
}

__global__ void edge_histogram(const unsigned char *in, unsigned *bins, int n)
{
    __shared__ unsigned local[256];
    if (threadIdx.x < 256)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[in[i]], 1u);
    __syncthreads();
    if (threadIdx.x < 256)
        atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main()
{
    const int w = 960, h = 540, n = w * h;
    unsigned char *in = host<unsigned char>(n);
    for (int i = 0; i < n; i++)
        in[i] = (unsigned char)(128 + 100 * sinf(i % w * 0.02f) * cosf(i / w * 0.03f) + mix(i) % 16);
    unsigned char *d_in = upload(in, n), *d_out = device<unsigned char>(n);
    unsigned *d_bins = device<unsigned>(256);
    sobel_edges<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(d_in, d_out, w, h);
    edge_histogram<<<120, 512>>>(d_out, d_bins, n);
    unsigned *bins = download(d_bins, 256), sum = 0;
    for (int i = 0; i < 256; i++)
        sum += bins[i];
    return verdict(sum == (unsigned)n && bins[0] < (unsigned)n / 4);
}
