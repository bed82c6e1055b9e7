/* Random machines and random programs: see random_case.h. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "gpu/record_json.h"
#include "one_sm.h"
#include "random_case.h"

#define BASE 0x400000000000ull

static u64 seed;
static u64 rng_next(u64 *g)
{
    u64 x = *g += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}
u64 rnd(u64 n)
{
    return rng_next(&seed) % n;
}

/* ---- A machine ---- */

/* What must stay small for a case to take milliseconds, or is the test's own. */
static bool fixed_or_capped(const char *key, u64 *max)
{
    static const struct {
        const char *key;
        u64 max; /* 0: not touched */
    } rules[] = {
        {"gpu.sms", 6},        {"gpu.sms_per_cluster", 3}, {"gpu.launch", 300},    {"gpu.cta_dispatch", 300},
        {"gpu.skip", 0},       {"gpu.shuffle", 0},         {"gpu.freeze", 0},      {"gpu.window", 0},
        {"gpu.watchdog", 0},   {"gpu.coherence", 0},       {"gpu.plain", 0},       {"local.shared", 0},
        {"sm.lanes", 64},      {"l1.size", 65536},         {"l2.size", 65536},     {"l2.slices", 4},
        {"const.size", 16384}, {"tex.size", 16384},        {"icache.size", 16384}, {"dram.check", 0},
        {"noc.latency", 60},   {"noc.far_latency", 60},    {"noc.credits", 300},   {"dram.fixed_latency", 300},
        {"sm.regs", 0},        {"sm.reg_unit", 0},         {"link.read_rate", 0},  {"link.write_rate", 0}};
    for (u32 i = 0; i < COUNT_OF(rules); i++)
        if (!strcmp(rules[i].key, key)) {
            *max = MIN(*max, rules[i].max);
            return !rules[i].max;
        }
    return false;
}

static u64 random_value(const struct decl_param *p, u64 now, u64 max)
{
    static const u64 clocks[] = {300, 700, 924, 1000, 1400, 1848};
    if (p->kind == DECL_CHOICE) {
        u64 n = 0;
        const char *about;
        while (p->words(n, &about))
            n++;
        return rnd(n);
    }
    if (p->kind == DECL_BOOL)
        return rnd(2);
    if (!strcmp(p->unit, "MHz"))
        return clocks[rnd(COUNT_OF(clocks))];
    if (strstr(p->unit, "cycle"))
        max = MIN(max, 400);
    if (max < p->min)
        return now;
    u64 power = 1ull << rnd(12), near = rnd(MIN(max - p->min, 40) + 1);
    switch (rnd(6)) {
    case 0: return p->min;
    case 1: return MIN(max, MAX(p->min, now / 2));
    case 2: return MIN(max, MAX(p->min, now * 2));
    case 3: return MIN(max, MAX(p->min, power));
    default: return p->min + near;
    }
}

/* The default machine, or one of those that are shipped, cut down to a few SMs and small caches. */
static const char *start_from(struct machine_config *c)
{
    static const char *const presets[] = {"wpu-bulk", "gtx480",       "c2050-s", "clustered60",
                                          "h200",     "h200-merging", "sm32nm",  "wpu-coherent"};
    const char *preset = rnd(2) ? presets[rnd(COUNT_OF(presets))] : NULL;
    struct diag d;
    diag_init(&d);
    if (!preset)
        machine_defaults(c);
    else if (!machine_load(c, preset, &d))
        diag_print(&d, stderr);
    c->gpu.sms = 4;
    c->gpu.sms_per_cluster = MIN(c->gpu.sms_per_cluster, 2);
    c->gpu.launch = MIN(c->gpu.launch, 300);
    c->mem.l2.slices = 2 * c->mem.l2.per_channel;
    c->mem.l2.size = 32768;
    if (!machine_check(c, &d))
        diag_print(&d, stderr);
    assert_int_equal(d.errors, 0);
    diag_free(&d);
    return preset;
}

