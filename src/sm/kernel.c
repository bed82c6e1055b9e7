/* Prepares a launch for the SMs: dense scoreboard ids, latency and unit of each instruction, and the occupancy
   limits. */
#include "sm/internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/demangle.h"

static u32 unit_of(const struct si *si, const struct rate_params *rate)
{
    bool split = rate->split;
    switch (si->cls) {
    case SI_HALF:
    case SI_FP32: return split ? U_FP32 : U_ALU;
    case SI_TENSOR: return U_TENSOR;
    case SI_TEXTURE: return U_TEXTURE;
    case SI_UNIFORM: return U_UNIFORM;
    case SI_MUL: return split && si->rate ? U_FP32 : U_ALU; /* sm90: integer multiply-adds use the f32 pipe */
    case SI_SFU: return U_SFU;
    case SI_FP64: return U_FP64;
    case SI_CONTROL: return rate->control_units && !(si->flags & SI_EXIT) ? U_CONTROL : U_NONE;
    case SI_BARRIER:
    case SI_FENCE: return U_NONE;
    case SI_MEM: return si->space == SI_PARAM || si->kind == SI_NOT_MEM ? U_ALU : U_LSU;
    default: return U_ALU;
    }
}

u64 sm_units(const struct rate_params *r, u32 unit)
{
    const u64 n[U_UNITS] = {[U_ALU] = r->alu_units,
                            [U_FP32] = r->alu_units,
                            [U_SFU] = r->sfu_units,
                            [U_FP64] = r->fp64_units,
                            [U_CONTROL] = MAX(r->control_units, 1),
                            [U_TENSOR] = SM_MAX_SCHEDULERS,
                            [U_TEXTURE] = SM_MAX_SCHEDULERS,
                            [U_UNIFORM] = SM_MAX_SCHEDULERS,
                            [U_LSU] = 1,
                            [U_NONE] = 1};
    return n[unit];
}

/* By class of instruction and by unit; the same for all instructions of a kernel. */
struct timing {
    u64 lat[SI_CLASSES], rate[SI_CLASSES];
    bool shared[U_UNITS]; /* shared by several schedulers, each of which may have to wait for it */
};

static bool touches_l2(const struct si *si)
{
    bool global = si->space == SI_GLOBAL || si->flags & SI_GENERIC;
    return si->cls == SI_MEM && global && si->kind != SI_PREFETCH && (si->kind != SI_LOAD || si->flags & SI_SKIP_L1);
}

static struct timing timing_of(const struct sm_config *c)
{
    struct timing t = {.lat = {[SI_ALU] = c->lat->alu,
                               [SI_MUL] = c->lat->mul,
                               [SI_FP32] = c->lat->fp32,
                               [SI_FP64] = c->lat->fp64,
                               [SI_SFU] = c->lat->sfu,
                               [SI_CVT] = c->lat->cvt,
                               [SI_SHFL] = c->lat->shfl,
                               [SI_CONTROL] = c->lat->control,
                               [SI_BARRIER] = c->lat->barrier,
                               [SI_FENCE] = 1,
                               [SI_MEM] = c->lat->param,
                               [SI_HALF] = c->lat->fp32,
                               [SI_TENSOR] = c->lat->tensor,
                               [SI_TEXTURE] = c->lat->texture,
                               [SI_UNIFORM] = c->lat->uniform},
                       .rate = {[SI_ALU] = c->rate->alu,
                                [SI_MUL] = c->rate->mul,
                                [SI_FP32] = c->rate->fp32,
                                [SI_FP64] = c->rate->fp64,
                                [SI_SFU] = c->rate->sfu,
                                [SI_CVT] = c->rate->cvt,
                                [SI_SHFL] = c->rate->shfl,
                                [SI_CONTROL] = c->rate->control,
                                [SI_BARRIER] = 1,
                                [SI_FENCE] = 1,
                                [SI_MEM] = 1,
                                [SI_HALF] = c->rate->half,
                                [SI_TENSOR] = c->rate->tensor,
                                [SI_TEXTURE] = c->rate->texture,
                                [SI_UNIFORM] = c->rate->uniform}};
    for (u32 u = 0; u < U_UNITS; u++)
        t.shared[u] = sm_units(c->rate, u) < c->sm->schedulers;
    return t;
}

