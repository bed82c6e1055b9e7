/* Streams: what is put comes back, costs the bytes it should, survives chunks and trimming, and broken bytes are
   refused. */
#include "stream/stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../fuzz/stream_bytes.h"

enum { N_CODE = 600 };
static struct si code[N_CODE];

static int setup(void **state)
{
    (void)state;
    for (u32 i = 0; i < N_CODE; i++)
        code[i] = (struct si){.cls = SI_ALU};
    for (u32 i = 0; i < N_CODE; i += 3) /* every third is a load */
        code[i] = (struct si){.cls = SI_MEM, .space = SI_GLOBAL, .kind = SI_LOAD, .bytes = 4};
    for (u32 i = 10; i < N_CODE; i += 30)
        code[i] = (struct si){.cls = SI_BARRIER};
    return 0;
}

static u64 seed;
static u32 rnd(u32 n)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (u32)(seed >> 33) % n;
}
static u64 rnd_mask(u64 within) /* full, none, some */
{
    switch (rnd(4)) {
    case 0: return 0;
    case 1: return within & ((u64)rnd(UINT32_MAX) << 32 | rnd(UINT32_MAX));
    default: return within;
    }
}

struct want {
    u32 pc;
    u64 active, mask;
    u8 space;
    bool mem, bar;
    u32 id, threads;
    u64 addr[64];
};

static void check(const struct want *w, const struct stream_instr *i, u32 lanes)
{
    assert_int_equal(i->pc, w->pc);
    assert_true(i->active == w->active);
    assert_true(i->mask == w->mask);
    if (w->bar) {
        assert_int_equal(i->bar_id, w->id);
        assert_int_equal(i->bar_threads, w->threads);
    }
    if (!w->mem) {
        assert_int_equal(i->shape, ADDR_NONE);
        return;
    }
    assert_int_equal(i->space, w->space);
    assert_int_not_equal(i->shape, ADDR_NONE);
    for (u32 l = 0; l < lanes; l++) {
        if (w->mask >> l & 1)
            assert_true(stream_lane_addr(i, l) == w->addr[l]);
    }
}

/* Within a run either way of asking for the next one. */
static void next(struct stream_cursor *c, struct stream_instr *got)
{
    if (c->run && rnd(2))
        stream_next_of_run(c, got);
    else
        assert_int_equal(stream_next(c, got), STREAM_OK);
}

static void put_random_mem(struct stream_writer *wr, struct want *w, u32 lanes)
{
    u64 base = 0x400000000000ull + rnd(1u << 30) * (u64)rnd(9);
    i64 stride = (i64)rnd(5000) - 2500;
    w->mem = true;
    w->space = (u8)(rnd(5) ? SI_GLOBAL : SI_SHARED);
    u32 how = rnd(6), row = 1u << (1 + rnd(4));
    i64 pitch = (i64)rnd(rnd(2) ? 3000 : UINT32_MAX) - 1000;
    for (u32 l = 0; l < lanes; l++) {
        switch (how) {
        case 0: w->addr[l] = base + (u64)(stride * (i64)l); break;
        case 1: w->addr[l] = base; break;
        case 2: w->addr[l] = base + rnd(30000); break;
        case 3: w->addr[l] = base + rnd(1u << 31); break;
        case 4: w->addr[l] = base + (u64)(stride * (i64)(l % row) + pitch * (i64)(l / row)); break;
        default: w->addr[l] = (u64)rnd(UINT32_MAX) << 32 | rnd(UINT32_MAX); break;
        }
    }
    if (how == 0 && rnd(2))
        stream_put_mem(wr, w->pc, w->active, w->mask, w->space, base, stride);
    else
        stream_put_mem_scattered(wr, w->pc, w->active, w->mask, w->space, w->addr);
}

