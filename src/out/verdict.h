/* "Look here first": what limits a kernel, as rules (rules.c) and as what is said of a record (advice.c, verdict.c).
 */
#ifndef SLUICE_OUT_VERDICT_H
#define SLUICE_OUT_VERDICT_H
#include <jansson.h>
#include <stdio.h>

#include "base/types.h"

struct look;
/* What DRAM, network and L1 carry when a limit is lifted: less, the same, the same at network and L1, or at the L1.
 */
enum out_traffic { OTHER_TRAFFIC, SAME_TRAFFIC, SAME_NETWORK, SAME_L1 };
struct out_rule {
    const char *key;
    const char *ideal;                        /* --what-if: the parameter of ideal.* that lifts it; "": none does */
    u8 traffic;                               /* enum out_traffic */
    double (*left)(const struct look *);      /* OTHER_TRAFFIC: the share of the traffic that stays at least */
    const char *behind;                       /* rules that are this one's causes: where one was said, it is not */
    double (*share)(const struct look *);     /* of all issue slots: the limit shows in these; 0: it does not */
    const char *own;                          /* causes of slots that it gives back, beside all that wait */
    double (*bound)(const struct look *);     /* or the share of the time that it gives back at most; NULL: those */
    void (*say)(const struct look *, FILE *); /* what is seen, with its number */
    const char *try;                          /* what may help */
    /* Names the guilty line, if the record has lines: adds "; sum.cu:12 fetches 32 lines an access". NULL: none is */
    void (*where)(const struct look *, const char *causes, FILE *);
    const char *causes; /* of the slots that the sentence explains, and that the line is to blame for */
};
extern const struct out_rule out_rules[];
extern const u32 out_rule_count;
struct out_advice {
    const struct out_rule *rule;
    double share;     /* of the time, given back at most */
    double rank;      /* of the time, given back if only the limit's own slots are */
    double simulated; /* times as fast on a machine without the limit; 0: not simulated */
    char what[280];
};
/* Of a kernel of the record `doc`; how many. */
u32 out_advise(const json_t *doc, const json_t *kernel, struct out_advice *to, u32 most);
const char *out_advice_bound(const struct out_advice *, char buf[64]); /* "at most 1.40 times as fast without" */
#define OUT_ADVICE_MOST 3
#define OUT_RULES_MOST 40
/* The share of the issue slots that were lost to causes of which none of a kernel's sentences speaks. */
double out_unexplained(const json_t *doc, const json_t *kernel);
double out_kernel_cycles(const json_t *doc); /* of all kernels, more than the total where several ran at a time */
/* Kernels worth a look, those that take most of the time first; returns how many (at most `most`). */
u32 out_heaviest(const json_t *doc, const json_t **kernels, u32 most);
#define OUT_KERNELS_MOST 3
void out_verdict_add(json_t *doc); /* "Look here first" as rows of the record: doc.verdict, doc.unexplained */

#endif
