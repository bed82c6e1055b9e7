/* What MRPB brings along. For front_mrpb.c and its tests: nobody else needs to know. */
#ifndef SLUICE_MEM_FRONT_MRPB_H
#define SLUICE_MEM_FRONT_MRPB_H
#include "mem/front.h"

#define MRPB_PARAMS(P, B, E)                                                                                         \
    E(signature, "block|in-block-warp|warp", 2, "what chooses a request's queue (paper: 5.1)")                       \
    E(drain, "fixed|rr|longest|greedy-fixed|greedy-rr|greedy-longest", 0, "which queue goes next (paper: 5.2)")      \
    P(entries, 8, 0, 4096, "requests", "entries a queue; 0 = unbounded (paper: 5.3)")                                \
    B(flush, 1,                                                                                                      \
      "a full queue lets one item go first, and a write empties its queue and passes; off: writes are "              \
      "queued too (paper: 3.3)")                                                                                     \
    P(latency, 5, 1, 64, "core cycles", "enqueue to dequeue of one request (paper: 5.3)")                            \
    E(bypass, "off|any|assoc", 2, "l1.bypass while this front is in use (paper: 5.4)")
DECL_PARAMS(mrpb, MRPB_PARAMS);

#define MRPB_STATS(S, R)                                                                                             \
    S(drain_policy, "requests", "drained because it was their turn")                                                 \
    S(drain_full, "requests", "drained to make room in a full queue")                                                \
    S(drain_write, "requests", "drained because a write of their queue waits")                                       \
    S(drain_barrier, "requests", "drained because a warp waits at a barrier or a fence")                             \
    S(write_through, "requests", "writes that passed without being queued")                                          \
    S(flush_full, "events", "a read found its queue full")                                                           \
    S(flush_write, "events", "a write found something in its queue")                                                 \
    S(flush_barrier, "events", "a barrier or fence found something in its warp's queue")
DECL_STATS(mrpb, MRPB_STATS);

#endif
