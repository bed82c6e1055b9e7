/* What timing knows of each instruction: its unit, its memory space, the registers that the scoreboard watches, and
   for a branch its reconvergence point. Register numbers are the machine's, as isa_compile has assigned them; a
   called function's come after those that its callers keep across the call. */
#include "emu/async.h"
#include "ptx/matrix.h"

static void add_id(struct si *s, u32 id, bool dst, u8 level)
{
    u32 n = s->ndst + s->nsrc;
    for (u32 k = dst ? 0 : s->ndst; k < n; k++)
        if (s->regs[k] == id)
            return;
    if (n >= SI_MAX_REGS)
        return;
    s->regs[n] = (u16)id;
    s->level[n] = level;
    if (dst)
        s->ndst++;
    else
        s->nsrc++;
}

/* A register of a function, as the warp numbers them */
static void add_reg(struct si *s, const struct prog_func *f, const struct isa_operand *o)
{
    switch (o->file) {
    case ISA_PREDICATE:
        add_id(s, SI_PRED_BASE + (f->si_pred_base + o->reg) % (SI_REG_IDS - SI_PRED_BASE), o->write, 0);
        break;
    case ISA_CONSTANT:
        add_id(s, SI_FOLDED_BASE + o->reg % (SI_PRED_BASE - SI_FOLDED_BASE), o->write, o->level);
        break;
    default: add_id(s, (f->si_base + o->reg) % SI_FOLDED_BASE, o->write, o->level); break;
    }
}

static void memory_fields(struct si *s, const struct uop *u, const struct isa_op *x)
{
    const struct ptx_instr *in = u->in;
    s->space = u->space;
    s->bytes = (u8)(u->size * u->vec);
    switch (in->op) {
    case OP_STMATRIX:
    case OP_ST: s->kind = SI_STORE; break;
    case OP_MBARRIER: /* lanes at one object are one access, also for arrivals (tools/h200/mbarriers.cu) */
        s->kind = in->n_dst && in->opnd[0].kind == PO_REG ? SI_LOAD : SI_STORE;
        break;
    case OP_ATOM: s->kind = x->unread ? SI_RED : SI_ATOMIC; break;
    case OP_RED: s->kind = SI_RED; break;
    case OP_PREFETCH:
    case OP_PREFETCHU:
    case OP_DISCARD:
    case OP_APPLYPRIORITY: s->kind = SI_PREFETCH; break;
    default: s->kind = SI_LOAD; break;
    }
    if (in->cache == PK_CG || in->cache == PK_CV || in->flags & PF_VOLATILE)
        s->flags |= SI_SKIP_L1;
    if ((s->kind == SI_ATOMIC || s->kind == SI_RED) && ptx_types[in->type].kind == 'F')
        s->flags |= SI_FLOAT;
    if (in->flags & PF_NC)
        s->flags |= SI_READ_ONLY;
    if (x->sunk)
        s->flags |= SI_SUNK;
    if (in->space == PS_GENERIC && in->op != OP_TEX && in->op != OP_TLD4)
        s->flags |= SI_GENERIC;
}

/* Fences of shared memory wait for nothing (tools/h200/mbarriers.cu: at most two cycles more than without). */
static bool waits_for_nothing(const struct ptx_instr *in)
{
    return in->op == OP_FENCE && (strstr(in->text, ".proxy.async.shared::cta") || strstr(in->text, ".mbarrier_init"));
}

/* Products of warp groups: a wait instruction watches their registers, not the scoreboard. */
static void group_fields(struct si *s, const struct ptx_instr *in)
{
    bool fence = in->op == OP_FENCE || in->op == OP_MEMBAR;
    if (ptx_fence_only_acquires(in))
        s->flags |= SI_ACQUIRES;
    else if (fence && strstr(in->text, ".cta"))
        s->flags |= SI_BLOCK;
    if (ptx_fence_is_wide(in) && !ptx_fence_only_releases(in))
        s->flags |= SI_FORGETS;
    if (fence && strstr(in->text, ".sys") && !ptx_fence_only_acquires(in))
        s->flags |= SI_SYSTEM;
    if (in->op == OP_WGMMA_FENCE || in->op == OP_WGMMA_COMMIT || in->op == OP_WGMMA_WAIT || waits_for_nothing(in))
        s->cls = SI_ALU;
    struct ptx_matrix f;
    if (in->op == OP_WGMMA)
        s->bytes = !ptx_matrix_form(in, &f) && f.sparse ? SI_GROUP_PART_SPARSE
                   : in->opnd[1].kind == PO_VEC         ? SI_GROUP_PART
                                                        : SI_GROUP_PART_SHARED;
    else if (in->op == OP_WGMMA_COMMIT)
        s->bytes = SI_GROUP_END;
    else if (in->op == OP_WGMMA_WAIT)
        s->bytes = (u8)(SI_GROUP_WAIT + MIN((u64)in->opnd[0].imm, SI_GROUP_PART_SHARED - SI_GROUP_WAIT - 1));
}

