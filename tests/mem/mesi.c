/* Coherence: the protocol's table row by row where a row can be made to happen by itself, races, inclusion, and a
   random tester that looks at every copy after every window; a fault that is put in on purpose must be found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "long.h"
#include "next.h"
#include "rig.h"

#define LINE 32ull

static void config(struct rig *r, u32 sms)
{
    rig_config(r);
    r->shape.sms = sms;
    r->shape.mesi = true;
    r->c.l1.size = 1024;
    r->c.l1.ways = 4;
    r->c.l1.line = r->c.constc.line = r->c.tex.line = 32;
    r->c.tex.size = 1536;
    r->c.l1.write = L1_WRITE_BACK;
    r->c.l1.invalidate = 0;
    r->c.l1.mshrs = 4;
    r->c.l2.size = 16384;
    r->c.l2.ways = 4;
    r->c.l2.latency = 10;
    r->c.dram.kind = DRAM_FIXED;
    r->c.dram.fixed_latency = 100;
}

static bool check(struct rig *r)
{
    if (memsys_coherent(&r->m, &r->diag))
        return false;
    diag_print(&r->diag, stderr);
    fail_msg("the caches are not coherent at tick %llu", (unsigned long long)r->now);
    return true;
}

static enum mesi_state state_of(const struct rig *r, u32 sm, u64 line)
{
    const struct tags *t = &r->m.sms[sm].cache[SMM_L1].tags;
    u32 i = tags_find(t, line);
    return i == TAG_NONE ? MESI_I : t->at[i].dirty ? MESI_M : t->at[i].only ? MESI_E : MESI_S;
}

static cyc one(struct rig *r, u32 sm, char what, u64 line)
{
    struct rig_req q = {.sm = sm, .req = what == 'r' ? rig_read(line, 0) : rig_write(line, 0, 1)};
    q.req.sectors = q.req.asked = 1;
    rig_run(r, &q, 1);
    return q.replied - q.pushed;
}

/* A script in words: who does what, and then the states of both. */
static void two_caches_go_through_the_table(void **state)
{
    (void)state;
    static const struct {
        u32 sm;
        char what;
        enum mesi_state a, b;
        u64 invalidated, downgraded, upgraded;
    } rows[] = {{0, 'r', MESI_E, MESI_I, 0, 0, 0}, {0, 'w', MESI_M, MESI_I, 0, 0, 0},
                {1, 'r', MESI_S, MESI_S, 0, 1, 0}, {1, 'w', MESI_I, MESI_M, 1, 1, 1},
                {0, 'w', MESI_M, MESI_I, 2, 1, 1}, {0, 'r', MESI_M, MESI_I, 2, 1, 1},
                {1, 'r', MESI_S, MESI_S, 2, 2, 1}, {0, 'w', MESI_M, MESI_I, 3, 2, 2}};
    struct rig r;
    config(&r, 2);
    r.each = check;
    rig_start(&r);
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        struct mem_stats s;
        one(&r, rows[i].sm, rows[i].what, 4096);
        memsys_stats(&r.m, &s);
        assert_int_equal(state_of(&r, 0, 4096), rows[i].a);
        assert_int_equal(state_of(&r, 1, 4096), rows[i].b);
        assert_int_equal(s.mesi.invalidate, rows[i].invalidated);
        assert_int_equal(s.mesi.downgrade, rows[i].downgraded);
        assert_int_equal(s.mesi.upgrade, rows[i].upgraded);
    }
    rig_free(&r);
}

/* A probe is the L2's lookup, the way there and the way back; then the answer goes. */
static void what_a_probe_costs(void **state)
{
    (void)state;
    struct rig r;
    config(&r, 2);
    rig_start(&r);
    one(&r, 0, 'r', 4096);
    cyc clean = one(&r, 1, 'r', 4096 + LINE); /* of the same L2 line: an entry of its own, no probe */
    cyc downgrade = one(&r, 1, 'r', 4096);
    const struct noc_params *n = &r.c.noc;
    cyc way = n->latency + 1; /* a packet of one flit */
    assert_int_equal(state_of(&r, 1, 4096 + LINE), MESI_E);
    /* there and back, and one cycle each in L1, its acknowledgement's queue, and the queue of fills */
    assert_int_equal(downgrade, clean + 2 * way + 3);
    cyc upgrade = one(&r, 1, 'w', 4096);
    assert_true(upgrade < downgrade + 1); /* no data travels back */
    rig_free(&r);
}

