/* A kernel launch as a source of CTA streams, and a launch run to its end. A chunk is a whole number of turns of a
   CTA's warps, as many as it takes until the CTA ends or CHUNK_BYTES of stream are pending, so it does not depend on
   the caller. */
#include <pthread.h>
#include <string.h>

#include "emu/async.h"
#include "emu/code.h"
#include "emu/native.h"
#include "emu/ops.h"
#include "emu/park.h"

#define CHUNK_BYTES (64u << 10)
#define SLICE 4096              /* instructions that a warp executes in its turn */
#define QUIET_LOCAL (16u << 10) /* most bytes of a warp's local memory that are part of its state */
#define TURNS 64                /* functional runs: turns of a CTA before the next one gets some */
#define MAX_RESIDENT 4096
#define RESIDENT_BYTES (48ull << 20)
#define CARD_THREADS (512u << 10) /* more than any card holds at once */
#define CARD_BYTES (4ull << 30)   /* and the memory that they may take here */
#define LOCAL_LIMIT (512u << 10)  /* as on hardware */
#define SHARED_LIMIT (16u << 20)
#define PART 16                   /* one CTA of so many is executed, if a part suffices */
#define PART_STEPS 5000           /* least warp instructions of that part */
#define LONGEST_WAIT (1ull << 32) /* longest wait, in cycles, of a loop that reads the clock; then it is endless */

#define SHARED_WAIT (1ull << 20) /* if other launches may come to the machine: how long they are waited for */

struct emu_source {
    struct stream_source source;
    struct launch launch;
    struct emu_source *next, **back; /* of the device's */
    struct stream_kernel kernel;
    struct stream_range *host;
    VEC(struct cta *) started;  /* not yet finished */
    struct cta *finished;       /* not retired yet: if CTAs start ahead, the emulating thread retires them */
    pthread_mutex_t lock;       /* of these two */
    u64 idle_asks, idle_at;     /* requests for more instructions without any change */
    u64 idle_clocks, idle_from; /* clock reads before these requests; the cycle since which nothing changes */
    u64 idle_others;            /* changes by other launches on the machine */
};

static bool check_launch(const struct launch *l, struct diag *d)
{
    const struct ptx_func *f = l->kernel->func;
    u64 threads = (u64)l->block[0] * l->block[1] * l->block[2];
    u32 before = d->errors;
    if (!threads || threads > 1024 || l->block[0] > 1024 || l->block[1] > 1024 || l->block[2] > 64)
        diag_error(d, NULL, 0, 0, "kernel %s: a block of %u x %u x %u threads is not possible (1 to 1024 threads)",
                   f->name, l->block[0], l->block[1], l->block[2]);
    u64 max = (u64)f->max_ntid[0] * MAX(f->max_ntid[1], 1) * MAX(f->max_ntid[2], 1);
    if (max && threads > max)
        diag_error(d, NULL, 0, 0, "kernel %s: %llu threads a block, but it was compiled for at most %llu (.maxntid)",
                   f->name, (unsigned long long)threads, (unsigned long long)max);
    if (!l->grid[0] || !l->grid[1] || !l->grid[2])
        diag_error(d, NULL, 0, 0, "kernel %s: a grid of %u x %u x %u blocks is not possible", f->name, l->grid[0],
                   l->grid[1], l->grid[2]);
    return d->errors == before;
}

/* The launch's clusters, or the kernel's own. */
static bool set_cluster(struct launch *l, const u32 asked[3], struct diag *d)
{
    const struct ptx_func *f = l->kernel->func;
    const u32 *n = asked[0] ? asked : f->cluster;
    u64 all = n[0] ? (u64)n[0] * MAX(n[1], 1) * MAX(n[2], 1) : 1;
    u32 capability = l->kernel->module->dev->opt.capability;
    if (n[0] && capability && capability < 90) {
        diag_error(
            d, NULL, 0, 0,
            "kernel %s is launched in clusters, which a machine of compute capability 9.0 has, such as -m h200; "
            "this one has %u.%u. Without -m the program is executed, not timed",
            f->name, capability / 10, capability % 10);
        return false;
    }
    l->explicit_cluster = n[0] != 0;
    l->cluster_ctas = (u32)MIN(all, UINT32_MAX);
    for (u32 k = 0; k < 3; k++) {
        l->cluster[k] = n[0] ? MAX(n[k], 1) : 1;
        if (l->grid[k] % l->cluster[k] || all > CLUSTER_RANKS) {
            diag_error(
                d, NULL, 0, 0,
                "kernel %s: clusters of %u x %u x %u blocks in a grid of %u x %u x %u: a cluster has at most %u "
                "blocks, and the grid is a multiple of it",
                f->name, n[0], n[1], n[2], l->grid[0], l->grid[1], l->grid[2], CLUSTER_RANKS);
            return false;
        }
    }
    return true;
}

