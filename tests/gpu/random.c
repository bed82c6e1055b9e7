/* Threads, skipping, the order of ticks, windows, how streams are fed, and a limit of cycles change no statistic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../long.h"
#include "random_case.h"

static char *run(const struct machine_config *c, u64 program, u32 threads, u64 limit, u64 *cycles)
{
    struct gpu_options opt = {.threads = threads, .max_cycles = limit};
    return simulate(c, program, &opt, cycles);
}

/* In each case one of three things is tried. */
static void one_case(u64 n)
{
    struct machine_config c, v;
    u64 cycles, other, program = begin_case(n, &c);
    char *want = run(&c, program, 1, 0, &cycles);
    v = c;
    v.gpu.shuffle = rnd(3) ? 1 + rnd(1000) : 0;
    v.gpu.window = rnd(3) ? 1 + rnd(60) : 0;
    v.mem.dram.check = rnd(2);
    if (n % 3 == 0) {
        v.gpu.skip = 0;
        compare(n, &c, "skip=off, shuffle and window", want, run(&v, program, 1, 0, &other));
    } else if (n % 3 == 1) {
        compare(n, &c, "threads, shuffle and window", want, run(&v, program, 2 + (u32)rnd(3), 0, &other));
    } else {
        u64 limit = 1 + rnd(cycles);
        free(want);
        want = run(&c, program, 1, limit, &cycles);
        v.gpu.skip = rnd(2);
        compare(n, &c, "with --max-cycles: threads, skip, shuffle and window", want,
                run(&v, program, 1 + (u32)rnd(2), limit, &other));
    }
    free(want);
}

static void nothing_depends_on_how_it_is_simulated(void **state)
{
    (void)state;
    all_cases(long_run() ? 600 : 150, one_case);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_depends_on_how_it_is_simulated)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
