/* Accesses to memory. Every thread has a part of each array for itself, so that the order in which threads come does
   not matter; what threads share is added to and never read, or changes hands at a barrier. */
#include <string.h>

#include "generate.h"

struct area {
    const char *space, *base[2], *symbol[2];
    u32 width; /* most that an access may have */
    bool wide; /* its addresses have 64 bits */
    bool constant, own_symbol, in_funcs;
};
static const struct area areas[] = {
    {".shared", {"%a0", "%a0"}, {"A", "A"}, 16, false, false, false, false},
    {".shared", {"%a1", "%a1"}, {"B", "B"}, 4, false, false, false, false},
    {".shared", {"%a2", "%a3"}, {"E1", "E2"}, 16, false, false, false, false},
    {".local", {"%a4", "%a4"}, {"loc", "loc"}, 16, false, false, true, true},
    {".global", {"%x0", "%x0"}, {"garr", "garr"}, 16, true, false, false, true},
    {"", {"%x0", "%x2"}, {NULL, NULL}, 16, true, false, false, false},
    {"", {"%x0", "%x6"}, {NULL, NULL}, 16, true, false, false, true},
    {".global", {"%x3", "%x3"}, {NULL, NULL}, 16, true, true, false, false},
    {".const", {"%x1", "%x1"}, {"tab", "tab"}, 16, true, true, true, true},
};

struct place {
    const struct area *a;
    const char *base;
    u32 span, width; /* offsets from it; the most that an access may have */
};

/* Where accesses of one piece go; text that computes their base is in `before`. */
static struct place find_place(struct gen *g, char *before, size_t n)
{
    struct place p = {.span = OWN / 4};
    do
        p.a = &areas[below(g, COUNT_OF(areas))];
    while (g->in_func && !p.a->in_funcs);
    u32 which = below(g, 2);
    p.width = p.a->width;
    p.base = p.a->base[which];
    *before = 0;
    if (p.a == &areas[0] && g->walk32 && chance(g, 60)) {
        p.base = word(g, "%%w%u", g->walk32);
        p.span = 16;
        p.width = g->stride;
    } else if (!strcmp(p.a->space, ".global") && !p.a->constant && g->walk64 && chance(g, 60)) {
        p.base = word(g, "%%y%u", g->walk64);
        p.span = 16;
        p.width = g->stride;
    } else if (p.a == &areas[0] && g->walkv && chance(g, 50)) {
        p.base = word(g, "%%v%u", g->walkv);
        p.span = 16;
    } else if (p.a->symbol[0] && (p.a->own_symbol || (g->solo && !g->in_func)) && chance(g, 50)) {
        p.base = p.a->symbol[which];
        p.span = 32;
    } else if (chance(g, 50)) {
        u32 t = below(g, 4), step = p.a->width == 4 ? 4 : 16;
        p.span = 32;
        if (p.a->wide)
            snprintf(before, n, "and.b32 %%t5, %s, 7;\nmul.wide.u32 %%u3, %%t5, %u;\nadd.s64 %%u%u, %s, %%u3;\n",
                     reg(g, 'r'), step, t % 3, p.base);
        else
            snprintf(before, n, "and.b32 %%t5, %s, 7;\nmad.lo.u32 %%t%u, %%t5, %u, %s;\n", reg(g, 'r'), t, step,
                     p.base);
        p.base = p.a->wide ? word(g, "%%u%u", t % 3) : word(g, "%%t%u", t);
    }
    return p;
}

static void vector(struct gen *g, char kind, u32 n, char *buf, size_t size)
{
    u32 all = kind == 'r' ? N_R : kind == 'd' ? N_D : N_F, from = below(g, all - n + 1);
    size_t at = (size_t)snprintf(buf, size, "{");
    for (u32 i = 0; i < n; i++)
        at += (size_t)snprintf(buf + at, size - at, "%s%%%c%u", i ? ", " : "", kind, from + i);
    snprintf(buf + at, size - at, "}");
}

