/* Results that no instruction reads are not computed: what is left of a loop's counting when it has been written out.
   When: after whole.c. Leaves alone: everything that does more than write a register. */
#include <stdlib.h>
#include <string.h>

#include "isa/edit.h"
#include "isa/values.h"

static void count_read(void *ctx, u32 reg, enum reg_use use)
{
    u32 *reads = ctx;
    reads[reg] += use != REG_WRITE;
}

static bool only_computes(const struct ptx_instr *i)
{
    return (value_op(i->op) || i->op == OP_CVT || i->op == OP_CVTA) && !(i->flags & PF_CC) && i->n_dst == 1 &&
           i->opnd[0].kind == PO_REG && !i->parse_only;
}

void drop_unread(struct ptx_func *f, struct arena *a)
{
    u32 *reads = xmalloc((f->n_regs + 1) * sizeof *reads), left;
    u8 *gone = xcalloc(f->n_code + 1, 1);
    bool any = false;

    do {
        memset(reads, 0, (f->n_regs + 1) * sizeof *reads);
        for (const struct ptx_var *v = f->rets; v; v = v->next) /* the caller does */
            if (v->space == PS_REG)
                reads[v->offset]++;
        for (u32 pc = 0; pc < f->n_code; pc++)
            if (!gone[pc])
                visit_regs(&f->code[pc], count_read, reads);
        left = 0;
        for (u32 pc = 0; pc < f->n_code; pc++)
            if (!gone[pc] && only_computes(&f->code[pc]) && !reads[f->code[pc].opnd[0].reg]) {
                gone[pc] = 1;
                left++;
            }
        any |= left;
    } while (left);
    if (any)
        edit_take_out(f, a, gone);
    free(reads);
    free(gone);
}
