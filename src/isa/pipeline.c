/* The passes in order, and how they are run: each that the generation has and that applies; the code is checked after
   each. `sluice list passes` prints the list, `sluice run --print-isa --stop-after PASS` the code. */
#include "isa/pipeline.h"

#include <stdlib.h>
#include <string.h>

#include "isa/known.h"
#include "isa/verify.h"
#include "ptx/typed.h"

void flow_rebuild(struct ptx_func *f, struct arena *a)
{
    for (u32 pc = 0; pc < f->n_code; pc++)
        f->code[pc].back_edge = false;
    cfg_build(f, a);
    postdom_build(f);
    known_forget(f, KNOWN_FLOW);
}

/* ---- The passes, as they are called ---- */
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
        flow_rebuild(f, a);
}

static struct folds find_folds(struct ptx_func *f, const struct isa_request *r, bool steady)
{
    struct folds fold = fold_find(f, r, steady);

    scratch_find(f, &fold, r);
    return fold;
}

/* Spills with a lower limit each time until the result fits: pairs need neighbouring registers, so even if the limit
   holds at every point the result may exceed it by one or two. d: NULL if failures are not reported. */
static void run_spill(struct lowering *l)
{
    const struct ptx_func *f = l->f;
    u32 least = 0, limit = l->r->max_regs;

    for (u32 k = limit; k; k--) {
        struct ptx_func *g = isa_copy(f, l->a);
        for (u32 r = 0; r < g->n_regs; r++) /* spilling knows only one register file */
            g->notes->reg[r].shared = false;
        struct folds fold = find_folds(g, l->r, true);
        for (u32 pc = 0; pc < g->n_code; pc++)
            g->notes->at[pc].folded = is_folded(&g->code[pc], &fold);
        bool ok = spill_to(g, l->a, &fold, k, &least);
        if (ok)
            webs_split(g, l->a, &fold);
        folds_free(&fold);
        if (!ok) {
            known_forget(g, KNOWN_FLOW);
            break;
        }
        fold = find_folds(g, l->r, true);
        g->notes->counts.used = assign_registers(g, &fold, 0);
        folds_free(&fold);
        if (g->notes->counts.used <= limit) {
            l->f = g;
            return;
        }
        known_forget(g, KNOWN_FLOW);
    }
    l->failed = true;
    if (l->d)
        diag_error(l->d, f->module->file, f->line, 0,
                   "%s cannot do with %u registers a thread: an instruction needs %u at once", f->name, limit,
                   MAX(least, limit + 1));
}

static void is_read(void *ctx, u32 reg, enum reg_use use)
{
    struct ptx_func *f = ctx;
    if (use != REG_WRITE)
        f->notes->reg[reg].unread = false;
}

/* Finds results that no instruction reads, such as three of a texture load's four. An atomic in a function with a
   fence still delivers its result (ptxas makes it a reduction only in other functions), and the next write to its
   register waits for it. */
static void find_unread(struct ptx_func *f)
{
    for (u32 r = 0; r < f->n_regs; r++)
        f->notes->reg[r].unread = true;
    for (u32 pc = 0; pc < f->n_code; pc++)
        visit_regs(&f->code[pc], is_read, f);
    for (u32 pc = 0; pc < f->n_code && f->notes->fences; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        if (i->op != OP_ATOM || i->opnd[0].kind != PO_REG || i->space == PS_SHARED)
            continue;
        struct isa_reg *r = &f->notes->reg[i->opnd[0].reg];
        r->sunk |= r->unread;
        r->unread = false;
    }
}

/* A copy between values that were given the same register */
static bool becomes_nothing(const struct ptx_func *f, const struct ptx_instr *i)
{
    if (i->op != OP_MOV || i->n_opnd != 2 || i->opnd[0].kind != PO_REG || i->opnd[1].kind != PO_REG ||
        f->regs[i->opnd[0].reg].type == PT_PRED)
        return false;
    const struct isa_reg *to = &f->notes->reg[i->opnd[0].reg], *from = &f->notes->reg[i->opnd[1].reg];
    return !to->folded && !from->folded && to->phys == from->phys;
}

