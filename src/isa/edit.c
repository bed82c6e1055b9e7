#include "isa/edit.h"

#include <stdlib.h>
#include <string.h>

#include "isa/known.h"

static void copy_operand(struct ptx_operand *o, struct arena *a)
{
    if (!o->n_vec)
        return;
    o->vec = ARENA_COPY(a, o->vec, o->n_vec);
    for (u32 k = 0; k < o->n_vec; k++)
        copy_operand(&o->vec[k], a);
}

void ptx_put_in_place(struct ptx_instr *i, const struct ptx_instr *like, const struct ptx_operand *o, u32 n,
                      struct arena *a)
{
    i->opnd = arena_copy(a, o, sizeof *o, n, n + 1);
    i->n_opnd = (u16)n;
    i->vec = 1;
    i->line = like->line;
    i->col = like->col;
    i->src_file = like->src_file;
    i->src_line = like->src_line;
}

void ptx_copy_operands(struct ptx_instr *i, struct arena *a)
{
    i->opnd = ARENA_COPY(a, i->opnd, i->n_opnd);
    for (u32 k = 0; k < i->n_opnd; k++)
        copy_operand(&i->opnd[k], a);
}

struct ptx_func *isa_copy(const struct ptx_func *f, struct arena *a)
{
    struct ptx_func *g = ARENA_NEW(a, struct ptx_func);

    *g = *f;
    g->code = ARENA_COPY(a, f->code, f->n_code);
    g->regs = ARENA_COPY(a, f->regs, f->n_regs);
    g->notes = ARENA_NEW(a, struct isa_notes);
    *g->notes = f->notes ? *f->notes : (struct isa_notes){0};
    g->notes->known = NULL;
    g->notes->at = arena_copy(a, g->notes->at, sizeof *g->notes->at, f->notes ? f->n_code : 0, f->n_code + 1);
    g->notes->reg = arena_copy(a, g->notes->reg, sizeof *g->notes->reg, f->notes ? f->n_regs : 0, f->n_regs + 1);
    for (u32 pc = 0; pc < g->n_code; pc++)
        ptx_copy_operands(&g->code[pc], a);
    return g;
}

void edit_begin(struct edit *e, struct ptx_func *f, struct arena *a)
{
    *e = (struct edit){.f = f, .a = a, .at = xcalloc(f->n_code + 1, sizeof(u32))};
}

u32 edit_reg(struct edit *e, const char *name, u8 type)
{
    VEC_PUSH(&e->regs, (struct ptx_reg){.name = name, .type = type, .slot = UINT32_MAX});
    VEC_PUSH(&e->reg_notes, (struct isa_reg){0});
    return e->f->n_regs + (u32)e->regs.n - 1;
}

u32 edit_reg_like(struct edit *e, u32 reg)
{
    VEC_PUSH(&e->regs, e->f->regs[reg]);
    VEC_PUSH(&e->reg_notes, e->f->notes->reg[reg]);
    return e->f->n_regs + (u32)e->regs.n - 1;
}

u8 edit_reg_type(const struct edit *e, u32 reg)
{
    return reg < e->f->n_regs ? e->f->regs[reg].type : e->regs.at[reg - e->f->n_regs].type;
}

u32 edit_pc(const struct edit *e)
{
    return (u32)e->out.n;
}

void edit_here(struct edit *e, u32 old)
{
    e->at[old] = (u32)e->out.n;
}

static u32 write(struct edit *e, const struct ptx_instr *i, struct isa_note n)
{
    VEC_PUSH(&e->out, *i);
    VEC_PUSH(&e->notes, n);
    return (u32)e->out.n - 1;
}

u32 edit_keep(struct edit *e, const struct ptx_instr *old)
{
    return write(e, old, *note_of(e->f, old));
}

u32 edit_change(struct edit *e, const struct ptx_instr *old, const struct ptx_instr *is)
{
    return write(e, is, *note_of(e->f, old));
}

u32 edit_put(struct edit *e, const struct ptx_instr *like, struct ptx_instr i, const struct ptx_operand *o, u32 n)
{
    ptx_put_in_place(&i, like, o, n, e->a);
    return write(e, &i, (struct isa_note){0});
}

void edit_placed(struct edit *e, u32 pc)
{
    VEC_PUSH(&e->placed, pc);
}

