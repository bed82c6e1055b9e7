/* Spill code: fills before the instructions and on the edges that the plan names, and for each spilled value either a
   store after each of its definitions or one wherever it leaves its register, whichever costs less (a loop's level
   counts ten times the one outside). A value that is cheap to compute is computed again and never stored. Code on an
   edge goes to the end of the block before it, to the begin of the one behind it, or where both have other neighbours
   into a block of its own. Values lie in the thread's frame in local memory.
   When: where spill.c has a plan (ptxas's own places were not measured). Leaves alone: all values, and where the
   program's own variables lie. */
#include <stdlib.h>
#include <string.h>

#include "isa/edit.h"
#include "isa/spill.h"

enum at_defs { UNDECIDED, AT_DEFS, AT_DROPS };
struct value {
    bool spilled;
    u8 where;                    /* enum at_defs */
    u32 defs, at;                /* number of definitions; place in the spill area */
    const struct ptx_instr *def; /* the only definition, if it can be computed again */
    u64 def_cost, drop_cost;
};

struct edge {
    u32 from, to;
    VEC(struct spill_act) acts;
    u32 tramp; /* first instruction of a block of its own; UINT32_MAX: none */
};

struct coder {
    struct ptx_func *f;
    struct arena *a;
    const struct spill_plan *p;
    const struct ptx_instr *i; /* the instruction whose results are visited */
    struct value *v;
    struct ptx_var *area;
    VEC(struct edge) edges; /* with code, by `from` */
    u32 *edge_first;
    u32 *n_pred;
    u32 *label; /* by block: its new first instruction */
    struct edit e;
    VEC(u32) from; /* by new instruction: the block it was in; UINT32_MAX: none */
};

/* ---- What is spilled, and where it is stored ---- */
static void count_def(void *ctx, u32 reg, enum reg_use use)
{
    struct coder *c = ctx;
    struct value *v = &c->v[reg];

    if (use != REG_WRITE)
        return;
    v->def = !v->defs && fold_rematerialises(c->f, c->i, c->p->fold) ? c->i : NULL;
    v->defs++;
    v->def_cost += loop_weight(c->p->depth[c->i->block]);
}

static void weigh_act(struct coder *c, const struct spill_act *a, u32 depth)
{
    struct value *v = &c->v[a->reg];

    if (a->kind == SPILL_LOAD)
        v->spilled = true;
    else if (!a->stored)
        v->drop_cost += loop_weight(depth);
}

static void choose(struct coder *c)
{
    const struct ptx_func *f = c->f;
    u32 at = 0;

    for (c->i = f->code; c->i < f->code + f->n_code; c->i++)
        visit_folded(c->i, c->p->fold, count_def, c);
    for (size_t k = 0; k < c->p->acts.n; k++)
        weigh_act(c, &c->p->acts.at[k], c->p->depth[f->code[c->p->acts.at[k].pc].block]);
    for (size_t e = 0; e < c->edges.n; e++)
        for (size_t k = 0; k < c->edges.at[e].acts.n; k++)
            weigh_act(c, &c->edges.at[e].acts.at[k],
                      MIN(c->p->depth[c->edges.at[e].from], c->p->depth[c->edges.at[e].to]));
    for (u32 w = 2; w; w--) { /* 8-byte values first, so that all are aligned */
        for (u32 r = 0; r < f->n_regs; r++) {
            struct value *v = &c->v[r];
            if (!v->spilled || v->def || reg_width(f->regs[r].type) != w)
                continue;
            v->where = v->drop_cost < v->def_cost ? AT_DROPS : AT_DEFS;
            v->at = at;
            at += 4 * w;
        }
    }
    c->area = ARENA_NEW(c->a, struct ptx_var);
    *c->area = (struct ptx_var){.name = "spilled registers",
                                .space = PS_LOCAL,
                                .type = PT_B8,
                                .align = 8,
                                .size = at,
                                .offset = align_up(f->local_bytes, 16)};
    c->f->notes->counts.spill_bytes = at;
    if (at)
        c->f->local_bytes = c->area->offset + align_up(at, 16);
}

/* ---- Edges ---- */
/* What is held on one side of the edge and not on the other, if it is alive there */
static void edge_acts(struct edge *e, const struct spill_plan *p, const reg_list *here, const reg_list *there,
                      u8 kind, u32 point)
{
    for (size_t j = 0; j < here->n; j++)
        if (!list_has(there, here->at[j]) && is_live_at(&p->live, here->at[j], point))
            VEC_PUSH(&e->acts, (struct spill_act){.reg = here->at[j], .kind = kind});
}

