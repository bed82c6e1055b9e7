/* `sluice sweep` in parts: what is asked for (sweep.c), how it is run (sweep_run.c, sweep_slurm.c), what is shown
   (sweep_out.c, sweep_page.c). */
#ifndef SLUICE_CLI_SWEEP_H
#define SLUICE_CLI_SWEEP_H
#include "base/vec.h"
#include "cli/cli.h"
#include "cli/workloads.h"
#include "gpu/config.h"
#include "gpu/record_json.h"
#include "out/out.h"
#include "runs/plan.h"
#include "stream/trace.h"

struct sweep_axis {   /* something that takes several values */
    const char *name; /* "program", "machine" or a parameter's key */
    VEC(const char *) values;
    bool numeric; /* all of them are numbers: */
    double *numbers;
};

struct sweep_recording {
    const char *target;     /* what it was compiled for: see target_of; NULL: a trace that the user gave */
    const char *trace, *of; /* and the record that came with it, or NULL */
    struct trace *opened;   /* the opened trace, for the workers; NULL: not yet */
    json_t *program;        /* present when opened: the program that made it */
};

enum sweep_kind { SWEEP_WORKLOAD, SWEEP_PROGRAM, SWEEP_SOURCE, SWEEP_TRACE };
struct sweep_program {
    enum sweep_kind kind;
    const char *label;
    const char **argv;    /* SWEEP_PROGRAM, SWEEP_SOURCE (FILE.cu alone) */
    char asked[HASH_HEX]; /* of a program or a source: the file and its arguments; "": the others */
    char hash[HASH_HEX];  /* of a program or a source: its file and arguments; "": others */
    const char *inputs;   /* what it read, if that must stay unchanged; or NULL */
    const char *why;      /* why there is no recording: a sentence */
    VEC(struct sweep_recording) recordings;
};

struct sweep_point { /* one configuration */
    u32 *at;         /* index of its value, by axis */
    u32 program;
    u32 run; /* in the plan; with --jitter the first of several, one behind the other */
};

enum sweep_place { SWEEP_HERE, SWEEP_SLURM, SWEEP_LIST };

struct sweep_base { /* a machine as its file has it: read once */
    const char *name;
    struct machine_config config;
};

struct sweep {
    struct arena arena;
    struct sweep_axis *axes; /* [0] programs, [1] machines, then parameters */
    u32 n_axes;
    struct sweep_program *programs;
    struct sweep_point *points;
    u32 n_points;
    VEC(struct sweep_base *) bases;
    const char **targets;  /* by run of the plan */
    struct hash *machines; /* likewise: what names the run's machine */
    bool *by_room;         /* likewise: sweep_by_room */
    VEC(const char *) metrics;
    struct workloads workloads;
    const char *size, *out, *store, *csv, *html, *self, *kernels, *launches;
    const char *units;      /* what records say of units, as text; for workers */
    struct gpu_forms forms; /* of records that a worker writes */
    const char *pareto[2];  /* metrics to set against each other; NULL: cycles and energy */
    u32 jobs;
    u32 jitter; /* seeds of gpu.jitter that each point is run under; 0: as it is, once */
    u8 place;   /* enum sweep_place */
    bool zip, quiet, live, dry, compare;
    bool by_kernel;          /* records are wanted with their kernels */
    VEC(const char *) slurm; /* further options for sbatch */
    VEC(const char *) words; /* of the command line, but for options */
    struct runs_plan plan;
    struct runs_runner how;
    struct runs_store *db;
};

/* sweep.c: a sweep by hand. sweep_init makes room for so many programs or parameters; the others fail with what they
 * say. */
void sweep_init(struct sweep *s, u32 most);
int sweep_add_set(struct sweep *s, const char *pair);
bool sweep_add_line(struct sweep *s, const char *line,
                    struct diag *d); /* a workload, FILE.cu, or a program with its arguments */