static u32 target_of(const struct edit *e, u32 pc, u32 old)
{
    return e->target ? e->target(e->ctx, pc, old) : e->at[old];
}

static void set_labels(struct edit *e)
{
    u32 next = 0;

    for (u32 pc = 0; pc < e->out.n; pc++) {
        struct ptx_instr *i = &e->out.at[pc];
        if (next < e->placed.n && e->placed.at[next] == pc) {
            next++;
            continue;
        }
        if (i->op == OP_BRA) {
            struct ptx_operand *o = ARENA_NEW(e->a, struct ptx_operand);
            *o = i->opnd[0];
            o->label = target_of(e, pc, o->label);
            i->opnd = o;
        }
        if (i->n_targets) {
            u32 *to = ARENA_ARRAY(e->a, u32, i->n_targets);
            for (u32 k = 0; k < i->n_targets; k++)
                to[k] = target_of(e, pc, i->targets[k]);
            i->targets = to;
        }
    }
}

void edit_drop(struct edit *e)
{
    free(e->at);
    VEC_FREE(&e->out);
    VEC_FREE(&e->notes);
    VEC_FREE(&e->regs);
    VEC_FREE(&e->reg_notes);
    VEC_FREE(&e->placed);
}

/* n of them, then m more, in one array of the arena */
static void *joined(struct arena *a, const void *x, size_t n, const void *y, size_t m, size_t size)
{
    u8 *to = arena_alloc(a, (n + m + 1) * size, 16);

    if (n)
        memcpy(to, x, n * size);
    if (m)
        memcpy(to + n * size, y, m * size);
    return to;
}

static void take_regs(struct edit *e)
{
    struct ptx_func *f = e->f;
    size_t n = e->regs.n;

    if (!n)
        return;
    f->regs = joined(e->a, f->regs, f->n_regs, e->regs.at, n, sizeof *f->regs);
    f->notes->reg = joined(e->a, f->notes->reg, f->n_regs, e->reg_notes.at, n, sizeof *f->notes->reg);
    f->n_regs += (u32)n;
}

void edit_take_regs(struct edit *e)
{
    if (e->regs.n)
        known_forget(e->f, KNOWN_NAMES);
    take_regs(e);
    edit_drop(e);
}

void edit_commit(struct edit *e)
{
    struct ptx_func *f = e->f;

    set_labels(e);
    take_regs(e);
    f->code = joined(e->a, NULL, 0, e->out.at, e->out.n, sizeof *f->code);
    f->notes->at = joined(e->a, NULL, 0, e->notes.at, e->out.n, sizeof *f->notes->at);
    f->n_code = (u32)e->out.n;
    flow_rebuild(f, e->a);
    edit_drop(e);
}

void edit_reorder(struct ptx_func *f, u32 first, const u32 *order, u32 n)
{
    struct ptx_instr *code = xmalloc((n + 1) * sizeof *code);
    struct isa_note *notes = xmalloc((n + 1) * sizeof *notes);

    for (u32 k = 0; k < n; k++) {
        code[k] = f->code[first + order[k]];
        notes[k] = f->notes->at[first + order[k]];
    }
    memcpy(&f->code[first], code, n * sizeof *code);
    memcpy(&f->notes->at[first], notes, n * sizeof *notes);
    free(code);
    free(notes);
    known_forget(f, KNOWN_ORDER);
}

struct ptx_operand edit_register(u32 reg)
{
    return (struct ptx_operand){.kind = PO_REG, .reg = reg};
}

struct ptx_operand edit_immediate(i64 value, u8 type)
{
    u64 bits = (u64)value;
    return (struct ptx_operand){.kind = PO_IMM, .imm = ptx_types[type].bits == 64 ? bits : bits & 0xffffffffu};
}

void edit_take_out(struct ptx_func *f, struct arena *a, const u8 *gone)
{
    bool stays = false; /* a loop that began with one that goes */
    struct edit e;

    edit_begin(&e, f, a);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        edit_here(&e, pc); /* of one that goes: what follows it */
        stays |= f->code[pc].nounroll;
        if (gone[pc])
            continue;
        f->code[pc].nounroll |= stays;
        stays = false;
        edit_keep(&e, &f->code[pc]);
    }
    edit_commit(&e);
}
