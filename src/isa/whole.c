/* Loops whose rounds can be counted beforehand are written out, round after round: what the counter says in each is a
   number there, and tests of it are gone. Which loops (measured with ptxas 13.0, tools/h200/ptxas_rules.py): of any
   shape, with early ways out, branches, barriers, atomics and inner loops that are written out themselves, if the
   whole is not too long (is_short). When: after branches were turned. Leaves alone: loops with divisions that become
   calls, fences, a test of something else than the counter after it has moved, those that straighten.c marks and
   those that the program wants as they are (.pragma "nounroll"); every value that is read behind the loop. A register
   to which a constant is added each round is changed where the loop is left; in between, addresses have other
   offsets, and other uses a sum of their own. */
#include <stdlib.h>

#include "isa/counted.h"
#include "isa/edit.h"
#include "isa/known.h"
#include "isa/rounds.h"
#include "isa/values.h"

#define MOST_CODE 16000u /* instructions of a function: ptxas has written out 13,000 */

struct sum {
    u32 reg, is;
    u64 more;
};

struct walk { /* through one round after the other */
    struct ptx_func *f;
    const struct liveness *live;
    const struct loop *l;
    struct edit *e; /* NULL: rounds are only counted */
    struct value *value;
    struct { /* a sum computed in the first round: its register, and that register's offset then */
        u32 of;
        u64 moved;
        bool is;
    } * base;
    bool *reached;  /* by block - head */
    u32 *placed_at; /* likewise: where it begins in this round */
    VEC(u32) ahead; /* this round's branches to its own blocks */
    VEC(struct sum) sums;
    bool again;
};

/* x = x + constant, once a round and in every one */
static bool is_step(const struct walk *w, u32 pc)
{
    const struct ptx_instr *i = &w->f->code[pc];

    return (i->op == OP_ADD || i->op == OP_SUB) && !i->guarded && !(i->flags & (PF_CC | PF_SAT)) &&
           value_is_integer(i->type) && i->n_opnd == 3 && i->opnd[0].kind == PO_REG && i->opnd[1].kind == PO_REG &&
           i->opnd[1].reg == i->opnd[0].reg && !i->opnd[1].neg && i->opnd[2].kind == PO_IMM &&
           w->l->written[i->opnd[0].reg] == 1 && w->l->on_all[i->block - w->l->head];
}

/* Computed anew in each round before it is read */
static bool is_own(const struct walk *w, u32 reg)
{
    return w->l->written[reg] == 1 && !is_live_at(w->live, reg, 2 * w->l->first);
}

static bool is_read_behind(const struct walk *w, u32 reg)
{
    for (u32 b = w->l->head; b <= w->l->tail; b++)
        for (u32 k = 0; k < w->f->blocks[b].n_succ; k++) {
            u32 to = w->f->blocks[b].succ[k];
            if ((to < w->l->head || to > w->l->tail) && is_live_at(w->live, reg, 2 * w->f->blocks[to].first))
                return true;
        }
    return false;
}

static struct value known_value(const void *ctx, u32 reg)
{
    const struct walk *w = ctx;
    return w->value[reg];
}

/* A counter's value when the loop is entered: it is set once outside, at each entry */
static struct value start_of(const struct walk *w, u32 reg)
{
    struct value none = {.kind = VALUE_MORE, .reg = reg};
    u64 number;

    if ((known_depths(w->f)[w->l->head] > 1 && is_read_behind(w, reg)) ||
        !value_before(w->f, w->l->first, w->l->end, reg, &number))
        return none;
    return (struct value){.kind = VALUE_NUMBER, .number = number};
}

/* ---- Writing a round ---- */
static u32 sum_of(struct walk *w, const struct ptx_instr *like, u32 reg, u64 more)
{
    if (!more)
        return reg;
    for (size_t k = 0; k < w->sums.n; k++)
        if (w->sums.at[k].reg == reg && w->sums.at[k].more == more)
            return w->sums.at[k].is;
    u32 is = edit_reg(w->e, "%round", edit_reg_type(w->e, reg));
    edit_sum(w->e, like, is, reg, (i64)more);
    VEC_PUSH(&w->sums, (struct sum){reg, is, more});
    return is;
}

static void put_number(struct walk *w, const struct ptx_instr *like, u32 reg, u64 number)
{
    edit_move(w->e, like, (struct edit_guard){0}, reg, edit_immediate((i64)number, edit_reg_type(w->e, reg)));
}

