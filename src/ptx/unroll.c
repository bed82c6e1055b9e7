/* Counted loops of one block run four times a round, as the card's compiler has them: if at least four rounds are
   left, four copies of the body follow each other without a test, and what is left over runs in the loop as it was.
       p = the loop's own test; @!p bra rest; first = true; c = at least COPIES rounds left; @!c bra two
       many:  COPIES bodies; c = ...; @c bra many; first = false
       two:   c = at least two rounds left; @!c bra one; two bodies; first = false
       one:   p = the loop's own test, or first; @!p bra behind (and the test's own predicate, if it is read there)
       rest:  the loop
   A register that a constant is added to each round is changed once in `many`; in between, addresses get other
   offsets, and other uses a sum of their own. Which loops: those whose counter is compared after a constant was added
   to it, unless the program says otherwise (.pragma "nounroll"). Measured with ptxas 13.0
   (tools/h200/ptxas_rules.py): a step in a register, a counter that is compared before it moves or after a
   conversion, divisions that become calls, too long a body keep a loop as it is; straighten.c knows more of it. */
#include <stdlib.h>
#include <string.h>

#include "ptx/analysis.h"

#define COPIES 4u /* measured: see above */
#define MOST_BODY                                                                                                    \
    49u /* measured, as weight() counts: 43 fma beside six others, or 14 pairs of a load with an offset and          \
           its use, are unrolled; 44 and 15 are not */

#define MOST_STEP (1 << 28) /* so that what COPIES rounds count is a number of 32 bits */

struct step {    /* x = x + by, once in the body */
    u32 reg, pc; /* where */
    i64 by;
};

struct loop {
    u32 block, first, end; /* pcs; the branch is end - 1 */
    u32 test;              /* pc of the comparison */
    u32 counter;           /* index into steps */
    u8 cmp;                /* with which it goes on: NE, LT, LE, GT, GE */
    bool is_signed;
    bool read_behind; /* what the comparison says, behind the loop */
    VEC(struct step)
    steps, sums; /* sums: x = step + what stays, read as addresses alone: the first copy's serves all */
};

struct unroller {
    struct ptx_func *f;
    struct arena *a;
    VEC(struct ptx_instr) out;
    VEC(struct ptx_reg) regs; /* new ones */
    u32 *label;               /* by old pc of a block's begin: the new one */
    VEC(u32) fixed;           /* new instructions whose label is final */
    /* in `many`: registers that stand for x + n * by */
    struct {
        u32 reg;
        i64 more;
        u32 is;
    } sums[64];
    u32 n_sums;
};

/* ---- Which loops ---- */
static bool is_integer(u8 type)
{
    return ptx_types[type].kind != 'F' && ptx_types[type].kind != 'P' && ptx_types[type].bits >= 32;
}

static bool is_step(const struct ptx_instr *i)
{
    return (i->op == OP_ADD || i->op == OP_SUB) && !i->guarded && !(i->flags & (PF_CC | PF_SAT)) &&
           is_integer(i->type) && i->n_opnd == 3 && i->opnd[0].kind == PO_REG && i->opnd[1].kind == PO_REG &&
           i->opnd[1].reg == i->opnd[0].reg && !i->opnd[1].neg && i->opnd[2].kind == PO_IMM;
}

/* Registers count round at the end of their numbers; so do these. */
static i64 times(i64 n, i64 by)
{
    return (i64)((u64)n * (u64)by);
}

static i64 plus(i64 a, i64 b)
{
    return (i64)((u64)a + (u64)b);
}

static i64 step_of(const struct ptx_instr *i)
{
    i64 by = ptx_types[i->type].bits == 64 ? (i64)i->opnd[2].imm : (i32)i->opnd[2].imm;
    return i->op == OP_SUB ? times(-1, by) : by;
}

struct writes {
    u32 reg, n, reads;
};

static void count_writes(void *ctx, u32 reg, enum reg_use use)
{
    struct writes *w = ctx;
    w->n += reg == w->reg && use == REG_WRITE;
    w->reads += reg == w->reg && use != REG_WRITE;
}

static struct writes writes_in(const struct ptx_func *f, u32 first, u32 end, u32 reg)
{
    struct writes w = {.reg = reg};
    for (u32 pc = first; pc < end; pc++)
        visit_regs(&f->code[pc], count_writes, &w);
    return w;
}

/* Becomes a call or branches on the machine; or other lanes would take part in it than did before, or in another
   order (which does not keep the card's compiler from it). */
