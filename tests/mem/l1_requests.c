/* What comes to the L1 in other ways than line by line: hits and misses of any mixture against an untimed oracle,
   lines gathered from parts, twins, and prefetches that nobody waits for. */
#include "l1_bench.h"
#include "next.h"

/* ---- the oracle: lists in order of use, no time ---- */
struct oracle {
    u64 line[64][64]; /* by set, newest first; sectors beside */
    u8 have[64][64];
    u32 n[64], sets, ways;
    bool lru;
};

static bool oracle_read(struct oracle *o, u32 set, u64 line, u8 want)
{
    u32 i = 0;
    while (i < o->n[set] && o->line[set][i] != line)
        i++;
    bool there = i < o->n[set], hit = there && (o->have[set][i] & want) == want;
    u8 have = there ? o->have[set][i] | want : want;
    if (!there) {
        if (o->n[set] == o->ways)
            o->n[set]--;
        i = o->n[set]++;
    }
    if (!there || (o->lru && hit)) { /* a sector miss fills, it does not renew */
        memmove(&o->line[set][1], &o->line[set][0], i * sizeof(u64));
        memmove(&o->have[set][1], &o->have[set][0], i);
        i = 0;
    }
    o->line[set][i] = line;
    o->have[set][i] = have;
    return hit;
}

static void oracle_drop(struct oracle *o, u32 set, u64 line)
{
    for (u32 i = 0; i < o->n[set]; i++)
        if (o->line[set][i] == line) {
            memmove(&o->line[set][i], &o->line[set][i + 1], (o->n[set] - i - 1) * sizeof(u64));
            memmove(&o->have[set][i], &o->have[set][i + 1], o->n[set] - i - 1);
            o->n[set]--;
            return;
        }
}

static void test_oracle(void **state)
{
    (void)state;
    static struct bench b;
    for (u64 seed = 1; seed <= 60; seed++) {
        u64 g = seed;
        setup(&b);
        b.p.size = 2048u << rng_next(&g) % 3;
        static const u64 ways[5] = {1, 2, 4, 16, 0};
        b.p.ways = ways[rng_next(&g) % 5];
        b.p.replace = rng_next(&g) % 2; /* lru, fifo */
        b.p.banks = 1u << rng_next(&g) % 3;
        b.p.lookups = b.p.banks == 1 ? 1 + rng_next(&g) % 4 : 1;
        b.p.index = rng_next(&g) % 2; /* fermi wants 32 sets */
        b.p.sectored = rng_next(&g) % 2;
        b.p.alloc = rng_next(&g) % 2;
        b.p.write = rng_next(&g) % 2;
        b.p.write_alloc = b.p.write == L1_WRITE_THROUGH && rng_next(&g) % 2;
        start(&b);
        static struct oracle o;
        memset(&o, 0, sizeof(o));
        o.sets = b.c.tags.sets;
        o.ways = b.c.tags.ways;
        o.lru = b.p.replace == 0;
        u64 lines = b.p.size / 128 * 2, hits = 0;
        for (u32 i = 0; i < 1500; i++) {
            u64 line = (rng_next(&g) % 3 ? rng_next(&g) % (lines / 2) : rng_next(&g) % lines) * 128;
            u32 set = tags_set(&b.c.tags, line);
            bool store = rng_next(&g) % 5 == 0;
            struct req r = store ? rig_write(line, 0, 8) : rig_read(line, 0);
            if (!store && b.p.sectored)
                r.sectors = (u8)(1 + rng_next(&g) % 15);
            push(&b, r);
            settle(&b);
            if (store && b.p.write == L1_WRITE_EVICT)
                oracle_drop(&o, set, line);
            else if (store) { /* write-through: a hit renews; the whole sector that it writes may stay */
                u8 stays = b.p.write_alloc ? 1 : 0, have = 0;
                for (u32 k = 0; k < o.n[set]; k++)
                    have |= o.line[set][k] == line ? o.have[set][k] : 0;
                if (have)
                    oracle_read(&o, set, line, have);
                for (u32 k = 0; k < o.n[set]; k++)
                    o.have[set][k] |= o.line[set][k] == line ? stays : 0;
                if (!have && stays)
                    oracle_read(&o, set, line, 1);
            } else
                hits += oracle_read(&o, set, line, b.p.sectored ? r.sectors : 15);
            if (b.c.stats.hit != hits)
                fail_msg("seed %llu, request %u: hits %llu, the oracle says %llu", (unsigned long long)seed, i,
                         (unsigned long long)b.c.stats.hit, (unsigned long long)hits);
        }
        assert_true(hits > 0);
        finish(&b);
    }
}

