/* The register hierarchy (after M. Gebhart, S. Keckler and W. Dally, "A compile-time managed multi-level register
   file hierarchy", MICRO 2011): which operands are read from and written to the operand register file (ORF, 4 words a
   thread) and the last-result file (LRF, 1 word) instead of the main register file (MRF).

   A strand is a stretch of code in which nothing waits for a long-latency instruction of the same strand; it ends
   before the first instruction that needs such a result, at barriers and calls, and where control comes from outside
   of it (target.branches: branches forward within it are part of it; else at every target of a branch). A reader
   takes a value from the ORF or LRF only if every way to it passes where the value was put there. What lives past a
   strand's end is in the MRF; the ORF and LRF hold values for their readers within it. Values are given places in
   order of the accesses saved for each instruction that the place is taken. A value that was in the MRF when the
   strand began may be copied to the ORF by its first reader. The LRF serves arithmetic only. A 64-bit value takes two
   words; a result that memory brings, or that not all lanes write, goes to the MRF.
   When: for machines that have the hierarchy, as the paper says; no card of ours has it. Leaves alone: the code: it
   notes a level for each operand. */
#include <stdlib.h>
#include <string.h>

#include "isa/known.h"

#define ORF_WORDS 4u
#define REACH 256u /* instructions; values that are needed later than this stay in the MRF */
#define ROUNDS 6u

struct access { /* a read or write of a register in a strand */
    u32 reg, n; /* n: its number among the strand's accesses, which are in this order */
    u32 pc;
    u8 *level; /* the operand's level; NULL: only the MRF can serve it */
    bool write, guarded, arithmetic;
};

struct value {         /* one result, or what a register held when the strand began, and its readers in the strand */
    u32 reg, first, n; /* accesses [first, first + n) */
    bool defined, live_out, lrf;
    u32 reads, width;
    double gain;
};

struct levels {
    struct ptx_func *f;
    const struct liveness *live;
    const struct preds *pred;
    bool branches;
    u32 *idom;        /* by block of the strand: its immediate dominator */
    reg_list *out;    /* by block: results pending at its end */
    reg_list now;     /* here */
    u32 *mark, epoch; /* by register */
    bool hit;         /* the current instruction reads or writes one of them */
    VEC(struct access) acc;
    VEC(struct value) values;
    u32 *orf[ORF_WORDS], *lrf; /* by instruction of the strand: epoch while taken */
    u32 strand;
};

static bool is_long(const struct ptx_instr *i)
{
    return ptx_instr_class(i) == PU_MEM && i->n_dst && i->space != PS_SHARED && i->space != PS_PARAM &&
           i->space != PS_CONST;
}

static bool ends_strand(const struct ptx_instr *i)
{
    return i->op == OP_CALL || i->op == OP_BAR || i->op == OP_BARRIER;
}

/* ---- Strands ---- */
static void on_touch(void *ctx, u32 reg, enum reg_use use)
{
    struct levels *l = ctx;
    const struct isa_reg *r = &l->f->notes->reg[reg];

    (void)use;
    l->hit |= l->mark[reg] == l->epoch;
    for (u32 k = 0; k < r->n_bases && r->folded; k++)
        l->hit |= l->mark[r->bases[k]] == l->epoch;
}

/* Its computation is part of its reader. */
static bool is_part(const struct ptx_func *f, const struct ptx_instr *i)
{
    return i->n_dst == 1 && i->opnd[0].kind == PO_REG && f->notes->reg[i->opnd[0].reg].folded;
}

static void add_pending(struct levels *l, u32 reg)
{
    if (l->mark[reg] == l->epoch)
        return;
    l->mark[reg] = l->epoch;
    VEC_PUSH(&l->now, reg);
}

static void on_result(void *ctx, u32 reg, enum reg_use use)
{
    if (use == REG_WRITE)
        add_pending(ctx, reg);
}

static void forget_pending(struct levels *l)
{
    l->epoch++;
    l->now.n = 0;
}

/* One instruction; true: a strand begins here. */
static bool step(struct levels *l, u32 pc)
{
    const struct ptx_instr *i = &l->f->code[pc];
    l->hit = false;
    if (is_part(l->f, i))
        return false;
    visit_regs(i, on_touch, l);
    if (l->hit)
        forget_pending(l);
    if (is_long(i))
        visit_results(i, on_result, l);
    return l->hit;
}

