/* Samples, source lines and the timeline, written out. */
#include <string.h>

#include "gpu/internal.h"
#include "gpu/sample.h"

static double ratio(double a, double b)
{
    return b != 0 ? a / b : 0;
}

/* To six decimals: a sample has some 50 of these, and short ones are written and read in a tenth of the time. */
static json_t *short_real(double v)
{
    return json_real(v > 0 && v < 1e9 ? (double)(u64)(v * 1e6 + 0.5) / 1e6 : v);
}

static void push(json_t *o, const char *key, double v)
{
    json_t *a = json_object_get(o, key);
    if (!a)
        json_object_set_new(o, key, a = json_array());
    json_array_append_new(a, short_real(v));
}
static void push_int(json_t *o, const char *key, u64 v)
{
    json_t *a = json_object_get(o, key);
    if (!a)
        json_object_set_new(o, key, a = json_array());
    json_array_append_new(a, json_integer((json_int_t)v));
}

static void add_row(const struct gpu *g, const struct gpu_sample *r, json_t *o, json_t *slots)
{
    const struct machine_config *c = &g->cfg;
    double cycles = (double)r->length, seconds = cycles / (1e6 * (double)c->gpu.clock);
    double net = cycles * (double)c->mem.noc.clock / (double)c->gpu.clock;
    push_int(o, "cycle", r->cycle);
    push_int(o, "launch", r->launch);
    push(o, "warp_ipc", ratio((double)r->warp_instrs, cycles));
    push(o, "warps_per_sm", ratio((double)r->warp_cycles, cycles * g->n_sms));
    push(o, "l1_hit_rate", ratio((double)r->l1_hit, (double)r->l1_read));
    push(o, "l2_hit_rate", ratio((double)r->l2_hit, (double)r->l2_read));
    push_int(o, "l1_mshrs", r->l1_mshrs);
    push_int(o, "l2_mshrs", r->l2_mshrs);
    push(o, "request_load", ratio((double)r->net_busy[NET_REQUEST], net * g->n_clusters));
    push(o, "reply_load", ratio((double)r->net_busy[NET_REPLY], net * (double)c->mem.l2.slices));
    push(o, "dram_gb_per_s", ratio((double)r->dram_bytes, seconds) / 1e9);
    push(o, "dram_queued", ratio((double)r->dram_queued, cycles * (double)c->mem.dram.clock / (double)c->gpu.clock));
    push(o, "power", ratio((double)r->picojoules * 1e-12, seconds));
    push_int(o, "ctas", r->ctas);
    for (u32 i = 0; i < slot_stat_count; i++) {
        const struct decl_stat *s = &slot_stat_rows[i];
        if (s->offset != UINT32_MAX && strcmp(s->name, "total") != 0)
            push(slots, s->name,
                 ratio((double)*(const u64 *)((const char *)&r->slot + s->offset), (double)r->slot.total));
    }
}

/* Divergent accesses by how many lanes missed, a list each. */
static json_t *divergent_json(const struct sampler *s)
{
    json_t *all = json_array();
    for (u32 k = 0; k < COUNT_OF(s->sum.divergent); k++) {
        json_t *a = json_array();
        for (size_t i = 0; i < s->rows.n; i++)
            json_array_append_new(a, json_integer((json_int_t)s->rows.at[i].divergent[k]));
        json_array_append_new(all, a);
    }
    return all;
}

json_t *gpu_samples_json(const struct gpu *g)
{
    const struct sampler *s = &g->sampler;
    if (!s->every)
        return NULL;
    json_t *o = json_pack("{s:I}", "every", (json_int_t)s->every), *slots = json_object(), *ipc = json_array(),
           *ctas = json_array();
    for (size_t i = 0; i < s->rows.n; i++)
        add_row(g, &s->rows.at[i], o, slots);
    for (u32 sm = 0; sm < g->n_sms; sm++) {
        json_t *a = json_array(), *b = json_array();
        for (size_t i = 0; i < s->rows.n; i++) {
            json_array_append_new(
                a, short_real(ratio(s->sm_issued.at[i * g->n_sms + sm], (double)s->rows.at[i].length)));
            json_array_append_new(b, json_integer(s->sm_ctas.at[i * g->n_sms + sm]));
        }
        json_array_append_new(ipc, a);
        json_array_append_new(ctas, b);
    }
    json_object_set_new(o, "slot", slots);
    json_object_set_new(o, "sm_ipc", ipc);
    json_object_set_new(o, "sm_ctas", ctas);
    if (g->cfg.maws.policy)
        json_object_set_new(o, "divergent", divergent_json(s));
    return o;
}

