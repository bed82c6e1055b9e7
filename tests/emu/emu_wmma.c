/* wmma.load, wmma.mma and wmma.store, bit by bit as an H200 has them: values and fragments (wmma_card.txt: a hash of
   each form's 24 cases, one form and pair of layouts a line), and what is wrong with an address or a form. */
#include "emu_test.h"

static char text[1 << 16];
#include "wmma_forms.h"

#include "golden.h"

static void results(const struct wmma_kind *k, u32 layout, struct emu_options opt, u32 cases, u32 *to)
{
    wmma_ptx(k, layout >> 1, layout & 1);
    struct machine m = machine_opt(text, opt);
    u32 *in = buffer(&m, cases * WMMA_WORDS, "in"), *out = buffer(&m, cases * WMMA_WORDS, "out");
    memset(in, 0, cases * WMMA_WORDS * 4);
    memset(out, 0, cases * WMMA_WORDS * 4);
    for (u32 c = 0; c < cases; c++)
        wmma_inputs(k, c, in + c * WMMA_WORDS);
    RUN(&m, cases, 32, ADDR(in), ADDR(out));
    memcpy(to, out, cases * WMMA_WORDS * 4);
    done(&m);
}

static bool has_layout(const struct wmma_kind *k, u32 layout)
{
    return layout == 1 || (strcmp(k->a, "s4") && strcmp(k->a, "b1"));
}

static void card_forms(void **s)
{
    (void)s;
    struct golden g = golden_open(SLUICE_SOURCE_ROOT "/tests/emu/wmma_card.txt", "WMMA_BIN");
    u32 n = WMMA_CASES * WMMA_WORDS, *got = malloc(n * 4);
    for (u32 k = 0; k < WMMA_KINDS * 4; k++) {
        const struct wmma_kind *f = &wmma_kinds[k / 4];
        char form[100];
        if (!has_layout(f, k % 4))
            continue;
        results(f, k % 4, (struct emu_options){.target.lanes = 32}, WMMA_CASES, got);
        snprintf(form, sizeof form, "%s %s %s layouts %u", f->shape, f->a, f->d, k % 4);
        golden_next(&g, got, n, form);
    }
    free(got);
    golden_close(&g);
}

/* What a machine of a target executes computes the same. */
static void sm90_equals_ptx(void **s)
{
    (void)s;
    static u32 want[2 * WMMA_WORDS], got[2 * WMMA_WORDS];
    for (u32 k = 0; k < WMMA_KINDS; k++) {
        results(&wmma_kinds[k], 1, (struct emu_options){.target.lanes = 32}, 2, want);
        results(&wmma_kinds[k], 1,
                (struct emu_options){.target = {.isa = ISA_MACHINE, .lanes = 32, .sm_regs = 65536, .reg_unit = 256}},
                2, got);
        assert_memory_equal(got, want, sizeof got);
    }
}

#define KERNEL(body)                                                                                                 \
    HEAD ".file 1 \"demo.cu\"\n.visible .entry k(.param .u64 in, .param .u64 out)\n{\n.reg .b32 %r<40>; .reg .b64 "  \
         "%d<9>; .reg .pred %p;\n.shared .align 32 .b8 sh[1024];\nld.param.u64 %d1, [in]; ld.param.u64 %d2, "        \
         "[out];\n" body "\nret;\n}\n"
#define EIGHT(a, b, c, d, e, f, g, h)                                                                                \
    "{%r" #a ", %r" #b ", %r" #c ", %r" #d ", %r" #e ", %r" #f ", %r" #g ", %r" #h "}"
#define R8 EIGHT(8, 9, 10, 11, 12, 13, 14, 15)