/* The least that nvcc's -maxrregcount accepts: a block that leaves fewer is refused, as there. */
#define LEAST_REGS 16

u32 emu_block_regs(const struct emu_kernel *k, u32 threads)
{
    u32 share = prog_share(k->module->dev, threads);
    return k->prog && share >= LEAST_REGS && k->prog->regs_per_thread > share ? share : 0;
}

struct prog *prog_for(struct emu_kernel *k, u32 threads, struct diag *d)
{
    if (!k->prog && !(k->prog = prog_build(k, 0, d)))
        return NULL;
    u32 most = emu_block_regs(k, threads);
    for (size_t i = 0; most && i < k->tight.n; i++)
        if (k->tight.at[i]->most_regs == most)
            return k->tight.at[i];
    struct prog *p = most ? prog_build(k, most, d) : k->prog;
    if (most && p)
        VEC_PUSH(&k->tight, p);
    return p;
}

/* The least number that no launch has; the last number if all are taken. */
static u32 take_seat(struct emu_device *dev)
{
    u32 n = 0;
    while (n < EMU_SEATS - 1 && dev->seats[n / 64] >> n % 64 & 1)
        n++;
    dev->seats[n / 64] |= 1ull << n % 64;
    return n;
}

/* A step that visits every CTA once, distant ones first. */
static u64 spread(u64 n)
{
    u64 step = n * 5 / 8 | 1, a = n, b = step;
    for (; step < n; a = n, b = ++step) {
        for (u64 rest; (rest = a % b) != 0; b = rest)
            a = b;
        if (b == 1)
            return step;
    }
    return 1;
}

static bool launch_init(struct launch *l, struct emu_device *dev, const struct emu_launch *in, struct diag *d)
{
    *l = (struct launch){.dev = dev,
                         .kernel = in->kernel,
                         .lanes = (u32)dev->opt.target.lanes,
                         .discard = in->discard,
                         .cluster_barrier = in->cluster_barrier,
                         .asked.depth = in->depth,
                         .sms = in->sms,
                         .dynamic_shared = in->dynamic_shared};
    for (u32 k = 0; k < 3; k++) {
        l->grid[k] = in->grid[k];
        l->block[k] = in->block[k];
    }
    if (!check_launch(l, d) || !set_cluster(l, in->cluster, d))
        return false;
    l->threads = l->block[0] * l->block[1] * l->block[2];
    struct prog *p = l->prog = prog_for(in->kernel, l->threads, d);
    if (!p)
        return false;
    if (p->epoch != dev->epoch)
        for (u32 i = 0; i < p->n_code; i++)
            p->code[i].lo = p->code[i].hi = 0;
    p->epoch = dev->epoch;
    l->n_warps = (u32)div_up(l->threads, l->lanes);
    l->n_ctas = (u64)l->grid[0] * l->grid[1] * l->grid[2];
    l->shared_bytes = p->shared_static + in->dynamic_shared;
    l->local_limit = LOCAL_LIMIT;
    u64 frames = 0;
    for (u32 i = 0; i < p->n_funcs; i++)
        frames += p->funcs[i].frame_bytes;
    l->local_stride = (u32)align_up(MIN(frames, LOCAL_LIMIT) * l->lanes, 128);
    if (p->funcs[0].frame_bytes > LOCAL_LIMIT) {
        diag_error(d, NULL, 0, 0, "kernel %s needs %u bytes of local memory a thread; the most is %u",
                   in->kernel->func->name, p->funcs[0].frame_bytes, LOCAL_LIMIT);
        return false;
    }
    if (l->shared_bytes > SHARED_LIMIT || in->dynamic_shared > SHARED_LIMIT) {
        diag_error(d, NULL, 0, 0, "kernel %s needs %u bytes of shared memory and %u dynamic ones; the most is %u",
                   in->kernel->func->name, p->shared_static, in->dynamic_shared, SHARED_LIMIT);
        return false;
    }
    l->param_bytes = in->kernel->func->param_bytes;
    l->params = xcalloc(l->param_bytes + 16, 1);
    if (in->params && l->param_bytes)
        memcpy(l->params, in->params, l->param_bytes);
    static const struct {
        u32 slice;
        u8 turns, pace;
    } orders[EMU_ORDERS] = {[EMU_FORWARD] = {SLICE, TURNS, 1}, [EMU_BACKWARD] = {509, 4, 3}, [EMU_FINE] = {61, 1, 5}};
    l->order = in->order;
    l->slice = orders[in->order].slice;
    l->turns = orders[in->order].turns;
    l->pace = orders[in->order].pace;
    l->part = p->polls || p->meets_cluster || l->cluster_ctas > 1 ? 0 : in->part;
    l->stride = spread(l->n_ctas);
    l->steps_left = dev->opt.step_limit ? dev->opt.step_limit : UINT64_MAX;
    l->out = dev->out;
    l->seat = take_seat(dev);
    return true;
}