static json_t *line_json(const struct gpu_line *r, u32 pc, double far, double dram)
{
    u64 samples = 0;
    json_t *waits = json_object();
    for (u32 i = 0; i < LW_WAITS; i++) {
        samples += r->waits[i];
        json_object_set_new(waits, gpu_line_waits[i].key, json_integer((json_int_t)r->waits[i]));
    }
    json_t *o = json_pack("{s:i, s:i, s:i, s:I, s:I, s:o}", "pc", (int)pc, "ptx_line", (int)r->ptx_line, "line",
                          (int)r->src_line, "warp_instrs", (json_int_t)r->execs, "samples", (json_int_t)samples,
                          "waits", waits);
    const struct pc_stats *m = &r->mem;
    if (m->accesses) {
        json_object_set_new(o, "accesses", json_integer((json_int_t)m->accesses));
        json_object_set_new(o, "lines", json_integer((json_int_t)m->lines));
        json_object_set_new(o, "reads", json_integer((json_int_t)(m->l1_hits + m->l2_hits + m->far)));
        json_object_set_new(o, "l1_hits", json_integer((json_int_t)m->l1_hits));
        json_object_set_new(o, "l2_hits", json_integer((json_int_t)m->l2_hits));
        json_object_set_new(o, "dram_bytes", json_real(far > 0 ? dram * (double)m->far / far : 0));
    }
    return o;
}

json_t *gpu_lines_json(const struct gpu *g)
{
    const struct sampler *s = &g->sampler;
    if (!s->lines_every)
        return NULL;
    json_t *all = json_array();
    for (size_t i = 0; i < s->lines.n; i++) {
        const struct gpu_lines *l = s->lines.at[i];
        json_t *rows = json_array();
        double far = 0;
        for (u32 pc = 0; pc < l->n; pc++)
            far += (double)l->rows[pc].mem.far;
        for (u32 pc = 0; pc < l->n; pc++)
            json_array_append_new(rows, line_json(&l->rows[pc], pc, far, (double)l->dram_bytes));
        json_array_append_new(all, json_pack("{s:s, s:s, s:o}", "kernel", l->name, "file", l->file, "rows", rows));
    }
    return all;
}

/* ---- Chrome's trace events; a microsecond there is a cycle here ---- */

static void quoted(FILE *to, const char *s)
{
    fputc('"', to);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            fputc('\\', to);
        fputc(*s, to);
    }
    fputc('"', to);
}

/* States as a reader sees them; those that follow each other under one name are one span. */
static const char *state_name(u32 state)
{
    switch (state) {
    case W_READY:
    case W_TIMED: return "runs";
    case W_MEMORY: return "waits for memory";
    case W_FENCE: return "at a fence";
    case W_HELD:
    case W_BARRIER: return "at a barrier";
    case W_DRAIN: return "done, stores out";
    case W_DRY: return "waits for its stream";
    default: return NULL;
    }
}

static void span(FILE *to, u32 sm, u32 warp, const char *name, u64 from, u64 until)
{
    if (name && until > from)
        fprintf(to, ",\n{\"ph\":\"X\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\",\"ts\":%llu,\"dur\":%llu}", 10001 + sm,
                warp, name, (unsigned long long)from, (unsigned long long)(until - from));
}

/* A stretch of a request's life, within its own span. */
static void stage(FILE *to, u32 sm, size_t i, u32 warp, const char *name, u64 from, u64 until)
{
    if (until <= from)
        return;
    const u64 at[2] = {from, until};
    for (u32 k = 0; k < 2; k++)
        fprintf(to,
                ",\n{\"ph\":\"%s\",\"cat\":\"request\",\"id\":\"%u.%zu\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\","
                "\"ts\":%llu}",
                k ? "e" : "b", sm, i, 20001 + sm, warp, name, (unsigned long long)at[k]);
}

