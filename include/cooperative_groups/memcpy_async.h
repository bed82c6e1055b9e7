/* memcpy_async comes with cooperative_groups.h. */
#ifndef SLUICE_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define SLUICE_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#include "../cooperative_groups.h"

#endif
