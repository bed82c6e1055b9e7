/* Texts of errors in device code, as the device runtime has them. Included by cuda_runtime.h. */
#ifndef SLUICE_DEVICE_ERRORS_H
#define SLUICE_DEVICE_ERRORS_H
#include "driver_types.h"

extern "C" {
__device__ __inline__ const char *cudaGetErrorString(cudaError_t error)
{
    switch ((int)error) {
#define SLUICE_E(name, number, driver, text)                                                                 \
    case number: return text;
        SLUICE_ERRORS_SHARED(SLUICE_E)
        SLUICE_ERRORS_RUNTIME(SLUICE_E)
#undef SLUICE_E
    default: return "unrecognized error code";
    }
}
__device__ __inline__ const char *cudaGetErrorName(cudaError_t error)
{
    switch ((int)error) {
#define SLUICE_E(name, number, driver, text)                                                                 \
    case number: return #name;
        SLUICE_ERRORS_SHARED(SLUICE_E)
        SLUICE_ERRORS_RUNTIME(SLUICE_E)
#undef SLUICE_E
    default: return "unrecognized error code";
    }
}
}

#endif
