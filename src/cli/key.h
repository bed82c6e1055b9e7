/* The name of a result: a hash of what was simulated. The program (its code, its data and its PTX; for a shipped
   workload its source, the headers and the compiler), its input, the machine with every parameter, and the model.
   Folders, hosts and host compilers are no part of it, so that a store of results can be shared. */
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
/* A program and its arguments; one that names a file stands for the file's contents. */
bool key_program(struct hash *h, const char *const *argv, struct diag *d);
bool key_trace(struct hash *h, const char *file, struct diag *d);
/* A machine with all its parameters. False: reported. */
bool key_machine(struct hash *h, const char *machine, const char *const *sets, u32 n, struct diag *d);
/* The same of the machine that a record has. */
void key_machine_of(struct hash *h, const json_t *machine);

#endif
