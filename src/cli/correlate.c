/* sluice correlate: our counts and cycles beside those that a real card counted (bench/h200, from tools/h200/ncu.sh).
 */
#include "cli/correlate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"
#include "cli/agreement.h"
#include "cli/cli.h"
#include "cli/paper_runs.h"
#include "cli/sweep.h"
#include "out/out.h"
#include "runs/plan.h"

extern const struct cli_command cmd_correlate;

/* What is compared: columns of the table and paths of the record, each summed; '-' before one takes it away.
   What the SMs ask of the L2 is counted twice over: as it leaves them, and as it arrives after the card's L2 request
   coalescer has merged reads of several SMs; the host's memory is in both. Constants are not in the card's counts
   (srcunit_tex), so not in ours. */
#define COLUMNS 3
#define PATHS 6
static const struct {
    const char *name, *columns[COLUMNS], *paths[PATHS];
} metrics[CORRELATE_METRICS] = {
    {"warp instructions", {"warp_instructions"}, {"warp_instrs"}},
    {"L1 load sectors",
     {"l1_load_sectors"},
     {"l1.sectors_read", "-l1.local_sectors"}}, /* the card's are of global memory */
    {"L1 load sector hits", {"l1_load_sector_hits"}, {"l1.sectors_hit", "-l1.local_sectors_hit"}},
    {"sectors out of SMs",
     {"l1_load_sectors", "-l1_load_sector_hits", "l2_sm_write_sectors"},
     {"l1.sectors_read", "-l1.sectors_hit", "-l1.local_sectors", "l1.local_sectors_hit", "l2.sectors_written",
      "link.sectors_written"}},
    {"L2 sectors",
     {"l2_sm_sectors"},
     {"l2.sectors_read", "l2.sectors_written", "-const.sectors_read", "const.sectors_hit", "link.sectors_read",
      "link.sectors_written"}},
    {"DRAM bytes read", {"dram_read_bytes"}, {"dram.read_bytes"}},
    {"cycles", {"cycles"}, {"cycles"}},
};

static const char *column_name(u32 metric, u32 k)
{
    const char *c = metrics[metric].columns[k];
    return c ? c + (*c == '-') : NULL;
}

const char *correlate_metric(u32 m)
{
    return metrics[m].name;
}

/* Cuts a line at its commas, those in "quotes" apart. */
static u32 split(char *line, char **cells, u32 max)
{
    u32 n = 0;
    for (char *p = line; p && n < max;) {
        if (*p == '"') {
            cells[n++] = ++p;
            p += strcspn(p, "\"");
            if (*p)
                *p++ = 0;
            p = strchr(p, ',');
            p = p ? p + 1 : NULL;
        } else {
            cells[n++] = strsep(&p, ",");
        }
    }
    return n;
}

/* Which column holds what, from the table's first line. */
static bool read_head(struct correlate *c, const char *path, char **cells, u32 n,
                      i32 column[CORRELATE_METRICS][COLUMNS], struct diag *d)
{
    u32 there = 0, before = d->errors;
    for (u32 m = 0; m < CORRELATE_METRICS; m++) {
        for (u32 k = 0; k < COLUMNS; k++) {
            column[m][k] = -1;
            for (u32 i = 0; column_name(m, k) && i < n; i++)
                if (!strcmp(cells[i], column_name(m, k)))
                    column[m][k] = (i32)i;
            if (column_name(m, k) && column[m][k] < 0 && !c->own)
                diag_error(d, path, 1, 0, "has no column '%s'", column_name(m, k));
            c->missing[m] |= column_name(m, k) && column[m][k] < 0;
        }
        there += !c->missing[m];
    }
    if (n < 4 || strcmp(cells[0], "workload") || strcmp(cells[2], "kernel"))
        diag_error(d, path, 1, 0, "expected workload,size,kernel,launch,... as the first line");
    if (!there)
        diag_error(d, path, 1, 0, "has none of the columns that are compared: %s, ...", column_name(0, 0));
    return d->errors == before;
}

