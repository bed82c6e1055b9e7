/* What passes make of a program computes what the program does: small kernels, each of which a pass once broke or
   might, executed as they are and as a machine has them. Each leaves a word a thread at out, and what it is stands
   beside it. */
#include "emu_test.h"

enum { THREADS = 4, IN = 64 };

struct row {
    const char *what, *head, *body; /* head: at the module's level */
    u32 first;                      /* thread 0's word */
};

#define BEGIN                                                                                                        \
    ".visible .entry k (.param .u64 out, .param .u64 in) {\n"                                                        \
    ".reg .pred %p<9>; .reg .b32 %r<32>; .reg .b64 %d<9>;\n"                                                         \
    "ld.param.u64 %d1, [out];\nld.param.u64 %d2, [in];\ncvta.to.global.u64 %d1, %d1;\n"                              \
    "cvta.to.global.u64 %d2, %d2;\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %d3, %r0, 4;\nadd.u64 %d1, %d1, %d3;\n"        \
    "mov.u32 %r5, 0;\nmov.u64 %d6, 0;\n"
#define MADS_5                                                                                                       \
    "mad.lo.u32 %r3, %r3, %r3, 7;\nmad.lo.u32 %r3, %r3, %r3, 7;\nmad.lo.u32 %r3, %r3, %r3, 7;\n"                     \
    "mad.lo.u32 %r3, %r3, %r3, 7;\nmad.lo.u32 %r3, %r3, %r3, 7;\n"
#define MADS MADS_5 MADS_5
#define LONG_LOOP 0x11d0abb8u /* 64 rounds of 30 */
#define END "st.global.u32 [%d1], %r30;\nret;\n}\n"

