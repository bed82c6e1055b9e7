/* Some tests have more to do than every run can wait for: they run once as part of the quick tests, and once with
   SLUICE_LONG=1, in the suite `long` of ./dev test --all (tests/meson.build). */
#ifndef SLUICE_TESTS_LONG_H
#define SLUICE_TESTS_LONG_H
#include <stdbool.h>
#include <stdlib.h>

static inline bool long_run(void)
{
    const char *asked = getenv("SLUICE_LONG");
    return asked && *asked;
}

#endif
