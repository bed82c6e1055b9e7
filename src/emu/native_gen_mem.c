/* Memory accesses as text: parameters, what calls pass, loads and stores, atomics. */
#include <stdlib.h>

#include "emu/native_gen.h"

/* Result e of a load from one address, its register's bits in `text`. */
static void put_loaded(struct gen *g, u32 i, u32 off, const char *text)
{
    const struct uop *u = &g->pl->code[i];
    const char *lanes = u->guard != NO_OPERAND ? "x" : g->pl->blend[i] ? "act" : "~0ull";
    if (off == NO_OPERAND)
        return;
    u32 reg = native_reg_at(g->pl, i, off, true);
    if (reg == UINT32_MAX)
        return;
    const char *t = gen_type(g, reg);
    if (g->pl->cls[reg] == NC_LANES)
        fprintf(g->out, "set_%s((%s *)(R + %u), %s, %s);\n", t, t, native_offset(g->pl, reg), text, lanes);
    else
        fprintf(g->out, "U[%u] = (%s)%s;\n", g->pl->uni[reg], t, text);
    if (g->pl->cls[reg] == NC_AFFINE)
        fprintf(g->out, "U[%u] = 0;\n", g->pl->uni[reg] + 1);
}

/* How an access is written to the stream: the functions of native_stream.h, and general ones. */
enum record { AS_ROW, AS_STEPS, AS_LANES };
static const char *const quick[] = {"put_near", "put_steps", "put_any"}, *const general[] = {"put", "put",
                                                                                             "put_lanes"};

/* Writes the access to the stream, with what comes before it: lanes `x`, and their addresses. */
static void put_record(struct gen *g, u32 i, const char *x, enum record how, const char *at)
{
    const u32 pc = g->pl->first + i;
    const struct si *si = &g->pl->prog->si[pc];
    if (!g->pl->streams)
        return;
    if (si->space != g->pl->code[i].space) { /* the record has to name the space */
        fprintf(g->out, "api->%s(w, %u, %u, %s, %s);\n", general[how], pc, g->run, x, at);
        return;
    }
    fprintf(g->out, "%s(w, api, %u, %u, act, %s, %s", quick[how], pc, g->run, x, at);
    if (how != AS_LANES)
        fprintf(g->out, ", %u", si->bytes);
    fprintf(g->out, ");\n");
}

void gen_param(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->code[i];
    char text[160];
    g->due.instrs++;
    g->due.threads++;
    g->due.mems++;
    snprintf(text, sizeof text, "%" PRIu64 "ul, 0", (u64)u->off);
    put_record(g, i, "act", AS_ROW, text);
    g->run = 0;
    for (u32 e = 0; e < u->vec; e++) {
        static const char *const types[2][4] = {{"u8", "u16", "u32", "u64"}, {"i8", "i16", "i32", "i64"}};
        u32 log = u->size == 8 ? 3 : u->size == 4 ? 2 : u->size == 2 ? 1 : 0;
        snprintf(text, sizeof text, "%s(u64)*(const %s *)(A + %" PRIu64 ")%s",
                 u->imm && !(u->flags & UF_WIDE) ? "(u16)(" : "(", types[!!(u->flags & UF_SIGNED)][log],
                 (u64)u->off + e * u->size, ")");
        put_loaded(g, i, u->vec == 1 ? u->d : u->list[e], text);
    }
}

static void spill(void *ctx, u32 reg, enum reg_use use)
{
    struct gen *g = ctx;
    if (use == REG_WRITE || g->pl->cls[reg] == NC_LANES || g->pl->f->regs[reg].slot == UINT32_MAX)
        return;
    u32 k = g->pl->uni[reg];
    if (gen_is_pred(g, reg))
        fprintf(g->out, "P[%u] = (P[%u] & ~act) | (U[%u] ? act : 0);\n", gen_pred(g, reg), gen_pred(g, reg), k);
    else
        fprintf(g->out, "spill_%s((%s *)(R + %u), U[%u], %s%u%s, act);\n", gen_type(g, reg), gen_type(g, reg),
                native_offset(g->pl, reg), k, g->pl->cls[reg] == NC_AFFINE ? "U[" : "",
                g->pl->cls[reg] == NC_AFFINE ? k + 1 : 0, g->pl->cls[reg] == NC_AFFINE ? "]" : "");
}

