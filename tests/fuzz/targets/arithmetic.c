/* Instructions that compute: integers of 16, 32 and 64 bits, floats, comparisons, conversions. */
#include "generate.h"

const char *source(struct gen *g, char kind)
{
    if (!chance(g, 30))
        return reg(g, kind);
    switch (kind) {
    case 'f': return ANY(g, "0f3F800000", "0f40490FDB", "0fBF000000", "0f00000000", "0f7F800000", "0f42C80000");
    case 'g': return ANY(g, "0d3FF0000000000000", "0dC000000000000000", "0d400921FB54442D18");
    case 'd':
        if (chance(g, 30))
            return ANY(g, "0x4000000000000000", "0x8000000000000000", "-1", "0x100000000", "0x123456789abcdef");
        return word(g, "%d", (int)below(g, 200) - 100);
    case 'r':
        if (chance(g, 20))
            return ANY(g, "0x80000000", "0x7fffffff", "-1", "65535", "0x10000");
        return word(g, "%d", (int)below(g, 200) - 100);
    default: return word(g, "%u", below(g, 100));
    }
}

static void put_int32(struct gen *g)
{
    const char *p = guard(g), *d = reg(g, 'r'), *a = reg(g, 'r'), *b = source(g, 'r'), *c = reg(g, 'r');
    const char *sign = ANY(g, "s32", "u32");
    switch (below(g, 30)) {
    case 0:
    case 1:
    case 2: put(g, ITEM_ONE, "%sadd.%s %s, %s, %s;", p, sign, d, a, b); break;
    case 3: put(g, ITEM_ONE, "%ssub.%s %s, %s, %s;", p, sign, d, a, b); break;
    case 4: put(g, ITEM_ONE, "%smul.%s.%s %s, %s, %s;", p, ANY(g, "lo", "hi"), sign, d, a, b); break;
    case 5: put(g, ITEM_ONE, "%smad.%s.%s %s, %s, %s, %s;", p, ANY(g, "lo", "lo", "hi"), sign, d, a, b, c); break;
    case 6:
    case 7: put(g, ITEM_ONE, "%s%s.b32 %s, %s, %s;", p, ANY(g, "and", "or", "xor"), d, a, b); break;
    case 8: put(g, ITEM_ONE, "%s%s.b32 %s, %s;", p, ANY(g, "not", "cnot", "brev"), d, a); break;
    case 9:
        put(g, ITEM_ONE, "%s%s %s, %s, %u;", p, ANY(g, "shl.b32", "shr.u32", "shr.s32"), d, a, below(g, 34));
        break;
    case 10: put(g, ITEM_ONE, "%s%s %s, %s, %s;", p, ANY(g, "shl.b32", "shr.u32", "shr.s32"), d, a, c); break;
    case 11: put(g, ITEM_ONE, "%s%s.%s %s, %s, %s;", p, ANY(g, "min", "max"), sign, d, a, b); break;
    case 12: put(g, ITEM_ONE, "%s%s.s32 %s, %s;", p, ANY(g, "abs", "neg"), d, a); break;
    case 13: put(g, ITEM_ONE, "%ssad.%s %s, %s, %s, %s;", p, sign, d, a, b, c); break;
    case 14: put(g, ITEM_ONE, "%s%s.b32 %s, %s;", p, ANY(g, "popc", "clz"), d, a); break;
    case 15: put(g, ITEM_ONE, "%sbfe.%s %s, %s, %u, %u;", p, sign, d, a, below(g, 32), below(g, 33)); break;
    case 16: put(g, ITEM_ONE, "%sbfi.b32 %s, %s, %s, %u, %u;", p, d, a, c, below(g, 32), below(g, 33)); break;
    case 17: put(g, ITEM_ONE, "%sprmt.b32 %s, %s, %s, %u;", p, d, a, c, below(g, 65536)); break;
    case 18: put(g, ITEM_ONE, "%slop3.b32 %s, %s, %s, %s, %u;", p, d, a, b, c, below(g, 256)); break;
    case 19:
        put(g, ITEM_ONE, "%sshf.%s.%s.b32 %s, %s, %s, %s;", p, ANY(g, "l", "r"), ANY(g, "wrap", "clamp"), d, a, c,
            source(g, 'r'));
        break;
    case 20: /* no divisor is 0, and no quotient too large */
        put(g, ITEM_ONE, "or.b32 %%t0, %s, 1;\nabs.s32 %%t0, %%t0;\nor.b32 %%t0, %%t0, 2;\n%s%s.%s %s, %s, %%t0;", b,
            p, ANY(g, "div", "rem"), sign, d, a);
        break;
    case 21: put(g, ITEM_ONE, "%sselp.b32 %s, %s, %s, %s;", p, d, a, b, reg(g, 'p')); break;
    case 22: put(g, ITEM_ONE, "%sslct.u32.s32 %s, %s, %s, %s;", p, d, a, b, c); break;
    case 23:
        put(g, ITEM_ONE, "add.cc.u32 %s, %s, %s;\naddc.u32 %s, %s, %s;", d, a, b, c, reg(g, 'r'), reg(g, 'r'));
        break;
    case 24:
        put(g, ITEM_ONE, "sub.cc.u32 %s, %s, %s;\nsubc.cc.u32 %s, %s, %s;\naddc.u32 %s, %s, 0;", d, a, b, c,
            reg(g, 'r'), reg(g, 'r'), reg(g, 'r'), reg(g, 'r'));
        break;
    case 25: put(g, ITEM_ONE, "%s%s.sat.s32 %s, %s, %s;", p, ANY(g, "add", "sub"), d, a, b); break;
    case 26:
        put(g, ITEM_ONE, "mad.lo.cc.u32 %s, %s, %s, %s;\nmadc.hi.u32 %s, %s, %s, %s;", d, a, b, c, reg(g, 'r'), a, b,
            reg(g, 'r'));
        break;
    case 27:
        put(g, ITEM_ONE, "%sdp4a.%s.%s %s, %s, %s, %s;", p, sign, ANY(g, "s32", "u32"), d, a, c, reg(g, 'r'));
        break;
    case 28: put(g, ITEM_ONE, "%sbfind.%s %s, %s;", p, sign, d, a); break;
    default: put(g, ITEM_ONE, "%smov.b32 %s, %s;", p, d, b); break;
    }
}

