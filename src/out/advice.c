/* "Look here first": what a colleague would say of a kernel after one look at its counters. A rule is a row: how much
   of the time its limit shows in (which ranks it), a sentence with its number, what to try, and a bound: how much
   faster the kernel can be at most when that limit is lifted. A slot is charged to one cause even where warps of a
   scheduler wait for several (sm/stack.c: what is full, then arithmetic, then memory, then barriers), so a limit that
   is lifted may give back any slot that waits: the bound has all of these, and the rule's own. What is left is what
   issues, and what other limits own. Slots without a warp are no part of it, for an SM that has nothing to do stays
   so, unless the rule is about these. A rule that leaves the traffic as it is cannot make the kernel faster than
   DRAM, network and L1 carry that traffic at their full rates, which bounds it, too (more SMs
   have more L1: of few CTAs only what the L1s look up stays). Rules that change the
   instructions (spills, divergence, units) count what they can take away of those. What it leaves out: SMs that
   differ from their mean. */
#include <math.h>
#include <string.h>

#include "out/advice.h"
#include "out/lines.h"

static double of(const struct look *l, const char *key)
{
    return out_number(l->k, key);
}

/* The share of the busy slots that the named causes took, "memory l1_mshr". */
static double lost(const struct look *l, const char *causes)
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
    return l->busy > 0 ? n / l->busy : 0;
}

bool out_named(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = strstr(list, word); p; p = strstr(p + 1, word))
        if ((p == list || p[-1] == ' ') && (!p[n] || p[n] == ' '))
            return true;
    return false;
}

#define LSU "l1_assoc l1_mshr l1_merge l1_missq l1_other"
#define WAITS "memory alu barrier drain fence fetch"

static double idle(const struct look *l)
{
    return l->total > 0 ? of(l, "slot.no_warp") / l->total : 0;
}

static double slots_of_sms(const struct look *l) /* CTAs that the machine holds at a time */
{
    return l->sms * of(l, "occupancy.ctas_per_sm");
}

static double few_ctas(const struct look *l)
{
    return l->ctas < l->sms ? idle(l) : 0;
}

static double tail(const struct look *l)
{
    return l->ctas >= l->sms ? idle(l) : 0;
}

static double launch(const struct look *l)
{
    double cycles = of(l, "cycles");
    return cycles > 0 ? of(l, "launches") * out_number(l->m, "gpu.launch") / cycles : 0;
}

static double occupancy(const struct look *l)
{
    /* as full as it can be, which is not full */
    bool limited = of(l, "occupancy.theoretical") < 0.7 &&
                   of(l, "occupancy.achieved_warps") > 0.7 * of(l, "occupancy.warps_per_sm");
    return limited && of(l, "bandwidth.dram_used") < 0.6 ? lost(l, WAITS) : 0;
}

static double scattered(const struct look *l)
{
    return of(l, "sm.lines_per_access") > 4 ? lost(l, "memory drain " LSU) : 0;
}

/* Where accesses are scattered, that is why: it is said first. */
static double dram(const struct look *l)
{
    double waits = lost(l, "memory drain barrier fence " LSU), why = scattered(l);
    return of(l, "bandwidth.dram_used") < 0.6 ? 0 : why > 0 ? fmin(waits, why) : waits;
}

static double spills(const struct look *l)
{
    double local = of(l, "sm.local_instrs"), all = local + of(l, "sm.global_instrs") + of(l, "sm.tex_instrs");
    return all > 0 && local > 0.25 * all ? lost(l, "memory drain " LSU) : 0;
}

static double atomics(const struct look *l)
{
    double n = of(l, "l2.atomic"), all = of(l, "l2.access");
    return all > 0 && n > 0.25 * all ? lost(l, "memory drain fence barrier " LSU) : 0;
}

static double mshrs(const struct look *l)
{
    return lost(l, "l1_mshr") > 0.03 ? lost(l, "l1_mshr memory drain") : 0;
}

static double merges(const struct look *l)
{
    return lost(l, "l1_merge") > 0.03 ? lost(l, "l1_merge memory drain") : 0;
}

static double lines(const struct look *l)
{
    return lost(l, "l1_assoc") > 0.03 ? lost(l, "l1_assoc memory drain") : 0;
}

