/* Embedding bags: rows of a table gathered by index and summed, and the gradient scattered back with atomics. */
#include "program.h"

#define WIDTH 64

__global__ void embedding_bag(const float *__restrict__ table, const int *__restrict__ index, float *__restrict__ out,
                              int bags, int per_bag)
{
    int bag = blockIdx.x * blockDim.y + threadIdx.y, c = threadIdx.x;
    if (bag >= bags)
        return;
    float sum = 0;
    for (int k = 0; k < per_bag; k++)
        sum += table[(size_t)index[bag * per_bag + k] * WIDTH + c];
    out[bag * WIDTH + c] = sum / per_bag;
}

__global__ void embedding_scatter(float *table, const int *index, const float *grad, int bags, int per_bag,
                                  float rate)
{
    int bag = blockIdx.x * blockDim.y + threadIdx.y, c = threadIdx.x;
    if (bag >= bags)
        return;
    float g = rate * grad[bag * WIDTH + c];
    for (int k = 0; k < per_bag; k++)
        atomicAdd(&table[(size_t)index[bag * per_bag + k] * WIDTH + c], -g);
}

int main()
{
    const int rows = 100000, bags = 3000, per_bag = 10;
    float *table = host_units(rows * WIDTH, 1), *d_table = upload(table, rows * WIDTH);
    int *index = host<int>(bags * per_bag);
    for (int i = 0; i < bags * per_bag; i++)
        index[i] = mix(i) % rows;
    int *d_index = upload(index, bags * per_bag);
    float *d_out = device<float>(bags * WIDTH);
    dim3 block(WIDTH, 4);
    embedding_bag<<<(bags + 3) / 4, block>>>(d_table, d_index, d_out, bags, per_bag);
    embedding_scatter<<<(bags + 3) / 4, block>>>(d_table, d_index, d_out, bags, per_bag, 0.01f);
    float *out = download(d_out, bags * WIDTH);
    double want = 0;
    for (int k = 0; k < per_bag; k++)
        want += table[index[70 * per_bag + k] * WIDTH + 5];
    return verdict(near(out[70 * WIDTH + 5], want / per_bag, 1e-4));
}
