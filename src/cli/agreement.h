/* How far a machine was off a real card, kept for `sluice run` to print. */
#ifndef SLUICE_CLI_AGREEMENT_H
#define SLUICE_CLI_AGREEMENT_H
#include <stdio.h>

#include "cli/correlate.h"

struct agreement {
    const struct correlate *c;
    const char *machine, *size;
    const char *before; /* the file as it was, or NULL */
};
void agreement_print(const char *machine, FILE *to); /* nothing if the machine was never compared */
void agreement_write(const void *agreement, FILE *to);

#endif
