/* Does our writer of JSON write what jansson writes, and can it be read back to the same numbers? */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "out/out.h"

static char *text_of(const json_t *doc, const struct out_aside *aside, bool indent)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    out_dump(doc, aside, indent, f);
    fclose(f);
    return text;
}

/* Everything but reals is the same text. */
static void test_same_text(void **state)
{
    (void)state;
    json_t *doc = json_pack("{s:i, s:[i,i,b,n], s:{}, s:[], s:{s:s, s:{s:I, s:I}}, s:s}", "z", -7, "list", 1, 0, 1,
                            "empty", "none", "deep", "quote\"", "a\\b/c\n\t\x01\x1f\xc3\xa4", "in", "most",
                            (json_int_t)INT64_MAX, "least", (json_int_t)INT64_MIN, "a", "");
    for (int indent = 0; indent < 2; indent++) {
        char *ours = text_of(doc, NULL, indent),
             *theirs = json_dumps(doc, indent ? JSON_INDENT(1) | JSON_SORT_KEYS : JSON_COMPACT);
        assert_string_equal(ours, theirs);
        free(ours);
        free(theirs);
    }
    json_decref(doc);
}

static void real_survives(double v)
{
    json_t *a = json_pack("[f]", v);
    char *text = text_of(a, NULL, false);
    json_t *back = json_loads(text, 0, NULL);
    assert_true(json_is_real(json_array_get(back, 0)));
    assert_true(json_real_value(json_array_get(back, 0)) == v);
    assert_true(v == 0 || (signbit(json_real_value(json_array_get(back, 0))) != 0) == (signbit(v) != 0));
    free(text);
    json_decref(back);
    json_decref(a);
}

static void test_reals(void **state)
{
    (void)state;
    const double some[] = {0,   1,     0.1,     0.25,    1e-6,   1.5e-6, 1e-7, 999999999.999999,
                           1e9, 1e300, DBL_MIN, DBL_MAX, 2.0 / 3};
    for (size_t i = 0; i < COUNT_OF(some); i++) {
        real_survives(some[i]);
        real_survives(-some[i]);
    }
    u64 x = 88172645463325252ull;
    for (int i = 0; i < 20000; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        real_survives((double)(x % 1000000007) / (i % 2 ? 1e6 : 9973.0));
    }
}

/* Numbers of all lengths, as printf has them. */
static void test_digits(void **state)
{
    (void)state;
    u64 x = 88172645463325252ull;
    for (int i = 0; i < 20000; i++) {
        char want[64], *text = NULL;
        size_t size = 0;
        struct text to = {.to = open_memstream(&text, &size)};
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        i64 v = (i64)(x >> i % 64) * (i % 3 ? 1 : -1);
        u64 millionths = x % 1000000000000000ull >> i % 50;
        text_integer(&to, v);
        text_char(&to, ' ');
        text_decimal(&to, (double)millionths / 1e6);
        text_flush(&to);
        fclose(to.to);
        int n = snprintf(want, sizeof want, "%lld %llu.%06llu", (long long)v,
                         (unsigned long long)millionths / 1000000, (unsigned long long)millionths % 1000000);
        while (want[n - 1] == '0' && want[n - 2] != '.')
            want[--n] = 0;
        assert_string_equal(text, want);
        free(text);
    }
}

static void real_as_printf(double v)
{
    char want[64], *text = NULL;
    size_t size = 0;
    struct text to = {.to = open_memstream(&text, &size)};
    text_real(&to, v);
    text_flush(&to);
    fclose(to.to);
    snprintf(want, sizeof want, "%.17g", v);
    if (!want[strcspn(want, ".e")])
        strcat(want, ".0");
    if (v >= 1e9 || (double)(u64)(v * 1e6 + 0.5) / 1e6 != v) /* else it is a short decimal */
        assert_string_equal(text, want);
    free(text);
}

/* All 17 digits of a number are printf's, whatever its size: halves of the last digit, nines, powers of ten. */
static void test_real_digits(void **state)
{
    (void)state;
    u64 x = 88172645463325252ull;
    for (int i = 0; i < 100000; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        real_as_printf(ldexp((double)(x >> 11 | 1ull << 52), (int)(x % 230) - 52 - 160));
        real_as_printf(ldexp((double)(x >> 40), (int)(x % 200) - 170)); /* few bits: ties */
    }
    for (int k = -42; k < 20; k++)
        for (int i = -3; i <= 3; i++) {
            double v = pow(10, k);
            for (int n = i < 0 ? -i : i; n > 0; n--)
                v = nextafter(v, i < 0 ? 0 : INFINITY);
            real_as_printf(v);
        }
}

static void write_rows(const void *what, struct text *to)
{
    (void)what;
    text_char(to, '[');
    text_line(to, 2);
    text_real(to, 0.5);
    text_line(to, 1);
    text_char(to, ']');
}

/* A part beside the record, or written by a function, is there as if it had never been away. */
static void test_aside(void **state)
{
    (void)state;
    char record[] = "/tmp/sluice-dump-XXXXXX", part[64];
    struct out_aside beside = {.record = record}, written = {.key = "rows", .write = write_rows};
    close(mkstemp(record));
    json_t *doc = json_pack("{s:i, s:[f], s:i}", "z", 1, "rows", 0.5, "a", 2);
    char *whole = text_of(doc, NULL, true);
    assert_true(out_set_aside(doc, "rows", write_rows, NULL, record));
    assert_true(json_is_null(json_object_get(doc, "rows")));
    char *apart = text_of(doc, &beside, true), *made = text_of(doc, &written, true);
    assert_string_equal(apart, whole);
    assert_string_equal(made, whole);
    out_take_back(doc, "rows", record);
    char *again = text_of(doc, NULL, true);
    assert_string_equal(again, whole);
    free(whole);
    free(apart);
    free(made);
    free(again);
    snprintf(part, sizeof part, "%s.rows", record);
    unlink(part);
    unlink(record);
    json_decref(doc);
}

/* What cannot be written is said, with its reason. */
static void test_no_room(void **state)
{
    (void)state;
    json_t *doc = json_object();
    assert_false(out_set_aside(doc, "rows", write_rows, NULL, "/nonexistent/record"));
    assert_int_equal(errno, ENOENT);
    assert_false(out_dump_file(doc, NULL, "/dev/full"));
    assert_int_equal(errno, ENOSPC);
    json_decref(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_text), cmocka_unit_test(test_reals),
                                       cmocka_unit_test(test_digits),    cmocka_unit_test(test_real_digits),
                                       cmocka_unit_test(test_aside),     cmocka_unit_test(test_no_room)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
