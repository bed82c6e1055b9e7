/* Which values need no register. Where PTX is the machine's language, every value has one. A real machine's
   instructions take one operand from the constant bank (kernel parameters,
   immediates, addresses of variables, the sizes of the launch) and add an offset to an address by themselves, so
   these values are never kept, whatever PTX does to name them. Only counts and timing know of it: the emulator
   executes what PTX says. */
#include <stdlib.h>

#include "ptx/analysis.h"

#define OFFSET_BITS 23 /* of an address's immediate, as a signed number (datasheet: SASS listings) */

struct uses {
    u8 *defs;  /* how often it is written, up to 2 */
    u8 *other; /* read otherwise than as an address's base */
};

static void count_operand(struct uses *u, const struct ptx_operand *o, bool write)
{
    if (o->kind == PO_REG && write)
        u->defs[o->reg] = (u8)MIN(u->defs[o->reg] + 1, 2);
    else if (o->kind == PO_REG)
        u->other[o->reg] = 1;
    for (u32 k = 0; k < o->n_vec; k++)
        count_operand(u, &o->vec[k], write && o->kind == PO_VEC);
}

static void count_uses(struct uses *u, const struct ptx_func *f)
{
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        for (u32 k = 0; k < i->n_opnd; k++)
            count_operand(u, &i->opnd[k], k < i->n_dst);
        if (i->guarded) /* keeps what it had */
            for (u32 k = 0; k < i->n_dst; k++)
                if (i->opnd[k].kind == PO_REG)
                    u->defs[i->opnd[k].reg] = 2;
        if (ptx_instr_class(i) != PU_MEM || i->op == OP_TEX) /* [r] of something else: a plain read */
            for (u32 k = 0; k < i->n_opnd; k++)
                if (i->opnd[k].kind == PO_ADDR && i->opnd[k].base == PO_REG)
                    u->other[i->opnd[k].reg] = 1;
    }
}

static bool is_launch_size(u32 sreg)
{
    return sreg == SR_NTID || sreg == SR_NCTAID || sreg == SR_DYNAMIC_SMEM_SIZE || sreg == SR_TOTAL_SMEM_SIZE;
}

/* A kernel's parameter, at an address known beforehand */
static bool is_param(const struct ptx_func *f, const struct ptx_instr *i)
{
    return f->is_entry && i->space == PS_PARAM && i->vec <= 1 && i->opnd[1].kind == PO_ADDR &&
           i->opnd[1].base == PO_SYM;
}

static bool is_const(const struct ptx_func *f, const struct ptx_instr *i, const u32 *fold)
{
    const struct ptx_operand *s = &i->opnd[1];

    if (i->op == OP_LD)
        return is_param(f, i);
    if (i->op != OP_MOV && i->op != OP_CVTA)
        return false;
    return s->kind == PO_IMM || s->kind == PO_SYM || (s->kind == PO_SREG && is_launch_size(s->sreg)) ||
           (s->kind == PO_REG && fold[s->reg] == FOLD_CONST);
}

/* add r, base, imm, where r serves as an address only */
static u32 address_base(const struct ptx_func *f, const struct ptx_instr *i, const struct uses *u, const u32 *fold)
{
    const struct ptx_operand *a = &i->opnd[1], *b = i->n_opnd > 2 ? &i->opnd[2] : NULL;
    i64 off;

    if (i->op != OP_ADD || !b || a->kind != PO_REG || b->kind != PO_IMM || u->other[i->opnd[0].reg] ||
        i->flags & (PF_CC | PF_SAT) || u->defs[a->reg] != 1 || fold[a->reg] == FOLD_CONST)
        return FOLD_NO;
    if (ptx_types[f->regs[a->reg].type].bits != ptx_types[i->type].bits || ptx_types[i->type].kind == 'F')
        return FOLD_NO;
    off = ptx_types[i->type].bits == 64 ? (i64)b->imm : (i32)b->imm;
    if (off < -(1 << (OFFSET_BITS - 1)) || off >= 1 << (OFFSET_BITS - 1))
        return FOLD_NO;
    return fold[a->reg] == FOLD_NO ? a->reg : fold[a->reg];
}

static void fold_params(u32 *fold, const struct ptx_var *v)
{
    for (; v; v = v->next)
        if (v->space == PS_REG)
            fold[v->offset] = FOLD_CONST; /* given by the call: stays where it is */
}

u32 *fold_find(const struct ptx_func *f, bool operands)
{
    u32 *fold = xmalloc((f->n_regs + 1) * sizeof *fold);
    u8 *mem = xcalloc(f->n_regs + 1, 2);
    struct uses u = {mem, mem + f->n_regs};
    bool changed = true;

    for (u32 r = 0; r < f->n_regs; r++)
        fold[r] = FOLD_NO;
    fold_params(fold, f->params);
    fold_params(fold, f->rets);
    if (operands)
        count_uses(&u, f);
    for (u32 round = 0; operands && changed && round < 4; round++) {
        changed = false;
        for (u32 pc = 0; pc < f->n_code; pc++) {
            const struct ptx_instr *i = &f->code[pc];
            u32 r, to;
            if (i->n_dst != 1 || i->opnd[0].kind != PO_REG || i->n_opnd < 2 || i->guarded || i->parse_only)
                continue;
            r = i->opnd[0].reg;
            if (u.defs[r] != 1 || fold[r] != FOLD_NO || f->regs[r].type == PT_PRED)
                continue;
            to = is_const(f, i, fold) ? FOLD_CONST : address_base(f, i, &u, fold);
            if (to == r)
                continue;
            fold[r] = to;
            changed |= to != FOLD_NO;
        }
    }
    free(mem);
    return fold;
}

bool fold_rematerialises(const struct ptx_func *f, const struct ptx_instr *i, const u32 *fold)
{
    if (i->n_dst != 1 || i->opnd[0].kind != PO_REG || i->guarded || i->parse_only)
        return false;
    if (i->op == OP_LD)
        return is_param(f, i);
    if (ptx_instr_class(i) > PU_MUL || i->flags & PF_CC || i->op == OP_ADDC || i->op == OP_SUBC || i->op == OP_MADC)
        return false;
    for (u32 k = 1; k < i->n_opnd; k++) {
        const struct ptx_operand *o = &i->opnd[k];
        bool steady = o->kind == PO_SREG && (o->sreg <= SR_NWARPID || is_launch_size(o->sreg));
        if (o->kind != PO_IMM && o->kind != PO_SYM && !steady && !(o->kind == PO_REG && fold[o->reg] == FOLD_CONST))
            return false;
    }
    return true;
}
