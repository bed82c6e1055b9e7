/* Operations as text: each is the interpreter's own expression, or an equivalent one for affine values. */
#include <stdarg.h>
#include <stdlib.h>

#include "emu/native_gen.h"

static const char *c_type(const char *t)
{
    return !strcmp(t, "u32a")   ? "u32"
           : !strcmp(t, "i32a") ? "i32"
           : !strcmp(t, "f32a") ? "float"
           : !strcmp(t, "u64a") ? "u64"
           : !strcmp(t, "i64a") ? "i64"
                                : "double";
}

/* A statement expression: operands as x, y, z, the interpreter's expression, its bits. */
static char *expression(const struct uop *u, char t[4][5], u32 n, const char *expr, const struct value *from,
                        bool lane)
{
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    ENSURE(f);
    fprintf(f, "({ ");
    if (strstr(expr, "u->") || strstr(expr, "FLUSHED"))
        fprintf(f, "const struct con *u = &(const struct con){%u, 0x%" PRIx64 "ull}; ", u->flags, u->imm);
    for (u32 k = 1; k < n; k++) {
        const char *v = lane ? from[k - 1].lane : from[k - 1].base;
        const char *as = t[k][0] == 'f' ? (t[k][1] == '3' ? "f32_from" : "f64_from") : "";
        fprintf(f, "%s %c = %s(%s); ", c_type(t[k]), "xyz"[k - 1], as, v);
    }
    const char *bits = t[0][0] == 'f'   ? (t[0][1] == '3' ? "f32_bits" : "f64_bits")
                       : t[0][1] == '3' ? "(u32)"
                                        : "(u64)";
    fprintf(f, "%s((%s)(%s)); })", bits, c_type(t[0]), expr);
    fclose(f);
    return text;
}

static void put_linear(struct gen *g, u32 i, u32 reg, const struct guard *k, const struct value *v);

static void put_lane(struct gen *g, u32 i, const struct guard *k)
{
    const struct uop *u = &g->pl->code[i];
    char t[4][5];
    const char *expr;
    u32 n = native_types(u->text, t, &expr), at[3] = {u->a, u->b, u->c};
    struct value from[3] = {0};
    bool same = true, checked;
    for (u32 m = 1; m < n; m++) {
        from[m - 1] = gen_source(g, i, at[m - 1], t[m][1] == '6');
        same &= from[m - 1].cls == NC_SAME;
    }
    u32 reg = native_reg_at(g->pl, i, u->d, true);
    if (g->pl->cls[reg] != NC_LANES && !same && native_linear(g->pl, i, &checked)) {
        put_linear(g, i, reg, k, from);
        return;
    }
    bool lane = g->pl->cls[reg] == NC_LANES;
    char *text = expression(u, t, n, expr, from, lane);
    if (lane)
        gen_set_lane(g, reg, k, text);
    else
        gen_set_number(g, reg, k, text, "0");
    free(text);
}

static const char *text_in(struct gen *g, char **keep, const char *fmt, ...)
{
    va_list ap;
    (void)g;
    va_start(ap, fmt);
    free(*keep);
    ENSURE(vasprintf(keep, fmt, ap) >= 0);
    va_end(ap);
    return *keep;
}

/* Before a 32-bit affine value is widened: checks that it does not wrap up to lane 31. */
static void put_check(struct gen *g, u32 i, const struct value *v, bool sign)
{
    if (v->cls != NC_AFFINE)
        return;
    fprintf(g->numbers.to, "if (__builtin_expect(%s(%s, %s), 0)) { ", sign ? "wraps_s32" : "wraps_u32", v->base,
            v->step);
    gen_put_due(g->numbers.to, &g->due);
    gen_put_run(g, g->numbers.to, g->first, g->run);
    fprintf(g->numbers.to, "LEAVE(w, %u, %u); return %u; }\n", g->pl->first + g->first, g->pl->first + i, WS_GO);
}

