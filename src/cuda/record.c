/* The functional run's record: one row a kernel, summed over its launches, in order of first launch; as JSON. */
#include "cuda/record.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/demangle.h"
#include "base/program.h"
#include "cuda/identity.h"
#include "cuda/journal.h"
#include "cuda/progress.h"
#include "cuda/proof.h"
#include "cuda/stop.h"
#include "cuda/timed.h"
#include "out/out.h"
#include "stream/trace.h"

static struct {
    const char *out; /* NULL: no record */
    const char *program, *arguments;
    char binary[HASH_HEX]; /* the file that runs, for notes of what it did last time */
    struct out_times times;
    struct arena arena;
    u64 launch; /* number of the launch at hand, from 1 */
    VEC(struct journal_row) rows;
    struct journal_head head; /* with what went wrong */
    pid_t pid;                /* a process that the program forks records nothing */
    bool timed;               /* on a machine: timed.c */
    bool salvage;             /* not the program itself but `sluice run`, from its journal */
    const char *trace_path;   /* --trace: every launch goes there too */
    struct trace_writer *trace;
    bool traced;
    bool named;                  /* data that reaches the device is hashed for its name */
    const char *replays_not;     /* why the trace is not valid for other machines */
    VEC(u64) weights;            /* of each launch: its warp instructions */
    const struct ptx_func *seen; /* the last kernel that was looked at for this */
    FILE *digest;                /* a line a launch: what device memory holds after it (for tests) */
} rec;                           /* part of the process's state */

static void open_trace(const struct isa_target *target)
{
    char text[ISA_TARGET_TEXT];
    struct diag d;
    diag_init(&d);
    isa_target_text(target, text);
    rec.trace = trace_create(rec.trace_path, text, &d);
    diag_print(&d, stderr);
    if (!rec.trace)
        exit(2);
    diag_free(&d);
}

/* Lines "key value". */
static void option(const char *key, const char *value, struct emu_options *o)
{
    if (!strcmp(key, "out"))
        rec.out = arena_strdup(&rec.arena, value);
    else if (!strcmp(key, "check-uninit"))
        o->check_uninit = atoi(value) != 0;
    else if (!strcmp(key, "warp-lanes"))
        o->target.lanes = (u64)atoi(value);
    else if (!strcmp(key, "step-limit"))
        o->step_limit = strtoull(value, NULL, 10);
    else if (!strcmp(key, "registers"))
        o->target.want_regs = (u64)atoi(value);
    else if (!strcmp(key, "isa")) {
        o->target.isa = !strcmp(value, "fermi") ? ISA_FOLDED : !strcmp(value, "sm90") ? ISA_MACHINE : ISA_PTX;
        o->target.address = o->target.isa == ISA_FOLDED ? ADDRESS_32 : ADDRESS_64;
        o->target.sched_regs = 32;
    } else if (!strcmp(key, "digest"))
        rec.digest = fopen(value, "w");
    else if (!strcmp(key, "print-isa"))
        o->print_after = arena_strdup(&rec.arena, value);
    else if (!strcmp(key, "trace") && rec.salvage)
        rec.traced = true;
    else if (!strcmp(key, "trace"))
        rec.trace_path = arena_strdup(&rec.arena, value);
    else if (!strcmp(key, "proof"))
        proof_option(value);
    else if (!strcmp(key, "program"))
        rec.program = arena_strdup(&rec.arena, value);
    else if (!strcmp(key, "arguments"))
        rec.arguments = arena_strdup(&rec.arena, value);
    else
        timed_option(key, value);
}

void cuda_record_proof(json_t *doc)
{
    json_t *rows = proof_rows(), *done = proof_done();
    if (rows)
        json_object_set_new(doc, "proof", rows);
    if (done)
        json_object_set_new(json_object_get(doc, "host"), "proof", done);
}

json_t *cuda_record_program(void)
{
    return out_program(rec.program ? rec.program : "program", rec.arguments ? rec.arguments : "", rec.head.hash);
}

/* What `sluice run` writes for a newline and a backslash. */
static void unescape(char *text)
{
    char *to = text;
    for (const char *c = text; *c; c++) {
        bool escaped = *c == '\\' && c[1];
        c += escaped;
        *to++ = escaped && *c == 'n' ? '\n' : *c;
    }
    *to = 0;
}

