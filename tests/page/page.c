/* Pages: kept records give the pages that are kept beside them (SLUICE_BLESS=1 rewrites: ./dev bless page), every
   number that a page reads by name is a statistic of today's records, and one that lacks a number is refused. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/cli/keys.h"
#include "out/out.h"
#include "page/keys.h"
#include "page/page.h"

enum where { EVERY, EXECUTED, TIMED, KERNEL, MACHINE };
static const struct {
    enum where where;
    const char *name;
} keys[] = {
#define X(where, key, name) {where, name},
    PAGE_KEYS(X)
#undef X
};

static char *kept_path(const char *name, char buf[4096])
{
    snprintf(buf, 4096, "%s/tests/page/%s", getenv("SLUICE_SOURCE_ROOT"), name);
    return buf;
}

static json_t *kept_record(const char *name)
{
    char path[4096];
    json_error_t e;
    json_t *record = json_load_file(kept_path(name, path), 0, &e);
    if (!record)
        fail_msg("%s:%d: %s", path, e.line, e.text);
    return record;
}

static char *render(const json_t *record, page_help_fn *help)
{
    char *text = NULL;
    size_t n;
    FILE *to = open_memstream(&text, &n);
    page_report(to, record, help);
    fclose(to);
    return text;
}

static char *file_text(const char *path)
{
    char *text = NULL;
    size_t n;
    FILE *f = fopen(path, "r"), *to = open_memstream(&text, &n);
    for (int c; f && (c = fgetc(f)) != EOF;)
        fputc(c, to);
    fclose(to);
    if (f)
        fclose(f);
    return text;
}

/* The script is the same on every page, and tests/cli/clicks.py is its test. */
static __attribute__((noinline)) void leave_out_script(char *page)
{
    char *from = strstr(page, "</main><script>\n"), *until = from ? strstr(from, "</script></body>") : NULL;
    assert_non_null(until);
    from += strlen("</main><script>\n");
    memmove(from, until, strlen(until) + 1);
}

static void golden(const char *record_name, const char *page_name)
{
    json_t *record = kept_record(record_name);
    char path[4096], *now = render(record, NULL), *kept;
    leave_out_script(now);
    kept_path(page_name, path);
    if (getenv("SLUICE_BLESS")) {
        FILE *f = fopen(path, "w");
        if (!f)
            fail_msg("%s: %s", path, strerror(errno));
        fputs(now, f);
        fclose(f);
    }
    kept = file_text(path);
    if (strcmp(kept, now) != 0) {
        size_t at = 0, line = 1;
        while (kept[at] == now[at])
            line += kept[at++] == '\n';
        fail_msg("%s:%zu: kept '%.60s', now '%.60s' (./dev bless page takes what is now)", path, line, kept + at,
                 now + at);
    }
    free(kept);
    free(now);
    json_decref(record);
}

static void pages_are_as_kept(void **state)
{
    (void)state;
    golden("timed.json", "timed.html");
    golden("executed.json", "executed.html");
}

/* ---- names ---- */

/* (Those of programs that are executed only are rows of nobody's list: tests/cli/pages.py makes such a page.) */
static void names_are_todays(void **state)
{
    (void)state;
    char buf[512];
    for (u32 i = 0; i < COUNT_OF(keys); i++)
        if (keys[i].where == EXECUTED)
            continue;
        else if (keys[i].where == MACHINE ? !keys_help(keys[i].name, buf, sizeof buf)
                                          : !keys_is_statistic(keys[i].name))
            fail_msg("a page reads '%s', which no record has", keys[i].name);
}

static void put(json_t *o, const char *name, json_t *value)
{
    char part[64];
    const char *dot;
    for (; (dot = strchr(name, '.')); name = dot + 1) {
        snprintf(part, sizeof part, "%.*s", (int)(dot - name), name);
        if (!json_object_get(o, part))
            json_object_set_new(o, part, json_object());
        o = json_object_get(o, part);
    }
    if (value)
        json_object_set_new(o, name, value);
    else
        json_object_del(o, name);
}