/* Writes a store's data to the register file. */
static void spill_data(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->code[i];
    for (u32 e = 0; e < u->vec; e++) {
        u32 off = u->vec == 1 ? u->d : u->list[e];
        u32 reg = off & 1 ? UINT32_MAX : native_reg_at(g->pl, i, off, false);
        if (reg != UINT32_MAX)
            spill(g, reg, REG_READ);
    }
}

/* Writes what instruction i reads to the register file. */
void gen_spill_sources(struct gen *g, u32 i)
{
    if (i < g->pl->f->n_code)
        visit_regs(&g->pl->f->code[i], spill, g);
}

void gen_call(struct gen *g, u32 i, const char *call)
{
    gen_spill_sources(g, i);
    fprintf(g->out, "if (!%s) return %u;\n", call, WS_FAULT);
}

/* What a common-case access counts. */
static struct due own_counts(const struct uop *u, bool shared, bool changes)
{
    return (struct due){.instrs = 1,
                        .threads = 1,
                        .mems = 1,
                        .globals = !shared && u->space != SI_CONST,
                        .shareds = shared,
                        .changes = changes};
}

static struct due sum(struct due a, const struct due *b)
{
    a.instrs += b->instrs;
    a.threads += b->threads;
    a.mems += b->mems;
    a.globals += b->globals;
    a.shareds += b->shareds;
    a.changes += b->changes;
    return a;
}

/* Under a guard, what comes before is written to the stream separately. */
static void put_before_guard(struct gen *g, u32 i)
{
    if (g->pl->code[i].guard == NO_OPERAND)
        return;
    gen_put_run(g, g->out, i, g->run);
    g->run = 0;
}

/* From here to put_end the lanes that execute instruction i are x, at least one. */
static void put_begin(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->code[i];
    u32 reg = u->guard == NO_OPERAND ? UINT32_MAX : native_pred_at(g->pl, i, u->guard, false);
    if (reg == UINT32_MAX)
        fprintf(g->out, "{ const u64 x = act; {\n");
    else if (g->pl->cls[reg] == NC_LANES)
        fprintf(g->out, "{ const u64 x = act & %sP[%u]; if (x) {\n", u->guard_neg ? "~" : "", gen_pred(g, reg));
    else
        fprintf(g->out, "{ const u64 x = %sU[%u] ? act : 0; if (x) {\n", u->guard_neg ? "!" : "", g->pl->uni[reg]);
}

static void put_end(struct gen *g)
{
    fprintf(g->out, "} }\n");
}

/* The same for an access that counts `own` together with others, if it has no guard. */
static void put_end_counted(struct gen *g, u32 i, const struct due *own)
{
    const struct due one = {.instrs = 1};
    const bool guarded = g->pl->code[i].guard != NO_OPERAND;
    if (guarded && g->pl->streams)
        fprintf(g->out, "} else { ONE(%u, 0);\n", g->pl->first + i);
    put_end(g);
    g->due = sum(g->due, guarded ? &one : own);
    g->run = 0;
}

/* A common-case access; put_record describes its addresses. It is counted with others, or here if it has a guard:
   without active lanes it would count as an instruction only. */
static void put_usual(struct gen *g, u32 i, struct due own, enum record how, const char *at)
{
    put_record(g, i, "x", how, at);
    if (g->pl->code[i].guard == NO_OPERAND)
        return;
    own.instrs = own.threads = 0;
    gen_put_due(g->out, &own);
    fprintf(g->out, "THREADS += popcount(x);\n");
}

/* Counts what is due, or takes it back, by a call: shorter, for rare cases. */
static void put_due_apart(struct gen *g, const struct due *d, int sign)
{
    if (d->instrs)
        fprintf(g->out, "DUE(%d, %u, %u, %u, %u, %u, %u, %u)\n", sign, d->instrs, d->threads, d->mems, d->globals,
                d->shareds, d->changes, d->branches);
}

