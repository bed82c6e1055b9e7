/* Runs that are wanted, each once, and their execution: results in the store are taken from there, the rest is made
   by a pool of child processes and stored as each ends. paper/, sweep and correlate make plans. */
#ifndef SLUICE_RUNS_PLAN_H
#define SLUICE_RUNS_PLAN_H
#include <jansson.h>

#include "base/hash.h"
#include "runs/store.h"

struct runs_words {
    const char **at;
    u32 n;
};

enum runs_state { RUNS_WAITING, RUNS_RUNNING, RUNS_DONE, RUNS_FAILED };
struct runs_run {
    const char *workload, *machine; /* the machine's name, not its label */
    struct runs_words sets;         /* sorted */
    const char *sets_text;          /* joined by blanks */
    char key[HASH_HEX], subject[HASH_HEX];
    u8 state;
    bool kernels;    /* a row needs one of its kernels: they are kept */
    bool stored;     /* it was in the store before */
    bool answers;    /* a statement needs it: it is run first */
    i32 twin;        /* another run of the plan with the same key, which is made instead; -1: none */
    i32 unlimited;   /* a limit on warps: the run without it, which comes first; -1: none */
    u32 rank;        /* runs with a lower rank start first: others may follow from their results */
    bool refused;    /* no machine can have these settings: it has failed from the start */
    bool implied;    /* not made: its result follows from another run's */
    const char *why; /* failed: in a sentence */
    json_t *record;
    double seconds, estimate;
};

struct runs_plan {
    struct arena arena;
    const char *size;
    struct runs_words smaller; /* workloads that have size paper where the others have size suite */
    u32 seeds;  /* of gpu.jitter, under each of which what matters is run: 1 to so many; 0 or 1: as it is, once */
    u32 few;    /* what matters less begins with so many of them, and gets more where chance may decide; 0: no less */
    bool guess; /* counted, not run: what depends on results that are not there is taken as one run each */
    struct runs_run *runs;
    u32 n, cap;
    u32 *index, n_index; /* runs by name: index + 1; size a power of two */
};
const char *runs_size_of(const struct runs_plan *, const char *workload); /* plan->size, or the smaller one */

/* How a run is named and made: from the command line, or from a test. */
struct runs_runner {
    void *user;
    const char *version; /* of the simulator: part of every key */
    u32 workers;
    bool show_progress;
    bool dry;           /* look up only */
    bool full;          /* store whole records (except the host's times), not only what figures need */
    bool totals;        /* keep only totals of them in memory */
    u32 launches;       /* time only the first so many of each kernel; 0 = all */
    const char *folder; /* for temporary files of the runs */
    /* False once the simulator is another than the one that `version` names (it was rebuilt meanwhile); may be NULL.
     */
    bool (*is_same)(void *user);
    /* The run has ended, but what it read has changed since it was named: a sentence, and it is not kept; otherwise
       NULL. May be NULL. */
    const char *(*changed)(void *user, const struct runs_run *r);
    /* Names what runs (program, input, what is timed) and the machine that it runs on, for the key; false (reported)
       if there is no such program or machine. */
    bool (*identify)(void *user, const struct runs_run *r, const char *size, struct hash *subject,
                     struct hash *machine, struct diag *d);
    /* The command line that writes the run record to `out`; NULL at the end, memory from the arena. */
    const char **(*command)(void *user, struct arena *a, const struct runs_run *r, const char *size, const char *out);
    /* Makes a run in a worker process, without a command: writes its record to `out` as it is to be stored
       (runs_record_trim) and returns its exit status; -1: this one needs the command. May be NULL. */
    int (*perform)(void *user, const struct runs_run *r, FILE *out);
    /* Seconds that a run takes, as far as known without a store; 0: unknown. May be NULL. */
    double (*expect)(void *user, const struct runs_run *r, const char *size);
    /* Must `r` have the same result as `from`? Both are in one plan. May be NULL. */
    bool (*follows)(void *user, const struct runs_run *from, const struct runs_run *r);
    /* The record of `from`, made into that of `r`, which follows from it. */
    void (*rename)(void *user, json_t *record, const struct runs_run *r);
};

void runs_record_trim(json_t *record, bool full); /* leaves what is stored */
/* Among it: the most warps of any kernel that fit on an SM together. Taken from the kernels if it is not there. */
#define RUNS_MOST_WARPS "most_warps_per_sm"

const char *runs_sets_text(struct arena *a, struct runs_words sets); /* joined by blanks */
/* The run with these settings, or NULL; one more, which must not be there yet; and one if it is not. */
struct runs_run *runs_plan_get(const struct runs_plan *plan, const char *workload, const char *machine,
                               const char *sets_text);
struct runs_run *runs_plan_append(struct runs_plan *plan, const char *workload, const char *machine,
                                  struct runs_words sets);
void runs_plan_add_run(struct runs_plan *plan, const char *workload, const char *machine, struct runs_words sets);
/* False if a run could not be identified or the store failed; runs that fail by themselves are marked, not reported.
   A plan may grow and be executed again: what was made stays, and what failed is not tried again. */
bool runs_plan_execute(struct runs_plan *plan, struct runs_store *store, const struct runs_runner *how,
                       struct diag *d);
void runs_plan_free(struct runs_plan *plan);

#endif
