/* Constant loads: see constants.h. */
#include "mem/constants.h"

#include <string.h>

DECL_PARAMS_DEFINE(constc, CONST_PARAMS);

#define FIRST_LINE 64
struct const_first { /* the lines that the first cache has or waits for */
    u32 n, next;     /* n: places; next: the one that is replaced next */
    struct {
        u64 line;  /* + 1 */
        u64 ready; /* cycle */
    } at[];
};

static struct const_first *first_new(struct arena *a, u64 bytes)
{
    u32 n = (u32)(bytes / FIRST_LINE);
    if (!n)
        return NULL;
    struct const_first *f = arena_alloc(a, sizeof *f + n * sizeof f->at[0], 8);
    f->n = n;
    return f;
}

static void first_clear(struct const_first *f)
{
    if (!f)
        return;
    f->next = 0;
    memset(f->at, 0, f->n * sizeof f->at[0]);
}

void constants_init(struct constants *c, struct arena *a, const struct constc_params *p)
{
    *c = (struct constants){.p = *p, .first = first_new(a, p->first), .uniform = first_new(a, p->uniform)};
    constants_new_kernel(c);
}

void constants_new_kernel(struct constants *c)
{
    first_clear(c->first);
    first_clear(c->uniform);
}

struct l1_params constants_cache(const struct constc_params *p, const struct l1_params *l1)
{
    return l1_small(l1, p->size, p->ways, p->line, p->latency, p->mshrs);
}

/* Cycles that a word takes from the second cache, if that has it, to the first, which has it from then on. */
static u32 wait_for_first(struct const_first *f, u64 miss, u64 addr, u64 cycle)
{
    u64 line = addr / FIRST_LINE + 1;
    for (u32 k = 0; k < f->n; k++)
        if (f->at[k].line == line)
            return f->at[k].ready > cycle ? (u32)(f->at[k].ready - cycle) : 0;
    f->at[f->next].line = line;
    f->at[f->next].ready = cycle + miss;
    f->next = f->next + 1 == f->n ? 0 : f->next + 1;
    return (u32)miss;
}

u32 constants_uniform(struct constants *c, u64 addr, u64 cycle)
{
    if (c->uniform)
        return wait_for_first(c->uniform, c->p.uniform_miss, addr, cycle);
    return c->first ? wait_for_first(c->first, c->p.first_miss, addr, cycle) : 0;
}

void constants_access(struct constants *c, const struct stream_instr *i, u64 cycle, struct access *a)
{
    u64 line = c->p.line, seen[STREAM_MAX_LANES];
    u32 n = 0, wait = 0;
    for (u64 m = i->shape == ADDR_UNIFORM ? i->mask & -i->mask : i->mask; m; m &= m - 1) {
        u64 word = stream_lane_addr(i, ctz64(m)) / 4;
        u32 k = 0;
        while (k < n && seen[k] != word)
            k++;
        if (k < n)
            continue;
        seen[n] = word;
        if (c->first) {
            u32 first = wait_for_first(c->first, c->p.first_miss, word * 4, cycle);
            wait = MAX(wait, first);
        }
        a->lines[n++] =
            (struct coalesced){.line = word * 4 / line * line, .sectors = 0xff, .touched = 0xff, .bytes = 4};
    }
    a->n = n;
    a->cycles = n * (u32)c->p.busy;
    a->delay = wait;
    if (n && c->p.word_interval > c->p.busy)
        a->more = (n - 1) * (u32)(c->p.word_interval - c->p.busy);
    a->delay += a->more;
}
