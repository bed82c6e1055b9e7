/* From a parsed function to the one that a machine runs: values told apart, registers counted, spill code where there
   are too few, physical registers. Lowering and scheduling for a machine's own instructions belong here too. */
#include <stdlib.h>
#include <string.h>

#include "ptx/analysis.h"

static void copy_operand(struct ptx_operand *o, struct arena *a)
{
    struct ptx_operand *vec;

    if (!o->n_vec)
        return;
    vec = ARENA_ARRAY(a, struct ptx_operand, o->n_vec);
    memcpy(vec, o->vec, o->n_vec * sizeof *vec);
    o->vec = vec;
    for (u32 k = 0; k < o->n_vec; k++)
        copy_operand(&vec[k], a);
}

void ptx_put_in_place(struct ptx_instr *i, const struct ptx_instr *like, const struct ptx_operand *o, u32 n,
                      struct arena *a)
{
    i->opnd = ARENA_ARRAY(a, struct ptx_operand, n + 1);
    memcpy(i->opnd, o, n * sizeof *o);
    i->n_opnd = (u16)n;
    i->vec = 1;
    i->line = like->line;
    i->col = like->col;
    i->src_file = like->src_file;
    i->src_line = like->src_line;
}

void ptx_copy_operands(struct ptx_instr *i, struct arena *a)
{
    struct ptx_operand *o = ARENA_ARRAY(a, struct ptx_operand, i->n_opnd + 1);

    if (i->n_opnd)
        memcpy(o, i->opnd, i->n_opnd * sizeof *o);
    i->opnd = o;
    for (u32 k = 0; k < i->n_opnd; k++)
        copy_operand(&o[k], a);
}

/* A copy whose instructions may be changed; blocks, variables and names are shared. */
static struct ptx_func *copy(const struct ptx_func *f, struct arena *a)
{
    struct ptx_func *g = ARENA_NEW(a, struct ptx_func);

    *g = *f;
    g->code = ARENA_ARRAY(a, struct ptx_instr, f->n_code + 1);
    if (f->n_code)
        memcpy(g->code, f->code, f->n_code * sizeof *g->code);
    g->regs = ARENA_ARRAY(a, struct ptx_reg, f->n_regs + 1);
    if (f->n_regs)
        memcpy(g->regs, f->regs, f->n_regs * sizeof *g->regs);
    for (u32 pc = 0; pc < g->n_code; pc++)
        ptx_copy_operands(&g->code[pc], a);
    return g;
}

static void rebuild_flow(struct ptx_func *f, struct arena *a)
{
    for (u32 pc = 0; pc < f->n_code; pc++)
        f->code[pc].back_edge = false;
    cfg_build(f, a);
    postdom_build(f);
}

u8 *ptx_reachable(const struct ptx_func *f)
{
    u8 *seen = xcalloc(f->n_blocks + 1, 1);
    u32 *stack = xcalloc(f->n_blocks + 1, sizeof(u32)), n = 0;

    stack[n++] = 0;
    seen[0] = 1;
    while (n) {
        const struct ptx_block *b = &f->blocks[stack[--n]];
        for (u32 k = 0; k < b->n_succ; k++)
            if (!seen[b->succ[k]]) {
                seen[b->succ[k]] = 1;
                stack[n++] = b->succ[k];
            }
    }
    free(stack);
    return seen;
}

/* Code that nothing reaches would only take registers. */
static void drop_unreachable(struct ptx_func *f, struct arena *a)
{
    u8 *seen = ptx_reachable(f);
    bool any = false;

    for (u32 pc = 0; pc < f->n_code; pc++) {
        struct ptx_instr *i = &f->code[pc];
        if (seen[i->block])
            continue;
        *i = (struct ptx_instr){.op = OP_TRAP, .vec = 1, .text = "trap", .line = i->line, .col = i->col};
        any = true;
    }
    free(seen);
    if (any)
        rebuild_flow(f, a);
}

static struct folds find_folds(struct ptx_func *f, const struct ptx_target *t)
{
    struct folds fold = fold_find(f, t);

    scratch_find(f, &fold, t);
    return fold;
}

/* Spills with a little less each time until what is left fits: pairs need neighbours, so a limit kept at every point
   may still be missed by one or two. d: NULL if nobody wants to know why not. */
static bool fit(struct ptx_func **at, const struct ptx_target *t, struct arena *a, struct diag *d)
{
    const struct ptx_func *f = *at;
    u32 least = 0, limit = t->max_regs;
    struct ptx_target spilling = *t;

    spilling.spills = true;
    t = &spilling;

    for (u32 k = limit; k; k--) {
        struct ptx_func *g = copy(f, a);
        struct folds fold = find_folds(g, t);
        for (u32 pc = 0; pc < g->n_code; pc++)
            g->code[pc].folded = is_folded(&g->code[pc], &fold);
        bool ok = spill_to(g, a, &fold, k, &least);
        if (ok) {
            rebuild_flow(g, a);
            webs_split(g, a, &fold);
        }
        folds_free(&fold);
        if (!ok)
            break;
        fold = find_folds(g, t);
        g->regs_used = assign_registers(g, &fold, 0);
        folds_free(&fold);
        if (g->regs_used <= limit) {
            *at = g;
            return true;
        }
    }
    if (d)
        diag_error(d, f->module->file, f->line, 0,
                   "%s cannot do with %u registers a thread: an instruction needs %u at once", f->name, limit,
                   MAX(least, limit + 1));
    return false;
}

