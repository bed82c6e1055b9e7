/* List scheduling of basic blocks: what is on the longest way to the block's end goes first, so loads move up as far
   as dependences, stores and registers allow (where loads outnumber registers, PTX's order is tried, too). Once as
   many registers are in use as the cap says (or as PTX's own order of the segment has, if that is more), an
   instruction that needs another one waits for those that free one.
   Calls, barriers, fences and reads of a clock stay where they are; atomics and volatile accesses keep their order
   with all of memory, stores with loads and stores that may mean the same place, and instructions of the warp
   (shuffles, votes) with each other.
   When: ptxas hides latency with the registers of a thread in a full SM (compile.c; counts beside its own:
   bench/h200/registers.csv); for other generations only where PTX's own order would spill. Leaves alone: what an
   instruction does, and its block. */
#include <stdlib.h>
#include <string.h>

#include "isa/edit.h"
#include "isa/known.h"

#define MOST 3000u       /* most instructions scheduled together */
#define MOST_REGS 20000u /* a function with more registers is not scheduled */
#define SLACK 3u         /* beyond what was wanted; up to there PTX's own order is acceptable (guess) */
#define LOAD_FAR 400u    /* assumed cycles of a load from memory */
#define LOAD_NEAR 30u    /* shared and constant memory */

struct edge {
    u32 to, lat;
};

struct value { /* that an instruction reads or writes, as the machine sees it */
    u32 name;
    u8 words;
    bool write;
};

struct name { /* a register's content from one complete write of the segment to the next */
    u32 left; /* machine reads that remain in the segment */
    bool out; /* needed after the segment */
    bool in;  /* currently in a register */
};

struct node {
    VEC(struct edge) out;
    u32 values, end;                           /* of sched.values */
    u32 waits, start, height, loads, base_def; /* loads: far loads, one after the other, on a path to the end */
};

struct use_list {
    u32 node, next; /* UINT32_MAX: the end */
};

struct sched {
    struct ptx_func *f;
    const struct folds *fold;
    struct liveness live;
    u32 k;                           /* index of the segment's instruction whose registers are visited */
    u32 first, n, cap, wanted, most; /* cap: the segment's limit, `wanted` unless PTX's order needs more */
    bool strict;                     /* `wanted` is about what was asked for, so the cap is firm */
    bool as_written;
    u32 *needed; /* by point: registers in use in PTX's order */
    struct node *node;
    u32 *last_def, *uses, *epoch, mark; /* by register */
    VEC(struct use_list) list;
    VEC(struct value) values;
    VEC(struct name) names;
    u32 *name; /* by register: the last of its names */
    bool writes;
    bool carried; /* a register has a value before the segment and another one after it */
    bool twice;   /* registers keep one name throughout, so that a carried one counts beside its successor */
    u32 pressure;
    u32 peak;     /* the most registers in use so far */
    bool in_line; /* PTX's order goes first among instructions with equally many loads behind them; otherwise the
                     longest path */
    u64 weight;   /* of the block, for counting its cycles */
    u32 *order, *other;
};

static u32 latency(const struct ptx_instr *i, const struct isa_note *n)
{
    if (ptx_instr_class(i) != PU_MEM)
        return n->slots ? MAX(n->lat, 1u) : 0;
    if (i->space == PS_PARAM)
        return 0;
    if (n->uniform)
        return n->lat;
    return i->space == PS_SHARED || i->space == PS_CONST ? LOAD_NEAR : LOAD_FAR;
}

static void add_edge(struct sched *s, u32 from, u32 to, u32 lat)
{
    if (from == to || from == UINT32_MAX)
        return;
    VEC_PUSH(&s->node[from].out, (struct edge){to, s->as_written ? 0 : lat});
    s->node[to].waits++;
}

/* ---- Dependences ---- */
static void touch(struct sched *s, u32 reg)
{
    if (s->epoch[reg] == s->mark)
        return;
    s->epoch[reg] = s->mark;
    s->last_def[reg] = s->uses[reg] = UINT32_MAX;
    s->name[reg] = (u32)s->names.n;
    VEC_PUSH(&s->names, (struct name){.in = is_live_at(&s->live, reg, 2 * s->first),
                                      .out = is_live_at(&s->live, reg, 2 * (s->first + s->n) - 1)});
}

