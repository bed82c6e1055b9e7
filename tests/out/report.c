/* The printed report: every part of the path is there, percentages add up, numbers are those of the document. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../gpu/one_sm.h"
#include "gpu/record_json.h"
#include "out/out.h"

/* Every number of a record has a unit at the same place, or above it. */
static void has_units(const json_t *values, const json_t *units, const char *where)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)values, key, v)
    {
        const json_t *u = json_object_get(units, key);
        if (json_is_string(v) || json_is_string(u))
            continue;
        if (!u || !json_is_object(v))
            fail_msg("%s.%s has no unit", where, key);
        has_units(v, u, key);
    }
}

static char *report(struct gpu_record *r)
{
    struct one_sm o;
    struct script_source s;
    one_sm_init(&o, "gtx480");
    script_init(&s, 20, 4, 32);
    u32 pc = script_mem(&s, SI_LOAD, SI_GLOBAL, 1, 0, 0x400000000000, 132, 4096);
    s.by_loop[pc] = 4;
    script_op(&s, SI_FP32, 2, 1);
    script_mem(&s, SI_STORE, SI_SHARED, 2, -1, 0, 8, 0);
    script_op(&s, SI_BARRIER, -1, -1);
    script_mem(&s, SI_STORE, SI_GLOBAL, 2, 0, 0x400010000000, 4, 128);
    s.loops = 10;
    one_sm_run(&o, &s);
    *r = o.r;
    struct gpu_rows rows = {0};
    struct out_times times = {.launch = 1};
    gpu_rows_add(&rows, &o.r, 1);
    gpu_rows_add(&rows, &o.r, 1);
    json_t *total, *kernels = gpu_rows_json(&rows, &o.cfg, &total);
    json_t *host = out_host(&times, 1, total);
    json_t *doc = out_document(json_pack("{s:s}", "name", "test"), gpu_machine_json(&o.cfg), kernels, total,
                               gpu_units_json(), host, "a reason");
    assert_true(out_number(doc, "total.cycles") == 2.0 * (double)o.r.cycles);
    assert_true(out_number(doc, "machine.l1.mshrs") == 32);
    assert_true(out_number(doc, "nowhere.at.all") == 0);
    assert_string_equal(out_text(doc, "units.l1.hit"), "requests");
    assert_string_equal(out_text(doc, "units.machine.l1.mshrs"), "lines");
    has_units(json_array_get(json_object_get(doc, "kernels"), 0), json_object_get(doc, "units"), "kernel");
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    out_print(doc, f);
    fclose(f);
    json_decref(doc);
    gpu_rows_free(&rows);
    one_sm_free(&o);
    return text;
}

static void every_part_is_shown(void **state)
{
    (void)state;
    struct gpu_record r;
    char *text = report(&r);
    const char *const parts[] = {"test on gtx480",
                                 "Duration",
                                 "Instructions executed",
                                 "IPC",
                                 "warp, ",
                                 "thread instructions a cycle",
                                 "Occupancy",
                                 "limited by",
                                 "Issue slots",
                                 "scoreboard: memory",
                                 "Memory instructions",
                                 "lines an access",
                                 "Shared memory",
                                 "bank conflicts",
                                 "L1 cache",
                                 "MPKI",
                                 "Network",
                                 "L2 cache",
                                 "DRAM",
                                 "row hits",
                                 "Latency by stage",
                                 "% of requests in each span of cycles, up to",
                                 "noc_reply",
                                 "Stopped: a reason",
                                 "Host:"};
    for (u32 i = 0; i < COUNT_OF(parts); i++) {
        if (!strstr(text, parts[i]))
            fail_msg("the report lacks \"%s\":\n%s", parts[i], text);
    }
    free(text);
}

/* Each row is rounded to a tenth of a percent. */
static void the_stack_adds_up_to_100_percent(void **state)
{
    (void)state;
    struct gpu_record r;
    char *text = report(&r), *p = strstr(text, "Issue slots");
    double sum = 0;
    u32 rows = 0;
    for (p = strchr(p, '\n') + 1; !strncmp(p, "    ", 4); p = strchr(p, '\n') + 1, rows++)
        sum += atof(p + 31);
    assert_true(rows >= 3);
    if (sum < 99.0 || sum > 101.0)
        fail_msg("the rows add up to %.1f %%:\n%s", sum, text);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_part_is_shown),
                                       cmocka_unit_test(the_stack_adds_up_to_100_percent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
