/* FNV-1a in 128 bits: names contents (a program, a configuration). For identity, not against an adversary. */
#ifndef SLUICE_BASE_HASH_H
#define SLUICE_BASE_HASH_H
#include "base/types.h"

struct hash {
    u64 hi, lo;
};
#define HASH_HEX 33 /* characters of the text form, with its end */

void hash_init(struct hash *h);
void hash_bytes(struct hash *h, const void *p, size_t n);
void hash_bulk(struct hash *h, const void *p,
               size_t n);                         /* the same for large data: other values, several times as fast */
void hash_text(struct hash *h, const char *s);    /* with its end: "ab","c" differs from "a","bc" */
bool hash_file(struct hash *h, const char *path); /* its contents; false if it cannot be read */
void hash_hex(const struct hash *h, char out[HASH_HEX]);

#endif
