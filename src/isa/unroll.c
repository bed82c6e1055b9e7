/* Counted loops run four times a round, as the card's compiler has them: if at least four rounds are
   left, four copies of the body follow each other without a test, and what is left over runs in the loop as it was.
       p = the loop's own test; @!p bra rest; first = true; c = at least COPIES rounds left; @!c bra two
       many:  COPIES bodies; c = ...; @c bra many; first = false
       two:   c = at least two rounds left; @!c bra one; two bodies; first = false
       one:   p = the loop's own test, or first; @!p bra behind (and the test's own predicate, if it is read there)
       rest:  the loop
   If it is known how many rounds there are, but they are too many to be written out (whole.c): as many copies as fit,
   and first the rounds that are left over.
       bodies of those; many: bodies; p = the loop's own test; @p bra many
   A register that a constant is added to each round is changed once in `many`; in between, addresses get other
   offsets, and other uses a sum of their own. Which loops: those whose counter is compared after a constant was added
   to it, of one block or with ifs behind one another, unless the program wants it otherwise (.pragma "nounroll").
   When (measured with ptxas 13.0, tools/h200/ptxas_rules.py): a step in a register, a counter that is compared before
   it moves or after a conversion, divisions that become calls, too long a body keep a loop as it is; straighten.c
   knows more of it. Leaves alone: loops with calls, fences or instructions of the warp, and barriers to which lanes
   may come apart; every value that is read behind the loop. */
#include "isa/counted.h"
#include "isa/edit.h"
#include "isa/known.h"
#include "isa/values.h"

#define COPIES 4u /* measured: see above */
struct unroller {
    struct ptx_func *f;
    struct arena *a;
    struct edit e;
    /* in `many`: registers that hold x + n * by */
    struct {
        u32 reg;
        i64 more;
        u32 is;
    } sums[64];
    u32 n_sums;
};

/* ---- Which loops ---- */
/* Becomes a call or branches on the machine; or other lanes would take part in it than did before, or in another
   order (which does not keep the card's compiler from it). */
static bool stays_alone(const struct ptx_instr *i)
{
    u8 unit = ptx_instr_class(i);

    if (unit == PU_CONTROL || unit == PU_FENCE || i->parse_only || i->op == OP_CALL || unit == PU_SHFL ||
        i->flags & (PF_VOLATILE | PF_ACQUIRE | PF_RELEASE))
        return true;
    if (unit == PU_MEM && i->op != OP_LD && i->op != OP_ST && i->op != OP_TEX)
        return true;
    if (lower_branches(i))
        return true;
    return i->op == OP_MOV && i->n_opnd > 1 && i->opnd[1].kind == PO_SREG && i->opnd[1].sreg >= SR_CLOCK;
}

/* What an instruction adds to a body's length. An offset is an addition at that stage, a guard a selection, and an
   expansion about half as much again as its final slots. */
u32 unroll_weight(const struct ptx_func *f, const struct ptx_instr *i)
{
    u32 slots = lower_slots(f, i), n = slots > 2 ? slots * 3 / 2 : 1;

    if ((i->op == OP_MOV && i->n_opnd == 2 && i->opnd[1].kind == PO_REG) || i->op == OP_CVTA)
        return 0;
    for (u32 k = 0; k < i->n_opnd; k++)
        n += i->opnd[k].kind == PO_ADDR && i->opnd[k].base == PO_REG && i->opnd[k].off;
    return n + (i->guarded && i->op != OP_BRA);
}

bool loads_from_far(const struct ptx_instr *i)
{
    return i->op == OP_TEX ||
           (i->op == OP_LD && (i->space == PS_GLOBAL || i->space == PS_LOCAL || i->space == PS_GENERIC));
}

/* Measured: with a load from global or local memory 43 fma beside six others, or 14 pairs of a load with an offset
   and its use, are unrolled, 44 and 15 are not; without one 18 fma beside three others; and each load from shared
   memory lets a body that is otherwise too long have five more. */
u32 unroll_most(const struct ptx_func *f, u32 first, u32 end)
{
    u32 shared = 0, most = 21;

    for (u32 pc = first; pc < end; pc++) {
        shared += f->code[pc].op == OP_LD && f->code[pc].space == PS_SHARED;
        if (loads_from_far(&f->code[pc]))
            most = 49;
    }
    return MAX(most, 21 + 5 * shared);
}

/* A barrier to which a warp's lanes may come separately: with fewer rounds they would come to one they had met with
   the others. bar.sync is not one: its program promises that they come together. */
