/* What a network counts. */
#ifndef SLUICE_MEM_NOC_STATS_H
#define SLUICE_MEM_NOC_STATS_H
#include "decl/decl.h"

#define NOC_STATS(S, R, M, K)                                                                                        \
    S(packets, "packets", "packets sent", LESS)                                                                      \
    S(flits, "flits", "flits sent", LESS)                                                                            \
    S(bytes, "bytes", "header and payload sent", LESS)                                                               \
    S(latency_sum, "net cycles", "time of packets from being ready to leaving the network, added up", LESS)          \
    S(busy, "net cycles", "source ports sending")                                                                    \
    S(eject_wait, "net cycles", "time that packets wait for the destination port", LESS)                             \
    S(switch_wait, "net cycles", "packets waiting at the inputs of the switch", LESS)                                \
    S(no_credit, "cycles", "a source had a packet and the destination no room for it", LESS)                         \
    R(mean_latency, latency_sum, packets, 1, "latency_sum / packets", LESS)
DECL_STATS(noc, NOC_STATS);

#endif
