/* Everything that fuzzing found worth keeping, once more: nothing crashes or hangs, whatever the bytes. */
#include <dirent.h>

#include "../fuzz/ptx_bytes.h"
#include "ptx_test.h"

static void test_corpus(void **state)
{
    const char *root = getenv("SLUICE_SOURCE_ROOT");
    FILE *nowhere = fopen("/dev/null", "w");
    char dir[512], path[1024];
    u32 n = 0, parsed = 0;
    struct dirent *e;
    DIR *d;

    (void)state;
    snprintf(dir, sizeof dir, "%s/tests/fuzz/corpus/ptx", root ? root : ".");
    d = opendir(dir);
    assert_non_null(d);
    while ((e = readdir(d))) {
        size_t len;
        char *text;
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        text = read_file(path, &len);
        parsed += ptx_bytes_run((const u8 *)text, len, nowhere);
        free(text);
        n++;
    }
    closedir(d);
    fclose(nowhere);
    print_message("# %u texts, %u of them parse\n", n, parsed);
    assert_true(n >= 30);
    assert_true(parsed >= 25);
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
