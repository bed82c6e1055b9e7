/* Statements by independent cause (papers/causes.csv). */
#ifndef SLUICE_PAPER_CAUSES_H
#define SLUICE_PAPER_CAUSES_H
#include "base/vec.h"
#include "paper/value.h"

extern const char *const paper_mark_words[PAPER_MARKS];
/* Reads the causes and marks of the targets that p has; without a file each statement is a fact of its own and none
   is marked. False (reported) on a mistake. */
bool paper_read_causes(struct paper *p, const char *path, struct diag *d);

/* What the statements of one cause came to: good is reproduced or near, bad is direction only or missed. What proves
   nothing (noisy, derived, weak, fitted) and what has no data is neither. */
struct paper_fact {
    const char *paper, *cause;
    u32 good, bad, missed;
};
struct paper_facts {
    VEC(struct paper_fact) list;
};
struct paper_fact_counts {
    u32 right, partly, wrong;       /* only good statements; good and bad ones; only bad ones */
    u32 missed, missing;            /* statements that are missed, and facts that these are about */
    const struct paper_fact *worst; /* the one with the most of them; NULL: none is missed */
};
void paper_facts_add(struct paper_facts *f, const struct paper_target *t, u8 verdict);
struct paper_fact_counts paper_facts_count(const struct paper_facts *f);
void paper_facts_free(struct paper_facts *f);

#endif
