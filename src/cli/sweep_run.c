/* The runs of a sweep: named, looked up, recorded where a recording will do, and executed here or elsewhere. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/key.h"
#include "cli/sweep.h"
#include "gpu/config.h"
#include "out/out.h"

#define RECORD_FROM 3 /* as many runs of a program make a recording worth its while */

static struct sweep_program *program_of(const struct sweep *s, const struct paper_run *r)
{
    for (u32 i = 0; i < s->axes[0].values.n; i++)
        if (!strcmp(s->programs[i].label, r->workload))
            return &s->programs[i];
    return NULL;
}

static bool identify(void *user, const struct paper_run *r, const char *size, struct hash *h, struct diag *d)
{
    struct sweep *s = user;
    (void)size;
    hash_text(h, program_of(s, r)->hash);
    hash_text(h, s->kernels ? s->kernels : "");
    hash_text(h, s->launches ? s->launches : "");
    return key_machine(h, r->machine, r->sets.at, r->sets.n, d);
}

/* Would the program execute the same instructions on this machine as without one? Warps of 32 lanes, PTX as it
   stands, and registers enough for what the recording took. */
static bool like_recorded(const struct sweep_program *p, const struct paper_run *r)
{
    struct machine_config c;
    struct diag d;
    diag_init(&d);
    bool ok = machine_load(&c, r->machine, &d);
    for (u32 i = 0; ok && i < r->sets.n; i++)
        ok = machine_set(&c, r->sets.at[i], &d);
    diag_free(&d);
    return ok && c.sm.lanes == 32 && c.sm.isa != ISA_MACHINE && !c.sm.regs_per_thread &&
           p->registers <= c.sm.max_regs;
}

const char **sweep_command(struct sweep *s, struct arena *a, const struct paper_run *r, const char *out)
{
    const struct sweep_program *p = program_of(s, r);
    bool replay = p->kind == SWEEP_TRACE || (p->trace && like_recorded(p, r));
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
    if (replay && p->of) {
        v[n++] = "--program";
        v[n++] = p->of;
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
        v[n++] = p->trace;
    } else if (p->kind == SWEEP_WORKLOAD) {
        v[n++] = p->label;
    } else {
        v[n++] = "--";
        for (u32 i = 0; i < words; i++)
            v[n++] = p->argv[i];
    }
    v[n] = NULL;
    return v;
}

static const char **command(void *user, struct arena *a, const struct paper_run *r, const char *size, const char *out)
{
    (void)size;
    return sweep_command(user, a, r, out);
}

