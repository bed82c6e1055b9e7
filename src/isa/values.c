#include "isa/values.h"

#include <stdlib.h>
#include <string.h>

static void count_writer(void *ctx, u32 reg, enum reg_use use)
{
    u32 *n = ctx;
    n[reg] += use == REG_WRITE;
}

struct writers writers_find(const struct ptx_func *f)
{
    struct writers w = {xcalloc(f->n_regs + 1, sizeof(u32)), xcalloc(f->n_regs + 1, sizeof(u32))};

    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        visit_regs(i, count_writer, w.n);
        for (u32 k = 0; k < i->n_dst; k++)
            if (i->opnd[k].kind == PO_REG)
                w.last[i->opnd[k].reg] = pc;
    }
    return w;
}

void writers_free(struct writers *w)
{
    free(w->n);
    free(w->last);
}

bool value_is_integer(u8 type)
{
    return ptx_types[type].kind != 'F' && ptx_types[type].kind != 'P' && ptx_types[type].bits >= 16 &&
           ptx_types[type].bits <= 64;
}

bool value_op(u16 op)
{
    switch (op) {
    case OP_MOV:
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_MAD:
    case OP_SHL:
    case OP_SHR:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_MIN:
    case OP_MAX:
    case OP_SETP: return true;
    default: return false;
    }
}

u64 value_cut(u64 number, u8 type)
{
    u32 bits = ptx_types[type].bits;
    return bits < 64 ? number & ((1ull << bits) - 1) : number;
}

static i64 with_sign(u64 number, u8 type)
{
    u32 bits = ptx_types[type].bits;
    return bits < 64 ? (i64)(number << (64 - bits)) >> (64 - bits) : (i64)number;
}

static u64 widened(u64 number, u8 type) /* to 64 bits, as its type has it */
{
    number = value_cut(number, type);
    return ptx_types[type].kind == 'S' ? (u64)with_sign(number, type) : number;
}

static struct value number(u64 n, u8 type)
{
    return (struct value){.kind = VALUE_NUMBER, .number = value_cut(n, type)};
}

static struct value operand(const struct ptx_operand *o, value_of *of, const void *ctx)
{
    if (o->neg)
        return (struct value){0};
    switch (o->kind) {
    case PO_IMM: return (struct value){.kind = VALUE_NUMBER, .number = o->imm};
    case PO_SYM: return (struct value){.kind = VALUE_PLACE, .var = o->sym, .number = (u64)o->off};
    case PO_REG: return o->sub ? (struct value){0} : of(ctx, o->reg);
    default: return (struct value){0};
    }
}

static bool compare(u8 cmp, u64 a, u64 b, u8 type, bool *is)
{
    bool less = ptx_types[type].kind == 'S' ? with_sign(a, type) < with_sign(b, type) : a < b;

    if (cmp == PC_LO || cmp == PC_LS || cmp == PC_HI || cmp == PC_HS)
        less = a < b;
    switch (cmp) {
    case PC_EQ: *is = a == b; return true;
    case PC_NE: *is = a != b; return true;
    case PC_LT:
    case PC_LO: *is = less; return true;
    case PC_LE:
    case PC_LS: *is = less || a == b; return true;
    case PC_GT:
    case PC_HI: *is = !less && a != b; return true;
    case PC_GE:
    case PC_HS: *is = !less; return true;
    default: return false;
    }
}

/* An operation on two known numbers of the instruction's type */
static struct value of_numbers(const struct ptx_instr *i, u64 a, u64 b)
{
    u8 t = i->type;
    u32 bits = ptx_types[t].bits;
    bool is;

    a = value_cut(a, t);
    switch (i->op) {
    case OP_ADD: return number(a + b, t);
    case OP_SUB: return number(a - b, t);
    case OP_AND: return number(a & b, t);
    case OP_OR: return number(a | b, t);
    case OP_XOR: return number(a ^ b, t);
    case OP_MUL:
        if (i->flags & PF_HI)
            break;
        if (i->flags & PF_WIDE)
            return (struct value){.kind = VALUE_NUMBER, .number = widened(a, t) * widened(b, t)};
        return number(a * b, t);
    case OP_SHL: return number((u32)b < bits ? a << (u32)b : 0, t);
    case OP_SHR:
        if (ptx_types[t].kind == 'S')
            return number((u64)(with_sign(a, t) >> MIN((u32)b, bits - 1)), t);
        return number((u32)b < bits ? a >> (u32)b : 0, t);
    case OP_SETP:
        if (compare(i->cmp, a, value_cut(b, t), t, &is))
            return (struct value){.kind = VALUE_NUMBER, .number = is};
        break;
    default: break;
    }
    return (struct value){0};
}

static struct value of_two(const struct ptx_instr *i, struct value a, struct value b)
{
    bool sum = i->op == OP_ADD && ptx_types[i->type].bits == 64;

    if (a.kind == VALUE_NUMBER && b.kind == VALUE_NUMBER)
        return of_numbers(i, a.number, b.number);
    if (sum && b.kind == VALUE_NUMBER && a.kind >= VALUE_PLACE) {
        a.number += b.number;
        return a;
    }
    if (sum && a.kind == VALUE_NUMBER && b.kind >= VALUE_PLACE) {
        b.number += a.number;
        return b;
    }
    return (struct value){0};
}