static bool read_options(const char *path, struct emu_options *o)
{
    FILE *in = path && *path ? fopen(path, "r") : NULL;
    if (!in)
        return false;
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, in) > 0) {
        line[strcspn(line, "\n")] = 0;
        char *value = strchr(line, ' ');
        if (value) {
            *value++ = 0;
            unescape(value);
        }
        option(line, value ? value : "", o);
    }
    free(line);
    fclose(in);
    return true;
}

void cuda_record_broken(const char *what)
{
    if (getpid() != rec.pid)
        return;
    rec.head.broken = true;
    snprintf(rec.head.fault, sizeof(rec.head.fault), "%s", what);
    journal_head(&rec.head);
}

/* An internal error: the journal records it, and `sluice run` makes the report. */
static void broken(void *unused, const char *what)
{
    (void)unused;
    cuda_record_broken(what);
}

void cuda_record_begin(struct cuda_state *s, struct emu_options *o)
{
    rec.times.began = out_clock();
    rec.pid = getpid();
    if (!read_options(getenv("SLUICE_RUN"), o))
        return;
    unsetenv("SLUICE_RUN"); /* programs that this one starts are not part of the run */
    if (rec.trace_path) {
        timed_record_for(o);
        open_trace(&o->target);
    }
    rec.timed = timed_begin(s, o);
    struct hash h;
    hash_init(&h);
    hash_program(&h, "/proc/self/exe");
    hash_hex(&h, rec.binary);
    rec.named = getenv("SLUICE_INPUTS") != NULL;
    identity_begin(rec.named);
    identity_program(rec.head.hash);
    if (rec.timed)
        timed_expect(rec.binary, rec.arguments ? rec.arguments : "");
    journal_open(rec.out);
    bug_before_abort(broken, NULL);
    o->stop = &stop_signal;
    stop_arm();
}

void cuda_record_describe(struct cuda_state *s, struct cudaDeviceProp *p)
{
    (void)s;
    if (rec.timed)
        timed_describe(p);
}

static struct journal_row *row_of(const struct emu_launch *l)
{
    struct emu_kernel_info k = emu_kernel_info(l->kernel);
    char name[256];
    demangle(k.name, name, sizeof(name));
    for (size_t i = 0; i < rec.rows.n; i++)
        if (!strcmp(rec.rows.at[i].name, name))
            return &rec.rows.at[i];
    struct journal_row r = {.first = rec.launch, .regs = k.regs, .shared = k.static_shared + l->dynamic_shared};
    snprintf(r.name, sizeof(r.name), "%s", name);
    memcpy(r.grid, l->grid, sizeof(r.grid));
    memcpy(r.block, l->block, sizeof(r.block));
    VEC_PUSH(&rec.rows, r);
    return &rec.rows.at[rec.rows.n - 1];
}

static void add(struct emu_counts *to, const struct emu_counts *c)
{
    u64 *t = (u64 *)to;
    const u64 *f = (const u64 *)c;
    for (size_t i = 0; i < sizeof(*c) / sizeof(u64); i++)
        t[i] += f[i];
}

void cuda_record_asked(void)
{
    if (!rec.replays_not)
        rec.replays_not = "it asks for the device's properties, and may follow them";
}

static void look_at_kernel(const struct emu_launch *l)
{
    const struct ptx_func *f = emu_kernel_info(l->kernel).func;
    if (f != rec.seen && !rec.replays_not)
        rec.replays_not = cuda_replays_not(f);
    rec.seen = f;
}

static bool run_traced(struct cuda_state *s, const struct emu_launch *l, struct emu_counts *counts,
                       struct emu_fault *fault, struct diag *d)
{
    struct emu_launch launch = *l;
    launch.discard = false;
    struct emu_source *src = emu_source_new(s->dev, &launch, d);
    if (!src)
        return false;
    look_at_kernel(l);
    bool ok = trace_add(rec.trace, emu_stream_source(src), d);
    *counts = *emu_source_counts(src);
    *fault = *emu_source_fault(src);
    emu_source_free(src);
    if (d->errors) { /* a full disk, say: the trace is what was asked for */
        diag_print(d, stderr);
        fflush(NULL);
        _exit(2);
    }
    return ok;
}

