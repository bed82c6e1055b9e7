/* What the files of gpu/ share. */
#ifndef SLUICE_GPU_INTERNAL_H
#define SLUICE_GPU_INTERNAL_H
#include "gpu/ahead.h"
#include "gpu/crew.h"
#include "gpu/cta_sched.h"
#include "gpu/feed.h"
#include "gpu/gpc.h"
#include "gpu/gpu.h"
#include "gpu/grid.h"
#include "gpu/sample.h"
#include "mem/memsys.h"
#include "mem/unit.h"
#include "sm/sm.h"

void gpu_energy(struct gpu_record *, const struct machine_config *); /* energy.c: of the counters that it has */

struct gpu {
    struct arena arena;
    struct sm_kernels kernels; /* in it */
    struct machine_config cfg;
    struct local_split split; /* of an SM's storage, since the last launch */
    struct machine_clocks clocks;
    struct gpu_options opt;
    struct memsys mem;
    struct sm *sms;
    u32 n_sms, n_clusters, n_units;
    cyc window;      /* how long units may run alone: the network's least latency */
    bool turns;      /* clusters and partitions may run in turn (crew.c), each for up to two such windows */
    cyc longest_run; /* the longest time for which clusters then run alone */
    cyc span;        /* the longest window now: no CTA that takes another's slot starts within it */
    cyc reach;       /* the same limit for clusters that run in turn */
    cyc safe;        /* the launch cannot end before this tick */
    cyc limit;       /* stop here; NEVER: no limit */
    struct {
        u64 cycles, half;        /* gpu_allow; cycles 0: no such limit */
        cyc end, half_at, limit; /* ticks, of the running launch; limit: g->limit without gpu_allow */
    } allow;
    u64 start_in;    /* gpu_start_in, for the next launch; NEVER: gpu.launch */
    cyc now;         /* everything before is simulated */
    cyc from;        /* start of the window that runs; where threads run several in a row, of the first */
    cyc **next;      /* by unit: its next tick, kept up to date between windows (worker.next) */
    cyc soonest;     /* least of `next` */
    cyc feed_min;    /* least of `feed_at` */
    bool ended;      /* a CTA has ended since feed_collect last looked */
    bool fault;      /* the program's, at a gated instruction */
    bool asked;      /* a kernel has launched another, in this window */
    bool quick;      /* the units_quick of now */
    bool draining;   /* the kernel is over: SMs are not ticked any more */
    bool stop_empty; /* a unit stops with the cycle in which its last CTA ends */
    bool stopped;
    struct crew crew;
    struct ahead ahead;
    struct gpcs gpcs;
    struct grid grids[GPU_GRIDS];
    u32 n_grids;               /* entries of grids that were used since the machine was empty */
    u8 *grid_at;               /* by CTA slot of each SM: index of its CTA's grid */
    bool gated;                /* streams may stop at gated instructions */
    struct together *together; /* several launches share the machine; NULL: they do not */
    cyc pitch;                 /* windows end at multiples of this, if launches share the machine; 0: anywhere */
    bool paced;                /* CTAs are placed and collected only there; otherwise whenever some have ended */
    cyc arrival;               /* tick at which a launch that a kernel asked for joins; NEVER: none */
    u32 longest;               /* the SM that last guaranteed that the launch goes on: see plan_windows */
    struct stream_cta *ctas;   /* one for each CTA slot of each SM */
    cyc *feed_at;              /* by SM: when its streams are looked at next; no warp can run dry before */
    u64 *received;             /* by SM: when it has received all bulk copies to several CTAs; parts of a cycle */
    u64 *gates_done;           /* by SM: cycle of the gated instructions that were performed last; NEVER: none */
    u64 *gates;                /* gates.c: units that have stopped, a heap */
    u32 n_gates, *gates_now;   /* the units that stopped in the earliest cycle */
    u64 end;                   /* cycle after the one in which the last CTA ended */
    struct {                   /* the watchdog */
        cyc at;
        u64 moves;
    } watch;
    struct mem_stats before;    /* at the start of the kernel */
    struct gpu_sm_row *sm_rows; /* by SM: all launches so far */
    struct sampler sampler;
};