static void find_edges(struct coder *c)
{
    const struct ptx_func *f = c->f;
    const struct spill_plan *p = c->p;

    c->edge_first = xcalloc(f->n_blocks + 1, sizeof(u32));
    c->n_pred = xcalloc(f->n_blocks + 1, sizeof(u32));
    c->n_pred[0] = 1; /* the launch */
    for (u32 b = 0; b < f->n_blocks; b++) {
        c->edge_first[b] = (u32)c->edges.n;
        for (u32 k = 0; k < f->blocks[b].n_succ; k++) {
            u32 to = f->blocks[b].succ[k];
            struct edge e = {.from = b, .to = to, .tramp = UINT32_MAX};
            c->n_pred[to]++;
            edge_acts(&e, p, &p->out[b], &p->in[to], SPILL_DROP, 2 * f->blocks[to].first);
            edge_acts(&e, p, &p->in[to], &p->out[b], SPILL_LOAD, 2 * f->blocks[b].end - 1);
            if (e.acts.n)
                VEC_PUSH(&c->edges, e);
        }
    }
    c->edge_first[f->n_blocks] = (u32)c->edges.n;
}

static struct edge *edge_of(struct coder *c, u32 from, u32 to)
{
    for (u32 k = c->edge_first[from]; k < c->edge_first[from + 1]; k++)
        if (c->edges.at[k].to == to)
            return &c->edges.at[k];
    return NULL;
}

static bool is_jump(const struct ptx_instr *i)
{
    return i->op == OP_BRA || i->op == OP_BRX_IDX;
}

static bool falls(const struct ptx_func *f, u32 b)
{
    return falls_through(&f->code[f->blocks[b].end - 1]);
}

/* ---- Instructions ---- */
/* An instruction written at pc is in no block, and its label keeps its target. */
static void is_new(struct coder *c, u32 pc)
{
    edit_placed(&c->e, pc);
    VEC_PUSH(&c->from, UINT32_MAX);
}

static void put_access(struct coder *c, u32 reg, bool load, const struct ptx_instr *near)
{
    u32 bits = ptx_types[c->f->regs[reg].type].bits, k = bits > 32 ? 3 : bits > 16 ? 2 : bits > 8 ? 1 : 0;
    static const u8 type[] = {PT_B8, PT_B16, PT_B32, PT_B64}; /* wider ones are not spilled (spill.c) */
    static const char *const text[2][4] = {{"st.local.b8", "st.local.b16", "st.local.b32", "st.local.b64"},
                                           {"ld.local.b8", "ld.local.b16", "ld.local.b32", "ld.local.b64"}};
    struct ptx_operand o[2];
    struct ptx_instr i = {
        .op = load ? OP_LD : OP_ST, .type = type[k], .space = PS_LOCAL, .n_dst = load, .text = text[load][k]};

    o[load ? 0 : 1] = edit_register(reg);
    o[load ? 1 : 0] = (struct ptx_operand){.kind = PO_ADDR, .base = PO_SYM, .sym = c->area, .off = c->v[reg].at};
    is_new(c, edit_put(&c->e, near, i, o, 2));
    c->f->notes->counts.spill_loads += load;
    c->f->notes->counts.spill_stores += !load;
}

static void put_act(struct coder *c, const struct spill_act *a, const struct ptx_instr *near)
{
    const struct value *v = &c->v[a->reg];

    if (a->kind == SPILL_LOAD && v->def) {
        struct ptx_instr again = *v->def;
        ptx_copy_operands(&again, c->a);
        is_new(c, edit_change(&c->e, v->def, &again));
    } else if (a->kind == SPILL_LOAD) {
        put_access(c, a->reg, true, near);
    } else if (v->spilled && v->where == AT_DROPS && !a->stored) {
        put_access(c, a->reg, false, near);
    }
}

static void put_edge(struct coder *c, const struct edge *e)
{
    const struct ptx_instr *near = &c->f->code[c->f->blocks[e->from].end - 1];

    for (int kind = SPILL_DROP; kind >= SPILL_LOAD; kind--) /* room first */
        for (size_t k = 0; k < e->acts.n; k++)
            if (e->acts.at[k].kind == kind)
                put_act(c, &e->acts.at[k], near);
}

