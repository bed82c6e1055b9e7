/* The instruction cache, as an option: tags with LRU, a fixed time for a miss. A warp that needs a line on its way
   waits until it has come. The next line may be fetched ahead (icache.next). Kernels lie in memory one after the
   other, in order of their first launch. */
#include <string.h>

#include "sm/internal.h"

/* Lines for which it is known whether this launch has used them; line n + LINES shares the bit of line n. */
#define LINES 8192u
#define KERNELS 64u /* kernels whose addresses are known; later ones share one address */

struct icache {
    u64 *line, *used, *there; /* by way: line, last use, and the cycle from which the line is there */
    bool *ahead;              /* by way: fetched ahead, not used yet */
    u64 *seen;                /* a bit a line: it was fetched before in this launch */
    u64 clock, miss, after;   /* after: icache.next */
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
    c->ahead = ARENA_ARRAY(a, bool, c->sets * c->ways);
    c->seen = ARENA_ARRAY(a, u64, LINES / 64);
    c->miss = p->miss;
    c->after = p->next;
    c->mshrs = (u32)p->mshrs;
    c->busy_until = ARENA_ARRAY(a, u64, MAX(c->mshrs, 1));
    c->keep = p->keep;
    c->arena = a;
    return c;
}

u64 icache_launch(struct icache *c, const char *kernel, u64 lines, bool alone)
{
    u32 k = 0;
    if (alone && c->after)
        memset(c->seen, 0, LINES / 8);
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

/* The way that has the line, or that it gets; *found: it is there, or on its way. */
static u64 way_of(const struct icache *c, u64 line, bool *found)
{
    u64 set = line % c->sets * c->ways, victim = set;
    *found = false;
    for (u64 i = set; i < set + c->ways; i++) {
        if (c->line[i] == line) {
            *found = true;
            return i;
        }
        if (c->used[i] < c->used[victim])
            victim = i;
    }
    return victim;
}

static bool is_new(struct icache *c, u64 line)
{
    u64 *word = &c->seen[line % LINES / 64], bit = 1ull << line % 64;
    bool is = !(*word & bit);
    *word |= bit;
    return is;
}

/* Only lines that are new in this launch come slowly enough for fetching ahead to pay. */
static void fetch_ahead(struct icache *c, u64 line, u64 there)
{
    bool found;
    u64 at = way_of(c, line, &found);
    if (found || !is_new(c, line))
        return;
    c->line[at] = line;
    c->used[at] = ++c->clock;
    c->there[at] = there;
    c->ahead[at] = true;
}

u64 icache_fetch(struct icache *c, u64 line, u64 cycle, bool *miss)
{
    bool found;
    u64 at = way_of(c, line, &found);
    *miss = !found;
    if (*miss) {
        c->line[at] = line;
        c->there[at] = asked_at(c, cycle) + c->miss;
        c->ahead[at] = is_new(c, line);
    }
    c->used[at] = ++c->clock;
    u64 there = c->there[at];
    if (c->after && c->ahead[at])
        fetch_ahead(c, line + 1, MAX(cycle, there) + c->after);
    c->ahead[at] = false;
    return there;
}
