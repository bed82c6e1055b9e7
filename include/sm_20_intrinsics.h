/* These functions come with cuda_runtime.h. */
#ifndef SLUICE_SM_20_INTRINSICS_H
#define SLUICE_SM_20_INTRINSICS_H
#include "cuda_runtime.h"

#endif
