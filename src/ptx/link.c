/* What only the whole module knows: aliases, the call graph (recursion, registers of call chains), and where shared
   variables lie. Shared memory is laid out so that a kernel pays only for the variables that it, or what it calls,
   refers to: variables of different kernels may lie in the same place. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ptx/parse.h"

#define MAX_OVERLAID 2000u    /* shared variables; with more, none share their place */
#define MAX_MARKING 20000000u /* functions and calls to walk for all entries together; likewise */

struct node {
    struct ptx_func *f;
    VEC(u32) calls;
    VEC(struct ptx_var *) shared; /* referred to */
    bool taken;                   /* its address is */
};

struct graph {
    struct node *node; /* one for each function; the last one stands for every call through a pointer */
    u32 n;
    u64 n_calls;
    struct ptx_func *pointer; /* the last node's function, which is none */
    VEC(u32) taken;           /* functions whose address is taken: callees of the last node */
    u32 *mark, *stack, *edge; /* per node, for walks */
};

static void take_address(struct graph *g, const struct ptx_func *f)
{
    if (!g->node[f->index].taken)
        VEC_PUSH(&g->taken, f->index);
    g->node[f->index].taken = true;
}

static void add_ref(struct graph *g, u32 from, const struct ptx_operand *o, bool is_callee)
{
    struct node *n = &g->node[from];

    if (o->kind == PO_FUNC && is_callee) {
        VEC_PUSH(&n->calls, o->func->index);
        g->n_calls++;
    } else if (o->kind == PO_FUNC) {
        take_address(g, o->func);
    }
    if ((o->kind == PO_SYM || (o->kind == PO_ADDR && o->base == PO_SYM)) && o->sym->space == PS_SHARED)
        VEC_PUSH(&n->shared, o->sym);
    for (u32 k = 0; k < o->n_vec; k++)
        add_ref(g, from, &o->vec[k], false);
}

static void build_graph(struct graph *g, struct ptx_module *m)
{
    for (struct ptx_func *f = m->funcs; f; f = f->next)
        f->index = g->n++;
    g->pointer = ARENA_NEW(&m->arena, struct ptx_func);
    g->node = xcalloc(g->n + 1, sizeof *g->node);
    g->node[g->n++].f = g->pointer;
    g->mark = xcalloc((size_t)g->n * 3 + 1, sizeof(u32));
    g->stack = g->mark + g->n;
    g->edge = g->stack + g->n;
    for (struct ptx_func *f = m->funcs; f; f = f->next) {
        g->node[f->index].f = f;
        for (u32 pc = 0; pc < f->n_code; pc++) {
            const struct ptx_instr *i = &f->code[pc];
            for (u32 k = 0; k < i->n_opnd; k++)
                add_ref(g, f->index, &i->opnd[k], i->op == OP_CALL && k == i->n_dst);
        }
    }
    for (struct ptx_var *v = m->vars; v; v = v->next)
        for (u32 k = 0; k < v->n_relocs; k++)
            if (v->relocs[k].func)
                take_address(g, v->relocs[k].func);
}

static u32 n_edges(const struct graph *g, u32 n)
{
    return (u32)(n + 1 == g->n ? g->taken.n : g->node[n].calls.n + g->node[n].f->calls_indirect);
}

static u32 edge(const struct graph *g, u32 n, u32 k)
{
    if (n + 1 == g->n)
        return g->taken.at[k];
    return k < g->node[n].calls.n ? g->node[n].calls.at[k] : g->n - 1;
}

struct tarjan {
    u32 *number, *low, *open; /* numbers from 1 in order of discovery; open: nodes whose component is not complete */
    u32 n, n_open;
    bool *is_open;
};

/* Completes the component of `root`: if it has more than one function, these may call themselves. */
static void close_component(struct graph *g, struct tarjan *t, u32 root)
{
    bool many = t->open[t->n_open - 1] != root;
    u32 n;

    do {
        n = t->open[--t->n_open];
        t->is_open[n] = false;
        g->node[n].f->recursive |= many;
    } while (n != root);
}