/* Changes up to `n` parameters, each kept only if the machine stays one that is accepted. */
static void random_machine(struct machine_config *c, u32 n)
{
    struct decl_group g[MACHINE_MAX_GROUPS];
    u32 n_groups = machine_groups(g);
    if (!start_from(c) && rnd(4) == 0) { /* choices that only go together */
        c->sm.stall = STALL_ON_ACCESS;
        c->maws.policy = rnd(5);
        c->sched.policy = rnd(2) ? POLICY_SWITCH : c->maws.policy ? POLICY_SWF : POLICY_RR;
    }
    for (u32 i = 0; i < n; i++) {
        const struct decl_group *gr = &g[rnd(n_groups)];
        const struct decl_param *p = &gr->rows[rnd(gr->n)];
        u64 *at = (u64 *)((char *)c + gr->offset + p->offset), before = *at, max = p->max;
        char key[64];
        struct diag d;
        decl_key(gr, p, key, sizeof key);
        if (fixed_or_capped(key, &max))
            continue;
        *at = random_value(p, before, max);
        diag_init(&d);
        if (*at < p->min || *at > p->max || !machine_check(c, &d))
            *at = before;
        diag_free(&d);
    }
    if (c->mem.dram.refi < 4 * (c->mem.dram.rp + c->mem.dram.rfc + c->mem.dram.rc))
        c->mem.dram.refi = 0; /* little else would happen */
    if (align_up(c->sm.shared_reserved, c->sm.shared_unit) > c->sm.shared)
        c->sm.shared_reserved = 0; /* no kernel fits */
    struct machine_config def;
    struct gpu_options opt = {.threads = 1};
    struct diag d;
    diag_init(&d);
    struct gpu *gpu = gpu_new(c, &opt, &d); /* the memory's own rules are checked here */
    machine_defaults(&def);
    if (!gpu)
        c->mem.dram = def.mem.dram;
    gpu_free(gpu);
    diag_free(&d);
}

static void print_machine(const struct machine_config *c)
{
    struct decl_group g[MACHINE_MAX_GROUPS];
    struct machine_config def;
    machine_defaults(&def);
    for (u32 i = 0, n = machine_groups(g); i < n; i++)
        for (u32 k = 0; k < g[i].n; k++) {
            char key[64], text[64];
            u64 v = decl_get(c, &g[i], &g[i].rows[k]);
            if (v == decl_get(&def, &g[i], &g[i].rows[k]))
                continue;
            decl_key(&g[i], &g[i].rows[k], key, sizeof key);
            decl_format(&g[i].rows[k], v, text, sizeof text);
            fprintf(stderr, " --set %s=%s", key, text);
        }
    fprintf(stderr, "\n");
}

/* ---- A program ---- */

struct random_program {
    struct script_source s; /* first: the callback gets it */
    u64 seed;
    u32 segments, length, n_ops;
    bool gates; /* some instructions depend on time */
    struct stream_range host;
};

static void random_ops(struct script_source *s)
{
    static const u8 classes[] = {SI_ALU, SI_ALU, SI_MUL,  SI_FP32,    SI_FP64,
                                 SI_SFU, SI_CVT, SI_SHFL, SI_CONTROL, SI_FENCE};
    static const u8 spaces[] = {SI_GLOBAL, SI_GLOBAL, SI_GLOBAL, SI_GLOBAL, SI_SHARED, SI_LOCAL, SI_CONST, SI_TEX};
    for (u32 i = 0; i < 24; i++) {
        if (rnd(2)) {
            u32 pc =
                script_op(s, classes[rnd(COUNT_OF(classes))], rnd(4) ? (int)rnd(12) : -1, rnd(4) ? (int)rnd(12) : -1);
            if (s->code[pc].cls == SI_CONTROL)
                s->code[pc].flags = (u8)(rnd(3) ? SI_COND | (rnd(2) ? SI_BACK : 0) : 0);
            continue;
        }
        u8 space = spaces[rnd(COUNT_OF(spaces))], kind = SI_LOAD;
        if (space == SI_GLOBAL || space == SI_SHARED || space == SI_LOCAL)
            kind = (u8)(SI_LOAD + rnd(space == SI_LOCAL ? 2 : space == SI_SHARED ? 4 : 5));
        u32 pc = script_mem(s, kind, space, (int)rnd(12), rnd(2) ? (int)rnd(12) : -1, 0, 0, 0);
        s->code[pc].bytes = (u8)(kind == SI_ATOMIC || kind == SI_RED ? 4 : 1u << rnd(5));
        s->code[pc].flags = rnd(8) == 0 && space == SI_GLOBAL ? SI_SKIP_L1 : 0;
        if (kind == SI_PREFETCH)
            s->code[pc].ndst = 0;
    }
}

static u64 random_mask(u64 *g, u64 of)
{
    switch (rng_next(g) % 4) {
    case 0: return of & rng_next(g);
    case 1: return of & (0 - of);
    default: return of;
    }
}