static void depend(void *ctx, u32 reg, enum reg_use use)
{
    struct sched *s = ctx;
    u32 k = s->k;
    const struct ptx_instr *i = &s->f->code[s->first + k];

    touch(s, reg);
    if (use != REG_WRITE || (i->guarded && !note_of(s->f, i)->whole)) {
        u32 def = s->first + s->last_def[reg];
        if (s->last_def[reg] != UINT32_MAX)
            add_edge(s, s->last_def[reg], k, latency(&s->f->code[def], &s->f->notes->at[def]));
        VEC_PUSH(&s->list, (struct use_list){k, s->uses[reg]});
        s->uses[reg] = (u32)s->list.n - 1;
    }
    if (use == REG_WRITE) {
        add_edge(s, s->last_def[reg], k, 1);
        for (u32 u = s->uses[reg]; u != UINT32_MAX; u = s->list.at[u].next)
            add_edge(s, s->list.at[u].node, k, 0);
        s->last_def[reg] = k;
        s->uses[reg] = UINT32_MAX;
    }
}

/* What a folded operand stands for is read at its use. */
static void depend_folded(void *ctx, u32 reg, enum reg_use use)
{
    if (use == REG_READ)
        depend(ctx, reg, use);
}

/* The write of the segment that set its address's base; UINT32_MAX: none. Two accesses with one base register are
   told apart by their offsets only if this is equal. */
static u32 base_def(struct sched *s, u32 k)
{
    const struct ptx_operand *o = mem_address(&s->f->code[s->first + k]);

    if (!o || o->base != PO_REG)
        return UINT32_MAX;
    touch(s, o->reg);
    return s->last_def[o->reg];
}

static void order_memory(struct sched *s)
{
    VEC(u32) seen = {0};
    u32 all = UINT32_MAX, warp = UINT32_MAX, carry = UINT32_MAX;

    for (u32 k = 0; k < s->n; k++) {
        const struct ptx_instr *i = &s->f->code[s->first + k];
        enum mem_kind kind = mem_kind(i);
        if (ptx_instr_class(i) == PU_SHFL) {
            add_edge(s, warp, k, 0);
            add_edge(s, all, k, 0);
            warp = k;
        }
        if (i->flags & PF_CC || i->op == OP_ADDC || i->op == OP_SUBC || i->op == OP_MADC) {
            add_edge(s, carry, k, 1);
            carry = k;
        }
        if (kind == MEM_NOT)
            continue;
        add_edge(s, all, k, 0);
        for (size_t j = 0; j < seen.n; j++) {
            const struct ptx_instr *b = &s->f->code[s->first + seen.at[j]];
            if (mem_ordered(b, i, s->node[k].base_def == s->node[seen.at[j]].base_def))
                add_edge(s, seen.at[j], k, 0);
        }
        if (kind == MEM_ALL) {
            seen.n = 0;
            all = k;
            add_edge(s, warp, k, 0);
        } else {
            VEC_PUSH(&seen, k);
        }
    }
    VEC_FREE(&seen);
}

/* ---- Registers ---- */
/* Reads, then writes: a write that replaces the whole register begins another name. */
static void note_value(void *ctx, u32 reg, enum reg_use use)
{
    struct sched *s = ctx;
    const struct ptx_instr *i = &s->f->code[s->first + s->k];
    bool write = use == REG_WRITE;

    if (write != s->writes || s->f->regs[reg].type == PT_PRED || s->f->notes->reg[reg].shared)
        return;
    touch(s, reg);
    struct name *old = &s->names.at[s->name[reg]], next = {.out = old->out};
    u8 words = (u8)reg_words(s->f, reg);
    if (write && (!i->guarded || note_of(s->f, i)->whole)) {
        s->carried |= old->in && old->out;
        if (!s->twice) {
            old->out = false;
            s->name[reg] = (u32)s->names.n;
            VEC_PUSH(&s->names, next);
        }
    }
    s->names.at[s->name[reg]].left += !write;
    VEC_PUSH(&s->values, (struct value){s->name[reg], words, write});
}