static u32 number_in_reg(struct walk *w, const struct ptx_instr *like, u32 counter, u64 number)
{
    for (size_t k = 0; k < w->sums.n; k++)
        if (w->sums.at[k].reg == counter && w->sums.at[k].more == number)
            return w->sums.at[k].is;
    u32 is = edit_reg(w->e, "%round", edit_reg_type(w->e, counter));
    put_number(w, like, is, number);
    VEC_PUSH(&w->sums, (struct sum){counter, is, number});
    return is;
}

/* Before a possible exit: gives registers that are read there their values. */
static void settle(struct walk *w, const struct ptx_instr *like, u32 to)
{
    for (u32 pc = w->l->first; pc < w->l->end; pc++) {
        u32 reg = w->f->code[pc].n_dst == 1 ? w->f->code[pc].opnd[0].reg : 0;
        if (!is_step(w, pc) || !is_live_at(w->live, reg, 2 * to))
            continue;
        struct value *v = &w->value[reg];
        if (v->kind == VALUE_NUMBER) {
            put_number(w, like, reg, v->number);
            continue;
        }
        u64 more = v->number;
        if (!more)
            continue;
        struct ptx_operand o[] = {edit_register(reg), edit_register(reg),
                                  edit_immediate((i64)more, w->f->code[pc].type)};
        edit_put(w->e, like, (struct ptx_instr){.op = OP_ADD, .type = w->f->code[pc].type, .n_dst = 1, .text = "add"},
                 o, 3);
        w->sums.n = 0;
        for (u32 r = 0; r < w->f->n_regs; r++) {
            if (w->value[r].kind == VALUE_MORE && w->value[r].reg == reg)
                w->value[r].number = value_cut(w->value[r].number - more, w->f->regs[reg].type);
            if (w->base[r].is && w->base[r].of == reg)
                w->base[r].moved -= more;
        }
    }
}

static bool takes_numbers(const struct ptx_instr *i)
{
    return value_op(i->op) && value_is_integer(i->type) && ptx_types[i->type].bits >= 32;
}

static void change_operand(struct walk *w, const struct ptx_instr *like, const struct ptx_instr *i,
                           struct ptx_operand *o)
{
    for (u32 k = 0; k < o->n_vec; k++)
        change_operand(w, like, i, &o->vec[k]);
    if ((o->kind != PO_REG && !(o->kind == PO_ADDR && o->base == PO_REG)) || o->reg >= w->f->n_regs)
        return;
    const struct value *v = &w->value[o->reg];
    bool wide = ptx_types[w->f->regs[o->reg].type].bits == 64;
    if (o->kind == PO_ADDR && v->kind == VALUE_PLACE && v->var->space == PS_LOCAL && i->space == PS_LOCAL) {
        o->base = PO_SYM;
        o->sym = (struct ptx_var *)v->var;
        o->off = counted_plus(o->off, (i64)v->number);
    } else if (o->kind == PO_ADDR && v->kind == VALUE_MORE && wide) {
        o->reg = v->reg;
        o->off = counted_plus(o->off, (i64)v->number);
    } else if (v->kind == VALUE_MORE && (v->reg != o->reg || v->number)) {
        o->reg = sum_of(w, like, v->reg, v->number);
    } else if (o->kind == PO_REG && v->kind == VALUE_NUMBER && !o->neg && takes_numbers(i) &&
               w->f->regs[o->reg].type != PT_PRED) {
        *o = edit_immediate((i64)v->number, w->f->regs[o->reg].type);
    } else if (v->kind == VALUE_NUMBER && w->l->written[o->reg] && !is_own(w, o->reg)) {
        o->reg = number_in_reg(w, like, o->reg, v->number); /* a counter, whose register is not written any more */
    }
}

/* x = a stepped register + an invariant: the first round's sum serves all. */
static bool is_sum(const struct walk *w, const struct ptx_instr *i, u32 *step)
{
    if (i->op != OP_ADD || i->guarded || i->flags & (PF_CC | PF_SAT) || !value_is_integer(i->type) ||
        ptx_types[i->type].bits != 64 || !w->l->on_all[i->block - w->l->head] || !is_own(w, i->opnd[0].reg) ||
        i->opnd[1].kind != PO_REG || i->opnd[2].kind != PO_REG || is_read_behind(w, i->opnd[0].reg))
        return false;
    for (u32 k = 1; k < 3; k++) {
        const struct value *v = &w->value[i->opnd[k].reg];
        u32 other = i->opnd[3 - k].reg;
        *step = k;
        if (v->kind == VALUE_MORE && v->reg != i->opnd[0].reg && !w->l->written[other] &&
            w->value[other].kind == VALUE_OPEN)
            return true;
    }
    return false;
}

