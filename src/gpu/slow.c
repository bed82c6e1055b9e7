/* See slow.h. Requests are collected at each sample, between windows, when every unit has come to the same cycle:
   what is kept depends on neither threads nor samples. */
#include "gpu/slow.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/internal.h"

#define WATCHED_SM 0
#define FORGET_AFTER (1u << 18) /* cycles; the marks of a write that is never answered are dropped */

void slow_init(struct gpu *g)
{
    struct slow *s = &g->sampler.slow;
    s->on = g->opt.sample && !g->opt.timeline_warps; /* the timeline keeps all of them for itself */
    if (!s->on)
        return;
    memsys_mark(&g->mem, &g->arena, WATCHED_SM + 1);
    g->sms[WATCHED_SM].log = xcalloc(1, sizeof *g->sms[WATCHED_SM].log);
    g->sms[WATCHED_SM].log->requests_only = true;
}

void slow_free(struct gpu *g)
{
    struct slow *s = &g->sampler.slow;
    for (size_t i = 0; i < s->kernels.n; i++)
        free(s->kernels.at[i]);
    VEC_FREE(&s->kernels);
    marks_free(&s->marks);
}

static struct slow_kernel *kernel_of(struct slow *s, const char *name)
{
    for (size_t i = 0; i < s->kernels.n; i++)
        if (!strcmp(s->kernels.at[i]->name, name))
            return s->kernels.at[i];
    if (s->kernels.n == SLOW_KERNELS)
        return NULL;
    struct slow_kernel *k = xcalloc(1, sizeof *k);
    snprintf(k->name, sizeof k->name, "%s", name);
    VEC_PUSH(&s->kernels, k);
    return k;
}

static u64 length_of(const struct sm_log_request *q)
{
    return q->end - q->issued;
}

static void add_stage(struct slow_request *r, const char *name, u64 from, u64 until)
{
    if (until > from && r->n < SLOW_STAGES)
        r->stages[r->n++] = (struct slow_stage){name, until - from};
}

/* Follows one request as the timeline does (sample_json.c), from the instruction's issue to the reply. */
static void follow(const struct gpu *g, struct slow_request *r, const struct marks *marks)
{
    const struct mark *m;
    size_t n = marks_of(marks, WATCHED_SM, r->q.warp, r->q.line, r->q.born, &m);
    const char *name = "front";
    u64 since = r->q.end - r->q.age;
    add_stage(r, "LSU", r->q.issued, since);
    for (size_t i = 0; i < n; i++) {
        u64 at = MIN(m[i].at / g->clocks.core, r->q.end);
        add_stage(r, name, since, at);
        name = mark_spans[m[i].what];
        since = MAX(since, at);
    }
    add_stage(r, name, since, r->q.end);
}

static void insert(const struct gpu *g, struct slow_kernel *k, const struct sm_log_request *q, u64 launch)
{
    u32 at = k->n;
    while (at && length_of(q) > length_of(&k->at[at - 1].q))
        at--;
    if (at == SLOW_MOST)
        return;
    k->n = MIN(k->n + 1, SLOW_MOST);
    memmove(&k->at[at + 1], &k->at[at], (k->n - 1 - at) * sizeof *k->at);
    k->at[at] = (struct slow_request){.q = *q, .launch = launch};
    follow(g, &k->at[at], &g->sampler.slow.marks);
}

/* Marks of requests that are not answered yet stay. */
static void drop_answered(struct gpu *g, const struct sm_log *l)
{
    struct marks *m = &g->sampler.slow.marks;
    cyc old = FORGET_AFTER * g->clocks.core;
    for (size_t i = 0; i < l->n_requests; i++) {
        const struct sm_log_request *q = &l->requests[i];
        const struct mark *first;
        size_t n = marks_of(m, WATCHED_SM, q->warp, q->line, q->born, &first);
        for (size_t k = 0; k < n; k++)
            m->at[(size_t)(first - m->at) + k].what = MARKS;
    }
    size_t kept = 0;
    for (size_t i = 0; i < m->n; i++)
        if (m->at[i].what != MARKS && m->at[i].at + old > g->now)
            m->at[kept++] = m->at[i];
    m->n = kept;
}

void slow_collect(struct gpu *g, const char *kernel, u64 launch)
{
    struct slow *s = &g->sampler.slow;
    if (!s->on)
        return;
    struct sm_log *l = g->sms[WATCHED_SM].log;
    struct slow_kernel *k = kernel_of(s, kernel);
    memsys_take_marks(&g->mem, &s->marks);
    marks_sort(&s->marks);
    for (size_t i = 0; k && i < l->n_requests; i++)
        if (l->requests[i].kind == RQ_READ || l->requests[i].kind == RQ_ATOMIC)
            insert(g, k, &l->requests[i], launch);
    drop_answered(g, l);
    l->n_requests = 0;
}

static json_t *request_json(const struct slow_kernel *k, const struct slow_request *r)
{
    char address[32];
    const struct sm_log_request *q = &r->q;
    json_t *stages = json_array();
    snprintf(address, sizeof address, "0x%llx", (unsigned long long)q->line);
    for (u32 i = 0; i < r->n; i++)
        json_array_append_new(
            stages, json_pack("{s:s, s:I}", "stage", r->stages[i].name, "cycles", (json_int_t)r->stages[i].cycles));
    return json_pack("{s:s, s:i, s:i, s:i, s:I, s:s, s:s, s:I, s:I, s:o}", "kernel", k->name, "sm", WATCHED_SM,
                     "warp", (int)q->warp, "pc", (int)q->pc, "launch", (json_int_t)r->launch, "address", address,
                     "answered",
                     q->kind != RQ_READ      ? "atomic"
                     : q->flags & RQF_HIT    ? "L1"
                     : q->flags & RQF_L2_HIT ? "L2"
                                             : "memory",
                     "start", (json_int_t)q->issued, "cycles", (json_int_t)length_of(q), "stages", stages);
}

json_t *slow_json(const struct gpu *g)
{
    const struct slow *s = &g->sampler.slow;
    if (!s->on)
        return NULL;
    json_t *all = json_array();
    for (size_t i = 0; i < s->kernels.n; i++)
        for (u32 k = 0; k < s->kernels.at[i]->n; k++)
            json_array_append_new(all, request_json(s->kernels.at[i], &s->kernels.at[i]->at[k]));
    return all;
}
