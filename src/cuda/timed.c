/* Launches on a simulated machine, and the record of what they did: one row a kernel, summed over its launches. */
#include "cuda/timed.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/demangle.h"
#include "cuda/budget.h"
#include "cuda/journal.h"
#include "cuda/progress.h"
#include "cuda/proof.h"
#include "cuda/record.h"
#include "cuda/stop.h"
#include "gpu/gpc.h"
#include "gpu/gpu.h"
#include "gpu/record_json.h"
#include "gpu/sample.h"
#include "out/out.h"

static struct {
    struct arena arena;
    const char *machine, *kernels;
    VEC(const char *) sets;
    struct gpu_options opt;
    bool serial; /* kernels run one after the other */
    bool rows;   /* of launches and SMs are wanted, too */
    u8 progress; /* 1: on a terminal; 2: anywhere */
    struct progress shown;
    const char *timeline;
    VEC(const struct emu_kernel *) kernels_seen; /* --lines: to name instructions */
    struct machine_config cfg;
    struct gpu *gpu;
    u64 first;    /* time only so many launches of each kernel; 0 = all */
    u64 launch;   /* number of the launch at hand, from 1 */
    u64 before;   /* cycles on earlier machines (a budget) */
    u64 start_in; /* cycles from now to the start of a launch by a kernel; NEVER: as for the host's */
    struct budget budget;
    struct gpu_rows launches;
    struct out_times times;
    char stop[512]; /* why the run ended early */
} timed;            /* part of the process's state */

bool timed_option(const char *key, const char *value)
{
    const char *copy = arena_strdup(&timed.arena, value);
    if (!strcmp(key, "machine"))
        timed.machine = copy;
    else if (!strcmp(key, "set"))
        VEC_PUSH(&timed.sets, copy);
    else if (!strcmp(key, "threads"))
        timed.opt.threads = (u32)strtoul(value, NULL, 10);
    else if (!strcmp(key, "kernels"))
        timed.kernels = copy;
    else if (!strcmp(key, "launches"))
        timed.first = strtoull(value, NULL, 10);
    else if (!strcmp(key, "max-cycles"))
        timed.opt.max_cycles = strtoull(value, NULL, 10);
    else if (!strcmp(key, "budget"))
        timed.budget.cycles = strtoull(value, NULL, 10);
    else if (!strcmp(key, "sample"))
        timed.opt.sample = strtoull(value, NULL, 10);
    else if (!strcmp(key, "lines"))
        timed.opt.lines = atoi(value) != 0;
    else if (!strcmp(key, "timeline")) {
        timed.timeline = copy;
        timed.opt.timeline = true;
    } else if (!strcmp(key, "timeline-warps"))
        timed.opt.timeline_warps = (u32)strtoul(value, NULL, 10);
    else if (!strcmp(key, "serial"))
        timed.serial = atoi(value) != 0;
    else if (!strcmp(key, "rows"))
        timed.rows = atoi(value) != 0;
    else if (!strcmp(key, "progress"))
        timed.progress = (u8)atoi(value);
    else
        return false;
    return true;
}

static void load_machine(struct diag *d)
{
    bool ok = machine_load(&timed.cfg, timed.machine, d);
    for (size_t i = 0; ok && i < timed.sets.n; i++)
        machine_set(&timed.cfg, timed.sets.at[i], d);
}

bool timed_salvage(const char *out, const struct out_times *times)
{
    if (!timed.machine)
        return false;
    struct diag d;
    diag_init(&d);
    load_machine(&d);
    diag_free(&d);
    timed.times = *times;
    struct journal_launch *l = xcalloc(1, sizeof(*l));
    for (u64 i = 0; journal_read_launch(out, i, l); i++) {
        l->record.occupancy.limiter = arena_strdup(&timed.arena, l->limiter);
        gpu_rows_add(&timed.launches, &l->record, l->number);
    }
    free(l);
    return true;
}

const struct out_times *timed_times(void)
{
    return &timed.times;
}

void timed_record_for(struct emu_options *o)
{
    if (!timed.machine)
        return;
    struct diag d;
    diag_init(&d);
    load_machine(&d);
    if (d.errors) {
        diag_print(&d, stderr);
        exit(2);
    }
    diag_free(&d);
    o->target = isa_target_of(&timed.cfg);
    timed.machine = NULL;
}

