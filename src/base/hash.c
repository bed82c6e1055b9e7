#include "base/hash.h"

#include <stdio.h>
#include <string.h>

void hash_init(struct hash *h)
{
    *h = (struct hash){0x6c62272e07bb0142ull, 0x62b821756295c58dull};
}

void hash_bytes(struct hash *h, const void *p, size_t n)
{
    /* the 128-bit prime is 2^88 + 0x13b */
    const unsigned char *b = p;
    unsigned __int128 x = (unsigned __int128)h->hi << 64 | h->lo;
    const unsigned __int128 prime = ((unsigned __int128)1 << 88) + 0x13b;
    for (size_t i = 0; i < n; i++)
        x = (x ^ b[i]) * prime;
    h->hi = (u64)(x >> 64);
    h->lo = (u64)x;
}

/* Four sums beside each other, so that the multiplications overlap. */
void hash_bulk(struct hash *h, const void *p, size_t n)
{
    const unsigned char *b = p;
    u64 sums[5] = {0x9e3779b97f4a7c15ull, 0xbf58476d1ce4e5b9ull, 0x94d049bb133111ebull, 0x2545f4914f6cdd1dull, n};
    size_t i = 0;
    for (; i + 32 <= n; i += 32)
        for (int k = 0; k < 4; k++) {
            u64 word;
            memcpy(&word, b + i + 8 * k, 8);
            sums[k] = (sums[k] ^ word) * 0xff51afd7ed558ccdull;
            sums[k] ^= sums[k] >> 32;
        }
    hash_bytes(h, b + i, n - i);
    hash_bytes(h, sums, sizeof sums);
}

void hash_text(struct hash *h, const char *s)
{
    hash_bytes(h, s, strlen(s) + 1);
}

bool hash_file(struct hash *h, const char *path)
{
    char buf[65536];
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    for (size_t n; (n = fread(buf, 1, sizeof(buf), f)) > 0;)
        hash_bytes(h, buf, n);
    bool good = !ferror(f);
    fclose(f);
    return good;
}

void hash_hex(const struct hash *h, char out[HASH_HEX])
{
    snprintf(out, HASH_HEX, "%016llx%016llx", (unsigned long long)h->hi, (unsigned long long)h->lo);
}