/* The interpreter executes the access, and counts it: what is due is counted before, and `own` is taken back. */
static void put_slow(struct gen *g, u32 i, const struct due *own, const char *call)
{
    const bool guarded = g->pl->code[i].guard != NO_OPERAND;
    const struct due one = {.instrs = 1}, after = sum(g->due, guarded ? &one : own);
    put_due_apart(g, &g->due, 1);
    gen_put_run(g, g->out, i, g->run);
    gen_call(g, i, call);
    put_due_apart(g, &after, -1);
}

/* ---- What calls pass ---- */

/* Element e of a frame access, its words in memory. */
static void put_frame_word(struct gen *g, u32 i, u32 e)
{
    const struct uop *u = &g->pl->code[i];
    const bool store = u->flags & UF_STORE;
    const u32 off = u->vec == 1 ? u->d : u->list[e], at = (u32)u->off + e * u->size;
    const char *t = u->size == 8 ? "u64" : "u32";
    if (off == NO_OPERAND)
        return;
    u32 reg = off & 1 ? UINT32_MAX : native_reg_at(g->pl, i, off, !store);
    if (!store)
        fprintf(g->out, "frame_load_%s((%s *)(R + %u), LOCAL, FRAME + %u, %s);\n", t, t, off, at,
                g->pl->blend[i] ? "act" : "~0ul");
    else if (reg == UINT32_MAX || g->pl->cls[reg] == NC_LANES)
        fprintf(g->out, "frame_store_%s((%s *)(%s + %u), LOCAL, FRAME + %u, act);\n", t, t, off & 1 ? "CONSTS" : "R",
                off, at);
    else
        fprintf(g->out, "frame_fill_%s(U[%u], %s%u%s, LOCAL, FRAME + %u, act);\n", t, g->pl->uni[reg],
                g->pl->cls[reg] == NC_AFFINE ? "U[" : "", g->pl->cls[reg] == NC_AFFINE ? g->pl->uni[reg] + 1 : 0,
                g->pl->cls[reg] == NC_AFFINE ? "]" : "", at);
}

/* A store's value also goes where the callee expects it as a number. */
static void put_passed(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->code[i];
    u32 to = g->pl->passes[i], reg = u->d & 1 ? UINT32_MAX : native_reg_at(g->pl, i, u->d, false);
    if (to == UINT32_MAX)
        return;
    if (reg == UINT32_MAX)
        fprintf(g->out, "U[%u] = *(%s *)(CONSTS + %u); U[%u] = 0;\n", to, u->size == 8 ? "u64" : "u32", u->d, to + 1);
    else if (g->pl->cls[reg] == NC_AFFINE)
        fprintf(g->out, "U[%u] = U[%u]; U[%u] = U[%u];\n", to, g->pl->uni[reg], to + 1, g->pl->uni[reg] + 1);
    else
        fprintf(g->out, "U[%u] = U[%u]; U[%u] = 0;\n", to, g->pl->uni[reg], to + 1);
}

void gen_frame(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->code[i];
    const u32 reg = u->vec == 1 && !(u->flags & UF_STORE) ? native_reg_at(g->pl, i, u->d, true) : UINT32_MAX;
    const struct due own = {.instrs = 1, .threads = 1};
    char call[64];
    gen_put_run(g, g->out, i, g->run);
    g->run = 0;
    if (reg != UINT32_MAX && g->pl->cls[reg] != NC_LANES) {
        u32 from = native_passed_uni(g->pl, i);
        fprintf(g->out, "U[%u] = U[%u];\n", g->pl->uni[reg], from);
        if (g->pl->cls[reg] == NC_AFFINE)
            fprintf(g->out, "U[%u] = U[%u];\n", g->pl->uni[reg] + 1, from + 1);
        gen_put_run(g, g->out, i + 1, 1);
    } else {
        snprintf(call, sizeof call, "api->step(w, %u)", g->pl->first + i);
        fprintf(g->out, "if (LIKELY(!(FRAME & 3))) {\n");
        for (u32 e = 0; e < u->vec; e++)
            put_frame_word(g, i, e);
        gen_put_run(g, g->out, i + 1, 1);
        fprintf(g->out, "} else {\n");
        put_slow(g, i, &own, call);
        fprintf(g->out, "}\n");
    }
    if (u->flags & UF_STORE)
        put_passed(g, i);
    g->due = sum(g->due, &own);
}

