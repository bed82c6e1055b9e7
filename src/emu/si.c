/* What timing knows of each instruction: its unit, its memory space, the registers that the scoreboard watches, and
   for a branch where the paths meet again. A called function's registers are numbered after its caller's. */
#include "emu/ops.h"

/* Longest way from the kernel to each function, in registers. Recursion is cut after one round a function. */
static void number_registers(struct prog *p)
{
    for (u32 round = 0; round < p->n_funcs; round++) {
        bool changed = false;
        for (u32 pc = 0; pc < p->n_code; pc++) {
            const struct uop *u = &p->code[pc];
            if (u->in->op != OP_CALL || !u->imm)
                continue;
            struct prog_func *callee = &p->funcs[(const struct prog_func *)(uintptr_t)u->imm - p->funcs];
            u32 base = u->func->si_base + (u32)align_up(u->func->f->n_slots, 2);
            u32 pred = u->func->si_pred_base + u->func->f->n_pred_slots;
            if (callee->recursive || base > SI_PRED_BASE)
                continue;
            if (base > callee->si_base || pred > callee->si_pred_base) {
                callee->si_base = MAX(base, callee->si_base);
                callee->si_pred_base = MAX(pred, callee->si_pred_base);
                changed = true;
            }
        }
        if (!changed)
            break;
    }
    for (u32 i = 0; i < p->n_funcs; i++)
        p->regs_per_thread = MAX(p->regs_per_thread, p->funcs[i].si_base + p->funcs[i].f->pressure);
    p->regs_per_thread = MAX(p->regs_per_thread, 1);
}

static void add_id(struct si *s, u32 id, bool dst)
{
    u32 n = s->ndst + s->nsrc;
    for (u32 k = dst ? 0 : s->ndst; k < n; k++)
        if (s->regs[k] == id)
            return;
    if (n >= SI_MAX_REGS)
        return;
    s->regs[n] = (u16)id;
    if (dst)
        s->ndst++;
    else
        s->nsrc++;
}

static void add_reg(struct si *s, const struct prog_func *f, u32 reg, bool dst)
{
    const struct ptx_reg *r = &f->f->regs[reg];
    if (r->slot == UINT32_MAX)
        return;
    if (r->type == PT_PRED) {
        add_id(s, SI_PRED_BASE + (f->si_pred_base + r->slot) % (SI_REG_IDS - SI_PRED_BASE), dst);
        return;
    }
    u32 id = (f->si_base + r->slot) % SI_PRED_BASE;
    add_id(s, id, dst);
    if (ptx_types[r->type].bits > 32)
        add_id(s, (id + 1) % SI_PRED_BASE, dst);
}

static void add_operand(struct si *s, const struct prog_func *f, const struct ptx_operand *o, bool dst)
{
    if (o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG))
        add_reg(s, f, o->reg, dst && o->kind == PO_REG);
    else if (o->kind == PO_VEC)
        for (u32 i = 0; i < o->n_vec; i++)
            add_operand(s, f, &o->vec[i], dst);
}

static void memory_fields(struct si *s, const struct uop *u)
{
    const struct ptx_instr *in = u->in;
    s->space = u->space;
    s->bytes = (u8)(u->size * u->vec);
    switch (in->op) {
    case OP_ST: s->kind = SI_STORE; break;
    case OP_ATOM: s->kind = SI_ATOMIC; break;
    case OP_RED: s->kind = SI_RED; break;
    case OP_PREFETCH:
    case OP_PREFETCHU:
    case OP_DISCARD:
    case OP_APPLYPRIORITY: s->kind = SI_PREFETCH; break;
    default: s->kind = SI_LOAD; break;
    }
    if (in->cache == PK_CG || in->cache == PK_CV || in->flags & PF_VOLATILE)
        s->flags |= SI_SKIP_L1;
    if (in->flags & PF_NC)
        s->flags |= SI_READ_ONLY;
    if (in->space == PS_GENERIC && in->op != OP_TEX)
        s->flags |= SI_GENERIC;
}

void prog_build_si(struct prog *p)
{
    number_registers(p);
    p->si = ARENA_ARRAY(&p->arena, struct si, p->n_code);
    for (u32 pc = 0; pc < p->n_code; pc++) {
        const struct uop *u = &p->code[pc];
        const struct ptx_instr *in = u->in;
        struct si *s = &p->si[pc];
        s->cls = ptx_instr_class(in);
        if (u->base_kind == UK_MEM) {
            s->cls = SI_MEM;
            memory_fields(s, u);
        } else if (s->cls == SI_MEM) {
            s->cls = SI_ALU; /* parameters of functions: moves between registers */
        } else if (s->cls == SI_BARRIER && in->sub == SUB_WARP) {
            s->cls = SI_CONTROL;
        }
        s->reconv = u->reconv;
        s->ptx_line = in->line;
        s->src_line = in->src_line;
        if (in->op == OP_BRA && in->guarded)
            s->flags |= SI_COND;
        if (in->op == OP_BRA && u->target <= pc)
            s->flags |= SI_BACK;
        if (in->op == OP_EXIT || (in->op == OP_RET && u->func->f->is_entry))
            s->flags |= SI_EXIT;
        if (s->cls == SI_BARRIER && in->sub == SUB_ARRIVE)
            s->flags |= SI_ARRIVE;
        for (u32 k = 0; k < in->n_dst && in->op != OP_CALL; k++)
            add_operand(s, u->func, &in->opnd[k], true);
        if (in->guarded)
            add_reg(s, u->func, in->guard, false);
        for (u32 k = in->n_dst; k < in->n_opnd; k++)
            add_operand(s, u->func, &in->opnd[k], false);
    }
}
