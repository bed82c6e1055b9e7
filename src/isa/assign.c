/* Physical registers: linear scan over live ranges with holes. A 64-bit value takes an even register and the next
   one. A single prefers a place whose neighbour is taken, so that pairs stay free. Folded values have a file of their
   own: they are operands that no register holds, but the scoreboard must know them apart. So have those that lanes
   share, with numbers behind all that a lane can have.
   When: last, when the order stands (counts beside ptxas's: bench/h200/registers.csv). Leaves alone: the code and the
   emulator's storage: it notes a number for each value. */
#include <stdlib.h>
#include <string.h>

#include "isa/known.h"

#define MOST 4096u       /* registers; beyond, values share the last ones */
#define SHARED_FROM 256u /* the number of the first register that lanes share */

enum file { LANES, FOLDED, SHARED };

struct regfile {
    struct live_place *units; /* [MOST] */
    u32 used;
    u64 steps;
};

struct item {
    u32 start, reg, end, width; /* reg UINT32_MAX: scratch registers, until end */
};
typedef VEC(struct item) item_list;

static int compare_item(const void *a, const void *b)
{
    int first = compare_two_u32(a, b);

    return first ? first : compare_u32(&((const struct item *)a)->end, &((const struct item *)b)->end);
}

static u32 find_place(struct regfile *f, const struct live_seg *seg, u32 n, u32 width)
{
    u32 first = UINT32_MAX;

    for (u32 p = 0; p + width <= MOST && p <= f->used + 3; p += width) {
        bool ok = true;
        for (u32 k = 0; k < width && ok; k++)
            ok = place_fits(&f->units[p + k], seg, n, &f->steps);
        if (!ok)
            continue;
        if (width > 1 || !place_fits(&f->units[p ^ 1], seg, n, &f->steps))
            return p;
        first = MIN(first, p);
    }
    return first != UINT32_MAX ? first : MOST - width;
}

static void occupy(struct regfile *f, u32 at, u32 width, const struct live_seg *seg, u32 n)
{
    for (u32 k = 0; k < width; k++)
        place_take(&f->units[at + k], seg, n);
    f->used = MAX(f->used, at + width);
}

/* For each register, the register with which a copy connects it, so that both get the same place if possible. */
static u32 *find_hints(const struct ptx_func *f)
{
    u32 *hint = xmalloc((f->n_regs + 1) * sizeof *hint);

    memset(hint, 0xff, (f->n_regs + 1) * sizeof *hint);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        if (i->op != OP_MOV || i->n_opnd != 2 || i->opnd[0].kind != PO_REG || i->opnd[1].kind != PO_REG)
            continue;
        hint[i->opnd[1].reg] = i->opnd[0].reg;
        if (hint[i->opnd[0].reg] == UINT32_MAX)
            hint[i->opnd[0].reg] = i->opnd[1].reg;
    }
    return hint;
}

static enum file file_of(const struct ptx_func *f, const struct folds *fold, u32 reg)
{
    return fold->to[reg] != FOLD_NO ? FOLDED : f->notes->reg[reg].shared ? SHARED : LANES;
}

static bool hinted(const struct ptx_func *f, struct regfile *file, const struct live_seg *seg, u32 n, u32 width,
                   u32 other, u32 *at)
{
    if (other == UINT32_MAX || f->notes->reg[other].phys == UINT32_MAX || f->notes->reg[other].shared ||
        reg_words(f, other) != width)
        return false;
    *at = f->notes->reg[other].phys;
    for (u32 k = 0; k < width; k++)
        if (!place_fits(&file->units[*at + k], seg, n, &file->steps))
            return false;
    return true;
}

static void place(struct ptx_func *f, const struct liveness *l, struct regfile *file, u32 r, u32 other)
{
    u32 n = l->first[r + 1] - l->first[r], width = reg_words(f, r);
    const struct live_seg *seg = &l->segs.at[l->first[r]];
    u32 p;

    if (!hinted(f, file, seg, n, width, other, &p))
        p = find_place(file, seg, n, width);
    occupy(file, p, width, seg, n);
    f->notes->reg[r].phys = p;
}

/* The blocks of the innermost loop around one, if there is a loop */
static bool find_loop(const struct ptx_func *f, u32 block, u32 *first, u32 *last)
{
    bool found = false;

    for (u32 tail = block; tail < f->n_blocks; tail++)
        for (u32 k = 0; k < f->blocks[tail].n_succ; k++) {
            u32 header = f->blocks[tail].succ[k];
            if (header > block || (found && tail - header >= *last - *first))
                continue;
            *first = header;
            *last = tail;
            found = true;
        }
    return found;
}

