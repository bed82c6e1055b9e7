/* Inside isa/: between choosing what is spilled (spill.c) and writing the code (spill_code.c). */
#ifndef SLUICE_ISA_SPILL_H
#define SLUICE_ISA_SPILL_H
#include "isa/passes.h"

enum spill_kind { SPILL_LOAD, SPILL_DROP /* no longer in a register; from here on memory must have it */ };
struct spill_act { /* before instruction pc, in order */
    u32 pc, reg;
    u8 kind;
    bool stored; /* SPILL_DROP: memory already has the value */
};

struct spill_plan {
    VEC(struct spill_act) acts; /* by pc within a block */
    u32 *act;                   /* by block: its first */
    reg_list *in, *out;         /* by block: registers held at its begin and end; sorted */
    const u32 *depth;           /* of loops, by block */
    struct liveness live;       /* liveness as the allocator sees it */
    const struct folds *fold;
};

bool list_has(const reg_list *l, u32 reg);
void spill_insert(struct ptx_func *f, struct arena *a, const struct spill_plan *p);

#endif
