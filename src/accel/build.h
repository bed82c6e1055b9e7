/* A machine file under construction: sections and parameters as text, each tried on a machine as it is added. */
#ifndef SLUICE_ACCEL_BUILD_H
#define SLUICE_ACCEL_BUILD_H
#include "accel/config.h"
#include "accel/options.h"
#include "gpu/config.h"

struct accel_build {
    struct arena *arena;
    struct accel_options options;
    struct machine_config machine;
    VEC(char) text;
    const char *section;
    struct accel_config_report *report;
    struct diag *d;
};
void build_text(struct accel_build *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void build_section(struct accel_build *, const char *name, const char *remark);
/* One parameter of the section with the remark behind it. */
void build_word(struct accel_build *, const char *key, const char *value, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void build_number(struct accel_build *, const char *key, u64 value, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* The option's text, or `otherwise` (GPGPU-Sim's own default) if it is not given. */
const char *option_text(struct accel_build *, const char *name, const char *otherwise);
/* Its number, at the i-th place between separators (`:` and `,`); an error if there is none. */
u64 option_number(struct accel_build *, const char *name, u32 i, const char *otherwise);
double option_real(struct accel_build *, const char *name, u32 i, const char *otherwise);
/* "-name value", for remarks; notes if the value is GPGPU-Sim's default. */
const char *option_said(struct accel_build *, const char *name, const char *otherwise);
/* The value of KEY in "nbk=16:CCD=1:..."; an error if it is not there and `otherwise` is NULL. */
u64 option_part(struct accel_build *, const char *name, const char *key, const u64 *otherwise);
void option_wrong(struct accel_build *, const char *name, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

struct accel_cache { /* "S:4:128:64,L:T:m:L:L,A:512:8,16:0,32" */
    char kind;       /* N, S: sectored; 0: none */
    u64 sets, line, ways;
    char replace, write, alloc, write_alloc, index;
    char mshr_kind;
    u64 mshrs, merges, missq;
};
/* False: an error in d. */
bool option_cache(struct accel_build *, const char *name, struct accel_cache *);

void build_core(struct accel_build *);   /* build_core.c: gpu, sm, sched, lat, rate, lsu */
void build_memory(struct accel_build *); /* build_memory.c: local, l1, noc, l2, dram */

#endif
