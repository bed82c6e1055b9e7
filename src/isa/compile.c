/* From a parsed function to the one that a machine executes: the pipeline's passes (pipeline.c), and other orders
   that are tried when they need too many registers. */
#include <string.h>

#include "isa/known.h"
#include "isa/pipeline.h"
#include "isa/verify.h"

/* A copy to work on, with what is known of the target */
static struct ptx_func *begin(const struct ptx_func *f, const struct isa_request *r, struct arena *a)
{
    struct ptx_func *g = isa_copy(f, a);
    struct isa_lookup *costs = ARENA_NEW(a, struct isa_lookup);

    isa_lookup_init(costs, isa_tables[r->target.isa]);
    g->notes->costs = costs;
    for (u32 pc = 0; pc < g->n_code; pc++)
        g->notes->fences |= g->code[pc].op == OP_MEMBAR || g->code[pc].op == OP_FENCE;
    return g;
}

/* The function before its order is chosen, and the orders tried since */
struct attempts {
    struct lowering before;
    bool share; /* values common to all lanes use no per-lane registers */
    VEC(struct ptx_func *) made;
};

static void attempts_begin(struct attempts *t, const struct ptx_func *f, const struct isa_request *r, struct arena *a,
                           struct fault *fault)
{
    *t = (struct attempts){.before = {.r = r, .f = begin(f, r, a), .a = a, .fault = fault}};
    pipeline_run(&t->before, 0, MIN(pipeline_end(r), (u32)ORDERED));
}

static void attempts_end(struct attempts *t)
{
    for (size_t k = 0; k < t->made.n; k++)
        known_forget(t->made.at[k], KNOWN_FLOW);
    known_forget(t->before.f, KNOWN_FLOW);
    folds_free(&t->before.fold);
    VEC_FREE(&t->made);
}

/* Schedules the function if the machine has its own instructions, and counts its registers */
static struct ptx_func *arrange(struct attempts *t, u32 regs, bool firm)
{
    const struct isa_request *r = t->before.r;
    u32 most = r->max_regs ? r->max_regs : UINT32_MAX;
    struct lowering l = t->before;

    l.order = (struct order_want){regs, firm ? MIN(regs, most) : most, firm, !has_pass(r, "cost"), t->share};
    if (regs) /* 0: the order stays as it is, and only registers are assigned */
        l.f = isa_copy(l.f, l.a);
    l.lent = true;
    pipeline_run(&l, ORDERED, MIN(pipeline_end(r), (u32)ARRANGED));
    if (!l.lent)
        folds_free(&l.fold);
    VEC_PUSH(&t->made, l.f);
    return l.f;
}

static u32 needed(const struct ptx_func *f)
{
    return f->notes->counts.needed;
}

static struct ptx_func *fewer(struct ptx_func *f, struct ptx_func *g)
{
    return needed(g) < needed(f) ? g : f;
}

/* An order that needs no more than `cap` registers, if one is found; otherwise the one that needs the fewest, `least`
   or another. Pairs, and what divisions need internally, may take more registers than the schedule counted: then it
   is tried once more with as many fewer. */
static struct ptx_func *arrange_firmly(struct attempts *t, u32 cap, struct ptx_func *least)
{
    for (u32 want = cap, over; want > cap / 2; want -= MIN(over, want)) {
        struct ptx_func *g = arrange(t, want, true);
        if (needed(g) <= cap)
            return g;
        over = needed(g) - cap;
        least = fewer(least, g);
    }
    return least;
}

#define WARPS_TOGETHER 4u /* one a scheduler: ptxas's steps are 32, 40, 48, 56, 64, 72, 80, 96, 128, 168 */

/* The most registers with which an SM holds as many warps (or blocks, if launch bounds give their size) as with
   `need`. ptxas uses that many (measured: ptxas 13.0 for sm_90; n values across a loop with many loads). */
