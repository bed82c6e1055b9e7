/* Programs with spill code compute what they compute without: random structured programs, with every lane on its own
   path, under falling numbers of registers. */
#include <stdio.h>

#include "emu_test.h"
#include "long.h"

enum { VARS = 40, THREADS = 64 };

static u32 next_random(u32 *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 8;
}

struct text {
    char at[1 << 16];
    size_t n;
    u32 seed, labels, loops;
};

static void put(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct text *t, const char *fmt, ...)
{
    va_list v;
    va_start(v, fmt);
    t->n += (size_t)vsnprintf(t->at + t->n, sizeof t->at - t->n, fmt, v);
    va_end(v);
}

static void body(struct text *t, u32 length, u32 depth)
{
    for (u32 i = 0; i < length; i++) {
        u32 a = next_random(&t->seed) % VARS, b = next_random(&t->seed) % VARS, c = next_random(&t->seed) % VARS;
        u32 label, loop, kind = next_random(&t->seed) % 12;
        switch (depth && kind > 9 ? kind : kind % 10) {
        case 0: put(t, "mul.lo.u32 %%r%u, %%r%u, %%r%u;\n", a, b, c); break;
        case 1: put(t, "add.u64 %%d%u, %%d%u, %%d%u;\n", a % 12, b % 12, c % 12); break;
        case 2: put(t, "cvt.u64.u32 %%d%u, %%r%u;\n", a % 12, b); break;
        case 3: put(t, "cvt.u32.u64 %%r%u, %%d%u;\n", a, b % 12); break;
        case 4: put(t, "setp.lt.u32 %%p1, %%r%u, %%r%u;\n@%%p1 xor.b32 %%r%u, %%r%u, %%r%u;\n", a, b, c, a, b); break;
        case 6: put(t, "st.shared.u32 [%%a1+%u], %%r%u;\n", b % 8 * 4, c); break;
        case 7: put(t, "ld.shared.u32 %%r%u, [%%a%u+%u];\n", a, 1 + c % 2, b % 8 * 4); break;
        case 5: put(t, "activemask.b32 %%t4;\nshfl.sync.bfly.b32 %%r%u, %%r%u, 1, 31, %%t4;\n", a, b); break;
        case 10:
            label = t->labels++;
            put(t, "setp.gt.u32 %%p2, %%r%u, %%r%u;\n@%%p2 bra E%u;\n", a, b, label);
            body(t, 1 + next_random(&t->seed) % 6, depth - 1);
            put(t, "bra J%u;\nE%u:\n", label, label);
            body(t, 1 + next_random(&t->seed) % 6, depth - 1);
            put(t, "J%u:\n", label);
            break;
        case 11:
            label = t->labels++;
            loop = t->loops++;
            put(t, "and.b32 %%l%u, %%r%u, 3;\nT%u:\n", loop, a, label);
            body(t, 1 + next_random(&t->seed) % 6, depth - 1);
            put(t, "sub.u32 %%l%u, %%l%u, 1;\nsetp.gt.s32 %%p3, %%l%u, 0;\n@%%p3 bra T%u;\n", loop, loop, loop,
                label);
            break;
        default: put(t, "add.u32 %%r%u, %%r%u, %%r%u;\n", a, b, c); break;
        }
    }
}

static void program(struct text *t, u32 seed)
{
    *t = (struct text){.seed = seed};
    put(t,
        HEAD ".visible .entry k (.param .u64 out) {\n.reg .pred %%p<9>; .reg .b32 %%r<%u>; .reg .b32 %%l<99>; "
             ".reg .b32 %%t<9>; .reg .b64 %%d<20>; .reg .b32 %%a<4>;\n.shared .align 4 .b8 place[%u];\n",
        VARS, THREADS * 32);
    put(t,
        "mov.u32 %%t1, %%tid.x;\nld.param.u64 %%d15, [out];\nmul.wide.u32 %%d16, %%t1, %u;\n"
        "add.u64 %%d16, %%d16, %%d15;\nshl.b32 %%t2, %%t1, 5;\nmov.u32 %%t3, place;\n"
        "add.u32 %%a1, %%t2, %%t3;\nmov.u32 %%a2, %%a1;\n",
        4 * (VARS + 24));
    for (u32 v = 0; v < 8; v++)
        put(t, "st.shared.u32 [%%a1+%u], %%t1;\n", 4 * v);
    for (u32 v = 0; v < VARS; v++)
        put(t, "mul.lo.u32 %%r%u, %%t1, %u;\n", v, 2654435761u * (v + 1));
    for (u32 v = 0; v < 12; v++)
        put(t, "cvt.u64.u32 %%d%u, %%r%u;\n", v, v);
    body(t, 30, 2);
    for (u32 v = 0; v < VARS; v++)
        put(t, "st.global.u32 [%%d16+%u], %%r%u;\n", 4 * v, v);
    for (u32 v = 0; v < 12; v++)
        put(t, "st.global.u64 [%%d16+%u], %%d%u;\n", 4 * VARS + 8 * v, v);
    put(t, "ret; }");
}