static void random_access(u64 *g, struct script_source *s, struct stream_writer *w, u32 pc, u64 active)
{
    const struct si *si = &s->code[pc];
    u64 mask = random_mask(g, active), addr[STREAM_MAX_LANES], bytes = si->bytes;
    u64 span = si->space == SI_SHARED ? s->kernel.shared_bytes : 1ull << (9 + rng_next(g) % 7);
    u64 base = si->space == SI_SHARED ? 0 : BASE + ((u64)si->space << 24);
    for (u32 i = 0; i < STREAM_MAX_LANES; i++)
        addr[i] = base + rng_next(g) % (span / bytes) * bytes;
    if (rng_next(g) % 2)
        stream_put_mem_scattered(w, pc, active, mask, si->space, addr);
    else if (rng_next(g) % 2 && span >= 64 * bytes)
        stream_put_mem(w, pc, active, mask, si->space, base, (i64)bytes);
    else
        stream_put_mem(w, pc, active, mask, si->space, addr[0], 0);
}

/* A warp's stream is made up to the next instruction that depends on time, if there are such: what comes after it is
   drawn from the cycle in which it was issued, so that a cycle's difference shows. */
struct random_warp {
    u64 g, left; /* of the segment; NEVER: not begun */
    u32 seg;
};
struct random_cta {
    struct stream_writer writers[8];
    struct random_warp warps[8];
};

static void advance(struct random_program *p, struct stream_cta *cta, u32 warp)
{
    struct script_source *s = &p->s;
    struct random_cta *st = cta->state;
    struct stream_writer *w = &st->writers[warp];
    struct random_warp *r = &st->warps[warp];
    u64 full = lanes_mask(s->kernel.warp_lanes);
    for (; r->seg < p->segments; r->seg++, r->left = NEVER) {
        if (r->left == NEVER)
            r->left = rng_next(&r->g) % (p->length + 1);
        while (r->left) {
            u32 pc = 1 + (u32)(rng_next(&r->g) % (p->n_ops - 1));
            u64 active = random_mask(&r->g, full);
            r->left--;
            if (s->code[pc].kind)
                random_access(&r->g, s, w, pc, active);
            else
                stream_put_run(w, pc, 1, active, random_mask(&r->g, active));
            bool may = s->code[pc].cls == SI_ALU || s->code[pc].cls == SI_MEM;
            if (p->gates && may && rng_next(&r->g) % 4 == 0) {
                stream_flush(w);
                cta->warps[warp].gated = true;
                return;
            }
        }
        if (r->seg + 1 < p->segments)
            stream_put_barrier(w, 0, full, full, 0, 0);
    }
    stream_put_end(w);
}

static bool start(struct stream_source *src, u64 index, struct stream_cta *cta)
{
    struct random_program *p = (struct random_program *)src;
    struct random_cta *st = xcalloc(1, sizeof *st);
    *cta = (struct stream_cta){.index = index, .n_warps = p->s.kernel.n_warps, .state = st};
    cta->warps = xcalloc(cta->n_warps, sizeof *cta->warps);
    for (u32 i = 0; i < cta->n_warps; i++) {
        cta->warps[i].pool = &p->s.pool;
        stream_writer_init(&st->writers[i], &cta->warps[i], p->s.code, p->s.kernel.warp_lanes, false);
        st->warps[i] = (struct random_warp){.g = p->seed ^ (index * 1000003 + i * 7919 + 1), .left = NEVER};
        advance(p, cta, i);
    }
    p->s.started++;
    return true;
}

static bool more(struct stream_source *src, struct stream_cta *cta)
{
    (void)src, (void)cta; /* all that there is without perform */
    return true;
}

static bool perform(struct stream_source *src, struct stream_cta *cta, u32 warp, u64 cycle, u64 nanos)
{
    struct random_cta *st = cta->state;
    assert_true(cta->warps[warp].gated);
    cta->warps[warp].gated = false;
    st->warps[warp].g ^= cycle * 31 + nanos;
    advance((struct random_program *)src, cta, warp);
    return true;
}

static void finish(struct stream_source *src, struct stream_cta *cta)
{
    for (u32 i = 0; i < cta->n_warps; i++)
        stream_free(&cta->warps[i]);
    free(cta->warps);
    free(cta->state);
    ((struct random_program *)src)->s.finished++;
}