static struct req part(u64 line, u32 sector, u32 words)
{
    struct req q = rig_write(line, 0, words);
    q.sectors = (u8)(1u << sector);
    return q;
}

/* l1.gather: stores to a line within the wait leave as one request, for which the first one's answer comes; the
   others are answered as hits are. */
static void test_gather(void **state)
{
    (void)state;
    static struct bench b;
    const u32 wait = 20;
    setup(&b);
    b.p.write = L1_WRITE_THROUGH;
    b.p.latency = 4;
    b.p.gather = 2;
    b.p.gather_wait = wait;
    start(&b);
    cyc t0 = b.now;
    u32 first = push(&b, part(LINE(0, 0), 0, 4)), second = push(&b, part(LINE(0, 0), 0, 4));
    for (u32 i = 0; i < 10; i++)
        cycle(&b);
    u32 third = push(&b, part(LINE(0, 0), 3, 8));
    cycle(&b);
    cycle(&b);
    const struct req *q = &b.c.gather->at[0].req;
    assert_int_equal(q->sectors, 9);
    assert_int_equal(q->bytes, 64); /* two whole sectors */
    assert_int_equal(q->token, first);
    settle(&b);
    assert_int_equal(b.below[RQ_WRITE], 1);
    assert_int_equal(b.replied[second % 4096] - t0, 2 + 4);
    assert_int_equal(b.replied[third % 4096] - t0, 11 + 4);
    assert_int_equal(b.replied[first % 4096] - t0,
                     11 + wait + 1 + BACK + 1); /* the wait begins with the last lookup */
    assert_int_equal(b.c.stats.gathered, 2);

    t0 = b.now; /* a third line takes the oldest one's place; then the second one's store is one by itself */
    u32 a = push(&b, part(LINE(1, 0), 0, 1));
    push(&b, part(LINE(2, 0), 0, 1));
    push(&b, part(LINE(3, 0), 0, 1));
    push(&b, part(LINE(1, 0), 0, 1));
    settle(&b);
    assert_int_equal(b.replied[a % 4096] - t0, 3 + 1 + BACK + 1);
    assert_int_equal(b.below[RQ_WRITE], 5);
    assert_int_equal(b.c.stats.gathered, 2);

    t0 = b.now; /* a read and an atomic send what waits on before them; a read of another line does not */
    a = push(&b, part(LINE(4, 0), 0, 1));
    u32 c = push(&b, part(LINE(5, 0), 0, 1));
    push(&b, rig_read(LINE(6, 0), 0));
    u32 r = push(&b, rig_read(LINE(4, 0), 0));
    struct req red = part(LINE(5, 0), 0, 1);
    red.kind = RQ_RED;
    u32 d = push(&b, red);
    settle(&b);
    assert_int_equal(b.replied[a % 4096] - t0, 4 + 1 + BACK + 1);
    assert_true(b.replied[r % 4096] > b.replied[a % 4096] && b.replied[d % 4096] > b.replied[c % 4096]);
    assert_true(b.replied[d % 4096] - t0 < wait + BACK);
    assert_int_equal(b.c.gather->taken, b.c.gather->sent + b.c.stats.gathered);
    finish(&b);
}

/* const.twins: a fill brings the other line of its pair; one that is out already comes by itself. */
static void test_twins(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p.mshrs = 4;
    b.twins = true;
    start(&b);
    push(&b, rig_read(LINE(2, 0), 0));
    settle(&b);
    push(&b, rig_read(LINE(3, 0), 0));
    push(&b, rig_read(LINE(1, 0), 0)); /* another pair */
    cycle(&b);
    push(&b, rig_read(LINE(0, 0), 0)); /* asked for before the pair is there */
    settle(&b);
    assert_int_equal(b.c.stats.hit, 1);
    assert_int_equal(b.c.stats.miss, 3);
    assert_int_equal(b.c.stats.fill, 3);
    assert_int_equal(b.below[RQ_READ], 3);
    for (u32 set = 0; set < 4; set++)
        push(&b, rig_read(LINE(set, 0), 0));
    settle(&b);
    assert_int_equal(b.c.stats.hit, 5);
    finish(&b);
}