/* A launch has ended: the journal says so. */
static void note(struct journal_row *r)
{
    rec.head.launches = rec.launch;
    rec.head.rows = rec.rows.n;
    rec.head.times = rec.timed ? *timed_times() : rec.times;
    if (r)
        journal_row((u64)(r - rec.rows.at), r);
    journal_head(&rec.head);
}

/* Ctrl-C or its kin during a launch, or another thread ends the process: the run ends here, with the results so far.
   */
_Noreturn static void stopped(struct cuda_state *s, const char *kernel)
{
    char name[256];
    demangle(kernel, name, sizeof(name));
    snprintf(rec.head.fault, sizeof(rec.head.fault), "%s in launch %llu (%s)",
             stop_signal == STOP_AT_EXIT ? "the program ended" : strsignal(stop_signal),
             (unsigned long long)rec.launch, name);
    if (stop_signal == STOP_AT_EXIT)
        cuda_wait_for_end();
    fflush(NULL);
    cuda_record_end(s);
    _exit(128 + stop_signal);
}

static bool run_timed(struct cuda_state *s, const struct emu_launch *l, struct emu_fault *fault, struct diag *d)
{
    stop_in_launch(true);
    u64 instrs = 0;
    bool done = timed_run(s, l, fault, &instrs, d);
    VEC_PUSH(&rec.weights, instrs);
    stop_in_launch(false);
    journal_begins(0, NULL);
    if (stop_signal)
        stopped(s, emu_kernel_info(l->kernel).name);
    if (!done && fault->kind)
        snprintf(rec.head.fault, sizeof(rec.head.fault), "%s", fault->text);
    note(NULL);
    return done;
}

static void put_digest(const struct cuda_state *s, const struct emu_launch *l)
{
    if (rec.digest)
        fprintf(rec.digest, "%s %016llx\n", emu_kernel_info(l->kernel).name,
                (unsigned long long)emu_memory_digest(s->dev));
}

/* A launch begins: it gets a number, and is hashed into the run's name. True: it is to be timed. */
static bool begin(struct cuda_state *s, const struct emu_launch *l, bool *left_out)
{
    bool forked = getpid() != rec.pid; /* such a process has no machine (arena.h: alone) */
    if (rec.out && forked)
        cuda_say_once("fork", "a process that the program forked launches kernels: they are not in the record");
    rec.launch++;
    identity_launch(s, l);
    identity_program(rec.head.hash);
    if (rec.named) {
        look_at_kernel(l);
        identity_contents(rec.head.contents);
        rec.head.follows = rec.replays_not != NULL;
    }
    const char *name = emu_kernel_info(l->kernel).name;
    *left_out = false;
    if (!rec.timed || forked || !timed_wants(name))
        return false;
    *left_out = timed_leaves_out(name);
    if (*left_out)
        VEC_PUSH(&rec.weights, 0);
    else
        journal_begins(rec.launch, name);
    return !*left_out;
}

/* Proves code that is a machine's and whose values count */
static void prove(struct cuda_state *s, const struct emu_launch *l, bool left_out)
{
    if ((rec.timed || rec.trace) && !left_out)
        proof_launch(s, l);
}

static bool execute(struct cuda_state *s, const struct emu_launch *l, struct emu_fault *fault, struct diag *d)
{
    struct emu_counts counts = {0};
    out_enter(&rec.times);
    stop_in_launch(true);
    bool ok = rec.trace ? run_traced(s, l, &counts, fault, d) : emu_run(s->dev, l, &counts, fault, d);
    stop_in_launch(false);
    out_leave(&rec.times);
    put_digest(s, l);
    if (!rec.out)
        return ok;
    VEC_PUSH(&rec.weights, counts.warp_instrs);
    struct journal_row *r = row_of(l);
    r->launches++;
    add(&r->sum, &counts);
    if (stop_signal)
        stopped(s, emu_kernel_info(l->kernel).name);
    if (!ok)
        snprintf(rec.head.fault, sizeof(rec.head.fault), "%s", fault->text);
    note(r);
    return ok;
}