/* ---- Memory ---- */

/* Results that the interpreter has put into lanes, and that are numbers. */
static void put_fetched(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->code[i];
    for (u32 e = 0; e < u->vec; e++) {
        u32 off = u->vec == 1 ? u->d : u->list[e];
        u32 reg = off == NO_OPERAND ? UINT32_MAX : native_reg_at(g->pl, i, off, true);
        if (reg == UINT32_MAX || g->pl->cls[reg] == NC_LANES)
            continue;
        fprintf(g->out, "U[%u] = ((%s *)(R + %u))[__builtin_ctzll(x)];\n", g->pl->uni[reg], gen_type(g, reg), off);
        if (g->pl->cls[reg] == NC_AFFINE)
            fprintf(g->out, "U[%u] = 0;\n", g->pl->uni[reg] + 1);
    }
}

/* Adds a line before the kernel, to be freed with the others; an equal line is used again. */
static const char *add_once(struct gen *g, char *text)
{
    for (size_t k = 0; k < g->moves.n; k++)
        if (!strcmp(g->moves.at[k], text)) {
            free(text);
            return g->moves.at[k];
        }
    VEC_PUSH(&g->moves, text);
    return text;
}

/* The name of the function that moves data between memory and lanes for instruction i; made on first use. */
static const char *moves_of(struct gen *g, const struct uop *u)
{
    static const char *const in_memory[2][4] = {{"u8", "u16", "u32", "u64"}, {"i8", "i16", "i32", "i64"}};
    u32 log = u->size == 8 ? 3 : u->size == 4 ? 2 : u->size == 2 ? 1 : 0;
    const char *e = in_memory[!!(u->flags & UF_SIGNED)][log],
               *in_reg = u->flags & UF_WIDE || log == 3 ? "u64" : "u32";
    const char *as = u->imm && !(u->flags & UF_WIDE) && log < 2 ? "u16" : e;
    char *text;
    ENSURE(asprintf(&text, "MOVES(%s_%s_%s, %s, %s, %s)\n", e, in_reg, as, e, in_reg, as) > 0);
    return add_once(g, text) + strlen("MOVES(");
}

/* Moves every element of the access: `how` is "row", "step" or "at", `where` its address, `more` the further
   arguments. */
static void put_moves(struct gen *g, u32 i, const char *how, const char *where, const char *more)
{
    const struct uop *u = &g->pl->code[i];
    const char *name = moves_of(g, u), *t = u->flags & UF_WIDE || u->size == 8 ? "u64" : "u32";
    bool store = u->flags & UF_STORE, to = !strcmp(how, "at");
    for (u32 e = 0; e < u->vec; e++) {
        u32 off = u->vec == 1 ? u->d : u->list[e];
        if (off == NO_OPERAND)
            continue;
        fprintf(g->out, "%s_%s_%.*s((%s *)(%s + %u), %s%s + %u%s);\n", store ? "store" : "load", how,
                (int)strcspn(name, ","), name, t, off & 1 ? "CONSTS" : "R", off, to ? "to, " : "", where, e * u->size,
                more);
    }
}

/* Are registers as wide as the move makes them? */
static bool moves_fit(const struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->code[i];
    bool store = u->flags & UF_STORE, wide = u->flags & UF_WIDE || u->size == 8;
    for (u32 e = 0; e < u->vec; e++) {
        u32 off = u->vec == 1 ? u->d : u->list[e];
        if (off == NO_OPERAND || (off & 1 && store))
            continue;
        u32 reg = native_reg_at(g->pl, i, off, !store);
        if (reg == UINT32_MAX || native_is_wide(g->pl, reg) != wide)
            return false;
    }
    return true;
}

