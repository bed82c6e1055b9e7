/* sluice compare: what differs between runs; or, with a tolerance, whether anything does. */
#include "cli/compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "cli/cli.h"
#include "cli/keys.h"
#include "cli/report.h"

extern const struct cli_command cmd_compare, cmd_sweep;

enum { O_TOLERANCE, O_METRIC, O_KERNEL, O_ALL, O_HTML, O_MACHINE, O_SET, O_JITTER, O_SIZE, O_OUT };
static const struct cli_option options[] = {
    [O_TOLERANCE] = {"tolerance", 't', "PERCENT", "exit 4 if a statistic is further off than this; lists which"},
    [O_METRIC] = {"metric", 0, "A,B", "with --tolerance: only these statistics"},
    [O_KERNEL] = {"kernel", 'k', "NAME", "compare this kernel, not the total"},
    [O_ALL] = {"all", 0, NULL, "every statistic that differs, not only the largest changes"},
    [O_HTML] = {"html", 0, "FILE", "write it as a page for the browser"},
    [O_MACHINE] = {"machine", 'm', "A,B", "no records: run WORKLOAD, or PROGRAM behind --, on these machines"},
    [O_SET] = {"set", 0, "KEY=V1,V2", "no records: with these values of a parameter"},
    [O_JITTER] = {"jitter", 0, "N",
                  "no records: under N seeds of gpu.jitter, too: is the difference beyond the noise?"},
    [O_SIZE] = {"size", 0, "small|paper|suite", "no records: a workload's input"},
    [O_OUT] = {"out", 'o', "FOLDER", "no records: where the store of results is (out)"},
};

struct request {
    struct arena arena;
    VEC(const char *) files, metrics;
    VEC(char *) sweep; /* the command line for `sluice sweep` */
    struct compare c;
    double tolerance;
    const char *html;
    bool check, run, program;
};

static int option(struct request *r, int o, const char *v)
{
    char *end = NULL;
    switch (o) {
    case O_TOLERANCE:
        r->tolerance = strtod(v, &end) / 100;
        r->check = true;
        if (end == v || (*end && strcmp(end, "%") != 0) || !(r->tolerance >= 0))
            return cli_wrong(&cmd_compare, "--tolerance %s: expected a percentage from 0", v);
        return 0;
    case O_METRIC:
        for (char *copy = arena_strdup(&r->arena, v), *m = strtok(copy, ","); m; m = strtok(NULL, ",")) {
            m = !strcmp(m, "ipc") ? (char *)"warp_ipc" : m;
            const char *near = keys_is_statistic(m) ? NULL : keys_nearest_statistic(&r->arena, m);
            if (!keys_is_statistic(m))
                return cli_wrong(&cmd_compare, "--metric %s: no such statistic%s%s%s", m,
                                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
            VEC_PUSH(&r->metrics, m);
        }
        return 0;
    case O_KERNEL: r->c.kernel = v; return 0;
    case O_ALL: r->c.all = true; return 0;
    case O_HTML: r->html = v; return 0;
    default:
        r->run = true;
        VEC_PUSH(&r->sweep, arena_printf(&r->arena, "--%s", options[o].name));
        VEC_PUSH(&r->sweep, arena_strdup(&r->arena, v));
        return 0;
    }
}

static int compare_files(struct request *r)
{
    struct diag d;
    json_t *docs[COMPARE_MOST] = {0};
    diag_init(&d);
    for (size_t i = 0; i < r->files.n && !d.errors; i++) {
        docs[i] = report_load(r->files.at[i], &d);
        r->c.records[i] = docs[i];
        r->c.labels[i] = r->files.at[i];
    }
    r->c.n = (u32)r->files.n;
    int rc = d.errors ? EXIT_USER : EXIT_DONE;
    if (!rc && r->check) {
        u32 off = compare_check(&r->c, r->tolerance, r->metrics.at, (u32)r->metrics.n, stdout);
        printf("%u statistics are off by more than %g %%\n", off, 100 * r->tolerance);
        rc = off ? EXIT_UNMET : EXIT_DONE;
    } else if (!rc && !compare_print(&r->c, stdout)) {
        rc = EXIT_USER;
    }
    if (rc != EXIT_USER && r->html && !compare_write_page(r->html, &r->c, &d))
        rc = EXIT_USER;
    for (size_t i = 0; i < r->files.n; i++)
        json_decref(docs[i]);
    diag_print(&d, stderr);
    diag_free(&d);
    return rc;
}

/* The configurations are a small sweep, which ends in a comparison. */
static int compare_runs(struct request *r)
{
    if (r->check)
        return cli_wrong(&cmd_compare, "--tolerance wants records, not runs");
    if (r->html) {
        VEC_PUSH(&r->sweep, (char *)"--html");
        VEC_PUSH(&r->sweep, arena_strdup(&r->arena, r->html));
    }
    VEC(char *) v = {0};
    VEC_PUSH(&v, "sweep");
    VEC_PUSH(&v, "--compare");
    for (size_t i = 0; i < r->sweep.n; i++)
        VEC_PUSH(&v, r->sweep.at[i]);
    if (r->program)
        VEC_PUSH(&v, "--");
    for (size_t i = 0; i < r->files.n; i++)
        VEC_PUSH(&v, (char *)r->files.at[i]);
    int rc = cmd_sweep.run((int)v.n, v.at);
    VEC_FREE(&v);
    return rc;
}

static int run(int argc, char **argv)
{
    struct request r = {0};
    struct cli_args a;
    const char *v = NULL;
    cli_begin(&a, &cmd_compare, argc, argv);
    for (int o; (o = cli_next(&a, &v)) != CLI_END;) {
        if (o == CLI_HELP || o == CLI_BAD)
            return o == CLI_HELP ? EXIT_DONE : EXIT_USER;
        if (o == CLI_OPERAND) {
            r.program = r.program || a.only_operands;
            VEC_PUSH(&r.files, v);
            continue;
        }
        int rc = option(&r, o, v);
        if (rc)
            return rc;
    }
    if (r.run)
        return compare_runs(&r);
    if (r.files.n < 2 || r.files.n > COMPARE_MOST)
        return cli_wrong(&cmd_compare, "expected 2 to %d records, or --machine and what to run", COMPARE_MOST);
    int rc = compare_files(&r);
    VEC_FREE(&r.files);
    VEC_FREE(&r.metrics);
    arena_free(&r.arena);
    return rc;
}

const struct cli_command cmd_compare = {
    .name = "compare",
    .args = "A.json B.json...   or   -m MACHINES [--set KEY=V1,V2] WORKLOAD | -- PROGRAM",
    .summary = "what differs between runs",
    .about =
        "Shows which parameters differ, the headline figures, the statistics that changed most with their "
        "units, and issue "
        "slots\n"
        "and latencies side by side. With --tolerance it is a test: exit 4 and a list of what is further off.\n"
        "\n"
        "examples:\n"
        "  sluice compare before.json after.json\n"
        "  sluice compare --html diff.html a.json b.json c.json         the same as a page, three columns\n"
        "  sluice compare -m gtx480 --set l1.mshrs=8,32 atax            run both, then compare\n"
        "  sluice compare -m gtx480 --set l1.mshrs=8,32 --jitter 5 atax  and say whether the difference is chance\n"
        "  sluice compare -t 1 --metric cycles,dram.read_bytes golden.json now.json\n",
    .options = options,
    .n_options = COUNT_OF(options),
    .run = run,
};
