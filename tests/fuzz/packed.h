/* A corpus in one file, as tools/fuzz-corpus packs it and says. */
#ifndef SLUICE_TESTS_FUZZ_PACKED_H
#define SLUICE_TESTS_FUZZ_PACKED_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

struct bytes {
    VEC(u8) v;
};

static inline void put(struct bytes *b, const char *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        VEC_PUSH(&b->v, (u8)from[i]);
}

static inline bool put_hex(struct bytes *b, const char *s, size_t n)
{
    for (size_t i = 0; i + 1 < n; i += 2) {
        char pair[3] = {s[i], s[i + 1], 0}, *end;
        char byte = (char)strtoul(pair, &end, 16);
        if (*end)
            return false;
        put(b, &byte, 1);
    }
    return n % 2 == 0;
}

typedef void packed_fn(const char *name, const struct bytes *b, void *ctx);
/* Each input of a packed corpus in turn; how many, or -1 and said if it is none. */
static inline long packed_each(FILE *f, const char *path, packed_fn *each, void *ctx)
{
    struct bytes b = {0};
    char *line = NULL, name[256] = "";
    size_t room = 0;
    long inputs = 0, at = 0;
    for (ssize_t n; (n = getline(&line, &room, f)) > 0;) {
        n -= line[n - 1] == '\n';
        at++;
        bool good = *name || line[0] == '@';
        if (line[0] == '@' && n > 2) {
            if (*name)
                each(name, &b, ctx);
            b.v.n = 0;
            inputs++;
            snprintf(name, sizeof name, "%.*s", (int)(n - 2), line + 2);
        } else if (line[0] == ' ' || line[0] == '+') {
            put(&b, line + 1, (size_t)n - 1);
            put(&b, "\n", line[0] == ' ');
        } else {
            good &= line[0] == 'x' && put_hex(&b, line + 1, (size_t)n - 1);
        }
        if (!good) {
            printf("# %s:%ld: expected '@ NAME', or a line that begins with a blank, '+' or 'x'\n", path, at);
            inputs = -1;
            break;
        }
    }
    if (inputs > 0)
        each(name, &b, ctx);
    VEC_FREE(&b.v);
    free(line);
    return inputs;
}

#endif
