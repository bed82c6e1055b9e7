/* The L1 between a scripted front and a memory that answers after a fixed time: outcomes, exact cycles of reservation
   failures, write policies, banks, sectors, bypass, eviction classes. */
#include "l1_bench.h"

static void test_hit_merge_miss(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p.latency = 4;
    start(&b);
    cyc t0 = b.now;
    u32 a = push(&b, rig_read(LINE(1, 0), 0));
    cycle(&b);
    u32 m = push(&b, rig_read(LINE(1, 0), 1));
    settle(&b);
    /* port 1, miss queue 1, BACK, fill latency 1; the merged one leaves a cycle later */
    assert_int_equal(b.replied[a % 4096] - t0, 1 + 1 + BACK + 1);
    assert_int_equal(b.replied[m % 4096] - t0, 1 + 1 + BACK + 1 + 1);
    t0 = b.now;
    u32 h = push(&b, rig_read(LINE(1, 0), 2));
    settle(&b);
    assert_int_equal(b.replied[h % 4096] - t0, 1 + 4);
    assert_true(!b.hit[a % 4096] && !b.hit[m % 4096] && b.hit[h % 4096]);
    assert_int_equal(b.c.stats.miss, 1);
    assert_int_equal(b.c.stats.merged, 1);
    assert_int_equal(b.c.stats.hit, 1);
    assert_int_equal(b.below[RQ_READ], 1);
    finish(&b);
}

/* Five lines of one set: the fifth fails from its first try until the first fill, every cycle counted. */
static void test_fail_line_exact(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    start(&b);
    cyc t0 = b.now;
    for (u32 i = 0; i < 5; i++) {
        push(&b, rig_read(LINE(3, i), i));
        cycle(&b);
    }
    settle(&b);
    /* lookups at t0+1 .. t0+4; the fifth first tries at t0+5; the first fill is at t0+1+1+BACK and makes room in that
     * cycle */
    (void)t0;
    assert_int_equal(b.c.stats.fail_line, (1 + 1 + BACK) - 5);
    assert_int_equal(b.c.stats.fail_mshr + b.c.stats.fail_merge + b.c.stats.fail_missq + b.c.stats.fail_reply, 0);
    assert_int_equal(b.c.stats.evict, 1);
    assert_int_equal(b.c.stats.miss, 5);
    finish(&b);
}

static void test_fail_mshr_merge_missq(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p.mshrs = 2;
    start(&b);
    for (u32 i = 0; i < 3; i++) {
        push(&b, rig_read(LINE(i, 0), i));
        cycle(&b);
    }
    settle(&b);
    assert_int_equal(b.c.stats.fail_mshr, (1 + 1 + BACK) - 3); /* freed in the cycle of the first fill */
    assert_int_equal(b.c.stats.fail_line + b.c.stats.fail_merge + b.c.stats.fail_missq, 0);
    finish(&b);

    setup(&b);
    b.p.merges = 2;
    start(&b);
    for (u32 i = 0; i < 3; i++) {
        push(&b, rig_read(LINE(0, 0), i));
        cycle(&b);
    }
    settle(&b);
    assert_int_equal(b.c.stats.fail_merge, (1 + 1 + BACK) - 3); /* then it hits */
    assert_int_equal(b.c.stats.hit, 1);
    assert_int_equal(b.c.stats.merged, 1);
    finish(&b);

    setup(&b);
    b.p.missq = 2;
    start(&b);
    b.slow_queue = true;
    for (u32 i = 0; i < 3; i++) {
        push(&b, rig_read(LINE(i, 0), i));
        cycle(&b);
    }
    while (b.now < 40)
        cycle(&b);
    b.slow_queue = false; /* popped at 40, room seen at 41 */
    settle(&b);
    assert_int_equal(b.c.stats.fail_missq, 41 - 3);
    finish(&b);
}

