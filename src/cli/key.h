/* Names of what can be asked for, as parts of a result's key: shipped workloads (source, headers, compiler), traces,
   machines with their target and every parameter. A program, or a source that is compiled, is only asked for here:
   what it reads beside its arguments is no part of it, so sweep_name.c goes on from this to what it gives the device.
   Folders and hosts are no part of any. */
#ifndef SLUICE_CLI_KEY_H
#define SLUICE_CLI_KEY_H
#include <jansson.h>

#include "base/diag.h"
#include "base/hash.h"
#include "cli/workloads.h"

/* A shipped workload; the size is the caller's. */
bool key_workload(struct hash *h, struct workloads *all, const struct workload *w, struct diag *d);
/* A source that is compiled before it runs, with the headers of its folder. */
bool key_source(struct hash *h, struct workloads *all, const char *file, struct diag *d);
/* A program's file and its arguments. */
bool key_program(struct hash *h, const char *const *argv, struct diag *d);
bool key_trace(struct hash *h, const char *file, struct diag *d);
/* A machine: the target of its code, and all its parameters. False: reported. */
bool key_machine(struct hash *h, const char *machine, const char *const *sets, u32 n, struct diag *d);
/* The same of the machine that a record has. */
void key_machine_of(struct hash *h, const json_t *machine);

#endif
