/* mma, bit by bit as an H200 computes it (tensor_card.txt), and the instructions that move its matrices. */

#include "emu/tensor.h"
#include "emu_test.h"
#include "long.h"
#include "tensor_forms.h"

static char text[1 << 16];

static void put_kernel(const struct tensor_form *f)
{
    size_t n = (size_t)snprintf(text, sizeof text, "%s", tensor_version);
    tensor_ptx(text + n, sizeof text - n, f);
}

/* Results of cases first.. of a form, for the machine of a target */
static void results(const struct tensor_form *f, struct emu_options opt, u32 first, u32 n, u32 *to)
{
    put_kernel(f);
    struct machine m = machine_opt(text, opt);
    u32 ni = tensor_inputs(f) * 32, no = f->words[0] * 32;
    u32 *in = buffer(&m, n * ni, "in"), *out = buffer(&m, n * no, "out");
    for (u32 c = 0; c < n; c++)
        tensor_case(f, first + c, in + c * ni);
    RUN(&m, n, 32, ADDR(in), ADDR(out));
    memcpy(to, out, n * no * 4);
    done(&m);
}

static u32 fold(const u32 *got, u32 words)
{
    u32 part[4];
    for (u32 k = 0; k < 4; k++)
        part[k] = tensor_hash(got + k * 16 * words, 16 * words, 0xcbf29ce484222325u);
    return tensor_hash(part, 4, 0xcbf29ce484222325u);
}

static void card_forms(void **s)
{
    (void)s;
    const char *path = getenv("TENSOR_CARD");
    u32 most = share_of(1024); /* cases of each form */
    FILE *file = fopen(path ? path : SLUICE_SOURCE_ROOT "/tests/emu/tensor_card.txt", "r");
    char line[8192];
    u32 forms = 0, wrong = 0;
    u32 *got = malloc(64 * 32 * 16 * 4);
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *save, *op = strtok_r(line, " \n", &save), *word;
        struct tensor_form f;
        if (!op || *op == '#')
            continue;
        assert_true(tensor_parse(&f, op));
        u32 bad = 0, first = 0;
        for (; first < most && (word = strtok_r(NULL, " \n", &save)); first += 64) {
            results(&f, (struct emu_options){.target.lanes = 32}, first, 64, got);
            bad += fold(got, f.words[0] * 32) != strtoul(word, NULL, 16);
        }
        if (bad)
            fprintf(stderr, "%s: %u of %u hashes differ from the card's\n", op, bad, first / 64);
        wrong += bad != 0;
        forms++;
    }
    fclose(file);
    free(got);
    assert_int_equal(forms, TENSOR_OPS);
    assert_int_equal(wrong, 0);
}

/* What a machine of a target executes computes the same. */
static void sm90_equals_ptx(void **s)
{
    (void)s;
    u32 *want = malloc(8 * 32 * 16 * 4), *got = malloc(8 * 32 * 16 * 4);
    for (size_t i = 0; i < TENSOR_OPS; i++) {
        struct tensor_form f;
        assert_true(tensor_parse(&f, tensor_ops[i]));
        results(&f, (struct emu_options){.target.lanes = 32}, 0, 8, want);
        results(&f,
                (struct emu_options){.target = {.isa = ISA_MACHINE, .lanes = 32, .sm_regs = 65536, .reg_unit = 256}},
                0, 8, got);
        assert_memory_equal(got, want, 8 * f.words[0] * 32 * 4);
    }
    free(want);
    free(got);
}

#define MOVES                                                                                                        \
    HEAD ".file 1 \"demo.cu\"\n.visible .entry k(.param .u64 in, .param .u64 out)\n{\n.reg .b32 %r<20>; .reg .b64 "  \
         "%d<9>;\n.shared .align 16 .b8 sh[1024];\nld.param.u64 %d1, [in]; ld.param.u64 %d2, [out]; mov.u32 %r1, "   \
         "%tid.x;\nmul.wide.u32 %d3, %r1, 16; add.u64 %d1, %d1, %d3; add.u64 %d2, %d2, %d3; mov.u32 %r2, sh; "       \
         "shl.b32 "                                                                                                  \
         "%r3, %r1, 4; add.u32 %r2, %r2, %r3;\nld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%d1];\n"