bool cuda_record_run(struct cuda_state *s, const struct emu_launch *l, struct emu_fault *fault, struct diag *d)
{
    bool left_out, timed = begin(s, l, &left_out);
    prove(s, l, left_out);
    if (!timed)
        return left_out || execute(s, l, fault, d);
    bool ok = run_timed(s, l, fault, d);
    put_digest(s, l);
    return ok;
}

bool cuda_record_shares(void)
{
    return timed_shares() && !rec.digest; /* the digest needs memory after each single launch */
}

bool cuda_record_begin_one(struct cuda_state *s, const struct emu_launch *l, struct timed_launch **t,
                           struct emu_fault *fault, struct diag *d)
{
    bool left_out, timed = begin(s, l, &left_out);
    *t = NULL;
    prove(s, l, left_out);
    if (!timed)
        return left_out || execute(s, l, fault, d);
    *t = timed_prepare(s, l, d);
    return *t;
}

bool cuda_record_together(struct cuda_state *s, const struct timed_several *have, struct emu_fault *fault,
                          struct diag *d)
{
    char name[256] = "";
    stop_in_launch(true);
    journal_begins(MAX(rec.launch, 1), NULL);
    bool done = timed_together(s, &(struct timed_span){have, name, {0}}, fault, d);
    stop_in_launch(false);
    journal_begins(0, NULL);
    if (stop_signal)
        stopped(s, name);
    if (!done && fault->kind)
        snprintf(rec.head.fault, sizeof(rec.head.fault), "%s", fault->text);
    note(NULL);
    return done;
}