static inline struct grid *grid_of(struct gpu *g, u32 sm, u32 slot) /* the launch of the CTA in this slot */
{
    return &g->grids[g->grid_at[sm * g->cfg.sm.ctas + slot]];
}
/* gpu.c: the stages of a launch, which together.c calls in another order */
enum gpu_status gpu_drain(struct gpu *, struct diag *);
u64 gpu_launch_end(const struct gpu *); /* the part of gpu.launch that comes after the last instruction */
u64 gpu_launch_cycles(const struct gpu *, const struct grid *); /* cycles of the launch besides its CTAs */
enum gpu_status gpu_run_windows(struct gpu *, struct gpu_record *, struct diag *);
/* Checks the launch and makes a grid of it; GPU_REFUSED: it does not fit. */
enum gpu_status gpu_admit(struct gpu *, struct grid *, struct stream_source *, struct gpu_record *, struct diag *);
void gpu_gather_sm(struct gpu *, u32 sm, const struct grid *, cyc now); /* adds what the SM did for this launch */
void gpu_begin_time(struct gpu *);
/* together.c: after CTAs ended in `cycle` and were collected; false: the program is at fault */
bool together_ended(struct gpu *, u64 cycle);
/* CTAs may be placed in a span of several launches: only at multiples of gpu.pitch */
bool together_paced(const struct gpu *, bool unplaced);
bool together_asks(const struct gpu *); /* kernels may launch kernels: windows end at these multiples */
/* Everything before g->now is simulated: launches that kernels have asked for join if their time has come. False: the
   program is at fault. */
bool together_arrivals(struct gpu *);
/* The next window's start, if nothing happens between `now` and `soonest`; and its end. Where the launch may end
   within the window, it goes cycle by cycle, so that the window ends with the launch. */
static inline cyc window_from(const struct gpu *g, cyc now, cyc soonest)
{
    return g->cfg.gpu.skip ? MAX(now, soonest) : now;
}
static inline cyc window_until(const struct gpu *g, cyc from)
{
    cyc until = from + g->span;
    if (g->pitch)
        until = MIN(until, (from / g->pitch + 1) * g->pitch);
    if (until > g->safe) {
        cyc cycle = (from / g->clocks.core + 1) * g->clocks.core;
        until = MIN(until, MAX(g->safe, cycle));
    }
    return MIN(until, MIN(g->limit, g->feed_min));
}
/* The SM has issued gated instructions. If the lanes between had nothing to do, one that follows another directly
   appears when the first has been performed, but issues in the SM's next cycle. */
static inline bool sm_at_gate(const struct gpu *g, u32 sm)
{
    return g->sms[sm].n_gates && g->sms[sm].cycle != g->gates_done[sm];
}
/* gates.c: all other units have run the window that ends at `until`; those that stopped within it for a gated
   instruction (worker.stopped) go on to its end. By the caller's thread, while the others wait. */
void gates_run(struct gpu *, cyc until);
/* window.c */
/* Returns its next tick. When an SM of the unit issues a gated instruction, the unit stops with that core cycle. */
cyc unit_run(struct gpu *, u32 unit, cyc from, cyc until);
cyc unit_next(const struct gpu *, u32 unit);
bool unit_frozen(const struct gpu *, u32 unit);
bool units_quick(const struct gpu *); /* can unit_run take its short form? */
/* jitter.c */
void ideal_machine(struct machine_config *); /* ideal.c: ideal.*, where other parameters can say it */
void ideal_occupancy(const struct machine_config *, const struct stream_kernel *, struct occupancy *);
u64 ideal_idle(const struct machine_config *, const struct gpu_record *, u64 launch_cycles);
void jitter_machine(struct machine_config *);            /* changes the latencies by gpu.jitter */
u64 jitter_phase(const struct gpu *, u64 cta, u64 from); /* cycles by which the start of a CTA is delayed */
/* record.c */
void gpu_stats_since(struct mem_stats *, const struct mem_stats *before);
/* deadlock.c: a trace's fault, what was asked for (gpu.freeze, gpu.watchdog), or ours, which does not return. The
   sentence is in d; src may be NULL when only the memory is left. */
enum gpu_status deadlock(struct gpu *, const struct stream_source *, bool watchdog, struct diag *);

#endif
