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
    struct correlate_fit f = correlate_fit(&c, 0);
    assert_int_equal(f.n, 3);
    assert_float_equal(f.mean_error, 0.2, 1e-9);
    assert_float_equal(f.worst_error, 0.5, 1e-9);
    assert_float_equal(f.p90_error, 0.5, 1e-9);
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
    struct correlate_fit f = correlate_fit(&c, 0);
    assert_float_equal(f.pearson, 1, 1e-9);
    assert_float_equal(f.log_pearson, 1, 1e-9);
    assert_float_equal(f.mean_ratio, 3, 1e-9);
    assert_float_equal(f.mean_error, 2, 1e-9);
    correlate_free(&c);
    add(&c, "k1", 1, 3);
    add(&c, "k2", 2, 2);
    add(&c, "k3", 3, 1);
    assert_float_equal(correlate_fit(&c, 0).pearson, -1, 1e-9);
    correlate_free(&c);
    assert_int_equal(correlate_fit(&c, 0).n, 0);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_relative_to_the_card),
        cmocka_unit_test(proportional_series_correlate_perfectly),
        cmocka_unit_test(names_lose_their_mangling),
    };
    return cmocka_run_group_tests_name("correlate", tests, NULL, NULL);
}
