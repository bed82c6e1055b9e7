/* The driver API's error names, for old samples. */
#ifndef SLUICE_DRVAPI_ERROR_STRING_H
#define SLUICE_DRVAPI_ERROR_STRING_H
#include "cuda.h"

static inline const char *getCudaDrvErrorString(CUresult e)
{
    const char *text = 0;
    return cuGetErrorName(e, &text) == CUDA_SUCCESS ? text : "unknown error";
}

#endif