/* A prefetch takes an MSHR in which nobody waits, and what it brings is there when it is read. */
static void test_prefetch(void **state)
{
    (void)state;
    for (u32 alloc = L1_ON_MISS; alloc <= L1_ON_FILL; alloc++) {
        static struct bench b;
        setup(&b);
        b.p.alloc = alloc;
        start(&b);
        prefetch_init(&b.c, &b.arena, &next_ops, NULL);
        const struct next_counts *n = next_counts(&b.c);
        cyc t0 = b.now;
        u32 a = push(&b, rig_read(LINE(1, 0), 0));
        settle(&b);
        assert_int_equal(b.replied[a % 4096] - t0, 1 + 1 + BACK + 1); /* as if there were none */
        assert_int_equal(n->end[PREFETCH_SENT], 1);
        assert_int_equal(b.below[RQ_READ], 2);
        assert_true(mshr_idle(&b.c.mshr));
        t0 = b.now;
        u32 h = push(&b, rig_read(LINE(2, 0), 1)); /* there: and the first to read it asks for the next */
        settle(&b);
        assert_int_equal(b.replied[h % 4096] - t0, 1 + 1);
        assert_int_equal(n->first, 1);
        push(&b, rig_read(LINE(2, 0), 1));
        settle(&b);
        assert_int_equal(n->first, 1); /* once only */
        /* the next, read while it is on its way: it waits for the rest of the way, and nothing more is sent */
        t0 = b.now;
        push(&b, rig_read(LINE(5, 0), 0));
        cycle(&b);
        u32 m = push(&b, rig_read(LINE(6, 0), 1));
        settle(&b);
        assert_int_equal(b.replied[m % 4096] - t0,
                         1 + 1 + 1 + BACK + 1); /* one behind LINE(5, 0) in the miss queue */
        assert_int_equal(n->first, 2);
        assert_int_equal(n->shown[SAW_HIT], 2);
        assert_int_equal(n->shown[SAW_MERGED], 1);
        assert_int_equal(n->shown[SAW_MISS], 2);
        assert_int_equal(b.c.stats.read, 5); /* prefetches are no reads */
        assert_int_equal(b.c.stats.miss, 2);
        assert_int_equal(n->end[PREFETCH_SENT], b.below[RQ_READ] - b.c.stats.miss);
        finish(&b);
    }
}

/* No MSHR, no room in the miss queue or no way is left: the prefetch is dropped, and nobody waits for it. */
static void test_prefetch_refused(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p.mshrs = 1;
    start(&b);
    prefetch_init(&b.c, &b.arena, &next_ops, NULL);
    push(&b, rig_read(LINE(1, 0), 0));
    settle(&b);
    assert_int_equal(next_counts(&b.c)->end[PREFETCH_REFUSED], 1);
    assert_int_equal(b.below[RQ_READ], 1);
    finish(&b);
    setup(&b);
    start(&b);
    prefetch_init(&b.c, &b.arena, &next_ops, NULL);
    for (u32 i = 0; i < 4; i++) { /* every way of set 2 */
        push(&b, rig_read(LINE(2, i), 0));
        cycle(&b);
    }
    push(&b, rig_read(LINE(1, 7), 0));
    settle(&b);
    assert_int_equal(next_counts(&b.c)->end[PREFETCH_REFUSED], 1);
    assert_int_equal(next_counts(&b.c)->end[PREFETCH_SENT], 4);
    finish(&b);
}

/* An entry without targets is free when all of it has come; one whose targets have left before that, too. */
static void test_mshr_without_targets(void **state)
{
    (void)state;
    struct arena a = {0};
    struct mshr m;
    struct req r = rig_read(0, 0);
    mshr_init(&m, &a, 2, 4, true);
    u32 e = mshr_new(&m, 0, TAG_NONE, 10);
    m.entries[e].pending = m.entries[e].unasked = 3;
    assert_false(mshr_filled(&m, e, 1, 20));
    assert_int_equal(mshr_find(&m, 0), e);
    assert_true(mshr_filled(&m, e, 2, 30));
    assert_true(mshr_idle(&m) && mshr_find(&m, 0) == UINT32_MAX && m.busy == 20);
    e = mshr_new(&m, 0, TAG_NONE, 40);
    m.entries[e].pending = m.entries[e].unasked = 3;
    mshr_add(&m, e, &r, 1, 41);
    assert_int_equal(m.entries[e].unasked, 2);
    mshr_filled(&m, e, 1, 50);
    assert_non_null(mshr_peek(&m));
    mshr_pop(&m, 51);
    assert_null(mshr_peek(&m));
    assert_false(mshr_idle(&m));
    assert_true(mshr_filled(&m, e, 2, 60));
    assert_true(mshr_idle(&m) && m.busy == 40);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twins),
        cmocka_unit_test(test_gather),
        cmocka_unit_test(test_oracle),
        cmocka_unit_test(test_prefetch),
        cmocka_unit_test(test_prefetch_refused),
        cmocka_unit_test(test_mshr_without_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
