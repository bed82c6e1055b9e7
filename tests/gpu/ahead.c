/* In which order the source is asked for CTAs, some before they are placed, and for further chunks, and what comes of
   it, does not depend on the number of threads and on how long the source takes. A source that is asked by two at a
   time fails. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gpu/record_json.h"
#include "one_sm.h"

enum { CTAS = 150, ASKS = 16 * CTAS, NONE = 1 << 20 };

struct slow_source {
    struct script_source s; /* first: a script is a source */
    pthread_mutex_t lock;   /* its pool of blocks and its counters: finish comes beside start */
    atomic_uint inside;
    u32 delay;    /* microseconds at most; 0: none */
    u32 bad;      /* this CTA faults */
    bool faulted; /* it has: others that start fail, too */
    u32 n, asked[ASKS];
    u32 n_ahead; /* CTAs started and not placed, at most */
    u64 random, by_other;
    pthread_t caller;
};

static void enter(struct slow_source *s, u32 what)
{
    assert_int_equal(atomic_fetch_add(&s->inside, 1), 0);
    assert_true(s->n < ASKS);
    s->asked[s->n++] = what;
    s->by_other += !pthread_equal(pthread_self(), s->caller);
    s->random = s->random * 6364136223846793005ull + 1442695040888963407ull;
    if (s->delay && s->random >> 62 == 0)
        usleep((useconds_t)(s->random >> 33) % s->delay);
    pthread_mutex_lock(&s->lock);
}

static void leave(struct slow_source *s)
{
    pthread_mutex_unlock(&s->lock);
    atomic_fetch_sub(&s->inside, 1);
}

static bool slow_start(struct stream_source *src, u64 index, struct stream_cta *cta)
{
    struct slow_source *s = (struct slow_source *)src;
    enter(s, (u32)index);
    bool ok = script_start(src, index, cta);
    s->faulted |= index == s->bad;
    ok = ok && !s->faulted;
    if (!ok)
        script_finish(src, cta);
    s->n_ahead = MAX(s->n_ahead, (u32)(s->s.started - s->s.finished));
    leave(s);
    return ok;
}

static bool slow_more(struct stream_source *src, struct stream_cta *cta)
{
    struct slow_source *s = (struct slow_source *)src;
    enter(s, NONE + (u32)cta->index);
    bool ok = script_more(src, cta) && !s->faulted;
    leave(s);
    return ok;
}

static void slow_finish(struct stream_source *src, struct stream_cta *cta)
{
    struct slow_source *s = (struct slow_source *)src;
    pthread_mutex_lock(&s->lock);
    script_finish(src, cta);
    pthread_mutex_unlock(&s->lock);
}

struct how {
    u32 chunk, bad;
    u64 limit;
    enum gpu_status end;
};

static void held_init(struct slow_source *s, const struct how *how, u32 delay)
{
    memset(s, 0, sizeof *s);
    script_init(&s->s, CTAS, 4, 32);
    s->s.loops = 6;
    s->s.chunk = how->chunk;
    u32 pc = script_mem(&s->s, SI_LOAD, SI_GLOBAL, 1, 0, 0x400000000000, 4, 128 * 40);
    s->s.by_loop[pc] = 128;
    for (u32 i = 0; i < 40; i++)
        script_op(&s->s, SI_FP32, 3, i % 8 ? 3 : 1);
    script_mem(&s->s, SI_STORE, SI_GLOBAL, 3, 0, 0x400020000000, 4, 128 * 40);
    s->s.src.start = slow_start;
    s->s.src.more = slow_more;
    s->s.src.finish = slow_finish;
    s->s.src.ahead_bytes = 256 << 10; /* so that there may be 32 of them */
    s->delay = delay;
    s->bad = how->bad;
    s->random = delay;
    s->caller = pthread_self();
    pthread_mutex_init(&s->lock, NULL);
}

static char *run(struct slow_source *s, const struct how *how, u32 threads, u32 delay)
{
    struct one_sm o;
    diag_init(&o.d);
    assert_true(machine_load(&o.cfg, "gtx480", &o.d));
    o.cfg.gpu.sms = 4;
    o.cfg.sm.ctas = 4;
    struct gpu_options opt = {.threads = threads, .max_cycles = how->limit};
    struct gpu *g = gpu_new(&o.cfg, &opt, &o.d);
    assert_non_null(g);
    held_init(s, how, delay);
    assert_int_equal(gpu_launch(g, &s->s.src, &o.r, &o.d), how->end);
    assert_int_equal(s->s.started, s->s.finished);
    json_t *j = gpu_record_json(&o.r, &o.cfg, 1);
    char *text = json_dumps(j, JSON_SORT_KEYS);
    json_decref(j);
    gpu_free(g);
    diag_free(&o.d);
    script_free(&s->s);
    pthread_mutex_destroy(&s->lock);
    return text;
}

static void always_the_same(const struct how *how)
{
    struct slow_source *first = test_malloc(sizeof *first), *other = test_malloc(sizeof *other);
    char *want = run(first, how, 1, 0);
    u64 by_other = 0;
    for (u32 threads = 1; threads <= 4; threads++)
        for (u32 delay = 0; delay <= 600; delay += 200) {
            char *got = run(other, how, threads, delay);
            if (how->end != GPU_FAULT) /* after one, how far the machine has come is a matter of windows */
                assert_string_equal(got, want);
            assert_int_equal(other->n, first->n);
            assert_memory_equal(other->asked, first->asked, first->n * sizeof *first->asked);
            by_other += other->by_other;
            free(got);
        }
    assert_true(how->chunk || by_other > 0);
    free(want);
    test_free(first);
    test_free(other);
}

static void whole_ctas(void **state)
{
    (void)state;
    always_the_same(&(struct how){.bad = NONE, .end = GPU_DONE});
}

static void chunks(void **state)
{
    (void)state;
    always_the_same(&(struct how){.chunk = 2, .bad = NONE, .end = GPU_DONE});
}

/* What the launch had done by then does not depend on who was quick. */
static void a_limit(void **state)
{
    (void)state;
    for (u64 limit = 1500; limit < 12000; limit += 3500)
        always_the_same(&(struct how){.chunk = 3, .bad = NONE, .limit = limit, .end = GPU_LIMIT});
}

static void a_fault(void **state)
{
    (void)state;
    always_the_same(&(struct how){.bad = 90, .end = GPU_FAULT});
    always_the_same(&(struct how){.chunk = 3, .bad = 70, .end = GPU_FAULT});
}

/* A launch of more CTAs than have places: the source is asked for those behind them before there is a place, for a
   bounded number of them, and in the order of their numbers. */
static void so_many_ahead(void **state)
{
    (void)state;
    struct slow_source *s = test_malloc(sizeof *s);
    struct how how = {.chunk = 2, .bad = NONE, .end = GPU_DONE};
    free(run(s, &how, 2, 0));
    u32 next = 0;
    for (u32 i = 0; i < s->n; i++)
        if (s->asked[i] < NONE)
            assert_int_equal(s->asked[i], next++);
    assert_int_equal(next, CTAS);
    assert_true(s->n_ahead > 16 && s->n_ahead <= 16 + 32);
    test_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole_ctas), cmocka_unit_test(chunks),
                                       cmocka_unit_test(a_limit), cmocka_unit_test(a_fault),
                                       cmocka_unit_test(so_many_ahead)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
