/* Control flow as text, and a whole kernel. */
#include <stdlib.h>

#include "emu/native_gen.h"
#include "emu/native_text.h"

#define SMALL 300     /* instructions: accesses of a larger kernel are calls, or clang takes too long */
#define LEAST_PIECE 8 /* instructions for which a call is worth it */
#define MOST_PIECE 32 /* instructions after which a piece ends, with the access at hand */

static void put_jump(struct gen *g, u32 i, u32 target)
{
    if (target <= i)
        fprintf(g->out, "if (INSTRS >= end) { PC = %u; return %u; }\n", g->pl->first + target, WS_SLICE);
    fprintf(g->out, "goto B%u;\n", target);
}

static void put_branch(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->code[i];
    u32 reg = u->guard == NO_OPERAND ? UINT32_MAX : native_pred_at(g->pl, i, u->guard, false),
        target = u->target - g->pl->first;
    g->due.branches++;
    g->due.instrs++;
    g->due.threads++;
    g->run++;
    gen_count_due(g, i + 1);
    if (reg == UINT32_MAX || g->pl->cls[reg] != NC_LANES) {
        if (reg == UINT32_MAX)
            fprintf(g->out, "{\n");
        else
            fprintf(g->out, "if (%sU[%u]) {\n", u->guard_neg ? "!" : "", g->pl->uni[reg]);
        put_jump(g, i, target);
        fprintf(g->out, "}\n");
        return;
    }
    fprintf(g->out, "{ const u64 taken = act & %sP[%u];\nif (taken == act) {\n", u->guard_neg ? "~" : "",
            gen_pred(g, reg));
    put_jump(g, i, target);
    fprintf(g->out, "} else if (taken) {\napi->diverge(w, %u, taken);\n", g->pl->first + i);
    if (target <= i)
        fprintf(g->out, "if (INSTRS >= end) return %u;\n", WS_SLICE);
    fprintf(g->out, "goto dispatch;\n} }\n");
}

