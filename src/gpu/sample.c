#include "gpu/sample.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/internal.h"

#define LINES_EVERY 251 /* cycles between looks at every warp: a prime, so that loops do not fall in step with it */

const struct decl_fact gpu_line_waits[LW_WAITS] = {
    [LW_READY] = {"ready", FACT_INT, false, "samples", "could issue: another warp was chosen, or its unit is busy"},
    [LW_ARITHMETIC] = {"arithmetic", FACT_INT, false, "samples",
                       "waits for an operand of an arithmetic instruction or a branch"},
    [LW_MEMORY] = {"memory", FACT_INT, false, "samples", "waits for an operand that a memory instruction brings"},
    [LW_FENCE] = {"fence", FACT_INT, false, "samples", "waits at a fence for its memory instructions"},
    [LW_BARRIER] = {"barrier", FACT_INT, false, "samples", "waits at a barrier"},
    [LW_LSU] = {"lsu_full", FACT_INT, false, "samples", "a memory instruction that the load-store unit cannot take"},
    [LW_FETCH] = {"fetch", FACT_INT, false, "samples", "waits for its instruction"},
};

static void set_limit(struct gpu *g)
{
    struct sampler *s = &g->sampler;
    g->limit = MIN(s->limit, MIN(s->at, s->lines_at));
}

void sample_limit(struct gpu *g, cyc limit)
{
    g->sampler.limit = limit;
    set_limit(g);
}

void sample_init(struct gpu *g)
{
    struct sampler *s = &g->sampler;
    s->every = g->opt.sample;
    s->lines_every = g->opt.lines ? LINES_EVERY : 0;
    s->spans = g->opt.timeline;
    s->limit = g->limit;
    s->at = s->lines_at = NEVER;
    s->issued = ARENA_ARRAY(&g->arena, u64, g->n_sms);
    s->scratch = ARENA_NEW(&g->arena, struct gpu_record);
    s->instrs = ARENA_ARRAY(&g->arena, u64, g->n_sms);
    s->active = ARENA_ARRAY(&g->arena, u32, g->n_sms);
    s->is_active = ARENA_ARRAY(&g->arena, bool, g->n_sms);
    s->starts = ARENA_ARRAY(&g->arena, u64, g->n_sms * g->cfg.sm.ctas);
    memsys_tell_hits(&g->mem, g->opt.lines || g->opt.timeline_warps || g->opt.sample);
    if (g->opt.timeline_warps)
        memsys_mark(&g->mem, &g->arena, g->opt.timeline_warps);
    for (u32 i = 0; i < MIN(g->n_sms, g->opt.timeline_warps); i++)
        g->sms[i].log = xcalloc(1, sizeof *g->sms[i].log);
    slow_init(g);
}

void sample_free(struct gpu *g)
{
    struct sampler *s = &g->sampler;
    for (size_t i = 0; i < s->lines.n; i++) {
        free(s->lines.at[i]->rows);
        free(s->lines.at[i]);
    }
    VEC_FREE(&s->lines);
    for (u32 i = 0; i < g->n_sms; i++)
        sm_log_free(g->sms[i].log);
    memsys_marks_free(&g->mem);
    slow_free(g);
    VEC_FREE(&s->rows);
    VEC_FREE(&s->sm_issued);
    VEC_FREE(&s->sm_ctas);
    VEC_FREE(&s->ctas);
    VEC_FREE(&s->launches);
    free(s->waits);
    free(s->execs);
    free(s->op_sums);
}

static cyc next_multiple(const struct gpu *g, u64 every)
{
    return every ? (g->now / g->clocks.core / every + 1) * every * g->clocks.core : NEVER;
}

/* An SM's part of `execs` is from an earlier launch until it executes something in this one. */
static void count_ops(struct gpu *g, u32 sm, struct op_stats *to)
{
    struct sampler *s = &g->sampler;
    u64 *seen = s->execs + (size_t)sm * s->n_code;
    if (!s->instrs[sm])
        memset(seen, 0, s->n_code * sizeof *seen);
    sm_count_new_ops(&g->sms[sm], s->op_sums, seen, to);
    s->instrs[sm] = g->sms[sm].home->stats.warp_instrs;
}

