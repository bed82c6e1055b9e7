/* The sentences of "Look here first": what is seen, with its number. Shares are of all issue slots of the launches,
   so that the numbers of two sentences can be compared. */
#include <math.h>
#include <string.h>

#include "out/advice.h"
#include "out/lines.h"

#define of look_at
#define PERCENT(l, causes) (100 * look_lost(l, causes))

void say_few(const struct look *l, FILE *to)
{
    fprintf(to, "%.0f CTA%s on %.0f SMs: %.0f %% of the issue slots have no warp", l->ctas, l->ctas == 1 ? "" : "s",
            l->sms, 100 * look_idle(l));
}

void say_tail(const struct look *l, FILE *to)
{
    double waves = look_waves(l);
    fprintf(to, "%.1f waves of CTAs, the last one %.0f %% full: %.0f %% of the issue slots have no warp", waves,
            100 * (waves - floor(waves)), 100 * look_idle(l));
}

void say_unequal(const struct look *l, FILE *to)
{
    fprintf(to, "the %.0f CTAs begin and end at different times: %.0f %% of the issue slots have no warp", l->ctas,
            100 * look_idle(l));
}

void say_launch(const struct look *l, FILE *to)
{
    double launches = fmax(of(l, "launches"), 1), each = of(l, "cycles") / launches;
    fprintf(to, "%.0f launch%s of %.0f cycles, of which %.0f start and end it: %.0f %% of the issue slots", launches,
            launches == 1 ? "" : "es", each, each * look_launch(l), 100 * look_launch(l));
}

void say_occupancy(const struct look *l, FILE *to)
{
    fprintf(to, "%s limit%s an SM to %.0f of %.0f warps, and these wait in %.0f %% of the issue slots",
            out_text(l->k, "occupancy.limiter"),
            !strcmp(out_text(l->k, "occupancy.limiter"), "shared memory") ? "s" : "", of(l, "occupancy.warps_per_sm"),
            out_number(l->m, "sm.warps"), PERCENT(l, WAIT_CAUSES));
}

void say_scattered(const struct look *l, FILE *to)
{
    fprintf(to, "an access touches %.1f cache lines (1 if neighbouring lanes read neighbouring words)",
            of(l, "sm.lines_per_access"));
}

void say_dram(const struct look *l, FILE *to)
{
    fprintf(to, "DRAM moves %.0f of %.0f GB/s (%.0f %%)", of(l, "bandwidth.dram_gb_per_s"),
            of(l, "bandwidth.dram_peak_gb_per_s"), 100 * of(l, "bandwidth.dram_used"));
}

void say_camping(const struct look *l, FILE *to)
{
    fprintf(to, "one of the %.0f slices of the L2 takes %.0f %% of its requests, %.1f times as many as the mean one",
            out_number(l->m, "l2.slices"), 100 * of(l, "l2.busiest") / fmax(of(l, "l2.access"), 1), look_busiest(l));
}

void say_rows(const struct look *l, FILE *to)
{
    fprintf(to, "DRAM finds its row open for %.0f %% of the requests, which wait %.0f cycles for it to open others",
            100 * of(l, "dram.row_hit_rate"), look_dram_wait(l));
}

void say_spills(const struct look *l, FILE *to)
{
    fprintf(to, "%.0f %% of the memory instructions go to local memory: registers that were spilled, or arrays",
            100 * look_local(l));
}

void say_atomics(const struct look *l, FILE *to)
{
    double n = of(l, "l2.atomic");
    fprintf(to, "%.0f %% of what reaches the L2 is atomic", 100 * n / fmax(of(l, "l2.access"), 1));
}

void say_thrash(const struct look *l, FILE *to)
{
    fprintf(to, "the L1 evicts what is read again: %.0f %% of its reads miss, and the L2 has %.0f %% of them",
            100 * of(l, "l1.miss") / fmax(of(l, "l1.read"), 1), 100 * of(l, "l2.read_hit_rate"));
}

void say_mshrs(const struct look *l, FILE *to)
{
    fprintf(to, "the L1's %.0f MSHRs are all in use: loads wait for one in %.0f %% of the issue slots",
            out_number(l->m, "l1.mshrs"), PERCENT(l, "l1_mshr"));
}

void say_merges(const struct look *l, FILE *to)
{
    fprintf(to, "too many loads of one line: its MSHR takes no more in %.0f %% of the issue slots",
            PERCENT(l, "l1_merge"));
}

void say_lines(const struct look *l, FILE *to)
{
    fprintf(to,
            "every line of a set of the L1 waits for its data, so that the next miss has none: %.0f %% of the issue "
            "slots",
            PERCENT(l, "l1_assoc"));
}

void say_behind(const struct look *l, FILE *to)
{
    fprintf(to,
            "the network and the L2 take misses too slowly (load of the reply network %.0f %%): %.0f %% of the issue "
            "slots",
            100 * of(l, "network.reply.load"), PERCENT(l, "l1_missq"));
}

void say_rate(const struct look *l, FILE *to)
{
    fprintf(to, "the L1 is at its rate, %.1f lines an access: %.0f %% of the issue slots",
            of(l, "sm.lines_per_access"), PERCENT(l, "l1_other"));
}

