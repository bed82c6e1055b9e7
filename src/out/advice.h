/* What the rules of advice.c see, and where they look for a source line (guilty.c). */
#ifndef SLUICE_OUT_ADVICE_H
#define SLUICE_OUT_ADVICE_H
#include "out/out.h"

struct out_lines;
struct look { /* the record as the rules see it */
    const json_t *k, *m;
    double sms, ctas, total, busy; /* slots in all, and those of schedulers that have warps */
    const struct out_lines *lines; /* of the kernel; NULL: the record has none */
};

/* Is the word in the list, "memory l1_mshr"? */
bool out_named(const char *list, const char *word);

/* Each adds to a rule's sentence the line that most of it comes from, if that is known: by cache lines beyond one
   an access, by bank conflicts, by bytes from DRAM, by slots lost to the causes because of it. */
void where_scattered(const struct look *, const char *causes, FILE *to);
void where_conflicts(const struct look *, const char *causes, FILE *to);
void where_dram(const struct look *, const char *causes, FILE *to);
void where_blamed(const struct look *, const char *causes, FILE *to);

#endif
