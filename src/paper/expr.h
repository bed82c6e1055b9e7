/* Metrics: expressions over the numbers of a run record. + - * / and brackets with their usual precedence, numbers,
   max(a, b), min(a, b), dotted paths of the record ("total.l1.miss"), and names of metrics that stand before. A path
   or a name may hold '-', so a minus has a blank on its right. */
#ifndef SLUICE_PAPER_EXPR_H
#define SLUICE_PAPER_EXPR_H
#include <jansson.h>

#include "base/arena.h"

struct paper_expr;
/* An earlier metric of that name, or NULL. */
typedef struct paper_expr *(*paper_named)(void *user, const char *name);

/* NULL if it cannot be read: *error says why, in the arena. */
struct paper_expr *paper_expr_read(struct arena *a, const char *text, paper_named named, void *user,
                                   const char **error);
struct paper_values {
    json_t *record;
    json_t *total; /* what a path calls "total": the record's own, or a kernel */
    json_t *base;  /* what a path calls "base": the same of the run with the configuration of that name; or NULL */
};
/* False if a path is not there, no number, or a divisor is 0. */
bool paper_expr_value(const struct paper_expr *e, const struct paper_values *from, double *v);

#endif
