/* Variables of a thread (.local) that are registers, a word each. An access to a place that is known beforehand is a
   move; one to a place that is not is a comparison and a guarded move for each word of the variable.
   When: after loops were written out (whole.c), which is what makes places known; and, after loops were unrolled,
   with places that are not known, if these comparisons, weighed by loops, are no more than the function's
   instructions (tools/h200/ptxas_homes.py asks ptxas). Leaves alone: variables whose address goes anywhere else, that
   are read with another width or alignment than written, and words of less than four bytes. */
#include <stdlib.h>

#include "isa/edit.h"
#include "isa/known.h"
#include "isa/values.h"

#define MOST_BYTES 1024u /* 256 registers are more than there are */
#define MOST_CHOSEN 93u  /* words of a variable with unknown places: measured, 96 are too many */
#define LOOP_WEIGHT 16u  /* for each level of loops; measured: 15 to 17 */

struct home {
    const struct ptx_var *var;
    u8 width[MOST_BYTES / 4]; /* by word: bytes of the accesses that begin there; 0: none, 255: inside another word */
    u32 reg[MOST_BYTES / 4];
    u64 compares; /* comparisons for unknown places, weighted by loops */
    bool chosen;  /* there are accesses to such places */
    bool is;
};
typedef VEC(struct home) home_list;

static struct home *home_of(home_list *h, const struct ptx_var *var)
{
    for (size_t k = 0; k < h->n; k++)
        if (h->at[k].var == var)
            return &h->at[k];
    VEC_PUSH(h, (struct home){.var = var, .is = var->size && var->size <= MOST_BYTES && !var->init});
    return &h->at[h->n - 1];
}

/* The variable and the place of an access; NULL: it is not to such a variable. */
static const struct ptx_var *place_of(const struct ptx_func *f, const struct writers *w, const struct ptx_operand *o,
                                      i64 *at)
{
    *at = o->off;
    if (o->kind != PO_ADDR)
        return NULL;
    if (o->base == PO_SYM)
        return o->sym && o->sym->space == PS_LOCAL ? o->sym : NULL;
    struct value v = o->base == PO_REG ? value_fixed(f, w, o->reg) : (struct value){0};
    *at += (i64)v.number;
    return v.kind == VALUE_PLACE && v.var->space == PS_LOCAL ? v.var : NULL;
}

static bool is_access(const struct ptx_instr *i)
{
    return (i->op == OP_LD || i->op == OP_ST) && i->space == PS_LOCAL && !(i->flags & PF_VOLATILE) && !i->parse_only;
}

static bool take_word(struct home *h, i64 at, u32 bytes)
{
    if (at < 0 || at % bytes || (u64)at + bytes > h->var->size || bytes < 4 || bytes > 8)
        return false;
    u8 *w = &h->width[at / 4];
    if (*w && *w != bytes)
        return false;
    if (bytes == 8 && w[1] && w[1] != 255)
        return false;
    w[0] = (u8)bytes;
    if (bytes == 8)
        w[1] = 255;
    return true;
}

static const struct ptx_operand *address_of(const struct ptx_instr *i)
{
    return &i->opnd[i->op == OP_LD ? 1 : 0];
}

static bool take_access(const struct ptx_instr *i, struct home *h, i64 at)
{
    u32 bytes = ptx_types[i->type].bits / 8;

    for (u32 k = 0; k < i->vec; k++)
        if (!take_word(h, at + (i64)(k * bytes), bytes))
            return false;
    return true;
}

/* ---- Which registers point into which variable ---- */
struct names {
    const struct ptx_func *f;
    const struct writers *w;
    home_list *homes;
    const struct ptx_var **root; /* by register: it is an address in this variable; NULL: in none */
    bool choose;                 /* unknown places are allowed */
};

static const struct ptx_var *operand_root(const struct names *n, const struct ptx_operand *o)
{
    if (o->kind == PO_SYM || (o->kind == PO_ADDR && o->base == PO_SYM))
        return o->sym && o->sym->space == PS_LOCAL ? o->sym : NULL;
    return o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG) ? n->root[o->reg] : NULL;
}