/* A load from one address. */
static void put_load_same(struct gen *g, u32 i, bool shared, const struct due *own)
{
    const struct uop *u = &g->pl->code[i];
    static const char *const in_memory[2][4] = {{"u8", "u16", "u32", "u64"}, {"i8", "i16", "i32", "i64"}};
    u32 log = u->size == 8 ? 3 : u->size == 4 ? 2 : u->size == 2 ? 1 : 0, bytes = (u32)u->size * u->vec;
    char call[64];
    if (shared)
        fprintf(g->out, "u64 got[8]; if (LIKELY(same_shared(at, %u, SB))) {\n", bytes);
    else
        fprintf(g->out, "u64 got[8]; if (LIKELY(same_global(w, L, OP(%u), at, %u, %u))) {\n", g->pl->first + i, bytes,
                u->space == SI_CONST);
    put_usual(g, i, *own, AS_ROW, "at, 0");
    for (u32 e = 0; e < u->vec; e++)
        fprintf(g->out, "got[%u] = (%s)*(const %s *)(%s at + %u);\n", e,
                u->flags & UF_WIDE ? "u64"
                : u->imm           ? "u16"
                                   : "u64",
                in_memory[!!(u->flags & UF_SIGNED)][log], shared ? "S +" : "", e * u->size);
    fprintf(g->out, "} else {\n");
    snprintf(call, sizeof call, "api->load1(w, %u, at, got, x)", g->pl->first + i);
    put_slow(g, i, own, call);
    fprintf(g->out, "}\n");
    for (u32 e = 0; e < u->vec; e++) {
        char text[32];
        snprintf(text, sizeof text, "got[%u]", e);
        put_loaded(g, i, u->vec == 1 ? u->d : u->list[e], text);
    }
}

/* The condition under which any addresses are a common case; the lanes' pointers go to `to`. */
static void put_lanes_check(struct gen *g, u32 i, bool shared, bool store, bool load)
{
    const struct uop *u = &g->pl->code[i];
    u32 reg = native_reg_at(g->pl, i, u->a, false), bytes = (u32)u->size * u->vec;
    fprintf(g->out, "{ u64 to[32]; if (LIKELY(");
    if (shared)
        fprintf(g->out, "lanes_shared(L, x, R + %u, 0x%" PRIx64 "ull, %u, %u, %u, SB, to))) {\n",
                native_offset(g->pl, reg), (u64)u->off, bytes, !native_is_wide(g->pl, reg), store);
    else
        fprintf(g->out, "lanes_global(w, L, OP(%u), x, R + %u, 0x%" PRIx64 "ull, %u, %u, %u, %u, %u, to))) {\n",
                g->pl->first + i, native_offset(g->pl, reg), (u64)u->off, bytes, !native_is_wide(g->pl, reg), store,
                load, u->space == SI_CONST);
}

/* Addresses that are anything. */
static void put_mem_lanes(struct gen *g, u32 i, const struct due *own, const char *call)
{
    const struct uop *u = &g->pl->code[i];
    bool shared = access_kind(u) == MK_SHARED, store = u->flags & UF_STORE;
    if (store)
        spill_data(g, i);
    put_lanes_check(g, i, shared, store, !store);
    put_usual(g, i, *own, AS_LANES, "to");
    put_moves(g, i, "at", shared ? "(u64)S" : "0ul",
              store || g->pl->blend[i] || u->guard != NO_OPERAND ? ", x" : ", ~0ul");
    fprintf(g->out, "} else {\n");
    put_slow(g, i, own, call);
    fprintf(g->out, "} }\n");
}

/* A load of consecutive addresses in a loop, whose next addresses can be guessed from its last one. */
bool gen_looks_ahead(const struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->code[i];
    if (g->pl->how[i] != NH_MEM || access_kind(u) != MK_GLOBAL || u->flags & (UF_STORE | UF_NO_BASE) || u->vec != 1 ||
        native_operand_class(g->pl, i, u->a) != NC_AFFINE)
        return false;
    for (u32 k = i; k < g->pl->f->n_code; k++)
        if (g->pl->how[k] == NH_BRANCH && g->pl->code[k].target - g->pl->first <= i)
            return true;
    return false;
}

