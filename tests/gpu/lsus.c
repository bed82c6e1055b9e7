/* Random load-store units and L1s under random programs: how the machine is computed (threads, skipping, order of
   ticks, window) changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/record_json.h"
#include "long.h"
#include "one_sm.h"
#include "sm/warppool.h"

static u64 seed;
static u64 rng(u64 n)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (seed >> 33) % n;
}

static void random_machine(struct machine_config *c)
{
    struct warppool_params *p = decl_pool_params(&lsu_pool, c->lsu_own, LSU_WARPPOOL);
    c->gpu.sms = 2 + rng(3);
    c->lsu.kind = rng(4) ? LSU_WARPPOOL : LSU_IN_ORDER;
    c->lsu.queue = 1 + rng(8);
    c->lsu.slots = 4 + rng(60);
    c->lsu.lanes = 8u << rng(3);
    c->sched.policy = rng(3);
    c->sched.swl = rng(3) ? 0 : 1 + rng(20);
    c->sm.stall = rng(4) == 0;
    p->coalescers = 1 + rng(3);
    p->queues = p->coalescers + rng(20);
    p->entries = 1 + rng(8);
    p->pool = 4u << rng(5);
    p->tags = 1 + rng(3);
    p->merges = 1 + rng(5);
    p->select = rng(3);
    p->quantum = 50 + rng(900);
    p->threshold = rng(100);
    p->misses = rng(2);
    p->maps = 1 + rng(9);
    p->metadata = p->merges + rng(40);
    p->writeback = 1 + rng(4);
    p->first = rng(2);
    p->writes = 1 + rng(3);
    p->stages = 2 + rng(9);
    c->mem.l1.index = rng(3);
    c->mem.l1.mshrs = 1 + rng(32);
    c->mem.l1.merges = 1 + rng(8);
    c->mem.l1.latency = 1 + rng(20);
    c->mem.l1.write = rng(3);
    c->mem.l1.alloc = rng(2);
    c->mem.l1.bypass = rng(3);
    c->mem.l1.sectored = rng(2);
    c->mem.tex.kind = rng(2);
    if (c->lsu.kind == LSU_IN_ORDER) {
        c->mem.mem.front = rng(2);
        c->mem.l1.banks = c->mem.mem.front ? 1 : 1u << rng(4);
        c->mem.l1.lookups = c->mem.mem.front || c->mem.l1.banks > 1 ? 1 : 1 + rng(6);
        c->lsu.global_banks = rng(2);
    }
}

static void random_program(struct script_source *s)
{
    static const u8 kinds[] = {SI_LOAD, SI_LOAD, SI_LOAD, SI_STORE, SI_RED, SI_ATOMIC, SI_PREFETCH};
    static const u8 spaces[] = {SI_GLOBAL, SI_GLOBAL, SI_GLOBAL, SI_LOCAL, SI_SHARED, SI_CONST, SI_TEX};
    static const i64 strides[] = {0, 4, 4, 8, 72, 128, 1088};
    script_init(s, 6 + rng(10), 1 + (u32)rng(6), 32);
    s->loops = 2 + (u32)rng(4);
    u32 n = 4 + (u32)rng(10);
    for (u32 i = 0; i < n; i++) {
        u32 what = (u32)rng(8), reg = 1 + (u32)rng(6);
        if (what == 0) {
            script_op(s, SI_BARRIER, -1, -1);
        } else if (what == 1) {
            script_op(s, SI_FENCE, -1, -1);
        } else if (what == 2) {
            script_op(s, SI_FP32, (int)reg, 1 + (int)rng(6));
        } else {
            u8 kind = kinds[rng(COUNT_OF(kinds))], space = spaces[rng(COUNT_OF(spaces))];
            if (space == SI_CONST || space == SI_TEX)
                kind = SI_LOAD;
            if (space == SI_SHARED && kind == SI_PREFETCH)
                kind = SI_STORE;
            u32 pc = script_mem(s, kind, space, (int)reg, -1, space == SI_SHARED ? 0 : 0x400000000000 + rng(8) * 4096,
                                strides[rng(COUNT_OF(strides))], space == SI_SHARED ? 0 : (i64)rng(4) * 512);
            s->by_loop[pc] = space == SI_SHARED ? 0 : rng(3) * 128;
        }
    }
    s->kernel.shared_bytes = 40000 / 8;
}

static char *run(u64 number, u32 threads, u64 skip, u64 shuffle)
{
    struct one_sm o;
    struct script_source s;
    one_sm_init(&o, "gtx480");
    seed = number;
    random_machine(&o.cfg);
    o.cfg.gpu.skip = skip;
    o.cfg.gpu.shuffle = shuffle;
    struct gpu_options opt = {.threads = threads};
    struct gpu *g = gpu_new(&o.cfg, &opt, &o.d);
    if (!g)
        diag_print(&o.d, stderr);
    assert_non_null(g);
    json_t *all = json_array();
    for (u32 i = 0; i < 2; i++) {
        random_program(&s);
        assert_int_equal(gpu_launch(g, &s.src, &o.r, &o.d), GPU_DONE);
        script_free(&s);
        json_array_append_new(all, gpu_record_json(&o.r, &o.cfg, 1));
    }
    gpu_free(g);
    diag_free(&o.d);
    char *text = json_dumps(all, JSON_SORT_KEYS | JSON_INDENT(1));
    json_decref(all);
    return text;
}

static void how_it_is_computed_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        u32 threads;
        u64 skip, shuffle;
    } ways[] = {{1, 0, 0}, {1, 1, 5}, {2, 1, 0}, {1, 0, 9}};
    u64 rounds = share_of(40);
    for (u64 number = 1; number <= rounds; number++) {
        char *want = run(number, 1, 1, 0);
        for (u32 i = 0; i < COUNT_OF(ways); i++) {
            char *got = run(number, ways[i].threads, ways[i].skip, ways[i].shuffle);
            if (strcmp(want, got)) {
                size_t at = 0;
                while (want[at] == got[at])
                    at++;
                at = at > 100 ? at - 100 : 0;
                fail_msg(
                    "machine %llu: threads %u, skip %d, shuffle %d change the result:\n%.200s\n--- became\n%.200s",
                    (unsigned long long)number, ways[i].threads, (int)ways[i].skip, (int)ways[i].shuffle, want + at,
                    got + at);
            }
            free(got);
        }
        free(want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(how_it_is_computed_changes_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
