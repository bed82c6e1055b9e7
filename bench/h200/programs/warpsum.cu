/* Sums by warp shuffles: of an array with one atomic a block, and of each row of a matrix with a warp a row. */
#include "program.h"

__inline__ __device__ static float warp_sum(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

__global__ void shuffle_sum(const float *__restrict__ in, float *total, int n)
{
    __shared__ float parts[32];
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        v += in[i];
    v = warp_sum(v);
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (lane == 0)
        parts[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < blockDim.x / 32 ? parts[lane] : 0.0f;
        v = warp_sum(v);
        if (lane == 0)
            atomicAdd(total, v);
    }
}

__global__ void row_sums(const float *__restrict__ m, float *__restrict__ sums, int rows, int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float v = 0;
    for (int c = lane; c < cols; c += 32)
        v += m[row * cols + c];
    v = warp_sum(v);
    if (lane == 0)
        sums[row] = v;
}

int main()
{
    const int rows = 4000, cols = 500, n = rows * cols;
    float *m = host_units(n, 3), *d_m = upload(m, n), *d_total = device<float>(1), *d_sums = device<float>(rows);
    shuffle_sum<<<256, 512>>>(d_m, d_total, n);
    row_sums<<<(rows * 32 + 255) / 256, 256>>>(d_m, d_sums, rows, cols);
    double want = 0, last = 0;
    for (int i = 0; i < n; i++)
        want += m[i];
    for (int i = n - cols; i < n; i++)
        last += m[i];
    return verdict(near(*download(d_total, 1), want, 1e-3) && near(download(d_sums, rows)[rows - 1], last, 1e-3));
}
