/* Registers to slots, without spills: linear scan over live ranges with holes. Registers come in order of their first
   definition; each takes the lowest place of its own width in which none of its ranges overlaps another's. A place
   keeps its width: the lanes of a pair interleave differently from those of two single slots, so on divergent paths
   one lane's half pair would overlap another lane's single slot. Quads come first, then pairs, then single slots, so
   all are aligned; predicates have slots of their own. */
#include <stdlib.h>
#include <string.h>

#include "ptx/analysis.h"

#define MAX_SLOTS 65536u
#define SEARCH_SLOTS 2048u    /* beyond, a register gets a new slot without a search: no real kernel comes here */
#define WORK_LIMIT 400000000u /* comparisons, likewise */

struct file { /* all places of one width */
    VEC(struct live_place) slots;
    u64 steps;
};

struct order {
    u32 start, reg;
};

bool place_fits(struct live_place *p, const struct live_seg *seg, u32 n, u64 *steps)
{
    size_t k;
    u32 i = 0;

    while (p->head < p->segs.n && p->segs.at[p->head].end <= seg[0].start)
        p->head++;
    k = p->head;
    if (k == p->segs.n || p->segs.at[k].start >= seg[n - 1].end)
        return true;
    while (k < p->segs.n && i < n) {
        *steps += 1;
        if (p->segs.at[k].end <= seg[i].start)
            k++;
        else if (seg[i].end <= p->segs.at[k].start)
            i++;
        else
            return false;
    }
    return true;
}

void place_take(struct live_place *p, const struct live_seg *seg, u32 n)
{
    size_t old = p->segs.n, at, k, i = n;

    VEC_RESERVE(&p->segs, old + n);
    p->segs.n = at = old + n;
    for (k = old; i > 0;) { /* merge from the back */
        if (k > p->head && p->segs.at[k - 1].start > seg[i - 1].start)
            p->segs.at[--at] = p->segs.at[--k];
        else
            p->segs.at[--at] = seg[--i];
    }
}

static u32 find_slot(struct file *f, const struct live_seg *seg, u32 n)
{
    u32 have = (u32)f->slots.n;

    for (u32 s = 0; s < have && have <= SEARCH_SLOTS && f->steps < WORK_LIMIT; s++, f->steps++) {
        if (place_fits(&f->slots.at[s], seg, n, &f->steps))
            return s;
    }
    return have;
}

/* Slots of all registers of this width (0: predicates), from `base` on. Returns how many they take. */
static u32 assign(struct ptx_func *fn, const struct liveness *l, u32 width, u32 base)
{
    struct file f = {0};
    VEC(struct order) order = {0};
    u32 taken;

    for (u32 r = 0; r < fn->n_regs; r++) {
        u8 type = fn->regs[r].type;
        if ((type == PT_PRED ? 0 : reg_width(type)) == width && l->first[r] < l->first[r + 1])
            VEC_PUSH(&order, (struct order){l->segs.at[l->first[r]].start, r});
    }
    if (order.n)
        qsort(order.at, order.n, sizeof *order.at, compare_two_u32);
    for (size_t k = 0; k < order.n && f.slots.n <= MAX_SLOTS; k++) {
        u32 r = order.at[k].reg, n = l->first[r + 1] - l->first[r];
        const struct live_seg *seg = &l->segs.at[l->first[r]];
        u32 s = find_slot(&f, seg, n);
        if (s == f.slots.n)
            VEC_PUSH(&f.slots, (struct live_place){0});
        place_take(&f.slots.at[s], seg, n);
        fn->regs[r].slot = base + s * MAX(width, 1u);
    }
    taken = (u32)f.slots.n * MAX(width, 1u);
    for (size_t k = 0; k < f.slots.n; k++)
        VEC_FREE(&f.slots.at[k].segs);
    VEC_FREE(&f.slots);
    VEC_FREE(&order);
    return taken;
}

bool slots_assign(struct ptx_func *f, const struct liveness *l, struct diag *d)
{
    f->n_slots = 0;
    for (u32 r = 0; r < f->n_regs; r++)
        f->regs[r].slot = UINT32_MAX;
    for (u32 width = 4; width; width /= 2)
        f->n_slots += assign(f, l, width, f->n_slots);
    f->n_pred_slots = assign(f, l, 0, 0);
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
    liveness_build(&l, f, NULL);
    f->pressure = liveness_pressure(&l, f);
    ok = slots_assign(f, &l, d);
    liveness_free(&l);
    return ok;
}
