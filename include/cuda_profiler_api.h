/* cudaProfilerStart and cudaProfilerStop are with the rest of the runtime API. */
#ifndef SLUICE_CUDA_PROFILER_API_H
#define SLUICE_CUDA_PROFILER_API_H
#include "cuda_runtime_api.h"

#endif
