/* Intra-cluster coalescing and the coalesced cache (ICC paper, section 6), a merger (merger.h). The merge table
   holds the lines that the cluster's SMs have asked the L2 for: another SM's request for one of them is added to its
   list and sends nothing, and the reply goes to every SM of the list at once. A line whose reply had several takers
   enters the coalesced cache (CC), which is looked up first. Only global reads that miss the L1 take part; reads of
   other spaces, .cg and volatile ones, atomics and writes pass by. A write invalidates its line in the CC, and no
   later read joins an entry opened before it.

   Beside it, for figures 3 and 8: how many of these reads are redundant, that is, follow another one of the cluster
   for the same line within a window of so many cycles, and whether they touch a sector that it touched (data sharing)
   or another one (cache-line sharing). The paper tells them apart by 32-bit words; a request knows sectors. */
#ifndef SLUICE_MEM_ICC_H
#define SLUICE_MEM_ICC_H
#include "mem/merger.h"

#define ICC_PARAMS(P, B, E)                                                                                          \
    B(on, 0, "reads of a line by several SMs of a cluster are merged before the network (paper)")                    \
    P(entries, 48, 0, 4096, "lines", "entries of a cluster's merge table (paper: 6.2)", WHEN("icc.on", "on"))        \
    B(cache, 0, "the cluster has a coalesced cache: it keeps lines that several of its SMs asked for (paper: 6.3)")  \
    P(lines, 24, 0, 65536, "lines", "lines of the coalesced cache, which is fully associative (paper: 6.4)",         \
      WHEN("icc.cache", "on"))                                                                                       \
    B(invalidate, 1, "a write or an atomic of the cluster takes its line out of the coalesced cache (guess)",        \
      WHEN("icc.cache", "on"))                                                                                       \
    B(empties, 1, "the coalesced cache is emptied when a kernel starts (guess)", WHEN("icc.cache", "on"))            \
    P(latency, 1, 0, 64, "core cycles", "lookup in merge table and coalesced cache (paper: 7)",                      \
      WHEN("icc.on", "on"))                                                                                          \
    B(locality, 0,                                                                                                   \
      "counts requests that repeat a recent one of the cluster, within 500 to 2000 cycles (icc.line_*, "             \
      "icc.data_*); changes nothing else (paper: 3.3)")
DECL_PARAMS(icc, ICC_PARAMS);

#define ICC_STATS(S, R, M, K)                                                                                        \
    S(read, "requests", "global reads that missed the L1 and can be merged")                                         \
    S(merged, "requests", "requests added to an entry of the merge table, and not sent", MORE)                       \
    S(entry, "requests", "requests that opened an entry, and were sent")                                             \
    S(full, "requests", "requests sent without an entry, because all were taken", LESS)                              \
    S(again, "requests", "requests sent although the line has an entry: it has their SM already, or lacks a sector", \
      LESS)                                                                                                          \
    S(closed, "requests", "requests sent although the line has an entry: the line was written since", LESS)          \
    S(broadcast, "replies", "replies that went to more than one SM")                                                 \
    S(cc_hit, "requests", "requests found in the coalesced cache, and not sent", MORE)                               \
    S(cc_insert, "lines", "lines that entered the coalesced cache")                                                  \
    S(cc_drop, "lines", "lines of the coalesced cache that a write invalidated")                                     \
    K(table_bytes, "bytes", "storage of a cluster's merge table", LESS)                                              \
    K(cc_bytes, "bytes", "storage of a cluster's coalesced cache", LESS)                                             \
    S(line_500, "requests",                                                                                          \
      "icc.locality: requests for a line of which the cluster asked for other words within 500 cycles before")       \
    S(line_1000, "requests",                                                                                         \
      "icc.locality: requests for a line of which the cluster asked for other words within 1000 cycles before")      \
    S(line_1500, "requests",                                                                                         \
      "icc.locality: requests for a line of which the cluster asked for other words within 1500 cycles before")      \
    S(line_2000, "requests",                                                                                         \
      "icc.locality: requests for a line of which the cluster asked for other words within 2000 cycles before")      \
    S(data_500, "requests", "icc.locality: requests for words that the cluster asked for within 500 cycles before")  \
    S(data_1000, "requests",                                                                                         \
      "icc.locality: requests for words that the cluster asked for within 1000 cycles before")                       \
    S(data_1500, "requests",                                                                                         \
      "icc.locality: requests for words that the cluster asked for within 1500 cycles before")                       \
    S(data_2000, "requests",                                                                                         \
      "icc.locality: requests for words that the cluster asked for within 2000 cycles before")                       \
    R(merge_rate, merged, read, 1, "merged / read", MORE)                                                            \
    R(cc_rate, cc_hit, read, 1, "cc_hit / read", MORE)
DECL_STATS(icc, ICC_STATS);

#endif