#define STORE "st.global.v4.u32 [%d2], {%r8, %r9, %r10, %r11}; ret;\n}\n"
#define FILL "st.shared.v4.u32 [%r2], {%r4, %r5, %r6, %r7}; bar.sync 0;\n"

/* Element (row, col) of matrix n: 64 n + 8 row + col. Lane l has (l / 4, 2 (l % 4)) and the next column. */
static u32 wanted(u32 n, u32 lane, bool transposed)
{
    u32 row = lane / 4, col = lane % 4 * 2;
    u32 lo = transposed ? 8 * col + row : 8 * row + col, hi = transposed ? 8 * (col + 1) + row : 8 * row + col + 1;
    return (64 * n + lo) | (64 * n + hi) << 16;
}

static void moves(const char *ptx, u32 *out)
{
    struct machine m = machine(ptx);
    u32 *in = buffer(&m, 128, "in"), *to = buffer(&m, 128, "out");
    for (u32 k = 0; k < 128; k++)
        in[k] = 2 * k | (2 * k + 1) << 16;
    RUN(&m, 1, 32, ADDR(in), ADDR(to));
    memcpy(out, to, 512);
    done(&m);
}

static void matrices_are_moved(void **s)
{
    (void)s;
    u32 out[128];
    moves(MOVES FILL "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r8, %r9, %r10, %r11}, [%r2];\n" STORE, out);
    for (u32 k = 0; k < 128; k++)
        assert_int_equal(out[k], wanted(k % 4, k / 4, false));
    moves(MOVES FILL "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r8, %r9}, [%r2];\n"
                     "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r10}, [%r2]; movmatrix.sync.aligned.m8n8.trans.b16 "
                     "%r11, %r10;\n" STORE,
          out);
    for (u32 l = 0; l < 32; l++) {
        assert_int_equal(out[4 * l], wanted(0, l, true));
        assert_int_equal(out[4 * l + 1], wanted(1, l, true));
        assert_int_equal(out[4 * l + 2], wanted(0, l, false));
        assert_int_equal(out[4 * l + 3], wanted(0, l, true));
    }
    /* Stored transposed and loaded transposed, they are as they were. */
    moves(MOVES "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%r2], {%r4, %r5, %r6, %r7}; bar.sync 0;\n"
                "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r8, %r9, %r10, %r11}, [%r2];\n" STORE,
          out);
    for (u32 k = 0; k < 128; k++)
        assert_int_equal(out[k], 2 * k | (2 * k + 1) << 16);
    moves(MOVES "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r2], {%r4, %r5, %r6, %r7}; bar.sync 0;\n"
                "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r8, %r9, %r10, %r11}, [%r2];\n"
                "movmatrix.sync.aligned.m8n8.trans.b16 %r9, %r9;\n" STORE,
          out);
    for (u32 l = 0; l < 32; l++) /* twice transposed, and once */
        assert_int_equal(out[4 * l + 1], 2 * (4 * l + 1) | (2 * (4 * l + 1) + 1) << 16);
    assert_int_equal(out[0], 0 | (2 * 16) << 16); /* lane 0 has (0, 0) and, of column 0, lane 4's (1, 0) */
}

static void wrong_rows(void **s)
{
    (void)s;
    static const struct {
        const char *line, *text;
        u8 kind;
    } rows[] = {{"add.u32 %r2, %r2, 8;\n.loc 1 9 1\nldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r8}, [%r2];\n",
                 "misaligned row of a matrix: 16 bytes of shared memory, at 0x8\n  at demo.cu:9,", EF_MISALIGNED},
                {".loc 1 9 1\nstmatrix.sync.aligned.m8n8.x4.shared.b16 [%r2+528], {%r4, %r5, %r6, %r7};\n",
                 "out-of-bounds row of a matrix: 16 bytes of shared memory, at 0x400: the CTA has 1024 bytes\n  at "
                 "demo.cu:9,",
                 EF_OUT_OF_BOUNDS}};
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        snprintf(text, sizeof text, "%s%s%s", MOVES, rows[k].line, STORE);
        struct machine m = machine(text);
        u32 *in = buffer(&m, 128, "in"), *out = buffer(&m, 128, "out");
        assert_false(LAUNCH(&m, 1, 32, ADDR(in), ADDR(out)));
        assert_int_equal(m.fault.kind, rows[k].kind);
        if (strncmp(m.fault.text, rows[k].text, strlen(rows[k].text)))
            fail_msg("%s", m.fault.text);
        done(&m);
    }
}

