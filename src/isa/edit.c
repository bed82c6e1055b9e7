#include "isa/edit.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "isa/known.h"
#include "ptx/typed.h"

static void copy_operand(struct ptx_operand *o, struct arena *a)
{
    if (!o->n_vec)
        return;
    o->vec = ARENA_COPY(a, o->vec, o->n_vec);
    for (u32 k = 0; k < o->n_vec; k++)
        copy_operand(&o->vec[k], a);
}

void ptx_put_in_place(struct ptx_instr *i, const struct ptx_instr *like, const struct ptx_operand *o, u32 n,
                      struct arena *a)
{
    i->opnd = arena_copy(a, o, sizeof *o, n, n + 1);
    i->n_opnd = (u16)n;
    i->vec = 1;
    i->line = like->line;
    i->col = like->col;
    i->src_file = like->src_file;
    i->src_line = like->src_line;
}

void ptx_copy_operands(struct ptx_instr *i, struct arena *a)
{
    i->opnd = ARENA_COPY(a, i->opnd, i->n_opnd);
    for (u32 k = 0; k < i->n_opnd; k++)
        copy_operand(&i->opnd[k], a);
}

struct ptx_func *isa_copy(const struct ptx_func *f, struct arena *a)
{
    struct ptx_func *g = ARENA_NEW(a, struct ptx_func);

    *g = *f;
    g->code = ARENA_COPY(a, f->code, f->n_code);
    g->regs = ARENA_COPY(a, f->regs, f->n_regs);
    g->notes = ARENA_NEW(a, struct isa_notes);
    *g->notes = f->notes ? *f->notes : (struct isa_notes){0};
    g->notes->known = NULL;
    g->notes->at = arena_copy(a, g->notes->at, sizeof *g->notes->at, f->notes ? f->n_code : 0, f->n_code + 1);
    g->notes->reg = arena_copy(a, g->notes->reg, sizeof *g->notes->reg, f->notes ? f->n_regs : 0, f->n_regs + 1);
    for (u32 pc = 0; pc < g->n_code; pc++)
        ptx_copy_operands(&g->code[pc], a);
    return g;
}

void edit_begin(struct edit *e, struct ptx_func *f, struct arena *a)
{
    *e = (struct edit){.f = f, .a = a, .at = xcalloc(f->n_code + 1, sizeof(u32))};
}

u32 edit_reg(struct edit *e, const char *name, u8 type)
{
    VEC_PUSH(&e->regs, (struct ptx_reg){.name = name, .type = type, .slot = UINT32_MAX});
    VEC_PUSH(&e->reg_notes, (struct isa_reg){0});
    return e->f->n_regs + (u32)e->regs.n - 1;
}

u32 edit_reg_like(struct edit *e, u32 reg)
{
    VEC_PUSH(&e->regs, e->f->regs[reg]);
    VEC_PUSH(&e->reg_notes, e->f->notes->reg[reg]);
    return e->f->n_regs + (u32)e->regs.n - 1;
}

u8 edit_reg_type(const struct edit *e, u32 reg)
{
    return reg < e->f->n_regs ? e->f->regs[reg].type : e->regs.at[reg - e->f->n_regs].type;
}

u32 edit_pc(const struct edit *e)
{
    return (u32)e->out.n;
}

void edit_here(struct edit *e, u32 old)
{
    e->at[old] = (u32)e->out.n;
}

static u32 write(struct edit *e, const struct ptx_instr *i, struct isa_note n)
{
    VEC_PUSH(&e->out, *i);
    VEC_PUSH(&e->notes, n);
    return (u32)e->out.n - 1;
}

u32 edit_keep(struct edit *e, const struct ptx_instr *old)
{
    return write(e, old, *note_of(e->f, old));
}

u32 edit_change(struct edit *e, const struct ptx_instr *old, const struct ptx_instr *is)
{
    return write(e, is, *note_of(e->f, old));
}

/* The first error of a pass is kept, and makes the pass fail (pipeline.c). */
static void refuse(struct edit *e, const struct ptx_instr *at, const char *what)
{
    char why[300];

    snprintf(why, sizeof why, "at line %u (%s) it makes %s", at->line, at->text ? at->text : "", what);
    if (!e->f->notes->refused)
        e->f->notes->refused = arena_strndup(e->a, why, strlen(why));
}

u32 edit_put(struct edit *e, const struct ptx_instr *like, struct ptx_instr i, const struct ptx_operand *o, u32 n)
{
    char why[200];

    ptx_put_in_place(&i, like, o, n, e->a);
    if (!ptx_typed_instr(e->f, e->regs.at, (u32)e->regs.n, &i, why, sizeof why))
        refuse(e, like, why);
    return write(e, &i, (struct isa_note){0});
}