/* ptxas counts rounds by comparisons of the counter itself: in the block that leads back, after it has moved. */
static bool is_counted(const struct walk *w, u32 pc)
{
    const struct ptx_instr *i = &w->f->code[pc];
    bool moved = i->block != w->l->tail;

    for (u32 k = w->f->blocks[w->l->tail].first; k < pc && !moved; k++)
        moved = is_step(w, k) && ((i->opnd[1].kind == PO_REG && i->opnd[1].reg == w->f->code[k].opnd[0].reg) ||
                                  (i->opnd[2].kind == PO_REG && i->opnd[2].reg == w->f->code[k].opnd[0].reg));
    if (!moved)
        return false;
    for (u32 k = 1; k < 3; k++)
        if (i->opnd[k].kind == PO_REG && w->l->written[i->opnd[k].reg] && is_own(w, i->opnd[k].reg))
            return false;
    return true;
}

/* The instruction's result from here on. True: the instruction itself is not needed. */
static bool follow(struct walk *w, u32 pc)
{
    const struct ptx_instr *i = &w->f->code[pc];
    u32 reg = i->n_dst == 1 && i->opnd[0].kind == PO_REG ? i->opnd[0].reg : UINT32_MAX, k;

    if (reg == UINT32_MAX)
        return false;
    if (is_step(w, pc)) {
        u64 by = i->op == OP_SUB ? 0 - i->opnd[2].imm : i->opnd[2].imm;
        w->value[reg].number = value_cut(w->value[reg].number + by, i->type);
        return true;
    }
    if (!is_own(w, reg))
        return false;
    if (is_sum(w, i, &k)) {
        const struct value *v = &w->value[i->opnd[k].reg];
        if (w->base[reg].is && w->base[reg].of == v->reg) {
            w->value[reg] = (struct value){.kind = VALUE_MORE, .reg = reg, .number = v->number - w->base[reg].moved};
            return true;
        }
        w->base[reg].is = true;
        w->base[reg].of = v->reg;
        w->base[reg].moved = v->number;
        w->value[reg] = (struct value){.kind = VALUE_MORE, .reg = reg};
        return false;
    }
    struct value v = value_result(w->f, i, known_value, w);
    if (!w->e && i->op == OP_SETP && v.kind && !is_counted(w, pc))
        v.kind = VALUE_OPEN;
    w->value[reg] = v.kind == VALUE_MORE && v.reg == reg ? (struct value){0} : v;
    return false;
}

static void put_instr(struct walk *w, const struct ptx_instr *old, bool is_certain)
{
    struct ptx_instr i = *old;

    ptx_copy_operands(&i, w->e->a);
    if (is_certain)
        i.guarded = false;
    for (u32 k = i.n_dst; k < i.n_opnd; k++)
        change_operand(w, old, &i, &i.opnd[k]);
    edit_change(w->e, old, &i);
}

/* Its result is known: a number */
static bool put_known(struct walk *w, const struct ptx_instr *i)
{
    u32 reg = i->n_dst == 1 && i->opnd[0].kind == PO_REG ? i->opnd[0].reg : UINT32_MAX;

    if (reg == UINT32_MAX || !is_own(w, reg) || w->value[reg].kind != VALUE_NUMBER || w->f->regs[reg].type == PT_PRED)
        return false;
    put_number(w, i, reg, w->value[reg].number);
    return true;
}

static void put_branch(struct walk *w, const struct ptx_instr *old, bool guarded, bool turned, u32 to)
{
    struct ptx_instr i = *old;
    bool inside = to > w->l->first && to < w->l->end;

    ptx_copy_operands(&i, w->e->a);
    i.guarded = guarded;
    i.guard_neg ^= turned;
    i.opnd[0].label = to;
    if (inside) {
        VEC_PUSH(&w->ahead, edit_pc(w->e));
        edit_placed(w->e, edit_pc(w->e));
    }
    edit_change(w->e, old, &i);
}