static void enter(struct levels *l, u32 b)
{
    forget_pending(l);
    for (u32 k = l->pred->first[b]; k < l->pred->first[b + 1]; k++)
        for (size_t j = 0; j < l->out[l->pred->at[k]].n; j++)
            add_pending(l, l->out[l->pred->at[k]].at[j]);
}

static void find_pending(struct levels *l)
{
    const struct ptx_func *f = l->f;
    bool changed = true;

    for (u32 round = 0; round < ROUNDS && changed; round++) {
        changed = false;
        for (u32 b = 0; b < f->n_blocks; b++) {
            enter(l, b);
            for (u32 pc = f->blocks[b].first; pc < f->blocks[b].end; pc++)
                step(l, pc);
            reg_list old = l->out[b];
            changed |= old.n != l->now.n || (old.n && memcmp(old.at, l->now.at, old.n * sizeof *old.at));
            l->out[b] = l->now;
            l->now = old;
        }
    }
}

/* ---- Values of a strand ---- */
static void push_access(struct levels *l, u32 pc, u32 reg, u8 *level, bool write)
{
    const struct ptx_instr *i = &l->f->code[pc];
    u8 unit = ptx_instr_class(i);

    VEC_PUSH(&l->acc, (struct access){.reg = reg,
                                      .n = (u32)l->acc.n,
                                      .pc = pc,
                                      .level = level,
                                      .write = write,
                                      .guarded = i->guarded,
                                      .arithmetic = unit <= PU_FP64 || unit == PU_CVT});
}

static void add_access(struct levels *l, u32 pc, const struct ptx_operand *o, u8 *level, bool write)
{
    if (o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG && !o->n_vec)) {
        const struct isa_reg *r = &l->f->notes->reg[o->reg];
        bool one = !r->folded || r->n_bases == 1; /* an operand made of several registers is read from the MRF */
        *level = l->f->regs[o->reg].type == PT_PRED || !one ? 0 : ISA_MRF;
        for (u32 k = 0; k < r->n_bases && r->folded; k++)
            push_access(l, pc, r->bases[k], one ? level : NULL, false);
        if (*level && !r->folded)
            push_access(l, pc, o->reg, level, write && o->kind == PO_REG);
    }
    for (u32 k = 0; k < o->n_vec; k++)
        add_access(l, pc, &o->vec[k], level + 1 + k, write && o->kind == PO_VEC);
}

/* Is the value of `reg` after instruction pc needed outside of [pc, end), later or where a branch leads? */
static bool lives_out(const struct levels *l, u32 reg, u32 pc, u32 end, u32 redefined)
{
    const struct ptx_func *f = l->f;
    u32 to = MIN(end, redefined);

    if (redefined >= end && is_live_at(l->live, reg, 2 * end - 1))
        return true;
    for (u32 k = pc; k < to; k++) {
        const struct ptx_instr *i = &f->code[k];
        u32 label = i->op == OP_BRA ? i->opnd[0].label : 0;
        if (l->branches && i->op == OP_BRA && label > k && label < end && label <= redefined)
            continue; /* inside the strand, and not beyond the next write */
        if (i->op == OP_BRX_IDX || (i->op == OP_BRA && is_live_at(l->live, reg, 2 * label)))
            return true;
    }
    return false;
}

/* Every way from the strand's begin to `to` passes `by`. */
static bool always_before(const struct levels *l, u32 by, u32 to)
{
    u32 a = l->f->code[by].block, b = l->f->code[to].block;

    while (b > a)
        b = l->idom[b];
    return a == b;
}

/* Number of accesses that every path passes after the first; one that only the MRF can serve ends them, too. */
static u32 reachable(const struct levels *l, const struct access *a, u32 n)
{
    u32 k = 1;

    while (k < n && a[k].level && always_before(l, a[0].pc, a[k].pc))
        k++;
    return a[0].level ? k : 0;
}