/* %d1 is out, of this thread; %d2 is in, which has 1, 2, 3 ...; %r0 is the thread's number; %r30 is the result. */
static const struct row rows[] = {
    {"all extern .shared arrays begin at one address",
     ".extern .shared .align 4 .b8 ia[];\n.extern .shared .align 4 .b8 fb[];\n",
     "ld.global.u32 %r1, [%d2+16];\nmul.lo.u32 %r1, %r1, 77;\nst.shared.u32 [ia], %r1;\n"
     "ld.shared.u32 %r2, [fb];\nmul.lo.u32 %r30, %r2, 3;\n",
     1155},
    {"an offset outside of its array may be in another", ".shared .align 4 .b8 a[4];\n.shared .align 4 .b8 b[4];\n",
     "mov.u32 %r5, a;\nmov.u32 %r6, b;\nst.shared.u32 [a], 7;\nld.global.u32 %r1, [%d2];\nadd.u32 %r1, %r1, %r1;\n"
     "st.shared.u32 [b], %r1;\nld.shared.u32 %r30, [a+4];\n",
     2},
    {"a call's parameter that is written twice",
     ".func (.param .b32 o) f (.param .b32 i) {\n.reg .b32 %r<3>;\nld.param.u32 %r1, [i];\nadd.u32 %r1, %r1, 5;\n"
     "st.param.b32 [o], %r1;\nret;\n}\n",
     "{\n.param .b32 x;\n.param .b32 y;\nld.global.u32 %r1, [%d2];\nst.param.b32 [x], %r1;\nmov.u32 %r2, 30;\n"
     "st.param.b32 [x], %r2;\ncall (y), f, (x);\nld.param.b32 %r30, [y];\n}\n",
     35},
    {"a result in a register, which is set long before the function returns",
     ".shared .align 4 .b8 sh[4];\n.func (.reg .b32 o) f (.reg .b32 i) {\n.reg .b32 %r<9>;\n.reg .pred "
     "%p;\nmul.lo.u32 o, i, 3;\n"
     "setp.gt.u32 %p, i, 99;\n@%p ret;\nmul.lo.u32 %r1, i, i;\nmad.lo.u32 %r2, %r1, i, 5;\nmad.lo.u32 %r3, %r2, %r1, "
     "i;\n"
     "st.shared.u32 [sh], %r3;\nret;\n}\n",
     "ld.global.u32 %r1, [%d2+16];\ncall (%r30), f, (%r1);\n", 15},
    {"a loop's load is not widened past a read of its last round's value", "",
     ".shared .align 16 .b8 sh[2048];\nmov.u32 %r2, 0;\n"
     "F: shl.b32 %r3, %r2, 2;\nmov.u32 %r4, sh;\nadd.s32 %r4, %r4, %r3;\nadd.s32 %r2, %r2, 1;\n"
     "st.shared.u32 [%r4], %r2;\nsetp.lt.s32 %p1, %r2, 64;\n@%p1 bra F;\nbar.sync 0;\n"
     "mov.u32 %r2, 0;\nmov.u32 %r3, 0;\n"
     ".pragma \"nounroll\";\nL:\n.pragma \"nounroll\";\nshl.b32 %r10, %r2, 3;\nmov.u32 %r11, sh;\n"
     "add.s32 %r12, %r11, %r10;\nld.shared.u32 %r4, [%r12];\nadd.s32 %r3, %r3, %r4;\nsetp.gt.s32 %p2, %r2, 0;\n"
     "selp.b32 %r6, %r7, 0, %p2;\nmad.lo.s32 %r3, %r6, %r4, %r3;\nld.shared.u32 %r7, [%r12+4];\n"
     "add.s32 %r2, %r2, 1;\nsetp.lt.s32 %p1, %r2, 5;\n@%p1 bra L;\nadd.s32 %r30, %r3, %r7;\n",
     175},
    {"nor past a copy into shared memory", ".shared .align 16 .b8 sh[64];\n",
     "st.shared.u32 [sh], 1;\nst.shared.u32 [sh+4], 2;\nmov.u32 %r5, sh;\nadd.u32 %r5, %r5, 4;\n"
     "bar.sync 0;\nld.shared.u32 %r1, [sh];\ncp.async.ca.shared.global [%r5], [%d2+16], 4;\ncp.async.wait_all;\n"
     "ld.shared.u32 %r2, [sh+4];\nmad.lo.u32 %r30, %r1, 10, %r2;\n",
     15},
    {"arrays lie where the program's order of uses puts them", "",
     ".shared .align 4 .b8 y[64];\n.shared .align 4 .b8 x[4];\nst.shared.u32 [x], 3;\n"
     "st.shared.u32 [y], 1;\nst.shared.u32 [y+4], 2;\nst.shared.u32 [y+8], 3;\nst.shared.u32 [y+12], 4;\nbar.sync "
     "0;\n"
     "ld.shared.u32 %r1, [y];\nld.shared.u32 %r2, [y+4];\nld.shared.u32 %r3, [y+8];\nld.shared.u32 %r4, [y+12];\n"
     "mad.lo.u32 %r5, %r1, 10, %r2;\nmad.lo.u32 %r5, %r5, 10, %r3;\nmad.lo.u32 %r30, %r5, 10, %r4;\n",
     1234},
    {"an address that saturates is not aligned", "",
     ".shared .align 16 .b8 s[64];\nst.shared.u32 [s], 5;\nst.shared.u32 [s+4], 6;\nst.shared.u32 [s+8], 7;\n"
     "bar.sync 0;\nmov.u32 %r5, s;\nld.global.u32 %r1, [%d2];\nshl.b32 %r1, %r1, 30;\nadd.sat.s32 %r2, %r1, %r1;\n"
     "sub.s32 %r2, %r2, 0x7ffffffb;\nadd.u32 %r2, %r2, %r5;\nld.shared.u32 %r3, [%r2];\nld.shared.u32 %r4, [%r2+4];\n"
     "mad.lo.u32 %r30, %r3, 10, %r4;\n",
     67},
    {"a loop's predicate behind it", "",
     "mov.u32 %r2, 0;\nmov.u32 %r3, 0;\nsetp.eq.u32 %p1, %r0, %r0;\n"
     "L: ld.global.u32 %r4, [%d2];\nadd.s32 %r3, %r3, %r4;\nadd.s64 %d2, %d2, 4;\nadd.s32 %r2, %r2, 1;\n"
     "setp.lt.s32 %p1, %r2, 4;\n@%p1 bra L;\nselp.b32 %r5, 1000000, 0, %p1;\nadd.s32 %r30, %r3, %r5;\n",
     10},
    {"the same, if it leaves on the predicate", "",
     "mov.u32 %r2, 0;\nmov.u32 %r3, 0;\nsetp.ne.u32 %p1, %r0, %r0;\n"
     "L: ld.global.u32 %r4, [%d2];\nadd.s32 %r3, %r3, %r4;\nadd.s64 %d2, %d2, 4;\nadd.s32 %r2, %r2, 1;\n"
     "setp.ge.s32 %p1, %r2, 6;\n@%p1 bra M;\nbra.uni L;\nM: selp.b32 %r5, 1000000, 0, %p1;\nadd.s32 %r30, %r3, %r5;\n"
     "setp.lt.u32 %p2, %r0, 9;\n@%p2 bra X;\nbra.uni Y;\nX: add.s32 %r30, %r30, 5;\nbra.uni Z;\n"
     "Y: xor.b32 %r30, %r30, 77;\nZ:\n",
     1000026},
    {"a loop that goes on while the counter is equal", "",
     "mov.u32 %r2, 6;\nmov.u32 %r3, 0;\n"
     "L: add.s32 %r3, %r3, 7;\nadd.s32 %r2, %r2, -1;\nsetp.eq.s32 %p1, %r2, 5;\n@%p1 bra L;\nmov.u32 %r30, %r3;\n",
     14},
    {"a step that runs round", "",
     "mov.u32 %r2, 0;\nmov.u64 %d5, 0;\nmov.u32 %r3, 0;\n"
     "L: add.s32 %r3, %r3, 7;\nadd.s64 %d5, %d5, 0x4000000000000000;\nsub.s64 %d6, %d6, 0x8000000000000000;\n"
     "add.s32 %r2, %r2, 1;\nsetp.lt.s32 %p1, %r2, 9;\n@%p1 bra L;\nshr.u64 %d5, %d5, 60;\ncvt.u32.u64 %r4, %d5;\n"
     "add.s32 %r30, %r3, %r4;\n",
     67},
    {"halves of what was stored whole into an array", "",
     ".local .align 8 .b8 home[16];\nld.global.u64 %d5, [%d2];\nst.local.u64 [home], %d5;\nld.local.u32 %r1, "
     "[home];\n"
     "ld.local.u32 %r2, [home+4];\nmad.lo.u32 %r30, %r1, 10, %r2;\n",
     12},
    {"loads side by side that different lanes do", ".shared .align 16 .b8 sh[64];\n",
     "st.shared.u32 [sh], 5;\nst.shared.u32 [sh+4], 6;\nbar.sync 0;\nsetp.gt.u32 %p1, %r0, 1;\n"
     "setp.lt.u32 %p2, %r0, 3;\nmov.u32 %r30, 1;\n@%p1 ld.shared.u32 %r1, [sh];\n@%p2 ld.shared.u32 %r2, [sh+4];\n"
     "@%p1 mad.lo.u32 %r30, %r30, 10, %r1;\n@%p2 mad.lo.u32 %r30, %r30, 10, %r2;\n",
     16},
    {"a short way that changes the predicate it hangs on", "",
     "ld.global.u32 %r1, [%d2];\nmov.u32 %r2, 7;\nsetp.gt.u32 %p1, %r0, 1;\n@%p1 bra L;\n"
     "setp.eq.u32 %p1, %r1, 1;\nadd.u32 %r2, %r2, 5;\nL: selp.b32 %r3, 100, 0, %p1;\nadd.u32 %r30, %r2, %r3;\n",
     112},
    {"a long loop's known rounds, its bound among them", "",
     "mov.u32 %r1, 70;\nmov.u32 %r3, 0;\nL: " MADS MADS MADS
     "add.s32 %r1, %r1, -1;\nsetp.ge.s32 %p1, %r1, 7;\n@%p1 bra L;\nmov.u32 %r30, %r3;\n",
     LONG_LOOP},
    {"an unsigned counter about 1 << 31", "",
     "ld.global.u32 %r9, [%d2];\nadd.u32 %r9, %r9, 0x7ffffffd;\nadd.u32 %r1, %r0, 0x80000003;\nmov.u32 %r3, 0;\n"
     "L: mad.lo.u32 %r3, %r3, 5, %r1;\nadd.u32 %r1, %r1, -1;\nsetp.gt.u32 %p1, %r1, %r9;\n@%p1 bra L;\n"
     "mov.u32 %r30, %r3;\n",
     0x80000865},
    {"a step that some rounds leave out", "",
     "mov.u32 %r1, 0;\nmov.u32 %r2, 0;\nmov.u32 %r3, 0;\nL: ld.global.u32 %r4, [%d2];\nand.b32 %r4, %r4, 1;\nadd.s64 "
     "%d2, %d2, 4;\nsetp.eq.u32 %p2, %r4, 1;\n"
     "@%p2 bra X;\nbar.sync 0;\nadd.s32 %r2, %r2, 3;\nX: mad.lo.u32 %r3, %r3, 7, %r2;\n"
     "add.s32 %r1, %r1, 1;\nsetp.ne.s32 %p1, %r1, 8;\n@%p1 bra L;\nmov.u32 %r30, %r3;\n",
     420348},
    {"a sum with a pointer that is read behind a loop with two ways out", "",
     "mul.wide.u32 %d4, %r0, 4;\nmov.u32 %r1, 0;\nmov.u32 %r3, 0;\nL: add.s64 %d5, %d2, %d4;\n"
     "ld.global.u32 %r4, [%d5];\nadd.u32 %r3, %r3, %r4;\nadd.s64 %d2, %d2, 4;\nsetp.gt.u32 %p2, %r3, 21;\n"
     "@%p2 bra M;\nadd.s32 %r1, %r1, 1;\nsetp.ne.s32 %p1, %r1, 8;\n@%p1 bra L;\n"
     "M: ld.global.u32 %r5, [%d2];\nmad.lo.u32 %r30, %r3, 10, %r5;\n",
     288},
    {"a jump over which a branch goes, and to which another comes", "",
     "ld.global.u32 %r1, [%d2];\nmov.u32 %r2, 1;\nsetp.gt.u32 %p1, %r0, 1;\nsetp.eq.u32 %p2, %r1, 1;\n@%p1 bra A;\n"
     "J: bra.uni B;\nA: add.u32 %r2, %r2, 10;\nsetp.eq.u32 %p1, %r0, 2;\n@%p1 bra J;\n"
     "add.u32 %r2, %r2, 100;\nB: mad.lo.u32 %r30, %r2, 10, %r1;\n",
     11},
    {"products of bf16 with a sum that is far smaller are rounded once", "",
     "{ .reg .b16 %h<9>;\nmov.b16 %h1, 0x4110;\nmov.b16 %h2, 0x3de8;\nmov.b16 %h3, 0x0d80;\n" /* 261 / 256, 2 ^ -100
                                                                                               */
     "fma.rn.bf16 %h4, %h1, %h2, %h3;\nmov.b16 %h5, 0x40e0;\nmov.b16 %h6, 0x3e14;\nmov.b16 %h7, 0x8d80;\n" /* 259 */
     "fma.rn.bf16 %h8, %h5, %h6, %h7;\nmov.b32 %r30, {%h4, %h8};\n}\n",
     0x3f813f83},
};

