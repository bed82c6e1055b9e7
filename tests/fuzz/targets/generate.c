/* A random kernel: its frame, and the flow of control in it. It is free of races and of undefined behaviour: every
   register has a value, every access is within what the thread may touch, every loop ends. */
#include "generate.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words ---- */
u32 below(struct gen *g, u32 n)
{
    u64 z = g->random += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return (u32)((z ^ z >> 31) % n);
}

bool chance(struct gen *g, u32 percent)
{
    return below(g, 100) < percent;
}

void put(struct gen *g, u8 kind, const char *fmt, ...)
{
    va_list v;
    struct item i = {.kind = kind, .group = g->group};
    va_start(v, fmt);
    if (vasprintf(&i.text, fmt, v) < 0)
        abort();
    va_end(v);
    VEC_PUSH(&g->k->items, i);
}

const char *word(struct gen *g, const char *fmt, ...)
{
    char *to = g->ring[g->ring_at++ % COUNT_OF(g->ring)];
    va_list v;
    va_start(v, fmt);
    vsnprintf(to, sizeof g->ring[0], fmt, v);
    va_end(v);
    return to;
}

const char *reg(struct gen *g, char kind)
{
    u32 n = kind == 'r' ? N_R : kind == 'd' ? N_D : kind == 'f' ? N_F : kind == 'g' ? N_G : kind == 'h' ? N_H : N_P;
    return word(g, "%%%c%u", kind, below(g, n) + (kind == 'p'));
}

const char *guard(struct gen *g)
{
    return chance(g, 15) ? word(g, "@%s%s ", chance(g, 50) ? "!" : "", reg(g, 'p')) : "";
}

/* ---- Flow ---- */
static void body(struct gen *g, u32 n);

static u32 begin_group(struct gen *g)
{
    return g->group = ++g->n_groups;
}

static void put_if(struct gen *g)
{
    u32 id = begin_group(g);
    bool was = g->uniform, other = chance(g, 40);
    g->uniform = false;
    put(g, ITEM_GROUP, "@%s%s bra I%u;", ANY(g, "", "!"), reg(g, 'p'), id);
    body(g, 1 + below(g, 5));
    g->group = id;
    if (other) {
        put(g, ITEM_GROUP, "bra J%u;\nI%u:", id, id);
        body(g, 1 + below(g, 4));
        g->group = id;
        put(g, ITEM_GROUP, "J%u:", id);
    } else {
        put(g, ITEM_GROUP, "I%u:", id);
    }
    g->uniform = was;
}

