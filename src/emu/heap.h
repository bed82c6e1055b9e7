/* What malloc, free and printf take of a machine's time. The heap is one for the whole device, and so is what is
   printed: calls of all warps are served
   one after the other, in the order of time. A call takes its own latency, more for every further lane that calls; it
   keeps the heap from others for a shorter time, its turn. While it waits for its turn, malloc polls. Knows no
   machine: the numbers are options (emu_options.heap); all zero: calls take no time.
   Leaves out: sizes, what is there already, issue slots that a call takes from other warps. */
#ifndef SLUICE_EMU_HEAP_H
#define SLUICE_EMU_HEAP_H
#include "base/types.h"

struct heap_call {           /* in cycles, or instructions of a warp */
    u32 latency, lane;       /* of a call of one lane; more for each further lane */
    u32 turn, turn_lane;     /* likewise: of these, those in which it keeps the heap */
    u32 instrs, lane_instrs; /* likewise: instructions */
    u32 poll;                /* cycles of waiting for each further instruction; 0: none */
};
struct heap_costs {
    struct heap_call take, give, print; /* malloc; free; printf */
};
struct heap_wait {
    u64 cycles, instrs; /* until the call is over; that it executes meanwhile */
};

/* A call of so many lanes begins in cycle `now`. *free_at: the cycle from which on the heap is free; or
   printing. */
struct heap_wait heap_begin(const struct heap_call *, u32 lanes, u64 now, u64 *free_at);

#endif
