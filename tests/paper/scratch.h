/* A folder with one paper, `t`, that a test makes up. */
#ifndef SLUICE_TESTS_PAPER_SCRATCH_H
#define SLUICE_TESTS_PAPER_SCRATCH_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diag.h"

static char root[64];

static inline void put(const char *name, const char *text)
{
    char path[160];
    snprintf(path, sizeof(path), "%s/%s", root, name);
    FILE *f = fopen(path, "w");
    ENSURE(f);
    fputs(text, f);
    fclose(f);
}

static inline void scratch_paper(const char *main_file, const char *targets_file)
{
    char path[128];
    strcpy(root, "/tmp/sluice-paper-XXXXXX");
    ENSURE(mkdtemp(root));
    snprintf(path, sizeof(path), "%s/papers", root);
    mkdir(path, 0755);
    snprintf(path, sizeof(path), "%s/papers/t", root);
    mkdir(path, 0755);
    put("papers/t/paper.ini", main_file);
    put("papers/targets.csv", targets_file);
}

static inline int scratch_remove_paper(void)
{
    char command[128];
    snprintf(command, sizeof(command), "rm -rf %s", root);
    return system(command);
}

#endif
