/* A dot product and y += a x in double precision. */
#include "program.h"

__global__ void dot_fp64(const double *__restrict__ x, const double *__restrict__ y, double *total, int n)
{
    __shared__ double part[256];
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += x[i] * y[i];
    part[threadIdx.x] = sum;
    for (int d = 128; d > 0; d >>= 1) {
        __syncthreads();
        if (threadIdx.x < d)
            part[threadIdx.x] += part[threadIdx.x + d];
    }
    if (threadIdx.x == 0)
        atomicAdd(total, part[0]);
}

__global__ void axpy_fp64(double a, const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

int main()
{
    const int n = 1 << 20;
    double *x = host<double>(n), *y = host<double>(n), want = 0;
    for (int i = 0; i < n; i++) {
        x[i] = unit(i);
        y[i] = unit(i + n);
        want += x[i] * y[i];
    }
    double *d_x = upload(x, n), *d_y = upload(y, n), *d_total = device<double>(1);
    dot_fp64<<<264, 256>>>(d_x, d_y, d_total, n);
    axpy_fp64<<<(n + 255) / 256, 256>>>(2.5, d_x, d_y, n);
    return verdict(near(*download(d_total, 1), want, 1e-9) && near(download(d_y, n)[99], 2.5 * x[99] + y[99], 1e-12));
}
