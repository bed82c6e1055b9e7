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

/* Where a warp is; sm.in[state] is the mask of the slots in each. */
enum warp_state {
    W_FREE,
    W_READY,  /* operands there: may issue */
    W_TIMED,  /* will be ready in a known cycle: in the wheel */
    W_MEMORY, /* waits for an operand that a memory instruction brings */
    W_FENCE,  /* waits until its memory instructions are done */
    W_HELD,   /* at a barrier that it may not pass yet: the LSU holds requests of it that others could pass */
    W_BARRIER,
    W_JOIN,  /* waits for other contexts of its warp: split.h */
    W_LED,   /* issues with another context of its warp: split_group.c */
    W_DRY,   /* the stream has nothing more yet */
    W_DRAIN, /* finished, memory instructions still out */
    W_STATES
};

struct warp { /* a slot: what a warp has once, however many contexts walk its stream */
    u64 age;
    u64 contexts; /* mask */
    u8 cta;
    bool starved; /* the source could not lengthen its stream by itself: it waits for other warps */
};

#define SM_GROUPS 8u
struct context {              /* walks an instruction stream: the warp's only one, with the number of its slot */
    const struct sm_op *op;   /* of the next instruction */
    const struct sm_op *ops;  /* of its kernel */
    struct tenant *tenant;    /* its launch */
    u64 *ready_at;            /* cycle in which each register may be read; NEVER: a memory instruction brings it */
    u64 due;                  /* W_TIMED: the cycle */
    u64 earliest;             /* next issue not before this cycle (branches, barriers, fetch) */
    u32 loads, stores;        /* memory instructions in flight */
    u8 state, warp;           /* enum warp_state; slot */
    bool touched;             /* it has touched global memory at the L2 since its last fence */
    u64 fence_from;           /* cycle of that fence */
    u64 fetched;              /* instruction line fetched last, + 1 */
    u64 product;              /* cycle in which the warp group's last product is done */
    u64 group[SM_GROUPS];     /* the same of each of the last groups of them, a ring */
    u32 groups, copy_groups;  /* how many of these there were; groups of bulk copies closed so far */
    u32 few_turn, few_pc;     /* ideal.lines: how often it has come to a scattered access again, and the last one */
    u32 packed;               /* ideal.lanes: lanes that have come and that no instruction was issued for */
    struct stream_instr next; /* decoded, not yet issued; owns its addresses */
    struct stream_cursor cursor;
};

struct barrier {
    u32 expected; /* warps; 0: all of the CTA that have not exited */
    u32 arrived;
    u64 waiting; /* warp slots */
    u64 done;    /* the unit is through with the last arrival (rate.barrier) */
};

struct cta_slot {
    struct stream_cta *cta; /* NULL: free */
    struct tenant *tenant;  /* its launch */
    u32 running, resident;  /* warps that have not exited; warps that hold their slot */
    u64 warps;              /* their slots */
    u64 contexts;           /* their contexts */
    u32 copies;             /* bulk copies that are not over */
    u64 start;              /* cycle in which it starts, or has started */
    u64 ended, left;        /* done: the cycle in which it ended; running and copies are 0: since when */
    bool live;              /* has started */
    bool done;              /* finished: gpu/ collects it between windows */
    struct barrier barriers[SM_BARRIERS];
};

