/* What a user's value becomes, and what a wrong one is told. */
#include "decl/decl.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "decl/json.h"

/* a choice that is a list, and one that is a table of implementations */
#define ALLOC_WORDS(X) X(ON_MISS, "on-miss", "") X(ON_FILL, "on-fill", "when the data are there")
DECL_CHOICE(alloc, ALLOC_WORDS);
struct shape {
    const char *word, *about;
    u32 corners;
};
#define SHAPES(X) X(SHAPE_TRIANGLE, triangle) X(SHAPE_SQUARE, square)
DECL_POLICIES(shape, SHAPES);
const struct shape triangle = {"triangle", "three corners", 3}, square = {.word = "square", .corners = 4};
DECL_POLICIES_DEFINE(shape, SHAPES, word, about);

#define SHAPE_PARAMS(P, B, E) E(of, shape, SHAPE_SQUARE, "what it looks like (guess)")
DECL_PARAMS(shapes, SHAPE_PARAMS);

#define CACHE_PARAMS(P, B, E)                                                                                        \
    P(mshrs, 32, 1, 4096, "lines", "outstanding lines (paper)")                                                      \
    P(size, 16384, 128, 1 << 20, "bytes", "capacity (datasheet)")                                                    \
    B(sectored, false, "filled by sectors (datasheet)")                                                              \
    E(alloc, alloc, ON_MISS, "when a line is reserved (paper)")
DECL_PARAMS(cache, CACHE_PARAMS);
DECL_PARAMS_DEFINE(cache, CACHE_PARAMS);

#define TOP_STATS(S, R, M, K)                                                                                        \
    S(hit, "requests", "served from the array")                                                                      \
    S(access, "requests", "lookups")                                                                                 \
    R(hit_percent, hit, access, 100, "hit / access")                                                                 \
    M(most, "requests", "most at once")                                                                              \
    K(storage, "bytes", "of one")
DECL_STATS(top, TOP_STATS);
DECL_STATS_DEFINE(top, TOP_STATS);

struct config {
    struct cache_params l1, l2;
};

static struct decl_group groups[2];
static struct config config;
static struct diag diag;

static int setup(void **state)
{
    (void)state;
    groups[0] = (struct decl_group){
        .prefix = "l1", .rows = cache_param_rows, .n = cache_param_count, .offset = offsetof(struct config, l1)};
    groups[1] = (struct decl_group){
        .prefix = "l2", .rows = cache_param_rows, .n = cache_param_count, .offset = offsetof(struct config, l2)};
    diag_init(&diag);
    decl_defaults(&config, groups, 2);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    diag_free(&diag);
    return 0;
}

static bool set(const char *key, const char *value)
{
    return decl_set(&config, groups, 2, key, value, &diag, "m.ini", 7);
}

static void expect_error(const char *part)
{
    assert_int_equal(diag.errors, 1);
    if (!strstr(diag.first->text, part))
        fail_msg("'%s' does not contain '%s'", diag.first->text, part);
    diag_free(&diag);
}

static void defaults_come_from_the_rows(void **state)
{
    (void)state;
    assert_int_equal(config.l1.mshrs, 32);
    assert_int_equal(config.l2.size, 16384);
    assert_int_equal(config.l1.sectored, 0);
}

static void numbers_take_suffixes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        u64 value;
    } good[] = {{"0", 0},          {"64", 64},   {"0x40", 64},    {"16KB", 16384},
                {"1 MB", 1 << 20}, {"2k", 2000}, {"3M", 3000000}, {"18446744073709551615", UINT64_MAX}};
    static const char *const bad[] = {"",   "-1", "1.5", "12x", "k", "18446744073709551616", "18446744073709551615k",
                                      "0x", " 3"};
    u64 v;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        assert_true(decl_number(good[i].text, &v));
        assert_int_equal(v, good[i].value);
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (decl_number(bad[i], &v))
            fail_msg("'%s' was taken for %llu", bad[i], (unsigned long long)v);
}

static void set_reaches_the_right_group(void **state)
{
    (void)state;
    assert_true(set("l2.size", "64KB"));
    assert_true(set("l1.sectored", "on"));
    assert_true(set("l1.alloc", "on-fill"));
    assert_int_equal(config.l2.size, 65536);
    assert_int_equal(config.l1.size, 16384);
    assert_int_equal(config.l1.sectored, 1);
    assert_int_equal(config.l1.alloc, 1);
    assert_int_equal(diag.errors, 0);
}

