/* A DRAM channel alone: latency of a closed row, a row hit and a row conflict from the timings; FR-FCFS against FCFS;
   and the checker against random traffic and against a command stream that is wrong on purpose. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "mem/dram_check.h"
#include "mem/dram_sched.h"
#include "mem/memsys.h"
#include "mem/partition.h"
#include "rig.h"

struct bench {
    struct arena arena;
    struct diag diag;
    struct dram_params p;
    struct l2_params l2;
    struct dram d;
    cyc now, wake_l2;
    u32 order[8192], n; /* tokens as they come out */
    cyc at[8192];
};

static void setup(struct bench *b)
{
    struct mem_config c;
    memset(b, 0, sizeof(*b));
    diag_init(&b->diag);
    mem_defaults(&c);
    b->p = c.dram;
    b->l2 = c.l2;
    b->l2.slices = 1;
}

static void start(struct bench *b)
{
    struct dram_wiring w = {.period = 1,
                            .l2_period = 1,
                            .core_period = 1,
                            .line = 128,
                            .sector = 32,
                            .l2 = &b->l2,
                            .in_latency = 1,
                            .n_ports = 1,
                            .wake_l2 = ARENA_ARRAY(&b->arena, cyc *, 1)};
    w.wake_l2[0] = &b->wake_l2;
    assert_true(dram_init(&b->d, &b->arena, &b->p, &w, &b->diag));
    b->d.watch = dram_watch_new(&b->arena, &b->p, 1);
}

static void finish(struct bench *b)
{
    dram_audit(&b->d);
    assert_true(dram_idle(&b->d));
    arena_free(&b->arena);
    diag_free(&b->diag);
}

static void cycle(struct bench *b)
{
    STAGE_RUN(b->d.wake, b->now, dram_tick(&b->d, b->now));
    const struct req *r = port_peek(b->d.out, b->now);
    if (r) {
        b->at[b->n % 8192] = b->now;
        b->order[b->n++ % 8192] = r->token;
        port_pop(b->d.out, b->now);
    }
    b->now++;
}

static void push(struct bench *b, u32 token, u64 addr, u8 kind, u8 sectors)
{
    struct req r = {.line = addr, .token = token, .kind = kind, .flags = RQF_FILL, .sectors = sectors};
    while (port_full(b->d.in, b->now))
        cycle(b);
    port_push(b->d.in, b->now, &r);
}

static void settle(struct bench *b)
{
    for (u32 k = 0; !dram_idle(&b->d); k++) {
        assert_true(k < 1000000);
        cycle(b);
    }
}

#define ADDR(row, bank, col) (((u64)(row)*16 + (bank)) * 2048 + (col)*128)

static void test_row_timings(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    start(&b);
    const struct dram_params *p = &b.p;
    u64 data = p->cl + 2 + p->ccd; /* second burst of the line, its two data clocks */
    cyc t0 = b.now = 100;
    push(&b, 1, ADDR(0, 0, 0), RQ_READ, 15);
    settle(&b);
    assert_int_equal(b.at[0] - t0, 1 + p->rcd + data); /* closed: activate at once */
    t0 = b.now = 1000;
    push(&b, 2, ADDR(0, 0, 1), RQ_READ, 15);
    settle(&b);
    assert_int_equal(b.at[1] - t0, 1 + data); /* open */
    t0 = b.now = 2000;
    push(&b, 3, ADDR(1, 0, 0), RQ_READ, 15);
    settle(&b);
    assert_int_equal(b.at[2] - t0, 1 + p->rp + p->rcd + data); /* another row: precharge first */
    t0 = b.now = 3000;
    push(&b, 4, ADDR(1, 0, 1), RQ_READ, 1); /* one sector: one burst */
    settle(&b);
    assert_int_equal(b.at[3] - t0, 1 + p->cl + 2);
    assert_int_equal(b.d.stats.row_hit, 2);
    assert_int_equal(b.d.stats.act, 2);
    assert_int_equal(b.d.stats.pre, 1);
    assert_int_equal(b.d.stats.read_bytes, 7 * 64);
    finish(&b);
}

/* Two rows of one bank in turn: FR-FCFS serves the open row's requests first, FCFS goes back and forth. */
static void test_schedulers(void **state)
{
    (void)state;
    static struct bench b;
    static const u32 first_ready[6] = {0, 2, 4, 1, 3, 5};
    cyc took[2];
    for (u32 fcfs = 0; fcfs < 2; fcfs++) {
        setup(&b);
        b.p.sched = fcfs;
        start(&b);
        for (u32 i = 0; i < 6; i++)
            push(&b, i, ADDR(i % 2, 3, i), RQ_READ, 15);
        settle(&b);
        for (u32 i = 0; i < 6; i++)
            assert_int_equal(b.order[i], fcfs ? i : first_ready[i]);
        assert_int_equal(b.d.stats.act, fcfs ? 6 : 2);
        took[fcfs] = b.at[5];
        finish(&b);
    }
    assert_true(took[0] < took[1]);
}

