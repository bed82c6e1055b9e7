#include "isa/counted.h"

#include <string.h>

#define MOST_STEP (1 << 28) /* so that what a few rounds count is a number of 32 bits */

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

static i64 step_of(const struct ptx_instr *i)
{
    i64 by = ptx_types[i->type].bits == 64 ? (i64)i->opnd[2].imm : (i32)i->opnd[2].imm;
    return i->op == OP_SUB ? counted_times(-1, by) : by;
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

static void find_steps(const struct ptx_func *f, struct counted *l)
{
    l->steps.n = 0;
    for (u32 pc = l->first; pc + 1 < l->end; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        if (is_step(i) && writes_in(f, l->first, l->end, i->opnd[0].reg).n == 1)
            VEC_PUSH(&l->steps, (struct counted_step){i->opnd[0].reg, pc, step_of(i)});
    }
}

/* How often it is an address's base */
static u32 bases_in(const struct ptx_func *f, u32 first, u32 end, u32 reg)
{
    u32 n = 0;

    for (u32 pc = first; pc < end; pc++) {
        const struct ptx_operand *o = f->code[pc].opnd;
        for (u32 k = 0; k < f->code[pc].n_opnd && ptx_instr_class(&f->code[pc]) == PU_MEM; k++)
            n += o[k].kind == PO_ADDR && o[k].base == PO_REG && o[k].reg == reg && !o[k].n_vec;
    }
    return n;
}

static void find_sums(const struct ptx_func *f, struct counted *l)
{
    l->sums.n = 0;
    for (u32 pc = l->first; pc + 1 < l->end; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        const struct counted_step *s = NULL;
        if (i->op != OP_ADD || i->guarded || i->flags & (PF_CC | PF_SAT) || !is_integer(i->type) ||
            ptx_types[i->type].bits != 64 || i->opnd[0].kind != PO_REG || i->opnd[1].kind != PO_REG ||
            i->opnd[2].kind != PO_REG)
            continue;
        for (size_t k = 0; k < l->steps.n; k++)
            for (u32 o = 1; o < 3; o++)
                if (l->steps.at[k].reg == i->opnd[o].reg && !writes_in(f, l->first, l->end, i->opnd[3 - o].reg).n)
                    s = &l->steps.at[k];
        struct writes all = writes_in(f, 0, f->n_code, i->opnd[0].reg);
        if (s && all.n == 1 && all.reads == bases_in(f, pc + 1, l->end, all.reg))
            VEC_PUSH(&l->sums, (struct counted_step){all.reg, pc, s->by});
    }
}

/* The comparison with which the loop goes on; PC_NONE: another one. */
static u8 going_on(u8 cmp, bool negated)
{
    static const u8 on[PC_NAN + 1][2] = {
        [PC_EQ] = {PC_NONE, PC_NE}, [PC_NE] = {PC_NE, PC_NONE}, [PC_LT] = {PC_LT, PC_GE}, [PC_LE] = {PC_LE, PC_GT},
        [PC_GT] = {PC_GT, PC_LE},   [PC_GE] = {PC_GE, PC_LT},   [PC_LO] = {PC_LT, PC_GE}, [PC_LS] = {PC_LE, PC_GT},
        [PC_HI] = {PC_GT, PC_LE},   [PC_HS] = {PC_GE, PC_LT}};

    return on[cmp][negated];
}

/* What the branch hangs on is set once in the body, and read by the branch alone. */
static bool find_setter(const struct ptx_func *f, struct counted *l)
{
    u32 guard = f->code[l->end - 1].guard;
    struct writes p = writes_in(f, l->first, l->end, guard);

    for (l->test = l->first; l->test < l->end; l->test++)
        if (writes_in(f, l->test, l->test + 1, guard).n)
            break;
    return p.n == 1 && p.reads == 1;
}

static bool compares_integers(const struct ptx_instr *t)
{
    return t->op == OP_SETP && !t->guarded && t->n_dst == 1 && t->n_opnd == 3 && t->boolop == PB_NONE &&
           is_integer(t->type) && t->opnd[1].kind == PO_REG && !t->opnd[1].neg && !t->opnd[2].neg;
}

/* setp.ne a, b (or eq) is the same either way: the counter may stand on the right. */
static bool compares(const struct ptx_instr *t, u32 reg)
{
    bool either = t->cmp == PC_NE || t->cmp == PC_EQ;

    return t->opnd[1].reg == reg || (either && t->opnd[2].kind == PO_REG && t->opnd[2].reg == reg);
}

static bool find_counter(struct counted *l, const struct ptx_instr *t)
{
    const struct counted_step *s;

    for (l->counter = 0; l->counter < l->steps.n; l->counter++)
        if (compares(t, l->steps.at[l->counter].reg))
            break;
    if (l->counter == l->steps.n)
        return false;
    s = &l->steps.at[l->counter];
    return s->pc <= l->test && s->by && s->by < MOST_STEP && s->by > -MOST_STEP;
}

static bool find_test(const struct ptx_func *f, struct counted *l)
{
    static const u8 unsigned_ones[] = {PC_LO, PC_LS, PC_HI, PC_HS};
    const struct ptx_instr *t;

    if (!find_setter(f, l))
        return false;
    t = &f->code[l->test];
    if (!compares_integers(t) || !find_counter(l, t))
        return false;
    l->cmp = going_on(t->cmp, f->code[l->end - 1].guard_neg);
    l->is_signed = ptx_types[t->type].kind == 'S' && !memchr(unsigned_ones, t->cmp, sizeof unsigned_ones);
    if (l->cmp == PC_NONE || l->cmp == PC_NE)
        return l->cmp == PC_NE;
    return (l->cmp == PC_LT || l->cmp == PC_LE) == (l->steps.at[l->counter].by > 0);
}

const struct ptx_operand *counted_bound(const struct ptx_func *f, const struct counted *l)
{
    const struct ptx_instr *t = &f->code[l->test];
    u32 counter = l->steps.at[l->counter].reg;
    return t->opnd[1].kind == PO_REG && t->opnd[1].reg == counter ? &t->opnd[2] : &t->opnd[1];
}

bool is_round(const struct ptx_func *f, u32 b)
{
    const struct ptx_block *blk = &f->blocks[b];
    const struct ptx_instr *bra = &f->code[blk->end - 1];

    return bra->op == OP_BRA && bra->guarded && bra->opnd[0].label == blk->first && blk->end != f->n_code;
}

bool counted_find(const struct ptx_func *f, const struct liveness *live, u32 b, struct counted *l)
{
    l->block = b;
    l->first = f->blocks[b].first;
    l->end = f->blocks[b].end;
    if (!is_round(f, b))
        return false;
    find_steps(f, l);
    find_sums(f, l);
    if (!find_test(f, l))
        return false;
    l->read_behind = is_live_at(live, f->code[l->end - 1].guard, 2 * f->blocks[b + 1].first);
    const struct ptx_operand *o = counted_bound(f, l);
    if (ptx_types[f->code[l->steps.at[l->counter].pc].type].bits != ptx_types[f->code[l->test].type].bits)
        return false;
    return o->kind == PO_IMM || (o->kind == PO_REG && !writes_in(f, l->first, l->end, o->reg).n);
}

void counted_free(struct counted *l)
{
    VEC_FREE(&l->steps);
    VEC_FREE(&l->sums);
}