static u32 same_occupancy(const struct ptx_func *f, const struct isa_request *r, u32 need)
{
    const struct isa_target *t = &r->target;
    const u32 *n = f->req_ntid[0] ? f->req_ntid : f->max_ntid;
    u64 threads = (u64)n[0] * MAX(n[1], 1u) * MAX(n[2], 1u), unit = MAX(t->reg_unit, 1);
    u64 warps = threads && t->lanes ? div_up(threads, t->lanes) : WARPS_TOGETHER;
    u64 fit = t->lanes ? t->sm_regs / (align_up((need + t->reserved) * t->lanes, unit) * warps) : 0;

    if (!fit)
        return need;
    u64 each = t->sm_regs / (fit * warps) / unit * unit / t->lanes;
    return (u32)(each - MIN(t->reserved, each));
}

#define LONGER 16u /* a tighter schedule may be longer by one part in this many (guess) */
#define PRESSED 1u /* likewise if registers press (guess: ptxas goes further) */
#define OFF_BY 1u  /* our count differs from ptxas's by this many in ordinary cases */

/* The tightest step, from `from` registers on, that makes g not longer than allowed; g itself if there is none */
static struct ptx_func *arrange_in_steps(struct attempts *t, u32 cap, struct ptx_func *g, struct ptx_func *least,
                                         u32 from, u32 parts)
{
    for (u32 n = from; n < needed(g); n = cap + 1) {
        cap = MAX(cap, same_occupancy(t->before.f, t->before.r, n));
        if (needed(g) <= cap)
            break;
        struct ptx_func *h = arrange_firmly(t, cap, least);
        if (h->notes->cycles <= g->notes->cycles + g->notes->cycles / parts)
            return h;
    }
    return g;
}

#define QUADS 12u /* registers of three 16-byte loads (measured: tools/h200/ptxas_steps.py) */
#define ROOM 2u   /* beyond the fewest that an order of ours needs (guess: ptxas finds better orders) */

/* A load of 16 bytes from shared memory, whose four registers lie side by side */
static bool loads_quads(const struct ptx_func *f)
{
    for (u32 pc = 0; pc < f->n_code; pc++)
        if (f->code[pc].op == OP_LD && f->code[pc].space == PS_SHARED &&
            f->code[pc].vec * ptx_types[f->code[pc].type].bits == 128)
            return true;
    return false;
}

/* Registers press (`least`: the fewest found so far). Values common to all lanes leave the per-lane registers; ptxas
   takes the lowest step at which nothing spills, though its schedule becomes longer, and allows three more 16-byte
   loads if there are such (measured, ptxas 13.0 for sm_90: tools/h200/ptxas_steps.py). */
static struct ptx_func *arrange_pressed(struct attempts *t, u32 cap, struct ptx_func *least)
{
    const struct isa_request *r = t->before.r;
    struct ptx_func *g;

    t->share = true;
    g = arrange(t, cap, false);
    least = fewer(fewer(least, g), arrange(t, 1, true));
    if (r->max_regs && needed(g) > r->max_regs)
        return arrange_firmly(t, r->max_regs, least);
    if (loads_quads(t->before.f) && needed(g) <= same_occupancy(t->before.f, r, needed(least)) + QUADS)
        return g;
    return arrange_in_steps(t, cap, g, least, needed(least) + (r->target.sm_regs ? ROOM : 0), PRESSED);
}

/* Latency is hidden with the registers of a thread in a full SM. If PTX's order needs more, another order is tried
   that needs fewer; it may use as many as cost no warps. */
static struct ptx_func *arrange_within(struct attempts *t)
{
    const struct isa_request *r = t->before.r;
    u32 cap = has_pass(r, "schedule") ? (u32)r->target.sched_regs : 0;
    struct ptx_func *g = arrange(t, cap, false);

