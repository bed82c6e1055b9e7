/* wgmma, bit by bit as an H200 computes it (wgmma_card.txt: a hash of each form's 16 cases). */
#include "emu_test.h"

static char text[1 << 16];
#include "wgmma_forms.h"

#include "golden.h"

static void results(const struct wgmma_kind *k, struct emu_options opt, u32 cases, u32 *to)
{
    u32 words = WG_SMEM / 4 + 128 * 160, nd = 64 * k->n * tensor_bits(k->d) / 4096;
    wgmma_ptx(k, 0);
    struct machine m = machine_opt(text, opt);
    u32 *in = buffer(&m, cases * words, "in"), *out = buffer(&m, cases * 128 * 160, "out");
    for (u32 c = 0; c < cases; c++)
        wgmma_inputs(k, c, in + c * words);
    RUN(&m, cases, 128, ADDR(in), ADDR(out), descriptor(k->swizzle_a, k->lbo_a, k->sbo_a, k->at_a),
        descriptor(k->swizzle_b, k->lbo_b, k->sbo_b, k->at_b));
    for (u32 t = 0; t < cases * 128; t++)
        memcpy(to + t * nd, out + t * 160, nd * 4);
    done(&m);
}

static void card_forms(void **s)
{
    (void)s;
    struct golden g = golden_open(SLUICE_SOURCE_ROOT "/tests/emu/wgmma_card.txt", "WGMMA_BIN");
    u32 *got = malloc(WG_CASES * 128 * 128 * 4);
    for (u32 k = 0; k < WG_KINDS; k++) {
        const struct wgmma_kind *f = &wgmma_kinds[k];
        char form[100];
        results(f, (struct emu_options){.target.lanes = 32}, WG_CASES, got);
        snprintf(form, sizeof form, "kind %u m64n%uk%u.%s.%s.%s", k, f->n, f->k, f->d, f->a, f->b);
        golden_next(&g, got, WG_CASES * 128 * 64 * f->n * tensor_bits(f->d) / 4096, form);
    }
    free(got);
    golden_close(&g);
}

/* What a machine of a target executes computes the same, and its passes keep what wgmma reads where it is. */
static void sm90_equals_ptx(void **s)
{
    (void)s;
    u32 *want = malloc(128 * 128 * 4), *got = malloc(128 * 128 * 4);
    for (u32 k = 0; k < WG_KINDS; k += 3) {
        const struct wgmma_kind *f = &wgmma_kinds[k];
        results(f, (struct emu_options){.target.lanes = 32}, 1, want);
        results(f,
                (struct emu_options){.target = {.isa = ISA_MACHINE, .lanes = 32, .sm_regs = 65536, .reg_unit = 256}},
                1, got);
        assert_memory_equal(got, want, 128 * 64 * f->n * tensor_bits(f->d) / 4096 * 4);
    }
    free(want);
    free(got);
}

/* A descriptor that leads out of shared memory, one with bits that mean nothing, one without offsets, half a group */
static void wrong_descriptors(void **s)
{
    (void)s;
    static const struct {
        u64 b;
        u32 threads;
        u8 kind;
        const char *text;
    } rows[] = {
        {(u64)(128 >> 4) << 16 | (u64)0x3fff << 32, 128, EF_OUT_OF_BOUNDS, "matrix B of wgmma reaches 0x"},
        {1ull << 14 | 1ull << 32, 128, EF_MISALIGNED, "matrix descriptor of B: 0x0000000100004"},
        {0, 128, EF_MISALIGNED, "has no offsets"},
        {(u64)(256 >> 4) << 32 | (u64)(128 >> 4) << 16, 64, EF_BARRIER, "in a CTA of 2 warps"},
    };
    const struct wgmma_kind *f = &wgmma_kinds[10];
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        wgmma_ptx(f, 0);
        char *at = strstr(text, "\twgmma.mma_async");
        assert_non_null(at);
        memmove(at + 10, at, strlen(at) + 1);
        memcpy(at, ".loc 1 7 1", 10);
        memmove(at + 10 + 1, at + 10, strlen(at + 10) + 1);
        at[10] = '\n';
        char *head = strstr(text, ".visible");
        memmove(head + 18, head, strlen(head) + 1);
        memcpy(head, ".file 1 \"demo.cu\"", 17);
        head[17] = '\n';
        struct machine m = machine(text);
        u32 *in = buffer(&m, WG_SMEM / 4 + 128 * 160, "in"), *out = buffer(&m, 128 * 160, "out");
        assert_false(LAUNCH(&m, 1, rows[k].threads, ADDR(in), ADDR(out), descriptor(0, 128, 256, 0), rows[k].b));
        assert_int_equal(m.fault.kind, rows[k].kind);
        assert_non_null(strstr(m.fault.text, rows[k].text));
        assert_int_equal(m.fault.src_line, 7);
        done(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(card_forms), cmocka_unit_test(sm90_equals_ptx),
                                       cmocka_unit_test(wrong_descriptors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
