/* Another name under which programs include these types. */
#ifndef SLUICE_CUDA_SURFACE_TYPES_H
#define SLUICE_CUDA_SURFACE_TYPES_H
#include "surface_types.h"

#endif
