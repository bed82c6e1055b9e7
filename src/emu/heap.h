/* What malloc, free and printf cost in a machine's time. There is one heap for the whole device, and one
   printer: calls of all warps are served one after the other, in the order of time. A call takes its own
   latency, and more for every further lane that calls; it occupies the heap for a shorter time, its turn.
   While malloc waits for its turn it polls. Knows no machine: the numbers are options (emu_options.heap); all
   zero: calls take no time. Leaves out: sizes, how full the heap is, issue slots that a call takes from other
   warps. */
#ifndef SLUICE_EMU_HEAP_H
#define SLUICE_EMU_HEAP_H
#include "base/types.h"

struct heap_call {           /* in cycles, or instructions of a warp */
    u32 latency, lane;       /* of a call by one lane; more for each further lane */
    u32 turn, turn_lane;     /* cycles for which it occupies the heap: of one lane, for each further lane */
    u32 instrs, lane_instrs; /* likewise: instructions */
    u32 poll;                /* cycles of waiting for each further instruction of polling; 0: none */
};
struct heap_costs {
    struct heap_call take, give, print; /* malloc; free; printf */
};
struct heap_wait {
    u64 cycles, instrs; /* cycles until the call ends; instructions that it executes meanwhile */
};

/* A call by so many lanes begins in cycle `now`. *free_at: the cycle from which the heap (or the printer) is
   free. */
struct heap_wait heap_begin(const struct heap_call *, u32 lanes, u64 now, u64 *free_at);

#endif
