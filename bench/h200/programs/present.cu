/* PRESENT, the 64-bit block cipher with an 80-bit key: 31 rounds of a 4-bit S-box and a bit permutation, a block a
 * thread. */
#include "program.h"

__constant__ unsigned char sbox[16] = {0xc, 5, 6, 0xb, 9, 0, 0xa, 0xd, 3, 0xe, 0xf, 8, 4, 7, 1, 2};
static const unsigned char host_sbox[16] = {0xc, 5, 6, 0xb, 9, 0, 0xa, 0xd, 3, 0xe, 0xf, 8, 4, 7, 1, 2};

__global__ void present_encrypt(const uint64_t *__restrict__ plain, const uint64_t *__restrict__ keys,
                                uint64_t *__restrict__ cipher, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint64_t state = plain[i];
    for (int round = 0; round < 31; round++) {
        state ^= keys[round];
        uint64_t next = 0;
#pragma unroll
        for (int nibble = 0; nibble < 16; nibble++) {
            uint64_t s = sbox[(state >> (4 * nibble)) & 15];
#pragma unroll
            for (int b = 0; b < 4; b++)
                next |= ((s >> b) & 1) << (nibble + 16 * b);
        }
        state = next;
    }
    cipher[i] = state ^ keys[31];
}

static void expand(uint64_t high, unsigned low, uint64_t *keys)
{
    for (int r = 1; r <= 32; r++) {
        keys[r - 1] = high;
        uint64_t h = high << 61 | (uint64_t)low << 45 | high >> 19;
        unsigned l = (unsigned)(high >> 3) & 0xffff;
        h = (h & 0x0fffffffffffffffull) | (uint64_t)host_sbox[h >> 60] << 60;
        high = h ^ (uint64_t)(r >> 1);
        low = l ^ (r & 1) << 15;
    }
}

int main()
{
    const int n = 8192;
    uint64_t keys[32], *plain = host<uint64_t>(n);
    expand(0, 0, keys);
    for (int i = 1; i < n; i++)
        plain[i] = (uint64_t)mix(i) << 32 | mix(i + n);
    uint64_t *d_plain = upload(plain, n), *d_keys = upload(keys, 32), *d_cipher = device<uint64_t>(n);
    present_encrypt<<<(n + 255) / 256, 256>>>(d_plain, d_keys, d_cipher, n);
    uint64_t *c = download(d_cipher, n);
    return verdict(c[0] == 0x5579c1387b228445ull); /* the cipher's published test vector */
}
