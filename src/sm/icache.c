/* The instruction cache, as an option: tags with LRU, a fixed time for a miss, any number of misses at once. It sees
   the static program of one kernel. */
#include "sm/internal.h"

struct icache {
    u64 *line, *used;
    u64 clock;
    u32 sets, ways;
};

struct icache *icache_new(struct arena *a, const struct icache_params *p)
{
    struct icache *c = ARENA_NEW(a, struct icache);
    c->ways = (u32)p->assoc;
    c->sets = (u32)MAX(1, p->size / (p->line * p->assoc));
    c->line = ARENA_ARRAY(a, u64, c->sets * c->ways);
    c->used = ARENA_ARRAY(a, u64, c->sets * c->ways);
    return c;
}

void icache_clear(struct icache *c)
{
    for (u32 i = 0; i < c->sets * c->ways; i++)
        c->line[i] = c->used[i] = 0;
}

bool icache_fetch(struct icache *c, u64 line)
{
    u64 *at = &c->line[line % c->sets * c->ways], *used = &c->used[line % c->sets * c->ways];
    u32 victim = 0;
    for (u32 i = 0; i < c->ways; i++) {
        if (at[i] == line) {
            used[i] = ++c->clock;
            return true;
        }
        if (used[i] < used[victim])
            victim = i;
    }
    at[victim] = line;
    used[victim] = ++c->clock;
    return false;
}
