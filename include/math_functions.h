/* Device math comes with cuda_runtime.h. */
#ifndef SLUICE_MATH_FUNCTIONS_H
#define SLUICE_MATH_FUNCTIONS_H
#include "cuda_runtime.h"

#endif
