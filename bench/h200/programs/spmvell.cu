/* Sparse matrix times vector in the ELL layout (columns of the padded rows one after the other), in double precision.
 */
#include "program.h"

__global__ void spmv_ell(const int *__restrict__ cols, const double *__restrict__ values,
                         const double *__restrict__ x, double *__restrict__ y, int rows, int width)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    double sum = 0;
    for (int k = 0; k < width; k++) {
        int c = cols[k * rows + r];
        if (c >= 0)
            sum += values[k * rows + r] * x[c];
    }
    y[r] = sum;
}

int main()
{
    const int rows = 50000, width = 12;
    int *cols = host<int>(rows * width);
    double *values = host<double>(rows * width), *x = host<double>(rows);
    for (int r = 0; r < rows; r++) {
        x[r] = unit(r);
        for (int k = 0; k < width; k++) {
            bool has = k < 4 + (int)(mix(r) % 9);
            cols[k * rows + r] = has ? (r + (int)(mix(r * width + k) % 2001) - 1000 + rows) % rows : -1;
            values[k * rows + r] = has ? unit(r + k * rows) : 0;
        }
    }
    int *d_cols = upload(cols, rows * width);
    double *d_values = upload(values, rows * width), *d_x = upload(x, rows), *d_y = device<double>(rows), want = 0;
    spmv_ell<<<(rows + 127) / 128, 128>>>(d_cols, d_values, d_x, d_y, rows, width);
    for (int k = 0; k < width; k++)
        if (cols[k * rows + 999] >= 0)
            want += values[k * rows + 999] * x[cols[k * rows + 999]];
    return verdict(near(download(d_y, rows)[999], want, 1e-9));
}
