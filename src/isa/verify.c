/* Is a function, after a pass, still what it was? First its form: it is PTX that the parser accepts, and registers
   defined on every path to their uses still are. Then what the pass promises to leave alone (verify_order.c). Then
   its effect: both versions are executed for one thread from the same random states, with invented values in memory,
   and must leave the same memory, at the end and at every barrier, call, fence and atomic, in the same order. Paths
   that no state takes are not checked. */
#include "isa/verify.h"

#include <string.h>

#include "isa/passes.h"
#include "ptx/analysis.h"
#include "ptx/typed.h"

enum { STATES = 4 };

/* The parser's rules (ptx/typed.h), and that blocks are the code's. */
static bool is_well_formed(const struct ptx_func *f, char *why, size_t n)
{
    if (!ptx_typed(f, NULL, why, n))
        return false;
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        if (i->block < f->n_blocks && pc >= f->blocks[i->block].first && pc < f->blocks[i->block].end)
            continue;
        snprintf(why, n, "instruction %u (line %u): %s is not in its block", pc, i->line, i->text);
        return false;
    }
    return true;
}

static bool always(const void *ctx, const struct ptx_instr *i)
{
    (void)ctx;
    (void)i;
    return true;
}

/* A register that some path reads before it is written; UINT32_MAX: none. A guarded write counts. */
static u32 find_undefined(const struct ptx_func *f)
{
    const struct live_view view = {.writes_whole = always};
    struct liveness l;

    liveness_build(&l, f, &view);
    liveness_free(&l);
    return l.undefined;
}

/* A register for a variable's word, which may also have been read before it was written in memory (homes.c) */
static bool is_home(const struct ptx_func *f, u32 reg)
{
    return !strcmp(f->regs[reg].name, HOME_NAME);
}

/* Definitions still dominate uses. Only a few passes need an analysis of which paths are possible. */
static bool is_defined(const struct ptx_func *before, const struct ptx_func *after, char *why, size_t n)
{
    u32 r = find_undefined(after);

    if (r == UINT32_MAX || find_undefined(before) != UINT32_MAX)
        return true;
    r = verify_undefined(after);
    if (r == UINT32_MAX || is_home(after, r))
        return true;
    snprintf(why, n, "%s may be read before it is written", after->regs[r].name);
    return false;
}

/* What the kind of the pass promises */
static bool keeps_promise(const struct ptx_func *before, const struct ptx_func *after, enum verify_kind kind,
                          char *why, size_t n)
{
    switch (kind) {
    case VERIFY_NOTES: snprintf(why, n, "it changes code, not notes alone"); return verify_same(before, after, true);
    case VERIFY_NAMES: snprintf(why, n, "it changes more than names"); return verify_same(before, after, false);
    case VERIFY_ORDER: return verify_reordered(before, after, why, n);
    default: return true;
    }
}

/* A thread's own variables are invisible outside: their contents count only while accesses remain. */
static bool has_locals(const struct ptx_func *f)
{
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        if (i->space == PS_LOCAL || i->op == OP_CALL)
            return true;
        for (u32 k = 0; k < i->n_opnd; k++)
            if (i->opnd[k].kind == PO_SYM && i->opnd[k].sym && i->opnd[k].sym->space == PS_LOCAL)
                return true;
    }
    return false;
}

/* ---- A thread's variables that only the code before names ---- */
typedef VEC(struct verify_range) range_list;

static bool names(const struct ptx_func *f, const struct ptx_var *v)
{
    for (u32 pc = 0; pc < f->n_code; pc++)
        for (u32 k = 0; k < f->code[pc].n_opnd; k++)
            if (f->code[pc].opnd[k].sym && f->code[pc].opnd[k].sym->space == PS_LOCAL &&
                f->code[pc].opnd[k].sym->offset == v->offset)
                return true;
    return false;
}

static void find_gone(const struct ptx_func *before, const struct ptx_func *after, range_list *gone)
{
    for (const struct ptx_var *v = before->locals; v; v = v->next)
        if (v->space == PS_LOCAL && names(before, v) && !names(after, v))
            VEC_PUSH(gone, (struct verify_range){v->offset, v->size});
}

static bool same_trace(const struct verify_trace *a, const struct verify_trace *b, u64 seed, char *why, size_t n)
{
    size_t both = MIN(MIN(a->events.n, b->events.n), a->defined);

    for (size_t k = 0; k < both; k++)
        if (a->events.at[k].hash != b->events.at[k].hash) {
            snprintf(why, n,
                     "state %u: at line %u, event %zu, memory or what goes there is another than before (line %u)",
                     (u32)seed, b->events.at[k].line, k, a->events.at[k].line);
            return false;
        }
    if (!a->ended || !b->ended || a->defined != SIZE_MAX)
        return true;
    if (a->events.n != b->events.n) {
        snprintf(why, n, "state %u: %zu events, before it were %zu", (u32)seed, b->events.n, a->events.n);
        return false;
    }
    if (a->memory != b->memory)
        snprintf(why, n, "state %u: it leaves other values in memory than before", (u32)seed);
    return a->memory == b->memory;
}

bool verify(const struct ptx_func *before, const struct ptx_func *after, enum verify_kind kind,
            const struct verify_layout *l, char *why, size_t n)
{
    bool same = is_well_formed(after, why, n) && keeps_promise(before, after, kind, why, n);

    if (same && verify_same(before, after, true)) /* most passes leave most functions unchanged */
        return true;
    range_list gone = {0};
    find_gone(before, after, &gone);
    const struct verify_frame frame = {has_locals(after) ? before->local_bytes : 0, gone.at, (u32)gone.n};
    same = same && is_defined(before, after, why, n);
    for (u64 seed = 1; seed <= STATES && same; seed++) {
        struct verify_trace a = {0}, b = {0};
        verify_run(before, l, &frame, seed, &a);
        verify_run(after, l, &frame, seed, &b);
        same = same_trace(&a, &b, seed, why, n);
        VEC_FREE(&a.events);
        VEC_FREE(&b.events);
    }
    VEC_FREE(&gone);
    return same;
}
