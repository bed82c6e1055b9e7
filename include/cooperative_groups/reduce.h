/* reduce() comes with cooperative_groups.h. */
#ifndef SLUICE_COOPERATIVE_GROUPS_REDUCE_H
#define SLUICE_COOPERATIVE_GROUPS_REDUCE_H
#include "../cooperative_groups.h"

#endif