static void test_bypass(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p.bypass = L1_BYPASS_ASSOC;
    start(&b);
    u32 t[6];
    for (u32 i = 0; i < 6; i++) {
        t[i] = push(&b, rig_read(LINE(3, i), i));
        cycle(&b);
    }
    settle(&b);
    assert_int_equal(b.c.stats.bypass, 2);
    assert_int_equal(b.c.stats.fail_line, 0);
    assert_int_equal(b.c.stats.evict, 0);
    assert_int_equal(b.c.stats.fill, 4);
    for (u32 i = 0; i < 6; i++)
        assert_true(b.replied[t[i] % 4096] > 0);
    push(&b, rig_read(LINE(3, 5), 0)); /* it did not fill */
    settle(&b);
    assert_int_equal(b.c.stats.miss, 5);
    finish(&b);

    setup(&b); /* `assoc` does not bypass for want of an MSHR, `any` does */
    for (u32 any = 0; any < 2; any++) {
        setup(&b);
        b.p.mshrs = 1;
        b.p.bypass = any ? L1_BYPASS_ANY : L1_BYPASS_ASSOC;
        start(&b);
        for (u32 i = 0; i < 3; i++) {
            push(&b, rig_read(LINE(i, 0), i));
            cycle(&b);
        }
        settle(&b);
        assert_int_equal(b.c.stats.bypass, any ? 2 : 0);
        assert_int_equal(b.c.stats.fail_mshr > 0, !any);
        finish(&b);
    }
}

/* Reserve at the miss, never stall: six misses of one set of four ways, a cycle apart, are answered a cycle apart;
   with allocate-on-miss alone the fifth waits until the first line is back, and the sixth behind it. */
static void test_never_stalls(void **state)
{
    (void)state;
    u64 last[2], first[2];
    for (u32 stalls = 0; stalls < 2; stalls++) {
        static struct bench b;
        setup(&b);
        b.p.bypass = stalls ? L1_BYPASS_OFF : L1_BYPASS_ASSOC;
        start(&b);
        u32 t[6];
        for (u32 i = 0; i < 6; i++) {
            t[i] = push(&b, rig_read(LINE(3, i), i));
            cycle(&b);
        }
        settle(&b);
        for (u32 i = 1; i < (stalls ? 4u : 6u); i++)
            assert_int_equal(b.replied[t[i] % 4096] - b.replied[t[i - 1] % 4096], 1);
        first[stalls] = b.replied[t[0] % 4096];
        last[stalls] = b.replied[t[5] % 4096];
        assert_int_equal(b.c.stats.fail_line > 0, stalls);
        assert_int_equal(b.c.stats.bypass, stalls ? 0 : 2);
        finish(&b);
    }
    assert_int_equal(last[0] - first[0], 5);
    assert_true(last[1] - first[1] > 6);
}

/* A miss fills a line and asks for all of it; a read that goes past the cache asks for what its lanes touch. */
static void test_bypass_moves_sectors(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p.bypass = L1_BYPASS_ASSOC;
    start(&b);
    for (u32 i = 0; i < 7; i++) {
        struct req r = rig_read(LINE(3, i), i);
        r.sectors = i == 5 ? 6 : 1;
        r.flags = i == 6 ? RQF_SKIP_L1 : 0;
        push(&b, r);
        cycle(&b);
    }
    settle(&b);
    const u8 want[7] = {15, 15, 15, 15, 1, 6, 1};
    assert_int_equal(b.c.stats.bypass, 2);
    assert_int_equal(b.c.stats.skip, 1);
    assert_int_equal(b.n_sectors, 7);
    assert_memory_equal(b.sectors, want, 7);
    finish(&b);
}

static void test_writes(void **state)
{
    (void)state;
    static struct bench b;
    for (u32 policy = 0; policy < 3; policy++) {
        setup(&b);
        b.p.write = policy;
        start(&b);
        push(&b, rig_read(LINE(0, 0), 0));
        settle(&b);
        u32 w = push(&b, rig_write(LINE(0, 0), 0, 3));
        settle(&b);
        assert_true(b.replied[w % 4096] > 0);
        push(&b, rig_read(LINE(0, 0), 0));
        settle(&b);
        assert_int_equal(b.c.stats.write_hit, 1);
        assert_int_equal(b.c.stats.hit, policy == L1_WRITE_EVICT ? 0 : 1);
        assert_int_equal(b.below[RQ_WRITE], policy == L1_WRITE_BACK ? 0 : 1);
        if (policy == L1_WRITE_BACK) {              /* thrown out: written back; the rest at the flush */
            push(&b, rig_write(LINE(1, 0), 0, 32)); /* a whole line: no fetch */
            settle(&b);
            assert_int_equal(b.below[RQ_READ], 1);
            for (u32 i = 1; i < 5; i++) {
                push(&b, rig_read(LINE(0, i), 0));
                settle(&b);
            }
            assert_int_equal(b.below[5], 1);
            l1_flush(&b.c, b.now);
            settle(&b);
            assert_int_equal(b.below[5], 2);
            assert_int_equal(b.c.tags.dirty_lines, 0);
        }
        finish(&b);
    }
}

