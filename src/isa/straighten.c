/* Branches as a card's compiler leaves them: `@p bra over; bra to; over:` is `@!p bra to`, and no branch leads to the
   next instruction. A loop that ends in such a pair is one block then.
   When: always (ptxas 13.0's code for sm_90 has no such pairs; which loops it unrolls then:
   tools/h200/ptxas_rules.py). Leaves alone: which way lanes go and what they execute on it; targets of indirect
   branches; jumps back stay loops, marked where ptxas does not unroll them. */
#include <stdlib.h>
#include <string.h>

#include "isa/edit.h"

static bool is_jump(const struct ptx_instr *i)
{
    return i->op == OP_BRA && !i->guarded;
}

/* `@p bra over; bra to; over:` */
static bool is_pair(const struct ptx_func *f, u32 pc)
{
    const struct ptx_instr *i = &f->code[pc];

    return pc + 1 < f->n_code && i->op == OP_BRA && i->guarded && is_jump(&f->code[pc + 1]) &&
           i->opnd[0].label == pc + 2;
}

/* if and else, each of which goes on behind both: such a pair, and its target is not fallen into */
static bool has_diamond(const struct ptx_func *f)
{
    for (u32 pc = 0; pc < f->n_code; pc++) {
        u32 to = is_pair(f, pc) ? f->code[pc + 1].opnd[0].label : 0;
        if (to > pc + 2 && is_jump(&f->code[to - 1]) && !ends_at_once(f, f->code[to].block))
            return true;
    }
    return false;
}

/* A loop that is entered behind its first block, which its last one falls into */
static bool has_turned_loop(const struct ptx_func *f)
{
    struct flow_walk w = flow_walk(f);
    bool found = false;

    for (size_t k = 0; k < w.back.n && !found; k++)
        found = w.back.at[k].to == w.back.at[k].from + 1 && !is_jump(&f->code[f->blocks[w.back.at[k].from].end - 1]);
    flow_walk_free(&w);
    return found;
}

/* Exact divisions and roots of doubles become calls early. */
static bool has_call(const struct ptx_func *f)
{
    for (u32 pc = 0; pc < f->n_code; pc++)
        if ((f->code[pc].op == OP_DIV || f->code[pc].op == OP_SQRT) && f->code[pc].type == PT_F64)
            return true;
    return false;
}

/* The loop has ways in it, and none that leaves it before its end. */
static bool has_ways(const struct ptx_func *f, u32 first, u32 last)
{
    bool found = false;

    for (u32 pc = first; pc < last; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        if (i->op == OP_BRA && (i->opnd[0].label < first || i->opnd[0].label > last))
            return false;
        found |= i->op == OP_BRA;
    }
    return found;
}

static bool is_put_in_order(const struct ptx_func *f, u32 first, u32 last, bool all)
{
    return all || (has_ways(f, first, last) && !f->code[last].guard_neg);
}

/* Which loops are never unrolled (measured: tools/h200/ptxas_rules.py): those that continue when a predicate is
   false, and those left by a branch with a jump back behind it, if ptxas has no reason to rearrange the kernel's
   branches before: no branches inside the loop, nor certain others elsewhere. */
static void keep_loops(struct ptx_func *f)
{
    bool ordered = has_diamond(f) || has_turned_loop(f) || has_call(f);

    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        u32 to = i->op == OP_BRA ? i->opnd[0].label : UINT32_MAX;
        if (to <= pc &&
            (i->guarded ? i->guard_neg : pc && is_pair(f, pc - 1) && !is_put_in_order(f, to, pc - 1, ordered)))
            f->code[to].nounroll = true;
    }
}

/* Finds instructions to remove; conditional branches are inverted on the way. entered: blocks with other predecessors
   than the one above */
static u32 find_gone(struct ptx_func *f, const u8 *entered, u8 *gone)
{
    u32 n = 0;

    for (u32 pc = 0; pc + 1 < f->n_code; pc++) {
        struct ptx_instr *i = &f->code[pc], *next = &f->code[pc + 1];
        if (is_jump(i) && !gone[pc] && i->opnd[0].label == pc + 1) {
            gone[pc] = 1;
            n++;
        }
        if (!is_pair(f, pc) || entered[next->block])
            continue;
        i->guard_neg = !i->guard_neg;
        i->opnd[0].label = next->opnd[0].label;
        gone[pc + 1] = 1;
        n++;
    }
    return n;
}

/* Lanes that branch to the end return at once: a branch to a lone return becomes a return. */
static u32 end_at_once(struct ptx_func *f)
{
    u32 n = 0;

    for (u32 pc = 0; pc < f->n_code; pc++) {
        struct ptx_instr *i = &f->code[pc];
        if (i->op != OP_BRA || !i->guarded || !f->is_entry || !ends_at_once(f, f->code[i->opnd[0].label].block))
            continue;
        const struct ptx_instr *ret = &f->code[i->opnd[0].label];
        i->op = ret->op;
        i->text = ret->text;
        i->n_opnd = 0;
        n++;
    }
    return n;
}

void straighten(struct ptx_func *f, struct arena *a)
{
    u8 *entered = xcalloc(f->n_blocks + 1, 1), *gone = xcalloc(f->n_code + 1, 1);
    u32 n, ended;

    for (u32 b = 0; b < f->n_blocks; b++)
        for (u32 k = 0; k < f->blocks[b].n_succ; k++)
            if (f->blocks[b].succ[k] != b + 1 || is_jump(&f->code[f->blocks[b].end - 1]))
                entered[f->blocks[b].succ[k]] = 1;
    keep_loops(f);
    ended = end_at_once(f);
    n = find_gone(f, entered, gone);
    if (n)
        edit_take_out(f, a, gone);
    else if (ended)
        flow_rebuild(f, a);
    free(entered);
    free(gone);
}