/* A record of two kernels with what pages read and nothing else. */
static json_t *least(bool timed)
{
    json_t *record = json_pack("{s:{s:s}, s:[{s:s}, {s:s}], s:{}, s:{}}", "program", "name", "p", "kernels", "name",
                               "a<b>", "name", "b", "total", "machine");
    json_t *kernels = json_object_get(record, "kernels");
    json_t *rows[] = {json_array_get(kernels, 0), json_array_get(kernels, 1), json_object_get(record, "total"),
                      json_object_get(record, "machine")};
    if (timed)
        put(rows[3], "gpu.sms", json_integer(2));
    for (u32 i = 0; i < COUNT_OF(keys); i++)
        for (u32 r = 0; r < COUNT_OF(rows); r++) {
            enum where w = keys[i].where;
            bool here = r == 3 ? timed && w == MACHINE
                               : w == EVERY || (w == EXECUTED && !timed) || (w == TIMED && timed) ||
                                     (w == KERNEL && timed && r < 2);
            if (here)
                put(rows[r], keys[i].name, json_real(1 + i / 8.0));
        }
    return record;
}

static void a_number_that_is_missing_is_refused(void **state)
{
    (void)state;
    for (u32 timed = 0; timed < 2; timed++)
        for (u32 i = 0; i < COUNT_OF(keys); i++) {
            json_t *record = least(timed);
            struct diag d;
            diag_init(&d);
            assert_true(page_check(record, &d) && !d.errors);
            bool kernels = keys[i].where == KERNEL, machine = keys[i].where == MACHINE;
            json_t *row = machine   ? json_object_get(record, "machine")
                          : kernels ? json_array_get(json_object_get(record, "kernels"), 1)
                                    : json_object_get(record, "total");
            bool was = json_is_number(out_value(row, keys[i].name));
            put(row, keys[i].name, NULL);
            assert_int_equal(page_check(record, &d), !was);
            assert_int_equal(d.errors, was);
            char *text = NULL;
            size_t n;
            FILE *to = open_memstream(&text, &n);
            diag_print(&d, to);
            fclose(to);
            assert_true(!was || strstr(text, keys[i].name));
            free(text);
            diag_free(&d);
            json_decref(record);
        }
}

static const char *known(const char *key, char *buf, size_t n)
{
    const char *text = keys_help(key, buf, n);
    if (!text)
        fail_msg("a page explains '%s', which no record and no machine has", key);
    return text;
}

static void what_is_explained_is_known(void **state)
{
    (void)state;
    json_t *record = least(true);
    json_t *slot = json_pack("{s:i}", "total", 0);
    for (u32 i = 0; i < out_slot_count; i++)
        json_object_set_new(slot, out_slots[i].key, json_integer(1));
    json_object_set_new(slot, "total", json_integer(out_slot_count));
    json_object_set_new(json_array_get(json_object_get(record, "kernels"), 0), "slot", slot);
    char *page = render(record, known);
    assert_non_null(strstr(page, "a&lt;b&gt;"));
    assert_null(strstr(page, "a<b>"));
    free(page);
    json_decref(record);
}

/* ---- numbers ---- */

static void numbers_are_short(void **state)
{
    (void)state;
    static const struct {
        double v;
        const char *number, *tick;
    } rows[] = {{0, "0", "0"},
                {9999, "9999", "9999"},
                {0.01234, "0.0123", "0.01234"},
                {1234567, "1.23\u202fM", "1.235\u202fM"},
                {-5, "-5", "-5"},
                {2.5e9, "2.50\u202fG", "2.5\u202fG"}};
    char a[32], b[32];
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        assert_string_equal(page_number(rows[i].v, a), rows[i].number);
        assert_string_equal(plot_tick(rows[i].v, b), rows[i].tick);
    }
    assert_string_equal(page_number(NAN, a), "\u2013");
    assert_string_equal(page_thousands(0, a), "0");
    assert_string_equal(page_thousands(999, a), "999");
    assert_string_equal(page_thousands(-1234, a), "-1,234");
    assert_string_equal(page_thousands(34912345, a), "34,912,345");
    assert_string_equal(page_seconds(0.00123456, a), "1.23\u202fms");
    assert_string_equal(page_seconds(0.0000136, a), "13.6\u202f\u00b5s");
    assert_string_equal(page_seconds(2, a), "2\u202fs");
    assert_true(plot_step(10, 5) == 2);
    assert_true(plot_step(100, 8) == 20);
    assert_true(plot_step(0.9, 4) == 0.25);
    assert_true(plot_step(7, 7) == 1);
}

