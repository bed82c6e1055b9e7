#include "isa/uniform.h"

#include <stdlib.h>

struct search {
    struct uniform *u;
    const struct ptx_func *f;
    u32 care;
    bool varies, changed;
};

static void note_write(void *ctx, u32 reg, enum reg_use use)
{
    struct uniform *u = ctx;

    if (use == REG_WRITE)
        u->written[reg] = (u8)MIN(u->written[reg] + 1, 2);
}

static void look(void *ctx, u32 reg, enum reg_use use)
{
    struct search *s = ctx;

    if (use != REG_WRITE) {
        s->varies |= s->u->varies[reg];
        s->u->read[reg] = 1;
    }
}

static void set(void *ctx, u32 reg, enum reg_use use)
{
    struct search *s = ctx;

    if (use == REG_WRITE && !s->u->varies[reg])
        s->u->varies[reg] = s->changed = true;
}

/* A value that is also written elsewhere, by divergent lanes */
static void set_mixed(void *ctx, u32 reg, enum reg_use use)
{
    struct search *s = ctx;

    if (s->u->written[reg] > 1)
        set(ctx, reg, use);
}

static bool leaves_datapath(const struct ptx_instr *i)
{
    for (u32 k = i->n_dst; k < i->n_opnd; k++)
        if (i->opnd[k].kind == PO_SREG && i->opnd[k].sreg != SR_NTID && i->opnd[k].sreg != SR_NCTAID)
            return true;
    return ptx_types[i->type].kind == 'F' || i->op == OP_DIV || i->op == OP_REM ||
           (i->op == OP_LD && i->opnd[1].kind == PO_ADDR && i->opnd[1].base == PO_REG);
}

static bool leaves_file(const struct ptx_instr *i)
{
    u8 unit = ptx_instr_class(i);

    for (u32 k = i->n_dst; k < i->n_opnd; k++)
        if (i->opnd[k].kind == PO_SREG && i->opnd[k].sreg != SR_NTID && i->opnd[k].sreg != SR_NCTAID &&
            i->opnd[k].sreg != SR_CTAID)
            return true;
    if (i->op == OP_LD)
        return false;
    return (unit != PU_ALU && unit != PU_MUL) || ptx_types[i->type].kind == 'F' || i->op == OP_DIV || i->op == OP_REM;
}

static bool varies_by_itself(const struct ptx_instr *i, u32 care)
{
    u8 unit = ptx_instr_class(i);

    if ((care & UNIFORM_DATAPATH && leaves_datapath(i)) || (care & UNIFORM_FILE && leaves_file(i)))
        return true;
    for (u32 k = i->n_dst; k < i->n_opnd; k++)
        if (i->opnd[k].kind == PO_SREG && i->opnd[k].sreg != SR_CTAID && i->opnd[k].sreg != SR_NTID &&
            i->opnd[k].sreg != SR_NCTAID &&
            !(i->opnd[k].sreg >= SR_CLUSTERID && i->opnd[k].sreg <= SR_IS_EXPLICIT_CLUSTER))
            return true;
    if (i->op == OP_CALL || unit == PU_SHFL || unit == PU_TENSOR)
        return true;
    if (care & UNIFORM_LOADED)
        return unit == PU_MEM && i->space != PS_PARAM && i->space != PS_CONST;
    return i->op == OP_ATOM || (i->op == OP_LD && i->space == PS_LOCAL);
}

/* Marks blocks between a divergent branch and its reconvergence point */
static void find_apart(struct search *s)
{
    const struct ptx_func *f = s->f;

    for (u32 b = 0; b < f->n_blocks; b++) {
        const struct ptx_instr *i = &f->code[f->blocks[b].end - 1];
        bool jumps = i->op == OP_BRX_IDX && !uniform_operand(s->u, &i->opnd[0]);
        if (!jumps && (i->op != OP_BRA || !i->guarded || !s->u->varies[i->guard]))
            continue;
        u32 meet = MIN(f->blocks[b].ipdom, f->n_blocks), from = b + 1;
        for (u32 k = 0; k < f->blocks[b].n_succ; k++)
            from = MIN(from, f->blocks[b].succ[k]);
        for (u32 k = from; k < meet; k++)
            s->u->apart[k] = 1;
    }
}

void uniform_find(struct uniform *u, const struct ptx_func *f, u32 care)
{
    struct search s = {.u = u, .f = f, .care = care, .changed = true};
    u8 *mem = xcalloc(3 * ((size_t)f->n_regs + 1) + f->n_blocks + 1, 1);

    *u = (struct uniform){mem, mem + f->n_regs + 1, mem + 2 * ((size_t)f->n_regs + 1),
                          mem + 3 * ((size_t)f->n_regs + 1)};
    for (u32 pc = 0; pc < f->n_code && care & UNIFORM_PATHS; pc++)
        visit_results(&f->code[pc], note_write, u);
    while (s.changed) {
        s.changed = false;
        if (care & UNIFORM_PATHS)
            find_apart(&s);
        for (u32 pc = 0; pc < f->n_code; pc++) {
            const struct ptx_instr *i = &f->code[pc];
            s.varies = varies_by_itself(i, care);
            visit_regs(i, look, &s);
            if (s.varies || u->apart[i->block])
                visit_results(i, s.varies ? set : set_mixed, &s);
        }
    }
}

void uniform_free(struct uniform *u)
{
    free(u->varies);
    *u = (struct uniform){0};
}

bool uniform_operand(const struct uniform *u, const struct ptx_operand *o)
{
    return (o->kind != PO_REG && !(o->kind == PO_ADDR && o->base == PO_REG)) || !u->varies[o->reg];
}
