/* `sluice run` in parts: what to run (run.c), what it was compiled from (run_build.c), a PTX file's one launch
   (run_ptx.c), the functional run's table (run_table.c). */
#ifndef SLUICE_CLI_RUN_H
#define SLUICE_CLI_RUN_H
#include <jansson.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/types.h"
#include "base/vec.h"

/* Compiles a .cu file. A shipped workload is compiled on first use and kept, named by its contents; anything else
   goes to `dir`. NULL: it did not compile, and the compiler has said why. */
const char *run_build(struct arena *a, const char *source, bool keep, const char *dir);

struct run_ptx {
    const char *file, *kernel; /* kernel NULL: the only one */
    u32 grid[3], block[3], shared;
    VEC(const char *) args;
};
/* Launches; runs in a process of its own, which it ends. */
_Noreturn void run_ptx(const struct run_ptx *);

void run_table(const json_t *doc, FILE *to);

#endif
