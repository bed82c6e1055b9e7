/* The rules of "Look here first": what a colleague would say of a kernel after one look at its counters. A rule is a
   row: how much of the time its limit shows in, a sentence with its number, what to try, and a bound: how much faster
   the kernel can be at most when that limit is lifted. Shares are of all issue slots of the launches.

   A slot is charged to one cause even where warps of a scheduler wait for several (sm/stack.c: what is full, then
   arithmetic, then memory, then barriers), so a limit that is lifted may give back any slot that waits: the bound has
   all of these, and the rule's own. What is left is what issues, and what other limits own. Slots of SMs that have no
   warp while others do become fewer as these become faster, in proportion. What a rule leaves of the
   traffic takes its time at the full rate of DRAM, network and L1, which bounds it, too. Rules that change the
   instructions (spills, divergence, units) count what they can take away of those. What it leaves out: SMs that
   differ from their mean. */
#include <math.h>
#include <string.h>

#include "out/advice.h"

#define of look_at
#define lost look_lost
#define LSU LSU_CAUSES
#define WAITS WAIT_CAUSES

double look_lost(const struct look *l, const char *causes)
{
    const json_t *s = json_object_get(l->k, "slot");
    double n = 0;
    char word[32];

    for (const char *p = causes; *p;) {
        size_t len = strcspn(p, " ");
        snprintf(word, sizeof word, "%.*s", (int)len, p);
        n += out_number(s, word);
        p += len + (p[len] == ' ');
    }
    return l->total > 0 ? n / l->total : 0;
}

/* Launches that share the machine begin beside others: never more than the slots without a warp. */
double look_launch(const struct look *l)
{
    double cycles = of(l, "cycles"), each = out_number(l->m, "gpu.launch");
    if (of(l, "sm.global_instrs") + of(l, "sm.local_instrs") > 0)
        each += out_number(l->m, "gpu.launch_memory");
    return cycles > 0 ? fmin(of(l, "launches") * each / cycles, lost(l, "no_warp")) : 0;
}

double look_idle(const struct look *l)
{
    return lost(l, "no_warp") - look_launch(l);
}

double look_waves(const struct look *l)
{
    double held = l->sms * of(l, "occupancy.ctas_per_sm");
    return held > 0 ? l->ctas / held : 0;
}

double look_local(const struct look *l)
{
    double local = of(l, "sm.local_instrs"), all = local + of(l, "sm.global_instrs") + of(l, "sm.tex_instrs");
    return all > 0 ? local / all : 0;
}

double look_conflicts(const struct look *l)
{
    double n = of(l, "sm.shared_instrs");
    return n > 0 ? of(l, "sm.shared_conflicts") / n : 0;
}

static double few_ctas(const struct look *l)
{
    return l->ctas < l->sms ? look_idle(l) : 0;
}

/* The share of time in which the last wave leaves places empty, if all CTAs take equally long. */
static double part_of_wave(const struct look *l)
{
    double waves = look_waves(l), last = waves - floor(waves);
    return waves > 1 && last > 0 ? (1 - last) / ceil(waves) : 0;
}

/* If more than twice as many slots are empty, the last wave is not the only reason. */
static bool by_wave(const struct look *l)
{
    return look_idle(l) <= 2 * part_of_wave(l);
}

static double tail(const struct look *l)
{
    return l->ctas >= l->sms && by_wave(l) ? look_idle(l) : 0;
}

static double unequal(const struct look *l)
{
    return l->ctas >= l->sms && !by_wave(l) ? look_idle(l) : 0;
}

static double occupancy(const struct look *l)
{
    /* as full as occupancy allows, but not full */
    bool limited = of(l, "occupancy.theoretical") < 0.7 &&
                   of(l, "occupancy.achieved_warps") > 0.7 * of(l, "occupancy.warps_per_sm");
    return limited && of(l, "bandwidth.dram_used") < 0.6 ? lost(l, WAITS) : 0;
}

static double scattered(const struct look *l)
{
    return of(l, "sm.lines_per_access") > 4 ? lost(l, "memory drain " LSU) : 0;
}

