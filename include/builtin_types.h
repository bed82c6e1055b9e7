/* Another name under which programs include these types. */
#ifndef SLUICE_BUILTIN_TYPES_H
#define SLUICE_BUILTIN_TYPES_H
#include "driver_types.h"
#include "texture_types.h"
#include "surface_types.h"
#include "vector_types.h"

#endif