int sweep_make_points(struct sweep *s);
bool sweep_open(struct sweep *s, struct diag *d); /* folders and the store */
void sweep_close(struct sweep *s);
/* sweep_run.c: the runs that are not stored, wherever they are to run. An exit status. */
int sweep_run(struct sweep *s, struct diag *d);
/* The run's machine, read and set, unchecked. */
bool sweep_machine(struct sweep *, struct machine_config *, const struct runs_run *, struct diag *);
/* A run's command, which writes its record to `out`; NULL at the end. */
const char **sweep_command(struct sweep *s, struct arena *a, const struct runs_run *r, const char *out);
/* Puts records that tasks elsewhere have written (OUT/sweep/KEY.json) into the store; how many. */
u32 sweep_gather(struct sweep *s, struct diag *d);
const char *sweep_record_path(struct sweep *s, const struct runs_run *r);
/* sweep_name.c: names every program by what it gives the device, from the store or by a functional run. */
bool sweep_name(struct sweep *s, struct diag *d);
const char *sweep_changed(struct sweep *s,
                          const struct runs_run *r); /* an input is another than before: a sentence */
/* Runs a command without its output and with nothing to read; true: exit 0. */
bool sweep_quietly(const char *const *argv);
/* sweep_limits.c: of a plan's runner (follows, rename), and a point's rank in it. */
/* Whether the machine asks for room, and for nothing else, where a limit counts. */
bool sweep_by_room(const struct machine_config *);
bool sweep_follows(void *user, const struct runs_run *from, const struct runs_run *r);
void sweep_rename(void *user, json_t *record, const struct runs_run *r);
u32 sweep_rank(const struct sweep *, const struct sweep_point *);
/* sweep_slurm.c: submits what waits as a job array and waits for it. An exit status. */
int sweep_slurm(struct sweep *s, struct diag *d);

/* sweep_noise.c: a point's number is the mean over its seeds. */
double sweep_value(const struct sweep *s, const struct sweep_point *p, const char *metric); /* NAN: none */
struct out_noise sweep_noise(const struct sweep *s, const struct sweep_point *p,
                             const char *metric); /* sd NAN: fewer than 2 runs */
/* Cycles of different clocks are no time: where the machines' clocks differ, `cycles` ranks nothing, and the time is
   shown before it and ranks in its place. */
bool sweep_clocks_differ(const struct sweep *s);
bool sweep_ranks(const struct sweep *s, const char *metric);
void sweep_rank_by_time(struct sweep *s); /* when the records are there */
struct sweep_best {
    u32 best, next; /* best and next best point; n_points: there is none, or neither more nor less is better */
    bool known;     /* both spreads are known, and: */
    bool chance;    /* they differ by at most two standard errors */
    bool tie;       /* they do not differ at all */
};
struct sweep_best sweep_best(const struct sweep *s, const char *metric);
/* "may be chance: ... is within two standard errors"; "": nothing is known. Memory from the arena, here and below. */
const char *sweep_best_words(const struct sweep *s, const struct sweep_best *b, struct arena *a);
/* What a point is called by the axes of the mask that vary. */
const char *sweep_point_name(const struct sweep *s, const struct sweep_point *p, u64 mask, struct arena *a);
void sweep_add_noise(struct sweep *s); /* to each point's record, from its runs under seeds (out_noise_add) */
/* sweep_out.c */
const json_t *sweep_record(const struct sweep *s, const struct sweep_point *p); /* NULL: it failed */
bool sweep_metrics_good(const struct sweep *s); /* each is a key of the record; said what is wrong */
void sweep_table(const struct sweep *s, FILE *to);
void sweep_csv(const void *sweep, FILE *to);
void sweep_refusals(const struct sweep *s, FILE *to); /* which combinations no machine can have, and why */
/* sweep_page.c */
void sweep_page(const void *sweep, FILE *to);
const char *sweep_page_path(struct sweep *s);      /* OUT/sweep-NAME.html, by what is swept */
bool sweep_index(struct sweep *s, struct diag *d); /* OUT/sweep.html: every such page in OUT */

#endif