/* Energy of the launch so far, from the counters of the record's own figure. */
static u64 energy_so_far(struct gpu *g, cyc at)
{
    struct gpu_record *r = g->sampler.scratch;
    r->split = g->sampler.record->split;
    r->sm.warp_instrs = r->sm.shared_instrs = r->sm.shared_conflicts = r->sm.busy_cycles = 0;
    r->energy = (struct energy_stats){0};
    for (u32 k = 0; k < g->sampler.n_active; k++) {
        u32 i = g->sampler.active[k];
        const struct sm_stats *s = &g->sms[i].home->stats;
        r->sm.warp_instrs += s->warp_instrs;
        r->sm.shared_instrs += s->shared_instrs;
        r->sm.shared_conflicts += s->shared_conflicts;
        r->sm.busy_cycles += g->sms[i].time.busy_cycles;
        if (g->sampler.instrs[i] != s->warp_instrs) /* otherwise it has executed nothing new */
            count_ops(g, i, &r->op);
    }
    r->cycles = at / g->clocks.core - g->sampler.record->start;
    gpu_energy(r, &g->cfg);
    return r->energy.total;
}

static void activate(struct gpu *g, u32 sm)
{
    struct sampler *s = &g->sampler;
    if (s->is_active[sm])
        return;
    s->is_active[sm] = true;
    s->active[s->n_active++] = sm;
    memsys_sample_from(&g->mem, sm, &s->l1s);
}

/* Counters since the launch began. */
static struct gpu_sample read_counters(struct gpu *g, cyc at)
{
    const struct sampler *s = &g->sampler;
    struct gpu_sample now = {0};
    u64 *slot = (u64 *)&now.slot;
    for (u32 a = 0; a < s->n_active; a++) {
        struct sm *sm = &g->sms[s->active[a]];
        sm_settle(sm, at);
        const u64 *own = (const u64 *)&sm->slots;
        for (u32 k = 0; k < sizeof now.slot / sizeof *slot; k++)
            slot[k] += own[k];
        now.warp_instrs += sm->home->stats.warp_instrs;
        now.warp_cycles += sm->home->stats.warps_resident;
        now.l1_mshrs += g->mem.sms[s->active[a]].cache[SMM_L1].mshr.used;
        now.ctas += sm->n_ctas;
        for (u32 k = 0; g->cfg.maws.policy && k < COUNT_OF(now.divergent); k++)
            now.divergent[k] += (&sm->home->stats.degree_1)[k];
    }
    u64 idle = (at / g->clocks.core - s->record->start) * (g->n_sms - s->n_active) * g->sms[0].n_sched *
               g->cfg.sm.issue_width;
    now.slot.no_warp += idle;
    now.slot.total += idle;
    struct mem_stats *m = &g->sampler.scratch->mem;
    memsys_sampled(&g->mem, s->active, s->n_active, &s->l1s, &g->before, m);
    now.l1_read = m->l1.read;
    now.l1_hit = m->l1.hit;
    now.l2_read = m->l2.read;
    now.l2_hit = m->l2.read_hit;
    for (u32 i = 0; i < NETS; i++)
        now.net_busy[i] = m->net[i].busy;
    now.dram_bytes = m->dram.read_bytes + m->dram.write_bytes;
    now.dram_queued = m->dram.queued;
    now.picojoules = energy_so_far(g, at);
    for (u32 i = 0; i < g->mem.n_partitions; i++)
        now.l2_mshrs += memsys_l2_mshrs(&g->mem, i);
    return now;
}

/* A list of numbers by SM; it is empty if no SM has any. */
static void take_sms(struct gpu *g)
{
    struct sampler *s = &g->sampler;
    VEC_RESERVE(&s->sm_issued, s->sm_issued.n + g->n_sms);
    VEC_RESERVE(&s->sm_ctas, s->sm_ctas.n + g->n_sms);
    u32 *issued = memset(s->sm_issued.at + s->sm_issued.n, 0, g->n_sms * sizeof *issued);
    u8 *ctas = memset(s->sm_ctas.at + s->sm_ctas.n, 0, g->n_sms * sizeof *ctas);
    for (u32 k = 0; k < s->n_active; k++) {
        u32 i = s->active[k];
        issued[i] = (u32)(g->sms[i].slots.issued - s->issued[i]);
        ctas[i] = (u8)g->sms[i].n_ctas;
        s->issued[i] = g->sms[i].slots.issued;
    }
    s->sm_issued.n += g->n_sms;
    s->sm_ctas.n += g->n_sms;
}

