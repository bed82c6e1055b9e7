#include "isa/rounds.h"

#include <stdlib.h>

#include "isa/known.h"

bool loop_leads_back(const struct ptx_func *f, u32 b)
{
    const struct ptx_instr *i = &f->code[f->blocks[b].end - 1];
    return i->op == OP_BRA && i->opnd[0].label <= f->blocks[b].first;
}

/* The blocks from the target of a jump back to the jump, entered only at the first, with no other way back to it */
bool loop_shape(const struct ptx_func *f, const struct preds *pred, u32 tail, struct loop *l)
{
    const struct ptx_instr *back = &f->code[f->blocks[tail].end - 1];

    if (!loop_leads_back(f, tail) || f->blocks[tail].end == f->n_code)
        return false;
    l->tail = tail;
    l->head = f->code[back->opnd[0].label].block;
    l->first = f->blocks[l->head].first;
    l->end = f->blocks[tail].end;
    if (back->opnd[0].label != l->first)
        return false;
    for (u32 b = l->head; b <= tail; b++)
        for (u32 k = pred->first[b]; k < pred->first[b + 1]; k++) {
            u32 from = pred->at[k];
            bool inside = from >= l->head && from <= tail;
            if (b == l->head ? inside && from != tail : !inside)
                return false;
        }
    return true;
}

bool loop_find(const struct ptx_func *f, const struct preds *pred, u32 tail, struct loop *l)
{
    return loop_shape(f, pred, tail, l) && !f->code[l->first].nounroll;
}

bool loop_has_inner(const struct ptx_func *f, const struct loop *l)
{
    for (u32 b = l->head; b <= l->tail; b++)
        if (b != l->tail && loop_leads_back(f, b))
            return true;
    return false;
}

bool loop_stays(const struct ptx_instr *i)
{
    u8 unit = ptx_instr_class(i);

    return unit == PU_FENCE || i->parse_only || i->op == OP_CALL || i->n_targets || i->nounroll ||
           (unit == PU_CONTROL && i->op != OP_BRA) || lower_branches(i);
}

static bool leads_on(const struct ptx_func *f, const struct loop *l, u32 without)
{
    u32 n = l->tail - l->head + 1;
    bool *seen = xcalloc(n, 1), is;

    seen[0] = without != l->head;
    for (u32 b = l->head; b <= l->tail; b++) /* branches of a round lead forward; inner loops' ways back add none */
        for (u32 k = 0; k < f->blocks[b].n_succ && seen[b - l->head]; k++) {
            u32 to = f->blocks[b].succ[k];
            if (to > b && to <= l->tail && to != without)
                seen[to - l->head] = true;
        }
    is = seen[n - 1];
    free(seen);
    return is;
}

static void count_write(void *ctx, u32 reg, enum reg_use use)
{
    u32 *n = ctx;
    n[reg] += use == REG_WRITE;
}

void loop_prepare(const struct ptx_func *f, struct loop *l)
{
    l->written = xcalloc(f->n_regs + 1, sizeof *l->written);
    l->on_all = xcalloc(l->tail - l->head + 1, sizeof *l->on_all);
    for (u32 pc = l->first; pc < l->end; pc++)
        visit_regs(&f->code[pc], count_write, l->written);
    const u32 *depth = known_depths(f);
    for (u32 b = l->head; b <= l->tail; b++)
        l->on_all[b - l->head] = depth[b] == depth[l->head] && (b == l->tail || !leads_on(f, l, b));
}

void loop_free(struct loop *l)
{
    free(l->written);
    free(l->on_all);
}