static bool stays_alone(const struct ptx_instr *i)
{
    u8 unit = ptx_instr_class(i);

    if (unit == PU_CONTROL || unit == PU_FENCE || i->parse_only || i->op == OP_CALL || unit == PU_SHFL ||
        i->flags & (PF_VOLATILE | PF_ACQUIRE | PF_RELEASE))
        return true;
    if (unit == PU_MEM && i->op != OP_LD && i->op != OP_ST && i->op != OP_TEX)
        return true;
    if (lower_branches(i))
        return true;
    return i->op == OP_MOV && i->n_opnd > 1 && i->opnd[1].kind == PO_SREG && i->opnd[1].sreg >= SR_CLOCK;
}

/* How much an instruction counts towards a body's length. An offset is an addition at that stage, a guard a
   selection, and an expansion about half as much again as the slots that it ends with. */
static u32 weight(const struct ptx_func *f, const struct ptx_instr *i)
{
    u32 slots = lower_slots(f, i), n = slots > 2 ? slots * 3 / 2 : 1;

    if ((i->op == OP_MOV && i->n_opnd == 2 && i->opnd[1].kind == PO_REG) || i->op == OP_CVTA)
        return 0;
    for (u32 k = 0; k < i->n_opnd; k++)
        n += i->opnd[k].kind == PO_ADDR && i->opnd[k].base == PO_REG && i->opnd[k].off;
    return n + (i->guarded && i->op != OP_BRA);
}

static void find_steps(const struct ptx_func *f, struct loop *l)
{
    l->steps.n = 0;
    for (u32 pc = l->first; pc + 1 < l->end; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        if (is_step(i) && writes_in(f, l->first, l->end, i->opnd[0].reg).n == 1)
            VEC_PUSH(&l->steps, (struct step){i->opnd[0].reg, pc, step_of(i)});
    }
}

struct bases {
    u32 reg, n;
};

static void count_bases(struct bases *b, const struct ptx_instr *i)
{
    for (u32 k = 0; k < i->n_opnd && ptx_instr_class(i) == PU_MEM; k++)
        b->n +=
            i->opnd[k].kind == PO_ADDR && i->opnd[k].base == PO_REG && i->opnd[k].reg == b->reg && !i->opnd[k].n_vec;
}

static void find_sums(const struct ptx_func *f, struct loop *l)
{
    l->sums.n = 0;
    for (u32 pc = l->first; pc + 1 < l->end; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        const struct step *s = NULL;
        if (i->op != OP_ADD || i->guarded || i->flags & (PF_CC | PF_SAT) || !is_integer(i->type) ||
            ptx_types[i->type].bits != 64 || i->opnd[0].kind != PO_REG || i->opnd[1].kind != PO_REG ||
            i->opnd[2].kind != PO_REG)
            continue;
        for (size_t k = 0; k < l->steps.n; k++)
            for (u32 o = 1; o < 3; o++)
                if (l->steps.at[k].reg == i->opnd[o].reg && !writes_in(f, l->first, l->end, i->opnd[3 - o].reg).n)
                    s = &l->steps.at[k];
        struct bases b = {.reg = i->opnd[0].reg};
        for (u32 at = pc + 1; at < l->end; at++)
            count_bases(&b, &f->code[at]);
        struct writes all = writes_in(f, 0, f->n_code, b.reg);
        if (s && all.n == 1 && all.reads == b.n)
            VEC_PUSH(&l->sums, (struct step){b.reg, pc, s->by});
    }
}

/* The comparison with which the loop goes on; PC_NONE: another one. */
static u8 going_on(u8 cmp, bool negated)
{
    static const u8 opposite[][2] = {{PC_EQ, PC_NE}, {PC_LT, PC_GE}, {PC_LE, PC_GT}, {PC_LO, PC_HS}, {PC_LS, PC_HI}};

    for (u32 k = 0; k < COUNT_OF(opposite) && negated; k++)
        for (u32 s = 0; s < 2; s++)
            if (cmp == opposite[k][s])
                return going_on(opposite[k][!s], false);
    if (negated)
        return PC_NONE;
    switch (cmp) {
    case PC_LO: return PC_LT;
    case PC_LS: return PC_LE;
    case PC_HI: return PC_GT;
    case PC_HS: return PC_GE;
    case PC_NE:
    case PC_LT:
    case PC_LE:
    case PC_GT:
    case PC_GE: return cmp;
    default: return PC_NONE;
    }
}

