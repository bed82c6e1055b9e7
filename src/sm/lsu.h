/* The load-store unit: everything between the issue of a memory instruction and the caches, and back. Swappable: an
   implementation is one file and one row of LSUS; its parameters and statistics come with it.

   Within a core cycle the SM asks in this order: `replies` (the caches' answers, at the implementation's own pace:
   what it leaves in their ports holds them up), then `accept` for each memory instruction that a scheduler issues,
   then `tick`. An instruction that the LSU cannot take now is never offered: `held` says of which warps. What the
   state was before a tick is what the cycle's issue slots are charged to: code that changes `held` or `cause` calls
   lsu_changes first. */
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
    cyc last;          /* lsu_quick.c: when the last of the answers comes that are booked */
    u32 left;          /* line requests not yet answered */
    u32 delay;         /* from the last answer to the result: bank conflicts that hold up nothing else */
    u16 replay, words; /* as of lsu_entry */
    u16 warp;
    bool missed;   /* a line was not in the L1 */
    u32 next_free; /* the next free one less the one behind this; while it is late (lsu_quick.c), the next that is */
};

/* A regular access to banks and its passes. They follow from this alone: what the first word's bank is called does
   not matter. */
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
    u32 slot, n, at; /* lines: how many, and the next to send */
    u32 at_once;     /* of these, how many a cycle: l1.lookups */
    u32 cycles;      /* how long it occupies the LSU at least; shared memory: with its conflicts */
    u32 delay;       /* conflicts that hold up nothing else (sm.conflicts) */
    u16 replay;      /* lsu.replay: what its words take longer than the unit is busy */
    u16 words;       /* and how long they take behind the warp's last such load, if all are in the L1 */
    u32 round;       /* banks interleaved by bytes: of the requests that go now */
    u64 unsent;      /* lines that are still to go, where they need not go in order (l1.banks) */
    u64 start;       /* earliest cycle in which it may be worked on */
    u16 warp;
    u8 space;
    struct req like; /* what its requests have in common */
    struct coalesced lines[STREAM_MAX_LANES];
};

struct stream_instr;
struct lsu_ops {
    struct decl_own own; /* its name is the word of lsu.kind */
    bool reorders;       /* requests leave in its own order: no front behind it may do so again */
    bool (*check)(const void *params,
                  struct diag *); /* rules of its parameters, texts beginning with a key; or NULL */
    void (*init)(struct sm *, struct arena *);
    /* The warp's next instruction is this memory instruction. NULL: it does not matter which it is. */
    void (*decoded)(struct sm *, u32 warp, const struct stream_instr *, const struct sm_op *);
    void (*accept)(struct sm *, u32 warp, u64 cycle); /* the warp's next instruction has been issued */
    u64 (*tick)(struct sm *, u64 cycle, cyc now);     /* the next cycle with work; NEVER: a port wakes the SM */
    cyc (*replies)(struct sm *, u64 cycle, cyc now);  /* the next tick at which it takes one */
    /* A barrier: is nothing of the warp left that others could pass? If not, asked again when the SM is woken. */
    bool (*passes)(struct sm *, u32 warp, cyc now);
    u32 (*cause)(const struct sm *, u64 warps); /* enum slot_cause (or CAUSE_L1) of a slot lost to these held warps */
    const struct sm_op *(*head)(const struct sm *,
                                u64 cycle);          /* full: the instruction the rest wait behind; NULL: none */
    void (*launch)(struct sm *, u64 cycle, cyc now); /* a kernel begins, counters are 0; NULL: nothing to do */
    void (*settle)(struct sm *, u64 cycle);          /* intervals are counted up to this cycle; NULL: has none */
    u32 (*holds)(const struct sm *);                 /* what it has not yet handed on */
    void (*audit)(const struct sm *);
};
/* Every implementation: a new one is a row here and a file. */
#define LSUS(X) X(LSU_IN_ORDER, lsu_in_order) X(LSU_WARPPOOL, lsu_warppool)
DECL_POLICIES(lsu_ops, LSUS);

#define LSU_WINDOWS 8                 /* of 1, 2, 4 .. 128 requests */
struct lsu_window {                   /* what a coalescer with a window over several warps would hold */
    u64 line[1 << (LSU_WINDOWS - 1)]; /* + 1; ring */
    u32 next;
};

struct lsu_queue {        /* instructions worked on in order */
    struct lsu_entry *at; /* ring */
    u32 head, n, cap;
    u64 busy_until;             /* cycle: occupied */
    const struct sm_op *last;   /* the instruction that keeps it until then */
    u64 began;                  /* cycle in which work on the head began; NEVER: not yet */
    u32 queued[LSU_MAX_WARPS];  /* instructions of each warp */
    struct lsu_window *windows; /* lsu.windows; NULL: off */
};

struct lsu {
    const struct lsu_ops *ops;
    /* What the SM calls in a cycle: the implementation's, or for the common SM shorter ones that do the same. */
    void (*accept)(struct sm *, u32 warp, u64 cycle);
    u64 (*tick)(struct sm *, u64 cycle, cyc now);
    cyc (*replies)(struct sm *, u64 cycle, cyc now);
    u64 sleep;              /* until this cycle a tick does nothing, unless an instruction comes */
    u64 held;               /* warps whose next memory instruction it cannot take */
    struct lsu_slot *slots; /* shared by all implementations: what waits for answers */
    u32 free_slot, n_free;
    u32 next_sched;         /* scheduler behind the one whose warp came last */
    struct bank_seen *seen; /* [BANKS_SEEN] */
    struct cas_word *words; /* lsu.cas_latency; NULL: off */
    u32 cas_debt;           /* tenths of a cycle left over */
    u64 cas_until;          /* the last one keeps it until then */
    u64 *words_until;       /* by warp: when its last load of several words of a bank has them (lsu.replay) */
    void *state;            /* the implementation's own */
    u32 address_cycles;     /* of address generation */
    u32 late;               /* lsu_quick.c: slots that wait for no port but until their `last`; UINT32_MAX: none */
    cyc late_at;            /* the first of them; NEVER: none */
    u64 own_stats[LSU_POOL];
};

extern const struct decl_pool lsu_pool; /* their parameters and statistics */

#endif