static void one_access(struct gen *g, const struct place *p, const char *guarded, char *to, size_t n)
{
    static const struct {
        const char *name;
        char reg;
        u8 bytes;
    } types[] = {{"u8", 'r', 1},  {"s8", 'r', 1},  {"u16", 'r', 2}, {"s16", 'r', 2}, {"u32", 'r', 4},
                 {"u32", 'r', 4}, {"s32", 'r', 4}, {"b32", 'r', 4}, {"b32", 'r', 4}, {"f32", 'f', 4},
                 {"f32", 'f', 4}, {"b64", 'd', 8}, {"u64", 'd', 8}, {"f64", 'g', 8}, {"u8", 'd', 1},
                 {"s8", 'd', 1},  {"s8", 'h', 1},  {"u8", 'h', 1},  {"u16", 'h', 2}, {"u16", 'd', 2},
                 {"s16", 'd', 2}, {"u32", 'd', 4}, {"s32", 'd', 4}, {"b32", 'd', 4}};
    u32 t, vec = 1;
    do
        t = below(g, COUNT_OF(types));
    while (types[t].bytes > p->width);
    while (chance(g, 15) && types[t].bytes >= 4 && types[t].reg != 'g' && types[t].bytes * vec * 2 <= p->width)
        vec *= 2;
    u32 bytes = types[t].bytes * vec, off = below(g, p->span / bytes) * bytes;
    bool store = !p->a->constant && chance(g, 45);
    char value[80];
    if (vec > 1)
        vector(g, types[t].reg, vec, value, sizeof value);
    else
        snprintf(value, sizeof value, "%s",
                 store && chance(g, 15) && types[t].reg == 'r' ? word(g, "%u", below(g, 99)) : reg(g, types[t].reg));
    bool plain = !strcmp(p->a->space, ".shared") || !strcmp(p->a->space, ".global");
    if (chance(g, 4) && plain && vec == 1 && types[t].bytes >= 4 && !p->a->constant) {
        if (store)
            snprintf(to, n, "%sst.%s.cta%s.%s [%s+%u], %s;", guarded, ANY(g, "relaxed", "release"), p->a->space,
                     types[t].name, p->base, off, value);
        else
            snprintf(to, n, "%sld.%s.gpu%s.%s %s, [%s+%u];", guarded, ANY(g, "relaxed", "acquire"), p->a->space,
                     types[t].name, value, p->base, off);
        return;
    }
    const char *how = chance(g, 4) && strcmp(p->a->space, ".const")                                  ? ".volatile"
                      : p->a->constant && !strcmp(p->a->space, ".global") && !store && chance(g, 30) ? "nc"
                                                                                                     : "";
    const char *v = vec == 1 ? "" : vec == 2 ? ".v2" : ".v4";
    if (store)
        snprintf(to, n, "%sst%s%s%s.%s [%s+%u], %s;", guarded, how, p->a->space, v, types[t].name, p->base, off,
                 value);
    else if (!strcmp(how, "nc"))
        snprintf(to, n, "%sld%s.nc%s.%s %s, [%s+%u];", guarded, p->a->space, v, types[t].name, value, p->base, off);
    else
        snprintf(to, n, "%sld%s%s%s.%s %s, [%s+%u];", guarded, how, p->a->space, v, types[t].name, value, p->base,
                 off);
}

/* Neighbouring words, as unrolled code has them */
static void put_neighbours(struct gen *g, const struct place *p, const char *before)
{
    u32 at = below(g, p->span / 16) * 16, n = 2 + below(g, 3);
    char text[600];
    size_t len = (size_t)snprintf(text, sizeof text, "%s", before);
    for (u32 i = 0; i < n; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%sld%s.u32 %s, [%s+%u];", i ? "\n" : "", p->a->space,
                                reg(g, 'r'), p->base, at + 4 * below(g, 4));
    put(g, ITEM_ONE, "%s", text);
}

static void put_atomic(struct gen *g)
{
    static const char *const ops[] = {"add.u32", "max.u32", "min.s32", "or.b32", "xor.b32", "add.s32"};
    u32 op = below(g, COUNT_OF(ops));
    const char *v = source(g, 'r');
    switch (below(g, g->in_func ? 2 : 5)) {
    case 0:
        put(g, ITEM_ONE, "%satom.global.%s %s, [%%x0+%u], %s;", guard(g), ops[op], reg(g, 'r'), below(g, 64) * 4, v);
        break;
    case 1:
        put(g, ITEM_ONE, "%satom.%s %s, [%%x0+%u], %s%s%s;", guard(g), chance(g, 50) ? "cas.b32" : "cas.b32",
            reg(g, 'r'), below(g, 64) * 4, reg(g, 'r'), ", ", reg(g, 'r'));
        break;
    case 2:
        put(g, ITEM_ONE, "%satom.shared.%s %s, [%%a%u+%u], %s;", guard(g), ops[op], reg(g, 'r'), below(g, 4),
            below(g, 64) * 4, v);
        break;
    case 3: put(g, ITEM_ONE, "%sred.global.%s [%%x4+%u], %s;", guard(g), ops[op], op % 5 * 4, v); break;
    default:
        if (g->quits)
            put(g, ITEM_ONE, "%sred.shared.%s [%%a0+%u], %s;", guard(g), ops[op], op % 5 * 4, v);
        else
            put(g, ITEM_ONE, "%sred.shared.%s [S+%u], %s;", guard(g), ops[op], op % 5 * 4, v);
        break;
    }
}