/* What a functional run counts of a kernel. */
static const struct {
    struct decl_fact fact;
    size_t offset;
} counts[] = {
#define COUNT(name, unit, help)                                                                                      \
    {                                                                                                                \
        {#name, FACT_INT, false, unit, help}, offsetof(struct emu_counts, name)                                      \
    }
    COUNT(warp_instrs, "instructions", "warp instructions executed"),
    COUNT(thread_instrs, "instructions", "active lanes summed over warp instructions"),
    COUNT(mem_instrs, "instructions", "warp instructions that access memory"),
    COUNT(global_mem_instrs, "instructions", "those that access global memory"),
    COUNT(local_mem_instrs, "instructions", "those that access local memory"),
    COUNT(lines, "128-byte lines", "distinct lines an instruction, summed over global and local ones"),
    COUNT(shared_instrs, "instructions", "those that access shared memory"),
    COUNT(barriers, "instructions", "barrier instructions"),
    COUNT(branches, "instructions", "branches"),
    COUNT(divergent_branches, "instructions", "branches that lanes of a warp took differently"),
    COUNT(ctas, "CTAs", "CTAs executed"),
#undef COUNT
};

const struct decl_fact *cuda_record_fact(u32 i)
{
    return i < COUNT_OF(counts) ? &counts[i].fact : NULL;
}

static json_t *counts_json(const struct emu_counts *c)
{
    json_t *j = json_object();
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        json_object_set_new(j, counts[i].fact.key,
                            json_integer((json_int_t) * (const u64 *)((const char *)c + counts[i].offset)));
    return j;
}

static json_t *units_json(void)
{
    json_t *u = json_object();
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        json_object_set_new(u, counts[i].fact.key, json_string(counts[i].fact.unit));
    json_object_set_new(u, "shared_bytes", json_string("bytes a CTA"));
    json_object_set_new(u, "registers", json_string("32-bit registers a thread"));
    return u;
}

static json_t *triple(const u32 *v)
{
    return json_pack("[i,i,i]", (int)v[0], (int)v[1], (int)v[2]);
}

/* Launches that a timed run only executed (--kernels, --launches), or NULL. */
static json_t *untimed_json(void)
{
    json_t *a = rec.rows.n ? json_array() : NULL;
    for (size_t i = 0; i < rec.rows.n; i++)
        json_array_append_new(a, json_pack("{s:s, s:I, s:I}", "name", rec.rows.at[i].name, "launches",
                                           (json_int_t)rec.rows.at[i].launches, "first",
                                           (json_int_t)rec.rows.at[i].first));
    return a;
}

/* The disk is full, say. The record that `sluice run` then makes of the journal says that it is incomplete. */
static void lost(struct cuda_state *s, int why)
{
    unlink(rec.out);
    if (rec.salvage)
        return;
    fprintf(stderr,
            "sluice: %s: %s: the record could not be written whole (TMPDIR may name a folder with more room)\n",
            rec.out, strerror(why));
    s->exit_code = s->exit_code ? s->exit_code : 2;
    size_t n = strlen(rec.head.fault);
    snprintf(rec.head.fault + n, sizeof(rec.head.fault) - n, "%sthe record could not be written: %s", n ? "; " : "",
             strerror(why));
    journal_head(&rec.head);
}

bool cuda_record_salvage(const char *options, const char *why)
{
    struct emu_options unused = {0};
    struct journal_row row;
    rec.salvage = true;
    if (!read_options(options, &unused) || !rec.out || !journal_read_head(rec.out, &rec.head))
        return false;
    if (rec.traced)
        timed_record_for(&unused);
    rec.traced = false;
    rec.times = rec.head.times;
    for (u64 i = 0; i < rec.head.rows && journal_read_row(rec.out, i, &row); i++)
        VEC_PUSH(&rec.rows, row);
    rec.timed = timed_salvage(rec.out, &rec.head.times);
    if (!rec.head.fault[0])
        snprintf(rec.head.fault, sizeof(rec.head.fault), "%s after launch %llu", why,
                 (unsigned long long)rec.head.launches);
    rec.pid = getpid();
    cuda_record_end(NULL);
    return true;
}

void cuda_record_end(struct cuda_state *s)
{
    if (getpid() != rec.pid || !(rec.out || rec.trace || rec.digest))
        return;
    cuda_lock_for_good(); /* a launch of another thread ends first; no further one begins */
    if (rec.trace) {
        struct diag d;
        diag_init(&d);
        trace_finish(rec.trace, &d);
        rec.trace = NULL;
        rec.traced = true;
        if (d.errors)
            s->exit_code = 2;
        diag_print(&d, stderr);
        diag_free(&d);
    }
    if (rec.digest)
        fclose(rec.digest);
    rec.digest = NULL;
    if (!rec.out)
        return;
    if (!rec.salvage && !rec.head.fault[0] && !stop_signal && rec.weights.n == rec.launch)
        progress_note(rec.binary, rec.arguments ? rec.arguments : "", rec.weights.at, rec.weights.n);
    if (rec.timed) {
        if (!timed_write(rec.out, untimed_json(), rec.head.fault[0] ? rec.head.fault : NULL))
            lost(s, errno);
        return;
    }
    json_t *kernels = json_array();
    struct emu_counts total = {0};
    u64 launches = 0;
    for (size_t i = 0; i < rec.rows.n; i++) {
        struct journal_row *r = &rec.rows.at[i];
        json_t *j = counts_json(&r->sum);
        json_object_set_new(j, "name", json_string(r->name));
        json_object_set_new(j, "launches", json_integer((json_int_t)r->launches));
        json_object_set_new(j, "grid", triple(r->grid));
        json_object_set_new(j, "block", triple(r->block));
        json_object_set_new(j, "registers", json_integer(r->regs));
        json_object_set_new(j, "shared_bytes", json_integer(r->shared));
        json_array_append_new(kernels, j);
        add(&total, &r->sum);
        launches += r->launches;
    }
    json_t *t = counts_json(&total);
    json_object_set_new(t, "launches", json_integer((json_int_t)launches));
    json_t *doc = out_document(cuda_record_program(), json_pack("{s:s}", "name", "functional"), kernels, t,
                               units_json(), out_host(&rec.times, 1, t), rec.head.fault[0] ? rec.head.fault : NULL);
    if (rec.traced)
        json_object_set_new(doc, "trace",
                            rec.replays_not ? json_pack("{s:b, s:s}", "replays", 0, "why", rec.replays_not)
                                            : json_pack("{s:b}", "replays", 1));
    cuda_record_proof(doc);
    if (!out_dump_file(doc, NULL, rec.out))
        lost(s, errno);
    json_decref(doc);
}