static void run_row(const struct row *r, struct isa_target target, u32 *out)
{
    char text[4096];
    snprintf(text, sizeof text, "%s%s%s%s%s", HEAD, r->head, BEGIN, r->body, END);
    struct machine m = machine_opt(text, (struct emu_options){.target = target, .step_limit = 1000000});
    u32 *to = buffer(&m, THREADS, "out"), *in = buffer(&m, IN, "in");
    for (u32 k = 0; k < IN; k++)
        in[k] = k + 1;
    struct diag d;
    diag_init(&d);
    struct emu_launch l = {.kernel = emu_find_kernel(m.mod, "k"),
                           .grid = {1, 1, 1},
                           .block = {THREADS, 1, 1},
                           .dynamic_shared = 64,
                           .params = (const u64[]){ADDR(to), ADDR(in)}};
    if (!emu_run(m.dev, &l, &m.counts, &m.fault, &d))
        fail_msg("%s: %s", r->what, d.errors ? d.first->text : m.fault.text);
    assert_int_equal(d.errors, 0);
    diag_free(&d);
    memcpy(out, to, THREADS * sizeof *out);
    done(&m);
}

static void test_same(void **state)
{
    static const struct isa_target targets[] = {{.isa = ISA_MACHINE, .sched_regs = 32},
                                                {.isa = ISA_MACHINE},
                                                {.isa = ISA_MACHINE, .sched_regs = 1, .want_regs = 14},
                                                {.isa = ISA_FOLDED, .address = ADDRESS_32},
                                                {.want_regs = 12}};
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        u32 plain[THREADS], out[THREADS];
        run_row(&rows[k], (struct isa_target){0}, plain);
        if (plain[0] != rows[k].first)
            fail_msg("%s: %u, not %u, without a machine", rows[k].what, plain[0], rows[k].first);
        for (u32 t = 0; t < COUNT_OF(targets); t++) {
            run_row(&rows[k], targets[t], out);
            for (u32 i = 0; i < THREADS; i++)
                if (out[i] != plain[i])
                    fail_msg("%s: target %u: thread %u has %u, not %u", rows[k].what, t, i, out[i], plain[i]);
        }
    }
}

