/* Small arrays of a thread, which a compiler may keep in registers: words of 32 and 64 bits, read and written at
   known places, at places that data choose, and in loops; by registers of each width that takes them. Every word is
   written before it is read, and no address goes anywhere else. And code that nothing reaches. */
#include "generate.h"

#include <string.h>

struct array {
    u32 id, words, bits; /* its number; how many elements, of so many bits */
};

/* A type of the array's width, a register for it, and what a store may have instead */
static const char *element(struct gen *g, const struct array *a, bool store, const char **value)
{
    const char *type =
        a->bits == 64 ? ANY(g, "b64", "u64", "s64", "f64") : ANY(g, "b32", "u32", "s32", "u32", "s32", "f32");
    if (!strcmp(type, "f32"))
        *value = reg(g, 'f');
    else if (!strcmp(type, "f64"))
        *value = reg(g, 'g');
    else if (a->bits == 32 && store && chance(g, 15))
        *value = word(g, "%u", below(g, 1000));
    else
        *value = reg(g, a->bits == 64 || chance(g, 50) ? 'd' : 'r');
    return type;
}

static void put_known(struct gen *g, const struct array *a)
{
    bool store = chance(g, 45);
    const char *x, *y, *type = element(g, a, store, &x);
    u32 bytes = a->bits / 8, at = below(g, a->words) * bytes;
    if (chance(g, 20) && a->words > 1) { /* two at once */
        at = at / (2 * bytes) * 2 * bytes;
        x = reg(g, a->bits == 64 || chance(g, 50) ? 'd' : 'r');
        y = word(g, "%%%c%u", x[1], (u32)(x[2] - '0' + 1) % (x[1] == 'd' ? N_D : N_R));
        type = a->bits == 64 ? "b64" : ANY(g, "u32", "s32", "b32");
        if (store)
            put(g, ITEM_ONE, "%sst.local.v2.%s [%%ha%u+%u], {%s, %s};", guard(g), type, a->id, at, x, y);
        else
            put(g, ITEM_ONE, "%sld.local.v2.%s {%s, %s}, [%%ha%u+%u];", guard(g), type, x, y, a->id, at);
    } else if (store) {
        put(g, ITEM_ONE, "%sst.local.%s [%%ha%u+%u], %s;", guard(g), type, a->id, at, x);
    } else {
        put(g, ITEM_ONE, "%sld.local.%s %s, [%%ha%u+%u];", guard(g), type, x, a->id, at);
    }
}

/* An address that data choose, and one or two accesses there */
static void put_chosen(struct gen *g, const struct array *a)
{
    char text[400];
    size_t n =
        (size_t)snprintf(text, sizeof text,
                         "and.b32 %%hi%u, %s, %u;\nmul.wide.u32 %%hb%u, %%hi%u, %u;\nadd.s64 %%hc%u, %%ha%u, %%hb%u;",
                         a->id, reg(g, 'r'), a->words - 1, a->id, a->id, a->bits / 8, a->id, a->id, a->id);
    for (u32 k = 0, times = 1 + below(g, 2); k < times; k++) {
        bool store = chance(g, 45);
        const char *x, *type = element(g, a, store, &x);
        if (store)
            n += (size_t)snprintf(text + n, sizeof text - n, "\n%sst.local.%s [%%hc%u], %s;", guard(g), type, a->id,
                                  x);
        else
            n += (size_t)snprintf(text + n, sizeof text - n, "\n%sld.local.%s %s, [%%hc%u];", guard(g), type, x,
                                  a->id);
    }
    put(g, ITEM_ONE, "%s", text);
}

/* Each element in turn: what a compiler writes out */
static void put_rounds(struct gen *g, const struct array *a)
{
    const char *x, *y, *type = element(g, a, false, &x);
    char round[300];
    size_t n = 0;
    bool load = chance(g, 60);
    if (load)
        n += (size_t)snprintf(round, sizeof round, "ld.local.%s %s, [%%hc%u];\n", type, x, a->id);
    if (!load || chance(g, 50)) {
        type = element(g, a, true, &y);
        snprintf(round + n, sizeof round - n, "st.local.%s [%%hc%u], %s;\n", type, a->id, y);
    }
    put(g, ITEM_ONE,
        "mov.u32 %%hi%u, 0;\n{\nR: mul.wide.u32 %%hb%u, %%hi%u, %u;\nadd.s64 %%hc%u, %%ha%u, %%hb%u;\n%s"
        "add.s32 %%hi%u, %%hi%u, 1;\nsetp.ne.s32 %%hp%u, %%hi%u, %u;\n@%%hp%u bra R;\n}",
        a->id, a->id, a->id, a->bits / 8, a->id, a->id, a->id, round, a->id, a->id, a->id, a->id, a->words, a->id);
}

void put_array(struct gen *g)
{
    u32 id = g->group = ++g->n_groups;
    bool known = chance(g, 35); /* all places are: then elements may have 64 bits */
    struct array a = {.id = id, .words = 2u << below(g, 3), .bits = known && chance(g, 50) ? 64 : 32};
    char text[1000];
    size_t n =
        (size_t)snprintf(text, sizeof text,
                         ".local .align 16 .b8 home%u[%u];\n.reg .b64 %%ha%u, %%hb%u, %%hc%u;\n.reg .b32 %%hi%u;\n"
                         ".reg .pred %%hp%u;\nmov.u64 %%ha%u, home%u;",
                         id, a.words * a.bits / 8, id, id, id, id, id, id, id);
    for (u32 k = 0; k < a.words; k++) {
        const char *x, *type = element(g, &a, true, &x);
        n += (size_t)snprintf(text + n, sizeof text - n, "\nst.local.%s [%%ha%u+%u], %s;", type, id, k * a.bits / 8,
                              x);
    }
    put(g, ITEM_GROUP, "%s", text);
    for (u32 k = 0, times = 2 + below(g, 5); k < times; k++) {
        u32 kind = below(g, 10);
        if (kind < 3)
            put_arithmetic(g);
        else if (kind < 6 && !known)
            put_chosen(g, &a);
        else if (kind == 9)
            put_rounds(g, &a);
        else
            put_known(g, &a);
    }
}

void put_dead(struct gen *g)
{
    u32 id = g->group = ++g->n_groups;
    put(g, ITEM_GROUP, "bra D%u;", id);
    for (u32 k = 0, times = 1 + below(g, 3); k < times; k++)
        put_arithmetic(g);
    g->group = id;
    put(g, ITEM_GROUP, "D%u:", id);
}