static void set_timing(struct sm_op *o, const struct si *si, const struct sm_config *c, const struct timing *t)
{
    o->lat = (u16)t->lat[si->cls];
    o->rate = si->rate ? si->rate : (u16)t->rate[si->cls];
    o->lat = si->rate ? si->lat : o->lat;
    o->slots = si->flags & SI_NO_SLOT ? 0 : MAX(si->slots, 1);
    o->words = c->rate->words ? si->words : 0;
    if (SM_IDEAL(c, alu) && si->cls != SI_MEM && si->cls != SI_CONTROL && si->cls != SI_BARRIER &&
        si->cls != SI_FENCE && si->cls != SI_TEXTURE) {
        o->lat = o->rate = 1;
        o->slots = MIN(o->slots, 1);
    }
    o->taken = (u16)(si->cls == SI_CONTROL ? c->lat->taken : 0);
}

/* Branches without a slot go forward: conditional ones over a few instructions, to where their paths meet; jumps to
   anywhere behind. */
static u32 longest_free_run(const struct sm_op *ops, const struct stream_kernel *k)
{
    u32 *run = xcalloc(k->n_code + 1, sizeof(u32)), most = 0;
    for (u32 pc = k->n_code; pc-- > 0;) {
        u32 to = k->code[pc].reconv;
        if (ops[pc].slots)
            continue;
        bool jump = k->code[pc].cls == SI_CONTROL && !(k->code[pc].flags & SI_COND);
        run[pc] = 1 + MAX(jump ? most : run[pc + 1], to > pc && to < k->n_code ? run[to] : 0);
        most = MAX(most, run[pc]);
    }
    free(run);
    return most;
}

enum { MAX_BEHIND = 32 }; /* most instructions that are examined */

/* For a barrier: least cycles from the first instruction behind it to the first one that is more than
   arithmetic. */
static u16 arithmetic_behind(const struct sm_kernel *k, u32 pc)
{
    u64 ready[MAX_BEHIND * SI_MAX_REGS], at = 0;
    u16 reg[COUNT_OF(ready)];
    u32 n = 0;
    if (k->ops[pc].ndst)
        return 0;
    for (u32 i = pc + 1; i < k->stream->n_code && i <= pc + MAX_BEHIND; i++) {
        const struct sm_op *o = &k->ops[i];
        if (!o->slots)
            continue;
        for (u32 r = 0; r < o->nreg; r++)
            for (u32 j = 0; j < n; j++)
                at = reg[j] == o->regs[r] ? MAX(at, ready[j]) : at;
        if (!o->simple)
            break;
        for (u32 r = 0; r < o->ndst; r++, n++) {
            reg[n] = o->regs[r];
            ready[n] = at + o->lat;
        }
        at++;
    }
    return (u16)MIN(at, UINT16_MAX);
}

_Static_assert(SI_MAX_REGS % 4 == 0, "sm_op.regs is filled up to a multiple of four");

