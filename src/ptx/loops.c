/* How deep in loops each block lies: natural loops of the edges that close a depth-first walk, those with one header
   taken together. */
#include <stdlib.h>
#include <string.h>

#include "ptx/analysis.h"

#define WORK_LIMIT 20000000u /* blocks visited; deeper loops count no further then */

struct loops {
    const struct ptx_func *f;
    u32 *pred_first, *pred;
    u32 *depth, *seen, *work;
    u64 steps;
};

static void find_preds(struct loops *l)
{
    const struct ptx_func *f = l->f;
    u32 edges = 0;

    for (u32 b = 0; b < f->n_blocks; b++)
        edges += f->blocks[b].n_succ;
    l->pred_first = xcalloc(f->n_blocks + 2, sizeof(u32));
    l->pred = xcalloc(edges + 1, sizeof(u32));
    for (u32 b = 0; b < f->n_blocks; b++)
        for (u32 k = 0; k < f->blocks[b].n_succ; k++)
            l->pred_first[f->blocks[b].succ[k] + 2]++;
    for (u32 b = 2; b <= f->n_blocks + 1; b++)
        l->pred_first[b] += l->pred_first[b - 1];
    for (u32 b = 0; b < f->n_blocks; b++)
        for (u32 k = 0; k < f->blocks[b].n_succ; k++)
            l->pred[l->pred_first[f->blocks[b].succ[k] + 1]++] = b;
}

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
        for (u32 k = l->pred_first[b]; k < l->pred_first[b + 1]; k++)
            if (l->seen[l->pred[k]] != mark && n < l->f->n_blocks * 2)
                l->work[n++] = l->pred[k];
    }
}

u32 *loop_depths(const struct ptx_func *f)
{
    u32 n = f->n_blocks;
    u32 *mem = xcalloc((size_t)n * 6 + 1, sizeof(u32)), depth = 0;
    struct loops l = {.f = f, .depth = xcalloc(n + 1, sizeof(u32)), .seen = mem, .work = mem + n};
    u32 *stack = mem + 3 * (size_t)n, *edge = stack + n, *state = edge + n;
    VEC(u32) back = {0}; /* pairs: header, tail */

    find_preds(&l);
    stack[depth++] = 0;
    state[0] = 1;
    while (depth) {
        u32 b = stack[depth - 1];
        if (edge[b] == f->blocks[b].n_succ) {
            state[b] = 2;
            depth--;
            continue;
        }
        u32 s = f->blocks[b].succ[edge[b]++];
        if (state[s] == 0) {
            state[s] = 1;
            stack[depth++] = s;
        } else if (state[s] == 1) {
            VEC_PUSH(&back, s);
            VEC_PUSH(&back, b);
        }
    }
    for (u32 h = 0; h < n; h++) { /* header by header, so that `seen` serves */
        for (size_t k = 0; k < back.n; k += 2)
            if (back.at[k] == h)
                add_tail(&l, h, back.at[k + 1]);
    }
    VEC_FREE(&back);
    free(l.pred_first);
    free(l.pred);
    free(mem);
    return l.depth;
}
