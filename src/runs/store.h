/* Results of runs in SQLite, keyed by a hash of everything that made them. One transaction a run, write-ahead log: a
   process that is killed loses only the runs in progress. */
#ifndef SLUICE_RUNS_STORE_H
#define SLUICE_RUNS_STORE_H
#include "base/arena.h"
#include "base/diag.h"
#include "base/hash.h"

struct runs_store;
struct runs_result {
    const char *key, *workload, *size, *machine, *sets, *version;
    const char *subject; /* hash of program, input and what is timed; "": stored before there was one */
    const char *record;  /* JSON, without kernels and host */
    double seconds;
    i64 rss_kb;
};

/* The key of a result: everything that made it. */
void runs_store_key(char key[HASH_HEX], const char *version, const char *size, const char *subject,
                    const struct hash *machine);

struct runs_store *runs_store_open(const char *path, struct diag *d); /* NULL: reported */
void runs_store_close(struct runs_store *s);
/* The record of a key, from the arena, or NULL. */
char *runs_store_get(struct runs_store *s, const char *key, struct arena *a, double *seconds);
bool runs_store_put(struct runs_store *s, const struct runs_result *r, struct diag *d);
/* How long such a run took so far: the same with another version, or on average the workload's on this machine, or on
   any; 0 if nothing is known. */
double runs_store_estimate(struct runs_store *s, const char *workload, const char *machine, const char *sets,
                           const char *size);
/* Every result in turn, oldest first; the row is valid during the call. `whole`: the record as it was
   stored. */
typedef void runs_store_fn(void *user, const struct runs_result *r, const char *at, bool whole);
bool runs_store_each(struct runs_store *s, runs_store_fn *fn, void *user, struct diag *d);
/* Removes the results of every version but this one (NULL: of none), and gives their room back; -1: reported. */
i64 runs_store_gc(struct runs_store *s, const char *keep_version, struct diag *d);
/* What a program is known to have read, newest first: the inputs' text and the name of what it then gave the device.
   The callback returns true to stop. */
typedef bool runs_inputs_fn(void *user, const char *inputs, const char *contents);
void runs_store_inputs(struct runs_store *s, const char *asked, runs_inputs_fn *fn, void *user);
bool runs_store_put_inputs(struct runs_store *s, const char *asked, const char *inputs, const char *contents,
                           const char *version, struct diag *d);
u64 runs_store_count(struct runs_store *s);

#endif
