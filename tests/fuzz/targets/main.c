/* targets [--seed N] [--count N] [--seconds N] [--some N] [--native] [--streams] [--keep DIR] [--stop] [--verify N]
   [--show] [--passes FILE] [FILE.ptx...]: random kernels, each without a machine and on every target (on N of them,
   in turn, with --some); or FILEs that an earlier run kept. With --native, interpreted and as native code instead:
   then faults and counts must be the same, too, and with --streams those of machines. What differs is made small and
   kept in DIR; with --stop the first ends the run as it is. Each pass of every Nth kernel is verified. The last lines
   count: how often each pass of the compiler changed something, which --passes writes down (tests/fuzz/passes.csv),
   and all. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "targets.h"

enum { VERIFY_EACH = 10 }; /* kernel's passes, if --verify says nothing else: it takes longer than the rest */

struct run {
    target_list targets;
    u64 seed, count, kernels, runs, differ, refused, few, tensor, lacks;
    double seconds;
    u32 some, verify;
    bool stop, show, native, streams;
    const char *keep, *passes;
    u64 *changes; /* by pass */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void keep(const struct run *r, struct kernel *k, const struct target *t)
{
    char path[500], why[700] = "";
    kernel_minimise(k, t);
    char *text = kernel_text(k);
    targets_differ(text, t, why, sizeof why);
    mkdir(r->keep, 0777);
    snprintf(path, sizeof path, "%s/kernel-%llu.ptx", r->keep, (unsigned long long)k->seed);
    FILE *f = fopen(path, "w");
    if (f) {
        fprintf(f, "%s// %s: %s\n", text, t->name, why);
        fclose(f);
    }
    printf("%s: on %s: %s\n", path, t->name, why);
    free(text);
}

/* A kernel on the targets of its turn. The reference is computed once a width of warps. */
static void one_kernel(struct run *r, u64 seed)
{
    struct kernel k;
    struct outcome plain[65] = {0};
    bool known[65] = {0};
    kernel_generate(&k, seed);
    char *text = kernel_text(&k);
    u32 n = r->some ? r->some : (u32)r->targets.n;
    r->kernels++;
    r->tensor += k.tensor;
    for (u32 i = 0; i < n; i++) {
        const struct target *t = &r->targets.at[r->some ? (i ? (seed * (n - 1) + i) % r->targets.n : 0) : i];
        u32 lanes = (u32)t->isa.lanes;
        if (k.tensor && lanes != 32)
            continue;
        if (!known[lanes] || t->streams) {
            struct target p = target_plain(t);
            outcome_free(&plain[lanes]);
            outcome_of(&plain[lanes], text, &p, false);
            known[lanes] = true;
            r->refused += !plain[lanes].ok;
            if (!plain[lanes].ok && r->show)
                printf("seed %llu: %s\n", (unsigned long long)seed, plain[lanes].text);
        }
        if (!plain[lanes].ok && !t->native)
            continue;
        struct outcome o;
        outcome_of(&o, text, t, seed % r->verify == 0);
        r->runs++;
        r->few += o.few;
        r->lacks += o.lacks;
        bool differs = outcomes_differ(&plain[lanes], &o, t);
        outcome_free(&o);
        if (differs) {
            r->differ++;
            if (r->stop)
                printf("seed %llu differs on %s\n", (unsigned long long)seed, t->name);
            else
                keep(r, &k, t);
            break;
        }
    }
    for (u32 i = 0; i < COUNT_OF(plain); i++)
        outcome_free(&plain[i]);
    free(text);
    kernel_free(&k);
    fflush(stdout);
}

static void replay(struct run *r, const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL, why[700];
    size_t n = 0;
    if (!f || getdelim(&text, &n, 0, f) < 0) {
        fprintf(stderr, "targets: cannot read %s\n", path);
        exit(2);
    }
    fclose(f);
    r->kernels++;
    struct target none = target_plain(&r->targets.at[0]);
    struct outcome plain;
    outcome_of(&plain, text, &none, false);
    if (!plain.ok)
        printf("%s: without a machine: %s\n", path, plain.text);
    r->refused += !plain.ok;
    outcome_free(&plain);
    for (size_t i = 0; i < r->targets.n; i++) {
        const struct target *t = &r->targets.at[i];
        r->runs++;
        if (targets_differ(text, t, why, sizeof why)) {
            printf("%s: on %s: %s\n", path, t->name, why);
            r->differ++;
        }
    }
    free(text);
}

/* ---- How often passes changed something ---- */
static double processor_hours(void)
{
    return (double)clock() / CLOCKS_PER_SEC / 3600;
}

static void print_passes(const struct run *r)
{
    printf("%-12s %10s %12s\n", "pass", "changes", "an hour");
    for (u32 k = 0; k < isa_pass_count(); k++)
        printf("%-12s %10llu %12.0f\n", isa_pass(k).name, (unsigned long long)r->changes[k],
               (double)r->changes[k] / processor_hours());
}

/* The rows that lint reads: a pass that changes less than 1,000 functions an hour is not tried enough. */
static void write_passes(const struct run *r)
{
    FILE *f = fopen(r->passes, "w");
    if (!f) {
        fprintf(stderr, "targets: cannot write %s\n", r->passes);
        exit(2);
    }
    fprintf(
        f,
        "# compiled functions that each pass changed, of random kernels: tools/fuzz-targets --seed %llu --count %llu",
        (unsigned long long)r->seed, (unsigned long long)r->kernels);
    if (r->some)
        fprintf(f, " --some %u", r->some);
    fprintf(f, " --passes tests/fuzz/passes.csv\n# %llu kernels, %llu runs, %.0f seconds of one processor\n",
            (unsigned long long)r->kernels, (unsigned long long)r->runs, processor_hours() * 3600);
    fprintf(f, "pass,changes,changes_per_hour,kernels\n");
    for (u32 k = 0; k < isa_pass_count(); k++)
        fprintf(f, "%s,%llu,%.0f,%llu\n", isa_pass(k).name, (unsigned long long)r->changes[k],
                (double)r->changes[k] / processor_hours(), (unsigned long long)r->kernels);
    fclose(f);
}

static int finish(const struct run *r)
{
    if (!r->native || r->streams)
        print_passes(r);
    if (r->passes)
        write_passes(r);
    printf(
        "%llu kernels, %llu of them with mma, %llu runs, %llu faulty, %llu refused for want of registers and %llu of "
        "tensor cores, %llu differ\n",
        (unsigned long long)r->kernels, (unsigned long long)r->tensor, (unsigned long long)r->runs,
        (unsigned long long)r->refused, (unsigned long long)r->few, (unsigned long long)r->lacks,
        (unsigned long long)r->differ);
    /* a generator that writes nothing valid would find nothing */
    return r->differ || r->refused * 20 > r->kernels || r->few * 5 > r->runs ? 1 : 0;
}

/* One option, from argv[i] on: how many words it takes; 0: there is no such option */
static int option(struct run *r, char **argv, int i)
{
    const char *key = argv[i], *value = argv[i + 1];
    if (!strcmp(key, "--show"))
        return r->show = true;
    if (!strcmp(key, "--stop"))
        return r->stop = true;
    if (!strcmp(key, "--native"))
        return r->native = true;
    if (!strcmp(key, "--streams"))
        return r->native = r->streams = true;
    if (!value)
        return 0;
    if (!strcmp(key, "--seed"))
        r->seed = strtoull(value, NULL, 0);
    else if (!strcmp(key, "--count"))
        r->count = strtoull(value, NULL, 0);
    else if (!strcmp(key, "--seconds"))
        r->seconds = strtod(value, NULL);
    else if (!strcmp(key, "--some"))
        r->some = (u32)strtoul(value, NULL, 0);
    else if (!strcmp(key, "--verify"))
        r->verify = MAX((u32)strtoul(value, NULL, 0), 1u);
    else if (!strcmp(key, "--keep"))
        r->keep = value;
    else if (!strcmp(key, "--passes"))
        r->passes = value;
    else
        return 0;
    return 2;
}

int main(int argc, char **argv)
{
    struct run r = {.seed = 1, .count = 1000, .verify = VERIFY_EACH, .keep = "fuzz-targets-found"};
    int i = 1;
    while (i < argc && argv[i][0] == '-') {
        int n = option(&r, argv, i);
        if (!n) {
            fprintf(stderr, "targets: %s is no option, or its value is missing; see tools/fuzz-targets\n", argv[i]);
            return 2;
        }
        i += n;
    }
    const char *root = getenv("SLUICE_SOURCE_ROOT");
    if (r.native && !r.streams)
        VEC_PUSH(&r.targets, (struct target){.name = "native code", .isa.lanes = 32, .native = true});
    else if (!targets_find(&r.targets, root ? root : SLUICE_SOURCE_ROOT))
        return 2;
    r.changes = calloc(isa_pass_count(), sizeof *r.changes);
    for (size_t k = 0; k < r.targets.n; k++)
        r.targets.at[k].changes = r.changes;
    for (size_t k = 0; k < r.targets.n && r.streams; k++)
        r.targets.at[k].native = r.targets.at[k].streams = true;
    for (int k = i; k < argc; k++)
        replay(&r, argv[k]);
    double end = r.seconds > 0 ? now() + r.seconds : 0;
    for (u64 k = 0; i == argc && k < r.count && (end == 0 || now() < end); k++) {
        one_kernel(&r, r.seed + k);
        if (r.stop && r.differ)
            break;
    }
    int status = finish(&r);
    VEC_FREE(&r.targets);
    free(r.changes);
    return status;
}