/* Lines that were written to and thrown out while others ask for them: write-backs that arrive late. */
static void write_backs_race_with_requests(void **state)
{
    (void)state;
    struct rig r;
    config(&r, 4);
    r.each = check;
    r.c.noc.credits = 1; /* requests queue up where acknowledgements do not */
    r.c.l1.size = 128;   /* one set of four */
    rig_start(&r);
    struct rig_req s[400];
    memset(s, 0, sizeof s);
    u64 g = 5;
    for (u32 i = 0; i < COUNT_OF(s); i++) {
        s[i].sm = i & 3;
        s[i].req = rig_write(rng_next(&g) % 9 * LINE, 0, 1);
    }
    rig_run(&r, s, COUNT_OF(s));
    struct mem_stats m;
    memsys_stats(&r.m, &m);
    assert_true(m.mesi.put > 20);
    assert_true(m.mesi.put_late > 5);
    rig_free(&r);
}

/* An L2 of few lines: what it throws out, no L1 keeps. */
static void the_l2_is_inclusive(void **state)
{
    (void)state;
    struct rig r;
    config(&r, 2);
    r.each = check;
    r.c.l2.size = 1024; /* two sets of four lines: less than the L1s together */
    r.c.l1.size = 4096;
    rig_start(&r);
    struct rig_req s[300];
    memset(s, 0, sizeof s);
    for (u32 i = 0; i < COUNT_OF(s); i++) {
        s[i].sm = i & 1;
        s[i].req = i % 3 ? rig_read(i * 13 % 64 * LINE, 0) : rig_write(i * 7 % 64 * LINE, 0, 1);
        s[i].req.sectors = 1;
    }
    rig_run(&r, s, COUNT_OF(s));
    struct mem_stats m;
    memsys_stats(&r.m, &m);
    assert_true(m.mesi.recall > 50);
    rig_free(&r);
}

/* ---- The random tester ---- */

/* As if an invalidation had been acknowledged and not done: an L1 has a copy of a line that another has written to.
   False: there is no such line now, or no place for the copy. */
static bool keep_a_copy(struct memsys *m)
{
    for (u32 i = 0; i < m->shape.sms; i++) {
        const struct tags *from = &m->sms[i].cache[SMM_L1].tags;
        struct tags *to = &m->sms[(i + 1) % m->shape.sms].cache[SMM_L1].tags;
        for (u32 k = 0; k < from->sets * from->ways; k++) {
            u64 line = from->at[k].dirty ? tags_line(from, k) : 0;
            u32 v = from->at[k].dirty && tags_find(to, line) == TAG_NONE ? tags_victim(to, line) : TAG_NONE;
            if (v == TAG_NONE)
                continue;
            tags_replace(to, v, line);
            to->at[v].state = TAG_VALID;
            to->at[v].valid = 1;
            return true;
        }
    }
    return false;
}

static bool kept, found;
static u32 windows_left; /* until a copy is kept */
static bool stop_when_kept(struct rig *r)
{
    assert_true(memsys_coherent(&r->m, &r->diag));
    kept = windows_left ? !windows_left-- : keep_a_copy(&r->m);
    found = kept && !memsys_coherent(&r->m, &r->diag);
    return kept;
}

