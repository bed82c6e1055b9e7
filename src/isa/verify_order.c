/* What can be shown of a pass without executing anything: that it left the code as it was, or only renamed registers,
   or put each block's instructions into an order in which each is there once and follows what it depends on:
   registers (read after write, write after read, write after write), memory accesses that may overlap, carries,
   warp-wide instructions among each other; and nothing passes a branch, a barrier, a fence, a call or a clock. */
#include <stdlib.h>
#include <string.h>

#include "isa/passes.h"
#include "isa/verify.h"

static bool same_operand(const struct ptx_operand *a, const struct ptx_operand *b, bool names)
{
    if (a->kind != b->kind || a->neg != b->neg || a->sub != b->sub || a->n_vec != b->n_vec || a->base != b->base ||
        (names && a->reg != b->reg) || a->sreg != b->sreg || a->sym != b->sym || a->func != b->func ||
        a->label != b->label || a->off != b->off || a->imm != b->imm)
        return false;
    for (u32 k = 0; k < a->n_vec; k++)
        if (!same_operand(&a->vec[k], &b->vec[k], names))
            return false;
    return true;
}

/* names: the same registers, too */
static bool same_instr(const struct ptx_instr *x, const struct ptx_instr *y, bool names)
{
    if (x->op != y->op || x->line != y->line || x->type != y->type || x->type2 != y->type2 || x->type3 != y->type3 ||
        x->space != y->space || x->cmp != y->cmp || x->boolop != y->boolop || x->round != y->round ||
        x->cache != y->cache || x->sub != y->sub || x->flags != y->flags || x->vec != y->vec ||
        x->guarded != y->guarded || x->guard_neg != y->guard_neg || (names && x->guarded && x->guard != y->guard) ||
        x->n_opnd != y->n_opnd || x->n_dst != y->n_dst || x->n_targets != y->n_targets)
        return false;
    for (u32 k = 0; k < x->n_opnd; k++)
        if (!same_operand(&x->opnd[k], &y->opnd[k], names))
            return false;
    return !x->n_targets || !memcmp(x->targets, y->targets, x->n_targets * sizeof *x->targets);
}

bool verify_same(const struct ptx_func *a, const struct ptx_func *b, bool names)
{
    if (a->n_code != b->n_code)
        return false;
    for (u32 pc = 0; pc < a->n_code; pc++)
        if (!same_instr(&a->code[pc], &b->code[pc], names))
            return false;
    return true;
}

struct order {
    const struct ptx_func *before;
    u32 *write, *read, *writes; /* by register: new position of its last write and last read, plus one; number of
                                   writes */
    u32 pc, at, bad;            /* pc; its new position plus one; the instruction it has wrongly passed, plus one */
    u32 fence, last, warp, carry, all;
    VEC(u32) mem;   /* by access of the block: pc */
    VEC(u32) place; /* by access: its new position, plus one */
    VEC(u32) base;  /* by access: number of writes of its base before it */
};

static void after(struct order *o, u32 place)
{
    if (place >= o->at && place && !o->bad)
        o->bad = place;
}

static void depend(void *ctx, u32 reg, enum reg_use use)
{
    struct order *o = ctx;

    after(o, o->write[reg]);
    if (use == REG_WRITE)
        after(o, o->read[reg]);
}

static void take(void *ctx, u32 reg, enum reg_use use)
{
    struct order *o = ctx;

    if (use == REG_WRITE) {
        o->write[reg] = o->at;
        o->read[reg] = 0;
        o->writes[reg]++;
    } else {
        o->read[reg] = MAX(o->read[reg], o->at);
    }
}

static bool is_fence(const struct ptx_instr *i)
{
    u8 unit = ptx_instr_class(i);

    return unit == PU_CONTROL || unit == PU_BARRIER || unit == PU_FENCE || i->parse_only ||
           (i->op == OP_MOV && i->n_opnd > 1 && i->opnd[1].kind == PO_SREG && i->opnd[1].sreg >= SR_CLOCK &&
            i->opnd[1].sreg <= SR_CLOCK64);
}

static void order_memory(struct order *o, const struct ptx_instr *i)
{
    const struct ptx_operand *address = mem_address(i);
    u32 base = address && address->base == PO_REG ? o->writes[address->reg] : 0;

    if (mem_kind(i) == MEM_NOT)
        return;
    for (size_t k = 0; k < o->mem.n; k++)
        if (mem_ordered(&o->before->code[o->mem.at[k]], i, o->base.at[k] == base))
            after(o, o->place.at[k]);
    if (mem_kind(i) == MEM_ALL) {
        after(o, o->warp);
        o->all = o->at;
    }
    VEC_PUSH(&o->mem, o->pc);
    VEC_PUSH(&o->place, o->at);
    VEC_PUSH(&o->base, base);
}