/* The bank that opens for a line of chunk `chunk` in a channel of eight. */
static u32 bank_of_chunk(struct bench *b, u64 chunk, u32 channel)
{
    setup(b);
    b->l2.slices = 8;
    b->p.banks = 32;
    b->p.bank_hash = DRAM_BANK_CHUNK;
    start(b);
    u64 line = chunk * b->p.chunk;
    while (partition_of(&b->l2, line) != channel)
        line += 128;
    push(b, 1, line, RQ_READ, 1);
    settle(b);
    u32 bank = 0;
    while (!b->d.banks[bank].open)
        bank++;
    finish(b);
    return bank;
}

/* bank_hash = chunk: chunks that follow each other lie in different banks, a chunk in the same one of three channels
 * of four. */
static void test_chunks(void **state)
{
    (void)state;
    static struct bench b;
    for (u32 chunk = 0; chunk < 32; chunk++)
        assert_int_equal(bank_of_chunk(&b, chunk, 0), chunk);
    assert_int_equal(bank_of_chunk(&b, 32, 0), 1);
    assert_int_equal(bank_of_chunk(&b, 33, 0), 0);
    for (u32 channel = 0; channel < 8; channel++)
        assert_int_equal(bank_of_chunk(&b, 5, channel), channel == 3 ? 5 ^ 8 : channel == 7 ? 5 ^ 16 : 5);
}

/* Reads and writes at random over few rows: every command is watched, nothing is lost, requests of one row keep their
 * order. */
static void test_random_traffic(void **state)
{
    (void)state;
    static struct bench b;
    for (u64 seed = 1; seed <= 40; seed++) {
        u64 g = seed;
        setup(&b);
        b.p.queue = 1 + rng_next(&g) % 64;
        b.p.sched = rng_next(&g) % 2;
        b.p.bank_hash = rng_next(&g) % 3;
        b.p.ccd = 1 + rng_next(&g) % 4;
        b.p.rrd = 1 + rng_next(&g) % 8;
        b.p.rcd = 1 + rng_next(&g) % 20;
        b.p.ras = 1 + rng_next(&g) % 40;
        b.p.rp = 1 + rng_next(&g) % 20;
        b.p.rc = 1 + rng_next(&g) % 60;
        b.p.cl = 1 + rng_next(&g) % 20;
        b.p.wl = 1 + rng_next(&g) % 20;
        b.p.cdlr = 1 + rng_next(&g) % 8;
        b.p.wr = 1 + rng_next(&g) % 15;
        b.p.rtp = rng_next(&g) % 6;
        b.p.row_bus = rng_next(&g) % 2;
        b.p.groups = 1u << rng_next(&g) % 4;
        b.p.group_bits = rng_next(&g) % 2;
        b.p.ccdl = rng_next(&g) % 6;
        b.p.low_banks = 1u << rng_next(&g) % 4;
        b.p.cap = rng_next(&g) % 5;
        b.p.refi = rng_next(&g) % 2 ? 300 + rng_next(&g) % 2000 : 0;
        b.p.rfc = rng_next(&g) % 150;
        b.p.refresh_kind = rng_next(&g) % 2;
        start(&b);
        u32 reads = 0, n = 3000;
        for (u32 i = 0; i < n; i++) {
            bool write = rng_next(&g) % 3 == 0;
            reads += !write;
            push(&b, i, ADDR(rng_next(&g) % 4, rng_next(&g) % 16, rng_next(&g) % 16), write ? RQ_WRITE : RQ_READ,
                 (u8)(1 + rng_next(&g) % 15));
            for (u64 k = rng_next(&g) % 16 == 0 ? rng_next(&g) % 300 : 0; k; k--)
                cycle(&b);
        }
        settle(&b);
        assert_int_equal(b.n, reads);
        assert_int_equal(b.d.stats.read + b.d.stats.write, n);
        assert_true(dram_watch_count(b.d.watch) >= n);
        finish(&b);
    }
}

