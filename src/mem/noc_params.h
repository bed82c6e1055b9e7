/* Parameters of the networks: noc.h. */
#ifndef SLUICE_MEM_NOC_PARAMS_H
#define SLUICE_MEM_NOC_PARAMS_H
#include "decl/decl.h"

#define NOC_KIND_WORDS(X)                                                                                            \
    X(NOC_CROSSBAR, "crossbar", "contention at the ports alone")                                                     \
    X(NOC_NONE, "none", "unlimited bandwidth, its latency counts as part of the fixed memory's")                     \
    X(NOC_SWITCH, "switch", "contention at the inputs and outputs of a switch as well, on one thread")
DECL_CHOICE(noc_kind, NOC_KIND_WORDS);
#define NOC_QUEUES_WORDS(X)                                                                                          \
    X(NOC_FIFO, "fifo", "one queue an input")                                                                        \
    X(NOC_VOQ, "voq", "one for each output")
DECL_CHOICE(noc_queues, NOC_QUEUES_WORDS);

#define NOC_PARAMS(P, B, E)                                                                                          \
    E(kind, noc_kind, NOC_CROSSBAR, "what connects clusters and L2 slices (paper)")                                  \
    E(queues, noc_queues, NOC_VOQ, "kind switch: how packets wait at an input (paper)", WHEN("noc.kind", "switch"))  \
    P(iterations, 2, 1, 16, "", "kind switch: iterations of the iSLIP arbiter per cycle (paper)",                    \
      WHEN("noc.kind", "switch"))                                                                                    \
    P(latency, 8, 1, 10000, "net cycles", "from port to port for the head of a packet, each way (guess)")            \
    P(far_latency, 0, 0, 10000, "net cycles",                                                                        \
      "extra latency, each way, between the two halves of the chip (measured)")                                      \
    B(far_once, 0,                                                                                                   \
      "a reader's half of the chip keeps a copy of what it read from the other: only the first read pays "           \
      "noc.far_latency (measured)")                                                                                  \
    P(flit, 32, 4, 1024, "bytes", "channel width (paper)")                                                           \
    P(slice_flit, 0, 0, 1024, "bytes", "channel width at an L2 slice; 0: noc.flit (datasheet)")                      \
    P(slice_rate, 0, 0, 1024, "bytes",                                                                               \
      "data of replies that leave an L2 slice in a net cycle, packet behind packet without headers and gaps; 0: "    \
      "whole flits of noc.slice_flit (measured)")                                                                    \
    P(sm_flit, 0, 0, 1024, "bytes", "channel width of a cluster's replies; 0: noc.flit (measured)")                  \
    P(header, 8, 1, 64, "bytes", "size of a packet header (paper)")                                                  \
    P(mask, 0, 0, 128, "bytes",                                                                                      \
      "size of a byte mask; writes of parts of sectors, and atomics on several, then travel as whole sectors with "  \
      "the mask; 0: only their bytes travel (measured)")                                                             \
    P(credits, 8, 1, 4096, "packets", "packets that a source may have under way to each destination (guess)")        \
    P(clock, 700, 1, 100000, "MHz", "network clock (paper)")
DECL_PARAMS(noc, NOC_PARAMS);

#endif