/* Checks one instruction, in the old order: what it depends on still comes before it. */
static void check(struct order *o, const struct ptx_instr *i)
{
    visit_regs(i, depend, o);
    after(o, is_fence(i) ? o->last : o->fence);
    order_memory(o, i);
    if (ptx_instr_class(i) == PU_SHFL) {
        after(o, o->warp);
        after(o, o->all);
        o->warp = o->at;
    }
    if (i->flags & PF_CC || i->op == OP_ADDC || i->op == OP_SUBC || i->op == OP_MADC) {
        after(o, o->carry);
        o->carry = o->at;
    }
    visit_regs(i, take, o);
    o->last = MAX(o->last, o->at);
    o->fence = is_fence(i) ? o->at : o->fence;
}

/* The new position of each instruction of [first, end): place[pc - first]; false: one is missing */
static bool find_places(const struct ptx_func *f, const struct ptx_func *g, u32 first, u32 end, u32 *place, u8 *taken)
{
    u32 low = first;

    memset(taken, 0, end - first);
    for (u32 pc = first; pc < end; pc++) {
        u32 at = low;
        while (at < end && (taken[at - first] || !same_instr(&f->code[pc], &g->code[at], true)))
            at++;
        if (at == end)
            return false;
        place[pc - first] = at;
        taken[at - first] = 1;
        while (low < end && taken[low - first])
            low++;
    }
    return true;
}

static bool one_block(struct order *o, const struct ptx_func *g, u32 b, u32 *place, u8 *taken, char *why, size_t n)
{
    const struct ptx_func *f = o->before;
    const struct ptx_block *blk = &f->blocks[b];

    if (blk->first != g->blocks[b].first || blk->end != g->blocks[b].end ||
        !find_places(f, g, blk->first, blk->end, place, taken)) {
        snprintf(why, n, "block %u has other instructions than before", b);
        return false;
    }
    o->fence = o->last = o->warp = o->carry = o->all = 0;
    o->mem.n = o->place.n = o->base.n = 0;
    memset(o->write, 0, 3 * ((size_t)f->n_regs + 1) * sizeof(u32));
    for (o->pc = blk->first; o->pc < blk->end; o->pc++) {
        o->at = place[o->pc - blk->first] + 1;
        check(o, &f->code[o->pc]);
        if (o->bad) {
            snprintf(why, n, "instruction %u (line %u) was behind that of line %u, on which it depends", o->at - 1,
                     f->code[o->pc].line, g->code[o->bad - 1].line);
            return false;
        }
    }
    return true;
}

bool verify_reordered(const struct ptx_func *before, const struct ptx_func *after_it, char *why, size_t n)
{
    struct order o = {.before = before, .write = xcalloc(3 * ((size_t)before->n_regs + 1), sizeof(u32))};
    u32 *place = xcalloc(before->n_code + 1, sizeof *place);
    u8 *taken = xcalloc(before->n_code + 1, 1);
    bool same = before->n_code == after_it->n_code && before->n_blocks == after_it->n_blocks;

    o.read = o.write + before->n_regs + 1;
    o.writes = o.read + before->n_regs + 1;
    if (!same)
        snprintf(why, n, "it has other blocks than before");
    for (u32 b = 0; b < before->n_blocks && same; b++)
        same = one_block(&o, after_it, b, place, taken, why, n);
    VEC_FREE(&o.mem);
    VEC_FREE(&o.place);
    VEC_FREE(&o.base);
    free(o.write);
    free(place);
    free(taken);
    return same;
}

/* ---- Machine instructions ---- */
bool verify_groups(const struct isa_func *g, char *why, size_t n)
{
    u32 *seen = xcalloc(g->ptx->n_code + 1, sizeof *seen), bad = UINT32_MAX;

    for (u32 k = 0; k < g->n_code; k++) {
        bool issued = false;
        for (u32 j = 0; j < g->code[k].n_ops; j++) {
            u32 pc = g->code[k].ops[j];
            seen[pc]++;
            issued |= pc == g->code[k].at;
            if (g->ops[pc].by != k || (pc != g->code[k].at && g->ops[pc].slots) ||
                g->ptx->code[pc].block != g->ptx->code[g->code[k].at].block)
                bad = pc;
        }
        bad = issued ? bad : g->code[k].at;
    }
    for (u32 pc = 0; pc < g->ptx->n_code; pc++)
        bad = seen[pc] == 1 ? bad : pc;
    if (bad != UINT32_MAX)
        snprintf(why, n, "instruction %u (line %u) is not part of exactly one of the machine's", bad,
                 g->ptx->code[bad].line);
    free(seen);
    return bad == UINT32_MAX;
}
