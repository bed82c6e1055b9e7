/* The golden cases: what record.c runs on a real GPU and check.c on the emulator. Plain C, no dependency on the rest
   of sluice, so that the recorder builds anywhere with one command. */
#ifndef GOLDEN_H
#define GOLDEN_H
#include <stddef.h>
#include <stdint.h>

enum { GOLD_MAX_IN = 4, GOLD_MAX_OUT = 48, GOLD_BLOCK = 64, GOLD_SCRATCH = 65536 };
#define GOLD_PTX_HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define GOLD_MAGIC "SLGOLD1"
#define GOLD_NO_TEX 0x8899aabbccddeeffull /* the last kernel parameter where there is no texture */

struct gold_tex {
    int linear; /* linear memory, fetched by integer */
    unsigned width, height, depth, channels;
    char format[8]; /* f32 u32: as they are; u8n s16n: read as normalised floats */
    int filter_linear, mode /* 0 wrap 1 clamp 2 mirror 3 border, as in CUDA */, normalized;
};

struct gold_case {
    const char *name, *kernel, *ptx;
    unsigned n, n_in, n_out; /* threads, inputs, results */
    const char *in[GOLD_MAX_IN];
    const char *label[GOLD_MAX_OUT];
    unsigned width[GOLD_MAX_OUT]; /* bytes of a result that count */
    int has_tex;
    struct gold_tex tex;
    uint64_t hash; /* of name, inputs, results and PTX: a recording of something else is not compared */
};
struct gold_cases {
    char *text;
    struct gold_case *v;
    size_t n;
};

int gold_read(const char *path, struct gold_cases *); /* 0: fine; else a message went to stderr */
void gold_free(struct gold_cases *);
void gold_inputs(const struct gold_case *, uint64_t *in); /* in[n * GOLD_MAX_IN] */
unsigned gold_texel_bytes(const struct gold_tex *);
void gold_texels(const struct gold_tex *, uint8_t *texels); /* width * height * depth texels, rows without gaps */
#endif
