/* Which forms of mma, wmma, wgmma, ldmatrix, stmatrix and movmatrix there are: those of PTX 8 for sm_90. */
#include "ptx/matrix.h"

#include <string.h>

const struct ptx_element_info ptx_elements[ME_COUNT] = {
#define X(id, name, bits) {name, bits},
    PTX_ELEMENTS(X)
#undef X
};

#define SHAPE(m, n, k) ((u32)(m) << 20 | (u32)(n) << 10 | (u32)(k))
enum { DENSE = 1, SPARSE = 2 };

/* A shape and the types of A and B that it takes */
static const struct {
    u32 shape, types;
    u8 kinds;
} shapes[] = {
    {SHAPE(8, 8, 4), 1u << ME_F16 | 1u << ME_F64, DENSE},
    {SHAPE(16, 8, 4), 1u << ME_TF32 | 1u << ME_F64, DENSE},
    {SHAPE(16, 8, 8), 1u << ME_F16 | 1u << ME_BF16 | 1u << ME_TF32 | 1u << ME_F64, DENSE},
    {SHAPE(16, 8, 16),
     1u << ME_F16 | 1u << ME_BF16 | 1u << ME_F64 | 1u << ME_S8 | 1u << ME_U8 | 1u << ME_E4M3 | 1u << ME_E5M2, DENSE},
    {SHAPE(8, 8, 16), 1u << ME_S8 | 1u << ME_U8, DENSE},
    {SHAPE(16, 8, 32), 1u << ME_S8 | 1u << ME_U8 | 1u << ME_S4 | 1u << ME_U4 | 1u << ME_E4M3 | 1u << ME_E5M2, DENSE},
    {SHAPE(8, 8, 32), 1u << ME_S4 | 1u << ME_U4, DENSE},
    {SHAPE(16, 8, 64), 1u << ME_S4 | 1u << ME_U4, DENSE},
    {SHAPE(8, 8, 128), 1u << ME_B1, DENSE},
    {SHAPE(16, 8, 128), 1u << ME_B1, DENSE},
    {SHAPE(16, 8, 256), 1u << ME_B1, DENSE},
    {SHAPE(16, 8, 8), 1u << ME_TF32, SPARSE},
    {SHAPE(16, 8, 16), 1u << ME_F16 | 1u << ME_BF16 | 1u << ME_TF32, SPARSE},
    {SHAPE(16, 8, 32), 1u << ME_F16 | 1u << ME_BF16 | 1u << ME_S8 | 1u << ME_U8, SPARSE},
    {SHAPE(16, 8, 64), 1u << ME_S8 | 1u << ME_U8 | 1u << ME_S4 | 1u << ME_U4 | 1u << ME_E4M3 | 1u << ME_E5M2, SPARSE},
    {SHAPE(16, 8, 128), 1u << ME_S4 | 1u << ME_U4, SPARSE},
};

struct words { /* of the opcode, one after the other */
    const char *at;
    char text[24];
};

static bool next_word(struct words *w)
{
    if (!*w->at)
        return false;
    size_t n = strcspn(w->at, "."), kept = MIN(n, sizeof w->text - 1);
    memcpy(w->text, w->at, kept);
    w->text[kept] = 0;
    w->at += n + (w->at[n] == '.');
    return true;
}

static bool is(const struct words *w, const char *text)
{
    return !strcmp(w->text, text);
}

static u32 number(const char **at)
{
    u32 v = 0;
    for (; **at >= '0' && **at <= '9' && v < 1000; ++*at)
        v = v * 10 + (u32)(**at - '0');
    return v;
}

static bool shape_word(const char *at, struct ptx_matrix *f)
{
    if (*at++ != 'm')
        return false;
    f->m = (u16)number(&at);
    if (*at++ != 'n')
        return false;
    f->n = (u16)number(&at);
    if (!*at)
        return true;
    if (*at++ != 'k')
        return false;
    f->k = (u16)number(&at);
    return !*at;
}

static u8 element_word(const char *text)
{
    u8 t = 0;
    while (t < ME_COUNT && strcmp(ptx_elements[t].name, text))
        t++;
    return t;
}

