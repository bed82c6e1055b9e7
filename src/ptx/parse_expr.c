/* Constant expressions: C's operators on 64-bit integers and floating-point numbers, casts (.s64) and (.u64),
   WARP_SZ. Depth is bounded. */
#include <math.h>
#include <string.h>

#include "ptx/parse.h"

static bool ternary(struct parser *p, struct ptx_const *out);

/* One level further down */
static bool deeper(struct parser *p, struct ptx_const *out, bool (*parse)(struct parser *, struct ptx_const *))
{
    bool ok;

    p->nesting++;
    ok = p->nesting < MAX_NESTING ? parse(p, out)
                                  : error_here(p, "expression is nested more than %d deep", MAX_NESTING);
    p->nesting--;
    return ok;
}

static double as_double(const struct ptx_const *c)
{
    float f32;
    double f64;
    u32 bits = (u32)c->u;

    switch (c->kind) {
    case IK_FLOAT: return c->f;
    case IK_F32: memcpy(&f32, &bits, 4); return (double)f32;
    case IK_F64: memcpy(&f64, &c->u, 8); return f64;
    default: return c->is_unsigned ? (double)c->u : (double)(i64)c->u;
    }
}

static void set_float(struct ptx_const *c, double f)
{
    *c = (struct ptx_const){.kind = IK_FLOAT, .f = f};
}

static void set_int(struct ptx_const *c, u64 u, bool is_unsigned)
{
    *c = (struct ptx_const){.kind = IK_INT, .u = u, .is_unsigned = is_unsigned};
}

static bool primary(struct parser *p, struct ptx_const *out)
{
    const struct ptx_token *t = &p->tok;

    switch (t->kind) {
    case TK_INT: set_int(out, t->u, t->is_unsigned); break;
    case TK_FLOAT: set_float(out, t->f); break;
    case TK_F32:
    case TK_F64: *out = (struct ptx_const){.kind = t->kind == TK_F32 ? IK_F32 : IK_F64, .u = t->u}; break;
    case TK_ID:
        if (!tok_is(t, "WARP_SZ"))
            return error_found(p, "a number");
        set_int(out, 32, false);
        break;
    case TK_PUNCT:
        if (t->punct == '(') {
            next(p);
            return deeper(p, out, ternary) && expect(p, ')', "after the expression");
        }
        /* fallthrough */
    default: return error_found(p, "a number");
    }
    next(p);
    return true;
}

/* (.s64) and (.u64) before an expression */
static bool at_cast(struct parser *p, bool *is_unsigned)
{
    struct ptx_token t;

    if (!is_punct(p, '('))
        return false;
    t = peek(p);
    if (t.kind != TK_DOT || !(tok_is(&t, "s64") || tok_is(&t, "u64")))
        return false;
    *is_unsigned = tok_is(&t, "u64");
    return true;
}

static bool unary(struct parser *p, struct ptx_const *out)
{
    bool is_unsigned, ok;

    if (at_cast(p, &is_unsigned)) {
        next(p);
        next(p);
        if (!expect(p, ')', "after the cast"))
            return false;
        ok = deeper(p, out, unary);
        if (ok && out->kind == IK_INT)
            out->is_unsigned = is_unsigned;
        return ok;
    }
    if (is_punct(p, '-') || is_punct(p, '+') || is_punct(p, '!') || is_punct(p, '~')) {
        int op = p->tok.punct;
        next(p);
        if (!deeper(p, out, unary))
            return false;
        if (out->kind == IK_INT)
            set_int(out,
                    op == '-'   ? 0 - out->u
                    : op == '!' ? !out->u
                    : op == '~' ? ~out->u
                                : out->u,
                    op == '!' ? false : out->is_unsigned && op != '-');
        else if (op == '-')
            set_float(out, -as_double(out));
        else if (op != '+')
            return error_here(p, "'%c' does not apply to a floating-point number", op);
        return true;
    }
    return primary(p, out);
}

static int precedence(const struct ptx_token *t)
{
    static const int levels[][4] = {
        {TKP_OROR},         {TKP_ANDAND}, {'|'},          {'^'}, {'&'}, {TKP_EQ, TKP_NE}, {'<', '>', TKP_LE, TKP_GE},
        {TKP_SHL, TKP_SHR}, {'+', '-'},   {'*', '/', '%'}};

    for (int k = 0; k < (int)COUNT_OF(levels) && t->kind == TK_PUNCT; k++)
        for (u32 j = 0; j < 4 && levels[k][j]; j++)
            if (levels[k][j] == t->punct)
                return k + 1;
    return -1;
}

/* What a comparison says of two numbers, of any kind; false: it is none. */
static bool compare(int op, bool less, bool equal, bool greater, struct ptx_const *out)
{
    switch (op) {
    case '<': set_int(out, less, false); return true;
    case '>': set_int(out, greater, false); return true;
    case TKP_LE: set_int(out, less || equal, false); return true;
    case TKP_GE: set_int(out, greater || equal, false); return true;
    case TKP_EQ: set_int(out, equal, false); return true;
    case TKP_NE: set_int(out, !equal, false); return true;
    default: return false;
    }
}

static bool apply_float(struct parser *p, int op, struct ptx_const *a, const struct ptx_const *b)
{
    double x = as_double(a), y = as_double(b);

    if (compare(op, x<y, x == y, x> y, a))
        return true;
    switch (op) {
    case '+': set_float(a, x + y); return true;
    case '-': set_float(a, x - y); return true;
    case '*': set_float(a, x * y); return true;
    case '/': set_float(a, y != 0 ? x / y : copysign(x == 0 || isnan(x) ? NAN : INFINITY, x * y)); return true;
    default: return error_here(p, "this operator does not apply to floating-point numbers");
    }
}

