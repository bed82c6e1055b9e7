/* One streaming multiprocessor: CTA and warp slots, schedulers, scoreboard, execution units, barriers and the LSU
   down to the front's port. Warps walk instruction streams; no value is ever seen here.

   A core cycle, in order: CTAs whose time it is start; replies of the caches reach the scoreboard; warps whose
   operands became ready join the ready set; each scheduler picks and issues; the LSU works for a cycle (lsu.h). A
   warp that issues in cycle c can issue again in c + 1 at the earliest.

   Nothing is scanned: a warp is in exactly one of the masks below, and moves on events. When no warp can issue the
   stage sleeps until a wheel slot, a unit, the LSU or a port wakes it, and the slots in between are charged as an
   interval. Leaves out: operand collectors, register bank conflicts between instructions, the result bus, replays. */
#ifndef SLUICE_SM_SM_H
#define SLUICE_SM_SM_H
#include <stdio.h>

#include "base/arena.h"
#include "mem/cluster.h"
#include "sm/copier.h"
#include "sm/kernel.h"
#include "sm/lsu.h"
#include "sm/params.h"
#include "sm/sched.h"
#include "sm/tenant.h"
#include "sm/watch.h"
#include "stream/stream.h"

#define WHEEL 64
#define SM_BARRIERS 16

/* The state of a warp; sm.in[state] is the mask of the slots in each. */
enum warp_state {
    W_FREE,
    W_READY,  /* operands there: may issue */
    W_TIMED,  /* its operands are ready in a known cycle: in the wheel */
    W_MEMORY, /* waits for an operand that a memory instruction brings */
    W_FENCE,  /* waits until its memory instructions are done */
    W_HELD,   /* at a barrier that it may not pass yet: the LSU holds requests of it that others could pass */
    W_BARRIER,
    W_JOIN,  /* waits for other contexts of its warp: split.h */
    W_LED,   /* issues with another context of its warp: split_group.c */
    W_DRY,   /* the stream has no further instruction yet */
    W_DRAIN, /* finished, with memory instructions in flight */
    W_STATES
};

struct warp { /* a slot: what a warp has once, however many contexts it is split into */
    u64 age;
    u64 contexts; /* mask */
    u8 cta;
    bool starved; /* the source could not lengthen its stream alone: it waits for other warps */
};

#define SM_GROUPS 8u
struct context {              /* walks an instruction stream; the warp's only one unless it is split */
    const struct sm_op *op;   /* of the next instruction */
    const struct sm_op *ops;  /* of its kernel */
    struct tenant *tenant;    /* its launch */
    u64 *ready_at;            /* cycle from which each register may be read; NEVER: memory brings it */
    u64 due;                  /* W_TIMED: the cycle */
    u64 earliest;             /* the next instruction issues no earlier than this cycle (branches, barriers, fetch) */
    u32 loads, stores;        /* memory instructions in flight */
    u8 state, warp;           /* enum warp_state; slot */
    bool touched;             /* it has accessed global memory at the L2 since its last fence */
    u64 fence_from;           /* cycle of that fence */
    u64 fetched;              /* instruction line fetched last, + 1 */
    u64 product;              /* cycle in which the warp group's last product is done */
    u64 group[SM_GROUPS];     /* by group, in a ring: cycle in which its last product is done */
    u32 groups, copy_groups;  /* number of groups of products so far; of groups of bulk copies */
    u32 few_turn, few_pc;     /* ideal.lines: how often it has come to the same scattered access, and its pc */
    u32 packed;               /* ideal.lanes: lanes that have accumulated without an issue */
    struct stream_instr next; /* decoded, not yet issued; owns its addresses */
    struct stream_cursor cursor;
};

struct barrier {
    u32 expected; /* warps; 0: all of the CTA that have not exited */
    u32 arrived;
    u64 waiting; /* warp slots */
    u64 done;    /* the cycle in which the unit has handled the last arrival (rate.barrier) */
};