static bool find_test(const struct ptx_func *f, struct loop *l)
{
    const struct ptx_instr *bra = &f->code[l->end - 1], *t;
    struct writes p = writes_in(f, l->first, l->end, bra->guard);

    if (p.n != 1 || p.reads != 1)
        return false;
    for (l->test = l->first; l->test < l->end; l->test++)
        if (writes_in(f, l->test, l->test + 1, bra->guard).n)
            break;
    t = &f->code[l->test];
    if (t->op != OP_SETP || t->guarded || t->n_dst != 1 || t->n_opnd != 3 || t->boolop != PB_NONE ||
        !is_integer(t->type) || t->opnd[1].kind != PO_REG || t->opnd[1].neg || t->opnd[2].neg)
        return false;
    /* setp.ne a, b (or eq) is the same either way: the counter may stand on the right */
    for (l->counter = 0; l->counter < l->steps.n; l->counter++)
        if (l->steps.at[l->counter].reg == t->opnd[1].reg ||
            ((t->cmp == PC_NE || t->cmp == PC_EQ) && t->opnd[2].kind == PO_REG &&
             l->steps.at[l->counter].reg == t->opnd[2].reg))
            break;
    if (l->counter == l->steps.n || l->steps.at[l->counter].pc > l->test || !l->steps.at[l->counter].by ||
        l->steps.at[l->counter].by >= MOST_STEP || l->steps.at[l->counter].by <= -MOST_STEP)
        return false;
    l->cmp = going_on(t->cmp, bra->guard_neg);
    l->is_signed =
        ptx_types[t->type].kind == 'S' && t->cmp != PC_LO && t->cmp != PC_LS && t->cmp != PC_HI && t->cmp != PC_HS;
    if (l->cmp == PC_NONE)
        return false;
    return l->cmp == PC_NE || ((l->cmp == PC_LT || l->cmp == PC_LE) == (l->steps.at[l->counter].by > 0));
}

static const struct ptx_operand *bound_of(const struct ptx_func *f, const struct loop *l)
{
    const struct ptx_instr *t = &f->code[l->test];
    u32 counter = l->steps.at[l->counter].reg;
    return t->opnd[1].kind == PO_REG && t->opnd[1].reg == counter ? &t->opnd[2] : &t->opnd[1];
}

static bool find_loop(const struct ptx_func *f, const struct liveness *live, u32 b, struct loop *l)
{
    const struct ptx_block *blk = &f->blocks[b];
    const struct ptx_instr *bra = &f->code[blk->end - 1];
    u32 length = 0;

    l->block = b;
    l->first = blk->first;
    l->end = blk->end;
    if (bra->op != OP_BRA || !bra->guarded || bra->opnd[0].label != blk->first || blk->end == f->n_code)
        return false;
    for (u32 pc = l->first; pc < l->end; pc++) {
        length += weight(f, &f->code[pc]);
        if (f->code[pc].nounroll || (pc + 1 < l->end && stays_alone(&f->code[pc])))
            return false;
    }
    if (length > MOST_BODY)
        return false;
    find_steps(f, l);
    find_sums(f, l);
    if (!find_test(f, l))
        return false;
    l->read_behind = is_live_at(live, bra->guard, 2 * f->blocks[b + 1].first);
    const struct ptx_operand *o = bound_of(f, l);
    u32 bits = ptx_types[f->code[l->steps.at[l->counter].pc].type].bits;
    if (bits != ptx_types[f->code[l->test].type].bits)
        return false;
    return o->kind == PO_IMM || (o->kind == PO_REG && !writes_in(f, l->first, l->end, o->reg).n);
}

/* ---- New code ---- */
static u32 new_reg(struct unroller *u, u8 type)
{
    VEC_PUSH(&u->regs, (struct ptx_reg){.name = "%unrolled", .type = type, .slot = UINT32_MAX});
    return u->f->n_regs + (u32)u->regs.n - 1;
}

static u8 reg_type(const struct unroller *u, u32 reg)
{
    return reg < u->f->n_regs ? u->f->regs[reg].type : u->regs.at[reg - u->f->n_regs].type;
}

static struct ptx_operand reg_operand(u32 reg)
{
    return (struct ptx_operand){.kind = PO_REG, .reg = reg};
}

static struct ptx_operand imm_operand(i64 v, u8 type)
{
    u64 bits = (u64)v;
    return (struct ptx_operand){.kind = PO_IMM, .imm = ptx_types[type].bits == 64 ? bits : bits & 0xffffffffu};
}

