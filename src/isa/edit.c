#include "isa/edit.h"

#include <stdlib.h>
#include <string.h>

void edit_begin(struct edit *e, struct ptx_func *f, struct arena *a)
{
    *e = (struct edit){.f = f, .a = a, .at = xcalloc(f->n_code + 1, sizeof(u32))};
}

u32 edit_reg(struct edit *e, const char *name, u8 type)
{
    VEC_PUSH(&e->regs, (struct ptx_reg){.name = name, .type = type, .slot = UINT32_MAX});
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

u32 edit_keep(struct edit *e, const struct ptx_instr *i)
{
    VEC_PUSH(&e->out, *i);
    return (u32)e->out.n - 1;
}

u32 edit_put(struct edit *e, const struct ptx_instr *like, struct ptx_instr i, const struct ptx_operand *o, u32 n)
{
    ptx_put_in_place(&i, like, o, n, e->a);
    return edit_keep(e, &i);
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
    VEC_FREE(&e->regs);
    VEC_FREE(&e->placed);
}

static void take_regs(struct edit *e)
{
    struct ptx_func *f = e->f;

    if (!e->regs.n)
        return;
    struct ptx_reg *regs = ARENA_ARRAY(e->a, struct ptx_reg, f->n_regs + e->regs.n);
    if (f->n_regs)
        memcpy(regs, f->regs, f->n_regs * sizeof *regs);
    memcpy(regs + f->n_regs, e->regs.at, e->regs.n * sizeof *regs);
    f->regs = regs;
    f->n_regs += (u32)e->regs.n;
}

void edit_take_regs(struct edit *e)
{
    take_regs(e);
    edit_drop(e);
}

void edit_commit(struct edit *e)
{
    struct ptx_func *f = e->f;

    set_labels(e);
    take_regs(e);
    f->code = ARENA_ARRAY(e->a, struct ptx_instr, e->out.n + 1);
    if (e->out.n)
        memcpy(f->code, e->out.at, e->out.n * sizeof *f->code);
    f->n_code = (u32)e->out.n;
    flow_rebuild(f, e->a);
    edit_drop(e);
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
    struct edit e;

    edit_begin(&e, f, a);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        edit_here(&e, pc); /* of one that goes: what follows it */
        if (!gone[pc])
            edit_keep(&e, &f->code[pc]);
    }
    edit_commit(&e);
}
