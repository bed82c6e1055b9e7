/* A paper's experiments: workloads x machines x configurations -> figures, and the statements they answer.

   papers/NAME/paper.ini   [suites] polybench = 2dconv 2mm ...      [machines] S = c2050-s
                           [metrics] ipc = total.thread_instructions / total.cycles
                           [configurations] base =                  mrpb = front=mrpb
                                            swl = sched.limit=best:1,2,4 (a sweep: the best by the first metric)
   papers/NAME/figN.exp    title, kind, metric, rows, configurations, relative, show, note; [configurations] of its
   own; [statement ID] of, machines, over, pairs, metric, aggregate, combine, transform papers/targets.csv      what
   the papers say, a statement a row (id first)

   Everything lives in the paper's arena. docs/papers/experiments.md explains the format to its writers. */
#ifndef SLUICE_PAPER_PAPER_H
#define SLUICE_PAPER_PAPER_H
#include "base/arena.h"
#include "base/diag.h"

struct paper_words {
    const char **at;
    u32 n;
};

struct paper_suite {
    const char *name;
    struct paper_words workloads;
};

struct paper_machine {
    const char *label; /* "S": the suffix of a row, atax-S */
    const char *name;  /* "c2050-s": the machine */
};

/* scale * (a + b + ...) / den over dotted paths of the run record */
struct paper_metric {
    const char *name;
    double scale;
    struct paper_words terms; /* none: 1 */
    const char *den;          /* NULL: 1 */
};

struct paper_config {
    const char *name;
    struct paper_words sets; /* key=value */
    const char *sweep_key;   /* NULL: no sweep */
    struct paper_words sweep_values;
};

struct paper_row {
    const char *workload;
    u32 machine, suite;
};

struct paper_target {
    const char *id, *paper, *where, *workload, *configuration, *metric, *relation, *unit;
    double value;
};

enum paper_aggregate { PAPER_GEOMEAN, PAPER_MEAN, PAPER_MIN, PAPER_MAX };
enum paper_combine { PAPER_LEAST, PAPER_MOST, PAPER_SPREAD }; /* over the values of several `of` or groups */

struct paper_ratio {
    i32 num, den; /* configurations; den -1: the metric itself */
};

/* One number out of the results: for each `of` and each group of rows, the aggregate over the rows of the metric's
   ratio; then the least, the most or the relative spread of these; then 1 - x if asked. */
struct paper_statement {
    const struct paper_target *target;
    struct paper_ratio *of;
    u32 n_of;
    struct paper_words machines, suites; /* labels and names */
    struct paper_words pairs;            /* "srad/U:srad": instead of suites, one workload over another */
    u32 metric;
    u8 aggregate, combine;
    bool each_suite, each_machine; /* `per`: groups apart */
    bool one_minus;
    u32 line;
};

enum paper_kind { PAPER_BARS, PAPER_STACKED };
struct paper_figure {
    const char *file, *name, *title, *note;
    u8 kind;
    u32 metrics[8], n_metrics; /* bars: the first; stacked: all, of the first configuration */
    struct paper_row *rows;
    u32 n_rows;
    u32 *configs; /* columns, indexes into paper.configs */
    u32 n_configs;
    i32 relative;     /* configuration that each row is divided by; -1: none */
    i32 relative_row; /* all are divided by this row's value instead; -1: each by its own */
    bool only_aggregates;
    struct paper_statement *statements;
    u32 n_statements;
};

struct paper {
    struct arena arena;
    const char *name, *title, *folder;
    struct paper_suite *suites;
    struct paper_machine *machines;
    struct paper_metric *metrics;
    struct paper_config *configs;
    struct paper_figure *figures;
    struct paper_target *targets;
    u32 n_suites, n_machines, n_metrics, n_configs, n_figures, n_targets;
};

/* Reads papers/NAME below root; every mistake goes to d with its place. False if there was one. */
bool paper_read(struct paper *p, const char *root, const char *name, struct diag *d);
void paper_free(struct paper *p);
bool paper_read_targets(struct paper *p, const char *path, struct diag *d);
/* Words separated by blanks or commas. */
struct paper_words paper_split(struct arena *a, const char *text, const char *separators);

i32 paper_suite_index(const struct paper *p, const char *name);
i32 paper_machine_index(const struct paper *p, const char *label);
i32 paper_config_index(const struct paper *p, const char *name);
i32 paper_metric_index(const struct paper *p, const char *name);

#endif