/* Computes costs of the final code, the registers read for folded values, and copies that have become none. */
static void run_finish(struct lowering *l)
{
    struct ptx_func *f = l->f;
    struct folds fold = fold_find(f, l->r, f->notes->counts.spill_bytes > 0);

    if (has_pass(l->r, "cost")) {
        lower_costs(f, &fold);
        find_unread(f);
    }
    for (u32 r = 0; r < f->n_regs; r++) {
        struct isa_reg *reg = &f->notes->reg[r];
        const u32 *base;
        if (fold.to[r] == FOLD_NO)
            continue;
        reg->folded = true;
        reg->n_bases = fold_bases(&fold, r, &base);
        reg->bases = arena_copy(l->a, base, sizeof *base, reg->n_bases, reg->n_bases + 1);
    }
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        struct isa_note *n = &f->notes->at[pc];
        n->no_slot = is_folded(i, &fold);
        if (becomes_nothing(f, i))
            n->slots = 0, n->no_slot = true;
    }
    folds_free(&fold);
}

static void run_narrow(struct lowering *l)
{
    narrow_find(l->f, l->r->target.address == ADDRESS_32);
}
static void run_guard(struct lowering *l)
{
    run_narrow(l);
    struct folds fold = find_folds(l->f, l->r, false);
    lower_costs(l->f, &fold);
    folds_free(&fold);
    guard_short_ways(l->f, l->a);
}
static void run_webs(struct lowering *l)
{
    webs_split(l->f, l->a, NULL);
}
static void run_widen(struct lowering *l)
{
    widen(l->f, l->a, l->r);
}
static void run_fold(struct lowering *l)
{
    if (!l->lent)
        folds_free(&l->fold);
    l->lent = false;
    l->fold = find_folds(l->f, l->r, false);
}
static void run_cost(struct lowering *l)
{
    lower_costs(l->f, &l->fold);
}
static void run_shared(struct lowering *l)
{
    shared_find(l->f, &l->fold);
}
static void run_schedule(struct lowering *l)
{
    schedule(l->f, &l->fold, &l->order);
    run_fold(l); /* the places that need constants have moved */
}
static void run_assign(struct lowering *l)
{
    l->f->notes->counts.needed = l->f->notes->counts.used =
        assign_registers(l->f, &l->fold, has_pass(l->r, "schedule") ? l->order.regs : 0);
}
static void run_slots(struct lowering *l)
{
    l->failed = !slots_assign(l->f, known_live(l->f), l->d);
}
static void run_levels(struct lowering *l)
{
    levels_assign(l->f, l->a, l->r->target.strands == STRANDS_BRANCHES);
}

/* ---- When they apply, where the generation has them ---- */
static bool if_scheduled(const struct lowering *l)
{
    return l->r->target.sched_regs;
}
static bool if_pressing(const struct lowering *l)
{
    return l->order.share;
}
static bool with_cap(const struct lowering *l)
{
    return l->order.regs;
}
static bool is_narrow(const struct lowering *l)
{
    return l->r->target.address == ADDRESS_32;
}
static bool with_operands(const struct lowering *l)
{
    return has_pass(l->r, "fold");
}
static bool if_too_many(const struct lowering *l)
{
    return l->r->max_regs && l->f->notes->counts.needed > l->r->max_regs;
}

