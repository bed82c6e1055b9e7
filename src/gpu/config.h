/* A machine: every parameter of every part, from a preset under machines/, a file, or --set. */
#ifndef SLUICE_GPU_CONFIG_H
#define SLUICE_GPU_CONFIG_H
#include "energy/energy.h"
#include "gpu/cta_sched.h"
#include "gpu/heap.h"
#include "gpu/local.h"
#include "mem/memsys.h"
#include "sm/copier.h"
#include "sm/params.h"

#define GPU_COHERENCE_WORDS(X)                                                                                       \
    X(COHERENCE_NONE, "none", "nothing")                                                                             \
    X(COHERENCE_MESI, "mesi", "a MESI directory")
DECL_CHOICE(gpu_coherence, GPU_COHERENCE_WORDS);
#define GPU_FREEZE_WORDS(X)                                                                                          \
    X(FREEZE_NOTHING, "nothing", "")                                                                                 \
    X(FREEZE_SM, "sm", "the first SM")                                                                               \
    X(FREEZE_MEMORY, "memory", "the first memory partition")                                                         \
    X(FREEZE_ERROR, "error", "likewise, and what comes of it counts as an error of the simulator's own: for tests")
DECL_CHOICE(gpu_freeze, GPU_FREEZE_WORDS);

#define GPU_PARAMS(P, B, E)                                                                                          \
    P(sms, 15, 1, 1024, "SMs", "streaming multiprocessors (paper)")                                                  \
    P(sms_per_cluster, 1, 1, 64, "SMs", "SMs that share a network port (paper)")                                     \
    P(gpcs, 0, 0, 64, "GPCs",                                                                                        \
      "groups of SMs that clusters are placed in, each in one; 0: no groups, CTAs of a cluster go to any SMs "       \
      "(measured)")                                                                                                  \
    P(gpc_small, 0, 0, 1024, "SMs",                                                                                  \
      "SMs of a GPC that is smaller than those of gpu.gpcs; 0: there is none "                                       \
      "(measured)",                                                                                                  \
      WHEN("gpu.gpcs", "!0"))                                                                                        \
    P(gpc_lone, 0, 0, 1024, "SMs",                                                                                   \
      "SMs that are in no GPC but in pairs, for clusters of at most two CTAs "                                       \
      "(measured)",                                                                                                  \
      WHEN("gpu.gpcs", "!0"))                                                                                        \
    P(clock, 700, 1, 100000, "MHz", "core clock (paper)")                                                            \
    P(capability, 70, 10, 999, "",                                                                                   \
      "compute capability that programs are told, times ten (20: 2.0); sm.isa=sm90: kernels with instructions that " \
      "need more are refused (datasheet)")                                                                           \
    E(cta_sched, cta_policy, 0, "which SM gets the next CTA (paper)")                                                \
    E(coherence, gpu_coherence, COHERENCE_NONE, "what keeps L1s coherent (paper)")                                   \
    P(cta_dispatch, 40, 1, 100000, "cycles",                                                                         \
      "delay from the end of a CTA to the start of the next one in its place (guess; 225 measured on an H200, 1 in " \
      "GPGPU-Sim)")                                                                                                  \
    P(cta_spacing, 0, 0, 1000000, "cycles / 1000",                                                                   \
      "least time between the starts of two CTAs on the chip; with gpu.cta_pair only of CTAs that take the place "   \
      "of another (measured)")                                                                                       \
    P(cta_pair, 0, 0, 1000000, "cycles / 1000",                                                                      \
      "a launch's first CTAs start on all pairs of SMs (2i and 2i + 1) at the same time, and on one pair this long " \
      "after each other; 0: see gpu.cta_spacing (measured)")                                                         \
    P(cta_pair_warp, 0, 0, 1000000, "cycles / 1000",                                                                 \
      "the same delay for each warp of the CTA; the longer one applies (measured)")                                  \
    P(cta_retire, 0, 0, 1000000, "cycles / 1000",                                                                    \
      "least time between the ends of two CTAs that a launch's end waits for (measured)")                            \
    P(cta_cold, 0, 0, 100000, "cycles",                                                                              \
      "extra delay of an SM's first CTA in a launch, while its instructions and constants are fetched (measured)")   \
    P(cta_emptied, 0, 0, 100000, "cycles",                                                                           \
      "further delay of an SM's first CTA if the L2 is emptied before each launch (l2.invalidate), so that its "     \
      "code comes from memory (measured)")                                                                           \
    P(cluster_barrier, 0, 0, 100000, "cycles",                                                                       \
      "clusters: delay from the last arrival at barrier.cluster until its threads continue (measured)",              \
      WHEN("sm.isa", "sm90"))                                                                                        \
    P(launch, 0, 0, 1000000, "cycles",                                                                               \
      "cycles of a launch besides its CTAs, part of the kernel's time; all but gpu.drain lies before the first CTA " \
      "starts (measured)")                                                                                           \
    P(launch_memory, 0, 0, 100000, "cycles",                                                                         \
      "added to gpu.launch if the kernel accesses global or local memory (measured)")                                \
    P(drain, 0, 0, 1000000, "cycles",                                                                                \
      "part of gpu.launch that lies after the kernel's last instruction; stores and atomics in flight delay the "    \
      "kernel's end only if they take longer (measured)")                                                            \
    P(launch_device, 0, 0, 10000000, "cycles",                                                                       \
      "launches from a kernel: how long the call holds the launching warp; 0: no time, and what is launched takes "  \
      "gpu.launch as from the host (measured)")                                                                      \
    P(launch_child, 0, 0, 10000000, "cycles",                                                                        \
      "launches from a kernel: delay from the end of the call to the child's first CTA (measured)",                  \
      WHEN("gpu.launch_device", "!0"))                                                                               \
    P(launch_behind, 0, 0, 10000000, "cycles",                                                                       \
      "launches from a kernel: delay from the end of a child to the first CTA of the next child in its stream "      \
      "(measured)",                                                                                                  \
      WHEN("gpu.launch_device", "!0"))                                                                               \
    P(launch_tail, 0, 0, 10000000, "cycles",                                                                         \
      "launches from a kernel: delay from the end of the grid and its children to the first CTA of its first tail "  \
      "launch (measured)",                                                                                           \
      WHEN("gpu.launch_device", "!0"))                                                                               \
    P(launch_next_tail, 0, 0, 10000000, "cycles",                                                                    \
      "launches from a kernel: delay from the end of a tail launch to the first CTA of the next one (measured)",     \
      WHEN("gpu.launch_device", "!0"))                                                                               \
    P(sleep_most, 0, 0, 1 << 30, "ns",                                                                               \
      "longest nanosleep. It lasts until the clock's next multiple of the power of two above its argument (at most " \
      "gpu.sleep_tick; longer ones first pass whole ticks); below 32 ns it takes no time; 0: none does (measured)")  \
    P(sleep_least, 0, 0, 100000, "cycles", "least time of any nanosleep (measured)", WHEN("gpu.sleep_most", "!0"))   \
    P(sleep_tick, 2048, 1, 1 << 30, "ns", "longest tick of the clock that ends nanosleep (measured)",                \
      WHEN("gpu.sleep_most", "!0"))                                                                                  \
    P(watchdog, 1000000, 0, 1ull << 40, "cycles",                                                                    \
      "the run ends with a report if no instruction is issued and no request moves for this long; 0: never (guess)") \
    P(window, 0, 0, 1000000, "cycles",                                                                               \
      "most cycles that the parts of the machine are simulated alone before they exchange packets; 0: as many as "   \
      "the network allows; changes no result (debug)")                                                               \
    B(skip, true, "jump over cycles without work; off: the same results, more slowly (debug)")                       \
    B(plain, false,                                                                                                  \
      "simulate every stage in its general form, none in a faster one for common machines; the same results, more "  \
      "slowly (debug)")                                                                                              \
    P(jitter, 0, 0, 1000000, "",                                                                                     \
      "seed that moves L2, network and DRAM latencies by up to 1 cycle and the start of each CTA by up to 7: shows " \
      "which results are chance; 0: off (guess)")                                                                    \
    P(shuffle, 0, 0, 1000000, "",                                                                                    \
      "seed for another order in which the parts of the machine are simulated; changes no result (debug)")           \
    E(freeze, gpu_freeze, FREEZE_NOTHING, "what is never simulated, to provoke the deadlock report (debug)")
