/* A paper's experiments: workloads x machines x configurations -> figures, and the statements they answer.

   papers/NAME/paper.ini     [suites] [machines] [metrics] [configurations] [select NAME]: what the figures share
   papers/NAME/figN.exp      one figure or table, its own [configurations] and [points], and its [statement ID]s
   papers/NAME/results.csv   the last run at the paper's sizes, a statement a row (paper/results.h) or, without
                             statements, a cell (paper/matrix.h)
   papers/targets.csv        what the papers say, a statement a row (id first), with its tolerance and kind
   papers/causes.csv         the fact that each of them is about (paper/causes.h)

   Everything lives in the paper's arena. docs/papers/experiments.md explains the format to its writers. */
#ifndef SLUICE_PAPER_PAPER_H
#define SLUICE_PAPER_PAPER_H
#include "base/arena.h"
#include "base/diag.h"
#include "paper/expr.h"
#include "runs/plan.h"

/* What a row is about: a program, or one kernel of it. */
struct paper_subject {
    const char *workload;
    const char *kernel; /* "2" (the second that is launched) or its name; NULL: the whole program */
    const char *name;   /* as it was written: "atax:2" */
};

struct paper_suite {
    const char *name;
    struct paper_subject *at;
    u32 n;
};

struct paper_machine {
    const char *label; /* "S": the suffix of a row, atax-S */
    const char *name;  /* "c2050-s": the machine */
};

struct paper_metric {
    const char *name, *text;
    struct paper_expr *expr;
};

struct paper_config {
    const char *name;       /* unique in the paper: "mrpb"; of a point "fig8:maws@16" */
    const char *label;      /* as it is shown: "mrpb", "maws@16" */
    struct runs_words sets; /* key=value */
    const char *sweep_key;  /* NULL: no sweep */
    struct runs_words sweep_values;
};

struct paper_row {
    struct paper_subject subject;
    u32 machine, suite;
};

/* Why agreement with a statement counts for nothing (papers/causes.csv says why in words). */
enum paper_mark_kind {
    PAPER_UNMARKED,
    PAPER_MARK_WEAK,   /* ours agrees for another reason than the paper's, or the bound is too wide to fail */
    PAPER_MARK_FITTED, /* our programs were shaped by it */
    PAPER_MARK_NOISE,  /* its effect is a hundredth: inputs decide more */
    PAPER_MARKS
};
struct paper_target {
    const char *id, *paper, *where, *workload, *configuration, *metric, *relation, *unit;
    double value, tolerance; /* tolerance < 0: none is given */
    bool derived;            /* kind: it follows from constants; else a simulation decides it */
    u8 mark;                 /* enum paper_mark_kind */
    const char *cause, *why; /* the fact that it is about (its id if no file says); why it is marked, or NULL */
};

enum paper_aggregate { PAPER_GEOMEAN, PAPER_MEAN, PAPER_HARMONIC, PAPER_MIN, PAPER_MAX, PAPER_AGGREGATES };
extern const char *const paper_aggregate_words[PAPER_AGGREGATES];
/* Over the values of several `of`, metrics or groups. ARGMAX and ARGMIN give the point (a number) where the value
   stands; FALLING and RISING the least ratio of neighbours in that order, above 1 if it holds throughout. */
enum paper_combine {
    PAPER_LEAST,
    PAPER_MOST,
    PAPER_SPREAD,
    PAPER_ARGMAX,
    PAPER_ARGMIN,
    PAPER_FALLING,
    PAPER_RISING,
    PAPER_COMBINES
};
/* 1-x: of the result. |x-1|: of each row, before the aggregate. */
enum paper_transform { PAPER_AS_IT_IS, PAPER_ONE_MINUS, PAPER_DISTANCE, PAPER_TRANSFORMS };

struct paper_ratio {
    i32 num, den;      /* configurations; den -1: the metric itself */
    const char *only;  /* "[iw]": a suite or a subject that it is taken over, instead of the statement's; NULL */
    const char *point; /* of num: "16"; NULL */
};

/* One workload over another ("srad-u/srad"), or what a row is divided by ("fft@C", "@C": the same on another
   machine). */
struct paper_pair {
    struct paper_subject above, below;
};
struct paper_against {
    struct paper_subject subject; /* no workload: the row's own */
    u32 machine;
};

