/* Heavy with library functions: erf, exp, log, pow, tan in single precision; exp, log and a cube root in double. */
#include "program.h"

__global__ void maths_single(const float *__restrict__ x, float *__restrict__ y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    float a = erff(v) + expf(-v) + logf(v + 1.0f), b = powf(v + 0.5f, 1.7f) + tanf(v),
          c = atanf(v) * log1pf(v) + cbrtf(v);
    y[i] = a * b + c;
}

__global__ void maths_double(const double *__restrict__ x, double *__restrict__ y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double v = x[i];
    y[i] = exp(-v) * log(v + 1.0) + sqrt(v) + 1.0 / (v + 0.3) + sin(v);
}

int main()
{
    const int n = 60000;
    float *x = host_units(n, 1);
    double *z = host<double>(n);
    for (int i = 0; i < n; i++)
        z[i] = x[i];
    float *d_x = upload(x, n), *d_y = device<float>(n);
    double *d_z = upload(z, n), *d_w = device<double>(n), v = x[55];
    maths_single<<<(n + 255) / 256, 256>>>(d_x, d_y, n);
    maths_double<<<(n + 127) / 128, 128>>>(d_z, d_w, n);
    double a = erf(v) + exp(-v) + log(v + 1), b = pow(v + 0.5, 1.7) + tan(v), c = atan(v) * log1p(v) + cbrt(v);
    return verdict(near(download(d_y, n)[55], a * b + c, 1e-3) &&
                   near(download(d_w, n)[55], exp(-v) * log(v + 1) + sqrt(v) + 1 / (v + 0.3) + sin(v), 1e-9));
}
