/* Conversions to and from the tensor cores' types, and cvt.pack, bit by bit as an H200 has them (cvt_card.txt: a hash
   of each form's 8,192 cases; "-": sm_90 does not have the form). */
#include "cvt_forms.h"
#include "emu_test.h"

static char text[1 << 14];
static u32 given[2 * CVT_CASES], want[CVT_CASES];

static u32 hash_of(const u32 *words)
{
    u64 h = 0xcbf29ce484222325u;
    for (u32 k = 0; k < CVT_CASES; k++)
        h = (h ^ words[k]) * 0x100000001b3u;
    return (u32)(h ^ h >> 32);
}

static u32 differences(const struct cvt_form *f, FILE *hashes, FILE *words, struct emu_options opt)
{
    u32 bad = 0;
    char line[32];
    if (words) {
        assert_int_equal(fread(want, 4, CVT_CASES, words), CVT_CASES);
        u32 any = 0;
        for (u32 k = 0; k < CVT_CASES; k++)
            any |= want[k];
        snprintf(line, sizeof line, "%08x", hash_of(want));
        fprintf(hashes, "%s\n", any ? line : "-");
        if (!any)
            return 0;
    } else {
        assert_non_null(fgets(line, sizeof line, hashes));
        if (line[0] == '-')
            return 0;
    }
    cvt_ptx(text, sizeof text, f);
    struct machine m = machine_opt(text, opt);
    u32 *in = buffer(&m, 2 * CVT_CASES, "in"), *out = buffer(&m, CVT_CASES, "out");
    memcpy(in, given, sizeof given);
    RUN(&m, CVT_CASES / 128, 128, ADDR(in), ADDR(out));
    for (u32 k = 0; k < CVT_CASES && words; k++)
        if (out[k] != want[k] && bad++ < 4)
            fprintf(stderr, "%s %08x %08x: %08x, card %08x\n", f->op, given[2 * k], given[2 * k + 1], out[k],
                    want[k]);
    bad += !words && hash_of(out) != strtoul(line, NULL, 16);
    done(&m);
    if (bad)
        fprintf(stderr, "%s: %u differ\n", f->op, bad);
    return bad;
}

static void card_forms(void **s)
{
    (void)s;
    const char *bin = getenv("CVT_BIN"); /* the card's words, to see where they differ */
    u32 wrong = 0;
    cvt_inputs(given);
    for (u32 target = 0; target < (bin ? 1 : 2); target++) {
        FILE *hashes = fopen(SLUICE_SOURCE_ROOT "/tests/emu/cvt_card.txt", bin ? "w" : "r");
        FILE *words = bin ? fopen(bin, "r") : NULL;
        struct emu_options opt = {.target.lanes = 32};
        if (target) /* what a machine of a target executes computes the same */
            opt =
                (struct emu_options){.target = {.isa = ISA_MACHINE, .lanes = 32, .sm_regs = 65536, .reg_unit = 256}};
        assert_non_null(hashes);
        for (u32 k = 0; k < CVT_FORMS; k++)
            wrong += differences(&cvt_forms[k], hashes, words, opt) != 0;
        fclose(hashes);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(card_forms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
