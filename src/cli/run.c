/* `sluice run`: finds out what to run, starts it with its options in a file (cuda/record.c reads them inside the
   program), and prints the record that comes back. */
#include "cli/run.h"
#include "cli/names.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/input.h"
#include "base/root.h"
#include "cli/agreement.h"
#include "cli/child.h"
#include "cli/cli.h"
#include "cli/repeat.h"
#include "cli/report.h"
#include "cli/scratch.h"
#include "cli/workloads.h"
#include "cuda/journal.h"
#include "cuda/proof.h"
#include "cuda/record.h"
#include "gpu/config.h"
#include "isa/isa.h"
#include "out/lines.h"
#include "out/out.h"
#include "stream/trace.h"

extern const struct cli_command cmd_run;

enum {
    O_MACHINE,
    O_SET,
    O_THREADS,
    O_KERNELS,
    O_LAUNCHES,
    O_SERIAL,
    O_PROOF,
    O_MAX_CYCLES,
    O_BUDGET,
    O_TIME_LIMIT,
    O_JITTER,
    O_SIZE,
    O_JSON,
    O_CSV,
    O_AS,
    O_METRIC,
    O_HTML,
    O_SAMPLE,
    O_LINES,
    O_WHAT_IF,
    O_TIMELINE,
    O_WARPS,
    O_PROGRESS,
    O_QUIET,
    O_TRACE,
    O_ACCELSIM,
    O_PRINT_ISA,
    O_STOP_AFTER,
    O_UNINIT,
    O_STEPS,
    O_KERNEL,
    O_GRID,
    O_BLOCK,
    O_SHARED,
    O_ARG,
    O_INPUTS
};
static const struct cli_option options[] = {
    [O_MACHINE] = {"machine", 'm', "NAME",
                   "the simulated machine: a file in machines/ or a path; none: functional, no time"},
    [O_SET] = {"set", 0, "KEY=VALUE",
               "one parameter of the machine (sluice list params); may be repeated; KEY=best:V1,V2 tries each"},
    [O_THREADS] = {"threads", 'j', "N", "threads that simulate; the result does not depend on it (default 1)"},
    [O_KERNELS] = {"kernels", 0, "LIST",
                   "launches to time, by number from 1 or name: 3-5,NAME, or none; the others only execute"},
    [O_LAUNCHES] = {"launches", 0, "N", "time the first N launches of each kernel; the others only execute"},
    [O_SERIAL] = {"serial", 0, NULL,
                  "kernels of different streams, and kernels that kernels launch, run one after the other; without "
                  "it, those that may run at the same "
                  "time share the "
                  "machine, but for what docs/cuda.md lists"},
    [O_PROOF] = {"proof", 0, "on|off|always",
                 "compare each kernel's machine code with its PTX: once, until it is known (default), never, or in "
                 "every launch"},
    [O_MAX_CYCLES] = {"max-cycles", 0, "N", "stop after so many cycles with what there is"},
    [O_BUDGET] =
        {"budget", 0, "N",
         "time N cycles of each kernel and leave the rest out, unexecuted; 0: no (a workload's own at --size suite)"},
    [O_TIME_LIMIT] = {"time-limit", 0, "SECONDS", "stop after so much time of this computer with what there is"},
    [O_JITTER] = {"jitter", 0, "N",
                  "run N times more with latencies moved by a cycle (gpu.jitter = 1 to N): how much is chance"},
    [O_SIZE] = {"size", 0, "small|paper|suite",
                "a workload's input (default small); suite: as its benchmark suite ships it"},
    [O_JSON] = {"json", 0, "FILE", "write the whole record there, '-' for standard output instead of the report"},
    [O_CSV] = {"csv", 0, "FILE", "write a table there: a row a kernel, a column a statistic"},
    [O_AS] = {"as", 0, "NAMES",
              "with --csv: the columns that Accel-Sim (accelsim) or Nsight Compute (ncu) has, by its names"},
    [O_METRIC] = {"metric", 0, "NAMES",
                  "with --csv: these columns alone, as cycles,ipc,l1.hit_rate (sluice list record)"},
    [O_HTML] = {"html", 0, "FILE", "write the report as a page for the browser"},
    [O_SAMPLE] = {"sample", 0, "N", "look at the machine every N cycles: into the record, and over time on the page"},
    [O_LINES] = {"lines", 0, NULL,
                 "what each source line and instruction costs: printed, in the record and on the page"},
    [O_WHAT_IF] =
        {"what-if", 0, NULL,
         "simulate the machine without each limit that \"Look here first\" names (ideal.*), and say what it "
         "would bring"},
    [O_TIMELINE] = {"timeline", 0, "FILE", "write launches and CTAs as trace events for Perfetto or Chrome"},
    [O_WARPS] = {"timeline-warps", 0, "N",
                 "with --timeline: also the warps' states, and some requests stage by stage, of the first N SMs"},
    [O_PROGRESS] = {"progress", 0, NULL, "say how far it is, also where standard error is no terminal"},
    [O_TRACE] = {"trace", 0, "FILE",
                 "record every launch for `sluice trace FILE`, compiled for --machine; times nothing"},
    [O_ACCELSIM] = {"trace-accelsim", 0, "DIR",
                    "record every launch as a trace of Accel-Sim in a new folder; times nothing"},
    [O_PRINT_ISA] = {"print-isa", 0, NULL,
                     "print each kernel that is launched as --machine executes it, beside its PTX"},
    [O_STOP_AFTER] = {"stop-after", 0, "PASS", "with --print-isa: as it is after this pass (sluice list passes)"},
    [O_QUIET] = {"quiet", 'q', NULL, "no report"},
    [O_UNINIT] = {"check-uninit", 0, NULL, "reading device memory that was never written is a fault"},
    [O_STEPS] = {"step-limit", 0, "N", "warp instructions a launch may execute"},
    [O_KERNEL] = {"kernel", 0, "NAME", "FILE.ptx: the kernel (not needed if there is one)"},
    [O_GRID] = {"grid", 0, "X,Y,Z", "FILE.ptx: blocks (default 1)"},
    [O_BLOCK] = {"block", 0, "X,Y,Z", "FILE.ptx: threads a block (default 32)"},
    [O_SHARED] = {"shared", 0, "BYTES", "FILE.ptx: dynamic shared memory"},
    [O_ARG] = {"arg", 0, "TYPE:VALUE", "FILE.ptx: the next argument: u32:5, f32:1.5, buf:4096, buf:4096:iota"},
    [O_INPUTS] = {"inputs", 0, "FILE",
                  NULL}, /* for sluice sweep: what it reads, and the name of what it gives the device */
};

