/* These functions come with cuda_runtime.h. */
#ifndef SLUICE_DEVICE_DOUBLE_FUNCTIONS_H
#define SLUICE_DEVICE_DOUBLE_FUNCTIONS_H
#include "cuda_runtime.h"

#endif
