/* The machine: SMs and memory partitions as units that run alone for a window of time no longer than the network's
   least latency, and then exchange packets. CTAs are emulated, placed and collected between windows, or in the order
   of time when units have stopped within one for an instruction that depends on it (gates.c): always on one thread
   and in a fixed order, so results are the same for any number of threads.

   Where windows begin and end changes nothing. CTAs that have ended are looked at in the order of the cycles in which
   they did; one that takes a place which became free in cycle t starts in t + gpu.cta_dispatch, which no window
   reaches that begins before t. A launch ends with the cycle in which its last CTA did (every store answered), with
   write-back L1s when all is written back; windows become short when that may be near, so that it ends where a window
   does. The next launch begins there, or when the memory is idle. */
#ifndef SLUICE_GPU_GPU_H
#define SLUICE_GPU_GPU_H
#include "gpu/config.h"
#include "sm/sm.h"
#include "stream/stream.h"

enum gpu_status {
    GPU_DONE,
    GPU_FAULT,   /* the source says that the program is at fault; the record holds what was simulated so far */
    GPU_LIMIT,   /* gpu_options.max_cycles, or what gpu_allow gave, is reached; this and all later launches */
    GPU_REFUSED, /* the launch needs more than an SM has: figures in the diag */
    GPU_CORRUPT, /* a trace is broken */
    GPU_STUCK    /* gpu.watchdog or gpu.freeze: a sentence is in the diag */
};

struct gpu_record { /* what one launch did; counters are of this launch alone; but for occupancy.limiter no pointers:
                       it is kept as bytes (cuda/journal.h) */
    char name[256];
    u32 grid[3], block[3];
    u32 regs_per_thread, shared_bytes, warps_per_cta;
    u64 n_ctas;
    u32 status; /* enum gpu_status */
    struct occupancy occupancy;
    struct local_split split;
    u64 start, cycles;              /* core cycles; start counts from the machine's first launch */
    u64 overlap;                    /* those of them that are counted for another launch, which shared the machine */
    u64 together;                   /* launches of its span (gpu_launch_together), 0: it had the machine to itself */
    u64 first_cycles, first_instrs; /* gpu_allow: what was done up to `half`; 0: ended before */
    struct sm_stats sm;
    struct slot_stats slot;
    struct op_stats op;
    struct energy_stats energy;
    u64 lsu_own[LSU_POOL]; /* counters of the LSUs (lsu_pool) */
    struct mem_stats mem;
    u64 pipe[U_NONE]; /* cycles of units by enum sm_unit, of all SMs: sm_count_pipes */
};

struct gpu_progress { /* reported about twice a second of host time, and at the end of a launch */
    const char *kernel;
    u64 ctas_done, n_ctas;
    u64 cycles;     /* of this launch */
    double seconds; /* host time of this launch */
    bool over;
};

struct gpu_options {
    u32 threads;                                           /* 1: only the caller's */
    u64 max_cycles;                                        /* in all launches together; 0: no limit */
    u64 sample;                                            /* cycles between samples (sample.h); 0: none */
    bool lines;                                            /* what each instruction costs */
    bool timeline;                                         /* which CTA ran when and where */
    u32 timeline_warps;                                    /* the states of the warps of so many SMs */
    const volatile int *stop;                              /* not 0: stop as at max_cycles; or NULL */
    void (*progress)(void *, const struct gpu_progress *); /* NULL: silent */
    void *progress_arg;
};

struct gpu;
struct gpu *gpu_new(const struct machine_config *, const struct gpu_options *, struct diag *); /* NULL: errors in d */
void gpu_free(struct gpu *);
/* Times one launch. The source is used by the caller's thread only. */
enum gpu_status gpu_launch(struct gpu *, struct stream_source *, struct gpu_record *, struct diag *);
/* Several launches that share the machine, from when it is empty until it is empty again (together.c). */
struct gpu_offer { /* a launch that can be made */
    struct stream_source *src;
    struct gpu_record *record; /* where its record goes */
    int priority;
    bool asks;   /* its kernel may launch kernels: gpu_director.arrives */
    bool nested; /* a kernel has launched it */
    bool whole;  /* its CTAs wait for each other: they are placed when there is room for all of them */
    u64 start,
        ready; /* cycle it is counted from; cycle before which no CTA starts; a launch by the host leaves both */
};
struct gpu_director { /* the source of launches; its functions are called by the caller's thread */
    /* The next launch that can be made now (core cycle `cycle`); false: none. `more`, also set by `arrives`: one may
       come when a running launch has ended, or later. */
    bool (*next)(struct gpu_director *, u64 cycle, struct gpu_offer *);
    void (*ended)(struct gpu_director *, struct gpu_record *, u64 cycle); /* all of it is done, or it was refused */
    /* The least gpu_arrival of the launches that kernels have asked for and that wait only for their time; from then
       on `next` returns it. NEVER: none. NULL: kernels ask for none. */
    u64 (*arrives)(struct gpu_director *);
    bool more;
};
/* The cycle at which a launch joins those on the machine, if it could be made since cycle `known` and has its first
   CTA in `ready`: the last multiple of gpu.cta_dispatch before `ready`, but not before it was known. */
u64 gpu_arrival(const struct gpu *, u64 known, u64 ready);
/* GPU_DONE also if there was no launch. GPU_REFUSED is in the launch's own record; any other status stops all running
   launches. Counters of a record are complete when this returns. */
enum gpu_status gpu_launch_together(struct gpu *, struct gpu_director *, struct diag *);
bool gpu_shares(const struct gpu *); /* can launches share the machine, with these parameters and options? */
/* The host copies so many bytes to the device before the next launch (l2.copies). Takes no time. */
void gpu_copy(struct gpu *, u64 address, u64 bytes);
/* The next launch may take so many core cycles, and records what it did in the first `half` of them (0: not). A
   launch that reaches the end stops there with GPU_LIMIT, and the machine cannot be used again: gpu_again makes a new
   one with empty caches, which takes over the rows by SM, and frees the old one. NULL: errors in d. */
void gpu_allow(struct gpu *, u64 cycles, u64 half);
struct gpu *gpu_again(struct gpu *, const struct machine_config *, struct diag *);
/* The next launch's first CTA starts so many core cycles from now, whatever gpu.launch says. */
void gpu_start_in(struct gpu *, u64 cycles);
u64 gpu_cycles(const struct gpu *);     /* simulated core cycles since the first launch */
double gpu_seconds(const struct gpu *); /* the same in simulated seconds */

/* The statistics of a record ("l1" -> l1.hit), offsets within struct gpu_record. Fills out and returns how many. */
#define GPU_MAX_STAT_GROUPS 40
u32 gpu_stat_groups(struct decl_stat_group out[GPU_MAX_STAT_GROUPS]);
/* What one SM did in all launches so far; false: there is no such SM. Between launches only. */
struct gpu_sm_row {
    struct sm_stats sm;
    struct slot_stats slot;
    struct l1_stats l1;
};
bool gpu_sm_row(const struct gpu *, u32 sm, struct gpu_sm_row *);
u32 gpu_sm_groups(struct decl_stat_group out[GPU_MAX_STAT_GROUPS]);         /* offsets within struct gpu_sm_row */
void gpu_record_add(struct gpu_record *sum, const struct gpu_record *more); /* for totals */

#endif