static bool triple(const char *text, u32 v[3])
{
    v[1] = v[2] = 1;
    char *end = (char *)text;
    for (int i = 0; i < 3; i++) {
        v[i] = (u32)strtoul(end, &end, 10);
        if (!v[i])
            return false;
        if (!*end)
            return true;
        if (*end != ',' && *end != 'x')
            return false;
        end++;
    }
    return !*end;
}

/* "3-5,NAME,9": what starts with a digit must be a number or a range of them, from 1, upwards. */
static bool kernel_list(const char *text)
{
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, ",");
        if (*p >= '0' && *p <= '9') {
            char *end;
            unsigned long long from = strtoull(p, &end, 10), to = from;
            if (*end == '-' && end[1] >= '0' && end[1] <= '9')
                to = strtoull(end + 1, &end, 10);
            if (end != p + n || !from || to < from)
                return false;
        }
        p += n + (p[n] == ',');
    }
    return *text != 0;
}

/* One option; an exit status, or 0. */
static int option(struct run *r, int o, const char *v)
{
    switch (o) {
    case O_MACHINE: r->machine = v; break;
    case O_SET: VEC_PUSH(&r->sets, v); break;
    case O_THREADS: r->threads = v; break;
    case O_KERNELS: r->kernels = v; break;
    case O_LAUNCHES: r->launches = v; break;
    case O_SERIAL: r->serial = true; break;
    case O_PROOF: r->proof = v; break;
    case O_MAX_CYCLES: r->max_cycles = v; break;
    case O_BUDGET: r->budget = v; break;
    case O_TIME_LIMIT: r->time_limit = v; break;
    case O_JITTER: r->jitter = v; break;
    case O_SIZE: r->size = v; break;
    case O_JSON: r->json = v; break;
    case O_CSV: r->csv = v; break;
    case O_AS: r->as = v; break;
    case O_METRIC: r->metrics = v; break;
    case O_HTML: r->html = v; break;
    case O_SAMPLE: r->sample = v; break;
    case O_LINES: r->lines = true; break;
    case O_WHAT_IF: r->what_if = true; break;
    case O_TIMELINE: r->timeline = v; break;
    case O_WARPS: r->warps = v; break;
    case O_PROGRESS: r->progress = true; break;
    case O_TRACE: r->trace = v; break;
    case O_ACCELSIM: r->accelsim = v; break;
    case O_PRINT_ISA: r->print_isa = true; break;
    case O_STOP_AFTER: r->stop_after = v; break;
    case O_QUIET: r->quiet = true; break;
    case O_UNINIT: r->uninit = true; break;
    case O_STEPS: r->steps = v; break;
    case O_INPUTS: r->inputs = v; break;
    case O_KERNEL: r->ptx.kernel = v; break;
    case O_GRID: return triple(v, r->ptx.grid) ? 0 : cli_wrong(&cmd_run, "--grid %s: expected X, X,Y or X,Y,Z", v);
    case O_BLOCK: return triple(v, r->ptx.block) ? 0 : cli_wrong(&cmd_run, "--block %s: expected X, X,Y or X,Y,Z", v);
    case O_SHARED: r->ptx.shared = (u32)strtoul(v, NULL, 0); break;
    case O_ARG: VEC_PUSH(&r->ptx.args, v); break;
    default: break;
    }
    u64 n;
    if ((o == O_THREADS || o == O_LAUNCHES || o == O_MAX_CYCLES || o == O_STEPS || o == O_SAMPLE || o == O_WARPS ||
         o == O_BUDGET) &&
        !cli_count(&cmd_run, options[o].name, v, o == O_THREADS ? 1024 : UINT64_MAX, &n))
        return EXIT_USER;
    if (o == O_JITTER && !cli_count(&cmd_run, options[o].name, v, 1000, &n))
        return EXIT_USER;
    if (o == O_JITTER && n < 2)
        return cli_wrong(&cmd_run, "--jitter %s: expected 2 runs or more", v);
    if (o == O_TIME_LIMIT && (strspn(v, "0123456789.") != strlen(v) || !(strtod(v, NULL) >= 0.01)))
        return cli_wrong(&cmd_run, "--time-limit %s: expected seconds, 0.01 or more", v);
    if (o == O_KERNELS && !kernel_list(v))
        return cli_wrong(&cmd_run, "--kernels %s: expected numbers from 1, ranges such as 3-5, and names", v);
    if (o == O_PROOF && !proof_option(v))
        return cli_wrong(&cmd_run, "--proof %s: expected " PROOF_WORDS, v);
    if (o == O_SIZE && !workload_size_known(v))
        return cli_wrong(&cmd_run, "--size %s: expected small, paper or suite", v);
    return 0;
}