/* A word that says how products of f64 are rounded; the card's assembler takes it anywhere behind the opcode. */
static bool round_word(const struct words *w, u8 *round)
{
    static const char *const names[] = {"rn", "rz", "rm", "rp"};
    for (u32 k = 0; k < COUNT_OF(names); k++)
        if (is(w, names[k])) {
            *round = (u8)(PR_RN + k);
            return true;
        }
    return false;
}

static bool is_integer(u8 t)
{
    return t >= ME_S8 && t <= ME_B1;
}

static const char *check_types(const struct ptx_matrix *f)
{
    u8 d = f->type[MAT_D], a = f->type[MAT_A], b = f->type[MAT_B], c = f->type[MAT_C];
    bool volta = f->m == 8 && a == ME_F16, eight = a == ME_E4M3 || a == ME_E5M2;
    bool pair = is_integer(a) || eight; /* A and B may differ in sign or format */
    bool known = false;

    for (u32 k = 0; k < COUNT_OF(shapes); k++)
        known |= shapes[k].shape == SHAPE(f->m, f->n, f->k) && shapes[k].types >> a & 1 &&
                 shapes[k].kinds & (f->sparse ? SPARSE : DENSE);
    if (!known)
        return "has no such shape for these types";
    if (pair ? ptx_elements[a].bits != ptx_elements[b].bits || is_integer(a) != is_integer(b) : a != b)
        return "wants A and B of types that go together";
    if (is_integer(a) ? d != ME_S32 || c != ME_S32 : a == ME_F64 && (d != a || c != a))
        return is_integer(a) ? "adds to .s32" : "adds to .f64";
    if (is_integer(a) || a == ME_F64)
        return f->saturate && (a == ME_B1 || !is_integer(a)) ? "does not take .satfinite" : NULL;
    if (f->saturate)
        return "does not take .satfinite";
    if ((d != ME_F32 && d != ME_F16) || (c != ME_F32 && c != ME_F16) ||
        ((a == ME_BF16 || a == ME_TF32) && d != ME_F32))
        return "has no such type of result";
    if (d != c && !(volta && d == ME_F32))
        return "wants C and D of one type";
    return NULL;
}

static u8 registers(const struct ptx_matrix *f, u32 which)
{
    u32 rows = which == MAT_B ? f->n : f->m, cols = which == MAT_A || which == MAT_B ? f->k : f->n;
    u32 bits = rows * cols * ptx_elements[f->type[which]].bits;
    if (f->m == 8 && f->type[MAT_A] == ME_F16)
        bits *= 4; /* four products at a time */
    if (which == MAT_A && f->sparse)
        bits /= 2;
    return (u8)(bits / 32 / (f->wide ? 64 : 32));
}

static const char *mma_form(const struct ptx_instr *i, struct ptx_matrix *f)
{
    struct words w = {.at = i->text};
    u32 n_types = 0, layouts = 0;
    bool counts = false;

    while (next_word(&w)) {
        u8 t = element_word(w.text);
        if (is(&w, "mma") || is(&w, "sync") || is(&w, "aligned"))
            continue;
        if (is(&w, "sp") || is(&w, "sp::ordered_metadata")) {
            f->sparse = true;
        } else if (is(&w, "row") || is(&w, "col")) {
            *(layouts++ ? &f->b_col : &f->a_col) = w.text[0] == 'c';
        } else if (is(&w, "satfinite")) {
            f->saturate = true;
        } else if (is(&w, "xor") || is(&w, "and") || is(&w, "popc")) {
            f->exclusive |= w.text[0] == 'x';
            counts = true;
        } else if (t < ME_COUNT && n_types < MAT_OPERANDS) {
            f->type[n_types++] = t;
        } else if (!round_word(&w, &f->round) && !shape_word(w.text, f)) {
            return "has a suffix that mma does not take, or one that is for another generation than sm_90";
        }
    }
    if (!f->k || n_types != MAT_OPERANDS || layouts != 2)
        return "wants a shape, two layouts and four types";
    const char *bad = check_types(f);
    if (bad)
        return bad;
    if (f->round && f->type[MAT_A] != ME_F64)
        return "takes a rounding for f64 only";
    if ((f->type[MAT_A] == ME_B1) != counts)
        return counts ? "does not take .popc" : "wants .xor.popc or .and.popc";
    if ((f->a_col || !f->b_col) && !(f->m == 8 && f->type[MAT_A] == ME_F16))
        return "wants .row.col";
    f->wide = f->type[MAT_A] == ME_F64;
    for (u32 k = 0; k < MAT_OPERANDS; k++)
        f->regs[k] = registers(f, k);
    return NULL;
}

