/* CTA schedulers: the ICC paper's figure 6 as a table, and what holds for any grid and machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/config.h"
#include "gpu/cta_sched.h"
#include "gpu/gpc.h"

enum { TWO_LEVEL, GLOBAL, GREEDY, DISTRIBUTED, BLOCK, DISTRIBUTED_BLOCK, POLICIES };

struct world {
    struct cta_sched s;
    struct arena a;
    u32 free[132];
    u32 sm_of[4096]; /* by CTA; UINT32_MAX: not given yet */
    u32 given;
};

static void begin(struct world *w, u32 policy, u32 sms, u32 per_cluster, u32 ctas, u32 contexts)
{
    memset(w, 0, sizeof *w);
    memset(w->sm_of, 0xff, sizeof w->sm_of);
    cta_sched_init(&w->s, policy, sms, per_cluster, w->free);
    cta_sched_begin(&w->s, &w->a, (u32[]){ctas, 1, 1}, ctas, contexts);
}

/* Everything that can be placed now. Each CTA is given once, to an SM that has room (cta_sched_place sees to that).
 */
static void place(struct world *w)
{
    struct cta_run run;
    while (cta_sched_place(&w->s, &run))
        for (u32 i = 0; i < run.n; i++) {
            assert_int_equal(w->sm_of[run.first + i], UINT32_MAX);
            w->sm_of[run.first + i] = run.sm;
            w->given++;
        }
}
static void ends(struct world *w, u32 cta)
{
    w->free[w->sm_of[cta]]++;
    place(w);
}

/* Figure 6: 10 CTAs, 2 clusters of 2 SMs, 2 contexts. For each SM the CTAs that it has first, counted from 1 as
   there, and who comes when CTA 1 ends, and when CTA 2 ends after it. */
static const struct figure {
    u32 policy, first[4][2], after_1, after_2;
} figure_6[] = {
    {TWO_LEVEL, {{1, 5}, {3, 7}, {2, 6}, {4, 8}}, 9, 10},
    {GLOBAL, {{1, 5}, {2, 6}, {3, 7}, {4, 8}}, 9, 10},
    {GREEDY, {{1, 3}, {2, 4}, {5, 7}, {6, 8}}, 9, 10},
    {DISTRIBUTED, {{1, 3}, {2, 4}, {6, 8}, {7, 9}}, 5, 0},
    {DISTRIBUTED_BLOCK, {{1, 2}, {3, 4}, {6, 7}, {8, 9}}, 0, 5},
};

static void figure_6_holds(void **state)
{
    (void)state;
    static struct world w;
    for (u32 k = 0; k < COUNT_OF(figure_6); k++) {
        const struct figure *f = &figure_6[k];
        begin(&w, f->policy, 4, 2, 10, 2);
        place(&w);
        assert_int_equal(w.given, 8);
        for (u32 sm = 0; sm < 4; sm++)
            for (u32 i = 0; i < 2; i++)
                assert_int_equal(w.sm_of[f->first[sm][i] - 1], sm);
        ends(&w, 0);
        assert_int_equal(w.given, 8 + (f->after_1 != 0));
        if (f->after_1) /* in its place */
            assert_int_equal(w.sm_of[f->after_1 - 1], w.sm_of[0]);
        ends(&w, 1);
        assert_int_equal(w.given, 8 + (f->after_1 != 0) + (f->after_2 != 0));
        if (f->after_2)
            assert_int_equal(w.sm_of[f->after_2 - 1], w.sm_of[1]);
        arena_free(&w.a);
    }
}

/* Block alone: pairs to SMs, clusters in turn, from one pool. */
static void block_gives_pairs(void **state)
{
    (void)state;
    static struct world w;
    static const u32 want[8] = {0, 0, 2, 2, 1, 1, 3, 3};
    begin(&w, BLOCK, 4, 2, 11, 2);
    place(&w);
    for (u32 i = 0; i < 8; i++)
        assert_int_equal(w.sm_of[i], want[i]);
    ends(&w, 2); /* waits for its pair */
    assert_int_equal(w.given, 8);
    ends(&w, 3);
    assert_int_equal(w.given, 10);
    assert_true(w.sm_of[8] == 2 && w.sm_of[9] == 2);
    ends(&w, 0);
    assert_int_equal(w.given, 10); /* the last, alone, waits as well */
    ends(&w, 1);
    assert_int_equal(w.given, 11);
    arena_free(&w.a);
}

/* Odd contexts leave one idle under block policies; one context an SM is given one at a time. */
static void odd_contexts(void **state)
{
    (void)state;
    static struct world w;
    begin(&w, DISTRIBUTED_BLOCK, 4, 2, 40, 3);
    place(&w);
    assert_int_equal(w.given, 8);
    arena_free(&w.a);
    begin(&w, DISTRIBUTED_BLOCK, 4, 2, 40, 1);
    place(&w);
    assert_int_equal(w.given, 4);
    ends(&w, 0);
    assert_int_equal(w.given, 5);
    arena_free(&w.a);
}

/* Any shape: all CTAs are given out once as CTAs end one by one; the distributed ones stay in their cluster's run,
   whose lengths differ by one at most, the longer first. */
