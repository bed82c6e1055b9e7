/* The last step: machine instructions from the code as the passes have left it. */
#include "isa/passes.h"

struct emitter {
    const struct ptx_func *f;
    VEC(struct isa_operand) regs; /* of the instruction at hand */
};

static void add_reg(struct emitter *e, u32 reg, bool write, u8 level)
{
    const struct ptx_reg *r = &e->f->regs[reg];
    const struct isa_reg *n = &e->f->notes->reg[reg];

    if (n->bases) { /* folded: what it is made of is read here */
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

/* Results, guard, sources. What a call writes, its callee does. */
static void add_all(struct emitter *e, const struct ptx_instr *i)
{
    const u8 *level = note_of(e->f, i)->level;

    e->regs.n = 0;
    for (u32 k = 0; k < i->n_dst; level += level_count(&i->opnd[k++]))
        if (i->op != OP_CALL)
            add_operand(e, &i->opnd[k], true, level);
    if (i->guarded)
        add_reg(e, i->guard, false, 0);
    for (u32 k = i->n_dst; k < i->n_opnd; level += level_count(&i->opnd[k++]))
        add_operand(e, &i->opnd[k], false, level);
}

struct isa_func *isa_emit(struct ptx_func *f, const struct isa_request *r, struct arena *a)
{
    struct emitter e = {.f = f};
    struct isa_func *g = ARENA_NEW(a, struct isa_func);
    struct isa_lookup table;

    isa_lookup_init(&table, isa_tables[r->target.isa]);
    g->ops = f;
    g->counts = f->notes->counts;
    g->n_code = f->n_code;
    g->code = ARENA_ARRAY(a, struct isa_instr, f->n_code + 1);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        const struct isa_note *n = &f->notes->at[pc];
        struct isa_cost c =
            n->lowered ? (struct isa_cost){n->slots, n->pipe, n->rate, n->lat} : isa_lookup_cost(&table, f, i);
        add_all(&e, i);
        struct isa_operand *regs = ARENA_ARRAY(a, struct isa_operand, e.regs.n + 1);
        for (size_t k = 0; k < e.regs.n; k++)
            regs[k] = e.regs.at[k];
        g->code[pc] = (struct isa_instr){.first = pc,
                                         .count = 1,
                                         .slots = c.slots,
                                         .pipe = c.pipe,
                                         .combined = n->combined,
                                         .own_costs = n->lowered,
                                         .waits = n->lowered && n->branches,
                                         .unread = n->lowered && i->n_dst && i->opnd[0].kind == PO_REG &&
                                                   f->notes->reg[i->opnd[0].reg].unread,
                                         .rate = c.rate,
                                         .lat = c.lat,
                                         .n_regs = (u16)e.regs.n,
                                         .regs = regs};
    }
    VEC_FREE(&e.regs);
    return g;
}
