/* The runs of a sweep: named, looked up, recorded where a recording will do, and executed here or elsewhere. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/child.h"
#include "cli/key.h"
#include "cli/replay.h"
#include "cli/sweep.h"
#include "out/out.h"

#define RECORD_FROM 3 /* as many runs of a program make a recording worth its while */

static struct sweep_program *program_of(const struct sweep *s, const struct runs_run *r)
{
    for (u32 i = 0; i < s->axes[0].values.n; i++)
        if (!strcmp(s->programs[i].label, r->workload))
            return &s->programs[i];
    return NULL;
}

static bool identify(void *user, const struct runs_run *r, const char *size, struct hash *h, struct hash *machine,
                     struct diag *d)
{
    struct sweep *s = user;
    (void)size;
    hash_text(h, program_of(s, r)->hash);
    hash_text(h, s->kernels ? s->kernels : "");
    hash_text(h, s->launches ? s->launches : "");
    *machine = s->machines[r - s->plan.runs];
    (void)d;
    return true;
}

static const struct machine_config *base_of(struct sweep *s, const char *name, struct diag *d)
{
    for (size_t i = 0; i < s->bases.n; i++)
        if (!strcmp(s->bases.at[i]->name, name))
            return &s->bases.at[i]->config;
    struct sweep_base *new = ARENA_NEW(&s->arena, struct sweep_base);
    new->name = name;
    if (!machine_load(&new->config, name, d))
        return NULL;
    VEC_PUSH(&s->bases, new);
    return &new->config;
}

bool sweep_machine(struct sweep *s, struct machine_config *c, const struct runs_run *r, struct diag *d)
{
    const struct machine_config *base = base_of(s, r->machine, d);
    if (base)
        *c = *base;
    bool ok = base;
    for (u32 i = 0; ok && i < r->sets.n; i++)
        ok = machine_set(c, r->sets.at[i], d);
    return ok;
}

/* What a machine's kernels are compiled for. Two with the same execute the same instructions. */
static const char *target_of(struct sweep *s, const struct machine_config *c)
{
    struct isa_target t = isa_target_of(c);
    char text[ISA_TARGET_TEXT];
    isa_target_text(&t, text);
    return arena_strdup(&s->arena, text);
}

static bool open_trace(struct sweep_recording *r, struct diag *d)
{
    if (!r->opened)
        r->opened = trace_open(r->trace, d);
    return r->opened != NULL;
}

/* Names and values that do not exist refuse the sweep; values that do not go together refuse their combinations. */
static bool check(struct sweep *s, struct diag *d)
{
    s->targets = ARENA_ARRAY(&s->arena, const char *, s->plan.n);
    s->machines = ARENA_ARRAY(&s->arena, struct hash, s->plan.n);
    s->by_room = ARENA_ARRAY(&s->arena, bool, s->plan.n);
    for (u32 i = 0; i < s->axes[0].values.n; i++)
        if (s->programs[i].kind == SWEEP_TRACE && !open_trace(&s->programs[i].recordings.at[0], d))
            return false;
    for (u32 i = 0; i < s->plan.n; i++) {
        struct runs_run *r = &s->plan.runs[i];
        struct machine_config c;
        struct diag own;
        if (!sweep_machine(s, &c, r, d))
            return false;
        json_t *j = gpu_machine_json(&c);
        hash_init(&s->machines[i]);
        key_machine_of(&s->machines[i], j);
        json_decref(j);
        diag_init(&own);
        const struct sweep_program *p = program_of(s, r);
        const struct sweep_recording *given = p->kind == SWEEP_TRACE ? &p->recordings.at[0] : NULL;
        if (!machine_check(&c, &own) || (given && !replay_fits(given->opened, given->trace, &c, &own))) {
            r->refused = true;
            r->state = RUNS_FAILED;
            r->why = arena_strdup(&s->arena, own.first ? own.first->text : "such a machine cannot be");
        }
        s->targets[i] = target_of(s, &c);
        s->by_room[i] = sweep_by_room(&c);
        diag_free(&own);
    }
    return true;
}

/* The recording that a run replays; NULL: none. */
static struct sweep_recording *recording_of(const struct sweep *s, const struct runs_run *r)
{
    struct sweep_program *p = program_of(s, r);
    for (size_t i = 0; i < p->recordings.n; i++) {
        struct sweep_recording *c = &p->recordings.at[i];
        if (!c->target || !strcmp(c->target, s->targets[r - s->plan.runs]))
            return c;
    }
    return NULL;
}