static void launch_done(struct launch *l)
{
    native_end(l);
    park_free(l);
    nested_over(l);
    copying_free(l);
    while (l->free_ctas) {
        struct cta *c = l->free_ctas;
        l->free_ctas = c->next_free;
        cta_free(c);
    }
    stream_pool_free(&l->pool);
    free(l->params);
    l->dev->seats[l->seat / 64] &= ~(1ull << l->seat % 64);
    fflush(l->out);
}

static u64 stream_bytes(const struct cta *c)
{
    u64 n = 0;
    for (u32 i = 0; i < c->n_warps; i++)
        n += stream_written(&c->warps[i].out);
    return n;
}

static void retire(struct launch *l, struct cta *c)
{
    cluster_leave(c);
    l->counts.stream_bytes += stream_bytes(c);
    for (u32 i = 0; i < c->n_warps; i++)
        stream_free(&c->streams[i]);
    c->next_free = l->free_ctas;
    l->free_ctas = c;
}

/* A CTA that only waits for memory to change ends its chunk early: the next CTA may write what it waits for. */
static bool produce(struct cta *c)
{
    u64 start = stream_bytes(c);
    enum cta_state state = CTA_GOES_ON;
    for (u32 turn = 0; turn < TURNS && stream_bytes(c) - start < CHUNK_BYTES && !(turn && cta_stuck(c)); turn++)
        if ((state = cta_turn(c, SLICE)) != CTA_GOES_ON)
            break;
    for (u32 i = 0; i < c->n_warps; i++)
        if (c->warps[i].state != WARP_ENDED)
            stream_flush(&c->warps[i].out);
    return state != CTA_FAULT;
}

/* Their memory and blocks are used for the next CTA. */
static void retire_finished(struct emu_source *s)
{
    pthread_mutex_lock(&s->lock);
    struct cta *c = s->finished;
    s->finished = NULL;
    pthread_mutex_unlock(&s->lock);
    for (struct cta *next; c; c = next) {
        next = c->next_free;
        retire(&s->launch, c);
    }
}

static bool source_start(struct stream_source *ss, u64 index, struct stream_cta *out)
{
    struct emu_source *s = (struct emu_source *)ss;
    if (s->launch.fault.kind != EF_NONE) /* in a CTA that was started ahead */
        return false;
    retire_finished(s);
    struct cta *c = cta_new(&s->launch);
    c->sm = s->launch.sms ? out->sm : 0;
    native_poll(&s->launch);
    cta_start(c, cluster_cta(&s->launch, index)); /* CTAs of a cluster consecutively, so that they run together */
    pthread_mutex_lock(&s->lock);
    VEC_PUSH(&s->started, c);
    pthread_mutex_unlock(&s->lock);
    *out = (struct stream_cta){.index = index, .sm = out->sm, .n_warps = c->n_warps, .warps = c->streams, .state = c};
    c->known_as = out;
    return produce(c);
}

/* All warps are in loops that read the clock, which may end them: time passes, on a machine by itself.
 */
