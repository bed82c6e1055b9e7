/* What an SM keeps for --lines (costs by instruction) and --timeline-warps (a log). */
#ifndef SLUICE_SM_WATCH_H
#define SLUICE_SM_WATCH_H
#include "sm/params.h"

struct pc_stats {              /* what one instruction did, and lost; only u64 fields */
    u64 accesses, lines;       /* global, local and texture instructions; line requests */
    u64 l1_hits, l2_hits, far; /* requests found in the L1, in the L2, in memory */
    u64 shared, conflicts;     /* shared-memory instructions; cycles of bank conflicts, of either memory */
    u64 replays;               /* passes beyond the first: lines of an access, passes over the banks */
    u64 sectors_used, sectors_fetched, bytes_used; /* loads: sectors touched, sectors requested, bytes touched */
    u64 threads;                                   /* active lanes at issue, as in sm.thread_instrs */
    u64 lanes_lost;                                /* lanes that were left out because of it: blame.h */
    u64 waited[SLOT_total];                        /* issue slots lost while it was next, by cause: blame.h */
    u64 caused[SLOT_total];                        /* and slots lost because of it */
};
static inline void pc_stats_add(struct pc_stats *to, const struct pc_stats *more)
{
    u64 *sum = (u64 *)to;
    for (u32 i = 0; i < sizeof *to / sizeof *sum; i++)
        sum[i] += ((const u64 *)more)[i];
}

struct sm_log_state { /* a warp enters a state */
    u64 cycle;
    u8 warp, state;
};
struct sm_log_request {    /* a marked request is answered */
    u64 line, issued, end; /* cycles: of the instruction's issue, and of the reply */
    u32 born, age;         /* tick and cycles since the LSU's push */
    u32 pc;                /* of the instruction */
    u16 warp;
    u8 kind, flags;
};
struct sm_log { /* for the timeline, and for the slowest requests (gpu/slow.c) */
    bool requests_only;
    struct sm_log_state *states;
    struct sm_log_request *requests;
    size_t n, cap, n_requests, cap_requests;
    u8 last[SM_MAX_WARPS]; /* state of each warp when it was last looked at */
};
void sm_log_free(struct sm_log *);

#endif