static void put_switch(struct gen *g)
{
    u32 id = begin_group(g), n = 2 + below(g, 3);
    bool was = g->uniform;
    char list[100] = "";
    g->uniform = false;
    for (u32 i = 0; i < n; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%sW%u_%u", i ? ", " : "", id, i);
    put(g, ITEM_GROUP,
        "V%u: .branchtargets %s;\nand.b32 %%t0, %s, 7;\nmin.u32 %%t0, %%t0, %u;\nbrx.idx %%t0, V%u;\nW%u_0:", id,
        list, reg(g, 'r'), n - 1, id, id);
    for (u32 i = 1; i <= n; i++) {
        body(g, 1 + below(g, 3));
        g->group = id;
        if (i == n)
            put(g, ITEM_GROUP, "X%u:", id);
        else if (chance(g, 30))
            put(g, ITEM_GROUP, "W%u_%u:", id, i);
        else
            put(g, ITEM_GROUP, "bra X%u;\nW%u_%u:", id, id, i);
    }
    g->uniform = was;
}

struct loop {
    u32 id, n; /* group; number of its registers */
    u32 bits, step, rounds, stride;
    bool down, varies, top, has_break;
    char bound[48];
    const char *sign, *cmp, *goes_on;
};

static const char *opposite(const char *cmp)
{
    static const char *const pairs[][2] = {{"lt", "ge"}, {"le", "gt"}, {"gt", "le"}, {"ge", "lt"}, {"ne", "eq"}};
    for (u32 i = 0; i < COUNT_OF(pairs); i++)
        if (!strcmp(pairs[i][0], cmp))
            return pairs[i][1];
    return "ne";
}

static void plan_loop(struct gen *g, struct loop *l)
{
    u32 most = g->depth == 1 ? 13 : g->depth == 2 ? 6 : 3;
    l->bits = chance(g, 20) ? 64 : 32;
    l->step = chance(g, 60) ? 1 : 1 + below(g, 4);
    l->rounds = below(g, most + 1);
    l->down = chance(g, 25);
    l->varies = chance(g, 50);
    l->top = chance(g, 12);
    l->has_break = chance(g, 8);
    l->sign = l->bits == 64 ? ANY(g, "s64", "s64", "u64") : ANY(g, "s32", "s32", "u32");
    l->cmp = l->down ? ANY(g, "gt", "ge") : ANY(g, "lt", "le");
    if (l->down)
        l->sign = l->bits == 64 ? "s64" : "s32";
    if (!l->varies && chance(g, 25) && l->rounds) {
        l->cmp = "ne";
        l->top = false;
    }
}

/* Counter, bound and pointers before the loop */
static void put_loop_begin(struct gen *g, struct loop *l)
{
    char type = l->bits == 64 ? 'C' : 'c';
    u32 end = l->rounds * l->step;
    bool walks32 = !g->in_func && chance(g, 45), walks64 = chance(g, 35);
    char text[500];
    size_t n = 0;
    if (l->down)
        n += (size_t)snprintf(text, sizeof text, "mov.u%u %%%c%u, %u;\n", l->bits, type, l->n, end);
    else
        n += (size_t)snprintf(text, sizeof text, "mov.u%u %%%c%u, 0;\n", l->bits, type, l->n);
    if (l->varies) {
        n += (size_t)snprintf(text + n, sizeof text - n, "and.b32 %%t5, %s, %u;\n", reg(g, 'r'),
                              g->depth == 1 ? 7 : 3);
        if (l->down)
            n += (size_t)snprintf(text + n, sizeof text - n,
                                  l->bits == 64 ? "cvt.u64.u32 %%C%u, %%t5;\n" : "mov.u32 %%c%u, %%t5;\n", l->n);
        else
            n += (size_t)snprintf(text + n, sizeof text - n,
                                  l->bits == 64 ? "cvt.u64.u32 %%B%u, %%t5;\n" : "add.u32 %%b%u, %%t5, %u;\n", l->n,
                                  below(g, 3));
    }
    if (l->varies && !l->down)
        snprintf(l->bound, sizeof l->bound, "%%%c%u", l->bits == 64 ? 'B' : 'b', l->n);
    else
        snprintf(l->bound, sizeof l->bound, "%u", l->down ? 0 : end);
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "setp.eq.u32 %%q%u, %%z0, %%z0;\nsetp.ne.u32 %%o%u, %%z0, %%z0;\n", l->n, l->n);
    if (walks32)
        n += (size_t)snprintf(text + n, sizeof text - n, "mov.u32 %%w%u, %%a0;\n", l->n);
    if (walks64)
        n += (size_t)snprintf(text + n, sizeof text - n, "mov.u64 %%y%u, %%x0;\n", l->n);
    l->stride = chance(g, 50) ? 4 : 16;
    if (walks32 || walks64)
        g->stride = walks32 && walks64 ? l->stride : 4; /* an outer one may have another */
    l->stride = walks32 || walks64 ? g->stride : 4;
    g->walk32 = walks32 ? l->n : g->walk32;
    g->walk64 = walks64 ? l->n : g->walk64;
    if (chance(g, 15))
        n += (size_t)snprintf(text + n, sizeof text - n, ".pragma \"nounroll\";\n");
    n += (size_t)snprintf(text + n, sizeof text - n, "L%u:", l->id);
    if (l->top)
        snprintf(text + n, sizeof text - n, "\nsetp.%s.%s %%q%u, %%%c%u, %s;\n@%%q%u bra M%u;", opposite(l->cmp),
                 l->sign, l->n, type, l->n, l->bound, l->n, l->id);
    put(g, ITEM_GROUP, "%s", text);
    if (!g->in_func && l->bits == 32 &&
        chance(g, 50)) { /* an address that each round computes, and that is aligned */
        put(g, ITEM_GROUP, "and.b32 %%l%u, %%c%u, 7;\nshl.b32 %%m%u, %%l%u, 4;\nadd.s32 %%v%u, %%m%u, %%a0;", l->n,
            l->n, l->n, l->n, l->n, l->n);
        g->walkv = l->n;
    }
}

