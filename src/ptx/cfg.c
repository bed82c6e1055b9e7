/* Basic blocks and edges, and the branches that close loops. */
#include <stdlib.h>
#include <string.h>

#include "ptx/analysis.h"

static bool ends_thread(const struct ptx_instr *i)
{
    return i->op == OP_RET || i->op == OP_EXIT || i->op == OP_TRAP;
}

static bool ends_block(const struct ptx_instr *i)
{
    return ends_thread(i) || i->op == OP_BRA || i->op == OP_BRX_IDX;
}

bool falls_through(const struct ptx_instr *i)
{
    return i->guarded || !ends_block(i);
}

static void find_blocks(struct ptx_func *f, struct arena *a)
{
    u8 *leader = xcalloc(f->n_code + 1, 1);
    u32 n = 0;

    leader[0] = 1;
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        if (i->op == OP_BRA)
            leader[i->opnd[0].label] = 1;
        for (u32 k = 0; k < i->n_targets; k++)
            leader[i->targets[k]] = 1;
        if (ends_block(i))
            leader[pc + 1] = 1;
    }
    for (u32 pc = 0; pc < f->n_code; pc++)
        n += leader[pc];
    f->n_blocks = n;
    f->blocks = ARENA_ARRAY(a, struct ptx_block, n);
    n = 0;
    for (u32 pc = 0; pc < f->n_code; pc++) {
        if (leader[pc])
            f->blocks[n++].first = pc;
        f->code[pc].block = n - 1;
        f->blocks[n - 1].end = pc + 1;
    }
    free(leader);
}

int compare_u32(const void *a, const void *b)
{
    u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return x < y ? -1 : x > y;
}

int compare_two_u32(const void *a, const void *b)
{
    int first = compare_u32(a, b);

    return first ? first : compare_u32((const u32 *)a + 1, (const u32 *)b + 1);
}

static void find_edges(struct ptx_func *f, struct arena *a)
{
    for (u32 b = 0; b < f->n_blocks; b++) {
        struct ptx_block *blk = &f->blocks[b];
        const struct ptx_instr *i = &f->code[blk->end - 1];
        u32 *succ = ARENA_ARRAY(a, u32, i->n_targets + 2), n = 0, kept = 0;
        blk->exits = ends_thread(i);
        if (falls_through(i) && b + 1 < f->n_blocks)
            succ[n++] = b + 1;
        if (i->op == OP_BRA)
            succ[n++] = f->code[i->opnd[0].label].block;
        for (u32 k = 0; k < i->n_targets; k++)
            succ[n++] = f->code[i->targets[k]].block;
        if (n > 2)
            qsort(succ, n, sizeof *succ, compare_u32);
        for (u32 k = 0; k < n; k++) {
            if (!k || succ[k] != succ[kept - 1])
                succ[kept++] = succ[k];
        }
        blk->succ = succ;
        blk->n_succ = kept;
    }
}

struct flow_walk flow_walk(const struct ptx_func *f)
{
    u32 n = f->n_blocks, depth = 0, *mem = xcalloc((size_t)n * 2 + 1, sizeof(u32)), *stack = mem, *edge = mem + n;
    struct flow_walk w = {.state = xcalloc(n + 1, 1), .post = xcalloc(n + 1, sizeof(u32))};

    stack[depth++] = 0;
    w.state[0] = WALK_OPEN;
    while (depth) {
        u32 b = stack[depth - 1];
        if (edge[b] == f->blocks[b].n_succ) {
            w.state[b] = WALK_DONE;
            w.post[w.n++] = b;
            depth--;
            continue;
        }
        u32 s = f->blocks[b].succ[edge[b]++];
        if (w.state[s] == WALK_NEW) {
            w.state[s] = WALK_OPEN;
            stack[depth++] = s;
        } else if (w.state[s] == WALK_OPEN) {
            VEC_PUSH(&w.back, (struct flow_edge){b, s});
        }
    }
    free(mem);
    return w;
}

void flow_walk_free(struct flow_walk *w)
{
    free(w->state);
    free(w->post);
    VEC_FREE(&w->back);
}

static void find_back_edges(struct ptx_func *f)
{
    struct flow_walk w = flow_walk(f);

    for (size_t k = 0; k < w.back.n; k++) {
        struct ptx_instr *i = &f->code[f->blocks[w.back.at[k].from].end - 1];
        if (i->op == OP_BRX_IDX || (i->op == OP_BRA && f->code[i->opnd[0].label].block == w.back.at[k].to))
            i->back_edge = true;
    }
    flow_walk_free(&w);
}

void cfg_build(struct ptx_func *f, struct arena *a)
{
    find_blocks(f, a);
    find_edges(f, a);
    find_back_edges(f);
}

struct preds preds_find(const struct ptx_func *f)
{
    u32 edges = 0;
    struct preds p;

    for (u32 b = 0; b < f->n_blocks; b++)
        edges += f->blocks[b].n_succ;
    p.first = xcalloc(f->n_blocks + 2, sizeof(u32));
    p.at = xcalloc(edges + 1, sizeof(u32));
    for (u32 b = 0; b < f->n_blocks; b++)
        for (u32 k = 0; k < f->blocks[b].n_succ; k++)
            p.first[f->blocks[b].succ[k] + 2]++;
    for (u32 b = 2; b <= f->n_blocks + 1; b++)
        p.first[b] += p.first[b - 1];
    for (u32 b = 0; b < f->n_blocks; b++)
        for (u32 k = 0; k < f->blocks[b].n_succ; k++)
            p.at[p.first[f->blocks[b].succ[k] + 1]++] = b;
    return p;
}

void preds_free(struct preds *p)
{
    free(p->first);
    free(p->at);
}

u8 *ptx_reachable(const struct ptx_func *f)
{
    struct flow_walk w = flow_walk(f);

    free(w.post);
    VEC_FREE(&w.back);
    return w.state;
}
