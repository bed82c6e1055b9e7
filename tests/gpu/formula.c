/* Closed forms, for every preset: unloaded latency of an L1 hit, an L2 hit and a DRAM access is the sum of its parts
   (where clocks differ, up to one cycle more at each crossing), and the peak rates of issue, L1, network and
   memory are reached within 1 %. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../long.h"
#include "one_sm.h"

#define BASE 0x400000000000ull

struct preset {
    struct machine_config c;
    struct machine_clocks k;
    struct gpu *gpu;
    struct diag d;
    u32 sms; /* 0: as the preset has it */
};

static void preset_open(struct preset *p)
{
    struct gpu_options opt = {.threads = 1};
    if (p->c.gpu.coherence) { /* who has a line is no part of these forms */
        p->c.gpu.coherence = 0;
        p->c.mem.l1.invalidate = 1;
    }
    p->c.mem.dram.refi = 0;     /* nor are refreshes */
    p->c.icache.on = 0;         /* or cold misses of instructions */
    if (p->c.mem.l1.bank_bytes) /* and an access a lane has forms of its own: tests/sm/wpu.c */
        p->c.mem.l1.banks = 1, p->c.mem.l1.bank_bytes = 0;
    p->c.mem.l1.requests = L1_REQUEST_LINE; /* the forms count lines */
    p->k = machine_clocks(&p->c);
    p->gpu = gpu_new(&p->c, &opt, &p->d);
    if (!p->gpu)
        diag_print(&p->d, stderr);
    assert_non_null(p->gpu);
}

static u64 launch(struct preset *p, struct script_source *s, struct gpu_record *r)
{
    assert_int_equal(gpu_launch(p->gpu, &s->src, r, &p->d), GPU_DONE);
    script_free(s);
    return r->cycles;
}

/* One lane loads `loads` times from the same place, each after the other; their cycles together. */
static u64 load_cycles(struct preset *p, u32 loads)
{
    struct script_source s;
    struct gpu_record r;
    script_init(&s, 1, 1, (u32)p->c.sm.lanes);
    for (u32 i = 0; i < loads; i++) {
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, i ? 2 : -1, BASE, 0, 0);
        script_op(&s, SI_ALU, 2, 1);
    }
    launch(p, &s, &r);
    return r.sm.load_cycles;
}

/* The parts of a load that leaves the SM, in ticks; slack: one period at each crossing between different clocks. */
static u64 parts(const struct preset *p, bool dram, bool far, u64 *slack)
{
    const struct mem_config *m = &p->c.mem;
    const struct machine_clocks *k = &p->k;
    u64 payload = m->l1.sectored ? m->l1.sector : m->l1.line;
    u64 core =
        1 /* LSU */ + 1 /* into the L1's queue */ + 1 /* miss queue */ + 1 /* into the L1 */ + m->l1.fill_latency;
    u64 t = core * k->core;
    *slack = 0;
    if (m->noc.kind == 0) {
        t += (2 * m->noc.latency + (far ? 2 * m->noc.far_latency : 0) + div_up(m->noc.header, m->noc.flit) +
              div_up(m->noc.header + payload, m->noc.flit)) *
             k->noc;
        if (k->core != k->noc || k->noc != k->l2)
            *slack += 4 * MAX(MAX(k->core, k->noc), k->l2);
    }
    if (m->l2.kind == 0 && !dram)
        return t + (m->l2.delay + m->l2.latency) * k->l2;
    if (m->dram.kind == 1) /* the whole way past the network; the first transfer finds the bus free */
        return t + m->dram.fixed_latency * k->core + (m->l2.kind == 0 ? k->l2 /* out of the fill queue */ : 0);
    u64 fetch = m->l2.sectored ? m->l2.sector << m->l2.pairs : m->l2.line, atom = m->dram.bus * m->dram.burst;
    u64 beat = div_up(m->dram.burst, m->dram.ratio);
    t += (m->l2.delay + m->l2.miss_latency) * k->l2;
    t += (m->dram.rcd + (div_up(fetch, atom) - 1) * MAX(MAX(m->dram.ccd, m->dram.ccdl), beat) + m->dram.cl + beat +
          m->dram.extra_latency) *
         k->dram;
    if (k->dram != k->l2)
        *slack += 3 * MAX(k->dram, k->l2);
    return t + k->l2 /* out of the fill queue */;
}