/* A machine without tensor cores says so. */
static void other_machines_refuse(void **s)
{
    (void)s;
    struct tensor_form f;
    assert_true(tensor_parse(&f, tensor_ops[0]));
    put_kernel(&f);
    struct machine m =
        machine_opt(text, (struct emu_options){.target = {.lanes = 32, .sm_regs = 32768, .reg_unit = 64}});
    u32 *in = buffer(&m, 64, "in");
    struct diag d;
    diag_init(&d);
    struct emu_launch l = {.kernel = emu_find_kernel(m.mod, "k"),
                           .grid = {1, 1, 1},
                           .block = {32, 1, 1},
                           .params = (u64[]){ADDR(in), ADDR(in)}};
    assert_false(emu_run(m.dev, &l, &m.counts, &m.fault, &d));
    assert_int_equal(d.errors, 1);
    diag_free(&d);
    done(&m);
}

#define GENERATION                                                                                                   \
    HEAD ".visible .entry k()\n{\n.reg .b32 %r<9>; .reg .b64 %d<3>; .reg .pred %p; .shared .align 16 .b8 sh[64];\n"  \
         "setp.ne.u32 %p, 0, 0;\n"

/* Each with the least compute capability that has it: that machine takes it, the one before does not. */
static void generations(void **s)
{
    (void)s;
#define FOUR "{%r1, %r2, %r3, %r4}"
    static const struct {
        const char *line;
        u32 least;
    } rows[] = {
        {"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, {%r1, %r2}, "
         "{%r1, "
         "%r2}, {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8};",
         70},
        {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 " FOUR ", {%r1, %r2}, {%r1}, " FOUR ";", 75},
        {"mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r1, %r2}, {%r1}, {%r1}, {%r1, %r2};", 75},
        {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 " FOUR ", " FOUR ", {%r1, %r2}, " FOUR ";", 80},
        {"mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {%r1, %r2}, {%r1}, {%r1}, {%r1, %r2};", 80},
        {"mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 " FOUR ", {%r1, %r2}, {%r1}, " FOUR ";", 80},
        {"mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 " FOUR ", " FOUR ", {%r1, %r2}, " FOUR ";", 89},
        {"wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, " FOUR
         ", " FOUR ", {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8};",
         80},
        {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [sh];", 75},
        {"stmatrix.sync.aligned.m8n8.x1.shared.b16 [sh], {%r1};", 90},
        {"wgmma.fence.sync.aligned;", 90},
        {"cp.async.ca.shared.global [sh], [%d1], 16;", 80},
        {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [sh], [%d1], 16, [sh];", 90},
        {"mbarrier.inval.shared.b64 [sh];", 80},
        {"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [sh], %r1;", 90},
        {"redux.sync.add.u32 %r1, %r2, 0xffffffff;", 80},
        {"barrier.cluster.arrive;", 90},
        {"mapa.shared::cluster.u32 %r1, %r2, 0;", 90},
        {"setmaxnreg.inc.sync.aligned.u32 64;", 90},
        {"griddepcontrol.wait;", 90},
        {"cvt.rna.tf32.f32 %r1, %r2;", 80},
        {"cvt.rz.tf32.f32 %r1, %r2;", 90},
        {"cvt.rn.satfinite.f16x2.f32 %r1, %r2, %r3;", 80},
        {"cvt.pack.sat.u8.s32.b32 %r1, %r2, %r3, %r4;", 75},
    };
    static const u32 kinds[] = {70, 75, 80, 86, 89, 90};
    for (u32 k = 0; k < COUNT_OF(rows); k++)
        for (u32 g = 0; g < COUNT_OF(kinds); g++) {
            struct emu_options o = {.target = {.isa = ISA_MACHINE, .lanes = 32, .sm_regs = 65536, .reg_unit = 256},
                                    .capability = kinds[g]};
            snprintf(text, sizeof text, "%s @%%p %s\n%s", GENERATION, rows[k].line, "ret;\n}\n");
            struct machine m = machine_opt(text, o);
            struct diag d;
            diag_init(&d);
            struct emu_launch l = {.kernel = emu_find_kernel(m.mod, "k"), .grid = {1, 1, 1}, .block = {32, 1, 1}};
            bool ran = emu_run(m.dev, &l, &m.counts, &m.fault, &d);
            if (ran != (kinds[g] >= rows[k].least) || (!ran && !strstr(d.first->text, "compute capability")))
                fail_msg("%u: %s: %s", kinds[g], rows[k].line, d.first ? d.first->text : "taken");
            diag_free(&d);
            done(&m);
        }
}

/* A launch in clusters wants a machine that has them. */
static void clusters_refused(void **s)
{
    (void)s;
    for (u32 capability = 80; capability <= 90; capability += 10) {
        struct emu_options o = {.target = {.isa = ISA_MACHINE, .lanes = 32, .sm_regs = 65536, .reg_unit = 256},
                                .capability = capability};
        snprintf(text, sizeof text, "%sret;\n}\n", GENERATION);
        struct machine m = machine_opt(text, o);
        struct diag d;
        diag_init(&d);
        struct emu_launch l = {
            .kernel = emu_find_kernel(m.mod, "k"), .grid = {2, 1, 1}, .block = {32, 1, 1}, .cluster = {2, 1, 1}};
        assert_int_equal(emu_run(m.dev, &l, &m.counts, &m.fault, &d), capability == 90);
        assert_int_equal(d.errors, capability != 90);
        diag_free(&d);
        done(&m);
    }
}

/* The form for wide vectors, where the processor has them, and that for all */
static void widths_agree(void **s)
{
    (void)s;
#if defined __x86_64__
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        skip();
    u32 done = 0, seed = 1;
    for (u32 n = 0; n < 4000; n++) {
        u32 in[10][32], out[2][4][32] = {0}, pieces = 1 + n % 2, spread = n / 2 % 12;
        bool bf16 = n / 24 % 2;
        for (u32 k = 0; k < 10 * 32; k++) {
            u32 v = 0; /* two elements of 1 to 2^(-spread), some of them zero; C likewise, as f32 */
            for (u32 h = 0; h < 2; h++) {
                seed = seed * 1664525 + 1013904223;
                u32 exp = (bf16 ? 127 : 15) - seed % (spread + 1), man = seed >> 22;
                u32 e = bf16 ? exp << 7 | (man & 0x7f) : exp << 10 | man;
                v = v << 16 | (seed >> 12 & 63 ? e | (seed & 0x80000000) >> 16 : 0);
            }
            in[k / 32][k % 32] = k < 6 * 32 ? v : (v & 0x8000007f) | (127 - v % (spread + 1)) << 23 | v % 977 << 8;
        }
        const u32 *a[4] = {in[0], in[1], in[2], in[3]}, *b[2] = {in[4], in[5]}, *c[4] = {in[6], in[7], in[8], in[9]};
        u32 *d[2][4];
        for (u32 k = 0; k < 8; k++)
            d[k / 4][k % 4] = out[k / 4][k % 4];
        bool plain = (bf16 ? tensor_16_bf16 : tensor_16_f16)(pieces, a, b, c, d[0]);
        bool wide = (bf16 ? tensor_16_bf16_wide : tensor_16_f16_wide)(pieces, a, b, c, d[1]);
        assert_int_equal(plain, wide);
        assert_memory_equal(out[0], out[1], sizeof out[0]);
        done += plain;
    }
    assert_true(done > 2000);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths_agree),    cmocka_unit_test(card_forms),
        cmocka_unit_test(sm90_equals_ptx), cmocka_unit_test(matrices_are_moved),
        cmocka_unit_test(wrong_rows),      cmocka_unit_test(other_machines_refuse),
        cmocka_unit_test(generations),     cmocka_unit_test(clusters_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
