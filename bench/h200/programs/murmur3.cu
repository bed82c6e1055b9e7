/* MurmurHash3, 32 bits: a key of 16 to 79 bytes a thread. */
#include "program.h"

#define KEY 80

__host__ __device__ static inline uint32_t rotate(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

__host__ __device__ static uint32_t murmur(const uint8_t *key, int len, uint32_t seed)
{
    uint32_t h = seed;
    int blocks = len / 4;
    for (int i = 0; i < blocks; i++) {
        uint32_t k = (uint32_t)key[4 * i] | (uint32_t)key[4 * i + 1] << 8 | (uint32_t)key[4 * i + 2] << 16 |
                     (uint32_t)key[4 * i + 3] << 24;
        k *= 0xcc9e2d51;
        k = rotate(k, 15);
        k *= 0x1b873593;
        h ^= k;
        h = rotate(h, 13);
        h = h * 5 + 0xe6546b64;
    }
    uint32_t k = 0;
    switch (len & 3) {
    case 3: k ^= (uint32_t)key[4 * blocks + 2] << 16; /* fall through */
    case 2: k ^= (uint32_t)key[4 * blocks + 1] << 8;  /* fall through */
    case 1:
        k ^= key[4 * blocks];
        k *= 0xcc9e2d51;
        k = rotate(k, 15);
        k *= 0x1b873593;
        h ^= k;
    }
    h ^= len;
    h ^= h >> 16;
    h *= 0x85ebca6b;
    h ^= h >> 13;
    h *= 0xc2b2ae35;
    h ^= h >> 16;
    return h;
}

__global__ void murmur3_keys(const uint8_t *__restrict__ keys, const int *__restrict__ lengths, uint32_t *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = murmur(keys + (size_t)i * KEY, lengths[i], i);
}

int main()
{
    const int n = 40000;
    uint8_t *keys = host<uint8_t>((size_t)n * KEY);
    int *lengths = host<int>(n);
    for (int i = 0; i < n * KEY; i++)
        keys[i] = (uint8_t)mix(i);
    for (int i = 0; i < n; i++)
        lengths[i] = 16 + mix(i) % 64;
    uint8_t *d_keys = upload(keys, (size_t)n * KEY);
    int *d_lengths = upload(lengths, n);
    uint32_t *d_out = device<uint32_t>(n);
    murmur3_keys<<<(n + 255) / 256, 256>>>(d_keys, d_lengths, d_out, n);
    uint32_t *out = download(d_out, n);
    bool ok = true;
    for (int i = 0; i < n; i += 97)
        ok &= out[i] == murmur(keys + (size_t)i * KEY, lengths[i], i);
    return verdict(ok);
}
