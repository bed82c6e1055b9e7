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

struct decl_fact {
    const char *key; /* dotted: "occupancy.achieved"; "a[].b" is b of each element of the array a */
    u8 kind;
    bool optional; /* not in every record */
    const char *unit, *help;
};

#endif
