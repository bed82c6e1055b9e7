/* Ports: see port.h. Only the part that allocates is here; the rest is inline. */
#include "mem/port.h"

void port_init(struct port *p, struct arena *a, u32 cap, cyc latency, cyc prod_period, cyc cons_period,
               cyc *wake_consumer, cyc *wake_producer)
{
    ENSURE(cap && latency && prod_period && cons_period);
    u32 ring = 1;
    while (ring < cap)
        ring *= 2;
    *p = (struct port){.items = ARENA_ARRAY(a, struct port_item, ring),
                       .cap = cap,
                       .mask = ring - 1,
                       .freed_at = NEVER,
                       .latency = latency,
                       .prod_period = prod_period,
                       .cons_period = cons_period,
                       .cross = prod_period != cons_period,
                       .wake_consumer = wake_consumer,
                       .wake_producer = wake_producer};
}
