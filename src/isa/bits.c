/* How many low bits of a register may be set, after loads of bytes, masks and shifts. A conversion or a
   mask that cannot change such a value is another name for it: every integer of up to 32 bits has a
   whole machine register, whose other bits are zero. When: as ptxas 13.0 for sm_90
   (tools/h200/ptxas_rules.py: a byte that is loaded and widened is one instruction, in whatever block it
   is widened; not if the register is written more than once). Leaves alone: signs, and the code: fold.c
   uses the result. */
#include <stdlib.h>
#include <string.h>

#include "isa/passes.h"

#define UNKNOWN 64u

static bool is_integer(u8 type)
{
    return ptx_types[type].kind != 'F' && ptx_types[type].kind != 'P';
}

static bool is_signed(u8 type)
{
    return ptx_types[type].kind == 'S';
}

static u32 bits_of_number(u64 n)
{
    u32 bits = 0;

    while (bits < 64 && n >> bits)
        bits++;
    return bits;
}

static u32 bits_read(const u8 *bits, const struct ptx_operand *o)
{
    if (o->kind == PO_IMM)
        return bits_of_number(o->imm);
    return o->kind == PO_REG && !o->neg ? bits[o->reg] : UNKNOWN;
}

static u32 is_power(const struct ptx_operand *o) /* a power of two: a product with it has one bit less than others */
{
    return o->kind == PO_IMM && o->imm && !(o->imm & (o->imm - 1));
}

/* It has no more bits than the type, and no sign bit. */
static bool fits(u32 n, u8 type)
{
    return n < ptx_types[type].bits || (n == ptx_types[type].bits && !is_signed(type));
}

static u32 bits_converted(const u8 *bits, const struct ptx_instr *i)
{
    u32 n = bits_read(bits, &i->opnd[1]), to = ptx_types[i->type].bits;

    if (!is_integer(i->type) || !is_integer(i->type2))
        return UNKNOWN;
    if (!fits(n, i->type2))
        n = is_signed(i->type2) || to == 16 ? UNKNOWN : ptx_types[i->type2].bits;
    return n <= to ? n : to == 16 ? UNKNOWN : to;
}

static u32 bits_computed(const u8 *bits, const struct ptx_instr *i)
{
    u32 a = i->n_opnd > 1 ? bits_read(bits, &i->opnd[1]) : UNKNOWN,
        b = i->n_opnd > 2 ? bits_read(bits, &i->opnd[2]) : UNKNOWN;

    switch (i->op) {
    case OP_AND: return MIN(a, b);
    case OP_BFE: return i->n_opnd > 3 && i->opnd[3].kind == PO_IMM ? (u32)MIN(i->opnd[3].imm, 64u) : UNKNOWN;
    case OP_OR:
    case OP_XOR:
    case OP_SELP: return MAX(a, b);
    case OP_ADD: return MAX(a, b) + 1;
    case OP_SHL: return i->opnd[2].kind == PO_IMM ? a + (u32)MIN(i->opnd[2].imm, 64u) : UNKNOWN;
    case OP_SHR: return i->opnd[2].kind == PO_IMM ? a - (u32)MIN(i->opnd[2].imm, a) : a;
    case OP_MUL: return i->flags & PF_HI ? UNKNOWN : a + b - is_power(&i->opnd[1]) - is_power(&i->opnd[2]);
    default: return UNKNOWN;
    }
}

/* Bits of its result; bits beyond the instruction's type are not cut off. */
static u32 bits_written(const u8 *bits, const struct ptx_instr *i)
{
    u32 n, most = ptx_types[i->type].bits * (i->flags & PF_WIDE ? 2 : 1);

    if (!is_integer(i->type))
        return UNKNOWN;
    if (i->op == OP_LD)
        return is_signed(i->type) ? UNKNOWN : most;
    if (i->op == OP_MOV)
        return i->n_opnd == 2 ? bits_read(bits, &i->opnd[1]) : UNKNOWN;
    if (i->op == OP_CVT)
        return bits_converted(bits, i);
    n = bits_computed(bits, i);
    return n <= most && (n < most || !is_signed(i->type)) ? n : UNKNOWN;
}

static bool is_loaded(const struct bits *b, const struct ptx_instr *i)
{
    if (i->op == OP_LD)
        return is_integer(i->type) && !is_signed(i->type);
    return (i->op == OP_CVT || i->op == OP_MOV) && i->n_opnd == 2 && i->opnd[1].kind == PO_REG &&
           b->loaded[i->opnd[1].reg] && (i->op == OP_MOV || bits_kept(b, i));
}

static void count_write(void *ctx, u32 reg, enum reg_use use)
{
    u8 *n = ctx;

    n[reg] = (u8)MIN(n[reg] + (use == REG_WRITE), 2);
}

static void note_reads(struct bits *b, const struct ptx_instr *i)
{
    for (u32 k = i->n_dst; k < i->n_opnd; k++)
        if (i->opnd[k].kind == PO_REG && i->op != OP_ST)
            b->computed_with[i->opnd[k].reg] = 1;
}

void bits_find(struct bits *b, const struct ptx_func *f)
{
    u8 *writes = xcalloc(f->n_regs + 1, 1);

    b->set = xmalloc(f->n_regs + 1);
    b->computed_with = xcalloc(f->n_regs + 1, 1);
    b->loaded = xcalloc(f->n_regs + 1, 1);
    memset(b->set, UNKNOWN, f->n_regs + 1);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        visit_results(&f->code[pc], count_write, writes);
        note_reads(b, &f->code[pc]);
    }
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        bool one = i->n_dst == 1 && i->opnd[0].kind == PO_REG && !i->guarded;
        if (!one || writes[i->opnd[0].reg] != 1)
            continue;
        b->set[i->opnd[0].reg] = (u8)MIN(bits_written(b->set, i), UNKNOWN);
        b->loaded[i->opnd[0].reg] = is_loaded(b, i);
    }
    free(writes);
}

void bits_free(struct bits *b)
{
    free(b->set);
    free(b->computed_with);
    free(b->loaded);
}

bool bits_kept(const struct bits *b, const struct ptx_instr *i)
{
    u32 n = i->n_opnd > 1 ? bits_read(b->set, &i->opnd[1]) : UNKNOWN;

    if (i->n_dst != 1 || i->n_opnd < 2 || i->opnd[1].kind != PO_REG)
        return false;
    if (i->op == OP_AND && i->opnd[2].kind == PO_IMM && ptx_types[i->type].bits <= 32)
        return n <= 32 && !(((1ull << n) - 1) & ~i->opnd[2].imm);
    if (i->op != OP_CVT || !is_integer(i->type) || !is_integer(i->type2) || i->flags & PF_SAT)
        return false;
    if (ptx_types[i->type].bits == 16 && ptx_types[i->type2].bits >= 16 && !b->computed_with[i->opnd[0].reg])
        return true; /* a store takes the low bits only */
    return fits(n, i->type2) && n <= ptx_types[i->type].bits;
}

bool bits_widened(const struct bits *b, const struct ptx_instr *i)
{
    return i->op == OP_CVT && ptx_types[i->type].kind == 'F' && is_integer(i->type2) && !is_signed(i->type2) &&
           ptx_types[i->type2].bits < 32 && i->n_opnd == 2 && i->opnd[1].kind == PO_REG &&
           b->loaded[i->opnd[1].reg] && b->set[i->opnd[1].reg] <= ptx_types[i->type2].bits;
}