static void within(const char *name, const char *what, u64 cycles, u64 core, u64 ticks, u64 slack)
{
    u64 low = ticks / core, high = div_up(ticks + slack, core) + (slack ? 1 : 0);
    if (cycles < low || cycles > high)
        fail_msg("%s: %s takes %llu cycles, its parts %llu to %llu", name, what, (unsigned long long)cycles,
                 (unsigned long long)low, (unsigned long long)high);
}

static void latencies_are_sums_of_parts(const char *name, struct preset *p)
{
    u64 slack;
    preset_open(p);
    u64 dram = load_cycles(p, 1), l2 = load_cycles(p, 1), many = load_cycles(p, 21);
    const struct mem_config *m = &p->c.mem;
    u64 hits = 20 * (2 + m->l1.latency); /* the first of the 21 misses; where clocks differ, not always as long */
    parts(p, false, false, &slack);
    assert_in_range(many, l2 + hits - slack / p->k.core, l2 + hits + slack / p->k.core);
    /* the CTA runs on SM 0, in the first half; which slice has the line is known */
    bool far = m->noc.far_latency && partition_of(&m->l2, BASE) / 2 * 4 / m->l2.slices != 0;
    if (m->l2.kind == 0) {
        u64 t = parts(p, false, far && !m->noc.far_once, &slack); /* it was read before */
        within(name, "an L2 hit", l2, p->k.core, t, slack);
    }
    u64 t = parts(p, true, far, &slack);
    within(name, "a DRAM access", dram, p->k.core, t, slack);
    gpu_free(p->gpu);
}

/* Every warp slot issues independent arithmetic: schedulers x width, unless the units are fewer. */
static void issue_reaches_its_peak(const char *name, struct preset *p)
{
    struct script_source s;
    struct gpu_record r;
    u32 warps = (u32)MIN(p->c.sm.warps, p->c.sm.threads / p->c.sm.lanes), n = 4000;
    p->c.gpu.sms = p->c.gpu.sms_per_cluster = 1;
    p->c.sched.policy = POLICY_RR; /* a greedy one leaves a last warp alone with its latency */
    preset_open(p);
    script_init(&s, 1, MIN(warps, 32), (u32)p->c.sm.lanes);
    s.kernel.regs_per_thread = 8;
    s.loops = n / 8;
    for (u32 i = 0; i < 8; i++)
        script_op(&s, SI_FP32, (int)i, -1);
    u64 cycles = launch(p, &s, &r), units = MIN(p->c.rate.alu_units, p->c.sm.schedulers);
    u64 instrs = (u64)MIN(warps, 32) * n, ideal = instrs * p->c.rate.fp32 / units;
    /* a warp issues one a cycle and waits lat between writes of one register: 8 registers */
    u64 by_latency = (u64)n * MAX(p->c.lat.fp32, 8) / 8;
    ideal = MAX(ideal, by_latency);
    if (cycles + p->c.rate.fp32 < ideal || cycles > ideal + ideal / 100 + 40)
        fail_msg("%s: %llu instructions in %llu cycles, closed form %llu", name, (unsigned long long)instrs,
                 (unsigned long long)cycles, (unsigned long long)ideal);
    gpu_free(p->gpu);
}

/* Loads that all hit: one line a cycle and SM, or as fast as addresses are made, unless a stalling warp's own latency
 * is the limit. */