struct cta_slot {
    struct stream_cta *cta; /* NULL: free */
    struct tenant *tenant;  /* its launch */
    u32 running, resident;  /* warps that have not exited; warps that hold their slot */
    u64 warps;              /* their slots */
    u64 contexts;           /* their contexts */
    u32 copies;             /* bulk copies that have not ended */
    u64 start;              /* cycle in which it starts, or has started */
    u64 ended, left;        /* done: the cycle in which it ended; the cycle since which running and copies are 0 */
    bool live;              /* has started */
    bool done;              /* finished: gpu/ collects it between windows */
    struct barrier barriers[SM_BARRIERS];
};

struct sm {
    _Alignas(HOST_PAIR) struct sm_config cfg;
    u16 id;
    struct smmem *mem;
    cyc wake;  /* the stage's own next tick */
    cyc until; /* work may be done ahead of time up to this tick, the end of the window; 0: not at all */
    cyc (*tick)(struct sm *, cyc now); /* one cycle: sm.c's, or an equivalent shorter one (issue_quick.c) */
    struct tenant *tenants;            /* launches that have, had or will have CTAs here; a list */
    struct tenant *home;               /* the one that idle time counts for */
    u32 n_units;                       /* its kernels use units before this one in enum sm_unit, and U_LSU, U_NONE */
    struct warp *warps;                /* by slot */
    struct context *ctx;               /* masks below are of contexts; a warp's first context has its slot's number */
    struct cta_slot ctas[SM_MAX_CTAS];
    u64 held;               /* CTA slots that are not free */
    u32 n_ctas, n_warps;    /* resident */
    u64 cycle;              /* the cycle that is being ticked, or was last */
    u64 next_start;         /* cycle in which the next CTA starts; NEVER: none will */
    u8 coming[SM_MAX_CTAS]; /* CTA slots that are to start, in this order */
    u32 n_coming;
    u8 gates[SM_MAX_WARPS + 1]; /* contexts that have issued a gated instruction, in this order; COPY_GATE */
    u32 n_gates;
    u64 waiting_again; /* contexts whose gated instruction is performed again in cycle again_at: timer.c */
    u64 again_at[SM_MAX_WARPS];
    u64 timer;   /* the earliest of these cycles; NEVER: none */
    u64 spreads; /* atomics that were delayed at random: lsu.atomic_spread */
    u64 ages;
    u64 in[W_STATES];  /* warp slots by state; W_FREE is not kept */
    u64 want[U_UNITS]; /* warp slots by the unit of their next instruction */
    u64 fetching;      /* W_TIMED warps that wait for an instruction-cache miss */
    u64 may_issue;     /* CCWS-SWL: the oldest warps */
    u64 wheel[WHEEL];  /* warps that become ready in cycle c: wheel[c % WHEEL] */
    u64 wheel_used;    /* which wheel slots are not empty */
    u64 unit_free[U_UNITS][SM_MAX_SCHEDULERS];
    struct products { /* by scheduler: the start of the last products in the tensor core */
        u64 start[SM_PRODUCTS], free;
        u32 n;
    } products[SM_MAX_SCHEDULERS];
    struct product { /* on the first scheduler, back to back: others have one of `of` / `left` cycles */
        u64 start, end, last, left, of; /* last: cycles of the last product */
    } product;
    u64 words_free, barrier_free; /* from when constants and barriers take another warp (rate.words, rate.barrier) */
    u32 unit_count[U_UNITS];
    u8 unit_at[U_UNITS][SM_MAX_SCHEDULERS]; /* the unit that a scheduler uses */
    bool unit_shared[U_UNITS];              /* by several schedulers */
    u64 units_busy; /* from here on no unit blocks a scheduler, except by an instruction of the same cycle */
    struct sched sched[SM_MAX_SCHEDULERS];
    u32 n_sched;
    struct lsu lsu;
    struct copier *copier; /* NULL: none */
    u32 copies;            /* bulk copies that have not ended */
    u64 waiting;           /* count_waiting: the last mask of waiting contexts, and their number */
    u32 n_waiting;
    struct icache *icache;       /* NULL: off */
    struct split *split;         /* NULL: off */
    u8 l1_stall;                 /* enum l1_stall at the end of the last tick */
    u8 cause[SM_MAX_SCHEDULERS]; /* enum slot_cause (or CAUSE_L1) of the cycles not yet charged, unless stale */
    bool stale, l1_blamed;       /* l1_blamed: one of them is CAUSE_L1 */
    u64 charged;                 /* slots are charged up to this cycle */
    u64 counted;                 /* cycles, busy cycles and resident warps are counted up to this one: count_time */
    bool runs;                   /* within a run of its stream a warp fetches without any check by another part */
    bool passes;                 /* ideal.lanes, .barriers, .fences or .local: instructions may be passed over */
    bool cta_ended;              /* some CTAs have ended and are not yet taken */
    bool corrupt;                /* a stream was broken */
    struct sm_time time;         /* since sm_launch */
    struct slot_stats slots;
    struct {
        struct sm_time time;
        struct slot_stats slots;
    } told;                 /* the part of these that has been shared out to tenants */
    u64 left_issued;        /* slots.issued of tenants that have left */
    struct sm_log *log;     /* NULL: no --timeline-warps */
    struct pc_stats *by_pc; /* NULL: no --lines, or no CTA yet */
    struct blame *blame;    /* there with by_pc: blame.h */
    bool follows_issue;     /* split or by_pc must be told of every issue */
};