/* Random programs walked at random, written in chunks and read between, at several warp widths. */
static void round_trip(void **state)
{
    (void)state;
    struct stream_pool pool = {0};
    const u32 widths[] = {2, 8, 32, 33, 64};
    struct want *want = calloc(4000, sizeof *want);
    for (u32 t = 0; t < 200; t++) {
        seed = t;
        u32 lanes = widths[t % COUNT_OF(widths)];
        struct stream s = {.pool = t % 2 ? &pool : NULL};
        struct stream_writer w;
        struct stream_cursor c;
        struct stream_instr got;
        stream_writer_init(&w, &s, code, lanes, false);
        stream_cursor_init(&c, &s, code, N_CODE, lanes);
        assert_int_equal(stream_next(&c, &got), STREAM_DRY);
        u32 n = 0, read = 0, pc = 0;
        u64 active = lanes_mask(lanes);
        while (n < 3800) {
            if (rnd(8) == 0)
                pc = rnd(2) ? rnd(N_CODE) : pc - MIN(pc, rnd(80));
            pc %= N_CODE;
            if (rnd(9) == 0)
                active = rnd_mask(lanes_mask(lanes));
            struct want *x = &want[n];
            *x = (struct want){.pc = pc, .active = active, .mask = rnd(5) ? active : rnd_mask(active)};
            if (code[pc].kind) {
                put_random_mem(&w, x, lanes);
                n++;
            } else if (code[pc].cls == SI_BARRIER) {
                x->bar = true;
                x->id = rnd(16);
                x->threads = rnd(1025);
                stream_put_barrier(&w, pc, x->active, x->mask, x->id, x->threads);
                n++;
            } else {
                stream_put_run(&w, pc, 1, x->active, x->mask);
                n++;
            }
            pc++;
            if (rnd(100) == 0) {
                stream_flush(&w);
                assert_int_equal(s.instrs, n);
                for (u32 k = rnd(400); k && read < n; k--) {
                    next(&c, &got);
                    check(&want[read++], &got, lanes);
                }
                stream_trim(&s, c.at);
            }
        }
        stream_put_end(&w);
        for (; read < n; read++) {
            next(&c, &got);
            check(&want[read], &got, lanes);
        }
        assert_int_equal(stream_next(&c, &got), STREAM_END);
        assert_int_equal(c.done, n);
        stream_free(&s);
    }
    assert_int_equal(pool.n_live, 0);
    stream_pool_free(&pool);
    free(want);
}

/* A loop of 20 instructions with one coalesced load and one store costs 8 bytes an iteration, and one with no
   memory access 2. */
static void compact(void **state)
{
    (void)state;
    struct si prog[64];
    memset(prog, 0, sizeof prog);
    prog[4] = (struct si){.cls = SI_MEM, .space = SI_GLOBAL, .kind = SI_LOAD, .bytes = 4};
    prog[9] = (struct si){.cls = SI_MEM, .space = SI_GLOBAL, .kind = SI_STORE, .bytes = 4};
    struct stream s = {0};
    struct stream_writer w;
    stream_writer_init(&w, &s, prog, 32, false);
    for (u32 i = 0; i < 1000; i++) {
        stream_put_run(&w, 0, 4, UINT32_MAX, UINT32_MAX);
        stream_put_mem(&w, 4, UINT32_MAX, UINT32_MAX, SI_GLOBAL, 1000 + 100 * i, 4);
        stream_put_run(&w, 5, 4, UINT32_MAX, UINT32_MAX);
        stream_put_mem(&w, 9, UINT32_MAX, UINT32_MAX, SI_GLOBAL, 9000 + 100 * i, 4);
        stream_put_run(&w, 10, 10, UINT32_MAX, UINT32_MAX);
    }
    stream_put_end(&w);
    assert_true(s.end_at <= 8100);
    stream_free(&s);
    memset(&s, 0, sizeof s);
    stream_writer_init(&w, &s, prog, 32, false);
    for (u32 i = 0; i < 1000; i++)
        stream_put_run(&w, 20, 20, UINT32_MAX, UINT32_MAX);
    stream_put_end(&w);
    assert_true(s.end_at <= 2010);
    stream_free(&s);
}

