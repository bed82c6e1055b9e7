/* Topics of `sluice list`. */
#ifndef SLUICE_CLI_LIST_H
#define SLUICE_CLI_LIST_H
#include <jansson.h>

#include "base/diag.h"

struct list_request {
    const char *filter;  /* part of names; NULL: all */
    const char *machine; /* params: show its values */
    const char *as;      /* stats: the names that another tool has; NULL: ours */
    bool json, markdown, schema;
    u32 *found; /* how many names list_wanted has let through */
};

bool list_wanted(const struct list_request *r, const char *name);
void list_json(const struct list_request *r, json_t *all); /* prints it if JSON was asked for, and frees it */

/* Each returns an exit status. */
int list_params(const struct list_request *r, struct diag *d);
int list_stats(const struct list_request *r, struct diag *d);
int list_record(const struct list_request *r, struct diag *d);
int list_protocol(const struct list_request *r, struct diag *d);
int list_cuda(const struct list_request *r, struct diag *d);
int list_passes(const struct list_request *r, struct diag *d);
int list_isa(const struct list_request *r, struct diag *d);

#endif