static void put_linear(struct gen *g, u32 i, u32 reg, const struct guard *k, const struct value *v)
{
    const struct uop *u = &g->pl->code[i];
    const struct ptx_instr *in = u->in;
    bool wide = in->flags & PF_WIDE, sign = type_kind(in->op == OP_CVT ? in->type2 : in->type) == 'S';
    const char *t = native_is_wide(g->pl, reg) ? "u64" : "u32", *ext = sign ? "(u64)(i64)(i32)" : "(u64)(u32)";
    char *base = NULL, *step = NULL;
    const struct value *m = v[0].cls == NC_SAME ? &v[1] : &v[0], *by = v[0].cls == NC_SAME ? &v[0] : &v[1];
    switch (in->op) {
    case OP_ADD:
    case OP_SUB:
        text_in(g, &base, "%s %c %s", v[0].base, in->op == OP_ADD ? '+' : '-', v[1].base);
        text_in(g, &step, "%s %c %s", v[0].step, in->op == OP_ADD ? '+' : '-', v[1].step);
        break;
    case OP_MUL:
    case OP_MAD:
        if (wide) {
            put_check(g, i, m, sign);
            text_in(g, &base, "%s(%s) * %s(%s)", ext, m->base, ext, by->base);
            text_in(g, &step, "(u64)(i64)(i32)(%s) * %s(%s)", m->step, ext, by->base);
        } else {
            text_in(g, &base, "(%s)(%s) * (%s)(%s)", t, m->base, t, by->base);
            text_in(g, &step, "(%s)(%s) * (%s)(%s)", t, m->step, t, by->base);
        }
        if (in->op == OP_MAD) {
            char *b = NULL, *s = NULL;
            text_in(g, &b, "%s + (%s)(%s)", base, t, v[2].base);
            text_in(g, &s, "%s + (%s)(%s)", step, t, v[2].step);
            free(base);
            free(step);
            base = b;
            step = s;
        }
        break;
    case OP_SHL:
        text_in(g, &base, "(u32)(%s) > %u ? 0 : (%s)(%s) << ((%s) & %u)", v[1].base, t[1] == '6' ? 63u : 31u, t,
                v[0].base, v[1].base, t[1] == '6' ? 63u : 31u);
        text_in(g, &step, "(u32)(%s) > %u ? 0 : (%s)(%s) << ((%s) & %u)", v[1].base, t[1] == '6' ? 63u : 31u, t,
                v[0].step, v[1].base, t[1] == '6' ? 63u : 31u);
        break;
    case OP_CVT:
        if (type_bits(in->type) == 64 && type_bits(in->type2) == 32) {
            put_check(g, i, &v[0], sign);
            text_in(g, &base, "%s(%s)", ext, v[0].base);
            text_in(g, &step, "(u64)(i64)(i32)(%s)", v[0].step);
            break;
        }
        text_in(g, &base, "(%s)(%s)", t, v[0].base);
        text_in(g, &step, "(%s)(%s)", t, v[0].step);
        break;
    default: /* mov, cvta: x, or x + u->imm */
        text_in(g, &base, "%s + (%s)0x%" PRIx64 "ull", v[0].base, t, strstr(u->text, "imm") ? u->imm : 0);
        text_in(g, &step, "%s", v[0].step);
        break;
    }
    gen_set_number(g, reg, k, base, step);
    free(base);
    free(step);
}

static void put_select(struct gen *g, u32 i, const struct guard *k)
{
    const struct uop *u = &g->pl->code[i];
    bool wide = type_bits(u->in->type) == 64;
    struct value a = gen_source(g, i, u->a, wide), b = gen_source(g, i, u->b, wide);
    u32 reg = native_reg_at(g->pl, i, u->d, true);
    char p[64], base[256], step[256];
    gen_truth(g, p, native_pred_at(g->pl, i, u->r, false), u->r_neg);
    if (g->pl->cls[reg] == NC_LANES) {
        char lane[512];
        snprintf(lane, sizeof lane, "(%s ? %s : %s)", p, a.lane, b.lane);
        gen_set_lane(g, reg, k, lane);
        return;
    }
    snprintf(base, sizeof base, "%s ? %s : %s", p, a.base, b.base);
    snprintf(step, sizeof step, "%s ? %s : %s", p, a.step, b.step);
    gen_set_number(g, reg, k, base, step);
}

