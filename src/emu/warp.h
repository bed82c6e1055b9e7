/* Inside emu/: a warp at run time, its CTA and its launch. */
#ifndef SLUICE_EMU_WARP_H
#define SLUICE_EMU_WARP_H
#include "emu/park_state.h"
#include "emu/prog.h"

#define N_BARRIERS 16
#define N_GROUPS 8 /* of four warps, in a CTA */
/* On a machine, how often a warp that waits at an mbarrier or for its cluster checks again, in cycles (guess), and
   for how many nanoseconds at most if the program gives no limit (guess). */
#define SUSPEND_CYCLES 16
#define SUSPEND_LIMIT 1000000
struct stack_entry { /* a waiting path: to run from pc with mask until rpc */
    u64 mask;
    u32 pc, rpc;
    bool is_call; /* pc follows a call: leave the callee's frame */
    bool yielded; /* it yielded while it waited: see cta_unstick */
};

struct call { /* what a return needs */
    const struct uop *site;
    const struct prog_func *caller, *callee;
    u64 mask;
    u32 fp;         /* caller's frame */
    size_t save_at; /* registers of a recursive caller, in w->save */
};

struct warp {
    u8 *base[2]; /* register file; constants - 1 */
    u64 *pred;
    u64 active, alive; /* lanes on this path; lanes that have not exited */
    u64 cc;            /* carry flags */
    u32 lanes, pc, rpc, index;
    struct cta *cta;
    struct launch *launch;
    const struct prog_func *func;
    VEC(struct stack_entry) stack;
    VEC(struct call) calls;
    VEC(u8) save;
    u32 fp;          /* local memory: frame of the running function */
    u32 *local;      /* word-interleaved: local[word * lanes + lane] */
    u32 local_bytes; /* of a thread, as far as allocated */
    u64 instrs;      /* executed so far: the clock */
    u8 state;        /* enum warp_state */
    u8 gate;         /* enum gate_phase of the current memory instruction */
    u8 bar_id;
    const struct uop *bar_uop;
    u64 bar_exec;
    u64 spin_at, spin_hash; /* endless-loop detection: see cta.c */
    u32 spin_power, spin_left;
    bool spins;
    bool parked;  /* until one of its watched words is written: park.c */
    bool slept;   /* it sleeps in its loop, and its other paths have had their turns */
    u32 watches;  /* its first entry in launch->park.pool */
    u64 polls;    /* instructions executed whose results depend on other warps */
    u64 yield_at; /* yield_at: changes when it last yielded to another of its paths; how often since */
    u32 yields;
    u32 alone_at;        /* the instruction here is executed without the missing lanes of its member mask */
    u32 again;           /* on a machine: cycles after which its instruction is performed again */
    u64 suspended_at;    /* since when it waits so, in nanoseconds + 1; 0: it does not */
    u64 cluster_arrived; /* lanes waiting for their cluster in this phase */
    u32 cluster_phase;
    bool calling;            /* on a machine: inside a system call that takes time */
    u64 extra;               /* instructions executed inside it */
    bool cluster_waits, met; /* at barrier.cluster.wait; its group has arrived at the current instruction */
    u64 last_load;           /* address of the last global load, and its instruction; mbarrier: its state */
    const struct uop *last_load_uop;
    struct stream_writer out;
    struct native_code *native; /* translated code, while the warp runs it: native.h */
    u64 *uni;                   /* its values that are equal in all lanes */
    _Alignas(128) u8 tmp[64 * 8];
    u64 addr[64];
};
enum warp_state { WARP_READY, WARP_AT_BARRIER, WARP_GATED, WARP_ENDED }; /* gated: waits for its time */
/* An instruction that depends on time is executed in two steps: it is written to the stream with its addresses, and
   takes effect when timing has issued it. Others do both at once. */
enum gate_phase { GATE_NONE, GATE_ANNOUNCE, GATE_PERFORM, GATE_WATCH /* both at once, and reads are noted */ };

struct barrier {
    u32 arrived;     /* threads */
    u32 expected;    /* 0: every thread that has not exited */
    u32 red_count;   /* threads whose predicate held */
    u32 red_threads; /* threads that took part in bar.red */
};

struct cta {
    struct launch *launch;
    u64 index;
    u32 id[3], sm; /* %smid: 0 without a machine */
    u32 n_warps, n_ended;
    bool asleep; /* every warp that is not at a barrier is parked */
    struct warp *warps;
    u8 *regs, *shared;
    u64 *preds, *uni;                           /* uni: native code's */
    struct cluster *cluster;                    /* NULL: a cluster of its own */
    u8 *shared_written;                         /* check_uninit: one byte a byte */
    struct barrier bars[N_BARRIERS + N_GROUPS]; /* the last N_GROUPS are for the warps of a group: cta_meet */
    struct stream *streams;
    struct stream_cta *known_as; /* the machine's structure for it */
    struct cta *next_free;
};

