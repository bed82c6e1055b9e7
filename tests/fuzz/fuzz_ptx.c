/* libFuzzer target: PTX, parsed and what parses emulated. Bytes changed at random hardly ever parse, so half of the
   mutations work on whole words and lines. */
#include <string.h>

#include "ptx_bytes.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t n);
size_t LLVMFuzzerMutate(u8 *data, size_t n, size_t max) __attribute__((weak)); /* not there in a replay */
size_t LLVMFuzzerCustomMutator(u8 *data, size_t n, size_t max, unsigned seed);

int LLVMFuzzerTestOneInput(const u8 *data, size_t n)
{
    static FILE *nowhere;

    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    ptx_bytes_run(data, n, nowhere);
    return 0;
}

struct piece {
    size_t at, len;
};

static u32 below(u32 *s, size_t n)
{
    *s = *s * 1664525u + 1013904223u;
    return n ? (u32)((*s >> 8) % n) : 0;
}

static bool word_char(u8 c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || strchr("_$%.:", c);
}

/* The word around a random place */
static struct piece pick_word(const u8 *data, size_t n, u32 *s)
{
    struct piece w = {below(s, n), 0};

    while (w.at && !word_char(data[w.at]))
        w.at--;
    while (w.at && word_char(data[w.at - 1]) && data[w.at] != '.')
        w.at--;
    for (w.len = 1; w.at + w.len < n && word_char(data[w.at + w.len]) && data[w.at + w.len] != '.'; w.len++)
        ;
    return w;
}

static struct piece pick_line(const u8 *data, size_t n, u32 *s)
{
    struct piece l = {below(s, n), 0};

    while (l.at && data[l.at - 1] != '\n' && data[l.at - 1] != ';')
        l.at--;
    while (l.at + l.len < n && data[l.at + l.len] != '\n' && data[l.at + l.len] != ';')
        l.len++;
    if (l.at + l.len < n)
        l.len++;
    return l;
}

/* Puts `with` in the place of `what`. */
static size_t splice(u8 *data, size_t n, size_t max, struct piece what, const u8 *with, size_t len)
{
    if (n - what.len + len > max)
        return n;
    memmove(data + what.at + len, data + what.at + what.len, n - what.at - what.len);
    memcpy(data + what.at, with, len);
    return n - what.len + len;
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t n, size_t max, unsigned seed)
{
    static const char *const numbers[] = {"0",
                                          "1",
                                          "-1",
                                          "31",
                                          "32",
                                          "63",
                                          "64",
                                          "255",
                                          "0x7fffffff",
                                          "0x80000000",
                                          "0xffffffffffffffff",
                                          "0f7F800000",
                                          "0fFFC00000",
                                          "0d7FF0000000000000",
                                          "1e38"};
    u32 s = seed;
    u8 copy[512];
    struct piece a, b;
    const char *text;

    if (n < 4 || below(&s, 2))
        return LLVMFuzzerMutate(data, n, max);
    switch (below(&s, 6)) {
    case 0: /* a word by another of the text */
        a = pick_word(data, n, &s);
        b = pick_word(data, n, &s);
        break;
    case 1: /* an opcode */
        a = pick_word(data, n, &s);
        text = ptx_op_name(below(&s, OP_COUNT));
        return splice(data, n, max, a, (const u8 *)text, strlen(text));
    case 2:
        a = pick_word(data, n, &s);
        text = numbers[below(&s, COUNT_OF(numbers))];
        return splice(data, n, max, a, (const u8 *)text, strlen(text));
    case 3: /* a line once more, elsewhere */
        b = pick_line(data, n, &s);
        a = pick_line(data, n, &s);
        a.len = 0;
        break;
    case 4: /* a line by another */
        a = pick_line(data, n, &s);
        b = pick_line(data, n, &s);
        break;
    default: return splice(data, n, max, pick_line(data, n, &s), data, 0);
    }
    b.len = MIN(b.len, sizeof copy);
    memcpy(copy, data + b.at, b.len);
    return splice(data, n, max, a, copy, b.len);
}
