/* Is every register written before it is read, on every possible path? Paths are followed with the knowledge of one
   predicate: the last that was set to a constant. So a branch on `p or first` is decided if `first` is true, and the
   path from the beginning of an unrolled loop to its end that skips all rounds (unroll.c) is impossible. */
#include <stdlib.h>
#include <string.h>

#include "isa/verify.h"
#include "ptx/analysis.h"

enum { NO, YES, UNKNOWN };
struct fact { /* a known predicate; UNKNOWN: none */
    u32 reg;
    u8 value;
};
struct node { /* a block with the fact known on entry: registers written on all paths to it, a bit each */
    u32 block;
    struct fact fact;
    u64 *defined;
    bool waits;
};
struct ways {
    const struct ptx_func *f;
    VEC(struct node) nodes;
    u32 *first, *next; /* by block, by node: its nodes; UINT32_MAX: no more */
    size_t cap;        /* of next */
    VEC(u32) work;
    u64 *now; /* within a block */
    struct fact fact, steers;
    bool checks;
    u32 undefined;
};

static void on_reg(void *ctx, u32 reg, enum reg_use use)
{
    struct ways *w = ctx;

    if (use == REG_WRITE)
        w->now[reg / 64] |= 1ull << reg % 64;
    else if (w->checks && !(w->now[reg / 64] >> reg % 64 & 1))
        w->undefined = reg;
    if (use == REG_WRITE && reg == w->fact.reg)
        w->fact.value = UNKNOWN;
    if (use == REG_WRITE && reg == w->steers.reg)
        w->steers.value = UNKNOWN;
}

/* A comparison's result that does not depend on unknown values: of two constants, or decided by a predicate */
static u8 says(const struct ways *w, const struct ptx_instr *i)
{
    const struct ptx_operand *o = i->opnd;

    if (i->op != OP_SETP || i->n_dst != 1 || i->guarded || o[0].kind != PO_REG)
        return UNKNOWN;
    if (i->n_opnd == 3 && i->cmp == PC_EQ && o[1].kind == PO_IMM && o[2].kind == PO_IMM)
        return o[1].imm == o[2].imm;
    if (i->n_opnd != 4 || o[3].kind != PO_REG || o[3].neg || o[3].reg != w->fact.reg)
        return UNKNOWN;
    bool decides = (i->boolop == PB_OR && w->fact.value == YES) || (i->boolop == PB_AND && w->fact.value == NO);
    return decides ? w->fact.value : UNKNOWN;
}

static void step(struct ways *w, const struct ptx_instr *i)
{
    u8 value = says(w, i);

    visit_regs(i, on_reg, w);
    if (value == UNKNOWN)
        return;
    w->steers = (struct fact){i->opnd[0].reg, value};
    if (i->n_opnd == 3)
        w->fact = w->steers;
}

static u32 node_at(struct ways *w, u32 block, struct fact fact, bool *fresh)
{
    u32 k = w->first[block], words = w->f->n_regs / 64 + 1;

    if (fact.value == UNKNOWN)
        fact.reg = UINT32_MAX;
    while (k != UINT32_MAX && (w->nodes.at[k].fact.reg != fact.reg || w->nodes.at[k].fact.value != fact.value))
        k = w->next[k];
    *fresh = k == UINT32_MAX;
    if (!*fresh)
        return k;
    k = (u32)w->nodes.n;
    VEC_PUSH(&w->nodes, (struct node){block, fact, xmalloc(words * sizeof(u64)), false});
    if (w->nodes.cap > w->cap)
        w->next = xrealloc(w->next, (w->cap = w->nodes.cap) * sizeof *w->next);
    memcpy(w->nodes.at[k].defined, w->now, words * sizeof(u64));
    w->next[k] = w->first[block];
    w->first[block] = k;
    return k;
}

static void go_to(struct ways *w, u32 block)
{
    bool changed;
    u32 k = node_at(w, block, w->fact, &changed);
    struct node *n = &w->nodes.at[k];

    for (u32 j = 0; j <= w->f->n_regs / 64; j++) {
        changed |= (n->defined[j] & w->now[j]) != n->defined[j];
        n->defined[j] &= w->now[j];
    }
    if (changed && !n->waits) {
        n->waits = true;
        VEC_PUSH(&w->work, k);
    }
}

/* Follows a block, and, except in the final check, its possible successors */
static void walk(struct ways *w, u32 k)
{
    const struct node n = w->nodes.at[k];
    const struct ptx_block *b = &w->f->blocks[n.block];
    const struct ptx_instr *last = &w->f->code[b->end - 1];

    memcpy(w->now, n.defined, (w->f->n_regs / 64 + 1) * sizeof(u64));
    w->fact = n.fact;
    w->steers = (struct fact){UINT32_MAX, UNKNOWN};
    for (u32 pc = b->first; pc < b->end; pc++)
        step(w, &w->f->code[pc]);
    bool known = last->op == OP_BRA && last->guarded && last->guard == w->steers.reg && w->steers.value != UNKNOWN;
    u32 target = known ? w->f->code[last->opnd[0].label].block : 0;
    bool taken = known && (w->steers.value == YES) != last->guard_neg;
    for (u32 s = 0; s < b->n_succ && !w->checks; s++)
        if (!known || taken == (b->succ[s] == target))
            go_to(w, b->succ[s]);
}

u32 verify_undefined(const struct ptx_func *f)
{
    struct ways w = {.f = f, .undefined = UINT32_MAX, .fact = {UINT32_MAX, UNKNOWN}};

    if (!f->n_blocks)
        return UINT32_MAX;
    w.first = xmalloc(f->n_blocks * sizeof *w.first);
    memset(w.first, 0xff, f->n_blocks * sizeof *w.first);
    w.now = xcalloc(f->n_regs / 64 + 1, sizeof(u64));
    for (const struct ptx_var *v = f->params; v; v = v->next)
        if (v->space == PS_REG)
            w.now[v->offset / 64] |= 1ull << v->offset % 64;
    go_to(&w, 0);
    while (w.work.n) {
        u32 k = w.work.at[--w.work.n];
        w.nodes.at[k].waits = false;
        walk(&w, k);
    }
    w.checks = true;
    for (u32 k = 0; k < w.nodes.n && w.undefined == UINT32_MAX; k++)
        walk(&w, k);
    for (size_t k = 0; k < w.nodes.n; k++)
        free(w.nodes.at[k].defined);
    VEC_FREE(&w.nodes);
    VEC_FREE(&w.work);
    free(w.first);
    free(w.next);
    free(w.now);
    return w.undefined;
}