static void random_machine(struct rig *r, u64 *g)
{
    static const u64 l1[] = {128, 256, 1024}, l2[] = {1024, 2048, 16384};
    config(r, 2 + (u32)(rng_next(g) % 5));
    r->c.l1.size = l1[rng_next(g) % 3];
    r->c.l1.mshrs = 1 + rng_next(g) % 6;
    r->c.l1.merges = 1 + rng_next(g) % 4;
    r->c.l1.missq = 2 + rng_next(g) % 6;
    r->c.l1.banks = rng_next(g) % 2 ? 4 : 1;
    r->c.l1.bank_bytes = r->c.l1.banks > 1 ? 8 : 0;
    r->c.l2.size = l2[rng_next(g) % 3];
    r->c.l2.mshrs = 1 + rng_next(g) % 8;
    r->c.l2.merges = 1 + rng_next(g) % 4;
    r->c.l2.latency = 1 + rng_next(g) % 20;
    r->c.l2.delay = rng_next(g) % 3 * 4;
    r->c.l2.replyq = 2 + rng_next(g) % 8;
    r->c.l2.slices = 1 + rng_next(g) % 2;
    r->c.noc.latency = 1 + rng_next(g) % 30;
    r->c.noc.credits = 1 + rng_next(g) % 8;
    r->c.noc.kind = rng_next(g) % 4 ? NOC_CROSSBAR : NOC_SWITCH;
    r->c.dram.fixed_latency = 4 + rng_next(g) % 100;
    r->order = rng_next(g) % 2 ? (u32)rng_next(g) | 1 : 0;
    r->every = rng_next(g) % 4 == 0;
    r->replies_per_cycle = 1 + (u32)(rng_next(g) % 3);
    r->deaf_until = rng_next(g) % 2 ? rng_next(g) % 5000 : 0;
}

/* Reads, stores, atomics and reads past the L1, over few lines, from all SMs, with pauses of any length. */
static u32 random_run(u64 seed, u32 n, bool (*each)(struct rig *))
{
    struct rig r;
    u64 g = seed;
    random_machine(&r, &g);
    r.each = each;
    rig_start(&r);
    for (u32 i = 0; seed % 2 && i < r.shape.sms; i++) /* in every other machine */
        prefetch_init(&r.m.sms[i].cache[SMM_L1], &r.arena, &next_ops, NULL);
    struct rig_req *s = calloc(n, sizeof *s);
    u64 lines = 1 + rng_next(&g) % 60, pace = rng_next(&g) % 3 ? 0 : 1 + rng_next(&g) % 60;
    cyc at[64] = {0};
    for (u32 i = 0; i < n; i++) {
        u32 sm = (u32)(rng_next(&g) % r.shape.sms), what = (u32)(rng_next(&g) % 64);
        u64 line = rng_next(&g) % lines * LINE;
        s[i].sm = sm;
        s[i].at = at[sm] += pace ? rng_next(&g) % pace : 0;
        s[i].req = what < 40 ? rig_read(line, 0) : rig_write(line, 0, 1);
        s[i].req.sectors = s[i].req.asked = 1;
        s[i].req.kind = what == 63 ? RQ_ATOMIC : s[i].req.kind;
        s[i].req.flags = what < 2 ? RQF_SKIP_L1 : 0;
    }
    rig_run(&r, s, n);
    free(s);
    rig_free(&r);
    return n;
}

#define OPERATIONS 1000000u
static void a_million_random_operations(void **state)
{
    (void)state;
    u32 done = 0;
    for (u64 seed = 1; done < share_of(OPERATIONS); seed++)
        done += random_run(seed, 20000, check);
}

/* The checker can fail: a copy that an L1 should have given up is found in the window in which it is there. */
static void a_kept_copy_is_found(void **state)
{
    (void)state;
    for (u64 seed = 1; seed <= 20; seed++) {
        kept = found = false;
        windows_left = (u32)seed * 3;
        random_run(seed, 5000, stop_when_kept);
        assert_true(kept);
        assert_true(found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_caches_go_through_the_table), cmocka_unit_test(what_a_probe_costs),
        cmocka_unit_test(write_backs_race_with_requests),  cmocka_unit_test(the_l2_is_inclusive),
        cmocka_unit_test(a_million_random_operations),     cmocka_unit_test(a_kept_copy_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
