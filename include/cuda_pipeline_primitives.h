/* The primitives come with cuda_pipeline.h. */
#ifndef SLUICE_CUDA_PIPELINE_PRIMITIVES_H
#define SLUICE_CUDA_PIPELINE_PRIMITIVES_H
#include "cuda_pipeline.h"

#endif
