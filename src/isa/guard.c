/* Short ways become guarded instructions: `@p bra over; a few; over:` is `@!p a few`, one block with what is around
   it, so that loads on both sides are under way together, and a loop around it can be unrolled. When (measured: ptxas
   13.0, tools/h200/ptxas_rules.py, guards.cu): up to 8 instructions, or up to 20 if a load from global memory is one
   of them; outside of loops such a way only if the block that comes out, of all short ways in a row, has another load
   in it (of shared memory, too), and the way is not taken by what was loaded there. What computes a value that is
   read on the short way alone is not guarded, since it does no harm; a load of such a value is, and is as good as a
   whole write: what other lanes have there is not read. Leaves alone: calls, barriers, fences, atomics and what is
   guarded already: a way with one of these stays a way; values that are read behind it. */
#include <stdlib.h>
#include <string.h>

#include "isa/edit.h"
#include "isa/known.h"

#define MOST 8u
#define MOST_WITH_LOADS 20u

struct guards {
    struct ptx_func *f;
    struct arena *a;
    const struct liveness *live;
    const u32 *depth; /* by block */
    const struct preds *preds;
    u8 *gone;   /* by pc */
    u8 *way;    /* by block: WAY_*, which ends in a branch over the next one */
    u8 *loaded; /* by register: its value comes from a load of the current row of ways */
};

enum { WAY_NONE, WAY_SHORT, WAY_LOADS };

struct outside {
    const struct guards *g;
    u32 point, guard;
    bool read_there, writes_guard;
};

static void look(void *ctx, u32 reg, enum reg_use use)
{
    struct outside *o = ctx;

    o->read_there |= use == REG_WRITE && is_live_at(o->g->live, reg, o->point);
    o->writes_guard |= use == REG_WRITE && reg == o->guard;
}

static bool may_be_guarded(const struct ptx_instr *i)
{
    u8 unit = ptx_instr_class(i);

    if (i->guarded || i->parse_only || i->flags & (PF_CC | PF_VOLATILE | PF_ACQUIRE | PF_RELEASE) ||
        unit == PU_CONTROL || unit == PU_BARRIER || unit == PU_FENCE || unit == PU_SHFL || unit == PU_TENSOR ||
        lower_branches(i))
        return false;
    if (unit == PU_MEM)
        return i->op == OP_LD || i->op == OP_ST;
    return i->op != OP_MOV || i->n_opnd < 2 || i->opnd[1].kind != PO_SREG || i->opnd[1].sreg < SR_CLOCK;
}

static bool is_jump_to(const struct ptx_func *f, u32 pc, u32 block)
{
    const struct ptx_instr *i = &f->code[pc];

    return i->op == OP_BRA && !i->guarded && f->code[i->opnd[0].label].block == block;
}

/* Block b ends in a branch over the next one, which is short enough, with or without loads from global memory. */
static u8 way_at(const struct guards *g, u32 b)
{
    const struct ptx_func *f = g->f;
    const struct ptx_block *body = &f->blocks[b + 1];
    const struct ptx_instr *bra = &f->code[f->blocks[b].end - 1];
    u32 slots = 0, to;
    bool loads = false;

    if (bra->op != OP_BRA || !bra->guarded)
        return WAY_NONE;
    to = f->code[bra->opnd[0].label].block;
    if (to == b + 1 || preds_count(g->preds, b + 1) != 1 || body->n_succ != 1 || body->succ[0] != to ||
        ends_at_once(f, to))
        return WAY_NONE;
    for (u32 pc = body->first; pc < body->end; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        struct outside o = {.g = g, .guard = bra->guard};
        if (pc + 1 == body->end && is_jump_to(f, pc, to))
            continue;
        visit_regs(i, look, &o);
        if (!may_be_guarded(i) || o.writes_guard)
            return WAY_NONE;
        slots += note_of(f, i)->slots ? lower_slots(f, i) : 0; /* without loads of constants */
        loads |= i->op == OP_LD && (i->space == PS_GLOBAL || i->space == PS_GENERIC);
    }
    if (slots > (loads ? MOST_WITH_LOADS : MOST))
        return WAY_NONE;
    return loads ? WAY_LOADS : WAY_SHORT;
}

