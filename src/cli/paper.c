/* sluice paper: runs a paper's experiments and sets the results beside what the paper says. */
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"
#include "cli/cli.h"
#include "cli/fingerprint.h"
#include "cli/paper_runs.h"
#include "commit.h"
#include "out/out.h"
#include "paper/results.h"
#include "paper/select.h"

extern const struct cli_command cmd_paper;

enum {
    OPT_SIZE,
    OPT_JITTER,
    OPT_JOBS,
    OPT_STORE,
    OPT_OUT,
    OPT_CHECK,
    OPT_DRY,
    OPT_QUIET,
    OPT_KEEP,
    OPT_SELECT,
    OPT_SUMMARY,
    OPT_RUNNER
};
static const struct cli_option options[] = {
    [OPT_SIZE] = {"size", 's', "small|paper", "input sizes (paper)"},
    [OPT_JITTER] =
        {"jitter", 0, "K",
         "run what statements need under K seeds of gpu.jitter; 1: once, as it is (size paper 2 to 5, small 1)"},
    [OPT_JOBS] = {"jobs", 'j', "N", "simulations at a time (all cores)"},
    [OPT_STORE] = {"store", 0, "FILE", "where results are kept (out/results.db)"},
    [OPT_OUT] = {"out", 'o', "FOLDER", "where the JSON and the page go (out)"},
    [OPT_CHECK] = {"check", 0, NULL, "exit 4 if a statement is missed or has no data"},
    [OPT_DRY] = {"dry-run", 'n', NULL,
                 "only say how many runs there are, how many are stored and how long the rest takes"},
    [OPT_QUIET] = {"quiet", 'q', NULL, "no progress"},
    [OPT_KEEP] = {"keep", 0, NULL, "write the verdicts to papers/NAME/results.csv (size paper only)"},
    [OPT_SELECT] = {"select", 0, "SUITE", "choose the kernels of a [select SUITE] and write papers/NAME/SUITE.suite"},
    [OPT_SUMMARY] = {"summary", 0, NULL, "print the kept results: all papers in a table, or NAME's statements"},
    [OPT_RUNNER] = {"runner", 0, "PROGRAM", NULL}, /* called like `sluice run`: for tests */
};

#define ALL "all"
/* At the paper's sizes: headlines, and what chance may decide; the rest. */
#define SEEDS_USUAL 5
#define SEEDS_FEW 2

/* What is left of a plan. */
struct left {
    u32 runs, stored, unknown; /* unknown: it is not known how long these take */
    double seconds;
};

struct request {
    struct arena arena;
    const char *name, *size, *store, *out, *runner, *select;
    VEC(const char *) figures;
    u32 jobs, seeds, few;    /* seeds 0: not said; few: of struct runs_plan */
    struct left least, most; /* counted so far (--dry-run) */
    bool check, dry, quiet, keep, summary;
};

static int list_papers(void)
{
    struct arena a = {0};
    DIR *dir = opendir(arena_printf(&a, "%s/papers", cli_root()));
    fprintf(stderr, "sluice paper: which paper? There are:\n");
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (e->d_name[0] != '.' &&
            access(arena_printf(&a, "%s/papers/%s/paper.ini", cli_root(), e->d_name), R_OK) == 0)
            fprintf(stderr, "  %s\n", e->d_name);
    fprintf(stderr, "or all of them, one after the other: all\n");
    if (dir)
        closedir(dir);
    arena_free(&a);
    return EXIT_USER;
}

