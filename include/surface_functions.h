/* Surface accesses come with cuda_runtime.h. */
#ifndef SLUICE_SURFACE_FUNCTIONS_H
#define SLUICE_SURFACE_FUNCTIONS_H
#include "cuda_runtime.h"

#endif