static void text_is_escaped(void **state)
{
    (void)state;
    char *text = NULL;
    size_t n;
    FILE *to = open_memstream(&text, &n);
    page_text(to, "a<b> & \"c\"");
    fclose(to);
    assert_string_equal(text, "a&lt;b&gt; &amp; &quot;c&quot;");
    free(text);
}

/* A point is on the front when no other is as good in both and better in one; of equal ones the first; others' NAN
   are nobody. */
static void bars_are_cut_stacked_and_marked(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    const struct plot_mark mark = {1, 0, 1, "elsewhere"};
    const char *const words[] = {"a", "b"}, *const notes[] = {NULL, NULL, "best", NULL};
    struct plot p = {.title = "t",
                     .n_x = 2,
                     .n_series = 2,
                     .x_words = words,
                     .series_words = words,
                     .y = (double[]){1, 40, 3, NAN},
                     .y_top = 4,
                     .one = 1,
                     .notes = notes,
                     .marks = &mark,
                     .n_marks = 1};
    FILE *f = open_memstream(&text, &size);
    plot_bars(f, &p);
    fclose(f);
    assert_non_null(strstr(text, "rotate(-90)\">40</text>")); /* says its value, as it is higher than the axis */
    assert_non_null(strstr(text, "y=\"10.0\" width=\"33.0\" height=\"196.0\"><title>a, b: 40</title>"));
    assert_non_null(strstr(text, "<title>b, a (best): 3</title>"));
    assert_non_null(strstr(text, "<title>elsewhere: 1</title>"));
    assert_non_null(strstr(text, "<line class=\"one\""));
    assert_null(strstr(text, "nan"));
    free(text);
    p.stack = 2;
    f = open_memstream(&text, &size);
    plot_bars(f, &p);
    fclose(f);
    /* b stands on a: from 1 to 4 of 4, of 196 */
    assert_non_null(strstr(text, "y=\"157.0\" width=\"33.0\" height=\"49.0\"><title>a, a: 1</title>"));
    assert_non_null(strstr(text, "y=\"10.0\" width=\"33.0\" height=\"147.0\"><title>b, a (best): 3</title>"));
    free(text);
}

/* Every cause of a lost slot has a look of its own. */
static void causes_look_different(void **state)
{
    (void)state;
    for (u32 i = 0; i < out_slot_count; i++)
        for (u32 k = 0; k < i; k++)
            assert_int_not_equal(page_slot_colour(out_slots[i].key), page_slot_colour(out_slots[k].key));
    /* A light colour is hard to tell from another light one: these stand beside each other in kernels that wait. */
    assert_string_equal(plot_hatch(page_slot_colour("l1_other")), " h");
    assert_string_equal(plot_hatch(page_slot_colour("drain")), " h");
    assert_int_not_equal(page_slot_colour("l1_other") % PLOT_COLOURS, page_slot_colour("drain") % PLOT_COLOURS);
}

static void test_tradeoff(void **state)
{
    (void)state;
    const struct plot_point p[] = {{1, 9, "a", 0}, {2, 4, "b", 0},   {3, 4, "c", 0},   {5, 1, "d", 0},
                                   {2, 4, "e", 0}, {NAN, 0, "f", 0}, {6, 0.5, "g", 0}, {6, 2, "h", 0}};
    struct tradeoff less = {"x", "y", p, COUNT_OF(p), false, false}, more = {"x", "y", p, COUNT_OF(p), true, false};
    static const bool on[] = {true, true, false, true, false, false, true, false};
    for (u32 i = 0; i < COUNT_OF(p); i++) {
        assert_int_equal(tradeoff_holds(&less, i), on[i]);
        assert_int_equal(tradeoff_holds(&more, i), i == 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bars_are_cut_stacked_and_marked),
        cmocka_unit_test(causes_look_different),
        cmocka_unit_test(test_tradeoff),
        cmocka_unit_test(pages_are_as_kept),
        cmocka_unit_test(names_are_todays),
        cmocka_unit_test(a_number_that_is_missing_is_refused),
        cmocka_unit_test(what_is_explained_is_known),
        cmocka_unit_test(numbers_are_short),
        cmocka_unit_test(text_is_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
