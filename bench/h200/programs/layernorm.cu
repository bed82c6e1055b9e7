/* Layer normalisation: a block a row, mean and variance by shuffles over one read of the row. */
#include "program.h"

__global__ void layer_norm(const float *__restrict__ in, const float *__restrict__ gain,
                           const float *__restrict__ shift, float *__restrict__ out, int width)
{
    __shared__ float sums[8], squares[8], stats[2];
    const float *row = in + blockIdx.x * width;
    float sum = 0, square = 0;
    for (int i = threadIdx.x; i < width; i += blockDim.x) {
        float v = row[i];
        sum += v;
        square += v * v;
    }
    for (int d = 16; d > 0; d /= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, d);
        square += __shfl_xor_sync(0xffffffff, square, d);
    }
    if (threadIdx.x % 32 == 0) {
        sums[threadIdx.x / 32] = sum;
        squares[threadIdx.x / 32] = square;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        float a = 0, b = 0;
        for (int w = 0; w < blockDim.x / 32; w++) {
            a += sums[w];
            b += squares[w];
        }
        float mean = a / width;
        stats[0] = mean;
        stats[1] = rsqrtf(b / width - mean * mean + 1e-5f);
    }
    __syncthreads();
    float mean = stats[0], scale = stats[1];
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        out[blockIdx.x * width + i] = (row[i] - mean) * scale * gain[i] + shift[i];
}

int main()
{
    const int rows = 1024, width = 768;
    float *in = host_units(rows * width, 3), *g = host_units(width, 4), *s = host_units(width, 5);
    float *d_in = upload(in, rows * width), *d_g = upload(g, width), *d_s = upload(s, width);
    float *d_out = device<float>(rows * width);
    layer_norm<<<rows, 256>>>(d_in, d_g, d_s, d_out, width);
    float *out = download(d_out, rows * width);
    double mean = 0, square = 0;
    for (int i = 0; i < width; i++)
        mean += in[5 * width + i] / width;
    for (int i = 0; i < width; i++)
        square += pow(in[5 * width + i] - mean, 2) / width;
    double want = (in[5 * width + 9] - mean) / sqrt(square + 1e-5) * g[9] + s[9];
    return verdict(near(out[5 * width + 9], want, 1e-3));
}