/* Write-back: a store that needs the rest of its line fetches it, and that is a fetch of a store and no hit. */
static void test_write_fetch(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p.write = L1_WRITE_BACK;
    start(&b);
    push(&b, rig_write(LINE(0, 0), 0, 3)); /* a part: fetched */
    push(&b, rig_write(LINE(0, 0), 1, 3)); /* while it is on its way */
    settle(&b);
    push(&b, rig_write(LINE(0, 0), 2, 3));  /* there */
    push(&b, rig_write(LINE(1, 0), 0, 32)); /* whole: needs nothing, finds nothing */
    settle(&b);
    assert_int_equal(b.c.stats.write, 4);
    assert_int_equal(b.c.stats.write_fetch, 1);
    assert_int_equal(b.c.stats.write_merged, 1);
    assert_int_equal(b.c.stats.write_hit, 1);
    assert_int_equal(b.c.stats.sector_miss + b.c.stats.miss, 0);
    assert_int_equal(b.below[RQ_READ], b.c.stats.write_fetch);
    finish(&b);
}

/* A store into a set whose four ways are reserved waits for the first fill; with the switch off it passes at once. */
static void test_write_stall(void **state)
{
    (void)state;
    static struct bench b;
    for (u32 stall = 0; stall < 2; stall++) {
        setup(&b);
        b.p.write_stall = stall;
        b.p.queue = 8;
        start(&b);
        for (u32 i = 0; i < 4; i++)
            push(&b, rig_read(LINE(0, i), 0)); /* looked up in cycles 1 to 4 */
        push(&b, rig_write(LINE(0, 4), 0, 32));
        settle(&b);
        /* first read: looked up at 1, sent at 2, back BACK later: tried from 5 to then */
        assert_int_equal(b.c.stats.fail_line, stall ? 2 + BACK - 5 : 0);
        finish(&b);
    }
}

/* Set bits 0-4: address bits 7-11 XORed with 13, 14, 15, 17, 19; set bit 5 (64 sets): bit 12. */
static void test_fermi_index(void **state)
{
    (void)state;
    static const struct {
        u64 addr;
        u32 set;
    } vectors[] = {{0, 0},       {0x80, 1},    {0x100, 2},      {0x200, 4},        {0x400, 8},
                   {0x800, 16},  {0x1000, 32}, {0x2000, 1},     {0x4000, 2},       {0x8000, 4},
                   {0x10000, 0}, {0x20000, 8}, {0x40000, 0},    {0x80000, 16},     {0x100000, 0},
                   {0x2080, 0},  {0xaaf80, 2}, {0xfffff80, 32}, {0x3f80, 32 + 30}, {0x123456780, 12}};
    struct arena a = {0};
    struct tags t64, t32;
    assert_true(tags_init(&t64, &a, 32768, 4, 128, TAGS_FERMI, &repl_policies[0]) && t64.sets == 64);
    assert_true(tags_init(&t32, &a, 16384, 4, 128, TAGS_FERMI, &repl_policies[0]) && t32.sets == 32);
    for (u32 i = 0; i < COUNT_OF(vectors); i++) {
        assert_int_equal(tags_set(&t64, vectors[i].addr), vectors[i].set);
        assert_int_equal(tags_set(&t32, vectors[i].addr), vectors[i].set & 31);
    }
    arena_free(&a);
    struct mem_config c;
    struct mem_shape shape = {.sms = 1, .sms_per_cluster = 1, .warps = 48, .ctas = 8, .cta_warps = 32, 1, 1, 1, 1};
    struct diag d;
    diag_init(&d);
    mem_defaults(&c);
    c.l1.index = TAGS_FERMI;
    assert_true(mem_config_check(&c, &shape, &d));
    c.l1.ways = 8;
    assert_false(mem_config_check(&c, &shape, &d));
    assert_non_null(strstr(d.first->text, "l1.index = fermi"));
    diag_free(&d);
}