/* CLI_END when everything is understood; CLI_HELP or CLI_BAD otherwise. */
static int parse(struct request *r, int argc, char **argv)
{
    struct cli_args args;
    const char *v;
    cli_begin(&args, &cmd_paper, argc, argv);
    for (int o; (o = cli_next(&args, &v)) != CLI_END;) {
        char *end = "";
        switch (o) {
        case OPT_SIZE: r->size = v; break;
        case OPT_JOBS:
            r->jobs = (u32)strtoul(v, &end, 10);
            if (*end || r->jobs < 1 || r->jobs > 4096) {
                cli_wrong(&cmd_paper, "--jobs '%s': expected a number from 1 to 4096", v);
                return CLI_BAD;
            }
            break;
        case OPT_JITTER:
            r->seeds = (u32)strtoul(v, &end, 10);
            if (*end || r->seeds < 1 || r->seeds > PAPER_SEEDS_MOST) {
                cli_wrong(&cmd_paper, "--jitter '%s': expected a number from 1 to %d", v, PAPER_SEEDS_MOST);
                return CLI_BAD;
            }
            break;
        case OPT_STORE: r->store = v; break;
        case OPT_OUT: r->out = v; break;
        case OPT_CHECK: r->check = true; break;
        case OPT_DRY: r->dry = true; break;
        case OPT_QUIET: r->quiet = true; break;
        case OPT_KEEP: r->keep = true; break;
        case OPT_SELECT: r->select = v; break;
        case OPT_SUMMARY: r->summary = true; break;
        case OPT_RUNNER: r->runner = v; break;
        case CLI_OPERAND:
            if (!r->name)
                r->name = v;
            else
                VEC_PUSH(&r->figures, v);
            break;
        default: return o;
        }
    }
    if (strcmp(r->size, "small") && strcmp(r->size, "paper")) {
        cli_wrong(&cmd_paper, "--size '%s': expected small or paper", r->size);
        return CLI_BAD;
    }
    if (r->keep && strcmp(r->size, "paper")) {
        cli_wrong(&cmd_paper, "--keep is for runs at the paper's sizes (--size paper)");
        return CLI_BAD;
    }
    if (r->name && !strcmp(r->name, ALL) && (r->figures.n || r->select || r->summary)) {
        cli_wrong(&cmd_paper, "'all' is every figure of every paper: neither figures nor --select nor --summary");
        return CLI_BAD;
    }
    if (!r->seeds && !strcmp(r->size, "paper")) {
        r->seeds = SEEDS_USUAL;
        r->few = SEEDS_FEW;
    }
    r->seeds = MAX(r->seeds, 1);
    return CLI_END;
}

/* "14" and "fig14" are the same figure. */
static bool asked_for(const struct request *r, const struct paper_figure *f)
{
    for (size_t i = 0; i < r->figures.n; i++)
        if (!strcmp(r->figures.at[i], f->name) || !strcmp(r->figures.at[i], f->name + strcspn(f->name, "0123456789")))
            return true;
    return !r->figures.n;
}

static bool known_figures(const struct request *r, const struct paper *p)
{
    for (size_t i = 0; i < r->figures.n; i++) {
        struct request one = {.figures = {.at = &r->figures.at[i], .n = 1}};
        bool found = false;
        for (u32 k = 0; k < p->n_figures; k++)
            found |= asked_for(&one, &p->figures[k]);
        if (!found) {
            fprintf(stderr, "sluice paper: %s has no figure '%s'; it has:", p->name, r->figures.at[i]);
            for (u32 k = 0; k < p->n_figures; k++)
                fprintf(stderr, " %s", p->figures[k].name);
            fputc('\n', stderr);
            return false;
        }
    }
    return true;
}

static FILE *open_output(struct arena *a, const struct request *r, const char *suffix, const char **path)
{
    *path = arena_printf(a, "%s/paper-%s.%s", r->out, r->name, suffix);
    FILE *f = fopen(*path, "w");
    if (!f)
        fprintf(stderr, "sluice paper: %s: %s\n", *path, strerror(errno));
    return f;
}

