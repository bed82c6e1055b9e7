/* A hash table with open addressing: keys inserted by compare-and-swap, then looked up. */
#include "program.h"

#define SLOTS (1 << 17)
#define EMPTY 0xffffffffu

__device__ static inline uint32_t place(uint32_t k)
{
    k ^= k >> 16;
    k *= 0x85ebca6b;
    k ^= k >> 13;
    k *= 0xc2b2ae35;
    k ^= k >> 16;
    return k & (SLOTS - 1);
}

__global__ void hash_insert(uint32_t *table, uint32_t *values, const uint32_t *__restrict__ keys, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint32_t key = keys[i], slot = place(key);
    while (true) {
        uint32_t before = atomicCAS(&table[slot], EMPTY, key);
        if (before == EMPTY || before == key) {
            values[slot] = i;
            return;
        }
        slot = (slot + 1) & (SLOTS - 1);
    }
}

__global__ void hash_lookup(const uint32_t *__restrict__ table, const uint32_t *__restrict__ values,
                            const uint32_t *__restrict__ keys, uint32_t *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint32_t key = keys[i], slot = place(key), got = EMPTY;
    while (table[slot] != EMPTY) {
        if (table[slot] == key) {
            got = values[slot];
            break;
        }
        slot = (slot + 1) & (SLOTS - 1);
    }
    out[i] = got;
}

int main()
{
    const int n = 80000;
    uint32_t *keys = host<uint32_t>(n), *empty = host<uint32_t>(SLOTS);
    for (int i = 0; i < n; i++)
        keys[i] = mix(i) & 0x7fffffff;
    memset(empty, 0xff, SLOTS * 4);
    uint32_t *d_table = upload(empty, SLOTS), *d_values = device<uint32_t>(SLOTS), *d_keys = upload(keys, n),
             *d_out = device<uint32_t>(n);
    hash_insert<<<(n + 255) / 256, 256>>>(d_table, d_values, d_keys, n);
    hash_lookup<<<(n + 255) / 256, 256>>>(d_table, d_values, d_keys, d_out, n);
    uint32_t *out = download(d_out, n);
    bool ok = true;
    for (int i = 0; i < n; i++)
        ok &= out[i] < (uint32_t)n && keys[out[i]] == keys[i];
    return verdict(ok);
}
