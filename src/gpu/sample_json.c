/* Samples, source lines and the timeline, written out. */
#include <stdlib.h>
#include <string.h>

#include "gpu/internal.h"
#include "gpu/sample.h"

static double ratio(double a, double b)
{
    return b != 0 ? a / b : 0;
}

enum column {
    COL_CTAS,
    COL_CYCLE,
    COL_DRAM,
    COL_QUEUED,
    COL_L1_HITS,
    COL_L1_MSHRS,
    COL_L2_HITS,
    COL_L2_MSHRS,
    COL_LAUNCH,
    COL_POWER,
    COL_REPLY,
    COL_REQUEST,
    COL_IPC,
    COL_WARPS
};

static double load(const struct gpu *g, const struct gpu_sample *r, u32 net, double sources)
{
    double cycles = (double)r->length * (double)g->cfg.mem.noc.clock / (double)g->cfg.gpu.clock;
    return ratio((double)r->net_busy[net], cycles * sources);
}

static void write_number(const struct gpu *g, const struct gpu_sample *r, enum column column, struct text *to)
{
    const struct machine_config *c = &g->cfg;
    double cycles = (double)r->length, seconds = cycles / (1e6 * (double)c->gpu.clock);
    switch (column) {
    case COL_CTAS: text_integer(to, r->ctas); break;
    case COL_CYCLE: text_integer(to, (i64)r->cycle); break;
    case COL_DRAM: text_decimal(to, ratio((double)r->dram_bytes, seconds) / 1e9); break;
    case COL_QUEUED:
        text_decimal(to, ratio((double)r->dram_queued, cycles * (double)c->mem.dram.clock / (double)c->gpu.clock));
        break;
    case COL_L1_HITS: text_decimal(to, ratio((double)r->l1_hit, (double)r->l1_read)); break;
    case COL_L1_MSHRS: text_integer(to, r->l1_mshrs); break;
    case COL_L2_HITS: text_decimal(to, ratio((double)r->l2_hit, (double)r->l2_read)); break;
    case COL_L2_MSHRS: text_integer(to, r->l2_mshrs); break;
    case COL_LAUNCH: text_integer(to, (i64)r->launch); break;
    case COL_POWER: text_decimal(to, ratio((double)r->picojoules * 1e-12, seconds)); break;
    case COL_REPLY: text_decimal(to, load(g, r, NET_REPLY, (double)c->mem.l2.slices)); break;
    case COL_REQUEST: text_decimal(to, load(g, r, NET_REQUEST, g->n_clusters)); break;
    case COL_IPC: text_decimal(to, ratio((double)r->warp_instrs, cycles)); break;
    case COL_WARPS: text_decimal(to, ratio((double)r->warp_cycles, cycles * g->n_sms)); break;
    }
}

/* A list's source: one of these says which number of a sample it shows. */
struct list {
    const struct gpu *g;
    enum { LIST_COLUMN, LIST_SLOT, LIST_IPC, LIST_CTAS, LIST_DIVERGENT } kind;
    u32 at; /* enum column, offset in the slots, SM, lanes */
};

/* Most are none. */
static inline void write_share(u64 n, u64 of, struct text *to)
{
    if (n) {
        text_decimal(to, ratio((double)n, (double)of));
        text_char(to, ',');
    } else {
        text_wrote(to, (char *)memcpy(text_room(to, 4), "0.0,", 4) + 4);
    }
}

static inline void write_small(u32 n, struct text *to)
{
    if (n < 10) {
        char *p = text_room(to, 2);
        p[0] = (char)('0' + n);
        p[1] = ',';
        text_wrote(to, p + 2);
    } else {
        text_integer(to, n);
        text_char(to, ',');
    }
}

/* All numbers on one line. Each is followed by a comma; the last comma becomes the closing bracket. */
static void write_list(const struct list *l, struct text *to)
{
    const struct sampler *s = &l->g->sampler;
    const struct gpu_sample *r = s->rows.at, *end = r + s->rows.n;
    text_char(to, '[');
    if (r == end) {
        text_char(to, ']');
        return;
    }
    switch (l->kind) {
    case LIST_COLUMN:
        for (; r < end; r++, text_char(to, ','))
            write_number(l->g, r, (enum column)l->at, to);
        break;
    case LIST_SLOT:
        for (; r < end; r++)
            write_share(*(const u64 *)((const char *)&r->slot + l->at), r->slot.total, to);
        break;
    case LIST_IPC:
        for (const u32 *n = s->sm_issued.at + l->at; r < end; r++, n += l->g->n_sms)
            write_share(*n, r->length, to);
        break;
    case LIST_CTAS:
        for (const u8 *n = s->sm_ctas.at + l->at; r < end; r++, n += l->g->n_sms)
            write_small(*n, to);
        break;
    case LIST_DIVERGENT:
        for (; r < end; r++, text_char(to, ','))
            text_integer(to, (i64)r->divergent[l->at]);
        break;
    }
    to->buf[to->n - 1] = ']';
}

