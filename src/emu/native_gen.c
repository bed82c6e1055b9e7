/* Writes a kernel's C. Instructions are cut into segments, at memory accesses and control flow. A segment first
   computes the numbers that are equal in all lanes, then everything else in one loop over the lanes, which clang
   vectorises, then writes back changes: lanes to the register file, masks to the predicates, numbers to warp.uni. So
   between segments all state is where native_run.c and the interpreter expect it.

   Operations are the interpreter's own expressions (ops.h), with operands x, y and z. */
#include "emu/native_gen.h"

#include <stdlib.h>

void gen_open(struct buffer *b)
{
    b->to = open_memstream(&b->at, &b->n);
    ENSURE(b->to);
}

static void close_buffer(struct buffer *b)
{
    fclose(b->to);
    free(b->at);
}

void gen_copy(struct buffer *b, FILE *to)
{
    fflush(b->to);
    fwrite(b->at, 1, b->n, to);
    close_buffer(b);
}

const char *gen_type(const struct gen *g, u32 reg)
{
    return native_is_wide(g->pl, reg) ? "u64" : "u32";
}

u32 gen_pred(const struct gen *g, u32 reg)
{
    return g->pl->pf->pred_base + g->pl->f->regs[reg].slot;
}

static struct seen *touch(struct gen *g, u32 reg)
{
    struct seen *s = &g->seen[reg];
    if (!s->loaded && !s->written) {
        for (size_t k = 0; k < g->touched.n; k++)
            if (g->touched.at[k] == reg)
                return s;
        VEC_PUSH(&g->touched, reg);
    }
    return s;
}

/* Loads the register's value from before the segment. */
static void load(struct gen *g, u32 reg)
{
    struct seen *s = touch(g, reg);
    if (s->loaded || s->written)
        return;
    s->loaded = true;
    u8 cls = g->pl->cls[reg];
    if (cls == NC_LANES && gen_is_pred(g, reg)) {
        fprintf(g->numbers.to, "const u64 p%u_0 = P[%u];\n", reg, gen_pred(g, reg));
        fprintf(g->lanes.to, "const bool b%u_0 = ((u32)p%u_0 & BIT[i]) != 0;\n", reg, reg);
    } else if (cls == NC_LANES) {
        fprintf(g->lanes.to, "%s v%u = ((%s *)(R + %u))[i];\n", gen_type(g, reg), reg, gen_type(g, reg),
                native_offset(g->pl, reg));
    } else {
        fprintf(g->numbers.to, "const u64 s%u_0 = U[%u];\n", reg, g->pl->uni[reg]);
        if (cls == NC_AFFINE)
            fprintf(g->numbers.to, "const u64 t%u_0 = U[%u];\n", reg, g->pl->uni[reg] + 1);
    }
}

/* ---- Operands as text ---- */

static struct value constant(const struct gen *g, u32 off, bool wide)
{
    struct value v = {.cls = NC_SAME, .wide = wide, .step = "0"};
    u64 bits = 0;
    memcpy(&bits, g->pl->prog->consts + off - 1, wide ? 8 : 4);
    snprintf(v.base, sizeof v.base, wide ? "0x%" PRIx64 "ull" : "0x%" PRIx64 "u", bits);
    snprintf(v.lane, sizeof v.lane, "%s", v.base);
    return v;
}

static bool is_sreg(const struct gen *g, u32 off)
{
    for (size_t k = 0; k < g->pl->prog->sregs.n; k++)
        if (g->pl->prog->sregs.at[k].at == off)
            return true;
    return false;
}

static struct value sreg(const struct gen *g, u32 i, u32 off)
{
    struct value v = {.cls = native_operand_class(g->pl, i, off), .step = "0"};
    snprintf(v.base, sizeof v.base, "((u32 *)(R + %u))[0]", off);
    if (v.cls == NC_AFFINE)
        snprintf(v.step, sizeof v.step, "1u");
    snprintf(v.lane, sizeof v.lane, "((u32 *)(R + %u))[%s]", off, v.cls == NC_SAME ? "0" : "i");
    return v;
}

static struct value reg_value(struct gen *g, u32 reg)
{
    struct value v = {.cls = g->pl->cls[reg], .wide = native_is_wide(g->pl, reg), .step = "0"};
    load(g, reg);
    u32 n = g->seen[reg].version;
    const char *t = gen_type(g, reg);
    if (v.cls == NC_LANES) {
        snprintf(v.lane, sizeof v.lane, "v%u", reg);
        return v;
    }
    snprintf(v.base, sizeof v.base, "(%s)s%u_%u", t, reg, n);
    snprintf(v.lane, sizeof v.lane, "(%s)s%u_%u", t, reg, n);
    if (v.cls == NC_AFFINE) {
        snprintf(v.step, sizeof v.step, "(%s)t%u_%u", t, reg, n);
        snprintf(v.lane, sizeof v.lane, "((%s)s%u_%u + times_%s(i, t%u_%u))", t, reg, n, t, reg, n);
    }
    return v;
}

