/* Surface accesses come with cuda_runtime.h. */
#ifndef SLUICE_SURFACE_INDIRECT_FUNCTIONS_H
#define SLUICE_SURFACE_INDIRECT_FUNCTIONS_H
#include "cuda_runtime.h"

#endif
