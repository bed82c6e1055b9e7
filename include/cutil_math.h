/* Vector operators, under their older name. */
#ifndef SLUICE_CUTIL_MATH_H
#define SLUICE_CUTIL_MATH_H
#include "helper_math.h"

#endif
