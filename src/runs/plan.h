/* Runs that are wanted, each once; and their execution: what the store has is taken from there, the rest by a pool of
   child processes, stored as they end. paper/, sweep and correlate make plans. */
#ifndef SLUICE_RUNS_PLAN_H
#define SLUICE_RUNS_PLAN_H
#include <jansson.h>

#include "base/hash.h"
#include "runs/store.h"

struct paper_words {
    const char **at;
    u32 n;
};

enum paper_state { PAPER_WAITING, PAPER_RUNNING, PAPER_DONE, PAPER_FAILED };
struct paper_run {
    const char *workload, *machine; /* the machine's name, not its label */
    struct paper_words sets;        /* sorted */
    const char *sets_text;          /* joined by blanks */
    char key[HASH_HEX], subject[HASH_HEX];
    u8 state;
    bool kernels;    /* a row wants a kernel of it: they are kept */
    bool stored;     /* it was there before */
    bool answers;    /* a statement needs it: these go first */
    i32 twin;        /* another run of the plan with the same key, which is made in its place; -1: none */
    i32 unlimited;   /* a limit on warps: the run without it, which comes first; -1: none */
    u32 rank;        /* those of a lower one start first: others may follow from them */
    bool refused;    /* there is no such machine: it is failed from the start */
    bool implied;    /* not made: it follows from another */
    const char *why; /* failed: in a sentence */
    json_t *record;
    double seconds, estimate;
};

struct paper_plan {
    struct arena arena;
    const char *size;
    struct paper_run *runs;
    u32 n, cap;
};

/* How a run is named and made: from the command line, or from a test. */
struct paper_runner {
    void *user;
    const char *version; /* of the simulator: part of every key */
    u32 workers;
    bool show_progress;
    bool dry;           /* look up only */
    bool full;          /* store whole records (but for the host's times), not only what figures need */
    u32 launches;       /* time only the first so many of each kernel; 0 = all */
    const char *folder; /* for what the runs leave while they run */
    /* False once the simulator is another than the one that `version` names (it was rebuilt meanwhile); may be NULL.
     */
    bool (*is_same)(void *user);
    /* The run is over, but what it read is not what it was named by: a sentence, and it is not kept; or NULL. May be
       NULL. */
    const char *(*changed)(void *user, const struct paper_run *r);
    /* Names what runs (program, input, what is timed) and the machine that it runs on, for the key; false (reported)
       if there is no such program or machine. */
    bool (*identify)(void *user, const struct paper_run *r, const char *size, struct hash *subject,
                     struct hash *machine, struct diag *d);
    /* The command line that writes the run record to `out`; NULL at the end, memory from the arena. */
    const char **(*command)(void *user, struct arena *a, const struct paper_run *r, const char *size,
                            const char *out);
    /* Makes a run in a worker process, without a command: writes its record to `out` as it is to be stored
       (paper_record_trim) and returns its exit status; -1: this one needs the command. May be NULL. */
    int (*perform)(void *user, const struct paper_run *r, const char *out);
    /* Must `r` give what `from` gave? Both are of one plan. May be NULL. */
    bool (*follows)(void *user, const struct paper_run *from, const struct paper_run *r);
    /* The record of `from`, made into that of `r`, which follows from it. */
    void (*rename)(void *user, json_t *record, const struct paper_run *r);
};

void paper_record_trim(json_t *record, bool full); /* leaves what is stored */

const char *paper_sets_text(struct arena *a, struct paper_words sets); /* joined by blanks */
/* The run with these settings, or NULL; one more, which must not be there yet; and one if it is not. */
struct paper_run *paper_plan_get(const struct paper_plan *plan, const char *workload, const char *machine,
                                 const char *sets_text);
struct paper_run *paper_plan_append(struct paper_plan *plan, const char *workload, const char *machine,
                                    struct paper_words sets);
void paper_plan_add_run(struct paper_plan *plan, const char *workload, const char *machine, struct paper_words sets);
/* False if a run could not be identified or the store failed; runs that fail by themselves are marked, not reported.
 */
bool paper_plan_execute(struct paper_plan *plan, struct paper_store *store, const struct paper_runner *how,
                        struct diag *d);
void paper_plan_free(struct paper_plan *plan);

#endif
