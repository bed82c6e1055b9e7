/* The slow way of exact divisions, reciprocals and square roots. The card's compiler checks the operands, or the
   quotient, of the fast way, and calls a function for those that it does not serve: zeros above all, infinities, and
   numbers near either.
       p = x is zero or nearly so; d = x / y; p |= |d| is out of range; @!p bra over; what the call costs; over:
   Tests and branch are part of the fast way and take no slot. Measured (tools/h200/slow_ways.cu): numerators below
   2^-102 and radicands below 2^-101, quotients below 2^-124; denominators of zero have a quotient that is infinite or
   none, infinite ones one of zero. Of doubles as read off the machine code: quotients below 2^-1022 and such that are
   no numbers, radicands below 2^-970, reciprocals of less than 2^-1022 or more than 2^1022. Left out: denominators
   below 2^-126 or above 2^125 with a quotient in range, numerators of doubles between 2^-1022 and 2^-969, roots of
   infinity.
   When: of `div.rn.f32`, `rcp.rn.f32`, `sqrt.rn.f32` and their kin, and of these of f64, which ptxas 13.0 compiles so
   for sm_90. Leaves alone: the result, which the fast way computes for all; approximate ones have no slow way. */
#include "isa/edit.h"

/* Range of the tested value that takes the fast way: from the least absolute value on, and below the second (0: no
   upper limit, but not NaN) */
struct range {
    u64 least, beyond;
};

/* The instructions that have a slow way: operation and type, and the test */
static const struct way {
    u16 op;
    u8 type, way;
    bool positive; /* the operand's sign counts: negative numbers are also below `least` */
    struct range operand, result;
} ways[] = {
    {OP_DIV, PT_F32, SLOW_DIV, false, {0x0c800000u, 0}, {0x01800000u, 0x7f800000u}},
    {OP_RCP, PT_F32, SLOW_RCP, false, {0x00800000u, 0x7e800000u}, {0, 0}},
    {OP_SQRT, PT_F32, SLOW_SQRT, true, {0x0d000000u, 0}, {0, 0}},
    {OP_DIV, PT_F64, SLOW_DIVD, false, {0, 0}, {0x0010000000000000u, 0x7ff0000000000000u}},
    {OP_RCP, PT_F64, SLOW_RCPD, false, {0x0010000000000000u, 0x7fd0000000000000u}, {0, 0}},
    {OP_SQRT, PT_F64, SLOW_SQRTD, true, {0x0350000000000000u, 0}, {0, 0}},
};

static bool tests_operand(const struct way *w, const struct ptx_instr *i)
{
    return w->operand.least && i->opnd[1].kind == PO_REG;
}

/* A division by a constant takes the slow way because of its numerator only. */
static bool tests_result(const struct way *w, const struct ptx_instr *i)
{
    return w->result.least && (!w->operand.least || i->opnd[2].kind == PO_REG);
}

static const struct way *way_of(const struct ptx_instr *i)
{
    if (i->guarded || i->parse_only || i->flags & (PF_APPROX | PF_FULL) || i->n_opnd < 2)
        return NULL;
    for (u32 k = 0; k < COUNT_OF(ways); k++)
        if (ways[k].op == i->op && ways[k].type == i->type)
            return tests_operand(&ways[k], i) || tests_result(&ways[k], i) ? &ways[k] : NULL;
    return NULL;
}

static void put(struct edit *e, const struct ptx_instr *like, u8 slow, struct ptx_instr i,
                const struct ptx_operand *o, u32 n)
{
    u32 pc = edit_put(e, like, i, o, n);
    e->notes.at[pc].slow = slow;
}

/* p = p, if it is there, or x compared with a limit */
static void put_comparison(struct edit *e, const struct ptx_instr *i, u8 type, u8 cmp, struct ptx_operand p,
                           bool there, struct ptx_operand x, u64 limit)
{
    struct ptx_operand o[] = {p, x, {.kind = PO_IMM, .imm = limit}, p};

    put(e, i, SLOW_TEST,
        (struct ptx_instr){
            .op = OP_SETP, .type = type, .cmp = cmp, .boolop = there ? PB_OR : PB_NONE, .n_dst = 1, .text = "setp"},
        o, there ? 4 : 3);
}

/* p = p, if it is there, or |of| is out of range */
static void put_test(struct edit *e, const struct ptx_instr *i, const struct way *w, const struct range *r,
                     struct ptx_operand p, bool there, struct ptx_operand of, struct ptx_operand room)
{
    struct ptx_operand o[] = {room, of};

    if (w->positive) { /* nor is a NaN below the limit */
        put_comparison(e, i, w->type, PC_LTU, p, there, of, r->least);
        return;
    }
    put(e, i, SLOW_TEST, (struct ptx_instr){.op = OP_ABS, .type = w->type, .n_dst = 1, .text = "abs"}, o, 2);
    put_comparison(e, i, w->type, PC_LT, p, there, room, r->least);
    if (r->beyond)
        put_comparison(e, i, w->type, PC_GEU, p, true, room, r->beyond);
}

static void put_way(struct edit *e, const struct ptx_instr *i, const struct way *w)
{
    struct ptx_operand p = {.kind = PO_REG, .reg = edit_reg(e, "%slow", PT_PRED)}, none = {.kind = PO_IMM};
    struct ptx_operand room = {.kind = PO_REG, .reg = edit_reg(e, "%slow", w->type)};
    struct ptx_operand result[] = {{.kind = PO_REG, .reg = edit_reg(e, "%slow", PT_B32)}, none, none, p};

    if (tests_operand(w, i))
        put_test(e, i, w, &w->operand, p, false, i->opnd[1], room);
    edit_keep(e, i);
    if (tests_result(w, i))
        put_test(e, i, w, &w->result, p, tests_operand(w, i), i->opnd[0], room);
    struct ptx_operand over = {.kind = PO_LABEL, .label = edit_pc(e) + 2};
    edit_placed(e, edit_pc(e));
    put(e, i, SLOW_TEST,
        (struct ptx_instr){.op = OP_BRA, .guarded = true, .guard_neg = true, .guard = p.reg, .text = "bra"}, &over,
        1);
    put(e, i, w->way, (struct ptx_instr){.op = OP_SELP, .type = PT_B32, .n_dst = 1, .text = "selp"}, result, 4);
}

void slow_ways(struct ptx_func *f, struct arena *a)
{
    struct edit e;
    bool found = false;

    for (u32 pc = 0; pc < f->n_code; pc++)
        found |= way_of(&f->code[pc]) != NULL;
    if (!found)
        return;
    edit_begin(&e, f, a);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct way *w = way_of(&f->code[pc]);
        edit_here(&e, pc);
        if (w)
            put_way(&e, &f->code[pc], w);
        else
            edit_keep(&e, &f->code[pc]);
    }
    edit_commit(&e);
}