/* The instruction computes an address in a variable from one, and does nothing else. */
static const struct ptx_var *sum_root(const struct names *n, const struct ptx_instr *i)
{
    bool sum = i->op == OP_MOV || i->op == OP_ADD || i->op == OP_SUB || (i->op == OP_MAD && !(i->flags & PF_HI));
    const struct ptx_var *var = NULL;
    u32 found = 0, at = 0;

    if (!sum || i->n_dst != 1 || i->opnd[0].kind != PO_REG || i->flags & PF_CC ||
        ptx_types[n->f->regs[i->opnd[0].reg].type].bits != 64)
        return NULL;
    for (u32 k = 1; k < i->n_opnd; k++) {
        const struct ptx_var *v = operand_root(n, &i->opnd[k]);
        if (!v)
            continue;
        var = v;
        at = k;
        found++;
    }
    return found == 1 && (i->op != OP_SUB || at == 1) && (i->op != OP_MAD || at == 3) ? var : NULL;
}

static void roots_find(struct names *n)
{
    for (bool more = true; more;) {
        more = false;
        for (u32 pc = 0; pc < n->f->n_code; pc++) {
            const struct ptx_instr *i = &n->f->code[pc];
            const struct ptx_var *var = sum_root(n, i);
            if (var && !n->root[i->opnd[0].reg]) {
                n->root[i->opnd[0].reg] = var;
                more = true;
            }
        }
    }
}

/* The address is used elsewhere than in sums with constants and accesses. */
static void see_operand(const struct names *n, const struct ptx_operand *o)
{
    const struct ptx_var *var = operand_root(n, o);

    for (u32 k = 0; k < o->n_vec; k++)
        see_operand(n, &o->vec[k]);
    if (var)
        home_of(n->homes, var)->is = false;
}

static u64 weight_of(const struct ptx_func *f, u32 block)
{
    u64 w = 1;

    for (u32 depth = MIN(known_depths(f)[block], 8u); depth; depth--)
        w *= LOOP_WEIGHT;
    return w;
}

static void see_chosen(const struct names *n, const struct ptx_instr *i, struct home *h)
{
    if (!n->choose || i->vec > 1 || ptx_types[i->type].bits != 32 || h->var->size % 4 ||
        h->var->size / 4 > MOST_CHOSEN) {
        h->is = false;
        return;
    }
    h->chosen = true;
    h->compares += h->var->size / 4 * weight_of(n->f, i->block);
}

/* Loaded or stored registers have at most 64 bits: a cvt fills or cuts them. */
static bool has_words(const struct ptx_func *f, const struct ptx_instr *i)
{
    const struct ptx_operand *value = &i->opnd[i->op == OP_LD ? 0 : 1];

    for (u32 k = 0; k < MAX(value->n_vec, 1u); k++) {
        const struct ptx_operand *o = value->n_vec ? &value->vec[k] : value;
        if (o->kind == PO_REG && ptx_types[f->regs[o->reg].type].bits > 64)
            return false;
    }
    return true;
}

static void see_instr(const struct names *n, const struct ptx_instr *i)
{
    i64 at = 0;
    const struct ptx_operand *o = is_access(i) ? address_of(i) : NULL;
    const struct ptx_var *var = o ? operand_root(n, o) : NULL, *sum = sum_root(n, i);

    if (i->n_dst == 1 && i->opnd[0].kind == PO_REG && n->root[i->opnd[0].reg] && sum != n->root[i->opnd[0].reg])
        home_of(n->homes, n->root[i->opnd[0].reg])->is = false; /* the address may point into something else, too */
    if (sum)
        return;
    for (u32 k = i->n_dst; k < i->n_opnd; k++)
        if (&i->opnd[k] != o)
            see_operand(n, &i->opnd[k]);
    if (!var)
        return;
    struct home *h = home_of(n->homes, var);
    if (!has_words(n->f, i))
        h->is = false;
    if (!place_of(n->f, n->w, o, &at))
        see_chosen(n, i, h);
    else if (!take_access(i, h, at))
        h->is = false;
}

/* Roughly the machine's instructions: a widening product is part of the sum behind it. */
static u32 instr_weight(const struct ptx_func *f, const struct ptx_instr *i)
{
    u32 slots = lower_slots(f, i);
    bool part = i->op == OP_MOV || i->op == OP_CVTA || i->op == OP_CVT || (i->op == OP_MUL && i->flags & PF_WIDE);

    return part && slots <= 2 ? 0 : slots <= 2 ? 1 : slots;
}