/* ---- The pipeline ---- */
enum {
    ALL,
    SOME /* generations whose table has a PASS row for it */,
    OR_ALL /* all generations, if it applies; otherwise some */
};
static const struct pass {
    const char *name, *what;
    u8 whose;
    const char *when; /* in words; NULL: always */
    bool (*applies)(const struct lowering *);
    enum verify_kind does; /* it does at most this to the code */
    bool needed;           /* later steps need its results */
    void (*run)(struct lowering *);
    void (*edit)(struct ptx_func *, struct arena *); /* or this */
} passes[] = {
    {"unreachable", "code that nothing reaches is dropped", ALL, NULL, NULL, VERIFY_CODE, .edit = drop_unreachable},
    {"straighten", "jumps over jumps are turned, and jumps to the end are the end", SOME, NULL, NULL, VERIFY_CODE,
     .edit = straighten},
    {"whole", "loops whose rounds are known are written out, and arrays they index become registers", SOME,
     "sched_regs", if_scheduled, VERIFY_CODE, .edit = whole},
    {"rotate", "loops that are left in the middle end with their test", SOME, "sched_regs", if_scheduled, VERIFY_CODE,
     .edit = rotate},
    {"guard", "short ways that a branch goes around become guarded instructions", SOME, "sched_regs", if_scheduled,
     VERIFY_CODE, .run = run_guard},
    {"unroll", "counted loops of one block run four rounds between two tests", SOME, "sched_regs", if_scheduled,
     VERIFY_CODE, .edit = unroll},
    {"homes", "small arrays of a thread that are indexed become registers", SOME, "sched_regs", if_scheduled,
     VERIFY_CODE, .edit = homes_choose},
    {"ordered", "accesses that acquire or release get the fences that belong to them", SOME, NULL, NULL, VERIFY_CODE,
     .edit = ordered},
    {"slow", "exact divisions and roots get the branch to their slow way", SOME, NULL, NULL, VERIFY_CODE,
     .edit = slow_ways},
    {"rename", "values that a block writes over get names of their own", SOME, NULL, NULL, VERIFY_NAMES,
     .edit = rename_in_blocks},
    {"webs", "a register that holds several values becomes several", ALL, NULL, NULL, VERIFY_NAMES, .run = run_webs},
    {"widen", "neighbouring loads from shared memory become one of 8 or 16 bytes", SOME, NULL, NULL, VERIFY_CODE,
     .run = run_widen},
    {"narrow", "64-bit values of which 32 are in use are found", OR_ALL, "address=32", is_narrow, VERIFY_NOTES,
     .run = run_narrow},
    {"fold", "constants, offsets, copies and pairs become part of what reads them", ALL, "others: parameters", NULL,
     VERIFY_NOTES, .needed = true, .run = run_fold},
    {"cost", "every instruction gets its row of the table: slots, pipe, rate, latency", SOME, NULL, NULL,
     VERIFY_NOTES, .needed = true, .run = run_cost},
    /* passes up to here run once; the following run again, with fewer registers asked for, if too many were needed */
    {"shared", "values that all lanes have in common leave their registers", SOME, "registers press", if_pressing,
     VERIFY_NOTES, .run = run_shared},
    {"schedule", "instructions of a block are put in an order that hides latency", ALL, "or too many registers",
     with_cap, VERIFY_ORDER, .run = run_schedule},
    {"assign", "values get the machine's registers", ALL, NULL, NULL, VERIFY_NOTES, .needed = true,
     .run = run_assign},
    /* up to here */
    {"spill", "what does not fit into registers goes to local memory", ALL, "more registers than there are",
     if_too_many, VERIFY_CODE, .needed = true, .run = run_spill},
    {"finish", "costs of the code as it stands now, and what folded values read", ALL, "after fold", with_operands,
     VERIFY_NOTES, .needed = true, .run = run_finish},
    {"slots", "values get the emulator's storage", ALL, NULL, NULL, VERIFY_NOTES, .needed = true, .run = run_slots},
    {"levels", "operands get their level of the register hierarchy", ALL, NULL, NULL, VERIFY_NOTES, .needed = true,
     .run = run_levels},
};
enum { PASSES = COUNT_OF(passes) };

u32 isa_pass_count(void)
{
    return PASSES;
}

struct isa_pass_info isa_pass(u32 k)
{
    const struct pass *p = &passes[k];
    struct isa_pass_info info = {.name = p->name, .what = p->what, .needed = p->needed};
    size_t n = 0;

    for (u32 t = 0; t < isa_table_count; t++)
        if (isa_table_has(isa_tables[t], p->name))
            n +=
                (size_t)snprintf(info.when + n, sizeof info.when - n, "%s%s", n ? ", " : "isa=", isa_tables[t]->name);
    if (!n && !p->when)
        snprintf(info.when, sizeof info.when, "always");
    else if (p->when)
        snprintf(info.when + n, sizeof info.when - n, "%s%s", !n ? "" : p->whose == SOME ? ", with " : "; ", p->when);
    return info;
}

static bool applies(const struct lowering *l, const struct pass *p)
{
    if (l->r->without >> (p - passes) & 1)
        return false;
    bool has = p->whose == ALL || has_pass(l->r, p->name);

    return p->whose == OR_ALL ? has || p->applies(l) : has && (!p->applies || p->applies(l));
}

static u32 find_pass(const char *name) /* PASSES: there is none */
{
    u32 k = 0;

    while (k < PASSES && strcmp(passes[k].name, name))
        k++;
    return k;
}

bool isa_has_pass(const char *name)
{
    return find_pass(name) < PASSES;
}

u64 isa_pass_bit(const char *name)
{
    u32 k = find_pass(name);
    return k < PASSES && !passes[k].needed ? 1ull << k : 0;
}

u64 isa_optional_passes(void)
{
    u64 all = 0;

    for (u32 k = 0; k < PASSES; k++)
        all |= passes[k].needed ? 0 : 1ull << k;
    return all;
}

