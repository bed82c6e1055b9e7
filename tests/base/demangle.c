#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/demangle.h"

static void is(const char *mangled, const char *want)
{
    char got[128];
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
    is("_Z4axpyIDhEvT_", "axpy<half>");
    is("_Z1kIJifEEvDpT_", "k<int, float>");
    is("_Z1kIJEEvDpT_", "k<>");
    is("_Z1kIFivEEvT_", "k<int (void)>");
    is("_Z1kILN3lib4modeE2EEvv", "k<(lib::mode)2>");
    is("_Z1kIZ4mainEUlfE_EvT_", "k<main::{lambda#}>");
}

/* S_, S0_ ... stand for parts that came before: prefixes, templates with their arguments, and types made from them.
 */
static void parts_again(void **state)
{
    (void)state;
    is("_ZN3lib4sort3runINS0_6policyIiEELb0EEEvv", "lib::sort::run<lib::sort::policy<int>, false>");
    is("_ZN3lib1kINS_1aENS_1bIS1_EEEEvv", "lib::k<lib::a, lib::b<lib::a>>");
    is("_Z1kI1aIiES1_PS1_S2_EvT_", "k<a<int>, a<int>, a<int>*, a<int>*>");
    is("_Z1kISt4pairIifESaIiEEvv", "k<std::pair<int, float>, std::allocator<int>>");
    is("_Z1kIPKcS0_S1_Evv", "k<const char*, const char, const char*>");
}

#define P16 "PPPPPPPPPPPPPPPP"
static void others_stay(void **state)
{
    (void)state;
    is("main_kernel", "main_kernel");
    is("_Z", "_Z");
    is("_Z99short", "_Z99short");
    is("_Z1kIDTfp_EEvT_", "_Z1kIDTfp_EEvT_");
    is("_ZN", "_ZN");
    is("_Z1kIS7_Evv", "_Z1kIS7_Evv");
    is("_Z1kI" P16 P16 P16 P16 P16 "fEvv", "_Z1kI" P16 P16 P16 P16 P16 "fEvv");
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(kernels), cmocka_unit_test(parts_again),
                                       cmocka_unit_test(others_stay), cmocka_unit_test(long_names_are_cut)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
