/* `sluice trace`: what a trace file holds, or its launches on a machine. The program that made it is not needed. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "accel/list.h"
#include "base/demangle.h"
#include "base/vec.h"
#include "cli/cli.h"
#include "cli/names.h"
#include "cli/replay.h"
#include "cli/scratch.h"
#include "cuda/progress.h"
#include "out/out.h"

extern const struct cli_command cmd_trace;

enum { O_MACHINE, O_SET, O_THREADS, O_MAX_CYCLES, O_JSON, O_CSV, O_AS, O_CONVERT, O_QUIET, O_PROGRESS, O_PROGRAM };
static const struct cli_option options[] = {
    [O_MACHINE] = {"machine", 'm', "NAME", "simulate it on this machine; none: say what it holds"},
    [O_SET] = {"set", 0, "KEY=VALUE", "one parameter of the machine; may be repeated"},
    [O_THREADS] = {"threads", 'j', "N", "threads that simulate (default 1)"},
    [O_MAX_CYCLES] = {"max-cycles", 0, "N", "stop after so many cycles with what there is"},
    [O_JSON] = {"json", 0, "FILE", "write the whole record there"},
    [O_CSV] = {"csv", 0, "FILE", "write a table there: a row a kernel, a column a statistic"},
    [O_AS] = {"as", 0, "NAMES",
              "with --csv: the columns that Accel-Sim (accelsim) or Nsight Compute (ncu) has, by its names"},
    [O_CONVERT] = {"convert", 0, "FILE", "write an Accel-Sim trace as one of sluice's own there, many times smaller"},
    [O_QUIET] = {"quiet", 'q', NULL, "no report"},
    [O_PROGRESS] = {"progress", 0, NULL, "say how far it is, even where the output is no terminal"},
    [O_PROGRAM] = {"program", 0, "FILE", NULL}, /* the record of the recording: names the program */
};

struct replay {
    const char *file, *machine, *json, *csv, *program, *convert, *as;
    VEC(const char *) sets;
    enum accel_quirks quirks; /* of Accel-Sim's traces */
    bool quirks_set;
    struct gpu_options opt;
    struct progress shown;
    bool quiet, progress;
};

static void describe(struct trace *t)
{
    printf("%-40s %18s %14s %10s %9s %8s\n", "kernel", "grid", "block", "CTAs", "registers", "shared");
    for (u32 i = 0; i < trace_launches(t); i++) {
        const struct stream_kernel *k = trace_launch(t, i)->kernel;
        char grid[48], block[48], name[256];
        demangle(k->name ? k->name : "?", name, sizeof(name));
        snprintf(grid, sizeof(grid), "%ux%ux%u", k->grid[0], k->grid[1], k->grid[2]);
        snprintf(block, sizeof(block), "%ux%ux%u", k->block[0], k->block[1], k->block[2]);
        printf("%-40.40s %18s %14s %10llu %9u %8u\n", name, grid, block, (unsigned long long)k->n_ctas,
               k->regs_per_thread, k->shared_bytes);
    }
    printf("%u launches, %llu bytes\ntarget: %s\n", trace_launches(t), (unsigned long long)trace_bytes(t),
           trace_target(t));
}

static bool write_csv(const struct replay *r, const json_t *doc, struct diag *d)
{
    enum names_whose whose;
    return r->as && names_find(r->as, &whose) ? names_write_csv(r->csv, doc, whose, d)
                                              : out_write_csv(r->csv, doc, NULL, d);
}

static int simulate(const struct replay *r, struct trace *t, const struct machine_config *c, struct diag *d)
{
    struct gpu_rows rows = {0};
    struct gpu_forms forms = {0};
    struct gpu_launches launches = {&rows, c, &forms};
    struct gpu_sms sms = {.forms = &forms};
    struct out_aside each = {.key = "sms", .write = gpu_sms_write, .what = &sms},
                     aside = {.key = "launches", .write = gpu_launches_write, .what = &launches, .next = &each};
    json_t *doc = replay_record(t, c, &r->opt, replay_program(r->file, r->program), gpu_units_json(), &rows,
                                r->json ? &sms : NULL, r->json, d);
    int rc = doc ? EXIT_DONE : EXIT_USER;
    if (doc && ((r->json && !out_write_record(r->json, doc, &aside, d)) || (r->csv && !write_csv(r, doc, d))))
        rc = EXIT_USER;
    if (doc && !r->quiet)
        out_print(doc, stdout);
    gpu_rows_free(&rows);
    gpu_forms_free(&forms);
    VEC_FREE(&sms.v);
    json_decref(doc);
    return d->errors ? EXIT_USER : rc;
}

/* The file as a trace of ours: `path` becomes the file itself, --convert's, or a new one in `dir`. */
static bool own_trace(const struct replay *r, const char **path, char dir[SCRATCH_PATH], struct diag *d)
{
    static char made[SCRATCH_PATH + 16];
    *path = r->file;
    *dir = 0;
    if (!accel_list_is(r->file))
        return true;
    if (!r->convert && !scratch_make(dir, "trace"))
        return false;
    snprintf(made, sizeof made, "%s/trace", dir);
    *path = r->convert ? r->convert : made;
    struct accel_report got;
    bool ok = accel_list_convert(r->file, *path, r->quirks, &got, d);
    if (ok)
        accel_list_notes(&got, r->file, d);
    accel_unknown_free(&got.unknown);
    return ok;
}

