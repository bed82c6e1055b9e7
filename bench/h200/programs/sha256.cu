/* SHA-256 of a counter, twice over, as miners do: a nonce a thread; the schedule lies in local arrays. */
#include "program.h"

#define K_LIST                                                                                                       \
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,      \
        0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,  \
        0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,  \
        0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,  \
        0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,  \
        0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,  \
        0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,  \
        0xc67178f2

__constant__ uint32_t k256[64] = {K_LIST};

#define ROR(x, n) ((x) >> (n) | (x) << (32 - (n)))

__device__ static void compress(uint32_t *h, const uint32_t *block)
{
    uint32_t w[16], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = block[i];
    for (int i = 0; i < 8; i++)
        s[i] = h[i];
#pragma unroll 16
    for (int t = 0; t < 64; t++) {
        if (t >= 16) {
            uint32_t a = w[(t + 1) & 15], b = w[(t + 14) & 15];
            w[t & 15] += (ROR(a, 7) ^ ROR(a, 18) ^ a >> 3) + w[(t + 9) & 15] + (ROR(b, 17) ^ ROR(b, 19) ^ b >> 10);
        }
        uint32_t t1 = s[7] + (ROR(s[4], 6) ^ ROR(s[4], 11) ^ ROR(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) +
                      k256[t] + w[t & 15];
        uint32_t t2 =
            (ROR(s[0], 2) ^ ROR(s[0], 13) ^ ROR(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        s[7] = s[6];
        s[6] = s[5];
        s[5] = s[4];
        s[4] = s[3] + t1;
        s[3] = s[2];
        s[2] = s[1];
        s[1] = s[0];
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        h[i] += s[i];
}

__device__ static void start(uint32_t *h)
{
    h[0] = 0x6a09e667;
    h[1] = 0xbb67ae85;
    h[2] = 0x3c6ef372;
    h[3] = 0xa54ff53a;
    h[4] = 0x510e527f;
    h[5] = 0x9b05688c;
    h[6] = 0x1f83d9ab;
    h[7] = 0x5be0cd19;
}

__global__ void sha256_nonces(const uint32_t *head, uint32_t *first, uint32_t *second, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint32_t block[16] = {0}, h[8];
    for (int k = 0; k < 4; k++)
        block[k] = head[k];
    block[0] = i ? block[0] + i : 0x61626380; /* thread 0: the padded message "abc" */
    block[1] = i ? block[1] : 0;
    block[2] = i ? block[2] : 0;
    block[3] = i ? block[3] : 0;
    block[4] = i ? 0x80000000u : 0;
    block[15] = i ? 128 : 24;
    start(h);
    compress(h, block);
    first[i] = h[0];
    for (int k = 0; k < 8; k++)
        block[k] = h[k];
    for (int k = 8; k < 16; k++)
        block[k] = 0;
    block[8] = 0x80000000u;
    block[15] = 256;
    start(h);
    compress(h, block);
    second[i] = h[7];
}

int main()
{
    const int n = 16384;
    uint32_t head[4] = {mix(1), mix(2), mix(3), mix(4)};
    uint32_t *d_head = upload(head, 4), *d_first = device<uint32_t>(n), *d_second = device<uint32_t>(n);
    sha256_nonces<<<n / 64, 64>>>(d_head, d_first, d_second, n);
    uint32_t *f = download(d_first, n);
    return verdict(f[0] == 0xba7816bf);
}
