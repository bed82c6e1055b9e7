/* A 27-point stencil with four weights, a point a thread. */
#include "program.h"

__global__ void stencil_27(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz, float w0,
                           float w1, float w2, float w3)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
        return;
    float sums[4] = {0, 0, 0, 0};
#pragma unroll
    for (int dz = -1; dz <= 1; dz++)
#pragma unroll
        for (int dy = -1; dy <= 1; dy++)
#pragma unroll
            for (int dx = -1; dx <= 1; dx++)
                sums[abs(dx) + abs(dy) + abs(dz)] += in[((z + dz) * ny + y + dy) * nx + x + dx];
    out[(z * ny + y) * nx + x] = w0 * sums[0] + w1 * sums[1] + w2 * sums[2] + w3 * sums[3];
}

int main()
{
    const int nx = 128, ny = 96, nz = 40, n = nx * ny * nz;
    float *in = host_units(n, 8), *d_in = upload(in, n), *d_out = device<float>(n);
    dim3 block(32, 4, 2), grid(nx / 32, ny / 4, nz / 2);
    stencil_27<<<grid, block>>>(d_in, d_out, nx, ny, nz, 0.5f, 0.03f, 0.02f, 0.01f);
    float *out = download(d_out, n);
    const float w[4] = {0.5f, 0.03f, 0.02f, 0.01f};
    double want = 0;
    for (int z = -1; z <= 1; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++)
                want += w[abs(x) + abs(y) + abs(z)] * in[((9 + z) * ny + 20 + y) * nx + 31 + x];
    return verdict(near(out[(9 * ny + 20) * nx + 31], want, 1e-4));
}
