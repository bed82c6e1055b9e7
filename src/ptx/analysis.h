/* The passes of ptx_analyse, in order: cfg, postdom, liveness, slots. */
#ifndef SLUICE_PTX_ANALYSIS_H
#define SLUICE_PTX_ANALYSIS_H
#include "base/vec.h"
#include "ptx/ptx.h"

struct folds;
typedef VEC(u32) reg_list;
void cfg_build(struct ptx_func *f, struct arena *a);
struct preds {
    u32 *first, *at; /* predecessors of block b: at[first[b]] .. at[first[b + 1]] */
};
struct preds preds_find(const struct ptx_func *f);
void preds_free(struct preds *p);
void postdom_build(struct ptx_func *f);

/* Where a register's value must be kept: half-open ranges of points, 2*pc before and 2*pc+1 after the instruction
   has read its sources. Sorted; never touching each other. */
struct live_seg {
    u32 start, end;
};
struct liveness {
    VEC(struct live_seg) segs;
    u32 *first; /* by register: segs.at[first[r]] .. segs.at[first[r + 1]] */
};
/* fold: NULL, or the registers that need no place (fold.c), and then sources may die before results are written. */
void liveness_build(struct liveness *l, const struct ptx_func *f, const struct folds *fold);
void liveness_free(struct liveness *l);
bool is_live_at(const struct liveness *l, u32 reg, u32 point);
u32 liveness_pressure(const struct liveness *l, const struct ptx_func *f); /* most 32-bit values alive at one point */
u32 folded_pressure(const struct liveness *l, const struct ptx_func *f, const struct folds *fold); /* less those */

bool slots_assign(struct ptx_func *f, const struct liveness *l, struct diag *d);
u32 reg_width(u8 type); /* 32-bit slots it takes; predicates 1, of their own kind */
static inline u32 reg_words(const struct ptx_func *f, u32 r) /* registers it takes */
{
    return f->regs[r].narrow ? 1 : reg_width(f->regs[r].type);
}

/* Calls fn for every register that the instruction reads (guard first) or writes. */
enum reg_use { REG_READ, REG_GUARD, REG_WRITE };
typedef void reg_visit(void *ctx, u32 reg, enum reg_use use);
void visit_regs(const struct ptx_instr *i, reg_visit *fn, void *ctx);

/* The same as a machine with folded operands sees it: reads of a folded value are reads of its base. */
void visit_folded(const struct ptx_instr *i, const struct folds *fold, reg_visit *fn, void *ctx);

/* Values that need no register of their own, and the registers that are read instead where they are. */
#define FOLD_NO UINT32_MAX
struct early { /* a constant that some instructions of a block need in registers: from the block's begin to the last
                */
    u64 key;   /* with kind and of: which */
    const struct ptx_var *of;
    u8 kind;
    u32 words, from, to;
};
struct folds {
    bool machine, steady; /* steady: spills may come, so sources must keep their values for good */
    u32 *to;              /* by register: FOLD_NO, or where its list begins: how many, and which */
    reg_list list;
    VEC(struct early) early;
};
static inline u32 fold_bases(const struct folds *f, u32 reg, const u32 **at)
{
    *at = &f->list.at[f->to[reg] + 1];
    return f->list.at[f->to[reg]];
}

#endif
