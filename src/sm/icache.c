/* The instruction cache, as an option: tags with LRU, a fixed time for a miss. Who asks for a line that is on its way
   waits for it as long as it takes. Kernels lie one after the other in memory, in order of their first launch. */
#include <string.h>

#include "sm/internal.h"

#define KERNELS 64u /* whose places are known; beyond: one place for all others */

struct icache {
    u64 *line, *used, *there; /* by way; from which cycle on the line is there */
    u64 clock, miss;
    u32 sets, ways, mshrs;
    u64 *busy_until; /* by MSHR; none: any number of misses at once */
    bool keep;
    char *names[KERNELS];
    u64 first[KERNELS], next; /* line numbers */
    u32 n_kernels;
    struct arena *arena;
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
    c->mshrs = (u32)p->mshrs;
    c->busy_until = ARENA_ARRAY(a, u64, MAX(c->mshrs, 1));
    c->keep = p->keep;
    c->arena = a;
    return c;
}

u64 icache_launch(struct icache *c, const char *kernel, u64 lines, bool alone)
{
    u32 k = 0;
    if (!c->keep) {
        for (u32 i = 0; alone && i < c->sets * c->ways; i++)
            c->line[i] = c->used[i] = 0;
        c->next = alone ? lines : c->next + lines;
        return 1 + c->next - lines;
    }
    while (k < c->n_kernels && strcmp(c->names[k], kernel))
        k++;
    if (k == KERNELS)
        return 1 + c->next;
    if (k == c->n_kernels) {
        c->names[c->n_kernels] = arena_strdup(c->arena, kernel);
        c->first[c->n_kernels++] = 1 + c->next;
        c->next += lines;
    }
    return c->first[k];
}

static u64 asked_at(struct icache *c, u64 cycle) /* a miss: when an MSHR can ask for it */
{
    u32 first = 0;
    for (u32 i = 1; i < c->mshrs; i++)
        first = c->busy_until[i] < c->busy_until[first] ? i : first;
    u64 at = c->mshrs ? MAX(cycle, c->busy_until[first]) : cycle;
    c->busy_until[first] = at + c->miss;
    return at;
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
    return c->there[set + victim] = asked_at(c, cycle) + c->miss;
}