static struct heap_costs heap_costs(const struct heap_params *p)
{
    return (struct heap_costs){
        .take = {(u32)p->malloc_latency, (u32)p->malloc_lane, (u32)p->malloc_turn, (u32)p->malloc_turn_lane,
                 (u32)p->malloc_instrs, (u32)p->malloc_lane_instrs, (u32)p->malloc_poll},
        .give = {(u32)p->free_latency, (u32)p->free_lane, (u32)p->free_turn, (u32)p->free_turn_lane,
                 (u32)p->free_instrs, (u32)p->free_lane_instrs, 0},
        .print = {(u32)p->print_latency, (u32)p->print_lane, (u32)p->print_turn, (u32)p->print_turn_lane,
                  (u32)p->print_instrs, (u32)p->print_lane_instrs, 0}};
}

bool timed_begin(struct cuda_state *s, struct emu_options *o)
{
    if (!timed.machine)
        return false;
    struct diag d;
    diag_init(&d);
    load_machine(&d);
    timed.opt.stop = &stop_signal;
    if (timed.progress == 2 || (timed.progress && isatty(2)))
        timed.opt.progress = progress_show;
    timed.opt.progress_arg = &timed.shown;
    if (!d.errors)
        timed.gpu = gpu_new(&timed.cfg, &timed.opt, &d);
    if (!timed.gpu) {
        diag_print(&d, stderr);
        exit(2);
    }
    diag_free(&d);
    proof_limit(timed.budget.cycles && timed.opt.max_cycles ? MIN(timed.budget.cycles, timed.opt.max_cycles)
                                                            : MAX(timed.budget.cycles, timed.opt.max_cycles));
    timed.times.began = out_clock();
    timed.start_in = NEVER;
    o->target = isa_target_of(&timed.cfg);
    o->capability = (u32)timed.cfg.gpu.capability;
    o->launch_call = (u32)timed.cfg.gpu.launch_device;
    o->heap = heap_costs(&timed.cfg.heap);
    const struct gpu_params *g = &timed.cfg.gpu;
    o->sleep = (struct emu_sleep){(u32)g->sleep_most, (u32)g->sleep_tick, (u32)g->sleep_least, (u32)g->clock};
    s->timed = true;
    return true;
}

void timed_describe(struct cudaDeviceProp *p)
{
    const struct machine_config *c = &timed.cfg;
    snprintf(p->name, sizeof(p->name), "sluice %s", c->name);
    p->major = (int)(c->gpu.capability / 10);
    p->minor = (int)(c->gpu.capability % 10);
    p->multiProcessorCount = (int)c->gpu.sms;
    p->warpSize = (int)c->sm.lanes;
    p->clockRate = (int)(c->gpu.clock * 1000);
    p->regsPerBlock = p->regsPerMultiprocessor = (int)c->sm.regs;
    p->sharedMemPerMultiprocessor = c->sm.shared;
    p->sharedMemPerBlockOptin = c->sm.shared - MIN(c->sm.shared, c->sm.shared_reserved);
    p->sharedMemPerBlock = MIN((size_t)48 << 10, p->sharedMemPerBlockOptin);
    p->maxThreadsPerMultiProcessor = (int)c->sm.threads;
    p->maxBlocksPerMultiProcessor = (int)c->sm.ctas;
    p->maxThreadsPerBlock = (int)MIN(1024, c->sm.threads);
    p->l2CacheSize = (int)(c->mem.l2.kind ? 0 : c->mem.l2.size * c->mem.l2.slices);
    p->memoryClockRate = (int)(c->mem.dram.clock * 1000);
    p->memoryBusWidth = (int)(c->mem.dram.bus * 8 * (c->mem.l2.slices / c->mem.l2.per_channel));
}

/* "3-5,NAME,9": launch numbers from 1, ranges, kernel names. */
bool timed_wants(const char *kernel)
{
    char shown[256];
    demangle(kernel, shown, sizeof(shown));
    timed.launch++;
    for (size_t i = 0; timed.first && i < timed.launches.v.n; i++)
        if (timed.launches.v.at[i]->launches >= timed.first && !strcmp(timed.launches.v.at[i]->sum.name, shown))
            return false;
    if (!timed.kernels || !*timed.kernels)
        return true;
    for (const char *p = timed.kernels; *p;) {
        size_t n = strcspn(p, ",");
        char *end;
        unsigned long long from = strtoull(p, &end, 10), to = from;
        if (end != p && *end == '-')
            to = strtoull(end + 1, &end, 10);
        if (end == p + n && end != p) {
            if (timed.launch >= from && timed.launch <= to)
                return true;
        } else if ((strlen(kernel) == n && !strncmp(kernel, p, n)) || (strlen(shown) == n && !strncmp(shown, p, n))) {
            return true;
        }
        p += n + (p[n] == ',');
    }
    return false;
}