static void l1_reaches_its_peak(const char *name, struct preset *p)
{
    struct script_source s;
    struct gpu_record r;
    u32 warps = (u32)MIN(32, MIN(p->c.sm.warps, p->c.sm.threads / p->c.sm.lanes));
    p->c.gpu.sms = p->c.gpu.sms_per_cluster = 1;
    p->c.sched.policy = POLICY_RR; /* a greedy one leaves a last warp alone with its latency */
    preset_open(p);
    script_init(&s, 1, warps, (u32)p->c.sm.lanes);
    s.kernel.regs_per_thread = 8;
    s.loops = 1000;
    for (u32 i = 0; i < 4; i++)
        script_mem(&s, SI_LOAD, SI_GLOBAL, (int)i, -1, BASE + i * p->c.mem.l1.line, 4 % (i64)p->c.mem.l1.line, 0);
    for (u32 i = 0; i < 4; i++)
        s.stride[i] = 0;
    u64 cycles = launch(p, &s, &r), n = (u64)warps * 4000, hit = 2 + p->c.mem.l1.latency;
    u64 rate = div_up(p->c.sm.lanes, p->c.lsu.lanes); /* cycles of address generation */
    u64 ideal = MAX(n * rate, p->c.sm.stall != STALL_ON_USE ? 4000 * hit : 1000 * hit);
    u64 cold = 4 * 1200;
    if (cycles < ideal || cycles > ideal + ideal / 100 + cold)
        fail_msg("%s: %llu L1 hits in %llu cycles, closed form %llu", name, (unsigned long long)n,
                 (unsigned long long)cycles, (unsigned long long)ideal);
    gpu_free(p->gpu);
}

/* A WPU's few warps stop at each miss and could never fill what is behind them: it gets 32 that do not. */
static void enough_warps(struct preset *p)
{
    if (p->c.sm.stall == STALL_ON_USE)
        return;
    p->c.sm.stall = STALL_ON_USE;
    p->c.sched.policy = POLICY_RR;
    p->c.sm.warps = 32;
    p->c.sm.threads = 32 * p->c.sm.lanes;
    p->c.sm.regs = MAX(p->c.sm.regs, 32 * 256);
}

/* One SM reads from the L2: a reply's flits through its network port, in network cycles. */
static void the_network_port_reaches_its_peak(const char *name, struct preset *p)
{
    struct script_source s;
    struct gpu_record r;
    if (p->c.mem.noc.kind || p->c.mem.l2.kind) /* no network, or no L2 behind it: the memory is the limit */
        return;
    enough_warps(p);
    u32 warps = 32;
    p->c.gpu.sms = p->c.gpu.sms_per_cluster = 1;
    p->c.mem.l1.globals = 0;
    p->c.mem.noc.far_latency = 0;
    preset_open(p);
    u64 cycles = 0, lines = 0;
    for (u32 round = 0; round < 2; round++) { /* the first fills the L2 */
        script_init(&s, 1, warps, (u32)p->c.sm.lanes);
        s.kernel.regs_per_thread = 8;
        s.loops = 100;
        for (u32 i = 0; i < 8; i++) {
            u32 pc = script_mem(&s, SI_LOAD, SI_GLOBAL, (int)i, -1, BASE + i * 128, 4, 1024);
            s.by_loop[pc] = i % 2 ? 32 * 1024 : 0;
        }
        s.loops = 20;
        cycles = launch(p, &s, &r);
        lines = r.mem.l1.access;
        assert_int_equal(lines, (u64)warps * 8 * s.loops);
    }
    assert_int_equal(r.mem.l2.read_miss, 0);
    u64 wide = p->c.mem.noc.sm_flit ? p->c.mem.noc.sm_flit : p->c.mem.noc.flit;
    u64 flits = div_up(p->c.mem.noc.header + p->c.mem.l1.line, wide);
    u64 ideal = lines * MAX(flits * p->k.noc, p->k.core) / p->k.core;
    u64 head = (4 * p->c.mem.noc.latency * p->k.noc + 2 * p->c.mem.l2.latency * p->k.l2) / p->k.core + 50;
    /* a reply a cycle is what the LSU asks for as well: two queues at their limit, not one */
    u64 part = p->c.mem.noc.sm_flit ? 5 : 100;
    if (cycles < ideal || cycles > ideal + ideal / part + head)
        fail_msg("%s: %llu lines in %llu cycles, closed form %llu", name, (unsigned long long)lines,
                 (unsigned long long)cycles, (unsigned long long)ideal);
    gpu_free(p->gpu);
}