static const char *group_types(struct ptx_matrix *f)
{
    u8 d = f->type[MAT_D], a = f->type[MAT_A], b = f->type[MAT_B];
    bool eight = a == ME_E4M3 || a == ME_E5M2, whole = a == ME_S8 || a == ME_U8, half = a == ME_F16 || a == ME_BF16;
    u32 k = half ? 16 : a == ME_TF32 ? 8 : eight || whole ? 32 : a == ME_B1 && !f->sparse ? 256 : 0;

    k <<= f->sparse;
    if (f->m != 64 || f->k != k || !f->n || f->n % 8 || f->n > 256 || (is_integer(a) && f->n > 32 && f->n % 16))
        return "has no such shape for these types";
    if (eight ? b != ME_E4M3 && b != ME_E5M2 : whole ? b != ME_S8 && b != ME_U8 : a != b)
        return "wants A and B of types that go together";
    if (is_integer(a) ? d != ME_S32 : d != ME_F32 && (d != ME_F16 || (a != ME_F16 && !eight)))
        return "has no such type of result";
    if (f->saturate && !whole)
        return "does not take .satfinite";
    f->type[MAT_C] = d;
    f->regs[MAT_D] = f->regs[MAT_C] = (u8)(f->n * ptx_elements[d].bits / 64);
    f->regs[MAT_A] = 4;
    f->regs[MAT_B] = 1;
    f->scaled = !is_integer(a);
    f->turned = half;
    return NULL;
}

static const char *group_form(const struct ptx_instr *i, struct ptx_matrix *f)
{
    struct words w = {.at = i->text};
    u32 n_types = 0;
    bool counts = false;

    while (next_word(&w)) {
        u8 t = element_word(w.text);
        if (is(&w, "wgmma") || is(&w, "mma_async") || is(&w, "sync") || is(&w, "aligned"))
            continue;
        if (is(&w, "sp"))
            f->sparse = true;
        else if (is(&w, "satfinite"))
            f->saturate = true;
        else if (is(&w, "and") || is(&w, "popc"))
            counts = true;
        else if (t < ME_COUNT && n_types < MAT_C)
            f->type[n_types++] = t;
        else if (!shape_word(w.text, f))
            return "has a suffix that wgmma does not take";
    }
    if (n_types != MAT_C)
        return "wants a shape and three types";
    const char *bad = group_types(f);
    return bad                                   ? bad
           : (f->type[MAT_A] == ME_B1) != counts ? (counts ? "does not take .popc" : "wants .and.popc")
                                                 : NULL;
}

static const char *move_form(const struct ptx_instr *i, struct ptx_matrix *f)
{
    struct words w = {.at = i->text};
    bool moves = i->op == OP_MOVMATRIX, typed = false;

    f->count = moves ? 1 : 0;
    while (next_word(&w)) {
        if (is(&w, "trans"))
            f->transposed = true;
        else if (is(&w, "x1") || is(&w, "x2") || is(&w, "x4"))
            f->count = (u8)(w.text[1] - '0');
        else if (is(&w, "b16"))
            typed = true;
        else if (is(&w, "m16n16") || is(&w, "m8n16") || is(&w, "m16n8") || is(&w, "b8") ||
                 !strncmp(w.text, "b8x16", 5))
            return "has a shape or type of sm_100: sm_90 has .m8n8 and .b16";
        else if (!is(&w, "ldmatrix") && !is(&w, "stmatrix") && !is(&w, "movmatrix") && !is(&w, "sync") &&
                 !is(&w, "aligned") && strncmp(w.text, "shared", 6) && !shape_word(w.text, f))
            return "has a suffix that it does not take";
    }
    if (f->m != 8 || f->n != 8 || !typed || !f->count || (moves && !f->transposed))
        return moves ? "wants .m8n8.trans.b16" : "wants .m8n8, .x1 .x2 or .x4, and .b16";
    return NULL;
}

