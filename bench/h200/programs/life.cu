/* Conway's game of life on a torus of bytes, a cell a thread, and with a tile in shared memory. */
#include "program.h"

__global__ void life_plain(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    int l = (x + w - 1) % w, r = (x + 1) % w, u = (y + h - 1) % h, d = (y + 1) % h;
    int n = in[u * w + l] + in[u * w + x] + in[u * w + r] + in[y * w + l] + in[y * w + r] + in[d * w + l] +
            in[d * w + x] + in[d * w + r];
    out[y * w + x] = n == 3 || (n == 2 && in[y * w + x]);
}

__global__ void life_tiled(const unsigned char *in, unsigned char *out, int w, int h)
{
    __shared__ unsigned char tile[18][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    for (int j = threadIdx.y; j < 18; j += 16)
        for (int i = threadIdx.x; i < 34; i += 32) {
            int gx = (blockIdx.x * 32 + i - 1 + w) % w, gy = (blockIdx.y * 16 + j - 1 + h) % h;
            tile[j][i] = in[gy * w + gx];
        }
    __syncthreads();
    int n = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            n += tile[threadIdx.y + j][threadIdx.x + i];
    int self = tile[threadIdx.y + 1][threadIdx.x + 1];
    if (x < w && y < h)
        out[y * w + x] = n == 3 || (n == 4 && self);
}

int main()
{
    const int w = 512, h = 384;
    unsigned char *a = host<unsigned char>(w * h);
    for (int i = 0; i < w * h; i++)
        a[i] = mix(i) % 3 == 0;
    unsigned char *d_a = upload(a, w * h), *d_b = device<unsigned char>(w * h), *d_c = device<unsigned char>(w * h);
    dim3 block(32, 16), grid(w / 32, h / 16);
    life_plain<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(d_a, d_b, w, h);
    life_tiled<<<grid, block>>>(d_a, d_c, w, h);
    unsigned char *b = download(d_b, w * h), *c = download(d_c, w * h);
    int alive = 0;
    for (int i = 0; i < w * h; i++)
        alive += b[i];
    return verdict(!memcmp(b, c, w * h) && alive > w * h / 10);
}
