/* The last step: machine instructions from the code the passes have left, each with the PTX it executes. */
#include <stdlib.h>

#include "isa/passes.h"

struct emitter {
    const struct ptx_func *f;
    VEC(struct isa_operand) regs; /* of the instruction at hand */
};

static void add_reg(struct emitter *e, u32 reg, bool write, u8 level)
{
    const struct ptx_reg *r = &e->f->regs[reg];
    const struct isa_reg *n = &e->f->notes->reg[reg];

    if (n->bases) { /* folded: the registers it is made of are read here */
        for (u32 k = 0; k < n->n_bases && !write; k++)
            add_reg(e, n->bases[k], false, n->n_bases == 1 ? level : ISA_MRF);
        return;
    }
    if (r->slot == UINT32_MAX || (write && n->unread))
        return;
    if (r->type == PT_PRED) {
        VEC_PUSH(&e->regs, (struct isa_operand){.reg = r->slot, .file = ISA_PREDICATE, .write = write});
        return;
    }
    for (u32 k = 0; k < reg_words(e->f, reg); k++)
        VEC_PUSH(&e->regs, (struct isa_operand){.reg = n->phys + k,
                                                .file = n->folded ? ISA_CONSTANT : ISA_GENERAL,
                                                .level = level,
                                                .write = write});
}

static void add_operand(struct emitter *e, const struct ptx_operand *o, bool write, const u8 *level)
{
    if (o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG))
        add_reg(e, o->reg, write && o->kind == PO_REG, *level);
    else if (o->kind == PO_VEC)
        for (u32 k = 0; k < o->n_vec; k++)
            add_operand(e, &o->vec[k], write, level + 1 + k);
}

/* Results, guard, sources. The callee writes a call's results. */
static void add_all(struct emitter *e, const struct ptx_instr *i)
{
    const u8 *level = note_of(e->f, i)->level;

    for (u32 k = 0; k < i->n_dst; level += level_count(&i->opnd[k++]))
        if (i->op != OP_CALL)
            add_operand(e, &i->opnd[k], true, level);
    if (i->guarded)
        add_reg(e, i->guard, false, 0);
    for (u32 k = i->n_dst; k < i->n_opnd; level += level_count(&i->opnd[k++]))
        add_operand(e, &i->opnd[k], false, level);
}

static struct isa_op op_of(struct emitter *e, u32 pc, struct arena *a)
{
    const struct ptx_func *f = e->f;
    const struct ptx_instr *i = &f->code[pc];
    const struct isa_note *n = &f->notes->at[pc];
    struct isa_cost c =
        n->lowered ? (struct isa_cost){n->slots, n->pipe, n->rate, n->lat} : isa_lookup_cost(f->notes->costs, f, i);

    e->regs.n = 0;
    if (n->level)
        add_all(e, i);
    if (n->level && n->uniform && n->partner != UINT32_MAX) /* its word is loaded with this one's */
        add_operand(e, &f->code[n->partner].opnd[0], true, f->notes->at[n->partner].level);
    struct isa_operand *regs = ARENA_ARRAY(a, struct isa_operand, e->regs.n + 1);
    for (size_t k = 0; k < e->regs.n; k++)
        regs[k] = e->regs.at[k];
    return (struct isa_op){
        .by = UINT32_MAX,
        .slots = c.slots,
        .words = n->lowered ? n->words : 0,
        .pipe = c.pipe,
        .combined = n->combined,
        .own_costs = n->lowered,
        .waits = n->lowered && n->branches,
        .unread = n->lowered && i->n_dst && i->opnd[0].kind == PO_REG && f->notes->reg[i->opnd[0].reg].unread,
        .sunk = i->op == OP_ATOM && i->opnd[0].kind == PO_REG && f->notes->reg[i->opnd[0].reg].sunk,
        .rate = c.rate,
        .lat = c.lat,
        .n_regs = (u16)e->regs.n,
        .regs = regs};
}

