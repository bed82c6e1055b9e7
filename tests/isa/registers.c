/* Physical registers and spill code: no two values that are alive at once share a register, and limits are
   kept. Against the slow oracle, over random programs. (That the values are right: tests/emu/emu_registers.c.) */
#include "../ptx/oracle.h"
#include "isa/notes.h"
#include "long.h"

static u32 next_random(u32 *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 8;
}

static void random_program(u32 seed, char *text, size_t size)
{
    u32 s = seed, n = 10 + next_random(&s) % 50;
    size_t at = (size_t)snprintf(text, size,
                                 HEAD ".entry k (.param .u32 x) {\n.reg .pred %%p<9>; .reg .b32 %%r<99>; .reg .b64 "
                                      "%%d<99>;\n");

    for (u32 i = 0; i < n; i++) {
        u32 a = next_random(&s) % 20, b = next_random(&s) % 20, c = next_random(&s) % 20, p = next_random(&s) % 5;
        char guard[16] = "";
        if (next_random(&s) % 5 == 0)
            snprintf(guard, sizeof guard, "@%s%%p%u ", next_random(&s) % 2 ? "!" : "", next_random(&s) % 5);
        at += (size_t)snprintf(text + at, size - at, "L%u: %s", i, guard);
        switch (next_random(&s) % 11) {
        case 0: at += (size_t)snprintf(text + at, size - at, "cvt.u64.u32 %%d%u, %%r%u;\n", a, b); break;
        case 1: at += (size_t)snprintf(text + at, size - at, "add.s64 %%d%u, %%d%u, %%d%u;\n", a, b, c); break;
        case 2: at += (size_t)snprintf(text + at, size - at, "ld.param.u32 %%r%u, [x];\n", a); break;
        case 3: at += (size_t)snprintf(text + at, size - at, "setp.lt.s32 %%p%u, %%r%u, %%r%u;\n", p, b, c); break;
        case 4:
            at += (size_t)snprintf(text + at, size - at, "ld.global.v2.u32 {%%r%u, %%r%u}, [%%d%u];\n", a,
                                   (a + 3) % 20, b);
            break;
        case 5: at += (size_t)snprintf(text + at, size - at, "st.global.u32 [%%d%u], %%r%u;\n", a, b); break;
        case 6: at += (size_t)snprintf(text + at, size - at, "bra L%u;\n", next_random(&s) % (n + 1)); break;
        case 7: at += (size_t)snprintf(text + at, size - at, "add.s64 %%d%u, %%d%u, 16;\n", a, b); break;
        case 8: at += (size_t)snprintf(text + at, size - at, "mov.u32 %%r%u, %%tid.x;\n", a); break;
        default: at += (size_t)snprintf(text + at, size - at, "add.s32 %%r%u, %%r%u, %%r%u;\n", a, b, c); break;
        }
    }
    snprintf(text + at, size - at, "L%u: ret; }", n);
}

/* Two values alive after the same instruction lie apart. */
static void check_apart(const struct ptx_func *f)
{
    struct oracle o;

    oracle_build(&o, f);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_reg *at[1024] = {0};
        for (u32 r = 0; r < f->n_regs; r++) {
            size_t k = (size_t)pc * o.regs + r;
            if (f->regs[r].type == PT_PRED || f->notes->reg[r].folded)
                continue;
            if (!o.write[k] && !(o.live[k] && o.def_out[k]))
                continue;
            for (u32 w = 0; w < reg_words(f, r); w++) {
                u32 p = f->notes->reg[r].phys + w;
                assert_true(p < f->notes->counts.used);
                if (at[p])
                    fail_msg("line %u: %s and %s are both in register %u", f->code[pc].line, at[p]->name,
                             f->regs[r].name, p);
                at[p] = &f->regs[r];
            }
            assert_int_equal(f->notes->reg[r].phys % reg_words(f, r), 0);
        }
    }
    free(o.live);
}

