/* Another name for the same header. */
#ifndef SLUICE_CRT_HOST_DEFINES_H
#define SLUICE_CRT_HOST_DEFINES_H
#include "../host_defines.h"

#endif
