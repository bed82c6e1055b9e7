/* Inverse-distance interpolation: every query sums over all data points, tiles of which lie in shared memory. */
#include "program.h"

__global__ void inverse_distance(const float *__restrict__ dx, const float *__restrict__ dy,
                                 const float *__restrict__ dz, int data, const float *__restrict__ qx,
                                 const float *__restrict__ qy, float *__restrict__ qz, int queries)
{
    __shared__ float x[128], y[128], z[128];
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    float px = q < queries ? qx[q] : 0, py = q < queries ? qy[q] : 0, sum = 0, weights = 0;
    for (int base = 0; base < data; base += 128) {
        int i = base + threadIdx.x;
        x[threadIdx.x] = i < data ? dx[i] : 1e6f;
        y[threadIdx.x] = i < data ? dy[i] : 1e6f;
        z[threadIdx.x] = i < data ? dz[i] : 0;
        __syncthreads();
        for (int k = 0; k < 128; k++) {
            float a = px - x[k], b = py - y[k], w = 1.0f / (a * a + b * b + 1e-6f);
            sum += w * z[k];
            weights += w;
        }
        __syncthreads();
    }
    if (q < queries)
        qz[q] = sum / weights;
}

int main()
{
    const int data = 700, queries = 5000;
    float *x = host_units(data, 1), *y = host_units(data, 2), *z = host_units(data, 3);
    float *qx = host_units(queries, 4), *qy = host_units(queries, 5);
    float *d_x = upload(x, data), *d_y = upload(y, data), *d_z = upload(z, data);
    float *d_qx = upload(qx, queries), *d_qy = upload(qy, queries), *d_qz = device<float>(queries);
    inverse_distance<<<(queries + 127) / 128, 128>>>(d_x, d_y, d_z, data, d_qx, d_qy, d_qz, queries);
    double sum = 0, weights = 0;
    for (int i = 0; i < data; i++) {
        double w = 1 / (pow(qx[9] - x[i], 2) + pow(qy[9] - y[i], 2) + 1e-6);
        sum += w * z[i];
        weights += w;
    }
    return verdict(near(download(d_qz, queries)[9], sum / weights, 1e-3));
}