static double behind(const struct look *l)
{
    return lost(l, "l1_missq") > 0.03 ? lost(l, "l1_missq memory drain") : 0;
}

static double l1_rate(const struct look *l)
{
    return lost(l, "l1_other") > 0.03 ? lost(l, "l1_other memory drain") : 0;
}

static double conflicts_each(const struct look *l)
{
    double n = of(l, "sm.shared_instrs");
    return n > 0 ? of(l, "sm.shared_conflicts") / n : 0;
}

static double banks(const struct look *l)
{
    return conflicts_each(l) > 0.5 ? lost(l, "lsu_full memory barrier drain") : 0;
}

static double divergence(const struct look *l)
{
    double lanes = out_number(l->m, "sm.lanes"), active = of(l, "sm.simd_efficiency");
    return lanes > 0 && active > 0 && active < 0.75 * lanes ? 1 - active / lanes : 0;
}

static double latency(const struct look *l)
{
    return lost(l, "memory");
}

static double arithmetic(const struct look *l)
{
    return lost(l, "alu");
}

static double barriers(const struct look *l)
{
    return lost(l, "barrier");
}

static double units(const struct look *l)
{
    return lost(l, "unit_busy");
}

static double fetch(const struct look *l)
{
    return lost(l, "fetch");
}

static double policy(const struct look *l)
{
    return lost(l, "throttled");
}

/* ---- the sentences: what is seen, with its number ---- */

static void say_few(const struct look *l, FILE *to)
{
    fprintf(to, "%.0f CTA%s on %.0f SMs: %.0f %% of the issue slots have no warp", l->ctas, l->ctas == 1 ? "" : "s",
            l->sms, 100 * idle(l));
}

static void say_tail(const struct look *l, FILE *to)
{
    double waves = slots_of_sms(l) > 0 ? l->ctas / slots_of_sms(l) : 0, last = waves - floor(waves);

    if (waves <= 1)
        fprintf(to,
                "the %.0f CTAs all fit at once and end at different times: %.0f %% of the issue slots have no warp",
                l->ctas, 100 * idle(l));
    else
        fprintf(to, "%.1f waves of CTAs, the last one %.0f %% full: %.0f %% of the issue slots have no warp", waves,
                100 * (last > 0 ? last : 1), 100 * idle(l));
}

static void say_launch(const struct look *l, FILE *to)
{
    fprintf(to, "a launch lasts %.0f cycles, of which %.0f start and end it",
            of(l, "cycles") / fmax(of(l, "launches"), 1), out_number(l->m, "gpu.launch"));
}

static void say_occupancy(const struct look *l, FILE *to)
{
    fprintf(to, "%s limit%s an SM to %.0f of %.0f warps, and these wait in %.0f %% of the slots",
            out_text(l->k, "occupancy.limiter"),
            !strcmp(out_text(l->k, "occupancy.limiter"), "shared memory") ? "s" : "", of(l, "occupancy.warps_per_sm"),
            out_number(l->m, "sm.warps"), 100 * lost(l, WAITS));
}

static void say_scattered(const struct look *l, FILE *to)
{
    fprintf(to, "an access touches %.1f cache lines (1 if neighbouring lanes read neighbouring words)",
            of(l, "sm.lines_per_access"));
}

static void say_dram(const struct look *l, FILE *to)
{
    fprintf(to, "DRAM moves %.0f of %.0f GB/s (%.0f %%)", of(l, "bandwidth.dram_gb_per_s"),
            of(l, "bandwidth.dram_peak_gb_per_s"), 100 * of(l, "bandwidth.dram_used"));
}

static void say_spills(const struct look *l, FILE *to)
{
    double local = of(l, "sm.local_instrs"), all = local + of(l, "sm.global_instrs") + of(l, "sm.tex_instrs");
    fprintf(to, "%.0f %% of the memory instructions go to local memory: registers that were spilled, or arrays",
            100 * local / all);
}

static void say_atomics(const struct look *l, FILE *to)
{
    fprintf(to, "%.0f %% of what reaches the L2 is atomic", 100 * of(l, "l2.atomic") / of(l, "l2.access"));
}

