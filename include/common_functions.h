/* These functions come with cuda_runtime.h. */
#ifndef SLUICE_COMMON_FUNCTIONS_H
#define SLUICE_COMMON_FUNCTIONS_H
#include "cuda_runtime.h"

#endif