/* A recording is what it was when it was made. */
static const char *changed(void *user, const struct runs_run *r)
{
    return recording_of(user, r) ? NULL : sweep_changed(user, r);
}

const char **sweep_command(struct sweep *s, struct arena *a, const struct runs_run *r, const char *out)
{
    const struct sweep_program *p = program_of(s, r);
    const struct sweep_recording *replay = recording_of(s, r);
    u32 n = 0, words = 0;
    while (p->argv && p->argv[words])
        words++;
    const char **v = ARENA_ARRAY(a, const char *, 24 + 2 * r->sets.n + words);
    v[n++] = s->self;
    v[n++] = replay ? "trace" : "run";
    v[n++] = "--quiet";
    v[n++] = "--json";
    v[n++] = out;
    v[n++] = "--machine";
    v[n++] = r->machine;
    for (u32 i = 0; i < r->sets.n; i++) {
        v[n++] = "--set";
        v[n++] = r->sets.at[i];
    }
    if (replay && replay->of) {
        v[n++] = "--program";
        v[n++] = replay->of;
    }
    const char *more[][2] = {{"--size", replay || p->kind != SWEEP_WORKLOAD ? NULL : s->size},
                             {"--kernels", s->kernels},
                             {"--launches", s->launches}};
    for (size_t i = 0; i < COUNT_OF(more); i++)
        if (more[i][1]) {
            v[n++] = more[i][0];
            v[n++] = more[i][1];
        }
    if (replay) {
        v[n++] = replay->trace;
    } else if (p->kind == SWEEP_WORKLOAD) {
        v[n++] = p->label;
    } else {
        if (p->kind == SWEEP_PROGRAM)
            v[n++] = "--";
        for (u32 i = 0; i < words; i++)
            v[n++] = p->argv[i];
    }
    v[n] = NULL;
    return v;
}

static const char **command(void *user, struct arena *a, const struct runs_run *r, const char *size, const char *out)
{
    (void)size;
    return sweep_command(user, a, r, out);
}

static void write_text(const void *text, struct text *to)
{
    text_put(to, text, strlen(text));
}

/* Records are long, and so are machines: what one of them leaves stays for the next. */
static void keep_pages(void)
{
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

/* In a worker: a replay, without a process of its own. */
static int perform(void *user, const struct runs_run *r, FILE *out)
{
    struct sweep *s = user;
    const struct sweep_recording *p = recording_of(s, r);
    struct machine_config c;
    struct diag d;
    if (!p || !p->opened)
        return -1;
    keep_pages();
    trace_keep(p->opened, 64 << 20);
    diag_init(&d);
    struct gpu_options opt = {.threads = 1};
    struct gpu_rows rows = {0};
    struct gpu_launches launches = {&rows, &c, &s->forms};
    struct gpu_sms sms = {.forms = &s->forms};
    struct out_aside units = {.key = "units", .write = write_text, .what = s->units},
                     each = {.key = "sms", .write = gpu_sms_write, .what = &sms, .next = &units},
                     all = {.key = "launches", .write = gpu_launches_write, .what = &launches, .next = &each},
                     kernels = {.key = "kernels", .write = gpu_kernels_write, .what = &launches, .next = &all},
                     aside = {.key = "total", .write = gpu_total_write, .what = &launches, .next = &kernels};
    json_t *doc = sweep_machine(s, &c, r, &d)
                      ? replay_head(p->opened, &c, &opt, json_incref(p->program), &rows, &sms, &d)
                      : NULL;
    int rc = !doc || d.errors ? EXIT_USER : EXIT_DONE;
    if (!rc)
        out_dump(doc, &aside, false, out);
    gpu_rows_free(&rows);
    VEC_FREE(&sms.v);
    json_decref(doc);
    diag_print(&d, stderr);
    diag_free(&d);
    return rc;
}

/* The units of a record's numbers as text, which is the same in all records. */
static const char *units_text(struct arena *a)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    json_t *units = gpu_units_json();
    ENSURE(f);
    out_dump(units, NULL, false, f);
    fclose(f);
    json_decref(units);
    const char *kept = arena_strdup(a, text);
    free(text);
    return kept;
}

static void open_traces(struct sweep *s)
{
    s->units = units_text(&s->arena);
    for (u32 i = 0; i < s->axes[0].values.n; i++)
        for (size_t k = 0; k < s->programs[i].recordings.n; k++) {
            struct sweep_recording *r = &s->programs[i].recordings.at[k];
            struct diag d; /* the run itself says what is wrong with it */
            diag_init(&d);
            if (open_trace(r, &d) && !r->program)
                r->program = replay_program(r->trace, r->of);
            diag_free(&d);
        }
}