static void a_wrong_key_is_told_the_nearest(void **state)
{
    (void)state;
    assert_false(set("l1.mshr", "3"));
    assert_string_equal(diag.first->file, "m.ini");
    assert_int_equal(diag.first->line, 7);
    expect_error("did you mean 'l1.mshrs'");
    assert_false(set("sectored", "on"));
    expect_error("did you mean 'l1.sectored'");
    assert_false(set("const.turn", "2")); /* decl/renamed.h */
    expect_error("parameter 'const.turn' is called 'const.word_interval' now");
    assert_false(set("completely_else.foo_bar_baz", "on"));
    expect_error("sluice list params");
}

static void a_wrong_value_is_told_what_is_right(void **state)
{
    (void)state;
    assert_false(set("l1.mshrs", "0"));
    expect_error("from 1 to 4096 lines");
    assert_false(set("l1.mshrs", "4097"));
    expect_error("out of bounds");
    assert_false(set("l1.mshrs", "many"));
    expect_error("whole number");
    assert_false(set("l1.sectored", "maybe"));
    expect_error("on or off");
    assert_false(set("l1.alloc", "on-mis"));
    expect_error("did you mean 'on-miss'");
    assert_false(set("l1.alloc", "on"));
    expect_error("on-miss|on-fill");
    assert_int_equal(config.l1.mshrs, 32);
    assert_int_equal(config.l1.alloc, 0);
}

static void pairs_are_key_equals_value(void **state)
{
    (void)state;
    assert_true(decl_set_pair(&config, groups, 2, "l1.mshrs=5", &diag));
    assert_int_equal(config.l1.mshrs, 5);
    assert_false(decl_set_pair(&config, groups, 2, "l1.mshrs", &diag));
    expect_error("key=value");
    assert_false(decl_set_pair(&config, groups, 2, "=4", &diag));
    expect_error("key=value");
}