struct sm_kernel *sm_kernel_new(struct arena *a, const struct stream_kernel *k, const struct sm_config *c,
                                const struct occupancy *occ)
{
    struct sm_kernel *n = ARENA_NEW(a, struct sm_kernel);
    n->stream = k;
    n->ctas_per_sm = occ->ctas;
    n->limiter = occ->limiter;
    n->ops = ARENA_ARRAY(a, struct sm_op, k->n_code ? k->n_code : 1);
    const struct timing timing = timing_of(c);
    u16 dense[SI_REG_IDS];
    u64 at = 0; /* machine instructions */
    memset(dense, 0xff, sizeof dense);
    for (u32 pc = 0; pc < k->n_code; pc++) {
        const struct si *si = &k->code[pc];
        struct sm_op *o = &n->ops[pc];
        ENSURE(si->cls < SI_CLASSES && si->ndst + si->nsrc <= SI_MAX_REGS);
        *o = (struct sm_op){.cls = si->cls,
                            .kind = si->kind,
                            .space = si->space,
                            .flags = si->flags,
                            .touches = touches_l2(si),
                            .bytes = si->bytes,
                            .ndst = si->ndst,
                            .nreg = (u8)(si->ndst + si->nsrc),
                            .unit = (u8)unit_of(si, c->rate)};
        o->group = si->cls == SI_MEM ? SI_NO_GROUP : si->bytes;
        set_timing(o, si, c, &timing);
        n->n_units = o->unit < U_LSU ? MAX(n->n_units, o->unit + 1u) : n->n_units;
        n->tensor |= o->unit == U_TENSOR;
        banks_of(si, o->reads);
        if (c->sm->banks && o->unit < U_LSU) {
            u32 more = banks_registers(o->reads) - 1;
            o->lat = (u16)(o->lat + more);
            if (c->sm->conflicts == CONFLICTS_UNIT)
                o->rate = (u16)(o->rate + more);
        }
        o->simple = o->unit < U_LSU && o->unit != U_CONTROL && o->slots == 1 && !(o->flags & SI_COND) && !o->group;
        o->uniform = si->cls == SI_MEM && si->space == SI_CONST && si->kind == SI_LOAD && si->rate;
        if (c->rate->words && o->unit == U_LSU && si->space == SI_CONST && !o->uniform)
            o->words++; /* the LSU loads it, at its own rate, but other instructions wait for it */
        o->access = o->cls == SI_MEM && o->unit == U_LSU && o->slots == 1 && !o->uniform && !o->words;
        o->line = (u32)(at * c->icache->instr_bytes / c->icache->line);
        o->new_line = c->icache->on && pc && o->line != o[-1].line;
        at += c->icache->next ? o->slots : 1;
        o->keeps = o->rate > 1 || timing.shared[o->unit];
        for (u32 i = 0; i < o->nreg; i++) {
            u32 id = si->regs[i];
            ENSURE(id < SI_REG_IDS);
            if (dense[id] == UINT16_MAX)
                dense[id] = (u16)n->n_regs++;
            o->regs[i] = dense[id];
        }
        for (u32 i = o->nreg; i % 4; i++) /* operands_ready reads them in groups of four */
            o->regs[i] = o->regs[i - 1];
    }
    for (u32 pc = 0; pc < k->n_code && c->lat->barrier_behind; pc++)
        if (n->ops[pc].cls == SI_BARRIER)
            n->ops[pc].behind = arithmetic_behind(n, pc);
    n->free_run = longest_free_run(n->ops, k);
    return n;
}

#define LONGEST_KEPT 1024 /* instructions; longer kernels are prepared anew, which their launches do not notice */

static const struct sm_kernel *find_kept(struct sm_kernels *kept, struct arena *machine,
                                         const struct stream_kernel *k, const struct sm_config *c,
                                         const struct occupancy *occ)
{
    const size_t bytes = k->n_code * sizeof *k->code;
    for (u32 i = 0; i < kept->n; i++)
        if (kept->at[i].n_code == k->n_code && !memcmp(kept->at[i].code, k->code, bytes))
            return kept->at[i].made;
    if (kept->n == SM_KERNELS_KEPT || !k->n_code || k->n_code > LONGEST_KEPT)
        return NULL;
    struct si *copy = ARENA_ARRAY(machine, struct si, k->n_code);
    memcpy(copy, k->code, bytes);
    kept->at[kept->n].code = copy;
    kept->at[kept->n].n_code = k->n_code;
    return kept->at[kept->n++].made = sm_kernel_new(machine, k, c, occ);
}