static struct value multiply_and_add(const struct ptx_func *f, const struct ptx_instr *i, const struct value v[3])
{
    u8 to = f->regs[i->opnd[0].reg].type;

    if (v[0].kind != VALUE_NUMBER || v[1].kind != VALUE_NUMBER || v[2].kind != VALUE_NUMBER || i->flags & PF_HI)
        return (struct value){0};
    struct ptx_instr product = *i;
    product.op = OP_MUL;
    struct value p = of_numbers(&product, v[0].number, v[1].number);
    return p.kind == VALUE_NUMBER ? number(p.number + v[2].number, to) : p;
}

/* A number that a float represents exactly */
static struct value to_float(const struct ptx_instr *i, struct value v)
{
    i64 n = ptx_types[i->type2].kind == 'S' ? with_sign(v.number, i->type2) : (i64)value_cut(v.number, i->type2);
    struct value r = {0};
    float f = (float)n;
    double d = (double)n;

    if (v.kind != VALUE_NUMBER || n > 1 << 24 || n < -(1 << 24))
        return r;
    if (i->type == PT_F32)
        memcpy(&r.number, &f, sizeof f);
    else
        memcpy(&r.number, &d, sizeof d);
    r.kind = VALUE_NUMBER;
    return r;
}

struct value value_result(const struct ptx_func *f, const struct ptx_instr *i, value_of *of, const void *ctx)
{
    u32 n = i->n_opnd > 1 ? i->n_opnd - 1u : 0;
    struct value v[3] = {{0}}, r = {0};

    if (i->guarded || i->n_dst != 1 || i->opnd[0].kind != PO_REG || n < 1 || n > 3 || i->flags & (PF_CC | PF_SAT) ||
        i->boolop != PB_NONE)
        return r;
    if (i->op == OP_CVT && (i->type == PT_F32 || i->type == PT_F64) && value_is_integer(i->type2))
        return to_float(i, operand(&i->opnd[1], of, ctx));
    if (!value_is_integer(i->type))
        return r;
    for (u32 k = 0; k < n; k++)
        v[k] = operand(&i->opnd[k + 1], of, ctx);
    switch (i->op) {
    case OP_MOV: r = n == 1 ? v[0] : r; break;
    case OP_CVT:
        if (v[0].kind == VALUE_NUMBER && value_is_integer(i->type2)) /* a wider register is filled with the sign */
            r = (struct value){.kind = VALUE_NUMBER, .number = widened(widened(v[0].number, i->type2), i->type)};
        break;
    case OP_MAD: r = n == 3 ? multiply_and_add(f, i, v) : r; break;
    default: r = n == 2 ? of_two(i, v[0], v[1]) : r;
    }
    if (r.kind == VALUE_NUMBER && i->op != OP_SETP)
        r.number = value_cut(r.number, f->regs[i->opnd[0].reg].type);
    return r;
}

struct fixed {
    const struct ptx_func *f;
    const struct writers *w;
    u32 deep;
};

static struct value fixed_of(const void *ctx, u32 reg)
{
    const struct fixed *x = ctx;
    struct fixed in = {x->f, x->w, x->deep + 1};
    const struct ptx_instr *i = &x->f->code[x->w->last[reg]];

    if (x->w->n[reg] != 1 || in.deep > 8 || i->n_dst != 1 || i->opnd[0].kind != PO_REG || i->opnd[0].reg != reg)
        return (struct value){0};
    return value_result(x->f, i, fixed_of, &in);
}

struct value value_fixed(const struct ptx_func *f, const struct writers *w, u32 reg)
{
    return fixed_of(&(struct fixed){.f = f, .w = w}, reg);
}

/* clang moves an initial value shared by several counters into a register first. */
static bool moved_number(const struct ptx_func *f, const struct ptx_instr *i, u32 reg, u64 *number)
{
    if (i->op != OP_MOV || i->guarded || !value_is_integer(i->type))
        return false;
    if (i->opnd[1].kind == PO_IMM) {
        *number = value_cut(i->opnd[1].imm, f->regs[reg].type);
        return true;
    }
    if (i->opnd[1].kind != PO_REG || i->opnd[1].neg)
        return false;
    struct writers w = writers_find(f);
    struct value v = value_fixed(f, &w, i->opnd[1].reg);
    writers_free(&w);
    *number = v.number;
    return v.kind == VALUE_NUMBER;
}

bool value_before(const struct ptx_func *f, u32 first, u32 end, u32 reg, u64 *number)
{
    u32 *writes = xcalloc(f->n_regs + 1, sizeof *writes), n = 0;
    u32 at = 0;

    for (u32 pc = 0; pc < f->n_code && n < 2; pc++) {
        if (pc >= first && pc < end)
            continue;
        visit_results(&f->code[pc], count_writer, writes);
        at = writes[reg] == n ? at : pc;
        n = writes[reg];
    }
    free(writes);
    *number = 0;
    return n == 1 && moved_number(f, &f->code[at], reg, number);
}