static void take(struct gpu *g, cyc at)
{
    struct sampler *s = &g->sampler;
    u64 cycle = at / g->clocks.core;
    if (cycle <= s->last)
        return;
    struct gpu_sample now = read_counters(g, at), row = now;
    u64 *to = (u64 *)&row.slot;
    const u64 *before = (const u64 *)&s->sum.slot;
    for (u32 i = 0; i < sizeof row.slot / sizeof *to; i++)
        to[i] -= before[i];
    row.cycle = cycle;
    row.length = cycle - s->last;
    row.launch = s->launch;
    row.warp_instrs -= s->sum.warp_instrs;
    row.warp_cycles -= s->sum.warp_cycles;
    row.l1_read -= s->sum.l1_read;
    row.l1_hit -= s->sum.l1_hit;
    row.l2_read -= s->sum.l2_read;
    row.l2_hit -= s->sum.l2_hit;
    for (u32 i = 0; i < NETS; i++)
        row.net_busy[i] -= s->sum.net_busy[i];
    for (u32 i = 0; i < COUNT_OF(row.divergent); i++)
        row.divergent[i] -= s->sum.divergent[i];
    row.dram_bytes -= s->sum.dram_bytes;
    row.dram_queued -= s->sum.dram_queued;
    row.picojoules -= s->sum.picojoules;
    VEC_PUSH(&s->rows, row);
    take_sms(g);
    slow_collect(g, s->record->name, s->launch);
    s->sum = now;
    s->last = cycle;
}

static enum line_wait wait_of(const struct sm *sm, u32 w)
{
    const struct context *cx = &sm->ctx[w];
    switch (cx->state) {
    case W_TIMED: return sm->fetching >> w & 1 ? LW_FETCH : LW_ARITHMETIC;
    case W_MEMORY: return LW_MEMORY;
    case W_FENCE: return LW_FENCE;
    case W_HELD:
    case W_BARRIER: return LW_BARRIER;
    default: return cx->op->unit == U_LSU && (sm->lsu.held >> w & 1) ? LW_LSU : LW_READY;
    }
}

/* Looks at every warp's next instruction and what it waits for. */
static void look_at_warps(struct gpu *g)
{
    for (u32 i = 0; i < g->n_sms; i++) {
        const struct sm *sm = &g->sms[i];
        u64 there = 0;
        for (u32 st = W_READY; st <= W_BARRIER; st++)
            there |= sm->in[st];
        for (; there; there &= there - 1) {
            u32 w = ctz64(there);
            if (sm->ctx[w].op)
                g->sampler.waits[sm->ctx[w].next.pc * LW_WAITS + wait_of(sm, w)]++;
        }
    }
}

bool sample_due(struct gpu *g, cyc from)
{
    struct sampler *s = &g->sampler;
    bool any = false;
    while (s->at <= from && s->at < s->limit) {
        take(g, s->at);
        s->at += s->every * g->clocks.core;
        any = true;
    }
    for (; s->lines_at <= from && s->lines_at < s->limit; any = true) {
        look_at_warps(g);
        s->lines_at += s->lines_every * g->clocks.core;
    }
    set_limit(g);
    return any;
}

