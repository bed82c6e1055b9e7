/* Memory accesses and control flow as text, and a whole kernel. */
#include <stdlib.h>

#include "emu/native_gen.h"
#include "emu/native_text.h"

/* Result e of a load from one address, its register's bits in `text`. */
static void put_loaded(struct gen *g, u32 i, u32 off, const char *text)
{
    if (off == NO_OPERAND)
        return;
    u32 reg = native_reg_at(g->pl, i, off, true);
    if (reg == UINT32_MAX)
        return;
    const char *t = gen_type(g, reg);
    if (g->pl->cls[reg] == NC_LANES)
        fprintf(g->out, "set_%s((%s *)(R + %u), %s, %s);\n", t, t, native_offset(g->pl, reg), text,
                g->pl->blend[i] ? "act" : "~0ull");
    else
        fprintf(g->out, "U[%u] = (%s)%s;\n", g->pl->uni[reg], t, text);
    if (g->pl->cls[reg] == NC_AFFINE)
        fprintf(g->out, "U[%u] = 0;\n", g->pl->uni[reg] + 1);
}

static void put_param(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->prog->code[i];
    char text[160];
    fprintf(g->out, "INSTRS += 1; THREADS += pop; MEMS += 1;\n");
    for (u32 e = 0; e < u->vec; e++) {
        static const char *const types[2][4] = {{"u8", "u16", "u32", "u64"}, {"i8", "i16", "i32", "i64"}};
        u32 log = u->size == 8 ? 3 : u->size == 4 ? 2 : u->size == 2 ? 1 : 0;
        snprintf(text, sizeof text, "%s(u64)*(const %s *)(PARAMS + %" PRIu64 ")%s",
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

/* What a store writes is in the register file. */
static void spill_data(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->prog->code[i];
    for (u32 e = 0; e < u->vec; e++) {
        u32 off = u->vec == 1 ? u->d : u->list[e];
        u32 reg = off & 1 ? UINT32_MAX : native_reg_at(g->pl, i, off, false);
        if (reg != UINT32_MAX)
            spill(g, reg, REG_READ);
    }
}

/* What instruction i reads is in the register file. */
static void spill_sources(struct gen *g, u32 i)
{
    if (i < g->pl->f->n_code)
        visit_regs(&g->pl->f->code[i], spill, g);
}

static void put_call(struct gen *g, u32 i, const char *call)
{
    spill_sources(g, i);
    fprintf(g->out, "if (!%s) return %u;\n", call, WS_FAULT);
}

/* Results that the interpreter has put into lanes, and that are numbers. */
static void put_fetched(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->prog->code[i];
    for (u32 e = 0; e < u->vec; e++) {
        u32 off = u->vec == 1 ? u->d : u->list[e];
        u32 reg = off == NO_OPERAND ? UINT32_MAX : native_reg_at(g->pl, i, off, true);
        if (reg == UINT32_MAX || g->pl->cls[reg] == NC_LANES)
            continue;
        fprintf(g->out, "U[%u] = ((%s *)(R + %u))[__builtin_ctzll(act)];\n", g->pl->uni[reg], gen_type(g, reg), off);
        if (g->pl->cls[reg] == NC_AFFINE)
            fprintf(g->out, "U[%u] = 0;\n", g->pl->uni[reg] + 1);
    }
}

/* The moves between memory and lanes of instruction i: their name; they are made if nobody has asked before. */
static const char *moves_of(struct gen *g, const struct uop *u)
{
    static const char *const in_memory[2][4] = {{"u8", "u16", "u32", "u64"}, {"i8", "i16", "i32", "i64"}};
    u32 log = u->size == 8 ? 3 : u->size == 4 ? 2 : u->size == 2 ? 1 : 0;
    const char *e = in_memory[!!(u->flags & UF_SIGNED)][log],
               *in_reg = u->flags & UF_WIDE || log == 3 ? "u64" : "u32";
    const char *as = u->imm && !(u->flags & UF_WIDE) && log < 2 ? "u16" : e;
    char *text;
    ENSURE(asprintf(&text, "%s_%s_%s, %s, %s, %s", e, in_reg, as, e, in_reg, as) > 0);
    for (size_t k = 0; k < g->moves.n; k++)
        if (!strcmp(g->moves.at[k], text)) {
            free(text);
            return g->moves.at[k];
        }
    VEC_PUSH(&g->moves, text);
    return text;
}

/* Every element of the access moves: `how` is "step" or "at", `where` its address, `more` what follows. */
static void put_moves(struct gen *g, u32 i, const char *how, const char *where, const char *more)
{
    const struct uop *u = &g->pl->prog->code[i];
    const char *name = moves_of(g, u), *t = u->flags & UF_WIDE || u->size == 8 ? "u64" : "u32";
    bool store = u->flags & UF_STORE, at = strcmp(how, "step") != 0;
    for (u32 e = 0; e < u->vec; e++) {
        u32 off = u->vec == 1 ? u->d : u->list[e];
        if (off == NO_OPERAND)
            continue;
        fprintf(g->out, "%s_%s_%.*s((%s *)(%s + %u), ", store ? "store" : "load", how, (int)strcspn(name, ","), name,
                t, off & 1 ? "CONSTS" : "R", off);
        fprintf(g->out, at ? "%s, %s + %u, %s);\n" : "%s%s + %u, %s);\n", at ? "to" : "", where, e * u->size, more);
    }
}

/* Registers are as wide as the move makes them. */
static bool moves_fit(const struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->prog->code[i];
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
static void put_load_same(struct gen *g, u32 i, bool shared)
{
    const struct uop *u = &g->pl->prog->code[i];
    static const char *const in_memory[2][4] = {{"u8", "u16", "u32", "u64"}, {"i8", "i16", "i32", "i64"}};
    u32 log = u->size == 8 ? 3 : u->size == 4 ? 2 : u->size == 2 ? 1 : 0, bytes = (u32)u->size * u->vec;
    if (shared)
        fprintf(g->out, "u64 got[8]; if (same_shared(w, L, act, at, %u)) {\n", bytes);
    else
        fprintf(g->out, "u64 got[8]; if (same_global(w, L, OP(%u), act, at, %u, %u)) {\n", i, bytes,
                u->space == SI_CONST);
    for (u32 e = 0; e < u->vec; e++)
        fprintf(g->out, "got[%u] = (%s)*(const %s *)(%s at + %u);\n", e,
                u->flags & UF_WIDE ? "u64"
                : u->imm           ? "u16"
                                   : "u64",
                in_memory[!!(u->flags & UF_SIGNED)][log], shared ? "SHARED_MEM +" : "", e * u->size);
    fprintf(g->out, "} else if (!api->load1(w, %u, at, got)) return %u;\n", i, WS_FAULT);
    for (u32 e = 0; e < u->vec; e++) {
        char text[32];
        snprintf(text, sizeof text, "got[%u]", e);
        put_loaded(g, i, u->vec == 1 ? u->d : u->list[e], text);
    }
}

/* Addresses that are anything. */
static void put_mem_lanes(struct gen *g, u32 i, u32 reg, const char *call)
{
    const struct uop *u = &g->pl->prog->code[i];
    bool shared = access_kind(u) == MK_SHARED, store = u->flags & UF_STORE;
    u32 bytes = (u32)u->size * u->vec;
    if (store)
        spill_data(g, i);
    fprintf(g->out, "{ %s to[32]; if (", shared ? "u32" : "u64");
    if (shared)
        fprintf(g->out, "lanes_shared(w, L, act, R + %u, 0x%" PRIx64 "ull, %u, %u, %u, to)) {\n",
                native_offset(g->pl, reg), (u64)u->off, bytes, !native_is_wide(g->pl, reg), store);
    else
        fprintf(g->out, "lanes_global(w, L, OP(%u), act, R + %u, 0x%" PRIx64 "ull, %u, %u, %u, %u, to)) {\n", i,
                native_offset(g->pl, reg), (u64)u->off, bytes, !native_is_wide(g->pl, reg), store,
                u->space == SI_CONST);
    put_moves(g, i, shared ? "in" : "at", shared ? "(u64)SHARED_MEM" : "0ul",
              store || g->pl->blend[i] ? "act" : "~0ul");
    fprintf(g->out, "} else {\n");
    put_call(g, i, call);
    fprintf(g->out, "} }\n");
}

static void put_mem(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->prog->code[i];
    bool none = u->flags & (UF_NO_BASE | UF_FRAME), shared = access_kind(u) == MK_SHARED, store = u->flags & UF_STORE;
    u8 cls = none ? NC_SAME : native_operand_class(g->pl, i, u->a);
    u32 reg = none ? UINT32_MAX : native_reg_at(g->pl, i, u->a, false), bytes = (u32)u->size * u->vec;
    char call[160];
    snprintf(call, sizeof call, "api->mem(w, %u)", i);
    if (access_kind(u) == MK_LOCAL || (!none && reg == UINT32_MAX) || !moves_fit(g, i)) {
        put_call(g, i, call);
        if (cls == NC_SAME && !store && access_kind(u) != MK_LOCAL)
            put_fetched(g, i);
        return;
    }
    if (cls == NC_LANES) {
        put_mem_lanes(g, i, reg, call);
        return;
    }
    bool is32 = u->flags & UF_ADDR32;
    if (none)
        fprintf(g->out, "{ const u64 at = 0x%" PRIx64 "ull, step = 0;\n", (u64)u->off);
    else
        fprintf(g->out, "{ const u64 at = %s(U[%u] + 0x%" PRIx64 "ull), step = %s%s%u%s;\n", is32 ? "(u32)" : "",
                g->pl->uni[reg], (u64)u->off, is32 ? "(u64)(i64)(i32)" : "", cls == NC_AFFINE ? "U[" : "",
                cls == NC_AFFINE ? g->pl->uni[reg] + 1 : 0, cls == NC_AFFINE ? "]" : "");
    if (cls == NC_SAME && !store) {
        put_load_same(g, i, shared);
        fprintf(g->out, "}\n");
        return;
    }
    if (store)
        spill_data(g, i);
    if (is32 && cls == NC_AFFINE) {
        fprintf(g->out, "if (wraps_u32((u32)at, (u32)step)) {\n");
        put_call(g, i, call);
        fprintf(g->out, "} else ");
    }
    if (shared)
        fprintf(g->out, "if (affine_shared(w, L, act, at, (i64)step, %u, %u)) {\n", bytes, store);
    else
        fprintf(g->out, "if (affine_global(w, L, OP(%u), act, at, (i64)step, %u, %u, %u)) {\n", i, bytes, store,
                u->space == SI_CONST);
    put_moves(g, i, "step", shared ? "SHARED_MEM + at" : "(u8 *)at", "(i64)step");
    fprintf(g->out, "} else if (!api->affine(w, %u, at, (i64)step)) return %u;\n}\n", i, WS_FAULT);
}

static void put_jump(struct gen *g, u32 i, u32 target)
{
    if (target <= i)
        fprintf(g->out, "if (INSTRS >= end) { PC = %u; return %u; }\n", target, WS_SLICE);
    fprintf(g->out, "goto B%u;\n", target);
}

static void put_branch(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->prog->code[i];
    u32 reg = u->guard == NO_OPERAND ? UINT32_MAX : native_pred_at(g->pl, i, u->guard, false);
    fprintf(g->out, "BRANCHES += 1; INSTRS += 1;\n");
    if (reg == UINT32_MAX || g->pl->cls[reg] != NC_LANES) {
        if (reg == UINT32_MAX)
            fprintf(g->out, "THREADS += pop; {\n");
        else
            fprintf(g->out, "THREADS += pop; if (%sU[%u]) {\n", u->guard_neg ? "!" : "", g->pl->uni[reg]);
        put_jump(g, i, u->target);
        fprintf(g->out, "}\n");
        return;
    }
    fprintf(g->out, "THREADS += pop; { const u64 taken = act & %sP[%u];\nif (taken == act) {\n",
            u->guard_neg ? "~" : "", gen_pred(g, reg));
    put_jump(g, i, u->target);
    fprintf(g->out, "} else if (taken) {\napi->diverge(w, %u, taken);\n", i);
    if (u->target <= i)
        fprintf(g->out, "if (INSTRS >= end) return %u;\n", WS_SLICE);
    fprintf(g->out, "goto dispatch;\n} }\n");
}

static void put_other(struct gen *g, u32 i)
{
    char call[64];
    snprintf(call, sizeof call, "api->step(w, %u)", i);
    switch (g->pl->how[i]) {
    case NH_PARAM: put_param(g, i); return;
    case NH_MEM: put_mem(g, i); return;
    case NH_BRANCH: put_branch(g, i); return;
    case NH_SYNC:
        fprintf(g->out, "if (act != ALIVE) { LEAVE(w, %u, ~0u); return %u; }\n", i, WS_GO);
        put_call(g, i, call);
        return;
    case NH_STEP: put_call(g, i, call); return;
    default: spill_sources(g, i); fprintf(g->out, "PC = %u; return %u;\n", i, WS_GO);
    }
}

static void put_instr(struct gen *g, u32 i)
{
    if (g->pl->how[i] > NH_UNPACK) {
        gen_flush(g, i);
        put_other(g, i);
        g->first = i + 1;
        return;
    }
    gen_operation(g, i);
}

static void put_head(struct gen *g)
{
    fprintf(g->out, "u32 sluice_kernel(u8 *w, u64 end, const struct api *api)\n{\nu8 *const R = REGS; u64 *const P = "
                    "PREDS, *const U = UNI; u8 *const L = LAUNCH, *const C = CODE;\nu64 act, "
                    "pop;\n(void)C;\n(void)U; (void)P; (void)R;\ndispatch:\nact = "
                    "ACTIVE; pop = popcount(act);\nswitch (PC) {\n");
    for (u32 i = 0; i < g->pl->n; i++)
        if (g->pl->leads[i])
            fprintf(g->out, "case %u: goto B%u;\n", i, i);
    fprintf(g->out, "default: return %u;\n}\n", WS_GO);
}

/* The head, the moves, the kernel. */
static char *assemble(struct gen *g, char *body)
{
    char *text;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    ENSURE(f);
    native_text_head(f);
    for (size_t k = 0; k < g->moves.n; k++) {
        fprintf(f, "MOVES(%s)\n", g->moves.at[k]);
        free(g->moves.at[k]);
    }
    VEC_FREE(&g->moves);
    fputs(body, f);
    fclose(f);
    free(body);
    return text;
}

char *native_source(const struct native_plan *pl)
{
    struct gen g = {.pl = pl};
    char *text;
    size_t n;
    g.out = open_memstream(&text, &n);
    ENSURE(g.out);
    g.seen = xcalloc(pl->f->n_regs + 1, sizeof *g.seen);
    put_head(&g);
    gen_begin(&g, 0);
    for (u32 i = 0; i < pl->n; i++) {
        if (pl->leads[i]) {
            gen_flush(&g, i);
            fprintf(g.out, "B%u:;\n", i);
            if (pl->prog->code[i].kind == UK_JOIN)
                fprintf(g.out, "if (RPC == %u) { if (!api->pop(w)) return %u; goto dispatch; }\n", i, WS_DONE);
        }
        put_instr(&g, i);
    }
    gen_flush(&g, pl->n);
    fprintf(g.out, "return %u;\n}\n", WS_GO);
    fclose(g.out);
    gen_end(&g);
    return assemble(&g, text);
}