static bool is_spill(const struct ptx_instr *i)
{
    const struct ptx_operand *o = i->op == OP_LD ? &i->opnd[1] : i->op == OP_ST ? &i->opnd[0] : NULL;

    return o && i->space == PS_LOCAL && o->base == PO_SYM && !strcmp(o->sym->name, "spilled registers");
}

/* Spill code hardly loads what is not read behind it, and makes room before it loads. */
static void check_spills(const struct ptx_func *f, u32 *dead)
{
    struct liveness l;

    liveness_build(&l, f, NULL);
    for (u32 pc = 0; pc + 1 < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc], *next = i + 1;
        if (!is_spill(i) || i->op != OP_LD)
            continue;
        *dead += !is_live_at(&l, i->opnd[0].reg, 2 * pc + 2);
        if (is_spill(next) && next->op == OP_ST && next->opnd[1].reg != i->opnd[0].reg)
            fail_msg("line %u: %s is loaded before %s leaves", i->line, f->regs[i->opnd[0].reg].name,
                     f->regs[next->opnd[1].reg].name);
    }
    liveness_free(&l);
}

static void test_random(void **state)
{
    static char text[16384];
    static const u32 limits[] = {0, 64, 24, 16, 12};
    u32 spills = 0, dead = 0;

    (void)state;
    for (u32 seed = 1; seed <= share_of(200); seed++) {
        struct ptx_module *m;
        random_program(seed, text, sizeof text);
        m = parse_ok(text);
        for (u32 k = 0; k < COUNT_OF(limits) * 4; k++) {
            struct arena a = {0};
            struct diag d;
            struct isa_request t = {.max_regs = limits[k / 4],
                                    .target.isa = k % 4 == 1   ? ISA_MACHINE
                                                  : k % 4 == 2 ? ISA_FOLDED
                                                               : ISA_PTX,
                                    .target.address = k % 4 >= 2 ? ADDRESS_32 : ADDRESS_64};
            struct ptx_func *g;
            diag_init(&d);
            const struct isa_func *made = isa_compile(ptx_find_func(m, "k"), &t, &a, &d);
            if (!made)
                diag_print(&d, stderr);
            assert_non_null(made);
            g = made->ptx;
            if (t.max_regs)
                assert_true(g->notes->counts.used <= t.max_regs);
            if (g->notes->counts.needed <= t.max_regs)
                assert_int_equal(g->notes->counts.spill_loads, 0);
            spills += g->notes->counts.spill_loads;
            if (t.target.isa == ISA_PTX) /* folded values' bases live longer than the oracle knows */
                check_apart(g);
            check_spills(g, &dead);
            oracle_check(g);
            diag_free(&d);
            arena_free(&a);
        }
        ptx_free(m);
    }
    assert_in_range(spills, share_of(200) == 200 ? 500 : 1, 700);
    assert_in_range(dead, 0, spills / 100);
}

#define KERNEL                                                                                                       \
    HEAD ".entry k (.param .u64 p, .param .u32 n) {\n.reg .pred %p<9>; .reg .b32 %r<99>; .reg .b64 %d<99>;\n"

static struct ptx_func *compile(struct ptx_module *m, struct arena *a, u32 limit, bool machine)
{
    struct isa_request t = {.max_regs = limit, .target.isa = machine ? ISA_MACHINE : ISA_PTX};
    struct diag d;
    struct ptx_func *f;

    diag_init(&d);
    const struct isa_func *g = isa_compile(ptx_find_func(m, "k"), &t, a, &d);
    f = g ? g->ptx : NULL;
    diag_free(&d);
    return f;
}

static u32 count(const struct ptx_func *f, u32 op, u32 space)
{
    u32 n = 0;

    for (u32 pc = 0; pc < f->n_code; pc++)
        n += f->code[pc].op == op && f->code[pc].space == space;
    return n;
}