/* Stands for a refused instruction, so that the pass can finish */
/* In place of what is refused, so that the pass can go on to its end */
static u32 put_nothing(struct edit *e, const struct ptx_instr *i, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static u32 put_nothing(struct edit *e, const struct ptx_instr *i, const char *fmt, ...)
{
    char what[200];
    va_list v;

    va_start(v, fmt);
    vsnprintf(what, sizeof what, fmt, v);
    va_end(v);
    refuse(e, i, what);
    return edit_put(e, i, (struct ptx_instr){.op = OP_TRAP, .text = "trap"}, NULL, 0);
}

struct edit_guard edit_guard_of(const struct ptx_instr *i)
{
    return (struct edit_guard){i->guarded, i->guard_neg, i->guard};
}

u32 edit_reg_bits(const struct edit *e, u32 reg)
{
    return ptx_types[edit_reg_type(e, reg)].bits;
}

static u8 int_type(u32 bits, bool is_signed) /* PT_NONE: there is none */
{
    switch (bits) {
    case 16: return is_signed ? PT_S16 : PT_U16;
    case 32: return is_signed ? PT_S32 : PT_U32;
    case 64: return is_signed ? PT_S64 : PT_U64;
    default: return PT_NONE;
    }
}

static u8 bit_type(u8 type) /* type of a mov of this register; PT_NONE: none exists */
{
    switch (ptx_types[type].bits) {
    case 16: return PT_B16;
    case 32: return PT_B32;
    case 64: return PT_B64;
    case 128: return PT_B128;
    default: return type == PT_PRED ? PT_PRED : PT_NONE;
    }
}

static u32 put_guarded(struct edit *e, const struct ptx_instr *like, struct edit_guard g, struct ptx_instr i,
                       const struct ptx_operand *o, u32 n)
{
    i.guarded = g.is;
    i.guard_neg = g.neg;
    i.guard = g.reg;
    return edit_put(e, like, i, o, n);
}

u32 edit_move(struct edit *e, const struct ptx_instr *like, struct edit_guard g, u32 to, struct ptx_operand from)
{
    u8 type = bit_type(edit_reg_type(e, to));
    struct ptx_operand o[] = {edit_register(to), from};

    if (type == PT_NONE || (from.kind == PO_REG && (edit_reg_bits(e, from.reg) != ptx_types[type].bits ||
                                                    (edit_reg_type(e, from.reg) == PT_PRED) != (type == PT_PRED))))
        return put_nothing(e, like, "a mov to a register of %u bits from one of %u", edit_reg_bits(e, to),
                           from.kind == PO_REG ? edit_reg_bits(e, from.reg) : 0);
    return put_guarded(e, like, g, (struct ptx_instr){.op = OP_MOV, .type = type, .n_dst = 1, .text = "mov"}, o, 2);
}

static u32 put_cvt(struct edit *e, const struct ptx_instr *like, struct edit_guard g, u32 to, u32 from,
                   bool with_sign)
{
    u8 wide = int_type(edit_reg_bits(e, to), with_sign), narrow = int_type(edit_reg_bits(e, from), with_sign);
    struct ptx_operand o[] = {edit_register(to), edit_register(from)};
    struct ptx_instr cvt = {.op = OP_CVT, .type = wide, .type2 = narrow, .n_dst = 1, .text = "cvt"};

    if (wide == PT_NONE || narrow == PT_NONE)
        return put_nothing(e, like, "a cvt to a register of %u bits from one of %u", edit_reg_bits(e, to),
                           edit_reg_bits(e, from));
    return put_guarded(e, like, g, cvt, o, 2);
}

u32 edit_move_loaded(struct edit *e, const struct ptx_instr *like, struct edit_guard g, u32 to, u32 from, u8 type)
{
    u32 bits = ptx_types[type].bits;

    if (edit_reg_bits(e, from) != bits || edit_reg_bits(e, to) < bits)
        return put_nothing(e, like, "of a load of %u bits a move to a register of %u from one of %u", bits,
                           edit_reg_bits(e, to), edit_reg_bits(e, from));
    if (edit_reg_bits(e, to) == bits)
        return edit_move(e, like, g, to, edit_register(from));
    return put_cvt(e, like, g, to, from, ptx_types[type].kind == 'S');
}

u32 edit_move_stored(struct edit *e, const struct ptx_instr *like, struct edit_guard g, u32 to,
                     struct ptx_operand value, u8 type)
{
    u32 bits = ptx_types[type].bits, have = value.kind == PO_REG ? edit_reg_bits(e, value.reg) : bits;

    if (edit_reg_bits(e, to) != bits || have < bits)
        return put_nothing(e, like, "of a store of %u bits a move to a register of %u from one of %u", bits,
                           edit_reg_bits(e, to), have);
    return have == bits ? edit_move(e, like, g, to, value) : put_cvt(e, like, g, to, value.reg, false);
}

u32 edit_sum(struct edit *e, const struct ptx_instr *like, u32 to, u32 from, i64 more)
{
    u8 type = int_type(edit_reg_bits(e, to), false);
    struct ptx_operand o[] = {edit_register(to), edit_register(from), edit_immediate(more, type)};

    if (type == PT_NONE || edit_reg_bits(e, from) != edit_reg_bits(e, to))
        return put_nothing(e, like, "a sum in a register of %u bits of one of %u", edit_reg_bits(e, to),
                           edit_reg_bits(e, from));
    return edit_put(e, like, (struct ptx_instr){.op = OP_ADD, .type = type, .n_dst = 1, .text = "add"}, o, 3);
}

void edit_placed(struct edit *e, u32 pc)
{
    VEC_PUSH(&e->placed, pc);
}

static u32 target_of(const struct edit *e, u32 pc, u32 old)
{
    return e->target ? e->target(e->ctx, pc, old) : e->at[old];
}

static void set_labels(struct edit *e)
{
    u32 next = 0;

    for (u32 pc = 0; pc < e->out.n; pc++) {
        struct ptx_instr *i = &e->out.at[pc];
        if (next < e->placed.n && e->placed.at[next] == pc) {
            next++;
            continue;
        }
        if (i->op == OP_BRA) {
            struct ptx_operand *o = ARENA_NEW(e->a, struct ptx_operand);
            *o = i->opnd[0];
            o->label = target_of(e, pc, o->label);
            i->opnd = o;
        }
        if (i->n_targets) {
            u32 *to = ARENA_ARRAY(e->a, u32, i->n_targets);
            for (u32 k = 0; k < i->n_targets; k++)
                to[k] = target_of(e, pc, i->targets[k]);
            i->targets = to;
        }
    }
}

void edit_drop(struct edit *e)
{
    free(e->at);
    VEC_FREE(&e->out);
    VEC_FREE(&e->notes);
    VEC_FREE(&e->regs);
    VEC_FREE(&e->reg_notes);
    VEC_FREE(&e->placed);
}

/* n of them, then m more, in one array of the arena */
static void *joined(struct arena *a, const void *x, size_t n, const void *y, size_t m, size_t size)
{
    u8 *to = arena_alloc(a, (n + m + 1) * size, 16);

    if (n)
        memcpy(to, x, n * size);
    if (m)
        memcpy(to + n * size, y, m * size);
    return to;
}

static void take_regs(struct edit *e)
{
    struct ptx_func *f = e->f;
    size_t n = e->regs.n;

    if (!n)
        return;
    f->regs = joined(e->a, f->regs, f->n_regs, e->regs.at, n, sizeof *f->regs);
    f->notes->reg = joined(e->a, f->notes->reg, f->n_regs, e->reg_notes.at, n, sizeof *f->notes->reg);
    f->n_regs += (u32)n;
}

void edit_take_regs(struct edit *e)
{
    if (e->regs.n)
        known_forget(e->f, KNOWN_NAMES);
    take_regs(e);
    edit_drop(e);
}

void edit_commit(struct edit *e)
{
    struct ptx_func *f = e->f;

    set_labels(e);
    take_regs(e);
    f->code = joined(e->a, NULL, 0, e->out.at, e->out.n, sizeof *f->code);
    f->notes->at = joined(e->a, NULL, 0, e->notes.at, e->out.n, sizeof *f->notes->at);
    f->n_code = (u32)e->out.n;
    flow_rebuild(f, e->a);
    edit_drop(e);
}

void edit_reorder(struct ptx_func *f, u32 first, const u32 *order, u32 n)
{
    struct ptx_instr *code = xmalloc((n + 1) * sizeof *code);
    struct isa_note *notes = xmalloc((n + 1) * sizeof *notes);

    for (u32 k = 0; k < n; k++) {
        code[k] = f->code[first + order[k]];
        notes[k] = f->notes->at[first + order[k]];
    }
    memcpy(&f->code[first], code, n * sizeof *code);
    memcpy(&f->notes->at[first], notes, n * sizeof *notes);
    free(code);
    free(notes);
    known_forget(f, KNOWN_ORDER);
}

struct ptx_operand edit_register(u32 reg)
{
    return (struct ptx_operand){.kind = PO_REG, .reg = reg};
}

struct ptx_operand edit_immediate(i64 value, u8 type)
{
    u64 bits = (u64)value;
    return (struct ptx_operand){.kind = PO_IMM, .imm = ptx_types[type].bits == 64 ? bits : bits & 0xffffffffu};
}

void edit_take_out(struct ptx_func *f, struct arena *a, const u8 *gone)
{
    bool stays = false; /* the loop's first instruction was removed */
    struct edit e;

    edit_begin(&e, f, a);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        edit_here(&e, pc); /* labels to a removed instruction lead to what follows */
        stays |= f->code[pc].nounroll;
        if (gone[pc])
            continue;
        f->code[pc].nounroll |= stays;
        stays = false;
        edit_keep(&e, &f->code[pc]);
    }
    edit_commit(&e);
}