static const char *write_file(const char *text)
{
    static char path[] = "/tmp/sluice-decl-XXXXXX";
    strcpy(path, "/tmp/sluice-decl-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    return path;
}

static void files_are_read_by_section(void **state)
{
    (void)state;
    const char *path =
        write_file("about = a test\nbase = other\n# comment\n[l1]\nmshrs = 8 ; inline\n\n[l2]\nalloc = on-fill\n");
    struct arena a = {0};
    assert_true(decl_read(&config, groups, 2, path, &diag));
    assert_string_equal(decl_file_key(&a, path, "base", &diag), "other");
    assert_string_equal(decl_file_key(&a, path, "about", &diag), "a test");
    assert_null(decl_file_key(&a, path, "mshrs", &diag));
    assert_int_equal(config.l1.mshrs, 8);
    assert_int_equal(config.l2.alloc, 1);
    unlink(path);
    arena_free(&a);
}

static void every_error_of_a_file_has_its_line(void **state)
{
    (void)state;
    const char *path = write_file("[l1]\nmshrs = 0\nalloc = on-miss\nmshr = 4\n");
    assert_false(decl_read(&config, groups, 2, path, &diag));
    assert_int_equal(diag.errors, 2);
    assert_int_equal(diag.first->line, 2);
    assert_int_equal(diag.first->next->line, 4);
    unlink(path);
}

static void broken_files_are_refused(void **state)
{
    (void)state;
    const char *path = write_file("[l1]\nmshrs 4\n");
    assert_false(decl_read(&config, groups, 2, path, &diag));
    assert_int_equal(diag.first->line, 2);
    expect_error("key = value");
    unlink(path);

    char text[400] = "[l1]\nmshrs = 4 ";
    memset(text + strlen(text), ' ', 300);
    path = write_file(text);
    assert_false(decl_read(&config, groups, 2, path, &diag));
    assert_int_equal(diag.first->line, 2);
    expect_error("too long");
    unlink(path);

    assert_false(decl_read(&config, groups, 2, "/nonexistent/x.ini", &diag));
    expect_error("cannot be read");
    assert_false(decl_read(&config, groups, 2, "/tmp", &diag));
    expect_error("cannot be read");
}

static void what_is_written_can_be_read(void **state)
{
    (void)state;
    char text[64], key[64];
    set("l1.size", "48KB");
    set("l1.alloc", "on-fill");
    set("l2.sectored", "on");
    struct config other;
    decl_defaults(&other, groups, 2);
    for (u32 i = 0; i < 2; i++)
        for (u32 j = 0; j < groups[i].n; j++) {
            decl_key(&groups[i], &groups[i].rows[j], key, sizeof(key));
            decl_format(&groups[i].rows[j], decl_get(&config, &groups[i], &groups[i].rows[j]), text, sizeof(text));
            assert_true(decl_set(&other, groups, 2, key, text, &diag, NULL, 0));
        }
    assert_memory_equal(&other, &config, sizeof(config));
}

static void statistics_sum_and_divide(void **state)
{
    (void)state;
    struct top_stats a = {.hit = 3, .access = 4}, b = {.hit = 1, .access = 4}, none = {0};
    decl_stats_add(&a, &b, top_stat_rows, top_stat_count);
    assert_int_equal(a.hit, 4);
    assert_int_equal(a.access, 8);
    assert_true(decl_stat_value(&a, &top_stat_rows[2]) == 50.0);
    assert_true(decl_stat_value(&none, &top_stat_rows[2]) == 0.0);
}

static void a_statistic_says_what_several_are(void **state)
{
    (void)state;
    const struct decl_stat *rows = top_stat_rows;
    u32 n = top_stat_count;
    struct top_stats a = {.hit = 3, .most = 7, .storage = 64}, b = {.hit = 5, .most = 4, .storage = 64}, sum = {0};
    decl_stats_add(&sum, &a, rows, n);
    decl_stats_add(&sum, &b, rows, n);
    assert_int_equal(sum.hit, 8);
    assert_int_equal(sum.most, 7);
    assert_int_equal(sum.storage, 64);
    decl_stats_since(&sum, &a, rows, n);
    assert_int_equal(sum.hit, 5);
    assert_int_equal(sum.most, 7);
    assert_int_equal(sum.storage, 64);
}

static void words_come_from_the_table(void **state)
{
    (void)state;
    static const struct decl_param row = {.name = "of",
                                          .kind = DECL_CHOICE,
                                          .def = SHAPE_SQUARE,
                                          .unit = "",
                                          .words = shape_words,
                                          .help = "shape (guess)"};
    char text[128];
    struct shapes_params p = {0};
    struct decl_group g = {.prefix = "shapes", .rows = &row, .n = 1};
    decl_defaults(&p, &g, 1);
    assert_int_equal(shape_list[p.of]->corners, 4);
    assert_true(decl_set(&p, &g, 1, "shapes.of", "triangle", &diag, NULL, 0));
    assert_int_equal(shape_list[p.of]->corners, 3);
    assert_int_equal(shape_kinds, 2);
    decl_choices(&row, text, sizeof(text));
    assert_string_equal(text, "triangle|square");
    decl_help(&row, text, sizeof(text));
    assert_string_equal(text, "shape: triangle = three corners (guess)");
    decl_help(&cache_param_rows[3], text, sizeof(text));
    assert_string_equal(text, "when a line is reserved: on-fill = when the data are there (paper)");
    decl_help(&cache_param_rows[0], text, sizeof(text));
    assert_string_equal(text, "outstanding lines (paper)");
    assert_false(decl_set(&p, &g, 1, "shapes.of", "squar", &diag, NULL, 0));
    assert_non_null(strstr(diag.first->text, "expected one of triangle|square; did you mean 'square'?"));
}

static void json_has_words_and_numbers(void **state)
{
    (void)state;
    set("l2.alloc", "on-fill");
    json_t *j = decl_params_json(&config, groups, 2);
    char *text = json_dumps(j, JSON_COMPACT);
    assert_string_equal(text, "{\"l1\":{\"mshrs\":32,\"size\":16384,\"sectored\":false,\"alloc\":\"on-miss\"},"
                              "\"l2\":{\"mshrs\":32,\"size\":16384,\"sectored\":false,\"alloc\":\"on-fill\"}}");
    free(text);
    json_decref(j);

    struct top_stats s = {.hit = 1, .access = 4};
    struct decl_stat_group sg = {"", top_stat_rows, top_stat_count, 0};
    j = decl_stats_json(&s, &sg, 1);
    text = json_dumps(j, JSON_COMPACT);
    assert_string_equal(text, "{\"hit\":1,\"access\":4,\"hit_percent\":25.0,\"most\":0,\"storage\":0}");
    free(text);
    json_decref(j);
    sg.prefix = "noc.reply";
    j = decl_units_json(&sg, 1);
    text = json_dumps(j, JSON_COMPACT);
    assert_string_equal(text, "{\"noc\":{\"reply\":{\"hit\":\"requests\",\"access\":\"requests\",\"hit_percent\":"
                              "\"\",\"most\":\"requests\",\"storage\":\"bytes\"}}}");
    free(text);
    json_decref(j);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(defaults_come_from_the_rows),
        T(numbers_take_suffixes),
        T(set_reaches_the_right_group),
        T(a_wrong_key_is_told_the_nearest),
        T(a_wrong_value_is_told_what_is_right),
        T(pairs_are_key_equals_value),
        T(files_are_read_by_section),
        T(every_error_of_a_file_has_its_line),
        T(broken_files_are_refused),
        T(what_is_written_can_be_read),
        T(statistics_sum_and_divide),
        T(a_statistic_says_what_several_are),
        T(words_come_from_the_table),
        T(json_has_words_and_numbers),
    };
    return cmocka_run_group_tests_name("decl", tests, NULL, NULL);
}