static void test_random(void **state)
{
    static struct text t;
    static const u32 limits[] = {0, 64, 40, 32, 24, 18, 12, 0, 40, 18}; /* the last three: lowered and scheduled */
    enum { PTX = 7 };
    static u32 kept[THREADS * (VARS + 24)];
    u64 plain = 0, spilled = 0;

    (void)state;
    for (u32 seed = 1; seed <= share_of(30); seed++) {
        program(&t, seed);
        for (u32 k = 0; k < COUNT_OF(limits); k++) {
            struct machine m = machine_opt(t.at, (struct emu_options){.target.lanes = 32,
                                                                      .target.want_regs = limits[k],
                                                                      .step_limit = 1000000,
                                                                      .target.isa = k >= PTX ? ISA_MACHINE : ISA_PTX,
                                                                      .target.sched_regs = k >= PTX ? 32 : 0});
            u32 *out = buffer(&m, COUNT_OF(kept), "out");
            RUN(&m, 1, THREADS, ADDR(out));
            if (!k) {
                memcpy(kept, out, sizeof kept);
                plain += m.counts.warp_instrs;
                assert_true(emu_kernel_info(emu_find_kernel(m.mod, "k")).regs > 50);
            } else {
                for (u32 i = 0; i < COUNT_OF(kept); i++)
                    if (kept[i] != out[i])
                        fail_msg("seed %u, %u registers: word %u of thread %u is %x, not %x", seed, limits[k],
                                 i % (VARS + 24), i / (VARS + 24), out[i], kept[i]);
                assert_true(!limits[k] || emu_kernel_info(emu_find_kernel(m.mod, "k")).regs <= limits[k]);
                spilled += k == PTX - 1 ? m.counts.warp_instrs : 0;
            }
            done(&m);
        }
    }
    assert_true(spilled > plain * 3 / 2); /* the spills are executed, not imagined */
}

/* Registers as a compiler for sm_20 counts them: those of Fermi's instructions, within the limit, with the one that
   is kept; the code that runs is PTX, and spills nothing. */
static void test_sm20(void **state)
{
    static struct text t;
    static const struct {
        struct isa_target target;
        bool counted; /* what is wanted comes from the row before */
    } rows[] = {
        {{.lanes = 32}, false},
        {{.lanes = 32, .isa = ISA_FOLDED, .max_regs = 63, .reserved = 1}, false},
        {{.lanes = 32, .count = COUNT_SM20, .max_regs = 63, .reserved = 1}, true},
        {{.lanes = 32, .isa = ISA_FOLDED, .max_regs = 24, .reserved = 1}, false},
        {{.lanes = 32, .count = COUNT_SM20, .max_regs = 24, .reserved = 1}, true},
    };
    (void)state;
    for (u32 seed = 1; seed <= 5; seed++) {
        u64 plain = 0;
        u32 before = 0, most = 0;
        program(&t, seed);
        for (u32 k = 0; k < COUNT_OF(rows); k++) {
            struct machine m =
                machine_opt(t.at, (struct emu_options){.target = rows[k].target, .step_limit = 1000000});
            u32 *out = buffer(&m, THREADS * (VARS + 24), "out");
            RUN(&m, 1, THREADS, ADDR(out));
            u32 regs = emu_kernel_info(emu_find_kernel(m.mod, "k")).regs;
            if (!k)
                plain = m.counts.warp_instrs;
            if (rows[k].counted) {
                assert_int_equal(m.counts.warp_instrs, plain);
                assert_int_equal(regs, before);
                assert_true(regs <= rows[k].target.max_regs);
                most = MAX(most, regs);
            }
            before = regs;
            done(&m);
        }
        assert_true(most > 24); /* the limit of the last row is felt */
    }
}

