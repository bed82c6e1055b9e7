/* These functions come with cuda_runtime.h. */
#ifndef SLUICE_SM_60_ATOMIC_FUNCTIONS_H
#define SLUICE_SM_60_ATOMIC_FUNCTIONS_H
#include "cuda_runtime.h"

#endif
