/* Another name under which programs include these types, and how conversions round. */
#ifndef SLUICE_DEVICE_TYPES_H
#define SLUICE_DEVICE_TYPES_H
#include "driver_types.h"

enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };

#endif