static void store_def(void *ctx, u32 reg, enum reg_use use)
{
    struct coder *c = ctx;
    const struct value *v = &c->v[reg];

    if (use == REG_WRITE && v->spilled && v->where == AT_DEFS)
        put_access(c, reg, false, c->i);
}

static void put_block(struct coder *c, u32 b)
{
    const struct ptx_func *f = c->f;
    const struct ptx_block *blk = &f->blocks[b];
    const struct edge *single = blk->n_succ == 1 ? edge_of(c, b, blk->succ[0]) : NULL;
    u32 last = blk->end - 1, k = c->p->act[b];

    for (u32 pc = blk->first; pc <= last; pc++) {
        c->i = &f->code[pc];
        for (; k < c->p->acts.n && c->p->acts.at[k].pc == pc; k++)
            put_act(c, &c->p->acts.at[k], c->i);
        if (pc == last && single && is_jump(c->i))
            put_edge(c, single);
        edit_keep(&c->e, c->i);
        VEC_PUSH(&c->from, b);
        visit_folded(c->i, c->p->fold, store_def, c);
        if (pc == last && single && !is_jump(c->i))
            put_edge(c, single);
    }
}

/* Writes code that belongs between b - 1 and b, then the block with what its only predecessor left to it. */
static void put_blocks(struct coder *c)
{
    const struct ptx_func *f = c->f;

    for (u32 b = 0; b < f->n_blocks; b++) {
        const struct edge *fall = b && falls(f, b - 1) ? edge_of(c, b - 1, b) : NULL;
        if (fall && f->blocks[b - 1].n_succ > 1 && c->n_pred[b] > 1)
            put_edge(c, fall);
        c->label[b] = edit_pc(&c->e);
        for (size_t e = 0; e < c->edges.n && c->n_pred[b] == 1; e++)
            if (c->edges.at[e].to == b && f->blocks[c->edges.at[e].from].n_succ > 1)
                put_edge(c, &c->edges.at[e]);
        put_block(c, b);
    }
}

static void put_trampolines(struct coder *c)
{
    const struct ptx_func *f = c->f;
    bool any = false;

    for (size_t k = 0; k < c->edges.n; k++) {
        struct edge *e = &c->edges.at[k];
        const struct ptx_instr *i = &f->code[f->blocks[e->from].end - 1];
        const struct ptx_instr at = {.line = i->line, .col = i->col};
        if (f->blocks[e->from].n_succ == 1 || c->n_pred[e->to] == 1 || !is_jump(i))
            continue;
        if (i->op == OP_BRA && f->code[i->opnd[0].label].block != e->to)
            continue;
        if (!any && falls(f, f->n_blocks - 1))
            is_new(c, edit_put(&c->e, &at, (struct ptx_instr){.op = OP_RET, .text = "ret"}, NULL, 0));
        any = true;
        e->tramp = edit_pc(&c->e);
        put_edge(c, e);
        const struct ptx_operand to = {.kind = PO_LABEL, .label = c->label[e->to]};
        is_new(c, edit_put(&c->e, &at, (struct ptx_instr){.op = OP_BRA, .text = "bra"}, &to, 1));
    }
}

static u32 new_target(void *ctx, u32 pc, u32 old)
{
    struct coder *c = ctx;
    u32 to = c->f->code[old].block;
    const struct edge *e = edge_of(c, c->from.at[pc], to);

    return e && e->tramp != UINT32_MAX ? e->tramp : c->label[to];
}

void spill_insert(struct ptx_func *f, struct arena *a, const struct spill_plan *p)
{
    struct coder c = {.f = f, .a = a, .p = p};

    c.v = xcalloc(f->n_regs + 1, sizeof *c.v);
    c.label = xcalloc(f->n_blocks + 1, sizeof(u32));
    edit_begin(&c.e, f, a);
    c.e.target = new_target;
    c.e.ctx = &c;
    find_edges(&c);
    choose(&c);
    put_blocks(&c);
    put_trampolines(&c);
    edit_commit(&c.e);
    for (size_t k = 0; k < c.edges.n; k++)
        VEC_FREE(&c.edges.at[k].acts);
    VEC_FREE(&c.edges);
    VEC_FREE(&c.from);
    free(c.v);
    free(c.label);
    free(c.edge_first);
    free(c.n_pred);
}
