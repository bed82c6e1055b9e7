/* Two steps of a radix sort by 8 bits: digits counted per block in shared memory, then keys put into their places. */
#include "program.h"

#define CHUNK 2048

__global__ void radix_digit_counts(const uint32_t *__restrict__ keys, unsigned *__restrict__ counts, int n, int shift)
{
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    int begin = blockIdx.x * CHUNK, end = min(begin + CHUNK, n);
    for (int i = begin + threadIdx.x; i < end; i += blockDim.x)
        atomicAdd(&bins[(keys[i] >> shift) & 255], 1u);
    __syncthreads();
    counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

__global__ void radix_place(const uint32_t *__restrict__ keys, const unsigned *__restrict__ offsets, uint32_t *out,
                            int n, int shift)
{
    __shared__ unsigned next[256];
    next[threadIdx.x] = offsets[threadIdx.x * gridDim.x + blockIdx.x];
    __syncthreads();
    int begin = blockIdx.x * CHUNK, end = min(begin + CHUNK, n);
    for (int i = begin + threadIdx.x; i < end; i += blockDim.x) {
        uint32_t k = keys[i];
        out[atomicAdd(&next[(k >> shift) & 255], 1u)] = k;
    }
}

int main()
{
    const int n = 500000, blocks = (n + CHUNK - 1) / CHUNK;
    uint32_t *keys = host<uint32_t>(n);
    for (int i = 0; i < n; i++)
        keys[i] = mix(i);
    uint32_t *d_keys = upload(keys, n), *d_out = device<uint32_t>(n);
    unsigned *d_counts = device<unsigned>(256 * blocks);
    radix_digit_counts<<<blocks, 256>>>(d_keys, d_counts, n, 8);
    unsigned *counts = download(d_counts, 256 * blocks), sum = 0;
    for (int i = 0; i < 256 * blocks; i++) {
        unsigned c = counts[i];
        counts[i] = sum;
        sum += c;
    }
    unsigned *d_offsets = upload(counts, 256 * blocks);
    radix_place<<<blocks, 256>>>(d_keys, d_offsets, d_out, n, 8);
    uint32_t *out = download(d_out, n);
    bool ok = sum == (unsigned)n;
    for (int i = 1; i < n; i++)
        ok &= ((out[i - 1] >> 8) & 255) <= ((out[i] >> 8) & 255);
    return verdict(ok);
}