void sweep_write_command(const char *const *argv, FILE *to)
{
    for (u32 i = 0; argv[i]; i++) {
        if (i)
            fputc(' ', to);
        if (argv[i][strspn(argv[i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%")] ==
                0 &&
            *argv[i]) {
            fputs(argv[i], to);
            continue;
        }
        fputc('\'', to);
        for (const char *c = argv[i]; *c; c++)
            if (*c == '\'')
                fputs("'\\''", to);
            else
                fputc(*c, to);
        fputc('\'', to);
    }
    fputc('\n', to);
}

/* The program once, without a machine, into a trace; true if a replay gives what the program would. */
static bool record(struct sweep *s, struct sweep_program *p)
{
    struct arena *a = &s->arena;
    char dir[4096];
    if (!realpath(s->out, dir))
        return false;
    p->of = arena_printf(a, "%s/sweep/%.16s.json", dir, p->hash);
    const char *trace = arena_printf(a, "%s/sweep/%.16s.trace", dir, p->hash);
    json_t *doc = access(trace, R_OK) == 0 ? json_load_file(p->of, 0, NULL) : NULL;
    if (!doc) {
        const char *argv[64] = {s->self, "run", "--quiet", "--trace", trace, "--json", p->of};
        u32 n = 7;
        if (p->kind == SWEEP_WORKLOAD) {
            argv[n++] = "--size";
            argv[n++] = s->size;
            argv[n++] = p->label;
        } else {
            argv[n++] = "--";
            for (u32 i = 0; p->argv[i] && n < COUNT_OF(argv) - 1; i++)
                argv[n++] = p->argv[i];
        }
        fflush(NULL);
        pid_t pid = fork();
        if (pid == 0) {
            if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
                _exit(127);
            execv(argv[0], (char *const *)argv);
            _exit(127);
        }
        int status = 0;
        while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
        bool done = pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
        doc = done ? json_load_file(p->of, 0, NULL) : NULL;
    }
    bool ok = doc && json_is_true(out_value(doc, "trace.replays"));
    const json_t *k;
    size_t at;
    json_array_foreach(json_object_get(doc, "kernels"), at, k) p->registers =
        MAX(p->registers, (u32)out_number(k, "registers"));
    if (ok)
        p->trace = trace;
    else
        p->why = doc ? arena_strdup(a, out_text(doc, "trace.why")) : "the program could not be recorded";
    if (!ok)
        unlink(trace);
    json_decref(doc);
    return ok;
}

static void record_programs(struct sweep *s)
{
    for (u32 i = 0; i < s->axes[0].values.n; i++) {
        struct sweep_program *p = &s->programs[i];
        u32 waiting = 0;
        for (u32 k = 0; k < s->plan.n; k++)
            if (s->plan.runs[k].state == PAPER_WAITING && program_of(s, &s->plan.runs[k]) == p)
                waiting += like_recorded(p, &s->plan.runs[k]);
        if (p->kind == SWEEP_TRACE || waiting < RECORD_FROM || s->live || s->kernels || s->launches)
            continue;
        bool ok = record(s, p);
        if (!s->quiet)
            fprintf(stderr, "%s: %s%s\n", p->label,
                    ok ? "executed once; its recording is replayed" : "executed in every run: ", ok ? "" : p->why);
    }
}

const char *sweep_record_path(struct sweep *s, const struct paper_run *r)
{
    return arena_printf(&s->arena, "%s/sweep/%s.json", s->out, r->key);
}

u32 sweep_gather(struct sweep *s, struct diag *d)
{
    u32 n = 0;
    for (u32 i = 0; i < s->plan.n; i++) {
        struct paper_run *r = &s->plan.runs[i];
        if (r->state != PAPER_WAITING)
            continue;
        const char *path = sweep_record_path(s, r);
        json_t *doc = json_load_file(path, 0, NULL);
        if (!doc)
            continue;
        double seconds = out_number(doc, "host.seconds");
        i64 rss = (i64)out_number(doc, "host.peak_rss_bytes") / 1024;
        json_object_del(doc, "host");
        char *text = json_dumps(doc, JSON_COMPACT);
        struct paper_result result = {.key = r->key,
                                      .workload = r->workload,
                                      .size = s->size,
                                      .machine = r->machine,
                                      .sets = r->sets_text,
                                      .version = s->how.version,
                                      .record = text,
                                      .seconds = seconds,
                                      .rss_kb = rss};
        if (paper_store_put(s->db, &result, d)) {
            r->record = doc;
            r->state = PAPER_DONE;
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
        if (s->plan.runs[i].state == PAPER_WAITING) {
            char out[4096];
            if (!realpath(s->out, out))
                return EXIT_USER;
            sweep_write_command(sweep_command(s, &s->arena, &s->plan.runs[i],
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
    s->how = (struct paper_runner){.user = s,
                                   .version = out_version(),
                                   .workers = s->jobs,
                                   .show_progress = !s->quiet,
                                   .dry = true,
                                   .keep_kernels = true,
                                   .folder = s->out,
                                   .identify = identify,
                                   .command = command};
    if (!paper_plan_execute(&s->plan, s->db, &s->how, d))
        return EXIT_USER;
    u32 stored = count(s, PAPER_DONE), gathered = sweep_gather(s, d), todo = count(s, PAPER_WAITING);
    if (!s->quiet)
        fprintf(stderr, "%u configurations: %u stored, %u gathered, %u to simulate\n", s->plan.n, stored, gathered,
                todo);
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
    }
    return paper_plan_execute(&s->plan, s->db, &s->how, d) ? EXIT_DONE : EXIT_USER;
}
