/* What an SM keeps for those who watch it: accesses by instruction (--lines) and a log (--timeline-warps). */
#ifndef SLUICE_SM_WATCH_H
#define SLUICE_SM_WATCH_H
#include "sm/params.h"

struct pc_stats {              /* memory accesses of one instruction */
    u64 accesses, lines;       /* global, local and texture instructions; line requests */
    u64 l1_hits, l2_hits, far; /* requests that the L1 had, that the L2 had, that went to memory */
};
static inline void pc_stats_add(struct pc_stats *to, const struct pc_stats *more)
{
    to->accesses += more->accesses;
    to->lines += more->lines;
    to->l1_hits += more->l1_hits;
    to->l2_hits += more->l2_hits;
    to->far += more->far;
}

struct sm_log_state { /* a warp enters a state */
    u64 cycle;
    u8 warp, state;
};
struct sm_log_request {    /* a marked request is answered */
    u64 line, issued, end; /* cycles: of the instruction's issue, and of the answer */
    u32 born, age;         /* tick and cycles since the LSU's push */
    u16 warp;
    u8 kind, flags;
};
struct sm_log { /* for the timeline */
    struct sm_log_state *states;
    struct sm_log_request *requests;
    size_t n, cap, n_requests, cap_requests;
    u8 last[SM_MAX_WARPS]; /* state of each warp when it was last looked at */
};
void sm_log_free(struct sm_log *);

#endif
