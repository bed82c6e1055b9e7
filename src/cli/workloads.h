/* The index of the shipped workloads: workloads/workloads.csv. */
#ifndef SLUICE_CLI_WORKLOADS_H
#define SLUICE_CLI_WORKLOADS_H
#include "base/arena.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/vec.h"

struct workload {
    const char *name;
    const char *file;      /* below workloads/ */
    const char *arguments; /* beyond --size, blank-separated; may be "" */
    const char *suite, *kind;
    const char *small, *paper;               /* what the sizes are, in words */
    const char *small_instrs, *paper_instrs; /* warp instructions of each (three digits; clang 14) */
    const char *suite_size;                  /* what --size suite is, in words; "": as paper */
    const char *budget;                      /* cycles of each kernel that are timed at --size suite; "": all */
    const char *about;
};
struct workload_key { /* what a workload made of a hash: its files are read once */
    const struct workload *of;
    struct hash before, after;
};
struct workloads {
    struct arena arena;
    struct workload *at;
    u32 n;
    char compiler[256]; /* what the compiler calls itself, once it was asked (key.c) */
    VEC(struct workload_key) keys;
};

bool workload_size_known(const char *size); /* small, paper or suite */
bool workloads_read(struct workloads *w, const char *root, struct diag *d);
void workloads_free(struct workloads *w);
const struct workload *workload_find(const struct workloads *w, const char *name); /* NULL: none */
const char *workload_nearest(const struct workloads *w, const char *name);         /* NULL: none is near */

#endif