/* 160 loads of a warp, each of a line at random among s->by_loop[0] lines. */
static void random_lines(struct script_source *s, struct stream_writer *w, u64 cta, u32 warp)
{
    u64 g = cta * 64 + warp + 1, full = lanes_mask(s->kernel.warp_lanes), line = (u64)s->by_warp[0];
    for (u32 i = 0; i < 160; i++) {
        g = g * 6364136223846793005ull + 1442695040888963407ull;
        stream_put_mem(w, i % s->kernel.n_code, full, full, SI_GLOBAL, BASE + (g >> 33) % s->by_loop[0] * line,
                       s->stride[0]);
    }
}

/* All SMs read what the L2 holds, again and again: the ports of the clusters or those of the slices send all the
   time, whichever are fewer. */
static void the_network_reaches_its_peak(const char *name, struct preset *p)
{
    struct script_source s;
    struct gpu_record r;
    const struct mem_config *m = &p->c.mem;
    if (m->noc.kind || m->l2.kind)
        return;
    enough_warps(p);
    p->c.mem.l1.globals = 0;
    p->c.mem.noc.far_latency = 0;
    preset_open(p);
    u64 line = m->l1.line, held = m->l2.size * m->l2.slices / line / 2,
        clusters = p->c.gpu.sms / (m->cluster.own_ports ? 1 : p->c.gpu.sms_per_cluster);
    u32 warps = 4, loads = 8, ctas = (u32)MIN(held / (warps * loads), p->c.gpu.sms * 8);
    ctas -= ctas % (u32)p->c.gpu.sms; /* as many for each SM */
    u64 cycles = 0, lines = 0;
    for (u32 round = 0; round < 2; round++) { /* the first fills the L2 */
        script_init(&s, ctas, warps, (u32)p->c.sm.lanes);
        s.kernel.regs_per_thread = loads;
        for (u32 i = 0; i < loads; i++)
            script_mem(&s, SI_LOAD, SI_GLOBAL, (int)i, -1, BASE + i * line, MAX(4, (i64)(line / p->c.sm.lanes)),
                       (i64)(loads * line));
        s.by_warp[0] = round ? (i64)line : s.by_warp[0];
        s.by_loop[0] = round ? (u64)ctas * warps * loads : 0;
        s.write = round ? random_lines : NULL;
        cycles = launch(p, &s, &r);
        lines = r.mem.l1.access;
    }
    assert_int_equal(lines, (u64)ctas * warps * 160);
    assert_int_equal(r.mem.l2.read_miss, 0);
    u64 wide = m->noc.slice_flit ? m->noc.slice_flit : m->noc.flit, bytes = m->noc.header + line;
    u64 own = m->noc.sm_flit ? m->noc.sm_flit : m->noc.flit;
    double of_cluster = (double)MAX(div_up(bytes, own) * p->k.noc, p->k.core) / (double)clusters;
    double packed = m->noc.slice_rate ? (double)line / (double)m->noc.slice_rate : (double)div_up(bytes, wide);
    double data =
        m->l2.port ? (double)div_up(line, m->l2.port) * (double)p->k.l2 : 0; /* reading it from the L2's array */
    double of_slice = MAX(packed * (double)p->k.noc, data) / (double)m->l2.slices;
    double ideal = (double)lines * MAX(of_cluster, of_slice) / (double)p->k.core;
    u64 slack, head = parts(p, false, false, &slack) / p->k.core;
    double share = ideal / (double)(cycles - head);
    print_message("# %-14s %5.1f %% of what its %s carry\n", name, 100 * share,
                  of_cluster > of_slice ? "clusters' ports" : "slices' ports");
    if (share < (m->noc.sm_flit ? 0.92 : 0.95) ||
        share > 1.01) /* wide ports: slices that chance loads more are the limit */
        fail_msg("%s: %llu lines in %llu cycles, closed form %.0f", name, (unsigned long long)lines,
                 (unsigned long long)cycles, ideal);
    gpu_free(p->gpu);
}