static void discover(struct graph *g, struct tarjan *t, u32 n, u32 *depth)
{
    t->number[n] = t->low[n] = ++t->n;
    t->open[t->n_open++] = n;
    t->is_open[n] = true;
    g->stack[(*depth)++] = n;
}

static void walk_calls(struct graph *g, struct tarjan *t, u32 root)
{
    u32 depth = 0;

    discover(g, t, root, &depth);
    while (depth) {
        u32 n = g->stack[depth - 1], to;
        struct ptx_func *f = g->node[n].f;
        if (g->edge[n] == n_edges(g, n)) {
            f->chain_slots += f->pressure;
            if (t->low[n] == t->number[n])
                close_component(g, t, n);
            if (--depth) {
                u32 caller = g->stack[depth - 1];
                struct ptx_func *c = g->node[caller].f;
                t->low[caller] = MIN(t->low[caller], t->low[n]);
                c->chain_slots = MAX(c->chain_slots, f->chain_slots);
            }
            continue;
        }
        to = edge(g, n, g->edge[n]++);
        if (!t->number[to]) {
            discover(g, t, to, &depth);
        } else if (t->is_open[to]) { /* a cycle: its registers are counted once */
            t->low[n] = MIN(t->low[n], t->number[to]);
            f->recursive |= to == n;
        } else {
            f->chain_slots = MAX(f->chain_slots, g->node[to].f->chain_slots);
        }
    }
}

/* Functions on a cycle of calls (Tarjan's components), and the registers of the deepest chain of calls. */
static void find_chains(struct graph *g)
{
    struct tarjan t = {.number = xcalloc((size_t)g->n * 3, sizeof(u32)), .is_open = xcalloc(g->n, sizeof(bool))};

    t.low = t.number + g->n;
    t.open = t.low + g->n;
    memset(g->edge, 0, g->n * sizeof(u32));
    for (u32 root = 0; root < g->n; root++) {
        if (!t.number[root])
            walk_calls(g, &t, root);
    }
    free(t.number);
    free(t.is_open);
}

/* ---- Shared memory ---- */
struct shared {
    VEC(struct ptx_var *) vars; /* v->offset is the index here until placed */
    u64 *used;                  /* var x entry bits */
    u32 words, n_entries;
    bool apart; /* too many: each has a place of its own, and every entry takes all */
};

static void collect_shared(struct shared *s, struct ptx_var *list)
{
    for (struct ptx_var *v = list; v; v = v->next) {
        if (v->space == PS_SHARED && v->size) {
            v->offset = s->vars.n;
            VEC_PUSH(&s->vars, v);
        }
    }
}

/* Marks the variables that the entry, and all it may call, refer to. */
static void mark_entry(struct shared *s, struct graph *g, u32 root, u32 entry)
{
    u32 depth = 0;

    g->stack[depth++] = root;
    g->mark[root] = entry + 1;
    while (depth) {
        u32 n = g->stack[--depth];
        for (size_t k = 0; k < g->node[n].shared.n; k++) {
            const struct ptx_var *v = g->node[n].shared.at[k];
            if (v->size)
                s->used[v->offset * s->words + entry / 64] |= 1ull << entry % 64;
        }
        for (u32 k = 0; k < n_edges(g, n); k++) {
            u32 to = edge(g, n, k);
            if (g->mark[to] != entry + 1) {
                g->mark[to] = entry + 1;
                g->stack[depth++] = to;
            }
        }
    }
}

static bool meet(const struct shared *s, size_t a, size_t b)
{
    for (u32 w = 0; w < s->words; w++) {
        if (s->used[a * s->words + w] & s->used[b * s->words + w])
            return true;
    }
    return false;
}

struct range {
    u64 start, end;
};

