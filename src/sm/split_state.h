/* The state of warp-splits; for split.c and split_group.c only. */
#ifndef SLUICE_SM_SPLIT_STATE_H
#define SLUICE_SM_SPLIT_STATE_H
#include "sm/split.h"

struct access_lines { /* a memory instruction in flight: which lanes wait for which line */
    u32 n;
    u64 line[STREAM_MAX_LANES], lanes[STREAM_MAX_LANES];
};

struct split_ctx {
    u64 lanes;
    u64 raw_mask, raw_active; /* masks of the next instruction, before they were cut down to the context's lanes */
    u64 accessing, answered;  /* lanes of the access that it waits for */
    u64 hits;                 /* lazy: lanes that could go on */
    u64 known_at;             /* cycle in which all hits have their replies; NEVER: not yet sent, or decided */
    u64 issued_at;
    u64 mfc, mem_lat; /* miss-free cycles since its last miss; latency of that miss */
    u64 missed;       /* lanes of it whose reply was not a hit */
    u64 branch;       /* lanes of the last conditional branch, unless that closes a loop */
    bool hit, skipped;
    bool stalled;           /* its access is known to have missed */
    u8 joins;               /* contexts that wait with it for the same access */
    i8 join_to;             /* the context with which it waits; -1: alone */
    u32 last_pc;            /* of the instruction that was issued last */
    u64 with;               /* contexts that issue with it from other places of the stream (W_LED) */
    bool decoded;           /* W_LED: its next instruction is decoded; the leader has not reached it yet */
    const struct sm_op *op; /* W_JOIN, decoded: its next instruction */
};

struct split_warp { /* for the check at the warp's end: instructions of its lanes */
    u64 front, total, issued;
};

struct split {
    struct split_ctx c[SM_MAX_WARPS];
    struct split_warp w[SM_MAX_WARPS];
    struct access_lines *slots;
    u64 free, table; /* contexts that no warp has; all but the warps' first ones */
    u64 sum_mfc;     /* maws.sum=counter */
    u64 next;
};

static inline u64 others(const struct sm *sm, u32 ctx)
{
    return sm->warps[sm->ctx[ctx].warp].contexts & ~warp_bit(ctx);
}

/* split.c */
void split_set_depth(struct sm *, u32 ctx, u64 depth);
void split_release(struct sm *, u32 ctx);         /* another warp may use its entry from now on */
void split_absorb(struct sm *, u32 to, u32 from); /* `from`, in the same place of the stream, becomes part of `to` */
void split_take_over(struct sm *, u32 to, u32 from); /* merges predictors and registers of two contexts */
u32 split_new(struct sm *, u32 like, u64 cycle);     /* a context of the same warp and place; one must be free */
void split_resume(struct sm *, u32 ctx, u64 cycle);  /* its access has completed for its lanes */

/* split_group.c: contexts that issue together though they are in different places of the stream. */
u64 split_group_lanes(const struct sm *, u32 ctx);            /* lanes of the context and of those with it */
u64 split_group_active(const struct sm *, u32 ctx);           /* those of them that its instruction is for */
u64 split_group_least(const struct sm *, u32 ctx);            /* instructions that the one furthest behind has read */
bool split_near(const struct sm *, u32 a, u32 b);             /* close enough to issue together (maws.ahead) */
void split_lead(struct sm *, u32 to, u32 from, bool decoded); /* `from` and those with it issue with `to` */
/* The lanes in `hits` leave the context. Returns the number of the (first) context that has them now; -1: the table
   is full. */
int split_leave(struct sm *, u32 ctx, u64 hits, u64 cycle);

#endif