/* One number out of the results: for each `of`, metric and group of rows, the aggregate over the rows of the
   metric's ratio; then one of these or what they are to each other (combine). */
struct paper_statement {
    const struct paper_target *target;
    struct paper_ratio *of;
    u32 n_of;
    u32 *machines, n_machines;
    struct paper_suite *over; /* suites; a workload alone is a suite of one */
    u32 n_over;
    struct paper_pair *pairs;
    u32 n_pairs;
    struct paper_against *against; /* a row's value is divided by the greatest of these */
    u32 n_against;
    u32 metrics[8], n_metrics;
    u8 aggregate, combine, transform;
    bool each_suite, each_machine; /* `per`: groups apart */
    bool headline;                 /* paper.ini names it: all seeds from the start */
    u32 seeds; /* it was found to need so many (paper_more_seeds); 0: what it begins with is enough so far */
    u32 line;
};

enum paper_kind { PAPER_BARS, PAPER_STACKED, PAPER_LINES, PAPER_TABLE, PAPER_MATRIX, PAPER_HEAT, PAPER_KINDS };
/* A column is a configuration and a metric: column c * n_metrics + m. */
struct paper_figure {
    const char *file, *name, *title, *note;
    const char *sampled; /* heat: the table of the record's samples that is drawn */
    u8 kind, mean;       /* mean: enum paper_aggregate of the group rows */
    bool has_means;
    u32 metrics[16], n_metrics;
    u32 parts; /* stacked: metrics of one bar; n_metrics is a multiple of it */
    struct paper_row *rows;
    u32 n_rows;
    u32 *configs; /* indexes into paper.configs; with points series-major: series 0 at each point, series 1, ... */
    i32 *base;    /* what each of them is divided by; -1: nothing */
    u32 n_configs, n_points;
    struct runs_words points; /* labels */
    i32 relative_row;         /* all are divided by this row's value instead; -1: each by its own */
    const char *relative;     /* as it was written; NULL: nothing is divided */
    bool only_aggregates;
    struct paper_statement *statements;
    u32 n_statements;
};

/* [select NAME]: the kernels of these programs whose metric is above a limit, kept in papers/PAPER/NAME.suite by
   `sluice paper PAPER --select NAME` and from then on a suite. */
struct paper_select {
    const char *name;
    struct runs_words suites; /* names of suites */
    u32 machine, config, metric;
    double above;
};

struct paper {
    struct arena arena;
    const char *name, *title, *folder, *inputs; /* inputs: what differs from the paper's, or NULL */
    const char *citation;                       /* authors, title, where and when it appeared; NULL: not given */
    const char *size;                           /* the workloads' size that stands for the paper's: paper or suite */
    struct runs_words smaller;                  /* workloads of size paper where that is suite */
    u8 mean;                                    /* how the paper takes its means */
    struct paper_suite *suites;
    struct paper_machine *machines;
    struct paper_metric *metrics;
    struct paper_config *configs;
    struct paper_figure *figures;
    struct paper_target *targets;
    struct paper_select *selects;
    struct runs_words headlines; /* ids: what the paper is about */
    u32 headlines_line;
    u32 n_suites, n_machines, n_metrics, n_configs, n_figures, n_targets, n_selects;
};

#define PAPER_MAX_CONFIGS 1024

/* Reads papers/NAME below root; every mistake goes to d with its place. False if there was one. */
bool paper_read(struct paper *p, const char *root, const char *name, struct diag *d);
void paper_free(struct paper *p);
/* papers/targets.csv, all papers' statements. */
bool paper_read_targets(struct paper *p, const char *path, struct diag *d);
/* Words separated by any of the separators. */
struct runs_words paper_split(struct arena *a, const char *text, const char *separators);
/* "atax" or "atax:2" or "atax:kernel_name" */
struct paper_subject paper_subject_of(struct arena *a, const char *text);

/* What `over` names: a suite of paper.ini, or the one subject that it is. */
void paper_over(const struct paper *p, struct arena *a, const char *name, struct paper_suite *out);
i32 paper_suite_index(const struct paper *p, const char *name);
i32 paper_machine_index(const struct paper *p, const char *label);
i32 paper_config_index(const struct paper *p, const char *name);
i32 paper_metric_index(const struct paper *p, const char *name);

#endif