static bool waits_for_time(struct emu_source *s)
{
    struct launch *l = &s->launch;
    if (!l->timed)
        return park_pass_time(l);
    bool looks = l->clock_reads != s->idle_clocks && l->cycle - s->idle_from < LONGEST_WAIT;
    s->idle_clocks = l->clock_reads;
    return looks;
}

static bool all_stuck_in(const struct emu_source *s)
{
    for (size_t i = 0; i < s->started.n; i++)
        if (!cta_stuck(s->started.at[i]))
            return false;
    return true;
}

/* May another launch on the machine, or one of its children, write what this one waits for? */
static bool others_go_on(struct emu_source *s)
{
    u64 changes = 0;
    bool stuck = true;
    for (const struct emu_source *o = s->launch.dev->sources; o; o = o->next) {
        changes += o == s ? 0 : o->launch.changes + o->started.n + 1;
        stuck = stuck && (o == s || all_stuck_in(o));
    }
    if (changes != s->idle_others || !stuck) {
        s->idle_others = changes;
        s->idle_from = s->launch.cycle;
        return changes;
    }
    return (changes || s->launch.prog->asks) && s->launch.cycle - s->idle_from < SHARED_WAIT;
}

/* Do all started CTAs wait for memory to change, and has the machine asked so often that no new CTA will come? */
static bool endless(struct emu_source *s, struct cta *c)
{
    if (s->idle_at != s->launch.changes) {
        s->idle_at = s->launch.changes;
        s->idle_asks = 0;
        s->idle_from = s->launch.cycle;
        s->launch.yields = false;
    }
    if (s->launch.copies.under_way) /* a copy in flight may bring what it waits for */
        s->idle_asks = 0;
    if (++s->idle_asks < 4) {
        s->idle_clocks = s->launch.clock_reads;
        return false;
    }
    if (!all_stuck_in(s) || others_go_on(s))
        return false;
    bool any = false;
    s->launch.yields = true; /* for warps at gates, which continue one by one */
    for (size_t i = 0; i < s->started.n; i++)
        any |= cta_unstick(s->started.at[i]);
    u64 turns = s->launch.timed ? 64ull * s->launch.n_warps : 64;
    if (any || s->idle_asks < turns * (s->started.n + 1))
        return false;
    if (park_wait(&s->launch) || waits_for_time(s)) {
        s->idle_asks = 4;
        return false;
    }
    return !cta_fault_spin(c);
}

static bool source_more(struct stream_source *ss, struct stream_cta *sc)
{
    struct emu_source *s = (struct emu_source *)ss;
    struct cta *c = sc->state;
    if (s->launch.fault.kind != EF_NONE)
        return false;
    if (c->n_ended == c->n_warps)
        return true;
    return produce(c) && !endless(s, c);
}

static bool any_ready(const struct cta *c)
{
    for (u32 i = 0; i < c->n_warps; i++)
        if (c->warps[i].state == WARP_READY)
            return true;
    return false;
}

static bool source_perform(struct stream_source *ss, struct stream_cta *sc, u32 warp, u64 cycle, u64 nanos)
{
    struct emu_source *s = (struct emu_source *)ss;
    struct cta *c = sc->state;
    s->launch.cycle = cycle;
    s->launch.nanos = nanos;
    copying_begin(&s->launch);
    if (s->launch.fault.kind != EF_NONE || !cta_perform(c, warp, SLICE))
        return false;
    ss->n_copies = copying_begun(&s->launch, &ss->copies);
    ss->asked = s->launch.asked.fresh;
    if (c->warps[warp].state != WARP_ENDED)
        stream_flush(&c->warps[warp].out);
    return (!any_ready(c) || produce(c)) && !endless(s, c);
}

static bool source_copied(struct stream_source *ss, u64 id, u64 cycle, u64 nanos)
{
    struct emu_source *s = (struct emu_source *)ss;
    s->launch.cycle = cycle;
    s->launch.nanos = nanos;
    return s->launch.fault.kind == EF_NONE && copying_over(&s->launch, id);
}

static void source_finish(struct stream_source *ss, struct stream_cta *sc)
{
    struct emu_source *s = (struct emu_source *)ss;
    struct cta *c = sc->state;
    pthread_mutex_lock(&s->lock);
    for (size_t i = 0; i < s->started.n; i++)
        if (s->started.at[i] == c) {
            s->started.at[i] = s->started.at[--s->started.n];
            c->next_free = s->finished;
            s->finished = c;
            break;
        }
    pthread_mutex_unlock(&s->lock);
    if (!ss->ahead)
        retire_finished(s);
    sc->state = NULL;
    sc->warps = NULL;
}

