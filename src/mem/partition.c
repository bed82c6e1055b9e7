/* A memory partition: see partition.h. */
#include "mem/partition.h"

u64 partition_global(const struct l2_params *p, u64 local, u32 id)
{
    u64 n = p->slices, il = p->interleave, group = local / il;
    u64 k = (id + n - partition_turn(p, group) % n) % n;
    return (group * n + k) * il + local % il;
}

cyc partition_next(const struct partition *p)
{
    return MIN(p->l2.wake, p->dram.wake);
}

__attribute__((noinline)) static cyc run_every(struct partition *p, cyc from, cyc until, bool swapped)
{
    cyc a = p->l2.w.period, b = p->dram.w.period;
    cyc l2 = edge(from, a), dram = edge(from, b);
    while (MIN(l2, dram) < until) {
        cyc now = MIN(l2, dram);
        if (dram == now && swapped) {
            p->dram.wake = now;
            STAGE_RUN(p->dram.wake, now, dram_tick(&p->dram, now));
        }
        if (l2 == now) {
            p->l2.wake = now;
            STAGE_RUN(p->l2.wake, now, l2_tick(&p->l2, now));
            l2 += a;
        }
        if (dram == now) {
            if (!swapped) {
                p->dram.wake = now;
                STAGE_RUN(p->dram.wake, now, dram_tick(&p->dram, now));
            }
            dram += b;
        }
    }
    return partition_next(p);
}

cyc partition_run(struct partition *p, cyc from, cyc until, bool swapped, bool every)
{
    if (every)
        return run_every(p, from, until, swapped);
    p->dram.until = until;
    for (;;) {
        cyc now = partition_next(p);
        if (now >= until)
            return now;
        if (swapped)
            STAGE_RUN(p->dram.wake, now, dram_tick(&p->dram, now));
        STAGE_RUN(p->l2.wake, now, l2_tick(&p->l2, now));
        if (!swapped)
            STAGE_RUN(p->dram.wake, now, dram_tick(&p->dram, now));
    }
}

bool partition_idle(const struct partition *p)
{
    return l2_idle(&p->l2) && dram_idle(&p->dram);
}

void partition_audit(const struct partition *p)
{
    l2_audit(&p->l2);
    dram_audit(&p->dram);
}

void partition_dump(const struct partition *p, FILE *to)
{
    fprintf(to, "partition %u L2: ", p->id);
    l2_dump(&p->l2, to);
    fprintf(to, "partition %u memory: ", p->id);
    dram_dump(&p->dram, to);
}
