/* sluice sweep: a program under many configurations, each simulated once. */
#include "cli/sweep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/compare.h"
#include "cli/key.h"
#include "cli/keys.h"
#include "decl/decl.h"
#include "out/out.h"

extern const struct cli_command cmd_sweep;

enum {
    O_MACHINE,
    O_SET,
    O_ZIP,
    O_METRIC,
    O_PARETO,
    O_SIZE,
    O_KERNELS,
    O_LAUNCHES,
    O_JITTER,
    O_JOBS,
    O_ON,
    O_SBATCH,
    O_STORE,
    O_OUT,
    O_CSV,
    O_HTML,
    O_LIVE,
    O_DRY,
    O_QUIET,
    O_COMPARE
};
static const struct cli_option options[] = {
    [O_MACHINE] = {"machine", 'm', "A,B", "machines; several are swept over"},
    [O_SET] = {"set", 0, "KEY=V1,V2", "values of a parameter; may be repeated: all combinations"},
    [O_ZIP] = {"zip", 0, NULL, "walk the lists side by side instead: first with first, second with second"},
    [O_METRIC] = {"metric", 0, "A,B", "what to show: keys of the record (sluice list record); ipc is warp_ipc"},
    [O_PARETO] = {"pareto", 0, "A,B", "two metrics to set against each other on the page (cycles,energy_joules)"},
    [O_SIZE] = {"size", 0, "small|paper|suite", "a workload's input (default small)"},
    [O_KERNELS] = {"kernels", 0, "LIST", "launches to time, as for sluice run"},
    [O_LAUNCHES] = {"launches", 0, "N", "time the first N launches of each kernel"},
    [O_JITTER] = {"jitter", 0, "N",
                  "run each configuration under N seeds of gpu.jitter: means with their spread, and what is chance"},
    [O_JOBS] = {"jobs", 'j', "N", "simulations at a time (all cores)"},
    [O_ON] = {"on", 0, "here|slurm|list",
              "where: this machine, a Slurm job array, or print the commands (run them, then sweep again)"},
    [O_SBATCH] = {"sbatch", 0, "OPTION",
                  "slurm: one more option for sbatch, such as --partition=NAME; may be repeated"},
    [O_STORE] = {"store", 0, "FILE", "where results are kept (OUT/results.db)"},
    [O_OUT] = {"out", 'o', "FOLDER", "where the store, the page and what runs leave go (out)"},
    [O_CSV] = {"csv", 0, "FILE", "write the table there; a column a parameter and a metric"},
    [O_HTML] = {"html", 0, "FILE", "the page with plots (OUT/sweep-NAME.html; OUT/sweep.html lists them)"},
    [O_LIVE] =
        {"live", 0, NULL,
         "execute the program and simulate in every run, even where a recording would do or the result follows"},
    [O_DRY] = {"dry-run", 'n', NULL, "only say how many runs there are and how many are stored"},
    [O_QUIET] = {"quiet", 'q', NULL, "no progress"},
    [O_COMPARE] = {"compare", 0, NULL, NULL}, /* sluice compare, of runs */
};

static const struct sweep_axis *axis_named(const struct sweep *s, const char *name)
{
    for (u32 i = 0; i < s->n_axes; i++)
        if (!strcmp(s->axes[i].name, name))
            return &s->axes[i];
    return NULL;
}

/* "a,b,c" into the axis; false: an empty value. */
static bool add_values(struct sweep *s, struct sweep_axis *a, const char *list)
{
    for (const char *p = list;; p++) {
        size_t n = strcspn(p, ",");
        if (!n)
            return false;
        VEC_PUSH(&a->values, arena_strndup(&s->arena, p, n));
        p += n;
        if (!*p)
            break;
    }
    a->numbers = ARENA_ARRAY(&s->arena, double, a->values.n);
    a->numeric = a->values.n > 1;
    for (size_t i = 0; i < a->values.n; i++) {
        u64 v = 0;
        a->numeric &= decl_number(a->values.at[i], &v);
        a->numbers[i] = (double)v;
    }
    return true;
}