/* again: another recording of the same kernels, for the card's own noise. */
bool correlate_read(struct correlate *c, const char *path, bool again, struct diag *d)
{
    FILE *f = fopen(path, "r");
    char *line = NULL;
    size_t cap = 0;
    u32 number = 0, before = d->errors;
    i32 column[CORRELATE_METRICS][COLUMNS];
    if (!f) {
        diag_error(d, path, 0, 0, "cannot be read: %s", strerror(errno));
        return false;
    }
    while (getline(&line, &cap, f) > 0) {
        char *cells[64], kernel[CORRELATE_NAME];
        line[strcspn(line, "\r\n")] = 0;
        u32 n = split(line, cells, COUNT_OF(cells));
        if (++number == 1) {
            if (!read_head(c, path, cells, n, column, d))
                break;
            continue;
        }
        if (n < 4) {
            diag_error(d, path, number, 0, "expected as many fields as the first line has");
            continue;
        }
        /* Which kernels of our own tables are held out goes by the base name. */
        (c->own ? correlate_instance_name : correlate_base_name)(cells[2], kernel, sizeof(kernel));
        struct correlate_kernel *k =
            again ? correlate_find(c, cells[0], kernel) : correlate_kernel(c, cells[0], kernel);
        if (!k)
            continue;
        double *to = again ? k->again : k->card;
        *(again ? &k->again_launches : &k->launches) += 1;
        c->last_launch = MAX(c->last_launch, (u32)strtoul(cells[3], NULL, 10));
        for (u32 m = 0; m < CORRELATE_METRICS; m++)
            for (u32 i = 0; i < COLUMNS && !c->missing[m]; i++)
                if (column[m][i] >= 0 && (u32)column[m][i] < n)
                    to[m] += (*metrics[m].columns[i] == '-' ? -1 : 1) * strtod(cells[column[m][i]], NULL);
    }
    free(line);
    fclose(f);
    return d->errors == before;
}

static double at_path(json_t *j, const char *path)
{
    char name[64];
    while (j && *path) {
        size_t n = strcspn(path, ".");
        snprintf(name, sizeof(name), "%.*s", (int)n, path);
        j = json_object_get(j, name);
        path += n + (path[n] == '.');
    }
    return json_number_value(j);
}

/* Adds a run's kernels to ours, `share` of them: 1, or less for several runs. If the card's table stops after a few
   launches of a kernel, ours are scaled to as many. */
static void take_record(struct correlate *c, const char *workload, json_t *record, double share)
{
    json_t *kernel, *kernels = json_object_get(record, "kernels");
    size_t i, n = json_array_size(kernels);
    const char **names = xcalloc(n + 1, sizeof(*names));
    json_array_foreach(kernels, i, kernel)
    {
        const char *name = json_string_value(json_object_get(kernel, "name"));
        names[i] = name ? name : "";
    }
    json_array_foreach(kernels, i, kernel)
    {
        struct correlate_kernel *k = correlate_instance(c, workload, names[i], names, n);
        if (!k)
            continue;
        double launches = json_number_value(json_object_get(kernel, "launches"));
        double scale = launches > k->launches ? k->launches / launches : 1;
        k->scaled = scale < 1;
        scale *= share;
        k->has = true;
        if (!k->slot)
            k->slot = json_incref(json_object_get(kernel, "slot"));
        for (u32 m = 0; m < CORRELATE_METRICS; m++)
            for (u32 p = 0; p < COUNT_OF(metrics[m].paths) && metrics[m].paths[p] && !c->missing[m]; p++) {
                bool less = metrics[m].paths[p][0] == '-';
                k->ours[m] += (less ? -scale : scale) * at_path(kernel, metrics[m].paths[p] + less);
            }
    }
    free(names);
}

