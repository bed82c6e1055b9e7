/* Minkowski distances of order p between all rows of two matrices. */
#include "program.h"

__global__ void minkowski_distance(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ out,
                                   int rows_a, int rows_b, int dim, float p, float inv_p)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= rows_a || j >= rows_b)
        return;
    float sum = 0;
    for (int k = 0; k < dim; k++)
        sum += powf(fabsf(a[i * dim + k] - b[k * rows_b + j]), p);
    out[i * rows_b + j] = powf(sum, inv_p);
}

int main()
{
    const int n = 200, m = 256, dim = 16;
    float *a = host_units(n * dim, 1), *b = host_units(m * dim, 2);
    float *d_a = upload(a, n * dim), *d_b = upload(b, m * dim), *d_out = device<float>(n * m);
    minkowski_distance<<<dim3(m / 16, (n + 15) / 16), dim3(16, 16)>>>(d_a, d_b, d_out, n, m, dim, 3.0f, 1 / 3.0f);
    float *out = download(d_out, n * m);
    double want = 0;
    for (int k = 0; k < dim; k++)
        want += pow(fabs(a[50 * dim + k] - b[k * m + 60]), 3);
    return verdict(near(out[50 * m + 60], pow(want, 1.0 / 3), 1e-3));
}