static json_t *execute_once(struct sweep *s, const struct sweep_program *p, const struct runs_run *r,
                            const struct sweep_recording *to)
{
    VEC(const char *) v = {0};
    const char *head[] = {s->self, "run", "--quiet", "--trace", to->trace, "--json", to->of, "--machine", r->machine};
    for (size_t i = 0; i < COUNT_OF(head); i++)
        VEC_PUSH(&v, head[i]);
    for (u32 i = 0; i < r->sets.n; i++) {
        VEC_PUSH(&v, "--set");
        VEC_PUSH(&v, r->sets.at[i]);
    }
    VEC_PUSH(&v, p->kind == SWEEP_WORKLOAD ? "--size" : "--");
    if (p->kind == SWEEP_WORKLOAD) {
        VEC_PUSH(&v, s->size);
        VEC_PUSH(&v, p->label);
    }
    for (u32 i = 0; p->kind != SWEEP_WORKLOAD && p->argv[i]; i++)
        VEC_PUSH(&v, p->argv[i]);
    VEC_PUSH(&v, NULL);
    json_t *doc = sweep_quietly(v.at) ? json_load_file(to->of, 0, NULL) : NULL;
    VEC_FREE(&v);
    return doc;
}

/* The program once, compiled for the run's machine, into a trace; true if a replay gives what the program would. */
static bool record(struct sweep *s, struct sweep_program *p, const struct runs_run *r)
{
    struct arena *a = &s->arena;
    struct sweep_recording new = {.target = s->targets[r - s->plan.runs]};
    struct hash h;
    char dir[4096], name[HASH_HEX];
    if (!realpath(s->out, dir))
        return false;
    hash_init(&h);
    hash_text(&h, p->hash);
    isa_target_hash(new.target, &h);
    hash_text(&h, out_version());
    hash_hex(&h, name);
    new.of = arena_printf(a, "%s/sweep/%.16s.json", dir, name);
    new.trace = arena_printf(a, "%s/sweep/%.16s.trace", dir, name);
    json_t *doc = access(new.trace, R_OK) == 0 ? json_load_file(new.of, 0, NULL) : NULL;
    if (!doc)
        doc = execute_once(s, p, r, &new);
    const char *other = sweep_changed(s, r);
    bool ok = doc && json_is_true(out_value(doc, "trace.replays")) && !other;
    if (ok) {
        VEC_PUSH(&p->recordings, new);
    } else {
        p->why = other ? other
                 : doc ? arena_strdup(a, out_text(doc, "trace.why"))
                       : "the program could not be recorded";
        unlink(new.trace);
    }
    json_decref(doc);
    return ok;
}

/* Recordings of a program, one for each target that enough of its runs share. */
static void record_program(struct sweep *s, struct sweep_program *p)
{
    bool enough = false;
    for (u32 i = 0; i < s->plan.n && !p->why; i++) {
        const struct runs_run *r = &s->plan.runs[i];
        u32 alike = 0;
        if (r->state != RUNS_WAITING || program_of(s, r) != p || recording_of(s, r))
            continue;
        for (u32 k = i; k < s->plan.n; k++)
            alike += s->plan.runs[k].state == RUNS_WAITING && program_of(s, &s->plan.runs[k]) == p &&
                     !strcmp(s->targets[k], s->targets[i]);
        if (alike < RECORD_FROM)
            continue;
        enough = true;
        record(s, p, r);
    }
    if (s->quiet || !enough)
        return;
    if (p->why)
        fprintf(stderr, "%s: executed in every run: %s\n", p->label, p->why);
    else if (p->recordings.n == 1)
        fprintf(stderr, "%s: executed once; its recording is replayed\n", p->label);
    else
        fprintf(stderr, "%s: executed once for each of %zu kinds of machine; its recordings are replayed\n", p->label,
                p->recordings.n);
}

static void record_programs(struct sweep *s)
{
    for (u32 i = 0; i < s->axes[0].values.n; i++)
        if (s->programs[i].kind != SWEEP_TRACE && !s->live && !s->kernels && !s->launches)
            record_program(s, &s->programs[i]);
}

const char *sweep_record_path(struct sweep *s, const struct runs_run *r)
{
    return arena_printf(&s->arena, "%s/sweep/%s.json", s->out, r->key);
}