/* One SM streams through one memory channel, everything before it wide open: bursts back to back. */
static void memory_reaches_its_peak(const char *name, struct preset *p)
{
    struct script_source s;
    struct gpu_record r;
    struct dram_params *m = &p->c.mem.dram;
    u64 ideal, line = p->c.mem.l1.line;
    if (m->kind == 1 && !m->fixed_bytes) /* no limit */
        return;
    enough_warps(p);
    p->c.gpu.sms = p->c.gpu.sms_per_cluster = 1;
    p->c.mem.l1.globals = 0;
    p->c.mem.l1.missq = 1024;
    p->c.mem.noc.flit = 1024;
    p->c.mem.noc.slice_flit = 0;
    p->c.mem.noc.clock = MAX(p->c.mem.noc.clock, p->c.gpu.clock); /* a packet a cycle must not be the limit */
    p->c.mem.noc.credits = 256;
    p->c.mem.noc.far_latency = 0;
    p->c.mem.l2.slices = p->c.mem.l2.per_channel = 1;
    p->c.mem.l2.port = 0;
    m->groups = m->low_banks = 1; /* one row after the other, as one stream has them */
    m->ccdl = 0;
    p->c.mem.l2.mshrs = 1024;
    m->queue = MAX(m->queue, 64);
    m->bank_hash = 0; /* rows in turn over the banks: the order that has no conflicts */
    preset_open(p);
    script_init(&s, 1, MIN(32, (u32)p->c.sm.warps), (u32)p->c.sm.lanes);
    s.kernel.regs_per_thread = 8;
    u32 warps = s.kernel.n_warps;
    for (u32 i = 0; i < 8; i++) {
        u32 pc = script_mem(&s, SI_LOAD, SI_GLOBAL, (int)i, -1, BASE + i * line, 4, 8 * line);
        s.by_loop[pc] = warps * 8 * line;
    }
    s.loops = 100;
    u64 cycles = launch(p, &s, &r), lines = r.mem.l1.access;
    assert_int_equal(lines, (u64)warps * 8 * s.loops);
    if (m->kind == 1)
        ideal = lines * line / m->fixed_bytes;
    else
        ideal = lines * div_up(line, m->bus * m->burst) * MAX(m->ccd, m->burst / m->ratio) * p->k.dram / p->k.core;
    u64 slack = 4000; /* the first and the last load's way there and back */
    if (cycles < ideal || cycles > ideal + ideal / 100 + slack)
        fail_msg("%s: %llu lines in %llu cycles, closed form %llu", name, (unsigned long long)lines,
                 (unsigned long long)cycles, (unsigned long long)ideal);
    gpu_free(p->gpu);
}

/* What each level of the machine allows a stream of reads from memory, in lines a second. A level is `ports` places
   that each serve `rate` lines a second, or `held` lines that may be out at once, for `trip` seconds each when nobody
   else is there. */