/* The checker finds what it is there to find: each broken rule aborts. */
static void must_abort(void (*wrong)(struct dram_watch *), const struct dram_params *p)
{
    pid_t child = fork();
    if (!child) {
        struct arena a = {0};
        freopen("/dev/null", "w", stderr);
        signal(SIGABRT, SIG_DFL);
        wrong(dram_watch_new(&a, p, 1));
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
static void early_column(struct dram_watch *w)
{
    dram_watch_cmd(w, 100, DRAM_ACT, 0, 5);
    dram_watch_cmd(w, 111, DRAM_RD, 0, 5);
}
static void wrong_row(struct dram_watch *w)
{
    dram_watch_cmd(w, 100, DRAM_ACT, 0, 5);
    dram_watch_cmd(w, 112, DRAM_RD, 0, 6);
}
static void early_activate(struct dram_watch *w)
{
    dram_watch_cmd(w, 100, DRAM_ACT, 0, 5);
    dram_watch_cmd(w, 105, DRAM_ACT, 1, 5);
}
static void early_precharge(struct dram_watch *w)
{
    dram_watch_cmd(w, 100, DRAM_ACT, 0, 5);
    dram_watch_cmd(w, 127, DRAM_PRE, 0, 5);
}
static void read_after_write(struct dram_watch *w)
{
    dram_watch_cmd(w, 100, DRAM_ACT, 0, 5);
    dram_watch_cmd(w, 112, DRAM_WR, 0, 5);
    dram_watch_cmd(w, 112 + 4 + 2 + 4, DRAM_RD, 0, 5);
}
static void two_commands(struct dram_watch *w)
{
    dram_watch_cmd(w, 100, DRAM_ACT, 0, 5);
    dram_watch_cmd(w, 112, DRAM_ACT, 1, 5);
    dram_watch_cmd(w, 150, DRAM_RD, 0, 5);
    dram_watch_cmd(w, 150, DRAM_PRE, 1, 5); /* allowed where rows have a bus of their own */
}
static void two_row_commands(struct dram_watch *w)
{
    dram_watch_cmd(w, 100, DRAM_ACT, 0, 5);
    dram_watch_cmd(w, 112, DRAM_ACT, 1, 5);
    dram_watch_cmd(w, 150, DRAM_PRE, 0, 5);
    dram_watch_cmd(w, 150, DRAM_PRE, 1, 5);
}
static void bus_twice(struct dram_watch *w)
{
    dram_watch_cmd(w, 100, DRAM_ACT, 0, 5);
    dram_watch_cmd(w, 112, DRAM_RD, 0, 5);
    dram_watch_cmd(w, 114, DRAM_WR, 0, 5); /* data at 118..120 would be fine, the read's at 124..126 */
    dram_watch_cmd(w, 120, DRAM_WR, 0, 5); /* data at 124 */
}

static void early_in_group(struct dram_watch *w) /* tCCD holds, tCCDL does not */
{
    dram_watch_cmd(w, 100, DRAM_ACT, 0, 5);
    dram_watch_cmd(w, 112, DRAM_ACT, 1, 5);
    dram_watch_cmd(w, 150, DRAM_RD, 0, 5);
    dram_watch_cmd(w, 152, DRAM_RD, 1, 5);
}
static void other_group(struct dram_watch *w)
{
    dram_watch_cmd(w, 100, DRAM_ACT, 0, 5);
    dram_watch_cmd(w, 112, DRAM_ACT, 4, 5);
    dram_watch_cmd(w, 150, DRAM_RD, 0, 5);
    dram_watch_cmd(w, 152, DRAM_RD, 4, 5);
}
static void early_after_refresh(struct dram_watch *w)
{
    dram_watch_cmd(w, 100, DRAM_REF, 0, 0);
    dram_watch_cmd(w, 139, DRAM_ACT, 0, 5);
}
static void refresh_of_a_new_row(struct dram_watch *w)
{
    dram_watch_cmd(w, 100, DRAM_ACT, 0, 5);
    dram_watch_cmd(w, 139, DRAM_REF, 0, 0); /* tRAS 28 and tRP 12 */
}

static void test_checker(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    void (*const wrong[])(struct dram_watch *) = {early_column,     wrong_row, early_activate, early_precharge,
                                                  read_after_write, bus_twice, two_commands,   two_row_commands};
    for (u32 i = 0; i < COUNT_OF(wrong); i++)
        must_abort(wrong[i], &b.p);
    struct arena a = {0};
    b.p.row_bus = 1;
    two_commands(dram_watch_new(&a, &b.p, 1));
    must_abort(two_row_commands, &b.p);
    b.p.groups = 4;
    b.p.ccdl = 3;
    b.p.rfc = 40;
    other_group(dram_watch_new(&a, &b.p, 1));
    must_abort(early_in_group, &b.p);
    must_abort(early_after_refresh, &b.p);
    must_abort(refresh_of_a_new_row, &b.p);
    arena_free(&a);
    diag_free(&b.diag);
}

/* Open rows, one burst a request. In one bank group: tCCDL apart; from group to group in turn: tCCD. */
static void test_bank_groups(void **state)
{
    (void)state;
    static struct bench b;
    for (u32 round = 0; round < 4; round++) {
        bool low = round / 2, spread = round % 2 != low;
        setup(&b);
        b.p.groups = 4;
        b.p.group_bits = low ? DRAM_GROUP_LOW : DRAM_GROUP_HIGH;
        b.p.ccdl = 3;
        b.p.queue = 64;
        start(&b);
        for (u32 i = 0; i < 4; i++) /* banks 0..3, a group (low: four), or 0 4 8 12, four (one) */
            push(&b, i, ADDR(0, (round % 2 ? 4 : 1) * i, 0), RQ_READ, 1);
        settle(&b);
        b.now = 2000;
        u32 n = 400;
        for (u32 i = 0; i < n; i++)
            push(&b, i, ADDR(0, (round % 2 ? 4 : 1) * (i % 4), i / 4 % 16), RQ_READ, 1);
        settle(&b);
        u64 took = b.at[4 + n - 1] - b.at[4];
        assert_int_equal(took, (n - 1) * (spread ? b.p.ccd : b.p.ccdl));
        finish(&b);
    }
}

/* A stream of row hits takes 1 / (1 - share of the refreshes) as long: each closes the rows (the last read's tRTP or
   the row's tRAS, then tRP), takes tRFC, and the row is opened again. */
static void test_refresh(void **state)
{
    (void)state;
    static struct bench b;
    cyc took[2];
    for (u32 on = 0; on < 2; on++) {
        setup(&b);
        b.p.queue = 64;
        b.p.refi = on ? 3600 : 0;
        b.p.rfc = 150;
        start(&b);
        u32 n = 8000;
        for (u32 i = 0; i < n; i++)
            push(&b, i, ADDR(0, 0, i % 16), RQ_READ, 15);
        settle(&b);
        took[on] = b.now;
        if (on)
            assert_int_equal(b.d.stats.refresh, b.now / 3600);
        finish(&b);
    }
    u64 lost = b.p.rtp + b.p.rp + b.p.rfc + b.p.rcd, each = 3600 - lost;
    assert_in_range(took[1], took[0] + took[0] / 3600 * lost, took[0] + (took[0] / each + 1) * (lost + 8));
}

/* An idle channel refreshes too: the row that was open is closed when the next request comes. */
static void test_refresh_of_an_idle_channel(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p.refi = 1000;
    b.p.rfc = 100;
    start(&b);
    cyc t0 = b.now = 100;
    push(&b, 1, ADDR(0, 0, 0), RQ_READ, 1);
    settle(&b);
    b.now = 5500;
    t0 = b.now;
    push(&b, 2, ADDR(0, 0, 1), RQ_READ, 1);
    settle(&b);
    assert_int_equal(b.at[1] - t0, 1 + b.p.rcd + b.p.cl + 2);
    assert_int_equal(b.d.stats.refresh, 5);
    assert_int_equal(b.d.stats.row_hit, 0);
    b.now = 6000; /* in the middle of one: the activate waits for its end */
    t0 = b.now;
    push(&b, 3, ADDR(0, 0, 2), RQ_READ, 1);
    settle(&b);
    assert_int_equal(b.at[2] - t0, b.p.rp + b.p.rfc + b.p.rcd + b.p.cl + 2);
    finish(&b);
}

/* Bank after bank: of 16 banks one every 100 clocks. Who comes in the middle of it waits for its end, the other banks
   go on; rows of banks whose turn it is not stay open. */
static void test_refresh_bank_after_bank(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p.refi = 1600;
    b.p.rfc = 90;
    b.p.refresh_kind = DRAM_REFRESH_BANK;
    start(&b);
    u64 cold = 1 + b.p.rcd + b.p.cl + 2; /* as in an idle channel */
    b.now = 410;
    push(&b, 0, ADDR(0, 3, 0), RQ_READ, 1); /* bank 3: from 400 to 490 */
    settle(&b);
    assert_int_equal(b.at[0] - 410, 490 - 410 + b.p.rcd + b.p.cl + 2);
    b.now = 510;
    push(&b, 1, ADDR(0, 3, 1), RQ_READ, 1); /* bank 4's turn: the row of bank 3 is open */
    settle(&b);
    assert_int_equal(b.at[1] - 510, cold - b.p.rcd);
    assert_int_equal(b.d.stats.row_hit, 1);
    b.now = 2103; /* bank 3 has had its turn again (its row closed at 2000, then the refresh): closed, but free */
    push(&b, 2, ADDR(0, 3, 2), RQ_READ, 1);
    settle(&b);
    assert_int_equal(b.at[2] - 2103, cold);
    assert_int_equal(b.d.stats.row_hit, 1);
    assert_int_equal(b.d.stats.refresh, b.now / 100);
    finish(&b);
}

/* With dram.phase each is due so much earlier, and those before the begin are over: of bank 3 from 150 on, not 400.
 */
static void test_refresh_phase(void **state)
{
    (void)state;
    static struct bench b;
    setup(&b);
    b.p.refi = 1600;
    b.p.rfc = 90;
    b.p.refresh_kind = DRAM_REFRESH_BANK;
    b.p.phase = 250;
    start(&b);
    b.now = 160;
    push(&b, 0, ADDR(0, 3, 0), RQ_READ, 1);
    settle(&b);
    assert_int_equal(b.at[0] - 160, 240 - 160 + b.p.rcd + b.p.cl + 2);
    b.now = 5000; /* long idle */
    push(&b, 1, ADDR(0, 3, 1), RQ_READ, 1);
    settle(&b);
    assert_int_equal(b.d.stats.refresh, (b.now + 250) / 100 - 2);
    finish(&b);
}

/* Refreshes of a channel that was idle for long are counted, not done one by one, unless the checker watches: bursts
   between pauses of many lengths take the same times both ways. */
static void test_idle_refreshes(void **state)
{
    (void)state;
    static struct bench b[2];
    for (u32 seed = 0; seed < 40; seed++) {
        for (u32 plain = 0; plain < 2; plain++) {
            u64 g = seed * 7 + 1;
            setup(&b[plain]);
            b[plain].p.refresh_kind = seed % 2;
            b[plain].p.refi = 600 + rng_next(&g) % 3000;
            b[plain].p.rfc = 50 + rng_next(&g) % 300;
            start(&b[plain]);
            b[plain].d.watch = plain ? b[plain].d.watch : NULL;
            for (u32 i = 0; i < 300; i++) {
                if (rng_next(&g) % 8 == 0) {
                    settle(&b[plain]);
                    b[plain].now += rng_next(&g) % (b[plain].p.refi * (1 + rng_next(&g) % 12));
                }
                u64 where = ADDR(rng_next(&g) % 3, rng_next(&g) % 16, rng_next(&g) % 16);
                push(&b[plain], i, where, rng_next(&g) % 4 ? RQ_READ : RQ_WRITE, 15);
            }
            settle(&b[plain]);
            dram_settle(&b[plain].d, b[plain].now);
        }
        assert_int_equal(b[0].now, b[1].now);
        assert_memory_equal(b[0].at, b[1].at, sizeof b[0].at);
        assert_memory_equal(&b[0].d.stats, &b[1].d.stats, sizeof b[0].d.stats);
        finish(&b[0]);
        finish(&b[1]);
    }
}

/* A stream of hits to the open row, and one request for another: with a cap it is served after so many hits. */
static void test_cap(void **state)
{
    (void)state;
    static struct bench b;
    u32 place[3];
    static const u32 caps[3] = {0, 4, 16};
    for (u32 k = 0; k < 3; k++) {
        setup(&b);
        b.p.cap = caps[k];
        b.p.queue = 64;
        b.p.inq = 128;
        start(&b);
        push(&b, 0, ADDR(0, 3, 0), RQ_READ, 15);
        push(&b, 1, ADDR(1, 3, 0), RQ_READ, 15);
        for (u32 i = 2; i < 100; i++)
            push(&b, i, ADDR(0, 3, i % 16), RQ_READ, 15);
        settle(&b);
        for (u32 i = 0; i < 100; i++)
            if (b.order[i] == 1)
                place[k] = i;
        finish(&b);
    }
    assert_int_equal(place[0], 99);
    assert_int_equal(place[1], 1 + 4);
    assert_int_equal(place[2], 1 + 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_row_timings),
                                       cmocka_unit_test(test_schedulers),
                                       cmocka_unit_test(test_chunks),
                                       cmocka_unit_test(test_random_traffic),
                                       cmocka_unit_test(test_checker),
                                       cmocka_unit_test(test_bank_groups),
                                       cmocka_unit_test(test_refresh),
                                       cmocka_unit_test(test_refresh_of_an_idle_channel),
                                       cmocka_unit_test(test_refresh_bank_after_bank),
                                       cmocka_unit_test(test_refresh_phase),
                                       cmocka_unit_test(test_idle_refreshes),
                                       cmocka_unit_test(test_cap)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
