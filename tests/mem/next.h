/* A prefetcher for tests: a read that misses, or that is the first of a prefetched line, asks for the next line. */
#ifndef TESTS_MEM_NEXT_H
#define TESTS_MEM_NEXT_H
#include "mem/l1.h"

struct next_counts {
    u64 shown[SAW_NOTHING], first, end[PREFETCH_REFUSED + 1];
};
static void next_read(struct prefetch *f, cyc now, const struct req *r, enum prefetch_saw saw, bool first)
{
    struct next_counts *n = (struct next_counts *)f->own_stats;
    n->shown[saw]++;
    n->first += first;
    if (saw == SAW_MISS || first)
        n->end[l1_prefetch(f->l1, now, r, r->line + f->line_bytes)]++;
}
static const struct prefetch_ops next_ops = {.own = {.name = "next"}, .read = next_read};
static inline const struct next_counts *next_counts(const struct l1 *c)
{
    return (const struct next_counts *)c->prefetch->own_stats;
}

#endif