static void put_int64(struct gen *g)
{
    const char *p = guard(g), *d = reg(g, 'd'), *a = reg(g, 'd'), *b = source(g, 'd'), *c = reg(g, 'd');
    const char *sign = ANY(g, "s64", "u64");
    switch (below(g, 17)) {
    case 0:
    case 1: put(g, ITEM_ONE, "%s%s.%s %s, %s, %s;", p, ANY(g, "add", "sub"), sign, d, a, b); break;
    case 2: put(g, ITEM_ONE, "%smul.%s.%s %s, %s, %s;", p, ANY(g, "lo", "hi"), sign, d, a, b); break;
    case 3: put(g, ITEM_ONE, "%smad.lo.%s %s, %s, %s, %s;", p, sign, d, a, b, c); break;
    case 4: put(g, ITEM_ONE, "%s%s.b64 %s, %s, %s;", p, ANY(g, "and", "or", "xor"), d, a, b); break;
    case 5: put(g, ITEM_ONE, "%snot.b64 %s, %s;", p, d, a); break;
    case 6:
        put(g, ITEM_ONE, "%s%s %s, %s, %u;", p, ANY(g, "shl.b64", "shr.u64", "shr.s64"), d, a, below(g, 66));
        break;
    case 7: put(g, ITEM_ONE, "%s%s.%s %s, %s, %s;", p, ANY(g, "min", "max"), sign, d, a, b); break;
    case 8: put(g, ITEM_ONE, "%scvt.u32.u64 %s, %s;", p, reg(g, 'r'), a); break;
    case 9: put(g, ITEM_ONE, "%scvt.%s %s, %s;", p, ANY(g, "u64.u32", "s64.s32"), d, reg(g, 'r')); break;
    case 10:
        put(g, ITEM_ONE, "%smul.wide.%s %s, %s, %s;", p, ANY(g, "u32", "s32"), d, reg(g, 'r'), source(g, 'r'));
        break;
    case 11:
        put(g, ITEM_ONE, "%smad.wide.%s %s, %s, %s, %s;", p, ANY(g, "u32", "s32"), d, reg(g, 'r'), reg(g, 'r'), a);
        break;
    case 12: put(g, ITEM_ONE, "%smov.b64 {%s, %s}, %s;", p, "%r0", word(g, "%%r%u", 1 + below(g, N_R - 1)), a); break;
    case 13: put(g, ITEM_ONE, "%smov.b64 %s, {%s, %s};", p, d, reg(g, 'r'), reg(g, 'r')); break;
    case 14: put(g, ITEM_ONE, "%sselp.b64 %s, %s, %s, %s;", p, d, a, b, reg(g, 'p')); break;
    case 15: put(g, ITEM_ONE, "or.b64 %%u0, %s, 6;\n%s%s.u64 %s, %s, %%u0;", b, p, ANY(g, "div", "rem"), d, a); break;
    default:
        put(g, ITEM_ONE, "shl.b64 %%u1, %s, %u;\nshr.u64 %%u2, %s, %u;\n%sor.b64 %s, %%u1, %%u2;", a, 13, a, 51, p,
            d);
        break;
    }
}