bool timed_leaves_out(const char *kernel)
{
    char shown[256];
    demangle(kernel, shown, sizeof(shown));
    return budget_spent(&timed.budget, shown);
}

/* The launch has used up its kernel's budget: later ones get another machine. False: none can be made. */
static bool next_machine(struct diag *d)
{
    timed.before += gpu_cycles(timed.gpu);
    timed.gpu = gpu_again(timed.gpu, &timed.cfg, d);
    return timed.gpu;
}

static void remember(const struct emu_kernel *k)
{
    for (size_t i = 0; i < timed.kernels_seen.n; i++)
        if (timed.kernels_seen.at[i] == k)
            return;
    VEC_PUSH(&timed.kernels_seen, k);
}

/* A launch is over: its row. */
static void keep(struct journal_launch *entry)
{
    struct gpu_record *r = &entry->record;
    r->start += timed.before;
    gpu_rows_add(&timed.launches, r, entry->number);
    snprintf(entry->limiter, sizeof(entry->limiter), "%s", r->occupancy.limiter ? r->occupancy.limiter : "");
    journal_launch(entry);
}

/* The machine cannot continue: the record says why. */
static void give_up(struct cuda_state *s, enum gpu_status st, const struct journal_launch *e, struct diag *d)
{
    unsigned long long number = e->number;
    if (st == GPU_LIMIT && !stop_signal) {
        snprintf(timed.stop, sizeof(timed.stop), "--max-cycles reached in launch %llu (%s)", number, e->record.name);
        fflush(NULL);
        cuda_record_end(s);
        _exit(s->exit_code);
    }
    if (st == GPU_STUCK) { /* what was requested cannot be had: no later launch can succeed */
        diag_print(d, stderr);
        snprintf(timed.stop, sizeof(timed.stop), "given up in launch %llu (%s): %s", number, e->record.name,
                 d->first ? d->first->text : "");
        if (!timed.cfg.gpu.freeze) /* the watchdog's */
            cuda_record_broken(timed.stop);
        fflush(NULL);
        cuda_record_end(s);
        _exit(2);
    }
}

bool timed_clusters(u32 cluster, u32 ctas_an_sm, u64 *n)
{
    struct arena a = {0};
    struct gpcs g = gpcs_new(&timed.cfg.gpu, &a);
    *n = gpcs_clusters(&g, cluster, ctas_an_sm);
    arena_free(&a);
    return g.n;
}

void timed_nested(enum timed_nested how, u64 called)
{
    const struct gpu_params *p = &timed.cfg.gpu;
    timed.start_in = NEVER;
    if (how == TIMED_HOST || !timed.gpu || !p->launch_device)
        return;
    u64 ready = called + p->launch_child, now = gpu_cycles(timed.gpu);
    timed.start_in = how == TIMED_TAIL        ? p->launch_tail
                     : how == TIMED_NEXT_TAIL ? p->launch_next_tail
                                              : ready - MIN(ready, now);
}

static struct emu_source *timed_source(struct cuda_state *s, const struct emu_launch *l, struct diag *d)
{
    struct emu_launch launch = *l;
    launch.discard = false;
    launch.timed = true;
    launch.sms = (u32)timed.cfg.gpu.sms;
    launch.cluster_barrier = (u32)timed.cfg.gpu.cluster_barrier;
    struct emu_source *src = emu_source_new(s->dev, &launch, d);
    if (src && timed.opt.lines)
        remember(l->kernel);
    return src;
}