enum {
    OPT_SIZE,
    OPT_TABLE,
    OPT_HTML,
    OPT_JSON,
    OPT_MACHINE,
    OPT_SET,
    OPT_JOBS,
    OPT_PHASES,
    OPT_OUT,
    OPT_HELD_OUT,
    OPT_SAVE,
    OPT_RUNNER
};
static const struct cli_option options[] = {
    [OPT_SIZE] = {"size", 's', "small|paper", "which table: bench/h200/SIZE.csv (small)"},
    [OPT_TABLE] = {"table", 0, "FILE.csv",
                   "another table, as of your own card; its workloads may be command lines or FILE.cu"},
    [OPT_HTML] = {"html", 0, "FILE", "write a page with a scatter a quantity"},
    [OPT_JSON] = {"json", 0, "FILE", "write the comparison as JSON, too"},
    [OPT_MACHINE] = {"machine", 'm', "NAME", "the machine that stands for the card (h200)"},
    [OPT_SET] = {"set", 0, "KEY=VALUE", "change a parameter of it, as for sluice run; may be repeated"},
    [OPT_JOBS] = {"jobs", 'j', "N", "simulations at a time (all cores)"},
    [OPT_PHASES] = {"phases", 0, "N",
                    "programs with a kernel of less than 20,000 cycles: the mean over N times of DRAM's refresh (4)"},
    [OPT_OUT] = {"out", 'o', "FOLDER", "where the store of results is (out)"},
    [OPT_HELD_OUT] = {"held-out", 0, NULL, "show the kernels of the held-out half, too"},
    [OPT_SAVE] = {"save", 0, NULL, "keep the errors in bench/h200/agreement.csv, for `sluice run` to say"},
    [OPT_RUNNER] = {"runner", 0, "PROGRAM", NULL},
};

struct request {
    const char *size, *table, *html, *json, *machine, *out, *runner;
    u32 jobs, phases;
    bool held_out, save;
    VEC(const char *) only;
    VEC(const char *) sets;
};

static bool is_wanted(const struct request *r, const char *workload)
{
    for (size_t i = 0; i < r->only.n; i++)
        if (!strcmp(r->only.at[i], workload))
            return true;
    return !r->only.n;
}

/* How often a program is run: if a launch is short, it matters whether the banks it needs are being refreshed, on the
   card, too, so a single run is a random sample. */
#define SHORT 20000 /* cycles */
static u32 runs_of(const struct request *r, const json_t *record)
{
    size_t i;
    json_t *kernel;
    for (size_t k = 0; k < r->sets.n; k++)
        if (!strncmp(r->sets.at[k], "dram.phase=", 11))
            return 1;
    if (at_path((json_t *)record, "machine.dram.refi") <= 0)
        return 1;
    json_array_foreach(json_object_get(record, "kernels"), i, kernel)
    {
        double launches = json_number_value(json_object_get(kernel, "launches"));
        if (json_number_value(json_object_get(kernel, "cycles")) < SHORT * launches)
            return r->phases;
    }
    return 1;
}

/* The setting for the kth of so many runs. */
static const char *phase_of(struct arena *a, const json_t *record, u32 k, u32 runs)
{
    double refi = at_path((json_t *)record, "machine.dram.refi");
    return arena_printf(a, "dram.phase=%u", (u32)(refi * k / runs));
}

static void take_run(struct correlate *c, const struct runs_run *run, u32 runs)
{
    if (run->state == RUNS_DONE)
        take_record(c, run->workload, run->record, 1.0 / runs);
    else
        fprintf(stderr, "sluice correlate: %s failed and is left out: %s\n", run->workload, run->why ? run->why : "");
}

/* More runs of those that are short. False: a store that failed. */
static bool repeat(const struct request *r, struct runs_plan *plan, struct runs_store *store,
                   const struct runs_runner *how, struct diag *d)
{
    u32 n = plan->n;
    for (u32 i = 0; i < n; i++) {
        u32 runs = plan->runs[i].state == RUNS_DONE ? runs_of(r, plan->runs[i].record) : 1;
        for (u32 k = 1; k < runs; k++) {
            struct runs_words sets = {.at = ARENA_ARRAY(&plan->arena, const char *, r->sets.n + 1)};
            memcpy(sets.at, r->sets.at, r->sets.n * sizeof *sets.at);
            sets.n = (u32)r->sets.n + 1;
            sets.at[sets.n - 1] = phase_of(&plan->arena, plan->runs[i].record, k, runs);
            runs_plan_add_run(plan, plan->runs[i].workload, r->machine, sets);
        }
    }
    return plan->n == n || runs_plan_execute(plan, store, how, d);
}