static void say_mshrs(const struct look *l, FILE *to)
{
    fprintf(to, "the L1's %.0f MSHRs are all in use: loads wait for one in %.0f %% of the slots",
            out_number(l->m, "l1.mshrs"), 100 * lost(l, "l1_mshr"));
}

static void say_merges(const struct look *l, FILE *to)
{
    fprintf(to, "too many loads of one line: its MSHR takes no more in %.0f %% of the slots",
            100 * lost(l, "l1_merge"));
}

static void say_lines(const struct look *l, FILE *to)
{
    fprintf(to,
            "every line of a set of the L1 waits for its data, so that the next miss has none: %.0f %% of the slots",
            100 * lost(l, "l1_assoc"));
}

static void say_behind(const struct look *l, FILE *to)
{
    fprintf(to,
            "the network and the L2 take misses too slowly (load of the reply network %.0f %%): %.0f %% of the slots",
            100 * of(l, "network.reply.load"), 100 * lost(l, "l1_missq"));
}

static void say_rate(const struct look *l, FILE *to)
{
    fprintf(to, "the L1 is at its rate, %.1f lines an access: %.0f %% of the slots", of(l, "sm.lines_per_access"),
            100 * lost(l, "l1_other"));
}

static void say_banks(const struct look *l, FILE *to)
{
    fprintf(to, "a shared-memory access takes %.1f extra cycles for bank conflicts", conflicts_each(l));
}

static void say_divergence(const struct look *l, FILE *to)
{
    fprintf(to, "%.1f of %.0f lanes are active in an instruction", of(l, "sm.simd_efficiency"),
            out_number(l->m, "sm.lanes"));
}

static void say_latency(const struct look *l, FILE *to)
{
    fprintf(to, "warps wait for loads in %.0f %% of the slots, %.0f cycles a load, and DRAM is %.0f %% used",
            100 * lost(l, "memory"), of(l, "sm.load_latency"), 100 * of(l, "bandwidth.dram_used"));
}

static void say_arithmetic(const struct look *l, FILE *to)
{
    fprintf(to, "warps wait for results of arithmetic in %.0f %% of the slots, with %.1f warps an SM",
            100 * lost(l, "alu"), of(l, "occupancy.achieved_warps"));
}

static void say_barriers(const struct look *l, FILE *to)
{
    fprintf(to, "warps wait at barriers in %.0f %% of the slots", 100 * lost(l, "barrier"));
}

static void say_units(const struct look *l, FILE *to)
{
    fprintf(to, "execution units are busy in %.0f %% of the slots", 100 * lost(l, "unit_busy"));
}

static void say_fetch(const struct look *l, FILE *to)
{
    fprintf(to, "instructions are fetched too slowly in %.0f %% of the slots", 100 * lost(l, "fetch"));
}

static void say_policy(const struct look *l, FILE *to)
{
    fprintf(to, "ready warps are held back by the scheduling policy in %.0f %% of the slots",
            100 * lost(l, "throttled"));
}

/* ---- what is given back at most ---- */

static double no_more_idle(const struct look *l)
{
    return l->total > 0 ? (of(l, "slot.no_warp") + lost(l, WAITS) * l->busy) / l->total : 0;
}

/* Schedulers that share a unit do not end together: slots without a warp go with it, too. */
static double no_busy_units(const struct look *l)
{
    return no_more_idle(l) + (l->total > 0 ? of(l, "slot.unit_busy") / l->total : 0);
}

/* Cycles in which the SMs' shared memory did nothing but conflicts cannot be won twice. */
static double no_conflicts(const struct look *l)
{
    double busy = of(l, "sm.busy_cycles");
    return fmax(busy > 0 ? of(l, "sm.shared_conflicts") / busy : 0, lost(l, WAITS " lsu_full"));
}

/* An access to local memory takes at most three instructions more, for its address. */
static double no_local(const struct look *l)
{
    double instrs = of(l, "sm.warp_instrs"), local = of(l, "sm.local_instrs");
    return lost(l, WAITS " " LSU) + lost(l, "issued") * (instrs > 0 ? fmin(4 * local / instrs, 1) : 0);
}

