/* Another name under which programs include these types. */
#ifndef SLUICE_CUDA_TEXTURE_TYPES_H
#define SLUICE_CUDA_TEXTURE_TYPES_H
#include "texture_types.h"

#endif