static u32 runs_with(const struct runs_plan *plan, const char *workload)
{
    u32 n = 0;
    for (u32 i = 0; i < plan->n; i++)
        n += plan->runs[i].state == RUNS_DONE && !strcmp(plan->runs[i].workload, workload);
    return n;
}

static bool simulate(const struct request *r, struct correlate *c, struct diag *d)
{
    struct runs_plan plan = {.size = r->size};
    struct runs_runner how = {
        .workers = r->jobs, .show_progress = true, .folder = r->out, .full = true, .launches = 3};
    for (u32 i = 0; i < c->n; i++)
        if (is_wanted(r, c->kernels[i].workload))
            runs_plan_add_run(&plan, c->kernels[i].workload, r->machine,
                              (struct runs_words){r->sets.at, (u32)r->sets.n});
    if (!plan.n)
        diag_error(d, NULL, 0, 0, "the table has none of these workloads");
    mkdir(r->out, 0777);
    struct paper_runs *runs = paper_runs_open(&how, r->runner, d);
    struct runs_store *store = runs ? runs_store_open(arena_printf(&plan.arena, "%s/results.db", r->out), d) : NULL;
    bool good = store && plan.n && runs_plan_execute(&plan, store, &how, d);
    good = good && repeat(r, &plan, store, &how, d);
    for (u32 i = 0; good && i < plan.n; i++)
        take_run(c, &plan.runs[i], runs_with(&plan, plan.runs[i].workload));
    runs_store_close(store);
    paper_runs_close(runs);
    runs_plan_free(&plan);
    return good;
}

/* The programs of another table: workloads by name, anything else as a command line. Of each kernel as many launches
   are timed as the table has at most, of an instance of a template. */
static bool sweep_own(const struct request *r, struct correlate *c, struct sweep *s, const char *const *names, u32 n,
                      const char *phases, struct diag *d)
{
    bool good = true;
    u32 most = 1;
    *s = (struct sweep){.size = r->size, .out = r->out, .jobs = r->jobs, .live = true, .by_kernel = true};
    sweep_init(s, n + (u32)r->sets.n + 4);
    VEC_PUSH(&s->axes[1].values, r->machine);
    for (size_t i = 0; i < r->sets.n; i++)
        good = good && sweep_add_set(s, r->sets.at[i]) == 0;
    good = good && (!phases || sweep_add_set(s, phases) == 0);
    for (u32 i = 0; i < c->n; i++) /* rows may be of several instances, where they are not told apart */
        most = MAX(most, MIN(c->last_launch, c->kernels[i].launches));
    s->launches = arena_printf(&c->arena, "%u", most);
    for (u32 i = 0; i < n && good; i++)
        good = sweep_add_line(s, names[i], d);
    if (good && !s->axes[0].values.n)
        diag_error(d, NULL, 0, 0, "the table has none of these workloads");
    return good && s->axes[0].values.n && sweep_make_points(s) == 0 && sweep_open(s, d) &&
           sweep_run(s, d) == EXIT_DONE;
}

static bool simulate_own(const struct request *r, struct correlate *c, struct diag *d)
{
    struct sweep once, more;
    const char **names = xcalloc(c->n + 1, sizeof *names), **again = xcalloc(c->n + 1, sizeof *again), *phases = NULL;
    u32 n = 0, n_again = 0;
    for (u32 i = 0; i < c->n; i++) {
        bool known = !is_wanted(r, c->kernels[i].workload);
        for (u32 k = 0; k < n; k++)
            known |= !strcmp(names[k], c->kernels[i].workload);
        if (!known)
            names[n++] = c->kernels[i].workload;
    }
    bool good = sweep_own(r, c, &once, names, n, NULL, d);
    for (u32 i = 0; good && i < once.n_points; i++) {
        const struct runs_run *run = &once.plan.runs[once.points[i].run];
        u32 runs = run->state == RUNS_DONE ? runs_of(r, run->record) : 1;
        take_run(c, run, runs);
        if (runs > 1) {
            again[n_again++] = names[once.points[i].program];
            phases = "dram.phase=";
            for (u32 k = 1; k < runs; k++)
                phases = arena_printf(&c->arena, "%s%s%s", phases, k > 1 ? "," : "",
                                      phase_of(&c->arena, run->record, k, runs) + strlen("dram.phase="));
        }
    }
    if (good && n_again) {
        good = sweep_own(r, c, &more, again, n_again, phases, d);
        for (u32 i = 0; good && i < more.n_points; i++)
            take_run(c, &more.plan.runs[more.points[i].run], r->phases);
        sweep_close(&more);
    }
    sweep_close(&once);
    free(names);
    free(again);
    return good;
}

