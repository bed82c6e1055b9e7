#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/demangle.h"

static void is(const char *mangled, const char *want)
{
    char got[64];
    demangle(mangled, got, sizeof(got));
    assert_string_equal(got, want);
}

static void kernels(void **state)
{
    (void)state;
    is("_Z3addPfS_S_i", "add");
    is("_ZL6hiddenv", "hidden");
    is("_Z3redILi128EfEvPKT0_PS0_i", "red<128, float>");
    is("_ZN5outer5inner4workIdLb1EEEvPT_", "outer::inner::work<double, true>");
    is("_Z1kI4pairPKfEvT_T0_", "k<pair, const float*>");
    is("_ZN12_GLOBAL__N_14funcEv", "(anonymous)::func");
    is("_Z1kILin3EEvv", "k<-3>");
}

static void others_stay(void **state)
{
    (void)state;
    is("main_kernel", "main_kernel");
    is("_Z", "_Z");
    is("_Z99short", "_Z99short");
    is("_Z4axpyIDhEvT_", "_Z4axpyIDhEvT_");
    is("_ZN", "_ZN");
    is("_Z1kIPPPPPPPPPPPPPPPPPPPPPPPPPfEvv", "_Z1kIPPPPPPPPPPPPPPPPPPPPPPPPPfEvv");
}

static void long_names_are_cut(void **state)
{
    (void)state;
    char got[8];
    demangle("_Z12abcdefghijklv", got, sizeof(got));
    assert_string_equal(got, "abcdefg");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kernels), cmocka_unit_test(others_stay),
                                       cmocka_unit_test(long_names_are_cut)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