static u64 function_weight(const struct ptx_func *f)
{
    u64 sum = 0;

    for (u32 pc = 0; pc < f->n_code; pc++)
        sum += instr_weight(f, &f->code[pc]) * weight_of(f, f->code[pc].block);
    return sum;
}

/* Only words of four bytes (ptxas keeps no eight-byte ones here), and few enough comparisons */
static bool may_choose(const struct home *h, u64 most)
{
    for (u32 k = 0; k < h->var->size / 4; k++)
        if (h->width[k] && h->width[k] != 4)
            return false;
    return h->compares <= most;
}

/* ---- The code with registers in place of memory ---- */
static u32 register_of(struct edit *e, struct home *h, i64 at, u32 bytes)
{
    u32 *reg = &h->reg[at / 4];

    if (!*reg)
        *reg = edit_reg(e, HOME_NAME, bytes == 8 ? PT_B64 : PT_B32);
    return *reg;
}

/* A load of 32 bits fills a 64-bit register, and a store takes its lower half: the moves do the same (edit.h). */
static void put_moves(struct edit *e, const struct ptx_instr *i, struct home *h, i64 at)
{
    u32 bytes = ptx_types[i->type].bits / 8;
    const struct ptx_operand *value = &i->opnd[i->op == OP_LD ? 0 : 1];

    for (u32 k = 0; k < i->vec; k++) {
        struct ptx_operand one = value->n_vec ? value->vec[k] : *value;
        u32 home = register_of(e, h, at + (i64)(k * bytes), bytes);
        if (i->op == OP_ST)
            edit_move_stored(e, i, edit_guard_of(i), home, one, i->type);
        else if (one.kind == PO_REG)
            edit_move_loaded(e, i, edit_guard_of(i), one.reg, home, i->type);
    }
}

/* Predicates for the last unknown place: by word, whether it is the accessed one */
struct chosen {
    u32 reg, block;
    i64 off;
    u32 is[MOST_CHOSEN];
    bool kept; /* they also hold for other accesses to the place */
};

static void put_compares(struct edit *e, const struct names *n, const struct ptx_instr *i, const struct home *h,
                         struct chosen *c)
{
    const struct ptx_operand *o = address_of(i);
    bool kept = !i->guarded && n->w->n[o->reg] == 1;
    struct ptx_instr cut = {.op = OP_CVT, .type = PT_U32, .type2 = PT_U64, .n_dst = 1, .text = "cvt"};
    struct ptx_instr is = {.op = OP_SETP, .type = PT_U32, .cmp = PC_EQ, .n_dst = 1, .text = "setp"};

    if (c->kept && kept && c->reg == o->reg && c->off == o->off && c->block == i->block)
        return;
    *c = (struct chosen){.reg = o->reg, .block = i->block, .off = o->off, .kept = kept};
    struct ptx_operand place = edit_register(edit_reg(e, "%place", PT_B32));
    edit_put(e, i, cut, (struct ptx_operand[]){place, edit_register(o->reg)}, 2);
    is.boolop = i->guarded ? PB_AND : PB_NONE;
    for (u32 k = 0; k < h->var->size / 4; k++) {
        struct ptx_operand guard = {.kind = PO_REG, .reg = i->guard, .neg = i->guard_neg};
        c->is[k] = edit_reg(e, "%is", PT_PRED);
        edit_put(e, i, is,
                 (struct ptx_operand[]){edit_register(c->is[k]), place, edit_immediate((i64)(k * 4) - o->off, PT_U32),
                                        guard},
                 i->guarded ? 4 : 3);
    }
}

/* A word beside a value in a register of another width, which is what all the moves of an access are from or to */
static u32 word_beside(struct edit *e, const struct ptx_operand *value)
{
    bool is_wide = value->kind == PO_REG && edit_reg_bits(e, value->reg) != 32;

    return is_wide ? edit_reg(e, "%word", PT_B32) : UINT32_MAX;
}