static void note_values(struct sched *s, const struct ptx_instr *i)
{
    for (u32 writes = 0; writes < 2; writes++) {
        s->writes = writes;
        visit_folded(i, s->fold, note_value, s);
    }
}

/* How many more registers are in use after the instruction; apply: it is scheduled next */
static i32 effect_of(struct sched *s, u32 k, bool apply)
{
    i32 delta = 0;

    for (u32 j = s->node[k].values; j < s->node[k].end; j++) {
        const struct value *v = &s->values.at[j];
        struct name *x = &s->names.at[v->name];
        if (!v->write) {
            if (apply)
                x->left--;
            if (x->in && !x->out && x->left == (apply ? 0u : 1u)) {
                delta -= v->words;
                if (apply)
                    x->in = false;
            }
        } else if (!x->in && (x->left || x->out)) {
            delta += v->words;
            if (apply)
                x->in = true;
        }
    }
    return delta;
}

/* ---- One segment ---- */
static u32 choose(struct sched *s, u32 now, const u32 *ready, u32 n)
{
    u32 best = UINT32_MAX;
    i32 best_delta = 0;
    bool tight = s->pressure >= s->cap, best_late = true;

    for (u32 j = 0; j < n; j++) {
        const struct node *x = &s->node[ready[j]], *y = best == UINT32_MAX ? NULL : &s->node[ready[best]];
        i32 delta = effect_of(s, ready[j], false);
        bool late = x->start > now, grows = delta > 0 && (i32)s->pressure + delta > (i32)s->cap;
        bool better = !y;
        if (y && (tight || grows || (best_delta > 0 && (i32)s->pressure + best_delta > (i32)s->cap)) &&
            delta != best_delta)
            better = delta < best_delta;
        else if (y && late != best_late)
            better = !late;
        else if (y && late && x->start != y->start)
            better = x->start < y->start;
        else if (y && x->height != y->height)
            better = x->height > y->height;
        else if (y)
            better = ready[j] < ready[best];
        if (better) {
            best = j;
            best_delta = delta;
            best_late = late;
        }
    }
    if (s->strict && best_delta > 0 &&
        (i32)s->pressure + best_delta > (i32)s->cap) /* no instruction frees a register: PTX's next one will */
        for (u32 j = 0; j < n; j++)
            best = ready[j] < ready[best] ? j : best;
    return best;
}

/* First what is ready, then what has more loads behind it, then PTX's order; if that would take a register too many,
   only an instruction that takes none may go before it. */
static u32 choose_in_line(struct sched *s, u32 now, const u32 *ready, u32 n)
{
    u32 best[2] = {UINT32_MAX, UINT32_MAX}; /* of all, and of those that take no register */
    i32 room = (i32)s->cap - (i32)s->pressure;

    for (u32 j = 0; j < n; j++) {
        const struct node *x = &s->node[ready[j]];
        bool late = x->start > now;
        i32 delta = effect_of(s, ready[j], false);
        for (u32 c = 0; c < (delta > 0 ? 1u : 2u); c++) {
            const struct node *y = best[c] == UINT32_MAX ? NULL : &s->node[ready[best[c]]];
            bool better = !y;
            if (y && late != (y->start > now))
                better = !late;
            else if (y && late && x->start != y->start)
                better = x->start < y->start;
            else if (y && x->loads != y->loads)
                better = x->loads > y->loads;
            else if (y)
                better = ready[j] < ready[best[c]];
            if (better)
                best[c] = j;
        }
    }
    if (effect_of(s, ready[best[0]], false) <= MAX(room, 0))
        return best[0];
    for (u32 j = 0; j < n && best[1] == UINT32_MAX; j++) /* no instruction frees a register: PTX's next one will */
        best[0] = ready[j] < ready[best[0]] ? j : best[0];
    return best[1] == UINT32_MAX ? best[0] : best[1];
}

