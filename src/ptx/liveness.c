/* Live ranges of registers, register by register: from each use up to the definitions that reach it. The cost is
   the size of the answer, so a kernel of 200,000 instructions whose registers live mostly within a block is cheap.

   Liveness here is that of one thread, which is enough although both sides of a divergent branch execute one after
   the other in one warp: every lane has its own copy of each slot, a write changes only the lanes that are active
   (predicates likewise: a lane's bit of the mask), and so what the lanes of one side do never reaches the others.
   (It holds only as long as a slot serves registers of one width: see slots.c.)
   A guarded write does not kill: lanes whose guard is false keep the old value.

   An instruction's destination may take the slot of a source that dies in it only if it computes lane by lane and
   both are equally wide; otherwise its sources stay alive past the write. */
#include <stdlib.h>
#include <string.h>

#include "ptx/analysis.h"

#define WORK_LIMIT 60000000u /* steps; past it the remaining registers are kept alive throughout */

struct event { /* one instruction's access to one register, in order of pc */
    u32 pc;
    u8 read, late, write, kill;
};

struct access { /* one access, in the order found */
    u32 reg;
    struct event is;
};

struct live {
    const struct ptx_func *f;
    const struct live_view *view; /* NULL: the program as it is */
    u32 *first;                   /* by register: events */
    struct event *events;
    struct preds pred;
    u32 *in, *out, *kills, *defs, *def_in, *seen; /* by block: register + 1 that set it last */
    u32 *work, *touched;
    u32 n_work, n_touched;
    u64 steps;
    struct liveness *to;
    VEC(struct live_seg) rev; /* of one register, backwards */
};

u32 reg_width(u8 type)
{
    u32 bits = ptx_types[type].bits;
    return bits > 64 ? 4 : bits > 32 ? 2 : 1;
}

static void visit_operand(const struct ptx_operand *o, bool write, reg_visit *fn, void *ctx)
{
    switch (o->kind) {
    case PO_REG: fn(ctx, o->reg, write ? REG_WRITE : REG_READ); break;
    case PO_ADDR:
        if (o->base == PO_REG && !o->n_vec)
            fn(ctx, o->reg, REG_READ);
        for (u32 k = 0; k < o->n_vec; k++)
            visit_operand(&o->vec[k], false, fn, ctx);
        break;
    case PO_VEC:
        for (u32 k = 0; k < o->n_vec; k++)
            visit_operand(&o->vec[k], write, fn, ctx);
        break;
    default: break;
    }
}

void visit_results(const struct ptx_instr *i, reg_visit *fn, void *ctx)
{
    for (u32 k = 0; k < i->n_dst; k++)
        visit_operand(&i->opnd[k], true, fn, ctx);
}

void visit_regs(const struct ptx_instr *i, reg_visit *fn, void *ctx)
{
    if (i->guarded)
        fn(ctx, i->guard, REG_GUARD);
    for (u32 k = i->n_dst; k < i->n_opnd; k++)
        if (i->opnd[k].kind == PO_REG) /* most are */
            fn(ctx, i->opnd[k].reg, REG_READ);
        else
            visit_operand(&i->opnd[k], false, fn, ctx);
    visit_results(i, fn, ctx);
}

/* ---- Events ---- */
struct gather {
    struct live *l;
    const struct ptx_instr *i;
    u32 pc;
    u8 dst_width; /* 0: sources stay alive past the write */
    VEC(struct access) seen;
};

/* Width of the single destination, if the instruction works lane by lane; else 0. */
static u8 in_place_width(const struct ptx_func *f, const struct ptx_instr *i)
{
    u8 unit = ptx_instr_class(i);

    if (i->parse_only || i->n_dst != 1 || i->opnd[0].kind != PO_REG || unit > PU_CVT)
        return 0;
    for (u32 k = 1; k < i->n_opnd; k++) {
        if (i->opnd[k].kind == PO_VEC)
            return 0;
    }
    return (u8)reg_width(f->regs[i->opnd[0].reg].type);
}

static void on_reg(void *ctx, u32 reg, enum reg_use use)
{
    struct gather *g = ctx;
    const struct live_view *v = g->l->view;
    struct event e = {.pc = g->pc};

    if (use == REG_WRITE) {
        e.write = 1;
        e.kill = !g->i->guarded || (v && v->writes_whole(v->ctx, g->i));
    } else {
        e.read = 1;
        e.late = !(v && v->in_place) && (use == REG_GUARD || g->dst_width != reg_width(g->l->f->regs[reg].type));
    }
    VEC_PUSH(&g->seen, (struct access){reg, e});
    g->l->first[reg + 1]++; /* at most: events of one pc are merged */
}

/* What a function returns in registers is read where it returns. (Without this no pass would give them a place.) */
static void read_results(struct gather *g)
{
    for (const struct ptx_var *v = g->l->f->rets; v; v = v->next)
        if (v->space == PS_REG)
            on_reg(g, (u32)v->offset, REG_READ);
}

