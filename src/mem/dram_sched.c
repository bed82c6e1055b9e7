/* The DRAM schedulers: see dram_sched.h. */
#include "mem/dram_sched.h"

/* FR-FCFS: a request for the open row goes before older ones for other rows, at most dram.cap times in a row. */
static u32 row_hits_first(const struct dram *d, const struct dram_bank *b)
{
    bool enough = d->p.cap && b->passed >= d->p.cap;
    return b->hit != DRAM_NONE && !enough ? b->hit : b->first;
}

/* FCFS: strictly in order, in the bank and in the channel. */
static u32 oldest(const struct dram *d, const struct dram_bank *b)
{
    (void)d;
    return b->first;
}
static u64 bank_of_oldest(const struct dram *d)
{
    return 1ull << d->queue[d->oldest].bank;
}

const struct dram_sched dram_scheds[] = {
    {"fr-fcfs", "first ready row hits, then in order", row_hits_first, NULL},
    {"fcfs", "strictly in order", oldest, bank_of_oldest},
};
DECL_TABLE_WORDS(dram_sched, dram_scheds, name, about);
const u32 dram_sched_count = (u32)COUNT_OF(dram_scheds);