bool sm_init(struct sm *, struct arena *, const struct sm_config *, u16 id, struct smmem *);
bool sm_idle(const struct sm *);
void sm_audit(const struct sm *);
void sm_dump(const struct sm *, FILE *);

/* Between windows, by gpu/. `now` is a boundary: nothing of this tick has been simulated yet. */
u32 sm_free_cta(const struct sm *); /* a free CTA slot; there must be one */
/* The CTA, of this launch, is to start in `cycle`, which has not been simulated yet. */
void sm_place_cta(struct sm *, struct tenant *, u32 slot, struct stream_cta *, u64 cycle);
struct stream_cta *sm_take_done(struct sm *, u64 cycle, u64 *left); /* a CTA that ended then; frees its slot */
u64 sm_first_end(const struct sm *);                     /* the first cycle in which a CTA not yet taken ended */
bool sm_hungry(const struct sm *, u32 slot, u32 margin); /* a warp may run dry within margin instructions */
void sm_fed(struct sm *, u32 slot, cyc now);             /* its streams got longer, or ended */
void sm_performed(struct sm *, u32 ctx, cyc now);        /* its gated instruction was performed: goes on */
void sm_wait_again(struct sm *, u32 ctx, u64 cycle);     /* it was performed and must wait: again in this cycle */
/* The fewest instructions left to any warp of these CTAs; UINT64_MAX: no stream can run out. */
u64 sm_least_left(const struct sm *, u64 slots);
/* A lower bound of the cycles that the SM's CTAs still need; not computed beyond `enough`. */
u64 sm_cycles_left(const struct sm *, u64 enough);
bool sm_running(const struct sm *);   /* it has a CTA that has not ended */
void sm_settle(struct sm *, cyc now); /* charge intervals up to now */
void sm_blame_end(struct sm *); /* after settling: by_pc is complete, and equals the SM's counters; with --lines */
/* Adds what the home tenant has executed (as sm_count_ops, without banks) since `seen` (by pc), and updates `seen`.
   Neighbours that were executed equally often are added together by prefix sums: at pc, one execution of each
   instruction before it; n_code + 1 of them. */
void sm_op_sums(const struct stream_kernel *, struct op_stats *to);
void sm_count_new_ops(const struct sm *, const struct op_stats *sums, u64 *seen, struct op_stats *to);
void sm_l1_stall(struct sm *, u8 stall, cyc now); /* after each tick of its memory: what the L1's head waits for */

#endif