/* Scattered accesses are a cause of this: then they are reported first. */
static double dram(const struct look *l)
{
    double waits = lost(l, "memory drain barrier fence " LSU), why = scattered(l);
    return of(l, "bandwidth.dram_used") < 0.6 ? 0 : why > 0 ? fmin(waits, why) : waits;
}

static double atomics(const struct look *l)
{
    double n = of(l, "l2.atomic"), all = of(l, "l2.access");
    return all > 0 && n > 0.25 * all ? lost(l, "memory drain fence barrier " LSU) : 0;
}

/* A clock's cycles in core cycles. */
static double in_core(const struct look *l, const char *clock)
{
    double mhz = out_number(l->m, clock);
    return mhz > 0 ? out_number(l->m, "gpu.clock") / mhz : 1;
}

/* How many times as many requests as the mean slice the one that takes most has. */
double look_busiest(const struct look *l)
{
    double all = of(l, "l2.access"), slices = out_number(l->m, "l2.slices");
    return all > 0 ? of(l, "l2.busiest") * slices / all : 0;
}

/* Cycles that requests take when nothing queues, of those that they do take: from the SM to the L2 and back, and the
   open row's data for what the L2 misses. */
static double unqueued(const struct look *l)
{
    double beyond = of(l, "l2.read") + of(l, "l2.atomic");
    double all = of(l, "latency.total.mean") * of(l, "latency.total.count");
    double l2 = 2 * out_number(l->m, "noc.latency") * in_core(l, "noc.clock") +
                (out_number(l->m, "l2.delay") + out_number(l->m, "l2.latency")) * in_core(l, "l2.clock");
    double row = (out_number(l->m, "dram.cl") + out_number(l->m, "dram.extra_latency")) * in_core(l, "dram.clock");
    double least = beyond * l2 + of(l, "l2.read_miss") * row;
    return all > 0 ? fmin(least / all, 1) : 1;
}

double look_unloaded(const struct look *l)
{
    return of(l, "latency.total.mean") > 0 ? unqueued(l) * lost(l, "memory drain " LSU) : 0;
}

/* Core cycles that a request waits in DRAM's queues, mean. */
double look_dram_wait(const struct look *l)
{
    double served = of(l, "dram.served");
    return served > 0 ? of(l, "dram.queued") / served * in_core(l, "dram.clock") : 0;
}

/* Longer than a row takes to open: DRAM is what they wait for. */
static bool dram_queues(const struct look *l)
{
    return look_dram_wait(l) > out_number(l->m, "dram.rc") * in_core(l, "dram.clock");
}

/* The busiest slice takes a request in most cycles, or sends data in most. */
static bool slice_full(const struct look *l)
{
    double cycles = of(l, "cycles") / in_core(l, "l2.clock");
    double load = cycles > 0 ? of(l, "l2.busiest") / cycles : 0;
    return fmax(load, look_busiest(l) * of(l, "network.reply.load")) > 0.5;
}

/* Requests queue, and one slice has more than twice its share of them. Atomics on one word have their own rule. */
static double camping(const struct look *l)
{
    bool one = look_busiest(l) > 2 && unqueued(l) < 0.5 && atomics(l) <= 0 && (slice_full(l) || dram_queues(l));
    return one ? lost(l, "memory drain barrier fence " LSU) : 0;
}

/* Requests queue for DRAM, its pins are free, and most requests open a row. */
static double rows(const struct look *l)
{
    bool slow = of(l, "dram.row_hit_rate") < 0.5 && of(l, "bandwidth.dram_used") < 0.6 && dram_queues(l);
    return slow ? lost(l, "memory drain " LSU) : 0;
}

static double spills(const struct look *l)
{
    return look_local(l) > 0.25 ? lost(l, "memory drain " LSU) : 0;
}

static double thrash(const struct look *l)
{
    bool misses = of(l, "l1.miss") > 0.5 * of(l, "l1.read") && of(l, "l1.evict") > 0.5 * of(l, "l1.miss");
    return misses && of(l, "l2.read_hit_rate") > 0.8 ? lost(l, "memory " LSU) : 0;
}

/* If the LSU is full for this cause, warps behind it wait for memory because of it. */
static double full(const struct look *l, const char *cause)
{
    return lost(l, cause) > 0.03 ? lost(l, cause) + lost(l, "memory drain") : 0;
}