static void put_loop_end(struct gen *g, const struct loop *l, u32 was32, u32 was64)
{
    char type = l->bits == 64 ? 'C' : 'c', text[500];
    size_t n = 0;
    if (g->walk32 != was32)
        n += (size_t)snprintf(text + n, sizeof text - n, "add.s32 %%w%u, %%w%u, %u;\n", l->n, l->n, l->stride);
    if (g->walk64 != was64)
        n += (size_t)snprintf(text + n, sizeof text - n, "add.s64 %%y%u, %%y%u, %u;\n", l->n, l->n, l->stride);
    n += (size_t)snprintf(text + n, sizeof text - n, "%s.s%u %%%c%u, %%%c%u, %s%u;\n",
                          l->down && chance(g, 50) ? "sub" : "add", l->bits, type, l->n, type, l->n, "", l->step);
    if (l->down && strncmp(text + n - 1, "sub", 3)) { /* written again with its sign */
        char *at = strstr(text, "add.s32 %c");
        at = at ? at : strstr(text, "add.s64 %C");
        if (at)
            snprintf(at, sizeof text - (size_t)(at - text), "add.s%u %%%c%u, %%%c%u, -%u;\n", l->bits, type, l->n,
                     type, l->n, l->step);
        n = strlen(text);
    }
    if (chance(g, 20))
        n += (size_t)snprintf(text + n, sizeof text - n,
                              l->bits == 64 ? "xor.b64 %s, %s, %%C%u;\n" : "xor.b32 %s, %s, %%c%u;\n",
                              reg(g, l->bits == 64 ? 'd' : 'r'), reg(g, l->bits == 64 ? 'd' : 'r'), l->n);
    const char *test = l->top ? NULL : l->cmp;
    u32 form = below(g, 10);
    if (!test)
        n += (size_t)snprintf(text + n, sizeof text - n, "bra L%u;", l->id);
    else if (form < 6)
        n += (size_t)snprintf(text + n, sizeof text - n, "setp.%s.%s %%q%u, %%%c%u, %s;\n@%%q%u bra L%u;", test,
                              l->sign, l->n, type, l->n, l->bound, l->n, l->id);
    else if (form < 8)
        n += (size_t)snprintf(text + n, sizeof text - n, "setp.%s.%s %%q%u, %%%c%u, %s;\n@!%%q%u bra L%u;",
                              opposite(test), l->sign, l->n, type, l->n, l->bound, l->n, l->id);
    else
        n += (size_t)snprintf(text + n, sizeof text - n, "setp.%s.%s %%q%u, %%%c%u, %s;\n@%%q%u bra M%u;\nbra L%u;",
                              opposite(test), l->sign, l->n, type, l->n, l->bound, l->n, l->id, l->id);
    put(g, ITEM_GROUP, "%s\nM%u:", text, l->id);
    if (chance(g, 40))
        put(g, ITEM_GROUP, "selp.b32 %s, %s, %u, %%q%u;", reg(g, 'r'), reg(g, 'r'), below(g, 99), l->n);
    if (chance(g, 40))
        put(g, ITEM_GROUP, l->bits == 64 ? "add.s64 %s, %s, %%C%u;" : "add.s32 %s, %s, %%c%u;",
            reg(g, l->bits == 64 ? 'd' : 'r'), reg(g, l->bits == 64 ? 'd' : 'r'), l->n);
}

/* A value that the loop's first round does not have yet, and its neighbour */
static void put_late(struct gen *g, u32 n)
{
    const char *from = g->walkv == n ? word(g, "%%v%u", n) : g->in_func ? "%a4" : "%a0";
    const char *space = g->in_func ? ".local" : ".shared";
    u32 off = below(g, 4) * 4;
    put(g, ITEM_ONE, "ld%s.u32 %%e%u, [%s+%u];\nxor.b32 %s, %s, %%e%u;", space, n + 50, from, off ^ 4, reg(g, 'r'),
        reg(g, 'r'), n + 50);
    put(g, ITEM_ONE, "selp.b32 %s, %%e%u, %u, %%o%u;", reg(g, 'r'), n, below(g, 9), n);
    put(g, ITEM_ONE, "ld%s.u32 %%e%u, [%s+%u];\nsetp.eq.u32 %%o%u, %%z0, %%z0;", space, n, from, off, n);
}