void say_banks(const struct look *l, FILE *to)
{
    fprintf(to, "a shared-memory access takes %.1f extra cycles for bank conflicts", look_conflicts(l));
}

void say_shared(const struct look *l, FILE *to)
{
    double shared = of(l, "sm.shared_instrs"), constants = of(l, "sm.const_instrs"),
           textures = of(l, "sm.tex_instrs");
    fprintf(to, "the LSU is full of accesses to %s in %.0f %% of the issue slots",
            shared >= fmax(constants, textures) ? "shared memory"
            : constants >= textures             ? "constants, one at a time where lanes read different ones"
                                                : "textures",
            PERCENT(l, "lsu_full"));
}

void say_uncached(const struct look *l, FILE *to)
{
    double skip = of(l, "l1.skip");
    fprintf(to, "%.0f %% of the loads go past the L1 (volatile, .cg)", 100 * skip / fmax(skip + of(l, "l1.read"), 1));
}

void say_divergence(const struct look *l, FILE *to)
{
    fprintf(to, "%.1f of %.0f lanes are active in an instruction", of(l, "sm.simd_efficiency"),
            out_number(l->m, "sm.lanes"));
}

void say_latency(const struct look *l, FILE *to)
{
    fprintf(to, "warps wait for loads in %.0f %% of the issue slots, %.0f cycles a load, and DRAM is %.0f %% used",
            PERCENT(l, "memory"), of(l, "sm.load_latency"), 100 * of(l, "bandwidth.dram_used"));
}

void say_arithmetic(const struct look *l, FILE *to)
{
    fprintf(to, "warps wait for results of arithmetic in %.0f %% of the issue slots, with %.1f warps an SM",
            PERCENT(l, "alu"), of(l, "occupancy.achieved_warps"));
}

void say_expanded(const struct look *l, FILE *to)
{
    fprintf(to,
            "divisions, roots and others that take several machine instructions: these fill %.0f %% of the issue "
            "slots",
            PERCENT(l, "expanded"));
}

void say_barriers(const struct look *l, FILE *to)
{
    fprintf(to, "warps wait at barriers in %.0f %% of the issue slots", PERCENT(l, "barrier"));
}

void say_fences(const struct look *l, FILE *to)
{
    fprintf(to, "warps wait at memory fences in %.0f %% of the issue slots, %.1f fences a warp", PERCENT(l, "fence"),
            of(l, "sm.fences") / fmax(of(l, "sm.warps"), 1));
}

void say_drain(const struct look *l, FILE *to)
{
    fprintf(to, "warps that have ended wait for their last stores and atomics in %.0f %% of the issue slots",
            PERCENT(l, "drain"));
}

/* The unit that its instructions keep busy longest, at the machine's rates. */
static const char *busiest(const struct look *l)
{
    static const char *const units[][3] = {{"op.alu", "rate.alu", "integer"},
                                           {"op.mul", "rate.mul", "integer multiplication"},
                                           {"op.fp32", "rate.fp32", "f32"},
                                           {"op.fp64", "rate.fp64", "f64"},
                                           {"op.sfu", "rate.sfu", "special-function"},
                                           {"op.cvt", "rate.cvt", "conversion"},
                                           {"op.shfl", "rate.shfl", "shuffle"}};
    const char *best = "execution";
    double most = 0;
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        double busy = of(l, units[i][0]) * fmax(out_number(l->m, units[i][1]), 1);
        if (busy > most) {
            most = busy;
            best = units[i][2];
        }
    }
    return of(l, "op.tensor") > 0 ? "execution" : best;
}

void say_units(const struct look *l, FILE *to)
{
    fprintf(to, "execution units are busy in %.0f %% of the issue slots, mostly the %s units",
            PERCENT(l, "unit_busy"), busiest(l));
}

void say_fetch(const struct look *l, FILE *to)
{
    fprintf(to, "instructions are fetched too slowly in %.0f %% of the issue slots", PERCENT(l, "fetch"));
}

void say_policy(const struct look *l, FILE *to)
{
    fprintf(to, "ready warps are held back by the scheduling policy in %.0f %% of the issue slots",
            PERCENT(l, "throttled"));
}

void say_dual(const struct look *l, FILE *to)
{
    fprintf(to, "a second instruction finds no place beside the first in %.0f %% of the issue slots",
            PERCENT(l, "dual"));
}

void say_order(const struct look *l, FILE *to)
{
    fprintf(to, "stores wait until the LSU has sent the warp's loads in %.0f %% of the issue slots",
            PERCENT(l, "lsu_order"));
}

void say_line(const struct look *l, FILE *to)
{
    u32 line = 0;
    double of_blame = 0;
    const char *cause = "";
    double share = where_most(l, &line, &of_blame, &cause);
    fprintf(to, "%s:%u is to blame for %.0f %% of the issue slots, %.0f %% of all that are lost, mostly: %s",
            out_base_name(l->lines->file), line, 100 * share, 100 * of_blame, out_slot_words(cause));
}