struct level {
    const char *name;
    double ports, rate;
    double held, trip;
};
static u32 levels(const struct preset *p, bool alone, struct level *out)
{
    const struct mem_config *m = &p->c.mem;
    const struct machine_clocks *k = &p->k;
    double sms = (double)p->c.gpu.sms, clusters = m->cluster.own_ports ? sms : sms / (double)p->c.gpu.sms_per_cluster,
           hz = (double)k->hz;
    double slices = (double)m->l2.slices, channels = slices / (double)m->l2.per_channel;
    u64 line = m->l1.line, l2_line = m->l2.kind ? line : m->l2.line, slack, trip = parts(p, true, false, &slack);
    u64 wide = m->noc.slice_flit ? m->noc.slice_flit : m->noc.flit, share = l2_line / line;
    u64 beat = div_up(m->dram.burst, m->dram.ratio), bursts = div_up(l2_line, m->dram.bus * m->dram.burst);
    u64 data = bursts * MAX(m->dram.ccd, beat); /* command clocks of a line on the bus */
    u32 n = 0;
    out[n++] = (struct level){"miss queues", sms, hz / (double)k->core, 0, 0};
    if (m->noc.kind == 0) {
        u64 sm = k->noc * div_up(m->noc.header + line, m->noc.flit);
        u64 slice = k->noc * div_up(m->noc.header + line, wide);
        out[n++] = (struct level){"ports of the SMs", clusters, hz / (double)sm, 0, 0};
        out[n++] = (struct level){"ports of the slices", slices, hz / (double)slice, 0, 0};
    }
    if (m->l2.kind == 0)
        out[n++] = (struct level){"lookups of the L2", slices, hz / (double)k->l2, 0, 0};
    u64 fill = m->l2.port ? div_up(l2_line, m->l2.port) * k->l2 : 0;
    if (m->l2.kind == 0 && fill)
        out[n++] = (struct level){"fills of the L2", slices, hz / (double)fill, 0, 0};
    if (m->dram.kind == 0)
        out[n++] = (struct level){"memory", channels, (double)share * hz / (double)(k->dram * data), 0, 0};
    else if (m->dram.fixed_bytes)
        out[n++] =
            (struct level){"memory", channels, (double)m->dram.fixed_bytes * hz / (double)(k->core * line), 0, 0};
    if (share == 1 || alone) /* else some find the line on its way, and are out for less than the whole trip */
        out[n++] = (struct level){"MSHRs of the L1s", 0, 0, sms * (double)m->l1.mshrs, (double)trip / hz};
    if (m->l2.kind == 0 && m->dram.kind == 0) {
        u64 held =
            (m->l2.miss_latency + 1) * k->l2 + fill +
            (m->dram.cl + (bursts - 1) * MAX(MAX(m->dram.ccd, m->dram.ccdl), beat) + beat + m->dram.extra_latency) *
                k->dram; /* an open row */
        out[n++] = (struct level){"MSHRs of the L2", 0, 0, slices * (double)m->l2.mshrs, (double)held / hz};
    }
    return n;
}

/* The most that they allow together: below the rate of every port, and with no more lines out than may be, where a
   line waits at the memory as at a server with constant service (M/D/1). */
static double allowed(const struct level *l, u32 n, const char **by)
{
    double low = 0, high = 1e30;
    for (u32 i = 0; i < n; i++)
        if (l[i].ports > 0 && l[i].ports * l[i].rate < high) {
            high = l[i].ports * l[i].rate;
            *by = l[i].name;
        }
    double port = high;
    for (u32 round = 0; round < 60; round++) {
        double x = (low + high) / 2, wait = 0;
        bool fits = true;
        for (u32 i = 0; i < n; i++)
            if (!strcmp(l[i].name, "memory")) {
                double load = x / (l[i].ports * l[i].rate);
                wait = load / (2 * (1 - load)) / l[i].rate;
            }
        for (u32 i = 0; i < n; i++)
            if (l[i].held > 0 && x * (l[i].trip + wait) > l[i].held) {
                fits = false;
                *by = x < 0.999 * port ? l[i].name : *by;
            }
        *(fits ? &low : &high) = x;
    }
    return low;
}

