/* The same markers as nvToolsExt.h. */
#ifndef SLUICE_NVTX3_NVTOOLSEXT_H
#define SLUICE_NVTX3_NVTOOLSEXT_H
#include "../nvToolsExt.h"

#endif
