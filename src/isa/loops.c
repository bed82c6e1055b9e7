/* How deep in loops each block lies: natural loops of the edges that close a depth-first walk, those with one header
   taken together. */
#include <stdlib.h>
#include <string.h>

#include "isa/passes.h"

#define WORK_LIMIT 20000000u /* blocks visited; deeper loops count no further then */

struct loops {
    const struct ptx_func *f;
    struct preds pred;
    u32 *depth, *seen, *work;
    u64 steps;
};

/* Everything that reaches `tail` without passing the header is in the loop. */
static void add_tail(struct loops *l, u32 header, u32 tail)
{
    u32 n = 0, mark = header + 1;

    if (l->seen[header] != mark) {
        l->seen[header] = mark;
        l->depth[header]++;
    }
    if (l->seen[tail] != mark)
        l->work[n++] = tail;
    while (n && l->steps++ < WORK_LIMIT) {
        u32 b = l->work[--n];
        if (l->seen[b] == mark)
            continue;
        l->seen[b] = mark;
        l->depth[b]++;
        for (u32 k = l->pred.first[b]; k < l->pred.first[b + 1]; k++)
            if (l->seen[l->pred.at[k]] != mark && n < l->f->n_blocks * 2)
                l->work[n++] = l->pred.at[k];
    }
}

u64 loop_weight(u32 depth)
{
    u64 w = 1;

    for (u32 k = 0; k < MIN(depth, 8u); k++)
        w *= 10;
    return w;
}

u32 *loop_depths(const struct ptx_func *f)
{
    u32 n = f->n_blocks, *mem = xcalloc((size_t)n * 3 + 1, sizeof(u32));
    struct loops l = {.f = f, .depth = xcalloc(n + 1, sizeof(u32)), .seen = mem, .work = mem + n};
    struct flow_walk w = flow_walk(f);

    l.pred = preds_find(f);
    for (u32 h = 0; h < n; h++) { /* header by header, so that `seen` serves */
        for (size_t k = 0; k < w.back.n; k++)
            if (w.back.at[k].to == h)
                add_tail(&l, h, w.back.at[k].from);
    }
    flow_walk_free(&w);
    preds_free(&l.pred);
    free(mem);
    return l.depth;
}
