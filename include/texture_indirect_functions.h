/* Texture fetches come with cuda_runtime.h. */
#ifndef SLUICE_TEXTURE_INDIRECT_FUNCTIONS_H
#define SLUICE_TEXTURE_INDIRECT_FUNCTIONS_H
#include "cuda_runtime.h"

#endif