    if (!cap) /* PTX's own order, unless that would spill */
        return r->max_regs && needed(g) > r->max_regs ? arrange_firmly(t, r->max_regs, g) : g;
    if (needed(g) <= cap)
        return g;
    g = fewer(g, arrange(t, MAX(cap - MIN(needed(g) - cap, cap), cap / 2), false));
    if (needed(g) <= cap)
        return g;
    bool presses = needed(g) > cap + OFF_BY || (r->max_regs && needed(g) > r->max_regs);
    if (presses)
        return arrange_pressed(t, cap, g);
    struct ptx_func *least = fewer(g, arrange(t, 1, true));
    return arrange_in_steps(t, cap, g, least, needed(least), LONGER);
}

/* NULL: a fault, or an error in d */
static struct isa_func *compile(const struct ptx_func *f, const struct isa_request *r, struct arena *a,
                                struct diag *d, struct fault *fault)
{
    struct lowering l = {.r = r, .a = a, .d = r->target.sched_regs ? NULL : d, .fault = fault};
    struct attempts t;

    attempts_begin(&t, f, r, a, fault);
    l.f = arrange_within(&t);
    pipeline_run(&l, ARRANGED, MIN(pipeline_end(r), ARRANGED + 1u));
    if (l.failed && fault->pass == NO_FAULT && r->target.sched_regs) {
        attempts_end(&t);
        struct isa_request plain = *r;
        plain.target.sched_regs = 0; /* PTX's own order needs fewer registers */
        return compile(f, &plain, a, d, fault);
    }
    l.d = d;
    pipeline_run(&l, ARRANGED + 1, pipeline_end(r));
    known_forget(l.f, KNOWN_FLOW);
    attempts_end(&t);
    if (l.failed || fault->pass != NO_FAULT)
        return NULL;
    struct isa_func *g = isa_emit(l.f, a);
    if (r->verdict && !*r->verdict->text)
        verify_groups(g, r->verdict->text, sizeof r->verdict->text);
    return g;
}

static bool may_be_left_out(const struct ptx_func *f, u64 without, struct diag *d)
{
    u64 wrong = without & ~isa_optional_passes();
    u32 k = wrong ? (u32)__builtin_ctzll(wrong) : 0;

    if (!wrong)
        return true;
    diag_error(d, f->module->file, f->line, 0, "%s cannot be compiled without the pass %s", f->name,
               k < isa_pass_count() ? isa_pass(k).name : "that does not exist");
    return false;
}

/* The same. If a fault shows after the last pass, finds the pass after which it was there first */
static struct isa_func *compile_checked(const struct ptx_func *f, const struct isa_request *r, struct arena *a,
                                        struct diag *d, struct fault *fault)
{
    struct isa_func *g = NULL;

    fault->pass = NO_FAULT;
    for (u32 each = 0; each < 2 && (!each || fault->pass != NO_FAULT); each++) {
        *fault = (struct fault){.pass = NO_FAULT, .each = each};
        g = compile(f, r, a, d, fault);
        ptx_shapes_free(&fault->seen);
    }
    return g;
}

/* If a pass makes invalid PTX, the function is compiled again without it; not if the pass is needed. */
struct isa_func *isa_compile(const struct ptx_func *f, const struct isa_request *r, struct arena *a, struct diag *d)
{
    struct isa_request now = *r;
    const char *first = NULL;

    if (!may_be_left_out(f, r->without, d))
        return NULL;
    if (!f->n_code)
        return isa_emit(begin(f, r, a), a);
    for (;;) {
        struct fault fault;
        struct isa_func *g = compile_checked(f, &now, a, d, &fault);
        for (u32 k = 0; r->changes && k < isa_pass_count(); k++)
            r->changes[k] += fault.changed >> k & 1;
        if (g) {
            g->left_out = now.without & ~r->without;
            g->fault = first;
        }
        if (fault.pass == NO_FAULT)
            return g;
        if (!first)
            first = arena_strndup(a, fault.text, strlen(fault.text));
        if (isa_pass(fault.pass).needed) {
            diag_error(d, f->module->file, f->line, 0, "internal error: %s", fault.text);
            return NULL;
        }
        now.without |= 1ull << fault.pass;
    }
}