static void gather_events(struct live *l, u32 *end)
{
    const struct ptx_func *f = l->f;
    bool in_place = l->view && l->view->in_place;
    struct gather g = {.l = l};

    VEC_RESERVE(&g.seen, 4 * (size_t)f->n_code + 16);
    for (g.pc = 0; g.pc < f->n_code; g.pc++) {
        g.i = &f->code[g.pc];
        g.dst_width = in_place ? 0 : in_place_width(f, g.i);
        if (l->view && l->view->visit)
            l->view->visit(l->view->ctx, g.i, on_reg, &g);
        else
            visit_regs(g.i, on_reg, &g);
        if (g.i->op == OP_RET && !in_place)
            read_results(&g);
    }
    for (u32 r = 0; r < f->n_regs; r++)
        l->first[r + 1] += l->first[r];
    l->events = xmalloc((l->first[f->n_regs] + 1) * sizeof *l->events);
    memcpy(end, l->first, f->n_regs * sizeof *end);
    for (size_t k = 0; k < g.seen.n; k++) {
        const struct access *x = &g.seen.at[k];
        struct event *e = &l->events[end[x->reg]];
        if (end[x->reg] == l->first[x->reg] || e[-1].pc != x->is.pc) {
            *e = x->is;
            end[x->reg]++;
        } else {
            e[-1].read |= x->is.read;
            e[-1].late |= x->is.late;
            e[-1].write |= x->is.write;
            e[-1].kill |= x->is.kill;
        }
    }
    VEC_FREE(&g.seen);
}

/* ---- One register ---- */
static void touch(struct live *l, u32 b, u32 mark)
{
    if (l->seen[b] != mark) {
        l->seen[b] = mark;
        l->touched[l->n_touched++] = b;
    }
}

static void need_on_entry(struct live *l, u32 b, u32 mark)
{
    if (l->in[b] == mark)
        return;
    l->in[b] = mark;
    touch(l, b, mark);
    l->work[l->n_work++] = b;
}

/* live-in and live-out blocks of the register, by walking up from its uses */
static void walk_up(struct live *l, u32 r, u32 end)
{
    u32 mark = r + 1, block = UINT32_MAX;
    bool killed = false;

    l->n_work = l->n_touched = 0;
    for (u32 k = l->first[r]; k < end; k++) {
        const struct event *e = &l->events[k];
        u32 b = l->f->code[e->pc].block;
        if (b != block) {
            block = b;
            killed = false;
            touch(l, b, mark);
        }
        if (e->read && !killed)
            need_on_entry(l, b, mark);
        if (e->write)
            l->defs[b] = mark;
        if (e->kill) {
            l->kills[b] = mark;
            killed = true;
        }
    }
    while (l->n_work) {
        u32 b = l->work[--l->n_work];
        for (u32 k = l->pred.first[b]; k < l->pred.first[b + 1]; k++) {
            u32 q = l->pred.at[k];
            l->steps++;
            if (l->out[q] == mark)
                continue;
            l->out[q] = mark;
            touch(l, q, mark);
            if (l->kills[q] != mark)
                need_on_entry(l, q, mark);
        }
    }
}

/* Which of the live-in blocks a definition reaches: elsewhere there is no value to keep. */
static void walk_down(struct live *l, u32 mark)
{
    l->n_work = 0;
    for (u32 k = 0; k < l->n_touched; k++) {
        u32 b = l->touched[k];
        if (l->defs[b] == mark && l->out[b] == mark)
            l->work[l->n_work++] = b;
    }
    while (l->n_work) {
        const struct ptx_block *blk = &l->f->blocks[l->work[--l->n_work]];
        for (u32 k = 0; k < blk->n_succ; k++) {
            u32 s = blk->succ[k];
            l->steps++;
            if (l->in[s] != mark || l->def_in[s] == mark)
                continue;
            l->def_in[s] = mark;
            if (l->out[s] == mark && l->defs[s] != mark)
                l->work[l->n_work++] = s;
        }
    }
}

static void emit(struct live *l, u32 start, u32 end)
{
    if (l->rev.n && l->rev.at[l->rev.n - 1].start <= end) {
        struct live_seg *s = &l->rev.at[l->rev.n - 1];
        s->start = MIN(start, s->start);
        s->end = MAX(end, s->end);
    } else {
        VEC_PUSH(&l->rev, (struct live_seg){start, end});
    }
}

/* Segments of the register in block b, whose events are [from, to), backwards. partial: some paths into here bring
   no value. */
static void block_segments(struct live *l, u32 b, u32 mark, u32 from, u32 to, bool partial)
{
    const struct ptx_block *blk = &l->f->blocks[b];
    bool has_in = l->in[b] == mark && (!partial || l->def_in[b] == mark);
    bool live = l->out[b] == mark && (!partial || l->def_in[b] == mark || l->defs[b] == mark);
    u32 end = 2 * blk->end;
    u32 first_def = UINT32_MAX;

    for (u32 k = from; k < to && first_def == UINT32_MAX; k++) {
        if (l->events[k].write)
            first_def = l->events[k].pc;
    }
    for (u32 k = to; k-- > from;) {
        const struct event *e = &l->events[k];
        if (e->write && !live)
            emit(l, 2 * e->pc + 1, 2 * e->pc + 2);
        else if (e->kill) {
            emit(l, 2 * e->pc + 1, end);
            live = false;
        }
        if (e->read && !live) {
            live = true;
            end = 2 * e->pc + 1 + e->late;
        }
    }
    if (live && has_in)
        emit(l, 2 * blk->first, end);
    else if (live && first_def != UINT32_MAX && 2 * first_def + 1 < end)
        emit(l, 2 * first_def + 1, end);
    for (u32 k = to; k-- > from && !has_in;) { /* no value to keep, but the register needs a place */
        const struct event *e = &l->events[k];
        if (e->read && e->pc <= first_def)
            emit(l, 2 * e->pc, 2 * e->pc + 1 + e->late);
    }
}