struct launch { /* emu_source embeds it */
    struct emu_device *dev;
    struct prog *prog;
    struct emu_kernel *kernel;
    struct native_code *native; /* for CTAs that start; NULL: none so far */
    u32 grid[3], block[3], threads, n_warps, lanes;
    u32 cluster[3], cluster_ctas, cluster_barrier; /* its CTAs; timed: cycles of its barrier */
    bool explicit_cluster;
    struct cluster *clusters; /* that run */
    struct copies copies;     /* timed: bulk copies */
    struct nested_asked asked;
    u64 n_ctas;
    u32 sms, shared_bytes, dynamic_shared, local_limit, local_stride, seat; /* seat: %envreg31 */
    u8 *params;
    u32 param_bytes;
    bool discard, timed;       /* timed: stops at gates, until source_perform says when */
    bool yields;               /* only waiting happens: waiting paths yield to others of their warp */
    u64 cycle, nanos;          /* of the instruction being performed */
    u64 clock_reads;           /* timed: so far */
    u64 heap_free, print_free; /* timed: the cycle from which the heap is free, and printing */
    u32 slice;                 /* instructions that a warp executes in its turn: functional runs */
    u64 part, stride;          /* emu_launch.part; the step from one of its CTAs to the next */
    u8 order, turns;           /* enum emu_order; turns of a CTA before the next one gets some: likewise */
    u8 pace;                   /* of the clock, in ticks an instruction: likewise */
    bool parks;                /* functional runs: polling warps are parked */
    bool quiet_local; /* stores to local memory do not count as changes, since the warp's state includes it */
    struct park park;
    u64 passed, pass, passed_at; /* on the clock while all warps wait: so far, next; changes then */
    u64 changes;                 /* stores, and atomics that changed something */
    u64 steps_left;
    struct emu_counts counts;
    struct emu_fault fault;
    struct cta *free_ctas;
    struct stream_pool pool;
    FILE *out;
};

static inline const void *lanes_at(const struct warp *w, u32 off)
{
    return w->base[off & 1] + off;
}
static inline void *reg_at(const struct warp *w, u32 off)
{
    return w->base[0] + off;
}

static inline void warp_count(struct warp *w, u64 n, u64 exec)
{
    w->instrs += n;
    w->launch->counts.thread_instrs += n * popcount64(exec);
}

static inline bool is_bar_red(const struct ptx_instr *in)
{
    return in->sub == SUB_AND || in->sub == SUB_OR || in->sub == SUB_POPC;
}

void blend(const struct warp *w, void *dst, const void *src, u32 words, u64 mask); /* of its lanes */
enum warp_stop warp_run(struct warp *w, u64 budget);
bool warp_perform(struct warp *w); /* performs the instruction at which it is gated; false: fault */
/* sync.c: can the active lanes execute u (UK_SYNC) now? False: continue at w->pc, perhaps on another path. */
bool warp_sync(struct warp *w, const struct uop *u);
void warp_pop(struct warp *w); /* continues with the path on top of the stack, or ends */
void warp_exit_lanes(struct warp *w, u64 lanes);
void warp_leave_frame(struct warp *w);
bool warp_need_local(struct warp *w, u64 bytes);

struct cta *cta_new(struct launch *l);
void cta_start(struct cta *c, u64 index);
void cta_free(struct cta *c);
bool cta_stuck(const struct cta *c); /* no warp can continue until memory changes */
bool cta_unstick(struct cta *c);     /* lets waiting paths yield to others of their warp; false: none can */
bool cta_fault_spin(struct cta *c);  /* false: reported */
enum warp_stop cta_arrive(struct warp *w, struct uop *u, u64 exec, u32 id, u32 threads, bool wait);
/* One turn of every warp. */
enum cta_state {
    CTA_GOES_ON,
    CTA_WAITS /* for gates, or for memory to change */,
    CTA_ENDED,
    CTA_FAULT
} cta_turn(struct cta *c, u64 slice);
/* Performs the instruction at which a warp is gated, and continues it. False: fault. */
bool cta_perform(struct cta *c, u32 warp, u64 slice);

/* fault.c: fills launch->fault (the first one stays) and returns false */
bool fault_at(struct warp *w, const struct uop *u, u32 lane, u8 kind, u64 addr, u64 bytes, const char *fmt, ...)
    __attribute__((format(printf, 7, 8)));
/* The fault is only reported, once an instruction, and cleared (emu_options.tolerant); false: it stands. */
bool fault_tolerated(struct launch *l, const struct uop *u);
void fault_tell(struct launch *l, const struct uop *u); /* reports it, once an instruction, and clears it */
bool fault_address(struct warp *w, const struct uop *u, u32 lane, u64 addr, u64 bytes);

bool print_vprintf(struct warp *w, const struct uop *u, u32 lane, u64 format, u64 args, u32 *written);
/* One lane's generic memory, byte by byte checked; false: not valid. */
bool lane_read(struct warp *w, u32 lane, u64 addr, void *to, u64 n);

#endif