static void put_loop(struct gen *g)
{
    struct loop l = {.id = begin_group(g), .n = ++g->n_loops};
    bool was = g->uniform;
    u32 was32 = g->walk32, was64 = g->walk64, wasv = g->walkv, stride = g->stride;
    g->depth++;
    plan_loop(g, &l);
    put_loop_begin(g, &l);
    g->uniform = was && !l.varies && !l.has_break;
    if (chance(g, 65)) { /* one block: what is unrolled */
        for (u32 i = 0, n = 1 + below(g, 4); i < n; i++) {
            if (chance(g, 50))
                put_memory(g);
            else
                put_arithmetic(g);
            if (chance(g, 20)) /* what the last round has left, if there was one */
                put(g, ITEM_ONE, "selp.b32 %s, %%e%u, %u, %%o%u;", reg(g, 'r'), l.n, below(g, 9), l.n);
            if (chance(g, 20) && l.n < 49)
                put_late(g, l.n);
            if (chance(g, 25))
                put(g, ITEM_ONE, l.bits == 64 ? "add.s64 %s, %s, %%C%u;" : "xor.b32 %s, %s, %%c%u;",
                    reg(g, l.bits == 64 ? 'd' : 'r'), reg(g, l.bits == 64 ? 'd' : 'r'), l.n);
        }
    } else {
        body(g, 1 + below(g, 5));
    }
    g->group = l.id;
    if (l.has_break) {
        put(g, ITEM_GROUP, "@%s bra M%u;", reg(g, 'p'), l.id);
        body(g, 1);
    }
    g->group = l.id;
    put_loop_end(g, &l, was32, was64);
    g->walk32 = was32;
    g->walk64 = was64;
    g->stride = stride;
    g->walkv = wasv;
    g->uniform = was;
    g->depth--;
}

/* A loop with two entries */
static void put_tangle(struct gen *g)
{
    u32 id = begin_group(g), n = ++g->n_loops;
    bool was = g->uniform;
    g->uniform = false;
    g->depth++;
    put(g, ITEM_GROUP, "mov.u32 %%c%u, %u;\n@%s bra K%u;\nL%u:", n, below(g, 3), reg(g, 'p'), id, id);
    body(g, 1 + below(g, 2));
    g->group = id;
    put(g, ITEM_GROUP, "K%u:", id);
    body(g, 1 + below(g, 3));
    g->group = id;
    put(g, ITEM_GROUP, "add.s32 %%c%u, %%c%u, 1;\nsetp.lt.s32 %%q%u, %%c%u, %u;\n@%%q%u bra L%u;", n, n, n, n,
        2 + below(g, 4), n, id);
    g->depth--;
    g->uniform = was;
}

void put_call(struct gen *g)
{
    if (g->in_func || !g->n_funcs) {
        put_arithmetic(g);
        return;
    }
    u32 f = below(g, g->n_funcs);
    const char *d = reg(g, 'r'), *a = reg(g, 'r'), *b = reg(g, 'd');
    if (f & 1)
        put(g, ITEM_ONE, "call (%s), f%u, (%s, %s, %%x0);", d, f, a, b);
    else
        put(g, ITEM_ONE,
            "{\n.param .b32 q0;\n.param .b64 q1;\n.param .b64 q2;\n.param .b32 q3;\nst.param.b32 [q0], %s;\n"
            "st.param.b64 [q1], %s;\nst.param.b64 [q2], %%x0;\ncall (q3), f%u, (q0, q1, q2);\nld.param.b32 %s, "
            "[q3];\n}",
            a, b, f, d);
}