/* An instruction of up to three operands in place of `like`. */
static void put(struct unroller *u, const struct ptx_instr *like, struct ptx_instr i, const struct ptx_operand *o,
                u32 n)
{
    ptx_put_in_place(&i, like, o, n, u->a);
    VEC_PUSH(&u->out, i);
}

static void put_branch(struct unroller *u, const struct ptx_instr *like, u32 guard, bool neg, u32 label, bool is_new)
{
    struct ptx_operand o = {.kind = PO_LABEL, .label = label};
    if (is_new)
        VEC_PUSH(&u->fixed, (u32)u->out.n);
    put(u, like, (struct ptx_instr){.op = OP_BRA, .guarded = true, .guard_neg = neg, .guard = guard, .text = "bra"},
        &o, 1);
}

static u8 counter_type(const struct unroller *u, const struct loop *l)
{
    bool wide = ptx_types[u->f->code[l->steps.at[l->counter].pc].type].bits == 64;
    return l->is_signed ? (wide ? PT_S64 : PT_S32) : (wide ? PT_U64 : PT_U32);
}

/* Where the counter must not have come to for COPIES rounds to be left: the bound less what they count. It cannot
   overflow once that many were left. An operand: an immediate, or a register that is written here. */
static struct ptx_operand put_limit(struct unroller *u, const struct loop *l)
{
    const struct step *s = &l->steps.at[l->counter];
    const struct ptx_instr *test = &u->f->code[l->test];
    u8 type = ptx_types[u->f->code[s->pc].type].bits == 64 ? PT_U64 : PT_U32;
    struct ptx_operand bound = *bound_of(u->f, l);
    i64 most = (i64)(COPIES - 1) * s->by;

    if (bound.kind == PO_IMM)
        return imm_operand(plus((i64)bound.imm, -most), type);
    struct ptx_operand o[] = {reg_operand(new_reg(u, type)), bound, imm_operand(-most, type)};
    put(u, test, (struct ptx_instr){.op = OP_ADD, .type = type, .n_dst = 1, .text = "add"}, o, 3);
    return o[0];
}

/* The same as put_more, once that many were left and with no more than that done since. */
static void put_again(struct unroller *u, const struct loop *l, u32 c, struct ptx_operand limit)
{
    const struct step *s = &l->steps.at[l->counter];
    struct ptx_operand o[] = {reg_operand(c), reg_operand(s->reg), limit};

    put(u, &u->f->code[l->test],
        (struct ptx_instr){.op = OP_SETP, .type = counter_type(u, l), .cmp = l->cmp, .n_dst = 1, .text = "setp"}, o,
        3);
}

/* p = the loop's own test, or what `first` says */
static void put_test(struct unroller *u, const struct loop *l, u32 p, u32 first)
{
    struct ptx_operand o[] = {reg_operand(p), reg_operand(l->steps.at[l->counter].reg), *bound_of(u->f, l),
                              reg_operand(first)};
    bool alone = first == UINT32_MAX;

    put(u, &u->f->code[l->test],
        (struct ptx_instr){.op = OP_SETP,
                           .type = counter_type(u, l),
                           .cmp = l->cmp,
                           .boolop = alone ? PB_NONE : PB_OR,
                           .n_dst = 1,
                           .text = "setp"},
        o, alone ? 3 : 4);
}

/* c = at least so many rounds are left, counting the one that would begin now, given that one is. is_near: the
   counter is less than COPIES rounds from its end, or has just passed it. */
static void put_more(struct unroller *u, const struct loop *l, u32 c, u32 rounds, bool is_near)
{
    const struct step *s = &l->steps.at[l->counter];
    const struct ptx_instr *test = &u->f->code[l->test];
    bool wide = ptx_types[u->f->code[s->pc].type].bits == 64;
    u8 type = wide ? PT_U64 : PT_U32, by_sign = wide ? PT_S64 : PT_S32;
    struct ptx_operand bound = *bound_of(u->f, l), counter = reg_operand(s->reg), left = counter;
    i64 by = s->by < 0 ? -s->by : s->by, most = (i64)(rounds - 1) * by;

    if (!(s->by < 0 && bound.kind == PO_IMM && !bound.imm)) {
        left = reg_operand(new_reg(u, type));
        struct ptx_operand o[] = {left, s->by < 0 ? counter : bound, s->by < 0 ? bound : counter};
        put(u, test, (struct ptx_instr){.op = OP_SUB, .type = type, .n_dst = 1, .text = "sub"}, o, 3);
    }
    u8 more = l->cmp == PC_LE || l->cmp == PC_GE ? PC_GE : PC_GT;
    struct ptx_operand enough[] = {reg_operand(c), left, imm_operand(most, type)};
    put(u, test,
        (struct ptx_instr){.op = OP_SETP, .type = is_near ? by_sign : type, .cmp = more, .n_dst = 1, .text = "setp"},
        enough, 3);
}

