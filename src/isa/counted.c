#include "isa/counted.h"
#include "isa/known.h"
#include "isa/rounds.h"

#include <string.h>

#define MOST_STEP (1 << 28) /* so that the sum of a few steps has 32 bits */

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
        if (is_step(i) && !l->arm[i->block - l->head] && writes_in(f, l->first, l->end, i->opnd[0].reg).n == 1)
            VEC_PUSH(&l->steps, (struct counted_step){i->opnd[0].reg, pc, step_of(i)});
    }
}

/* How often the register is an address's base */
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
        if (i->op != OP_ADD || i->guarded || l->arm[i->block - l->head] || i->flags & (PF_CC | PF_SAT) ||
            !is_integer(i->type) || ptx_types[i->type].bits != 64 || i->opnd[0].kind != PO_REG ||
            i->opnd[1].kind != PO_REG || i->opnd[2].kind != PO_REG)
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

/* The comparison that continues the loop; PC_NONE: not of a known kind. */
static u8 going_on(u8 cmp, bool negated)
{
    static const u8 on[PC_NAN + 1][2] = {
        [PC_EQ] = {PC_NONE, PC_NE}, [PC_NE] = {PC_NE, PC_NONE}, [PC_LT] = {PC_LT, PC_GE}, [PC_LE] = {PC_LE, PC_GT},
        [PC_GT] = {PC_GT, PC_LE},   [PC_GE] = {PC_GE, PC_LT},   [PC_LO] = {PC_LT, PC_GE}, [PC_LS] = {PC_LE, PC_GT},
        [PC_HI] = {PC_GT, PC_LE},   [PC_HS] = {PC_GE, PC_LT}};

    return on[cmp][negated];
}

/* The branch's predicate is set once in the body, and read only by the branch. */
static bool find_setter(const struct ptx_func *f, struct counted *l)
{
    u32 guard = f->code[l->end - 1].guard;
    struct writes p = writes_in(f, l->first, l->end, guard);

    for (l->test = l->first; l->test < l->end; l->test++)
        if (writes_in(f, l->test, l->test + 1, guard).n)
            break;
    return p.n == 1 && p.reads == 1 && !l->arm[f->code[l->test].block - l->head];
}

static bool compares_integers(const struct ptx_instr *t)
{
    return t->op == OP_SETP && !t->guarded && t->n_dst == 1 && t->n_opnd == 3 && t->boolop == PB_NONE &&
           is_integer(t->type) && t->opnd[1].kind == PO_REG && !t->opnd[1].neg && !t->opnd[2].neg;
}

/* setp.ne a, b (or eq) is symmetric: the counter may be on the right. */
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

static bool jumps_to(const struct ptx_func *f, u32 b, u32 to)
{
    const struct ptx_instr *i = &f->code[f->blocks[b].end - 1];

    return i->op == OP_BRA && !i->guarded && f->code[i->opnd[0].label].block == to;
}

static bool falls_into(const struct ptx_func *f, u32 b, u32 to)
{
    return to == b + 1 && f->code[f->blocks[b].end - 1].op != OP_BRA && f->blocks[b].n_succ == 1;
}

/* The block behind the if (or if and else) that b begins, whose arms are marked; UINT32_MAX: another structure */
static u32 behind_if(const struct ptx_func *f, u32 b, struct counted *l)
{
    const struct ptx_instr *bra = &f->code[f->blocks[b].end - 1];
    const struct preds *pred = known_preds(f);
    u32 to = bra->op == OP_BRA && bra->guarded ? f->code[bra->opnd[0].label].block : UINT32_MAX;

    if (falls_into(f, b, b + 1))
        return b + 1;
    if (to == UINT32_MAX || to > l->block || to != b + 2 || preds_count(pred, b + 1) != 1)
        return UINT32_MAX;
    l->arm[b + 1 - l->head] = true;
    if (falls_into(f, b + 1, to) || jumps_to(f, b + 1, to))
        return to;
    if (to == l->block || preds_count(pred, to) != 1 || !jumps_to(f, b + 1, to + 1) ||
        !(falls_into(f, to, to + 1) || jumps_to(f, to, to + 1)))
        return UINT32_MAX;
    l->arm[to - l->head] = true;
    return to + 1;
}

static bool is_chain_of_ifs(const struct ptx_func *f, struct counted *l)
{
    u32 b = l->head;

    memset(l->arm, 0, sizeof l->arm);
    while (b < l->block)
        b = behind_if(f, b, l);
    return b == l->block;
}

bool counted_shape(const struct ptx_func *f, u32 head, struct counted *l)
{
    const struct preds *pred = known_preds(f);

    for (u32 k = pred->first[head]; k < pred->first[head + 1]; k++) {
        struct loop is = {0};
        u32 tail = pred->at[k];
        if (tail < head || tail - head >= COUNTED_BLOCKS || !f->code[f->blocks[tail].end - 1].guarded ||
            !loop_shape(f, pred, tail, &is) || is.head != head)
            continue;
        l->head = head;
        l->block = tail;
        l->first = is.first;
        l->end = is.end;
        return is_chain_of_ifs(f, l);
    }
    return false;
}

bool counted_find(const struct ptx_func *f, u32 head, struct counted *l)
{
    if (!counted_shape(f, head, l))
        return false;
    find_steps(f, l);
    find_sums(f, l);
    if (!find_test(f, l))
        return false;
    l->read_behind = is_live_at(known_live(f), f->code[l->end - 1].guard, 2 * f->blocks[l->block + 1].first);
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