static void body(struct gen *g, u32 n)
{
    for (u32 i = 0; i < n; i++) {
        u32 kind = below(g, 100), room = g->room ? g->room-- : 0;
        if (g->tensor && g->uniform && !g->in_func && chance(g, 25))
            put_tensor(g);
        else if (kind < 42 || !room)
            put_arithmetic(g);
        else if (kind < 68)
            put_memory(g);
        else if (kind < 71)
            put_array(g);
        else if (kind < 72)
            put_dead(g);
        else if (kind < 78)
            put_warp(g);
        else if (kind < 81)
            put_call(g);
        else if (kind < 88)
            put_if(g);
        else if (kind < 90)
            put_switch(g);
        else if (kind < 98 && g->depth < 3)
            put_loop(g);
        else if (kind < 99 && g->depth < 2)
            put_tangle(g);
        else if (g->quits && !g->in_func)
            put(g, ITEM_ONE, "@%s%s %s;", ANY(g, "", "!"), reg(g, 'p'), ANY(g, "exit", "ret", "bra END"));
        else
            put_arithmetic(g);
    }
}

/* ---- The frame ---- */
#define REGISTERS                                                                                                    \
    ".reg .pred %%p<5>; .reg .pred %%q<99>; .reg .b32 %%r<10>; .reg .b32 %%t<6>; .reg .b32 %%c<99>; .reg .b32 "      \
    "%%b<99>;\n"                                                                                                     \
    ".reg .b32 %%w<99>; .reg .b32 %%a<6>; .reg .b32 %%z<3>; .reg .b64 %%d<6>; .reg .b64 %%u<4>; .reg .b64 %%x<7>;\n" \
    ".reg .b32 %%e<99>; .reg .b32 %%l<99>; .reg .b32 %%m<99>; .reg .b32 %%v<99>; .reg .pred %%o<99>; .reg .b64 "     \
    "%%C<99>; .reg .b64 %%B<99>; .reg .b64 %%y<99>; .reg .f32 %%f<5>; .reg .f64 %%g<3>; .reg .b16 %%h<3>;\n"