static void find_heights(struct sched *s)
{
    for (u32 k = s->n; k-- > 0;) {
        struct node *x = &s->node[k];
        for (size_t e = 0; e < x->out.n; e++) {
            const struct edge *o = &x->out.at[e];
            x->height = MAX(x->height, s->node[o->to].height + MAX(o->lat, 1u));
            x->loads = MAX(x->loads, s->node[o->to].loads + (o->lat >= LOAD_FAR));
        }
    }
}

/* Cycles that the segment takes */
static u32 run(struct sched *s)
{
    u32 *ready = xmalloc((s->n + 1) * sizeof *ready), n = 0, now = 0, placed = 0;

    for (u32 k = 0; k < s->n; k++)
        if (!s->node[k].waits)
            ready[n++] = k;
    while (n) {
        u32 j = s->in_line ? choose_in_line(s, now, ready, n) : choose(s, now, ready, n), k = ready[j];
        struct node *x = &s->node[k];
        ready[j] = ready[--n];
        now = MAX(now, x->start);
        s->pressure = (u32)((i32)s->pressure + effect_of(s, k, true));
        s->peak = MAX(s->peak, s->pressure);
        s->order[placed++] = k;
        for (size_t e = 0; e < x->out.n; e++) {
            struct node *y = &s->node[x->out.at[e].to];
            y->start = MAX(y->start, now + x->out.at[e].lat);
            if (!--y->waits)
                ready[n++] = x->out.at[e].to;
        }
        now += s->f->notes->at[s->first + k].slots;
    }
    free(ready);
    ENSURE(placed == s->n);
    return now;
}

/* Constants that are in registers from the block's beginning, as far as this or a later segment needs them */
static u32 early_words(const struct sched *s, u32 first)
{
    u32 words = 0;

    for (size_t k = 0; k < s->fold->early.n; k++) {
        const struct early *e = &s->fold->early.at[k];
        words += e->from == s->f->blocks[s->f->code[first].block].first && e->to >= first ? e->words : 0;
    }
    return words;
}

static u32 needed_in(const struct sched *s, u32 first, u32 end)
{
    u32 most = 0;

    for (u32 p = 2 * first; p < 2 * end; p++)
        most = MAX(most, s->needed[p]);
    return most;
}

/* Puts the segment's instructions in order (s->order); returns the cycles that they take. */
static u32 arrange(struct sched *s, u32 first, u32 end)
{
    struct ptx_func *f = s->f;
    u32 early, cycles;

    s->mark++;
    s->list.n = 0;
    memset(s->node, 0, s->n * sizeof *s->node);
    s->values.n = s->names.n = 0;
    s->carried = false;
    early = early_words(s, first);
    s->pressure = s->peak = s->needed[2 * first] + early;
    s->cap = MIN(MAX(s->wanted, needed_in(s, first, end) + early), s->most);
    for (s->k = 0; s->k < s->n; s->k++) {
        const struct ptx_instr *i = &f->code[first + s->k];
        struct node *x = &s->node[s->k];
        x->base_def = base_def(s, s->k);
        visit_folded(i, s->fold, depend_folded, s);
        visit_regs(i, depend, s);
        x->values = (u32)s->values.n;
        note_values(s, i);
        x->end = (u32)s->values.n;
    }
    order_memory(s);
    if (!s->as_written)
        find_heights(s);
    cycles = run(s);
    for (u32 k = 0; k < s->n; k++)
        VEC_FREE(&s->node[k].out);
    return cycles;
}

static u32 far_loads(const struct sched *s)
{
    u32 n = 0;

    for (u32 k = 0; k < s->n; k++) {
        const struct ptx_instr *i = &s->f->code[s->first + k];
        n += i->op == OP_LD && latency(i, &s->f->notes->at[s->first + k]) == LOAD_FAR;
    }
    return n;
}

