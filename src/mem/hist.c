/* Histograms: see hist.h. */
#include "mem/hist.h"

const char *const mem_stage_names[MS_STAGES] = {"front", "l1", "noc_request", "l2", "dram", "noc_reply", "total"};

void hist_merge(struct hist *into, const struct hist *from)
{
    into->count += from->count;
    into->sum += from->sum;
    into->max = MAX(into->max, from->max);
    for (u32 i = 0; i < HIST_BUCKETS; i++)
        into->bucket[i] += from->bucket[i];
}
