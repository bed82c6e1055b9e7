/* What malloc, free and printf take in kernels: the parameters; how calls follow each other is emu/heap.h's. */
#ifndef SLUICE_GPU_HEAP_H
#define SLUICE_GPU_HEAP_H
#include "decl/decl.h"

#define HEAP_MOST 10000000
#define HEAP_PARAMS(P, B, E)                                                                                         \
    P(malloc_latency, 0, 0, HEAP_MOST, "cycles",                                                                     \
      "malloc in a kernel: cycles of a call by one lane; 0: malloc takes no time (measured)")                        \
    P(malloc_lane, 0, 0, HEAP_MOST, "cycles", "malloc: cycles more for each further lane of the warp (measured)",    \
      WHEN("heap.malloc_latency", "!0"))                                                                             \
    P(malloc_turn, 0, 0, HEAP_MOST, "cycles",                                                                        \
      "malloc: least time from a call by one lane to the next call of any warp, all SMs (measured)",                 \
      WHEN("heap.malloc_latency", "!0"))                                                                             \
    P(malloc_turn_lane, 0, 0, HEAP_MOST, "cycles", "malloc: the same, more for each further lane (measured)",        \
      WHEN("heap.malloc_latency", "!0"))                                                                             \
    P(malloc_instrs, 0, 0, HEAP_MOST, "instructions", "malloc: warp instructions of a call by one lane (measured)",  \
      WHEN("sm.isa", "sm90"))                                                                                        \
    P(malloc_lane_instrs, 0, 0, HEAP_MOST, "instructions", "malloc: more for each further lane (measured)",          \
      WHEN("sm.isa", "sm90"))                                                                                        \
    P(malloc_poll, 0, 0, HEAP_MOST, "cycles",                                                                        \
      "malloc: a call that waits for others executes one more instruction in so many cycles; 0: none (measured)",    \
      WHEN("sm.isa", "sm90"))                                                                                        \
    P(free_latency, 0, 0, HEAP_MOST, "cycles",                                                                       \
      "free in a kernel: cycles of a call by one lane; 0: free takes no time (measured)")                            \
    P(free_lane, 0, 0, HEAP_MOST, "cycles", "free: cycles more for each further lane of the warp (measured)",        \
      WHEN("heap.free_latency", "!0"))                                                                               \
    P(free_turn, 0, 0, HEAP_MOST, "cycles",                                                                          \
      "free: least time from a call by one lane to the next call of any warp, all SMs (measured)",                   \
      WHEN("heap.free_latency", "!0"))                                                                               \
    P(free_turn_lane, 0, 0, HEAP_MOST, "cycles", "free: the same, more for each further lane (measured)",            \
      WHEN("heap.free_latency", "!0"))                                                                               \
    P(free_instrs, 0, 0, HEAP_MOST, "instructions", "free: warp instructions of a call by one lane (measured)",      \
      WHEN("sm.isa", "sm90"))                                                                                        \
    P(free_lane_instrs, 0, 0, HEAP_MOST, "instructions", "free: more for each further lane (measured)",              \
      WHEN("sm.isa", "sm90"))                                                                                        \
    P(print_latency, 0, 0, HEAP_MOST, "cycles",                                                                      \
      "printf in a kernel: cycles of a call by one lane; 0: printf takes no time (measured)")                        \
    P(print_lane, 0, 0, HEAP_MOST, "cycles", "printf: cycles more for each further lane of the warp (measured)",     \
      WHEN("heap.print_latency", "!0"))                                                                              \
    P(print_turn, 0, 0, HEAP_MOST, "cycles",                                                                         \
      "printf: least time from a call by one lane to the next call of any warp, all SMs (measured)",                 \
      WHEN("heap.print_latency", "!0"))                                                                              \
    P(print_turn_lane, 0, 0, HEAP_MOST, "cycles", "printf: the same, more for each further lane (measured)",         \
      WHEN("heap.print_latency", "!0"))                                                                              \
    P(print_instrs, 0, 0, HEAP_MOST, "instructions", "printf: warp instructions of a call by one lane (measured)",   \
      WHEN("sm.isa", "sm90"))                                                                                        \
    P(print_lane_instrs, 0, 0, HEAP_MOST, "instructions", "printf: more for each further lane (measured)",           \
      WHEN("sm.isa", "sm90"))
DECL_PARAMS(heap, HEAP_PARAMS);

#endif
