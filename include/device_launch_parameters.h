/* threadIdx and its kin come with cuda_runtime.h. */
#ifndef SLUICE_DEVICE_LAUNCH_PARAMETERS_H
#define SLUICE_DEVICE_LAUNCH_PARAMETERS_H
#include "cuda_runtime.h"

#endif