/* A branch of a round. guarded: it is not known whether it is taken. */
static void walk_branch(struct walk *w, const struct ptx_instr *i, bool guarded)
{
    u32 to = i->opnd[0].label;

    if (to == w->l->first) {
        w->again = true;
        if (guarded && w->e) {
            settle(w, i, w->l->end);
            put_branch(w, i, true, true, w->l->end);
        }
        return;
    }
    if (to > w->l->first && to < w->l->end) {
        u32 b = w->f->code[to].block;
        if (to > (u32)(i - w->f->code)) /* the way back of an inner loop adds nothing */
            w->reached[b - w->l->head] = true;
    } else if (w->e) {
        settle(w, i, to);
    }
    if (w->e)
        put_branch(w, i, guarded, false, to);
}

/* Does control continue behind it? */
static bool walk_instr(struct walk *w, u32 pc)
{
    const struct ptx_instr *i = &w->f->code[pc];
    bool guarded = i->guarded, certain = false;

    if (guarded && w->value[i->guard].kind == VALUE_NUMBER) {
        if ((w->value[i->guard].number != 0) == i->guard_neg)
            return true;
        certain = true;
        guarded = false;
    }
    if (i->op == OP_BRA) {
        walk_branch(w, i, guarded);
        return guarded;
    }
    if (follow(w, pc) || !w->e)
        return true;
    if (!put_known(w, i))
        put_instr(w, i, certain);
    return true;
}

static void walk_round(struct walk *w)
{
    w->again = false;
    w->ahead.n = 0;
    for (u32 b = w->l->head; b <= w->l->tail; b++)
        w->reached[b - w->l->head] = b == w->l->head;
    for (u32 b = w->l->head; b <= w->l->tail; b++) {
        bool on = w->reached[b - w->l->head];
        w->sums.n = 0;
        if (!on)
            continue;
        w->placed_at[b - w->l->head] = w->e ? edit_pc(w->e) : 0;
        for (u32 pc = w->f->blocks[b].first; pc < w->f->blocks[b].end && on; pc++)
            on = walk_instr(w, pc);
        if (on && b < w->l->tail)
            w->reached[b + 1 - w->l->head] = true;
        else if (on && w->e && !w->again)
            settle(w, &w->f->code[w->l->end - 1], w->l->end);
    }
    for (size_t k = 0; k < w->ahead.n; k++) {
        struct ptx_operand *o = &w->e->out.at[w->ahead.at[k]].opnd[0];
        o->label = w->placed_at[w->f->code[o->label].block - w->l->head];
    }
}

static void walk_begin(struct walk *w, const struct writers *writers, const struct loop *l, struct ptx_func *f,
                       struct edit *e)
{
    *w = (struct walk){.f = f, .live = known_live(f), .l = l, .e = e};
    w->value = xcalloc(f->n_regs + 1, sizeof *w->value);
    w->base = xcalloc(f->n_regs + 1, sizeof *w->base);
    w->reached = xcalloc(l->tail - l->head + 1, sizeof *w->reached);
    w->placed_at = xcalloc(l->tail - l->head + 1, sizeof *w->placed_at);
    for (u32 r = 0; r < f->n_regs; r++)
        if (!l->written[r] && writers->n[r] == 1)
            w->value[r] = value_fixed(f, writers, r);
    for (u32 pc = l->first; pc < l->end; pc++)
        if (f->code[pc].n_dst == 1 && is_step(w, pc))
            w->value[f->code[pc].opnd[0].reg] = start_of(w, f->code[pc].opnd[0].reg);
}

static void walk_end(struct walk *w)
{
    free(w->value);
    free(w->base);
    free(w->reached);
    free(w->placed_at);
    VEC_FREE(&w->ahead);
    VEC_FREE(&w->sums);
}

/* ---- How long it gets ---- */
struct length {
    u64 size, rounds; /* of all rounds, as ptxas counts; 0 rounds: the loop stays */
    u64 body;         /* of one round, with inner loops written out and their counting */
};

/* Measured: a body of p instructions is written out up to 441 (p = 6), 182 (10), 52 (20), 25 (30), 13 (41), 9 (55),
   6 (69), 4 (97) times; rounds of inner loops count. p: all but the counter's step, its test and the branch. */
static bool is_short(struct length n)
{
    u64 s = n.size + n.rounds;
    return n.size <= 388 || (n.size <= MOST_CODE && s * s <= 22000 * n.rounds);
}