struct value gen_source(struct gen *g, u32 i, u32 off, bool wide)
{
    if (off & 1)
        return constant(g, off, wide);
    return is_sreg(g, off) ? sreg(g, i, off) : reg_value(g, native_reg_at(g->pl, i, off, false));
}

void gen_truth(struct gen *g, char to[64], u32 reg, bool neg)
{
    load(g, reg);
    snprintf(to, 64, "%s%c%u_%u", neg ? "!" : "", g->pl->cls[reg] == NC_LANES ? 'b' : 's', reg, g->seen[reg].version);
}

/* ---- Results ---- */

static u32 define(struct gen *g, u32 reg)
{
    struct seen *s = touch(g, reg);
    s->written = true;
    return ++s->version;
}

struct guard gen_guard(struct gen *g, u32 i)
{
    const struct uop *u = &g->pl->code[i];
    struct guard k = {.reg = UINT32_MAX};
    if (u->guard == NO_OPERAND)
        return k;
    k.reg = native_pred_at(g->pl, i, u->guard, false);
    k.lanes = g->pl->cls[k.reg] == NC_LANES;
    gen_truth(g, k.text, k.reg, u->guard_neg);
    return k;
}

/* A lane's new value: expr is its text. The old value stays if the guard is false. */
void gen_set_lane(struct gen *g, u32 reg, const struct guard *k, const char *expr)
{
    g->any_lanes = true;
    if (k->reg != UINT32_MAX)
        load(g, reg);
    struct seen *s = touch(g, reg);
    bool fresh = !s->loaded && !s->written;
    s->written = true;
    fprintf(g->lanes.to, "%s%sv%u = ", fresh ? gen_type(g, reg) : "", fresh ? " " : "", reg);
    if (k->reg != UINT32_MAX)
        fprintf(g->lanes.to, "%s ? %s : v%u;\n", k->text, expr, reg);
    else
        fprintf(g->lanes.to, "%s;\n", expr);
}

void gen_set_number(struct gen *g, u32 reg, const struct guard *k, const char *base, const char *step)
{
    if (k->reg != UINT32_MAX)
        load(g, reg);
    u32 old = g->seen[reg].version, n = define(g, reg);
    const char *t = gen_type(g, reg);
    const char *names[2] = {base, step}, letters[2] = {'s', 't'};
    for (u32 part = 0; part < (g->pl->cls[reg] == NC_AFFINE ? 2u : 1u); part++) {
        fprintf(g->numbers.to, "const u64 %c%u_%u = ", letters[part], reg, n);
        if (k->reg != UINT32_MAX)
            fprintf(g->numbers.to, "%s ? (%s)(%s) : %c%u_%u;\n", k->text, t, names[part], letters[part], reg, old);
        else
            fprintf(g->numbers.to, "(%s)(%s);\n", t, names[part]);
    }
}

/* A predicate's new value: `lane` if it is one of lanes, otherwise `number`. */
void gen_set_truth(struct gen *g, u32 reg, const struct guard *k, const char *expr)
{
    if (k->reg != UINT32_MAX || g->pl->cls[reg] == NC_LANES)
        load(g, reg);
    u32 old = g->seen[reg].version, n = define(g, reg);
    bool lanes = g->pl->cls[reg] == NC_LANES;
    FILE *to = lanes ? g->lanes.to : g->numbers.to;
    char c = lanes ? 'b' : 's';
    fprintf(to, lanes ? "const bool b%u_%u = " : "const u64 s%u_%u = ", reg, n);
    if (k->reg != UINT32_MAX)
        fprintf(to, "%s ? (bool)(%s) : %c%u_%u;\n", k->text, expr, c, reg, old);
    else
        fprintf(to, "(bool)(%s);\n", expr);
    if (!lanes)
        return;
    g->any_lanes = true;
    fprintf(g->numbers.to, "u32 m%u_%u = 0;\n", reg, n);
    fprintf(g->lanes.to, "m%u_%u |= b%u_%u ? BIT[i] : 0;\n", reg, n, reg, n);
    fprintf(g->after.to, "const u64 p%u_%u = (p%u_0 & ~act) | (m%u_%u & act);\n", reg, n, reg, reg, n);
}

void gen_put_due(FILE *to, const struct due *d)
{
    const struct {
        const char *name;
        u32 n;
    } row[] = {{"INSTRS", d->instrs},   {"MEMS", d->mems},       {"GLOBALS", d->globals},
               {"SHAREDS", d->shareds}, {"CHANGES", d->changes}, {"BRANCHES", d->branches}};
    for (size_t k = 0; k < COUNT_OF(row); k++)
        if (row[k].n)
            fprintf(to, "%s += %u; ", row[k].name, row[k].n);
    if (d->threads)
        fprintf(to, "THREADS += %u * pop;", d->threads);
    fprintf(to, "\n");
}

void gen_put_run(struct gen *g, FILE *to, u32 i, u32 n)
{
    if (n && g->pl->streams)
        fprintf(to, "RUN(%u, %u);\n", g->pl->first + i - n, n);
}