static void write_key(const char *key, bool first, u32 depth, struct text *to)
{
    if (!first)
        text_char(to, ',');
    text_line(to, depth);
    text_string(to, key, strlen(key));
    text_put(to, ": ", to->indent ? 2 : 1);
}

/* A list of lists. */
static void write_lists(struct list l, const char *key, u32 n, struct text *to)
{
    write_key(key, false, 2, to);
    text_char(to, '[');
    for (l.at = 0; l.at < n; l.at++) {
        if (l.at)
            text_char(to, ',');
        text_line(to, 3);
        write_list(&l, to);
    }
    text_line(to, 2);
    text_char(to, ']');
}

static int by_name(const void *a, const void *b)
{
    const struct decl_stat *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

static void write_slots(const struct gpu *g, struct text *to)
{
    const struct decl_stat *of[sizeof(struct slot_stats) / sizeof(u64)];
    u32 n = 0;
    for (u32 i = 0; i < slot_stat_count; i++)
        if (slot_stat_rows[i].offset != UINT32_MAX && strcmp(slot_stat_rows[i].name, "total") != 0)
            of[n++] = &slot_stat_rows[i];
    qsort(of, n, sizeof *of, by_name);
    write_key("slot", false, 2, to);
    text_char(to, '{');
    for (u32 i = 0; i < n; i++) {
        struct list l = {g, LIST_SLOT, of[i]->offset};
        write_key(of[i]->name, !i, 3, to);
        write_list(&l, to);
    }
    text_line(to, 2);
    text_char(to, '}');
}

static void write_columns(const struct gpu *g, const char *const *keys, enum column from, enum column until,
                          struct text *to)
{
    for (u32 i = from; i <= until; i++) {
        struct list l = {g, LIST_COLUMN, i};
        write_key(keys[i], !i, 2, to);
        write_list(&l, to);
    }
}

/* Keys are in order, as everywhere in a record. */
void gpu_samples_write(const void *gpu, struct text *to)
{
    static const char *const keys[] = {
        [COL_CTAS] = "ctas",           [COL_CYCLE] = "cycle",         [COL_DRAM] = "dram_gb_per_s",
        [COL_QUEUED] = "dram_queued",  [COL_L1_HITS] = "l1_hit_rate", [COL_L1_MSHRS] = "l1_mshrs",
        [COL_L2_HITS] = "l2_hit_rate", [COL_L2_MSHRS] = "l2_mshrs",   [COL_LAUNCH] = "launch",
        [COL_POWER] = "power",         [COL_REPLY] = "reply_load",    [COL_REQUEST] = "request_load",
        [COL_IPC] = "warp_ipc",        [COL_WARPS] = "warps_per_sm"};
    const struct gpu *g = gpu;
    text_char(to, '{');
    write_columns(g, keys, COL_CTAS, COL_CYCLE, to);
    if (g->cfg.maws.policy)
        write_lists((struct list){g, LIST_DIVERGENT, 0}, "divergent", COUNT_OF(g->sampler.sum.divergent), to);
    write_columns(g, keys, COL_DRAM, COL_QUEUED, to);
    write_key("every", false, 2, to);
    text_integer(to, (i64)g->sampler.every);
    write_columns(g, keys, COL_L1_HITS, COL_REQUEST, to);
    write_slots(g, to);
    write_lists((struct list){g, LIST_CTAS, 0}, "sm_ctas", g->n_sms, to);
    write_lists((struct list){g, LIST_IPC, 0}, "sm_ipc", g->n_sms, to);
    write_columns(g, keys, COL_IPC, COL_WARPS, to);
    text_line(to, 1);
    text_char(to, '}');
}

/* Slots by cause, those that are not 0. */
static json_t *slots_json(const u64 *of)
{
    json_t *o = json_object();
    for (u32 i = 0; i < slot_stat_count; i++) {
        u32 k = slot_stat_rows[i].offset / (u32)sizeof(u64);
        if (k < SLOT_total && of[k])
            json_object_set_new(o, slot_stat_rows[i].name, json_integer((json_int_t)of[k]));
    }
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
    json_object_set_new(o, "thread_instrs", json_integer((json_int_t)m->threads));
    json_object_set_new(o, "lanes_lost", json_integer((json_int_t)m->lanes_lost));
    json_object_set_new(o, "stalls", slots_json(m->waited));
    json_object_set_new(o, "blame", slots_json(m->caused));
    if (m->shared)
        json_object_set_new(o, "shared_instrs", json_integer((json_int_t)m->shared));
    if (m->shared || m->accesses) {
        json_object_set_new(o, "conflicts", json_integer((json_int_t)m->conflicts));
        json_object_set_new(o, "replays", json_integer((json_int_t)m->replays));
    }
    if (m->sectors_fetched) {
        json_object_set_new(o, "sectors_used", json_integer((json_int_t)m->sectors_used));
        json_object_set_new(o, "sectors_fetched", json_integer((json_int_t)m->sectors_fetched));
        json_object_set_new(o, "bytes_used", json_integer((json_int_t)m->bytes_used));
    }
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

/* One span of a request's life, within the request's own span. */
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

/* What a request did, stage by stage, from its instruction's issue to its reply. */
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