/* Causes stand before what they cause: a rule is left out when one of `behind` was said already. */
const struct out_rule out_rules[] = {
    {"few-ctas", SAME_L1, "", few_ctas, "", no_more_idle, say_few,
     "a larger grid: smaller blocks, or more of the work in one launch", NULL, NULL},
    {"tail", SAME_TRAFFIC, "few-ctas", tail, "", no_more_idle, say_tail,
     "blocks of more equal work, or a grid that fills the machine a whole number of times", NULL, NULL},
    {"launch", SAME_TRAFFIC, "", launch, "", launch, say_launch, "fewer, longer launches", NULL, NULL},
    {"scattered", OTHER_TRAFFIC, "", scattered, LSU, NULL, say_scattered,
     "another layout or mapping, so that neighbouring lanes read neighbouring words", where_scattered, NULL},
    {"dram", SAME_L1, "", dram, LSU, NULL, say_dram,
     "fewer bytes: reuse in shared memory or registers, smaller types", where_dram, NULL},
    {"spills", OTHER_TRAFFIC, "", spills, "", no_local, say_spills,
     "fewer live values, a higher register limit, or arrays indexed by constants", NULL, NULL},
    {"atomics", OTHER_TRAFFIC, "", atomics, LSU, NULL, say_atomics,
     "combine in registers or shared memory first, then one atomic a warp or block", where_blamed,
     "memory drain fence barrier " LSU},
    {"occupancy", SAME_TRAFFIC, "dram", occupancy, "", NULL, say_occupancy,
     "fewer registers (-maxrregcount, __launch_bounds__), less shared memory, or other blocks", NULL, NULL},
    {"mshrs", OTHER_TRAFFIC, "dram scattered", mshrs, "l1_mshr", NULL, say_mshrs,
     "fewer lines an access; what more would bring: --set l1.mshrs", where_blamed, "l1_mshr"},
    {"merges", OTHER_TRAFFIC, "dram scattered", merges, "l1_merge", NULL, say_merges,
     "reuse through shared memory; what more would bring: --set l1.merges", where_blamed, "l1_merge"},
    {"lines", OTHER_TRAFFIC, "dram scattered", lines, "l1_assoc", NULL, say_lines,
     "fewer lines an access; what more would bring: --set l1.ways", where_blamed, "l1_assoc"},
    {"behind", OTHER_TRAFFIC, "dram scattered", behind, "l1_missq", NULL, say_behind,
     "fewer misses: tile for the L1, or stage in shared memory", where_blamed, "l1_missq"},
    {"l1-rate", OTHER_TRAFFIC, "dram scattered", l1_rate, "l1_other", NULL, say_rate,
     "wider loads (float4), fewer lines an access, reuse in registers", where_blamed, "l1_other"},
    {"banks", SAME_TRAFFIC, "", banks, "", no_conflicts, say_banks, "pad rows by one word, or another layout",
     where_conflicts, NULL},
    {"divergence", OTHER_TRAFFIC, "", divergence, "", divergence, say_divergence,
     "sort or group work so that a warp's lanes take the same way", NULL, NULL},
    {"latency", SAME_TRAFFIC, "dram scattered spills atomics occupancy mshrs merges lines behind l1-rate banks",
     latency, "", NULL, say_latency,
     "more loads in flight: independent loads in a thread (unroll), more warps, or data in shared memory",
     where_blamed, "memory"},
    {"arithmetic", SAME_TRAFFIC, "occupancy", arithmetic, "", NULL, say_arithmetic,
     "more warps, or independent instructions in a thread", where_blamed, "alu"},
    {"barriers", SAME_TRAFFIC, "dram banks occupancy", barriers, "", NULL, say_barriers,
     "smaller blocks, or equal work between barriers", where_blamed, "barrier"},
    {"units", SAME_TRAFFIC, "", units, "", no_busy_units, say_units,
     "cheaper instructions: fast math, smaller types, strength reduction", where_blamed, "unit_busy"},
    {"fetch", SAME_TRAFFIC, "", fetch, "", NULL, say_fetch, "a smaller loop body: less unrolling", where_blamed,
     "fetch"},
    {"policy", OTHER_TRAFFIC, "", policy, "throttled", NULL, say_policy,
     "another policy: --set sched.policy, sched.swl", NULL, NULL},
};
const u32 out_rule_count = (u32)COUNT_OF(out_rules);

