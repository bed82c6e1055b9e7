/* cuProfilerStart and cuProfilerStop come with cuda.h. */
#ifndef SLUICE_CUDAPROFILER_H
#define SLUICE_CUDAPROFILER_H
#include "cuda.h"

#endif