/* Discarding writes nothing. */
static void discard(void **state)
{
    (void)state;
    struct stream_pool pool = {0};
    struct stream s = {.pool = &pool};
    struct stream_writer w;
    stream_writer_init(&w, &s, code, 32, true);
    for (u32 i = 0; i < 100000; i++)
        stream_put_mem(&w, 3, UINT32_MAX, UINT32_MAX, SI_GLOBAL, i * 100000ull, 4);
    stream_put_end(&w);
    assert_int_equal(stream_written(&w), 0);
    assert_int_equal(pool.n_live, 0);
    assert_true(s.ended);
    stream_free(&s);
    stream_pool_free(&pool);
}

/* Every cut and every flipped byte of a good stream ends in OK, DRY, END or CORRUPT: never out of bounds (ASan). */
static void broken_bytes(void **state)
{
    (void)state;
    for (u32 t = 0; t < 20000; t++) {
        seed = t;
        u8 bytes[80];
        u32 n = rnd(sizeof bytes);
        for (u32 i = 0; i < n; i++)
            bytes[i] = (u8)(rnd(3) ? 0x80 + rnd(0x30) : rnd(256));
        stream_bytes_walk(bytes, n);
    }
    struct stream s = {0};
    struct stream_cursor c;
    struct stream_instr got;
    stream_append_raw(&s, (const u8 *)"\xad\x01\x00\x00\x00", 5, 0); /* a prefix with nothing behind it */
    s.ended = true;
    stream_cursor_init(&c, &s, code, N_CODE, 32);
    assert_int_equal(stream_next(&c, &got), STREAM_CORRUPT);
    stream_free(&s);
    memset(&s, 0, sizeof s);
    stream_append_raw(&s, (const u8 *)"\xa4\xff\xff\xff\xff", 5, 0); /* a run past the program's end */
    s.ended = true;
    stream_cursor_init(&c, &s, code, N_CODE, 32);
    assert_int_equal(stream_next(&c, &got), STREAM_CORRUPT);
    stream_free(&s);
}

/* A copy of a cursor and of what it gave last goes its own way, whatever the other one does. */
static void a_copy_is_a_copy(void **state)
{
    (void)state;
    struct stream s = {0};
    struct stream_writer w;
    struct stream_cursor a, b;
    struct stream_instr x, y, other;
    u64 addr[2][32];
    u32 pc = 0;
    while (!code[pc].kind)
        pc++;
    for (u32 i = 0; i < 32; i++) {
        addr[0][i] = 0x1000 + i * i * 64;
        addr[1][i] = 0x9000 + i * i * i * 8;
    }
    stream_writer_init(&w, &s, code, 32, false);
    for (u32 k = 0; k < 2; k++)
        stream_put_mem_scattered(&w, pc, UINT32_MAX, UINT32_MAX, SI_GLOBAL, addr[k]);
    stream_put_end(&w);
    stream_cursor_init(&a, &s, code, N_CODE, 32);
    assert_int_equal(stream_next(&a, &x), STREAM_OK);
    b = a;
    y = x;
    assert_int_equal(stream_next(&a, &x), STREAM_OK);
    for (u32 i = 0; i < 32; i++) {
        assert_true(stream_lane_addr(&x, i) == addr[1][i]);
        assert_true(stream_lane_addr(&y, i) == addr[0][i]);
    }
    assert_int_equal(stream_next(&b, &other), STREAM_OK);
    for (u32 i = 0; i < 32; i++)
        assert_true(stream_lane_addr(&other, i) == addr[1][i] && stream_lane_addr(&y, i) == addr[0][i]);
    assert_int_equal(stream_next(&a, &x), STREAM_END);
    assert_int_equal(stream_next(&b, &y), STREAM_END);
    stream_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_copy_is_a_copy), cmocka_unit_test(round_trip),
                                       cmocka_unit_test(compact), cmocka_unit_test(discard),
                                       cmocka_unit_test(broken_bytes)};
    return cmocka_run_group_tests(tests, setup, NULL);
}
