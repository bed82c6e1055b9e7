/* Everything that fuzzing found worth keeping, once more: nothing crashes or hangs, whatever the bytes. */
#include "../fuzz/packed.h"
#include "../fuzz/ptx_bytes.h"
#include "ptx_test.h"

struct parses {
    FILE *nowhere;
    u32 n;
};

static void parse_one(const char *name, const struct bytes *b, void *ctx)
{
    struct parses *p = ctx;
    (void)name;
    p->n += ptx_bytes_run(b->v.n ? b->v.at : (const u8 *)"", b->v.n, p->nowhere);
}

static void test_corpus(void **state)
{
    const char *root = getenv("SLUICE_SOURCE_ROOT");
    struct parses p = {fopen("/dev/null", "w"), 0};
    char path[4096];
    (void)state;
    snprintf(path, sizeof path, "%s/tests/fuzz/corpus/ptx.corpus", root ? root : ".");
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    long n = packed_each(f, path, parse_one, &p);
    fclose(f);
    fclose(p.nowhere);
    print_message("# %ld texts, %u of them parse\n", n, p.n);
    assert_true(n >= 30);
    assert_true(p.n >= 25);
}

/* Every prefix of a real text, and every text with one byte changed */
static void test_damaged(void **state)
{
    const char *root = getenv("SLUICE_SOURCE_ROOT");
    FILE *nowhere = fopen("/dev/null", "w");
    char path[1024];
    size_t len;
    char *text;

    (void)state;
    snprintf(path, sizeof path, "%s/tests/ptx/samples/nvcc-style.ptx", root ? root : ".");
    text = read_file(path, &len);
    for (size_t n = 0; n < len; n += 7) {
        struct diag d;
        diag_init(&d);
        ptx_free(ptx_parse("cut.ptx", text, n, &d));
        diag_free(&d);
    }
    for (size_t at = 0; at < len; at += 5) {
        char was = text[at];
        struct diag d;
        text[at] = (char)(was ^ (1 << at % 7));
        diag_init(&d);
        ptx_free(ptx_parse("bad.ptx", text, len, &d));
        diag_free(&d);
        text[at] = was;
    }
    assert_true(ptx_bytes_run((const u8 *)text, len, nowhere));
    fclose(nowhere);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corpus),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests_name("ptx_corpus", tests, NULL, NULL);
}