static void put_setp(struct gen *g, u32 i, const struct guard *k)
{
    const struct uop *u = &g->pl->code[i];
    char t[4][5], r[64] = "", one[64];
    const char *expr;
    native_types(u->text, t, &expr);
    struct value a = gen_source(g, i, u->a, t[0][1] == '6'), b = gen_source(g, i, u->b, t[0][1] == '6');
    if (u->boolop)
        gen_truth(g, r, native_pred_at(g->pl, i, u->r, false), u->r_neg);
    const char *as = t[0][0] == 'f' ? (t[0][1] == '3' ? "f32_from" : "f64_from") : "";
    const char *join = u->boolop == PB_AND ? "&" : u->boolop == PB_OR ? "|" : "^";
    u32 to[2] = {native_pred_at(g->pl, i, u->p, true), native_pred_at(g->pl, i, u->q, true)};
    snprintf(one, sizeof one, "c%u", i);
    bool lanes = (to[0] != UINT32_MAX && g->pl->cls[to[0]] == NC_LANES) ||
                 (to[1] != UINT32_MAX && g->pl->cls[to[1]] == NC_LANES);
    for (u32 pass = 0; pass < 2; pass++) /* once as a number, if a result is one, and once in lanes */
        if (pass ? lanes
                 : (to[0] != UINT32_MAX && g->pl->cls[to[0]] != NC_LANES) ||
                       (to[1] != UINT32_MAX && g->pl->cls[to[1]] != NC_LANES)) {
            g->any_lanes |= pass;
            fprintf(pass ? g->lanes.to : g->numbers.to, "const bool %s%s = ({ %s x = %s(%s), y = %s(%s); %s; });\n",
                    pass ? "l" : "", one, c_type(t[0]), as, pass ? a.lane : a.base, as, pass ? b.lane : b.base, expr);
        }
    for (u32 q = 0; q < 2; q++) {
        if (to[q] == UINT32_MAX)
            continue;
        char text[256];
        snprintf(text, sizeof text, "%s%s%s %s %s", q ? "!" : "", g->pl->cls[to[q]] == NC_LANES ? "l" : "", one,
                 u->boolop ? join : "", r);
        gen_set_truth(g, to[q], k, text);
    }
}

static void put_logic(struct gen *g, u32 i, const struct guard *k)
{
    const struct uop *u = &g->pl->code[i];
    char a[64] = "false", b[64] = "false", text[200];
    if (u->a != NO_OPERAND)
        gen_truth(g, a, native_pred_at(g->pl, i, u->a, false), u->flags & 1);
    else if (u->flags & 1)
        strcpy(a, "true");
    if (u->b != NO_OPERAND)
        gen_truth(g, b, native_pred_at(g->pl, i, u->b, false), u->flags & 2);
    else if (u->flags & 2)
        strcpy(b, "true");
    const char *op = u->in->op == OP_AND ? "&" : u->in->op == OP_OR ? "|" : "^";
    if (u->in->op == OP_NOT || u->in->op == OP_MOV)
        snprintf(text, sizeof text, "%s%s", u->in->op == OP_NOT ? "!" : "", a);
    else
        snprintf(text, sizeof text, "%s %s %s", a, op, b);
    gen_set_truth(g, native_pred_at(g->pl, i, u->p, true), k, text);
}

static void put_pack(struct gen *g, u32 i, const struct guard *k)
{
    const struct uop *u = &g->pl->code[i];
    u32 reg = native_reg_at(g->pl, i, u->d, true), bits = (u32)u->imm;
    char text[1024] = "(0";
    size_t n = 2;
    for (u32 e = 0; e < u->vec; e++) {
        struct value v = gen_source(g, i, u->list[e], false);
        n += (size_t)snprintf(text + n, sizeof text - n, " | (u64)(%s & 0x%" PRIx64 "u) << %u",
                              g->pl->cls[reg] == NC_LANES ? v.lane : v.base, lanes_mask(bits), bits * e);
    }
    snprintf(text + n, sizeof text - n, ")");
    if (g->pl->cls[reg] == NC_LANES)
        gen_set_lane(g, reg, k, text);
    else
        gen_set_number(g, reg, k, text, "0");
}

static void put_unpack(struct gen *g, u32 i, const struct guard *k)
{
    const struct uop *u = &g->pl->code[i];
    struct value v = gen_source(g, i, u->a, u->words == 2);
    u32 bits = (u32)u->imm;
    fprintf(g->lanes.to, "const u64 w%u = %s;\n", i, v.cls == NC_LANES ? v.lane : v.lane);
    if (v.cls == NC_SAME)
        fprintf(g->numbers.to, "const u64 w%u = %s;\n", i, v.base);
    for (u32 e = 0; e < u->vec; e++) {
        if (u->list[e] == NO_OPERAND)
            continue;
        u32 reg = native_reg_at(g->pl, i, u->list[e], true);
        char text[128];
        snprintf(text, sizeof text, "(u32)(w%u >> %u & 0x%" PRIx64 "ull)", i, bits * e, lanes_mask(bits));
        if (g->pl->cls[reg] == NC_LANES)
            gen_set_lane(g, reg, k, text);
        else
            gen_set_number(g, reg, k, text, "0");
    }
}

void gen_operation(struct gen *g, u32 i)
{
    struct guard k = gen_guard(g, i);
    gen_count(g, i, &k);
    switch (g->pl->how[i]) {
    case NH_LANE: put_lane(g, i, &k); break;
    case NH_SELECT: put_select(g, i, &k); break;
    case NH_SETP: put_setp(g, i, &k); break;
    case NH_LOGIC: put_logic(g, i, &k); break;
    case NH_PACK: put_pack(g, i, &k); break;
    default: put_unpack(g, i, &k); break;
    }
}