/* What a function returned to a kernel is no parameter of the kernel: it is stored when registers run out. */
static void test_returned(void **state)
{
    static struct text t;
    static const u32 limits[] = {0, 24, 20};
    u32 want = 0;
    (void)state;
    t.n = 0;
    put(&t, HEAD ".func (.param .b64 o) f (.param .b64 i) {\n.reg .b64 %%d<2>;\nld.param.u64 %%d1, [i];\n"
                 "mul.lo.u64 %%d1, %%d1, 0x123456789;\nst.param.b64 [o], %%d1;\nret;\n}\n"
                 ".visible .entry k (.param .u64 out) {\n.reg .pred %%p<3>;\n.reg .b32 %%r<40>;\n.reg .b64 %%d<5>;\n"
                 "ld.param.u64 %%d1, [out];\nld.global.u64 %%d2, [%%d1];\nmov.u32 %%r0, 0;\nmov.u32 %%r36, 0;\n");
    for (u32 i = 1; i < 30; i++)
        put(&t, "ld.volatile.global.u32 %%r%u, [%%d1+%u];\n", i, 4 * i);
    put(&t, "bra.uni CALL;\nMORE:\ncvt.u32.u64 %%r31, %%d3;\nxor.b32 %%r32, %%r0, %%r31;\nshr.u64 %%d4, %%d3, 32;\n"
            "cvt.u32.u64 %%r33, %%d4;\nmul.lo.u32 %%r34, %%r33, 31;\nxor.b32 %%r0, %%r32, %%r34;\n"
            "add.u32 %%r36, %%r36, 1;\nsetp.lt.u32 %%p1, %%r36, 5;\n@%%p1 bra CALL;\nbra.uni DONE;\nCALL:\n{\n"
            ".param .b64 x;\n.param .b64 y;\nst.param.b64 [x], %%d2;\ncall (y), f, (x);\nld.param.b64 %%d3, [y];\n}\n"
            "setp.eq.u32 %%p2, %%r36, 3;\n");
    for (u32 i = 1; i < 30; i++)
        put(&t, "mad.lo.u32 %%r0, %%r0, 3, %%r%u;\n", i);
    put(&t,
        "@%%p2 bra MORE;\nadd.u32 %%r0, %%r0, 9;\nbra.uni MORE;\nDONE:\nst.global.u32 [%%d1+128], %%r0;\nret;\n}\n");
    for (u32 k = 0; k < COUNT_OF(limits); k++) {
        struct isa_target target = {.lanes = 32, .isa = limits[k] ? ISA_FOLDED : ISA_PTX, .max_regs = limits[k]};
        struct machine m = machine_opt(t.at, (struct emu_options){.target = target, .step_limit = 10000});
        u32 *out = buffer(&m, 40, "out");
        for (u32 i = 0; i < 32; i++)
            out[i] = i + 1;
        RUN(&m, 1, 1, ADDR(out));
        want = k ? want : out[32];
        assert_int_equal(out[32], want);
        done(&m);
    }
}

/* -maxrregcount and .maxnreg, __launch_bounds__: 32 warps of 2048 threads leave 32 registers a thread of 65536 */
static void test_bounds(void **state)
{
    static struct text t;
    static const struct {
        const char *directives;
        u32 most;
    } rows[] = {{".maxnreg 20", 20}, {".maxntid 1024, 1, 1 .minnctapersm 2", 32}, {".maxntid 256, 1, 1", 255}};

    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char *text = malloc(sizeof t.at + 100), *at;
        program(&t, 3);
        at = strstr(t.at, ") {");
        snprintf(text, sizeof t.at + 100, "%.*s)\n%s\n%s", (int)(at - t.at), t.at, rows[k].directives, at + 1);
        struct machine m = machine_opt(
            text, (struct emu_options){
                      .target.lanes = 32, .target.max_regs = 255, .target.sm_regs = 65536, .target.reg_unit = 256});
        u32 regs = emu_kernel_info(emu_find_kernel(m.mod, "k")).regs;
        assert_true(regs <= rows[k].most && regs > rows[k].most * 3 / 4 - (rows[k].most == 255) * 150);
        done(&m);
        free(text);
    }
}

/* Beside which a loop that is left by a branch is unrolled, too */
#define DIAMOND                                                                                                      \
    "setp.lt.u32 %p2, %r1, 9;\n@%p2 bra X;\nbra.uni Y;\nX: add.s32 %r4, %r4, 5;\nbra.uni Z;\n"                       \
    "Y: xor.b32 %r4, %r4, 77;\nZ:"

