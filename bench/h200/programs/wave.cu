/* The wave equation: a string, eight steps a launch in shared memory with a halo, and a box with fourth-order
 * differences. */
#include "program.h"

#define STEPS 8
#define INNER 240

__global__ void wave_string(const float *__restrict__ now, const float *__restrict__ before, float *__restrict__ next,
                            int n, float c)
{
    __shared__ float a[2][256], b[256];
    int t = threadIdx.x, i = blockIdx.x * INNER + t - STEPS;
    float old = i >= 0 && i < n ? before[i] : 0.0f;
    a[0][t] = i >= 0 && i < n ? now[i] : 0.0f;
    b[t] = old;
    __syncthreads();
    for (int s = 0; s < STEPS; s++) {
        float *from = a[s & 1], *to = a[~s & 1];
        float v = from[t];
        if (t > 0 && t < 255 && i > 0 && i < n - 1)
            v = 2.0f * from[t] - b[t] + c * (from[t - 1] - 2.0f * from[t] + from[t + 1]);
        b[t] = from[t];
        to[t] = v;
        __syncthreads();
    }
    if (t >= STEPS && t < STEPS + INNER && i < n)
        next[i] = a[STEPS & 1][t];
}

__global__ void wave_box(const float *__restrict__ u, float *v, int nx, int ny, int nz, float c)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 2, y = blockIdx.y * blockDim.y + threadIdx.y + 2;
    if (x >= nx - 2 || y >= ny - 2)
        return;
    int plane = nx * ny, i = 2 * plane + y * nx + x;
    for (int z = 2; z < nz - 2; z++, i += plane) {
        float lap = -7.5f * u[i];
        lap += 1.3333333f * (u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx] + u[i - plane] + u[i + plane]);
        lap -=
            0.0833333f * (u[i - 2] + u[i + 2] + u[i - 2 * nx] + u[i + 2 * nx] + u[i - 2 * plane] + u[i + 2 * plane]);
        v[i] = 2.0f * u[i] - v[i] + c * lap;
    }
}

int main()
{
    const int n = 200000, nx = 132, ny = 100, nz = 48, m = nx * ny * nz;
    float *now = host<float>(n), *box = host_units(m, 1);
    for (int i = 0; i < n; i++)
        now[i] = sinf(3.14159265f * 40 * i / (n - 1));
    float *d_now = upload(now, n), *d_next = device<float>(n), *d_u = upload(box, m), *d_v = device<float>(m);
    wave_string<<<(n + INNER - 1) / INNER, 256>>>(d_now, d_now, d_next, n, 0.25f);
    dim3 block(32, 8), grid((nx - 4 + 31) / 32, (ny - 4 + 7) / 8);
    wave_box<<<grid, block>>>(d_u, d_v, nx, ny, nz, 0.1f);
    float *next = download(d_next, n), *v = download(d_v, m);
    bool ok = near(next[777], now[777], 0.05) && v[0] == 0;
    int p = nx * ny, i = 20 * p + 50 * nx + 60;
    double lap = -7.5 * box[i];
    for (int s = -1; s <= 1; s += 2)
        lap += 1.3333333 * (box[i + s] + box[i + s * nx] + box[i + s * p]) -
               0.0833333 * (box[i + 2 * s] + box[i + 2 * s * nx] + box[i + 2 * s * p]);
    return verdict(ok && near(v[i], 2 * box[i] + 0.1 * lap, 1e-3));
}