/* All SMs stream through four arrays that nobody has read, which lie in the memory's bank groups in turn. They get
   what the narrowest level allows, within 5 %. */
static void streams_get_what_the_narrowest_level_allows(const char *name, struct preset *p)
{
    struct script_source s;
    struct gpu_record r;
    struct level l[9];
    enough_warps(p);
    preset_open(p);
    const char *by = "";
    u32 warps = 7, loads = 5;
    double least = allowed(l, levels(p, true, l), &by), most = allowed(l, levels(p, false, l), &by);
    const struct mem_config *m = &p->c.mem;
    u64 line = m->l1.line, slack;
    i64 stride = MAX(4, (i64)(line / p->c.sm.lanes)); /* a warp reads a whole line */
    u32 ctas = (u32)MAX(60000, 2000 * p->c.gpu.sms) / (warps * loads);
    script_init(&s, ctas, warps, (u32)p->c.sm.lanes);
    s.kernel.regs_per_thread = loads;
    for (u32 i = 0; i < loads; i++)
        script_mem(&s, SI_LOAD, SI_GLOBAL, (int)i, -1, BASE + i * line, stride, (i64)(loads * line));
    u64 cycles = launch(p, &s, &r), lines = (u64)ctas * warps * loads;
    assert_int_equal(r.mem.l1.miss, lines);
    u64 first =
        parts(p, true, m->noc.far_latency > 0, &slack); /* nothing comes before the first load's trip is over */
    double got = (double)lines * (double)p->k.hz / (double)(cycles * p->k.core - first), gb = (double)line * 1e-9;
    print_message("# %-14s %7.1f of %7.1f GB/s: %5.1f %% (%s)\n", name, got * gb, most * gb, 100 * got / most, by);
    if (got < 0.95 * least || got > 1.05 * most)
        fail_msg("%s: %.1f GB/s of %.1f that its levels allow (%s)", name, got * gb, most * gb, by);
    gpu_free(p->gpu);
}

static void each_of(const char *only, void (*f)(const char *, struct preset *))
{
    struct machine_list l;
    struct diag d;
    diag_init(&d);
    machine_list(&l, &d);
    assert_true(l.n >= 8);
    for (u32 i = 0; i < l.n; i++) {
        struct preset p = {0};
        if (only && !strstr(only, l.names[i]))
            continue;
        diag_init(&p.d);
        assert_true(machine_load(&p.c, l.names[i], &p.d));
        p.c.gpu.launch = p.c.gpu.launch_memory = p.c.gpu.drain = 0; /* rates are those of the machine at work */
        f(l.names[i], &p);
        diag_free(&p.d);
    }
    arena_free(&l.arena);
    diag_free(&d);
}

static void each(void (*f)(const char *, struct preset *))
{
    each_of(NULL, f);
}

/* Rates of whole machines take seconds a preset: of all of them only where there is time. */
static void each_large(void (*f)(const char *, struct preset *))
{
    each_of(long_run() ? NULL : "gtx480 h200", f);
}

static void test_latency(void **state)
{
    (void)state, each(latencies_are_sums_of_parts);
}
static void test_issue(void **state)
{
    (void)state, each(issue_reaches_its_peak);
}
static void test_l1(void **state)
{
    (void)state, each(l1_reaches_its_peak);
}
static void test_memory(void **state)
{
    (void)state, each(memory_reaches_its_peak);
}
static void test_network(void **state)
{
    (void)state, each(the_network_port_reaches_its_peak);
}

static void test_networks(void **state)
{
    (void)state, each_large(the_network_reaches_its_peak);
}
static void test_streams(void **state)
{
    (void)state, each_large(streams_get_what_the_narrowest_level_allows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_latency), cmocka_unit_test(test_issue),
                                       cmocka_unit_test(test_l1),      cmocka_unit_test(test_network),
                                       cmocka_unit_test(test_memory),  cmocka_unit_test(test_networks),
                                       cmocka_unit_test(test_streams)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