static int replay(const struct replay *r, struct diag *d)
{
    struct machine_config c;
    const char *path;
    char dir[SCRATCH_PATH];
    if (r->machine && !machine_load(&c, r->machine, d))
        return EXIT_USER;
    for (size_t i = 0; i < r->sets.n; i++) {
        if (!machine_set(&c, r->sets.at[i], d))
            return EXIT_USER;
    }
    struct trace *t = own_trace(r, &path, dir, d) ? trace_open(path, d) : NULL;
    if (*dir)
        scratch_remove(dir);
    if (!t)
        return EXIT_USER;
    int rc = EXIT_DONE;
    if (r->machine && !replay_fits(t, r->file, &c, d))
        rc = EXIT_USER;
    else if (r->machine)
        rc = simulate(r, t, &c, d);
    else if (!r->convert || !r->quiet)
        describe(t);
    trace_close(t);
    return rc;
}

/* --set trace.quirks=...: how a trace is read, no parameter of the machine. False: it is not that, or it is wrong. */
static bool set_quirks(struct replay *r, const char *pair, bool *bad)
{
    static const char key[] = "trace.quirks=";
    *bad = false;
    if (strncmp(pair, key, sizeof key - 1) != 0)
        return false;
    const char *v = pair + sizeof key - 1;
    *bad = strcmp(v, "none") != 0 && strcmp(v, "accelsim") != 0;
    r->quirks = strcmp(v, "accelsim") == 0 ? ACCEL_AS_READ : ACCEL_AS_MEANT;
    r->quirks_set = true;
    return true;
}

static int trace_main(int argc, char **argv)
{
    struct replay r = {.opt = {.threads = 1}};
    struct cli_args a;
    const char *v = NULL;
    u64 n;
    bool bad = false;
    cli_begin(&a, &cmd_trace, argc, argv);
    for (int o; (o = cli_next(&a, &v)) != CLI_END;) {
        switch (o) {
        case CLI_HELP: return EXIT_DONE;
        case CLI_BAD: return EXIT_USER;
        case CLI_OPERAND:
            if (r.file)
                return cli_wrong(&cmd_trace, "one trace at a time: '%s' is too many", v);
            r.file = v;
            break;
        case O_MACHINE: r.machine = v; break;
        case O_SET:
            if (!set_quirks(&r, v, &bad))
                VEC_PUSH(&r.sets, v);
            if (bad)
                return cli_wrong(&cmd_trace, "%s: trace.quirks is none or accelsim", v);
            break;
        case O_THREADS:
            if (!cli_count(&cmd_trace, "threads", v, 1024, &n))
                return EXIT_USER;
            r.opt.threads = (u32)n;
            break;
        case O_MAX_CYCLES:
            if (!cli_count(&cmd_trace, "max-cycles", v, UINT64_MAX, &r.opt.max_cycles))
                return EXIT_USER;
            break;
        case O_JSON: r.json = v; break;
        case O_CSV: r.csv = v; break;
        case O_AS: r.as = v; break;
        case O_CONVERT: r.convert = v; break;
        case O_PROGRAM: r.program = v; break;
        case O_PROGRESS: r.progress = true; break;
        default: r.quiet = true; break;
        }
    }
    if (!r.file)
        return cli_wrong(&cmd_trace, "which trace? (sluice run --trace FILE makes one)");
    if (!r.machine && (r.sets.n || r.json || r.csv || r.opt.max_cycles))
        return cli_wrong(&cmd_trace, "--set, --json, --csv and --max-cycles want a machine: --machine NAME");
    enum names_whose whose;
    if (r.as && (!r.csv || !names_find(r.as, &whose)))
        return cli_wrong(&cmd_trace, "--as %s: wants --csv FILE, and is %s", r.as, NAMES_WORDS);
    if ((r.convert || r.quirks_set) && !accel_list_is(r.file))
        return cli_wrong(&cmd_trace,
                         "--convert and trace.quirks are for Accel-Sim's traces: a folder's kernelslist.g");
    if (r.progress || (!r.quiet && isatty(2))) {
        r.opt.progress = progress_show;
        r.opt.progress_arg = &r.shown;
    }
    struct diag d;
    diag_init(&d);
    const struct out_named files[] = {
        {"the trace", r.file}, {"--json", r.json}, {"--csv", r.csv}, {"--convert", r.convert}};
    int rc = out_apart(files, COUNT_OF(files), &d) && out_writable(r.json, &d) && out_writable(r.csv, &d)
                 ? replay(&r, &d)
                 : EXIT_USER;
    diag_print(&d, stderr);
    diag_free(&d);
    VEC_FREE(&r.sets);
    return rc;
}

const struct cli_command cmd_trace = {
    .name = "trace",
    .args = "[options] FILE",
    .summary = "replay a recorded program on a simulated machine",
    .about =
        "A trace holds the instruction streams of a program's launches. It replays, without the "
        "program,\n"
        "under any machine with the target that it was recorded for (sluice trace FILE names it), and gives "
        "what\n"
        "the program itself would give there. A trace of Accel-Sim (its kernelslist.g, or one kernel's .traceg, "
        "plain or "
        "packed by\n"
        "xz or zstd) runs on any machine; --set trace.quirks=accelsim takes its addresses as Accel-Sim's reader does "
        "where that\n"
        "differs from what its tracer meant.\n"
        "\n"
        "examples:\n"
        "  sluice run --trace atax.trace -m h200 atax                  record\n"
        "  sluice trace atax.trace                                     what is in it, and for which target\n"
        "  sluice trace -m h200 --set l1.mshrs=64 atax.trace           simulate it\n"
        "  sluice trace -m qv100 traces/kernelslist.g                  a trace of Accel-Sim\n"
        "  sluice trace --convert atax.trace traces/kernelslist.g      the same, smaller and faster to read\n",
    .options = options,
    .n_options = COUNT_OF(options),
    .run = trace_main,
};