/* The share of the time that the traffic needs at the full rate of whatever carries it. */
static double carried(const struct look *l, bool only_l1)
{
    double rate = fmax(out_number(l->m, "l1.lookups"), 1) * fmax(out_number(l->m, "l1.banks"), 1);
    double cycles = of(l, "sm.cycles"), l1 = cycles > 0 ? of(l, "l1.access") / rate / cycles : 0;
    return only_l1 ? l1
                   : fmax(fmax(of(l, "bandwidth.dram_used"), l1),
                          fmax(of(l, "network.request.load"), of(l, "network.reply.load")));
}

static double bound(const struct look *l, const struct out_rule *r)
{
    double given = r->bound ? r->bound(l) : lost(l, WAITS) + lost(l, r->own);
    return fmax(fmin(given, r->traffic ? 1 - carried(l, r->traffic == SAME_L1) : 1), 0);
}

/* Enough to speak of; below it nothing is worth a reader's time. */
#define LEAST 0.1

u32 out_advise(const json_t *doc, const json_t *kernel, struct out_advice *to, u32 most)
{
    const json_t *machine = json_object_get(doc, "machine");
    struct look l = {.k = kernel, .m = machine, .sms = out_number(machine, "gpu.sms")};
    struct arena a = {0};
    struct out_lines lines_of;
    double share[COUNT_OF(out_rules)];
    u32 n = 0;

    l.ctas = out_number(kernel, "ctas") / fmax(out_number(kernel, "launches"), 1);
    l.total = out_number(kernel, "slot.total");
    l.busy = l.total - out_number(kernel, "slot.no_warp");
    if (out_lines_find(&a, doc, out_text(kernel, "name"), &lines_of))
        l.lines = &lines_of;
    for (u32 r = 0; r < out_rule_count; r++)
        share[r] = out_rules[r].share(&l);
    while (n < most) {
        u32 best = out_rule_count;
        for (u32 r = 0; r < out_rule_count; r++) {
            bool hidden = share[r] < LEAST;
            for (u32 s = 0; s < n; s++)
                hidden |= to[s].rule == &out_rules[r] || out_named(out_rules[r].behind, to[s].rule->key);
            if (!hidden && (best == out_rule_count || share[r] > share[best] + 1e-9))
                best = r;
        }
        if (best == out_rule_count)
            break;
        to[n] = (struct out_advice){.rule = &out_rules[best], .share = bound(&l, &out_rules[best])};
        FILE *text = fmemopen(to[n].what, sizeof to[n].what, "w");
        if (text) {
            out_rules[best].say(&l, text);
            if (out_rules[best].where)
                out_rules[best].where(&l, out_rules[best].causes, text);
            fclose(text);
        }
        n++;
    }
    arena_free(&a);
    return n;
}

const char *out_advice_bound(const struct out_advice *a, char buf[64])
{
    double gain = 1 / fmax(1 - a->share, 1e-6), digits = gain < 10 ? 100 : 1;

    gain = ceil(gain * digits - 1e-9) / digits; /* a bound is rounded up */
    if (gain >= 1000)
        snprintf(buf, 64, "nearly all of the time");
    else
        snprintf(buf, 64, "at most %.*f times as fast without", gain < 10 ? 2 : 0, gain);
    return buf;
}

double out_kernel_cycles(const json_t *doc)
{
    const json_t *all = json_object_get(doc, "kernels"), *k;
    double sum = 0;
    size_t i;
    json_array_foreach((json_t *)all, i, k) sum += out_number(k, "cycles");
    return MAX(sum, out_number(doc, "total.cycles"));
}

u32 out_heaviest(const json_t *doc, const json_t **kernels, u32 most)
{
    const json_t *all = json_object_get(doc, "kernels"), *k;
    double total = out_kernel_cycles(doc);
    size_t i;
    u32 n = 0;

    json_array_foreach((json_t *)all, i, k)
    {
        double cycles = out_number(k, "cycles");
        if (cycles < 0.1 * total)
            continue;
        u32 at = n < most ? n++ : most;
        for (; at && cycles > out_number(kernels[at - 1], "cycles"); at--)
            if (at < most)
                kernels[at] = kernels[at - 1];
        if (at < most)
            kernels[at] = k;
    }
    return n;
}