/* What a loop uses stays in registers; what is only needed behind it is stored and filled outside. */
static void test_loop(void **state)
{
    struct ptx_module *m = parse_ok(KERNEL "ld.param.u64 %d2, [p];\nld.global.u64 %d1, [%d2];\n"
                                           "ld.global.u32 %r1, [%d1];\nld.global.u32 %r2, [%d1+4];\n"
                                           "ld.global.u32 %r3, [%d1+8];\nld.global.u32 %r4, [%d1+12];\n"
                                           "mov.u32 %r5, 0;\n"
                                           "LOOP: add.s32 %r5, %r5, %r1;\nxor.b32 %r5, %r5, %r2;\n"
                                           "setp.lt.s32 %p1, %r5, %r4;\n@%p1 bra LOOP;\n"
                                           "add.s32 %r5, %r5, %r3;\nst.global.u32 [%d1], %r5;\nret; }");
    struct arena a = {0};
    struct ptx_func *f = compile(m, &a, 6, false);
    u32 in_loop = 0;

    (void)state;
    assert_non_null(f);
    for (u32 pc = 0; pc < f->n_code; pc++)
        if (f->code[pc].op == OP_BRA && f->code[pc].back_edge)
            for (u32 k = f->code[pc].opnd[0].label; k <= pc; k++)
                in_loop += f->code[k].space == PS_LOCAL;
    assert_int_equal(in_loop, 0);
    assert_true(f->notes->counts.spill_loads >= 1 && f->notes->counts.spill_loads <= 2);
    assert_int_equal(count(f, OP_ST, PS_LOCAL), f->notes->counts.spill_stores);
    arena_free(&a);
    ptx_free(m);
}

/* Loads come where their values are needed, if they would be spilled in the order of PTX; a machine with constant
   operands keeps no parameters. */
static void test_order(void **state)
{
    struct ptx_module *m =
        parse_ok(KERNEL "ld.param.u64 %d1, [p];\nld.param.u32 %r9, [n];\nld.global.u32 %r1, [%d1];\n"
                        "ld.global.u32 %r2, [%d1+4];\nld.global.u32 %r3, [%d1+8];\nld.global.u32 %r4, [%d1+12];\n"
                        "add.s32 %r1, %r1, %r2;\nadd.s32 %r3, %r3, %r4;\nadd.s32 %r1, %r1, %r3;\n"
                        "add.s32 %r1, %r1, %r9;\nst.global.u32 [%d1], %r1;\nret; }");
    struct arena a = {0};
    struct ptx_func *f = compile(m, &a, 0, false), *g = compile(m, &a, 6, false), *h = compile(m, &a, 0, true);

    (void)state;
    assert_int_equal(f->notes->counts.used, 7);
    assert_int_equal(h->notes->counts.used, 5); /* three values and, for as long as a load takes, its address */
    assert_true(g && g->notes->counts.used <= 6);
    assert_int_equal(g->notes->counts.spill_loads + g->notes->counts.spill_stores, 0);
    assert_int_equal(count(g, OP_LD, PS_PARAM), 2);
    assert_null(compile(m, &a, 1, false));
    arena_free(&a);
    ptx_free(m);
}

/* A parameter that is needed again later is loaded again and never stored. */
static void test_rematerialise(void **state)
{
    struct ptx_module *m = parse_ok(
        KERNEL "ld.param.u64 %d1, [p];\nld.param.u32 %r9, [n];\nld.volatile.global.u32 %r1, [%d1];\n"
               "add.s32 %r1, %r1, %r9;\nld.volatile.global.u32 %r2, [%d1+4];\nld.volatile.global.u32 %r3, [%d1+8];\n"
               "ld.volatile.global.u32 %r4, [%d1+12];\nsub.s32 %r4, %r4, %r3;\nsub.s32 %r4, %r4, %r2;\n"
               "sub.s32 %r4, %r4, %r1;\nadd.s32 %r4, %r4, %r9;\nst.volatile.global.u32 [%d1], %r4;\nret; }");
    struct arena a = {0};
    struct ptx_func *f = compile(m, &a, 0, false), *g = compile(m, &a, 6, false);

    (void)state;
    assert_int_equal(f->notes->counts.used, 7);
    assert_true(g && g->notes->counts.used <= 6);
    assert_int_equal(g->notes->counts.spill_loads + g->notes->counts.spill_stores, 0);
    assert_true(count(g, OP_LD, PS_PARAM) > 2);
    arena_free(&a);
    ptx_free(m);
}

