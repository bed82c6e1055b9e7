/* A kernel and what it calls, compiled for the machine: how many registers a thread may have, and which of them each
   function gets. A function's registers come after those that its callers hold across the call. Where a chain of
   calls needs more than there are, each function spills within what its callers leave it; below LEAST registers,
   a callee is given LEAST, as if it had saved some of its callers' (those moves are left out). */
#include <stdlib.h>
#include <string.h>

#include "emu/prog.h"

#define LEAST 24u
#ifdef SLUICE_DEBUG
#define VERIFY_ALWAYS true
#else
#define VERIFY_ALWAYS false
#endif

static u32 threads_of(const u32 n[3])
{
    u64 t = (u64)n[0] * MAX(n[1], 1) * MAX(n[2], 1);
    return (u32)MIN(t, 1u << 20);
}

/* Registers that each of so many threads may have in one SM */
static u32 share(const struct isa_target *t, u32 threads, u32 ctas)
{
    u64 warps = div_up(threads, t->lanes) * MAX(ctas, 1);
    u64 a_warp = t->sm_regs / MAX(warps, 1) / MAX(t->reg_unit, 1) * MAX(t->reg_unit, 1);
    return (u32)MAX(a_warp / t->lanes, 1);
}

u32 prog_share(const struct emu_device *dev, u32 threads)
{
    return dev->opt.target.sm_regs ? share(&dev->opt.target, threads, 1) : 0;
}

/* The register limit; 0: none. It is the least of the program's (.maxnreg, -maxrregcount, launch bounds), the
   machine's, the user's, and what a launch with many threads a block leaves. */
static u32 limit_of(const struct isa_target *t, const struct ptx_func *f, u32 most)
{
    u32 limit = (u32)t->max_regs, want = (u32)t->want_regs,
        bound = threads_of(f->req_ntid[0] ? f->req_ntid : f->max_ntid);
    if (want)
        limit = limit ? MIN(limit, want) : want;
    if (f->max_regs)
        limit = limit ? MIN(limit, f->max_regs) : f->max_regs;
    if (most)
        limit = limit ? MIN(limit, most) : most;
    if (bound && t->sm_regs)
        limit = limit ? MIN(limit, share(t, bound, f->min_ctas)) : share(t, bound, f->min_ctas);
    return limit;
}

u64 prog_layout(const void *prog, const struct ptx_var *v)
{
    return prog_shared_at(prog, v);
}

static struct isa_request request(const struct prog *p, u32 limit)
{
    return (struct isa_request){.target = *p->target,
                                .max_regs = limit,
                                .shared_at = prog_layout,
                                .layout = p,
                                .without = p->kernel->without};
}

static bool compile_one(struct prog *p, struct prog_func *pf, u32 limit, struct diag *d)
{
    struct isa_request r = request(p, limit);
    struct isa_verdict verdict = {""};
    if (p->dev->opt.verify || VERIFY_ALWAYS)
        r.verdict = &verdict;
    r.changes = p->dev->opt.pass_changes;
    pf->isa = isa_compile(pf->orig, &r, &p->arena, d);
    pf->f = pf->isa ? pf->isa->ptx : NULL;
    pf->limit = limit;
    if (pf->isa && pf->isa->fault)
        fprintf(stderr, "sluice: internal error: %s; %s is compiled without that pass\n", pf->isa->fault,
                pf->orig->name);
    if (pf->isa && pf->isa->fault && p->dev->opt.verify && !*verdict.text)
        snprintf(verdict.text, sizeof verdict.text, "%s", pf->isa->fault);
    if (*verdict.text)
        diag_error(d, pf->orig->module->file, pf->orig->line, 0, "internal error: %s", verdict.text);
    return pf->f && !*verdict.text;
}

/* The functions' registers, for --print-isa */
static void print_code(const struct prog *p)
{
    for (u32 i = 0; i < p->n_funcs && p->dev->opt.print_after; i++) {
        struct isa_request r = request(p, p->funcs[i].limit);
        struct arena a = {0};
        struct diag d;
        diag_init(&d);
        r.stop_after = p->dev->opt.print_after;
        const struct isa_func *f = isa_compile(p->funcs[i].orig, &r, &a, &d);
        if (f)
            isa_print(f, &r, stdout);
        diag_free(&d);
        arena_free(&a);
    }
}

static struct prog_func *callee_of(struct prog *p, const struct ptx_func *f)
{
    if (f->is_decl)
        f = module_find_def(p->dev, f->name, NULL);
    return f ? (struct prog_func *)prog_find_func(p, f) : NULL;
}

/* Tells every callee where its registers begin. True: one of them moved. */
static bool push_bases(struct prog *p, const struct prog_func *caller)
{
    bool moved = false;
    u32 base = caller->si_base + (u32)align_up(caller->isa->counts.across_calls, 2);
    u32 pred = caller->si_pred_base + caller->f->n_pred_slots;
    for (u32 pc = 0; pc < caller->f->n_code; pc++) {
        const struct ptx_instr *in = &caller->f->code[pc];
        const struct ptx_operand *o = in->op == OP_CALL ? &in->opnd[in->n_dst] : NULL;
        struct prog_func *to = o && o->kind == PO_FUNC ? callee_of(p, o->func) : NULL;
        if (!to || to->recursive || base > SI_FOLDED_BASE || (base <= to->si_base && pred <= to->si_pred_base))
            continue;
        to->si_base = MAX(base, to->si_base);
        to->si_pred_base = MAX(pred, to->si_pred_base);
        moved = true;
    }
    return moved;
}

