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
