/* What malloc, free and printf cost in kernels: the parameters. emu/heap.h: how calls follow each other. */
#ifndef SLUICE_GPU_HEAP_H
#define SLUICE_GPU_HEAP_H
#include "decl/decl.h"

#define HEAP_MOST 10000000
/* One call that kernels may make: `call` in parameters' names, `name` in their texts */
#define HEAP_CALL(P, call, name)                                                                                     \
    P(call##_latency, 0, 0, HEAP_MOST, "cycles",                                                                     \
      name " in a kernel: cycles of a call by one lane; 0: " name " takes no time (measured)")                       \
    P(call##_lane, 0, 0, HEAP_MOST, "cycles", name ": cycles more for each further lane of the warp (measured)",     \
      WHEN("heap." #call "_latency", "!0"))                                                                          \
    P(call##_turn, 0, 0, HEAP_MOST, "cycles",                                                                        \
      name ": least time from a call by one lane to the next call of any warp, all SMs (measured)",                  \
      WHEN("heap." #call "_latency", "!0"))                                                                          \
    P(call##_turn_lane, 0, 0, HEAP_MOST, "cycles", name ": the same, more for each further lane (measured)",         \
      WHEN("heap." #call "_latency", "!0"))                                                                          \
    P(call##_instrs, 0, 0, HEAP_MOST, "instructions", name ": warp instructions of a call by one lane (measured)",   \
      WHEN("sm.isa", "sm90"))                                                                                        \
    P(call##_lane_instrs, 0, 0, HEAP_MOST, "instructions", name ": more for each further lane (measured)",           \
      WHEN("sm.isa", "sm90"))
#define HEAP_PARAMS(P, B, E)                                                                                         \
    HEAP_CALL(P, malloc, "malloc")                                                                                   \
    P(malloc_poll, 0, 0, HEAP_MOST, "cycles",                                                                        \
      "malloc: cycles of waiting in which a call executes one more instruction; 0: none (measured)",                 \
      WHEN("sm.isa", "sm90"))                                                                                        \
    HEAP_CALL(P, free, "free")                                                                                       \
    HEAP_CALL(P, print, "printf")
DECL_PARAMS(heap, HEAP_PARAMS);

#endif