/* A load from an unknown place: a move for each word, one of which takes effect. */
static void put_chosen_load(struct edit *e, const struct ptx_instr *i, struct home *h, const struct chosen *c)
{
    const struct ptx_operand *value = &i->opnd[0];
    u32 beside = word_beside(e, value), to = beside == UINT32_MAX ? value->reg : beside;

    if (value->kind != PO_REG)
        return;
    for (u32 k = 0; k < h->var->size / 4; k++) { /* the first always, so that every path writes the result */
        bool always = !k && (!i->guarded || beside != UINT32_MAX);
        edit_move(e, i, (struct edit_guard){!always, false, c->is[k]}, to,
                  edit_register(register_of(e, h, (i64)(k * 4), 4)));
    }
    if (beside != UINT32_MAX)
        edit_move_loaded(e, i, edit_guard_of(i), value->reg, beside, i->type);
}

static void put_chosen_store(struct edit *e, const struct ptx_instr *i, struct home *h, const struct chosen *c)
{
    struct ptx_operand value = i->opnd[1];
    u32 beside = word_beside(e, &value);

    if (beside != UINT32_MAX) {
        u32 pc = edit_move_stored(e, i, edit_guard_of(i), beside, value, i->type);
        e->notes.at[pc].whole = i->guarded; /* the moves have the load's guard, too */
        value = edit_register(beside);
    }
    for (u32 k = 0; k < h->var->size / 4; k++)
        edit_move(e, i, (struct edit_guard){true, false, c->is[k]}, register_of(e, h, (i64)(k * 4), 4), value);
}

/* The variable begins at 0. */
static void put_choice(struct edit *e, const struct names *n, const struct ptx_instr *i, struct home *h,
                       struct chosen *c)
{
    put_compares(e, n, i, h, c);
    if (i->op == OP_LD)
        put_chosen_load(e, i, h, c);
    else
        put_chosen_store(e, i, h, c);
}

/* Computes addresses in a variable without an address: it begins at 0. */
static void put_sum(struct edit *e, const struct ptx_instr *i)
{
    struct ptx_instr sum = *i;

    sum.opnd = ARENA_COPY(e->a, i->opnd, i->n_opnd);
    for (u32 k = 1; k < i->n_opnd; k++)
        if (i->opnd[k].kind == PO_SYM)
            sum.opnd[k] = edit_immediate(i->opnd[k].off, PT_B64);
    edit_change(e, i, &sum);
}

static void put_homes(struct names *n, struct arena *a)
{
    struct ptx_func *f = (struct ptx_func *)n->f;
    struct chosen *c = xcalloc(1, sizeof *c);
    struct edit e;

    edit_begin(&e, f, a);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        i64 at = 0;
        const struct ptx_var *sum = sum_root(n, i), *var = is_access(i) ? operand_root(n, address_of(i)) : sum;
        struct home *h = var ? home_of(n->homes, var) : NULL;
        edit_here(&e, pc);
        if (!h || !h->is)
            edit_keep(&e, i);
        else if (sum)
            put_sum(&e, i);
        else if (place_of(f, n->w, address_of(i), &at))
            put_moves(&e, i, h, at);
        else
            put_choice(&e, n, i, h, c);
    }
    edit_commit(&e);
    free(c);
}

static void find(struct ptx_func *f, struct arena *a, bool choose)
{
    struct writers w = writers_find(f);
    home_list homes = {0};
    struct names n = {f, &w, &homes, xcalloc(f->n_regs + 1, sizeof *n.root), choose};
    bool any = false;

    roots_find(&n);
    for (u32 pc = 0; pc < f->n_code; pc++)
        see_instr(&n, &f->code[pc]);
    for (size_t k = 0; k < homes.n; k++) {
        struct home *h = &homes.at[k];
        h->is = h->is && (!h->chosen || may_choose(h, function_weight(f)));
        any |= h->is;
    }
    if (any)
        put_homes(&n, a);
    VEC_FREE(&homes);
    free(n.root);
    writers_free(&w);
    if (any)
        drop_unread(f, a);
}

void homes_find(struct ptx_func *f, struct arena *a)
{
    find(f, a, false);
}

void homes_choose(struct ptx_func *f, struct arena *a)
{
    find(f, a, true);
}
