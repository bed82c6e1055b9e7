/* A register's ranges that no path of control connects are different values under one name: each becomes a register
   of its own. PTX that reuses names, and ranges that spill code has cut, need fewer places so.
   When: before registers are counted, and after spills have cut ranges: allocators give places to values, not to
   names. Leaves alone: parameters and results in registers, and what folded values stand for: these keep their names.
 */
#include <stdlib.h>
#include <string.h>

#include "isa/edit.h"
#include "isa/known.h"

struct webs {
    struct ptx_func *f;
    const struct liveness *l;
    u32 *up;   /* by segment: union-find */
    u32 *name; /* by segment: the register */
};

static u32 root(struct webs *w, u32 k)
{
    while (w->up[k] != k)
        k = w->up[k] = w->up[w->up[k]];
    return k;
}

static void connect(struct webs *w, u32 r)
{
    const struct ptx_func *f = w->f;

    for (u32 k = w->l->first[r]; k < w->l->first[r + 1]; k++) {
        const struct live_seg *s = &w->l->segs.at[k];
        u32 b = f->code[s->start / 2].block;
        for (; b < f->n_blocks && 2 * f->blocks[b].end <= s->end; b++) {
            for (u32 e = 0; e < f->blocks[b].n_succ; e++) {
                u32 j = live_seg_at(w->l, r, 2 * f->blocks[f->blocks[b].succ[e]].first);
                if (j != UINT32_MAX)
                    w->up[root(w, k)] = root(w, j);
            }
        }
    }
}

static void rename_reg(const struct webs *w, u32 *reg, u32 point)
{
    u32 k = live_seg_at(w->l, *reg, point);

    if (k != UINT32_MAX)
        *reg = w->name[k];
}

static void rename_operand(const struct webs *w, struct ptx_operand *o, u32 pc, bool write)
{
    if (o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG && !o->n_vec))
        rename_reg(w, &o->reg, 2 * pc + (write && o->kind == PO_REG));
    for (u32 k = 0; k < o->n_vec; k++)
        rename_operand(w, &o->vec[k], pc, write && o->kind == PO_VEC);
}

static void rename_all(const struct webs *w)
{
    struct ptx_func *f = w->f;

    for (u32 pc = 0; pc < f->n_code; pc++) {
        struct ptx_instr *i = &f->code[pc];
        for (u32 k = 0; k < i->n_opnd; k++)
            rename_operand(w, &i->opnd[k], pc, k < i->n_dst);
        if (i->guarded)
            rename_reg(w, &i->guard, 2 * pc);
    }
}

static void keep(struct webs *w, u32 reg)
{
    for (u32 k = w->l->first[reg]; k < w->l->first[reg + 1]; k++)
        w->up[k] = w->l->first[reg];
}

static void keep_params(struct webs *w, const struct ptx_var *v)
{
    for (; v; v = v->next)
        if (v->space == PS_REG)
            keep(w, (u32)v->offset);
}

/* A register for which folded values stand keeps its name, by which a fill is recognised as theirs. */
static void keep_bases(struct webs *w, const struct folds *fold)
{
    for (u32 r = 0; r < w->f->n_regs; r++) {
        const u32 *base;
        u32 n = fold->to[r] == FOLD_NO ? 0 : fold_bases(fold, r, &base);
        for (u32 k = 0; k < n; k++)
            keep(w, base[k]);
    }
}

void webs_split(struct ptx_func *f, struct arena *a, const struct folds *fold)
{
    struct webs w = {.f = f, .l = known_live(f)};
    struct edit e;
    u32 n_old = f->n_regs, n_segs;

    edit_begin(&e, f, a);
    n_segs = (u32)w.l->segs.n;
    w.up = xmalloc((n_segs + 1) * sizeof(u32));
    w.name = xmalloc((n_segs + 1) * sizeof(u32));
    for (u32 k = 0; k < n_segs; k++)
        w.up[k] = k, w.name[k] = UINT32_MAX;
    for (u32 r = 0; r < n_old; r++)
        if (w.l->first[r + 1] - w.l->first[r] > 1)
            connect(&w, r);
    keep_params(&w, f->params);
    keep_params(&w, f->rets);
    if (fold)
        keep_bases(&w, fold);
    for (u32 r = 0; r < n_old; r++) {
        for (u32 k = w.l->first[r]; k < w.l->first[r + 1]; k++) {
            u32 top = root(&w, k);
            if (w.name[top] == UINT32_MAX)
                w.name[top] = k == w.l->first[r] ? r : edit_reg_like(&e, r);
            w.name[k] = w.name[top];
        }
    }
    if (e.regs.n)
        rename_all(&w);
    edit_take_regs(&e);
    free(w.up);
    free(w.name);
}