/* The machine is checked here, before anything is compiled; the program reads it again. */
static bool machine_good(const struct run *r)
{
    struct machine_config c;
    struct diag d;
    if (!r->machine)
        return true;
    diag_init(&d);
    bool ok = machine_load(&c, r->machine, &d);
    for (size_t i = 0; ok && i < r->sets.n; i++)
        machine_set(&c, r->sets.at[i], &d);
    if (ok && !d.errors)
        machine_check(&c, &d);
    if (ok && !d.errors)
        machine_fits(&c, &d);
    ok = d.errors == 0;
    diag_print(&d, stderr);
    diag_free(&d);
    return ok;
}

static bool has_suffix(const char *s, const char *suffix)
{
    size_t n = strlen(s), k = strlen(suffix);
    return n > k && !strcmp(s + n - k, suffix);
}

/* argv of the program: itself, given arguments, operands behind the first. */
static void set_argv(struct run *r, const char *program, const char *given)
{
    VEC(const char *) v = {0};
    VEC_PUSH(&v, program);
    char *copy = arena_strdup(&r->arena, given);
    for (char *t = strtok(copy, " "); t; t = strtok(NULL, " "))
        VEC_PUSH(&v, t);
    for (size_t i = 1; i < r->operands.n; i++)
        VEC_PUSH(&v, r->operands.at[i]);
    VEC_PUSH(&v, NULL);
    r->argv = v.at;
}

static bool has_budget(const struct run *r)
{
    return r->budget && strtoull(r->budget, NULL, 10);
}