/* ---- wmma ---- */
static const struct {
    u32 shape, types, sums; /* A's and B's; C's and D's */
} fragments[] = {
    {SHAPE(16, 16, 16), 1u << ME_F16 | 1u << ME_BF16 | 1u << ME_S8 | 1u << ME_U8,
     1u << ME_F16 | 1u << ME_F32 | 1u << ME_S32},
    {SHAPE(32, 8, 16), 1u << ME_F16 | 1u << ME_BF16 | 1u << ME_S8 | 1u << ME_U8,
     1u << ME_F16 | 1u << ME_F32 | 1u << ME_S32},
    {SHAPE(8, 32, 16), 1u << ME_F16 | 1u << ME_BF16 | 1u << ME_S8 | 1u << ME_U8,
     1u << ME_F16 | 1u << ME_F32 | 1u << ME_S32},
    {SHAPE(16, 16, 8), 1u << ME_TF32, 1u << ME_F32},
    {SHAPE(8, 8, 4), 1u << ME_F64, 1u << ME_F64},
    {SHAPE(8, 8, 32), 1u << ME_S4 | 1u << ME_U4, 1u << ME_S32},
    {SHAPE(8, 8, 128), 1u << ME_B1, 1u << ME_S32},
};

static bool fragment_type(const struct ptx_wmma *f, u32 which)
{
    for (u32 k = 0; k < COUNT_OF(fragments); k++)
        if (fragments[k].shape == SHAPE(f->m, f->n, f->k))
            return (which == MAT_A || which == MAT_B ? fragments[k].types : fragments[k].sums) >> f->type[which] & 1;
    return false;
}

static void count_fragment(struct ptx_wmma *f, u32 which)
{
    u32 rows = which == MAT_B ? f->k : f->m, cols = which == MAT_A ? f->k : f->n;
    u8 t = f->type[which];
    u32 bits = ptx_elements[t].bits, reg = t == ME_F64 ? 64 : 32;
    f->turned = f->n == 32;
    f->high = f->m == 8 && f->n == 8 ? 8 : 16;
    f->tiles = (u8)(f->m * f->n / (f->high * 8));
    bool sums = which == MAT_C || which == MAT_D, tall = sums || (which == MAT_A) != f->turned;
    f->needed[which] = (u8)(rows * cols * bits / 32 / reg);
    f->regs[which] = !sums && t == ME_F16 ? 8 : f->needed[which];
    f->tile_regs[which] = (u8)((tall ? f->high : 8u) * (sums ? 8u : f->k) * bits / 32 / reg);
}

/* A word that wmma's three have in common; false: another one */
static bool fragment_word(const struct words *w, struct ptx_wmma *f)
{
    struct ptx_matrix shape = {0};
    if (is(w, "global") || is(w, "shared") || is(w, "shared::cta"))
        f->space = w->text[0] == 'g' ? ".global" : ".shared";
    else if (!f->k && shape_word(w->text, &shape))
        f->m = shape.m, f->n = shape.n, f->k = shape.k;
    else
        return is(w, "wmma") || is(w, "sync") || is(w, "aligned");
    return true;
}

