/* scan comes with cooperative_groups.h. */
#ifndef SLUICE_COOPERATIVE_GROUPS_SCAN_H
#define SLUICE_COOPERATIVE_GROUPS_SCAN_H
#include "../cooperative_groups.h"

#endif