u32 pipeline_end(const struct isa_request *r)
{
    return r->stop_after ? MIN(find_pass(r->stop_after) + 1, (u32)PASSES) : PASSES;
}

static void verify_pass(const struct lowering *l, const struct pass *p, const struct ptx_func *before)
{
    const struct verify_layout layout = {l->r->shared_at, l->r->layout};
    char why[300] = "an analysis of it is not the code's any more";

    if (!known_holds(l->f) || !verify(before, l->f, p->does, &layout, why, sizeof why) ||
        (p->run == run_assign && !verify_registers(l->f, &l->fold, why, sizeof why)))
        snprintf(l->r->verdict->text, sizeof l->r->verdict->text, "pass %s changes what %s does: %s", p->name,
                 l->f->name, why);
}

/* Every build: a pass that has made invalid PTX (refused by edit.c, or by the parser's rules) has failed. Notes are
   checked only after the last pass; if something is wrong then, after each (compile.c). */
static void check_types(struct lowering *l, u32 k)
{
    const char *refused = l->f->notes->refused;
    char why[300];

    if (passes[k].does == VERIFY_NOTES && !l->fault->each && k + 1 < PASSES)
        return;
    if (!refused && ptx_typed(l->f, &l->fault->seen, why, sizeof why))
        return;
    l->fault->pass = k;
    snprintf(l->fault->text, sizeof l->fault->text, "pass %s of %s: %s", passes[k].name, l->f->name,
             refused ? refused : why);
    l->failed = true;
}

/* ---- Did a pass change something? ---- */
static bool same_note(const struct isa_note *a, const struct isa_note *b)
{
    return a->lowered == b->lowered && a->slots == b->slots && a->pipe == b->pipe && a->rate == b->rate &&
           a->lat == b->lat && a->branches == b->branches && a->folded == b->folded && a->whole == b->whole &&
           a->no_slot == b->no_slot && a->strand == b->strand && a->widened == b->widened && a->fused == b->fused &&
           a->slow == b->slow && a->combined == b->combined && a->rounds == b->rounds && a->uniform == b->uniform &&
           a->partner == b->partner && a->words == b->words && a->loads == b->loads && a->scratch == b->scratch &&
           a->constants == b->constants && !a->level == !b->level;
}

static bool same_reg(const struct isa_reg *a, const struct isa_reg *b)
{
    return a->phys == b->phys && a->folded == b->folded && a->unread == b->unread && a->sunk == b->sunk &&
           a->shared == b->shared && a->narrow == b->narrow && a->n_bases == b->n_bases;
}

static bool same_notes(const struct ptx_func *a, const struct ptx_func *b)
{
    for (u32 pc = 0; pc < a->n_code; pc++)
        if (!same_note(&a->notes->at[pc], &b->notes->at[pc]))
            return false;
    for (u32 r = 0; r < a->n_regs; r++)
        if (!same_reg(&a->notes->reg[r], &b->notes->reg[r]) || a->regs[r].slot != b->regs[r].slot)
            return false;
    return true;
}

/* Did a pass change code (or, if it cannot, notes)? n_folded: folds before it */
static bool changes(const struct ptx_func *before, const struct lowering *l, enum verify_kind does, size_t n_folded)
{
    const struct ptx_func *f = l->f;

    if (does != VERIFY_NOTES)
        return before->n_code != f->n_code || !verify_same(before, f, true);
    return before->n_regs != f->n_regs || !same_notes(before, f) || l->fold.list.n != n_folded;
}

void pipeline_run(struct lowering *l, u32 from, u32 end)
{
    for (u32 k = from; k < end && !l->failed && l->fault->pass == NO_FAULT; k++) {
        if (!applies(l, &passes[k]))
            continue;
        bool verified = l->r->verdict && !*l->r->verdict->text;
        const struct ptx_func *before = verified || l->r->changes ? isa_copy(l->f, l->a) : NULL;
        size_t n_folded = l->fold.list.n;
        if (passes[k].edit)
            passes[k].edit(l->f, l->a);
        else
            passes[k].run(l);
        if (l->r->behind)
            l->r->behind(l->r->behind_ctx, passes[k].name, l->f);
        if (!l->failed)
            check_types(l, k);
        if (verified && !l->failed)
            verify_pass(l, &passes[k], before);
        if (l->r->changes && !l->failed && changes(before, l, passes[k].does, n_folded))
            l->fault->changed |= 1ull << k;
    }
}