DECL_PARAMS(gpu, GPU_PARAMS);

struct machine_config {
    struct gpu_params gpu;
    struct sm_params sm;
    struct sched_params sched;
    struct lat_params lat;
    struct maws_params maws;
    struct rate_params rate;
    struct lsu_params lsu;
    u64 lsu_own[LSU_POOL]; /* parameters of the LSUs (lsu_pool) */
    struct icache_params icache;
    struct copy_params copy;
    struct local_params local;
    struct energy_params energy;
    struct heap_params heap;
    struct mem_config mem;
    char name[64];
    char file[512]; /* the preset's file, for messages; empty: defaults */
    char set[4096]; /* keys that machine_set changed since, each between blanks */
};

/* The groups of struct machine_config ("l1" -> l1.*), for --set, list, JSON. Fills out and returns how many. */
#define MACHINE_MAX_GROUPS 40
u32 machine_groups(struct decl_group out[MACHINE_MAX_GROUPS]);

void machine_defaults(struct machine_config *);
/* A preset's name ("gtx480") or a path ("my/machine.ini"). An unknown name is an error with the nearest preset. */
bool machine_load(struct machine_config *, const char *name_or_path, struct diag *);
/* "l1.mshrs=64"; "icc.entries?=96": only on machines where it applies. */
bool machine_set(struct machine_config *, const char *pair, struct diag *);
/* Rules between parameters; each that is broken is an error at the line of the file that sets it. */
bool machine_check(const struct machine_config *, struct diag *);
/* What its kernels are compiled for: target.c. The only way to the target of a machine. */
struct isa_target isa_target_of(const struct machine_config *);
bool machine_fits(const struct machine_config *, struct diag *); /* on this computer; fits.c */

/* Names of the presets, sorted; and their one-line descriptions. */
struct machine_list {
    struct arena arena;
    const char **names, **about;
    u32 n;
};
void machine_list(struct machine_list *, struct diag *);

struct machine_clocks { /* ticks a cycle of each clock takes; ticks a second */
    cyc core, noc, l2, dram;
    u64 hz;
};
struct machine_clocks machine_clocks(const struct machine_config *);

#endif
