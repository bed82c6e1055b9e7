/* Stages have faster forms for common machines; gpu.plain turns them all off. Records, samples, costs by line and
   timelines must be the same either way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../long.h"
#include "random_case.h"

/* The general form as it is, against the fast one as most people run it, and as it comes: on several threads,
   shuffled, without skipping, in short windows, up to a limit. */
static void one_case(u64 n)
{
    struct machine_config c, v;
    u64 cycles, other, program = begin_case(n, &c);
    struct gpu_options opt = {.threads = 1};
    if (n % 2 && !c.mem.l2.join) /* few random machines have one, and a fast form of the L2 is for those */
        c.mem.l2.delay = 1 + rnd(60);
    if (n % 3 == 0) /* somebody watches; else the fast forms that no one may watch are tried, too */
        opt = (struct gpu_options){.threads = 1,
                                   .sample = rnd(2) ? 1 + rnd(300) : 0,
                                   .lines = rnd(2),
                                   .timeline = rnd(2),
                                   .timeline_warps = (u32)rnd(3)};
    v = c;
    c.gpu.plain = 1;
    char *want = simulate(&c, program, &opt, &cycles);
    compare(n, &c, "the fast forms of stages", want, simulate(&v, program, &opt, &other));
    free(want);
    opt.max_cycles = rnd(4) ? 0 : 1 + rnd(cycles);
    v.gpu.skip = c.gpu.skip = rnd(3) != 0;
    v.gpu.shuffle = c.gpu.shuffle = rnd(3) ? 0 : 1 + rnd(1000);
    v.gpu.window = c.gpu.window = rnd(3) ? 0 : 1 + rnd(60);
    want = simulate(&c, program, &opt, &cycles);
    opt.threads = 1 + (u32)rnd(4);
    compare(n, &c, "the fast forms with threads, skip, shuffle, window and limit", want,
            simulate(&v, program, &opt, &other));
    free(want);
}

static void fast_forms_change_nothing(void **state)
{
    (void)state;
    all_cases(long_run() ? 300 : 100, one_case);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fast_forms_change_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
