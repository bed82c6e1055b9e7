/* The passes of ptx_analyse, in order: cfg, postdom, liveness, slots. */
#ifndef SLUICE_PTX_ANALYSIS_H
#define SLUICE_PTX_ANALYSIS_H
#include "base/vec.h"
#include "ptx/ptx.h"

typedef VEC(u32) reg_list;
void cfg_build(struct ptx_func *f, struct arena *a);
bool falls_through(const struct ptx_instr *i); /* what follows it may be next */
struct preds {
    u32 *first, *at; /* predecessors of block b: at[first[b]] .. at[first[b + 1]] */
};
static inline u32 preds_count(const struct preds *p, u32 block)
{
    return p->first[block + 1] - p->first[block];
}
struct preds preds_find(const struct ptx_func *f);
void preds_free(struct preds *p);
void postdom_build(struct ptx_func *f);
/* Depth first from the entry. An edge to a block that is still being walked closes a loop. */
struct flow_edge {
    u32 from, to;
};
enum { WALK_NEW /* not reached */, WALK_OPEN, WALK_DONE };
struct flow_walk {
    u8 *state;    /* by block: WALK_* */
    u32 *post, n; /* blocks that are reached, in the order in which they were done */
    VEC(struct flow_edge) back;
};
struct flow_walk flow_walk(const struct ptx_func *f);
void flow_walk_free(struct flow_walk *w);
/* For qsort and bsearch: a number, and the first two of a structure's, one after the other */
int compare_u32(const void *a, const void *b);
int compare_two_u32(const void *a, const void *b);

/* Calls fn for every register that the instruction reads (guard first) or writes. */
enum reg_use { REG_READ, REG_GUARD, REG_WRITE };
typedef void reg_visit(void *ctx, u32 reg, enum reg_use use);
void visit_regs(const struct ptx_instr *i, reg_visit *fn, void *ctx);
void visit_results(const struct ptx_instr *i, reg_visit *fn,
                   void *ctx); /* all that it writes, but not all it reads */

/* Where a register's value must be kept: half-open ranges of points, 2*pc before and 2*pc+1 after the instruction
   has read its sources. Sorted; never touching each other. */
struct live_seg {
    u32 start, end;
};
struct liveness {
    VEC(struct live_seg) segs;
    u32 *first;    /* by register: segs.at[first[r]] .. segs.at[first[r + 1]] */
    u32 undefined; /* a register that some way reads before it is written; UINT32_MAX: none */
};
/* How code that is no longer plain PTX is seen (isa/live.c). */
struct live_view {
    const void *ctx;
    void (*visit)(const void *ctx, const struct ptx_instr *i, reg_visit *fn, void *to); /* NULL: visit_regs */
    /* Guarded, but no instruction reads its result where the guard is false */
    bool (*writes_whole)(const void *ctx, const struct ptx_instr *i);
    bool in_place; /* sources may die before results are written; what a function returns is not read */
};
void liveness_build(struct liveness *l, const struct ptx_func *f, const struct live_view *view); /* NULL: PTX's own */
void liveness_free(struct liveness *l);
u32 live_seg_at(const struct liveness *l, u32 reg, u32 point); /* of segs, which holds the point; UINT32_MAX: none */
static inline bool is_live_at(const struct liveness *l, u32 reg, u32 point)
{
    return live_seg_at(l, reg, point) != UINT32_MAX;
}
/* By point: 32-bit values alive, where a register takes so many words; free() it */
u32 *liveness_demand(const struct liveness *l, const struct ptx_func *f, u32 (*words)(const struct ptx_func *, u32));
u32 liveness_pressure(const struct liveness *l, const struct ptx_func *f); /* most 32-bit values alive at one point */

/* A place that values take in turn, by the ranges in which it is taken; asked in the order of their begins. */
struct live_place {
    VEC(struct live_seg) segs; /* sorted; those before head lie in the past */
    size_t head;
};
bool place_fits(struct live_place *p, const struct live_seg *seg, u32 n, u64 *steps); /* counts its steps */
void place_take(struct live_place *p, const struct live_seg *seg, u32 n);
bool slots_assign(struct ptx_func *f, const struct liveness *l, struct diag *d);
u32 reg_width(u8 type); /* 32-bit slots it takes; predicates 1, of their own kind */

#endif
