/* What a card's compiler makes of PTX, as costs only, never as other values: how many issue slots an
   instruction takes, in which pipe, for how long, and when its result is ready. Measured on an H200 with
   templates of each instruction, 32 warps an SM (rate) and one dependent chain (latency):
   bench/h200/opcodes.csv. Folded instructions (fold.c) take no slot. The numbers are rows of a table
   (sm90.def). When: for all code of a generation whose table has costs; again when the code has changed.
   Leaves alone: the code: it notes costs beside it. */
#include <stdlib.h>

#include "isa/known.h"

#define GUARDED_MOST 7u /* at most this many instructions are guarded rather than jumped over (guess) */

u32 lower_slots(const struct ptx_func *f, const struct ptx_instr *i)
{
    return isa_lookup_cost(f->notes->costs, f, i).slots;
}

/* Exact divisions, reciprocals and roots contain a branch to a slow way, 64-bit divisions are calls (measured:
   machine code of the workloads), and floats and 64-bit integers are added to shared memory in a loop of
   compare-and-swap: the warp cannot continue before the outcome is known, and nothing is moved across. */
bool lower_branches(const struct ptx_instr *i)
{
    if (i->op == OP_ATOM || i->op == OP_RED)
        return i->space == PS_SHARED && i->sub == SUB_ADD &&
               (ptx_types[i->type].kind == 'F' || ptx_types[i->type].bits == 64);
    if (i->op != OP_DIV && i->op != OP_REM && i->op != OP_RCP && i->op != OP_SQRT)
        return false;
    return ptx_types[i->type].kind == 'F' ? !(i->flags & (PF_APPROX | PF_FULL)) : ptx_types[i->type].bits == 64;
}

bool ends_at_once(const struct ptx_func *f, u32 b)
{
    const struct ptx_instr *i = &f->code[f->blocks[b].first];

    return (i->op == OP_RET || i->op == OP_EXIT) && !i->guarded;
}

/* if (p) { a few instructions }: the compiler guards them instead of jumping over them. */
static bool becomes_guards(const struct ptx_func *f, u32 b)
{
    const struct ptx_instr *i = &f->code[f->blocks[b].end - 1];
    const struct ptx_block *body = &f->blocks[b + 1];
    u32 slots = 0;

    if (i->op != OP_BRA || !i->guarded || f->code[i->opnd[0].label].block != b + 2 || body->n_succ != 1 ||
        body->succ[0] != b + 2 || ends_at_once(f, b + 2)) /* lanes that have finished leave at once */
        return false;
    for (u32 pc = body->first; pc < body->end; pc++) {
        u8 unit = ptx_instr_class(&f->code[pc]);
        if (unit == PU_CONTROL || unit == PU_BARRIER || unit == PU_FENCE || lower_branches(&f->code[pc]))
            return false;
        slots += f->notes->at[pc].slots;
    }
    return slots <= GUARDED_MOST;
}

static u32 root(u32 *in, u32 b)
{
    while (in[b] != b)
        b = in[b] = in[in[b]];
    return b;
}

/* Jumps that vanish because their target is placed behind them: one to each block that no block falls into, innermost
   loops first, and never backwards, as that would turn the loop around. A jump to the end becomes the end. */
static void drop_jumps(struct ptx_func *f)
{
    u32 *in = xcalloc(f->n_blocks + 1, sizeof *in), most = 0;
    const u32 *depth = known_depths(f);
    u8 *below = xcalloc(f->n_blocks + 1, 1); /* another block falls into it */

    for (u32 b = 0; b < f->n_blocks; b++) {
        in[b] = b;
        most = MAX(most, depth[b]);
    }
    below[0] = 1;
    for (u32 b = 0; b + 1 < f->n_blocks; b++)
        if (falls_through(&f->code[f->blocks[b].end - 1])) {
            below[b + 1] = 1;
            in[root(in, b + 1)] = root(in, b);
        }
    for (u32 d = most + 1; d-- > 0;)
        for (u32 b = 0; b < f->n_blocks; b++) {
            const struct ptx_instr *i = &f->code[f->blocks[b].end - 1];
            u32 to = i->op == OP_BRA && !i->guarded ? f->code[i->opnd[0].label].block : UINT32_MAX;
            if (to == UINT32_MAX || depth[b] != d || to <= b)
                continue;
            if (ends_at_once(f, to)) {
                note_of(f, i)->slots = 0;
            } else if (!below[to] && root(in, b) != root(in, to)) {
                below[to] = 1;
                in[root(in, to)] = root(in, b);
                note_of(f, i)->slots = 0;
            }
        }
    free(in);
    free(below);
}

static void drop_short_branches(struct ptx_func *f)
{
    for (u32 b = 0; b + 2 < f->n_blocks; b++)
        if (preds_count(known_preds(f), b + 1) == 1 && becomes_guards(f, b))
            f->notes->at[f->blocks[b].end - 1].slots = 0;
}

struct written {
    u32 reg;
    bool yes;
};

static void note_written(void *ctx, u32 reg, enum reg_use use)
{
    struct written *w = ctx;

    w->yes |= use == REG_WRITE && reg == w->reg;
}

/* Sine and cosine of one value share its product with 1 / 2 pi (ptxas: one FMUL before MUFU.SIN and
   MUFU.COS). */
static bool has_product(const struct ptx_func *f, u32 pc)
{
    const struct ptx_operand *o = &f->code[pc].opnd[1];

    if ((f->code[pc].op != OP_SIN && f->code[pc].op != OP_COS) || o->kind != PO_REG)
        return false;
    struct written w = {.reg = o->reg};
    for (u32 k = pc; k-- > f->blocks[f->code[pc].block].first && !w.yes;) {
        const struct ptx_instr *i = &f->code[k];
        visit_results(i, note_written, &w); /* also by an instruction that overwrites the value */
        if (!w.yes && (i->op == OP_SIN || i->op == OP_COS) && !i->guarded && i->opnd[1].kind == PO_REG &&
            i->opnd[1].reg == o->reg)
            return true;
    }
    return false;
}

/* The result of a comparison that only selects is ready sooner than one that guards or branches. */
void lower_costs(struct ptx_func *f, const struct folds *fold)
{
    u8 *guarding = xcalloc(f->n_regs + 1, 1);

    combine_find(f);
    const_loads_find(f, fold);
    for (u32 pc = 0; pc < f->n_code; pc++)
        if (f->code[pc].guarded)
            guarding[f->code[pc].guard] = 1;
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        struct isa_note *n = &f->notes->at[pc];
        struct isa_cost c = isa_lookup_cost(f->notes->costs, f, i);
        if (i->op == OP_SETP && i->opnd[0].kind == PO_REG && !guarding[i->opnd[0].reg])
            c.lat = 5;
        if (is_folded(i, fold) || n->uniform == UNIFORM_PART)
            c.slots = 0;
        if (c.slots > 1 && has_product(f, pc))
            c.slots--;
        n->lowered = true;
        n->branches = lower_branches(i) || n->slow > SLOW_TEST;
        n->words = 0;
        n->slots = (u8)MIN(c.slots + (!c.slots ? 0u : n->combined ? combine_slots(i, n->combined) : n->loads), 255u);
        n->pipe = c.pipe;
        n->rate = c.rate;
        n->lat = c.lat;
    }
    free(guarding);
    drop_jumps(f);
    drop_short_branches(f);
    lower_extra(f, fold);
}
