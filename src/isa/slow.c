/* The slow way of exact divisions and square roots. The card's compiler checks the operands while the fast way is
   computed, and calls a function for those that it does not serve: most often a numerator, or a radicand, of zero.
       p = x is zero or nearly so; d = x / y; @!p bra over; what the call costs; over:
   Test and branch are part of the fast way and take no slot. Measured (tools/h200/slow_ways.cu): numerators below
   2^-102 and radicands below 2^-101; of doubles, numerators below 2^-969 (read off the machine code). Others that go
   the slow way (denominators below 2^-126 or above 2^125, quotients below 2^-124, and their kin of doubles) are left
   out.
   When: of `div.rn.f32`, `sqrt.rn.f32` and their kin and of `div.f64`, which ptxas 13.0 compiles so for sm_90.
   Leaves alone: the result, which the fast way computes for all; approximate divisions and roots have no slow way. */
#include "isa/edit.h"

/* Which go a slow way: their operation and type, and the least first operand that does not */
static const struct {
    u16 op;
    u8 type, way;
    u64 least;
} ways[] = {
    {OP_DIV, PT_F32, SLOW_DIV, 0x0c800000u},
    {OP_SQRT, PT_F32, SLOW_SQRT, 0x0d000000u},
    {OP_DIV, PT_F64, SLOW_DIVD, 0x0360000000000000u},
};

static u32 way_of(const struct ptx_instr *i)
{
    u32 k = 0;

    if (i->guarded || i->parse_only || i->flags & (PF_APPROX | PF_FULL) || i->n_opnd < 2 || i->opnd[1].kind != PO_REG)
        return COUNT_OF(ways);
    while (k < COUNT_OF(ways) && (ways[k].op != i->op || ways[k].type != i->type))
        k++;
    return k;
}

static void put(struct edit *e, const struct ptx_instr *like, u8 slow, struct ptx_instr i,
                const struct ptx_operand *o, u32 n)
{
    u32 pc = edit_put(e, like, i, o, n);
    e->notes.at[pc].slow = slow;
}

static void put_way(struct edit *e, const struct ptx_instr *i, u32 k)
{
    u8 type = ways[k].type;
    struct ptx_operand p = {.kind = PO_REG, .reg = edit_reg(e, "%slow", PT_PRED)}, none = {.kind = PO_IMM};
    struct ptx_operand x[] = {{.kind = PO_REG, .reg = edit_reg(e, "%slow", type)}, i->opnd[1]};
    struct ptx_operand test[] = {p, x[0], {.kind = PO_IMM, .imm = ways[k].least}};
    struct ptx_operand over = {.kind = PO_LABEL, .label = edit_pc(e) + 5};
    struct ptx_operand result[] = {{.kind = PO_REG, .reg = edit_reg(e, "%slow", PT_B32)}, none, none, p};

    put(e, i, SLOW_TEST, (struct ptx_instr){.op = OP_ABS, .type = type, .n_dst = 1, .text = "abs"}, x, 2);
    put(e, i, SLOW_TEST, (struct ptx_instr){.op = OP_SETP, .type = type, .cmp = PC_LT, .n_dst = 1, .text = "setp"},
        test, 3);
    edit_keep(e, i);
    edit_placed(e, edit_pc(e));
    put(e, i, SLOW_TEST,
        (struct ptx_instr){.op = OP_BRA, .guarded = true, .guard_neg = true, .guard = p.reg, .text = "bra"}, &over,
        1);
    put(e, i, ways[k].way, (struct ptx_instr){.op = OP_SELP, .type = PT_B32, .n_dst = 1, .text = "selp"}, result, 4);
}

void slow_ways(struct ptx_func *f, struct arena *a)
{
    struct edit e;
    bool found = false;

    for (u32 pc = 0; pc < f->n_code; pc++)
        found |= way_of(&f->code[pc]) < COUNT_OF(ways);
    if (!found)
        return;
    edit_begin(&e, f, a);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        u32 way = way_of(&f->code[pc]);
        edit_here(&e, pc);
        if (way < COUNT_OF(ways))
            put_way(&e, &f->code[pc], way);
        else
            edit_keep(&e, &f->code[pc]);
    }
    edit_commit(&e);
}