static int use_workload(struct run *r, const char *name)
{
    struct workloads all = {0};
    struct diag d;
    diag_init(&d);
    bool ok = workloads_read(&all, cli_root(), &d);
    const struct workload *w = ok ? workload_find(&all, name) : NULL;
    int rc = 0;
    if (!ok) {
        diag_print(&d, stderr);
        rc = EXIT_USER;
    } else if (!w) {
        const char *near = workload_nearest(&all, name);
        rc = cli_wrong(&cmd_run, "'%s' is not a workload, a .cu or .ptx file or a program%s%s%s", name,
                       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    } else {
        const char *source = arena_printf(&r->arena, "%s/workloads/%s", cli_root(), w->file);
        const char *built = run_build(&r->arena, source, true, r->dir);
        r->label = arena_strdup(&r->arena, name);
        if (r->machine && !r->budget && r->size && !strcmp(r->size, "suite") && *w->budget)
            r->budget = arena_strdup(&r->arena, w->budget);
        if (built)
            set_argv(r, built,
                     arena_printf(&r->arena, "--size %s %s%s", r->size ? r->size : "small",
                                  has_budget(r) ? "--no-check " : "", w->arguments));
        else
            rc = EXIT_USER;
    }
    workloads_free(&all);
    diag_free(&d);
    return rc;
}

/* Decides what the operands mean. */
static int prepare(struct run *r)
{
    if (!r->operands.n)
        return cli_wrong(&cmd_run, "what to run is missing: a workload, FILE.cu, FILE.ptx, or -- PROGRAM ARGUMENTS");
    const char *what = r->operands.at[0];
    r->label = what;
    if (r->program && (has_suffix(what, ".cu") || has_suffix(what, ".ptx")) && access(what, X_OK) != 0)
        return cli_wrong(&cmd_run, "'%s' is a source file, and behind -- stands a program: leave the -- out", what);
    if (r->program ||
        (strchr(what, '/') && access(what, X_OK) == 0 && !has_suffix(what, ".cu") && !has_suffix(what, ".ptx"))) {
        set_argv(r, what, "");
        return 0;
    }
    if (has_suffix(what, ".ptx")) {
        r->ptx.file = what;
        return 0;
    }
    if (!has_suffix(what, ".cu"))
        return use_workload(r, what);
    const char *built = run_build(&r->arena, what, false, r->dir);
    if (!built)
        return EXIT_USER;
    set_argv(r, built, r->size ? arena_printf(&r->arena, "--size %s", r->size) : "");
    return 0;
}

/* A --kernels that matches no launch is a mistake; the launches that there were are listed. */
static bool told_of_no_match(const struct run *r, const json_t *doc)
{
    const json_t *untimed = json_object_get(doc, "untimed");
    json_t *k;
    size_t i;
    if (!r->kernels || !strcmp(r->kernels, "none") || !json_array_size(untimed) ||
        json_array_size(json_object_get(doc, "kernels")))
        return false;
    fprintf(stderr, "sluice run: --kernels %s fits no launch of %s; there were:\n", r->kernels, r->label);
    json_array_foreach((json_t *)untimed, i, k)
        fprintf(stderr, "  %s, launch %.0f%s\n", out_text(k, "name"), out_number(k, "first"),
                out_number(k, "launches") > 1 ? " and others" : "");
    return true;
}

static bool is_plain(const char *word)
{
    return *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%")];
}

/* The command line as a shell takes it. */
static const char *command_line(struct arena *a, int argc, char **argv)
{
    const char *all = "sluice";
    for (int i = 0; i < argc; i++) {
        if (is_plain(argv[i])) {
            all = arena_printf(a, "%s %s", all, argv[i]);
            continue;
        }
        all = arena_printf(a, "%s '", all);
        for (const char *p = argv[i], *q; *p; p = q) {
            q = p + strcspn(p, "'");
            all = arena_printf(a, "%s%.*s%s", all, (int)(q - p), p, *q ? "'\\''" : "");
            q += *q == '\'';
        }
        all = arena_printf(a, "%s'", all);
    }
    return all;
}

/* The record in every form that was asked for. */
static int write_files(const struct run *r, json_t *doc, const char *out)
{
    struct diag d;
    diag_init(&d);
    json_t *host = json_object_get(doc, "host");
    if (host && r->command)
        json_object_set_new(host, "command", json_string(r->command));
    if (r->json)
        out_write_record(r->json, doc, &(struct out_aside){.record = out}, &d);
    if (r->csv)
        run_write_csv(r, doc, &d);
    if (r->html)
        out_take_back(doc, "samples", out);
    if (r->html)
        report_write(r->html, doc, &d);
    int rc = d.errors ? EXIT_USER : EXIT_DONE;
    diag_print(&d, stderr);
    diag_free(&d);
    return rc;
}

/* Before anything runs: a file that cannot be written is said now. */
static bool files_good(const struct run *r)
{
    struct diag d;
    diag_init(&d);
    const struct out_named all[] = {{"--json", r->json},
                                    {"--csv", r->csv},
                                    {"--html", r->html},
                                    {"--timeline", r->timeline},
                                    {"--trace", r->accelsim ? NULL : r->trace}};
    out_apart(all, COUNT_OF(all), &d);
    for (size_t i = 0; i < COUNT_OF(all); i++)
        out_writable(all[i].path, &d);
    bool ok = d.errors == 0;
    diag_print(&d, stderr);
    diag_free(&d);
    return ok;
}

/* There is no record: an older file of that name must not be mistaken for it. */
static int nothing(const struct run *r, int rc)
{
    const char *const files[] = {r->json, r->csv};
    bool asked = r->machine && !r->trace;
    struct stat st;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        asked = asked || files[i];
        if (files[i] && stat(files[i], &st) == 0 && S_ISREG(st.st_mode))
            unlink(files[i]);
    }
    if (!rc) /* else it has been said what happened */
        fprintf(stderr, "sluice run: %s launched no kernel%s\n", r->label,
                r->machine && !r->trace ? ": nothing was timed" : "");
    return asked ? EXIT_PROGRAM : EXIT_DONE;
}

