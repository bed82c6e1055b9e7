/* Atomics of a whole warp on one word, as the card's compiler has them: where it knows that all lanes have the same
   address, one lane does it for all. Read off ptxas's code for sm_90, for 32-bit integers in global and shared
   memory:
   - something equal is added (64 bits, too): the lanes are counted, and one adds the product; who wants the old value
     gets it by a shuffle and adds what the lanes below it have added;
   - something of each lane's own is added, or the least, the greatest, the and, the or, the exclusive or is wanted,
   and nobody reads the old value: the warp reduces it first (REDUX);
   - something of each lane's own is added and the old value is read: a scan by shuffles, if all lanes take part.
   Others go lane by lane: floating point, exchange, compare and swap, increment; and a one
   that is added to shared memory, where nobody reads the old value: that is an instruction by itself
   (ATOMS.POPC.INC). */
#include <stdlib.h>

#include "ptx/analysis.h"

struct combine {
    struct ptx_func *f;
    u8 *varies;  /* by register: lanes may differ */
    u8 *read;    /* by register: somebody does */
    u8 *written; /* by register: at how many places, up to two */
    u8 *apart;   /* by block: not all lanes that come to its function come here together */
};
struct operands {
    struct combine *c;
    bool varies, changed;
};

static void note(void *ctx, u32 reg, enum reg_use use)
{
    struct combine *c = ctx;

    if (use == REG_WRITE)
        c->written[reg] = (u8)MIN(c->written[reg] + 1, 2);
    else
        c->read[reg] = 1;
}

static void look(void *ctx, u32 reg, enum reg_use use)
{
    struct operands *o = ctx;

    o->varies |= use != REG_WRITE && o->c->varies[reg];
}

static void set(void *ctx, u32 reg, enum reg_use use)
{
    struct operands *o = ctx;

    if (use == REG_WRITE && !o->c->varies[reg])
        o->c->varies[reg] = o->changed = true;
}

/* A value that is written here and elsewhere, too, by lanes that are apart */
static void set_mixed(void *ctx, u32 reg, enum reg_use use)
{
    struct operands *o = ctx;

    if (use == REG_WRITE && o->c->written[reg] > 1)
        set(ctx, reg, use);
}

static bool varies_by_itself(const struct ptx_instr *i)
{
    for (u32 k = i->n_dst; k < i->n_opnd; k++)
        if (i->opnd[k].kind == PO_SREG && i->opnd[k].sreg != SR_CTAID && i->opnd[k].sreg != SR_NTID &&
            i->opnd[k].sreg != SR_NCTAID)
            return true;
    return i->op == OP_CALL || i->op == OP_ATOM || ptx_instr_class(i) == PU_SHFL ||
           (i->op == OP_LD && i->space == PS_LOCAL);
}

/* Blocks between a branch on which lanes part and where they meet again */
static void find_apart(struct combine *c)
{
    const struct ptx_func *f = c->f;

    for (u32 b = 0; b < f->n_blocks; b++) {
        const struct ptx_instr *i = &f->code[f->blocks[b].end - 1];
        if (i->op != OP_BRA || !i->guarded || !c->varies[i->guard])
            continue;
        u32 meet = MIN(f->blocks[b].ipdom, f->n_blocks), from = f->code[i->opnd[0].label].block;
        for (u32 k = MIN(from, b + 1); k < meet; k++)
            c->apart[k] = 1;
    }
}

static void find_varying(struct combine *c)
{
    struct operands o = {.c = c, .changed = true};
    const struct ptx_func *f = c->f;

    for (u32 pc = 0; pc < f->n_code; pc++)
        visit_regs(&f->code[pc], note, c);
    while (o.changed) {
        o.changed = false;
        find_apart(c);
        for (u32 pc = 0; pc < f->n_code; pc++) {
            const struct ptx_instr *i = &f->code[pc];
            o.varies = varies_by_itself(i);
            visit_regs(i, look, &o);
            visit_regs(i, o.varies ? set : c->apart[i->block] ? set_mixed : look, &o);
        }
    }
}

static bool one_for_all(const struct combine *c, const struct ptx_operand *o)
{
    return (o->kind != PO_REG && !(o->kind == PO_ADDR && o->base == PO_REG)) || !c->varies[o->reg];
}

static u8 way_of(const struct combine *c, const struct ptx_instr *i)
{
    u32 at = i->op == OP_ATOM, bits;
    bool wanted = at && i->opnd[0].kind == PO_REG && c->read[i->opnd[0].reg];

    if ((i->op != OP_ATOM && i->op != OP_RED) || i->guarded || (i->space != PS_GLOBAL && i->space != PS_SHARED) ||
        at + 1u >= i->n_opnd || i->opnd[at + 1].kind == PO_VEC || i->vec > 1)
        return COMBINE_NO;
    bits = i->type == PT_U64 || i->type == PT_S64   ? 64
           : i->type == PT_U32 || i->type == PT_S32 ? 32
           : i->type == PT_B32                      ? 32
                                                    : 0;
    const struct ptx_operand *v = &i->opnd[at + 1];
    if (i->space == PS_SHARED && i->sub == SUB_ADD && bits == 32 && v->kind == PO_IMM && v->imm == 1 && !wanted)
        return COMBINE_NO;
    if (!bits || !one_for_all(c, &i->opnd[at]))
        return COMBINE_NO;
    if (i->sub == SUB_ADD && one_for_all(c, v))
        return wanted ? COMBINE_TIMES_OLD : COMBINE_TIMES;
    if (bits != 32)
        return COMBINE_NO;
    if (i->sub == SUB_ADD && wanted)
        return COMBINE_SCAN;
    return !wanted && (i->sub == SUB_ADD || i->sub == SUB_MIN || i->sub == SUB_MAX || i->sub == SUB_AND ||
                       i->sub == SUB_OR || i->sub == SUB_XOR)
               ? COMBINE_REDUCE
               : COMBINE_NO;
}

void combine_find(struct ptx_func *f)
{
    struct combine c = {.f = f};

    for (u32 pc = 0; pc < f->n_code; pc++)
        if (f->code[pc].op == OP_ATOM || f->code[pc].op == OP_RED)
            c.varies = c.varies ? c.varies : xcalloc(f->n_regs + 1, 1);
    if (!c.varies)
        return;
    c.read = xcalloc(f->n_regs + 1, 1);
    c.written = xcalloc(f->n_regs + 1, 1);
    c.apart = xcalloc(f->n_blocks + 1, 1);
    find_varying(&c);
    for (u32 pc = 0; pc < f->n_code; pc++)
        f->code[pc].combined = way_of(&c, &f->code[pc]);
    free(c.varies);
    free(c.read);
    free(c.written);
    free(c.apart);
}

/* Instructions beside the access itself: lane number, votes, counts, comparison, products, shuffles */
u32 combine_slots(const struct ptx_instr *i)
{
    bool wide = i->type == PT_U64 || i->type == PT_S64;
    const struct ptx_operand *v = &i->opnd[i->op == OP_ATOM ? 2 : 1];
    u32 product = v->kind == PO_IMM && v->imm == 1 ? 0 : 1;

    switch (i->combined) {
    case COMBINE_TIMES: return 5 + product + wide;
    case COMBINE_TIMES_OLD: return 10 + product + 3 * wide;
    case COMBINE_REDUCE: return 6;
    case COMBINE_SCAN: return 25;
    default: return 0;
    }
}
