#include "cli/replay.h"

#include <stdlib.h>
#include <string.h>

#include "accel/list.h"
#include "base/hash.h"
#include "cli/repeat.h"
#include "cuda/progress.h"
#include "out/out.h"
#include "runs/plan.h"

json_t *replay_program(const char *trace, const char *recorded)
{
    json_t *of = recorded ? json_load_file(recorded, 0, NULL) : NULL, *program = json_object_get(of, "program");
    json_incref(program);
    json_decref(of);
    if (program)
        return program;
    struct hash h;
    char hex[HASH_HEX];
    hash_init(&h);
    hash_file(&h, trace);
    hash_hex(&h, hex);
    return out_program(trace, "", hex);
}

bool replay_fits(const struct trace *t, const char *file, const struct machine_config *c, struct diag *d)
{
    struct isa_target own = isa_target_of(c);
    char here[ISA_TARGET_TEXT], rows[ISA_TARGET_TEXT];
    isa_target_text(&own, here);
    if (!strcmp(here, trace_target(t)) || !strncmp(trace_target(t), ACCEL_TARGET " ", sizeof ACCEL_TARGET))
        return true; /* a chip's machine code: timed by its classes on any machine; lanes are looked at later */
    isa_target_differs(trace_target(t), here, rows);
    diag_error(d, file, 0, 0,
               "was recorded for another target than %s has: %s differ%s\n  recorded for  %s\n  %-12s  %s\n"
               "  record it for this one: sluice run --trace FILE --machine %s ...",
               c->name, *rows ? rows : "they", strchr(rows, ',') ? "" : "s", trace_target(t), c->name, here, c->name);
    return false;
}

/* How many launches there are, and how much of the trace each takes. */
static void expect(struct progress *p, struct trace *t)
{
    u64 n = trace_launches(t), *w = xcalloc(n, sizeof *w);
    for (u64 i = 0; i < n; i++)
        w[i] = trace_launch_bytes(t, (u32)i);
    progress_expect(p, n, w);
    free(w);
}

/* What is kept when a launch ends in an internal error */
struct kept {
    const char *json; /* where the record goes; NULL: it is not asked for */
    const json_t *program;
    json_t *units;
    const struct machine_config *c;
    const struct gpu_options *opt;
    struct gpu_rows *rows; /* of the launches before */
    struct out_times *times;
};

static void keep(void *arg, const char *what)
{
    struct kept *k = arg;
    struct diag d;
    diag_init(&d);
    if (k->json) {
        json_t *total, *kernels = gpu_rows_json(k->rows, k->c, &total);
        json_t *host = out_host(k->times, MAX(1, k->opt->threads), total);
        json_t *doc = out_document(json_deep_copy(k->program), gpu_machine_json(k->c), kernels, total,
                                   json_incref(k->units), host, what);
        out_write_json(k->json, doc, &d);
        json_decref(doc);
    }
    diag_print(&d, stderr);
    diag_free(&d);
    repeat_write(&(struct repeat){
        .what = what, .of = out_text(k->program, "name"), .program = out_text(k->program, "hash"), .machine = k->c});
}

/* Every launch of the trace. False: there is no such machine. */
static bool replay(struct trace *t, const struct machine_config *c, const struct gpu_options *opt, const char *name,
                   struct gpu_rows *rows, struct gpu_sms *sms, struct out_times *times, const char **why,
                   struct diag *d)
{
    struct gpu *g = gpu_new(c, opt, d);
    const char *fault = NULL;
    if (!g)
        return false;
    if (opt->progress_arg)
        expect(opt->progress_arg, t);
    for (u32 i = 0; i < trace_launches(t) && !fault && !d->errors; i++) {
        struct gpu_record rec;
        u32 n;
        const struct trace_copy *copies = trace_copies(t, i, &n);
        for (u32 k = 0; k < n; k++)
            gpu_copy(g, copies[k].address, copies[k].bytes);
        out_enter(times);
        enum gpu_status st = gpu_launch(g, trace_launch(t, i), &rec, d);
        out_leave(times);
        if (st != GPU_REFUSED)
            gpu_rows_add(rows, &rec, i + 1);
        if (st == GPU_LIMIT)
            fault = "--max-cycles reached";
        else if ((st == GPU_FAULT || st == GPU_CORRUPT) && !d->errors)
            diag_error(d, name, 0, 0, "%s", trace_error(t) ? trace_error(t) : "a stream is broken");
    }
    if (opt->progress_arg)
        progress_end(opt->progress_arg);
    if (sms)
        gpu_sms_take(g, sms);
    gpu_free(g);
    *why = fault;
    return true;
}

json_t *replay_record(struct trace *t, const struct machine_config *c, const struct gpu_options *opt, json_t *program,
                      json_t *units, struct gpu_rows *rows, struct gpu_sms *sms, const char *json, struct diag *d)
{
    struct out_times times = {.began = out_clock()};
    const char *fault = NULL;
    struct kept kept = {json, program, units, c, opt, rows, &times};
    bug_before_abort(keep, &kept);
    bool done = replay(t, c, opt, out_text(program, "name"), rows, sms, &times, &fault, d);
    bug_before_abort(NULL, NULL);
    if (!done) {
        json_decref(program);
        json_decref(units);
        return NULL;
    }
    json_t *total, *kernels = gpu_rows_json(rows, c, &total);
    json_t *host = out_host(&times, MAX(1, opt->threads), total);
    json_t *doc = out_document(program, gpu_machine_json(c), kernels, total, units, host, fault);
    json_object_set_new(doc, "launches", json_null());
    if (sms)
        json_object_set_new(doc, "sms", json_null());
    return doc;
}

json_t *replay_head(struct trace *t, const struct machine_config *c, const struct gpu_options *opt, json_t *program,
                    struct gpu_rows *rows, struct gpu_sms *sms, struct diag *d)
{
    struct out_times times = {0};
    const char *fault = NULL;
    struct kept kept = {NULL, program, NULL, c, opt, rows, &times};
    bug_before_abort(keep, &kept);
    bool done = replay(t, c, opt, out_text(program, "name"), rows, sms, &times, &fault, d);
    bug_before_abort(NULL, NULL);
    if (!done) {
        json_decref(program);
        return NULL;
    }
    json_t *doc =
        out_document(program, gpu_machine_json(c), json_null(), json_null(), json_null(), json_null(), fault);
    json_object_set_new(doc, "launches", json_null());
    json_object_set_new(doc, "sms", json_null());
    if (rows->v.n)
        json_object_set_new(doc, RUNS_MOST_WARPS, json_integer(gpu_rows_warps(rows)));
    runs_record_trim(doc, true);
    return doc;
}