/* Registers of the kernel, with those that ptxas counts to each */
static u32 counted_for_h200(const char *text)
{
    struct isa_request r = {
        .target = {
            .isa = ISA_MACHINE, .lanes = 32, .sm_regs = 65536, .reg_unit = 256, .reserved = 3, .sched_regs = 29}};
    struct arena a = {0};
    struct diag d;
    struct ptx_module *m = parse_ok(text);

    diag_init(&d);
    const struct isa_func *f = isa_compile(ptx_find_func(m, "k"), &r, &a, &d);
    assert_non_null(f);
    u32 n = f->counts.used + (u32)r.target.reserved;
    diag_free(&d);
    arena_free(&a);
    ptx_free(m);
    return n;
}

/* A loop that keeps `across` values and sums `loads` from shared memory, which PTX has in front of the additions */
static u32 needed_by_sum(u32 across, u32 loads, const char *bounds)
{
    char *text = NULL;
    size_t size;
    FILE *t = open_memstream(&text, &size);

    fprintf(t, HEAD ".shared .align 16 .b8 sm[8192];\n.entry k (.param .u64 p, .param .u32 n) %s {\n", bounds);
    fprintf(t,
            ".reg .pred %%p<9>; .reg .b32 %%r<9>; .reg .b64 %%d<9>; .reg .f32 %%f<400>;\nld.param.u64 %%d1, [p];\n");
    fprintf(t, "ld.param.u32 %%r1, [n];\nmov.u32 %%r2, %%tid.x;\nmul.lo.u32 %%r3, %%r2, 88;\nmov.u32 %%r4, sm;\n");
    fprintf(t, "add.u32 %%r5, %%r4, %%r3;\nmov.f32 %%f300, 0f00000000;\n");
    for (u32 k = 0; k < across; k++)
        fprintf(t, "ld.global.f32 %%f%u, [%%d1+%u];\n", k, 4 * k);
    fprintf(t, "LOOP: bar.sync 0;\n");
    for (u32 k = 0; k < loads; k++)
        fprintf(t, "ld.shared.f32 %%f%u, [%%r5+%u];\n", 100 + k, 4 * k);
    for (u32 k = 0; k < loads; k++)
        fprintf(t, "add.f32 %%f300, %%f300, %%f%u;\n", 100 + k);
    fprintf(t, "bar.sync 0;\n");
    for (u32 k = 0; k < across; k++)
        fprintf(t, "fma.rn.f32 %%f%u, %%f%u, %%f%u, %%f300;\n", k, k, k);
    fprintf(t,
            "st.shared.f32 [%%r4], %%f300;\nsub.u32 %%r1, %%r1, 1;\nsetp.ne.u32 %%p1, %%r1, 0;\n@%%p1 bra LOOP;\n");
    for (u32 k = 0; k < across; k++)
        fprintf(t, "st.global.f32 [%%d1+%u], %%f%u;\n", 4 * k, k);
    fprintf(t, "ret; }");
    fclose(t);
    u32 n = counted_for_h200(text);
    free(text);
    return n;
}

/* An order that needs fewer registers than PTX's, and those that cost no warp are used: ptxas 13.0 has 37 to 40, 45
   to 48 and 53 to 56 for 24, 32 and 40 values across the loop, with 8 to 96 loads; where a block has 1024 threads,
   which leaves each 32 or 64, up to 64. */
