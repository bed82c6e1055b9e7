/* A machine without one of its limits, as timed by `sluice run --what-if`. A row each; gpu/ideal.c turns most of them
   into other parameters when a machine is built, the others are tested where they apply. Off, none of them is tested
   on a hot path. */
#ifndef SLUICE_MEM_IDEAL_H
#define SLUICE_MEM_IDEAL_H
#include "decl/decl.h"

#define IDEAL_PARAMS(P, B, E)                                                                                        \
    B(launch, 0, "launches take no time of their own: gpu.launch and all that an SM's first CTA waits for (debug)",  \
      WHEN("gpu.launch", "!0"))                                                                                      \
    B(ctas, 0, "an SM holds as many CTAs as it can tell apart, 32 of 64 warps in all, whatever they need (debug)")   \
    B(equal, 0, "a launch lasts until its SMs have ended in the mean, not until the last one has (debug)")           \
    B(lines, 0,                                                                                                      \
      "an access to global or local memory asks for as few cache lines as its bytes fill, in turn of those that it " \
      "touches (debug)",                                                                                             \
      WHEN("lsu.kind", "in-order"))                                                                                  \
    B(banks, 0, "shared memory has no bank conflicts (debug)")                                                       \
    B(atomics, 0, "atomics of lanes and warps on one word do not wait for each other (debug)")                       \
    B(l1, 0, "reads always hit the L1, volatile ones too (debug)", WHEN("gpu.coherence", "none"))                    \
    B(l2, 0, "what reaches the L2 always hits it (debug)", WHEN("gpu.coherence", "none"))                            \
    B(slices, 0, "lines are spread over the L2's slices by higher bits of their address, too (debug)",               \
      WHEN("l2.slice_hash", "modulo"))                                                                               \
    B(dram, 0, "DRAM answers after the latency of an open row, without queues or limit on bandwidth (debug)",        \
      WHEN("l2.kind", "cache"))                                                                                      \
    B(mshrs, 0,                                                                                                      \
      "L1 and L2 have as many MSHRs, merges and places for misses as parameters allow, and a miss needs no "         \
      "line until its data comes (debug)")                                                                           \
    B(alu, 0, "arithmetic takes one issue slot and one cycle (debug)")                                               \
    B(lanes, 0,                                                                                                      \
      "an instruction costs its share of the lanes: a warp issues it when as many lanes as it has have come "        \
      "(debug)",                                                                                                     \
      WHEN("maws.policy", "off"))                                                                                    \
    B(barriers, 0, "warps do not wait at barriers (debug)")                                                          \
    B(fences, 0, "warps do not wait at memory fences (debug)")                                                       \
    B(local, 0, "accesses to local memory are not made: registers are enough, arrays are in them (debug)")           \
    B(fetch, 0, "instructions are always in the instruction cache (debug)", WHEN("icache.on", "on"))
DECL_PARAMS(ideal, IDEAL_PARAMS);

#endif