static void one_register(struct live *l, u32 r, u32 end, bool defined_at_entry)
{
    u32 mark = r + 1, to = end;
    bool partial;

    if (l->first[r] == end)
        return;
    l->rev.n = 0;
    if (l->steps > WORK_LIMIT) {
        VEC_PUSH(&l->to->segs, (struct live_seg){0, 2 * l->f->n_code});
        return;
    }
    walk_up(l, r, end);
    partial = l->in[0] == mark && !defined_at_entry;
    if (partial) {
        l->to->undefined = r;
        walk_down(l, mark);
    }
    qsort(l->touched, l->n_touched, sizeof(u32), compare_u32);
    for (u32 k = l->n_touched; k-- > 0;) {
        u32 b = l->touched[k], from = to;
        while (from > l->first[r] && l->f->code[l->events[from - 1].pc].block == b)
            from--;
        block_segments(l, b, mark, from, to, partial);
        to = from;
    }
    for (size_t k = l->rev.n; k-- > 0;)
        VEC_PUSH(&l->to->segs, l->rev.at[k]);
    l->steps += l->n_touched;
}

static bool is_param_reg(const struct ptx_func *f, u32 r)
{
    for (const struct ptx_var *v = f->params; v; v = v->next) {
        if (v->space == PS_REG && v->offset == r)
            return true;
    }
    return false;
}

void liveness_build(struct liveness *out, const struct ptx_func *f, const struct live_view *view)
{
    u32 nb = f->n_blocks, params = f->n_params + f->n_rets;
    u32 *mem = xcalloc((size_t)nb * 8 + 1, sizeof(u32)), *end = xcalloc(f->n_regs + 1, sizeof(u32));
    struct live l = {.f = f,
                     .view = view,
                     .to = out,
                     .in = mem,
                     .out = mem + nb,
                     .kills = mem + 2 * (size_t)nb,
                     .defs = mem + 3 * (size_t)nb,
                     .def_in = mem + 4 * (size_t)nb,
                     .seen = mem + 5 * (size_t)nb,
                     .work = mem + 6 * (size_t)nb,
                     .touched = mem + 7 * (size_t)nb};

    *out = (struct liveness){.undefined = UINT32_MAX};
    out->first = xcalloc(f->n_regs + 1, sizeof(u32));
    l.first = xcalloc(f->n_regs + 2, sizeof(u32));
    gather_events(&l, end);
    l.pred = preds_find(f);
    for (u32 r = 0; r < f->n_regs; r++) {
        out->first[r] = (u32)out->segs.n;
        one_register(&l, r, end[r], r < params && is_param_reg(f, r));
    }
    out->first[f->n_regs] = (u32)out->segs.n;
    VEC_FREE(&l.rev);
    free(l.first);
    free(l.events);
    preds_free(&l.pred);
    free(mem);
    free(end);
}

void liveness_free(struct liveness *l)
{
    VEC_FREE(&l->segs);
    free(l->first);
}

u32 live_seg_at(const struct liveness *l, u32 reg, u32 point)
{
    u32 lo = l->first[reg], hi = l->first[reg + 1], end = hi;

    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (l->segs.at[mid].end <= point)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < end && l->segs.at[lo].start <= point ? lo : UINT32_MAX;
}

u32 *liveness_demand(const struct liveness *l, const struct ptx_func *f, u32 (*words)(const struct ptx_func *, u32))
{
    u32 points = 2 * f->n_code + 2, *at = xcalloc(points + 1, sizeof *at);

    for (u32 r = 0; r < f->n_regs; r++) {
        u32 n = f->regs[r].type == PT_PRED ? 0 : words(f, r);
        for (u32 k = l->first[r]; k < l->first[r + 1]; k++) {
            at[l->segs.at[k].start] += n;
            at[l->segs.at[k].end] -= n;
        }
    }
    for (u32 p = 1; p < points; p++) /* differences, which may be below 0: sums are not */
        at[p] += at[p - 1];
    return at;
}

static u32 own_width(const struct ptx_func *f, u32 reg)
{
    return reg_width(f->regs[reg].type);
}

u32 liveness_pressure(const struct liveness *l, const struct ptx_func *f)
{
    u32 *at = liveness_demand(l, f, own_width), most = 0;

    for (u32 p = 0; p < 2 * f->n_code + 2; p++)
        most = MAX(most, at[p]);
    free(at);
    return most;
}
