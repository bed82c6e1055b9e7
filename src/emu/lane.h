/* What the functions of one lane (lane_int.h, lane_fp.h, lane_approx.h) need. */
#ifndef SLUICE_EMU_LANE_H
#define SLUICE_EMU_LANE_H
#include <string.h>

#include "base/types.h"

#define INLINE static inline __attribute__((always_inline))
typedef __int128 i128;
typedef unsigned __int128 u128;

#endif