static void start(struct gen *g, char kind, u32 n, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
static void start(struct gen *g, char kind, u32 n, const char *fmt, ...)
{
    static const char *const names[][10] = {{"%r0", "%r1", "%r2", "%r3", "%r4", "%r5", "%r6", "%r7", "%r8", "%r9"},
                                            {"%d0", "%d1", "%d2", "%d3", "%d4", "%d5"},
                                            {"%f0", "%f1", "%f2", "%f3", "%f4"},
                                            {"%g0", "%g1", "%g2"},
                                            {"%h0", "%h1", "%h2"},
                                            {"%p0", "%p1", "%p2", "%p3", "%p4"},
                                            {"%t0", "%t1", "%t2", "%t3", "%t4", "%t5"},
                                            {"%u0", "%u1", "%u2", "%u3"}};
    char text[300];
    va_list v;
    va_start(v, fmt);
    vsnprintf(text, sizeof text, fmt, v);
    va_end(v);
    put(g, ITEM_START, "%s", text);
    g->k->items.at[g->k->items.n - 1].reg = names[strchr("rdfghptu", kind) - "rdfghptu"][n];
}

static void first_values(struct gen *g)
{
    for (u32 i = g->in_func; i < N_R; i++)
        start(g, 'r', i, "mad.lo.u32 %%r%u, %%z0, %u, %u;", i, 7 * i + 1, 13 * i);
    for (u32 i = g->in_func; i < N_D; i++)
        start(g, 'd', i, "mul.wide.u32 %%d%u, %%z0, %u;", i, 1000003 * (i + 1));
    for (u32 i = 0; i < N_F; i++)
        start(g, 'f', i, "cvt.rn.f32.u32 %%f%u, %%z0;\nsub.f32 %%f%u, %%f%u, 0f%08X;", i, i, i,
              0x40000000u + (i << 21));
    for (u32 i = 0; i < N_G; i++)
        start(g, 'g', i, "cvt.rn.f64.u32 %%g%u, %%z0;", i);
    for (u32 i = 0; i < N_H; i++)
        start(g, 'h', i, "cvt.u16.u32 %%h%u, %%z0;", i);
    for (u32 i = 1; i <= N_P; i++)
        start(g, 'p', i, "and.b32 %%t0, %%z0, %u;\nsetp.eq.u32 %%p%u, %%t0, 0;", i, i);
    for (u32 i = 0; i < 6; i++) /* temporaries are addresses that may be used */
        start(g, 't', i, "mov.u32 %%t%u, 0;", i);
    for (u32 i = 0; i < 4; i++)
        start(g, 'u', i, "mov.u64 %%u%u, %%x0;", i);
}

static void put_func(struct gen *g, u32 n)
{
    g->in_func = true;
    g->group = ++g->n_groups;
    if (n & 1)
        put(g, ITEM_GROUP,
            ".func (.reg .b32 o) f%u (.reg .b32 i, .reg .b64 j, .reg .b64 at) {\n" REGISTERS
            ".local .align 16 .b8 loc[256];\nmov.b32 %%r0, i;\nmov.b64 %%d0, j;\nmov.b64 %%x0, at;",
            n);
    else
        put(g, ITEM_GROUP,
            ".func (.param .b32 o) f%u (.param .b32 i, .param .b64 j, .param .b64 at) {\n" REGISTERS
            ".local .align 16 .b8 loc[256];\nld.param.b32 %%r0, [i];\nld.param.b64 %%d0, [j];\n"
            "ld.param.b64 %%x0, [at];",
            n);
    put(g, ITEM_FIXED, "%s", "");
    g->k->items.at[g->k->items.n - 1].kind = ITEM_GROUP;
    free(g->k->items.at[g->k->items.n - 1].text);
    g->k->items.at[g->k->items.n - 1].text = strdup(
        "mov.u32 %z0, %tid.x;\nmov.u32 %a4, loc;\nmov.u64 %x1, tab;\nmov.u64 %x6, loc;\ncvta.local.u64 %x6, %x6;\n"
        "mov.u32 %t0, 0;\nZ: mad.lo.u32 %t1, %t0, 4, %a4;\nst.local.u32 [%t1], %t0;\nadd.u32 %t0, %t0, 1;\n"
        "setp.lt.u32 %q98, %t0, 64;\n@%q98 bra Z;");
    u32 id = g->group;
    first_values(g);
    body(g, 3 + below(g, 8));
    g->group = id;
    put(g, ITEM_GROUP, "xor.b32 %%r0, %%r0, %%r1;\ncvt.u32.u64 %%t0, %%d0;\nadd.u32 %%r0, %%r0, %%t0;\n%s\nret;\n}",
        n & 1 ? "mov.b32 o, %r0;" : "st.param.b32 [o], %r0;");
    g->in_func = false;
}

static void shuffle(struct gen *g, const char **list, u32 n)
{
    for (u32 i = n; i > 1; i--) {
        u32 k = below(g, i);
        const char *was = list[i - 1];
        list[i - 1] = list[k];
        list[k] = was;
    }
}

/* Declared in one order, and named for the first time in another: a linker and an emulator may disagree. */
static void put_arrays(struct gen *g)
{
    u32 own = g->solo ? OWN : OWN * 64;
    const char *list[] = {".shared .align 4 .b8 odd[12];", ".shared .align 16 .b8 A[%u];",
                          ".shared .align 4 .b8 B[%u];", ".shared .align 4 .b8 S[32];"};
    shuffle(g, list, COUNT_OF(list));
    for (u32 i = 0; i < COUNT_OF(list); i++) {
        char text[100];
        const char *size = strstr(list[i], "%u");
        snprintf(text, sizeof text, "%.*s", size ? (int)(size - list[i]) : 80, list[i]);
        if (size)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%u];", own);
        put(g, ITEM_FIXED, "%s", text);
    }
}

static void put_bases(struct gen *g)
{
    const char *list[] = {"mov.u32 %a0, A;", "mov.u32 %a1, B;", "mov.u32 %a2, E1;", "mov.u32 %a3, E2;"};
    shuffle(g, list, COUNT_OF(list));
    for (u32 i = 0; i < COUNT_OF(list); i++)
        put(g, ITEM_FIXED, "%s", list[i]);
    put(g, ITEM_FIXED,
        "mul.lo.u32 %%t0, %%z0, %u;\nadd.u32 %%a0, %%a0, %%t0;\nadd.u32 %%a1, %%a1, %%t0;\nadd.u32 %%a2, %%a2, "
        "%%t0;\n"
        "add.u32 %%a3, %%a3, %%t0;\nmov.u32 %%a4, loc;\nmov.u64 %%x1, tab;\nmov.u64 %%x6, loc;\n"
        "cvta.local.u64 %%x6, %%x6;\ncvt.u64.u32 %%x2, %%a0;\ncvta.shared.u64 %%x2, %%x2;",
        OWN);
}

