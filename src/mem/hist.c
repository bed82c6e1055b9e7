/* Histograms: see hist.h. */
#include "mem/hist.h"

const char *const mem_stage_names[MS_STAGES] = {"front", "l1", "noc_request", "l2", "dram", "noc_reply", "total"};

void hist_add_unusual(struct hist *h, u64 cycles)
{
    u32 b = 63 ^ (u32)__builtin_clzll(cycles << 1 | 1);
    h->max = MAX(h->max, cycles);
    h->usual = MIN(h->max, (1u << (HIST_BUCKETS - 1)) - 1);
    h->bucket[MIN(b, HIST_BUCKETS - 1)]++;
}

u64 hist_count(const struct hist *h)
{
    u64 n = 0;
    for (u32 i = 0; i < HIST_BUCKETS; i++)
        n += h->bucket[i];
    return n;
}

void hist_merge(struct hist *into, const struct hist *from)
{
    if (!from->sum && !from->bucket[0]) /* every counted value adds to one of these */
        return;
    into->sum += from->sum;
    into->max = MAX(into->max, from->max);
    for (u32 i = 0; i < HIST_BUCKETS; i++)
        into->bucket[i] += from->bucket[i];
}