/* Tries another order, and keeps it if it takes fewer cycles and no more registers. */
static u32 try_other(struct sched *s, u32 first, u32 end, u32 cycles)
{
    u32 *old = s->order, peak = s->peak;

    s->order = s->other;
    u32 other = arrange(s, first, end);
    bool better = other < cycles && s->peak <= MAX(peak, s->cap);
    s->other = better ? old : s->order;
    s->order = better ? s->order : old;
    s->peak = better ? s->peak : peak;
    return better ? other : cycles;
}

/* Where loads outnumber registers, the longest way is not the best guide: a chain of indices, each of which is needed
   for a load of its own, runs ahead and takes them all. Then PTX's order is tried, too (measured: SHOC's rdwdot, 171
   loads in a row; that small loops stay with the longest way is a guess, ptxas does no better there). Sums that a
   loop carries count twice, which gives ptxas's orders in small loops (maws-kmeans: reduce waits twice in four
   rounds); with so many loads they may count once, or each would wait for the one before. */
static void segment(struct sched *s, u32 first, u32 end)
{
    u32 cycles;

    if (end - first < 3)
        return;
    s->first = first;
    s->n = end - first;
    s->in_line = false;
    s->twice = true;
    cycles = arrange(s, first, end);
    if (far_loads(s) > s->cap && s->peak >= s->cap && !s->as_written) {
        s->in_line = true;
        cycles = try_other(s, first, end, cycles);
        s->in_line = s->twice = false;
        if (s->carried)
            cycles = try_other(s, first, end, cycles);
    }
    s->f->notes->cycles += cycles * s->weight;
    edit_reorder(s->f, first, s->order, s->n);
}

static bool stays(const struct ptx_instr *i)
{
    u8 unit = ptx_instr_class(i);

    if (unit == PU_CONTROL || unit == PU_BARRIER || unit == PU_FENCE || i->parse_only || lower_branches(i))
        return true;
    return i->op == OP_MOV && i->n_opnd > 1 && i->opnd[1].kind == PO_SREG && i->opnd[1].sreg >= SR_CLOCK &&
           i->opnd[1].sreg != SR_DYNAMIC_SMEM_SIZE && i->opnd[1].sreg != SR_TOTAL_SMEM_SIZE;
}

void schedule(struct ptx_func *f, const struct folds *fold, const struct order_want *o)
{
    if (f->n_regs > MOST_REGS)
        return;
    u32 *mem = xcalloc((size_t)f->n_regs * 4 + 4, sizeof(u32)), nr = f->n_regs + 1;
    struct sched s = {.f = f,
                      .fold = fold,
                      .most = o->most,
                      .as_written = o->as_written,
                      .last_def = mem,
                      .uses = mem + nr,
                      .epoch = mem + 2 * (size_t)nr,
                      .name = mem + 3 * (size_t)nr};

    s.node = xcalloc(MOST + 1, sizeof *s.node);
    s.order = xcalloc(MOST + 1, sizeof(u32));
    s.other = xcalloc(MOST + 1, sizeof(u32));
    live_find(&s.live, f, fold);
    s.needed = liveness_demand(&s.live, s.f, lane_words);
    s.wanted = o->firm ? o->regs : MAX(o->regs, needed_in(&s, 0, f->n_code));
    s.strict = s.wanted <= o->regs + SLACK;
    const u32 *depth = known_depths(f);
    f->notes->cycles = 0;
    for (u32 b = 0; b < f->n_blocks; b++) {
        u32 from = f->blocks[b].first, end = f->blocks[b].end;
        s.weight = loop_weight(MIN(depth[b], 6u));
        for (u32 pc = from; pc < end; pc++)
            if (stays(&f->code[pc]) || pc - from == MOST) {
                segment(&s, from, pc);
                from = pc + !(pc - from == MOST && !stays(&f->code[pc]));
            }
        segment(&s, from, end);
    }
    liveness_free(&s.live);
    free(s.needed);
    free(s.node);
    free(s.order);
    free(s.other);
    VEC_FREE(&s.list);
    VEC_FREE(&s.values);
    VEC_FREE(&s.names);
    free(mem);
}
