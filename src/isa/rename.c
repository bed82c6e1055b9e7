/* A register that a block writes several times is several values: all but the last get names of their own, so that
   `x = x + 1` of one round of an unrolled loop does not wait for those that read x in the round before. A guarded
   write changes the value in place.
   When: ptxas's own form has one definition a name, so its scheduler sees no others (seen in its code for sm_90: the
   addresses of an unrolled loop's rounds are computed ahead). Leaves alone: the last name of a value in its block,
   which is the one that others read; results of guarded writes. */
#include <stdlib.h>
#include <string.h>

#include "isa/edit.h"

struct renamer {
    struct ptx_func *f;
    struct edit e;
    u32 *now;  /* by register: the name of its value */
    u32 *last; /* by register: its last write in the block, plus one; 0: none */
    reg_list touched;
};

static void note_last(struct renamer *r, const struct ptx_operand *o, u32 pc)
{
    if (o->kind == PO_REG) {
        r->last[o->reg] = pc + 1;
        VEC_PUSH(&r->touched, o->reg);
    }
    for (u32 k = 0; k < o->n_vec && o->kind == PO_VEC; k++)
        note_last(r, &o->vec[k], pc);
}

static void read_operand(const struct renamer *r, struct ptx_operand *o)
{
    if (o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG))
        o->reg = r->now[o->reg];
    for (u32 k = 0; k < o->n_vec; k++)
        read_operand(r, &o->vec[k]);
}

static void write_operand(struct renamer *r, struct ptx_operand *o, u32 pc, bool in_place)
{
    for (u32 k = 0; k < o->n_vec && o->kind == PO_VEC; k++)
        write_operand(r, &o->vec[k], pc, in_place);
    if (o->kind != PO_REG)
        return;
    u32 reg = o->reg;
    if (!in_place && r->last[reg] != pc + 1) {
        r->now[reg] = edit_reg_like(&r->e, reg);
    } else if (!in_place) {
        r->now[reg] = reg;
    }
    o->reg = r->now[reg];
}

static void one_block(struct renamer *r, const struct ptx_block *b)
{
    r->touched.n = 0;
    for (u32 pc = b->first; pc < b->end; pc++)
        for (u32 k = 0; k < r->f->code[pc].n_dst && (!r->f->code[pc].guarded || r->f->notes->at[pc].whole); k++)
            note_last(r, &r->f->code[pc].opnd[k], pc);
    for (u32 pc = b->first; pc < b->end; pc++) {
        struct ptx_instr *i = &r->f->code[pc];
        for (u32 k = i->n_dst; k < i->n_opnd; k++)
            read_operand(r, &i->opnd[k]);
        if (i->guarded)
            i->guard = r->now[i->guard];
        for (u32 k = 0; k < i->n_dst; k++)
            if (i->opnd[k].kind != PO_ADDR)
                write_operand(r, &i->opnd[k], pc, i->guarded && !r->f->notes->at[pc].whole);
            else
                read_operand(r, &i->opnd[k]);
    }
    for (size_t k = 0; k < r->touched.n; k++) {
        r->now[r->touched.at[k]] = r->touched.at[k];
        r->last[r->touched.at[k]] = 0;
    }
}

void rename_in_blocks(struct ptx_func *f, struct arena *a)
{
    u32 *mem = xcalloc(2 * ((size_t)f->n_regs + 1), sizeof *mem);
    struct renamer r = {.f = f, .now = mem, .last = mem + f->n_regs + 1};

    edit_begin(&r.e, f, a);
    for (u32 k = 0; k < f->n_regs; k++)
        r.now[k] = k;
    for (u32 b = 0; b < f->n_blocks; b++)
        one_block(&r, &f->blocks[b]);
    edit_take_regs(&r.e);
    free(mem);
    VEC_FREE(&r.touched);
}
