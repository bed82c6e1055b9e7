/* Variables of a thread (.local) of which every access is to a place known beforehand: each place is a register.
   When: after loops were written out (whole.c), which is what makes places known. Leaves alone: variables whose
   address goes anywhere else, that are read with another width or alignment than written, and words of less than four
   bytes. */
#include <stdlib.h>

#include "isa/edit.h"
#include "isa/values.h"

#define MOST_BYTES 1024u /* of a variable: 256 registers are more than there are */

struct home {
    const struct ptx_var *var;
    u8 width[MOST_BYTES / 4]; /* by word: bytes of the accesses that begin there; 0: none, 255: within one */
    u32 reg[MOST_BYTES / 4];
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

/* The variable and the place of an access to one; NULL: it is none. */
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

struct names { /* operands that have the address of a variable, or may */
    const struct ptx_func *f;
    const struct writers *w;
    home_list *homes;
};

/* The address goes somewhere else than into sums with numbers and accesses. */
static void see_operand(struct names *n, const struct ptx_instr *i, const struct ptx_operand *o)
{
    for (u32 k = 0; k < o->n_vec; k++)
        see_operand(n, i, &o->vec[k]);
    if (o->kind == PO_SYM || (o->kind == PO_ADDR && o->base == PO_SYM)) {
        if (o->sym && o->sym->space == PS_LOCAL)
            home_of(n->homes, o->sym)->is = false;
    } else if (o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG)) {
        struct value v = value_fixed(n->f, n->w, o->reg);
        if (v.kind == VALUE_PLACE && v.var->space == PS_LOCAL)
            home_of(n->homes, v.var)->is = false;
    }
}

static bool only_names(const struct names *n, const struct ptx_instr *i)
{
    return (i->op == OP_MOV || i->op == OP_ADD) && i->n_dst == 1 && i->opnd[0].kind == PO_REG && !i->guarded &&
           value_fixed(n->f, n->w, i->opnd[0].reg).kind == VALUE_PLACE;
}

static void see_instr(struct names *n, const struct ptx_instr *i)
{
    i64 at = 0;
    const struct ptx_var *var = is_access(i) ? place_of(n->f, n->w, address_of(i), &at) : NULL;

    if (only_names(n, i))
        return;
    for (u32 k = 0; k < i->n_opnd; k++)
        if (!(var && &i->opnd[k] == address_of(i)))
            see_operand(n, i, &i->opnd[k]);
    if (var && !take_access(i, home_of(n->homes, var), at))
        home_of(n->homes, var)->is = false;
}

static u32 register_of(struct edit *e, struct home *h, i64 at, u32 bytes)
{
    u32 *reg = &h->reg[at / 4];

    if (!*reg)
        *reg = edit_reg(e, "%home", bytes == 8 ? PT_B64 : PT_B32);
    return *reg;
}

static void put_moves(struct edit *e, const struct ptx_instr *i, struct home *h, i64 at)
{
    u32 bytes = ptx_types[i->type].bits / 8;
    struct ptx_instr mov = {.op = OP_MOV, .type = bytes == 8 ? PT_B64 : PT_B32, .n_dst = 1, .text = "mov"};
    const struct ptx_operand *value = &i->opnd[i->op == OP_LD ? 0 : 1];

    mov.guarded = i->guarded;
    mov.guard = i->guard;
    mov.guard_neg = i->guard_neg;
    for (u32 k = 0; k < i->vec; k++) {
        struct ptx_operand one = value->n_vec ? value->vec[k] : *value;
        struct ptx_operand home = edit_register(register_of(e, h, at + (i64)(k * bytes), bytes));
        struct ptx_operand o[] = {i->op == OP_LD ? one : home, i->op == OP_LD ? home : one};
        if (one.kind != PO_SINK)
            edit_put(e, i, mov, o, 2);
    }
}

static void put_homes(struct ptx_func *f, struct arena *a, const struct writers *w, home_list *homes)
{
    struct edit e;

    edit_begin(&e, f, a);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        i64 at = 0;
        const struct ptx_var *var = is_access(i) ? place_of(f, w, address_of(i), &at) : NULL;
        edit_here(&e, pc);
        if (var && home_of(homes, var)->is)
            put_moves(&e, i, home_of(homes, var), at);
        else
            edit_keep(&e, i);
    }
    edit_commit(&e);
}

void homes_find(struct ptx_func *f, struct arena *a)
{
    struct writers w = writers_find(f);
    home_list homes = {0};
    struct names n = {f, &w, &homes};
    bool any = false;

    for (u32 pc = 0; pc < f->n_code; pc++)
        see_instr(&n, &f->code[pc]);
    for (size_t k = 0; k < homes.n; k++)
        any |= homes.at[k].is;
    if (any)
        put_homes(f, a, &w, &homes);
    VEC_FREE(&homes);
    writers_free(&w);
    if (any)
        drop_unread(f, a);
}