/* What a request did, stage by stage, from its instruction's issue to its answer. */
static void request_events(const struct gpu *g, u32 sm, size_t i, const struct marks *marks, FILE *to)
{
    const struct sm_log_request *q = &g->sms[sm].log->requests[i];
    const struct mark *m;
    size_t n = marks_of(marks, (u16)sm, q->warp, q->line, q->born, &m);
    const char *where = q->kind != RQ_READ      ? "a write or atomic"
                        : q->flags & RQF_HIT    ? "answered by the L1"
                        : q->flags & RQF_L2_HIT ? "answered by the L2"
                                                : "answered by DRAM";
    u64 born = q->end - q->age;
    fprintf(
        to,
        ",\n{\"ph\":\"b\",\"cat\":\"request\",\"id\":\"%u.%zu\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\",\"ts\":%llu,"
        "\"args\":{\"line\":\"0x%llx\",\"warp\":%u}}",
        sm, i, 20001 + sm, q->warp, where, (unsigned long long)q->issued, (unsigned long long)q->line, q->warp);
    stage(to, sm, i, q->warp, "LSU", q->issued, born);
    const char *name = "front";
    u64 since = born;
    for (size_t k = 0; k < n; k++) {
        u64 at = MIN(m[k].at / g->clocks.core, q->end);
        stage(to, sm, i, q->warp, name, since, at);
        name = mark_spans[m[k].what];
        since = MAX(since, at);
    }
    stage(to, sm, i, q->warp, name, since, q->end);
    fprintf(
        to,
        ",\n{\"ph\":\"e\",\"cat\":\"request\",\"id\":\"%u.%zu\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\",\"ts\":%llu}",
        sm, i, 20001 + sm, q->warp, where, (unsigned long long)q->end);
}

static void warp_events(const struct gpu *g, u32 id, const struct marks *marks, FILE *to)
{
    const struct sm *sm = &g->sms[id];
    const struct sm_log *l = sm->log;
    const char *name[SM_MAX_WARPS] = {0};
    u64 since[SM_MAX_WARPS] = {0};
    fprintf(to, ",\n{\"ph\":\"M\",\"pid\":%u,\"name\":\"process_name\",\"args\":{\"name\":\"SM %u, warps\"}}",
            10001 + id, id);
    for (size_t i = 0; i < l->n; i++) {
        const struct sm_log_state *e = &l->states[i];
        const char *next = state_name(e->state);
        if (e->warp >= SM_MAX_WARPS || next == name[e->warp])
            continue;
        span(to, id, e->warp, name[e->warp], since[e->warp], e->cycle);
        name[e->warp] = next;
        since[e->warp] = e->cycle;
    }
    fprintf(to,
            ",\n{\"ph\":\"M\",\"pid\":%u,\"name\":\"process_name\",\"args\":{\"name\":\"SM %u, requests (one line in "
            "16)\"}}",
            20001 + id, id);
    for (size_t i = 0; i < l->n_requests; i++)
        request_events(g, id, i, marks, to);
}

void gpu_timeline(const struct gpu *g, FILE *to)
{
    const struct sampler *s = &g->sampler;
    fputs("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"unit\":\"1 us is 1 core cycle\"},\"traceEvents\":[\n"
          "{\"ph\":\"M\",\"pid\":0,\"name\":\"process_name\",\"args\":{\"name\":\"launches\"}}",
          to);
    for (u32 i = 0; i < g->n_sms; i++)
        fprintf(to, ",\n{\"ph\":\"M\",\"pid\":%u,\"name\":\"process_name\",\"args\":{\"name\":\"SM %u\"}}", i + 1, i);
    for (size_t i = 0; i < s->launches.n; i++) {
        const struct gpu_launch_span *l = &s->launches.at[i];
        fputs(",\n{\"ph\":\"X\",\"pid\":0,\"tid\":0,\"name\":", to);
        quoted(to, l->name);
        fprintf(to, ",\"ts\":%llu,\"dur\":%llu,\"args\":{\"launch\":%zu}}", (unsigned long long)l->start,
                (unsigned long long)l->cycles, i + 1);
    }
    for (size_t i = 0; i < s->ctas.n; i++) {
        const struct gpu_span *c = &s->ctas.at[i];
        fprintf(to,
                ",\n{\"ph\":\"X\",\"pid\":%u,\"tid\":%u,\"name\":\"CTA "
                "%llu\",\"ts\":%llu,\"dur\":%llu,\"args\":{\"launch\":%llu}}",
                c->sm + 1, c->slot, (unsigned long long)c->cta, (unsigned long long)c->start,
                (unsigned long long)(c->end - c->start), (unsigned long long)c->launch);
    }
    for (size_t i = 0; i < s->rows.n; i++) {
        const struct gpu_sample *r = &s->rows.at[i];
        fprintf(to, ",\n{\"ph\":\"C\",\"pid\":0,\"name\":\"warp IPC\",\"ts\":%llu,\"args\":{\"ipc\":%.4f}}",
                (unsigned long long)(r->cycle - r->length), ratio((double)r->warp_instrs, (double)r->length));
    }
    struct marks marks;
    memsys_marks(&g->mem, &marks);
    for (u32 i = 0; i < g->n_sms; i++)
        if (g->sms[i].log)
            warp_events(g, i, &marks, to);
    marks_free(&marks);
    fputs("\n]}\n", to);
}