bool timed_run(struct cuda_state *s, const struct emu_launch *l, struct emu_fault *fault, u64 *warp_instrs,
               struct diag *d)
{
    struct emu_source *src = timed_source(s, l, d);
    if (!src)
        return false;
    struct journal_launch entry = {.number = timed.launch};
    struct gpu_record *r = &entry.record;
    char shown[256];
    demangle(emu_kernel_info(l->kernel).name, shown, sizeof(shown));
    budget_begin(&timed.budget, shown, timed.gpu);
    gpu_start_in(timed.gpu, timed.start_in);
    timed.start_in = NEVER;
    double before = gpu_seconds(timed.gpu);
    out_enter(&timed.times);
    enum gpu_status st = gpu_launch(timed.gpu, emu_stream_source(src), r, d);
    out_leave(&timed.times);
    *fault = *emu_source_fault(src);
    emu_source_free(src);
    s->now += (u64)((gpu_seconds(timed.gpu) - before) * 1e12);
    s->refused = st == GPU_REFUSED;
    *warp_instrs = r->sm.warp_instrs;
    if (st != GPU_REFUSED) {
        budget_end(&timed.budget, r);
        keep(&entry);
    }
    if (st == GPU_LIMIT && timed.budget.cycles && !stop_signal)
        return next_machine(d);
    give_up(s, st, &entry, d);
    return st == GPU_DONE;
}

/* ---- Several at a time ---- */

struct timed_launch {
    struct emu_source *src;
    struct journal_launch entry;
    struct timed_launch *next; /* launched after it */
};
static struct { /* of the current span */
    struct timed_span *span;
    struct timed_launch *first, **end;
    u64 began, from; /* picoseconds, cycle */
} several;           /* part of the process's state */

bool timed_shares(void)
{
    return !timed.serial && !timed.kernels && !timed.first && timed.gpu && !timed.budget.cycles &&
           gpu_shares(timed.gpu);
}

struct timed_launch *timed_prepare(struct cuda_state *s, const struct emu_launch *l, struct diag *d)
{
    struct emu_source *src = timed_source(s, l, d);
    if (!src)
        return NULL;
    struct timed_launch *t = xcalloc(1, sizeof(*t));
    t->src = src;
    t->entry.number = timed.launch;
    return t;
}

u64 timed_arrival(u64 known, u64 ready)
{
    return gpu_arrival(timed.gpu, known, ready);
}

const struct gpu_params *timed_launches(void)
{
    return timed.gpu && timed.cfg.gpu.launch_device ? &timed.cfg.gpu : NULL;
}

struct emu_source *timed_source_of(const struct timed_launch *t)
{
    return t->src;
}

static void set_time(u64 cycle)
{
    cuda_state()->now = several.began + (cycle - several.from) * 1000000 / timed.cfg.gpu.clock;
}

static bool several_next(struct gpu_director *dir, u64 cycle, struct gpu_offer *o)
{
    set_time(cycle);
    struct timed_offer given = {0};
    bool any = several.span->have->next(cycle, &given);
    dir->more = several.span->have->more();
    if (!any)
        return false;
    struct timed_launch *t = given.launch;
    *several.end = t;
    several.end = &t->next;
    o->src = emu_stream_source(t->src);
    o->record = &t->entry.record;
    o->priority = given.priority;
    o->asks = given.asks;
    o->whole = given.whole;
    o->nested = given.nested;
    o->start = given.nested ? given.called : o->start;
    o->ready = given.nested ? given.ready : o->ready;
    return true;
}

static u64 several_arrives(struct gpu_director *dir)
{
    u64 at = several.span->have->arrives();
    dir->more = several.span->have->more();
    return at;
}

static void several_ended(struct gpu_director *dir, struct gpu_record *r, u64 cycle)
{
    (void)dir;
    set_time(cycle);
    struct timed_launch *t = (struct timed_launch *)((char *)r - offsetof(struct timed_launch, entry.record));
    several.span->have->ended(t, cycle); /* SMs still count for it: the source is kept */
}

bool timed_together(struct cuda_state *s, struct timed_span *span, struct emu_fault *fault, struct diag *d)
{
    span->director = (struct gpu_director){
        .next = several_next, .ended = several_ended, .arrives = span->have->arrives ? several_arrives : NULL};
    several.span = span;
    several.first = NULL;
    several.end = &several.first;
    several.began = s->now;
    several.from = gpu_cycles(timed.gpu);
    double before = gpu_seconds(timed.gpu);
    out_enter(&timed.times);
    enum gpu_status st = gpu_launch_together(timed.gpu, &span->director, d);
    out_leave(&timed.times);
    s->now = several.began + (u64)((gpu_seconds(timed.gpu) - before) * 1e12);
    for (struct timed_launch *t = several.first, *after; t; t = after) {
        after = t->next;
        if (emu_source_fault(t->src)->kind && !fault->kind)
            *fault = *emu_source_fault(t->src);
        s->refused |= t->entry.record.status == GPU_REFUSED;
        snprintf(span->last, 256, "%s", t->entry.record.name);
        if (t->entry.record.status != GPU_REFUSED)
            keep(&t->entry);
        if (t->entry.record.status == (u32)st)
            give_up(s, st, &t->entry, d);
        span->have->ended(t, gpu_cycles(timed.gpu));
        emu_source_free(t->src);
        free(t);
    }
    return st == GPU_DONE;
}

