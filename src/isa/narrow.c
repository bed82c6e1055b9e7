/* Which 64-bit integers fit into one register: those of which only the low half is read, and those of which
   the upper one is zero, as bits that are cut out and masked are (bits.c). Addresses of
   shared, local, constant and parameter memory have 32 bits on every machine, whatever PTX calls them, and on some
   all have: that is what a compiler for these makes of pointers and offsets; the emulator executes what PTX says.
   Comparisons count as of the low half if both sides are such.
   When: on Hopper for spaces with 32-bit addresses (its code has one register for them), with sm.address=32 for all.
   Leaves alone: any value: it only notes how many registers one takes. */
#include <stdlib.h>

#include "isa/passes.h"

static bool is_long(const struct ptx_func *f, const struct ptx_operand *o)
{
    return o->kind == PO_REG && ptx_types[f->regs[o->reg].type].bits == 64 &&
           ptx_types[f->regs[o->reg].type].kind != 'F';
}

/* The low half of the result comes from the low halves of its sources. */
static bool low_from_low(const struct ptx_instr *i)
{
    switch (i->op) {
    case OP_ADD:
    case OP_SUB: return !(i->flags & (PF_CC | PF_SAT));
    case OP_MUL:
    case OP_MAD: return !(i->flags & (PF_HI | PF_CC));
    case OP_SHL:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_NOT:
    case OP_NEG:
    case OP_MOV:
    case OP_CVTA:
    case OP_SELP: return true;
    case OP_CVT: return ptx_types[i->type].kind != 'F' && ptx_types[i->type2].kind != 'F';
    default: return false;
    }
}

static bool is_near(const struct ptx_instr *i)
{
    return i->space == PS_SHARED || i->space == PS_LOCAL || i->space == PS_CONST || i->space == PS_PARAM;
}

static bool mark(u8 *wide, u32 reg)
{
    bool was = wide[reg];

    wide[reg] = 1;
    return !was;
}

/* True: a value became wide. */
static bool one_instr(const struct ptx_func *f, const struct ptx_instr *i, bool all, u8 *wide)
{
    bool pass = low_from_low(i) && i->n_dst == 1 && i->opnd[0].kind == PO_REG, changed = false, other = false;

    if (i->op == OP_SETP) {
        for (u32 k = i->n_dst; k < i->n_opnd; k++)
            other |= is_long(f, &i->opnd[k]) && wide[i->opnd[k].reg];
        pass = true;
    } else if (pass) {
        other = ptx_types[f->regs[i->opnd[0].reg].type].bits == 64 && wide[i->opnd[0].reg];
    }
    for (u32 k = i->n_dst; k < i->n_opnd; k++) {
        const struct ptx_operand *o = &i->opnd[k];
        if (is_long(f, o) && (!pass || other))
            changed |= mark(wide, o->reg);
        if (o->kind == PO_ADDR && o->base == PO_REG && !o->n_vec && !all && !is_near(i))
            changed |= mark(wide, o->reg);
        for (u32 j = 0; j < o->n_vec; j++)
            if (is_long(f, &o->vec[j]))
                changed |= mark(wide, o->vec[j].reg);
    }
    for (u32 k = 0; k < i->n_dst; k++) /* halves put together */
        if (is_long(f, &i->opnd[k]) && i->n_opnd > 1 && i->opnd[i->n_dst].kind == PO_VEC && i->op == OP_MOV)
            changed |= mark(wide, i->opnd[k].reg);
    return changed;
}

static bool is_logic(const struct ptx_instr *i)
{
    return i->op == OP_AND || i->op == OP_OR || i->op == OP_XOR || i->op == OP_SHR || i->op == OP_BFE;
}

/* Computed by logic whose upper half is zero: known registers (bits.c), of which one instruction writes each. (What
   is widened or multiplied is part of an address more often than not, and costs what that costs.) */
static void take_zeroes(struct ptx_func *f)
{
    struct bits b;

    bits_find(&b, f);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        u32 to = i->n_dst == 1 && is_long(f, &i->opnd[0]) ? i->opnd[0].reg : f->n_regs;
        if (is_logic(i) && to < f->n_regs && b.set[to] <= 32)
            f->notes->reg[to].narrow = true;
    }
    bits_free(&b);
}

void narrow_find(struct ptx_func *f, bool all)
{
    u8 *wide = xcalloc(f->n_regs + 1, 1);
    bool changed = true;

    for (const struct ptx_var *v = f->params; v; v = v->next)
        if (v->space == PS_REG)
            wide[v->offset] = 1;
    for (const struct ptx_var *v = f->rets; v; v = v->next)
        if (v->space == PS_REG)
            wide[v->offset] = 1;
    while (changed) {
        changed = false;
        for (u32 pc = f->n_code; pc-- > 0;)
            changed |= one_instr(f, &f->code[pc], all, wide);
    }
    for (u32 r = 0; r < f->n_regs; r++) {
        const struct ptx_type_info *t = &ptx_types[f->regs[r].type];
        f->notes->reg[r].narrow = t->bits == 64 && t->kind != 'F' && !wide[r];
    }
    take_zeroes(f);
    free(wide);
}