/* A machine was requested, but no cycle was counted on it: perhaps on purpose, so it is only reported. */
static void told_of_no_time(const struct run *r, const json_t *doc)
{
    if (r->machine && !r->trace && !json_array_size(json_object_get(doc, "kernels")) && !*out_text(doc, "fault"))
        fprintf(stderr, "sluice run: no launch of %s was timed%s%s\n", r->label, r->kernels ? ": --kernels " : "",
                r->kernels ? r->kernels : "");
}

/* Takes the document over. */
static int show(const struct run *r, json_t *doc, const char *out, int rc)
{
    if (!doc)
        return nothing(r, rc);
    if (child_overdue()) { /* the program knows only that it was told to end */
        const char *fault = out_text(doc, "fault"), *in = strstr(fault, " in launch ");
        json_t *text = json_sprintf("--time-limit %s reached%s", r->time_limit, in ? in : "");
        if (in)
            json_object_set_new(doc, "fault", text);
        else
            json_decref(text);
    }
    if (told_of_no_match(r, doc)) {
        json_decref(doc);
        return EXIT_USER;
    }
    told_of_no_time(r, doc);
    bool to_stdout = (r->json && !strcmp(r->json, "-")) || (r->csv && !strcmp(r->csv, "-"));
    if (r->best.key)
        run_best_add(&r->best, doc);
    if (r->best.key && !r->quiet && !to_stdout)
        run_best_print(&r->best, stdout);
    if (r->lines)
        out_lines_add_sources(doc);
    int simulated = r->what_if && !rc && !json_object_get(doc, "fault") ? run_what_if(r, doc) : EXIT_DONE;
    if (simulated) {
        json_decref(doc);
        return simulated;
    }
    if (r->machine && !r->trace)
        out_verdict_add(doc);
    rc = write_files(r, doc, out);
    if (to_stdout)
        ;
    else if (!r->quiet && r->machine && !r->trace) {
        out_print(doc, stdout);
        out_noise_print(doc, stdout);
        out_lines_print(doc, stdout);
        agreement_print(r->machine, stdout);
    } else if (!r->quiet) {
        printf("\n");
        run_table(doc, stdout);
    }
    json_decref(doc);
    return rc;
}

