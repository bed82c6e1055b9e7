/* Transposition of a matrix: directly, through a tile, and through a padded tile with four rows a thread. */
#include "program.h"

__global__ void transpose_direct(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[x * h + y] = in[y * w + x];
}

__global__ void transpose_tile(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float tile[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h)
        tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    if (x < h && y < w)
        out[y * h + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void transpose_padded(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < w && y + j < h)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < h && y + j < w)
            out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
    const int w = 800, h = 640, n = w * h;
    float *in = host_units(n, 1), *d_in = upload(in, n), *d_a = device<float>(n), *d_b = device<float>(n);
    float *d_c = device<float>(n);
    transpose_direct<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(d_in, d_a, w, h);
    transpose_tile<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(d_in, d_b, w, h);
    transpose_padded<<<dim3(w / 32, h / 32), dim3(32, 8)>>>(d_in, d_c, w, h);
    float *a = download(d_a, n), *b = download(d_b, n), *c = download(d_c, n);
    return verdict(a[33 * h + 21] == in[21 * w + 33] && !memcmp(a, b, n * 4) && !memcmp(a, c, n * 4));
}