/* Four banks: four hits in a cycle, two of one bank one after the other, and one miss a cycle whatever the banks. */
static void test_banks(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p.banks = 4; /* sets 0, 4 | 1, 5 | 2, 6 | 3, 7 */
    start(&b);
    u32 t[6];
    cyc t0 = b.now;
    for (u32 i = 0; i < 4; i++)
        t[i] = push(&b, rig_read(LINE(i, 0), 0));
    settle(&b);
    for (u32 i = 0; i < 4; i++) /* looked up and sent one a cycle */
        assert_int_equal(b.replied[t[i] % 4096] - t0, 1 + 1 + BACK + 1 + i);
    assert_int_equal(b.c.stats.bank_wait, 3 + 2 + 1);
    t0 = b.now;
    for (u32 i = 0; i < 4; i++)
        t[i] = push(&b, rig_read(LINE(i, 0), 0));
    t[4] = push(&b, rig_read(LINE(0, 0), 1)); /* behind the first of its bank */
    settle(&b);
    for (u32 i = 0; i < 5; i++)
        assert_int_equal(b.replied[t[i] % 4096] - t0, 1 + 1 + i / 4);
    assert_int_equal(b.c.stats.hit, 5);
    assert_int_equal(b.c.stats.access, 9);
    assert_int_equal(b.c.stats.serving, 4 + 2);
    /* a bank whose set is reserved waits alone: bank 1 goes on */
    t0 = b.now;
    for (u32 i = 1; i < 6; i++)
        t[i] = push(&b, rig_read(LINE(4, i), 0));
    u32 other = push(&b, rig_read(LINE(1, 0), 0));
    settle(&b);
    assert_true(b.c.stats.fail_line > 40);
    assert_true(b.replied[other % 4096] - t0 < 10);
    finish(&b);
}

/* Four lookups: of one instruction four a cycle that hit or are on their way; another instruction waits for the next
   cycle, and so does whatever stands behind a miss. */
static void test_lookups(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p.lookups = 4;
    b.p.queue = 16;
    b.p.mshrs = 16;
    start(&b);
    cyc t0 = b.now;
    u32 t[4];
    for (u32 i = 0; i < 4; i++)
        t[i] = push(&b, rig_read(LINE(i, 0), 0));
    settle(&b);
    for (u32 i = 0; i < 4; i++)
        assert_int_equal(b.replied[t[i] % 4096] - t0, 1 + 1 + BACK + 1 + i);
    for (u32 round = 0; round < 4; round++) {
        /* 0: six hits of one, then one of another; 1: a miss third; 2: a store third; 3: third what is on its way */
        static const cyc after[4][7] = {
            {0, 0, 0, 0, 1, 1, 2}, {0, 0, 0, 1, 1, 1, 2}, {0, 0, 1, 2, 2, 2, 3}, {0, 0, 0, 0, 1, 1, 2}};
        if (round == 3) {
            push(&b, rig_read(LINE(7, 0), 0));
            cycle(&b);
            cycle(&b);
            assert_int_equal(b.c.stats.miss, 6);
        }
        t0 = b.now;
        u64 serving = b.c.stats.serving;
        u32 one = ++token, two = ++token;
        for (u32 i = 0; i < 7; i++) {
            bool odd = i == 2 && round;
            struct req r = odd && round == 2 ? rig_write(LINE(5, 5), 0, 8)
                                             : rig_read(LINE(odd ? (round == 3 ? 7 : 6) : i % 4, 0), 0);
            r.token = i == 6 ? two : one;
            port_push(&b.c.in, b.now, &r);
        }
        cyc seen[7];
        u32 left = 0;
        for (u32 k = 0; left < 7; k++) { /* when each of them leaves the queue */
            u64 before = b.c.taken;
            cycle(&b);
            while (before++ < b.c.taken)
                seen[left++] = k - 1;
            assert_true(k < 100);
        }
        for (u32 i = 0; i < 7; i++)
            assert_int_equal(seen[i], after[round][i]);
        assert_int_equal(b.c.stats.serving - serving, after[round][6] + 1);
        settle(&b);
    }
    finish(&b);
}

/* Write-through that keeps what it stores: whole sectors are found by later reads, parts of sectors are not; a line
   that is on its way takes nothing; and the store goes on all the same. */