/* The program with each value of the sweep; the record of the best is shown. */
static int sweep(struct run *r, const char *opts)
{
    struct run_best *b = &r->best;
    int failed = EXIT_USER;
    for (size_t i = 0; i < b->values.n; i++) {
        const char *out = arena_printf(&r->arena, "%s/record-%zu", r->dir, i);
        r->sets.at[b->at] = b->sets.at[i];
        r->silent = i > 0;
        if (!run_write_options(r, opts, out))
            return cli_wrong(&cmd_run, "%s: %s", opts, strerror(errno));
        char end[128];
        int rc = run_start(r, opts, end);
        if (rc < 0 || child_signal())
            return rc < 0 ? EXIT_USER : rc;
        if (rc == EXIT_DONE)
            run_best_note(b, i, out);
        else
            failed = rc; /* other values may do better: this machine may be too small for a launch */
    }
    if (b->cycles.at[b->best] == 0)
        return failed;
    const char *out = arena_printf(&r->arena, "%s/record-%zu", r->dir, b->best);
    return show(r, json_load_file(out, 0, NULL), out, 0);
}

/* The program as it is, and then with each seed; the record of the first is shown, with how far the others are. */
static int jittered(struct run *r, const char *opts)
{
    u32 n = (u32)strtoul(r->jitter, NULL, 10);
    json_t *docs[1001] = {0};
    const json_t *totals[1000];
    int rc = 0;
    VEC_PUSH(&r->sets, NULL);
    for (u32 i = 0; i <= n && !rc; i++) {
        const char *out = arena_printf(&r->arena, "%s/record-%u", r->dir, i);
        r->sets.at[r->sets.n - 1] = arena_printf(&r->arena, "gpu.jitter=%u", i);
        r->silent = i > 0;
        char end[128];
        rc = run_write_options(r, opts, out) ? run_start(r, opts, end)
                                             : cli_wrong(&cmd_run, "%s: %s", opts, strerror(errno));
        rc = rc < 0 ? EXIT_USER : rc;
        docs[i] = rc ? NULL : json_load_file(out, 0, NULL);
        if (!rc && !docs[i])
            rc = cli_wrong(&cmd_run, "%s launched nothing: there is nothing to repeat", r->label);
        if (i)
            totals[i - 1] = json_object_get(docs[i], "total");
    }
    if (!rc) {
        out_noise_add(docs[0], totals, n);
        rc = show(r, json_incref(docs[0]), arena_printf(&r->arena, "%s/record-0", r->dir), 0);
    }
    for (u32 i = 0; i <= n; i++)
        json_decref(docs[i]);
    return rc;
}

/* The program has ended by an internal error, or crashed while a launch was simulated, perhaps because of sluice: the
   head of its journal says so, and a file says how to repeat it. */
static void tell_broken(const struct run *r, const char *out, const char *end, int rc)
{
    static const int crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    struct journal_head head = {0};
    struct journal_now now = {0};
    struct machine_config c;
    struct diag d;
    bool crashed = false;
    for (size_t i = 0; i < COUNT_OF(crashes); i++)
        crashed |= rc == 128 + crashes[i];
    journal_read_now(out, &now);
    if (!journal_read_head(out, &head) || !(head.broken || (crashed && now.launch)))
        return;
    if (!head.broken)
        snprintf(head.fault, sizeof head.fault, "%s", end);
    size_t n = strlen(head.fault);
    if (now.launch)
        snprintf(head.fault + n, sizeof head.fault - n, ", in launch %llu%s%s%s", (unsigned long long)now.launch,
                 *now.kernel ? " (" : "", now.kernel, *now.kernel ? ")" : "");
    journal_set_head(out, &head);
    diag_init(&d);
    bool machine = r->machine && machine_load(&c, r->machine, &d);
    for (size_t i = 0; machine && i < r->sets.n; i++)
        machine = machine_set(&c, r->sets.at[i], &d);
    diag_free(&d);
    repeat_write(&(struct repeat){.what = head.fault,
                                  .of = r->label,
                                  .program = *head.hash ? head.hash : NULL,
                                  .machine = machine ? &c : NULL});
}