int sweep_add_set(struct sweep *s, const char *pair)
{
    const char *eq = strchr(pair, '=');
    if (!eq || eq == pair)
        return cli_wrong(&cmd_sweep, "--set %s: expected KEY=V1,V2", pair);
    const char *key = arena_strndup(&s->arena, pair, (size_t)(eq - pair));
    if (axis_named(s, key))
        return cli_wrong(&cmd_sweep, "--set %s: %s is swept over already", pair, key);
    struct sweep_axis *a = &s->axes[s->n_axes++];
    a->name = key;
    return add_values(s, a, eq + 1) ? 0 : cli_wrong(&cmd_sweep, "--set %s: a value is empty", pair);
}

static int add_metrics(struct sweep *s, const char *list)
{
    char *copy = arena_strdup(&s->arena, list);
    for (char *m = strtok(copy, ","); m; m = strtok(NULL, ","))
        VEC_PUSH(&s->metrics, !strcmp(m, "ipc") ? "warp_ipc" : m);
    return 0;
}

static int take_pareto(struct sweep *s, const char *v)
{
    char *copy = arena_strdup(&s->arena, v), *second = strchr(copy, ',');
    if (!second || strchr(second + 1, ','))
        return cli_wrong(&cmd_sweep, "--pareto %s: expected two metrics: cycles,energy_joules", v);
    *second++ = 0;
    const char *two[2] = {copy, second};
    for (u32 i = 0; i < 2; i++) {
        s->pareto[i] = !strcmp(two[i], "ipc") ? "warp_ipc" : two[i];
        if (!keys_is_statistic(s->pareto[i])) {
            const char *near = keys_nearest_statistic(&s->arena, s->pareto[i]);
            return cli_wrong(&cmd_sweep, "--pareto %s: no such statistic%s%s%s (sluice list record)", s->pareto[i],
                             near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        }
    }
    return 0;
}

static int option(struct sweep *s, int o, const char *v)
{
    u64 n;
    switch (o) {
    case O_MACHINE:
        return add_values(s, &s->axes[1], v) ? 0 : cli_wrong(&cmd_sweep, "--machine %s: a name is empty", v);
    case O_SET: return sweep_add_set(s, v);
    case O_ZIP: s->zip = true; break;
    case O_METRIC: return add_metrics(s, v);
    case O_PARETO: return take_pareto(s, v);
    case O_SIZE:
        s->size = v;
        return !workload_size_known(v) ? cli_wrong(&cmd_sweep, "--size %s: expected small, paper or suite", v) : 0;
    case O_KERNELS: s->kernels = v; break;
    case O_LAUNCHES: s->launches = v; return cli_count(&cmd_sweep, "launches", v, UINT32_MAX, &n) ? 0 : EXIT_USER;
    case O_JITTER:
        if (!cli_count(&cmd_sweep, "jitter", v, 1000, &n))
            return EXIT_USER;
        s->jitter = (u32)n;
        return n < 2 ? cli_wrong(&cmd_sweep, "--jitter %s: expected 2 runs or more", v) : 0;
    case O_JOBS:
        if (!cli_count(&cmd_sweep, "jobs", v, 4096, &n))
            return EXIT_USER;
        s->jobs = (u32)n;
        break;
    case O_ON:
        s->place = !strcmp(v, "slurm") ? SWEEP_SLURM : !strcmp(v, "list") ? SWEEP_LIST : SWEEP_HERE;
        return s->place || !strcmp(v, "here") ? 0 : cli_wrong(&cmd_sweep, "--on %s: expected here, slurm or list", v);
    case O_SBATCH: VEC_PUSH(&s->slurm, v); break;
    case O_STORE: s->store = v; break;
    case O_OUT: s->out = v; break;
    case O_CSV: s->csv = v; break;
    case O_HTML: s->html = v; break;
    case O_LIVE: s->live = true; break;
    case O_DRY: s->dry = true; break;
    case O_COMPARE: s->compare = true; break;
    default: s->quiet = true; break;
    }
    return 0;
}

static bool has_suffix(const char *s, const char *suffix)
{
    size_t n = strlen(s), k = strlen(suffix);
    return n > k && !strcmp(s + n - k, suffix);
}

void sweep_init(struct sweep *s, u32 most)
{
    s->n_axes = 2;
    s->axes = ARENA_ARRAY(&s->arena, struct sweep_axis, most + 3);
    s->programs = ARENA_ARRAY(&s->arena, struct sweep_program, most + 1);
    s->axes[0].name = "program";
    s->axes[1].name = "machine";
    s->plan.size = s->size;
}

void sweep_close(struct sweep *s)
{
    for (u32 i = 0; i < s->axes[0].values.n; i++) {
        for (size_t k = 0; k < s->programs[i].recordings.n; k++) {
            struct sweep_recording *r = &s->programs[i].recordings.at[k];
            if (r->opened)
                trace_close(r->opened);
            json_decref(r->program);
        }
        VEC_FREE(&s->programs[i].recordings);
    }
    for (u32 i = 0; i < s->n_axes; i++)
        VEC_FREE(&s->axes[i].values);
    VEC_FREE(&s->bases);
    VEC_FREE(&s->metrics);
    VEC_FREE(&s->slurm);
    VEC_FREE(&s->words);
    gpu_forms_free(&s->forms);
    runs_store_close(s->db);
    runs_plan_free(&s->plan);
    workloads_free(&s->workloads);
    arena_free(&s->arena);
}

bool sweep_add_line(struct sweep *s, const char *line, struct diag *d)
{
    struct sweep_program *p = &s->programs[s->axes[0].values.n];
    struct hash h;
    if (!s->workloads.n && !workloads_read(&s->workloads, cli_root(), d))
        return false;
    const struct workload *w = workload_find(&s->workloads, line);
    hash_init(&h);
    p->label = line;
    bool ok;
    if (w) {
        p->kind = SWEEP_WORKLOAD;
        ok = key_workload(&h, &s->workloads, w, d);
        hash_text(&h, s->size);
    } else if (has_suffix(line, ".cu")) {
        /* found from anywhere if it came with sluice */
        const char *shipped = arena_printf(&s->arena, "%s/%s", cli_root(), line);
        p->kind = SWEEP_SOURCE;
        p->argv = ARENA_ARRAY(&s->arena, const char *, 2);
        p->argv[0] = access(line, R_OK) && !access(shipped, R_OK) ? shipped : line;
        ok = key_source(&h, &s->workloads, p->argv[0], d);
    } else {
        VEC(const char *) words = {0};
        for (char *copy = arena_strdup(&s->arena, line), *t = strtok(copy, " "); t; t = strtok(NULL, " "))
            VEC_PUSH(&words, t);
        VEC_PUSH(&words, NULL);
        p->kind = SWEEP_PROGRAM;
        p->argv = words.at;
        ok = words.n > 1 && key_program(&h, p->argv, d);
    }
    hash_hex(&h, w ? p->hash : p->asked);
    VEC_PUSH(&s->axes[0].values, p->label);
    return ok;
}

/* The operands: a program with its arguments behind --, else workloads and traces. */
static int add_programs(struct sweep *s, const char **words, u32 n, bool program, struct diag *d)
{
    struct sweep_axis *a = &s->axes[0];
    if (!n)
        return cli_wrong(&cmd_sweep, "what to run is missing: workloads, traces, or -- PROGRAM ARGUMENTS");
    if (!workloads_read(&s->workloads, cli_root(), d))
        return EXIT_USER;
    for (u32 i = 0; i < (program ? 1 : n); i++) {
        struct sweep_program *p = &s->programs[a->values.n];
        const struct workload *w = program ? NULL : workload_find(&s->workloads, words[i]);
        struct hash h;
        hash_init(&h);
        bool ok;
        p->label = words[i];
        if (program) {
            p->kind = SWEEP_PROGRAM;
            p->argv = ARENA_ARRAY(&s->arena, const char *, n + 1);
            memcpy(p->argv, words, n * sizeof *words);
            for (u32 k = 1; k < n; k++)
                p->label = arena_printf(&s->arena, "%s %s", p->label, words[k]);
            ok = key_program(&h, p->argv, d);
        } else if (w) {
            p->kind = SWEEP_WORKLOAD;
            ok = key_workload(&h, &s->workloads, w, d);
            hash_text(&h, s->size);
        } else if (has_suffix(words[i], ".trace") || (strchr(words[i], '/') && access(words[i], R_OK) == 0)) {
            p->kind = SWEEP_TRACE;
            ok = key_trace(&h, words[i], d);
            VEC_PUSH(&p->recordings, ((struct sweep_recording){.trace = words[i]}));
        } else {
            const char *near = workload_nearest(&s->workloads, words[i]);
            return cli_wrong(&cmd_sweep, "'%s' is no workload and no trace%s%s%s (a program goes behind --)",
                             words[i], near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        }
        if (!ok)
            return EXIT_USER;
        hash_hex(&h, program ? p->asked : p->hash);
        VEC_PUSH(&a->values, p->label);
    }
    return 0;
}

/* The runs of a point, one or one a seed; false: they are there already. */
static bool add_runs(struct sweep *s, const struct sweep_point *p)
{
    u32 before = s->plan.n;
    /* a comparison shows the machine as it is, beside its noise */
    for (u32 seed = s->jitter && !s->compare; seed <= s->jitter; seed++) {
        struct runs_words sets = {.at = ARENA_ARRAY(&s->arena, const char *, s->n_axes + 1)};
        for (u32 k = 2; k < s->n_axes; k++)
            sets.at[sets.n++] = arena_printf(&s->arena, "%s=%s", s->axes[k].name, s->axes[k].values.at[p->at[k]]);
        if (seed)
            sets.at[sets.n++] = arena_printf(&s->arena, "gpu.jitter=%u", seed);
        u32 at = s->plan.n;
        runs_plan_add_run(&s->plan, s->programs[p->program].label, s->axes[1].values.at[p->at[1]], sets);
        if (s->plan.n > at)
            s->plan.runs[at].rank = sweep_rank(s, p);
    }
    return s->plan.n > before;
}

/* Every configuration, the last axis fastest. */
int sweep_make_points(struct sweep *s)
{
    u64 n = 1, side = 1;
    if (s->jitter && axis_named(s, "gpu.jitter"))
        return cli_wrong(&cmd_sweep, "--jitter sets gpu.jitter: --set gpu.jitter is one too many");
    for (u32 i = 0; i < s->n_axes; i++) {
        n *= s->axes[i].values.n;
        if (s->axes[i].values.n > 1 && side > 1 && s->axes[i].values.n != side && s->zip)
            return cli_wrong(&cmd_sweep, "--zip: %s has %zu values and another list has %llu", s->axes[i].name,
                             s->axes[i].values.n, (unsigned long long)side);
        side = MAX(side, s->axes[i].values.n);
    }
    if (s->zip)
        n = side;
    if (n > 1000000)
        return cli_wrong(&cmd_sweep, "these are %llu configurations; at most 1,000,000", (unsigned long long)n);
    s->points = ARENA_ARRAY(&s->arena, struct sweep_point, n);
    for (u64 i = 0; i < n; i++) {
        struct sweep_point *p = &s->points[s->n_points++];
        u64 left = i;
        p->at = ARENA_ARRAY(&s->arena, u32, s->n_axes);
        for (u32 k = s->n_axes; k-- > 0;) {
            u64 values = s->axes[k].values.n;
            p->at[k] = (u32)(s->zip ? (values > 1 ? i : 0) : left % values);
            left /= values;
        }
        p->program = p->at[0];
        p->run = s->plan.n;
        if (!add_runs(s, p)) /* the same configuration twice */
            for (u32 k = 0; k < (u32)i; k++)
                if (!memcmp(s->points[k].at, p->at, s->n_axes * sizeof *p->at))
                    p->run = s->points[k].run;
    }
    return 0;
}

static int show(struct sweep *s, struct diag *d)
{
    sweep_rank_by_time(s);
    sweep_table(s, stdout);
    if (s->csv && !out_write(s->csv, sweep_csv, s, d))
        return EXIT_USER;
    if (!out_write(s->html, sweep_page, s, d))
        return EXIT_USER;
    printf("\nwritten: %s%s%s\n", s->html, s->csv ? " and " : "", s->csv ? s->csv : "");
    u32 failed = 0;
    sweep_refusals(s, stderr);
    for (u32 i = 0; i < s->plan.n; i++)
        if (s->plan.runs[i].state != RUNS_DONE && !s->plan.runs[i].refused) {
            if (!failed++)
                fprintf(stderr, "\nsluice sweep: these have no result (run the command again for them):\n");
            fprintf(stderr, "  %s on %s %s: %s\n", s->plan.runs[i].workload, s->plan.runs[i].machine,
                    s->plan.runs[i].sets_text, s->plan.runs[i].why ? s->plan.runs[i].why : "not run");
        }
    return failed ? EXIT_PROGRAM : EXIT_DONE;
}

/* What a configuration is called: the values that vary. */
static const char *label_of(struct sweep *s, const struct sweep_point *p)
{
    const char *text = "";
    for (u32 k = 0; k < s->n_axes; k++)
        if (s->axes[k].values.n > 1)
            text = arena_printf(&s->arena, "%s%s%s%s%s", text, *text ? ", " : "", k < 2 ? "" : s->axes[k].name,
                                k < 2 ? "" : "=", s->axes[k].values.at[p->at[k]]);
    return text;
}

static int compare(struct sweep *s, struct diag *d)
{
    struct compare c = {0};
    sweep_add_noise(s);
    if (s->n_points < 2 || s->n_points > COMPARE_MOST)
        return cli_wrong(&cmd_sweep, "a comparison is of 2 to %d configurations, and these are %u", COMPARE_MOST,
                         s->n_points);
    for (u32 i = 0; i < s->n_points; i++) {
        const struct runs_run *r = &s->plan.runs[s->points[i].run];
        c.records[c.n] = sweep_record(s, &s->points[i]);
        c.labels[c.n] = label_of(s, &s->points[i]);
        if (!c.records[c.n++]) {
            fprintf(stderr, "sluice compare: %s failed: %s\n", c.labels[c.n - 1], r->why ? r->why : "");
            return EXIT_PROGRAM;
        }
    }
    return compare_print(&c, stdout) && (!s->html || compare_write_page(s->html, &c, d)) ? EXIT_DONE : EXIT_USER;
}

bool sweep_open(struct sweep *s, struct diag *d)
{
    if (mkdir(s->out, 0777) != 0 && errno != EEXIST) {
        diag_error(d, s->out, 0, 0, "cannot be made: %s", strerror(errno));
        return false;
    }
    if (!s->store)
        s->store = arena_printf(&s->arena, "%s/results.db", s->out);
    s->db = runs_store_open(s->store, d);
    return s->db != NULL;
}

static int execute(struct sweep *s, struct diag *d)
{
    bool own = !s->html && !s->compare; /* a page of its own in OUT, which OUT/sweep.html lists */
    if (own)
        s->html = sweep_page_path(s);
    if (!sweep_open(s, d))
        return EXIT_USER;
    const struct out_named files[] = {{"--store", s->store}, {"--csv", s->csv}, {"--html", s->html}};
    if (!out_apart(files, COUNT_OF(files), d) || !out_writable(s->csv, d) || !out_writable(s->html, d))
        return EXIT_USER;
    int rc = sweep_run(s, d);
    if (!rc && !s->dry && s->place != SWEEP_LIST)
        rc = s->compare ? compare(s, d) : show(s, d);
    if (own && !s->dry && s->place != SWEEP_LIST && !sweep_index(s, d) && !rc)
        rc = EXIT_USER;
    return rc;
}

/* Reads the command line and carries it out; the caller closes the sweep, however this ends. */
static int sweep(struct sweep *s, int argc, char **argv, struct diag *d)
{
    struct cli_args a;
    const char *v = NULL;
    bool program = false;
    cli_begin(&a, &cmd_sweep, argc, argv);
    for (int o; (o = cli_next(&a, &v)) != CLI_END;) {
        if (o == CLI_HELP || o == CLI_BAD)
            return o == CLI_HELP ? EXIT_DONE : EXIT_USER;
        if (o == CLI_OPERAND) {
            program = program || (a.only_operands && !s->words.n);
            VEC_PUSH(&s->words, v);
            continue;
        }
        int rc = option(s, o, v);
        if (rc)
            return rc;
    }
    if (!s->axes[1].values.n)
        return cli_wrong(&cmd_sweep, "which machine? --machine NAME");
    if (!s->metrics.n)
        add_metrics(s, "cycles,warp_ipc,l1.hit_rate,l2.read_hit_rate,bandwidth.dram_used");
    if (!sweep_metrics_good(s))
        return EXIT_USER;
    s->plan.size = s->size;
    int rc = add_programs(s, s->words.at, (u32)s->words.n, program, d);
    if (!rc)
        rc = sweep_make_points(s);
    return rc ? rc : execute(s, d);
}

static int run(int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct sweep s = {.size = "small", .out = "out", .jobs = cores > 0 ? (u32)cores : 1};
    struct diag d;
    diag_init(&d);
    sweep_init(&s, (u32)argc);
    int rc = sweep(&s, argc, argv, &d);
    diag_print(&d, stderr);
    diag_free(&d);
    sweep_close(&s);
    return rc;
}

const struct cli_command cmd_sweep = {
    .name = "sweep",
    .args =
        "-m MACHINES [--set KEY=V1,V2]... [options] WORKLOAD...|FILE.trace   or   [options] -- PROGRAM [arguments]",
    .summary = "simulate a program under many configurations",
    .about =
        "Runs every combination of machines and values, keeps each record in the store, and shows a table and a page "
        "with\n"
        "plots. Nothing is simulated twice; a sweep that was stopped goes on where it was. A program that does not "
        "look at\n"
        "time, at the device or at the order of atomics is executed once, recorded, and replayed for every "
        "configuration; "
        "and where a limit\n"
        "(MSHRs, their merges, miss queues) was never met, larger ones get the same result without a run. Values "
        "that "
        "do not go\n"
        "together are refused with their reason, and the others run; exit 2 only if none is left.\n"
        "\n"
        "examples:\n"
        "  sluice sweep -m gtx480 --set l1.mshrs=8,16,32,64 atax\n"
        "  sluice sweep -m gtx480,h200 --set l1.mshrs=8,16,32 --set l1.missq=2,4 --metric ipc,l1.hit_rate -- ./prog "
        "1000\n"
        "  sluice sweep -m gtx480 --set l1.mshrs=8,16,32 --jitter 5 atax      means with their spread: is the best "
        "chance?\n"
        "  sluice sweep -m gtx480 --set l1.size=16KB,48KB --set sm.shared=48KB,16KB --zip --csv l1.csv syrk\n"
        "  sluice sweep -m gtx480 --set sched.policy=gto,rr --on slurm --sbatch=--partition=cpu atax bicg mvt\n"
        "  sluice sweep -m gtx480 --set l1.missq=2,4 --on list atax | parallel; and then the same with --on here\n",
    .options = options,
    .n_options = COUNT_OF(options),
    .run = run,
};
