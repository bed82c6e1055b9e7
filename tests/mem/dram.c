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
#include "mem/memsys.h"
#include "rig.h"

struct bench {
    struct arena arena;
    struct diag diag;
    struct dram_params p;
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
}

static void start(struct bench *b)
{
    struct dram_wiring w = {.period = 1,
                            .l2_period = 1,
                            .core_period = 1,
                            .line = 128,
                            .sector = 32,
                            .n_channels = 1,
                            .interleave = 256,
                            .in_latency = 1,
                            .wake_l2 = &b->wake_l2};
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
    const struct req *r = port_peek(&b->d.out, b->now);
    if (r) {
        b->at[b->n % 8192] = b->now;
        b->order[b->n++ % 8192] = r->token;
        port_pop(&b->d.out, b->now);
    }
    b->now++;
}

static void push(struct bench *b, u32 token, u64 addr, u8 kind, u8 sectors)
{
    struct req r = {.line = addr, .token = token, .kind = kind, .flags = RQF_FILL, .sectors = sectors};
    while (port_full(&b->d.in, b->now))
        cycle(b);
    port_push(&b->d.in, b->now, &r);
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
        b.p.bank_hash = rng_next(&g) % 2;
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
    arena_free(&a);
    diag_free(&b.diag);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_row_timings), cmocka_unit_test(test_schedulers),
                                       cmocka_unit_test(test_random_traffic), cmocka_unit_test(test_checker)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
