/* Records side by side. */
#ifndef SLUICE_CLI_COMPARE_H
#define SLUICE_CLI_COMPARE_H
#include <jansson.h>
#include <stdio.h>

#include "base/types.h"

#define COMPARE_MOST 16
struct compare {
    const json_t *records[COMPARE_MOST];
    const char *labels[COMPARE_MOST];
    u32 n;
    const char *kernel; /* only this one; NULL: the total */
    bool all;           /* every statistic that differs, not only the largest changes */
};
/* The tables for people; false: a record has no such kernel (said). */
bool compare_print(const struct compare *c, FILE *to);
/* Lists every statistic of the total and of each kernel that is off the first record's by more than the share; only
   `metrics` if there are any. How many. */
u32 compare_check(const struct compare *c, double tolerance, const char *const *metrics, u32 n_metrics, FILE *to);

#endif
