/* ChaCha20: each thread makes a block of 64 bytes of the key stream and XORs it onto the text. */
#include "program.h"

#define ROL(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define QUARTER(a, b, c, d)                                                                                          \
    a += b, d ^= a, d = ROL(d, 16), c += d, b ^= c, b = ROL(b, 12), a += b, d ^= a, d = ROL(d, 8), c += d, b ^= c,   \
                    b = ROL(b, 7)

__host__ __device__ static void chacha_block(const uint32_t *key, uint32_t counter, const uint32_t *in, uint32_t *out)
{
    uint32_t x[16], s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 0; i < 8; i++)
        s[4 + i] = key[i];
    s[12] = counter;
    for (int i = 0; i < 3; i++)
        s[13 + i] = key[8 + i];
    for (int i = 0; i < 16; i++)
        x[i] = s[i];
    for (int r = 0; r < 10; r++) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 16; i++)
        out[i] = in[i] ^ (x[i] + s[i]);
}

__global__ void chacha20_xor(const uint32_t *__restrict__ key, const uint32_t *__restrict__ in,
                             uint32_t *__restrict__ out, int blocks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < blocks)
        chacha_block(key, i + 1, in + 16 * i, out + 16 * i);
}

int main()
{
    const int blocks = 50000;
    uint32_t key[11], *text = host<uint32_t>(16 * blocks), want[16];
    for (int i = 0; i < 11; i++)
        key[i] = mix(77 + i);
    for (int i = 0; i < 16 * blocks; i++)
        text[i] = mix(i);
    uint32_t *d_key = upload(key, 11), *d_text = upload(text, 16 * blocks), *d_out = device<uint32_t>(16 * blocks);
    chacha20_xor<<<(blocks + 255) / 256, 256>>>(d_key, d_text, d_out, blocks);
    uint32_t *out = download(d_out, 16 * blocks);
    chacha_block(key, blocks, text + 16 * (blocks - 1), want);
    return verdict(!memcmp(want, out + 16 * (blocks - 1), 64));
}