static void test_write_alloc(void **state)
{
    (void)state;
    static struct bench b;
    for (u32 alloc = 0; alloc < 2; alloc++) {
        setup(&b);
        b.p.write = L1_WRITE_THROUGH;
        b.p.write_alloc = 1;
        b.p.sectored = 1;
        b.p.alloc = alloc;
        start(&b);
        push(&b, rig_write(LINE(0, 0), 0, 16)); /* sectors 0 and 1 */
        push(&b, rig_write(LINE(1, 0), 0, 3));  /* a part of sector 0 */
        settle(&b);
        struct req r = rig_read(LINE(0, 0), 0);
        r.sectors = 3;
        push(&b, r);
        settle(&b);
        assert_int_equal(b.c.stats.hit, 1);
        r.sectors = 7;
        push(&b, r); /* sector 2 is fetched, and only that */
        settle(&b);
        assert_int_equal(b.c.stats.sector_miss, 1);
        r = rig_read(LINE(1, 0), 0);
        r.sectors = 1;
        push(&b, r);
        settle(&b);
        assert_int_equal(b.c.stats.hit, 1);
        assert_int_equal(b.c.stats.miss, 2);
        push(&b, rig_read(LINE(2, 0), 0));
        cycle(&b);
        push(&b, rig_write(LINE(2, 0), 0, 32)); /* while the line is on its way */
        settle(&b);
        push(&b, rig_read(LINE(2, 0), 0));
        settle(&b);
        assert_int_equal(b.c.stats.hit, 2);
        assert_int_equal(b.below[RQ_WRITE], 3);
        assert_int_equal(b.below[RQ_READ], 3);
        finish(&b);
    }
}

static void test_atomics_and_skips(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    start(&b);
    struct req r = rig_read(LINE(0, 0), 0);
    push(&b, r);
    settle(&b);
    struct req at = r;
    at.kind = RQ_ATOMIC;
    at.bytes = 4;
    push(&b, at); /* performed below: the line here is stale and goes */
    settle(&b);
    push(&b, r);
    settle(&b);
    assert_int_equal(b.c.stats.hit, 0);
    assert_int_equal(b.below[RQ_ATOMIC], 1);
    r.flags = RQF_SKIP_L1;
    push(&b, r);
    settle(&b);
    assert_int_equal(b.c.stats.skip, 1);
    assert_int_equal(b.below[RQ_READ], 3);
    finish(&b);
}

static void test_sectors(void **state)
{
    (void)state;
    static struct bench b;
    for (u32 alloc = 0; alloc < 2; alloc++) {
        setup(&b);
        b.p.sectored = 1;
        b.p.alloc = alloc;
        start(&b);
        struct req r = rig_read(LINE(0, 0), 0);
        r.sectors = 1;
        push(&b, r);
        cycle(&b);
        r.sectors = 3; /* one on its way, one not */
        push(&b, r);
        cycle(&b);
        r.sectors = 2;
        push(&b, r); /* merges */
        settle(&b);
        assert_int_equal(b.c.stats.miss, 2);
        assert_int_equal(b.c.stats.sector_miss, 1);
        assert_int_equal(b.c.stats.merged, 1);
        assert_int_equal(b.below[RQ_READ], 2);
        r.sectors = 4;
        push(&b, r);
        settle(&b);
        assert_int_equal(b.c.stats.miss, 3);
        r.sectors = 7;
        push(&b, r);
        settle(&b);
        assert_int_equal(b.c.stats.hit, 1);
        finish(&b);
    }
}

/* Figure 4 of MRPB: who throws whom out. */
static void test_eviction_classes(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p.size = 8 * 128;
    b.p.ways = 1;
    start(&b);
    static const struct {
        u16 warp, cta;
    } who[6] = {{0, 0}, {0, 0}, {1, 0}, {8, 1}, {8, 1}, {0, 0}};
    for (u32 i = 0; i < 6; i++) {
        struct req r = rig_read(LINE(0, i), who[i].warp);
        r.cta = who[i].cta;
        push(&b, r);
        settle(&b);
        if (i == 3)
            l1_new_cta(&b.c, 1); /* the slot's next CTA: the same warp slot is another warp now */
    }
    assert_int_equal(b.c.stats.evict, 5);
    assert_int_equal(b.c.stats.evict_intra_warp, 1);
    assert_int_equal(b.c.stats.evict_cross_warp, 1);
    assert_int_equal(b.c.stats.evict_cross_block, 3);
    finish(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hit_merge_miss),
        cmocka_unit_test(test_fail_line_exact),
        cmocka_unit_test(test_fail_mshr_merge_missq),
        cmocka_unit_test(test_bypass),
        cmocka_unit_test(test_never_stalls),
        cmocka_unit_test(test_bypass_moves_sectors),
        cmocka_unit_test(test_writes),
        cmocka_unit_test(test_banks),
        cmocka_unit_test(test_lookups),
        cmocka_unit_test(test_write_fetch),
        cmocka_unit_test(test_write_stall),
        cmocka_unit_test(test_fermi_index),
        cmocka_unit_test(test_write_alloc),
        cmocka_unit_test(test_atomics_and_skips),
        cmocka_unit_test(test_sectors),
        cmocka_unit_test(test_eviction_classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
