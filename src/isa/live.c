/* Registers and live ranges as a machine with folded operands sees them. */
#include "isa/passes.h"

struct folded {
    const struct folds *fold;
    reg_visit *fn;
    void *ctx;
};

static void on_folded(void *ctx, u32 reg, enum reg_use use)
{
    const struct folded *v = ctx;
    const u32 *base;

    if (v->fold->to[reg] == FOLD_NO) {
        v->fn(v->ctx, reg, use);
        return;
    }
    u32 n = fold_bases(v->fold, reg, &base);
    for (u32 k = 0; use == REG_READ && k < n; k++)
        v->fn(v->ctx, base[k], use);
}

bool is_folded(const struct ptx_instr *i, const struct folds *fold)
{
    return fold && i->n_dst == 1 && i->opnd[0].kind == PO_REG && fold->to[i->opnd[0].reg] != FOLD_NO;
}

void visit_folded(const struct ptx_instr *i, const struct folds *fold, reg_visit *fn, void *ctx)
{
    struct folded v = {fold, fn, ctx};

    if (!fold)
        visit_regs(i, fn, ctx);
    else if (!is_folded(i, fold))
        visit_regs(i, on_folded, &v);
}

struct seen {
    const struct ptx_func *f;
    const struct folds *fold;
};

static void visit(const void *ctx, const struct ptx_instr *i, reg_visit *fn, void *to)
{
    visit_folded(i, ((const struct seen *)ctx)->fold, fn, to);
}

static bool writes_whole(const void *ctx, const struct ptx_instr *i)
{
    return note_of(((const struct seen *)ctx)->f, i)->whole;
}

void live_find(struct liveness *l, const struct ptx_func *f, const struct folds *fold)
{
    const struct seen seen = {f, fold};
    const struct live_view view = {&seen, visit, writes_whole, fold};

    liveness_build(l, f, &view);
}