/* Registers that are both read and written, strides that are loaded over, guards, shared memory and variables */
static void operands_overlap(void **s)
{
    (void)s;
    static const char *const bodies[] = {
        KERNEL(
            "mov.u32 %r8, 16; wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " R8 ", [%d1], %r8;\n"
            "wmma.load.b.sync.aligned.col.m16n16k16.global.f16 " EIGHT(
                16, 17, 18, 19, 20, 21, 22,
                23) ", [%d1+512];"
                    "\nwmma.load.c.sync.aligned.row.m16n16k16.global.f16 {%r24, %r25, %r26, %r27}, [%d1+1024], 16;\n"
                    "wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16 {%r8, %r9, %r16, %r17}, " R8 ", " EIGHT(
                        16, 17, 18, 19, 20, 21, 22,
                        23) ", {%r24, %r25, %r26, %r27};\n"
                            "wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%d2], {%r8, %r9, %r16, %r17}, 16;"),
        KERNEL(
            "setp.eq.u32 %p, 0, 0; mov.u32 %r1, %laneid; mul.wide.u32 %d3, %r1, 32; add.u64 %d4, %d1, %d3; "
            "cvt.u32.u64 "
            "%r2, %d3; mov.u32 %r3, sh; add.u32 %r3, %r3, %r2; ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%d4]; "
            "st.shared.v4.u32 [%r3], {%r4, %r5, %r6, %r7}; ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%d4+16]; "
            "st.shared.v4.u32 [%r3+16], {%r4, %r5, %r6, %r7}; bar.sync 0; mov.u32 %r3, sh; mov.u32 %r1, 16;\n"
            "@%p wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 " R8 ", [%r3], 16;\n"
            "@!%p wmma.load.a.sync.aligned.col.m16n16k16.shared.f16 " R8 ", [%r3];\n"
            "wmma.load.b.sync.aligned.col.m16n16k16.f16 " EIGHT(
                16, 17, 18, 19, 20, 21, 22,
                23) ", [sh+512], %r1;\n"
                    "wmma.load.c.sync.aligned.row.m16n16k16.global.f16 {%r24, %r25, %r26, %r27}, [%d1+1024], %r1;\n"
                    "wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16 {%r26, %r27, %r24, %r25}, " R8
                    ", " EIGHT(16, 17, 18, 19, 20, 21, 22, 23) ", {%r24, %r25, %r26, %r27};\n"
                                                               "wmma.store.d.sync.aligned.row.m16n16k16.global.f16 "
                                                               "[%d2], {%r26, %r27, %r24, %r25}, %r1;"),
    };
    const struct wmma_kind *k = &wmma_kinds[1];
    static u32 want[WMMA_WORDS], given[WMMA_WORDS];
    results(k, 1, (struct emu_options){.target.lanes = 32}, 1, want);
    wmma_inputs(k, 0, given);
    for (u32 b = 0; b < COUNT_OF(bodies); b++) {
        struct machine m = machine(bodies[b]);
        u32 *in = buffer(&m, 384, "in"), *out = buffer(&m, 128, "out");
        for (u32 part = 0; part < 3; part++)
            memcpy(in + part * 128, given + part * 512, 512);
        RUN(&m, 1, 32, ADDR(in), ADDR(out));
        assert_memory_equal(out, want, 512);
        done(&m);
    }
}

/* A row of A that begins at an odd element, pairs of a sum that do not begin at 8 bytes, a matrix that is too long */
static void wrong_addresses(void **s)
{
    (void)s;
    static const struct {
        const char *body, *text;
        u8 kind;
    } rows[] = {
        {KERNEL(".loc 1 9 1\nwmma.load.a.sync.aligned.row.m16n16k16.global.f16 " R8 ", [%d1+2], 16;"), "misaligned",
         EF_MISALIGNED},
        {KERNEL(".loc 1 9 1\nwmma.load.a.sync.aligned.row.m16n16k16.global.f16 " R8 ", [%d1], 17;"), "misaligned",
         EF_MISALIGNED},
        {KERNEL("mov.u32 %r1, 17;\n.loc 1 9 1\nwmma.load.c.sync.aligned.row.m16n16k16.global.f32 " R8
                ", [%d1], %r1;"),
         "misaligned", EF_MISALIGNED},
        {KERNEL("mov.u32 %r1, 1000;\n.loc 1 9 1\nwmma.load.b.sync.aligned.row.m16n16k16.global.f16 " R8
                ", [%d1], %r1;"),
         "out-of-bounds", EF_OUT_OF_BOUNDS},
        {KERNEL(".loc 1 9 1\nwmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [sh+32], " R8 ", 16;"),
         "out-of-bounds", EF_OUT_OF_BOUNDS},
    };
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        struct machine m = machine(rows[k].body);
        u32 *in = buffer(&m, 512, "in"), *out = buffer(&m, 512, "out");
        assert_false(LAUNCH(&m, 1, 32, ADDR(in), ADDR(out)));
        if (m.fault.kind != rows[k].kind || m.fault.src_line != 9 || !strstr(m.fault.text, rows[k].text) ||
            !strstr(m.fault.text, "wmma."))
            fail_msg("%u: %s", k, m.fault.text);
        done(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(card_forms), cmocka_unit_test(sm90_equals_ptx),
                                       cmocka_unit_test(operands_overlap), cmocka_unit_test(wrong_addresses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
