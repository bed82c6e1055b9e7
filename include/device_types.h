/* Another name under which programs include these types. */
#ifndef SLUICE_DEVICE_TYPES_H
#define SLUICE_DEVICE_TYPES_H
#include "driver_types.h"

#endif
