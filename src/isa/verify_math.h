/* Integers as PTX computes with them, of an instruction's type: for the verifier's execution (verify_run.c). */
#ifndef SLUICE_ISA_VERIFY_MATH_H
#define SLUICE_ISA_VERIFY_MATH_H
#include "ptx/ptx.h"

static inline u64 mix(u64 a, u64 b) /* some number of the two */
{
    u64 z = a * 0x9e3779b97f4a7c15ull + b + 0x632be59bd9b4e019ull;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static inline u64 cut(u64 v, u32 bits)
{
    return bits >= 64 ? v : v & ((1ull << bits) - 1);
}

static inline u64 extend(u64 v, u32 bits)
{
    return bits >= 64 || !bits ? v : (u64)((i64)(v << (64 - bits)) >> (64 - bits));
}

static inline bool is_int(u8 type)
{
    return ptx_types[type].kind != 'F' && ptx_types[type].kind != 'N' && ptx_types[type].bits <= 64;
}

static inline bool compare(const struct ptx_instr *i, u64 a, u64 b)
{
    u32 bits = ptx_types[i->type].bits;
    bool is_signed = ptx_types[i->type].kind == 'S';
    u64 flip = 1ull << 63;
    u64 x = is_signed ? extend(a, bits) ^ flip : cut(a, bits), y = is_signed ? extend(b, bits) ^ flip : cut(b, bits);

    if (!is_int(i->type))
        return mix(mix(i->cmp, a), b) & 1;
    switch (i->cmp) {
    case PC_EQ: return x == y;
    case PC_NE: return x != y;
    case PC_LT: return x < y;
    case PC_LE: return x <= y;
    case PC_GT: return x > y;
    case PC_GE: return x >= y;
    case PC_LO: return cut(a, bits) < cut(b, bits);
    case PC_LS: return cut(a, bits) <= cut(b, bits);
    case PC_HI: return cut(a, bits) > cut(b, bits);
    case PC_HS: return cut(a, bits) >= cut(b, bits);
    default: return mix(mix(i->cmp, a), b) & 1;
    }
}

static inline bool combine(u8 op, bool a, bool b)
{
    return op == PB_AND ? a && b : op == PB_OR ? a || b : op == PB_XOR ? a != b : a;
}

static inline u64 product(const struct ptx_instr *i, u64 a, u64 b)
{
    u32 bits = ptx_types[i->type].bits;

    if (i->flags & PF_WIDE && ptx_types[i->type].kind == 'S')
        return extend(a, bits) * extend(b, bits);
    if (i->flags & PF_WIDE)
        return cut(a, bits) * cut(b, bits);
    return a * b;
}

#endif