static bool write_reports(struct arena *a, const struct request *r, const struct paper_report *report)
{
    const char *json_path, *html_path;
    FILE *json = open_output(a, r, "json", &json_path), *html = open_output(a, r, "html", &html_path);
    if (json) {
        json_t *j = paper_report_json(report);
        json_dumpf(j, json, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
        fputc('\n', json);
        json_decref(j);
        fclose(json);
    }
    if (html) {
        paper_report_html(report, html);
        fclose(html);
    }
    if (json && html)
        printf("written: %s and %s\n", json_path, html_path);
    return json && html;
}

/* The library's version with the commit that this program was built from. */
static const char *made_by(struct arena *a, const char *version)
{
    return *SLUICE_COMMIT ? arena_printf(a, "%s (%s)", version, SLUICE_COMMIT) : version;
}

static int finish(struct request *r, const struct paper *p, const struct runs_plan *plan,
                  const struct paper_figure *const *chosen, u32 n, const char *version, struct diag *d)
{
    struct paper_report report;
    struct fingerprints *prints = fingerprints_open(d);
    if (!prints)
        return EXIT_USER;
    struct paper_now now = fingerprints_now(prints);
    paper_report_make(&report, p, plan, chosen, n, version, &r->arena);
    report.now = &now;
    paper_report_text(&report, stdout);
    /* what is kept first: the page says how old it is */
    bool good = (!r->keep || paper_kept_write(&report, made_by(&r->arena, version), &now, d)) &&
                write_reports(&r->arena, r, &report);
    fingerprints_close(prints);
    if (!good)
        return EXIT_USER;
    return r->check && (report.verdicts[PAPER_MISSED] || report.verdicts[PAPER_NO_DATA]) ? EXIT_UNMET : EXIT_DONE;
}

/* The [select] that --select names; NULL (reported) if there is none. */
static const struct paper_select *wanted_select(const struct request *r, const struct paper *p, struct diag *d)
{
    for (u32 i = 0; i < p->n_selects; i++)
        if (!strcmp(p->selects[i].name, r->select))
            return &p->selects[i];
    diag_error(d, NULL, 0, 0, "papers/%s/paper.ini has no [select %s]", p->name, r->select);
    return NULL;
}

static struct left left_of(const struct runs_plan *plan)
{
    struct left l = {0};
    for (u32 i = 0; i < plan->n; i++) {
        const struct runs_run *run = &plan->runs[i];
        if (run->twin >= 0)
            continue;
        l.runs++;
        l.stored += run->stored;
        l.unknown += !run->stored && run->estimate <= 0;
        l.seconds += run->stored ? 0 : run->estimate;
    }
    return l;
}

static void say_what_is_left(const char *what, const struct left *least, const struct left *most)
{
    double low = ceil(least->seconds / 60), high = ceil(most->seconds / 60);
    printf("%s, %u are stored", what, least->stored);
    if (high > low)
        printf("; the rest takes about %.0f to %.0f minutes of one core", low, high);
    else if (high > 0)
        printf("; the rest takes about %.0f minute%s of one core", high, high > 1 ? "s" : "");
    if (high > 0 && most->unknown)
        printf(" and %u runs of which nothing is known", most->unknown);
    putchar('\n');
}

static void add_figures(struct runs_plan *plan, const struct paper *p, const struct paper_figure *const *chosen,
                        u32 n)
{
    for (u32 i = 0; i < n; i++)
        paper_plan_add(plan, p, chosen[i]);
}

/* Counts: what is needed if chance decides nothing, and if every statement needs all seeds. */
static bool count_runs(struct request *r, struct paper *p, struct runs_plan *plan, struct paper_figure *const *chosen,
                       u32 n, struct runs_store *store, const struct runs_runner *how, struct diag *d)
{
    const struct paper_figure *const *figures = (const struct paper_figure *const *)chosen;
    plan->guess = true; /* what the store has may decide sweeps */
    add_figures(plan, p, figures, n);
    if (!runs_plan_execute(plan, store, how, d))
        return false;
    struct left least = left_of(plan), most = least;
    const char *seeds =
        plan->seeds > 1 ? arena_printf(&r->arena, " (what statements need under %u seeds)", plan->seeds) : "";
    if (plan->few) {
        for (u32 i = 0; i < n; i++)
            for (u32 s = 0; s < chosen[i]->n_statements; s++)
                chosen[i]->statements[s].seeds = plan->seeds;
        add_figures(plan, p, figures, n);
        if (!runs_plan_execute(plan, store, how, d))
            return false;
        most = left_of(plan);
        seeds = arena_printf(
            &r->arena,
            " (headlines under %u seeds, other statements under %u; if chance is found everywhere, %u runs)",
            plan->seeds, plan->few, most.runs);
    }
    say_what_is_left(
        arena_printf(&r->arena, "%s, size %s: %u figures need %u runs%s", p->name, plan->size, n, least.runs, seeds),
        &least, &most);
    r->least.runs += least.runs, r->most.runs += most.runs;
    r->least.stored += least.stored, r->most.unknown += most.unknown;
    r->least.seconds += least.seconds, r->most.seconds += most.seconds;
    return true;
}

/* Simulates the needed runs, until no statement wants another seed. Decisions depend only on results, so a command
   that continues an interrupted one decides the same. */
static bool make_runs(struct paper *p, struct runs_plan *plan, struct paper_figure *const *chosen, u32 n,
                      struct runs_store *store, const struct runs_runner *how, struct diag *d)
{
    const struct paper_figure *const *figures = (const struct paper_figure *const *)chosen;
    for (bool more = true; more;) {
        u32 before = plan->n;
        if (!runs_plan_execute(plan, store, how, d))
            return false;
        add_figures(plan, p, figures, n); /* what a sweep has decided */
        more = plan->n > before;
        for (u32 i = 0; i < n && !more && plan->few; i++)
            more |= paper_more_seeds(plan, p, chosen[i]);
        add_figures(plan, p, figures, n);
    }
    return true;
}

/* What a command asks for is in the plan: simulates, and reports. */
static int run_figures(struct request *r, struct paper *p, struct runs_plan *plan, struct runs_store *store,
                       const struct runs_runner *how, struct diag *d)
{
    struct paper_figure **chosen = ARENA_ARRAY(&r->arena, struct paper_figure *, p->n_figures + 1);
    u32 n = 0;
    for (u32 i = 0; i < p->n_figures; i++)
        if (asked_for(r, &p->figures[i]))
            chosen[n++] = &p->figures[i];
    if (r->dry)
        return count_runs(r, p, plan, chosen, n, store, how, d) ? EXIT_DONE : EXIT_USER;
    add_figures(plan, p, (const struct paper_figure *const *)chosen, n);
    if (!make_runs(p, plan, chosen, n, store, how, d))
        return EXIT_USER;
    return finish(r, p, plan, (const struct paper_figure *const *)chosen, n, how->version, d);
}

/* Chooses the kernels of a [select]. */
static int run_select(struct request *r, struct paper *p, struct runs_plan *plan, struct runs_store *store,
                      const struct runs_runner *how, struct diag *d)
{
    const struct paper_select *select = wanted_select(r, p, d);
    u32 kernels = 0;
    if (!select)
        return EXIT_USER;
    paper_plan_add_select(plan, p, select);
    if (!runs_plan_execute(plan, store, how, d))
        return EXIT_USER;
    if (r->dry) {
        struct left l = left_of(plan);
        say_what_is_left(arena_printf(&r->arena, "%s, size %s: [select %s] needs %u runs", p->name, plan->size,
                                      select->name, l.runs),
                         &l, &l);
        return EXIT_DONE;
    }
    if (!paper_select_write(p, plan, select, made_by(&r->arena, how->version), &kernels, d))
        return EXIT_USER;
    printf("papers/%s/%s.suite: %u kernels chosen\n", p->name, select->name, kernels);
    return EXIT_DONE;
}

static int execute(struct request *r, struct paper *p, struct diag *d)
{
    const char *size = !strcmp(r->size, "paper") ? p->size : r->size;
    struct runs_plan plan = {
        .size = size, .smaller = p->smaller, .seeds = r->select ? 1 : r->seeds, .few = r->select ? 0 : r->few};
    int status = EXIT_USER;
    mkdir(r->out, 0777);
    struct runs_runner how = {.workers = r->jobs, .show_progress = !r->quiet, .folder = r->out, .dry = r->dry};
    struct paper_runs *runs = paper_runs_open(&how, r->runner, d);
    struct runs_store *store = runs ? runs_store_open(r->store, d) : NULL;
    if (store)
        status = (r->select ? run_select : run_figures)(r, p, &plan, store, &how, d);
    runs_store_close(store);
    paper_runs_close(runs);
    runs_plan_free(&plan);
    return status;
}

/* One paper from reading to reporting; an exit status. */
static int one_paper(struct request *r, struct diag *d)
{
    struct paper p = {0};
    int status = EXIT_USER;
    if (access(arena_printf(&r->arena, "%s/papers/%s/paper.ini", cli_root(), r->name), R_OK)) {
        fprintf(stderr, "sluice paper: no paper is called '%s'\n", r->name);
        list_papers();
    } else if (paper_read(&p, cli_root(), r->name, d) && known_figures(r, &p)) {
        status = execute(r, &p, d);
    }
    paper_free(&p);
    return status;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Every paper, in the order of their names. A mistake ends it; statements that are missed (--check) do not. */
static int all_papers(struct request *r, struct diag *d)
{
    VEC(const char *) names = {0};
    DIR *dir = opendir(arena_printf(&r->arena, "%s/papers", cli_root()));
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (e->d_name[0] != '.' &&
            access(arena_printf(&r->arena, "%s/papers/%s/paper.ini", cli_root(), e->d_name), R_OK) == 0)
            VEC_PUSH(&names, arena_strdup(&r->arena, e->d_name));
    if (dir)
        closedir(dir);
    if (names.n)
        qsort(names.at, names.n, sizeof(*names.at), by_name);
    int status = names.n ? EXIT_DONE : EXIT_USER;
    for (size_t i = 0; i < names.n && (status == EXIT_DONE || status == EXIT_UNMET); i++) {
        r->name = names.at[i];
        if (!r->quiet)
            fprintf(stderr, "%s (%zu of %zu)\n", r->name, i + 1, names.n);
        int one = one_paper(r, d);
        fflush(stdout);
        status = one == EXIT_DONE ? status : one;
    }
    if (r->dry && status == EXIT_DONE)
        say_what_is_left(arena_printf(&r->arena, "all: %u runs (at most %u)", r->least.runs, r->most.runs), &r->least,
                         &r->most);
    VEC_FREE(&names);
    return status;
}

static int summary(const struct request *r, struct diag *d)
{
    struct fingerprints *prints = fingerprints_open(d);
    if (!prints)
        return EXIT_USER;
    struct paper_now now = fingerprints_now(prints);
    bool good = paper_summary(cli_root(), r->name, &now, stdout, d);
    fingerprints_close(prints);
    return good ? EXIT_DONE : EXIT_USER;
}

static int run(int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct request r = {.size = "paper", .out = "out", .jobs = cores > 0 ? (u32)cores : 1};
    struct diag d;
    int o = parse(&r, argc, argv), status = o == CLI_HELP ? EXIT_DONE : EXIT_USER;
    diag_init(&d);
    if (o == CLI_END && !r.store)
        r.store = arena_printf(&r.arena, "%s/results.db", r.out);
    if (o == CLI_END && r.summary)
        status = summary(&r, &d);
    else if (o == CLI_END && !r.name)
        status = list_papers();
    else if (o == CLI_END)
        status = !strcmp(r.name, ALL) ? all_papers(&r, &d) : one_paper(&r, &d);
    diag_print(&d, stderr);
    diag_free(&d);
    VEC_FREE(&r.figures);
    arena_free(&r.arena);
    return status;
}

static const char about[] =
    "Simulates what the experiments under papers/NAME ask for (workloads x machines x "
    "configurations) and prints each figure\n"
    "with the paper's statements: reproduced (within the statement's own tolerance, or the bound or "
    "order holds),\n"
    "near (within twice that), direction only (the right side of 1, a third to three times "
    "the effect), missed; noisy (chance may\n"
    "have decided it: it counts as nothing) or derived (it follows from constants, and counts apart).\n"
    "What headlines need runs under 5 seeds of gpu.jitter, what other statements need under 2, and under up to 5 "
    "where their\n"
    "tolerance is below 3 standard errors (--jitter K: all under K): values are means, with their standard deviation "
    "as spread.\n"
    "Every finished run is kept in the store under a hash of its program, input, "
    "configuration and simulator, so nothing is\n"
    "simulated twice and an interrupted command goes on where it was. OUT/paper-NAME.html is "
    "the same as a page with plots.\n"
    "\n"
    "examples:\n"
    "  sluice paper mrpb --size small      every figure, inputs cut down\n"
    "  sluice paper mrpb 14                only figure 14, at the paper's sizes\n"
    "  sluice paper mrpb --jitter 1        every point once: a quick look, without spread\n"
    "  sluice paper all --keep             all papers, one after the other\n";

const struct cli_command cmd_paper = {.name = "paper",
                                      .args = "NAME [FIGURE...] [options]   or   all [options]",
                                      .summary = "run a paper's experiments and compare with what it reports",
                                      .about = about,
                                      .options = options,
                                      .n_options = COUNT_OF(options),
                                      .run = run};
