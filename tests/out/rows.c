/* Rows of launches that are written as text at once are those that objects would give; and the few counters of a
   sample are those of the whole sum. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../gpu/one_sm.h"
#include "gpu/record_json.h"
#include "out/out.h"

static void launch(struct one_sm *o, struct gpu_rows *rows, u32 loops, u64 number)
{
    struct script_source s;
    script_init(&s, 20, 4, 32);
    u32 pc = script_mem(&s, SI_LOAD, SI_GLOBAL, 1, 0, 0x400000000000, 132, 4096);
    s.by_loop[pc] = 4;
    script_op(&s, SI_FP32, 2, 1);
    script_mem(&s, SI_STORE, SI_SHARED, 2, -1, 0, 8, 0);
    script_mem(&s, SI_STORE, SI_GLOBAL, 2, 0, 0x400010000000, 4, 128);
    s.loops = loops;
    one_sm_run(o, &s);
    gpu_rows_add(rows, &o->r, number);
}

static char *text_of(const json_t *doc, const struct out_aside *aside, bool indent)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    out_dump(doc, aside, indent, f);
    fclose(f);
    return text;
}

/* Rows as text are what they are as objects; forms serve documents of several machines, with lines and without. */
static void rows_as_text_and_as_objects(void **state)
{
    (void)state;
    const char *const machines[] = {"gtx480", "h200"};
    struct gpu_forms forms = {0};
    for (u32 m = 0; m < COUNT_OF(machines); m++) {
        struct one_sm o;
        struct gpu_rows rows = {0};
        one_sm_init(&o, machines[m]);
        launch(&o, &rows, 10, 1);
        launch(&o, &rows, 3, 7);
        struct gpu_launches launches = {&rows, &o.cfg, &forms};
        struct out_aside total = {.key = "total", .write = gpu_total_write, .what = &launches},
                         kernels = {.key = "kernels", .write = gpu_kernels_write, .what = &launches, .next = &total},
                         aside = {
                             .key = "launches", .write = gpu_launches_write, .what = &launches, .next = &kernels};
        json_t *objects = json_array(), *with = json_object(), *sum,
               *without = json_pack("{s:n, s:n, s:n}", "launches", "kernels", "total");
        for (size_t i = 0; i < rows.each.n; i++)
            json_array_append_new(objects, gpu_launch_json(&rows, i, &o.cfg));
        json_object_set_new(with, "launches", objects);
        json_object_set_new(with, "kernels", gpu_rows_json(&rows, &o.cfg, &sum));
        json_object_set_new(with, "total", sum);
        char *slow = text_of(with, NULL, true), *fast = text_of(without, &aside, true),
             *brief = text_of(without, &aside, false);
        assert_string_equal(slow, fast);
        json_t *back = json_loads(brief, JSON_REJECT_DUPLICATES, NULL), *row = NULL;
        assert_non_null(back);
        assert_int_equal(json_integer_value(json_object_get(json_object_get(back, "total"), "launches")), 2);
        size_t i;
        json_array_foreach(json_object_get(back, "launches"), i, row)
        {
            assert_true(json_equal(json_object_get(row, "l1"), json_object_get(json_array_get(objects, i), "l1")));
            assert_int_equal(json_integer_value(json_object_get(row, "launch")), i ? 7 : 1);
        }
        assert_int_equal(i, 2);
        assert_null(strchr(brief, '\n'));
        free(slow);
        free(fast);
        free(brief);
        json_decref(back);
        json_decref(with);
        json_decref(without);
        gpu_rows_free(&rows);
        one_sm_free(&o);
    }
    gpu_forms_free(&forms);
}

static void a_sample_sums_up_what_all_do(void **state)
{
    (void)state;
    struct one_sm o;
    struct gpu_rows rows = {0};
    one_sm_init(&o, "gtx480");
    launch(&o, &rows, 10, 1);
    struct mem_stats *v = calloc(3, sizeof *v), *none = &v[0], *all = &v[1], *few = &v[2];
    struct mem_l1s since = {0};
    u32 sms[64];
    assert_true(o.gpu->n_sms <= COUNT_OF(sms));
    for (u32 i = 0; i < o.gpu->n_sms; i++)
        sms[i] = i;
    for (u32 pass = 0; pass < 2; pass++) {
        struct gpu_record a = o.r, b = o.r;
        memsys_stats(&o.gpu->mem, all);
        memsys_sampled(&o.gpu->mem, sms, o.gpu->n_sms, &since, none, few);
        a.mem = *all;
        b.mem = *few;
        memset(&a.energy, 0, sizeof a.energy);
        memset(&b.energy, 0, sizeof b.energy);
        gpu_energy(&a, &o.cfg);
        gpu_energy(&b, &o.cfg);
        assert_true(a.energy.l1 && a.energy.l2 && a.energy.noc && a.energy.dram);
        assert_memory_equal(&a.energy, &b.energy, sizeof a.energy);
        assert_true(all->l1.read && all->l1.read == few->l1.read && all->l1.hit == few->l1.hit);
        assert_true(all->l2.read && all->l2.read == few->l2.read && all->l2.read_hit == few->l2.read_hit);
        assert_true(all->dram.queued && all->dram.queued == few->dram.queued);
        for (u32 i = 0; i < NETS; i++)
            assert_true(all->net[i].busy == few->net[i].busy);
        launch(&o, &rows, 4, 2);
    }
    /* since: nothing happened in between */
    memsys_stats(&o.gpu->mem, all);
    for (u32 i = 0; i < o.gpu->n_sms; i++)
        memsys_sample_from(&o.gpu->mem, i, &since);
    memsys_sampled(&o.gpu->mem, sms, o.gpu->n_sms, &since, all, few);
    assert_true(!few->l1.read && !few->l2.sectors_read && !few->dram.act && !few->net[NET_REPLY].bytes);
    free(v);
    gpu_rows_free(&rows);
    one_sm_free(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_as_text_and_as_objects),
                                       cmocka_unit_test(a_sample_sums_up_what_all_do)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