static int once(struct run *r, const char *opts)
{
    const char *out = arena_printf(&r->arena, "%s/record", r->dir);
    char end[128];
    if (!run_write_options(r, opts, out))
        return cli_wrong(&cmd_run, "%s: %s", opts, strerror(errno));
    int rc = run_start(r, opts, end);
    if (rc < 0)
        return EXIT_USER;
    struct journal_head head;
    if (r->inputs && journal_read_head(out, &head) && *head.contents)
        run_watch_note(r->inputs, INPUT_CONTENTS, head.contents, head.follows);
    tell_broken(r, out, end, rc);
    json_t *doc = json_load_file(out, 0, NULL);
    if (!doc && cuda_record_salvage(opts, end)) {
        doc = json_load_file(out, 0, NULL);
        if (r->trace) {
            fprintf(stderr, "sluice run: %s: not written: the program %s\n", r->trace, end);
            char part[4096];
            snprintf(part, sizeof part, "%s" TRACE_PART, r->trace);
            unlink(part);
            rc = rc ? rc : EXIT_USER;
        }
    }
    const char *model = doc ? out_text(doc, "program.model") : NULL;
    if (model && *model && strcmp(model, out_model()) != 0) { /* so linked that the library stays another */
        rc = cli_wrong(&cmd_run, "%s was built by a sluice of another model (%s; this is %s): build it again",
                       r->argv ? r->argv[0] : "", model, out_model());
        json_decref(doc);
        return rc;
    }
    int shown = show(r, doc, out, rc);
    return rc ? rc : shown;
}

/* The machine with every value of the sweep. */
static bool machines_good(struct run *r)
{
    bool ok = r->best.key || machine_good(r);
    for (size_t i = 0; i < r->best.values.n && ok; i++) {
        r->sets.at[r->best.at] = r->best.sets.at[i];
        ok = machine_good(r);
    }
    return ok;
}

/* Options that exclude or require each other: an exit status, or 0. */
static int fit_together(const struct run *r)
{
    const char *trace = r->accelsim ? r->accelsim : r->trace;
    if (!r->machine && (r->sets.n || r->kernels || r->launches || r->max_cycles || r->budget))
        return cli_wrong(&cmd_run,
                         "--set, --kernels, --launches, --max-cycles and --budget want a machine: --machine NAME");
    if (r->what_if && (!r->machine || trace || r->jitter || r->kernels || r->launches || r->serial || r->max_cycles ||
                       has_budget(r) || r->time_limit || r->timeline || r->best.key))
        return cli_wrong(&cmd_run, "--what-if wants a machine and a whole run: no --trace, --jitter, --kernels, "
                                   "--launches, --serial or --timeline, and no limit");
    if (r->serial && !r->machine)
        return cli_wrong(&cmd_run, "--serial wants a machine: --machine NAME");
    if (has_budget(r) && (r->max_cycles || r->sample || r->lines || r->timeline))
        return cli_wrong(&cmd_run,
                         "--budget goes neither with --max-cycles nor with --sample, --lines or --timeline");
    enum names_whose whose;
    if (r->as && (!r->csv || !names_find(r->as, &whose)))
        return cli_wrong(&cmd_run, "--as %s: wants --csv FILE, and is %s", r->as, NAMES_WORDS);
    if (r->metrics && !run_metrics_good(r))
        return EXIT_USER;
    if (r->warps && !r->timeline)
        return cli_wrong(&cmd_run, "--timeline-warps wants --timeline FILE");
    if (!r->machine && (r->sample || r->lines || r->timeline))
        return cli_wrong(&cmd_run, "--sample, --lines and --timeline want a machine: --machine NAME");
    if (r->stop_after && (!r->print_isa || !isa_has_pass(r->stop_after)))
        return cli_wrong(&cmd_run,
                         r->print_isa ? "--stop-after: there is no pass '%s' (sluice list passes)"
                                      : "--stop-after %s goes with --print-isa",
                         r->stop_after);
    if (r->trace && r->accelsim)
        return cli_wrong(&cmd_run, "--trace and --trace-accelsim are two runs");
    if (trace && !r->machine)
        return cli_wrong(&cmd_run, "--trace wants --machine NAME: kernels are compiled for a machine, and the trace "
                                   "replays on those with the same target");
    if (trace && (r->kernels || r->launches || r->max_cycles || r->sample || r->lines || r->timeline))
        return cli_wrong(&cmd_run, "--trace times nothing: --machine says only what kernels are compiled for; "
                                   "sluice trace FILE --machine NAME replays it");
    if (r->jitter && (!r->machine || trace || r->inputs || r->max_cycles || r->time_limit || r->timeline))
        return cli_wrong(&cmd_run, "--jitter wants a machine, and neither --trace nor --timeline nor a limit");
    return 0;
}