static bool meets_apart(const struct ptx_instr *i)
{
    return ptx_instr_class(i) == PU_BARRIER && !(i->flags & PF_ALIGNED) && (i->op != OP_BAR || i->sub == SUB_WARP);
}

/* ---- Rounds that are known ---- */
struct known_rounds {
    u64 rounds; /* 0: not known */
    u32 copies;
};

/* The counter's value whenever the loop is entered */
static bool starts_at(const struct ptx_func *f, const struct liveness *live, const struct counted *l, i64 *start)
{
    u32 reg = l->steps.at[l->counter].reg;
    u64 number;

    if (known_depths(f)[l->block] > 1 && is_live_at(live, reg, 2 * f->blocks[l->block + 1].first))
        return false;
    if (!value_before(f, l->first, l->end, reg, &number))
        return false;
    *start = l->is_signed ? (i32)number : (i64)(u32)number;
    return true;
}

/* 0: not known */
static u64 rounds_of(const struct ptx_func *f, const struct liveness *live, const struct counted *l)
{
    const struct ptx_operand *bound = counted_bound(f, l);
    i64 start, end, by = l->steps.at[l->counter].by, way;

    if (bound->kind != PO_IMM || ptx_types[f->code[l->test].type].bits != 32 || !starts_at(f, live, l, &start))
        return 0;
    end = l->is_signed || l->cmp == PC_NE ? (i32)bound->imm : (i64)(u32)bound->imm;
    start = l->cmp == PC_NE ? (i32)start : start;
    way = by > 0 ? end - start : start - end;
    by = by > 0 ? by : -by;
    way += l->cmp == PC_LE || l->cmp == PC_GE;
    if (way <= 0 || end >= INT32_MAX - by || end <= INT32_MIN + by || (l->cmp == PC_NE && way % by))
        return 0;
    return (u64)((way + by - 1) / by);
}

#define MOST_COPIES 350u /* measured: what all copies may count; a body of up to 71 is copied */

/* The number of copies: the most that fit together with the rounds left over; 0: none fit */
static u32 copies_of(u64 rounds, u32 body)
{
    u32 most = body <= 71 ? MOST_COPIES / MAX(body, 1u) : 0;

    for (u32 n = (u32)MIN(rounds, most); n > 1; n--)
        if (n + rounds % n <= most)
            return n;
    return 0;
}

/* Branches in its body do not prevent unrolling, but barriers beside them do. */
static bool keeps(const struct ptx_func *f, const struct counted *l, const struct uniform *lanes, u32 pc)
{
    const struct ptx_instr *i = &f->code[pc];
    bool has_ways = l->head != l->block, is_way = has_ways && i->op == OP_BRA && !i->n_targets;

    if (i->nounroll || (has_ways && ptx_instr_class(i) == PU_BARRIER))
        return true;
    if (pc + 1 < l->end && !is_way && stays_alone(i))
        return true;
    return meets_apart(i) && lanes->varies[f->code[l->end - 1].guard];
}

/* A counted loop that the card's compiler unrolls */
static bool is_unrolled(const struct ptx_func *f, u32 b, struct counted *l, struct known_rounds *known)
{
    const struct uniform *lanes = known_uniform(f, UNIFORM_PATHS);
    u32 length = 0;

    if (!counted_shape(f, b, l))
        return false;
    for (u32 pc = l->first; pc < l->end; pc++) {
        length += unroll_weight(f, &f->code[pc]);
        if (keeps(f, l, lanes, pc))
            return false;
    }
    if (!counted_find(f, b, l))
        return false;
    known->rounds = rounds_of(f, known_live(f), l);
    known->copies = known->rounds && l->head == l->block ? copies_of(known->rounds, length - MIN(length, 3u)) : 0;
    return known->rounds ? known->copies : length <= unroll_most(f, l->first, l->end);
}

/* ---- New code ---- */
static u32 new_reg(struct unroller *u, u8 type)
{
    return edit_reg(&u->e, "%unrolled", type);
}

/* is_new: its label is one of the new code, which may not be known yet. Returns its pc */
static u32 put_branch(struct unroller *u, const struct ptx_instr *like, u32 guard, bool neg, u32 label, bool is_new)
{
    struct ptx_operand o = {.kind = PO_LABEL, .label = label};
    struct ptx_instr i = {.op = OP_BRA, .guarded = true, .guard_neg = neg, .guard = guard, .text = "bra"};

    if (is_new)
        edit_placed(&u->e, edit_pc(&u->e));
    return edit_put(&u->e, like, i, &o, 1);
}