u32 sweep_gather(struct sweep *s, struct diag *d)
{
    u32 n = 0;
    for (u32 i = 0; i < s->plan.n; i++) {
        struct runs_run *r = &s->plan.runs[i];
        if (r->state != RUNS_WAITING)
            continue;
        const char *path = sweep_record_path(s, r);
        json_t *doc = json_load_file(path, 0, NULL);
        if (!doc)
            continue;
        double seconds = out_number(doc, "host.seconds");
        i64 rss = (i64)out_number(doc, "host.peak_rss_bytes") / 1024;
        runs_record_trim(doc, true);
        char *text = json_dumps(doc, JSON_COMPACT);
        struct runs_result result = {.key = r->key,
                                     .workload = r->workload,
                                     .size = s->size,
                                     .machine = r->machine,
                                     .sets = r->sets_text,
                                     .version = s->how.version,
                                     .subject = r->subject,
                                     .record = text,
                                     .seconds = seconds,
                                     .rss_kb = rss};
        if (runs_store_put(s->db, &result, d)) {
            r->record = doc;
            r->state = RUNS_DONE;
            unlink(path);
            n++;
        } else {
            json_decref(doc);
        }
        free(text);
    }
    return n;
}

static u32 count(const struct sweep *s, u8 state)
{
    u32 n = 0;
    for (u32 i = 0; i < s->plan.n; i++)
        n += s->plan.runs[i].state == state;
    return n;
}

static int print_list(struct sweep *s)
{
    for (u32 i = 0; i < s->plan.n; i++)
        if (s->plan.runs[i].state == RUNS_WAITING) {
            char out[4096];
            if (!realpath(s->out, out))
                return EXIT_USER;
            child_write(sweep_command(s, &s->arena, &s->plan.runs[i],
                                      arena_printf(&s->arena, "%s/sweep/%s.json", out, s->plan.runs[i].key)),
                        stdout);
        }
    return EXIT_DONE;
}

int sweep_run(struct sweep *s, struct diag *d)
{
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    s->self = arena_strdup(&s->arena, self);
    mkdir(arena_printf(&s->arena, "%s/sweep", s->out), 0777);
    s->how = (struct runs_runner){.user = s,
                                  .version = out_version(),
                                  .workers = s->jobs,
                                  .show_progress = !s->quiet,
                                  .dry = true,
                                  .full = true,
                                  .totals = !s->by_kernel && !s->compare,
                                  .folder = s->out,
                                  .identify = identify,
                                  .changed = changed,
                                  .command = command,
                                  .perform = s->live ? NULL : perform,
                                  .follows = s->live ? NULL : sweep_follows,
                                  .rename = sweep_rename};
    if (!check(s, d) || !sweep_name(s, d))
        return EXIT_USER;
    u32 refused = count(s, RUNS_FAILED);
    if (refused == s->plan.n) {
        sweep_refusals(s, stderr);
        return EXIT_USER;
    }
    if (!runs_plan_execute(&s->plan, s->db, &s->how, d))
        return EXIT_USER;
    u32 stored = count(s, RUNS_DONE), gathered = sweep_gather(s, d), todo = count(s, RUNS_WAITING);
    if (!s->quiet)
        fprintf(stderr, "%u %s%s%s: %u stored, %u gathered, %u to simulate%s\n", s->plan.n,
                s->jitter ? "run" : "configuration", s->plan.n == 1 ? "" : "s",
                s->jitter ? arena_printf(&s->arena, " (%u seeds a configuration)", s->jitter) : "", stored, gathered,
                todo, refused ? arena_printf(&s->arena, ", %u refused", refused) : "");
    if (s->dry || !todo)
        return d->errors ? EXIT_USER : EXIT_DONE;
    record_programs(s);
    if (s->place == SWEEP_LIST)
        return print_list(s);
    if (s->place == SWEEP_SLURM)
        return sweep_slurm(s, d);
    s->how.dry = false;
    for (u32 i = 0; i < s->plan.n; i++) { /* looked up again below */
        json_decref(s->plan.runs[i].record);
        s->plan.runs[i].record = NULL;
        *s->plan.runs[i].key = 0;
    }
    open_traces(s);
    keep_pages();
    bool ok = runs_plan_execute(&s->plan, s->db, &s->how, d);
    u32 implied = 0;
    for (u32 i = 0; i < s->plan.n; i++)
        implied += s->plan.runs[i].implied;
    if (implied && !s->quiet)
        fprintf(stderr, "%u more follow from these: a limit that was never met gives the same when it is larger\n",
                implied);
    return ok ? EXIT_DONE : EXIT_USER;
}
