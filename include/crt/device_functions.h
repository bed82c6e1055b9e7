/* Another name for the same header. */
#ifndef SLUICE_CRT_DEVICE_FUNCTIONS_H
#define SLUICE_CRT_DEVICE_FUNCTIONS_H
#include "../device_functions.h"

#endif