void gen_count_due(struct gen *g, u32 i)
{
    gen_put_due(g->out, &g->due);
    g->due = (struct due){0};
    gen_put_run(g, g->out, i, g->run);
    g->run = 0;
}

/* Records the instruction in the stream, with those before and after it if it has no guard. */
static void put_in_stream(struct gen *g, u32 i, const struct guard *k)
{
    if (!g->count)
        g->tail = g->run;
    if (k->reg == UINT32_MAX) {
        g->tail++;
        return;
    }
    gen_put_run(g, g->after.to, i, g->tail);
    g->tail = 0;
    if (!g->pl->streams)
        return;
    fprintf(g->after.to, "ONE(%u, ", g->pl->first + i);
    if (!k->lanes)
        fprintf(g->after.to, "%s ? act : 0);\n", k->text);
    else
        fprintf(g->after.to, "act & %sp%u_%u);\n", k->text[0] == '!' ? "~" : "", k->reg, g->seen[k->reg].version);
}

/* Counts the instruction. */
void gen_count(struct gen *g, u32 i, const struct guard *k)
{
    put_in_stream(g, i, k);
    g->count++;
    if (k->reg == UINT32_MAX)
        g->plain++;
    else if (!k->lanes)
        fprintf(g->after.to, "THREADS += %s ? pop : 0;\n", k->text);
    else
        fprintf(g->after.to, "THREADS += popcount(act & %sp%u_%u);\n", k->text[0] == '!' ? "~" : "", k->reg,
                g->seen[k->reg].version);
}

static void write_back(struct gen *g, u32 reg, u32 next, bool blend)
{
    const struct seen *s = &g->seen[reg];
    if (!s->written || !native_live(g->pl, reg, next))
        return;
    if (g->pl->cls[reg] == NC_LANES && gen_is_pred(g, reg)) {
        fprintf(g->after.to, "P[%u] = p%u_%u;\n", gen_pred(g, reg), reg, s->version);
    } else if (g->pl->cls[reg] == NC_LANES) {
        const char *t = gen_type(g, reg);
        u32 off = native_offset(g->pl, reg);
        fprintf(g->lanes.to,
                blend ? "((%s *)(R + %u))[i] = on ? v%u : ((%s *)(R + %u))[i];\n" : "((%s *)(R + %u))[i] = v%u;\n", t,
                off, reg, t, off);
    } else {
        fprintf(g->after.to, "U[%u] = s%u_%u;\n", g->pl->uni[reg], reg, s->version);
        if (g->pl->cls[reg] == NC_AFFINE)
            fprintf(g->after.to, "U[%u] = t%u_%u;\n", g->pl->uni[reg] + 1, reg, s->version);
    }
}

void gen_begin(struct gen *g, u32 first)
{
    for (size_t k = 0; k < g->touched.n; k++)
        g->seen[g->touched.at[k]] = (struct seen){0};
    g->touched.n = 0;
    g->first = first;
    g->count = g->plain = 0;
    g->any_lanes = false;
    gen_open(&g->numbers);
    gen_open(&g->lanes);
    gen_open(&g->after);
}

struct written {
    u32 reg;
    bool found;
};
static void is_written(void *ctx, u32 reg, enum reg_use use)
{
    struct written *x = ctx;
    x->found |= use == REG_WRITE && reg == x->reg;
}

/* Must some instruction of the segment that writes the register keep inactive lanes unchanged? */
static bool must_blend(const struct gen *g, u32 reg, u32 next)
{
    for (u32 i = g->first; i < next; i++) {
        struct written x = {.reg = reg};
        visit_regs(&g->pl->f->code[i], is_written, &x);
        if (x.found && g->pl->blend[i])
            return true;
    }
    return false;
}

/* Ends the segment before instruction `next`, with which another begins. */
void gen_flush(struct gen *g, u32 next)
{
    for (size_t k = 0; k < g->touched.n; k++) {
        bool blend = must_blend(g, g->touched.at[k], next);
        write_back(g, g->touched.at[k], next, blend);
    }
    fprintf(g->out, "{\n");
    gen_copy(&g->numbers, g->out);
    fprintf(g->out, g->any_lanes ? "LOOP {\nconst bool on = ((u32)act & BIT[i]) != 0; (void)on;\n" : "");
    if (g->any_lanes) {
        gen_copy(&g->lanes, g->out);
        fprintf(g->out, "}\n");
    } else {
        close_buffer(&g->lanes);
    }
    gen_copy(&g->after, g->out);
    g->run = g->count ? g->tail : g->run;
    g->due.instrs += g->count;
    g->due.threads += g->plain;
    fprintf(g->out, "}\n");
    gen_begin(g, next);
}

void gen_end(struct gen *g)
{
    close_buffer(&g->numbers);
    close_buffer(&g->lanes);
    close_buffer(&g->after);
    VEC_FREE(&g->touched);
    free(g->seen);
    g->seen = NULL;
}
