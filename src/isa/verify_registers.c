/* Behind the assignment of registers: values that are alive at the same time lie in different ones, pairs begin at
   even ones, what an instruction needs for itself is there beside them, and what lanes share is the same in all of
   them and fits their file. Nothing of this changes a value, so no execution shows it: it would change occupancy,
   bank conflicts and times. */
#include <stdlib.h>

#include "isa/known.h"
#include "isa/verify.h"

#define CARE (UNIFORM_LOADED | UNIFORM_PATHS | UNIFORM_FILE)
#define MOST 4096u       /* assign.c: values beyond share the last registers */
#define SHARED_WORDS 63u /* of a warp (datasheet: SASS listings) */

struct taken { /* a register, and when */
    u32 phys, start, end, reg;
};

static bool has_place(const struct ptx_func *f, const struct folds *fold, u32 r)
{
    return f->regs[r].type != PT_PRED && fold->to[r] == FOLD_NO;
}

static int compare_taken(const void *a, const void *b)
{
    return compare_two_u32(a, b);
}

static bool are_apart(const struct ptx_func *f, const struct folds *fold, const struct liveness *l, char *why,
                      size_t n)
{
    VEC(struct taken) all = {0};
    bool ok = true;

    for (u32 r = 0; r < f->n_regs && ok; r++) {
        u32 phys = f->notes->reg[r].phys, words = reg_words(f, r);
        if (!has_place(f, fold, r) || l->first[r] == l->first[r + 1] || phys + words >= MOST)
            continue;
        ok = phys % words == 0;
        if (!ok)
            snprintf(why, n, "%s has %u words from register %u on", f->regs[r].name, words, phys);
        for (u32 w = 0; w < words; w++)
            for (u32 k = l->first[r]; k < l->first[r + 1]; k++)
                VEC_PUSH(&all, (struct taken){phys + w, l->segs.at[k].start, l->segs.at[k].end, r});
    }
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, compare_taken);
    for (size_t k = 1; k < all.n && ok; k++) {
        const struct taken *a = &all.at[k - 1], *b = &all.at[k];
        ok = a->phys != b->phys || a->end <= b->start;
        if (!ok)
            snprintf(why, n, "%s and %s are in register %u at once", f->regs[a->reg].name, f->regs[b->reg].name,
                     a->phys);
    }
    VEC_FREE(&all);
    return ok;
}

static u32 own_words(const struct ptx_func *f, u32 r)
{
    return f->regs[r].type == PT_PRED || f->notes->reg[r].folded ? 0 : lane_words(f, r);
}

static u32 shared_words(const struct ptx_func *f, u32 r)
{
    return f->notes->reg[r].shared ? reg_words(f, r) : 0;
}

static bool are_enough(const struct ptx_func *f, const struct liveness *l, char *why, size_t n)
{
    u32 *own = liveness_demand(l, f, own_words), *shared = liveness_demand(l, f, shared_words);
    bool ok = true;

    for (u32 pc = 0; pc < f->n_code && ok; pc++) {
        const struct isa_note *note = &f->notes->at[pc];
        u32 need = own[2 * pc] + note->scratch - MIN(note->constants, note->scratch);
        ok = need <= f->notes->counts.used && shared[2 * pc] <= SHARED_WORDS;
        if (!ok)
            snprintf(why, n, "instruction %u needs %u registers of a lane and %u of a warp, and has %u and %u", pc,
                     need, shared[2 * pc], f->notes->counts.used, SHARED_WORDS);
    }
    free(own);
    free(shared);
    return ok;
}

struct writes {
    const struct ptx_func *f;
    u32 shared; /* one that the instruction writes */
};

static void find_shared(void *ctx, u32 reg, enum reg_use use)
{
    struct writes *w = ctx;

    if (use == REG_WRITE && w->f->notes->reg[reg].shared)
        w->shared = reg;
}

static bool are_shared(const struct ptx_func *f, char *why, size_t n)
{
    const struct uniform *u = known_uniform(f, CARE);
    u32 bad = UINT32_MAX;

    for (u32 r = 0; r < f->n_regs; r++)
        if (f->notes->reg[r].shared && u->varies[r])
            bad = r;
    for (u32 pc = 0; pc < f->n_code && bad == UINT32_MAX; pc++) {
        struct writes w = {f, UINT32_MAX};
        visit_results(&f->code[pc], find_shared, &w);
        if (w.shared != UINT32_MAX && u->apart[f->code[pc].block])
            bad = w.shared;
    }
    if (bad != UINT32_MAX)
        snprintf(why, n, "%s is in a register that all lanes share, and may differ between them", f->regs[bad].name);
    return bad == UINT32_MAX;
}

bool verify_registers(const struct ptx_func *f, const struct folds *fold, char *why, size_t n)
{
    struct liveness l;

    live_find(&l, f, fold);
    bool ok = are_apart(f, fold, &l, why, n) && are_enough(f, &l, why, n) && are_shared(f, why, n);
    liveness_free(&l);
    return ok;
}
