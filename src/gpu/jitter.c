/* gpu.jitter: the machine with its latencies changed by less than is known of them. If a gain hangs on one cycle of
   one latency, it is chance; run with several seeds, it shows as spread. A seed moves each latency behind the L1 by
   -1, 0 or +1 of its own cycles, once, and the start of every CTA by 0 to 7 core cycles. */
#include "gpu/internal.h"

#define PHASES 8

/* The result is at least `least`. */
static void move(u64 *latency, u64 least, u64 *state)
{
    *state = mix64(*state);
    u64 up = *state % 3; /* 1: unchanged */
    if (*latency + up >= least + 1)
        *latency = *latency + up - 1;
}

void jitter_machine(struct machine_config *c)
{
    u64 state = mix64(c->gpu.jitter);
    if (!c->gpu.jitter)
        return;
    move(&c->mem.l2.latency, 1, &state);
    move(&c->mem.l2.miss_latency, 1, &state);
    move(&c->mem.noc.latency, 1, &state);
    move(&c->mem.dram.extra_latency, 0, &state);
    move(&c->mem.dram.fixed_latency, 4, &state);
}

u64 jitter_phase(const struct gpu *g, u64 cta, u64 from)
{
    return g->cfg.gpu.jitter ? mix64(mix64(mix64(g->cfg.gpu.jitter) ^ cta) ^ from) % PHASES : 0;
}
