/* What an L1, a constant cache or a texture cache counts. */
#ifndef SLUICE_MEM_L1_STATS_H
#define SLUICE_MEM_L1_STATS_H
#include "decl/decl.h"

#define L1_STATS(S, R, M, K)                                                                                         \
    S(access, "requests", "requests looked up, of all kinds")                                                        \
    S(read, "requests", "reads that may be cached")                                                                  \
    S(hit, "requests", "reads that found their data in the cache", MORE)                                             \
    S(merged, "requests", "reads merged into an outstanding miss (GPGPU-Sim: hit-reserved)")                         \
    S(miss, "requests", "reads that missed and sent a request", LESS)                                                \
    S(sector_miss, "requests", "of the misses, those whose line was there or on its way, but not the sector", LESS)  \
    S(bypass, "requests", "reads that could not reserve a line and went past the cache", LESS)                       \
    S(skip, "requests", "reads that are never cached (.cg, volatile, l1.globals off)")                               \
    S(write, "requests", "stores")                                                                                   \
    S(write_hit, "requests", "stores that found their line (write-back: and needed nothing from the L2)", MORE)      \
    S(write_fetch, "requests", "write-back: stores that had to fetch the rest of their sectors", LESS)               \
    S(write_merged, "requests", "write-back: stores merged into an outstanding miss")                                \
    S(gathered, "requests", "of the stores, those that joined another one in the write-combining buffer", MORE)      \
    S(atomic, "requests", "atomics and reductions")                                                                  \
    S(local_read, "requests", "of the reads, those of local memory")                                                 \
    S(local_hit, "requests", "of the hits, those of local memory", MORE)                                             \
    S(local_write, "requests", "of the stores, those to local memory")                                               \
    S(sectors_read, "sectors", "sectors asked for by cached reads")                                                  \
    S(sectors_hit, "sectors", "of these, those that were there or on their way", MORE)                               \
    S(local_sectors, "sectors", "of the sectors asked for, those of local memory")                                   \
    S(local_sectors_hit, "sectors", "of these, those that were there or on their way", MORE)                         \
    S(fill, "lines", "replies that filled a line (or some of its sectors)", LESS)                                    \
    S(evict, "lines", "valid lines evicted by a miss", LESS)                                                         \
    S(evict_intra_warp, "lines", "lines evicted by the warp that had asked for them", LESS)                          \
    S(evict_cross_warp, "lines", "lines evicted by another warp of the same block", LESS)                            \
    S(evict_cross_block, "lines", "lines evicted by a warp of another block", LESS)                                  \
    S(write_back, "lines", "dirty lines written back", LESS)                                                         \
    S(fail_line, "cycles", "a request waits: every way of its set is reserved", LESS)                                \
    S(fail_mshr, "cycles", "a request waits: no MSHR is free", LESS)                                                 \
    S(fail_merge, "cycles", "a request waits: its line's MSHR can hold no more", LESS)                               \
    S(fail_missq, "cycles", "a request waits: the miss queue is full", LESS)                                         \
    S(fail_reply, "cycles", "a request waits: the reply queue is full", LESS)                                        \
    S(bank_wait, "bank-cycles", "l1.banks: a miss waits because another bank's miss has the cycle", LESS)            \
    S(serving, "cycles", "cycles in which at least one request was served")                                          \
    S(mshr_cycles, "lines x cycles", "MSHRs in use, added up over time")                                             \
    R(per_cycle, access, serving, 1, "access / serving: above 1 only with several banks or lookups", MORE)           \
    R(hit_rate, hit, read, 1, "hit / read", MORE)                                                                    \
    R(miss_rate, miss, read, 1, "miss / read", LESS)
DECL_STATS(l1, L1_STATS);

#endif