static bool divide(struct parser *p, int op, struct ptx_const *a, u64 y, bool is_unsigned)
{
    i64 sx = (i64)a->u, sy = (i64)y;

    if (!y)
        return error_here(p, "division by zero in a constant expression");
    if (is_unsigned)
        set_int(a, op == '/' ? a->u / y : a->u % y, true);
    else if (sy == -1)
        set_int(a, op == '/' ? 0 - a->u : 0, false);
    else
        set_int(a, (u64)(op == '/' ? sx / sy : sx % sy), false);
    return true;
}

static bool apply(struct parser *p, int op, struct ptx_const *a, const struct ptx_const *b)
{
    bool uns = a->is_unsigned || b->is_unsigned;
    u64 x = a->u, y = b->u;
    bool less = uns ? x < y : (i64)x < (i64)y;

    if (a->kind != IK_INT || b->kind != IK_INT)
        return apply_float(p, op, a, b);
    if (compare(op, less, x == y, !less && x != y, a))
        return true;
    switch (op) {
    case '*': set_int(a, x * y, uns); return true;
    case '/':
    case '%': return divide(p, op, a, y, uns);
    case '+': set_int(a, x + y, uns); return true;
    case '-': set_int(a, x - y, uns); return true;
    case TKP_SHL: set_int(a, y < 64 ? x << y : 0, a->is_unsigned); return true;
    case TKP_SHR:
        set_int(a, !a->is_unsigned ? (u64)((i64)x >> MIN(y, 63u)) : y < 64 ? x >> y : 0, a->is_unsigned);
        return true;
    case '&': set_int(a, x & y, uns); return true;
    case '^': set_int(a, x ^ y, uns); return true;
    case '|': set_int(a, x | y, uns); return true;
    case TKP_ANDAND: set_int(a, x && y, false); return true;
    default: set_int(a, x || y, false); return true;
    }
}

static bool binary(struct parser *p, struct ptx_const *out, int least)
{
    if (!unary(p, out))
        return false;
    for (;;) {
        int prec = precedence(&p->tok), op = p->tok.punct;
        struct ptx_const rhs;
        if (prec < least)
            return true;
        next(p);
        if (!binary(p, &rhs, prec + 1) || !apply(p, op, out, &rhs))
            return false;
    }
}

static bool ternary(struct parser *p, struct ptx_const *out)
{
    struct ptx_const a, b;
    bool ok;

    if (!binary(p, out, 1))
        return false;
    if (!is_punct(p, '?'))
        return true;
    next(p);
    ok = deeper(p, &a, ternary) && expect(p, ':', "in the conditional expression") && deeper(p, &b, ternary);
    if (ok)
        *out = (out->kind == IK_INT ? out->u != 0 : as_double(out) != 0) ? a : b;
    return ok;
}

bool parse_const(struct parser *p, struct ptx_const *out)
{
    return ternary(p, out);
}

bool parse_u32(struct parser *p, u32 *out, const char *what)
{
    if (p->tok.kind != TK_INT)
        return error_found(p, what);
    if (p->tok.u > UINT32_MAX)
        return error_here(p, "%s below 2^32 is expected, found %llu", what, (unsigned long long)p->tok.u);
    *out = (u32)p->tok.u;
    next(p);
    return true;
}

/* Round to nearest even, straight from the double: no double rounding. */
static u16 half_from_double(double x)
{
    u16 sign = signbit(x) ? 0x8000 : 0;
    double a = fabs(x), scaled;
    int e;

    if (isnan(x))
        return 0x7fff;
    if (a >= 65520.0)
        return (u16)(sign | 0x7c00);
    if (a < 0x1p-14) /* subnormal: units of 2^-24 */
        return (u16)(sign | (u16)nearbyint(a * 0x1p24));
    frexp(a, &e);                         /* a = m * 2^e, 0.5 <= m < 1 */
    scaled = nearbyint(ldexp(a, 11 - e)); /* 1024..2048 */
    return (u16)(sign | (u16)(((u32)(e + 14) << 10) + (u32)scaled - 1024));
}

static u16 bf16_from_double(double x)
{
    float f = (float)x;
    u32 bits;

    if (isnan(x))
        return 0x7fff;
    memcpy(&bits, &f, 4);
    return (u16)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

u64 const_bits(const struct ptx_const *c, u8 type)
{
    u32 bits = ptx_types[type].bits;
    bool is_float = ptx_types[type].kind == 'F';
    u64 u;
    float f;
    double x;

    if (type == PT_PRED)
        return c->kind == IK_INT ? c->u != 0 : as_double(c) != 0;
    if ((c->kind == IK_F32 && bits == 32) || (c->kind == IK_F64 && bits == 64))
        return c->u;
    if (c->kind == IK_INT && (!is_float || bits < 32 || type == PT_F16X2 || type == PT_BF16X2))
        return bits >= 64 ? c->u : c->u & ((1ull << bits) - 1);
    x = as_double(c);
    if (type == PT_BF16 || type == PT_BF16X2) {
        u = bf16_from_double(x);
        return type == PT_BF16 ? u : u << 16 | u;
    }
    if (type == PT_F16 || type == PT_F16X2 || bits == 16) {
        u = half_from_double(x);
        return type == PT_F16X2 ? u << 16 | u : u;
    }
    if (bits == 32) {
        f = (float)x;
        u = 0;
        memcpy(&u, &f, 4);
        return u;
    }
    memcpy(&u, &x, 8);
    return bits >= 64 ? u : u & ((1ull << bits) - 1);
}