static int compare_value(const void *a, const void *b)
{
    const struct value *x = a, *y = b;

    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Accesses by register, in order; each write begins a value. */
static void find_values(struct levels *l, u32 end)
{
    size_t n = l->acc.n;
    const struct access *acc = l->acc.at;

    if (n)
        qsort(l->acc.at, n, sizeof *acc, compare_two_u32);
    l->values.n = 0;
    for (size_t k = 0; k < n;) {
        struct value v = {.reg = acc[k].reg, .first = (u32)k, .defined = acc[k].write};
        size_t j = k + 1;
        while (j < n && acc[j].reg == v.reg && !acc[j].write)
            j++;
        bool again = j < n && acc[j].reg == v.reg; /* it is written */
        v.n = (u32)(j - k);
        v.width = reg_words(l->f, v.reg);
        v.live_out = v.defined && lives_out(l, v.reg, acc[k].pc + 1, end, again ? acc[j].pc : UINT32_MAX);
        if (v.defined && (acc[k].guarded || is_long(&l->f->code[acc[k].pc])))
            v.width = 0; /* served by the MRF, with its readers */
        if (again && acc[j].guarded)
            v.live_out = true; /* lanes that do not write keep the old value */
        u32 reach = reachable(l, &acc[k], v.n);
        v.live_out |= v.defined && reach < v.n;
        v.n = reach;
        if (v.width && v.width <= 2 && v.n)
            VEC_PUSH(&l->values, v);
        k = j;
    }
}

/* ---- Places ---- */
static bool is_free(const struct levels *l, const u32 *place, u32 from, u32 to)
{
    for (u32 k = from; k < to; k++)
        if (place[k] == l->strand)
            return false;
    return true;
}

static void take(struct levels *l, u32 *place, u32 from, u32 to)
{
    for (u32 k = from; k < to; k++)
        place[k] = l->strand;
}

/* Tries to serve the value's first `n` accesses from a place; from: where the place begins to be taken */
static bool place_value(struct levels *l, const struct value *v, u32 n, u32 begin)
{
    const struct access *a = &l->acc.at[v->first];
    u32 from = a[0].pc - begin, to = a[n - 1].pc - begin, *found[2], have = 0;
    u32 **places = v->lrf ? &l->lrf : l->orf;

    if (to - from > REACH)
        return false;
    to = MAX(to, from + 1);
    for (u32 k = 0; k < (v->lrf ? 1 : ORF_WORDS) && have < v->width; k++)
        if (is_free(l, places[k], from, to))
            found[have++] = places[k];
    for (u32 k = 0; k < have && have == v->width; k++)
        take(l, found[k], from, to);
    return have == v->width;
}

static void set_levels(struct levels *l, const struct value *v, u32 n)
{
    struct access *a = &l->acc.at[v->first];
    u8 level = v->lrf ? ISA_LRF : ISA_ORF;

    for (u32 k = 1; k < n; k++)
        *a[k].level = v->defined || a[k].pc != a[0].pc ? level : ISA_MRF | ISA_ORF;
    if (v->defined)
        *a[0].level = (u8)(level | (v->live_out || n < v->n ? ISA_MRF : 0));
    else
        *a[0].level = ISA_MRF | ISA_ORF; /* read, and copied */
}

static double gain_of(const struct levels *l, const struct value *v, u32 n)
{
    const struct access *a = &l->acc.at[v->first];
    u32 saved = v->defined && !v->live_out && n == v->n;

    for (u32 k = 1; k < n; k++) /* two operands of one instruction are one access */
        saved += a[k].pc != a[k - 1].pc;
    return (double)saved / (double)MAX(a[n - 1].pc - a[0].pc, 1u);
}

static void allocate(struct levels *l, u32 begin)
{
    for (int lrf = 1; lrf >= 0; lrf--) {
        for (size_t k = 0; k < l->values.n; k++) {
            struct value *v = &l->values.at[k];
            bool fit = v->defined && v->width == 1;
            for (u32 j = 0; j < v->n; j++)
                fit &= l->acc.at[v->first + j].arithmetic;
            v->gain = v->reads ? -1 : gain_of(l, v, v->n);
            v->lrf = lrf;
            if (lrf && !fit)
                v->gain = -1;
        }
        if (l->values.n)
            qsort(l->values.at, l->values.n, sizeof *l->values.at, compare_value);
        for (size_t k = 0; k < l->values.n && l->values.at[k].gain >= 0; k++) {
            struct value *v = &l->values.at[k];
            for (u32 n = v->n; n && gain_of(l, v, n) > 0 && (!lrf || n == v->n); n--) {
                if (!place_value(l, v, n, begin))
                    continue;
                set_levels(l, v, n);
                v->reads = 1; /* done */
                break;
            }
        }
    }
}

/* A strand's blocks are entered from its own blocks before them, but for the first. */
static void find_idoms(struct levels *l, u32 begin, u32 end)
{
    u32 first = l->f->code[begin].block;

    l->idom[first] = first;
    for (u32 b = first + 1; b < l->f->n_blocks && l->f->blocks[b].first < end; b++) {
        u32 d = UINT32_MAX;
        for (u32 k = l->pred->first[b]; k < l->pred->first[b + 1]; k++) {
            u32 p = l->pred->at[k];
            for (d = d == UINT32_MAX ? p : d; p != d;) {
                if (p > d)
                    p = l->idom[p];
                else
                    d = l->idom[d];
            }
        }
        l->idom[b] = d == UINT32_MAX ? b : d;
    }
}

static void one_strand(struct levels *l, u32 begin, u32 end)
{
    l->acc.n = 0;
    l->f->notes->at[begin].strand = true;
    find_idoms(l, begin, end);
    for (u32 pc = begin; pc < end; pc++) {
        const struct ptx_instr *i = &l->f->code[pc];
        u8 *results = l->f->notes->at[pc].level, *level = results;
        if (is_part(l->f, i))
            continue;
        for (u32 k = 0; k < i->n_dst; k++)
            level += level_count(&i->opnd[k]);
        for (u32 k = i->n_dst; k < i->n_opnd; level += level_count(&i->opnd[k++]))
            add_access(l, pc, &i->opnd[k], level, false);
        for (u32 k = 0; k < i->n_dst; results += level_count(&i->opnd[k++]))
            add_access(l, pc, &i->opnd[k], results, true);
    }
    find_values(l, end);
    l->strand++;
    allocate(l, begin);
}

static bool comes_from_outside(const struct levels *l, u32 b, u32 begin)
{
    bool any = false;

    for (u32 k = l->pred->first[b]; k < l->pred->first[b + 1]; k++) {
        u32 p = l->pred->at[k];
        if (p >= b || l->f->blocks[p].end <= begin || (!l->branches && p + 1 != b))
            return true;
        any = true;
    }
    return !any;
}

static void cut_strands(struct levels *l)
{
    const struct ptx_func *f = l->f;
    u32 begin = 0;

    for (u32 b = 0; b < f->n_blocks; b++) {
        if (comes_from_outside(l, b, begin) && f->blocks[b].first > begin) {
            one_strand(l, begin, f->blocks[b].first);
            begin = f->blocks[b].first;
        }
        enter(l, b);
        for (u32 pc = f->blocks[b].first; pc < f->blocks[b].end; pc++) {
            bool cut = step(l, pc) || (pc && ends_strand(&f->code[pc - 1])) || pc - begin >= 4 * REACH;
            if (cut && pc > begin) {
                one_strand(l, begin, pc);
                begin = pc;
            }
        }
    }
    if (f->n_code > begin)
        one_strand(l, begin, f->n_code);
}

static void make_levels(struct ptx_func *f, struct arena *a)
{
    u32 n = 0;

    for (u32 pc = 0; pc < f->n_code; pc++)
        for (u32 k = 0; k < f->code[pc].n_opnd; k++)
            n += level_count(&f->code[pc].opnd[k]);
    u8 *level = ARENA_ARRAY(a, u8, n + 1);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        f->notes->at[pc].level = level;
        for (u32 k = 0; k < f->code[pc].n_opnd; k++)
            level += level_count(&f->code[pc].opnd[k]);
    }
}

void levels_assign(struct ptx_func *f, struct arena *a, bool branches)
{
    struct levels l = {.f = f, .branches = branches, .live = known_live(f), .pred = known_preds(f)};
    u32 longest = 4 * REACH + 2;

    make_levels(f, a);
    l.idom = xcalloc(f->n_blocks + 1, sizeof(u32));
    l.out = xcalloc(f->n_blocks + 1, sizeof *l.out);
    l.mark = xcalloc(f->n_regs + 1, sizeof(u32));
    l.lrf = xcalloc((size_t)longest * (ORF_WORDS + 1), sizeof(u32));
    for (u32 k = 0; k < ORF_WORDS; k++)
        l.orf[k] = l.lrf + (size_t)longest * (k + 1);
    find_pending(&l);
    cut_strands(&l);
    for (u32 b = 0; b < f->n_blocks; b++)
        VEC_FREE(&l.out[b]);
    VEC_FREE(&l.now);
    VEC_FREE(&l.acc);
    VEC_FREE(&l.values);
    free(l.idom);
    free(l.out);
    free(l.mark);
    free(l.lrf);
}
