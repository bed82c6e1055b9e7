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
    B(on, 0, "reads of a cluster's SMs for one line are merged before the network (paper)")                          \
    P(entries, 48, 0, 4096, "lines", "merge table of a cluster (paper: 6.2)")                                        \
    B(cache, 0, "a cluster keeps the lines that several of its SMs have asked for (paper: 6.3)")                     \
    P(lines, 24, 0, 65536, "lines", "of that cache, fully associative (paper: 6.4)")                                 \
    P(latency, 1, 0, 64, "core cycles", "lookup in both (paper: 7)")                                                 \
    B(locality, 0, "count redundant requests within windows of 500 to 2000 cycles; changes nothing else (paper: 3.3)")
DECL_PARAMS(icc, ICC_PARAMS);

#define ICC_STATS(S, R, M, K)                                                                                        \
    S(read, "requests", "global reads that missed the L1 and may take part")                                         \
    S(merged, "requests", "added to an entry of the merge table: not sent")                                          \
    S(entry, "requests", "took an entry, and were sent")                                                             \
    S(full, "requests", "sent without an entry: all taken")                                                          \
    S(again, "requests", "sent although the line has an entry: their SM is in its list, or it lacks a sector")       \
    S(closed, "requests", "sent although the line has an entry: it was written since")                               \
    S(broadcast, "replies", "that went to more than one SM")                                                         \
    S(cc_hit, "requests", "found in the coalesced cache: not sent")                                                  \
    S(cc_insert, "lines", "that entered it")                                                                         \
    S(cc_drop, "lines", "that a write has invalidated in it")                                                        \
    K(table_bytes, "bytes", "storage of a cluster's merge table")                                                    \
    K(cc_bytes, "bytes", "storage of a cluster's coalesced cache")                                                   \
    S(line_500, "requests", "redundant within 500 cycles by cache-line sharing (icc.locality)")                      \
    S(line_1000, "requests", "likewise, 1000")                                                                       \
    S(line_1500, "requests", "likewise, 1500")                                                                       \
    S(line_2000, "requests", "likewise, 2000")                                                                       \
    S(data_500, "requests", "redundant within 500 cycles by data sharing (icc.locality)")                            \
    S(data_1000, "requests", "likewise, 1000")                                                                       \
    S(data_1500, "requests", "likewise, 1500")                                                                       \
    S(data_2000, "requests", "likewise, 2000")                                                                       \
    R(merge_rate, merged, read, 1, "merged / read")                                                                  \
    R(cc_rate, cc_hit, read, 1, "cc_hit / read")
DECL_STATS(icc, ICC_STATS);

#endif
