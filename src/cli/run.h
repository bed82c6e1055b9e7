/* `sluice run` in parts: what to run (run.c), what it was compiled from (run_build.c), the program's process
   (run_start.c), a PTX file's one launch (run_ptx.c), a parameter swept for its best value (run_best.c), the
   functional run's table (run_table.c). */
#ifndef SLUICE_CLI_RUN_H
#define SLUICE_CLI_RUN_H
#include <jansson.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/types.h"
#include "base/vec.h"
#include "cli/scratch.h"

/* Compiles a .cu file. A shipped workload is compiled on first use and kept, named by its contents; any other result
   goes to `dir`. NULL: it did not compile, and the compiler has said why. */
const char *run_build(struct arena *a, const char *source, bool keep, const char *dir);

/* run_watch.c: from now on, started processes note what they read in the file, except for files in `dir`. False:
   reported. */
bool run_watch(struct arena *a, const char *file, const char *dir);
void run_watch_note(const char *file, char kind, const char *name, bool flag); /* one line more (base/input.h) */

struct run_ptx {
    const char *file, *kernel; /* kernel NULL: the only one */
    u32 grid[3], block[3], shared;
    VEC(const char *) args;
};
/* Launches; runs in a process of its own, which it ends. */
_Noreturn void run_ptx(const struct run_ptx *);

struct run_best {
    const char *key;          /* NULL: nothing is swept */
    size_t at;                /* which --set it was */
    VEC(const char *) values; /* what is tried */
    VEC(const char *) sets;   /* the --set for each */
    VEC(double) cycles;       /* what each took */
    size_t best;
};
int run_best_read(struct arena *a, const char *const *sets, size_t n, struct run_best *b); /* an exit status, or 0 */
void run_best_note(struct run_best *b, size_t i, const char *record); /* the record of value i exists */
void run_best_add(const struct run_best *b, json_t *doc);
void run_best_print(const struct run_best *b, FILE *to);

void run_table(const json_t *doc, FILE *to);

/* What was asked for. */
struct run {
    struct arena arena;
    const char *machine, *kernels, *launches, *size, *json, *csv, *html, *timeline, *warps, *sample, *trace, *threads,
        *max_cycles, *budget, *proof, *steps, *time_limit, *inputs, *jitter, *as, *metrics, *accelsim;
    VEC(const char *) sets, operands;
    const char *stop_after;
    bool quiet, what_if, uninit, lines, serial, progress, print_isa;
    bool silent; /* nothing is shown of a sweep's later runs */
    struct run_best best;
    bool program; /* operands are a program and its arguments, as they stand */
    struct run_ptx ptx;
    char dir[SCRATCH_PATH];    /* the run's own folder */
    const char *label, **argv; /* argv NULL: the PTX file */
    const char *command;       /* the whole line, for the record */
};

/* run_start.c: the file of options that the program reads (cuda/record.c); false: it cannot be written. */
bool run_write_options(const struct run *r, const char *path, const char *out);
/* Runs it. The status that `sluice run` will have: the program's own, 128 + signal, or -1: it could not be started.
   How it ended, in words, goes to `end`. */
int run_start(const struct run *r, const char *opts, char end[128]);

/* what_if.c: times the program without each of its reported limits: doc.what_if. Returns an exit status. */
int run_what_if(const struct run *r, json_t *doc);

/* run_other.c: what other tools read. --csv, with the names of --as if that is given. */
void run_write_csv(const struct run *r, const json_t *doc, struct diag *d);
bool run_metrics_good(
    const struct run *r); /* false: --metric names what is no statistic, or --csv is missing: said */
int run_write_accelsim(const struct run *r); /* r->trace as the folder --trace-accelsim; an exit status */

#endif