/* Addresses base + lane * step, or one address for a store. */
static void put_mem_affine(struct gen *g, u32 i, u8 cls, const struct due *own, const char *call)
{
    const struct uop *u = &g->pl->code[i];
    bool shared = access_kind(u) == MK_SHARED, store = u->flags & UF_STORE, is32 = u->flags & UF_ADDR32;
    u32 bytes = (u32)u->size * u->vec;
    const char *where = shared ? "S + at" : "(u8 *)at";
    if (store)
        spill_data(g, i);
    if (is32 && cls == NC_AFFINE) {
        fprintf(g->out, "if (wraps_u32((u32)at, (u32)step)) {\n");
        put_slow(g, i, own, call);
        fprintf(g->out, "} else ");
    }
    if (u->vec == 1 && cls == NC_AFFINE) {
        if (shared)
            fprintf(g->out, "if (LIKELY(row_shared(L, x, at, (i64)step, %u, %u, SB))) {\n", bytes, store);
        else
            fprintf(g->out, "if (LIKELY(row_global(w, L, OP(%u), x, at, (i64)step, %u, %u, %u))) {\n",
                    g->pl->first + i, bytes, store, u->space == SI_CONST);
        put_usual(g, i, *own, AS_ROW, "at, (i64)step");
        if (gen_looks_ahead(g, i))
            fprintf(g->out, "AHEAD(last[%u], at);\n", g->n_ahead++);
        put_moves(g, i, "row", where, "");
        fprintf(g->out, "} else ");
    }
    if (shared)
        fprintf(g->out, "if (affine_shared(L, x, at, (i64)step, %u, SB)) {\n", bytes);
    else
        fprintf(g->out, "if (affine_global(w, L, OP(%u), x, at, (i64)step, %u, %u, %u)) {\n", g->pl->first + i, bytes,
                store, u->space == SI_CONST);
    put_usual(g, i, *own, AS_STEPS, "at, (i64)step");
    put_moves(g, i, "step", where, ", (i64)step, x");
    fprintf(g->out, "} else {\n");
    char affine[64];
    snprintf(affine, sizeof affine, "api->affine(w, %u, at, (i64)step, x)", g->pl->first + i);
    put_slow(g, i, own, affine);
    fprintf(g->out, "}\n");
}

/* The interpreter's function executes and counts it. */
static void put_mem_call(struct gen *g, u32 i, const char *call, bool fetch)
{
    gen_count_due(g, i);
    gen_call(g, i, call);
    if (!fetch)
        return;
    put_begin(g, i);
    put_fetched(g, i);
    put_end(g);
}

void gen_mem(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->code[i];
    bool none = u->flags & (UF_NO_BASE | UF_FRAME), shared = access_kind(u) == MK_SHARED, store = u->flags & UF_STORE;
    u8 cls = none ? NC_SAME : native_operand_class(g->pl, i, u->a);
    u32 reg = none ? UINT32_MAX : native_reg_at(g->pl, i, u->a, false);
    char call[64];
    snprintf(call, sizeof call, "api->%s(w, %u)", u->guard == NO_OPERAND ? "mem" : "step", g->pl->first + i);
    if (access_kind(u) == MK_LOCAL || (!none && reg == UINT32_MAX) || !moves_fit(g, i)) {
        put_mem_call(g, i, call, cls == NC_SAME && !store && access_kind(u) != MK_LOCAL);
        return;
    }
    struct due own = own_counts(u, shared, store);
    put_before_guard(g, i);
    put_begin(g, i);
    bool is32 = u->flags & UF_ADDR32;
    if (cls == NC_LANES)
        put_mem_lanes(g, i, &own, call);
    else {
        if (none)
            fprintf(g->out, "const u64 at = 0x%" PRIx64 "ull, step = 0;\n", (u64)u->off);
        else
            fprintf(g->out, "const u64 at = %s(U[%u] + 0x%" PRIx64 "ull), step = %s%s%u%s;\n", is32 ? "(u32)" : "",
                    g->pl->uni[reg], (u64)u->off, is32 ? "(u64)(i64)(i32)" : "", cls == NC_AFFINE ? "U[" : "",
                    cls == NC_AFFINE ? g->pl->uni[reg] + 1 : 0, cls == NC_AFFINE ? "]" : "");
        if (cls == NC_SAME && !store)
            put_load_same(g, i, shared, &own);
        else
            put_mem_affine(g, i, cls, &own, call);
    }
    put_end_counted(g, i, &own);
}