/* Lanes of one warp leave a loop with barriers at different rounds, those of the other all at the last: whoever goes
   on meets the other warp's lanes at each of them. */
static void test_barriers(void **state)
{
    static const char text[] = HEAD
        ".visible .entry k (.param .u64 out) {\n.reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %d<9>;\n"
        ".shared .align 4 .b8 s[256];\nld.param.u64 %d1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %d2, %r1, 4;\n"
        "add.u64 %d1, %d1, %d2;\nmov.u32 %r7, s;\nmad.lo.u32 %r7, %r1, 4, %r7;\nst.shared.u32 [%r7], %r1;\n"
        "and.b32 %r2, %r1, 7;\nsetp.ge.u32 %p3, %r1, 32;\nselp.b32 %r2, 9, %r2, %p3;\nmov.u32 %r3, 0;\n"
        "mov.u32 %r4, 0;\nxor.b32 %r9, %r1, 32;\nmov.u32 %r8, s;\nmad.lo.u32 %r8, %r9, 4, %r8;\nbarrier.sync 0;\n"
        "L: ld.shared.u32 %r5, [%r8];\nmad.lo.u32 %r4, %r4, 3, %r5;\nbarrier.sync 0;\nst.shared.u32 [%r7], %r4;\n"
        "barrier.sync 0;\nadd.s32 %r3, %r3, 1;\nsetp.lt.s32 %p1, %r3, %r2;\n@%p1 bra L;\nst.global.u32 [%d1], %r4;\n"
        "ret;\n}\n";
    enum { BOTH = 64 };
    u32 plain[BOTH];
    (void)state;
    for (u32 machine = 0; machine < 2; machine++) {
        struct isa_target t = {.isa = machine ? ISA_MACHINE : ISA_PTX, .sched_regs = machine ? 32 : 0};
        struct machine m = machine_opt(text, (struct emu_options){.target = t, .step_limit = 1000000});
        u32 *out = buffer(&m, BOTH, "out");
        RUN(&m, 1, BOTH, ADDR(out));
        if (!machine)
            memcpy(plain, out, sizeof plain);
        for (u32 i = 0; i < BOTH; i++)
            if (out[i] != plain[i])
                fail_msg("thread %u has %u, not %u", i, out[i], plain[i]);
        done(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same), cmocka_unit_test(test_barriers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
