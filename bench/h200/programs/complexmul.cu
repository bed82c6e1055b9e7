/* Complex numbers in an array: products scaled, and Julia's z*z + c ten times over in double precision. */
#include "program.h"

__global__ void complex_scale(float2 *a, const float2 *b, int n, float scale)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        float2 x = a[i], y = b[i];
        a[i] = make_float2(scale * (x.x * y.x - x.y * y.y), scale * (x.x * y.y + x.y * y.x));
    }
}

__global__ void complex_square(double2 *z, double cr, double ci, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double re = z[i].x, im = z[i].y;
    for (int k = 0; k < 10; k++) {
        double t = re * re - im * im + cr;
        im = 2 * re * im + ci;
        re = t;
        double size = re * re + im * im;
        if (size > 4) {
            re /= size;
            im /= size;
        }
    }
    z[i] = make_double2(re, im);
}

int main()
{
    const int n = 300000, m = 60000;
    float2 *a = host<float2>(n), *b = host<float2>(n);
    double2 *z = host<double2>(m);
    for (int i = 0; i < n; i++) {
        a[i] = make_float2(unit(i), unit(i + n));
        b[i] = make_float2(unit(i + 2 * n), unit(i + 3 * n));
    }
    for (int i = 0; i < m; i++)
        z[i] = make_double2(2 * a[i].x - 1, 2 * a[i].y - 1);
    float2 *d_a = upload(a, n), *d_b = upload(b, n);
    double2 *d_z = upload(z, m);
    complex_scale<<<96, 256>>>(d_a, d_b, n, 0.5f);
    complex_square<<<(m + 255) / 256, 256>>>(d_z, -0.7, 0.27, m);
    float2 *got = download(d_a, n);
    double2 *w = download(d_z, m);
    bool ok = near(got[99].x, 0.5 * (a[99].x * b[99].x - a[99].y * b[99].y), 1e-4);
    for (int i = 0; i < m; i++)
        ok &= w[i].x * w[i].x + w[i].y * w[i].y <= 4.0001;
    return verdict(ok);
}