/* p = is */
static void put_flag(struct unroller *u, const struct loop *l, u32 p, bool is)
{
    struct ptx_operand o[] = {reg_operand(p), imm_operand(0, PT_U32), imm_operand(!is, PT_U32)};

    put(u, &u->f->code[l->test],
        (struct ptx_instr){.op = OP_SETP, .type = PT_U32, .cmp = PC_EQ, .n_dst = 1, .text = "setp"}, o, 3);
}

/* x + plus as a register of its own */
static u32 sum_of(struct unroller *u, const struct ptx_instr *like, u32 reg, i64 more)
{
    u8 type = ptx_types[reg_type(u, reg)].bits == 64 ? PT_U64 : PT_U32;
    for (u32 k = 0; k < u->n_sums; k++)
        if (u->sums[k].reg == reg && u->sums[k].more == more)
            return u->sums[k].is;
    u32 is = new_reg(u, reg_type(u, reg));
    struct ptx_operand o[] = {reg_operand(is), reg_operand(reg), imm_operand(more, type)};
    put(u, like, (struct ptx_instr){.op = OP_ADD, .type = type, .n_dst = 1, .text = "add"}, o, 3);
    if (u->n_sums < COUNT_OF(u->sums)) {
        u->sums[u->n_sums].reg = reg;
        u->sums[u->n_sums].more = more;
        u->sums[u->n_sums++].is = is;
    }
    return is;
}

static void move_operand(struct unroller *u, const struct loop *l, struct ptx_operand *o, u32 pc, u32 copy)
{
    for (u32 k = 0; k < o->n_vec; k++)
        move_operand(u, l, &o->vec[k], pc, copy);
    if (o->kind != PO_REG && !(o->kind == PO_ADDR && o->base == PO_REG))
        return;
    for (size_t k = 0; k < l->sums.n; k++)
        if (o->reg == l->sums.at[k].reg) {
            o->off = plus(o->off, times(copy, l->sums.at[k].by));
            return;
        }
    for (size_t k = 0; k < l->steps.n; k++) {
        const struct step *s = &l->steps.at[k];
        i64 more = times(copy + (pc > s->pc), s->by);
        if (o->reg != s->reg || !more)
            continue;
        if (o->kind == PO_ADDR && ptx_types[reg_type(u, o->reg)].bits == 64)
            o->off = plus(o->off, more);
        else
            o->reg = sum_of(u, &u->f->code[pc], o->reg, more);
        return;
    }
}

static bool is_left_out(const struct loop *l, u32 pc, u32 copy)
{
    for (size_t k = 0; k < l->sums.n && copy; k++)
        if (l->sums.at[k].pc == pc)
            return true;
    for (size_t k = 0; k < l->steps.n; k++)
        if (l->steps.at[k].pc == pc)
            return true;
    return false;
}

static void put_copy(struct unroller *u, const struct loop *l, u32 copy)
{
    for (u32 pc = l->first; pc + 1 < l->end; pc++) {
        if (pc == l->test || is_left_out(l, pc, copy))
            continue;
        struct ptx_instr i = u->f->code[pc];
        ptx_copy_operands(&i, u->a);
        for (u32 k = i.n_dst; k < i.n_opnd; k++)
            move_operand(u, l, &i.opnd[k], pc, copy);
        VEC_PUSH(&u->out, i);
    }
}

static void put_copies(struct unroller *u, const struct loop *l, u32 copies)
{
    u->n_sums = 0;
    for (u32 k = 0; k < copies; k++)
        put_copy(u, l, k);
    for (size_t k = 0; k < l->steps.n; k++) {
        struct ptx_instr i = u->f->code[l->steps.at[k].pc];
        ptx_copy_operands(&i, u->a);
        i.op = OP_ADD;
        i.opnd[2] = imm_operand(times(copies, l->steps.at[k].by), i.type);
        VEC_PUSH(&u->out, i);
    }
}

