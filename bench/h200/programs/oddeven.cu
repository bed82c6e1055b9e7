/* Odd-even transposition sort within blocks of 512 keys, each with its value, in shared memory. */
#include "program.h"

__global__ void odd_even_block(float *keys, int *values)
{
    __shared__ float k[512];
    __shared__ int v[512];
    int t = threadIdx.x, base = blockIdx.x * 512;
    for (int i = t; i < 512; i += blockDim.x) {
        k[i] = keys[base + i];
        v[i] = values[base + i];
    }
    __syncthreads();
    for (int pass = 0; pass < 512; pass++) {
        int i = 2 * t + (pass & 1);
        if (i + 1 < 512 && k[i] > k[i + 1]) {
            float fk = k[i];
            int fv = v[i];
            k[i] = k[i + 1];
            v[i] = v[i + 1];
            k[i + 1] = fk;
            v[i + 1] = fv;
        }
        __syncthreads();
    }
    for (int i = t; i < 512; i += blockDim.x) {
        keys[base + i] = k[i];
        values[base + i] = v[i];
    }
}

int main()
{
    const int blocks = 40, n = blocks * 512;
    float *keys = host_units(n, 9);
    int *values = host<int>(n);
    for (int i = 0; i < n; i++)
        values[i] = i;
    float *d_keys = upload(keys, n);
    int *d_values = upload(values, n);
    odd_even_block<<<blocks, 256>>>(d_keys, d_values);
    float *k = download(d_keys, n);
    int *v = download(d_values, n);
    bool ok = true;
    for (int i = 0; i < n; i++)
        ok &= keys[v[i]] == k[i] && (i % 512 == 0 || k[i - 1] <= k[i]);
    return verdict(ok);
}