void sample_begin(struct gpu *g, const struct gpu_record *r, const struct stream_kernel *k)
{
    struct sampler *s = &g->sampler;
    s->launch++;
    s->record = r;
    if (s->spans) {
        struct gpu_launch_span l = {.start = r->start};
        memcpy(l.name, r->name, sizeof l.name);
        VEC_PUSH(&s->launches, l);
    }
    if (s->every) {
        s->at = next_multiple(g, s->every);
        s->last = r->start;
        memset(s->issued, 0, g->n_sms * sizeof *s->issued);
        memset(s->instrs, 0, g->n_sms * sizeof *s->instrs);
        s->n_code = MAX(k->n_code, 1u);
        s->execs = xrealloc(s->execs, (size_t)g->n_sms * s->n_code * sizeof *s->execs);
        s->op_sums = xrealloc(s->op_sums, (s->n_code + 1) * sizeof *s->op_sums);
        sm_op_sums(k, s->op_sums);
        s->scratch->op = (struct op_stats){0};
        s->sum = (struct gpu_sample){0};
        s->n_active = 0;
        memset(s->is_active, 0, g->n_sms * sizeof *s->is_active);
        s->l1s = (struct mem_l1s){0};
        for (u32 i = 0; g->cfg.gpu.coherence && i < g->n_sms; i++) /* coherent: other SMs change its cache */
            activate(g, i);
    }
    if (s->lines_every) {
        s->lines_at = next_multiple(g, s->lines_every);
        s->waits = xrealloc(s->waits, (size_t)MAX(k->n_code, 1u) * LW_WAITS * sizeof *s->waits);
        memset(s->waits, 0, (size_t)MAX(k->n_code, 1u) * LW_WAITS * sizeof *s->waits);
    }
    set_limit(g);
}

void sample_placed(struct gpu *g, u32 sm, u32 slot, u64 cycle)
{
    if (g->sampler.every)
        activate(g, sm);
    if (g->sampler.spans)
        g->sampler.starts[sm * g->cfg.sm.ctas + slot] = cycle;
}

void sample_cta(struct gpu *g, u32 sm, u32 slot, u64 end)
{
    struct sampler *s = &g->sampler;
    if (!s->spans)
        return;
    u64 at = sm * g->cfg.sm.ctas + slot;
    struct gpu_span span = {s->starts[at], end + 1, g->ctas[at].index, s->launch, (u16)sm, (u16)slot};
    VEC_PUSH(&s->ctas, span);
}

static struct gpu_lines *lines_of(struct sampler *s, const struct gpu_record *r, const struct stream_kernel *k)
{
    for (size_t i = 0; i < s->lines.n; i++)
        if (s->lines.at[i]->n == k->n_code && !strcmp(s->lines.at[i]->name, r->name))
            return s->lines.at[i];
    struct gpu_lines *l = xcalloc(1, sizeof *l);
    memcpy(l->name, r->name, sizeof l->name);
    snprintf(l->file, sizeof l->file, "%s", k->src_file ? k->src_file : "");
    l->n = k->n_code;
    l->rows = xcalloc(MAX(k->n_code, 1u), sizeof *l->rows);
    for (u32 pc = 0; pc < k->n_code; pc++) {
        l->rows[pc].ptx_line = k->code[pc].ptx_line;
        l->rows[pc].src_line = k->code[pc].src_line;
    }
    VEC_PUSH(&s->lines, l);
    return l;
}

static void add_lines(struct gpu *g, const struct gpu_record *r, const struct stream_kernel *k)
{
    struct sampler *s = &g->sampler;
    struct gpu_lines *l = lines_of(s, r, k);
    l->dram_bytes += r->mem.dram.read_bytes;
    for (u32 pc = 0; pc < k->n_code; pc++) {
        struct gpu_line *row = &l->rows[pc];
        for (u32 i = 0; i < LW_WAITS; i++)
            row->waits[i] += s->waits[pc * LW_WAITS + i];
        for (u32 i = 0; i < g->n_sms; i++) {
            const struct sm *sm = &g->sms[i];
            const struct tenant *t = sm->home;
            row->execs += t->execs ? t->execs[pc] * t->kernel->ops[pc].slots : 0; /* as warp_instrs counts */
            if (sm->by_pc)
                pc_stats_add(&row->mem, &sm->by_pc[pc]);
        }
    }
}

void sample_end(struct gpu *g, const struct gpu_record *r, const struct stream_kernel *k)
{
    struct sampler *s = &g->sampler;
    if (s->every)
        take(g, (r->start + r->cycles) * g->clocks.core);
    if (s->lines_every)
        add_lines(g, r, k);
    if (s->spans)
        s->launches.at[s->launches.n - 1].cycles = r->cycles;
    s->at = s->lines_at = NEVER;
    set_limit(g);
}
