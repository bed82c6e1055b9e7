/* Inside emu/: the generator of native code, shared by its files: native_gen.c has segments and values,
   native_gen_ops.c operations, native_gen_mem.c memory, native_gen_flow.c control and the whole. */
#ifndef SLUICE_EMU_NATIVE_GEN_H
#define SLUICE_EMU_NATIVE_GEN_H
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emu/access.h"
#include "emu/native.h"

struct seen { /* a register in this segment */
    u32 version;
    bool loaded, written;
};
struct buffer {
    FILE *to;
    char *at;
    size_t n;
};
/* Instructions executed and not counted yet; they are counted together, before any code could look. */
struct due {
    u32 instrs, threads /* times the active lanes */, mems, globals, shareds, changes, branches;
};
struct gen {
    const struct native_plan *pl;
    FILE *out;                         /* where text goes: the body, or the current piece */
    struct buffer body, pieces, piece; /* native_gen_flow.c: of the current function */
    u32 piece_first;                   /* the piece's first instruction */
    bool cut;                          /* pieces become functions, helpers are called */
    struct due due;                    /* executed before the current segment and not counted yet */
    /* Streams: instructions right before the current segment, and right before the current instruction in it, that
       all active lanes execute and that are not in the stream yet. */
    u32 run, tail;
    struct buffer numbers, lanes, after;
    VEC(char *) moves;       /* which functions of native_moves.h it needs */
    struct seen *seen;       /* by register */
    VEC(u32) touched;        /* registers of this segment */
    u32 first, count, plain; /* of the segment; its instructions, and those without a guard */
    bool any_lanes;
    u32 n_ahead; /* loads so far with gen_looks_ahead: each has a place in `last` */
};

struct value {
    char base[64], step[64]; /* numbers */
    char lane[160];          /* in the loop */
    u8 cls;
    bool wide;
};

struct guard {
    u32 reg; /* UINT32_MAX: none */
    char text[64];
    bool lanes;
};

/* native_gen.c */
void gen_open(struct buffer *b);
void gen_copy(struct buffer *b, FILE *to); /* and closes it */
static inline bool gen_is_pred(const struct gen *g, u32 reg)
{
    return g->pl->f->regs[reg].type == PT_PRED;
}
const char *gen_type(const struct gen *g, u32 reg); /* "u32" or "u64" */
u32 gen_pred(const struct gen *g, u32 reg);         /* its place among the warp's predicates */
/* A source operand of instruction i; its text is valid until the operand is written. */
struct value gen_source(struct gen *g, u32 i, u32 off, bool wide);
/* A predicate as a truth value, of a lane or of all. */
void gen_truth(struct gen *g, char to[64], u32 reg, bool neg);
struct guard gen_guard(struct gen *g, u32 i);
/* New values; where the guard is false, the old one stays. */
void gen_set_lane(struct gen *g, u32 reg, const struct guard *k, const char *expr);
void gen_set_number(struct gen *g, u32 reg, const struct guard *k, const char *base, const char *step);
void gen_set_truth(struct gen *g, u32 reg, const struct guard *k, const char *expr);
void gen_count(struct gen *g, u32 i, const struct guard *k);
void gen_put_run(struct gen *g, FILE *to, u32 i,
                 u32 n); /* n instructions before i go into the stream, if there is one */
void gen_begin(struct gen *g, u32 first);
void gen_put_due(FILE *to, const struct due *d); /* adds it */
void gen_count_due(struct gen *g, u32 i); /* adds it; then nothing before i is uncounted, or missing in the stream */
void gen_flush(struct gen *g, u32 next);  /* ends the segment before instruction `next`, which begins another */
void gen_end(struct gen *g);

/* native_gen_ops.c: an instruction up to NH_UNPACK */
void gen_operation(struct gen *g, u32 i);

/* native_gen_mem.c: instructions from NH_PARAM to NH_ATOM */
void gen_param(struct gen *g, u32 i);
void gen_frame(struct gen *g, u32 i);
void gen_mem(struct gen *g, u32 i);
void gen_atom(struct gen *g, u32 i);
void gen_spill_sources(struct gen *g, u32 i);          /* writes what instruction i reads to the register file */
void gen_call(struct gen *g, u32 i, const char *call); /* the interpreter executes it: `call` is false for a fault */
bool gen_looks_ahead(const struct gen *g, u32 i);      /* keeps its last address in `last` */

#endif
