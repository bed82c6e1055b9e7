/* Loops that are left in the middle end with their test: what stands before it is done once ahead of the loop, and
   again at its end, so that a round has one branch.
       head; @p bra out; rest; bra back  ->  head; @p bra out; again: rest; head; @!p bra again
   If the rest is one block, or has ifs behind one another, unroll.c looks at it then.
   When (measured: ptxas 13.0, tools/h200/ptxas_rules.py): always where the first block ends with the way out, however
   long it is (300 instructions); with .pragma "nounroll", too, but then, and where the loop is left because a
   predicate is false, it is not unrolled. After loops of known rounds were written out, and before short ways are
   guarded: a loop that begins with one stays.
   Leaves alone: loops whose head has a division that becomes a call, and what any lane does. */
#include "isa/edit.h"
#include "isa/known.h"
#include "isa/rounds.h"

/* The head's last instruction leaves the loop, and its last block jumps back. */
static bool is_left_in_the_middle(const struct ptx_func *f, const struct loop *l)
{
    const struct ptx_instr *out = &f->code[f->blocks[l->head].end - 1], *back = &f->code[l->end - 1];

    if (l->head == l->tail || back->guarded || out->op != OP_BRA || !out->guarded ||
        l->end - 1 == f->blocks[l->head].end)
        return false;
    return out->opnd[0].label < l->first || out->opnd[0].label >= l->end;
}

static bool is_rotated(const struct ptx_func *f, const struct loop *l)
{
    if (!is_left_in_the_middle(f, l))
        return false;
    for (u32 pc = l->first; pc < f->blocks[l->head].end; pc++)
        if (f->code[pc].n_targets || f->code[pc].op == OP_CALL || lower_branches(&f->code[pc]))
            return false;
    return true;
}

static void put_head(const struct ptx_func *f, const struct loop *l, struct edit *e)
{
    for (u32 pc = l->first; pc < f->blocks[l->head].end; pc++) {
        struct ptx_instr i = f->code[pc];
        ptx_copy_operands(&i, e->a);
        i.nounroll = false;
        edit_change(e, &f->code[pc], &i);
    }
}

static void put_rotated(const struct ptx_func *f, const struct loop *l, struct edit *e)
{
    const struct ptx_instr *out = &f->code[f->blocks[l->head].end - 1];
    struct ptx_operand to = {.kind = PO_LABEL, .label = out->opnd[0].label};

    edit_here(e, l->first);
    put_head(f, l, e);
    u32 again = edit_pc(e);
    for (u32 pc = f->blocks[l->head].end; pc + 1 < l->end; pc++) {
        edit_here(e, pc);
        edit_keep(e, &f->code[pc]);
    }
    edit_here(e, l->end - 1);
    put_head(f, l, e);
    e->out.at[again].nounroll = f->code[l->first].nounroll || out->guard_neg;
    struct ptx_instr *bra = &e->out.at[edit_pc(e) - 1];
    bra->guard_neg = !bra->guard_neg;
    bra->opnd[0].label = again;
    edit_placed(e, edit_pc(e) - 1);
    if (to.label != l->end)
        edit_put(e, out, (struct ptx_instr){.op = OP_BRA, .text = "bra"}, &to, 1);
}

/* The rotated loop that begins with the block */
static bool find_rotated(const struct ptx_func *f, const struct preds *pred, u32 head, struct loop *l)
{
    for (u32 k = pred->first[head]; k < pred->first[head + 1]; k++)
        if (pred->at[k] >= head && loop_shape(f, pred, pred->at[k], l) && l->head == head && is_rotated(f, l))
            return true;
    return false;
}

/* Rotates loops that contain no other loop to rotate; true: there was one */
static bool rotate_outer(struct ptx_func *f, struct arena *a)
{
    const struct preds *pred = known_preds(f);
    struct edit e;
    u32 found = 0;

    edit_begin(&e, f, a);
    for (u32 b = 0; b < f->n_blocks; b++) {
        struct loop l = {0};
        if (find_rotated(f, pred, b, &l)) {
            put_rotated(f, &l, &e);
            found++;
            b = l.tail;
            continue;
        }
        edit_here(&e, f->blocks[b].first);
        for (u32 pc = f->blocks[b].first; pc < f->blocks[b].end; pc++)
            edit_keep(&e, &f->code[pc]);
    }
    if (found)
        edit_commit(&e);
    else
        edit_drop(&e);
    return found;
}

void rotate(struct ptx_func *f, struct arena *a)
{
    while (rotate_outer(f, a))
        ;
}