static void any_shape_is_finished(void **state)
{
    (void)state;
    static struct world w;
    static const u32 counts[] = {1, 2, 3, 7, 12, 59, 60, 61, 500};
    for (u32 policy = 0; policy < POLICIES; policy++)
        for (u32 per = 1; per <= 5; per += 2)
            for (u32 contexts = 1; contexts <= 5; contexts++)
                for (u32 k = 0; k < COUNT_OF(counts); k++) {
                    u32 clusters = 4, n = counts[k], done = 0;
                    begin(&w, policy, clusters * per, per, n, contexts);
                    place(&w);
                    for (u32 cta = 0; done < n; cta = cta + 1 == n ? 0 : cta + 1) {
                        if (w.sm_of[cta] >= UINT32_MAX - 1)
                            continue;
                        u32 sm = w.sm_of[cta];
                        if (policy == DISTRIBUTED || policy == DISTRIBUTED_BLOCK) {
                            u32 each = n / clusters, more = n % clusters, longer = more * (each + 1);
                            u32 home = cta < longer ? cta / (each + 1) : more + (cta - longer) / MAX(each, 1);
                            assert_int_equal(sm / per, home);
                        }
                        ends(&w, cta);
                        w.sm_of[cta] = UINT32_MAX - 1;
                        done++;
                    }
                    assert_int_equal(w.given, n);
                    assert_true(cta_sched_empty(&w.s));
                    arena_free(&w.a);
                }
}

/* An H200's driver says how many clusters of 1 to 18 CTAs are active at a time, one CTA and eight on an SM
   (tools/h200/clusters.c). */
static void as_many_clusters_as_on_the_card(void **state)
{
    (void)state;
    static const u32 one[] = {132, 66, 39, 30, 22, 17, 15, 15, 9, 7, 7, 7, 7, 7, 7, 7, 2, 2, 0},
                     eight[] = {1056, 528, 327, 248, 193, 163, 139, 124, 102, 88, 81, 74, 67, 65, 58, 58, 16, 16, 0};
    struct gpu_params p = {.sms = 132, .gpcs = 7, .gpc_small = 8, .gpc_lone = 8};
    struct arena a = {0};
    struct gpcs g = gpcs_new(&p, &a);
    for (u32 n = 1; n <= COUNT_OF(one); n++) {
        assert_int_equal(gpcs_clusters(&g, n, 1), one[n - 1]);
        assert_int_equal(gpcs_clusters(&g, n, 8), eight[n - 1]);
    }
    arena_free(&a);
}

static u32 gpc_with(const struct gpcs *g, u32 sm)
{
    for (u32 i = 0; i < g->n; i++)
        for (u32 k = 0; k < g->at[i].n; k++)
            if (g->at[i].sms[k] == sm)
                return i;
    return UINT32_MAX;
}

/* 20 clusters of eight, one CTA on an SM: 15 at first, each on eight SMs of one GPC; the next when all SMs of one are
   free, not before. */
static void a_cluster_is_in_one_gpc(void **state)
{
    (void)state;
    static struct world w;
    struct gpu_params p = {.sms = 132, .gpcs = 7, .gpc_small = 8, .gpc_lone = 8};
    begin(&w, GLOBAL, 132, 1, 160, 1);
    struct gpcs g = gpcs_new(&p, &w.a);
    cta_sched_clusters(&w.s, &g, 8);
    place(&w);
    assert_int_equal(w.given, 15 * 8);
    for (u32 cta = 0; cta < w.given; cta++)
        assert_int_equal(gpc_with(&g, w.sm_of[cta]), gpc_with(&g, w.sm_of[cta / 8 * 8]));
    u32 sms = g.at[gpc_with(&g, w.sm_of[0])].n;
    for (u32 cta = 0; cta < 8; cta++) {
        assert_int_equal(w.given,
                         15 * 8 + (cta + sms % 8 >= 8 ? 8 : 0)); /* SMs of its GPC that had none count, too */
        ends(&w, cta);
    }
    assert_int_equal(w.given, 16 * 8);
    assert_int_equal(gpc_with(&g, w.sm_of[15 * 8]), gpc_with(&g, w.sm_of[0]));
    arena_free(&w.a);
}

/* CTAs of an even cluster take SMs in pairs: a place on one of the two is none. */
static void a_cluster_takes_pairs(void **state)
{
    (void)state;
    struct gpu_params p = {.sms = 16, .gpcs = 7, .gpc_small = 8, .gpc_lone = 8};
    struct arena a = {0};
    struct gpcs g = gpcs_new(&p, &a);
    const u32 halves[16] = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 2, 2};
    assert_int_equal(gpc_clusters_in(&g, 0, 2, halves), 3);
    assert_int_equal(gpc_clusters_in(&g, 0, 4, halves), 1);
    assert_int_equal(gpc_clusters_in(&g, 0, 8, halves), 0);
    assert_int_equal(gpc_clusters_in(&g, 0, 3, halves), 4);
    arena_free(&a);
}

/* A machine of four SMs, cut down for a test, still has clusters of four, and of more on fewer SMs. */
static void a_small_machine_is_one_gpc(void **state)
{
    (void)state;
    struct gpu_params p = {.sms = 4, .gpcs = 7, .gpc_small = 8, .gpc_lone = 8};
    struct arena a = {0};
    struct gpcs g = gpcs_new(&p, &a);
    assert_int_equal(g.n, 1);
    assert_int_equal(gpcs_clusters(&g, 8, 2), 1);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(figure_6_holds),
                                       cmocka_unit_test(block_gives_pairs),
                                       cmocka_unit_test(odd_contexts),
                                       cmocka_unit_test(any_shape_is_finished),
                                       cmocka_unit_test(as_many_clusters_as_on_the_card),
                                       cmocka_unit_test(a_cluster_is_in_one_gpc),
                                       cmocka_unit_test(a_cluster_takes_pairs),
                                       cmocka_unit_test(a_small_machine_is_one_gpc)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