struct sm_kernel *sm_kernel_get(struct sm_kernels *kept, struct arena *machine, struct arena *launch,
                                const struct stream_kernel *k, const struct sm_config *c, const struct occupancy *occ)
{
    const struct sm_kernel *made = c->plain ? NULL : find_kept(kept, machine, k, c, occ);
    if (!made)
        return sm_kernel_new(launch, k, c, occ);
    struct sm_kernel *n = ARENA_NEW(launch, struct sm_kernel);
    *n = *made;
    n->stream = k;
    n->ctas_per_sm = occ->ctas;
    n->limiter = occ->limiter;
    n->by_pc = false;
    return n;
}

static void limit(struct occupancy *o, u64 fit, const char *by)
{
    if (fit < o->ctas) {
        o->ctas = (u32)fit;
        o->limiter = by;
    }
}

static u64 register_ctas(const struct sm_params *p, u64 cta_regs)
{
    u64 fit = p->regs / cta_regs;
    return p->reg_ctas == REG_CTAS_MORE ? fit + 1 : p->reg_ctas == REG_CTAS_FEWER ? MAX(fit, 2) - 1 : fit;
}

struct occupancy sm_occupancy(const struct sm_params *p, const struct stream_kernel *k, struct diag *d)
{
    struct occupancy o = {.ctas = (u32)p->ctas, .limiter = "CTA slots"};
    u32 before = d->errors;
    char name[128];
    u64 threads = (u64)k->block[0] * k->block[1] * k->block[2], regs = k->regs_per_thread ? k->regs_per_thread : 1;
    o.regs_per_warp = (u32)align_up(regs * p->lanes, p->reg_unit);
    o.shared_per_cta = (u32)align_up(k->shared_bytes + p->shared_reserved, p->shared_unit);
    if (k->shared_bytes == 0 && p->shared_reserved == 0)
        o.shared_per_cta = 0;
    u64 cta_regs = (u64)o.regs_per_warp * k->n_warps;
    demangle(k->name, name, sizeof(name));
    if (threads > p->threads)
        diag_error(d, NULL, 0, 0, "kernel %s: a block of %llu threads, but an SM holds %llu (sm.threads)", name,
                   (unsigned long long)threads, (unsigned long long)p->threads);
    if (k->n_warps > p->warps)
        diag_error(d, NULL, 0, 0, "kernel %s: a block of %u warps, but an SM holds %llu (sm.warps)", name, k->n_warps,
                   (unsigned long long)p->warps);
    if (regs > p->max_regs)
        diag_error(d, NULL, 0, 0,
                   "kernel %s: %llu registers a thread, but a thread may have %llu (sm.max_regs); a trace keeps the "
                   "registers that it was recorded with",
                   name, (unsigned long long)regs, (unsigned long long)p->max_regs);
    if (cta_regs > p->regs)
        diag_error(d, NULL, 0, 0,
                   "kernel %s: a block needs %llu registers (%u warps of %u), but an SM has %llu (sm.regs)", name,
                   (unsigned long long)cta_regs, k->n_warps, o.regs_per_warp, (unsigned long long)p->regs);
    if (o.shared_per_cta > p->shared)
        diag_error(d, NULL, 0, 0,
                   "kernel %s: a block needs %u bytes of shared memory, but an SM has %llu (sm.shared)", name,
                   o.shared_per_cta, (unsigned long long)p->shared);
    if (d->errors != before) {
        o.ctas = 0;
        return o;
    }
    limit(&o, p->threads / threads, "threads");
    limit(&o, p->warps / k->n_warps, "warps");
    limit(&o, register_ctas(p, cta_regs), "registers");
    if (o.shared_per_cta)
        limit(&o, p->shared / o.shared_per_cta, "shared memory");
    return o;
}