static void find_bases(struct prog *p)
{
    bool moved = true;
    for (u32 round = 0; round < p->n_funcs && moved; round++) {
        moved = false;
        for (u32 i = 0; i < p->n_funcs; i++)
            moved |= push_bases(p, &p->funcs[i]);
    }
}

static u32 registers(const struct prog *p)
{
    u32 most = 1;
    for (u32 i = 0; i < p->n_funcs; i++)
        most = MAX(most, p->funcs[i].si_base + p->funcs[i].isa->counts.used);
    return most;
}

static bool compile_code(struct prog *p, struct diag *d)
{
    u32 limit = limit_of(p->target, p->kernel->func, p->most_regs), reserved = (u32)p->target->reserved;
    limit = limit ? MAX(limit, reserved + 1) - reserved : 0;
    for (u32 i = 0; i < p->n_funcs; i++)
        if (!compile_one(p, &p->funcs[i], 0, d))
            return false;
    find_bases(p);
    p->regs_per_thread = registers(p) + reserved;
    if (!limit || p->regs_per_thread <= limit + reserved)
        return true;
    for (u32 i = 1; i < p->n_funcs; i++)
        p->funcs[i].si_base = 0;
    for (u32 i = 0; i < p->n_funcs; i++) { /* callers come before callees, except in cycles */
        struct prog_func *pf = &p->funcs[i];
        u32 least = MIN(limit, LEAST);
        pf->si_base = MIN(pf->si_base, limit - least);
        if (pf->si_base + pf->isa->counts.used > limit && !compile_one(p, pf, limit - pf->si_base, d))
            return false;
        push_bases(p, pf);
    }
    for (u32 i = 0; i < p->n_funcs; i++)
        p->funcs[i].si_base = MIN(p->funcs[i].si_base, limit - MIN(limit, p->funcs[i].isa->counts.used));
    p->regs_per_thread = registers(p) + reserved;
    return true;
}

/* The registers that the program would have if it were compiled for another target; 0: it cannot be. */
static u32 registers_for(const struct prog *p, const struct isa_target *target)
{
    struct prog q = *p;
    struct diag d;
    u32 n = 0;
    diag_init(&d);
    memset(&q.arena, 0, sizeof q.arena);
    q.target = target;
    q.funcs = xcalloc(p->n_funcs, sizeof *q.funcs);
    memcpy(q.funcs, p->funcs, p->n_funcs * sizeof *q.funcs);
    for (u32 i = 0; i < q.n_funcs; i++)
        q.funcs[i].si_base = q.funcs[i].si_pred_base = 0;
    if (compile_code(&q, &d))
        n = q.n_funcs > 1 ? q.regs_per_thread : q.funcs[0].isa->counts.used + (u32)target->reserved;
    free(q.funcs);
    arena_free(&q.arena);
    diag_free(&d);
    return n;
}

/* sm.reg_count=sm20: the code is PTX without limits, the registers are those of Fermi's instructions within them. */
static bool compile_all(struct prog *p, struct diag *d)
{
    const struct isa_target *t = p->target;
    if (t->count == COUNT_CODE || t->isa != ISA_PTX)
        return compile_code(p, d);
    struct isa_target ptx = *t, sm20 = *t;
    ptx.max_regs = ptx.want_regs = ptx.sm_regs = ptx.reserved = 0;
    sm20.isa = ISA_FOLDED;
    u32 most = p->most_regs;
    p->target = &ptx;
    p->most_regs = 0;
    bool ok = compile_code(p, d);
    p->target = t;
    p->most_regs = most;
    if (!ok)
        return false;
    u32 counted = registers_for(p, &sm20);
    p->regs_per_thread = counted ? counted : MIN(p->regs_per_thread, (u32)t->max_regs);
    return true;
}

bool prog_compile(struct prog *p, struct diag *d)
{
    bool ok = compile_all(p, d);
    if (ok)
        print_code(p);
    return ok;
}

/* A recent card: most registers a thread, reserved ones, a thread's share at full occupancy, registers of an SM. */
enum { CARD_MOST = 255, CARD_RESERVED = 3, CARD_EACH = 32, CARD_SM = 65536, CARD_UNIT = 256 };

u32 prog_card_registers(const struct prog *p)
{
    const struct isa_target card = {.isa = ISA_MACHINE,
                                    .lanes = 32,
                                    .max_regs = CARD_MOST,
                                    .sm_regs = CARD_SM,
                                    .reg_unit = CARD_UNIT,
                                    .reserved = CARD_RESERVED,
                                    .sched_regs = CARD_EACH - CARD_RESERVED};
    struct prog q = *p;
    q.most_regs = 0;
    u32 n = registers_for(&q, &card);
    return n ? n : p->regs_per_thread;
}
