/* Values that all lanes of a warp have in common and that sm_90 keeps in a file of its own (63 registers a warp), so
   that they take no register of a lane: integers computed from parameters, the launch's sizes, the CTA's index and
   constants, where all lanes come together. Floating point, divisions and what memory holds are each lane's own.
   When: registers press, as ptxas 13.0 does it (tools/h200/ptxas_steps.py: 40 such values across a loop take 8
   registers, 40 that differ by lane 48; four or eight stay with the lanes). Leaves alone: the code: it notes which
   values are there. Leaves out: the copies that an access at such an address takes. */
#include <stdlib.h>

#include "isa/known.h"

#define CARE (UNIFORM_LOADED | UNIFORM_PATHS | UNIFORM_FILE)
#define FILE_WORDS 60u /* 63, less those of the descriptor of memory (datasheet: SASS listings) */

struct search {
    struct ptx_func *f;
    const struct uniform *u;
    u8 *lanes; /* by register: must be in per-lane registers */
};

static void stays_with_lanes(void *ctx, u32 reg, enum reg_use use)
{
    const struct search *s = ctx;

    if (use == REG_WRITE)
        s->lanes[reg] = 1;
}

/* Divergent lanes do not compute there. Constants at an address in a register are loaded just before they are read
   (ptxas 13.0), so they would hardly occupy a register. */
static bool computes_there(const struct search *s, const struct ptx_instr *i)
{
    if (s->u->apart[i->block])
        return false;
    return i->op != OP_LD ||
           (ptx_types[i->type].bits >= 32 && i->opnd[1].kind == PO_ADDR && i->opnd[1].base != PO_REG);
}

static u32 shared_words(const struct ptx_func *f, u32 r)
{
    return f->notes->reg[r].shared ? reg_words(f, r) : 0;
}

/* If more are in use at once than the file holds, those that come last in the code stay with the lanes. */
static void keep_within(struct ptx_func *f, const struct liveness *l)
{
    u32 *at = liveness_demand(l, f, shared_words);

    for (u32 r = f->n_regs; r-- > 0;) {
        u32 words = shared_words(f, r), most = 0;
        for (u32 k = l->first[r]; words && k < l->first[r + 1]; k++)
            for (u32 p = l->segs.at[k].start; p < l->segs.at[k].end; p++)
                most = MAX(most, at[p]);
        if (most <= FILE_WORDS)
            continue;
        f->notes->reg[r].shared = false;
        for (u32 k = l->first[r]; k < l->first[r + 1]; k++)
            for (u32 p = l->segs.at[k].start; p < l->segs.at[k].end; p++)
                at[p] -= words;
    }
    free(at);
}

void shared_find(struct ptx_func *f, const struct folds *fold)
{
    bool calls = false;

    for (u32 pc = 0; pc < f->n_code; pc++)
        calls |= f->code[pc].op == OP_CALL;
    if (!f->is_entry || calls)
        return;
    struct search s = {f, known_uniform(f, CARE), xcalloc(f->n_regs + 1, 1)};
    struct liveness l;
    for (u32 pc = 0; pc < f->n_code; pc++)
        if (!computes_there(&s, &f->code[pc]))
            visit_results(&f->code[pc], stays_with_lanes, &s);
    for (u32 r = 0; r < f->n_regs; r++)
        f->notes->reg[r].shared =
            f->regs[r].type != PT_PRED && fold->to[r] == FOLD_NO && !s.u->varies[r] && !s.lanes[r];
    live_find(&l, f, fold);
    keep_within(f, &l);
    liveness_free(&l);
    free(s.lanes);
}
