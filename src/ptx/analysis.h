/* The passes of ptx_analyse, in order: cfg, postdom, liveness, slots. */
#ifndef SLUICE_PTX_ANALYSIS_H
#define SLUICE_PTX_ANALYSIS_H
#include "base/vec.h"
#include "ptx/ptx.h"

typedef VEC(u32) reg_list;
void cfg_build(struct ptx_func *f, struct arena *a);
struct preds {
    u32 *first, *at; /* predecessors of block b: at[first[b]] .. at[first[b + 1]] */
};
struct preds preds_find(const struct ptx_func *f);
void preds_free(struct preds *p);
void postdom_build(struct ptx_func *f);

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
/* How somebody else than PTX sees the code (isa/live.c). */
struct live_view {
    const void *ctx;
    void (*visit)(const void *ctx, const struct ptx_instr *i, reg_visit *fn, void *to); /* NULL: visit_regs */
    /* Guarded, but what it writes is nobody's where the guard is false */
    bool (*writes_whole)(const void *ctx, const struct ptx_instr *i);
    bool in_place; /* sources may die before results are written; what a function returns is not read */
};
void liveness_build(struct liveness *l, const struct ptx_func *f, const struct live_view *view); /* NULL: PTX's own */
void liveness_free(struct liveness *l);
bool is_live_at(const struct liveness *l, u32 reg, u32 point);
u32 liveness_pressure(const struct liveness *l, const struct ptx_func *f); /* most 32-bit values alive at one point */

bool slots_assign(struct ptx_func *f, const struct liveness *l, struct diag *d);
u32 reg_width(u8 type); /* 32-bit slots it takes; predicates 1, of their own kind */

#endif