static int compare_range(const void *a, const void *b)
{
    const struct range *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

/* First fit, in order of declaration */
static void place_shared(struct shared *s)
{
    u64 *offset = xcalloc(s->vars.n + 1, sizeof(u64)), bump = 0;
    struct range *taken = xcalloc(s->vars.n + 1, sizeof *taken);

    for (size_t a = 0; a < s->vars.n; a++) {
        struct ptx_var *v = s->vars.at[a];
        u64 at = 0;
        size_t n = 0;
        if (s->apart) {
            offset[a] = align_up(bump, v->align);
            bump = offset[a] + v->size;
            continue;
        }
        for (size_t b = 0; b < a; b++) {
            if (meet(s, a, b))
                taken[n++] = (struct range){offset[b], offset[b] + s->vars.at[b]->size};
        }
        if (n)
            qsort(taken, n, sizeof *taken, compare_range);
        for (size_t k = 0; k < n && at + v->size > taken[k].start; k++)
            at = MAX(at, align_up(taken[k].end, v->align));
        offset[a] = at;
    }
    for (size_t a = 0; a < s->vars.n; a++)
        s->vars.at[a]->offset = offset[a];
    free(offset);
    free(taken);
}

static void layout_shared(struct graph *g, struct ptx_module *m)
{
    struct shared s = {0};
    u32 entry = 0;

    collect_shared(&s, m->vars);
    for (struct ptx_func *f = m->funcs; f; f = f->next) {
        s.n_entries += f->is_entry && !f->is_decl;
        collect_shared(&s, f->locals);
    }
    if (!s.vars.n || !s.n_entries)
        goto out;
    s.apart = s.vars.n > MAX_OVERLAID || (u64)s.n_entries * (g->n + g->n_calls) > MAX_MARKING;
    s.words = s.apart ? 1 : (s.n_entries + 63) / 64;
    s.used = xcalloc(s.vars.n * s.words, sizeof(u64));
    if (!s.apart) {
        for (u32 n = 0; n < g->n; n++) {
            if (g->node[n].f->is_entry && !g->node[n].f->is_decl)
                mark_entry(&s, g, n, entry++);
        }
    }
    place_shared(&s);
    entry = 0;
    for (struct ptx_func *f = m->funcs; f; f = f->next) {
        if (!f->is_entry || f->is_decl)
            continue;
        for (size_t k = 0; k < s.vars.n; k++) {
            const struct ptx_var *v = s.vars.at[k];
            if (s.apart || (s.used[k * s.words + entry / 64] >> entry % 64 & 1))
                f->shared_bytes = MAX(f->shared_bytes, v->offset + v->size);
        }
        entry++;
    }
out:
    VEC_FREE(&s.vars);
    free(s.used);
}

static void resolve_aliases(struct ptx_module *m)
{
    for (struct ptx_func *f = m->funcs; f; f = f->next) {
        for (u32 pc = 0; pc < f->n_code; pc++) {
            for (u32 k = 0; k < f->code[pc].n_opnd; k++) {
                struct ptx_operand *o = &f->code[pc].opnd[k];
                if (o->kind == PO_FUNC && o->func->alias)
                    o->func = o->func->alias;
            }
        }
    }
    for (struct ptx_var *v = m->vars; v; v = v->next) {
        for (u32 k = 0; k < v->n_relocs; k++) {
            if (v->relocs[k].func && v->relocs[k].func->alias)
                v->relocs[k].func = v->relocs[k].func->alias;
        }
    }
}

void link_module(struct ptx_module *m, bool has_alias)
{
    struct graph g = {0};

    if (has_alias)
        resolve_aliases(m);
    build_graph(&g, m);
    find_chains(&g);
    memset(g.mark, 0, g.n * sizeof(u32));
    layout_shared(&g, m);
    for (u32 n = 0; n < g.n; n++) {
        VEC_FREE(&g.node[n].calls);
        VEC_FREE(&g.node[n].shared);
    }
    VEC_FREE(&g.taken);
    free(g.node);
    free(g.mark);
}
