/* SASS opcodes: see sass.h. */
#include "isa/sass.h"

#include <string.h>

#define SASS_GLOBAL SASS_GLOBAL_SPACE
#define SASS_SHARED SASS_SHARED_SPACE
#define SASS_LOCAL SASS_LOCAL_SPACE
#define OP(name, in, pipe) {#name, in, SASS_##pipe##_PIPE, SASS_NOWHERE},
#define MEM(name, in, kind, space) {#name, in, SASS_##kind##_PIPE, SASS_##space},
const struct sass_op sass_ops[] = {
#include "isa/sass.def"
};
const u32 sass_op_count = COUNT_OF(sass_ops);

#define GENERATION(id, name, from, to) {name, from, to},
static const struct {
    const char *name;
    u32 from, to;
} generations[] = {SASS_GENERATIONS(GENERATION)};

int sass_generation(u32 version)
{
    for (u32 i = 0; i < COUNT_OF(generations); i++)
        if (version >= generations[i].from && version <= generations[i].to)
            return (int)i;
    return -1;
}

const char *sass_generation_name(u32 generation)
{
    return generations[generation].name;
}

#define PIPE_NAME(id, name) name,
const char *sass_pipe_name(u32 pipe)
{
    static const char *const names[] = {SASS_PIPES(PIPE_NAME)};
    return names[pipe];
}

const char *sass_space_name(u32 space)
{
    static const char *const names[] = {"", "generic", "global", "shared", "local"};
    return names[space];
}

const struct sass_op *sass_find(const char *name, size_t n)
{
    const char *dot = memchr(name, '.', n);
    size_t len = dot ? (size_t)(dot - name) : n;
    u32 low = 0, high = sass_op_count;
    while (low < high) {
        u32 mid = (low + high) / 2;
        int c = strncmp(name, sass_ops[mid].name, len);
        if (c == 0 && sass_ops[mid].name[len])
            c = -1;
        if (c == 0)
            return &sass_ops[mid];
        if (c < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return NULL;
}

/* The next part of an opcode from *at on; false: there is none. */
static bool part(const char *opcode, size_t n, size_t *at, const char **p, size_t *len)
{
    if (*at > n)
        return false;
    const char *dot = memchr(opcode + *at, '.', n - *at);
    *p = opcode + *at;
    *len = dot ? (size_t)(dot - *p) : n - *at;
    *at += *len + 1;
    return true;
}

bool sass_has(const char *opcode, size_t n, const char *want)
{
    const char *p;
    size_t at = 0, len;
    while (part(opcode, n, &at, &p, &len))
        if (len == strlen(want) && !memcmp(p, want, len))
            return true;
    return false;
}

/* Bits that a part of an opcode says, or 0. */
static u32 bits_of(const char *p, size_t n, bool as_signed)
{
    u32 bits = 0;
    if (n && (*p == 'U' || (as_signed && (*p == 'S' || *p == 'F')))) {
        p++;
        n--;
    }
    if (!n || n > 4)
        return 0;
    for (size_t i = 0; i < n; i++) {
        if (p[i] < '0' || p[i] > '9')
            return 0;
        bits = bits * 10 + (u32)(p[i] - '0');
    }
    return bits;
}

u32 sass_bytes(const char *opcode, size_t n, bool as_signed)
{
    const char *p;
    size_t at = 0, len;
    while (part(opcode, n, &at, &p, &len)) {
        u32 bits = bits_of(p, len, as_signed), bytes = 1;
        if (!bits)
            continue;
        while (bytes < 16 && bytes * 8 < bits)
            bytes *= 2;
        return bytes;
    }
    return 4;
}
