/* SHA-1 of one 64-byte block a thread, with the schedule kept in sixteen words. */
#include "program.h"

__host__ __device__ static inline uint32_t rol(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

__host__ __device__ static void sha1_block(uint32_t *w, uint32_t *h)
{
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
#pragma unroll
    for (int t = 0; t < 80; t++) {
        uint32_t f, k;
        if (t < 20) {
            f = (b & c) | (~b & d);
            k = 0x5a827999;
        } else if (t < 40) {
            f = b ^ c ^ d;
            k = 0x6ed9eba1;
        } else if (t < 60) {
            f = (b & c) | (b & d) | (c & d);
            k = 0x8f1bbcdc;
        } else {
            f = b ^ c ^ d;
            k = 0xca62c1d6;
        }
        if (t >= 16)
            w[t & 15] = rol(w[(t + 13) & 15] ^ w[(t + 8) & 15] ^ w[(t + 2) & 15] ^ w[t & 15], 1);
        uint32_t next = rol(a, 5) + f + e + k + w[t & 15];
        e = d;
        d = c;
        c = rol(b, 30);
        b = a;
        a = next;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

__host__ __device__ static void sha1_one(const uint32_t *message, uint32_t *digest)
{
    uint32_t w[16], h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    for (int i = 0; i < 16; i++)
        w[i] = message[i];
    sha1_block(w, h);
    for (int i = 0; i < 5; i++)
        digest[i] = h[i];
}

__global__ void sha1_messages(const uint32_t *messages, uint32_t *digests, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sha1_one(messages + 16 * i, digests + 5 * i);
}

int main()
{
    const int n = 32768;
    uint32_t *messages = host<uint32_t>(16 * n);
    for (int i = 0; i < 16 * n; i++)
        messages[i] = mix(i);
    memset(messages, 0, 64); /* the padded message "abc" */
    messages[0] = 0x61626380;
    messages[15] = 24;
    uint32_t *d_messages = upload(messages, 16 * n), *d_digests = device<uint32_t>(5 * n);
    sha1_messages<<<(n + 127) / 128, 128>>>(d_messages, d_digests, n);
    uint32_t *digests = download(d_digests, 5 * n), want[5];
    sha1_one(messages + 16 * (n - 1), want);
    return verdict(digests[0] == 0xa9993e36 && digests[4] == 0x9cd0d89d && !memcmp(want, digests + 5 * (n - 1), 20));
}
