/* Names that other tools have for our statistics. */
#ifndef SLUICE_CLI_NAMES_H
#define SLUICE_CLI_NAMES_H
#include <jansson.h>

#include "base/diag.h"
#include "base/types.h"

#define NAMES_WHOSE(X) X(ACCELSIM, "accelsim") X(NCU, "ncu")
#define NAMES_ID(id, word) NAMES_##id,
enum names_whose { NAMES_WHOSE(NAMES_ID) NAMES_N };

struct name_there {
    enum names_whose whose;
    const char *ours, *there;
    const char *differs; /* NULL: the same quantity */
};
extern const struct name_there names_all[];
extern const u32 names_count;
/* The word of --as; false: there is none such. */
bool names_find(const char *word, enum names_whose *);
#define NAMES_WORDS "accelsim or ncu"
/* The record's kernels as a table with a column for each name that is the same quantity; those that are nearly the
   same are in comments before it. */
bool names_write_csv(const char *path, const json_t *doc, enum names_whose, struct diag *d);

#endif