static void source_opcode(struct stream_source *src, u32 pc, char to[STREAM_OPCODE])
{
    const struct uop *u = &((struct emu_source *)src)->launch.prog->code[pc];
    const struct ptx_func *f = u->func->isa->ptx;
    u32 at = pc - u->func->first;
    *to = 0;
    if (at < f->n_code)
        isa_spell(isa_names(f, &f->code[at]), &f->code[at], to);
}

static bool reads_place(const struct prog *p)
{
    for (size_t i = 0; i < p->sregs.n; i++)
        if (p->sregs.at[i].sreg == SR_SMID)
            return true;
    return false;
}

/* If CTAs depend on neither time nor place: bytes that one takes while it runs; otherwise 0. */
static u64 ahead_bytes(const struct launch *l)
{
    const struct prog *p = l->prog;
    if (p->timed || p->polls || p->asks || l->cluster_ctas > 1 || reads_place(p))
        return 0;
    return (u64)l->n_warps * (p->reg_bytes + sizeof(struct warp) + l->local_stride) + l->shared_bytes + CHUNK_BYTES;
}

/* Notes the host's memory during this launch: the table of allocations is in order of addresses. */
static void note_host_memory(struct emu_source *s)
{
    const struct emu_device *dev = s->launch.dev;
    s->host = dev->n_host ? xmalloc(dev->n_host * sizeof *s->host) : NULL;
    u32 n = 0;
    for (size_t i = 0; n < dev->n_host; i++) {
        const struct emu_alloc *a = dev->table.at[i];
        if (a->kind == EA_HOST && !a->freed)
            s->host[n++] = (struct stream_range){a->at, a->size};
    }
    s->kernel.host = s->host;
    s->kernel.n_host = n;
}

struct emu_source *emu_source_new(struct emu_device *dev, const struct emu_launch *in, struct diag *d)
{
    struct emu_source *s = xcalloc(1, sizeof *s);
    if (!launch_init(&s->launch, dev, in, d)) {
        free(s);
        return NULL;
    }
    const struct launch *l = &s->launch;
    const struct prog *p = l->prog;
    s->kernel = (struct stream_kernel){.name = l->kernel->func->name,
                                       .code = p->si,
                                       .n_code = p->n_code,
                                       .warp_lanes = l->lanes,
                                       .n_warps = l->n_warps,
                                       .n_ctas = l->n_ctas,
                                       .cluster_ctas = l->cluster_ctas,
                                       .regs_per_thread = p->regs_per_thread,
                                       .shared_bytes = l->shared_bytes,
                                       .local_bytes = p->funcs[0].frame_bytes};
    for (u32 k = 0; k < 3; k++) {
        s->kernel.grid[k] = l->grid[k];
        s->kernel.block[k] = l->block[k];
    }
    note_host_memory(s);
    const struct ptx_func *f = l->kernel->func;
    for (u32 i = 0; i < f->n_code && !s->kernel.src_file; i++)
        if (f->code[i].src_line && f->code[i].src_file < f->module->n_src_files)
            s->kernel.src_file = f->module->src_files[f->code[i].src_file];
    s->source = (struct stream_source){.kernel = &s->kernel,
                                       .start = source_start,
                                       .more = source_more,
                                       .finish = source_finish,
                                       .opcode = source_opcode};
    s->source.ahead_bytes = ahead_bytes(l);
    pthread_mutex_init(&s->lock, NULL);
    s->launch.timed = in->timed && p->timed;
    if (s->launch.timed) {
        s->source.perform = source_perform;
        s->source.copied = source_copied;
    }
    native_begin(&s->launch);
    s->next = dev->sources;
    s->back = &dev->sources;
    if (s->next)
        s->next->back = &s->next;
    dev->sources = s;
    return s;
}

struct stream_source *emu_stream_source(struct emu_source *s)
{
    return &s->source;
}
struct emu_nested *emu_source_asked(struct emu_source *s, size_t *n)
{
    return nested_take(&s->launch, n);
}

