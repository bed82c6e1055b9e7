/* Immediate post-dominators: where the lanes that a branch separates meet again. Semi-NCA on the reversed graph, from
   a virtual exit. A loop that never ends does not reach the exit; its last block is treated as if it did. For blocks
   that do reach it, the ways into such a loop do not count: lanes that take them never come back, and the others meet
   as if they were not there. */
#include <stdlib.h>
#include <string.h>

#include "ptx/analysis.h"

struct dom { /* nodes are numbered in depth-first order from the exit, which is 0 */
    u32 n;
    u32 ending;  /* numbers below reach a true exit */
    u32 *node;   /* block by number; block n_blocks is the exit */
    u32 *number; /* by block; UINT32_MAX: not seen yet */
    u32 *parent, *semi, *label, *ancestor, *idom;
    struct preds pred; /* in the program */
    u32 *stack;
};

static void give_number(struct dom *s, u32 b, u32 parent, u32 *depth)
{
    s->number[b] = s->n;
    s->parent[s->n] = parent;
    s->node[s->n++] = b;
    s->stack[(*depth)++] = b;
    s->ancestor[b] = s->pred.first[b]; /* used as the edge cursor for now */
}

/* Numbers everything that reaches `from` */
static void walk(struct dom *s, u32 from)
{
    u32 depth = 0;

    give_number(s, from, 0, &depth);
    while (depth) {
        u32 b = s->stack[depth - 1], q;
        if (s->ancestor[b] == s->pred.first[b + 1]) {
            depth--;
            continue;
        }
        q = s->pred.at[s->ancestor[b]++];
        if (s->number[q] == UINT32_MAX)
            give_number(s, q, s->number[b], &depth);
    }
}

static u32 eval(struct dom *s, u32 v)
{
    u32 depth = 0, u = v;

    if (s->ancestor[v] == UINT32_MAX)
        return v;
    while (s->ancestor[s->ancestor[u]] != UINT32_MAX) { /* path compression, from the top down */
        s->stack[depth++] = u;
        u = s->ancestor[u];
    }
    while (depth) {
        u32 w = s->stack[--depth], a = s->ancestor[w];
        if (s->semi[s->label[a]] < s->semi[s->label[w]])
            s->label[w] = s->label[a];
        s->ancestor[w] = s->ancestor[a];
    }
    return s->label[v];
}

static void number_all(struct dom *s, const struct ptx_func *f)
{
    u32 n = f->n_blocks;

    memset(s->number, 0xff, (n + 1) * sizeof(u32));
    s->number[n] = 0;
    s->node[0] = n;
    s->n = 1;
    for (int all = 0; all < 2; all++) {
        for (u32 b = n; b-- > 0;)
            if ((all || f->blocks[b].exits) && s->number[b] == UINT32_MAX)
                walk(s, b);
        s->ending = all ? s->ending : s->n;
    }
}

static void solve(struct dom *s, const struct ptx_func *f)
{
    for (u32 v = 0; v < s->n; v++) {
        s->semi[v] = s->label[v] = v;
        s->ancestor[v] = UINT32_MAX;
    }
    for (u32 v = s->n - 1; v > 0; v--) {
        const struct ptx_block *b = &f->blocks[s->node[v]];
        u32 best = s->parent[v];
        if (b->exits)
            best = 0;
        for (u32 k = 0; k < b->n_succ; k++) {
            u32 to = s->number[b->succ[k]];
            if (v < s->ending && to >= s->ending)
                continue;
            u32 u = s->semi[eval(s, to)];
            best = MIN(best, u);
        }
        s->semi[v] = best;
        s->ancestor[v] = s->parent[v];
    }
    for (u32 v = 1; v < s->n; v++) {
        u32 d = s->parent[v];
        while (d > s->semi[v])
            d = s->idom[d];
        s->idom[v] = d;
    }
}

void postdom_build(struct ptx_func *f)
{
    u32 n = f->n_blocks;
    u32 *mem = xcalloc((size_t)(n + 1) * 8, sizeof(u32));
    struct dom s = {.node = mem,
                    .number = mem + (n + 1),
                    .parent = mem + 2 * (size_t)(n + 1),
                    .semi = mem + 3 * (size_t)(n + 1),
                    .label = mem + 4 * (size_t)(n + 1),
                    .ancestor = mem + 5 * (size_t)(n + 1),
                    .idom = mem + 6 * (size_t)(n + 1),
                    .stack = mem + 7 * (size_t)(n + 1)};

    s.pred = preds_find(f);
    number_all(&s, f);
    solve(&s, f);
    for (u32 v = 1; v < s.n; v++) {
        u32 d = s.node[s.idom[v]];
        f->blocks[s.node[v]].ipdom = d == n ? UINT32_MAX : d;
    }
    for (u32 b = 0; b < n; b++) {
        struct ptx_instr *i = &f->code[f->blocks[b].end - 1];
        i->reconv = UINT32_MAX;
        if (((i->op == OP_BRA && i->guarded) || i->op == OP_BRX_IDX) && f->blocks[b].ipdom != UINT32_MAX)
            i->reconv = f->blocks[f->blocks[b].ipdom].first;
    }
    preds_free(&s.pred);
    free(mem);
}
