/* MRPB's state, private to front_mrpb.c and its tests. */
#ifndef SLUICE_MEM_FRONT_MRPB_H
#define SLUICE_MEM_FRONT_MRPB_H
#include "mem/front.h"
#include "mem/l1.h"

#define MRPB_SIGNATURE_WORDS(X)                                                                                      \
    X(SIG_BLOCK, "block", "")                                                                                        \
    X(SIG_IN_BLOCK, "in-block-warp", "")                                                                             \
    X(SIG_WARP, "warp", "")
DECL_CHOICE(mrpb_signature, MRPB_SIGNATURE_WORDS);
/* a greedy one stays with its queue until that is empty: DRAIN_GREEDY + one of the others */
#define MRPB_DRAIN_WORDS(X)                                                                                          \
    X(DRAIN_FIXED, "fixed", "")                                                                                      \
    X(DRAIN_RR, "rr", "")                                                                                            \
    X(DRAIN_LONGEST, "longest", "")                                                                                  \
    X(DRAIN_GREEDY, "greedy-fixed", "")                                                                              \
    X(DRAIN_GREEDY_RR, "greedy-rr", "")                                                                              \
    X(DRAIN_GREEDY_LONGEST, "greedy-longest", "")
DECL_CHOICE(mrpb_drain, MRPB_DRAIN_WORDS);

#define MRPB_PARAMS(P, B, E)                                                                                         \
    E(signature, mrpb_signature, SIG_WARP, "what chooses a request's queue (paper: 5.1)")                            \
    E(drain, mrpb_drain, DRAIN_FIXED, "which queue is served next (paper: 5.2)")                                     \
    P(entries, 8, 0, 4096, "requests", "entries of a queue; 0: unbounded (paper: 5.3)")                              \
    B(flush, 1,                                                                                                      \
      "a full queue first gives up one request, and a write empties its queue before it passes; off: writes are "    \
      "queued like reads (paper: 3.3)")                                                                              \
    P(latency, 5, 1, 64, "core cycles", "least time from entering a queue to leaving it (paper: 5.3)")               \
    E(bypass, l1_bypass, L1_BYPASS_ASSOC, "l1.bypass while this front is in use (paper: 5.4)")
DECL_PARAMS(mrpb, MRPB_PARAMS);

#define MRPB_STATS(S, R, M, K)                                                                                       \
    S(drain_policy, "requests", "requests that left in their turn (mrpb.drain)")                                     \
    S(drain_full, "requests", "requests that left to make room in a full queue")                                     \
    S(drain_write, "requests", "requests that left because a write to their queue waits")                            \
    S(drain_barrier, "requests", "requests that left because a warp waits at a barrier or fence")                    \
    S(write_through, "requests", "writes that passed without being queued")                                          \
    S(flush_full, "events", "a read found its queue full")                                                           \
    S(flush_write, "events", "a write found requests in its queue")                                                  \
    S(flush_barrier, "events", "a barrier or fence found requests in its warp's queue")
DECL_STATS(mrpb, MRPB_STATS);

#endif