const struct emu_counts *emu_source_counts(const struct emu_source *s)
{
    return &s->launch.counts;
}
const struct emu_fault *emu_source_fault(const struct emu_source *s)
{
    return &s->launch.fault;
}

void emu_source_free(struct emu_source *s)
{
    if (!s)
        return;
    retire_finished(s);
    for (size_t i = 0; i < s->started.n; i++)
        retire(&s->launch, s->started.at[i]);
    VEC_FREE(&s->started);
    free(s->host);
    pthread_mutex_destroy(&s->lock);
    *s->back = s->next;
    if (s->next)
        s->next->back = s->back;
    launch_done(&s->launch);
    free(s);
}

struct resident {
    VEC(struct cta *) list;
    u64 all;             /* CTAs to start */
    u64 next, cap, most; /* CTAs at once: if none waits, and if they wait for CTAs that have not started */
};

/* A round of turns for each resident CTA. */
static bool run_round(struct launch *l, struct resident *r)
{
    size_t keep = 0;
    for (size_t i = 0; i < r->list.n; i++) {
        struct cta *c = r->list.at[i];
        enum cta_state state = c->asleep ? CTA_WAITS : CTA_GOES_ON;
        for (u32 turn = 0; state == CTA_GOES_ON && turn < l->turns && !(turn && cta_stuck(c)); turn++)
            state = cta_turn(c, l->slice);
        if (state == CTA_ENDED)
            retire(l, c);
        else
            r->list.at[keep++] = c;
        if (state == CTA_FAULT) {
            for (i++; i < r->list.n; i++)
                r->list.at[keep++] = r->list.at[i];
            r->list.n = keep;
            return false;
        }
    }
    r->list.n = keep;
    return true;
}

static bool all_stuck(const struct resident *r)
{
    for (size_t i = 0; i < r->list.n; i++)
        if (!cta_stuck(r->list.at[i]))
            return false;
    return r->list.n;
}

/* They may wait for CTAs that have not started: a card holds as many at once as the program relies on (a barrier of
   the whole grid), so as many are started, whatever memory they take here. False: no card holds more. */
static bool more_room(struct resident *r)
{
    if (r->next >= r->all || r->cap >= r->most)
        return false;
    r->cap = MIN(2 * r->cap, r->most);
    return true;
}

/* The number of the nth CTA to start, in the launch's order; CTAs of a cluster are consecutive. */
static u64 cta_in_order(const struct launch *l, u64 n)
{
    if (l->part)
        return (l->order == EMU_BACKWARD && l->part != EMU_PART ? l->part - 1 - n : n) * l->stride % l->n_ctas;
    u64 of = n / l->cluster_ctas, all = l->n_ctas / l->cluster_ctas;
    return l->order == EMU_BACKWARD ? (all - 1 - of) * l->cluster_ctas + n % l->cluster_ctas : n;
}

static bool run_all(struct launch *l)
{
    struct resident r = {0};
    u64 bytes =
        (u64)l->n_warps * (l->prog->reg_bytes + sizeof(struct warp) + l->local_stride) + l->shared_bytes + 4096;
    r.cap = MIN(MAX(RESIDENT_BYTES / bytes, 1), MAX_RESIDENT);
    r.most = MIN(CARD_BYTES / bytes, CARD_THREADS / (l->n_warps * l->lanes));
    r.all = l->part && l->part != EMU_PART ? MIN(l->part, l->n_ctas) : l->n_ctas;
    bool ok = true;
    while (ok && (r.next < r.all || r.list.n)) {
        if (l->part == EMU_PART && r.next >= div_up(l->n_ctas, PART) && l->counts.warp_instrs >= PART_STEPS)
            r.all = r.next; /* these are enough */
        if (r.next < r.all && r.list.n < r.cap) {
            native_poll(l);
            for (u32 k = 0; k < l->cluster_ctas; k++) { /* a cluster's CTAs all at once */
                struct cta *c = cta_new(l);
                cta_start(c, cluster_cta(l, cta_in_order(l, r.next++)));
                VEC_PUSH(&r.list, c);
            }
        } else if (all_stuck(&r) && !more_room(&r)) {
            bool any = false;
            for (size_t i = 0; i < r.list.n; i++)
                any |= cta_unstick(r.list.at[i]);
            if (!any && !park_wait(l) && !park_pass_time(l)) {
                ok = cta_fault_spin(r.list.at[0]);
                break;
            }
        }
        ok = run_round(l, &r);
    }
    for (size_t i = 0; i < r.list.n; i++)
        retire(l, r.list.at[i]);
    VEC_FREE(&r.list);
    return ok;
}