static void test_steps(void **state)
{
    static const u32 loads[] = {16, 48, 96};

    (void)state;
    for (u32 k = 0; k < COUNT_OF(loads); k++)
        for (u32 across = 24; across <= 40; across += 8) {
            u32 n = needed_by_sum(across, loads[k], "");
            assert_in_range(n, across + 5, across + 24);
            assert_in_range(needed_by_sum(across, loads[k], ".maxntid 1024, 1, 1"), n, 64);
        }
    assert_true(needed_by_sum(24, 48, ".maxntid 1024, 1, 1") > 40);
}

/* Addresses of 32 bits: pointers and offsets have one register each; what is stored, or shifted down, has two. */
static void test_short_addresses(void **state)
{
    static const char body[] =
        KERNEL "ld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %d2, %r1, 4;\nadd.s64 %d3, %d1, %d2;\n"
               "ld.global.u64 %d4, [%d3];\nld.global.u64 %d5, [%d3+8];\nst.global.u32 [%d5], %r1;\n"
               "st.global.u64 [%d3], %d4;\nret; }";
    struct ptx_module *m = parse_ok(body);
    struct isa_request t = {.target.address = ADDRESS_32};
    struct arena a = {0};
    struct diag d;

    (void)state;
    diag_init(&d);
    const struct ptx_func *f = isa_compile(ptx_find_func(m, "k"), &t, &a, &d)->ptx;
    for (u32 r = 0; r < f->n_regs; r++)
        if (f->regs[r].name[1] == 'd' && f->regs[r].slot != UINT32_MAX)
            assert_int_equal(reg_words(f, r), f->regs[r].name[2] == '4' ? 2 : 1);
    assert_int_equal(f->notes->counts.used, 5); /* d3, d4, d5, r1 */
    diag_free(&d);
    arena_free(&a);
    ptx_free(m);
}

/* One operand of an instruction may be a constant; others are put into registers for as long as it takes. */
static void test_scratch(void **state)
{
    static const struct {
        const char *text;
        u32 scratch;
    } rows[] = {{"mad.lo.s32 %r3, %r1, 5, %r2;", 0}, {"mad.lo.s32 %r3, %r1, 5, 7;", 1},
                {"st.shared.u32 [%r1], 9;", 1},      {"st.shared.u32 [%r1], 0;", 0},
                {"ld.global.u32 %r3, [%d1];", 2},    {"add.s64 %d3, %d1, 16;", 2}};
    static const char before[] = KERNEL "ld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %tid.y;\n"
                                        "mov.u64 %d3, 8;\nmov.u32 %r3, %tid.z;\n";
    static const char after[] = "st.shared.u32 [%r3], %r2;\nst.shared.u64 [%r3], %d3;\nret; }";
    struct isa_request t = {.target.isa = ISA_FOLDED};

    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[1024];
        struct arena a = {0};
        struct diag d;
        diag_init(&d);
        snprintf(text, sizeof text, "%s%s\n%s", before, rows[k].text, after);
        struct ptx_module *m = parse_ok(text);
        const struct ptx_func *f = isa_compile(ptx_find_func(m, "k"), &t, &a, &d)->ptx;
        assert_int_equal(f->notes->at[5].scratch, rows[k].scratch);
        diag_free(&d);
        arena_free(&a);
        ptx_free(m);
    }
}