static double mshrs(const struct look *l)
{
    return full(l, "l1_mshr");
}

static double merges(const struct look *l)
{
    return full(l, "l1_merge");
}

static double lines(const struct look *l)
{
    return full(l, "l1_assoc");
}

static double behind(const struct look *l)
{
    return full(l, "l1_missq");
}

static double l1_rate(const struct look *l)
{
    return full(l, "l1_other");
}

static double banks(const struct look *l)
{
    return look_conflicts(l) > 0.5 ? lost(l, "lsu_full memory barrier drain") : 0;
}

/* Inactive lanes cost the time of their instructions, and of what waits for these. */
static double divergence(const struct look *l)
{
    double lanes = out_number(l->m, "sm.lanes"), active = of(l, "sm.simd_efficiency");
    return lanes > 0 && active > 0 && active < 0.75 * lanes ? (1 - active / lanes) * (1 - lost(l, "no_warp")) : 0;
}

#define ONE_CAUSE(name, cause)                                                                                       \
    static double name(const struct look *l)                                                                         \
    {                                                                                                                \
        return lost(l, cause);                                                                                       \
    }
ONE_CAUSE(shared, "lsu_full")
ONE_CAUSE(latency, "memory")
ONE_CAUSE(expanded, "expanded")
ONE_CAUSE(barriers, "barrier")
ONE_CAUSE(drained, "drain")
ONE_CAUSE(units, "unit_busy")
ONE_CAUSE(fetch, "fetch")
ONE_CAUSE(policy, "throttled")
ONE_CAUSE(dual, "dual")
ONE_CAUSE(order, "lsu_order")

/* The latency of a fence without outstanding accesses counts as arithmetic; if warps spend most of their time at
   fences, it does not. */
static bool by_fences(const struct look *l)
{
    double each = fmax(out_number(l->m, "lat.fence"), out_number(l->m, "lat.fence_touched"));
    return of(l, "sm.fences") * each > 0.5 * of(l, "sm.warps_resident") && of(l, "sm.fences") > 0;
}

static double fences(const struct look *l)
{
    return lost(l, by_fences(l) ? "fence alu" : "fence");
}

static double arithmetic(const struct look *l)
{
    return by_fences(l) ? 0 : lost(l, "alu");
}

/* Loads that no L1 may keep. */
static double uncached(const struct look *l)
{
    double skip = of(l, "l1.skip");
    return skip > 0.5 * (skip + of(l, "l1.read")) && skip > 0.5 * of(l, "sm.lines") ? lost(l, "memory drain " LSU)
                                                                                    : 0;
}

static double line(const struct look *l)
{
    u32 number;
    double of_blame;
    const char *cause;
    return where_most(l, &number, &of_blame, &cause);
}

/* What is saved at most */

static double no_more_idle(const struct look *l)
{
    return look_idle(l) + lost(l, WAITS);
}

/* Schedulers that share a unit do not finish together: all slots without a warp may be saved, not only a proportion.
   */
static double no_busy_units(const struct look *l)
{
    double slots = lost(l, WAITS " unit_busy"), rest = 1 - look_launch(l);
    return rest > 0 ? fmax(slots, (slots + look_idle(l)) * (1 - lost(l, "no_warp")) / rest) : 0;
}

/* Fewer instructions, and what waits for them. */
static double no_expansion(const struct look *l)
{
    return no_busy_units(l) + lost(l, "expanded");
}

/* Cycles in which the SMs' shared memory did nothing but conflicts can be saved only once. */
static double no_conflicts(const struct look *l)
{
    double busy = of(l, "sm.busy_cycles"), share = 1 - lost(l, "no_warp");
    return fmax(busy > 0 ? share * of(l, "sm.shared_conflicts") / busy : 0, lost(l, WAITS " lsu_full"));
}

/* An access to local memory takes at most three instructions more, for its address. */
static double no_local(const struct look *l)
{
    double instrs = of(l, "sm.warp_instrs"), local = of(l, "sm.local_instrs");
    return lost(l, WAITS " " LSU) + lost(l, "issued expanded") * (instrs > 0 ? fmin(4 * local / instrs, 1) : 0);
}

static double all_lost(const struct look *l)
{
    return 1 - lost(l, "issued expanded no_warp");
}

