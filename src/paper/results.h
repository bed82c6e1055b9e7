/* The last run of a paper at its own sizes, kept in papers/NAME/results.csv statement by statement with the version
   that made it, and the pages of docs/papers that show these. */
#ifndef SLUICE_PAPER_RESULTS_H
#define SLUICE_PAPER_RESULTS_H
#include "paper/report.h"

/* One row; the texts are as in the file, and "" what an older one has not. */
struct paper_kept {
    const char *id, *figure, *ours, *sd, *seeds, *verdict, *results, *version, *made_of, *at;
};
/* What a kept result is compared with. */
struct paper_now {
    const char *version; /* of the model, without a commit */
    /* Names all that a statement's result depends on, from the arena (cli/fingerprint.h); "" if it has none. May be
       NULL: then the version decides. */
    const char *(*made_of)(void *user, const char *id, struct arena *a);
    void *user;
};
struct paper_kepts {
    struct paper_kept *at;
    u32 n;
};

/* What is kept of a paper, from the arena; nothing if there is no file. */
struct paper_kepts paper_kept_read(struct arena *a, const char *path);
/* Puts the report's answers into the file in place of the old ones; statements of other figures stay. `version` names
   the simulator, with its commit where that is known. */
bool paper_kept_write(const struct paper_report *r, const char *version, const struct paper_now *now, struct diag *d);
/* Closes what was written to `next` and puts it in the place of `path`; false (reported) if any of it failed. */
bool paper_kept_replace(FILE *to, const char *next, const char *path, struct diag *d);
/* A row's verdict by today's targets.csv; its `verdict` field is the one given then. */
u8 paper_kept_grade(const struct paper_kept *k, const struct paper_target *t);
bool paper_kept_spread(const struct paper_kept *k); /* it was made under several seeds */
/* True if what the row was made of is not as now; of a row that does not say it, if another model made it. */
bool paper_kept_stale(const struct paper_kept *k, const struct paper_now *now);
/* What is kept of the report's paper, in a sentence from the arena, with the word stale and both versions where
   another model made it; NULL if nothing is kept. */
const char *paper_kept_sentence(const struct paper_report *r, struct arena *a);
/* docs/papers/README.md: a line a paper of targets.csv. With a paper's name docs/papers/NAME-results.md: a line a
   statement. What is not as now is marked stale. */
bool paper_summary(const char *root, const char *name, const struct paper_now *now, FILE *to, struct diag *d);

#endif
