/* The index of the shipped workloads: workloads/workloads.csv. */
#ifndef SLUICE_CLI_WORKLOADS_H
#define SLUICE_CLI_WORKLOADS_H
#include "base/arena.h"
#include "base/diag.h"

struct workload {
    const char *name;
    const char *file;      /* below workloads/ */
    const char *arguments; /* beyond --size, blank-separated; may be "" */
    const char *suite, *kind;
    const char *small, *paper;               /* what the sizes are, in words */
    const char *small_instrs, *paper_instrs; /* warp instructions of each (three digits; clang 14) */
    const char *about;
};
struct workloads {
    struct arena arena;
    struct workload *at;
    u32 n;
    char compiler[256]; /* what the compiler calls itself, once it was asked (key.c) */
};

bool workloads_read(struct workloads *w, const char *root, struct diag *d);
void workloads_free(struct workloads *w);
const struct workload *workload_find(const struct workloads *w, const char *name); /* NULL: none */
const char *workload_nearest(const struct workloads *w, const char *name);         /* NULL: none is near */

#endif
