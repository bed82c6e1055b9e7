/* Cross-entropy of rows of logits with a warp a row, and its gradient with a thread an element. */
#include "program.h"

__global__ void cross_entropy(const float *__restrict__ logits, const int *__restrict__ label,
                              float *__restrict__ loss, float *__restrict__ norm, int rows, int classes)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float *p = logits + row * classes;
    float most = -1e30f, sum = 0;
    for (int c = lane; c < classes; c += 32)
        most = fmaxf(most, p[c]);
    for (int d = 16; d > 0; d >>= 1)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, d));
    for (int c = lane; c < classes; c += 32)
        sum += expf(p[c] - most);
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (lane == 0) {
        float n = most + logf(sum);
        norm[row] = n;
        loss[row] = n - p[label[row]];
    }
}

__global__ void cross_entropy_gradient(float *logits, const int *__restrict__ label, const float *__restrict__ norm,
                                       int rows, int classes, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * classes)
        return;
    int row = i / classes, c = i % classes;
    float p = expf(logits[i] - norm[row]);
    logits[i] = scale * (p - (c == label[row] ? 1.0f : 0.0f));
}

int main()
{
    const int rows = 3000, classes = 100, n = rows * classes;
    float *x = host_units(n, 1), *d_x = upload(x, n), *d_loss = device<float>(rows), *d_norm = device<float>(rows);
    int *label = host<int>(rows);
    for (int r = 0; r < rows; r++)
        label[r] = mix(r) % classes;
    int *d_label = upload(label, rows);
    cross_entropy<<<(rows + 3) / 4, 128>>>(d_x, d_label, d_loss, d_norm, rows, classes);
    cross_entropy_gradient<<<(n + 255) / 256, 256>>>(d_x, d_label, d_norm, rows, classes, 1.0f);
    double sum = 0, total = 0;
    for (int c = 0; c < classes; c++)
        sum += exp(x[9 * classes + c]);
    float *g = download(d_x, n);
    for (int c = 0; c < classes; c++)
        total += g[9 * classes + c];
    return verdict(near(download(d_loss, rows)[9], log(sum) - x[9 * classes + label[9]], 1e-3) && fabs(total) < 1e-3);
}
