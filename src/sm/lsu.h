/* The load-store unit: everything between the issue of a memory instruction and the caches, and back. Swappable: an
   implementation is one file and one row of LSUS; its parameters and statistics come with it.

   Within a core cycle the SM calls, in this order: `replies` (the caches' replies, at the implementation's own pace:
   those left in their ports hold up later ones), `accept` for each memory instruction that a scheduler issues, and
   `tick`. `held` is the mask of warps whose next instruction the LSU cannot take now; it is never offered. A cycle's
   issue slots are charged to the state before its tick, so code that changes `held` or `cause` calls lsu_changes
   first. */
#ifndef SLUICE_SM_LSU_H
#define SLUICE_SM_LSU_H
#include "base/arena.h"
#include "decl/decl.h"
#include "mem/coalesce.h"
#include "mem/req.h"

#define LSU_POOL 64 /* rows of parameters, or of statistics, that all implementations bring along together */
#define LSU_MAX_WARPS 64

struct sm;
struct sm_op;

struct lsu_slot { /* a memory instruction in flight */
    const struct sm_op *op;
    u64 issued;        /* cycle */
    cyc last;          /* lsu_quick.c: when the last of the noted replies comes */
    u32 left;          /* line requests without a reply so far */
    u32 delay;         /* cycles from the last reply to the result: bank conflicts that delay nothing else */
    u16 replay, words; /* as of lsu_entry */
    u16 warp;
    bool missed;   /* a line was missing in the L1 */
    u32 next_free; /* free: next free slot - (this one + 1), so zeroed memory lists all; late: the next late one */
};

/* A regular access to banks. Its passes follow from these fields alone; the number of the first word's bank does not
   matter. */
struct bank_pattern {
    u64 mask;
    i64 stride, pitch;
    u32 bytes;
    u8 row, shape, offset; /* offset: of the first byte in its word */
    bool atomic, paired;
};
struct bank_seen {
    struct bank_pattern of;
    u32 cycles;
};
#define BANKS_SEEN 32 /* by pc */

struct lsu_entry { /* an instruction whose addresses are known */
    const struct sm_op *op;
    u32 slot, n, at; /* lines: their number, and the next to send */
    u32 at_once;     /* how many of them go in a cycle: l1.lookups */
    u32 cycles;      /* least cycles for which it occupies the LSU; for shared memory with its conflicts */
    u32 delay;       /* conflicts that delay nothing else (sm.conflicts) */
    u16 replay;      /* lsu.replay: extra cycles until its words arrive, after the unit is free */
    u16 words;       /* lsu.replay: their cycles behind the warp's last such load, if all are in the L1 */
    u32 round;       /* banks interleaved by bytes: the round of the requests that go now */
    u64 unsent;      /* lines still to send, if they need not go in order (l1.banks) */
    u64 start;       /* work on it begins no earlier than this cycle */
    u16 warp;
    u8 space;
    struct req like; /* the fields that its requests share */
    struct coalesced lines[STREAM_MAX_LANES];
};

struct stream_instr;
struct lsu_ops {
    struct decl_own own;                              /* its name is the word of lsu.kind */
    bool reorders;                                    /* it reorders requests: no front behind it may do so again */
    bool (*check)(const void *params, struct diag *); /* checks its parameters, texts begin with a key; or NULL */
    void (*init)(struct sm *, struct arena *);
    /* The warp's next instruction is this memory instruction. NULL: the LSU need not know. */
    void (*decoded)(struct sm *, u32 warp, const struct stream_instr *, const struct sm_op *);
    void (*accept)(struct sm *, u32 warp, u64 cycle); /* the warp's next instruction has been issued */
    u64 (*tick)(struct sm *, u64 cycle, cyc now);     /* the next cycle with work; NEVER: a port wakes the SM */
    cyc (*replies)(struct sm *, u64 cycle, cyc now);  /* the next tick at which it takes a reply */
    /* A barrier: have all requests of the warp left that others could pass? If not, asked again on a wake. */
    bool (*passes)(struct sm *, u32 warp, cyc now);
    u32 (*cause)(const struct sm *, u64 warps); /* enum slot_cause (or CAUSE_L1) of a slot lost by these held warps */
    const struct sm_op *(*head)(const struct sm *,
                                u64 cycle);          /* full: the instruction the rest wait behind; NULL: none */
    void (*launch)(struct sm *, u64 cycle, cyc now); /* a kernel begins, counters are 0; NULL: nothing to do */
    void (*settle)(struct sm *, u64 cycle);          /* counts intervals up to this cycle; NULL: has none */
    u32 (*holds)(const struct sm *);                 /* instructions that it has not handed on yet */
    void (*audit)(const struct sm *);
};
/* Every implementation: a new one is a row here and a file. */
#define LSUS(X) X(LSU_IN_ORDER, lsu_in_order) X(LSU_WARPPOOL, lsu_warppool)
DECL_POLICIES(lsu_ops, LSUS);

#define LSU_WINDOWS 8                 /* windows of 1, 2, 4 .. 128 requests */
struct lsu_window {                   /* the requests that a coalescer with a window over several warps would hold */
    u64 line[1 << (LSU_WINDOWS - 1)]; /* + 1; ring */
    u32 next;
};

struct lsu_queue {        /* instructions that are worked on in order */
    struct lsu_entry *at; /* ring */
    u32 head, n, cap;
    u64 busy_until;             /* cycle: occupied */
    const struct sm_op *last;   /* the instruction that occupies the LSU until then */
    u64 began;                  /* cycle in which work on the head began; NEVER: not yet */
    u32 queued[LSU_MAX_WARPS];  /* instructions of each warp */
    struct lsu_window *windows; /* lsu.windows; NULL: off */
};

struct lsu {
    const struct lsu_ops *ops;
    /* Called by the SM each cycle: the implementation's functions, or shorter equivalents for the common SM. */
    void (*accept)(struct sm *, u32 warp, u64 cycle);
    u64 (*tick)(struct sm *, u64 cycle, cyc now);
    cyc (*replies)(struct sm *, u64 cycle, cyc now);
    u64 sleep;              /* a tick does nothing before this cycle, unless an instruction comes */
    u64 held;               /* warps whose next memory instruction it cannot take */
    struct lsu_slot *slots; /* used by all implementations: instructions that wait for replies */
    u32 free_slot, n_free;
    u32 next_sched;         /* the scheduler after the one whose warp came last */
    struct bank_seen *seen; /* [BANKS_SEEN] */
    struct cas_word *words; /* lsu.cas_latency; NULL: off */
    u32 cas_debt;           /* tenths of a cycle carried over */
    u64 cas_until;          /* the last loop occupies it until then */
    u64 *words_until;       /* by warp: when its last load of several words of a bank has them (lsu.replay) */
    void *state;            /* the implementation's own */
    u32 address_cycles;     /* of address generation */
    u32 late;               /* lsu_quick.c: slots that wait until their `last`, not for a port; UINT32_MAX: none */
    cyc late_at;            /* the earliest of these; NEVER: none */
    u64 own_stats[LSU_POOL];
};

extern const struct decl_pool lsu_pool; /* their parameters and statistics */

#endif
