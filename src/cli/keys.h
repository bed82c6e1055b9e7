/* The keys of a record's kernels and of machines, looked up by name: for checking what a user asks for, and for help.
 */
#ifndef SLUICE_CLI_KEYS_H
#define SLUICE_CLI_KEYS_H
#include <stddef.h>

#include "base/arena.h"
#include "base/types.h"
#include "decl/fact.h"

/* What a key of a kernel's record, or a parameter, means, with its unit; NULL: there is none. */
const char *keys_help(const char *key, char *buf, size_t n);
bool keys_is_statistic(const char *key);                           /* a number in a kernel's record */
const char *keys_nearest_statistic(struct arena *a, const char *); /* NULL: none is near */
enum decl_better keys_better(const char *key);                     /* which way a statistic is better */
const char *keys_unit(const char *key);                            /* of a statistic; "" if none */

#endif