static void put_compare(struct gen *g)
{
    const char *p = reg(g, 'p'), *q = reg(g, 'p');
    const char *cmp = ANY(g, "lt", "le", "gt", "ge", "eq", "ne");
    switch (below(g, 9)) {
    case 0:
    case 1:
    case 2:
        put(g, ITEM_ONE, "%ssetp.%s.%s %s, %s, %s;", guard(g), cmp, ANY(g, "s32", "u32"), p, reg(g, 'r'),
            source(g, 'r'));
        break;
    case 3:
        put(g, ITEM_ONE, "setp.%s.%s %s, %s, %s;", cmp, ANY(g, "s64", "u64"), p, reg(g, 'd'), source(g, 'd'));
        break;
    case 4:
        put(g, ITEM_ONE, "setp.%s.f32 %s, %s, %s;", ANY(g, "lt", "ge", "equ", "neu", "num", "nan", "gtu"), p,
            reg(g, 'f'), source(g, 'f'));
        break;
    case 5:
        put(g, ITEM_ONE, "setp.%s.%s.s32 %s, %s, %s, %s%s;", cmp, ANY(g, "and", "or", "xor"), p, reg(g, 'r'),
            source(g, 'r'), ANY(g, "", "!"), q);
        break;
    case 6: put(g, ITEM_ONE, "%s%s.pred %s, %s, %s;", guard(g), ANY(g, "and", "or", "xor"), p, q, reg(g, 'p')); break;
    case 7: put(g, ITEM_ONE, "setp.%s.u32 %%p1|%%p2, %s, %s;", cmp, reg(g, 'r'), source(g, 'r')); break;
    default:
        put(g, ITEM_ONE, "%sset.%s.u32.s32 %s, %s, %s;", guard(g), cmp, reg(g, 'r'), reg(g, 'r'), source(g, 'r'));
        break;
    }
}