static const char *fragment_form(const struct ptx_instr *i, struct ptx_wmma *f)
{
    static const char letters[] = "dabc";
    struct words w = {.at = i->text};
    bool layout = false, typed = false, named = false;

    f->stores = i->op == OP_WMMA_STORE;
    while (next_word(&w)) {
        u8 t = element_word(w.text);
        const char *letter = w.text[0] && !w.text[1] ? strchr(letters, w.text[0]) : NULL;
        if (is(&w, "load") || is(&w, "store") || fragment_word(&w, f))
            continue;
        if (letter && !named && (letter == letters) == f->stores) {
            f->which = (u8)(letter - letters);
            named = true;
        } else if (is(&w, "row") || is(&w, "col")) {
            f->col[f->which] = w.text[0] == 'c';
            layout = true;
        } else if (t < ME_COUNT && named) {
            f->type[f->which] = t;
            typed = true;
        } else {
            return "has a suffix that it does not take";
        }
    }
    if (!named || !layout || !typed || !f->k)
        return f->stores ? "wants .d, a layout, a shape and a type"
                         : "wants .a, .b or .c, a layout, a shape and a type";
    if (!fragment_type(f, f->which))
        return "has no such shape for this type";
    if (ptx_elements[f->type[f->which]].bits < 8 && f->col[f->which] != (f->which == MAT_B))
        return "wants .row of A and .col of B for elements of under 8 bits";
    count_fragment(f, f->which);
    return NULL;
}

static const char *product_types(struct ptx_wmma *f, u32 n_types)
{
    if (n_types == 2) { /* D and C: of f16 */
        f->type[MAT_C] = f->type[1];
        f->type[MAT_A] = f->type[MAT_B] = ME_F16;
    } else if (n_types != MAT_OPERANDS) {
        return "wants a shape, two layouts, and the types of D and C (A and B of f16) or of D, A, B and C";
    }
    u8 a = f->type[MAT_A], d = f->type[MAT_D], c = f->type[MAT_C];
    for (u32 k = 0; k < MAT_OPERANDS; k++)
        if (!fragment_type(f, k))
            return "has no such shape for these types";
    if (a != f->type[MAT_B])
        return "wants A and B of one type";
    if (is_integer(a) ? d != ME_S32 || c != ME_S32
        : a == ME_F16 ? d == ME_S32 || c == ME_S32
                      : a != ME_F64 && (d != ME_F32 || c != ME_F32))
        return "has no such type of result";
    if (f->saturate && (!is_integer(a) || a == ME_B1))
        return "does not take .satfinite on sm_90";
    if (ptx_elements[a].bits < 8 && (f->col[MAT_A] || !f->col[MAT_B]))
        return "wants .row.col for elements of under 8 bits";
    return NULL;
}

static const char *product_form(const struct ptx_instr *i, struct ptx_wmma *f)
{
    struct words w = {.at = i->text};
    u32 n_types = 0, layouts = 0;
    bool counts = false;

    while (next_word(&w)) {
        u8 t = element_word(w.text);
        if (is(&w, "mma") || fragment_word(&w, f))
            continue;
        if ((is(&w, "row") || is(&w, "col")) && layouts < 2)
            f->col[layouts++ ? MAT_B : MAT_A] = w.text[0] == 'c';
        else if (is(&w, "satfinite"))
            f->saturate = true;
        else if (is(&w, "xor") || is(&w, "and") || is(&w, "popc"))
            counts = true, f->exclusive |= w.text[0] == 'x';
        else if (t < ME_COUNT && n_types < MAT_OPERANDS)
            f->type[n_types++] = t;
        else if (!round_word(&w, &f->round))
            return "has a suffix that it does not take";
    }
    if (!f->k || layouts != 2)
        return "wants a shape, two layouts, and the types of D and C (A and B of f16) or of D, A, B and C";
    const char *bad = product_types(f, n_types);
    if (bad)
        return bad;
    if (f->round && f->type[MAT_A] != ME_F64)
        return "takes a rounding for f64 only";
    if ((f->type[MAT_A] == ME_B1) != counts)
        return counts ? "does not take .popc" : "wants .xor.popc or .and.popc";
    for (u32 k = 0; k < MAT_OPERANDS; k++)
        count_fragment(f, k);
    return NULL;
}

const char *ptx_wmma_form(const struct ptx_instr *i, struct ptx_wmma *f)
{
    *f = (struct ptx_wmma){.space = ""};
    return i->op == OP_WMMA ? product_form(i, f) : fragment_form(i, f);
}

const char *ptx_matrix_form(const struct ptx_instr *i, struct ptx_matrix *f)
{
    *f = (struct ptx_matrix){0};
    return i->op == OP_MMA ? mma_form(i, f) : i->op == OP_WGMMA ? group_form(i, f) : move_form(i, f);
}
