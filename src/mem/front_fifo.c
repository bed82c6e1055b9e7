/* The baseline: requests reach the L1 in the order in which the coalescer made them. The queue is the L1's input
   port itself, so there is nothing to tick; order is total, so nothing can pass a barrier. */
#include "mem/front.h"

static bool init(struct front *f, struct arena *a, const void *params, struct diag *d)
{
    (void)f, (void)a, (void)params, (void)d;
    return true;
}
static cyc tick(struct front *f, cyc now)
{
    (void)f, (void)now;
    return NEVER;
}
static bool idle(const struct front *f)
{
    return !f->in->n;
}
static void audit(const struct front *f)
{
    ENSURE(f->in->n <= f->in->cap);
}
static void dump(const struct front *f, FILE *to)
{
    fprintf(to, "fifo %u/%u\n", f->in->n, f->in->cap);
}
static bool barrier(struct front *f, u32 warp, cyc now)
{
    (void)f, (void)warp, (void)now;
    return true;
}

const struct front_ops front_fifo_ops = {.own = {.name = "fifo", .about = "in order"},
                                         .direct = true,
                                         .init = init,
                                         .tick = tick,
                                         .idle = idle,
                                         .audit = audit,
                                         .dump = dump,
                                         .barrier = barrier};