bool emu_run(struct emu_device *dev, const struct emu_launch *in, struct emu_counts *counts, struct emu_fault *fault,
             struct diag *d)
{
    struct launch l;
    struct emu_launch discard = *in;
    discard.discard = true;
    if (fault)
        *fault = (struct emu_fault){0};
    if (!launch_init(&l, dev, &discard, d))
        return false;
    l.parks = true;
    l.quiet_local = l.local_stride <= QUIET_LOCAL;
    for (u32 i = 0; i < l.prog->n_funcs; i++)
        l.quiet_local &= !l.prog->funcs[i].recursive;
    native_begin(&l);
    bool ok = run_all(&l);
    if (counts)
        *counts = l.counts;
    if (fault)
        *fault = l.fault;
    launch_done(&l);
    return ok;
}

const char *emu_kernel_op(const struct emu_kernel *k, u32 pc)
{
    return k->prog && pc < k->prog->n_code && k->prog->code[pc].in ? k->prog->code[pc].in->text : NULL;
}

bool emu_kernel_code(const struct emu_kernel *k, u32 i, struct emu_text *to)
{
    const struct prog *p = k->prog;
    if (!p || i >= p->n_code)
        return false;
    const struct ptx_func *f = p->code[i].func->f;
    const struct ptx_instr *in = p->code[i].in;
    if (i - p->code[i].func->first >= f->n_code) /* the end of a function without a return */
        return false;
    *to = (struct emu_text){.ptx_line = in->line, .src_line = in->src_line};
    isa_op_text(p->code[i].func->isa, (u32)(in - f->code), to->cost, to->text, sizeof to->text);
    return true;
}

bool emu_kernel_ptx(const struct emu_kernel *k, u32 i, struct emu_text *to)
{
    for (u32 n = 0; k->prog && n < k->prog->n_funcs; n++) {
        const struct ptx_func *f = k->prog->funcs[n].orig;
        if (i >= f->n_code) {
            i -= f->n_code;
            continue;
        }
        *to = (struct emu_text){.ptx_line = f->code[i].line, .src_line = f->code[i].src_line};
        ptx_print_instr(f, i, to->text, sizeof to->text);
        return true;
    }
    return false;
}

/* Without a machine: an estimate of a card's compiler. */
static u32 card_registers(struct emu_kernel *k, const struct prog *p)
{
    const struct isa_target *o = &k->module->dev->opt.target;
    if (!p || o->max_regs || o->want_regs || o->isa == ISA_MACHINE)
        return p ? p->regs_per_thread : k->func->pressure;
    if (!k->card_regs)
        k->card_regs = prog_card_registers(p);
    return k->card_regs;
}

struct emu_kernel_info emu_kernel_info(const struct emu_kernel *k)
{
    const struct ptx_func *f = k->func;
    struct diag d;
    diag_init(&d);
    if (!k->prog)
        ((struct emu_kernel *)k)->prog = prog_build((struct emu_kernel *)k, 0, &d);
    diag_free(&d);
    const struct prog *p = k->prog;
    u64 max = (u64)f->max_ntid[0] * MAX(f->max_ntid[1], 1) * MAX(f->max_ntid[2], 1), constant = 0;
    for (const struct ptx_var *v = f->module->vars; v; v = v->next)
        constant += v->space == PS_CONST ? v->size : 0;
    return (struct emu_kernel_info){.name = f->name,
                                    .regs = card_registers((struct emu_kernel *)k, p),
                                    .static_shared = p ? p->shared_static : (u32)f->shared_bytes,
                                    .local_bytes = p ? p->funcs[0].frame_bytes : (u32)f->local_bytes,
                                    .const_bytes = (u32)constant,
                                    .param_bytes = f->param_bytes,
                                    .n_params = f->n_params,
                                    .max_threads = max ? (u32)MIN(max, 1024) : 1024,
                                    .polls = p && p->polls,
                                    .asks = p && p->asks,
                                    .timed = p && p->timed,
                                    .func = f};
}