/* One place by two names: what is written late by one is read by the other. */
static void put_alias(struct gen *g)
{
    static const struct {
        const char *to, *at, *from, *by;
        bool solo;
    } pairs[] = {{".shared", "E1", ".shared", "E2", true},  {".shared", "%a2", ".shared", "%a3", false},
                 {".shared", "%a0", "", "%x2", false},      {"", "%x2", ".shared", "%a0", false},
                 {".global", "%x0", "", "%x0", false},      {".local", "loc", "", "%x6", false},
                 {"", "%x6", ".local", "%a4", false},       {".shared", "A", ".shared", "%a0", true},
                 {".shared", "%a3", ".shared", "E1", true}, {".local", "%a4", ".local", "loc", false}};
    u32 k, off = below(g, 8) * 4;
    do
        k = below(g, COUNT_OF(pairs));
    while (pairs[k].solo && !g->solo);
    const char *a = reg(g, 'r'), *b = reg(g, 'r'), *d = reg(g, 'r');
    put(g, ITEM_ONE, "mul.lo.u32 %%t5, %s, %s;\nxor.b32 %%t5, %%t5, %s;\nst%s.u32 [%s+%u], %%t5;", a, b, a,
        pairs[k].to, pairs[k].at, off);
    put(g, ITEM_ONE, "ld%s.u32 %%t5, [%s+%u];\nadd.u32 %s, %s, %%t5;", pairs[k].from, pairs[k].by, off, d, b);
}

void put_memory(struct gen *g)
{
    char before[200], text[900];
    u32 kind = below(g, 100);
    if (kind < 8) {
        put_atomic(g);
        return;
    }
    if (kind > 92 && !g->in_func) {
        put_alias(g);
        return;
    }
    if (kind < 11 && !g->in_func) {
        put(g, ITEM_ONE, "and.b32 %%t4, %s, 255;\ntex.1d.v4.u32.s32 {%%r1, %%r2, %%r3, %%r4}, [%%x5, {%%t4}];",
            reg(g, 'r'));
        return;
    }
    if (kind < 13 && !g->in_func) {
        u32 bytes = 4u << below(g, 3);
        put(g, ITEM_ONE, "cp.async.ca.shared.global [%%a0+%u], [%%x3+%u], %u;\ncp.async.wait_all;",
            below(g, OWN / bytes) * bytes, below(g, OWN / bytes) * bytes, bytes);
        return;
    }
    struct place p = find_place(g, before, sizeof before);
    if (kind < 30) {
        put_neighbours(g, &p, before);
        return;
    }
    const char *guarded = guard(g);
    size_t len = (size_t)snprintf(text, sizeof text, "%s", before);
    for (u32 i = 0, n = 1 + below(g, 2); i < n; i++) {
        if (i)
            text[len++] = '\n';
        one_access(g, &p, guarded, text + len, sizeof text - len);
        len += strlen(text + len);
    }
    put(g, ITEM_ONE, "%s", text);
}

/* ---- What threads do together ---- */
static void put_barrier(struct gen *g)
{
    if (chance(g, 30)) {
        put(g, ITEM_ONE, "%s",
            ANY(g, "bar.sync 0;", "membar.cta;", "bar.warp.sync 0xffffffff;", "fence.acq_rel.cta;"));
        return;
    }
    u32 off = below(g, OWN / 4) * 4; /* every thread gives a word, and takes its neighbour's */
    put(g, ITEM_ONE,
        "st.shared.u32 [%%a0+%u], %s;\nbar.sync 0;\nxor.b32 %%t0, %%z0, %u;\nmin.u32 %%t0, %%t0, %%z2;\n"
        "mov.u32 %%t1, A;\nmad.lo.u32 %%t1, %%t0, %u, %%t1;\nld.shared.u32 %s, [%%t1+%u];\nbar.sync 0;",
        off, reg(g, 'r'), 1 + below(g, 7), OWN, reg(g, 'r'), off);
}

void put_warp(struct gen *g)
{
    if (g->in_func || g->quits) {
        put_arithmetic(g);
        return;
    }
    if (g->uniform && chance(g, 50)) {
        put_barrier(g);
        return;
    }
    const char *mask = g->uniform && chance(g, 50) ? "%z1" : "%t4", *d = reg(g, 'r'), *a = reg(g, 'r');
    const char *who = *(mask + 1) == 't' ? "activemask.b32 %t4;\n" : "";
    switch (below(g, 8)) {
    case 6: put(g, ITEM_ONE, "%smatch.any.sync.b32 %s, %s, %s;", who, d, a, mask); break;
    case 7: put(g, ITEM_ONE, "%select.sync %s|%s, %s;", who, d, reg(g, 'p'), mask); break;
    case 0:
    case 1:
        put(g, ITEM_ONE, "%sshfl.sync.%s.b32 %s, %s, %u, 31, %s;", who, ANY(g, "bfly", "idx"), d, a, below(g, 8),
            mask);
        break;
    case 2:
        put(g, ITEM_ONE, "%sshfl.sync.%s.b32 %s|%s, %s, %u, %u, %s;", who, chance(g, 50) ? "up" : "down", d,
            reg(g, 'p'), a, 1 + below(g, 3), 31u, mask);
        break;
    case 3: put(g, ITEM_ONE, "%svote.sync.ballot.b32 %s, %s, %s;", who, d, reg(g, 'p'), mask); break;
    case 4:
        put(g, ITEM_ONE, "%svote.sync.%s.pred %s, %s, %s;", who, ANY(g, "any", "all"), reg(g, 'p'), reg(g, 'p'),
            mask);
        break;
    default: put(g, ITEM_ONE, "%sredux.sync.%s.u32 %s, %s, %s;", who, ANY(g, "add", "min", "max"), d, a, mask); break;
    }
}