static int run_asked(struct run *r, int argc, char **argv)
{
    struct cli_args a;
    const char *value = NULL;
    int rc;
    cli_begin(&a, &cmd_run, argc, argv);
    r->command = command_line(&r->arena, argc, argv);
    for (int o; (o = cli_next(&a, &value)) != CLI_END;) {
        if (o == CLI_HELP || o == CLI_BAD)
            return o == CLI_HELP ? EXIT_DONE : EXIT_USER;
        if (o == CLI_OPERAND) {
            r->program = r->program || (a.only_operands && !r->operands.n);
            VEC_PUSH(&r->operands, value);
            a.foreign = true; /* `sluice run atax --nx 512`: options that are not ours are the program's */
            continue;
        }
        rc = option(r, o, value);
        if (rc)
            return rc;
    }
    rc = fit_together(r);
    if (rc)
        return rc;
    rc = run_best_read(&r->arena, r->sets.at, r->sets.n, &r->best);
    if (r->best.key && r->jitter)
        return cli_wrong(&cmd_run, "--jitter with %s=best: first find the best, then repeat it", r->best.key);
    if (r->best.key && (r->max_cycles || r->time_limit || has_budget(r)))
        return cli_wrong(&cmd_run,
                         "--max-cycles, --budget and --time-limit stop every run of a sweep: there would be no best");
    if (rc || !machines_good(r) || !files_good(r))
        return EXIT_USER;
    if (child_twin(&rc))
        return rc;
    if (!scratch_make(r->dir, "run"))
        return EXIT_USER;
    const char *opts = arena_printf(&r->arena, "%s/options", r->dir);
    if (r->accelsim)
        r->trace = arena_printf(&r->arena, "%s/trace", r->dir);
    rc = r->inputs && !run_watch(&r->arena, r->inputs, r->dir) ? EXIT_USER : prepare(r);
    if (!rc && r->inputs)
        run_watch_note(r->inputs, INPUT_BUILT, r->label, false);
    if (!rc)
        rc = r->best.key ? sweep(r, opts) : r->jitter ? jittered(r, opts) : once(r, opts);
    if (!rc && r->accelsim)
        rc = run_write_accelsim(r);
    scratch_remove(r->dir);
    return rc;
}

static int run_main(int argc, char **argv)
{
    struct run r = {.ptx = {.grid = {1, 1, 1}, .block = {32, 1, 1}}};
    int rc = run_asked(&r, argc, argv);
    VEC_FREE(&r.sets);
    VEC_FREE(&r.operands);
    VEC_FREE(&r.ptx.args);
    VEC_FREE(&r.best.values);
    VEC_FREE(&r.best.sets);
    VEC_FREE(&r.best.cycles);
    free(r.argv);
    arena_free(&r.arena);
    return rc;
}

const struct cli_command cmd_run = {
    .name = "run",
    .args = "[options] WORKLOAD|FILE.cu|FILE.ptx [arguments]   or   [options] -- PROGRAM [arguments]",
    .summary = "run a CUDA program on a simulated machine",
    .about =
        "Without --machine the program executes functionally, with memory checking, and a table shows what each\n"
        "kernel did. With it every launch is simulated cycle by cycle. Workloads (sluice list workloads) are\n"
        "compiled on first use. Programs are those that `sluice cc` made.\n"
        "\n"
        "examples:\n"
        "  sluice run atax                                   a shipped workload, functionally\n"
        "  sluice run --machine gtx480 --size paper atax     the same, timed, at the paper's size\n"
        "  sluice run --machine gtx480 --set l1.mshrs=64 --json out.json atax\n"
        "  sluice run --machine gtx480 --set sched.swl=best syrk   CCWS-SWL: tries limits of warps, reports the "
        "best\n"
        "  sluice run --machine h200 --what-if --lines slow.cu   what each limit costs: the machine without it\n"
        "  sluice run -- ./prog args                         a program of your own\n"
        "  sluice run --machine qv100 --trace-accelsim traces -- ./prog   a trace for Accel-Sim\n"
        "  sluice run --grid 4 --block 256 --arg buf:4096 --arg u32:1024 kernel.ptx\n",
    .options = options,
    .n_options = COUNT_OF(options),
    .run = run_main,
};