static void put_many(struct unroller *u, const struct loop *l)
{
    const struct ptx_instr *bra = &u->f->code[l->end - 1];
    u32 c = new_reg(u, PT_PRED), first = new_reg(u, PT_PRED), enter, to_two, to_one, many;
    struct ptx_operand limit = {0};

    put_test(u, l, c, UINT32_MAX);
    enter = (u32)u->out.n;
    put_branch(u, bra, c, true, 0, true);
    put_flag(u, l, first, true);
    put_more(u, l, c, COPIES, false);
    to_two = (u32)u->out.n;
    put_branch(u, bra, c, true, 0, true);
    put_flag(u, l, first, false);
    if (l->cmp != PC_NE) /* which may pass the end of the numbers on its way */
        limit = put_limit(u, l);
    many = (u32)u->out.n;
    put_copies(u, l, COPIES);
    if (l->cmp != PC_NE)
        put_again(u, l, c, limit);
    else
        put_more(u, l, c, COPIES, false);
    put_branch(u, bra, c, false, many, true);
    u->out.at[to_two].opnd[0].label = (u32)u->out.n;
    put_more(u, l, c, 2, true);
    to_one = (u32)u->out.n;
    put_branch(u, bra, c, true, 0, true);
    put_copies(u, l, 2);
    put_flag(u, l, first, false);
    u->out.at[to_one].opnd[0].label = (u32)u->out.n;
    if (l->read_behind) {
        struct ptx_instr own = u->f->code[l->test];
        ptx_copy_operands(&own, u->a);
        VEC_PUSH(&u->out, own);
    }
    put_test(u, l, c, first);
    put_branch(u, bra, c, true, l->end, false);
    u->out.at[enter].opnd[0].label = (u32)u->out.n;
}

static void put_block(struct unroller *u, u32 b, bool is_loop)
{
    const struct ptx_block *blk = &u->f->blocks[b];
    u32 rest = (u32)u->out.n;

    for (u32 pc = blk->first; pc < blk->end; pc++)
        VEC_PUSH(&u->out, u->f->code[pc]);
    if (is_loop) {
        u->out.at[u->out.n - 1].opnd[0].label = rest;
        VEC_PUSH(&u->fixed, (u32)u->out.n - 1);
    }
}

static void set_labels(struct unroller *u)
{
    u32 next = 0;

    for (u32 pc = 0; pc < u->out.n; pc++) {
        struct ptx_instr *i = &u->out.at[pc];
        if (next < u->fixed.n && u->fixed.at[next] == pc) {
            next++;
            continue;
        }
        if (i->op == OP_BRA)
            i->opnd[0].label = u->label[i->opnd[0].label];
        if (i->n_targets) {
            u32 *to = ARENA_ARRAY(u->a, u32, i->n_targets);
            for (u32 k = 0; k < i->n_targets; k++)
                to[k] = u->label[i->targets[k]];
            i->targets = to;
        }
    }
}

static void take(struct unroller *u)
{
    struct ptx_func *f = u->f;
    struct ptx_reg *regs = ARENA_ARRAY(u->a, struct ptx_reg, f->n_regs + u->regs.n + 1);

    memcpy(regs, f->regs, f->n_regs * sizeof *regs);
    memcpy(regs + f->n_regs, u->regs.at, u->regs.n * sizeof *regs);
    f->regs = regs;
    f->n_regs += (u32)u->regs.n;
    f->code = ARENA_ARRAY(u->a, struct ptx_instr, u->out.n + 1);
    memcpy(f->code, u->out.at, u->out.n * sizeof *f->code);
    f->n_code = (u32)u->out.n;
}

bool unroll(struct ptx_func *f, struct arena *a)
{
    struct unroller u = {.f = f, .a = a, .label = xcalloc(f->n_code + 1, sizeof(u32))};
    struct loop l = {0};
    struct liveness live;
    u32 found = 0;

    liveness_build(&live, f, NULL);
    for (u32 b = 0; b < f->n_blocks; b++) {
        bool is_loop = find_loop(f, &live, b, &l);
        u.label[f->blocks[b].first] = (u32)u.out.n;
        if (is_loop)
            put_many(&u, &l);
        found += is_loop;
        put_block(&u, b, is_loop);
    }
    if (found) {
        set_labels(&u);
        take(&u);
    }
    liveness_free(&live);
    free(u.label);
    VEC_FREE(&u.out);
    VEC_FREE(&u.regs);
    VEC_FREE(&u.fixed);
    VEC_FREE(&l.steps);
    VEC_FREE(&l.sums);
    return found > 0;
}
