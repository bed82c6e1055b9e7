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
u32 reg_width(u8 type);                         /* 32-bit slots it takes; predicates 1, of their own kind */
void narrow_find(struct ptx_func *f, bool all); /* ptx_reg.narrow; all: global addresses, too, have 32 bits */
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
void folds_free(struct folds *);
enum { FUSE_NO, FUSE_ONE /* one instruction */, FUSE_TWO /* a pair of them */, FUSE_FOUR /* a 64-bit product's */ };
/* Where the machine's instructions take constants and offsets; where they are its own, neighbours fuse
   (ptx_instr.fused of the one that is left). */
struct folds fold_find(struct ptx_func *f, const struct ptx_target *t);
bool is_fixed_const(const struct ptx_instr *i);        /* a word of constant memory at an address known beforehand */
bool is_empty_fold(const struct folds *fold, u32 reg); /* a constant: nothing is read instead */
void scratch_find(struct ptx_func *f, struct folds *fold, const struct ptx_target *t); /* ptx_instr.scratch */
bool is_folded(const struct ptx_instr *i, const struct folds *fold);                   /* all it computes is folded */
/* Cheaper computed again than kept in memory */
bool fold_rematerialises(const struct ptx_func *f, const struct ptx_instr *i, const struct folds *fold);

/* A register whose ranges have nothing to do with each other becomes several; fold: NULL, or values in place. */
void webs_split(struct ptx_func *f, struct arena *a, const struct folds *fold);

/* Values that a block writes over again get names of their own. */
void rename_in_blocks(struct ptx_func *f, struct arena *a);

u32 *loop_depths(const struct ptx_func *f); /* by block; free() it */

/* Spills until no more than `limit` registers are needed at any point. False: not even then; *least says how many an
   instruction needs by itself. */
bool spill_to(struct ptx_func *f, struct arena *a, const struct folds *fold, u32 limit, u32 *least);

void ptx_copy_operands(struct ptx_instr *i, struct arena *a); /* an instruction's own, to be changed */
/* Operands and the place in the source of an instruction that is put in for `like` */
void ptx_put_in_place(struct ptx_instr *i, const struct ptx_instr *like, const struct ptx_operand *o, u32 n,
                      struct arena *a);
/* Order of memory (alias.c). same_base: if both addresses have a register and it is the same, so is its value. */
enum mem_kind { MEM_NOT, MEM_LOAD, MEM_STORE, MEM_ALL /* keeps its order with everything */ };
enum mem_kind mem_kind(const struct ptx_instr *i);
const struct ptx_operand *mem_address(const struct ptx_instr *i);                     /* NULL: it has none */
bool mem_meets(const struct ptx_instr *a, const struct ptx_instr *b, bool same_base); /* may touch the same bytes */
bool mem_ordered(const struct ptx_instr *a, const struct ptx_instr *b, bool same_base);

bool unroll(struct ptx_func *f, struct arena *a);     /* true: the flow of control is another one now */
bool straighten(struct ptx_func *f, struct arena *a); /* likewise */
/* Exact divisions and roots of zero go a slow way: a test and a branch, which are part of the fast one, and the way
 */
enum { SLOW_NO, SLOW_TEST, SLOW_DIV, SLOW_SQRT };
void combine_find(struct ptx_func *f); /* ptx_instr.combined */
u32 combine_slots(const struct ptx_instr *i);
bool slow_ways(struct ptx_func *f, struct arena *a);        /* likewise */
bool guard_short_ways(struct ptx_func *f, struct arena *a); /* likewise; wants costs */
/* Joins neighbouring shared loads of a block into 8- or 16-byte ones. True if the code changed (the flow is to be
   built again). Keeps the order of accesses that may meet and every register's value at each use. */
bool widen(struct ptx_func *f, struct arena *a, const struct ptx_target *t);
void code_take_out(struct ptx_func *f, struct arena *a, const u8 *gone); /* by pc; the flow is to be built again */
void lower_costs(struct ptx_func *f, const struct folds *fold);          /* ptx_instr.slots, pipe, rate, lat */
void lower_extra(struct ptx_func *f, const struct folds *fold);       /* slots of what PTX has no instruction for */
bool ends_at_once(const struct ptx_func *f, u32 block);               /* a return and nothing else */
u32 lower_slots(const struct ptx_func *f, const struct ptx_instr *i); /* of it alone */
bool lower_branches(const struct ptx_instr *i);                       /* its expansion has a branch or a call in it */
/* Reorders within blocks for latency, with no more than `wanted` registers where PTX's order has no more, never with
   more than `most` if it can be helped. */
void schedule(struct ptx_func *f, const struct folds *fold, u32 wanted, u32 most);
/* ptx_operand.level; wants `folded`. branches: a strand may have branches forward. */
void levels_assign(struct ptx_func *f, bool branches);

/* Physical registers: ptx_reg.phys. Returns how many. enough: a compiler uses as many without thinking twice. */
u32 assign_registers(struct ptx_func *f, const struct folds *fold, u32 enough);

#endif
