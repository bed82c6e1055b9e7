/* Numbers out of finished runs: cells, tables, and the answers to the paper's statements. */
#ifndef SLUICE_PAPER_VALUE_H
#define SLUICE_PAPER_VALUE_H
#include "paper/wants.h"

struct paper_cell {
    bool has;
    double value; /* from the means over the seeds, unless one seed is asked for */
    double sd;    /* standard deviation over the seeds; with fewer than 2 seeds unknown */
    u32 seeds;
    u32 rows;         /* number of rows it is made of */
    const char *best; /* of a sweep: the value that won; otherwise NULL */
};

/* A figure as a table: a row a subject and machine, then one a group with its mean. */
struct paper_table {
    u32 n_rows, n_cols;
    const char **row_labels, **col_labels;
    bool *is_aggregate;
    u32 *source;              /* the figure's row; of an aggregate the last that it is made of */
    struct paper_cell *cells; /* row-major */
    const char *metric;
};

enum paper_verdict {
    PAPER_REPRODUCED,
    PAPER_NEAR,
    PAPER_DIRECTION,
    PAPER_NOISY,   /* chance may have decided it: counts as nothing */
    PAPER_DERIVED, /* follows from constants, as the paper's does: counts apart */
    PAPER_WEAK,    /* within the bounds, but this proves nothing (PAPER_MARK_WEAK): counts as nothing */
    PAPER_FITTED,  /* within the bounds, and our programs were shaped by it: counts apart */
    PAPER_MISSED,
    PAPER_NO_DATA,
    PAPER_VERDICTS
};
extern const char *const paper_verdict_names[PAPER_VERDICTS];
struct paper_answer {
    bool has;
    double ours; /* made of the means over the seeds */
    double sd;   /* standard deviation of the same number under each seed alone; with fewer than 2 seeds none */
    u32 seeds;   /* how many had all results: as many as each of its runs was made under */
    u8 verdict;
    u32 used, wanted; /* how many of the rows it is made of had a result */
    const char *at;   /* which group or row the least or most is, or NULL */
};

/* A metric of one run, of one kernel if `kernel` is not NULL. base: the run of the configuration `base`, or NULL. */
bool paper_metric_of(const struct paper *p, u32 metric, const struct runs_run *r, const struct runs_run *base,
                     const char *kernel, double *v);
/* A metric of a subject under one seed (counted from 0) or the mean over all (PAPER_MEAN_OF_SEEDS), without a spread;
   of a sweep, that of paper_sweep_best. `seed` may be PAPER_MEAN_OF | k. */
struct paper_cell paper_cell_of(const struct paper *p, const struct runs_plan *plan,
                                const struct paper_subject *subject, u32 machine, u32 config, u32 metric, u32 seed);
/* The value of a sweep whose first metric of the paper is highest under the first seed: its index; -1: no result. */
i32 paper_sweep_best(const struct paper *p, const struct runs_plan *plan, const struct paper_subject *subject,
                     u32 machine, u32 config);
struct paper_cell paper_divide(struct paper_cell a, struct paper_cell b);
struct paper_table paper_table_of(const struct paper *p, const struct runs_plan *plan, const struct paper_figure *f,
                                  struct arena *a);
struct paper_answer paper_answer_of(const struct paper *p, const struct runs_plan *plan,
                                    const struct paper_statement *s, struct arena *a);
/* A value (~): within its tolerance reproduced, within twice that near; a ratio on the paper's side of 1 with a third
   to three times its effect (its distance from 1) direction only; else missed; noisy if the tolerance is below the
   standard error, which is sd over the root of the seeds. A bound or a sign holds or is missed, and is noisy where it
   is decided by no more than two standard errors; a tie is no order. A derived statement is derived or missed.
   A marked statement that would be reproduced or near is weak or fitted; one marked as noise is noisy.
   Fewer than 2 seeds: no spread is known, and nothing is noisy. */
u8 paper_judge(const struct paper_target *t, double ours, double sd, u32 seeds);
double paper_aggregate_of(u8 aggregate, const double *v, u32 n); /* n > 0 */
double paper_deviation_of(const double *v, u32 n);               /* standard deviation; n > 1 */

#endif