static u64 count_rounds(struct ptx_func *f, const struct writers *writers, const struct loop *l, u64 most)
{
    struct walk w;
    u64 n = 0;

    walk_begin(&w, writers, l, f, NULL);
    do {
        walk_round(&w);
        n++;
    } while (w.again && n <= most);
    walk_end(&w);
    return n <= most ? n : 0;
}

static struct length loop_length(struct ptx_func *f, const struct writers *writers, const struct preds *pred,
                                 struct loop *l)
{
    struct length all = {0}, none = {0};
    u32 own = 0;

    loop_prepare(f, l);
    for (u32 b = l->head; b <= l->tail; b++)
        for (u32 pc = f->blocks[b].first; pc < f->blocks[b].end; pc++) {
            if (loop_stays(&f->code[pc]))
                return none;
            own += unroll_weight(f, &f->code[pc]);
        }
    for (u32 b = l->head; b < l->tail; b++) {
        struct loop in = {0};
        if (!loop_leads_back(f, b))
            continue;
        if (!loop_find(f, pred, b, &in) || !f->notes->at[in.first].rounds)
            return none;
        u32 size = 0;
        for (u32 pc = in.first; pc < in.end; pc++)
            size += unroll_weight(f, &f->code[pc]);
        all.rounds += f->notes->at[in.first].rounds;
        all.size += f->notes->at[in.first].rounds * (u64)(size - MIN(size, 3u));
        all.body += f->notes->at[in.first].rounds * (u64)size;
        own -= MIN(own, size);
    }
    all.size += own - MIN(own, 3u);
    all.body += own;
    u64 rounds = count_rounds(f, writers, l, 1 + MOST_CODE / MAX(all.size, 1u));
    all.size *= rounds;
    all.rounds = rounds * MAX(all.rounds, 1u);
    return all;
}

/* Marks those that are written out; inner ones come first. */
static u32 mark_loops(struct ptx_func *f)
{
    const struct preds *pred = known_preds(f);
    struct writers writers = writers_find(f);
    u32 found = 0;

    for (u32 b = 0; b < f->n_blocks; b++) {
        struct loop l = {0};
        if (!loop_find(f, pred, b, &l))
            continue;
        struct length n = loop_length(f, &writers, pred, &l);
        if (n.rounds && is_short(n)) {
            f->notes->at[l.first].rounds = (u32)n.rounds;
            found++;
        } else if (loop_has_inner(f, &l) && n.body > unroll_most(f, l.first, l.end)) {
            f->code[l.first].nounroll = true; /* it is too long before the inner loops' counting is removed */
        }
        loop_free(&l);
    }
    writers_free(&writers);
    return found;
}

/* ---- Writing it ---- */
static void put_rounds(struct ptx_func *f, const struct writers *writers, const struct loop *l, struct edit *e)
{
    struct walk w;

    walk_begin(&w, writers, l, f, e);
    for (u32 pc = l->first; pc < l->end; pc++)
        edit_here(e, pc);
    do
        walk_round(&w);
    while (w.again);
    walk_end(&w);
}

/* Writes out marked loops that contain no other; true: there was one */
static bool write_out(struct ptx_func *f, struct arena *a)
{
    const struct preds *pred = known_preds(f);
    struct writers writers = writers_find(f);
    struct edit e;
    u32 found = 0;

    edit_begin(&e, f, a);
    for (u32 b = 0; b < f->n_blocks; b++) {
        struct loop l = {0};
        u32 tail = b;
        while (tail < f->n_blocks && !(loop_find(f, pred, tail, &l) && l.head == b))
            tail++;
        bool is = tail < f->n_blocks && f->notes->at[l.first].rounds && !loop_has_inner(f, &l);
        edit_here(&e, f->blocks[b].first);
        if (is) {
            loop_prepare(f, &l);
            put_rounds(f, &writers, &l, &e);
            loop_free(&l);
            found++;
            b = l.tail;
            continue;
        }
        for (u32 pc = f->blocks[b].first; pc < f->blocks[b].end; pc++)
            edit_keep(&e, &f->code[pc]);
    }
    writers_free(&writers);
    if (found)
        edit_commit(&e);
    else
        edit_drop(&e);
    return found;
}

void whole(struct ptx_func *f, struct arena *a)
{
    if (!mark_loops(f))
        return;
    while (write_out(f, a))
        ;
    drop_unread(f, a);
    homes_find(f, a);
}
