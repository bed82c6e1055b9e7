/* Softmax of rows: a block a row with shared-memory reductions, and a thread a short row. */
#include "program.h"

__global__ void softmax_block(const float *__restrict__ in, float *__restrict__ out, int cols)
{
    __shared__ float s[128];
    const float *row = in + (size_t)blockIdx.x * cols;
    int t = threadIdx.x;
    float most = -1e30f, sum = 0;
    for (int c = t; c < cols; c += blockDim.x)
        most = fmaxf(most, row[c]);
    s[t] = most;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d)
            s[t] = fmaxf(s[t], s[t + d]);
        __syncthreads();
    }
    most = s[0];
    __syncthreads();
    for (int c = t; c < cols; c += blockDim.x)
        sum += expf(row[c] - most);
    s[t] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    sum = s[0];
    for (int c = t; c < cols; c += blockDim.x)
        out[(size_t)blockIdx.x * cols + c] = expf(row[c] - most) / sum;
}

__global__ void softmax_thread(const float *in, float *out, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float most = in[r * cols], sum = 0;
    for (int c = 1; c < cols; c++)
        most = fmaxf(most, in[r * cols + c]);
    for (int c = 0; c < cols; c++)
        sum += expf(in[r * cols + c] - most);
    for (int c = 0; c < cols; c++)
        out[r * cols + c] = expf(in[r * cols + c] - most) / sum;
}

int main()
{
    const int rows = 600, cols = 1000, short_cols = 20, short_rows = rows * cols / short_cols;
    float *in = host_units(rows * cols, 1), *d_in = upload(in, rows * cols);
    float *d_a = device<float>(rows * cols), *d_b = device<float>(rows * cols);
    softmax_block<<<rows, 128>>>(d_in, d_a, cols);
    softmax_thread<<<(short_rows + 255) / 256, 256>>>(d_in, d_b, short_rows, short_cols);
    float *a = download(d_a, rows * cols), *b = download(d_b, rows * cols);
    double sum_a = 0, sum_b = 0;
    for (int c = 0; c < cols; c++)
        sum_a += a[9 * cols + c];
    for (int c = 0; c < short_cols; c++)
        sum_b += b[99 * short_cols + c];
    return verdict(near(sum_a, 1, 1e-3) && near(sum_b, 1, 1e-3));
}