static void put_head(struct gen *g)
{
    put(g, ITEM_FIXED,
        ".version 7.8\n.target sm_80\n.address_size 64\n.extern .shared .align 16 .b8 E1[];\n"
        ".extern .shared .align 16 .b8 E2[];\n.global .align 16 .b8 garr[256];\n"
        ".const .align 16 .b32 tab[64] = {7, 1, 99, 5, 4294967295, 12, 8, 3, 77, 2147483648};");
    for (u32 n = 0; n < g->n_funcs; n++)
        put_func(g, n);
    put(g, ITEM_FIXED,
        ".visible .entry k (.param .u64 out, .param .u64 in, .param .u32 n, .param .u64 tex) {\n" REGISTERS
        ".local .align 16 .b8 loc[256];");
    put_arrays(g);
    if (chance(g, 50))
        put(g, ITEM_ONE, "st.shared.u32 [odd], 0;");
    put(g, ITEM_FIXED, "%s",
        "ld.param.u64 %x0, [out];\nld.param.u64 %x3, [in];\nld.param.u64 %x5, [tex];\ncvta.to.global.u64 %x4, %x0;\n"
        "cvta.to.global.u64 %x3, %x3;\nmov.u32 %z0, %tid.x;\nmov.u32 %t0, %ntid.x;\nsub.u32 %z2, %t0, 1;\n"
        "mov.u32 %t1, %ctaid.x;\nmad.lo.u32 %t1, %t1, %t0, %z0;\nmov.u32 %t2, %nctaid.x;\nmul.lo.u32 %t2, %t2, %t0;\n"
        "mul.wide.u32 %u0, %t2, 1024;\nadd.u64 %x4, %x4, %u0;\nmul.wide.u32 %u0, %t1, 1024;\nadd.u64 %x0, %x0, %u0;\n"
        "activemask.b32 %z1;");
    put_bases(g);
    put(g, ITEM_FIXED, "%s",
        "mov.u32 %t0, 0;\nZ: shl.b32 %t1, %t0, 2;\nadd.u32 %t2, %a0, %t1;\nmad.lo.u32 %t3, %t0, 77, %z0;\n"
        "st.shared.u32 [%t2], %t3;\nadd.u32 %t2, %a1, %t1;\nst.shared.u32 [%t2], %t0;\nadd.u32 %t2, %a2, %t1;\n"
        "st.shared.u32 [%t2], %t3;\nadd.u32 %t2, %a4, %t1;\nst.local.u32 [%t2], %t3;\ncvt.u64.u32 %u0, %t1;\n"
        "add.u64 %u0, %u0, %x0;\nst.global.u32 [%u0], %t3;\nadd.u32 %t0, %t0, 1;\nsetp.lt.u32 %q98, %t0, 64;\n"
        "@%q98 bra Z;\nst.shared.v4.u32 [%a2], {%t0, %t1, %t2, %t3};");
    if (!g->quits)
        put(g, ITEM_FIXED, "%s",
            "and.b32 %t0, %z0, 7;\nmov.u32 %t1, S;\nmad.lo.u32 %t1, %t0, 4, %t1;\nst.shared.u32 [%t1], 0;\n"
            "bar.sync 0;");
    first_values(g);
}