/* Tables beside those that come with sluice: half of their kernels is held out, always. */
static bool is_shipped(const char *table)
{
    struct arena a = {0};
    char *own = realpath(arena_printf(&a, "%s/bench/h200", cli_root()), NULL), *path = realpath(table, NULL);
    char *slash = path ? strrchr(path, '/') : NULL;
    if (slash)
        *slash = 0;
    bool shipped = own && slash && !strcmp(own, path);
    free(own);
    free(path);
    arena_free(&a);
    return shipped;
}

static int parse(struct request *r, int argc, char **argv)
{
    struct cli_args args;
    const char *v;
    cli_begin(&args, &cmd_correlate, argc, argv);
    for (int o; (o = cli_next(&args, &v)) != CLI_END;)
        switch (o) {
        case OPT_SIZE: r->size = v; break;
        case OPT_TABLE: r->table = v; break;
        case OPT_HTML: r->html = v; break;
        case OPT_JSON: r->json = v; break;
        case OPT_MACHINE: r->machine = v; break;
        case OPT_SET: {
            if (!strchr(v, '=') || strchr(v, ',')) {
                cli_wrong(&cmd_correlate, "--set '%s': expected KEY=VALUE, one value", v);
                return CLI_BAD;
            }
            VEC_PUSH(&r->sets, v);
            break;
        }
        case OPT_JOBS: {
            u64 n;
            if (!cli_count(&cmd_correlate, "jobs", v, 4096, &n))
                return CLI_BAD;
            r->jobs = (u32)n;
            break;
        }
        case OPT_PHASES: {
            u64 n;
            if (!cli_count(&cmd_correlate, "phases", v, 64, &n))
                return CLI_BAD;
            r->phases = (u32)MAX(n, 1);
            break;
        }
        case OPT_OUT: r->out = v; break;
        case OPT_HELD_OUT: r->held_out = true; break;
        case OPT_SAVE: r->save = true; break;
        case OPT_RUNNER: r->runner = v; break;
        case CLI_OPERAND: VEC_PUSH(&r->only, v); break;
        default: return o;
        }
    if (r->save && ((r->table && !is_shipped(r->table)) || r->only.n || r->sets.n > 1)) {
        cli_wrong(&cmd_correlate, "--save wants every workload of a recorded table, and the machine as it is");
        return CLI_BAD;
    }
    if (strcmp(r->size, "small") && strcmp(r->size, "paper")) {
        cli_wrong(&cmd_correlate, "--size '%s': expected small or paper", r->size);
        return CLI_BAD;
    }
    return CLI_END;
}

static void save(const struct request *r, const struct correlate *c, struct diag *d)
{
    struct arena a = {0};
    const char *path = arena_printf(&a, "%s/bench/h200/agreement.csv", cli_root());
    char before[8192] = "";
    FILE *f = fopen(path, "r");
    if (f) {
        before[fread(before, 1, sizeof before - 1, f)] = 0;
        fclose(f);
    }
    /* a table by its name: fresh for bench/h200/fresh.csv */
    const char *slash = r->table ? strrchr(r->table, '/') : NULL, *name = slash ? slash + 1 : r->table;
    const char *size = name ? arena_strndup(&a, name, strcspn(name, ".")) : r->size;
    struct agreement g = {c, r->machine, size, before};
    out_write(path, agreement_write, &g, d);
    arena_free(&a);
}

