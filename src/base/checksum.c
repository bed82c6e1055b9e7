/* BLAKE2b as RFC 7693 defines it, for a digest of 16 bytes and no key. The machines that sluice runs on are
   little-endian, so words are read and written as they lie in memory. */
#include "base/checksum.h"

#include <stdio.h>
#include <string.h>

#define BLOCK 128
#define DIGEST 16

static const u64 start[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                             0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/* The order in which a round takes the block's words; the last two of the twelve rounds repeat the first two. */
static const u8 order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

static u64 rotate(u64 x, u32 by)
{
    return x >> by | x << (64 - by);
}

static inline void mix(u64 v[16], u32 a, u32 b, u32 c, u32 d, u64 x, u64 y)
{
    v[a] += v[b] + x;
    v[d] = rotate(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotate(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 63);
}

/* `done`: bytes up to the end of this block. */
static void compress(u64 h[8], const u8 block[BLOCK], u64 done, bool last)
{
    u64 m[16], v[16];
    memcpy(m, block, sizeof m);
    memcpy(v, h, 8 * sizeof *v);
    memcpy(v + 8, start, sizeof start);
    v[12] ^= done;
    if (last)
        v[14] = ~v[14];
#pragma GCC unroll 12
    for (u32 r = 0; r < 12; r++) {
        const u8 *s = order[r % COUNT_OF(order)];
        for (u32 k = 0; k < 4; k++)
            mix(v, k, 4 + k, 8 + k, 12 + k, m[s[2 * k]], m[s[2 * k + 1]]);
        for (u32 k = 0; k < 4; k++)
            mix(v, k, 4 + (k + 1) % 4, 8 + (k + 2) % 4, 12 + (k + 3) % 4, m[s[8 + 2 * k]], m[s[9 + 2 * k]]);
    }
    for (u32 i = 0; i < 8; i++)
        h[i] ^= v[i] ^ v[i + 8];
}

void checksum(const void *bytes, size_t n, char hex[CHECKSUM_HEX])
{
    const u8 *at = bytes;
    u64 h[8];
    u8 last[BLOCK] = {0}, digest[DIGEST];
    size_t i = 0;
    memcpy(h, start, sizeof h);
    h[0] ^= 0x01010000 ^ DIGEST;
    for (; n - i > BLOCK; i += BLOCK)
        compress(h, at + i, i + BLOCK, false);
    if (n > i)
        memcpy(last, at + i, n - i);
    compress(h, last, n, true);
    memcpy(digest, h, sizeof digest);
    for (u32 k = 0; k < DIGEST; k++)
        snprintf(hex + 2 * k, 3, "%02x", digest[k]);
}
