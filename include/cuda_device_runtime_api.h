/* These functions come with cuda_runtime.h. */
#ifndef SLUICE_CUDA_DEVICE_RUNTIME_API_H
#define SLUICE_CUDA_DEVICE_RUNTIME_API_H
#include "cuda_runtime.h"

#endif
