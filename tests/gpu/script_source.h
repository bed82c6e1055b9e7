/* A hand-made program as a stream source: every CTA runs the same list of steps in every warp, or what a callback
   writes. Exact-cycle tests of the machine are written with it. */
#ifndef SLUICE_TESTS_GPU_SCRIPT_SOURCE_H
#define SLUICE_TESTS_GPU_SCRIPT_SOURCE_H
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "stream/stream.h"

#define SCRIPT_MAX 256

struct script_source {
    struct stream_source src;
    struct stream_kernel kernel;
    struct si code[SCRIPT_MAX];
    struct stream_pool pool;
    u64 base[SCRIPT_MAX];    /* by pc: address of lane 0 of warp 0 of CTA 0 */
    i64 stride[SCRIPT_MAX];  /* between lanes */
    i64 by_warp[SCRIPT_MAX]; /* added a warp, counted through all CTAs */
    u32 loops;               /* the whole list so many times */
    u64 by_loop[SCRIPT_MAX]; /* added an iteration */
    u32 chunk;               /* 0: whole CTA at once; else so many iterations a call of more() */
    /* NULL: the list. Else writes one warp's stream (all of it). */
    void (*write)(struct script_source *, struct stream_writer *, u64 cta, u32 warp);
    u64 started, finished;
};

struct script_cta {
    struct stream_writer *writers;
    u32 iteration;
};

static inline void script_iterations(struct script_source *s, struct stream_cta *cta, u32 n)
{
    struct script_cta *st = cta->state;
    u64 full = lanes_mask(s->kernel.warp_lanes);
    u32 upto = MIN(s->loops, st->iteration + n);
    for (u32 w = 0; w < cta->n_warps; w++) {
        struct stream_writer *wr = &st->writers[w];
        u64 warp = cta->index * cta->n_warps + w;
        if (s->write) {
            s->write(s, wr, cta->index, w);
            stream_put_end(wr);
            continue;
        }
        for (u32 it = st->iteration; it < upto; it++) {
            for (u32 pc = 0; pc < s->kernel.n_code; pc++) {
                const struct si *si = &s->code[pc];
                if (si->cls == SI_BARRIER)
                    stream_put_barrier(wr, pc, full, full, 0, 0);
                else if (si->kind)
                    stream_put_mem(wr, pc, full, full, si->space,
                                   s->base[pc] + (u64)(s->by_warp[pc] * (i64)warp) + s->by_loop[pc] * it,
                                   s->stride[pc]);
                else
                    stream_put_run(wr, pc, 1, full, full);
            }
        }
        if (upto == s->loops)
            stream_put_end(wr);
        else
            stream_flush(wr);
    }
    st->iteration = upto;
}

static inline bool script_start(struct stream_source *src, u64 index, struct stream_cta *cta)
{
    struct script_source *s = (struct script_source *)src;
    struct script_cta *st = xcalloc(1, sizeof *st);
    cta->index = index;
    cta->n_warps = s->kernel.n_warps;
    cta->warps = xcalloc(cta->n_warps, sizeof *cta->warps);
    st->writers = xcalloc(cta->n_warps, sizeof *st->writers);
    cta->state = st;
    for (u32 w = 0; w < cta->n_warps; w++) {
        cta->warps[w].pool = &s->pool;
        stream_writer_init(&st->writers[w], &cta->warps[w], s->code, s->kernel.warp_lanes, false);
    }
    s->started++;
    script_iterations(s, cta, s->chunk ? s->chunk : s->loops);
    return true;
}

static inline bool script_more(struct stream_source *src, struct stream_cta *cta)
{
    struct script_source *s = (struct script_source *)src;
    script_iterations(s, cta, s->chunk ? s->chunk : s->loops);
    return true;
}

static inline void script_finish(struct stream_source *src, struct stream_cta *cta)
{
    struct script_source *s = (struct script_source *)src;
    struct script_cta *st = cta->state;
    for (u32 w = 0; w < cta->n_warps; w++)
        stream_free(&cta->warps[w]);
    free(cta->warps);
    free(st->writers);
    free(st);
    s->finished++;
}

/* A kernel of `ctas` CTAs of `warps` warps; add steps with script_*. */
static inline void script_init(struct script_source *s, u64 ctas, u32 warps, u32 lanes)
{
    memset(s, 0, sizeof *s);
    s->src = (struct stream_source){
        .kernel = &s->kernel, .start = script_start, .more = script_more, .finish = script_finish};
    s->loops = 1;
    s->kernel = (struct stream_kernel){.name = "script",
                                       .code = s->code,
                                       .warp_lanes = lanes,
                                       .grid = {(u32)ctas, 1, 1},
                                       .block = {warps * lanes, 1, 1},
                                       .n_warps = warps,
                                       .n_ctas = ctas,
                                       .regs_per_thread = 16};
}

static inline u32 script_add(struct script_source *s, struct si si)
{
    u32 pc = s->kernel.n_code++;
    ENSURE(pc < SCRIPT_MAX);
    s->code[pc] = si;
    return pc;
}

/* dst = op(src); a register number of -1: none */
static inline u32 script_op(struct script_source *s, u8 cls, int dst, int src)
{
    struct si si = {.cls = cls};
    if (dst >= 0)
        si.regs[si.ndst++] = (u16)dst;
    if (src >= 0)
        si.regs[si.ndst + si.nsrc++] = (u16)src;
    return script_add(s, si);
}

static inline u32 script_mem(struct script_source *s, u8 kind, u8 space, int reg, int addr_reg, u64 base, i64 stride,
                             i64 by_warp)
{
    struct si si = {.cls = SI_MEM, .space = space, .kind = kind, .bytes = 4};
    if (kind == SI_LOAD || kind == SI_ATOMIC)
        si.regs[si.ndst++] = (u16)reg;
    else
        si.regs[si.ndst + si.nsrc++] = (u16)reg;
    if (addr_reg >= 0)
        si.regs[si.ndst + si.nsrc++] = (u16)addr_reg;
    u32 pc = script_add(s, si);
    s->base[pc] = base;
    s->stride[pc] = stride;
    s->by_warp[pc] = by_warp;
    return pc;
}

static inline void script_free(struct script_source *s)
{
    stream_pool_free(&s->pool);
}

#endif