/* Adds a constant from the beginning of the loop that needs it to its end, once */
static void add_early(const struct ptx_func *f, const struct folds *fold, item_list *order, size_t at)
{
    const struct early *e = &fold->early.at[at];
    u32 block = f->code[e->from].block, first = block, last = block, one = 0, other = 0;

    if (!find_loop(f, block, &first, &last)) {
        VEC_PUSH(order, (struct item){2 * e->from, UINT32_MAX, 2 * e->to + 1, e->words});
        return;
    }
    for (size_t k = 0; k < at; k++) {
        const struct early *o = &fold->early.at[k];
        if (o->key == e->key && o->of == e->of && o->kind == e->kind && o->words == e->words &&
            find_loop(f, f->code[o->from].block, &one, &other) && one == first && other == last)
            return;
    }
    VEC_PUSH(order, (struct item){2 * f->blocks[first].first, UINT32_MAX, 2 * f->blocks[last].end - 1, e->words});
}

/* When the constants that an instruction cannot encode are in registers */
enum { AT_ONCE, FROM_BLOCK /* on */, IN_LOOP /* in the whole loop, as a compiler does that has registers left */ };

/* Registers that instructions need while they execute; any will do. */
static void add_scratch(const struct ptx_func *f, const struct folds *fold, item_list *order, int early)
{
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct isa_note *n = &f->notes->at[pc];
        for (u32 k = early ? n->constants : 0; k < n->scratch; k++)
            VEC_PUSH(order, (struct item){2 * pc, UINT32_MAX, 2 * pc + 1, 1});
    }
    for (size_t k = 0; k < fold->early.n && early; k++) {
        const struct early *e = &fold->early.at[k];
        if (early == IN_LOOP)
            add_early(f, fold, order, k);
        else
            VEC_PUSH(order, (struct item){2 * e->from, UINT32_MAX, 2 * e->to + 1, e->words});
    }
}

static void place_scratch(struct regfile *file, const struct item *item)
{
    const struct live_seg seg = {item->start, item->end};

    occupy(file, find_place(file, &seg, 1, item->width), item->width, &seg, 1);
}

static u32 assign(struct ptx_func *f, const struct liveness *l, const struct folds *fold, enum file which, int early,
                  const u32 *hint)
{
    struct regfile file = {.units = xcalloc(MOST, sizeof *file.units)};
    item_list order = {0};
    u32 used;

    for (u32 r = 0; r < f->n_regs; r++)
        if (f->regs[r].type != PT_PRED && file_of(f, fold, r) == which && l->first[r] < l->first[r + 1])
            VEC_PUSH(&order, (struct item){l->segs.at[l->first[r]].start, r, 0, 0});
    if (which == LANES)
        add_scratch(f, fold, &order, early);
    if (order.n)
        qsort(order.at, order.n, sizeof *order.at, compare_item);
    for (size_t k = 0; k < order.n; k++) {
        const struct item *i = &order.at[k];
        if (i->reg == UINT32_MAX) {
            place_scratch(&file, i);
            continue;
        }
        place(f, l, &file, i->reg, which == LANES ? hint[i->reg] : UINT32_MAX);
        f->notes->reg[i->reg].phys += which == SHARED ? SHARED_FROM : 0;
        f->notes->reg[i->reg].folded = which == FOLDED;
    }
    used = file.used;
    for (u32 p = 0; p < MOST; p++)
        VEC_FREE(&file.units[p].segs);
    free(file.units);
    VEC_FREE(&order);
    return used;
}

/* The most registers whose values a call in progress must preserve */
static u32 across_calls(const struct ptx_func *f, const struct liveness *l, const struct folds *fold)
{
    u32 *call = xmalloc((f->n_code + 1) * sizeof *call), most = 0; /* by pc: the call there or next behind it */

    call[f->n_code] = f->n_code;
    for (u32 pc = f->n_code; pc-- > 0;)
        call[pc] = f->code[pc].op == OP_CALL ? pc : call[pc + 1];
    for (u32 r = 0; r < f->n_regs && call[0] < f->n_code; r++) {
        if (f->regs[r].type == PT_PRED || fold->to[r] != FOLD_NO)
            continue;
        for (u32 k = l->first[r]; k < l->first[r + 1]; k++) {
            const struct live_seg *s = &l->segs.at[k];
            u32 at = call[(s->start + 1) / 2];
            if (at < f->n_code && 2 * at + 1 < s->end)
                most = MAX(most, f->notes->reg[r].phys + reg_words(f, r));
        }
    }
    free(call);
    return most;
}

u32 assign_registers(struct ptx_func *f, const struct folds *fold, u32 enough)
{
    struct liveness l;
    u32 used = UINT32_MAX, *hint = find_hints(f);

    live_find(&l, f, fold);
    for (int early = enough ? IN_LOOP : AT_ONCE; early >= AT_ONCE; early--) {
        for (u32 r = 0; r < f->n_regs; r++)
            f->notes->reg[r].phys = UINT32_MAX;
        used = assign(f, &l, fold, LANES, early, hint);
        if (early && used <= enough)
            break;
    }
    f->notes->counts.across_calls = across_calls(f, &l, fold);
    assign(f, &l, fold, SHARED, AT_ONCE, hint);
    liveness_free(&l);
    assign(f, known_live(f), fold, FOLDED, AT_ONCE, hint);
    free(hint);
    for (u32 r = 0; r < f->n_regs; r++)
        if (f->notes->reg[r].phys == UINT32_MAX)
            f->notes->reg[r].phys = 0;
    return used;
}