static void put_float(struct gen *g)
{
    const char *p = guard(g), *d = reg(g, 'f'), *a = reg(g, 'f'), *b = source(g, 'f'), *c = reg(g, 'f');
    const char *ftz = ANY(g, "", ".ftz");
    switch (below(g, 16)) {
    case 0:
    case 1: put(g, ITEM_ONE, "%s%s.rn.f32 %s, %s, %s;", p, ANY(g, "add", "sub", "mul"), d, a, b); break;
    case 2: put(g, ITEM_ONE, "%s%s%s.f32 %s, %s, %s;", p, ANY(g, "add", "mul"), ftz, d, a, b); break;
    case 3: put(g, ITEM_ONE, "%sfma.rn%s.f32 %s, %s, %s, %s;", p, ftz, d, a, b, c); break;
    case 4: put(g, ITEM_ONE, "%sdiv.%s.f32 %s, %s, %s;", p, ANY(g, "rn", "rn", "approx", "full"), d, a, b); break;
    case 5: put(g, ITEM_ONE, "%ssqrt.%s.f32 %s, %s;", p, ANY(g, "rn", "rn", "approx"), d, a); break;
    case 6: put(g, ITEM_ONE, "%srcp.%s.f32 %s, %s;", p, ANY(g, "rn", "approx"), d, a); break;
    case 7: put(g, ITEM_ONE, "%s%s.approx.f32 %s, %s;", p, ANY(g, "rsqrt", "ex2", "lg2", "sin", "cos"), d, a); break;
    case 8: put(g, ITEM_ONE, "%s%s.f32 %s, %s, %s;", p, ANY(g, "min", "max"), d, a, b); break;
    case 9: put(g, ITEM_ONE, "%s%s.f32 %s, %s;", p, ANY(g, "abs", "neg"), d, a); break;
    case 10:
        put(g, ITEM_ONE, "%scvt.%s.%s.f32 %s, %s;", p, ANY(g, "rzi", "rni"), ANY(g, "s32", "u32"), reg(g, 'r'), a);
        break;
    case 11: put(g, ITEM_ONE, "%scvt.rn.f32.%s %s, %s;", p, ANY(g, "s32", "u32"), d, reg(g, 'r')); break;
    case 12: put(g, ITEM_ONE, "%scvt.f64.f32 %s, %s;", p, reg(g, 'g'), a); break;
    case 13: put(g, ITEM_ONE, "%scvt.rn.f32.f64 %s, %s;", p, d, reg(g, 'g')); break;
    case 14: put(g, ITEM_ONE, "%smov.b32 %s, %s;", p, d, reg(g, 'r')); break;
    default: put(g, ITEM_ONE, "%sselp.f32 %s, %s, %s, %s;", p, d, a, b, reg(g, 'p')); break;
    }
}

static void put_double(struct gen *g)
{
    const char *p = guard(g), *d = reg(g, 'g'), *a = reg(g, 'g'), *b = source(g, 'g');
    switch (below(g, 7)) {
    case 0:
    case 1: put(g, ITEM_ONE, "%s%s.rn.f64 %s, %s, %s;", p, ANY(g, "add", "sub", "mul"), d, a, b); break;
    case 2: put(g, ITEM_ONE, "%sfma.rn.f64 %s, %s, %s, %s;", p, d, a, b, reg(g, 'g')); break;
    case 3: put(g, ITEM_ONE, "%s%s.rn.f64 %s, %s, %s;", p, ANY(g, "div"), d, a, b); break;
    case 4: put(g, ITEM_ONE, "%ssqrt.rn.f64 %s, %s;", p, d, a); break;
    case 5: put(g, ITEM_ONE, "%scvt.rn.f64.s64 %s, %s;", p, d, reg(g, 'd')); break;
    default: put(g, ITEM_ONE, "%smov.b64 %s, %s;", p, reg(g, 'd'), a); break;
    }
}