/* `sums` of doubles across a loop, and loads that could all be under way at once */
static u32 needed_by_sums(u32 sums, u32 loads)
{
    char *text = NULL;
    size_t size;
    FILE *t = open_memstream(&text, &size);

    fprintf(t, HEAD ".entry k (.param .u64 p, .param .u32 n) {\n.reg .pred %%p<9>; .reg .b32 %%r<9>; "
                    ".reg .b64 %%d<9>; .reg .f32 %%f<99>; .reg .f64 %%g<99>;\nld.param.u64 %%d1, [p];\n"
                    "ld.param.u32 %%r1, [n];\nmov.u32 %%r3, %%tid.x;\nmul.wide.s32 %%d3, %%r3, 4;\n"
                    "add.s64 %%d4, %%d1, %%d3;\nmov.u32 %%r5, 0;\n");
    for (u32 k = 0; k < sums; k++)
        fprintf(t, "ld.global.f64 %%g%u, [%%d1+%u];\n", 10 + k, 8 * k);
    fprintf(t, "LOOP:\n");
    for (u32 k = 0; k < loads; k++)
        fprintf(
            t, "ld.global.f32 %%f%u, [%%d4+%u];\ncvt.f64.f32 %%g%u, %%f%u;\nfma.rn.f64 %%g%u, %%g%u, %%g%u, %%g%u;\n",
            k, 4 * k, 60 + k % 8, k, 10 + k % sums, 60 + k % 8, 60 + k % 8, 10 + k % sums);
    fprintf(t, "add.s64 %%d4, %%d4, 4096;\nadd.s32 %%r5, %%r5, 1;\nsetp.lt.s32 %%p1, %%r5, %%r1;\n@%%p1 bra LOOP;\n");
    for (u32 k = 0; k < sums; k++)
        fprintf(t, "st.global.f64 [%%d1+%u], %%g%u;\n", 8 * k, 10 + k);
    fprintf(t, "ret; }");
    fclose(t);
    u32 n = counted_for_h200(text);
    free(text);
    return n;
}

/* Where registers press, a lower step is taken, though loads then wait for each other: ptxas 13.0 has 50 registers
   for 14 sums with 24 or 32 loads, whose order without a limit takes 71. */
static void test_pressed(void **state)
{
    (void)state;
    assert_in_range(needed_by_sums(14, 24), 35, 56);
    assert_in_range(needed_by_sums(14, 32), 35, 56);
}

/* How many of a loop's 48 loads are followed by what waits for them: as many sums of doubles go around it */
static u32 waits_in_loop(u32 sums)
{
    struct isa_request r = {
        .target = {
            .isa = ISA_MACHINE, .lanes = 32, .sm_regs = 65536, .reg_unit = 256, .reserved = 3, .sched_regs = 29}};
    struct arena a = {0};
    struct diag d;
    char *text = NULL;
    size_t size;
    FILE *t = open_memstream(&text, &size);
    u32 waits = 0;

    fprintf(t, HEAD ".entry k (.param .u64 p, .param .u32 n) {\n.reg .pred %%p<9>; .reg .b32 %%r<9>; "
                    ".reg .b64 %%d<9>; .reg .f64 %%g<99>;\nld.param.u64 %%d1, [p];\nld.param.u32 %%r1, [n];\n"
                    "mov.u32 %%r3, %%tid.x;\nmul.wide.s32 %%d3, %%r3, 8;\nadd.s64 %%d4, %%d1, %%d3;\n");
    for (u32 k = 0; k < sums; k++)
        fprintf(t, "mov.f64 %%g%u, 0d0000000000000000;\n", 60 + k);
    fprintf(t, "LOOP:\n.pragma \"nounroll\";\n");
    for (u32 k = 0; k < 48; k++)
        fprintf(t, "ld.global.f64 %%g%u, [%%d4+%u];\nadd.f64 %%g%u, %%g%u, %%g%u;\n", k, 8 * k, 60 + k % sums,
                60 + k % sums, k);
    fprintf(t, "add.s64 %%d4, %%d4, 4096;\nsub.s32 %%r1, %%r1, 1;\nsetp.ne.s32 %%p1, %%r1, 0;\n@%%p1 bra LOOP;\n");
    for (u32 k = 0; k < sums; k++)
        fprintf(t, "st.global.f64 [%%d1+%u], %%g%u;\n", 8 * k, 60 + k);
    fprintf(t, "ret; }");
    fclose(t);
    struct ptx_module *m = parse_ok(text);
    diag_init(&d);
    const struct ptx_func *f = isa_compile(ptx_find_func(m, "k"), &r, &a, &d)->ptx;
    for (u32 pc = 0; pc + 1 < f->n_code; pc++)
        for (u32 k = 1; k < 3 && f->code[pc].op == OP_LD && f->code[pc + 1].op == OP_ADD; k++)
            waits += f->code[pc + 1].opnd[k].kind == PO_REG && f->code[pc + 1].opnd[k].reg == f->code[pc].opnd[0].reg;
    diag_free(&d);
    arena_free(&a);
    ptx_free(m);
    free(text);
    return waits;
}