/* Loops that are unrolled for a machine run as often as they did, whatever the lanes' bounds are. */
static void test_loops(void **state)
{
    static const struct {
        const char *type, *test, *branch; /* with which it goes on */
        int start, step, bound, by;       /* a lane's bound: bound + by * its number */
    } rows[] = {
        {"s32", "lt", "@%p1", -7, 1, -6, 1},
        {"s32", "lt", "@%p1", -40, 3, -45, 4},
        {"u32", "lt", "@%p1", 2, 2, 0, 3},
        {"s32", "le", "@%p1", -3, 2, -5, 1},
        {"s32", "gt", "@%p1", 20, -1, 25, -1},
        {"s32", "ge", "@%p1", 9, -3, 12, -2},
        {"u32", "ge", "@%p1", 70, -2, 69, -2},
        {"s32", "ne", "@%p1", 0, 1, 1, 1},
        {"s32", "ne", "@%p1", 3, -1, 2, -1},
        {"u32", "ne", "@%p1", 0, 4, 4, 4},
        {"s32", "ge", "@!%p1", -9, 2, -9, 1},
        {"s32", "eq", "@!%p1", 5, 1, 6, 1},
        {"s32", "ge", "@%p1 bra M;\nbra.uni L;\nM: " DIAMOND "//", -9, 2, -9, 1},
        {"u32", "eq", "@%p1 bra M;\nbra.uni L;\nM: " DIAMOND "//", 5, 1, 6, 1},
        {"s32", "lt", "@%p1", 2147483600, 1, 2147483590, 1},
        {"s32", "gt", "@%p1", -2147483600, -1, -2147483590, -1},
    };
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        char text[2048];
        u32 kept[2 * THREADS];
        snprintf(text, sizeof text,
                 HEAD
                 ".visible .entry k (.param .u64 out) {\n.reg .pred %%p<9>; .reg .b32 %%r<20>; .reg .b64 %%d<9>;\n"
                 "mov.u32 %%r1, %%tid.x;\nmad.lo.s32 %%r2, %%r1, %d, %d;\nmov.u32 %%r3, %d;\nmov.u32 %%r4, 1;\n"
                 "L: mad.lo.u32 %%r4, %%r4, 3, %%r3;\nadd.s32 %%r3, %%r3, %d;\nxor.b32 %%r4, %%r4, %%r3;\n"
                 "setp.%s.%s %%p1, %%r3, %%r2;\n%s bra L;\n"
                 "ld.param.u64 %%d1, [out];\nmul.wide.u32 %%d2, %%r1, 8;\nadd.u64 %%d1, %%d1, %%d2;\n"
                 "st.global.u32 [%%d1], %%r3;\nst.global.u32 [%%d1+4], %%r4;\nret; }",
                 rows[k].by, rows[k].bound, rows[k].start, rows[k].step, rows[k].test, rows[k].type, rows[k].branch);
        for (u32 lowered = 0; lowered < 2; lowered++) {
            struct machine m = machine_opt(text, (struct emu_options){.target.lanes = 32,
                                                                      .step_limit = 1000000,
                                                                      .target.isa = lowered ? ISA_MACHINE : ISA_PTX,
                                                                      .target.sched_regs = lowered ? 32 : 0});
            u32 *out = buffer(&m, COUNT_OF(kept), "out");
            RUN(&m, 1, THREADS, ADDR(out));
            if (!lowered)
                memcpy(kept, out, sizeof kept);
            for (u32 i = 0; i < COUNT_OF(kept); i++)
                if (kept[i] != out[i])
                    fail_msg("loop %u: word %u is %x, not %x", k, i, out[i], kept[i]);
            done(&m);
        }
    }
}

/* What a card's compiler would take, without a machine. Constants that PTX loads early and reads late are operands of
   who reads them, in a kernel that calls a function as in one that does not. */
static void test_card(void **state)
{
    (void)state;
    char ptx[8000];
    for (u32 calls = 0; calls < 2; calls++) {
        size_t n =
            (size_t)snprintf(ptx, sizeof ptx,
                             HEAD ".func (.param .b32 ret) twice(.param .b32 x)\n{\n.reg .b32 %%r<3>;\nld.param.u32 "
                                  "%%r1, [x]; add.u32 %%r2, "
                                  "%%r1, %%r1; st.param.b32 [ret], %%r2; ret;\n}\n"
                                  ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %%r<90>; .reg .b64 %%rd<3>;\n"
                                  "ld.param.u64 %%rd1, [out]; mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 4; "
                                  "add.s64 %%rd1, %%rd1, %%rd2;\n");
        for (u32 i = 0; i < 40; i++)
            n += (size_t)snprintf(ptx + n, sizeof ptx - n, "mov.u32 %%r%u, %u;\n", 10 + i, 1000 + i);
        if (calls)
            n += (size_t)snprintf(
                ptx + n, sizeof ptx - n,
                "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %%r1;\ncall.uni (b), twice, (a);\n"
                "ld.param.b32 %%r1, [b]; }\n");
        for (u32 i = 0; i < 40; i++)
            n += (size_t)snprintf(ptx + n, sizeof ptx - n, "xor.b32 %%r1, %%r1, %%r%u;\n", 10 + i);
        snprintf(ptx + n, sizeof ptx - n, "st.global.u32 [%%rd1], %%r1; ret;\n}\n");
        struct machine m = machine(ptx);
        u32 regs = emu_kernel_info(emu_find_kernel(m.mod, "k")).regs;
        if (regs > 32) /* all constants at once: more than 40 */
            fail_msg("%s a call: %u registers", calls ? "with" : "without", regs);
        done(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random),   cmocka_unit_test(test_sm20),
                                       cmocka_unit_test(test_returned), cmocka_unit_test(test_bounds),
                                       cmocka_unit_test(test_loops),    cmocka_unit_test(test_card)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
