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

/* How many of n random cases to try: SLUICE_SHARE percent of them where that is set (.ci/run: under the sanitizers, where each
   takes five to ten times as long; the same cases run whole without them), at least one. */
static inline unsigned share_of(unsigned n)
{
    const char *asked = getenv("SLUICE_SHARE");
    unsigned long percent = asked ? strtoul(asked, NULL, 10) : 100;
    unsigned some = (unsigned)(n * percent / 100);
    return some ? some : 1;
}

#endif