/* What is left of the traffic */

static double no_traffic(const struct look *l)
{
    (void)l;
    return 0;
}

/* An access needs one line at least. */
static double a_line_each(const struct look *l)
{
    return 1 / fmax(of(l, "sm.lines_per_access"), 1);
}

/* One atomic for a warp's lanes. */
static double a_warp_each(const struct look *l)
{
    double n = of(l, "l2.atomic") / fmax(of(l, "l2.access"), 1);
    return 1 - n + n / fmax(out_number(l->m, "sm.lanes"), 1);
}

/* Causes come before their effects: a rule is left out if one of `behind` has been reported. */
const struct out_rule out_rules[] = {
    {"few-ctas", "equal", SAME_L1, NULL, "", few_ctas, "", no_more_idle, say_few,
     "a larger grid: smaller blocks, or more of the work in one launch", NULL, "no_warp"},
    {"tail", "equal", SAME_TRAFFIC, NULL, "few-ctas", tail, "", no_more_idle, say_tail,
     "a grid that fills the machine a whole number of times, or smaller blocks", NULL, "no_warp"},
    {"unequal", "equal", SAME_TRAFFIC, NULL, "few-ctas", unequal, "", no_more_idle, say_unequal,
     "blocks of more equal work, or more and smaller ones", NULL, "no_warp"},
    {"launch", "launch", SAME_TRAFFIC, NULL, "", look_launch, "", look_launch, say_launch, "fewer, longer launches",
     NULL, "no_warp"},
    {"scattered", "lines", OTHER_TRAFFIC, a_line_each, "", scattered, LSU, NULL, say_scattered,
     "another layout or mapping, so that neighbouring lanes read neighbouring words", where_scattered,
     "memory drain " LSU},
    {"camping", "slices", SAME_TRAFFIC, NULL, "dram atomics", camping, LSU, NULL, say_camping,
     "a pitch or an order of blocks that spreads concurrent accesses over the memory's partitions", where_blamed,
     "memory drain barrier fence " LSU},
    {"dram", "dram", SAME_NETWORK, NULL, "", dram, LSU, NULL, say_dram,
     "fewer bytes: reuse in shared memory or registers, smaller types", where_dram,
     "memory drain barrier fence " LSU},
    {"rows", "dram", SAME_NETWORK, NULL, "dram camping", rows, LSU, NULL, say_rows,
     "an order of accesses in which blocks that run together read neighbouring memory", where_blamed,
     "memory drain " LSU},
    {"spills", "local", OTHER_TRAFFIC, no_traffic, "", spills, "", no_local, say_spills,
     "fewer live values, a higher register limit, or arrays indexed by constants", where_blamed, "memory drain " LSU},
    {"atomics", "atomics", OTHER_TRAFFIC, a_warp_each, "", atomics, LSU, NULL, say_atomics,
     "combine in registers or shared memory first, then one atomic a warp or block", where_atomics,
     "memory drain fence barrier " LSU},
    {"occupancy", "ctas", SAME_TRAFFIC, NULL, "dram", occupancy, "", NULL, say_occupancy,
     "fewer registers (-maxrregcount, __launch_bounds__), less shared memory, or other blocks", NULL, WAITS},
    {"thrash", "l1", OTHER_TRAFFIC, no_traffic, "dram scattered spills", thrash, LSU, NULL, say_thrash,
     "tiles that fit the L1, fewer warps at a time, or shared memory", where_blamed, "memory " LSU},
    {"uncached", "l1", OTHER_TRAFFIC, no_traffic, "dram scattered atomics", uncached, LSU, NULL, say_uncached,
     "loads without volatile and .cg, or values kept in registers or shared memory", where_blamed,
     "memory drain " LSU},
    {"mshrs", "mshrs", SAME_TRAFFIC, NULL, "dram scattered thrash camping", mshrs, "l1_mshr", NULL, say_mshrs,
     "fewer lines an access; what more would bring: --set l1.mshrs", where_blamed, "l1_mshr memory drain"},
    {"merges", "mshrs", SAME_TRAFFIC, NULL, "dram scattered", merges, "l1_merge", NULL, say_merges,
     "reuse through shared memory; what more would bring: --set l1.merges", where_blamed, "l1_merge memory drain"},
    {"lines", "mshrs", SAME_TRAFFIC, NULL, "dram scattered camping", lines, "l1_assoc", NULL, say_lines,
     "fewer lines an access; what more would bring: --set l1.ways", where_blamed, "l1_assoc memory drain"},
    {"behind", "l1", OTHER_TRAFFIC, no_traffic, "dram scattered thrash atomics uncached spills camping", behind,
     "l1_missq", NULL, say_behind, "fewer misses: tile for the L1, or stage in shared memory", where_blamed,
     "l1_missq memory drain"},
    {"l1-rate", "lines", OTHER_TRAFFIC, no_traffic, "dram scattered thrash atomics uncached spills", l1_rate,
     "l1_other", NULL, say_rate, "wider loads (float4), fewer lines an access, reuse in registers", where_blamed,
     "l1_other memory drain"},
    {"banks", "banks", SAME_TRAFFIC, NULL, "", banks, "", no_conflicts, say_banks,
     "pad rows by one word, or another layout", where_conflicts, "lsu_full memory barrier drain"},
    {"shared", "banks", SAME_TRAFFIC, NULL, "banks", shared, "lsu_full", NULL, say_shared,
     "wider accesses (float4), values kept in registers, or constants that a warp's lanes read at one address",
     where_blamed, "lsu_full"},
    {"divergence", "lanes", OTHER_TRAFFIC, no_traffic, "", divergence, "", divergence, say_divergence,
     "sort or group work so that a warp's lanes take the same way", where_parted, ""},
    {"latency", "l1", SAME_TRAFFIC, NULL,
     "dram rows camping scattered spills atomics thrash uncached occupancy mshrs merges lines behind l1-rate banks",
     latency, "", NULL, say_latency,
     "more loads in flight: independent loads in a thread (unroll), more warps, or data in shared memory",
     where_blamed, "memory"},
    {"arithmetic", "alu", SAME_TRAFFIC, NULL, "occupancy", arithmetic, "", NULL, say_arithmetic,
     "more warps, or independent instructions in a thread", where_blamed, "alu"},
    {"expanded", "alu", OTHER_TRAFFIC, no_traffic, "", expanded, "", no_expansion, say_expanded,
     "multiplication by a reciprocal, approximate functions (-use_fast_math), 32-bit indices", where_blamed,
     "expanded"},
    {"barriers", "barriers", SAME_TRAFFIC, NULL, "dram banks occupancy", barriers, "", NULL, say_barriers,
     "smaller blocks, or equal work between barriers", where_barriers, "barrier"},
    {"fences", "fences", SAME_TRAFFIC, NULL, "dram atomics", fences, "", NULL, say_fences,
     "fewer fences, by one thread of a block, or of a narrower scope", where_blamed, "fence alu"},
    {"drain", "l2", OTHER_TRAFFIC, no_traffic, "dram scattered atomics spills behind l1-rate", drained, "", NULL,
     say_drain, "fewer stores: wider ones, whole lines, or results combined in the block first", where_blamed,
     "drain"},
    {"units", "alu", SAME_TRAFFIC, NULL, "", units, "", no_busy_units, say_units,
     "cheaper instructions: fast math, smaller types, strength reduction", where_blamed, "unit_busy"},
    {"fetch", "fetch", SAME_TRAFFIC, NULL, "", fetch, "", NULL, say_fetch, "a smaller loop body: less unrolling",
     where_blamed, "fetch"},
    {"policy", "", OTHER_TRAFFIC, no_traffic, "", policy, "throttled", NULL, say_policy,
     "another policy: --set sched.policy, sched.swl", NULL, "throttled"},
    {"dual", "", SAME_TRAFFIC, NULL, "", dual, "dual", NULL, say_dual,
     "more independent instructions of different kinds in a thread", NULL, "dual"},
    {"order", "", OTHER_TRAFFIC, no_traffic, "", order, "lsu_order", NULL, say_order,
     "loads and stores further apart", NULL, "lsu_order"},
    {"line", "", OTHER_TRAFFIC, no_traffic, "", line, "", all_lost, say_line,
     "what the line's own row says (--lines)", NULL, ""},
};
const u32 out_rule_count = (u32)COUNT_OF(out_rules);
