/* Records side by side. */
#ifndef SLUICE_CLI_COMPARE_H
#define SLUICE_CLI_COMPARE_H
#include <jansson.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "out/out.h"

#define COMPARE_MOST 16
struct compare {
    const json_t *records[COMPARE_MOST];
    const char *labels[COMPARE_MOST];
    u32 n;
    const char *kernel; /* only this one; NULL: the total */
    bool all;           /* every statistic that differs, not only the largest changes */
};
/* ---- what differs (compare_find.c) ---- */
struct compare_change {
    const char *key;
    double v[COMPARE_MOST];
    double size; /* how large it is, to sort by */
};
struct compare_changes {
    struct arena arena;
    VEC(struct compare_change) v;
};
const json_t *compare_row(const struct compare *c, u32 record); /* its total, or c->kernel's row; NULL: it has none */
void compare_find(const struct compare *c, struct compare_changes *all); /* every number, the largest change first */
void compare_free(struct compare_changes *all);
/* Both records have their noise (sluice run --jitter), and this statistic's difference is within it. */
bool compare_hidden(const struct compare *c, const char *key, u32 record);
bool compare_knows_noise(const struct compare *c); /* of the first and of another */
/* What the noise of two records means for their cycles: "beyond the noise" or "may be chance"; NULL: unknown. */
const char *compare_worth(const struct compare *c, u32 record);
#define COMPARE_CHANCE "~: may be chance: no more than two standard errors, from the runs under gpu.jitter"
#define COMPARE_NO_NOISE "How much of it is chance is not known: sluice run --jitter 5 makes records that tell."
extern const char *const compare_headline[]; /* the most important keys */
extern const u32 compare_headline_count;
/* Calls `show` for each parameter that is not the same in all; `before` counts those shown. How many. */
#define COMPARE_TEXT 64
typedef void compare_parameter(const struct compare *c, const char *name, char text[][COMPARE_TEXT], u32 before,
                               FILE *to);
u32 compare_parameters(const struct compare *c, compare_parameter *show, FILE *to);

/* ---- by source line, where records have it (compare_lines.c) ---- */
#define COMPARE_LINES 25 /* shown */
struct compare_line {
    const char *kernel, *file;
    u32 line;
    double blame[COMPARE_MOST], waits[COMPARE_MOST]; /* issue slots lost because of it, and while it waited */
    double size;                                     /* the largest change of either */
};
struct compare_lines {
    struct arena arena;
    VEC(struct compare_line) v;
};
void compare_lines(const struct compare *c, struct compare_lines *all); /* the largest change first */
void compare_lines_free(struct compare_lines *all);

/* ---- in words (compare_say.c) ---- */
/* "B is 16.6 times as fast as A ...": what changed, what became of the first one's limit, and what limits it now.
   Nothing is written where either was not timed or lacks the kernel. */
void compare_say(const struct compare *c, u32 record, FILE *to);
/* The kernel that a record's sentence is about: c->kernel, or the one that takes most of its time; NULL: none. */
const json_t *compare_heaviest(const struct compare *c, u32 record);
/* This rule is among what limits the record's kernel of that name, or where it has none, its heaviest. */
bool compare_limited(const struct compare *c, u32 record, const char *kernel, const struct out_rule *rule);

/* ---- showing it ---- */
const char *compare_number(double v, char buf[32]);
const char *compare_relative(double a, double b, char buf[32]); /* "+12.3 %", "=", "x 20" */
/* The same as a page for a browser. */
bool compare_write_page(const char *path, const struct compare *c, struct diag *d);
/* The tables for people; false: a record has no such kernel (said). */
bool compare_print(const struct compare *c, FILE *to);
/* Lists every statistic of the total and of each kernel that is off the first record's by more than the share; only
   `metrics` if there are any. How many. */
u32 compare_check(const struct compare *c, double tolerance, const char *const *metrics, u32 n_metrics, FILE *to);

#endif