/* ---- Which of PTX's instructions are one of the machine's ---- */
struct readers {
    u32 *of, pc; /* by register: the only instruction that reads it; UINT32_MAX: none, or several */
    u8 *seen;
};

static void note_reader(void *ctx, u32 reg, enum reg_use use)
{
    struct readers *r = ctx;

    if (use == REG_WRITE || (r->seen[reg] && r->of[reg] == r->pc))
        return;
    r->of[reg] = r->seen[reg] ? UINT32_MAX : r->pc;
    r->seen[reg] = 1;
}

/* The division, reciprocal or root to which tests before and behind it, and a branch, belong */
static u32 tested(const struct ptx_func *f, u32 pc)
{
    const struct ptx_block *b = &f->blocks[f->code[pc].block];

    for (u32 k = b->end; k-- > b->first;)
        if (f->code[k].op == OP_DIV || f->code[k].op == OP_SQRT || f->code[k].op == OP_RCP)
            return k;
    return pc;
}

/* An instruction not issued separately is part of the one of its block that reads it. If several read it (a constant,
   encoded in each), or one elsewhere, or none (a vanished jump), it takes no slot. */
static u32 part_of(const struct isa_func *g, const struct readers *r, u32 pc)
{
    const struct ptx_instr *i = &g->ptx->code[pc];
    u32 to = pc;

    if (g->ops[pc].slots)
        return pc;
    if (g->ptx->notes->at[pc].slow == SLOW_TEST)
        return tested(g->ptx, pc);
    if (i->n_dst == 1 && i->opnd[0].kind == PO_REG)
        to = r->of[i->opnd[0].reg];
    return to != UINT32_MAX && to > pc && g->ptx->code[to].block == i->block ? to : pc;
}

static void find_groups(struct isa_func *g, struct arena *a)
{
    const struct ptx_func *f = g->ptx;
    u32 *mem = xcalloc(f->n_regs + 1 + 2 * ((size_t)f->n_code + 1), sizeof *mem);
    u32 *head = mem + f->n_regs + 1, *fill = head + f->n_code + 1, *lists = ARENA_ARRAY(a, u32, f->n_code + 1);
    struct readers r = {.of = mem, .seen = xcalloc(f->n_regs + 1, 1)};

    for (r.pc = 0; r.pc < f->n_code; r.pc++)
        visit_regs(&f->code[r.pc], note_reader, &r);
    for (u32 pc = 0; pc < f->n_code; pc++)
        head[pc] = part_of(g, &r, pc);
    g->code = ARENA_ARRAY(a, struct isa_instr, f->n_code + 1);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        while (head[head[pc]] != head[pc])
            head[pc] = head[head[pc]];
        if (head[pc] == pc) {
            g->ops[pc].by = g->n_code;
            g->code[g->n_code++].at = pc;
        }
    }
    for (u32 pc = 0; pc < f->n_code; pc++) {
        g->ops[pc].by = g->ops[head[pc]].by;
        g->code[g->ops[pc].by].n_ops++;
    }
    for (u32 k = 0, at = 0; k < g->n_code; at += g->code[k++].n_ops) {
        g->code[k].ops = lists + at;
        fill[k] = at;
    }
    for (u32 pc = 0; pc < f->n_code; pc++)
        lists[fill[g->ops[pc].by]++] = pc;
    free(mem);
    free(r.seen);
}

struct isa_func *isa_emit(struct ptx_func *f, struct arena *a)
{
    struct emitter e = {.f = f};
    struct isa_func *g = ARENA_NEW(a, struct isa_func);

    *g = (struct isa_func){.ptx = f, .counts = f->notes->counts, .ops = ARENA_ARRAY(a, struct isa_op, f->n_code + 1)};
    for (u32 pc = 0; pc < f->n_code; pc++)
        g->ops[pc] = op_of(&e, pc, a);
    find_groups(g, a);
    VEC_FREE(&e.regs);
    return g;
}