static void put_short(struct gen *g)
{
    const char *p = guard(g), *d = reg(g, 'h'), *a = reg(g, 'h'), *b = reg(g, 'h');
    switch (below(g, 8)) {
    case 0:
        put(g, ITEM_ONE, "%s%s.%s %s, %s, %s;", p, ANY(g, "add", "sub", "mul.lo"), ANY(g, "s16", "u16"), d, a, b);
        break;
    case 1: put(g, ITEM_ONE, "%s%s.b16 %s, %s, %s;", p, ANY(g, "and", "or", "xor"), d, a, b); break;
    case 2: put(g, ITEM_ONE, "%scvt.%s %s, %s;", p, ANY(g, "u16.u32", "s16.s32"), d, reg(g, 'r')); break;
    case 3: put(g, ITEM_ONE, "%scvt.%s %s, %s;", p, ANY(g, "u32.u16", "s32.s16", "s32.s8"), reg(g, 'r'), a); break;
    case 4: put(g, ITEM_ONE, "%smul.wide.%s %s, %s, %s;", p, ANY(g, "u16", "s16"), reg(g, 'r'), a, b); break;
    case 5: put(g, ITEM_ONE, "%smov.b32 {%%h0, %%h1}, %s;", p, reg(g, 'r')); break;
    case 6: /* into wider registers than the type, from wider ones */
        put(g, ITEM_ONE, "%scvt.%s %s, %s;", p,
            ANY(g, "s16.s32", "u16.u32", "s8.s32", "u8.u32", "u16.s16", "s16.u16", "s32.s16", "u32.s8"),
            reg(g, chance(g, 50) ? 'r' : 'd'), reg(g, chance(g, 50) ? 'r' : 'd'));
        break;
    default: put(g, ITEM_ONE, "%smov.b32 %s, {%s, %s};", p, reg(g, 'r'), a, b); break;
    }
}

/* What compilers seldom write */
static void put_rare(struct gen *g)
{
    const char *p = guard(g), *d = reg(g, 'r'), *a = reg(g, 'r'), *b = reg(g, 'r'), *c = reg(g, 'r');
    switch (below(g, 14)) {
    case 0: put(g, ITEM_ONE, "%s%s.f16x2 %s, %s, %s;", p, ANY(g, "add", "mul", "min"), d, a, b); break;
    case 1: put(g, ITEM_ONE, "%sfma.rn.f16x2 %s, %s, %s, %s;", p, d, a, b, c); break;
    case 2: put(g, ITEM_ONE, "%s%s.s32.s32.s32 %s, %s.b1, %s.h0;", p, ANY(g, "vadd", "vsub", "vmax"), d, a, b); break;
    case 3: put(g, ITEM_ONE, "%svabsdiff4.u32.u32.u32.add %s, %s, %s, %s;", p, d, a, b, c); break;
    case 4: put(g, ITEM_ONE, "%smul24.lo.u32 %s, %s, %s;", p, d, a, b); break;
    case 5: put(g, ITEM_ONE, "%smad24.lo.s32 %s, %s, %s, %s;", p, d, a, b, c); break;
    case 6:
        put(g, ITEM_ONE, "testp.%s.f32 %s, %s;", ANY(g, "finite", "notanumber", "normal"), reg(g, 'p'), reg(g, 'f'));
        break;
    case 7: put(g, ITEM_ONE, "%scopysign.f32 %s, %s, %s;", p, reg(g, 'f'), reg(g, 'f'), reg(g, 'f')); break;
    case 8:
        put(g, ITEM_ONE, "isspacep.%s %s, %s;", ANY(g, "shared", "global", "local"), reg(g, 'p'),
            ANY(g, "%x0", "%x6"));
        break;
    case 9: put(g, ITEM_ONE, "%scvt.rn.f16.f32 %s, %s;", p, reg(g, 'h'), reg(g, 'f')); break;
    case 10: put(g, ITEM_ONE, "%scvt.f32.f16 %s, %s;", p, reg(g, 'f'), reg(g, 'h')); break;
    case 11: put(g, ITEM_ONE, "%scvt.sat.%s %s, %s;", p, ANY(g, "u8.s32", "s16.s32", "u16.u32"), d, a); break;
    case 12: put(g, ITEM_ONE, "%smov.u32 %s, %s;", p, d, ANY(g, "%tid.x", "%ntid.x", "%ctaid.x", "%nctaid.x")); break;
    default: put(g, ITEM_ONE, "not.pred %s, %s;", reg(g, 'p'), reg(g, 'p')); break;
    }
}

void put_arithmetic(struct gen *g)
{
    u32 kind = below(g, 100);
    if (kind < 45)
        put_int32(g);
    else if (kind < 60)
        put_int64(g);
    else if (kind < 74)
        put_compare(g);
    else if (kind < 88)
        put_float(g);
    else if (kind < 91)
        put_double(g);
    else if (kind < 95)
        put_rare(g);
    else
        put_short(g);
}