/* ---- Ways outside of loops ---- */
static bool is_load(const struct ptx_instr *i)
{
    return i->op == OP_LD && (i->space == PS_GLOBAL || i->space == PS_GENERIC || i->space == PS_SHARED);
}

struct taint {
    u8 *loaded;
    bool from;
};

static void reads_loaded(void *ctx, u32 reg, enum reg_use use)
{
    struct taint *t = ctx;

    t->from |= use != REG_WRITE && t->loaded[reg];
}

static void set_loaded(void *ctx, u32 reg, enum reg_use use)
{
    struct taint *t = ctx;

    if (use == REG_WRITE && t->from)
        t->loaded[reg] = 1;
}

/* Notes a block's loads, and the values computed from them */
static u32 look_through(struct guards *g, u32 b)
{
    u32 n = 0;

    for (u32 pc = g->f->blocks[b].first; pc < g->f->blocks[b].end; pc++) {
        struct taint t = {g->loaded, is_load(&g->f->code[pc])};
        n += t.from;
        visit_regs(&g->f->code[pc], reads_loaded, &t);
        visit_regs(&g->f->code[pc], set_loaded, &t);
    }
    return n;
}

/* The row of short ways that begins at block b, each behind the one before, none decided by what was loaded in the
   row: the number of blocks before its last, and its loads. */
static u32 row_at(struct guards *g, u32 b, u32 *loads)
{
    u32 n = 0;

    memset(g->loaded, 0, g->f->n_regs);
    *loads = look_through(g, b);
    while (b + n + 2 < g->f->n_blocks && g->way[b + n] && !g->depth[b + n] &&
           !g->loaded[g->f->code[g->f->blocks[b + n].end - 1].guard]) {
        *loads += look_through(g, b + n + 1) + look_through(g, b + n + 2);
        n += 2;
    }
    return n;
}

/* Ways with loads remain if the row has only one load, or is no row. */
static void leave_lone_loads(struct guards *g)
{
    g->loaded = xcalloc(g->f->n_regs + 1, 1);
    for (u32 b = 0, loads, n; b < g->f->n_blocks; b += MAX(n, 1u)) {
        n = 0;
        if (!g->way[b] || g->depth[b])
            continue;
        n = row_at(g, b, &loads);
        for (u32 k = b; k < b + MAX(n, 1u); k++)
            if (g->way[k] == WAY_LOADS && (!n || loads < 2))
                g->way[k] = WAY_NONE;
    }
    free(g->loaded);
}

static void guard_block(struct guards *g, u32 b)
{
    struct ptx_func *f = g->f;
    const struct ptx_block *body = &f->blocks[b + 1];
    const struct ptx_instr *bra = &f->code[f->blocks[b].end - 1];

    g->gone[f->blocks[b].end - 1] = 1;
    for (u32 pc = body->first; pc < body->end; pc++) {
        struct ptx_instr *i = &f->code[pc];
        struct outside o = {.g = g, .point = 2 * f->blocks[body->succ[0]].first, .guard = UINT32_MAX};
        if (i->op == OP_BRA)
            continue;
        visit_regs(i, look, &o);
        if (ptx_instr_class(i) != PU_MEM && !o.read_there)
            continue;
        i->guarded = true;
        i->guard = bra->guard;
        i->guard_neg = !bra->guard_neg;
        note_of(f, i)->whole = !o.read_there;
    }
}

void guard_short_ways(struct ptx_func *f, struct arena *a)
{
    struct guards g = {.f = f, .a = a, .depth = known_depths(f), .live = known_live(f), .preds = known_preds(f)};
    u32 found = 0;

    g.gone = xcalloc(f->n_code + 1, 1);
    g.way = xcalloc(f->n_blocks + 1, 1);
    for (u32 b = 0; b + 1 < f->n_blocks; b++)
        g.way[b] = way_at(&g, b);
    leave_lone_loads(&g);
    for (u32 b = 0; b + 1 < f->n_blocks; b++)
        if (g.way[b]) {
            guard_block(&g, b);
            found++;
        }
    if (found)
        edit_take_out(f, a, g.gone);
    free(g.way);
    free(g.gone);
}