static void is_read(void *ctx, u32 reg, enum reg_use use)
{
    struct ptx_func *f = ctx;
    if (use != REG_WRITE)
        f->regs[reg].unread = false;
}

/* Results that nobody reads: three of a texture load's four, say. */
static void find_unread(struct ptx_func *f)
{
    for (u32 r = 0; r < f->n_regs; r++)
        f->regs[r].unread = true;
    for (u32 pc = 0; pc < f->n_code; pc++)
        visit_regs(&f->code[pc], is_read, f);
}

/* Costs of the code as it stands now, what folded values read, and copies that became none. */
static void finish_lowering(struct ptx_func *f, const struct ptx_target *t, struct arena *a)
{
    struct ptx_target now = *t;
    struct folds fold;

    now.spills = f->spill_bytes > 0;
    fold = fold_find(f, &now);
    if (t->machine) {
        lower_costs(f, &fold);
        find_unread(f);
    }
    for (u32 r = 0; r < f->n_regs; r++) {
        const u32 *base;
        if (fold.to[r] == FOLD_NO)
            continue;
        f->regs[r].folded = true;
        f->regs[r].n_bases = fold_bases(&fold, r, &base);
        u32 *kept = ARENA_ARRAY(a, u32, f->regs[r].n_bases + 1);
        if (f->regs[r].n_bases)
            memcpy(kept, base, f->regs[r].n_bases * sizeof *kept);
        f->regs[r].bases = kept;
    }
    for (u32 pc = 0; pc < f->n_code; pc++) {
        struct ptx_instr *i = &f->code[pc];
        i->no_slot = is_folded(i, &fold);
        if (i->op == OP_MOV && i->n_opnd == 2 && i->opnd[0].kind == PO_REG && i->opnd[1].kind == PO_REG &&
            f->regs[i->opnd[0].reg].type != PT_PRED && !f->regs[i->opnd[0].reg].folded &&
            !f->regs[i->opnd[1].reg].folded && f->regs[i->opnd[0].reg].phys == f->regs[i->opnd[1].reg].phys)
            i->slots = 0, i->no_slot = true;
    }
    folds_free(&fold);
}

static bool guard(struct ptx_func *f, const struct ptx_target *t, struct arena *a)
{
    struct folds fold;

    narrow_find(f, t->short_addresses);
    fold = find_folds(f, t);
    lower_costs(f, &fold);
    folds_free(&fold);
    return guard_short_ways(f, a);
}

/* The function with its values told apart, scheduled where the machine has instructions of its own, and its registers
   counted */
static struct ptx_func *arrange(const struct ptx_func *f, const struct ptx_target *t, u32 cap, struct arena *a)
{
    struct ptx_func *g = copy(f, a);
    struct folds fold;

    drop_unreachable(g, a);
    if (t->machine && straighten(g, a))
        rebuild_flow(g, a);
    if (t->machine && t->sched_regs && guard(g, t, a))
        rebuild_flow(g, a);
    if (t->machine && t->sched_regs && unroll(g, a))
        rebuild_flow(g, a);
    if (t->machine && slow_ways(g, a))
        rebuild_flow(g, a);
    if (t->machine)
        rename_in_blocks(g, a);
    webs_split(g, a, NULL);
    if (t->machine && widen(g, a, t))
        rebuild_flow(g, a);
    if (t->short_addresses || t->machine)
        narrow_find(g, t->short_addresses);
    fold = find_folds(g, t);
    if (t->machine)
        lower_costs(g, &fold);
    if (cap) {
        schedule(g, &fold, cap, t->max_regs ? t->max_regs : UINT32_MAX);
        folds_free(&fold);
        fold = find_folds(g, t); /* where constants are needed has moved */
    }
    g->regs_needed = g->regs_used = assign_registers(g, &fold, cap);
    folds_free(&fold);
    return g;
}

/* Pairs, and what divisions need for themselves, may take more registers than the schedule counted: once more, with
   as many fewer, if that helps. */
static struct ptx_func *arrange_within(const struct ptx_func *f, const struct ptx_target *t, struct arena *a)
{
    u32 cap = t->machine ? t->sched_regs : 0;
    struct ptx_func *g = arrange(f, t, cap, a), *h;

    if (!cap || g->regs_needed <= cap)
        return g;
    h = arrange(f, t, MAX(cap - MIN(g->regs_needed - cap, cap), cap / 2), a);
    return h->regs_needed < g->regs_needed ? h : g;
}

struct ptx_func *ptx_compile(const struct ptx_func *f, const struct ptx_target *t, struct arena *a, struct diag *d)
{
    struct ptx_func *g;
    struct liveness l;
    bool ok;

    if (!f->n_code)
        return copy(f, a);
    g = arrange_within(f, t, a);
    if (t->max_regs && g->regs_needed > t->max_regs && !fit(&g, t, a, t->sched_regs ? NULL : d)) {
        struct ptx_target plain = *t;
        if (!t->sched_regs)
            return NULL;
        plain.sched_regs = 0; /* PTX's own order is kinder to registers */
        return ptx_compile(f, &plain, a, d);
    }
    if (t->machine || t->operands)
        finish_lowering(g, t, a);
    liveness_build(&l, g, NULL);
    g->pressure = liveness_pressure(&l, g);
    ok = slots_assign(g, &l, d);
    liveness_free(&l);
    levels_assign(g, t->branches);
    return ok ? g : NULL;
}
