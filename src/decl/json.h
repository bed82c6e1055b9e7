/* JSON of declared rows: {"l1": {"mshrs": 32, ...}, ...}. A choice is its word, a bool is true or false, a counter an
   integer and a ratio a real number. */
#ifndef SLUICE_DECL_JSON_H
#define SLUICE_DECL_JSON_H
#include <jansson.h>

#include "decl/decl.h"

json_t *decl_params_json(const void *config, const struct decl_group *groups, u32 n);
/* A group with the prefix "" has its rows at the top of the object. */
json_t *decl_stats_json(const void *stats, const struct decl_stat_group *groups, u32 n);
json_t *decl_units_json(const struct decl_stat_group *groups, u32 n); /* {"l1": {"hit": "requests", ...}} */

#endif