static void put_tail(struct gen *g)
{
    u32 at = OWN;
    for (u32 i = 0; i < N_R; i++, at += 4)
        put(g, ITEM_ONE, "st.global.u32 [%%x0+%u], %%r%u;", at, i);
    at += at % 8;
    for (u32 i = 0; i < N_D; i++, at += 8)
        put(g, ITEM_ONE, "st.global.u64 [%%x0+%u], %%d%u;", at, i);
    for (u32 i = 0; i < N_G; i++, at += 8)
        put(g, ITEM_ONE, "st.global.f64 [%%x0+%u], %%g%u;", at, i);
    for (u32 i = 0; i < N_F; i++, at += 4)
        put(g, ITEM_ONE, "st.global.f32 [%%x0+%u], %%f%u;", at, i);
    for (u32 i = 0; i < N_H; i++, at += 4)
        put(g, ITEM_ONE, "cvt.u32.u16 %%t0, %%h%u;\nst.global.u32 [%%x0+%u], %%t0;", i, at);
    for (u32 i = 1; i <= N_P; i++, at += 4)
        put(g, ITEM_ONE, "selp.u32 %%t0, 1, 0, %%p%u;\nst.global.u32 [%%x0+%u], %%t0;", i, at);
    put(g, ITEM_ONE,
        "mov.u32 %%t0, 0;\nmov.u32 %%t3, 17;\nY: shl.b32 %%t1, %%t0, 2;\nadd.u32 %%t2, %%a0, %%t1;\n"
        "ld.shared.u32 %%t4, [%%t2];\nxor.b32 %%t3, %%t3, %%t4;\nmul.lo.u32 %%t3, %%t3, 16777619;\nadd.u32 %%t2, "
        "%%a1, %%t1;\n"
        "ld.shared.u32 %%t4, [%%t2];\nxor.b32 %%t3, %%t3, %%t4;\nmul.lo.u32 %%t3, %%t3, 16777619;\nadd.u32 %%t2, "
        "%%a2, %%t1;\n"
        "ld.shared.u32 %%t4, [%%t2];\nxor.b32 %%t3, %%t3, %%t4;\nmul.lo.u32 %%t3, %%t3, 16777619;\nadd.u32 %%t2, "
        "%%a4, %%t1;\n"
        "ld.local.u32 %%t4, [%%t2];\nxor.b32 %%t3, %%t3, %%t4;\nmul.lo.u32 %%t3, %%t3, 16777619;\nadd.u32 %%t0, "
        "%%t0, 1;\n"
        "setp.lt.u32 %%q98, %%t0, 64;\n@%%q98 bra Y;\nst.global.u32 [%%x0+%u], %%t3;",
        at);
    if (!g->quits)
        put(g, ITEM_ONE,
            "bar.sync 0;\nand.b32 %%t0, %%z0, 7;\nmov.u32 %%t1, S;\nmad.lo.u32 %%t1, %%t0, 4, %%t1;\n"
            "ld.shared.u32 %%t2, [%%t1];\nst.global.u32 [%%x0+%u], %%t2;",
            at + 4);
    put(g, ITEM_FIXED, "END: ret;\n}");
}

void kernel_generate(struct kernel *k, u64 seed)
{
    static const u32 blocks[] = {32, 64, 37, 48};
    struct gen g = {.k = k, .random = seed * 0x2545f4914f6cdd1dull + 1, .uniform = true};
    *k = (struct kernel){.seed = seed};
    below(&g, 2);
    g.solo = chance(&g, 30);
    g.quits = chance(&g, 25);
    g.n_funcs = chance(&g, 25) ? 1 + below(&g, 2) : 0;
    g.room = 60;
    k->block = g.solo ? 1 : blocks[below(&g, COUNT_OF(blocks))];
    k->grid = g.solo ? 1 : 1 + below(&g, 2);
    k->tensor = g.tensor = seed % 3 == 2 && !g.solo && !g.quits;
    if (g.tensor)
        k->block = seed % 2 ? 32 : 64;
    put_head(&g);
    body(&g, 8 + below(&g, 24));
    put_tail(&g);
}

char *kernel_text(const struct kernel *k)
{
    size_t n = 100;
    for (size_t i = 0; i < k->items.n; i++)
        n += k->items.at[i].gone ? 0 : strlen(k->items.at[i].text) + 1;
    char *text = malloc(n);
    size_t at =
        (size_t)snprintf(text, n, "// grid %u block %u seed %llu\n", k->grid, k->block, (unsigned long long)k->seed);
    for (size_t i = 0; i < k->items.n; i++)
        if (!k->items.at[i].gone)
            at += (size_t)snprintf(text + at, n - at, "%s\n", k->items.at[i].text);
    return text;
}

void kernel_launch(const char *text, u32 *grid, u32 *block)
{
    if (sscanf(text, "// grid %u block %u", grid, block) != 2)
        *grid = *block = 1;
}

void kernel_free(struct kernel *k)
{
    for (size_t i = 0; i < k->items.n; i++)
        free(k->items.at[i].text);
    VEC_FREE(&k->items);
}