/* Bulk copies go on beside their warp, too; those to global memory are waited for by groups. */
static void bulk_fields(struct si *s, const struct ptx_instr *in)
{
    if (!is_async_op(in->op) || (in->sub != SUB_BULK_COMMIT && in->sub != SUB_BULK_WAIT))
        return;
    s->cls = in->sub == SUB_BULK_WAIT ? SI_FENCE : SI_ALU;
    s->bytes = SI_BULK_END;
    if (in->sub == SUB_BULK_WAIT)
        s->bytes = (u8)(SI_BULK_WAIT + MIN((u64)in->opnd[0].imm, UINT8_MAX - SI_BULK_WAIT));
}

/* A branch back to a loop's first block, wherever that is in the text; and a conditional branch that leaves the loop
   just before a jump back. */
static bool closes_loop(const struct prog *p, u32 pc)
{
    const struct ptx_instr *in = p->code[pc].in, *next = pc + 1 < p->n_code ? p->code[pc + 1].in : NULL;
    if (in->op != OP_BRA)
        return false;
    if (in->back_edge)
        return true;
    return in->guarded && next && next->op == OP_BRA && !next->guarded && next->back_edge;
}

void prog_build_si(struct prog *p)
{
    static const struct isa_op end_of_function = {.slots = 1};
    p->si = ARENA_ARRAY(&p->arena, struct si, p->n_code);
    for (u32 pc = 0; pc < p->n_code; pc++) {
        const struct uop *u = &p->code[pc];
        const struct ptx_instr *in = u->in;
        const struct isa_func *isa = u->func->isa;
        u32 at = pc - u->func->first; /* the implicit return behind a function's code is not part of it */
        const struct isa_op *x = at < isa->ptx->n_code ? &isa->ops[at] : &end_of_function;
        struct si *s = &p->si[pc];
        s->cls = ptx_instr_class(in);
        s->slots = x->slots;
        s->words = x->words;
        if (!s->slots)
            s->flags |= SI_NO_SLOT;
        if (u->base_kind == UK_MEM && in->sub >= SUB_BULK && in->sub <= SUB_TENSOR_PREFETCH && is_async_op(in->op)) {
            s->cls = SI_ALU; /* the copy engine does the rest */
        } else if (u->base_kind == UK_MEM) {
            s->cls = SI_MEM;
            memory_fields(s, u, x);
            s->flags |= x->waits ? SI_COND : 0;
            if (x->own_costs && s->space == SI_CONST) { /* not 0: to registers that lanes share */
                s->lat = x->lat;
                s->rate = x->rate;
            }
        } else if (s->cls == SI_MEM) {
            s->cls = SI_ALU; /* parameters of functions: moves between registers */
        } else if (s->cls == SI_BARRIER && (in->sub == SUB_WARP || in->op == OP_BARRIER_CLUSTER)) {
            s->cls = SI_CONTROL;
        }
        if (x->own_costs && (s->cls < SI_CONTROL || s->cls == SI_TENSOR)) {
            s->cls = x->pipe < PU_CONTROL || x->pipe == PU_TENSOR ? x->pipe : s->cls;
            s->flags |= x->waits ? SI_COND : 0;
            s->lat = x->lat;
            s->rate = x->rate;
        }
        s->reconv = u->reconv;
        s->ptx_line = in->line;
        s->src_line = in->src_line;
        if (in->op == OP_BRA && in->guarded)
            s->flags |= SI_COND;
        if (closes_loop(p, pc))
            s->flags |= SI_BACK;
        if (in->op == OP_EXIT || (in->op == OP_RET && u->func->f->is_entry))
            s->flags |= SI_EXIT;
        if (s->cls == SI_BARRIER && in->sub == SUB_ARRIVE)
            s->flags |= SI_ARRIVE;
        group_fields(s, in);
        bulk_fields(s, in);
        for (u32 k = 0; k < x->n_regs && in->op != OP_WGMMA; k++)
            add_reg(s, u->func, &x->regs[k]);
    }
}
