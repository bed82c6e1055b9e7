/* A key of the run record that is no parameter and no counter: what it holds, in which unit, and what it means. The
   record's units, its page in docs/ and its JSON Schema come from lists of these. */
#ifndef SLUICE_DECL_FACT_H
#define SLUICE_DECL_FACT_H
#include "base/types.h"

enum fact_kind {
    FACT_INT,
    FACT_REAL,
    FACT_TEXT,
    FACT_BOOL,
    FACT_DIMS /* [x, y, z] */,
    FACT_HIST,
    FACT_INTS,
    FACT_TEXTS,
    FACT_REALS,
    FACT_TABLE,  /* numbers by row and column */
    FACT_SERIES, /* an object of lists of numbers */
    FACT_COUNTS, /* an object of integers */
    FACT_WORDS   /* an object of lists of texts */
};
#define FACT_MORE 64  /* added to a kind: more of it is better, */
#define FACT_LESS 128 /* or less */

/* Which way a number is better, for pages that mark the best. */
enum decl_better { BETTER_NEITHER, BETTER_MORE, BETTER_LESS };

struct decl_fact {
    const char *key; /* dotted: "occupancy.achieved"; "a[].b" is b of each element of the array a */
    u8 kind;         /* enum fact_kind: fact_kind() and fact_better() take it apart */
    bool optional;   /* not in every record */
    const char *unit, *help;
};

static inline enum fact_kind fact_kind(const struct decl_fact *f)
{
    return (enum fact_kind)(f->kind & (FACT_MORE - 1));
}
static inline enum decl_better fact_better(const struct decl_fact *f)
{
    return f->kind & FACT_MORE ? BETTER_MORE : f->kind & FACT_LESS ? BETTER_LESS : BETTER_NEITHER;
}

#endif
