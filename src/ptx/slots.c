/* Registers to slots, without spills: linear scan over live ranges with holes. Registers come in order of their first
   definition; each takes the lowest slot of its own width in which none of its ranges meets another's. A slot keeps
   its width: the lanes of a pair interleave otherwise than those of two single slots, so on divergent paths one
   lane's half pair would lie on another lane's single. Pairs are even-aligned. Predicates have slots of their own. */
#include <stdlib.h>
#include <string.h>

#include "ptx/analysis.h"

#define MAX_SLOTS 65536u
#define SEARCH_SLOTS 2048u    /* beyond, a register gets a new slot unsearched: no real kernel comes here */
#define WORK_LIMIT 400000000u /* comparisons, likewise */

struct slot {
    VEC(struct live_seg) segs; /* sorted; those before head lie in the past */
    size_t head;
    u32 width; /* of the registers that live here */
};

struct file { /* one register file: data or predicates */
    VEC(struct slot) slots;
    u64 steps;
};

struct order {
    u32 group, start, reg;
};

static int compare_order(const void *a, const void *b)
{
    const struct order *x = a, *y = b;

    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->reg < y->reg ? -1 : x->reg > y->reg;
}

static bool busy_at(struct slot *s, u32 point)
{
    while (s->head < s->segs.n && s->segs.at[s->head].end <= point)
        s->head++;
    return s->head < s->segs.n && s->segs.at[s->head].start <= point;
}

static bool fits(struct file *f, struct slot *s, const struct live_seg *seg, u32 n)
{
    size_t k;
    u32 i = 0;

    if (busy_at(s, seg[0].start))
        return false;
    k = s->head;
    if (k == s->segs.n || s->segs.at[k].start >= seg[n - 1].end)
        return true;
    while (k < s->segs.n && i < n) {
        f->steps++;
        if (s->segs.at[k].end <= seg[i].start)
            k++;
        else if (seg[i].end <= s->segs.at[k].start)
            i++;
        else
            return false;
    }
    return true;
}

static void occupy(struct slot *s, const struct live_seg *seg, u32 n)
{
    size_t old = s->segs.n, at, k, i = n;

    VEC_RESERVE(&s->segs, old + n);
    s->segs.n = at = old + n;
    for (k = old; i > 0;) { /* merge from the back */
        if (k > s->head && s->segs.at[k - 1].start > seg[i - 1].start)
            s->segs.at[--at] = s->segs.at[--k];
        else
            s->segs.at[--at] = seg[--i];
    }
}

static u32 find_slot(struct file *f, const struct live_seg *seg, u32 n, u32 width)
{
    u32 have = (u32)f->slots.n;

    if (have > SEARCH_SLOTS || f->steps > WORK_LIMIT)
        return (u32)align_up(have, width);
    for (u32 s = 0; s < have; s += width) {
        bool ok = f->slots.at[s].width == width;
        for (u32 k = 0; k < width && s + k < have && ok; k++)
            ok = f->slots.at[s + k].width == width && fits(f, &f->slots.at[s + k], seg, n);
        f->steps += width;
        if (ok && s + width <= have)
            return s;
    }
    return (u32)align_up(have, width);
}

/* Writes slots into slot[], by register. wide_first: all of the pairs, then the single slots into their gaps. Returns
   how many slots that takes; more than MAX_SLOTS: gave up. */
static u32 assign(const struct ptx_func *fn, const struct liveness *l, bool preds, bool wide_first, u32 *slot)
{
    struct file f = {0};
    VEC(struct order) order = {0};
    u32 n_slots;

    for (u32 r = 0; r < fn->n_regs; r++) {
        if ((fn->regs[r].type == PT_PRED) == preds && l->first[r] < l->first[r + 1])
            VEC_PUSH(&order, (struct order){wide_first ? 4 - reg_width(fn->regs[r].type) : 0,
                                            l->segs.at[l->first[r]].start, r});
    }
    if (order.n)
        qsort(order.at, order.n, sizeof *order.at, compare_order);
    for (size_t k = 0; k < order.n && f.slots.n <= MAX_SLOTS; k++) {
        u32 r = order.at[k].reg, width = preds ? 1 : reg_width(fn->regs[r].type);
        const struct live_seg *seg = &l->segs.at[l->first[r]];
        u32 n = l->first[r + 1] - l->first[r], s;
        if (k && order.at[k].group != order.at[k - 1].group) { /* from the start again */
            for (size_t i = 0; i < f.slots.n; i++)
                f.slots.at[i].head = 0;
        }
        s = find_slot(&f, seg, n, width);
        while (f.slots.n < s + width)
            VEC_PUSH(&f.slots, (struct slot){.width = f.slots.n < s ? 1 : width}); /* before s: alignment */
        for (u32 i = 0; i < width; i++)
            occupy(&f.slots.at[s + i], seg, n);
        slot[r] = s;
    }
    n_slots = (u32)f.slots.n;
    for (size_t k = 0; k < f.slots.n; k++)
        VEC_FREE(&f.slots.at[k].segs);
    VEC_FREE(&f.slots);
    VEC_FREE(&order);
    return n_slots;
}

bool slots_assign(struct ptx_func *f, const struct liveness *l, struct diag *d)
{
    u32 *slot = xcalloc((size_t)f->n_regs * 2 + 1, sizeof *slot), *other = slot + f->n_regs, n;

    memset(slot, 0xff, (size_t)f->n_regs * 2 * sizeof *slot);
    f->n_slots = assign(f, l, false, false, slot);
    if (f->n_slots <= SEARCH_SLOTS && f->n_slots > liveness_pressure(l, f) + 1) {
        n = assign(f, l, false, true, other);
        if (n < f->n_slots) {
            f->n_slots = n;
            memcpy(slot, other, f->n_regs * sizeof *slot);
        }
    }
    f->n_pred_slots = assign(f, l, true, false, slot);
    for (u32 r = 0; r < f->n_regs; r++)
        f->regs[r].slot = slot[r];
    free(slot);
    if (f->n_slots <= MAX_SLOTS && f->n_pred_slots <= MAX_SLOTS)
        return true;
    diag_error(d, f->module->file, f->line, 0, "%s keeps more than %u values alive at once", f->name, MAX_SLOTS);
    return false;
}

bool ptx_analyse(struct ptx_func *f, struct diag *d)
{
    struct liveness l;
    bool ok;

    cfg_build(f, &f->module->arena);
    postdom_build(f);
    liveness_build(&l, f);
    f->pressure = liveness_pressure(&l, f);
    ok = slots_assign(f, &l, d);
    liveness_free(&l);
    return ok;
}