static void put_sum(struct unroller *u, const struct ptx_instr *like, u16 op, u8 type, const struct ptx_operand o[3])
{
    struct ptx_instr i = {.op = op, .type = type, .n_dst = 1, .text = op == OP_ADD ? "add" : "sub"};

    edit_put(&u->e, like, i, o, 3);
}

/* A comparison in place of the loop's; with a fourth operand, combined with that by or */
static void put_compare(struct unroller *u, const struct counted *l, u8 type, u8 cmp, const struct ptx_operand *o,
                        u32 n)
{
    struct ptx_instr i = {.op = OP_SETP, .type = type, .cmp = cmp, .n_dst = 1, .text = "setp"};

    i.boolop = n > 3 ? PB_OR : PB_NONE;
    edit_put(&u->e, &u->f->code[l->test], i, o, n);
}

static u8 counter_type(const struct unroller *u, const struct counted *l)
{
    bool wide = ptx_types[u->f->code[l->steps.at[l->counter].pc].type].bits == 64;
    return l->is_signed ? (wide ? PT_S64 : PT_S32) : (wide ? PT_U64 : PT_U32);
}

/* The value that the counter must not have reached for COPIES rounds to be left: the bound minus their steps. It
   cannot overflow once that many were left. The result is an immediate, or a register written here. */
static struct ptx_operand put_limit(struct unroller *u, const struct counted *l)
{
    const struct counted_step *s = &l->steps.at[l->counter];
    const struct ptx_instr *test = &u->f->code[l->test];
    u8 type = ptx_types[u->f->code[s->pc].type].bits == 64 ? PT_U64 : PT_U32;
    struct ptx_operand bound = *counted_bound(u->f, l);
    i64 most = (i64)(COPIES - 1) * s->by;

    if (bound.kind == PO_IMM)
        return edit_immediate(counted_plus((i64)bound.imm, -most), type);
    struct ptx_operand o[] = {edit_register(new_reg(u, type)), bound, edit_immediate(-most, type)};
    put_sum(u, test, OP_ADD, type, o);
    return o[0];
}

/* The same as put_more if that many were left before and no more than that was done since. */
static void put_again(struct unroller *u, const struct counted *l, u32 c, struct ptx_operand limit)
{
    const struct counted_step *s = &l->steps.at[l->counter];
    struct ptx_operand o[] = {edit_register(c), edit_register(s->reg), limit};

    put_compare(u, l, counter_type(u, l), l->cmp, o, 3);
}

/* p = the loop's own test, or what `first` says */
static void put_test(struct unroller *u, const struct counted *l, u32 p, u32 first)
{
    struct ptx_operand o[] = {edit_register(p), edit_register(l->steps.at[l->counter].reg), *counted_bound(u->f, l),
                              edit_register(first)};

    put_compare(u, l, counter_type(u, l), l->cmp, o, first == UINT32_MAX ? 3 : 4);
}

/* c = at least so many rounds are left, counting the one that would begin now, given that one is left. is_near: the
   counter is less than COPIES rounds from its end, or has just passed it. */
static void put_more(struct unroller *u, const struct counted *l, u32 c, u32 rounds, bool is_near)
{
    const struct counted_step *s = &l->steps.at[l->counter];
    const struct ptx_instr *test = &u->f->code[l->test];
    bool wide = ptx_types[u->f->code[s->pc].type].bits == 64;
    u8 type = wide ? PT_U64 : PT_U32, by_sign = wide ? PT_S64 : PT_S32;
    struct ptx_operand bound = *counted_bound(u->f, l), counter = edit_register(s->reg), left = counter;
    i64 by = s->by < 0 ? -s->by : s->by, most = (i64)(rounds - 1) * by;

    if (!(s->by < 0 && bound.kind == PO_IMM && !bound.imm)) {
        left = edit_register(new_reg(u, type));
        struct ptx_operand o[] = {left, s->by < 0 ? counter : bound, s->by < 0 ? bound : counter};
        put_sum(u, test, OP_SUB, type, o);
    }
    u8 more = l->cmp == PC_LE || l->cmp == PC_GE ? PC_GE : PC_GT;
    struct ptx_operand enough[] = {edit_register(c), left, edit_immediate(most, type)};
    put_compare(u, l, is_near ? by_sign : type, more, enough, 3);
}

