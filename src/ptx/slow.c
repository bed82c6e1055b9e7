/* The slow way of exact divisions and square roots. The card's compiler checks the operands while the fast way is
   computed, and calls a function for those that it does not serve: most often a numerator, or a radicand, of zero.
       p = x is zero or nearly so; d = x / y; @!p bra over; what the call costs; over:
   Test and branch are part of the fast way and take no slot. Measured (tools/h200/slow_ways.cu): numerators below
   2^-102 and radicands below 2^-101. Others that go the slow way (denominators below 2^-126 or above 2^125, quotients
   below 2^-124) are left out. */
#include <stdlib.h>
#include <string.h>

#include "ptx/analysis.h"

struct slow {
    struct ptx_func *f;
    struct arena *a;
    VEC(struct ptx_instr) out;
    VEC(struct ptx_reg) regs;
};

static u8 way_of(const struct ptx_instr *i)
{
    if (i->guarded || i->parse_only || i->type != PT_F32 || i->flags & (PF_APPROX | PF_FULL) || i->n_opnd < 2 ||
        i->opnd[1].kind != PO_REG)
        return SLOW_NO;
    return i->op == OP_DIV ? SLOW_DIV : i->op == OP_SQRT ? SLOW_SQRT : SLOW_NO;
}

static u32 new_reg(struct slow *s, u8 type)
{
    VEC_PUSH(&s->regs, (struct ptx_reg){.name = "%slow", .type = type, .slot = UINT32_MAX});
    return s->f->n_regs + (u32)s->regs.n - 1;
}

static void put(struct slow *s, const struct ptx_instr *like, struct ptx_instr i, const struct ptx_operand *o, u32 n)
{
    ptx_put_in_place(&i, like, o, n, s->a);
    VEC_PUSH(&s->out, i);
}

static void put_way(struct slow *s, const struct ptx_instr *i, u8 way)
{
    struct ptx_operand p = {.kind = PO_REG, .reg = new_reg(s, PT_PRED)}, none = {.kind = PO_IMM};
    struct ptx_operand x[] = {{.kind = PO_REG, .reg = new_reg(s, PT_F32)}, i->opnd[1]};
    struct ptx_operand test[] = {p, x[0], {.kind = PO_IMM, .imm = way == SLOW_DIV ? 0x0c800000u : 0x0d000000u}};
    struct ptx_operand over = {.kind = PO_LABEL, .label = (u32)s->out.n + 5};
    struct ptx_operand result[] = {{.kind = PO_REG, .reg = new_reg(s, PT_B32)}, none, none, p};

    put(s, i, (struct ptx_instr){.op = OP_ABS, .type = PT_F32, .n_dst = 1, .slow = SLOW_TEST, .text = "abs"}, x, 2);
    put(s, i,
        (struct ptx_instr){
            .op = OP_SETP, .type = PT_F32, .cmp = PC_LT, .n_dst = 1, .slow = SLOW_TEST, .text = "setp"},
        test, 3);
    VEC_PUSH(&s->out, *i);
    put(s, i,
        (struct ptx_instr){
            .op = OP_BRA, .guarded = true, .guard_neg = true, .guard = p.reg, .slow = SLOW_TEST, .text = "bra"},
        &over, 1);
    put(s, i, (struct ptx_instr){.op = OP_SELP, .type = PT_B32, .n_dst = 1, .slow = way, .text = "selp"}, result, 4);
}

static void set_labels(struct slow *s, const u32 *to)
{
    for (size_t k = 0; k < s->out.n; k++) {
        struct ptx_instr *i = &s->out.at[k];
        if (i->op == OP_BRA && !i->slow)
            i->opnd[0].label = to[i->opnd[0].label];
        if (i->n_targets) {
            u32 *at = ARENA_ARRAY(s->a, u32, i->n_targets);
            for (u32 j = 0; j < i->n_targets; j++)
                at[j] = to[i->targets[j]];
            i->targets = at;
        }
    }
}

bool slow_ways(struct ptx_func *f, struct arena *a)
{
    struct slow s = {.f = f, .a = a};
    u32 *to = xcalloc(f->n_code + 1, sizeof *to), found = 0;

    for (u32 pc = 0; pc < f->n_code; pc++)
        found += way_of(&f->code[pc]) != SLOW_NO;
    for (u32 pc = 0; pc < f->n_code && found; pc++) {
        u8 way = way_of(&f->code[pc]);
        to[pc] = (u32)s.out.n;
        if (way)
            put_way(&s, &f->code[pc], way);
        else
            VEC_PUSH(&s.out, f->code[pc]);
    }
    if (found) {
        struct ptx_reg *regs = ARENA_ARRAY(a, struct ptx_reg, f->n_regs + s.regs.n + 1);
        set_labels(&s, to);
        memcpy(regs, f->regs, f->n_regs * sizeof *regs);
        memcpy(regs + f->n_regs, s.regs.at, s.regs.n * sizeof *regs);
        f->regs = regs;
        f->n_regs += (u32)s.regs.n;
        f->code = ARENA_ARRAY(a, struct ptx_instr, s.out.n + 1);
        memcpy(f->code, s.out.at, s.out.n * sizeof *f->code);
        f->n_code = (u32)s.out.n;
    }
    free(to);
    VEC_FREE(&s.out);
    VEC_FREE(&s.regs);
    return found > 0;
}
