/* Jacobi's method for Laplace's equation on a plane: a sweep, and the residual summed with one atomic a block. */
#include "program.h"

__global__ void jacobi_sweep(const float *__restrict__ u, float *__restrict__ next, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
        next[y * w + x] = 0.25f * (u[y * w + x - 1] + u[y * w + x + 1] + u[(y - 1) * w + x] + u[(y + 1) * w + x]);
}

__global__ void jacobi_residual(const float *a, const float *b, float *total, int n)
{
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float d = i < n ? a[i] - b[i] : 0.0f;
    s[threadIdx.x] = d * d;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k)
            s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(total, s[0]);
}

int main()
{
    const int w = 1000, h = 600;
    float *u = host_units(w * h, 4), *d_u = upload(u, w * h), *d_v = upload(u, w * h), *d_total = device<float>(1);
    dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
    jacobi_sweep<<<grid, block>>>(d_u, d_v, w, h);
    jacobi_residual<<<(w * h + 255) / 256, 256>>>(d_u, d_v, d_total, w * h);
    float *v = download(d_v, w * h), *old = u, total = *download(d_total, 1);
    double want = 0;
    for (int i = 0; i < w * h; i++)
        want += (old[i] - v[i]) * (old[i] - v[i]);
    int i = 300 * w + 500;
    return verdict(near(total, want, 1e-3) && near(v[i], (u[i - 1] + u[i + 1] + u[i - w] + u[i + w]) / 4, 1e-5));
}
