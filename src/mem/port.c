/* Ports: see port.h. Only the part that allocates is here; the rest is inline. */
#include "mem/port.h"

const struct port_item port_nothing = {.ready = NEVER, .due = NEVER};

void port_init(struct port *p, struct arena *a, u32 cap, cyc latency, cyc prod_period, cyc cons_period,
               cyc *wake_consumer, cyc *wake_producer)
{
    ENSURE(cap && latency && prod_period && cons_period);
    struct port_item *items = ARENA_LINES(a, struct port_item, cap);
    *p = (struct port){.first = &port_nothing,
                       .cap = cap,
                       .items = items,
                       .end = items + cap,
                       .last = items,
                       .freed_at = NEVER,
                       .latency = latency,
                       .prod_period = prod_period,
                       .cons_period = cons_period,
                       .cross = prod_period != cons_period,
                       .wake_consumer = wake_consumer,
                       .wake_producer = wake_producer};
}