/* ---- Atomics ---- */

/* Its new value, of `old` and the operands y and z; NULL: the interpreter does it. */
static const char *atom_text(const struct uop *u)
{
    switch (u->in->sub) {
    case SUB_ADD:
        if (u->in->type != PT_F32)
            return "old + y";
        return u->space == SI_SHARED
                   ? "f32_bits(f32_canon(f32_from(old) + f32_from(y)))"
                   : "f32_bits(f32_flush(f32_canon(f32_flush(f32_from(old)) + f32_flush(f32_from(y)))))";
    case SUB_MIN: return "y < old ? y : old";
    case SUB_MAX: return "old < y ? y : old";
    case SUB_INC: return u->size == 4 ? "old >= y ? 0 : old + 1" : NULL;
    case SUB_DEC: return u->size == 4 ? "!old || old > y ? y : old - 1" : NULL;
    case SUB_AND: return "old & y";
    case SUB_OR: return "old | y";
    case SUB_XOR: return "old ^ y";
    case SUB_EXCH: return "y";
    case SUB_CAS: return "old == y ? z : old";
    default: return NULL;
    }
}

/* An operand's lanes as text, or "0". */
static void lanes_text(char to[64], const char *type, u32 off)
{
    if (off == NO_OPERAND)
        strcpy(to, "0");
    else
        snprintf(to, 64, "(%s *)(%s + %u)", type, off & 1 ? "CONSTS" : "R", off);
}

/* The name of the function that does it lane by lane; made on first use. */
static void atom_name(struct gen *g, const struct uop *u, char name[48])
{
    bool shared = u->space == SI_SHARED, sign = type_kind(u->in->type) == 'S';
    const char *t = u->size == 8 ? "u64" : "u32";
    char *text;
    snprintf(name, 48, "%s_%u_%s", sign ? "s" : u->in->type == PT_F32 ? "f" : "u", u->in->sub, t);
    ENSURE(asprintf(&text, "ATOM(%s, %c%s, %s, %s, %s, %s)\n", name, sign ? 'i' : 'u', t + 1, t, shared ? "in" : "at",
                    "u64", atom_text(u)) > 0);
    add_once(g, text);
}

void gen_atom(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->code[i];
    bool shared = u->space == SI_SHARED, gate = u->kind == UK_GATE || (u->kind == UK_JOIN && u->join_kind == UK_GATE);
    struct due own = own_counts(u, shared, false);
    char call[64], name[48], d[64], b[64], c[64];
    const char *t = u->size == 8 ? "u64" : "u32";
    snprintf(call, sizeof call, "api->step(w, %u)", g->pl->first + i);
    if (!atom_text(u)) {
        gen_count_due(g, i);
        gen_call(g, i, call);
        return;
    }
    atom_name(g, u, name);
    lanes_text(d, t, u->in->op == OP_ATOM ? u->d : NO_OPERAND);
    lanes_text(b, t, u->b);
    lanes_text(c, t, u->c);
    gen_spill_sources(g, i);
    if (gate)
        fprintf(g->out, "POLLS += 1;\n");
    put_begin(g, i);
    put_lanes_check(g, i, shared, true, true);
    put_usual(g, i, own, AS_LANES, "to"); /* in no stream: native_plan.c */
    fprintf(g->out, "CHANGES += atom_%s_%s(%s, %s, %s, to, %s, x)%s;\n", shared ? "in" : "at", name, d, b, c,
            shared ? "(u64)S" : "0ul", u->in->sub == SUB_EXCH ? " | !PARKS" : "");
    fprintf(g->out, "} else {\n%s", gate ? "POLLS -= 1;\n" : "");
    put_slow(g, i, &own, call);
    fprintf(g->out, "} }\n");
    put_end_counted(g, i, &own);
}
