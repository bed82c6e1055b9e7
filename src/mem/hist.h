/* Latency histograms in power-of-two buckets: bucket 0 holds 0 cycles, bucket k holds [2^(k-1), 2^k). */
#ifndef SLUICE_MEM_HIST_H
#define SLUICE_MEM_HIST_H
#include "base/types.h"

#define HIST_BUCKETS 24

/* Where the time of a request goes; each stage keeps the histograms that it can know. */
enum mem_stage { MS_FRONT, MS_L1, MS_NOC_REQUEST, MS_L2, MS_DRAM, MS_NOC_REPLY, MS_TOTAL, MS_STAGES };
extern const char *const mem_stage_names[MS_STAGES];

struct hist {
    u64 sum, max; /* cycles of the stage's own clock */
    u64 usual;    /* a value up to this is no new maximum, and has a bucket */
    u64 bucket[HIST_BUCKETS];
};

void hist_add_unusual(struct hist *, u64 cycles);

static inline void hist_add(struct hist *h, u64 cycles)
{
    h->sum += cycles;
    if (__builtin_expect(cycles > h->usual, 0))
        hist_add_unusual(h, cycles);
    else
        h->bucket[63 ^ (u32)__builtin_clzll(cycles << 1 | 1)]++; /* the number of its highest bit */
}

/* A span of ticks in cycles of a clock. Nearly all are short (below 2^32 ticks), and a 32-bit division is cheaper. */
static inline u64 cycles_in(cyc span, cyc period)
{
    return period == 1 ? span : span >> 32 ? span / period : (u32)span / (u32)period;
}

static inline void hist_forget_max(struct hist *h)
{
    h->max = h->usual = 0;
}
u64 hist_count(const struct hist *);
void hist_merge(struct hist *into, const struct hist *from);

#endif