struct sm {
    _Alignas(HOST_PAIR) struct sm_config cfg;
    u16 id;
    struct smmem *mem;
    cyc wake;  /* the stage's own next tick */
    cyc until; /* end of the window: nothing that is simulated now may show from there on; 0: not even before */
    cyc (*tick)(struct sm *, cyc now); /* a cycle: sm.c's, or the same shorter (issue_quick.c) */
    struct tenant *tenants;            /* launches that it has CTAs of, had, or will have; a list */
    struct tenant *home;               /* of these: the one that is there when no CTA is */
    u32 n_units;         /* enum sm_unit: those before this one are all that its kernels use, but for U_LSU, U_NONE */
    struct warp *warps;  /* by slot */
    struct context *ctx; /* masks below are of contexts; the first of a warp has its slot's number */
    struct cta_slot ctas[SM_MAX_CTAS];
    u64 held;               /* CTA slots that are not free */
    u32 n_ctas, n_warps;    /* resident */
    u64 cycle;              /* that is ticked now, or was last */
    u64 next_start;         /* cycle in which the next CTA starts; NEVER: none is to */
    u8 coming[SM_MAX_CTAS]; /* CTA slots that are to start, in this order */
    u32 n_coming;
    u8 gates[SM_MAX_WARPS + 1]; /* contexts that have issued a gated instruction, in this order; COPY_GATE */
    u32 n_gates;
    u64 waiting_again; /* contexts whose gated instruction is to be performed again, in cycle again_at: timer.c */
    u64 again_at[SM_MAX_WARPS];
    u64 timer;   /* the first of these cycles; NEVER: none */
    u64 spreads; /* atomics that came later by chance: lsu.atomic_spread */
    u64 ages;
    u64 in[W_STATES];  /* warp slots by state; W_FREE is not kept */
    u64 want[U_UNITS]; /* warp slots by the unit of their next instruction */
    u64 fetching;      /* of the timed: for an instruction-cache miss */
    u64 may_issue;     /* CCWS-SWL: the oldest warps */
    u64 wheel[WHEEL];  /* warps that become ready in cycle c: wheel[c % WHEEL] */
    u64 wheel_used;    /* which slots are not empty */
    u64 unit_free[U_UNITS][SM_MAX_SCHEDULERS];
    struct products { /* of warp groups, by scheduler: the last ones' first cycles in the tensor core */
        u64 start[SM_PRODUCTS], free;
        u32 n;
    } products[SM_MAX_SCHEDULERS];
    struct product { /* on the first scheduler, one behind the other: one of `of` / `left` cycles is others' */
        u64 start, end, last, left, of; /* last: cycles of the last one */
    } product;
    u64 words_free, barrier_free; /* from when on they take another warp (rate.words, rate.barrier) */
    u32 unit_count[U_UNITS];
    u8 unit_at[U_UNITS][SM_MAX_SCHEDULERS]; /* the one that a scheduler uses */
    bool unit_shared[U_UNITS];              /* by several schedulers */
    u64 units_busy; /* from here on no unit keeps a scheduler from issuing that has not issued in the same cycle */
    struct sched sched[SM_MAX_SCHEDULERS];
    u32 n_sched;
    struct lsu lsu;
    struct copier *copier; /* NULL: none */
    u32 copies;            /* of its copies: not over */
    u64 waiting;           /* count_waiting: contexts that waited last, and their number */
    u32 n_waiting;
    struct icache *icache;       /* NULL: off */
    struct split *split;         /* NULL: off */
    u8 l1_stall;                 /* enum l1_stall at the end of the last tick */
    u8 cause[SM_MAX_SCHEDULERS]; /* enum slot_cause (or CAUSE_L1) of the cycles not yet charged, unless stale */
    bool stale, l1_blamed;       /* l1_blamed: one of them is CAUSE_L1 */
    u64 charged;                 /* slots are charged up to this cycle */
    u64 counted;                 /* cycles, busy cycles and resident warps are counted up to this one: count_time */
    bool runs;           /* within a run of its stream a warp fetches without being looked at by anybody else */
    bool passes;         /* ideal.lanes, .barriers, .fences or .local: instructions are passed over */
    bool cta_ended;      /* some are done and not yet taken */
    bool corrupt;        /* a stream was broken */
    struct sm_time time; /* since sm_launch */
    struct slot_stats slots;
    struct {
        struct sm_time time;
        struct slot_stats slots;
    } told;                 /* of these: shared out to tenants */
    u64 left_issued;        /* slots.issued of tenants that have left */
    struct sm_log *log;     /* NULL: no --timeline-warps */
    struct pc_stats *by_pc; /* NULL: no --lines, or no CTA yet */
    struct blame *blame;    /* there with by_pc: blame.h */
    bool follows_issue;     /* split or by_pc wants to know what is issued */
};

bool sm_init(struct sm *, struct arena *, const struct sm_config *, u16 id, struct smmem *);
bool sm_idle(const struct sm *);
void sm_audit(const struct sm *);
void sm_dump(const struct sm *, FILE *);

/* Between windows, by gpu/. `now` is a boundary: nothing of this tick has been simulated yet. */
u32 sm_free_cta(const struct sm *); /* a free CTA slot; there must be one */
/* The CTA, of this launch, is to start in `cycle`, which has not been simulated yet. */
void sm_place_cta(struct sm *, struct tenant *, u32 slot, struct stream_cta *, u64 cycle);
struct stream_cta *sm_take_done(struct sm *, u64 cycle, u64 *left); /* that ended then, or NULL; frees its slot */
u64 sm_first_end(const struct sm *);                     /* cycle in which the first of those not yet taken ended */
bool sm_hungry(const struct sm *, u32 slot, u32 margin); /* a warp may run dry within margin instructions */
void sm_fed(struct sm *, u32 slot, cyc now);             /* its streams got longer, or ended */
void sm_performed(struct sm *, u32 ctx, cyc now);        /* a gated instruction, in sm.gates: its context goes on */
void sm_wait_again(struct sm *, u32 ctx, u64 cycle);     /* it was performed and waits: again in this cycle */
/* Instructions that are left to the warp of these CTAs that has the fewest; UINT64_MAX: none can run dry. */
u64 sm_least_left(const struct sm *, u64 slots);
/* The SM's CTAs need at least so many cycles more. Does not look further than `enough`. */
u64 sm_cycles_left(const struct sm *, u64 enough);
bool sm_running(const struct sm *);   /* it has a CTA that has not ended */
void sm_settle(struct sm *, cyc now); /* charge intervals up to now */
void sm_blame_end(struct sm *); /* settled: by_pc is whole, and adds up to the SM's counters; where it is kept */
/* What the tenant at home has executed (sm_count_ops) but for banks, since `seen` (by pc), which then has it, too.
   Neighbours that were executed as often as each other go together, by sums: at pc, one execution of each instruction
   before it; n_code + 1 of them. */
void sm_op_sums(const struct stream_kernel *, struct op_stats *to);
void sm_count_new_ops(const struct sm *, const struct op_stats *sums, u64 *seen, struct op_stats *to);
void sm_l1_stall(struct sm *, u8 stall, cyc now); /* after each tick of its memory: what the L1's head waits for */

#endif
