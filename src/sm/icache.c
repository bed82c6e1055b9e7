/* The instruction cache, as an option: tags with LRU, a fixed time for a miss, any number of misses at once. Who asks
   for a line that is on its way waits for it as long as it takes. It sees the static program of one kernel. */
#include "sm/internal.h"

struct icache {
    u64 *line, *used, *there; /* by way; from which cycle on the line is there */
    u64 clock, miss;
    u32 sets, ways;
};

struct icache *icache_new(struct arena *a, const struct icache_params *p)
{
    struct icache *c = ARENA_NEW(a, struct icache);
    c->ways = (u32)p->assoc;
    c->sets = (u32)MAX(1, p->size / (p->line * p->assoc));
    c->line = ARENA_ARRAY(a, u64, c->sets * c->ways);
    c->used = ARENA_ARRAY(a, u64, c->sets * c->ways);
    c->there = ARENA_ARRAY(a, u64, c->sets * c->ways);
    c->miss = p->miss;
    return c;
}

void icache_clear(struct icache *c)
{
    for (u32 i = 0; i < c->sets * c->ways; i++)
        c->line[i] = c->used[i] = 0;
}

u64 icache_fetch(struct icache *c, u64 line, u64 cycle, bool *miss)
{
    u64 set = line % c->sets * c->ways, *used = &c->used[set];
    u32 victim = 0;
    *miss = false;
    for (u32 i = 0; i < c->ways; i++) {
        if (c->line[set + i] == line) {
            used[i] = ++c->clock;
            return c->there[set + i];
        }
        if (used[i] < used[victim])
            victim = i;
    }
    *miss = true;
    c->line[set + victim] = line;
    used[victim] = ++c->clock;
    return c->there[set + victim] = cycle + c->miss;
}