/* p = is */
static void put_flag(struct unroller *u, const struct counted *l, u32 p, bool is)
{
    struct ptx_operand o[] = {edit_register(p), edit_immediate(0, PT_U32), edit_immediate(!is, PT_U32)};

    put_compare(u, l, PT_U32, PC_EQ, o, 3);
}

/* x + plus as a register of its own */
static u32 sum_of(struct unroller *u, const struct ptx_instr *like, u32 reg, i64 more)
{
    for (u32 k = 0; k < u->n_sums; k++)
        if (u->sums[k].reg == reg && u->sums[k].more == more)
            return u->sums[k].is;
    u32 is = new_reg(u, edit_reg_type(&u->e, reg));
    edit_sum(&u->e, like, is, reg, more);
    if (u->n_sums < COUNT_OF(u->sums)) {
        u->sums[u->n_sums].reg = reg;
        u->sums[u->n_sums].more = more;
        u->sums[u->n_sums++].is = is;
    }
    return is;
}

static void move_operand(struct unroller *u, const struct counted *l, struct ptx_operand *o, u32 pc, u32 copy)
{
    for (u32 k = 0; k < o->n_vec; k++)
        move_operand(u, l, &o->vec[k], pc, copy);
    if (o->kind != PO_REG && !(o->kind == PO_ADDR && o->base == PO_REG))
        return;
    for (size_t k = 0; k < l->sums.n; k++)
        if (o->reg == l->sums.at[k].reg) {
            o->off = counted_plus(o->off, counted_times(copy, l->sums.at[k].by));
            return;
        }
    for (size_t k = 0; k < l->steps.n; k++) {
        const struct counted_step *s = &l->steps.at[k];
        i64 more = counted_times(copy + (pc > s->pc), s->by);
        if (o->reg != s->reg || !more)
            continue;
        if (o->kind == PO_ADDR && ptx_types[edit_reg_type(&u->e, o->reg)].bits == 64)
            o->off = counted_plus(o->off, more);
        else
            o->reg = sum_of(u, &u->f->code[pc], o->reg, more);
        return;
    }
}

static bool is_left_out(const struct counted *l, u32 pc, u32 copy)
{
    for (size_t k = 0; k < l->sums.n && copy; k++)
        if (l->sums.at[k].pc == pc)
            return true;
    for (size_t k = 0; k < l->steps.n; k++)
        if (l->steps.at[k].pc == pc)
            return true;
    return false;
}

/* Branches of this copy to its own blocks */
struct ways {
    u32 at[COUNTED_BLOCKS]; /* by block - head: where it begins */
    u32 from[COUNTED_BLOCKS], n;
};

static void put_way(struct unroller *u, const struct ptx_instr *old, struct ways *w)
{
    struct ptx_instr i = *old;

    ptx_copy_operands(&i, u->a);
    w->from[w->n++] = edit_pc(&u->e);
    edit_placed(&u->e, edit_pc(&u->e));
    edit_change(&u->e, old, &i);
}

static void put_instr(struct unroller *u, const struct counted *l, u32 pc, u32 copy)
{
    struct ptx_instr i = u->f->code[pc];

    ptx_copy_operands(&i, u->a);
    for (u32 k = i.n_dst; k < i.n_opnd; k++)
        move_operand(u, l, &i.opnd[k], pc, copy);
    edit_change(&u->e, &u->f->code[pc], &i);
}

static void put_copy(struct unroller *u, const struct counted *l, u32 copy)
{
    struct ways w = {.n = 0};

    for (u32 pc = l->first; pc < l->end; pc++) {
        const struct ptx_instr *i = &u->f->code[pc];
        if (pc == u->f->blocks[i->block].first) {
            w.at[i->block - l->head] = edit_pc(&u->e);
            if (l->head != l->block) /* sums made in one arm are not available behind it */
                u->n_sums = 0;
        }
        if (pc == l->test || pc + 1 == l->end || is_left_out(l, pc, copy))
            continue;
        if (i->op == OP_BRA)
            put_way(u, i, &w);
        else
            put_instr(u, l, pc, copy);
    }
    for (u32 k = 0; k < w.n; k++) {
        struct ptx_operand *o = &u->e.out.at[w.from[k]].opnd[0];
        o->label = w.at[u->f->code[o->label].block - l->head];
    }
}