/* Gives every row of the source view the instruction's name and texts, and the kernel its PTX. */
static void add_texts(json_t *kernel, const struct emu_kernel *k)
{
    struct emu_text t;
    json_t *row, *ptx = json_array();
    size_t pc;
    json_array_foreach(json_object_get(kernel, "rows"), pc, row)
    {
        const char *op = k ? emu_kernel_op(k, (u32)pc) : NULL;
        json_object_set_new(row, "op", json_string(op ? op : ""));
        if (!k || !emu_kernel_code(k, (u32)pc, &t))
            continue;
        json_object_set_new(row, "text", json_string(t.text));
        json_object_set_new(row, "cost", json_string(t.cost));
    }
    for (u32 i = 0; k && emu_kernel_ptx(k, i, &t); i++)
        json_array_append_new(
            ptx, json_pack("{s:i, s:i, s:s}", "ptx_line", (int)t.ptx_line, "line", (int)t.src_line, "text", t.text));
    json_object_set_new(kernel, "ptx", ptx);
}

static json_t *lines_json(void)
{
    json_t *all = gpu_lines_json(timed.gpu), *kernel;
    size_t i;
    json_array_foreach(all, i, kernel)
    {
        const struct emu_kernel *k = NULL;
        for (size_t n = 0; n < timed.kernels_seen.n; n++) {
            char name[256];
            demangle(emu_kernel_info(timed.kernels_seen.at[n]).name, name, sizeof(name));
            if (!strcmp(name, out_text(kernel, "kernel")))
                k = timed.kernels_seen.at[n];
        }
        add_texts(kernel, k);
    }
    return all;
}

static void timeline(const void *gpu, FILE *to)
{
    gpu_timeline(gpu, to);
}

static void write_timeline(void)
{
    struct diag d;
    diag_init(&d);
    if (timed.timeline && !out_write(timed.timeline, timeline, timed.gpu, &d)) { /* it was asked for */
        diag_print(&d, stderr);
        cuda_state()->exit_code = 2;
    }
    diag_free(&d);
}

void timed_expect(const char *hash, const char *arguments)
{
    if (timed.opt.progress && !timed.first && !(timed.kernels && *timed.kernels))
        progress_recall(&timed.shown, hash, arguments);
}

bool timed_write(const char *path, json_t *untimed, const char *fault)
{
    progress_end(&timed.shown);
    json_t *sum, *kernels = gpu_rows_json(&timed.launches, &timed.cfg, &sum);
    json_t *host = out_host(&timed.times, MAX(1, timed.opt.threads), sum);
    json_t *doc = out_document(cuda_record_program(), gpu_machine_json(&timed.cfg), kernels, sum, gpu_units_json(),
                               host, timed.stop[0] ? timed.stop : fault);
    struct gpu_forms forms = {0};
    struct gpu_launches launches = {&timed.launches, &timed.cfg, &forms};
    bool ok = !timed.rows || out_set_aside(doc, "launches", gpu_launches_write, &launches, path);
    gpu_forms_free(&forms);
    if (timed.gpu) {
        if (timed.rows)
            json_object_set_new(doc, "sms", gpu_sms_json(timed.gpu));
        if (timed.opt.sample)
            ok = ok && out_set_aside(doc, "samples", gpu_samples_write, timed.gpu, path);
        json_t *slowest = slow_json(timed.gpu);
        if (slowest)
            json_object_set_new(doc, "requests", slowest);
        if (timed.opt.lines)
            json_object_set_new(doc, "lines", lines_json());
        write_timeline();
    }
    if (untimed)
        json_object_set_new(doc, "untimed", untimed);
    if (timed.budget.cycles)
        json_object_set_new(doc, "budget", budget_json(&timed.budget));
    budget_free(&timed.budget);
    cuda_record_proof(doc);
    ok = ok && out_dump_file(doc, NULL, path);
    int why = errno;
    json_decref(doc);
    if (timed.gpu)
        gpu_free(timed.gpu);
    timed.gpu = NULL;
    errno = why;
    return ok;
}
