/* The L1 between a scripted front and a memory that answers after a fixed time. */
#ifndef TESTS_MEM_L1_BENCH_H
#define TESTS_MEM_L1_BENCH_H
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mem/l1_internal.h"
#include "mem/memsys.h"
#include "rig.h"

#define BACK 50 /* cycles from leaving the miss queue to being back */

struct bench {
    struct arena arena;
    struct diag diag;
    struct l1_params p;
    bool twins;
    struct l1 c;
    cyc now, wake_sm, wake_cluster, wake_front;
    struct {
        cyc at;
        struct req r;
    } flying[4096];
    u32 f_head, f_tail;
    u32 below[6];     /* requests that went down, by kind; [5]: own write-backs */
    u8 sectors[4096]; /* that the reads which went down ask for, in their order */
    u32 n_sectors;
    cyc replied[4096];       /* by token */
    bool hit[4096];          /* by token: the reply says so */
    bool slow_queue, silent; /* the cluster takes nothing; memory does not answer */
};

static inline void setup(struct bench *b)
{
    struct mem_config c;
    memset(b, 0, sizeof(*b));
    diag_init(&b->diag);
    mem_defaults(&c);
    b->p = c.l1;
    b->p.size = 4096; /* 8 sets of 4 ways */
}

static inline void start(struct bench *b)
{
    struct l1_wiring w = {.period = 1,
                          .wake_front = &b->wake_front,
                          .wake_cluster = &b->wake_cluster,
                          .wake_sm = &b->wake_sm,
                          .bypass = (u32)b->p.bypass,
                          .twins = b->twins};
    assert_true(l1_init(&b->c, &b->arena, &b->p, &w, &b->diag));
}

static inline void finish(struct bench *b)
{
    l1_audit(&b->c);
    arena_free(&b->arena);
    diag_free(&b->diag);
}

static inline void cycle(struct bench *b)
{
    STAGE_RUN(b->c.wake, b->now, l1_tick(&b->c, b->now));
    const struct req *r = port_peek(&b->c.out, b->now);
    if (r && !b->slow_queue) {
        b->below[r->flags & RQF_OWN ? 5 : r->kind]++;
        if (r->kind == RQ_READ)
            b->sectors[b->n_sectors++ % 4096] = r->sectors;
        b->flying[b->f_tail % 4096].at = b->now + BACK - 1; /* one more in the port back */
        b->flying[b->f_tail++ % 4096].r = *r;
        port_pop(&b->c.out, b->now);
    }
    if (b->f_head != b->f_tail && b->flying[b->f_head % 4096].at <= b->now && !b->silent &&
        !port_full(&b->c.from_noc, b->now))
        port_push(&b->c.from_noc, b->now, &b->flying[b->f_head++ % 4096].r);
    struct port *out[2] = {&b->c.fills, &b->c.hits};
    for (u32 k = 0; k < 2; k++)
        while ((r = port_peek(out[k], b->now))) {
            b->replied[r->token % 4096] = b->now;
            b->hit[r->token % 4096] = r->flags & RQF_HIT;
            port_pop(out[k], b->now);
        }
    b->now++;
}

static inline struct port *in_port(struct bench *b, u64 line)
{
    return b->c.banks ? &b->c.banks->at[l1_bank_of(&b->c, line)].in : &b->c.in;
}

static u32 token;
static inline u32 push(struct bench *b, struct req r)
{
    while (port_full(in_port(b, r.line), b->now))
        cycle(b);
    r.token = ++token;
    b->replied[token % 4096] = 0;
    port_push(in_port(b, r.line), b->now, &r);
    return token;
}

static inline void settle(struct bench *b)
{
    for (u32 k = 0; !l1_idle(&b->c) || b->f_head != b->f_tail; k++) {
        assert_true(k < 100000);
        cycle(b);
    }
    l1_settle(&b->c, b->now);
}

#define LINE(set, n) ((u64)(n)*1024 + (u64)(set)*128)

#endif