static void put_copies(struct unroller *u, const struct counted *l, u32 copies)
{
    u->n_sums = 0;
    for (u32 k = 0; k < copies; k++)
        put_copy(u, l, k);
    for (size_t k = 0; k < l->steps.n && copies; k++) {
        struct ptx_instr i = u->f->code[l->steps.at[k].pc];
        ptx_copy_operands(&i, u->a);
        i.op = OP_ADD;
        i.opnd[2] = edit_immediate(counted_times(copies, l->steps.at[k].by), i.type);
        edit_change(&u->e, &u->f->code[l->steps.at[k].pc], &i);
    }
}

static void put_many(struct unroller *u, const struct counted *l)
{
    const struct ptx_instr *bra = &u->f->code[l->end - 1];
    u32 c = new_reg(u, PT_PRED), first = new_reg(u, PT_PRED), enter, to_two, to_one, many;
    struct ptx_operand limit = {0};

    put_test(u, l, c, UINT32_MAX);
    enter = put_branch(u, bra, c, true, 0, true);
    put_flag(u, l, first, true);
    put_more(u, l, c, COPIES, false);
    to_two = put_branch(u, bra, c, true, 0, true);
    put_flag(u, l, first, false);
    if (l->cmp != PC_NE) /* which may overflow on its way */
        limit = put_limit(u, l);
    many = edit_pc(&u->e);
    put_copies(u, l, COPIES);
    if (l->cmp != PC_NE)
        put_again(u, l, c, limit);
    else
        put_more(u, l, c, COPIES, false);
    put_branch(u, bra, c, false, many, true);
    u->e.out.at[to_two].opnd[0].label = edit_pc(&u->e);
    put_more(u, l, c, 2, true);
    to_one = put_branch(u, bra, c, true, 0, true);
    put_copies(u, l, 2);
    put_flag(u, l, first, false);
    u->e.out.at[to_one].opnd[0].label = edit_pc(&u->e);
    if (l->read_behind) {
        struct ptx_instr own = u->f->code[l->test];
        ptx_copy_operands(&own, u->a);
        edit_change(&u->e, &u->f->code[l->test], &own);
    }
    put_test(u, l, c, first);
    put_branch(u, bra, c, true, l->end, false);
    u->e.out.at[enter].opnd[0].label = edit_pc(&u->e);
}

static void put_known(struct unroller *u, const struct counted *l, const struct known_rounds *known)
{
    struct ptx_instr test = u->f->code[l->test], bra = u->f->code[l->end - 1];

    put_copies(u, l, (u32)(known->rounds % known->copies));
    u32 many = edit_pc(&u->e);
    put_copies(u, l, known->copies);
    ptx_copy_operands(&test, u->a);
    edit_change(&u->e, &u->f->code[l->test], &test);
    ptx_copy_operands(&bra, u->a);
    bra.opnd[0].label = many;
    edit_placed(&u->e, edit_pc(&u->e));
    edit_change(&u->e, &u->f->code[l->end - 1], &bra);
}

/* The loop as it was, for the rounds that are left */
static void put_rest(struct unroller *u, const struct counted *l)
{
    u32 rest = edit_pc(&u->e);

    for (u32 pc = l->first; pc < l->end; pc++) {
        if (pc > l->first)
            edit_here(&u->e, pc);
        edit_keep(&u->e, &u->f->code[pc]);
    }
    struct ptx_instr *bra = &u->e.out.at[edit_pc(&u->e) - 1];
    ptx_copy_operands(bra, u->a);
    bra->opnd[0].label = rest;
    edit_placed(&u->e, edit_pc(&u->e) - 1);
}

static void put_loop(struct unroller *u, const struct counted *l, const struct known_rounds *known)
{
    if (known->copies) {
        put_known(u, l, known);
        return;
    }
    put_many(u, l);
    put_rest(u, l);
}

void unroll(struct ptx_func *f, struct arena *a)
{
    struct unroller u = {.f = f, .a = a};
    struct counted l = {0};
    u32 found = 0;

    edit_begin(&u.e, f, a);
    for (u32 b = 0; b < f->n_blocks; b++) {
        struct known_rounds known = {0};
        edit_here(&u.e, f->blocks[b].first);
        if (is_unrolled(f, b, &l, &known)) {
            put_loop(&u, &l, &known);
            b = l.block;
            found++;
            continue;
        }
        for (u32 pc = f->blocks[b].first; pc < f->blocks[b].end; pc++)
            edit_keep(&u.e, &f->code[pc]);
    }
    if (found)
        edit_commit(&u.e);
    else
        edit_drop(&u.e);
    counted_free(&l);
}
