/* Heat in a box with a tile of the plane in shared memory, marching along z with the planes above and below in
 * registers. */
#include "program.h"

#define TX 32
#define TY 8

__global__ void heat_march(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz, float c)
{
    __shared__ float tile[TY + 2][TX + 2];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * TX + tx, y = blockIdx.y * TY + ty, plane = nx * ny, i = y * nx + x;
    bool inside = x < nx - 1 && y < ny - 1;
    float below = inside ? in[i] : 0, now = inside ? in[i + plane] : 0;
    for (int z = 1; z < nz - 1; z++) {
        i += plane;
        float above = inside ? in[i + plane] : 0;
        __syncthreads();
        tile[ty][tx] = now;
        if (threadIdx.x == 0 && y < ny)
            tile[ty][0] = in[i - 1];
        if (threadIdx.x == TX - 1 && inside)
            tile[ty][TX + 1] = in[i + 1];
        if (threadIdx.y == 0 && x < nx)
            tile[0][tx] = in[i - nx];
        if (threadIdx.y == TY - 1 && inside)
            tile[TY + 1][tx] = in[i + nx];
        __syncthreads();
        if (inside)
            out[i] = now + c * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] + below +
                                above - 6.0f * now);
        below = now;
        now = above;
    }
}

int main()
{
    const int nx = 130, ny = 130, nz = 34, n = nx * ny * nz, p = nx * ny;
    float *in = host_units(n, 1), *d_in = upload(in, n), *d_out = device<float>(n);
    heat_march<<<dim3((nx - 2) / TX, (ny - 2) / TY), dim3(TX, TY)>>>(d_in, d_out, nx, ny, nz, 0.1f);
    float *out = download(d_out, n);
    bool ok = true;
    for (int z = 1; z < nz - 1; z += 5)
        for (int y = 1; y < ny - 1; y += 3)
            for (int x = 1; x < nx - 1; x++) {
                int i = z * p + y * nx + x;
                float s = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - p] + in[i + p];
                ok &= near(out[i], in[i] + 0.1 * (s - 6 * in[i]), 1e-3);
            }
    return verdict(ok);
}