/* With twelve registers of sums that a loop carries, several loads are still under way at once (43 of 48 waited). */
static void test_carried(void **state)
{
    (void)state;
    assert_in_range(waits_in_loop(2), 0, 6);
    assert_in_range(waits_in_loop(6), 0, 6);
}

/* So many products of a register across a loop that reads them all: %r1 is a parameter, %r3 the thread's number, %r4
   the CTA's; where %p2 is true, lanes go around the loop */
static u32 needed_across(u32 n, const char *of, const char *before)
{
    char *text = NULL;
    size_t size;
    FILE *t = open_memstream(&text, &size);

    fprintf(t,
            HEAD ".entry k (.param .u64 p, .param .u32 n) {\n.reg .pred %%p<9>; .reg .b32 %%r<120>; "
                 ".reg .b64 %%d<9>;\nld.param.u64 %%d1, [p];\nld.param.u32 %%r1, [n];\nmov.u32 %%r3, %%tid.x;\n"
                 "mov.u32 %%r4, %%ctaid.x;\nmul.wide.s32 %%d3, %%r3, 4;\nadd.s64 %%d4, %%d1, %%d3;\n"
                 "mov.u32 %%r5, 0;\nmov.u32 %%r6, 0;\nsetp.lt.s32 %%p2, %%r3, 7;\n%s\n",
            before);
    for (u32 k = 0; k < n; k++)
        fprintf(t, "mad.lo.s32 %%r%u, %s, %u, %%r1;\n", 20 + k, of, 3 * k + 5);
    fprintf(t, "LOOP: bar.sync 0;\n");
    for (u32 k = 0; k < n; k++)
        fprintf(t, "xor.b32 %%r6, %%r6, %%r%u;\nmul.lo.s32 %%r6, %%r6, %%r3;\n", 20 + k);
    fprintf(t, "add.s32 %%r5, %%r5, 1;\nsetp.lt.s32 %%p1, %%r5, %%r1;\n@%%p1 bra LOOP;\n"
               "OUT: st.global.u32 [%%d4], %%r6;\nret; }");
    fclose(t);
    u32 used = counted_for_h200(text);
    free(text);
    return used;
}

/* What all lanes have in common takes none of their registers, if the machine computes it for all of them at once
   (ptxas 13.0: 8 registers, and 44 where it differs by lane). */
static void test_shared(void **state)
{
    (void)state;
    assert_in_range(needed_across(36, "%r1", ""), 4, 16);
    assert_in_range(needed_across(36, "%r4", ""), 4, 16);
    assert_in_range(needed_across(90, "%r1", ""), 30, 42); /* a warp's file has 60 words */
    assert_in_range(needed_across(36, "%r3", ""), 39, 48);
    assert_in_range(needed_across(36, "%r1", "@%p2 bra OUT;"), 39, 48);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),        cmocka_unit_test(test_loop),    cmocka_unit_test(test_order),
        cmocka_unit_test(test_rematerialise), cmocka_unit_test(test_steps),   cmocka_unit_test(test_short_addresses),
        cmocka_unit_test(test_scratch),       cmocka_unit_test(test_pressed), cmocka_unit_test(test_carried),
        cmocka_unit_test(test_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