static void random_program(struct random_program *p, const struct machine_config *c, u64 from)
{
    u64 keep = seed;
    seed = from;
    u32 fit = (u32)MIN(c->sm.warps, c->sm.threads / c->sm.lanes);
    script_init(&p->s, 1 + rnd(10), 1 + (u32)rnd(fit < 6 ? fit : 6), (u32)c->sm.lanes);
    script_op(&p->s, SI_BARRIER, -1, -1);
    random_ops(&p->s);
    p->n_ops = p->s.kernel.n_code;
    p->segments = 1 + (u32)rnd(3);
    p->length = 2 + (u32)rnd(10);
    p->seed = rng_next(&seed);
    bool shared = align_up(1024 + c->sm.shared_reserved, c->sm.shared_unit) <= c->sm.shared;
    p->s.kernel.shared_bytes = shared ? 1024 : 0;
    p->s.kernel.regs_per_thread = 1;
    p->gates = rnd(3) == 0;
    p->host = (struct stream_range){BASE + ((u64)SI_GLOBAL << 24) + rnd(64) * 128, (1 + rnd(64)) * 128};
    p->s.kernel.host = &p->host;
    p->s.kernel.n_host = 1;
    p->s.src = (struct stream_source){
        .kernel = &p->s.kernel, .start = start, .more = more, .finish = finish, .perform = p->gates ? perform : NULL};
    for (u32 pc = 0; pc < p->n_ops; pc++)
        if (p->s.code[pc].space == SI_SHARED && !p->s.kernel.shared_bytes)
            p->s.code[pc] = (struct si){.cls = SI_ALU};
    seed = keep;
}

/* ---- Two launches, and all that they counted ---- */

/* The records, and what those who watch have seen of all launches. */
static char *all_said(json_t *records, const struct gpu *g, const struct gpu_options *opt)
{
    char *said = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&said, &n);
    struct text t = {.to = to, .indent = true};
    assert_non_null(to);
    json_dumpf(records, to, JSON_SORT_KEYS | JSON_INDENT(1));
    if (opt->sample)
        gpu_samples_write(g, &t);
    text_flush(&t);
    if (opt->timeline)
        gpu_timeline(g, to);
    if (opt->lines) {
        json_t *lines = gpu_lines_json(g);
        json_dumpf(lines, to, JSON_SORT_KEYS | JSON_INDENT(1));
        json_decref(lines);
    }
    fclose(to);
    return said;
}

char *simulate(const struct machine_config *c, u64 program, const struct gpu_options *opt, u64 *cycles)
{
    struct diag d;
    diag_init(&d);
    struct gpu *g = gpu_new(c, opt, &d);
    if (!g)
        diag_print(&d, stderr);
    assert_non_null(g);
    json_t *all = json_array();
    for (u32 i = 0; i < 2; i++) {
        static struct random_program p;
        struct gpu_record r;
        random_program(&p, c, program + i);
        enum gpu_status st = gpu_launch(g, &p.s.src, &r, &d);
        if (st == GPU_REFUSED) {
            diag_print(&d, stderr);
            print_machine(c);
        }
        assert_true(st == GPU_DONE || (opt->max_cycles && st == GPU_LIMIT));
        assert_true(st == GPU_LIMIT || p.s.finished == p.s.kernel.n_ctas);
        assert_int_equal(p.s.started, p.s.finished);
        json_array_append_new(all, gpu_record_json(&r, c, 1));
        script_free(&p.s);
    }
    char *text = all_said(all, g, opt);
    *cycles = gpu_cycles(g);
    gpu_free(g);
    diag_free(&d);
    json_decref(all);
    return text;
}

void compare(u64 n, const struct machine_config *c, const char *what, const char *want, char *got)
{
    if (strcmp(want, got)) {
        size_t i = 0;
        while (want[i] == got[i])
            i++;
        while (i && want[i] != '\n')
            i--;
        fprintf(stderr, "case %llu, %s:\n%.80s\nand\n%.80s\n", (unsigned long long)n, what, want + i, got + i);
        print_machine(c);
        fail_msg("case %llu: %s change the result", (unsigned long long)n, what);
    }
    free(got);
}

static struct machine_config shown;
static u64 shown_case;
static void on_abort(int sig) /* a BUG says which case it was */
{
    (void)sig;
    fprintf(stderr, "case %llu:", (unsigned long long)shown_case);
    print_machine(&shown);
}

u64 begin_case(u64 n, struct machine_config *c)
{
    seed = n;
    seed = rng_next(&seed) ^ n << 32; /* neighbours have nothing in common */
    random_machine(c, (u32)rnd(120));
    shown = *c;
    shown_case = n;
    return rng_next(&seed);
}

void all_cases(u64 n, void (*one_case)(u64 n))
{
    unsigned long long from = 0, count = n;
    const char *range = getenv("SLUICE_RANDOM");
    signal(SIGABRT, on_abort);
    if (range)
        assert_int_equal(sscanf(range, "%llu,%llu", &from, &count), 2);
    for (u64 i = from; i < from + count; i++)
        one_case(i);
}
