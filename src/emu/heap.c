/* Time of the device heap: see heap.h. syscall.c decides what is allocated, and where. */
#include "emu/heap.h"

struct heap_wait heap_begin(const struct heap_call *c, u32 lanes, u64 now, u64 *free_at)
{
    u64 more = lanes - 1, start = MAX(now, *free_at), waits = start - now;

    *free_at = start + c->turn + more * c->turn_lane;
    return (struct heap_wait){.cycles = waits + c->latency + more * c->lane,
                              .instrs = c->instrs + more * c->lane_instrs + (c->poll ? waits / c->poll : 0)};
}