/* NAME-again.csv beside NAME.csv: another recording, for the card's own noise. A table of one's own need not have it.
 */
static bool read_tables(const struct request *r, struct correlate *c, struct diag *d)
{
    const char *path = r->table ? r->table : arena_printf(&c->arena, "%s/bench/h200/%s.csv", cli_root(), r->size);
    size_t stem = strlen(path);
    if (stem > 4 && !strcmp(path + stem - 4, ".csv"))
        stem -= 4;
    const char *again = arena_printf(&c->arena, "%.*s-again.csv", (int)stem, path);
    return correlate_read(c, path, false, d) &&
           ((r->table && access(again, R_OK)) || correlate_read(c, again, true, d));
}

static bool has_kernels(const struct correlate *c, struct diag *d)
{
    for (u32 i = 0; i < c->n; i++)
        if (c->kernels[i].has)
            return true;
    diag_error(d, NULL, 0, 0, "none of the table's kernels was launched");
    return false;
}

static int run(int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct request r = {
        .size = "small", .machine = "h200", .out = "out", .jobs = cores > 0 ? (u32)cores : 1, .phases = 4};
    struct correlate c = {0};
    struct diag d;
    diag_init(&d);
    VEC_PUSH(&r.sets, "l2.invalidate=on"); /* as the tables were made: caches emptied before each launch */
    int o = parse(&r, argc, argv), status = o == CLI_HELP ? EXIT_DONE : EXIT_USER;
    c.own = r.table && !is_shipped(r.table);
    c.show_held_out = r.held_out;
    const struct out_named files[] = {{"--table", r.table}, {"--json", r.json}, {"--html", r.html}};
    if (o == CLI_END && out_apart(files, COUNT_OF(files), &d) && out_writable(r.json, &d) &&
        out_writable(r.html, &d) && read_tables(&r, &c, &d) &&
        (r.table ? simulate_own(&r, &c, &d) : simulate(&r, &c, &d)) && has_kernels(&c, &d)) {
        correlate_print(&c, stdout);
        status = EXIT_DONE;
        if (r.json) {
            json_t *j = correlate_json(&c);
            out_write_json(r.json, j, &d);
            json_decref(j);
        }
        if (r.html)
            out_write(r.html, correlate_page, &c, &d);
        if (r.save)
            save(&r, &c, &d);
        status = d.errors ? EXIT_USER : status;
    }
    diag_print(&d, stderr);
    diag_free(&d);
    correlate_free(&c);
    VEC_FREE(&r.only);
    VEC_FREE(&r.sets);
    return status;
}

static const char about[] =
    "Runs the workloads of bench/h200/SIZE.csv (what Nsight Compute counted on a real H200) on the simulated machine "
    "and prints,\n"
    "per kernel, ours over the card's; then for each quantity the mean absolute error, the 90th percentile, "
    "Pearson's correlation\n"
    "and the worst kernel. Where the table holds only the first launches of a kernel, ours are scaled to as many. "
    "The card's\n"
    "compiler removes instructions that PTX has, so instruction counts differ by what it optimises.\n"
    "\n"
    "About half of the kernels, chosen by a hash of their names, are held out: they are not looked at while the "
    "machine is "
    "modelled.\n"
    "They are reported apart, and one by one only with --held-out. Beside the error stands what the card differs "
    "from "
    "itself\n"
    "between two recordings of the same code.\n"
    "\n"
    "examples:\n"
    "  sluice correlate                       every workload in the table\n"
    "  sluice correlate --size paper atax mvt two of them at the papers' sizes\n"
    "  sluice correlate --set l1.lookups=1    with another machine\n"
    "  sluice correlate --table bench/h200/fresh.csv                             programs written afterwards\n"
    "  sluice correlate --table mine.csv --machine ./mine.ini --html mine.html   your own card and programs\n";

const struct cli_command cmd_correlate = {.name = "correlate",
                                          .args = "[WORKLOAD...] [options]",
                                          .summary = "set our counts and cycles beside a real card's",
                                          .about = about,
                                          .options = options,
                                          .n_options = COUNT_OF(options),
                                          .run = run};