static void put_other(struct gen *g, u32 i)
{
    char call[64];
    snprintf(call, sizeof call, "api->step(w, %u)", g->pl->first + i);
    switch (g->pl->how[i]) {
    case NH_PARAM: gen_param(g, i); return;
    case NH_FRAME: gen_frame(g, i); return;
    case NH_MEM: gen_mem(g, i); return;
    case NH_ATOM: gen_atom(g, i); return;
    case NH_BRANCH: put_branch(g, i); return;
    default: gen_count_due(g, i);
    }
    switch (g->pl->how[i]) {
    case NH_SYNC:
        fprintf(g->out, "if (act != ALIVE) { LEAVE(w, %u, ~0u); return %u; }\n", g->pl->first + i, WS_GO);
        gen_call(g, i, call);
        return;
    case NH_STEP: gen_call(g, i, call); return;
    default: gen_spill_sources(g, i); fprintf(g->out, "PC = %u; return %u;\n", g->pl->first + i, WS_GO);
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

#define ELSEWHERE 100 /* returned by a function's code when the warp is in another function */
#define GOES_ON 101   /* returned by a piece when the warp simply continues */

/* What the text of instructions finds in a function that has w, L, act and api. */
static const char locals[] = "u8 *const R = REGS; u64 *const P = PREDS, *const U = UNI; u8 *const C = CODE;\n"
                             "u8 *const S = SHARED_MEM; const u8 *const A = PARAMS; const u32 SB = SHARED_BYTES;\n";

static void put_head(struct gen *g)
{
    u32 n_ahead = 0;
    for (u32 i = 0; i < g->pl->n; i++)
        n_ahead += gen_looks_ahead(g, i);
    fprintf(g->out,
            "static u32 function_%u(u8 *w, u64 end, const struct api *api)\n{\nu8 *const L = LAUNCH;\n%s"
            "u64 act, pop, last[%u] = {0};\n",
            g->pl->first, locals, n_ahead + 1);
    fprintf(g->out, "dispatch:\nact = ACTIVE; pop = popcount(act);\nswitch (PC) {\n");
    for (u32 i = 0; i < g->pl->n; i++)
        if (g->pl->leads[i])
            fprintf(g->out, "case %u: goto B%u;\n", g->pl->first + i, i);
    fprintf(g->out, "default: return PC - %u < %u ? %u : %u;\n}\n", g->pl->first, g->pl->n, WS_GO, ELSEWHERE);
}

/* Pieces: straight code of a large kernel in functions of its own. Between segments all state is in memory, so this
   costs only a call; clang takes much longer for one function than for its pieces. */

/* From instruction i on, text goes into a piece. */
static void begin_piece(struct gen *g, u32 i)
{
    gen_open(&g->piece);
    g->out = g->piece.to;
    g->piece_first = i;
}

/* A segment has ended before instruction `next`: the piece becomes a function, if that is worth it. */
static void end_piece(struct gen *g, u32 next)
{
    const u32 name = g->pl->first + g->piece_first;
    FILE *to = g->cut && next - g->piece_first >= LEAST_PIECE ? g->pieces.to : g->body.to;
    g->out = g->body.to;
    if (to == g->body.to) {
        gen_copy(&g->piece, to);
        return;
    }
    fprintf(to,
            "static NOINLINE u32 piece_%u(u8 *w, u8 *L, u64 act, const struct api *api, u64 *last)\n{\n%s"
            "const u64 pop = popcount(act);\n",
            name, locals);
    gen_copy(&g->piece, to);
    fprintf(to, "return %u;\n}\n", GOES_ON);
    fprintf(g->out, "{ const u32 stop = piece_%u(w, L, act, api, last); if (stop != %u) return stop; }\n", name,
            GOES_ON);
}

static void put_label(struct gen *g, u32 i)
{
    fprintf(g->out, "B%u:;\n", i);
    if (g->pl->code[i].kind == UK_JOIN)
        fprintf(g->out, "if (RPC == %u) { if (!api->pop(w)) return %u; goto dispatch; }\n", g->pl->first + i,
                WS_DONE);
}

static void put_code(struct gen *g)
{
    gen_begin(g, 0);
    begin_piece(g, 0);
    for (u32 i = 0; i < g->pl->n; i++) {
        const bool jumps = g->pl->how[i] >= NH_BRANCH, leads = g->pl->leads[i];
        if (leads) {
            gen_flush(g, i);
            gen_count_due(g, i);
        } else if (jumps) {
            gen_flush(g, i);
        }
        if (leads || jumps || (g->first == i && i - g->piece_first >= MOST_PIECE)) {
            end_piece(g, i);
            if (leads)
                put_label(g, i);
            if (jumps)
                put_instr(g, i);
            begin_piece(g, i + jumps);
        }
        if (!jumps)
            put_instr(g, i);
    }
    gen_flush(g, g->pl->n);
    gen_count_due(g, g->pl->n);
    end_piece(g, g->pl->n);
}

static void put_function(struct gen *g, const struct native_plan *pl, FILE *to)
{
    g->pl = pl;
    g->seen = xcalloc(pl->f->n_regs + 1, sizeof *g->seen);
    g->n_ahead = 0;
    gen_open(&g->pieces);
    gen_open(&g->body);
    g->out = g->body.to;
    put_head(g);
    put_code(g);
    fprintf(g->out, "return %u;\n}\n", WS_GO);
    gen_end(g);
    gen_copy(&g->pieces, to);
    gen_copy(&g->body, to);
}

/* Puts head, moves and functions together. */
static char *assemble(struct gen *g, char *body)
{
    char *text;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    ENSURE(f);
    native_text_head(f, !g->cut);
    for (size_t k = 0; k < g->moves.n; k++) {
        fputs(g->moves.at[k], f);
        free(g->moves.at[k]);
    }
    VEC_FREE(&g->moves);
    fputs(body, f);
    fclose(f);
    free(body);
    return text;
}

/* Is it small enough for inlined helpers? Accesses use most of them: with streams, clang takes as long for an access
   as for three other instructions. */
static bool is_small(const struct native_code *c)
{
    u32 total = 0;
    for (u32 k = 0; k < c->n_plans; k++) {
        const struct native_plan *pl = &c->plans[k];
        for (u32 i = 0; pl->how && i < pl->n; i++)
            total += c->streams && pl->how[i] == NH_MEM ? 3 : 1;
    }
    return total <= SMALL;
}

char *native_source(const struct native_code *c)
{
    struct gen g = {0};
    char *text;
    size_t n;
    FILE *to = open_memstream(&text, &n);
    ENSURE(to);
    g.cut = !is_small(c);
    for (u32 k = 0; k < c->n_plans; k++)
        if (c->plans[k].how)
            put_function(&g, &c->plans[k], to);
    fprintf(to, "u32 sluice_kernel(u8 *w, u64 end, const struct api *api)\n{\nfor (;;) {\nu32 stop = %u;\n", WS_GO);
    for (u32 k = 0; k < c->n_plans; k++)
        if (c->plans[k].how)
            fprintf(to, "%sif (PC - %u < %u) stop = function_%u(w, end, api);\n", k ? "else " : "", c->plans[k].first,
                    c->plans[k].n, c->plans[k].first);
    fprintf(to, "if (stop != %u) return stop;\n}\n}\n", ELSEWHERE);
    fclose(to);
    return assemble(&g, text);
}
