/* How well two series agree: against values worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "cli/correlate.h"

const char *correlate_metric(u32 m)
{
    static const char *const names[CORRELATE_METRICS] = {"a", "b", "c", "d", "e", "f", "g"};
    return names[m];
}

static void add(struct correlate *c, const char *kernel, double card, double ours)
{
    struct correlate_kernel *k = correlate_kernel(c, "w", kernel);
    k->card[0] = card;
    k->ours[0] = ours;
    k->has = true;
}

static void errors_are_relative_to_the_card(void **state)
{
    (void)state;
    struct correlate c = {0};
    add(&c, "k1", 100, 110); /* 10 % */
    add(&c, "k2", 200, 100); /* 50 % */
    add(&c, "k3", 400, 400); /* 0 */
    add(&c, "k4", 0, 7);     /* the card counted nothing: no error to speak of */
    struct correlate_fit f = correlate_fit(&c, 0, CORRELATE_ALL);
    assert_int_equal(f.n, 3);
    assert_float_equal(f.mean_error, 0.2, 1e-9);
    assert_float_equal(f.worst_error, 0.5, 1e-9);
    assert_float_equal(f.p90_error, 0.5, 1e-9);
    assert_float_equal(f.median_error, 0.1, 1e-9);
    assert_string_equal(c.kernels[f.worst].kernel, "k2");
    correlate_free(&c);
}

static void proportional_series_correlate_perfectly(void **state)
{
    (void)state;
    struct correlate c = {0};
    add(&c, "k1", 1, 3);
    add(&c, "k2", 10, 30);
    add(&c, "k3", 1000, 3000);
    struct correlate_fit f = correlate_fit(&c, 0, CORRELATE_ALL);
    assert_float_equal(f.pearson, 1, 1e-9);
    assert_float_equal(f.log_pearson, 1, 1e-9);
    assert_float_equal(f.mean_ratio, 3, 1e-9);
    assert_float_equal(f.mean_error, 2, 1e-9);
    correlate_free(&c);
    add(&c, "k1", 1, 3);
    add(&c, "k2", 2, 2);
    add(&c, "k3", 3, 1);
    assert_float_equal(correlate_fit(&c, 0, CORRELATE_ALL).pearson, -1, 1e-9);
    correlate_free(&c);
    assert_int_equal(correlate_fit(&c, 0, CORRELATE_ALL).n, 0);
}

static void halves_are_by_name_and_reported_apart(void **state)
{
    (void)state;
    struct correlate c = {0};
    /* FNV-1a, 32 bits: of "a" e40c292c, of "foobar" bf9cf968, of "" 811c9dc5 (its authors' test vectors) */
    assert_true(correlate_is_held_out("a"));
    assert_true(correlate_is_held_out("foobar"));
    assert_true(correlate_is_held_out(""));
    add(&c, "foobar", 100, 110);
    u32 held = 0, all = 0;
    char name[8];
    for (u32 i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "k%u", i);
        held += correlate_is_held_out(name);
        all++;
    }
    assert_in_range(held, all * 4 / 10, all * 6 / 10);
    for (u32 i = 0; !c.n || c.kernels[c.n - 1].held_out; i++) {
        snprintf(name, sizeof name, "k%u", i);
        add(&c, name, 100, 150);
    }
    assert_float_equal(correlate_fit(&c, 0, CORRELATE_SHOWN).mean_error, 0.5, 1e-9);
    assert_int_equal(correlate_fit(&c, 0, CORRELATE_SHOWN).n, 1);
    assert_int_equal(correlate_fit(&c, 0, CORRELATE_HELD_OUT).n, c.n - 1);
    correlate_free(&c);
    c.own = true; /* a user's own kernels are all looked at */
    add(&c, "foobar", 100, 110);
    assert_int_equal(correlate_fit(&c, 0, CORRELATE_SHOWN).n, 1);
    correlate_free(&c);
}

static void noise_is_the_card_against_itself(void **state)
{
    (void)state;
    struct correlate c = {0};
    u32 n;
    for (u32 i = 0; i < 3; i++) {
        add(&c, (const char *[]){"k1", "k2", "k3"}[i], 100, 110);
        struct correlate_kernel *k = &c.kernels[i];
        k->card[CORRELATE_METRICS - 1] = i ? 50000 : 2000;
        k->again[CORRELATE_METRICS - 1] = i ? 51000 : 2200; /* 2 %, and 10 % where it is short */
        k->again[0] = 105;
        k->launches = 1;
        k->again_launches = i < 2; /* the third was recorded once */
    }
    assert_float_equal(correlate_noise(&c, 0, 1e9, &n), 0.06, 1e-9);
    assert_int_equal(n, 2);
    assert_float_equal(correlate_noise(&c, 0, 13000, &n), 0.10, 1e-9);
    assert_int_equal(n, 1);
    assert_float_equal(correlate_fit(&c, 0, CORRELATE_ALL).noise, 0.05, 1e-9);
    correlate_free(&c);
}

static void names_lose_their_mangling(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"_Z9atax_rowsiiPKfS0_Pf", "atax_rows"}, {"_Z6kernelILi16EEvPf", "kernel"}, {"_ZN3foo3barEi", "bar"},
        {"void plain<16>(int)", "plain"},        {"_Z99short", "_Z99short"},        {"_Z", "_Z"}};
    char buf[64];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        correlate_base_name(cases[i][0], buf, sizeof(buf));
        assert_string_equal(buf, cases[i][1]);
    }
}

static void instances_of_a_template_are_kernels_of_their_own(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"void sum<float, (int)256>(const T1 *, T1 *)", "sum<float,256>"},
                                           {"sum<pair<int, 2>, 4>", "sum<pair<int,2>,4>"},
                                           {"sum<true, false, trues>", "sum<1,0,trues>"},
                                           {"void sum<(bool)1>(int)", "sum<1>"},
                                           {"sum<unsigned int, 2>", "sum<unsigned,2>"},
                                           {"_Z6kernelILi16EEvPf", "kernel"},
                                           {"plain(vec<int> *)", "plain"},
                                           {"sum<broken", "sum<broken"}};
    static const char *const ours[] = {"sum<float>", "sum<double>", "odd<1>"};
    struct correlate c = {.own = true};
    char buf[64];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        correlate_instance_name(cases[i][0], buf, sizeof(buf));
        assert_string_equal(buf, cases[i][1]);
    }
    add(&c, "sum<float>", 1, 1);
    add(&c, "odd<true>", 1, 1);
    assert_string_equal(correlate_instance(&c, "w", "sum<float>", ours, 3)->kernel, "sum<float>");
    assert_null(correlate_instance(&c, "w", "sum<double>", ours, 3)); /* the table stops before it */
    assert_string_equal(correlate_instance(&c, "w", "odd<1>", ours, 3)->kernel, "odd<true>"); /* another spelling */
    add(&c, "odd<long>", 1, 1); /* which of the two it is cannot be said */
    assert_null(correlate_instance(&c, "w", "odd<1>", ours, 3));
    add(&c, "sum", 1, 1);
    assert_string_equal(correlate_instance(&c, "w", "sum<double>", ours, 3)->kernel, "sum");
    correlate_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_relative_to_the_card),
        cmocka_unit_test(proportional_series_correlate_perfectly),
        cmocka_unit_test(halves_are_by_name_and_reported_apart),
        cmocka_unit_test(noise_is_the_card_against_itself),
        cmocka_unit_test(names_lose_their_mangling),
        cmocka_unit_test(instances_of_a_template_are_kernels_of_their_own),
    };
    return cmocka_run_group_tests_name("correlate", tests, NULL, NULL);
}
